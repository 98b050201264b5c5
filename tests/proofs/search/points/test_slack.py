"""Descent to entries at which a goal fails, where these are rare."""

from __future__ import annotations

import pytest

from proofs.kernel.terms import substitute
from proofs.language.notation import implies
from proofs.search import question
from proofs.search.base.effort import spent
from proofs.search.points import slack
from proofs.search.points.counter import truth
from proofs.search.points.instances import PointSearch, Values

CYCLE = "x[n + 1] == x[1]", "x[n + 2] == x[2]"
SHAPIRO = "sum(x[i]/(x[i + 1] + x[i + 2]), (i, 1, n)) >= n/2"
SORTED = "all(x[i] <= x[i + 1], (i, 1, n - 1))"
ENDS = "x[0] == 0", "x[n + 1] == 0"


def found(goal: str, given: list[str], size: int, monkeypatch: pytest.MonkeyPatch) -> Values | None:
    monkeypatch.setattr(slack, "SIZES", (size,))
    hypotheses, (wanted,) = question(goal, ["integer n", "n >= 3", *given])
    for descent in slack.descents(PointSearch(hypotheses, wanted), wanted):
        for values in descent(spent() + 2):
            assert truth(substitute(implies(*hypotheses, wanted), values.instance())) is False
            return values
    return None


@pytest.mark.parametrize(
    "goal, given, size",
    [
        (SHAPIRO, ["all(x[i] > 0, (i, 1, n + 2))", *CYCLE], 24),
        (SHAPIRO, ["all(x[i] >= 1/100, (i, 1, n + 2))", "all(x[i] <= 1, (i, 1, n + 2))", *CYCLE], 14),
        ("sum((x[i + 1] - x[i])**2, (i, 0, n)) >= sum(x[i]**2, (i, 1, n))/8", [*ENDS], 10),
        ("sum((x[i + 1] - x[i])**2, (i, 1, n - 1)) >= 1/7", ["x[1] == 0", "x[n] == 1", SORTED], 10),
    ],
)
def test_false_statements_fail_where_descent_leads(
    goal: str, given: list[str], size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert found(goal, given, size, monkeypatch) is not None


@pytest.mark.parametrize(
    "goal, given, size",
    [
        (SHAPIRO, ["all(x[i] > 0, (i, 1, n + 2))", *CYCLE], 8),  # true of so few
        ("sum((x[i + 1] - x[i])**2, (i, 0, n)) >= sum(x[i]**2, (i, 1, n))/13", [*ENDS], 10),
    ],
)
def test_nothing_is_found_where_the_statement_is_true(
    goal: str, given: list[str], size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert found(goal, given, size, monkeypatch) is None
