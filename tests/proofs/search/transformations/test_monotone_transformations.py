"""Roots on both sides, and products against powers of e."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide

SIZE = "integer n", "n >= 1"
ASKED = (
    *("linear", "term by term", "a maximum is one of its members"),
    *("squares of absolute values", "powers of sums, member by member"),
)


@pytest.mark.parametrize(
    ("method", "goal", "given"),
    [
        ("powers of both sides", "sum(abs(x[i])**3, (i, 1, n))**(1/3) <= sqrt(sum(x[i]**2, (i, 1, n)))", SIZE),
        ("powers of both sides", "max(abs(x[i]), (i, 1, n)) <= sum(abs(x[i])**3, (i, 1, n))**(1/3)", SIZE),
        (
            "logarithms of products",
            "prod(sqrt(1 - 4*g[i]**2), (i, 1, n)) <= exp(-2*sum(g[i]**2, (i, 1, n)))",
            (*SIZE, "all(abs(g[i]) <= 1/2, (i, 1, n))"),
        ),
    ],
)
def test_proved(of_sequences: Callable[..., object], method: str, goal: str, given: tuple[str, ...]) -> None:
    of_sequences(method, goal, *given, size=(), others=ASKED)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("sqrt(sum(x[i]**2, (i, 1, n))) <= sum(abs(x[i])**3, (i, 1, n))**(1/3)", SIZE),
        (
            "prod(sqrt(1 - 4*g[i]**2), (i, 1, n)) <= exp(-3*sum(g[i]**2, (i, 1, n)))",
            (*SIZE, "all(abs(g[i]) <= 1/2, (i, 1, n))"),
        ),
    ],
)
def test_false_neighbours(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, given, effort=20).answer == "refuted"
