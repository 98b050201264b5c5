"""Convex functions of sequences that hypotheses say to be mixtures."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import prove
from proofs.search.base.failures import NotFound
from proofs.search.procedures.jensen import of_named

ROWS = "all(all(a[i, j] >= 0, (j, 1, n)), (i, 1, n))", "all(sum(a[i, j], (j, 1, n)) == 1, (i, 1, n))"
COLUMNS = "all(sum(a[i, j], (i, 1, n)) == 1, (j, 1, n))"
KEPT = "all(s[i] > 0, (i, 1, n))", "all(sum(s[i]*a[i, j], (i, 1, n)) == s[j], (j, 1, n))"
MEANS = "all(y[i] == sum(a[i, j]*x[j], (j, 1, n)), (i, 1, n))"
POSITIVE = "all(x[i] > 0, (i, 1, n))"
ENTROPY = "sum(y[i]*log(y[i]), (i, 1, n)) <= sum(x[i]*log(x[i]), (i, 1, n))"
CHANNEL = (
    "all(p[i] > 0, (i, 1, n))",
    "all(q[i] > 0, (i, 1, n))",
    "all(all(w[i, j] > 0, (j, 1, n)), (i, 1, n))",
    "all(r[j] == sum(p[i]*w[i, j], (i, 1, n)), (j, 1, n))",
    "all(s[j] == sum(q[i]*w[i, j], (i, 1, n)), (j, 1, n))",
)
ASKED = "linear", "signs", "term by term"
PROCESSED = "sum(r[j]*log(r[j]/s[j]), (j, 1, n)) <= sum(p[i]*log(p[i]/q[i]), (i, 1, n))"


@pytest.mark.parametrize(
    "goal, given",
    [
        (ENTROPY, (*ROWS, COLUMNS, MEANS, POSITIVE)),
        ("sum(log(y[i]), (i, 1, n)) >= sum(log(x[i]), (i, 1, n))", (*ROWS, COLUMNS, MEANS, POSITIVE)),
        ("sum(s[i]*abs(y[i] - c), (i, 1, n)) <= sum(s[i]*abs(x[i] - c), (i, 1, n))", (*ROWS, *KEPT, MEANS)),
        (PROCESSED, (*CHANNEL, "all(sum(w[i, j], (j, 1, n)) == 1, (i, 1, n))")),
    ],
)
def test_members_that_are_mixtures(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    of_sequences(of_named, goal, *given, others=ASKED)


@pytest.mark.parametrize(
    "goal, given",
    [
        (ENTROPY, (*ROWS, MEANS, POSITIVE)),
        ("sum(y[i]**3, (i, 1, n)) <= sum(x[i]**3, (i, 1, n))", (*ROWS, COLUMNS, MEANS)),
        (PROCESSED, (*CHANNEL, "all(sum(w[i, j], (i, 1, n)) == 1, (j, 1, n))")),
    ],
)
def test_what_mixtures_do_not_give(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises(NotFound):
        of_sequences(of_named, goal, *given, others=ASKED, effort=1.0)


def test_what_no_other_method_gives() -> None:
    asked = ("integer n", "n >= 1", *ROWS, COLUMNS, MEANS)
    assert prove("sum(y[i]**3, (i, 1, n)) <= sum(x[i]**3, (i, 1, n))", asked, effort=0.3).answer != "proved"
