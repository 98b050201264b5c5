"""Tests for proofs/search/procedures/convex_sequences.py."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search.base.failures import NotFound
from proofs.search.procedures.convex_sequences import second_differences

CONVEX = "all(2*a[i] <= a[i - 1] + a[i + 1], (i, 1, n - 1))"
STRAIGHT = "all(2*a[i] == a[i - 1] + a[i + 1], (i, 1, n - 1))"
CONCAVE = "all(a[i + 1] - a[i] <= a[i] - a[i - 1], (i, 1, n - 1))"
EXIT = ("n >= 2", "h[0] == 0", "h[n] == 0", "all(h[k] == 1 + (h[k-1] + h[k+1])/2, (k, 1, n-1))")
LOAD = ("u[0] <= 0", "u[n+1] <= 0", "all(2*u[j] - u[j-1] - u[j+1] <= c*j, (j, 1, n))")
BETWEEN = ("integer k", "0 <= k", "k <= n")
ASKED = "linear", "signs", "both signs", "term by term", "induction from no steps on"


@pytest.mark.parametrize(
    "goal, given",
    [
        ("a[n] - a[0] >= n*(a[1] - a[0])", (CONVEX,)),
        ("n*a[k] >= (n - k)*a[0] + k*a[n]", (CONCAVE, *BETWEEN)),
        ("a[k] <= max(a[0], a[n])", (CONVEX, *BETWEEN)),
        ("a[k] > 0", (CONCAVE, *BETWEEN, "a[0] > 0", "a[n] > 0")),
        ("abs(a[k]) <= max(abs(a[0]), abs(a[n]))", (STRAIGHT, *BETWEEN)),
        ("h[k] == k*(n - k)", (*EXIT, *BETWEEN)),
        ("a[k] == a[0] + k/n*(a[n] - a[0])", (STRAIGHT, *BETWEEN)),
        ("u[k] <= c*k*((n + 1)**2 - k**2)/6", (*LOAD, *BETWEEN)),
        ("a[k] <= b[k]", (CONVEX, CONCAVE.replace("a[", "b["), *BETWEEN, "a[0] <= b[0]", "a[n] <= b[n]")),
    ],
)
def test_convex_sequences(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    of_sequences(second_differences, goal, *given, others=ASKED)


@pytest.mark.parametrize(
    "goal, given",
    [
        ("a[n] - a[0] >= n*(a[1] - a[0])", (CONCAVE,)),
        ("sum(a[i], (i, 0, n)) <= (n + 1)*(a[0] + a[n])/3", (CONVEX,)),
        ("n*a[k] >= (n - k)*a[0] + k*a[n]", (CONVEX, *BETWEEN)),
        ("a[k] <= max(a[0], a[n])", (CONCAVE, *BETWEEN)),
        ("h[k] == k*(n - k) + 1", (*EXIT, *BETWEEN)),
        ("u[k] >= c*k*((n + 1)**2 - k**2)/6", (*LOAD, *BETWEEN)),
        ("a[k] > 0", (CONCAVE, *BETWEEN, "a[0] > 0", "a[n] >= 0")),
        ("a[n] <= 0", ("all(3*a[i] >= a[i - 1] + a[i + 1], (i, 1, n - 1))", "a[0] == 0", "a[1] <= 0")),
    ],
)
def test_what_is_not_convex(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises(NotFound):
        of_sequences(second_differences, goal, *given, others=ASKED, effort=0.8)
