"""Random points at which hypotheses hold, in floating point, to detect early that a goal is false.

The points only tell where to search; nothing else is concluded from them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache

from proofs.checking.models.compiled import Undefined
from proofs.kernel.terms import KernelError, Term
from proofs.kernel.work import WORK
from proofs.search.base.formulas import free_variables, ranges
from proofs.search.base.ranges import Side
from proofs.search.base.values import float_of, to_float

TRIES = 600
ENOUGH = 48
NEARLY = 1e-9  # counts as 0
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
    """Sample points of these variables, near and far, at which the hypotheses hold; there may be none."""
    return _points(tuple(given), tuple(names))


@cache
def _points(given: tuple[Term, ...], names: tuple[Term, ...]) -> tuple[Point, ...]:
    box = ranges(given)
    relations = [g for g in given if g.op in ("le", "lt") and g.free <= set(names)]
    if any(g.op == "eq" and g.free for g in given):
        return ()
    rng = random.Random(0)
    found_points = []
    ends = {x: _ends(box.get(x, Side())) for x in names}
    for k in range(-2, TRIES):
        point = {x: _drawn(rng, *ends[x], k) if k >= 0 else float(k + 2) for x in names}
        if all(_holds(g, point) for g in relations):
            found_points.append(point)
            if len(found_points) >= ENOUGH:
                break
    return tuple(found_points)


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
    """Return a sampled point at which the goal clearly fails; None if there is none, or if the goal is no relation."""
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
