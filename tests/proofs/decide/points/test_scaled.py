"""Tests for proofs/decide/points/scaled.py."""

import pytest

from proofs.decide import decide
from proofs.decide.points.scaled import scaled
from proofs.decide.question import question
from proofs.language.display import text

SUM = "sum(x[i], (i, 1, n)) == pi"


def test_hypotheses_in_units_of_a_sum() -> None:
    given, (goal,) = question("x[1] <= 1", ["integer n", "n >= 1", "all(x[i] > 0, (i, 1, n))", SUM])
    other = scaled(given, goal)
    assert other is not None
    assert [text(g) for g in other.given[1:]] == ["∀i ∈ {1..n}. 0 < x_i", "0 = 1 - (Σ_{i=1}^{n} x_i)"]


@pytest.mark.parametrize("said", ["sum(x[i], (i, 1, n)) == 2", "sum(x[i]**2, (i, 1, n)) == pi", "x[1] == pi"])
def test_other_hypotheses_stay(said: str) -> None:
    given, (goal,) = question("x[1] <= 1", ["integer n", "n >= 1", said])
    assert scaled(given, goal) is None


@pytest.mark.parametrize(
    "goal, given",
    [
        ("sum(cos(x[i]), (i, 1, n)) <= 1 + n/3", ["all(x[i] > 0, (i, 1, n))", SUM]),
        ("sum(x[i]**2, (i, 1, n)) <= 2/5", ["sum(x[i], (i, 1, n)) == log(2)"]),
    ],
)
def test_refuted_at_multiples(goal: str, given: list[str]) -> None:
    assert decide(goal, ["integer n", "n >= 1", *given], timeout=30).answer == "refuted"


def test_what_is_true_is_not_refuted() -> None:
    given = ["integer n", "n >= 1", "all(x[i] >= 0, (i, 1, n))", SUM]
    assert decide("sum(x[i]**2, (i, 1, n)) <= pi**2", given, timeout=30).answer == "proved"
