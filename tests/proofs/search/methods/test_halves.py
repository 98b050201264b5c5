"""Angles of a triangle by the tangents of their halves. Near misses are not proved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

import pytest

from proofs.builder.proof import Proof
from proofs.checker import check
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError
from proofs.search import UndefinedError, decide, prove
from proofs.search.base.failures import LimitReached
from proofs.search.certificate_theorems import theory
from proofs.search.engine import Asked, Kind, Search
from proofs.search.methods.halves import angles_of, is_rational_in_tangents, triangle
from proofs.search.question import read_question
from proofs.search.table import TABLE

TRIANGLE = ("A > 0", "B > 0", "C > 0", "A + B + C == pi")
ASKED = "cones", "roots as variables", "substitution"
TRUE = [
    "cos(A) + cos(B) + cos(C) <= 3/2",
    "tan(A/2)**2 + tan(B/2)**2 + tan(C/2)**2 >= 1",
    "sin(2*A) + sin(2*B) + sin(2*C) <= sin(A) + sin(B) + sin(C)",
    "1 + cos(A)*cos(B)*cos(C) >= sqrt(3)*sin(A)*sin(B)*sin(C)",
]


@pytest.fixture
def by_halves(table_of: Callable[[Sequence[str]], list[Kind]]) -> Callable[[str], Fact]:
    """What the method finds about the angles of a triangle, with those that it asks."""

    def found(goal: str) -> Fact:
        asked = read_question(goal, TRIANGLE)
        search = Search(Proof("goal", theory(of_waves=True)), 4, table_of(ASKED))
        (way,) = triangle.ways(search, Asked(search, asked.given, asked.goals[0], 0))
        return way()

    return found


@pytest.mark.parametrize("goal", TRUE)
def test_found(by_halves: Callable[[str], Fact], goal: str) -> None:
    fact = by_halves(goal)
    asked = read_question(goal, TRIANGLE)
    assert key(fact.concl) == key(asked.goals[0])
    assert set(fact.hyps) <= {key(g) for g in asked.given}


@pytest.mark.parametrize(
    "goal", ["cos(A) + cos(B) + cos(C) <= 1.499", "tan(A/2)**2 + tan(B/2)**2 + tan(C/2)**2 >= 1.001"]
)
def test_near_misses(by_halves: Callable[[str], Fact], goal: str) -> None:
    with pytest.raises((KernelError, LimitReached)):
        by_halves(goal)


def test_by_the_door() -> None:
    assert prove("tan(A/2)**2 + tan(B/2)**2 + tan(C/2)**2 >= 1", TRIANGLE, effort=60).answer == "proved"


@pytest.mark.parametrize(
    "equation, count",
    [
        ("A + B + C == pi", 3),
        ("pi == C + A + B", 3),
        ("A + B + C == pi/2", 0),
        ("A + B == pi", 0),
        ("2*A + B + C == pi", 0),
    ],
)
def test_angles(equation: str, count: int) -> None:
    (given,) = read_question("A >= 0", [equation]).given
    assert len(angles_of(given)) == count


@pytest.mark.parametrize(
    "goal, even", [("sin(A/2)*sin(B/2) <= 1", False), ("sin(A/2)*cos(A/2) + sin(A/2)**2 <= 2", True)]
)
def test_parity(goal: str, even: bool) -> None:
    asked = read_question(goal, TRIANGLE)
    assert is_rational_in_tangents(asked.goals[0], angles_of(asked.given[3])) is even


ACUTE = (*TRIANGLE, "A < pi/2", "B < pi/2", "C < pi/2")


def test_acute_triangles() -> None:
    for goal in ("tan(A) + tan(B) + tan(C) >= 3*sqrt(3)", "tan(A)*tan(B)*tan(C) >= 3*sqrt(3)"):
        answer = prove(goal, ACUTE, effort=60)
        assert answer.answer == "proved" and answer.methods == ("tangents of acute angles",)
        assert all(v.accepted for v in check(answer.certificate))
        assert decide(goal.replace("3*sqrt(3)", "5.2"), ACUTE, effort=4).answer != "proved"
        with suppress(UndefinedError):  # at π/2
            assert decide(goal, TRIANGLE, effort=4).answer != "proved"


def test_no_angles_of_a_triangle() -> None:
    """Where the angles may be negative, other ways are tried."""
    asked = read_question("cos(A) + cos(B) + cos(C) <= 3", ["A + B + C == pi"])
    search = Search(Proof("goal", theory(of_waves=True)), 4, TABLE)
    assert search.attempt("angles", triangle.ways(search, Asked(search, asked.given, asked.goals[0], 0))) is None
    assert prove("cos(A) + cos(B) + cos(C) <= 3", ["A + B + C == pi"], effort=60).answer == "proved"
