"""Sums of products with a factor that is bounded at every index, and factors of both sides.

Σ u v <= c Σ u where v <= c, and Σ u v <= c Σ |u| where |v| <= c. The bounds are hypotheses, and maxima of which the
goal speaks: so row sums of matrices, and discounted sums.
Quotients of sums are compared by their numerators, times what the other side divides by.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import islice

from proofs.decide.base.failures import NotFound
from proofs.decide.search import Asked, Search, Way, method
from proofs.decide.sequences.forms import alone, bigs, factors, of_sequences, product_of, quantity, relation
from proofs.decide.sequences.induction import about
from proofs.decide.sequences.known import MOST_CHANGES, Index, Known, known
from proofs.kernel.normal import Atom, Poly, canonical, normal, plus
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, absolute, le, num

MOST_BOUNDS = 3  # of the factors of one sum


def _bounds(known: Known, index: Index, goal: Term) -> Iterator[tuple[Term, Term, Fact]]:
    """v, c and v <= c, of an entry or absolute value v at the index and a number c."""
    for f in [*known.above_members(index.i, index.ends, [goal]), *index.facts]:
        if f.concl.op in ("le", "lt"):
            below, above = (canonical(side) for side in f.concl.args)
            if below.op in ("app", "abs") and index.i in below.free and index.i not in above.free:
                less = known.weak(f) if f.concl.op == "lt" else f
                yield below, above, known.run("arith", le(below, above), [(num(1), [less])], [], [])


def _members(known: Known, index: Index, member: Term, sign: int, goal: Term) -> Iterator[Fact]:
    """± the member <= c u at the index, by a bound c of one of its factors."""
    parts = list(factors(member))
    for v, c, bound in _bounds(known, index, goal):
        x = v.args[0] if v.op == "abs" else v
        here = next((k for k, t in enumerate(parts) if canonical(t) in (x, v)), None)
        if here is None or len(parts) < 2:
            continue
        rest = [*parts[:here], *parts[here + 1 :]]
        u = product_of(rest)
        with suppress(KernelError):
            weight = known.signed(u, index.facts)
            if weight is None and v.op == "abs" and canonical(parts[here]) is x:
                sides = [_by_size(known, u, 1), _by_size(known, u, -1)]
                other = [_by_size(known, x, -sign), _by_size(known, x, sign)]
                size = known.p.apply(None, "elementary.abs_nonneg", x=u)
                products = [(num(1, 2), list(pair)) for pair in zip(sides, other, strict=True)]
                yield known.run(
                    "arith", le(num(sign) * u * x, c * absolute(u)), [(num(1), [bound, size]), *products], [], []
                )
            elif weight is not None and v.op == "abs" and canonical(parts[here]) is x:
                near = [(num(1), [bound, weight]), (num(1), [_by_size(known, x, sign), weight])]
                yield known.run("arith", le(num(sign) * u * x, c * u), near, [], [])
            elif weight is not None and sign == 1:
                yield known.run("arith", le(u * v, c * u), [(num(1), [bound, weight])], [], [])


def _by_size(known: Known, x: Term, sign: int) -> Fact:
    """± x <= |x|."""
    return known.p.apply(None, "elementary.abs_ge", x=num(sign) * x)


def by_bounds(known: Known, goal: Term, b: Term, choice: int, depth: int) -> Fact:
    """The goal with c Σ u for ± Σ u v on the smaller side.

    Raises
    ------
    NotFound
        if no factor is bounded, or that is not shown.
    """
    q = quantity(goal)
    times = next(c for t, c in alone(q, "sum") if t is b)
    index = known.index(b.args[0], b.args[1])
    with known.inside(index):
        found = _members(known, index, canonical(index.member(b.args[2])), 1 if times < 0 else -1, goal)
        fact = next(islice(found, choice, None), None)
    if fact is None:
        raise NotFound("no factor that is bounded")
    up = known.summed(index, fact)
    new = plus(q, quantity(up.concl), -abs(times))
    inside = relation(new, goal.op)
    known.likely(inside)
    with suppress(KernelError):
        near = known.linear(inside, [*known.facts, *_positive(known, inside), *about(known, inside)], depth=2, work=900)
        return known.run("arith", goal, [(num(1), [near]), (num(abs(times)), [up])], [], [])
    return known.run("arith", goal, [(num(1), [known.asked([], inside, depth)]), (num(abs(times)), [up])], [], [])


def _positive(known: Known, goal: Term) -> Iterator[Fact]:
    """That the numbers by which sums are multiplied in a goal are not negative."""
    found = {a.term for m in normal(goal.args[1] - goal.args[0]) for a, _ in m if a.term.op in ("var", "max", "inv")}
    for t in sorted(found, key=lambda t: t.size):
        fact = known.signed(t) if t.sort == "R" else None
        if fact is not None:
            yield fact


def without_factor(known: Known, goal: Term, factor: Atom, depth: int) -> Fact:
    """0 <= a t from 0 <= a and 0 <= t, where all summands are multiples of a."""
    sign = known.signed(factor.term)
    if sign is None or (goal.op == "lt" and sign.concl.op == "le"):
        raise NotFound("a factor that may be negative")
    rest: Poly = {}
    for m, c in quantity(goal).items():
        powers = dict(m)
        powers[factor] -= 1
        rest = plus(rest, {frozenset(x for x in powers.items() if x[1]): c})
    inside = known.asked_if_likely(relation(rest, goal.op), depth)
    return known.run("arith", goal, [(num(1), [inside, sign])], [], [])


def without_denominators(known: Known, goal: Term, depth: int) -> Fact:
    """s/a <= t/b from s b <= t a, for positive a and b."""
    q, signs = known.times_out(quantity(goal))
    inside = known.asked_if_likely(relation(q, goal.op), depth)
    return known.divided(inside, signs, goal)


# --- the methods ------------------------------------------------------------------------------------------------------


@method("a factor of both sides", share=0.4)
def common_factor(search: Search, asked: Asked) -> Iterator[Way]:
    """For variables, maxima and sums by which both sides are multiplied."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES:
        monomials = [dict(m) for m in quantity(goal)]
        for a in sorted(monomials[0], key=lambda a: a.term.size) if len(monomials) > 1 else ():
            if a.term.op in ("var", "max", "sum", "app") and all(m.get(a, 0) >= 1 for m in monomials):
                yield k.way(partial(without_factor, k, goal, a, asked.depth))


