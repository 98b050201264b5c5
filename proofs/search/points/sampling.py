"""Random points at which hypotheses hold, in floating point, to detect early that a goal is false.

On an equation, all variables but one are drawn, and the equation is solved for that one. The points only tell where to
search; nothing else is concluded from them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from proofs.checking.models.compiled import Undefined
from proofs.kernel.terms import KernelError, Term
from proofs.kernel.work import WORK
from proofs.search.base.formulas import free_variables, ranges
from proofs.search.base.ranges import Side
from proofs.search.base.values import float_of, to_float

TRIES = 600
ENOUGH = 48
SMALL = 24  # tries of small whole numbers, at which inequalities often hold with equality
TRIES_ON_EQUATIONS, ENOUGH_ON_EQUATIONS = 48, 12
LADDER = (
    -30.0,
    -10.0,
    -3.0,
    -1.0,
    -0.3,
    -0.1,
    0.0,
    0.1,
    0.3,
    1.0,
    3.0,
    10.0,
    30.0,
)  # an equation is solved between two of these values
HALVINGS = 60
NEARLY = 1e-9  # smaller values count as 0
Point = dict[Term, float]


def value(t: Term, point: Point) -> float | None:
    """Return the value of a term, None where it is undefined or too large."""
    WORK.done += 1 + t.size // 4
    try:
        out = float_of(t)(point, ())
    except (Undefined, OverflowError, KernelError, ZeroDivisionError, ValueError):
        return None
    return out if abs(out) < 1e200 else None


def seems_zero(t: Term) -> bool:
    """Return whether a number without variables is 0 up to rounding."""
    level = value(t, {})
    return level is not None and abs(level) < NEARLY


def points(given: Sequence[Term], names: Sequence[Term]) -> tuple[Point, ...]:
    """Sample points of these variables at which the hypotheses hold, small, near and far; there may be none."""
    return _points(tuple(given), tuple(names))


@cache
def _points(given: tuple[Term, ...], names: tuple[Term, ...]) -> tuple[Point, ...]:
    box = ranges(given)
    relations = [g for g in given if g.op in ("le", "lt") and g.free <= set(names)]
    equations = _solvable([g for g in given if g.op == "eq" and g.free], names)
    rng, small = random.Random(0), random.Random(0)
    found_points = []
    ends = {x: _ends(box.get(x, Side())) for x in names}
    tries, enough = (TRIES_ON_EQUATIONS, ENOUGH_ON_EQUATIONS) if equations else (TRIES, ENOUGH)
    for k in range(-2 - SMALL, tries):
        if k >= 0:
            point = {x: _drawn(rng, *ends[x], k) for x in names}
        elif k >= -SMALL:
            point = {x: _whole(small, *ends[x]) for x in names}
        else:
            point = dict.fromkeys(names, float(k + SMALL + 2))
        solved = all(_nearly(g, point) if x is None else _solve(g, x, point, ends[x]) for g, x in equations)
        if solved and all(_holds(g, point) for g in relations):
            found_points.append(point)
            if len(found_points) >= enough:
                break
    return tuple(found_points)


def _solvable(equations: Sequence[Term], names: Sequence[Term]) -> list[tuple[Term, Term | None]]:
    """Return each equation with a variable to solve it for that no earlier equation contains; None if there is none."""
    found: list[tuple[Term, Term | None]] = []
    for g in equations:
        earlier = {x for h, _ in found for x in h.free}
        own = (x for x in names if x in g.free and x.sort == "R" and x not in earlier)
        found.append((g, next(own, None)))
    return found


def _nearly(equation: Term, point: Point) -> bool:
    s, t = (value(side, point) for side in equation.args)
    return s is not None and t is not None and abs(s - t) <= NEARLY * max(1.0, abs(s))


def _solve(equation: Term, x: Term, point: Point, ends: tuple[float | None, float | None]) -> bool:
    """Replace the value of one variable in a point, so that an equation holds; return whether this succeeds."""

    def gap(at: float) -> float | None:
        s, t = (value(side, {**point, x: at}) for side in equation.args)
        return None if s is None or t is None else s - t

    lo, hi = ends
    low, high = -math.inf if lo is None else lo, math.inf if hi is None else hi
    middle = point[x]
    tried = sorted({at for at in (*LADDER, lo, hi, middle, 2 * middle) if at is not None and low <= at <= high})
    known = [(at, v) for at in tried for v in [gap(at)] if v is not None]
    for (a, u), (b, v) in pairwise(known):
        if u == 0 or u * v < 0:
            for _ in range(HALVINGS if u else 0):
                c = (a + b) / 2
                w = gap(c)
                if w is None:
                    return False
                a, b = (c, b) if (w > 0) == (u > 0) else (a, c)
            point[x] = a
            return True
    if known and known[-1][1] == 0:
        point[x] = known[-1][0]
        return True
    return False


def _ends(side: Side) -> tuple[float | None, float | None]:
    lo, hi = (None if e is None else to_float(e) for e in (side.lo, side.hi))
    return lo, hi


def _drawn(rng: random.Random, lo: float | None, hi: float | None, k: int) -> float:
    far = 10 ** rng.uniform(-3, 3 if k % 3 == 0 else 1)
    if lo is not None and hi is not None:
        s = rng.random() if k % 2 else rng.choice((0.01, 0.001, 0.99, 0.999, 0.5))
        return lo + (hi - lo) * s
    if lo is not None:
        return lo + far
    if hi is not None:
        return hi - far
    return rng.choice((-1, 1)) * min(far, 50.0)


def _whole(rng: random.Random, lo: float | None, hi: float | None) -> float:
    """Return a small whole number between two ends, as a float; the upper end if there is none."""
    if lo is not None:
        return float(min(math.ceil(lo) + rng.randrange(3), math.inf if hi is None else hi))
    return float(rng.randrange(-1, 3) if hi is None else math.floor(hi) - rng.randrange(3))


def _holds(g: Term, point: Point) -> bool:
    s, t = (value(a, point) for a in g.args)
    return s is not None and t is not None and (s < t or (s == t and g.op == "le"))


def signs(f: Term, where: Sequence[Point]) -> Iterator[int]:
    """Yield the signs of a term at the points where it is defined, 0 where the sign is not clear."""
    for point in where:
        v = value(f, point)
        if v is not None:
            size = 1e-9 * max([1.0, *(abs(c) for c in point.values())])
            yield (v > size) - (v < -size)


def seems_false(given: Sequence[Term], goal: Term) -> bool:
    """Return whether the goal, a relation, clearly fails at a sampled point."""
    return false_point(given, goal) is not None


def false_point(given: Sequence[Term], goal: Term) -> Point | None:
    """Return a sampled point at which the goal clearly fails; None if there is none, or the goal is not a relation."""
    if goal.op not in ("le", "lt", "eq"):
        return None
    names = free_variables((*given, goal))
    for point in points(given, names) if names else ():
        s, t = (value(a, point) for a in goal.args)
        if s is None or t is None:
            continue
        gap = abs(t - s) if goal.op == "eq" else s - t
        if goal.op == "lt" and gap == 0 and set(point.values()) <= {0.0, 1.0}:
            return point
        size = max([1.0, abs(s), abs(t), *(min(abs(c), 1e3) for c in point.values())])
        if gap > 1e-7 * size and gap > 1e-12 * _largest(goal, point):
            return point
    return None


def _largest(relation: Term, point: Point) -> float:
    """Return the largest absolute value of a summand of either side, to estimate the rounding error."""
    parts = (part for side in relation.args for part in (side.args if side.op == "add" else [side]))
    return max((abs(v) for part in parts for v in [value(part, point)] if v is not None), default=0.0)


def may_vanish(given: Sequence[Term], t: Term) -> bool:
    """Return whether t is 0 where all variables are 1, and the inequalities among the hypotheses hold there."""
    point = dict.fromkeys({v for f in (*given, t) for v in f.free}, 1.0)
    return value(t, point) == 0.0 and all(_holds(g, point) for g in given if g.op in ("le", "lt"))


def seems_true(given: Sequence[Term], condition: Term) -> bool:
    """Return whether a relation holds at all sampled points, and there are at least five."""
    names = free_variables((*given, condition))
    where = points(given, names) if names else ()
    return len(where) >= 5 and all(_holds(condition, point) for point in where)
