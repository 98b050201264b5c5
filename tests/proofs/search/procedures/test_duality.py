"""Eigenvectors, isometries, Markov chains and quadratic forms: hypotheses of every index tested with sequences."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search.base.failures import NotFound
from proofs.search.procedures.duality import tested

SYMMETRIC = "all(a[i, j] == a[j, i], (i, 1, n), (j, 1, n))"
OF_X = "all(sum(a[i, j]*x[j], (j, 1, n)) == lam*x[i], (i, 1, n))"
OF_Y = "all(sum(a[i, j]*y[j], (j, 1, n)) == mu*y[i], (i, 1, n))"
SIGNS = "all(a[i, j] >= 0, (i, 1, n), (j, 1, n))"
ROWS = "all(sum(a[i, j], (j, 1, n)) <= r, (i, 1, n))"
COLUMNS = "all(sum(a[i, j], (i, 1, n)) <= c, (j, 1, n))"
UNIT = "all(sum(q[i, j]**2, (i, 1, n)) == 1, (j, 1, n))"
APART = "all(sum(q[i, j]*q[i, k], (i, 1, n)) == 0, (k, 1, j-1), (j, 1, n))"
DOMINANT = "all(a[i, i] >= sum(abs(a[i, j]), (j, 1, i-1)) + sum(abs(a[i, j]), (j, i+1, n)), (i, 1, n))"
BELOW = "all(a[i, j] <= 0, (j, 1, i-1), (i, 1, n))"
BALANCE = "all(v[i]*p[i, j] == v[j]*p[j, i], (i, 1, n), (j, 1, n))"
LEFT = (
    SIGNS,
    "all(x[i] > 0, (i, 1, n))",
    "all(y[i] >= 0, (i, 1, n))",
    "sum(y[i], (i, 1, n)) > 0",
    "all(sum(y[i]*a[i, j], (i, 1, n)) == lam*y[j], (j, 1, n))",
)
FORM = "sum(a[i, j]*x[i]*x[j], (i, 1, n), (j, 1, n))"
SCHUR = "sum(a[i, j]*x[i]*y[j], (i, 1, n), (j, 1, n))**2 <= {}*sum(x[i]**2, (i, 1, n))*sum(y[j]**2, (j, 1, n))"
LENGTH = "sum(sum(q[i, j]*x[j], (j, 1, n))**2, (i, 1, n)) == sum(x[j]**2, (j, 1, n))"


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("sum(x[i]*y[i], (i, 1, n)) == 0", (SYMMETRIC, OF_X, OF_Y, "lam != mu")),
        ("lam <= r", (*LEFT, "all(sum(a[i, j]*x[j], (j, 1, n)) <= r*x[i], (i, 1, n))")),
        (LENGTH, (UNIT, APART)),
        (
            "sum(v[i]*p[i, k], (i, 1, n)) == v[k]",
            ("integer k", "1 <= k", "k <= n", "all(sum(p[i, j], (j, 1, n)) == 1, (i, 1, n))", BALANCE),
        ),
        (SCHUR.format("r*c"), (SIGNS, ROWS, COLUMNS)),
        (f"{FORM} >= 0", (SYMMETRIC, DOMINANT)),
        (f"{FORM} >= 0", (SYMMETRIC, BELOW, "all(sum(a[i, j], (j, 1, n)) == 0, (i, 1, n))")),
        ("mu < lam", (OF_X, f"mu*sum(x[i]**2, (i, 1, n)) < {FORM}")),
    ],
)
def test_proved(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    of_sequences(tested, goal, *given)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("sum(x[i]*y[i], (i, 1, n)) == 0", (OF_X, OF_Y, "lam != mu")),
        ("lam < r", (*LEFT, "all(sum(a[i, j]*x[j], (j, 1, n)) <= r*x[i], (i, 1, n))")),
        (LENGTH, (UNIT,)),
        (SCHUR.format("r*c"), (ROWS, COLUMNS)),
        (f"{FORM} >= 0", (DOMINANT,)),
        (f"{FORM} >= 0", (SYMMETRIC, BELOW, "all(sum(a[i, j], (j, 1, n)) >= -1, (i, 1, n))")),
        ("mu < lam", (OF_X, f"mu*sum(x[i]**2, (i, 1, n)) <= {FORM}")),
    ],
)
def test_false_neighbours(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises(NotFound):
        of_sequences(tested, goal, *given, effort=5.0)