@method("factors that are bounded", share=0.4)
def bounded(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums of products."""
    k, goal = known(search, asked), asked.goal
    if goal.op not in ("le", "lt") or asked.depth > MOST_CHANGES:
        return
    if not (k.universal or bigs(goal, ("max",))):
        return
    for b, _ in alone(quantity(goal), "sum"):
        if b.args[2].op == "mul":
            for choice in range(MOST_BOUNDS):
                yield k.way(partial(by_bounds, k, goal, b, choice, asked.depth))


@method("what both sides divide by", share=0.4)
def denominators(search: Search, asked: Asked) -> Iterator[Way]:
    """For quotients whose denominators are sums."""
    k, goal = known(search, asked), asked.goal
    divided_by = {a.term.args[0] for m in quantity(goal) for a, _ in m if a.term.op == "inv"}
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES and any(bigs(t, ("sum",)) for t in divided_by):
        yield k.way(partial(without_denominators, k, goal, asked.depth))


@method("quotients of numbers", share=0.4)
def quotients_of_numbers(search: Search, asked: Asked) -> Iterator[Way]:
    """For quotients of numbers, without sums or members, that recursions bound: times what they divide by."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES and k.universal and not of_sequences(goal):
        if any(a.term.op == "inv" and a.term.free for m in quantity(goal) for a, _ in m):
            yield k.way(partial(without_denominators, k, goal, asked.depth))
