"""Sums of |a b − c d| by |a − c| b + c |b − d|, for b and c that are not negative: distances of products of laws."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proofs.kernel.normal import normal, plus
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, absolute, le, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import alone, bigs, places_of, quantity, relation
from proofs.search.sequences.known import MOST_CHANGES, Index, Known, known

MOST_NESTED = 2  # sums inside one another


def _factors(t: Term) -> tuple[Term, Term, Term, Term]:
    """a, b, c, d of a b − c d, where a stands where c does, and b where d does."""
    found: dict[int, list[Term]] = {}
    for m, factor in normal(t).items():
        if abs(factor) == 1 and len(m) == 2 and all(e == 1 and a.term.op == "app" for a, e in m):
            found[int(factor)] = sorted((a.term for a, _ in m), key=lambda a: str(a.args[1:]))
    if len(normal(t)) != 2 or found.keys() != {1, -1}:
        raise NotFound("no difference of two products")
    (a, b), (c, d) = found[1], found[-1]
    if (a.args[1:], b.args[1:]) != (c.args[1:], d.args[1:]) or places_of(a) == places_of(b):
        raise NotFound("products at other places")
    return a, b, c, d


def _bound(known: Known, total: Term, depth: int = 1) -> Fact:
    """Σ |a b − c d| <= Σ (|a − c| b + c |b − d|), of sums of sums, too."""
    index = known.index(*total.args[:2])
    member = index.member(total.args[2])
    with known.inside(index):
        if member.op == "sum" and depth < MOST_NESTED:
            return known.summed(index, _bound(known, member, depth + 1))
        if member.op != "abs":
            raise NotFound("no absolute value")
        return known.summed(index, _of_member(known, index, member))


def _of_member(known: Known, index: Index, size: Term) -> Fact:
    """|a b − c d| <= |a − c| b + c |b − d|."""
    a, b, c, d = _factors(size.args[0])
    signs = [known.nonnegative(t, index.facts) for t in (b, c)]
    bound = absolute(a - c) * b + c * absolute(b - d)
    u = size.args[0]
    halves = []
    for sign in (-1, 1):
        above = [known.p.apply(None, "elementary.abs_ge", x=num(sign) * t) for t in (a - c, b - d)]
        products = [(num(1), [f, s]) for f, s in zip(above, signs, strict=True)]
        sides = (-bound, u) if sign < 0 else (u, bound)
        halves.append(known.run("arith", le(*sides), products, [], []))
    return known.p.apply(None, "elementary.abs_le", *halves, x=u, u=bound)


def by_products(known: Known, goal: Term, total: Term, depth: int) -> Fact:
    """The goal with the bound for a sum on its smaller side."""
    c = next((c for t, c in alone(quantity(goal), "sum") if t is total), None)
    if c is None or c > 0:
        raise NotFound("not on the smaller side")
    bound = _bound(known, total)
    inside = relation(plus(quantity(goal), quantity(bound.concl), c), goal.op)
    return known.run("arith", goal, [(num(1), [known.asked_if_likely(inside, depth)]), (num(-c), [bound])], [], [])


# --- the method ------------------------------------------------------------------------------------------------------


@method("differences of products", share=0.4)
def differences(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums of |a b − c d| on the smaller side."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES:
        for total in [t for t in bigs(goal, ("sum",)) if _of_differences(t)]:
            yield k.way(partial(by_products, k, goal, total, asked.depth))


def _of_differences(total: Term) -> bool:
    """Whether the innermost members are absolute values."""
    member = total.args[2]
    while member.op == "sum":
        member = member.args[2]
    return member.op == "abs"
