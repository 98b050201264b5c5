"""asin and acos by x = sin t, in the answer of decide: both readers accept what is found."""

from __future__ import annotations

import pytest

from proofs import checker
from proofs.search import decide, prove


@pytest.mark.parametrize(
    "goal, given",
    [
        ("asin(x) <= pi/2*x", ("0 <= x", "x <= 1")),
        ("asin(x) > x", ("0 < x", "x < 1")),
        ("asin(x) >= x", ("0 <= x", "x <= 1")),
        ("asin(x) <= x", ("-1 <= x", "x <= 0")),
        ("acos(x) >= sqrt(1 - x**2)", ("-1 <= x", "x <= 1")),
        ("asin(x) <= x/sqrt(1 - x**2)", ("0 <= x", "x < 1")),
    ],
)
def test_found(goal: str, given: tuple[str, ...]) -> None:
    answer = prove(goal, given, effort=60)
    assert answer.answer == "proved"
    assert "x = sin t" in answer.methods
    assert all(v.accepted for v in checker.check(answer.certificate))


@pytest.mark.parametrize(
    "goal, given",
    [
        ("asin(x) <= 1.57*x", ("0 <= x", "x <= 1")),
        ("asin(x) > x", ("0 <= x", "x < 1")),
        ("asin(x) >= x", ("-1 <= x", "x <= 1")),
        ("acos(x) <= 3.14", ("-1 <= x", "x <= 1")),
    ],
)
def test_near_misses(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, given, effort=20).answer == "refuted"
