"""Sizes of quotients: |x| < u where an equation says that x t + r = 0, and |r| < u |t| is shown.

Here |t| is at least the size of one of its summands less those of the others, which that one dominates.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.absolute import of_quotient
from proofs.search.sequences.forms import entries
from proofs.search.sequences.known import MOST_CHANGES, Known, known


def by_multiple(known: Known, goal: Term) -> Fact:
    """The goal from what is known, also at the places of which it speaks."""
    places = dict.fromkeys(p for t in entries([goal]) for p in t.args[1:])
    return of_quotient(known, [*known.facts, *(f for p in places for f in known.at(p))], goal)


# --- the method ------------------------------------------------------------------------------------------------------


@method("sizes of quotients", share=0.3)
def dominated(search: Search, asked: Asked) -> Iterator[Way]:
    """For bounds of the size of a number."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES and goal.args[0].op == "abs":
        yield k.way(partial(by_multiple, k, goal))
