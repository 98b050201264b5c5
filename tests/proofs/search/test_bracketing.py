"""How far a parameter can go: both sides certified, honest where nothing is known."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

import proofs
from proofs import checker
from proofs.kernel.rules import Theory
from proofs.kernel.store import replay
from proofs.kernel.terms import eq, num, var
from proofs.search import Answer, ParseError, UndefinedError, bracketing, decide, question
from proofs.search.bracketing import Bracket, weakest


def certified(found: Bracket) -> bool:
    """Whether both answers speak of the values, and the second checker and the kernel accept both."""
    for answer, kind, value in (
        (found.refuted, "refuted", found.fails_at),
        (found.proved, "proved", found.holds_at),
    ):
        assert answer is not None and value is not None and answer.answer == kind
        fixed = eq(var(found.parameter, "R"), num(value.numerator, value.denominator))
        if answer.given[0] is not fixed or not all(v.accepted for v in checker.check(answer.certificate)):
            return False
        theory = Theory()
        for stored in answer.certificate:
            replay(theory, stored)
    assert found.refuted is not None and found.refuted.counterexample is not None
    return found.refuted.counterexample[found.parameter] == found.fails_at


@pytest.mark.parametrize(
    "goal, given, between, sharp",
    [
        ("x*log(x) >= -c", "x > 0", (0, 1), 1 / math.e),
        ("exp(x) >= c*x", "x > 0", (2, 3), math.e),  # it fails above
        ("log(1 + x) <= c*x", "x >= 0", (0, 3), 1),
        ("(x + y)**2 <= c*(x**2 + y**2)", [], (4, "1/2"), 2),
        ("x <= 1", ["x <= c"], (0.5, 1.75), 1),  # in a hypothesis
    ],
)
def test_the_bracket_is_certified(goal: str, given: Any, between: Any, sharp: float) -> None:
    found = weakest(goal, given, "c", between=between, width=0.01)
    assert certified(found) and not found.unknown
    assert found.width is not None and 0 < found.width <= Fraction(1, 100)
    assert found.fails_at is not None and found.holds_at is not None
    low, high = sorted((found.fails_at, found.holds_at))
    assert low <= sharp <= high
    assert str(found) == f"fails at c = {found.fails_at}, holds at c = {found.holds_at}"


def test_a_statement_that_changes_more_than_once() -> None:
    found = weakest("c**3 - 3*c >= 0", (), "c", between=(-3, 3), width="1/50")
    assert certified(found) and found.fails_at is not None and found.holds_at is not None
    assert any(abs(root - float(found.holds_at)) < 0.02 for root in (-math.sqrt(3), 0, math.sqrt(3)))


@pytest.mark.parametrize("between, what", [((1, 2), "holds"), ((-2, -1), "fails")])
def test_nothing_changes(between: tuple[int, int], what: str) -> None:
    with pytest.raises(ValueError, match=f"{what} at both ends"):
        weakest("x**2 + c > 0", (), "c", between=between, width=1)


def silent(monkeypatch: pytest.MonkeyPatch, low: Fraction, high: Fraction) -> None:
    """Nothing is decided where the parameter is between these."""

    def decided(goal: Any, given: Any, **more: Any) -> Answer:
        if low <= Fraction(*given[0].args[1].args) <= high:
            hypotheses, goals = question(goal, given)
            return Answer("unknown", goals, hypotheses)
        return decide(goal, given, **more)

    monkeypatch.setattr(bracketing, "decide", decided)


def test_an_undecided_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    silent(monkeypatch, Fraction(2, 5), Fraction(7, 10))
    found = weakest("x**2 <= c", "0 <= x <= 3/4", "c", between=(0, 1), width="1/1000")
    assert certified(found)  # the sharp value, 9/16, is among those not decided
    assert found.fails_at is not None and Fraction(1, 4) < found.fails_at < Fraction(2, 5)
    assert found.holds_at is not None and Fraction(7, 10) < found.holds_at <= 1
    assert len(found.unknown) == 3 and all(found.fails_at < value < found.holds_at for value in found.unknown)
    assert "unknown at c = " in str(found)


def test_a_single_undecided_value_is_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    silent(monkeypatch, Fraction(1, 2), Fraction(1, 2))
    found = weakest("x**2 <= c", "0 <= x <= 3/4", "c", between=(0, 1), width="1/100")
    assert certified(found) and not found.unknown and found.width is not None and found.width <= Fraction(1, 100)


def test_an_undecided_end(monkeypatch: pytest.MonkeyPatch) -> None:
    silent(monkeypatch, Fraction(1), Fraction(2))
    found = weakest("x**2 <= c", "0 <= x <= 3/4", "c", between=(0, 1), width="1/100")
    assert (found.fails_at, found.holds_at, found.width, list(found.unknown)) == (0, None, None, [1])
    assert str(found) == "fails at c = 0, unknown at c = 1"


def test_bad_input() -> None:
    for between, width in (((0, 0), 1), ((0, 1), 0), ((0, 1), -1), ((0, "x"), 1), ((0, math.inf), 1)):
        with pytest.raises(ValueError):
            weakest("x**2 >= c", (), "c", between=between, width=width)
    for given in ("x > 0", ["integer c", "c > 0"]):
        with pytest.raises(ValueError, match="not a real variable"):
            weakest("x + 1 > 0", given, "c", between=(0, 1), width=1)
    with pytest.raises(ParseError):
        weakest("2x > c", (), "c", between=(0, 1), width=1)
    with pytest.raises(UndefinedError):
        weakest("log(x + c) <= x", "x >= 0", "c", between=(0, 1), width=1)


def test_the_package_gives_it_by_name() -> None:
    assert proofs.weakest is weakest
