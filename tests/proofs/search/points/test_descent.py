"""Points on equations, and where a number is least on them."""

from __future__ import annotations

import numpy as np
import pytest

from proofs.kernel.terms import Term, var
from proofs.search import decide
from proofs.search.points.descent import Surface, lowest_points, on_hypotheses, sign_there
from proofs.search.question import question

x, y, r = (var(name, "R") for name in "xyr")


def given(*relations: str) -> tuple[Term, ...]:
    return question("x >= 0", list(relations))[0]


def test_points_hold_the_hypotheses() -> None:
    relations = given("x > 0", "y > 0", "x*y == 2", "x <= y")
    found = on_hypotheses(relations, [x, y])
    assert len(found) > 3
    for a, b in found:
        assert a > 0 and a * b == pytest.approx(2) and a <= b + 1e-6


def test_a_root_is_computed() -> None:
    surface = Surface(given("x > 0", "r > 0", "r**2 == x + 1"), [x, r])
    assert surface.names == [x] and list(surface.row([3.0])) == pytest.approx([3, 2])


def test_there_may_be_none() -> None:
    assert not len(on_hypotheses(given("x**2 + 1 <= 0"), [x]))


def test_there_may_be_no_variables() -> None:
    assert not len(on_hypotheses(given("sqrt(5) == 5"), []))
    assert decide("x >= 4", ["x == 0", "sqrt(x + 5) == 5"]).answer == "proved"


def test_the_least_point() -> None:
    height, v = min(lowest_points(given("x**2 + y**2 == 5"), [x, y], x + 2 * y), key=lambda row: row[0])
    assert height == pytest.approx(-5) and list(v) == pytest.approx([-1, -2], abs=1e-5)


def test_the_least_point_with_a_root() -> None:
    found = lowest_points(given("x > 0", "r > 0", "r**2 == x"), [r, x], x - 2 * r)
    height, v = min(found, key=lambda row: row[0])
    assert height == pytest.approx(-1) and list(v) == pytest.approx([1, 1], abs=1e-4)


def test_where_nothing_bends() -> None:
    kink = question("max(x, y) >= x", [])[1][0].args[0]  # as flat as can be, but for an edge
    assert all(np.isfinite(height) for height, _ in lowest_points((), [x, y], kink - x / 2 - y / 2))
    assert decide("log(exp(x) + exp(y)) <= max(x, y) + log(2)", effort=30).answer == "proved"


def test_signs() -> None:
    relations = given("x > 0", "y > 0", "x*y == 1")
    assert sign_there(relations, x + y) == 1 and sign_there(relations, x - y) == 0 and sign_there(relations, -x) == -1


def test_the_least_point_where_nothing_is_left_to_vary() -> None:
    (hypotheses, _) = question("x >= 0", ["r >= 0", "r**2 == 3"])[:2]
    assert all(abs(v - 3**0.5) < 1e-9 for v, _ in lowest_points(hypotheses, [r], r))
