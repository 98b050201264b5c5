"""A filter that gives up subordinate questions that are false at a sample point.

It is applied first and costs little. For example, x**2 >= x under x >= 0 is given up, since a sample between 0 and 1
refutes it.
"""

from __future__ import annotations

from collections.abc import Iterator

from proofs.kernel.rules import Fact
from proofs.language.display import text
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import seems_false


@method("false at a sample", share=None)
def false_at_a_sample(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield a failure for a subordinate question that is false at some sample point."""

    def give_up() -> Fact:
        raise NotFound(f"false at some point: {text(asked.goal)}")

    if asked.depth and seems_false(asked.given, asked.goal):
        yield give_up
