"""The inequality of Cauchy and Schwarz for factors as they are written, under hypotheses that say what means are."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext

import pytest

from proofs.search import prove
from proofs.search.base.failures import NotFound
from proofs.search.methods.covariances import factors_as_written

WEIGHTS = "all(w[i] >= 0, (i, 1, n))", "sum(w[i], (i, 1, n)) == 1"
WEIGHTED_MEANS = "u == sum(w[i]*x[i], (i, 1, n))", "v == sum(w[i]*y[i], (i, 1, n))"
MEANS = "n*u == sum(x[i], (i, 1, n))", "v == sum(y[i], (i, 1, n))/n"
COVARIANCE = "sum((x[i] - u)*(y[i] - v), (i, 1, n))**2"
VARIANCE = "sum((x[i] - u)**2, (i, 1, n))"


@pytest.mark.parametrize(
    "goal, given, found",
    [
        (f"{COVARIANCE} <= {VARIANCE}*sum(y[i]**2, (i, 1, n))", MEANS, True),
        (f"{COVARIANCE} <= sum(x[i]**2, (i, 1, n))*sum(y[i]**2, (i, 1, n))", MEANS, True),
        (
            "sum(w[i]*(x[i] - u)*(y[i] - v), (i, 1, n))**2"
            " <= sum(w[i]*(x[i] - c)**2, (i, 1, n))*sum(w[i]*(y[i] - v)**2, (i, 1, n))",
            (*WEIGHTS, *WEIGHTED_MEANS),
            True,
        ),
        (f"{COVARIANCE} <= {VARIANCE}*sum(y[i]**2, (i, 1, n))/2", MEANS, False),
        (f"{COVARIANCE} <= {VARIANCE}*sum(y[i]**2, (i, 1, n))", MEANS[:0], False),
    ],
)
def test_covariances_by_their_factors(
    of_sequences: Callable[..., object], goal: str, given: tuple[str, ...], found: bool
) -> None:
    with nullcontext() if found else pytest.raises(NotFound):
        of_sequences(factors_as_written, goal, *given, others=("linear", "signs"), effort=5.0 if found else 1.0)


def test_half_of_a_bound_is_not_proved() -> None:
    goal = f"{COVARIANCE} <= {VARIANCE}*sum(y[i]**2, (i, 1, n))/2"
    assert prove(goal, ("integer n", "n >= 1", *MEANS), effort=0.3).answer != "proved"
