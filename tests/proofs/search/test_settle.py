"""The details of an answer: whether the hypotheses hold anywhere, how far the search got, and advice."""

from __future__ import annotations

import json
import operator
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rechecked import rechecked

from proofs.kernel.normal import key
from proofs.kernel.store import replay
from proofs.kernel.terms import le, lt, num, var
from proofs.search import UndefinedError, decide, prove
from proofs.search.answer import Answer
from proofs.search.certificate_theorems import theory
from proofs.search.question import read_question
from proofs.search.worker_calls import SETTLE
from proofs.workers.pool import Stopped, call

CONTRADICTIONS = (
    ["x > 1", "x < 1"],
    ["x > 0", "x < 0"],
    ["x > 1", "x <= 1"],
    ["x >= 1", "x <= 0"],
    ["x < 0", "x**2 < 0"],
    ["x > y", "y > x"],
    ["x > y", "y > z", "z > x"],
    ["x >= y", "y >= z", "z > x"],
    ["integer n", "0 < n", "n < 1"],
    ["integer n", "2*n > 1", "2*n < 2"],
    ["x == 1", "x == 2"],
    ["x + y == 1", "x - y == 1", "y > 0"],
    ["exp(x) < 0"],
)


@pytest.mark.parametrize("hypotheses", CONTRADICTIONS, ids=", ".join)
@pytest.mark.parametrize("goal", ["x < x", "1 < 0", "exp(t) < 3"])
def test_hypotheses_that_contradict_each_other(goal: str, hypotheses: list[str]) -> None:
    answer = decide(goal, hypotheses, effort=5)
    assert (answer.answer, answer.vacuous, answer.holds_at) == ("proved", True, None)
    assert "contradict each other" in str(answer)
    assert rechecked(answer)
    (stored,) = (t for t in answer.certificate if t["name"] == "hypotheses")
    absurd = replay(theory(), stored)
    assert key(absurd.concl) is False and absurd.hyps.keys() <= {key(g) for g in answer.given}


@pytest.mark.parametrize(
    "goal, hypotheses, point",
    [
        ("x >= 1", ["x >= 1"], {"x": 1}),
        ("x <= 3", ["x**2 == 7", "x > 0"], {"x": "√7"}),
        ("exp(x) >= 2", ["exp(x) == 2"], {"x": "log(2)"}),
        ("x + y <= 1", ["x + y == 1", "x > y"], None),
        ("n >= 1", ["integer n", "n > 0"], {"n": 1}),
        ("x >= 0", ["x >= 10**30"], None),
    ],
)
def test_a_point_at_which_the_hypotheses_hold(goal: str, hypotheses: list[str], point: dict | None) -> None:
    answer = prove(goal, hypotheses)
    assert answer.answer == "proved" and answer.vacuous is False and answer.holds_at is not None
    assert point is None or answer.holds_at == point
    assert "the hypotheses hold at " in str(answer)
    plain = json.loads(json.dumps(answer.to_json()))
    assert Answer.from_json(plain, goal, hypotheses).holds_at == answer.holds_at


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.integers(-4, 4), st.booleans()), max_size=4))
def test_linear_hypotheses_hold_somewhere_or_never(rows: list[tuple[int, int, int, bool]]) -> None:
    x, y = var("x", "R"), var("y", "R")
    hypotheses = [(lt if strict else le)(p * x + q * y, num(c)) for p, q, c, strict in rows]
    answer = prove(le(x, x), hypotheses, effort=5)
    assert answer.vacuous is not None and answer.vacuous == (answer.holds_at is None)
    if answer.holds_at is not None:
        at = {name: answer.holds_at.get(name, Fraction(0)) for name in "xy"}
        for p, q, c, strict in rows:
            assert (operator.lt if strict else operator.le)(p * at["x"] + q * at["y"], c)


def test_a_point_is_not_told_where_none_is_known() -> None:
    answer = decide("x < x + 1", ["x**5 + y**5 + z**5 + w**5 == 1/3", "x + y > 10**9"], effort=2)
    assert answer.answer == "proved" and answer.holds_at is None and answer.vacuous is None
    assert "no point was found" in str(answer)


# --- unknown ---------------------------------------------------------------------------------------------------------

BINARY = "4*p*(1-p)*log(2) <= -p*log(p) - (1-p)*log(1-p)"  # equality at 1/2, and in the limit at the ends


