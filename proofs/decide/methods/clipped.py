"""Maxima of two numbers: inside of sums (a + b + |a − b|)/2, and |max(a, c) − max(b, c)| is at most |a − b|.

So positive parts, and layers that clip what they are given; minima likewise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations

from proofs.decide.base.failures import NotFound
from proofs.decide.base.formulas import RELATIONS, swapped_all
from proofs.decide.search import Asked, Search, Way, method
from proofs.decide.sequences.forms import quantity, replaced, root_of, walk, written
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


def _squares(t: Term) -> Iterator[tuple[Term, Term, Term, Term]]:
    """m, D², P and Q, where a number is m D² for D = P − Q, and something without the maxima P and Q."""
    p = normal(t)
    found = {a for m in p for a, _ in m if ends_of(a.term) is not None}
    for one, other in combinations(sorted(found, key=lambda a: str(a.term)), 2):
        factor: Poly = {m - {(one, dict(m)[one])}: c for m, c in p.items() if dict(m).get(one) == 2}
        d = one.term - other.term
        rest = plus(p, times(factor, normal(d * d)), -1)
        if factor and not any({one, other} & dict(m).keys() for m in rest):
            yield as_term(factor), d * d, one.term, other.term


def _differences(t: Term) -> Iterator[tuple[Term, Term, Term, Term]]:
    """m, |D|, P and Q, where a number is m |D| and something without that."""
    p = normal(t)
    for size in dict.fromkeys(a for m in p for a, _ in m if a.term.op == "abs"):
        d = normal(size.term.args[0])
        parts = [a.term for m in d for a, e in m if e == 1 and len(m) == 1 and ends_of(a.term) is not None]
        factor: Poly = {m - {(size, dict(m)[size])}: c for m, c in p.items() if dict(m).get(size) == 1}
        linear = all(dict(m).get(size, 0) in (0, 1) for m in p)
        if linear and len(d) == len(parts) == 2 and sorted(d.values()) == [-1, 1]:
            yield as_term(factor), size.term, parts[0], parts[1]


def _closer(known: Known, t: Term, facts: Sequence[Fact] = ()) -> Fact:
    """m D² <= m (a − b)² or m |D| <= m |a − b| for D = max(a, c) − max(b, c), and what else a number has.

    Raises
    ------
    NotFound
        if it has no such square or absolute value.
    """
    for m, part, first, second in (*_squares(t), *_differences(t)):
        (a, c, sign), (b, d, other) = ends_of(first) or (m, m, 0), ends_of(second) or (m, m, 0)
        if a is d or a is b:
            a, c = c, a
        if b is c:
            b, d = d, b
        if canonical(c) is not canonical(d) or sign != other:
            continue
        weight = known.nonnegative(m, facts)
        nearer = known.within(1.0, partial(_nearer, known, part, (first, second), (a, b, c)))
        rest, more = canonical(t - m * part), m * nearer.concl.args[1]
        bound = more if rest is num(0) else rest + more
        return known.run("arith", le(t, bound), [(num(1), [weight, nearer])], [], [])
    raise NotFound("no difference of two maxima with one end in common")


def _nearer(known: Known, part: Term, maxima: tuple[Term, Term], ends: tuple[Term, Term, Term]) -> Fact:
    """D² <= (a − b)² or |D| <= |a − b|, from that for any numbers."""
    x, y, _ = names = [known.fresh(name) for name in "xyz"]
    table = dict(zip(map(canonical, ends), names, strict=True))
    d, e = _of(maxima[0], table) - _of(maxima[1], table), x - y
    wanted = le(absolute(d), absolute(e)) if part.op == "abs" else le(d * d, e * e)
    fact = known.run("instantiate", known.search.prove([], wanted, 1), list(zip(names, ends, strict=True)))
    return known.p.restate(None, fact, le(part, fact.concl.args[1]))


def by_nearer(known: Known, goal: Term, depth: int) -> Fact:
    """The goal with a − b for max(a, c) − max(b, c), in one of the sums on its smaller side or beside them.

    Raises
    ------
    NotFound
        if there is no such difference, or the goal with it is not shown.
    """
    hole = known.fresh("hole")
    for total in written(goal, ("sum",)):
        c = quantity(swapped_all(goal, {total: hole})).get(next(iter(normal(hole))), 0)
        with suppress(NotFound):
            if c >= 0:
                continue
            index = known.index(*total.args[:2])
            with known.inside(index):
                nearer = _closer(known, index.member(total.args[2]), index.facts)
            bound = known.summed(index, nearer)
            inside = known.asked_if_likely(swapped_all(goal, {total: bound.concl.args[1]}), depth)
            return known.run("arith", goal, [(num(1), [inside]), (num(-c), [bound])], [], [])
    bound = _closer(known, goal.args[0])
    inside = known.asked_if_likely(RELATIONS[goal.op](bound.concl.args[1], goal.args[1]), depth)
    return known.run("arith", goal, [(num(1), [inside]), (num(1), [bound])], [], [])


# --- the method ------------------------------------------------------------------------------------------------------


@method("differences of maxima of two numbers", share=0.5)
def nearer(search: Search, asked: Asked) -> Iterator[Way]:
    """For differences of maxima of two numbers, or of minima, on the smaller side."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES and any(ends_of(t) is not None for t in walk(goal)):
        yield k.way(partial(by_nearer, k, goal, asked.depth))


@method("maxima of two numbers as absolute values", share=0.5)
def sizes(search: Search, asked: Asked) -> Iterator[Way]:
    """For maxima and minima of two numbers inside of sums."""
    k, goal = known(search, asked), asked.goal
    clipped = any(ends_of(t) is not None for b in written(goal, ("sum",)) for t in walk(b))
    if clipped and asked.depth <= MOST_CHANGES:
        yield k.way(partial(by_sizes, k, goal, asked.depth))
