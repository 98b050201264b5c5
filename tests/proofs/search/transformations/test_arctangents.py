"""Machin's formulas. A sum whose sine is 0 but that is not 0 is not proved to be 0."""

from __future__ import annotations

import pytest

from proofs.search import decide, prove


@pytest.mark.parametrize(
    "goal",
    [
        "atan(1/2) + atan(1/3) == pi/4",
        "4*atan(1/5) - atan(1/239) == pi/4",
        "12*atan(1/18) + 8*atan(1/57) - 5*atan(1/239) == pi/4",
        "atan(1) + atan(2) + atan(3) == pi",
        "-atan(2) - 2*atan(1/2)/2 + pi/2 == 0",
    ],
)
def test_found(goal: str) -> None:
    answer = prove(goal)
    assert answer.answer == "proved"
    assert answer.methods == ("sums of atan",)


@pytest.mark.parametrize(
    "goal", ["atan(1) + atan(2) + atan(3) == 0", "atan(1/2) + atan(1/4) == pi/4", "atan(2) + atan(3) == -pi/4"]
)
def test_near_misses(goal: str) -> None:
    assert decide(goal).answer == "refuted"
