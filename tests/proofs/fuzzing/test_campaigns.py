"""Campaigns at small size; and that each notices what it is there for."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from multiprocessing import get_context
from types import ModuleType

import pytest

from proofs import checker
from proofs.cli.fuzzing import Campaign
from proofs.cli.main import run
from proofs.fuzzing import PIECES, hostile_input, mutation, questions, run_campaign, tampering, terms
from proofs.fuzzing.arithmetic import Undefined
from proofs.fuzzing.mutation import holds, mutants, witness
from proofs.kernel import normal
from proofs.kernel import terms as tm
from proofs.kernel.terms import Term, eq, var
from proofs.search import Answer, UndefinedError, question
from proofs.workers.pool import Processes

X = var("x", "R")


def relation(text: str) -> Term:
    return question(text)[1][0]


@pytest.mark.parametrize(
    "kind, count", [("mutation", 8), ("tampering", 150), ("hostile_input", 300), ("questions", 8), ("terms", 500)]
)
def test_nothing_fails(kind: str, count: int) -> None:
    found = run_campaign(kind, count, 11)
    assert (found.done, found.failed, found.lost) == (count, 0, 0), found.failures
    assert json.loads(json.dumps(found.to_json()))["done"] == count


def test_the_seed_says_which() -> None:
    first, again, other = ([str(m) for m in mutants(random.Random(s), 10)] for s in (1, 1, 2))
    assert first == again != other


def test_mutants_are_false_at_their_points() -> None:
    for mutant in mutants(random.Random(3), 40):
        assert all(holds(g, mutant.point) for g in mutant.given) and not holds(mutant.goal, mutant.point)


def test_what_is_said_for_all_is_drawn_as_it_is() -> None:
    """It cannot be added to another statement."""
    listed = [("all(a[i]**2 >= 0, (i, 1, n))", "integer n"), ("x**2 >= 0",)]
    drawn = [mutation.statement(random.Random(seed), listed)[1] for seed in range(200)]
    assert {goal.op for goal in drawn} == {"all", "le"}


@pytest.mark.parametrize(
    "text, x, truth",
    [
        ("x**2 <= 2", Fraction(3, 2), False),
        ("log(x) <= x - 1", Fraction(1), True),
        ("log(x) < x - 1", Fraction(1), False),
        ("exp(x) > 1 + x", Fraction(0), False),
        ("abs(x) == x", Fraction(-1), False),
        ("max(x, 1) + min(x, 1) == x + 1", Fraction(5, 7), True),
        ("exp(-100000)*x < 1", Fraction(10**9), True),
    ],
)
def test_the_truth_at_a_point(text: str, x: Fraction, truth: bool) -> None:
    assert holds(relation(text), {X: x}) is truth


@pytest.mark.parametrize("text, x", [("1/x < 1", 0), ("log(x) < 1", 0), ("exp(log(2)) <= 2", 0), ("exp(x) < 1", 10**9)])
def test_what_is_not_known_at_a_point(text: str, x: int) -> None:
    with pytest.raises(ArithmeticError):
        holds(relation(text), {X: Fraction(x)})


def test_a_true_statement_has_no_witness() -> None:
    assert witness(random.Random(1), (), relation("exp(x) >= 1 + x")) is None
    assert witness(random.Random(1), (), relation("exp(x) > 1 + x + x**2/2")) is not None


def test_an_integer_is_not_moved_to_a_fraction() -> None:
    n, m = var("n", "Z"), var("m", "Z")
    point = {n: Fraction(4), m: Fraction(1)}
    assert mutation._on(eq(n * m, n + m), point) is None
    assert mutation._on(eq(n + m, 7), point) == {n: Fraction(4), m: Fraction(3)}


def test_a_false_proof_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutation, "prove", lambda goal, given, **_: Answer("proved", (goal,), tuple(given)))
    found = mutation.trial("0", 5)
    assert len(found["failures"]) == 5


def test_an_accepted_false_statement_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    tampering.certificates()
    monkeypatch.setattr(tampering, "_by_kernel", lambda certificate: True)
    monkeypatch.setattr(checker, "check", lambda certificate, *_: [])
    rng = random.Random(1)
    before = tampering.certificates()[3][1]  # 0 <= (x − 1)²
    after = json.loads(json.dumps(before))
    after[-1]["statement"]["concl"] = _with(after[-1], "lt")  # (x − 1)² < 0
    said, wrong = tampering.judged(rng, before, after)
    assert wrong and "false statement" in said


def _with(stored: dict, op: str) -> int:
    """The place of the conclusion with another relation."""
    row = stored["terms"][stored["statement"]["concl"]]
    stored["terms"].append([op, row[2], row[1]])
    return len(stored["terms"]) - 1


def asked(goal: str, *given: str) -> questions.Question:
    """The question whose parts are named."""
    x, one = ("var", "x"), questions.ONE
    known = {"x < 1": ("<", x, one), "1/x < 1": ("<", ("/", one, x), one), "x > 0": (">", x, questions.ZERO)}
    return questions.Question(known[goal], tuple(known[g] for g in given), ())


@pytest.mark.parametrize("goal, given", [("x < 1", ()), ("x < 1", ("x > 0",)), ("1/x < 1", ())])
def test_wrong_answers_are_noticed(goal: str, given: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(5)
    monkeypatch.setattr(questions, "decide", lambda goal, given, **_: Answer("proved", (), ()))
    assert "but it" in (questions.judged(rng, asked(goal, *given))[1] or "")
    monkeypatch.setattr(questions, "decide", lambda *_, **__: Answer("proved", (), (), vacuous=True))
    assert "but the hypotheses hold" in (questions.judged(rng, asked(goal, *given))[1] or "")
    for x, wrong in ((Fraction(1, 2), "but it holds"), (Fraction(-1), "but ")):
        refuted = Answer("refuted", (), (), counterexample={"x": x})
        monkeypatch.setattr(questions, "decide", lambda *_, refuted=refuted, **__: refuted)
        said = questions.judged(rng, asked("x < 1", "x > 0"))[1]
        assert said is not None and said.startswith(wrong)


def test_a_false_claim_that_something_is_undefined_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def undefined(*_: object, **__: object) -> Answer:
        raise UndefinedError("x ≠ 0", {"x": Fraction(2)})

    monkeypatch.setattr(questions, "decide", undefined)
    assert questions.judged(random.Random(1), asked("1/x < 1"))[1] == "but it is defined at x = 2"


def test_a_refusal_of_the_second_checker_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "check", lambda *_: [checker.Verdict("goal-1", False, reason="of a whim")])
    question = questions.Question((">=", ("exp", ("var", "x")), questions.ZERO), (), ())
    assert "of a whim" in (questions.judged(random.Random(1), question)[1] or "")


@pytest.mark.parametrize(
    "where, name, put",
    [
        (normal, "canonical", lambda t: t + 1),
        (normal, "key", lambda formula: True),
        (checker, "generalized", lambda name, a: a),
        (tm, "substitute", lambda t, values: t),
    ],
)
def test_a_mistake_of_the_kernel_or_the_checker_is_noticed(
    where: ModuleType, name: str, put: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, name, put)
    with get_context("fork").Pool(1) as pool:  # in a copy of the process: the kernel remembers normal forms
        assert pool.apply(terms.trial, ("1", 100))["failures"]


def test_what_is_run_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        hostile_input,
        "KINDS",
        ((hostile_input._texts, lambda rng, text: exec("1") or "", "texts"),) * 4,  # noqa: S102
    )
    found = hostile_input.trial("0", 3)
    assert len(found["failures"]) == 3 and "ran something (exec" in found["failures"][0]


def test_a_crash_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hostile_input, "KINDS", ((hostile_input._texts, lambda rng, text: text[10**6], "texts"),) * 4)
    found = hostile_input.trial("0", 3)
    assert len(found["failures"]) == 3 and "IndexError" in found["failures"][0]


def test_a_piece_that_is_lost_is_counted() -> None:
    with Processes(1, seconds=0.01) as crew:
        found = run_campaign("hostile_input", 300, 1, crew)
    assert (found.done, found.lost) == (0, 300) and found.reasons


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fuzz", "tampering", "--count", "30", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["done"] == 30
    assert run(["fuzz", "nothing"]) == 3


def test_the_command_line_lists_all_campaigns() -> None:
    assert {*Campaign} == {*PIECES}


def test_an_unknown_campaign_is_an_error() -> None:
    with pytest.raises(ValueError, match="no campaign"):
        run_campaign("kindness", 1)


def test_a_power_of_an_integer_variable_is_a_product() -> None:
    """With a real exponent it is exp(y*log(x)), so that 0**0 has a value for integers only."""
    power = ("==", ("**", ("var", "x"), ("var", "y")), ("num", Fraction(1)))
    at_0 = {"x": Fraction(0), "y": Fraction(0)}
    assert questions.holds(power, at_0, ["y"])
    for point, integers in ((at_0, []), ({"x": Fraction(2), "y": Fraction(-1)}, ["y"])):
        with pytest.raises(Undefined):
            questions.holds(power, point, integers)
