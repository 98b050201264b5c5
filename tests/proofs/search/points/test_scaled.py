"""Tests for proofs/search/points/scaled.py."""

import pytest

from proofs.language.display import text
from proofs.search import decide, refute
from proofs.search.points.scaled import normed, scaled
from proofs.search.question import question

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
    assert decide(goal, ["integer n", "n >= 1", *given], effort=30).answer == "refuted"


def test_what_is_true_is_not_refuted() -> None:
    given = ["integer n", "n >= 1", "all(x[i] >= 0, (i, 1, n))", SUM]
    assert decide("sum(x[i]**2, (i, 1, n)) <= pi**2", given, effort=30).answer == "proved"


def test_hypotheses_in_units_of_a_root_of_a_sum_of_squares() -> None:
    said = ["sum(sum(a[i, j]**2, (j, 1, n)), (i, 1, n)) == 2", "sum(a[i, 1], (i, 1, n)) == 0", "a[1, 2] <= 1"]
    given, (goal,) = question("a[1, 1] <= 1", ["integer n", "n >= 1", *said])
    other = normed(given, goal)
    assert other is not None and len(other.roots) == 1
    assert [text(g) for g in other.given[1:2]] == ["0 = -(Σ_{i=1}^{n} a_{i,1})"]


@pytest.mark.parametrize("said", ["sum(x[i]**2, (i, 1, n)) == pi", "sum(x[i]**3, (i, 1, n)) == 1", "x[1]**2 == 1"])
def test_other_sums_are_no_squares(said: str) -> None:
    given, (goal,) = question("x[1] <= 1", ["integer n", "n >= 1", said])
    assert normed(given, goal) is None


BALANCED = "sum(x[i], (i, 1, n)) == 0", "sum(x[i]**2, (i, 1, n)) == 1"


@pytest.mark.parametrize("goal", ["max(x[i], (i, 1, n)) <= 7/10", "sum(x[i]**3, (i, 1, n)) <= 2/5"])
def test_refuted_at_unit_vectors_that_are_not_rational(goal: str) -> None:
    assert refute(goal, ["integer n", "2 <= n", "n <= 3", *BALANCED], effort=30).answer == "refuted"


def test_unit_vectors_do_not_refute_what_is_true() -> None:
    given = ["integer n", "n >= 2", *BALANCED]
    assert refute("max(x[i], (i, 1, n))**2 <= (n - 1)/n", given, effort=1).answer == "unknown"
