"""Equations between roots and between sin and cos of parts of π, and identities; none of what is nearly equal."""

from __future__ import annotations

import pytest

from proofs.search import decide, prove


@pytest.mark.parametrize(
    "goal",
    [
        "sin(pi/12) == (sqrt(6) - sqrt(2))/4",
        "cos(pi/5) == (1 + sqrt(5))/4",
        "tan(pi/8) == sqrt(2) - 1",
        "cos(pi/7) - cos(2*pi/7) + cos(3*pi/7) == 1/2",
        "cos(pi/9)*cos(2*pi/9)*cos(4*pi/9) == 1/8",
        "cos(x) + cos(x + 2*pi/3) + cos(x - 2*pi/3) == 0",
        "cbrt(2 + sqrt(5)) + cbrt(2 - sqrt(5)) == 1",
        "sqrt(4 + sqrt(7)) - sqrt(4 - sqrt(7)) == sqrt(2)",
    ],
)
def test_found(goal: str) -> None:
    answer = prove(goal)
    assert answer.answer == "proved"


@pytest.mark.parametrize(
    "goal",
    [
        "cos(pi/5) == (1 + sqrt(5))/4 + 1/10**6",
        "cbrt(2 + sqrt(5)) + cbrt(2 - sqrt(5)) == 1 + 1/10**8",
        "sin(3*x) == 3*sin(x)*sin(pi/3 - x)*sin(pi/3 + x)",
        "cos(pi/7) + cos(2*pi/7) - cos(3*pi/7) == 1/2",  # of another solution of the relations
    ],
)
def test_near_misses(goal: str) -> None:
    assert decide(goal, effort=2).answer != "proved"


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("1 - tan(x)*tan(y) > 0", ["0 < x", "0 < y", "x + y < pi/2"]),
        ("tan(x) > tan(y)", ["0 <= y", "y < x", "x < pi/2"]),
    ],
)
def test_products_of_waves(goal: str, given: list[str]) -> None:
    assert prove(goal, given=given).answer == "proved"


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("1 - tan(x)*tan(y) > 0", ["0 < x < pi/2", "0 < y < pi/2"]),
        ("tan(x - y) == (tan(x) - tan(y))/(1 - tan(x)*tan(y))", ["0 < y", "y < x", "x < pi/4"]),
    ],
)
def test_products_of_waves_near_misses(goal: str, given: list[str]) -> None:
    assert decide(goal, given=given, effort=2).answer != "proved"


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("sin(3*x) <= 3*sin(x)", ["0 <= x <= pi"]),
        ("cos(4*x) - 4*cos(2*x) + 3 >= 0", []),
    ],
)
def test_multiples_of_one_angle(goal: str, given: list[str]) -> None:
    assert prove(goal, given=given).answer == "proved"


@pytest.mark.parametrize(
    ("goal", "given"),
    [("sin(3*x) <= 3*sin(x)", ["-1 <= x <= pi"]), ("cos(4*x) - 4*cos(2*x) + 3 >= 1/100", [])],
)
def test_multiples_of_one_angle_near_misses(goal: str, given: list[str]) -> None:
    assert decide(goal, given=given, effort=2).answer != "proved"