def test_what_points_suggest_and_where_boxes_are_stuck() -> None:
    """The box is told in the variables that were asked about."""
    answer = decide(BINARY, "0 < p < 1", effort=0.5)
    assert answer.answer == "unknown" and answer.tried and not answer.holds_at
    seen = answer.seen
    assert seen["held"] == seen["points"] > 10 and abs(seen["least"]) < 1e-9 and 0 <= seen["at"]["p"] <= 1
    said = str(answer)
    for part in ("tried: ", "it seems to hold at all of ", "right − left is least at p = ", "come together"):
        assert part in said
    assert Answer.from_json(json.loads(json.dumps(answer.to_json())), BINARY, "0 < p < 1").seen == seen
    assert answer.stuck == "" or ("p" in answer.stuck and "'" not in answer.stuck)


def test_points_may_speak_against_it() -> None:
    answer = prove("x**2 >= x", "x > 0", effort=1)
    assert answer.answer == "unknown" and answer.seen["held"] < answer.seen["points"] and answer.seen["least"] < 0
    at = answer.seen["at"]["x"]
    assert 0 < at < 1 and f"it fails at x = {at}" in str(answer)  # an exact point


@pytest.mark.parametrize(
    "goal, hypotheses, said",
    [
        (
            "x*y <= x**p/p + y**q/q",
            ["x > 0", "y > 0", "p > 1", "1/p + 1/q == 1"],
            "the hypothesis 1/p + 1/q = 1 divides",
        ),
        ("1/q < 2", ["q < 1"], "the goal divides by q: add a hypothesis such as 0 < q"),
        ("x <= 1", ["log(x) < 0"], "the hypothesis log(x) < 0 needs it"),
    ],
)
def test_what_makes_it_undefined(goal: str, hypotheses: list[str], said: str) -> None:
    with pytest.raises(UndefinedError) as error:
        decide(goal, hypotheses)
    assert said in str(error.value)


ROOTS, ROOTS_LESS_ONE = (f"all(a[k + 1] == sqrt({w}), (k, 1, n - 1))" for w in ("6 + a[k]", "a[k] - 1"))


def test_a_recursion_is_defined_by_what_it_says_of_members_before() -> None:
    assert decide("a[n] <= 3", ["integer n", "n >= 1", "a[1] == 1", ROOTS]).answer == "proved"


@pytest.mark.parametrize(
    "goal, hypotheses",
    [
        ("a[n] >= -9", [ROOTS]),  # the first member may be less than −6
        ("a[n] >= -9", ["a[1] == 1", ROOTS_LESS_ONE]),  # 1, 0, √−1
        (
            "a[n] >= -9",
            ["a[n] == 1", "all(a[k] == sqrt(2 + a[k + 1]), (k, 1, n - 1))"],
        ),  # the second member is undetermined
        ("a[n] > 0", ["all(1/a[k] > 0, (k, 1, n))"]),
    ],
)
def test_recursions_that_are_not_defined(goal: str, hypotheses: list[str]) -> None:
    with pytest.raises(UndefinedError):
        decide(goal, ["integer n", "n >= 1", *hypotheses])


# --- limits ----------------------------------------------------------------------------------------------------------

LARGE = (
    f"({'+'.join(f'{i + 1}*x{i}' for i in range(6))})**6 <= 21**5*({'+'.join(f'{i + 1}*x{i}**6' for i in range(6))})"
)
POSITIVE = [f"x{i} > 0" for i in range(6)]


def test_a_step_that_does_not_look_at_the_clock_is_ended() -> None:
    """It multiplies large polynomials; that it ends by itself shows in what it says, which a killed worker cannot."""
    answer = prove(LARGE, POSITIVE, effort=1)
    assert answer.answer == "unknown" and answer.tried and answer.seen
    assert "does not look at the clock" not in answer.hint
    assert decide("x**2 >= 0").answer == "proved"


def test_a_worker_that_is_stopped_has_told_what_was_tried() -> None:
    """However slow the machine is, it has told something after some seconds."""
    asked = read_question(BINARY, ["0 < p < 1"])
    for seconds in (0.7, 3, 12, 48):
        with pytest.raises(Stopped) as error:
            call(SETTLE, asked.to_json(), ["proof"], 1000.0, 1000.0, None, seconds=seconds)
        assert error.value.why == "time"
        if error.value.progress:
            break
    assert error.value.progress["tried"]
    assert Answer.unknown(asked, "it was stopped", 0.7, error.value.progress).tried == error.value.progress["tried"]


def test_what_is_too_large() -> None:
    large = f"({'+'.join(f'x{i}' for i in range(12))})**8 >= 1"
    answer = decide("x0 >= 1", large, effort=5)
    assert answer.answer == "unknown" and ("too large" in answer.hint or "time" in answer.hint)
