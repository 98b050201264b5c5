"""Samples: what is false at one is not tried."""

from __future__ import annotations

from collections.abc import Iterator

from proofs.kernel.rules import Fact
from proofs.language.display import text
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import seems_false


@method("false at a sample", share=None)
def false_at_a_sample(search: Search, asked: Asked) -> Iterator[Way]:
    """For a question inside another that fails at some point: it is given up."""

    def give_up() -> Fact:
        raise NotFound(f"false at some point: {text(asked.goal)}")

    if asked.depth and seems_false(asked.given, asked.goal):
        yield give_up
