"""Counterexamples that are no rational numbers: closed forms, proved to be counterexamples."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from rechecked import rechecked

from proofs.checking.models.compiled import Floats, compiled
from proofs.kernel.terms import Term
from proofs.search import decide, question, refute
from proofs.search.base.algebra import integer_roots
from proofs.search.base.effort import spent
from proofs.search.counterexamples.algebraic import points

LITTLE = 0.4  # more than twice the effort that any of these counterexamples takes


def number(t: Term) -> float:
    return float(compiled(t, Floats())({}, ()))


@pytest.mark.parametrize(
    "goal, given",
    [
        ("x < sqrt(2)", ["x**2 <= 2", "x >= 0"]),
        ("x*y < 1/2", ["x**2 + y**2 == 1"]),
        ("x + y < sqrt(2)", ["x**2 + y**2 <= 1"]),
        ("x < 1", ["x**3 == 2"]),
        ("x > -1", ["x**3 == -2"]),
        ("log(x) < 1", ["x > 0", "x <= exp(1)"]),
        ("x < 1", ["exp(x) == 5"]),
        ("x**4 - 4*x**2 + 4 > 0", []),
        ("x*exp(-x) < exp(-1)", ["x >= 0"]),
        ("x*log(x) > -exp(-1)", ["x > 0"]),
        ("exp(x) - 2*x > 2 - 2*log(2)", []),
        ("-p*log(p) - (1 - p)*log(1 - p) < log(2)", ["0 < p < 1"]),
        ("2*x**2 != 2 - x", ["3 < y", "x <= y"]),
        ("(x**2 - 3)**2 + (y - x)**2 > 0", []),
        ("x < 1.618", ["x**2 == x + 1"]),
        ("x + 2/x > 2*sqrt(2)", ["x > 0"]),
        ("(z**2)**2 != a", ["z**2 + a**2 == 4", "z > 0"]),
        ("min(a, 1)**2 != 2", ["c >= 0"]),
        ("abs(a)**2 != 27", ["a > 0"]),
        ("x**3 != 2*z", ["x > -2", "z**2 + x**2 == 1/2", "z < 1"]),
        ("sqrt(x) != 1/2", ["x >= 0", "x*b >= 0", "b**2 + x**2 == 2"]),
        ("c <= a", ["a**2 == 2", "c**2 == 3"]),
        ("c <= b", ["a**2 == 2", "b > 0", "(c - a)**2 == 2"]),
    ],
)
def test_equality_at_a_closed_form(goal: str, given: list[str]) -> None:
    answer = refute(goal, given)
    assert answer.answer == "refuted" and rechecked(answer)


@pytest.mark.parametrize(
    "goal, given, near",
    [
        ("x < 1", ["x**3 == 2"], 2 ** (1 / 3)),
        ("x**2 - 2*x - 1 > 0", ["x > 0"], 1 + math.sqrt(2)),
        ("8*x**2 > 4", [], 0.5**0.5),
    ],
)
def test_the_points_are_zeros(goal: str, given: list[str], near: float) -> None:
    hypotheses, (wanted,) = question(goal, given)
    found = [number(t) for values in points(hypotheses, wanted, spent() + 5) for t in values.values()]
    assert any(abs(x - near) < 1e-9 for x in found)


def test_a_rational_one_is_preferred() -> None:
    assert decide("x**2 >= 2", "x > 0").counterexample == {"x": Fraction(1)}


@pytest.mark.parametrize(
    "goal, given",
    [
        ("sqrt(2)*sqrt(3) < sqrt(6)", []),
        ("log(12) != 2*log(2) + log(3)", []),
        ("-sum(p[i]*log(p[i]), (i, 1, n)) < log(n)",
         ["integer n", "n >= 2", "all(p[i] > 0, (i, 1, n))", "sum(p[i], (i, 1, n)) == 1"]),
    ],
)  # fmt: skip
def test_both_sides_may_be_equal(goal: str, given: list[str]) -> None:
    assert decide(goal, given).answer == "refuted"
    assert refute(goal.replace("<", "<=").replace("!=", "=="), given, effort=LITTLE).answer == "unknown"


@pytest.mark.parametrize(
    "goal, given", [("x <= sqrt(2)", ["x**2 <= 2", "x >= 0"]), ("x**2 + 1 > 0", []), ("n >= 1", ["integer n", "n > 0"])]
)
def test_nothing_true_is_refuted(goal: str, given: list[str]) -> None:
    assert refute(goal, given, effort=LITTLE).answer == "unknown"


def test_integers_on_a_quadratic() -> None:
    pell = decide("m**2 != 61*n**2 - 1", given=["integer m, n", "n >= 1"])
    assert pell.answer == "refuted"
    assert {pell.counterexample[x] ** 2 for x in ("m",)} == {29718**2}
    assert [*integer_roots(1, -5, 6)] == [3, 2] and [*integer_roots(2, 1, 0)] == [0]
    assert not [*integer_roots(1, 0, 1)] and not [*integer_roots(0, 0, 3)] and [*integer_roots(0, 2, 6)] == [-3]
    assert decide("m**2 != 3*n**2 + 2", given=["integer m, n"], effort=2).answer != "refuted"
