"""Invariance under renaming: a question with other names has the same answer and the same proof."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest

from proofs import checker
from proofs.kernel.terms import var
from proofs.language.display import named, text
from proofs.search import UndefinedError, decide
from proofs.search.question import read_question

QUESTIONS: list[tuple[str, list[str]]] = [
    ("x*y <= (x**2 + y**2)/2", []),
    ("log(x) - log(y) <= (x - y)/y", ["x > 0", "y > 0"]),
    ("x**2 + y**2 + z**2 >= x*y + y*z + z*x", []),
    ("sum(a[i]*b[i], (i, 1, n))**2 <= sum(a[i]**2, (i, 1, n))*sum(b[i]**2, (i, 1, n))", ["integer n", "n >= 1"]),
    ("x*y <= 1", ["x > 0", "y > 0"]),
    ("a[1] + b[n] <= 3", ["integer n", "n >= 1"]),
    ("all(0**(2/3) > 0, (i, 1, 3))", ["integer k", "k > -1", "k > 1", "y >= 0"]),
    ("1/(x - y) > 0", ["x >= y"]),
    ("x + y**2 >= 0.1", ["y >= 1", "x >= -1"]),
]
OTHERS: list[Mapping[str, str]] = [
    {"x": "z", "y": "y", "z": "x", "a": "b", "b": "a", "n": "k", "k": "n"},
    {"x": "hole_", "y": "any0_", "z": "bound_0_", "a": "induct_", "b": "B", "n": "rewritten_", "k": "x00"},
    {"x": "x01", "y": "x00", "z": "x02", "a": "x03", "b": "x04", "n": "x05", "k": "x06"},
]


def renamed(formula: str, names: Mapping[str, str]) -> str:
    return re.sub(r"\b[abknxyz]\b", lambda word: names[word[0]], formula)


@pytest.mark.parametrize(("goal", "given"), QUESTIONS)
@pytest.mark.parametrize("names", OTHERS)
def test_the_search_sees_the_same_question(goal: str, given: list[str], names: Mapping[str, str]) -> None:
    plain, _ = read_question(goal, given).with_standard_names()
    assert read_question(renamed(goal, names), [renamed(g, names) for g in given]).with_standard_names()[0] == plain


def answered(goal: str, given: list[str]) -> tuple[str, Any]:
    """The answer, and the point that comes with it."""
    try:
        answer = decide(goal, given)
    except UndefinedError as wrong:
        return wrong.condition, wrong.point
    assert all(verdict.accepted for verdict in checker.check(answer.certificate))
    return answer.answer, answer.counterexample or answer.holds_at or {}


@pytest.mark.parametrize(("goal", "given"), QUESTIONS)
def test_the_answer_is_the_same_under_other_names(goal: str, given: list[str]) -> None:
    verdict, point = answered(goal, given)
    for names in OTHERS:
        said, at = answered(renamed(goal, names), [renamed(g, names) for g in given])
        assert said == (renamed(verdict, names) if verdict not in ("proved", "refuted", "unknown") else verdict)
        assert at == {names[name]: value for name, value in point.items()}


def test_standard_names_are_given_in_the_order_of_occurrence() -> None:
    asked = read_question("b <= sum(a[i], (i, 1, n))", ["integer n", "n >= c", "c > b"])
    plain, names = asked.with_standard_names()
    assert [f"{new.args[0]} {old.args[0]}" for new, old in names.items()] == ["x00 b", "x01 n", "x02 a", "x03 c"]
    assert [text(g) for g in plain.goals] == ["x00 ≤ Σ_{i=1}^{x01} x02_i"]
    with named(names):
        assert [text(g) for g in plain.goals] == ["b ≤ Σ_{i=1}^{n} a_i"]
        assert text(var("x00", "R") + var("i", "Z")) == "b + i"


def test_messages_have_the_names_of_the_question() -> None:
    with pytest.raises(UndefinedError, match=r"n = 1.*∀j ∈ \{i \+ 1\.\.n\}. 0 ≤ hole_"):
        decide("sum(sqrt(hole_[i]), (i, i + 1, n)) >= 0", ["integer n, i", "n >= 1"])
    answer = decide("x*exp(y) <= log(z + 2)", ["0 <= x <= 1", "0 <= y <= 1", "3 <= z <= 4"], effort=1)
    assert "x0" not in str(answer) and "x0" not in json.dumps(answer.to_json()["hint"])
