"""The display of an answer: it repeats the question position by position, and its points are exact."""

from __future__ import annotations

import ast
import copy
import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from math import inf
from typing import Any

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs import checker
from proofs.cli.main import run
from proofs.kernel.terms import exp, le, log, num, var
from proofs.language.display import text
from proofs.search import UndefinedError, decide
from proofs.search.advice import advice, advice_of_sequences, points_text
from proofs.search.answer import Answer
from proofs.search.points.counter import judged
from proofs.search.question import read_question

settle_module = import_module("proofs.search.settle")
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
    sent = copy.copy(answer)  # like a copy sent to another process
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


# --- points: every point that is shown satisfies the hypotheses exactly-----------------------------------------------

NAMES = {"sqrt": sp.sqrt, "exp": sp.exp, "log": sp.log, "abs": sp.Abs, "pi": sp.pi, "min": sp.Min, "max": sp.Max}
NAMES |= {"sinh": sp.sinh, "cosh": sp.cosh}


def holds(hypothesis: str, point: Mapping[str, Fraction | str]) -> bool:
    """Whether a hypothesis, or a chain, holds at a rational point, by SymPy."""
    tree = ast.parse(hypothesis, mode="eval").body
    assert isinstance(tree, ast.Compare)
    parts = [ast.unparse(part) for part in (tree.left, *tree.comparators)]
    where = NAMES | {name: sp.Rational(str(value)) for name, value in point.items()}
    sides = [sp.nsimplify(eval(part, {"__builtins__": {}}, where)) for part in parts]  # noqa: S307
    assert all(side.is_real for side in sides)
    signs = {ast.LtE: "<=", ast.Lt: "<", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
    relations = [sp.Rel(s, t, signs[type(op)]) for s, op, t in zip(sides, tree.ops, sides[1:], strict=False)]
    return all(bool(relation) for relation in relations)


def shown_points(plain: Mapping[str, Any]) -> list[Mapping[str, str]]:
    """The points that an answer shows, of whatever kind."""
    seen = plain["seen"]["at"] if plain["seen"] else {}
    return [point for point in (plain["counterexample"], plain["holds_at"], seen) if point]


def rational(point: Mapping[str, str]) -> bool:
    return all(re.fullmatch(r"-?\d+(/\d+)?", str(value)) for value in point.values())


TRUE = [  # true, and hard or impossible to prove for the present search
    ("x < y", ["c > 0", "exp(c*x) < exp(c*y)"]),
    ("abs(x) <= sqrt(s)", ["x**2 <= s"]),
    ("(sinh(x)/x)**3 > cosh(x)", ["x > 0"]),
    ("(exp(a) - exp(b))/(a - b) >= exp((a + b)/2)", ["b < a"]),
    ("4*p*(1-p)*log(2) <= -p*log(p) - (1-p)*log(1-p)", ["0 < p", "p < 1"]),
    ("sqrt(q*r) <= exp(q + r) - exp(r) + r/4", ["0 <= q", "0 <= r"]),
    ("x*y*z <= 1/729", ["sqrt(x) + sqrt(y) + sqrt(z) == 1", "x >= 0", "y >= 0", "z >= 0"]),
]


@pytest.mark.parametrize("goal, hypotheses", TRUE)
def test_a_true_statement_does_not_seem_to_fail(goal: str, hypotheses: list[str], capsys: Captured) -> None:
    plain = json.loads(shown(capsys, "prove", goal, hypotheses, "--json", "--effort", "0.5"))
    assert plain["answer"] != "refuted"
    for point in shown_points(plain):
        assert not rational(point) or all(holds(h, point) for h in hypotheses), point
    if plain["seen"]:
        assert plain["seen"]["held"] == plain["seen"]["points"] > 0
        assert all(isinstance(value, str) for value in plain["seen"]["at"].values())  # exact
    said = str(Answer.from_json(plain | {"certificate": []}, goal, hypotheses))
    assert "fail" not in said and "contradict" not in said and "inf" not in said


def test_a_point_of_equal_numbers_is_found(capsys: Captured) -> None:
    hypotheses = ["x > 0", "y > 0", "z > 0", "sqrt(x) + sqrt(y) + sqrt(z) == 1"]
    said = shown(capsys, "prove", "x + y + z > 0", hypotheses)
    assert said.endswith("the hypotheses hold at x = 1/9, y = 1/9, z = 1/9\n")


def test_no_contradiction_is_suspected_for_want_of_a_point() -> None:
    x = var("x", "R")
    for said in (advice([le(x, 1)], [le(x, 2)], {}, "", False), advice_of_sequences({}, False, ["n"], True)):
        assert "no " in said and "found" in said and "contradict" not in said


@pytest.fixture
def effort_to_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Much effort for a last look at points."""
    monkeypatch.setattr(settle_module, "LOOK_BACK", 120.0)


@pytest.mark.usefixtures("effort_to_look")
def test_a_point_at_which_a_goal_fails_is_a_refutation() -> None:
    asked = read_question("x**2 >= x", ["x > 0", "x != 1/2"])
    refuted = settle_module._Settling(asked).unknown(["counterexample", "proof"], 60.0)
    assert refuted.answer == "refuted" and refuted.counterexample is not None and refuted.failing is asked.goals[0]
    assert all(holds(h, refuted.counterexample) for h in ("0 < x", "x**2 < x", "x != 1/2"))
    assert all(v.accepted for v in checker.check(refuted.certificate))
    only_proofs = settle_module._Settling(asked).unknown(["proof"], 60.0)
    assert only_proofs.answer == "unknown" and f"it fails at x = {only_proofs.seen['at']['x']}" in str(only_proofs)
    assert holds("x**2 < x", only_proofs.seen["at"])


@pytest.mark.usefixtures("effort_to_look")
def test_an_instance_at_which_a_goal_fails_is_a_refutation() -> None:
    asked = read_question("sum(x[i]**2, (i, 1, n)) >= 1/2", ["integer n", "n >= 2"])
    settling = settle_module._Settling(asked)
    sampler = settling.sampler(asked.goals[0], None)
    assert next(sampler.suspects(inf), None) is not None
    refuted = settling.unknown(["counterexample"], 60.0)
    assert refuted.answer == "refuted" and refuted.counterexample is not None and refuted.counterexample["n"] >= 2
    assert all(v.accepted for v in checker.check(refuted.certificate))


@pytest.mark.usefixtures("effort_to_look")
@pytest.mark.parametrize(
    "goal, hypotheses", [*TRUE, ("x**3 >= x", ["x*y == 1", "y < x", "y > 1/10"]), ("x <= log(1 + x)", [])]
)
def test_the_last_look_is_exact(goal: str, hypotheses: list[str]) -> None:
    answer = settle_module._Settling(read_question(goal, hypotheses)).unknown(["proof"], 60.0)
    assert answer.seen and rational(answer.seen["at"])
    assert all(holds(h, answer.seen["at"]) for h in hypotheses)
    if answer.seen["held"] < answer.seen["points"]:
        assert not holds(goal, answer.seen["at"])


def test_numbers_that_are_rounded_do_not_count() -> None:
    x = var("x", "R")
    (given, goal) = (le(2, x * x), le(x * x, 2)), le(1, x)
    root, near = exp(log(num(2)) / 2), num(14142135623730951, 10**16)
    assert judged(given, goal, (), [{x: near}], inf) is None
    found = judged(given, goal, (), [{x: near}, {x: root}], inf)
    assert (
        found is not None and found.at == {x: root} and found.points == 1 and found.least == pytest.approx(2**0.5 - 1)
    )


RANDOM = ["x > 0", "y >= 0", "x**2 <= y", "y < x", "x + y == 1", "x*y == 2", "exp(x) <= y", "abs(x - y) <= 1/3"]
RANDOM += ["x < y < 2*x", "sqrt(x) + sqrt(y) <= 3", "x != y", "x >= 10**6", "y == sqrt(x)", "1/x >= y", "x**2 == 2"]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from(RANDOM), max_size=3, unique=True), st.sampled_from(RANDOM))
def test_points_of_random_questions_are_exact(hypotheses: list[str], goal: str) -> None:
    try:
        answer = decide(goal, hypotheses, effort=0.5)
    except UndefinedError:
        return
    plain = answer.to_json()
    for point in filter(rational, shown_points(plain)):
        assert all(holds(h, point) for h in hypotheses)
    if answer.counterexample and rational(plain["counterexample"]):
        assert not holds(goal, plain["counterexample"])
    assert Answer.from_json(json.loads(json.dumps(plain)), goal, hypotheses) == answer
    seen = answer.seen
    assert not seen or seen["held"] == seen["points"]


# --- sentences -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command, goal, hypotheses",
    [
        ("prove", "n*e >= n", []),
        ("refute", "n*e >= n", []),
        ("prove", "d*e + 1 > d*e", []),
        ("prove", "d*E + 1 > d*E", []),
    ],
)
def test_that_e_was_read_as_a_variable_is_said(
    command: str, goal: str, hypotheses: list[str], capsys: Captured
) -> None:
    run([command, goal, *(part for h in hypotheses for part in ("--given", h))])
    out = capsys.readouterr()
    name = "E" if "E" in goal else "e"
    assert f"{name} is a variable here: write exp(1) for the number" in out.out + out.err


def test_e_beside_a_factorial_is_asked_about(capsys: Captured) -> None:
    assert run(["prove", "factorial(n) >= (n/e)**n", "--given", "integer n", "--given", "n >= 1"]) == 3
    assert "e has two readings beside exp, log, factorials and powers of it" in capsys.readouterr().err


def test_e_is_not_spoken_of_where_it_is_not() -> None:
    assert "variable here" not in str(decide("exp(x) >= x + 1"))


def test_an_unknown_answer_names_no_methods_with_numbers() -> None:
    tried = {"linear": 3, "induction, with what is to spare at first": 18}
    question = read_question("x < y")
    answer = Answer("unknown", question.goals, (), tried=tried, stuck="x ∈ [0, 1]", bound=-1e-19, asked=question)
    assert "tried: 2 methods of proof" in str(answer) and "(18)" not in str(answer) and "e-19" not in str(answer)
    assert answer.to_json()["tried"] == tried


def test_what_is_said_of_points() -> None:
    at = {"x": Fraction(1, 3), "y": "√2"}
    assert points_text({"points": 1, "held": 1, "least": 0.5, "at": at}).startswith(
        "it seems to hold at x = 1/3, y = √2"
    )
    many = points_text({"points": 40, "held": 40, "least": 0.5, "at": at})
    assert many == "it seems to hold at all of 40 points; right − left is least at x = 1/3, y = √2: 0.5"
    assert points_text({"points": 40, "held": 40, "least": None, "at": at}) == "it seems to hold at all of 40 points"
    assert points_text({"points": 40, "held": 39, "least": -0.5, "at": at}) == "it fails at x = 1/3, y = √2"


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("sqrt(x) + sqrt(y) + sqrt(z) >= 2", ["x > 0", "y > 0", "z > 0", "sqrt(x) + sqrt(y) + sqrt(z) == 1"]),
        ("x + y >= 1", ["x > 0", "y > 0", "x**(1/3) + y**(1/3) == 1"]),
    ],
)
def test_a_point_at_which_roots_are_rational_is_a_counterexample(goal: str, given: list[str]) -> None:
    answer = decide(goal, given)
    assert answer.answer == "refuted" and len(set((answer.counterexample or {}).values())) == 1
    assert all(verdict.accepted for verdict in checker.check(answer.certificate))
