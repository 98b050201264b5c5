"""Undefined questions are never proved: undefined terms under ranges, and in hypotheses checked one after another."""

from __future__ import annotations

from itertools import permutations

import pytest
import sympy as sp

from proofs.search import UndefinedError, decide
from proofs.search.question import read_question
from proofs.search.settle import settle

AT_0 = ["integer i", "i == 0"]
K = sp.Symbol("k", integer=True)


@pytest.mark.parametrize(
    "goal",
    [
        "sum(factorial(-1), (i, i + 1, 3)) == 3",
        "sum(acos(2), (i, i + 1, 3)) == 3*pi/2",
        "sum(sqrt(-1), (i, i + 1, 3)) == 0",
        "sum(sqrt(-4)*sqrt(-4), (i, i + 1, 3)) == 0",
        "sum(sqrt(i - 5), (i, i + 1, 3)) == 0",
        "prod(sqrt(i - 5), (i, i + 1, 3)) == 0",
        "max(sqrt(-1), (i, i + 1, 3)) == 0",
        "min(sqrt(-1), (i, i + 1, 3)) >= 0",
        "all(sqrt(-1) >= 0, (i, i + 1, 3))",
    ],
)
def test_a_range_whose_bound_has_the_name_of_its_index(goal: str) -> None:
    with pytest.raises(UndefinedError):
        decide(goal, AT_0)
    with pytest.raises(UndefinedError):
        decide(goal.replace("(i, ", "(j, ").replace("sqrt(i", "sqrt(j"), AT_0)


def test_a_hypothesis_over_such_a_range() -> None:
    with pytest.raises(UndefinedError):
        decide("x > 5", [*AT_0, "x > 6 + sum(sqrt(-1), (i, i + 1, 3))"])


def test_such_a_range_from_sympy() -> None:
    k, n = sp.symbols("k n", integer=True)
    a = sp.IndexedBase("a")
    for goal in (
        sp.Eq(sp.Sum(sp.sqrt(k - 9), (k, k + 1, n)), 0),
        sp.Eq(sp.Sum(sp.sqrt(-(a[k] ** 2) - 1), (k, k + 1, n)), 0),
        sp.Ge(sp.Product(sp.sqrt(k - 9), (k, k + 1, n)), 0),
    ):
        with pytest.raises(UndefinedError):
            decide(goal, [sp.Eq(k, 0), sp.Eq(n, 3)])


@pytest.mark.parametrize(
    "goal",
    [
        "(1/k)**k >= 0",
        "(n/k)**k <= binomial(n, k)",
        "log(k)**k >= 0",
        "max(x[i], (i, 1, k))**k >= 0",
        "sqrt(1/k)**k >= 0",
        "(1/k)**k > 2",
        sp.Ge((1 + 1 / K) ** K, 0),
    ],
)
def test_the_base_of_a_zeroth_power_is_defined(goal: object) -> None:
    with pytest.raises(UndefinedError) as error:
        decide(goal, ["integer k, n", "0 <= k", "k <= n"])  # type: ignore[arg-type]
    assert error.value.point["k"] == 0


def test_a_power_of_a_quotient_that_is_defined_is_proved() -> None:
    assert decide("(n/k)**k <= binomial(n, k)", ["integer k, n", "1 <= k", "k <= n"]).answer == "proved"


def test_a_defined_one_is_answered() -> None:
    assert decide("sum(sqrt(3 - i), (i, 1, i)) >= 0", ["integer i", "i == 3"]).answer == "proved"
    assert decide("all(a[i] > 0, (i, 1, i))", ["integer i", "i >= 1"]).answer == "refuted"


@pytest.mark.parametrize("name", ["bound_0_", "bound_1_", "m"])
def test_a_variable_with_the_name_of_a_binder(name: str) -> None:
    given = [f"integer n, {name}", "n >= 1", f"{name} == 0"]
    for said in (f"all(a[i+1] == a[i] + 1/{name}, (i, 1, n))", f"all(a[i+1] == a[i] + sqrt({name} - 1), (i, 1, n))"):
        with pytest.raises(UndefinedError):
            decide("a[2] == a[1]", [*given, said])


@pytest.mark.parametrize(
    "given", [["sqrt(y) > 0", "1/y >= 0"], ["1/y >= 0", "sqrt(y) > 0"], ["sqrt(y) > 0 and 1/y >= 0"]]
)
def test_two_hypotheses_do_not_show_each_other_defined(given: list[str]) -> None:
    """√y > 0 would say that y is not 0, and 1/y ≥ 0 that it is not negative."""
    with pytest.raises(UndefinedError):
        decide("y > 0", given)


@pytest.mark.parametrize("given", [*permutations(["sqrt(x) > 1", "log(sqrt(x)) >= 0", "x >= 1/x", "x > 0"])][::5])
def test_hypotheses_are_shown_defined_in_the_order_that_serves(given: tuple[str, ...]) -> None:
    answer = decide("x > 1/2", list(given))
    assert answer.answer == "proved"


def test_relations_that_and_joins_are_hypotheses_of_their_own() -> None:
    assert decide("x > 1/2", ["sqrt(x) > 1 and x > 0"]).answer == "proved"


def test_a_question_is_sent_with_the_conditions_of_each_relation() -> None:
    asked = read_question("sqrt(x) <= y < factorial(n)", ["integer n", "0 <= sqrt(y)", "x > 0"])
    again = type(asked).from_json(asked.to_json())
    assert again == asked and any(p.needs for p in asked.read)
    assert settle(asked.to_json(), ("proof",), 10.0, 100.0)["undefined"] == "0 ≤ y"


def test_anything_follows_from_hypotheses_that_contradict_each_other() -> None:
    for goal in ("sum(v[i], (i, 1, n)) > 3", "all(v[3] > i, (i, 1, n))"):
        answer = decide(goal, ["integer n, j", "n >= 1", "j <= 3", "j > 3"])
        assert answer.answer == "proved" and answer.vacuous
