"""Maxima by sums of powers of e."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.decide import decide

SIZE = "integer n", "n >= 1"


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("sum(x[i]*exp(x[i]), (i, 1, n))/sum(exp(x[i]), (i, 1, n)) >= max(x[i], (i, 1, n)) - log(n)", SIZE),
        (
            "max(x[i], (i, 1, n)) <= log(n)/t + t*w**2/2",
            (*SIZE, "t > 0", "sum(exp(t*x[i]), (i, 1, n)) <= n*exp(t**2*w**2/2)"),
        ),
    ],
)
def test_proved(is_proved: Callable[..., None], goal: str, given: tuple[str, ...]) -> None:
    is_proved(goal, given)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("sum(x[i]*exp(x[i]), (i, 1, n))/sum(exp(x[i]), (i, 1, n)) >= max(x[i], (i, 1, n)) - log(n)/8", SIZE),
        ("max(x[i], (i, 1, n)) <= t*w**2/2", (*SIZE, "t > 0", "sum(exp(t*x[i]), (i, 1, n)) <= n*exp(t**2*w**2/2)")),
    ],
)
def test_false_neighbours(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, given, timeout=20).answer == "refuted"
