"""Tests for proofs/search/methods/different.py."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide
from proofs.search.base.failures import LimitReached, NotFound
from proofs.search.methods.different import different

SIZE = ["integer n, a", "n >= 1"]
POSITIVE, DIFFERENT = "all(a[i] >= 1, (i, 1, n))", "all(a[i] != a[j], (j, 1, i - 1), (i, 1, n))"


@pytest.mark.parametrize(
    "goal",
    [
        "sum(a[k]/k**2, (k, 1, n)) >= sum(1/k, (k, 1, n))",
        "sum(a[k]**3, (k, 1, n)) >= (n*(n + 1)/2)**2",
        "sum(1/(a[k]*(a[k] + 1)), (k, 1, n)) < 1",
        "prod(a[k], (k, 1, n)) >= prod(k, (k, 1, n))",
    ],
)
def test_sums_are_least_for_the_first_numbers(of_sequences: Callable[..., object], goal: str) -> None:
    of_sequences(different, goal, POSITIVE, DIFFERENT, size=SIZE)


def test_the_other_order_of_indices(of_sequences: Callable[..., object]) -> None:
    given = ["all(b[j] > 0, (j, 1, m))", "all(b[j] != b[i], (j, i + 1, m), (i, 1, m))"]
    of_sequences(different, "sum(b[j], (j, 1, m)) >= m*(m + 1)/2", *given, size=["integer m, b", "m >= 1"])


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("sum(a[k], (k, 1, n)) >= n*(n + 1)/2 + 1/2", [POSITIVE, DIFFERENT]),
        ("sum(a[k], (k, 1, n)) >= n*(n + 1)/2", ["all(a[i] >= 0, (i, 1, n))", DIFFERENT]),
        ("sum(a[k], (k, 1, n)) >= n*(n + 1)/2", [POSITIVE, "all(a[i] != a[i + 1], (i, 1, n - 1))"]),
        ("sum(a[k]*(a[k] - 10), (k, 1, n)) >= sum(k*(k - 10), (k, 1, n))", [POSITIVE, DIFFERENT]),
    ],
)
def test_false_neighbours(of_sequences: Callable[..., object], goal: str, given: list[str]) -> None:
    with pytest.raises((NotFound, LimitReached)):
        of_sequences(different, goal, *given, size=SIZE, effort=0.4)


def test_numbers_that_are_no_integers() -> None:
    """They may be close to each other."""
    given = ["integer n", "n >= 1", POSITIVE, DIFFERENT]
    assert decide("sum(a[k], (k, 1, n)) >= n*(n + 1)/2", given, effort=5).answer == "refuted"
