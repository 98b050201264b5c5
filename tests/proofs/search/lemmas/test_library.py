"""Tests for proofs/search/lemmas/library.py: distances of two distributions and variances, by marked theorems."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide

SIZE = "integer n", "n >= 1"
P = "all(p[i] > 0, (i, 1, n))", "sum(p[i], (i, 1, n)) == 1"
Q = "all(q[i] > 0, (i, 1, n))", "sum(q[i], (i, 1, n)) == 1"
VARIANCE = "sum(p[i]*x[i]**2, (i, 1, n)) - sum(p[i]*x[i], (i, 1, n))**2"
SOFTMAX = (
    "sum(exp(a[i])*x[i]**2, (i, 1, n))/sum(exp(a[i]), (i, 1, n)) - "
    "(sum(exp(a[i])*x[i], (i, 1, n))/sum(exp(a[i]), (i, 1, n)))**2"
)
WEAK = tuple(g.replace(">", ">=") for g in (*P, *Q))


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("sum(p[i]*log(p[i]/q[i]), (i, 1, n)) >= sum((p[i] - q[i])**2, (i, 1, n))", (*SIZE, *P, *Q)),
        ("sum(abs(p[i] - q[i]), (i, 1, n))**2 <= 4*sum((sqrt(p[i]) - sqrt(q[i]))**2, (i, 1, n))", (*SIZE, *WEAK)),
        (
            "sum(p[i]*(log(p[i]) - log(q[i])), (i, 1, n)) >= sum((sqrt(p[i]) - sqrt(q[i]))**2, (i, 1, n))",
            (*SIZE, *P, *Q),
        ),
        (
            "sum(p[i]*log(2*p[i]/(p[i] + q[i])) + q[i]*log(2*q[i]/(p[i] + q[i])), (i, 1, n)) <= 2*log(2)",
            (*SIZE, *P, *Q),
        ),
        (f"{VARIANCE} <= sum(x[i]**2, (i, 1, n))/2", (*SIZE, *P)),
        (f"{SOFTMAX} <= sum(x[i]**2, (i, 1, n))/2", SIZE),
    ],
)
def test_proved(is_proved: Callable[..., None], goal: str, given: tuple[str, ...]) -> None:
    is_proved(goal, given)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("sum(p[i]*log(p[i]/q[i]), (i, 1, n)) >= 2*sum((p[i] - q[i])**2, (i, 1, n))", (*SIZE, *P, *Q)),
        ("sum(abs(p[i] - q[i]), (i, 1, n))**2 <= 4*(1 - sum(sqrt(p[i]*q[i]), (i, 1, n)))", (*SIZE, *P, *Q)),
        ("sum(abs(p[i] - q[i]), (i, 1, n))**2 <= 2*sum((sqrt(p[i]) - sqrt(q[i]))**2, (i, 1, n))", (*SIZE, *P, *Q)),
        ("sum(p[i]*log(2*p[i]/(p[i] + q[i])) + q[i]*log(2*q[i]/(p[i] + q[i])), (i, 1, n)) <= log(2)", (*SIZE, *P, *Q)),
        (f"{VARIANCE} <= sum(x[i]**2, (i, 1, n))*2/5", (*SIZE, *P)),
    ],
)
def test_false_neighbours(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, given, effort=20).answer == "refuted"
