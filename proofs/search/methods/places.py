"""Two places of which a goal speaks: in either order, or the same one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import combinations

from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, abstract, forall, le, lt, substitute
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, entries
from proofs.search.sequences.known import MOST_CHANGES, Known, known


def unordered(known: Known, goal: Term) -> tuple[Term, Term] | None:
    """Two variables at which members of one sequence are spoken of, where nothing says which is first."""
    found = [t for t in entries([goal]) if len(t.args) == 2 and t.args[1].op == "var"]
    for one, other in combinations(found, 2):
        j, k = one.args[1], other.args[1]
        if one.args[0] is other.args[0] and j is not k:
            for order in (le(j, k), le(k, j)):
                with suppress(KernelError), known.at_hand():
                    known.settle(order)
                    break
            else:
                return j, k
    return None


def by_order(known: Known, goal: Term, j: Term, k: Term, depth: int) -> Fact:
    """The goal from it for j < k, for k < j, and with j for k."""
    before, after = (known.asked([known.run("assume", order)], goal, depth) for order in (lt(j, k), lt(k, j)))
    at_one = known.asked([], substitute(goal, {k: j}), depth)
    same = known.run("antisymmetry", known.run("assume", le(j, k)), known.run("assume", le(k, j)))
    equal = known.run("replace", same, forall("Z", abstract(goal, [k])), at_one)
    return known.run("cases", j, k, known.run("cases", k, j, equal, before), after)


# --- the method ------------------------------------------------------------------------------------------------------


@method("places in either order", share=0.5)
def in_either_order(search: Search, asked: Asked) -> Iterator[Way]:
    """For members of a sequence at two places, beside sums."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES and any(bigs(f) for f in (goal, *asked.given)):
        found = unordered(k, goal)
        if found is not None:
            yield k.way(partial(by_order, k, goal, *found, asked.depth))
