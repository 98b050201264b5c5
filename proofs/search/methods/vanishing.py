"""Products of factors that are not negative: either all of them are positive, or the product is 0."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, abstract, eq, forall, le, lt, num
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, swapped_big
from proofs.search.sequences.known import Known, known

MOST_PRODUCTS = 2


def by_vanishing(known: Known, goal: Term, b: Term, depth: int) -> Fact:
    """The goal with all members of a product positive, and with 0 for it: if it fails, no member is 0.

    Raises
    ------
    NotFound
        if members may be negative, or that is not shown.
    """
    lo, hi, body = b.args
    index = known.index(lo, hi)
    x = index.member(body)
    with known.inside(index):
        sign = known.nonnegative(x, [*index.facts, *known.ranged(index, x)])
    # with a member that is 0
    hole = known.fresh("p")
    shape = swapped_big(goal, b, hole)
    zero = known.asked([], swapped_big(goal, b, num(0)), depth)
    none = known.run("assume", le(x, num(0)))
    vanishes = known.theorem("inequalities.prod_zero", b, known.everywhere(index, sign), none, *index.ends, m=index.i)
    turned = known.run("arith", eq(num(0), b), [(num(-1), [vanishes])], [], [])
    at_zero = known.run("replace", turned, forall("R", abstract(shape, [hole])), zero)
    # with none, the goal being assumed to fail
    fails = known.run("assume", lt(goal.args[1], goal.args[0]) if goal.op == "le" else le(goal.args[1], goal.args[0]))
    wrong = known.linear(FALSE, [at_zero, fails], degree=1, work=50)
    above = known.run("assume", lt(num(0), x))
    each = known.run("cases", x, num(0), known.run("absurd", wrong, above.concl), above)
    every = known.everywhere(index, each)
    inside = known.search.cut(_under(known, every, goal, depth), [every])
    s, u = goal.args
    right = known.run("assume", goal)
    return known.run("cases", s, u, right, inside) if goal.op == "le" else known.run("cases", u, s, inside, right)


def _under(known: Known, every: Fact, goal: Term, depth: int) -> Fact:
    before, known.p.facts = known.p.facts, {}
    try:
        return known.search.prove([*known.given, every.concl], goal, depth + 1)
    finally:
        known.p.facts = before


# --- the method ------------------------------------------------------------------------------------------------------


def _positive(known: Known, b: Term) -> bool:
    """Whether the members of a product are known to be positive."""
    with known.at_hand():
        try:
            known.positive(b)
        except KernelError:
            return False
    return True


@method("a product that is 0", share=0.4)
def vanishing(search: Search, asked: Asked) -> Iterator[Way]:
    """For products of members that are not negative."""
    k, goal = known(search, asked), asked.goal
    if goal.op not in ("le", "lt") or asked.depth:
        return
    for b in bigs(goal, ("prod",))[:MOST_PRODUCTS]:
        if b.args[2].loose and not _positive(k, b):
            yield k.way(partial(by_vanishing, k, goal, b, asked.depth))
