"""The inequality of Cauchy and Schwarz for factors as they are written, under hypotheses that say what means are."""

from __future__ import annotations

import pytest

from proofs.decide import prove

WEIGHTS = "all(w[i] >= 0, (i, 1, n))", "sum(w[i], (i, 1, n)) == 1"
WEIGHTED_MEANS = "u == sum(w[i]*x[i], (i, 1, n))", "v == sum(w[i]*y[i], (i, 1, n))"
MEANS = "n*u == sum(x[i], (i, 1, n))", "v == sum(y[i], (i, 1, n))/n"
COVARIANCE = "sum((x[i] - u)*(y[i] - v), (i, 1, n))**2"
VARIANCE = "sum((x[i] - u)**2, (i, 1, n))"


@pytest.mark.parametrize(
    "goal, given, answer",
    [
        (f"{COVARIANCE} <= {VARIANCE}*sum(y[i]**2, (i, 1, n))", MEANS, "proved"),
        (f"{COVARIANCE} <= sum(x[i]**2, (i, 1, n))*sum(y[i]**2, (i, 1, n))", MEANS, "proved"),
        (
            "sum(w[i]*(x[i] - u)*(y[i] - v), (i, 1, n))**2"
            " <= sum(w[i]*(x[i] - c)**2, (i, 1, n))*sum(w[i]*(y[i] - v)**2, (i, 1, n))",
            (*WEIGHTS, *WEIGHTED_MEANS),
            "proved",
        ),
        (f"{COVARIANCE} <= {VARIANCE}*sum(y[i]**2, (i, 1, n))/2", MEANS, "unknown"),
        (f"{COVARIANCE} <= {VARIANCE}*sum(y[i]**2, (i, 1, n))", MEANS[:0], "unknown"),
    ],
)
def test_covariances_by_their_factors(goal: str, given: tuple[str, ...], answer: str) -> None:
    assert prove(goal, ("integer n", "n >= 1", *given), timeout=0.5 if answer == "unknown" else 30).answer == answer
