"""Summation by parts, where hypotheses bound the sums up to every index."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide

SIZE = ("integer n", "n >= 1")
FALLING = (*SIZE, "all(a[i] >= a[i + 1], (i, 1, n - 1))", "a[n] >= 0")
BOUNDED = "all(abs(sum(b[i], (i, 1, k))) <= M, (k, 1, n))"
OWN = "summation by parts"
LARGE = (*SIZE, "all(sum(x[i], (i, 1, k)) >= k*(k + 1)/2, (k, 1, n))")


@pytest.mark.parametrize(
    ("method", "goal", "given"),
    [
        ("both signs", "abs(sum(a[i]*b[i], (i, 1, n))) <= a[1]*M", (*FALLING, BOUNDED)),
        (OWN, "sum(x[i]/i**2, (i, 1, n)) >= sum(1/i, (i, 1, n))", LARGE),
    ],
)
def test_what_holds(of_sequences: Callable[..., object], method: str, goal: str, given: tuple[str, ...]) -> None:
    of_sequences(method, goal, *given, size=(), others=[OWN])


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("abs(sum(a[i]*b[i], (i, 1, n))) <= a[n]*M", (*FALLING, BOUNDED)),
        ("abs(sum(a[i]*b[i], (i, 1, n))) <= a[1]*M", (*FALLING[:3], BOUNDED)),
        ("sum(x[i]*i, (i, 1, n)) <= sum(i**2, (i, 1, n))", LARGE),
    ],
)
def test_what_looks_like_it(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, given, effort=2).answer != "proved"
