"""Rows of a matrix and neighbours, looked at where a member is the greatest, or where all are bounded."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import prove
from proofs.search.base.failures import NotFound
from proofs.search.procedures.extremal_index import greatest

EIGEN = "all(sum(A[i, j]*x[j], (j, 1, n)) == t*x[i], (i, 1, n))"
SYSTEM = "all(sum(A[i, j]*x[j], (j, 1, n)) == b[i], (i, 1, n))"
DOMINANT = "d > 0", "all(2*abs(A[i, i]) - sum(abs(A[i, j]), (j, 1, n)) >= d, (i, 1, n))"
CHAIN = "all(sum(P[i, j], (j, 1, n)) == 1, (i, 1, n))", "all(sum(P[i, j]*x[j], (j, 1, n)) == x[i], (i, 1, n))"
POSITIVE = "all(all(P[i, j] > 0, (j, 1, n)), (i, 1, n))"
STEPS = "u[0] == 0", "u[n + 1] == 0", "c > 0", "all((2 + c)*u[i] - u[i - 1] - u[i + 1] == f[i], (i, 1, n))"
SCALED = "all(A[i, i] != 0, (i, 1, n))", "all(sum(abs(A[i, j]), (j, 1, n)) <= (1 + q)*abs(A[i, i]), (i, 1, n))"
STEP = "max(abs(x[i] - sum(A[i, j]*x[j], (j, 1, n))/A[i, i]), (i, 1, n))"


@pytest.mark.parametrize(
    "goal, given",
    [
        ("abs(t) <= max(sum(abs(A[i, j]), (j, 1, n)), (i, 1, n))", (EIGEN, "sum(x[i]**2, (i, 1, n)) > 0")),
        ("max(abs(x[i]), (i, 1, n)) <= max(abs(b[i]), (i, 1, n))/d", (SYSTEM, *DOMINANT)),
        ("all(x[i] == max(x[j], (j, 1, n)), (i, 1, n))", (POSITIVE, *CHAIN)),
        ("max(abs(u[i]), (i, 1, n)) <= max(abs(f[i]), (i, 1, n))/c", STEPS),
        (f"{STEP} <= q*max(abs(x[i]), (i, 1, n))", SCALED),
    ],
)
def test_rows(goal: str, given: tuple[str, ...]) -> None:
    assert prove(goal, ("integer n", "n >= 1", *given), effort=30).answer == "proved"


@pytest.mark.parametrize(
    "goal, given",
    [
        ("abs(t) <= max(sum(abs(A[i, j]), (j, 1, n)), (i, 1, n))", (EIGEN,)),
        ("max(abs(x[i]), (i, 1, n)) <= max(abs(b[i]), (i, 1, n))/(2*d)", (SYSTEM, *DOMINANT)),
        (f"{STEP} <= q*max(abs(x[i]), (i, 1, n))/2", SCALED),
    ],
)
def test_what_rows_do_not_give(goal: str, given: tuple[str, ...]) -> None:
    assert prove(goal, ("integer n", "n >= 1", *given), effort=0.3).answer != "proved"


ASKED = "linear", "signs", "term by term"
AT = "integer n, k", "1 <= k", "k <= n", "all(sum(a[i, j]*x[j], (j, 1, n)) == t*x[i], (i, 1, n))"
GREATEST = (*AT, "all(abs(x[i]) <= abs(x[k]), (i, 1, n))")
DISC = "abs(t - a[k, k]) <= sum(abs(a[k, j]), (j, 1, n)) - abs(a[k, k])"
GRID = "all(x[i] <= x[k], (i, 0, n + 1))", "all((2 + c)*x[i] <= x[i - 1] + x[i + 1], (i, 1, n))"


@pytest.mark.parametrize(
    "goal, given",
    [
        (DISC, (*GREATEST, "x[k] != 0")),
        (DISC, (*AT, "x[k] == 1", "all(abs(x[i]) <= 1, (i, 1, n))")),
        ("t <= n*M", (*GREATEST, "x[k] != 0", "all(all(abs(a[i, j]) <= M, (j, 1, n)), (i, 1, n))")),
        ("x[k] <= 0", ("integer n, k", "0 <= k", "k <= n + 1", "c > 0", "x[0] == 0", "x[n + 1] == 0", *GRID)),
    ],
)
def test_where_hypotheses_say_that_it_is_the_greatest(
    of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]
) -> None:
    of_sequences(greatest, goal, *given, size=(), others=ASKED)


@pytest.mark.parametrize("given", [GREATEST, (*AT, "x[k] != 0")])
def test_no_disc_about_any_row(of_sequences: Callable[..., object], given: tuple[str, ...]) -> None:
    with pytest.raises(NotFound):
        of_sequences(greatest, DISC, *given, size=(), others=ASKED)
