"""Counterexamples on surfaces given by an equation, or at a minimum in several variables, by descent and rounding.

The coordinates of the lowest points are rounded to rationals, except for one variable, for which the equation is solved
exactly if it is linear or quadratic in it. On a quadric with a simple rational point, the line through this point and
the rounded one yields another rational point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from math import isqrt

from flint import fmpq, fmpq_poly

from proofs.kernel.normal import canonical
from proofs.kernel.terms import Term, num, substitute
from proofs.search.base.effort import over
from proofs.search.base.formulas import free_variables
from proofs.search.cones.polynomials import NotRational, P, Reader, degrees, rows_of
from proofs.search.counterexamples.algebraic import Values, quadratic_zeros
from proofs.search.points.counter import truth, without_equations
from proofs.search.points.descent import lowest_points
from proofs.search.points.sampling import value

DENOMINATORS = (1, 2, 4, 10, 60, 1000, 10**6)
MOST_VARIABLES = 7
SIMPLE = tuple(fmpq(p, q) for p, q in ((0, 1), (1, 1), (2, 1), (-1, 1), (1, 2), (3, 1), (-2, 1)))
LOOKED_AT = 3000  # candidates for rational points of a quadric


def points(given: Sequence[Term], goal: Term, limit: float) -> Iterator[Values]:
    """Yield points with exact values at which the goal is not shown to hold, and no hypothesis is shown to fail."""
    fewer, wanted, _, solved = without_equations(given, goal, ())
    names = free_variables((*fewer, wanted))
    if goal.op not in ("le", "lt") or not 0 < len(names) <= MOST_VARIABLES or any(v.sort != "R" for v in names):
        return
    gap = wanted.args[1] - wanted.args[0]
    equations = [g.args[1] - g.args[0] for g in fewer if g.op == "eq"]
    seen: set[tuple[Term, ...]] = set()
    for height, v in lowest_points(fewer, names, gap):
        if over(limit):
            return
        if not height < (-1e-12 if goal.op == "le" else 1e-12):
            continue
        for q in DENOMINATORS:
            near = [fmpq(round(float(x) * q), q) for x in v]
            for found in _on(equations, names, near, [float(x) for x in v]):
                values: Values = dict(zip(names, found, strict=True))
                values |= {x: canonical(substitute(t, values)) for x, t in solved}
                key = tuple(values.values())
                if key not in seen:
                    seen.add(key)
                    fits = all(truth(substitute(g, values)) is not False for g in given)
                    if fits and truth(substitute(goal, values)) is not True:
                        yield values


def _on(equations: Sequence[Term], names: Sequence[Term], near: list[fmpq], v: list[float]) -> Iterator[list[Term]]:
    """Yield exact solutions of the equation near a rational point, or the point itself without an equation."""
    if not equations:
        yield [num(x) for x in near]
        return
    if len(equations) > 1:
        return
    try:
        p = Reader(names, ()).quotient(equations[0]).top
    except NotRational:
        return
    for i in range(len(names)):
        top = max((m[i] for m in rows_of(p)), default=0)
        if top == 1:
            yield from ([num(x) for x in found] for found in _with(p, i, near))
    if degrees(p) <= {0, 1, 2}:
        yield from ([num(x) for x in found] for found in _along(p, near, len(names)))
    for i in range(len(names)):
        if max((m[i] for m in rows_of(p)), default=0) == 2:
            row = _restricted(p, i, near)
            for t in quadratic_zeros(row) if row.degree() == 2 else []:
                there = value(t, {})
                if there is not None and abs(there - v[i]) < 0.1 * (1 + abs(v[i])):
                    yield [num(x) if k != i else t for k, x in enumerate(near)]


def _restricted(p: P, i: int, at: Sequence[fmpq]) -> fmpq_poly:
    """Return p as a polynomial in the variable of index i, with the values `at` of the other variables."""
    out: dict[int, fmpq] = {}
    for m, c in rows_of(p).items():
        for k, x in enumerate(at):
            c = c * x ** m[k] if k != i and m[k] else c
        out[m[i]] = out.get(m[i], fmpq(0)) + c
    return fmpq_poly([out.get(k, fmpq(0)) for k in range(max(out, default=0) + 1)])


def _with(p: P, i: int, near: Sequence[fmpq]) -> Iterator[list[fmpq]]:
    """Yield the point with the value of the variable of index i for which p vanishes, if p is linear in it."""
    row = _restricted(p, i, near)
    if row.degree() == 1:
        yield [x if k != i else -row[0] / row[1] for k, x in enumerate(near)]


def _along(p: P, near: Sequence[fmpq], n: int) -> Iterator[list[fmpq]]:
    """Yield the second intersections of the quadric with the lines from its simple points to the given point."""
    for start in islice(_simple(p, n), 3):
        way = [x - y for x, y in zip(near, start, strict=True)]
        slope, square = fmpq(0), fmpq(0)
        for m, c in rows_of(p).items():
            at = [k for k, e in enumerate(m) for _ in range(e)]
            if len(at) == 1:
                slope += c * way[at[0]]
            elif len(at) == 2:
                j, k = at
                slope += c * (start[j] * way[k] + start[k] * way[j])
                square += c * way[j] * way[k]
        if square != 0:
            yield [y - slope / square * d for y, d in zip(start, way, strict=True)]


def _simple(p: P, n: int) -> Iterator[list[fmpq]]:
    """Yield simple rational zeros of p."""
    for others in islice(product(SIMPLE, repeat=n - 1), LOOKED_AT):
        row = _restricted(p, n - 1, [*others, fmpq(0)])
        for x in _rational_zeros(row):
            yield [*others, x]


def _rational_zeros(row: fmpq_poly) -> list[fmpq]:
    if row.degree() == 1:
        return [-row[0] / row[1]]
    if row.degree() != 2:
        return []
    inside = row[1] ** 2 - 4 * row[0] * row[2]
    root = _square_root(inside)
    return [] if root is None else [(-row[1] + s * root) / (2 * row[2]) for s in (1, -1)]


def _square_root(x: fmpq) -> fmpq | None:
    if x < 0:
        return None
    p, q = isqrt(int(x.p)), isqrt(int(x.q))
    return fmpq(p, q) if p * p == int(x.p) and q * q == int(x.q) else None
