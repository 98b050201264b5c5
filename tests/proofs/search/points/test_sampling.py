"""Samples satisfy the hypotheses."""

from __future__ import annotations

import math

from proofs.kernel.terms import eq, exp, inv, le, num, var
from proofs.search.points.sampling import false_point, points

x, y, z = (var(name, "R") for name in "xyz")


def test_samples_satisfy_the_hypotheses() -> None:
    given = [num(0) < x, x < y, le(y * y, num(4))]
    found = points(given, [x, y])
    assert len(found) > 5 and all(0 < p[x] < p[y] and p[y] ** 2 <= 4 for p in found)
    assert false_point(given, le(x, num(1, 4))) is not None and false_point(given, le(x, y)) is None


def test_samples_lie_on_equations() -> None:
    given = [num(0) < x, eq(x * exp(x), y), eq(y + inv(z), num(3)), eq(z * y, 3 * z - 1)]  # the last follows
    found = points(given, [x, y, z])
    assert len(found) > 3
    for p in found:
        assert math.isclose(p[x] * math.exp(p[x]), p[y]) and math.isclose(p[y] + 1 / p[z], 3)
    assert points([eq(x * x, num(-1))], [x]) == ()
