"""Quotients bounded by tangents and chords.

In Σ N_i/D_i, where D_i is a polynomial in one product t of variables, 1/D_i is compared with α + β t^k that touches
it where the two sides seem to be equal: in one value of t by its slope, in two values by these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from math import ceil, gcd
from typing import Any

from flint import fmpq

from proofs.kernel.normal import Mono, Poly, as_term, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, inv, le, lt, num, substitute
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables, fresh, simplified
from proofs.search.cones.polynomials import power
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import value

POWERS = (1, 2, 3, 4)
SHARP = 1e-6  # how near the sides come where they are taken for equal
SIMPLE = 12  # denominators of the values of t
ABOVE = 1.2  # by what a bound of t is above its values


@dataclass(frozen=True)
class Quotient:
    """1/D, D a polynomial in t (its coefficients by the powers of t), and what it is multiplied by."""

    inverse: Term
    t: Term
    below: dict[int, fmpq]
    factor: Term

    def at(self, v: fmpq) -> fmpq:
        """D there."""
        return sum((c * v**k for k, c in self.below.items()), fmpq(0))

    def slope(self, v: fmpq) -> fmpq:
        """Of 1/D there."""
        return -sum((c * k * v ** (k - 1) for k, c in self.below.items() if k), fmpq(0)) / self.at(v) ** 2

    def of(self, x: Term) -> Quotient:
        """The same of a variable."""
        return replace(
            self, inverse=inv(as_term(normal(sum((num(c) * power(x, k) for k, c in self.below.items()), num(0))))), t=x
        )

    def line(self, values: Sequence[fmpq], k: int) -> Term | None:
        """α + β t^k that touches 1/D at one value, or has its values at two."""
        if any(self.at(v) <= 0 for v in values):
            return None
        v, w = values[0], values[-1]
        if v == w:
            if v == 0 and k > 1:
                return None
            beta = self.slope(v) / (k * v ** (k - 1))
        elif v**k == w**k:
            return None
        else:
            beta = (1 / self.at(v) - 1 / self.at(w)) / (v**k - w**k)
        return num(1 / self.at(v) - beta * v**k) + num(beta) * power(self.t, k)


def quotients(f: Term) -> tuple[Term, list[Quotient]] | None:
    """The rest of a sum, and its quotients, at least two; nothing if it is not such a sum."""
    rest: Poly = {}
    parts: dict[Term, Poly] = {}
    for m, c in normal(f).items():
        inverses = [(a, e) for a, e in m if a.term.op == "inv"]
        if not all(a.term.op in ("var", "inv") for a, _ in m) or len(inverses) > 1:
            return None
        if not inverses:
            rest[m] = c
            continue
        (a, e) = inverses[0]
        if e != 1:
            return None
        parts.setdefault(a.term, {})[m - {(a, e)}] = c
    found = [_read(t, as_term(c)) for t, c in parts.items()]
    read = [q for q in found if q is not None]
    return (as_term(rest), read) if len(found) == len(read) > 1 else None


def _read(inverse: Term, factor: Term) -> Quotient | None:
    p = normal(inverse.args[0])
    cores: set[Mono] = set()
    below = {}
    for m, c in p.items():
        if any(a.term.op != "var" or e != int(e) or e < 0 for a, e in m):
            return None
        k = gcd(*(int(e) for _, e in m))
        below[k] = c
        if k:
            cores.add(frozenset((a, e / k) for a, e in m))
    return Quotient(inverse, as_term({cores.pop(): fmpq(1)}), below, factor) if len(cores) == 1 else None


class Touching:
    """Where the sides seem to be equal, which they have to be somewhere, and other points of the hypotheses."""

    def __init__(self, given: Sequence[Term], f: Term) -> None:
        from proofs.search.points.descent import lowest_points, on_hypotheses  # NumPy takes time to load

        names = free_variables((*given, f))
        closed = [le(*g.args) if g.op == "lt" else g for g in given]
        self.lowest = partial(lowest_points, closed, names)
        lowest = list(self.lowest(f))
        self.equal, self.points = (
            [dict(zip(names, map(float, v), strict=True)) for v in rows]
            for rows in ([v for height, v in lowest if abs(height) < SHARP], on_hypotheses(closed, names))
        )

    def values(self, found: Sequence[Quotient]) -> list[list[fmpq]]:
        """For each quotient the values of t where the sides are equal, one or two; alike for those that look alike."""
        alike: dict[frozenset[tuple[int, fmpq]], set[fmpq]] = {}
        for q in found:
            alike.setdefault(frozenset(q.below.items()), set()).update(_simple(value(q.t, at)) for at in self.equal)
        if not all(0 < len(own) < 3 for own in alike.values()):
            raise NotFound("no place where it is equal, or too many")
        return [sorted(alike[frozenset(q.below.items())]) for q in found]

    def greatest(self, t: Term) -> fmpq:
        """A number that seems to be above all values of another."""
        lowest = [-height for height, _ in self.lowest(-t) if height < 0]
        return fmpq(ceil(ABOVE * max(lowest, default=0.0) * SIMPLE), SIMPLE)

    def least(self, t: Term) -> float:
        """The least value of a number at the points."""
        return min((v for v in (value(t, at) for at in self.points) if v is not None), default=0.0)


def _simple(v: float | None) -> fmpq:
    """A rational with a small denominator nearby."""
    if v is None:
        raise NotFound("no value")
    near = min((fmpq(round(v * q), q) for q in range(1, SIMPLE + 1)), key=lambda r: (abs(float(r) - v) > 1e-3, r.q))
    if abs(float(near) - v) > 1e-3:
        raise NotFound("not at a simple value")
    return near


def bounded(search: Search, asked: Asked, rest: Term, found: Sequence[Quotient]) -> Fact:
    """From the bounds of the quotients, for the first power with which the rest is shown."""
    there = Touching(asked.given, asked.f)
    values = there.values(found)
    signs = [1 if there.least(q.factor) >= 0 else -1 for q in found]

    def shown(goal: Term) -> Fact:
        return search.prove(asked.given, goal, asked.depth + 1)

    def bound(q: Quotient, own: Sequence[fmpq], k: int, sign: int) -> Fact:
        """The order of 1/D and α + β t^k: of t as it is, or of any number from 0 to what t^k is at most."""

        def order(q: Quotient) -> Term:
            line = q.line(own, k)
            assert line is not None
            return le(line, q.inverse) if sign > 0 else le(q.inverse, line)

        def of_numbers() -> Fact:
            x = fresh("t'", [*asked.given, asked.goal])
            most = le(power(x, k), num(there.greatest(power(q.t, k))))
            fact = search.prove([le(num(0), x), most], order(q.of(x)), asked.depth + 1)
            sides = [shown(simplified(substitute(g, {x: q.t}))) for g in (le(num(0), x), most)]
            return search.cut(search.run("instantiate", fact, [(x, q.t)]), sides)

        def of_one() -> Fact:
            return search.prove([g for g in asked.given if g.free == {q.t}], order(q), asked.depth + 1)

        ways = [of_one if q.t.op == "var" else of_numbers]
        fact = search.attempt("bound", [*ways, partial(shown, order(q))])
        if fact is None:
            raise NotFound("no bound")
        return fact

    def by_power(k: int) -> Fact:
        lines = [q.line(own, k) for q, own in zip(found, values, strict=True)]
        rows = [(q, sign, line) for q, sign, line in zip(found, signs, lines, strict=True) if line is not None]
        less = canonical(reduce(lambda s, row: s + row[0].factor * row[2], rows, rest))
        gaps = [less, *(sign * (q.inverse - line) for q, sign, line in rows)]
        if len(rows) < len(found) or any(there.least(gap) < -SHARP for gap in gaps):
            raise NotFound("not bounds")
        inside = shown((le if asked.goal.op == "le" else lt)(num(0), less))
        using: list[Any] = [inside]
        for (q, sign, _), own in zip(rows, values, strict=True):
            using.append((bound(q, own, k, sign), shown(le(num(0), canonical(sign * q.factor)))))
        return search.p.have(None, asked.goal, *using)

    fact = search.attempt("power", [partial(by_power, k) for k in POWERS])
    if fact is None:
        raise NotFound("no such bounds")
    return fact


@method("quotients by tangents", share=0.5)
def of_quotients(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums of quotients with denominators that are polynomials in a product of variables."""
    found = quotients(asked.f) if search.has_long and asked.depth == 0 else None
    if found is not None:
        yield partial(bounded, search, asked, *found)
