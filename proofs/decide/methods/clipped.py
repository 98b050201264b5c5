"""Maxima of two numbers inside of sums: max(a, b) is (a + b + |a − b|)/2, and max(a, c) − max(b, c) is at most |a − b|.

So positive parts, and layers that clip what they are given; minima likewise.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from proofs.decide.base.failures import NotFound
from proofs.decide.base.formulas import RELATIONS, swapped_all
from proofs.decide.search import Asked, Search, Way, method
from proofs.decide.sequences.forms import bigs, quantity, replaced, root_of, walk, written
from proofs.decide.sequences.known import MOST_CHANGES, Known, known
from proofs.decide.sequences.rewriting import with_equals
from proofs.decide.sequences.solving import solved_in_turn
from proofs.kernel.normal import Poly, as_term, canonical, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, absolute, eq, ite, le, num


def ends_of(t: Term) -> tuple[Term, Term, int] | None:
    """a, b and 1 where an if-then-else is max(a, b); −1 where it is min(a, b)."""
    if t.op != "ite" or t.args[0].op not in ("le", "lt") or root_of(t) is not None:
        return None
    condition, a, b = t.args
    above = canonical(condition.args[1] - condition.args[0])
    for sign in (1, -1):
        if above is canonical(num(sign) * (a - b)):
            return a, b, sign
    return None


def _of(t: Term, names: dict[Term, Term]) -> Term:
    """A maximum or minimum with these variables for its ends, which come in the order that they have there."""
    a, b, sign = ends_of(t) or (t, t, 0)
    x, y = names[canonical(a)], names[canonical(b)]
    return ite(RELATIONS[t.args[0].op](num(0), num(sign) * (x - y)), x, y)


# --- positive parts --------------------------------------------------------------------------------------------------


def _half(known: Known, t: Term) -> Fact:
    """max(a, b) = (a + b + |a − b|)/2, or with − before |a − b| for the minimum."""
    a, b, sign = ends_of(t) or (t, t, 0)
    x, y = known.fresh("x"), known.fresh("y")
    wanted = eq(_of(t, {canonical(a): x, canonical(b): y}), num(1, 2) * (x + y + num(sign) * absolute(x - y)))
    fact = known.run("instantiate", known.within(1.0, lambda: known.search.prove([], wanted, 1)), [(x, a), (y, b)])
    return known.p.restate(None, fact, eq(t, fact.concl.args[1]))


def _with(member: Term, t: Term, x: Term) -> Term:
    """A member with x for a term."""
    return swapped_all(member, {t: x})


def _as_sizes(known: Known, goal: Term) -> Iterator[Fact]:
    """Σ w max(a, b) = Σ w (a + b + |a − b|)/2 for the sums of a goal, with what hypotheses say of Σ w a and Σ w b."""
    values = solved_in_turn(known, [f for f in known.facts if f.concl.op == "eq"])
    for b in written(goal, ("sum",)):
        index = known.index(*b.args[:2])
        member = index.member(b.args[2])
        clipped = [t for t in walk(member) if not t.loose and ends_of(t) is not None]
        if len(dict.fromkeys(clipped)) == 1:
            at = partial(_with, member, clipped[0])
            same = known.summed(index, known.p.both(None, at, _half(known, clipped[0])))
            q, used = replaced(normal(same.concl.args[1]), values)
            yield known.put_back(eq(b, as_term(q)), same, [(times(m, normal(num(-1))), e) for m, e in used])


def by_sizes(known: Known, goal: Term, depth: int) -> Fact:
    """The goal with absolute values for maxima."""
    return with_equals(known, goal, _as_sizes(known, goal), lambda now: known.asked_if_likely(now, depth))


# --- differences -----------------------------------------------------------------------------------------------------


def _squares(member: Term) -> Iterator[tuple[Term, Term, Term]]:
    """m, P and Q, where a member is m (P − Q)² and something without the maxima P and Q."""
    p = normal(member)
    found = {a for m in p for a, _ in m if ends_of(a.term) is not None}
    for one, other in combinations(sorted(found, key=lambda a: str(a.term)), 2):
        factor: Poly = {m - {(one, dict(m)[one])}: c for m, c in p.items() if dict(m).get(one) == 2}
        difference = plus(normal(one.term), normal(other.term), -1)
        rest = plus(p, times(factor, times(difference, difference)), -1)
        if factor and not any({one, other} & dict(m).keys() for m in rest):
            yield as_term(factor), one.term, other.term


def _bound(known: Known, total: Term) -> Fact:
    """Σ m (max(a, c) − max(b, c))² <= Σ m (a − b)².

    Raises
    ------
    NotFound
        if its members are no such squares.
    """
    index = known.index(*total.args[:2])
    member = index.member(total.args[2])
    for m, first, second in _squares(member):
        (a, c, sign), (b, d, other) = ends_of(first) or (m, m, 0), ends_of(second) or (m, m, 0)
        if a is d or a is b:
            a, c = c, a
        if b is c:
            b, d = d, b
        if canonical(c) is not canonical(d) or sign != other:
            continue
        with known.inside(index):
            weight = known.nonnegative(m, index.facts)
        closer = known.within(1.0, partial(_nearer, known, first, second, (a, b, c)))
        rest, square = canonical(member - m * (first - second) * (first - second)), m * (a - b) * (a - b)
        bound = square if rest is num(0) else rest + square
        return known.summed(index, known.run("arith", le(member, bound), [(num(1), [weight, closer])], [], []))
    raise NotFound("no difference of two maxima with one end in common")


def _nearer(known: Known, first: Term, second: Term, ends: tuple[Term, Term, Term]) -> Fact:
    """(max(a, c) − max(b, c))² <= (a − b)², from that for any numbers."""
    x, y, _ = names = [known.fresh(name) for name in "xyz"]
    table = dict(zip(map(canonical, ends), names, strict=True))
    d = _of(first, table) - _of(second, table)
    fact = known.search.prove([], le(d * d, (x - y) * (x - y)), 1)
    return known.run("instantiate", fact, list(zip(names, ends, strict=True)))


def by_nearer(known: Known, goal: Term, total: Term, depth: int) -> Fact:
    """The goal with squares of a − b for those of max(a, c) − max(b, c), in a sum on its smaller side."""
    hole = known.fresh("hole")
    c = quantity(swapped_all(goal, {total: hole})).get(next(iter(normal(hole))), 0)
    if c >= 0:
        raise NotFound("not on the smaller side")
    bound = _bound(known, total)
    inside = known.asked_if_likely(swapped_all(goal, {total: bound.concl.args[1]}), depth)
    return known.run("arith", goal, [(num(1), [inside]), (num(-c), [bound])], [], [])


# --- the method ------------------------------------------------------------------------------------------------------


@method("maxima of two numbers", share=0.5)
def clipped(search: Search, asked: Asked) -> Iterator[Way]:
    """For maxima and minima of two numbers inside of sums."""
    k, goal = known(search, asked), asked.goal
    if asked.depth > MOST_CHANGES or not bigs(goal, ("sum",)):
        return
    sums = [b for b in written(goal, ("sum",)) if any(ends_of(t) is not None for t in walk(b))]
    for total in sums if goal.op != "eq" else ():
        yield k.way(partial(by_nearer, k, goal, total, asked.depth))
    if sums:
        yield k.way(partial(by_sizes, k, goal, asked.depth))
