"""Samples: what is false at one is not tried."""

from __future__ import annotations

from collections.abc import Iterator

from proofs.decide.base.failures import NotFound
from proofs.decide.points.sampling import seems_false
from proofs.decide.search import Asked, Search, Way, method
from proofs.kernel.rules import Fact
from proofs.language.display import text


@method("false at a sample", share=None)
def false_at_a_sample(search: Search, asked: Asked) -> Iterator[Way]:
    """For a question inside another that fails at some point: it is given up."""

    def give_up() -> Fact:
        raise NotFound(f"false at some point: {text(asked.goal)}")

    if asked.depth and seems_false(asked.given, asked.goal):
        yield give_up
