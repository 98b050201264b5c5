"""Bounds of a number by a mean: N s <= N t for s <= t, where a sum has N members, so that these are compared with s."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

from proofs.kernel.normal import canonical, normal, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, cancelled, quantity, relation
from proofs.search.sequences.known import Known, known

MOST_SIZES = 2  # numbers of members


def times_size(known: Known, goal: Term, size: Term, depth: int) -> Fact:
    """The goal, times how many members a sum has."""
    sign = known.positive(size)
    longer = relation(cancelled(times(quantity(goal), normal(size)), [size]), goal.op)
    return known.divided(known.asked_if_likely(longer, depth), [sign], goal)


# --- the method ------------------------------------------------------------------------------------------------------


@method("times how many members", share=0.4)
def counts(search: Search, asked: Asked) -> Iterator[Way]:
    """For numbers and maxima, of which a hypothesis about a sum says something."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= 1 and not bigs(goal, ("sum", "prod")):
        sums = (b for f in k.facts for b in bigs(f.concl, ("sum",)))
        sizes = dict.fromkeys(canonical(b.args[1] - b.args[0] + 1) for b in sums)
        for size in islice((s for s in sizes if s.op != "num"), MOST_SIZES):
            yield k.way(partial(times_size, k, goal, size, asked.depth))
