"""sin, cos and powers of e by their ranges alone: what that proves, and what it may not."""

from __future__ import annotations

import pytest

from proofs.search import decide, prove


@pytest.mark.parametrize(
    "goal",
    [
        "sin(x)*cos(y) <= 1",
        "20 + x**2 + y**2 - 10*cos(2*pi*x) - 10*cos(2*pi*y) >= 0",
        "exp(-x**2 - y**2)*(1 + cos(x*y)) <= 2",
        "exp((cos(x) + cos(y))/2) <= exp(1)",
    ],
)
def test_found(goal: str) -> None:
    answer = prove(goal)
    assert answer.answer == "proved"


@pytest.mark.parametrize(
    "goal", ["sin(x)*cos(y) <= 999/1000", "exp(-x**2)*sin(y) <= 99/100", "exp(cos(x)) <= 2.718", "sin(x)*cos(x) >= 0"]
)
def test_near_misses(goal: str) -> None:
    assert decide(goal, effort=2).answer != "proved"
