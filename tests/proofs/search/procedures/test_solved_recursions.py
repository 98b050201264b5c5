"""Linear recursions with a constant rate."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search.base.failures import NotFound
from proofs.search.procedures.solved_recursions import solved

HORNER = ("b[n] == a[n]", "all(b[k] == a[k] + x*b[k + 1], (k, 0, n - 1))")
FORWARDS = "all(y[j + 1] == g*y[j] + s[j], (j, 0, n - 1))"


@pytest.mark.parametrize(
    "goal, given",
    [
        ("b[0] == sum(a[k]*x**k, (k, 0, n))", HORNER),
        ("w[1] == sum(q**(j - 1)*p[j], (j, 1, n))", ("w[n + 1] == 0", "all(w[j] == p[j] + q*w[j + 1], (j, 1, n))")),
        ("y[n] == g**n*y[0] + sum(g**(n - 1 - j)*s[j], (j, 0, n - 1))", (FORWARDS,)),
        ("y[n] == sum(g**(n - 1 - j)*s[j], (j, 0, n - 1))", ("y[0] == 0", FORWARDS)),
    ],
)
def test_constant_rates(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    of_sequences(solved, goal, *given)


@pytest.mark.parametrize(
    "goal, given",
    [
        ("b[0] == sum(a[k]*x**k, (k, 0, n - 1))", HORNER),
        ("y[n] == sum(g**(n - 1 - j)*s[j], (j, 0, n - 1))", (FORWARDS,)),
    ],
)
def test_near_misses(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises(NotFound):
        of_sequences(solved, goal, *given, effort=2.0)
