"""Samples satisfy the hypotheses."""

from __future__ import annotations

from proofs.kernel.terms import eq, inv, le, num, var
from proofs.search.points.sampling import false_point, points

x, y, z = (var(name, "R") for name in "xyz")


def test_samples_satisfy_the_hypotheses() -> None:
    given = [num(0) < x, x < y, le(y * y, num(4))]
    found = points(given, [x, y])
    assert len(found) > 5 and all(0 < p[x] < p[y] and p[y] ** 2 <= 4 for p in found)
    assert false_point(given, le(x, num(1, 4))) is not None and false_point(given, le(x, y)) is None
    assert points([eq(x, y * inv(y) + z)], [x, y, z]) == ()  # nothing is known of equations
