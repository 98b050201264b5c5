"""A rational unit vector that keeps finitely many points apart (KS Lemma 2, after Park et al. 2021, Lemma 13).

Random directions are drawn until one does; of those that are uniform on the sphere more than a third do. Each is made
a unit vector with rational entries (by stereographic projection, these are dense), and what it keeps is checked in
exact arithmetic, squared.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from symbolic.exact import Exact, fraction

Vector = tuple[Fraction, ...]
BELOW_PI = Fraction(333, 106)  # with it 8/(πd) is bounded from above


class Projection(NamedTuple):
    """A rational unit vector, and the least (vᵀ(x − x'))² / ‖x − x'‖² over all pairs; None if there are none."""

    v: Vector
    kept_squared: Fraction | None


def share_squared(points: int, d: int) -> Fraction:
    """Return an upper bound on the square of the paper's factor √(8/(πd)) / points², KS (72)."""
    return Fraction(8) / (BELOW_PI * d * points**4)


def keep_apart(points: Sequence[Sequence[Exact]], seed: int = 0, tries: int = 1000) -> Projection:
    """Find a unit vector v with √(8/(πd)) / |X|² · ‖x − x'‖ <= |vᵀ(x − x')| for all points x, x'.

    Parameters
    ----------
    points
        Distinct points, all of one dimension d >= 1, with rational entries.
    seed, tries
        The seed of the random directions, and how many of them to try.

    Raises
    ------
    ValueError
        for points of dimension 0 or of different dimensions, or two that are equal.
    TypeError
        for entries that are not rational.
    ArithmeticError
        if no direction was found (as likely as (2/π)^tries).

    >>> found = keep_apart([(0, 0), (1, 0), (1, Fraction(1, 1000))])
    >>> sum(x**2 for x in found.v), found.kept_squared >= share_squared(3, 2)
    (Fraction(1, 1), True)
    """
    rows = [tuple(fraction(x) for x in point) for point in points]
    d = _dimension(rows)
    gaps = [tuple(x - y for x, y in zip(p, q, strict=True)) for p, q in combinations(rows, 2)]
    norms = [sum((x * x for x in gap), Fraction(0)) for gap in gaps]
    if 0 in norms:
        k = norms.index(Fraction(0))
        i, j = list(combinations(range(len(rows)), 2))[k]
        raise ValueError(f"points {i} and {j} are equal; give each point once")
    wanted = share_squared(len(rows), d)
    rng = random.Random(seed)
    for _ in range(tries):
        v = unit_vector([rng.gauss(0, 1) for _ in range(d)])
        kept = None
        for gap, norm in zip(gaps, norms, strict=True):
            share = sum((a * b for a, b in zip(v, gap, strict=True)), Fraction(0)) ** 2 / norm
            if share < wanted:
                break
            kept = share if kept is None else min(kept, share)
        else:
            return Projection(v, kept)
    raise ArithmeticError(f"none of {tries} directions keeps the points apart; try another seed")


def unit_vector(direction: Sequence[float], bits: int = 12) -> Vector:
    """Return a rational unit vector close to the direction: the stereographic image of a point with short fractions.

    >>> unit_vector([1.0]), unit_vector([0.0, -2.0])
    ((Fraction(1, 1),), (Fraction(0, 1), Fraction(-1, 1)))
    """
    length = sum(x * x for x in direction) ** 0.5
    if length == 0:
        raise ValueError("the zero vector has no direction")
    *rest, last = (x / length for x in direction)
    sign = 1 if last >= 0 else -1  # projected from the pole that is farther away
    flat = [Fraction(round(x / (1 + abs(last)) * 2**bits), 2**bits) for x in rest]
    square = sum((x * x for x in flat), Fraction(0))
    return (*(2 * x / (1 + square) for x in flat), sign * (1 - square) / (1 + square))


def _dimension(rows: Sequence[Vector]) -> int:
    if not rows:
        raise ValueError("at least one point is needed, so that it is known in which dimension")
    sizes = {len(row) for row in rows}
    if len(sizes) > 1:
        raise ValueError(f"all points need one dimension, not {sorted(sizes)}")
    (d,) = sizes
    if d == 0:
        raise ValueError("in dimension 0 there is no unit vector")
    return d
