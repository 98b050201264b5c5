"""Squares of combinations of sequences with given squares."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide

SIZE = "integer n", "n >= 1"
UNIT = tuple(f"sum({a}[i]**2, (i, 1, n)) == 1" for a in "xyz")


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (
            "1 - sum(x[i]*z[i], (i, 1, n)) <= 2*(1 - sum(x[i]*y[i], (i, 1, n))) + 2*(1 - sum(y[i]*z[i], (i, 1, n)))",
            (*SIZE, *UNIT),
        ),
        (
            "1 - sum(x[i]*z[i], (i, 1, n)) <= 3*(1 - sum(x[i]*y[i], (i, 1, n))) + 3/2*(1 - sum(y[i]*z[i], (i, 1, n)))",
            (*SIZE, *UNIT),
        ),
    ],
)
def test_proved(is_proved: Callable[..., None], goal: str, given: tuple[str, ...]) -> None:
    is_proved(goal, given)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (
            "1 - sum(x[i]*z[i], (i, 1, n)) <= (1 - sum(x[i]*y[i], (i, 1, n))) + 2*(1 - sum(y[i]*z[i], (i, 1, n)))",
            (*SIZE, *UNIT),
        ),
    ],
)
def test_false_neighbours(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, given, effort=20).answer == "refuted"
