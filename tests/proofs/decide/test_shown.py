"""What an answer shows is what was asked and answered: the question place by place, and points that are exact."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.cli.main import run
from proofs.decide import decide
from proofs.decide.answer import Answer
from proofs.decide.question import read_question
from proofs.language.display import text

Captured = pytest.CaptureFixture[str]
EVERY = "all(a[j] >= 0, (j,1,3))"


def shown(capsys: Captured, command: str, goal: str, hypotheses: Sequence[str], *options: str) -> str:
    """What the command prints."""
    run([command, goal, *(part for h in hypotheses for part in ("--given", h)), *options])
    return capsys.readouterr().out


# --- the question, place by place ------------------------------------------------------------------------------------


def test_a_hypothesis_keeps_its_own_text(capsys: Captured) -> None:
    said = shown(capsys, "refute", EVERY, ["a[1] >= 0"])
    assert said == f"refuted: for reals a_1, a_2, a_3 with a[1] >= 0: {EVERY} fails at a_1 = 0, a_2 = -1\n"
    plain = json.loads(shown(capsys, "refute", EVERY, ["a[1] >= 0"], "--json"))
    assert plain["given"] == ["a[1] >= 0"] and plain["goal"] == [EVERY]
    assert (plain["failing"], plain["failing_goal"], plain["failing_member"]) == (EVERY, 0, 1)


def test_the_goal_that_fails_is_the_same_when_it_is_read_back() -> None:
    answer = decide(EVERY, "a[1] >= 0")
    back = Answer.from_json(json.loads(json.dumps(answer.to_json())), EVERY, "a[1] >= 0")
    assert answer.failing is not None and text(answer.failing) == "0 ≤ a_2"
    assert back.failing is answer.failing and back == answer
    sent = copy.copy(answer)  # as it is sent to another process
    assert sent == answer and str(sent) == str(answer)


def test_one_of_several_goals_fails() -> None:
    goals = ["x <= 2", "x**2 >= 0 and all(x + j <= 5, (j, 1, 4))"]
    answer = decide(goals, ["x <= 2", "x >= 2"])
    plain = answer.to_json()
    assert plain["goal"] == ["x <= 2", "x**2 >= 0", "all(x + j <= 5, (j, 1, 4))"]
    assert (plain["failing"], plain["failing_goal"], plain["failing_member"]) == (plain["goal"][2], 2, 3)
    assert str(answer).splitlines()[1].strip() == "all(x + j <= 5, (j, 1, 4)) fails at x = 2"
    assert Answer.from_json(plain, goals, ["x <= 2", "x >= 2"]).failing is answer.failing


def test_what_is_said_twice_is_shown_once() -> None:
    answer = decide(["x > 0", "x  > 0"], ["x >= 1", "x >= 1 and x>=1", "1 <= x"])
    assert answer.to_json()["given"] == ["x >= 1", "1 <= x"] and answer.to_json()["goal"] == ["x > 0"]
    proved = decide("x >= 0", ["a[1] >= 0", "x >= a[1]", EVERY])
    assert f"with a[1] >= 0, x >= a[1], {EVERY}: x >= 0" in str(proved)


NUMBERS = st.sampled_from(["x", "y", "k", "a[1]", "a[2]", "x + 1", "2*(y)", "(x - y)/3", "k - 2", "1/2", "sqrt(4)"])
MEMBERS = st.sampled_from(["a[i]", "i", "x + i", "a[i + 1]", "(k)*i", "0"])
SIGNS = st.sampled_from(["<", "<=", " >= ", " > ", "==", " != "])
INTEGERS = ("k",)


@st.composite
def relations(draw: st.DrawFn, numbers: st.SearchStrategy[str]) -> str:
    """A relation or a chain."""
    out = draw(numbers)
    for _ in range(draw(st.integers(1, 3))):
        out += draw(SIGNS) + draw(numbers)
    return out


@st.composite
def formulas(draw: st.DrawFn) -> str:
    """Relations, chains, and relations of every index of a range between numerals; several joined by `and`."""
    inside = relations(NUMBERS)
    first = draw(st.integers(-1, 2))
    of_all = relations(MEMBERS).map(lambda said: f"all({said}, (i, {first}, {first + draw(st.integers(0, 3))}))")
    return " and ".join(draw(st.lists(st.one_of(inside, of_all), min_size=1, max_size=3)))


@st.composite
def questions(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Goals and hypotheses, some of them twice, some both."""
    pool = draw(st.lists(formulas(), min_size=2, max_size=5))
    some = st.lists(st.sampled_from(pool), min_size=1, max_size=4)
    return draw(some), draw(some)


@settings(max_examples=150, deadline=None)
@given(questions(), st.data())
def test_the_question_that_is_shown_is_the_one_that_was_asked(asked: tuple[list[str], list[str]], data) -> None:
    goals, hypotheses = asked
    question = read_question(goals, hypotheses, INTEGERS)
    failing = data.draw(st.sampled_from(question.goals))
    answer = Answer("refuted", question.goals, question.given, counterexample={}, failing=failing, asked=question)
    plain = json.loads(json.dumps(answer.to_json()))

    again = read_question(plain["goal"], plain["given"], INTEGERS)
    assert again.conclusions == question.conclusions and again.hypotheses == question.hypotheses
    assert (again.goals, again.given) == (question.goals, question.given)
    assert len(set(plain["goal"])) == len(plain["goal"]) and len(set(plain["given"])) == len(plain["given"])
    assert answer.statement.endswith(f"with {', '.join(plain['given'])}: {' and '.join(plain['goal'])}")
    place = question.conclusions[plain["failing_goal"]]
    assert place.relations[plain["failing_member"]] is failing and str(place) == plain["failing"]

    back = Answer.from_json(plain, goals, ["integer k", *hypotheses])
    assert back == answer and back.failing is failing
    assert str(back) == str(answer) == str(copy.copy(answer))
