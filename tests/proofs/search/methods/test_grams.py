"""Kurtosis against skewness."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide

SIZE = "integer n", "n >= 1"


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (
            "sum(z[i]**4, (i, 1, n))/n >= (sum(z[i]**3, (i, 1, n))/n)**2 + 1",
            (*SIZE, "sum(z[i], (i, 1, n)) == 0", "sum(z[i]**2, (i, 1, n)) == n"),
        ),
    ],
)
def test_proved(is_proved: Callable[..., None], goal: str, given: tuple[str, ...]) -> None:
    is_proved(goal, given)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (
            "sum(z[i]**4, (i, 1, n))/n >= (sum(z[i]**3, (i, 1, n))/n)**2 + 2",
            (*SIZE, "sum(z[i], (i, 1, n)) == 0", "sum(z[i]**2, (i, 1, n)) == n"),
        ),
    ],
)
def test_false_neighbours(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, given, effort=20).answer == "refuted"
