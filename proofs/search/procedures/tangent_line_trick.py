"""The tangent line trick: f_1(x_1) + … + f_n(x_n) >= c from a tangent of each f_k, under an equation.

If Σ a_k x_k = s, the tangent of f_k at m has the slope λ a_k, with the same λ for all k; m is s/Σ a_k or a minimum that
is found numerically. If Π x_k = 1, the tangent is replaced by λ log x_k + f_k(1). That it lies below f_k is a question
about x_k alone; the equation bounds x_k above if the other variables are bounded below. For example,
a/(a**2 + 1) + b/(b**2 + 1) + c/(c**2 + 1) <= 9/10 for a, b, c >= 0 with a + b + c == 1. Reference: Cvetkovski,
Inequalities, chapter 18.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from flint import fmpq

from proofs.kernel.normal import Poly, as_term, canonical, constant, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, le, log, lt, num, substitute
from proofs.search.base.algebra import NotSmooth, slope
from proofs.search.base.facts import sum_of_logs
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import unit_product
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import seems_false

MOST = 2  # points that are tried


@dataclass(frozen=True)
class Condition:
    """An equation Σ a_k x_k = s, or Π x_k = 1: the mapping from x_k to a_k, and s, which is None for a product."""

    equation: Term
    factors: Mapping[Term, fmpq]
    total: Term | None


def conditions(given: Sequence[Term], names: frozenset[Term]) -> Iterator[Condition]:
    """Yield the equations of these forms that contain all variables."""
    for g in given:
        if unit_product(g) == names:
            yield Condition(g, dict.fromkeys(sorted(names, key=str), fmpq(1)), None)
        elif g.op == "eq" and g.free == names:
            gap = g.args[1] - g.args[0]
            with suppress(NotSmooth):
                factors = {x: constant(normal(slope(gap, x))) for x in sorted(names, key=str)}
                known = {x: c for x, c in factors.items() if c}
                if len(known) == len(names):
                    yield Condition(g, known, canonical(-substitute(gap, dict.fromkeys(names, num(0)))))


def summands(f: Term) -> tuple[dict[Term, Term], Term] | None:
    """Return the mapping from x_k to f_k, and the constant, if f = Σ f_k(x_k) + constant; None otherwise."""
    parts: dict[Term, Poly] = {}
    rest: Poly = {}
    for m, c in normal(f).items():
        free = {v for a, _ in m for v in a.term.free}
        if len(free) > 1:
            return None
        (parts.setdefault(free.pop(), {}) if free else rest)[m] = c
    return {x: as_term(p) for x, p in parts.items()}, as_term(rest)


def points(asked: Asked, condition: Condition) -> Iterator[dict[Term, Term]]:
    """Yield the point with equal coordinates, and minima that are found numerically."""
    if condition.total is None:
        yield dict.fromkeys(condition.factors, num(1))
        return
    whole = sum(condition.factors.values(), fmpq(0))
    if whole:
        yield dict.fromkeys(condition.factors, canonical(num(1 / whole) * condition.total))
    from proofs.search.points.descent import simple_lowest  # NumPy takes time to load

    for point in simple_lowest(asked.given, asked.f):
        yield {x: num(v) for x, v in point.items()}


def by_tangents(
    search: Search, asked: Asked, parts: Mapping[Term, Term], rest: Term, condition: Condition, at: Mapping[Term, Term]
) -> Fact:
    """Prove the goal from the tangents at a point."""
    first, known = next(iter(parts)), dict[frozenset[Hashable], Fact]()
    levels = {x: canonical(substitute(f, at)) for x, f in parts.items()}
    rate = canonical(num(1 / condition.factors[first]) * substitute(slope(parts[first], first), at))
    make = lt if asked.goal.op == "lt" else le
    shown = [search.prove([], make(num(0), canonical(sum(levels.values(), rest))), asked.depth + 1)]
    for x, f in parts.items():
        moved = x - at[x] if condition.total is not None else log(x)
        above = le(num(0), canonical(f - levels[x] - num(condition.factors[x]) * rate * moved))
        bound = upper_bound(search, asked, condition, x)
        own = [*(g for g in asked.given if g.free == {x}), *([] if bound is None else [bound.concl])]
        if seems_false(own, above):
            raise NotFound("a tangent is not below")
        asks = [substitute(g, {x: first}) for g in (*own, above)]
        alike = frozenset(map(key, asks))
        if alike not in known:
            known[alike] = search.prove(asks[:-1], asks[-1], asked.depth + 1)
        fact = search.run("instantiate", known[alike], [(first, x)])
        shown.append(fact if bound is None else search.cut(fact, [bound]))

    def positive(x: Term) -> Fact:
        return search.prove(asked.given, lt(num(0), x), asked.depth + 1)

    g = condition.equation
    same = (-rate, [sum_of_logs(search, g, positive)]) if condition.total is None else (rate, [search.run("assume", g)])
    return search.run("arith", asked.goal, [*((num(1), [f]) for f in shown), same], [], [])


def upper_bound(search: Search, asked: Asked, condition: Condition, x: Term) -> Fact | None:
    """Prove x <= (s − Σ a_j l_j)/a_k from x_j >= l_j for the other variables, if these bounds exist and all a_j > 0."""
    others = [y for y in condition.factors if y is not x]
    lows = [asked.box[y].lo if y in asked.box else None for y in others]
    if condition.total is None or min(condition.factors.values()) <= 0 or None in lows:
        return None
    least = sum((condition.factors[y] * low for y, low in zip(others, lows, strict=True) if low is not None), fmpq(0))
    bound = le(x, canonical(num(1 / condition.factors[x]) * (condition.total - num(least))))
    ends = [search.run("assume", g) for g in asked.given if g.op in ("le", "lt", "eq")]
    return search.p.have(bound, *ends, degree=1)


@method("tangent line trick", share=0.4)
def tangents_of_summands(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield tangents at a point for a sum of functions of one variable each, under one equation between them."""
    found = summands(asked.f)
    if found is None or len(found[0]) < 2:
        return
    parts, rest = found
    for condition in conditions(asked.given, frozenset(parts)):
        for number, at in enumerate(points(asked, condition)):
            if number < MOST:
                yield partial(by_tangents, search, asked, parts, rest, condition, at)
