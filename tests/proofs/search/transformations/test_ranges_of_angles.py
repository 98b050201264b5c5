"""Ranges that end at parts of π: proved for the second reader too, or refuted."""

from __future__ import annotations

import pytest

from proofs import checker
from proofs.builder.proof import Proof
from proofs.kernel.terms import cos, le, log, num, sin, var
from proofs.search import decide, prove
from proofs.search.base.bounds import constant_bounds
from proofs.search.base.constants import values_of_waves
from proofs.search.base.steps import Steps
from proofs.search.certificate_theorems import theory
from proofs.search.engine import Asked, Search
from proofs.search.question import read_question
from proofs.search.table import TABLE
from proofs.search.transformations.trigonometric_substitution import ends_at_pi

TRIANGLE = ["A > 0", "B > 0", "C > 0", "A + B + C == pi"]
x = var("x", "R")


def asked(goal: str, *given: str) -> Asked:
    question = read_question(goal, list(given))
    search = Search(Proof("goal", theory(False, True)), 10, TABLE)
    return Asked(search, question.given, question.goals[0], 0)


@pytest.mark.parametrize(
    ("goal", "given", "method"),
    [
        ("3*sin(x) <= x*(2 + cos(x))", ["x >= 0"], "first turns apart"),
        ("cos(x) >= 1/2", ["0 <= x <= pi/3"], "from an end at π"),
        ("tan(x) >= x + x**3/3", ["0 <= x < pi/2"], "denominators"),
        ("exp(x)*cos(x) <= 1.5509", ["0 <= x <= pi/2"], "sign chart"),
    ],
)
def test_what_holds_is_proved(goal: str, given: list[str], method: str) -> None:
    answer = prove(goal, given, effort=60)
    assert answer.answer == "proved" and method in answer.methods
    assert all(v.accepted for v in checker.check(answer.certificate))


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("sin(A) + sin(B) + sin(C) <= 2.59", TRIANGLE),
        ("cos(A) + cos(B) + cos(C) <= 1.49", TRIANGLE),
        ("cos(x) >= 1/2", ["0 <= x <= pi/2"]),
        ("tan(x) <= x + x**3/3", ["0 <= x < pi/2"]),
    ],
)
def test_what_does_not_hold_is_not_proved(goal: str, given: list[str]) -> None:
    assert decide(goal, given, effort=2).answer != "proved"


def test_only_ends_where_the_sides_are_equal_count() -> None:
    assert [side for _, _, side in ends_at_pi(asked("cos(x) >= 1/2", "0 <= x <= pi/3"))] == [-1]
    assert not ends_at_pi(asked("cos(x) >= 1/3", "0 <= x <= pi/3"))


def test_a_rational_end_lies_beyond_the_number() -> None:
    question = asked("x <= 2", "x <= pi/2", "x > sqrt(2)")
    high, low = (fact.concl for g in question.given for fact in constant_bounds(question.steps, g))
    assert high.op == low.op == "lt" and high.args[0] is low.args[1] is x
    assert 1.5707963 < high.args[1].args[0] / high.args[1].args[1] < 1.572
    assert 1.413 < low.args[0].args[0] / low.args[0].args[1] < 1.4142136


def test_a_rational_end_beyond_a_number_that_is_known_exactly() -> None:
    """Such as log 0, which is 0."""
    steps = Steps(Proof("goal", theory()))
    (fact,) = constant_bounds(steps, le(x, log(num(0)) - num(20)))
    assert fact.concl.op == "lt" and fact.concl.args[0] is x
    assert -20 < fact.concl.args[1].args[0] / fact.concl.args[1].args[1] < -19


def test_sin_and_cos_of_0_are_known_in_products() -> None:
    p = Proof("goal", theory(False, True))
    f = (1 - cos(num(0)) ** 2) * x + sin(num(0)) * cos(num(0))
    assert p.have(le(num(0), f), *values_of_waves(p, f), degree=1)


def test_two_ends_one_at_pi() -> None:
    """Becker and Stark; the benchmark asks their upper bound and Redheffer's inequality, too."""
    assert prove("tan(x)*(pi**2 - 4*x**2) >= 8*x", ["0 <= x", "x < pi/2"]).answer == "proved"


@pytest.mark.parametrize(
    ("wrong", "given"),
    [
        ("sin(x)*(pi**2 + x**2) >= x*(10 - x**2)", ("0 <= x", "x <= pi")),
        ("tan(x)*(pi**2 - 4*x**2) >= 8.01*x", ("0 <= x", "x < pi/2")),
        ("tan(x)*(pi**2 - 4*x**2) <= 9.86*x", ("0 <= x", "x < pi/2")),
    ],
)
def test_two_ends_one_at_pi_near_misses(wrong: str, given: tuple[str, ...]) -> None:
    assert decide(wrong, given).answer != "proved"


def test_ends_of_another_variable() -> None:
    assert not ends_at_pi(asked("sin(y) <= 1", "0 <= x", "x <= pi", "0 <= y", "y <= 1"))
    assert decide("cos(x) <= cos(cos(x))", ["-pi/2 <= x", "x <= pi/2"]).answer == "refuted"


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("sin(x) <= 4*x*(pi - x)/pi**2", ["0 <= x <= pi"]),
        ("sin(x) >= 2*x/pi", ["0 <= x <= pi/2"]),
        ("sin(pi*x) >= pi*x*(1 - x)", ["0 <= x <= 1"]),
    ],
)
def test_in_turns(goal: str, given: list[str]) -> None:
    assert prove(goal, given=given).answer == "proved"


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("sin(x) <= 39*x*(pi - x)/(10*pi**2)", ["0 <= x <= pi"]),
        ("sin(x) >= 2*x/pi", ["0 <= x <= pi"]),
        ("sin(pi*x) >= 22*x*(1 - x)/7", ["0 <= x <= 1"]),
    ],
)
def test_in_turns_near_misses(goal: str, given: list[str]) -> None:
    assert decide(goal, given=given, effort=2).answer != "proved"
