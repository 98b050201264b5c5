"""Answers: right on a set with known truth, never wrong on mutants, re-checked by the second checker."""

from __future__ import annotations

import importlib.util
import json
import random
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
import sympy as sp
from rechecked import rechecked

from proofs.builder.chapter import Claim
from proofs.builder.paper import Search as Where
from proofs.checking.refute import refutes
from proofs.fuzzing import mutation
from proofs.kernel.normal import key
from proofs.kernel.rules import Theory
from proofs.kernel.store import replay
from proofs.kernel.terms import KernelError, fn, le, var
from proofs.language.notation import Sum
from proofs.language.parse import ParseError, parse
from proofs.search import Answer, UndefinedError, decide, prove, question, refute
from proofs.search.base.effort import spent
from proofs.search.margin import margin
from proofs.search.points.counter import find


def _benchmark() -> ModuleType:
    path = Path(__file__).parents[3] / "benchmarks" / "inequalities.py"
    spec = importlib.util.spec_from_file_location("inequalities", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["inequalities"] = module
    spec.loader.exec_module(module)
    return module


BENCHMARK = _benchmark()
PROBLEMS = BENCHMARK.PROBLEMS


@pytest.mark.parametrize("first", range(4))
def test_problems_with_known_truth(first: int) -> None:
    some = PROBLEMS[12 * first :: 48]
    answers = [decide(q.goal, q.given, effort=3) for q in some]
    assert not [q.goal for q, a in zip(some, answers, strict=True) if a.answer == ("refuted" if q.true else "proved")]
    settled = [a for a in answers if a.answer != "unknown"]
    assert all(rechecked(a) for a in settled)
    assert len(settled) >= 0.8 * len(answers)


def test_the_second_derivative_of_boltz() -> None:
    given = ["0 < p < 1", "S >= 0", "log(p) + S + 3 < 0"]
    answer = decide("(1-2*p)*(log(p)+S+1)+1 < 0", given)
    assert answer.answer == "proved" and rechecked(answer)
    assert decide("(1-2*p)*(log(p)+S+1)+1 < 0", [*given[:2], "log(p) + S < 0"]).answer == "refuted"


# --- soundness: true problems made false by an exact witness -----------------------------------------------------


def test_no_mutant_is_proved() -> None:
    found = mutation.trial("problems", 20, [(q.goal, *q.given) for q in PROBLEMS if q.true])
    assert found["done"] == 20 and not found["failures"]


def test_a_dropped_hypothesis_is_noticed() -> None:
    kept = 0
    for q in [q for q in PROBLEMS if q.true and len(q.given) == 1 and "integer" not in q.given[0]][:20]:
        try:
            answer = decide(q.goal, effort=0.5)
        except UndefinedError:
            continue
        kept += 1
        found = find((), question(q.goal)[1][0], [], spent() + 0.3)
        assert answer.answer != "proved" or found is None
    assert kept > 3


# --- what is not defined -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "goal, given",
    [
        ("log(x) < 1 + x**2", []),
        ("log(x) <= x", ["x >= 0"]),
        ("1/x < 2", ["x < 1"]),
        ("1/(x - y) < 2", ["x < 1"]),
        ("sqrt(x) >= 0", ["x >= -1"]),
        ("x**(-1/2) > 0", ["x >= 0"]),
        ("x > 0", ["1/x > 0"]),
        ("x > 0", ["log(x) > 0"]),
        ("x**y > 0", ["x >= 0"]),
        ("1/0 < x", []),
        ("x/x == 1", []),
    ],
)
def test_undefined_terms_are_errors_that_say_where(goal: str, given: list[str]) -> None:
    with pytest.raises(UndefinedError) as error:
        decide(goal, given)
    assert error.value.condition in str(error.value)


def test_the_point_where_it_is_undefined() -> None:
    with pytest.raises(UndefinedError) as error:
        decide("log(1 - x) < 1", ["0 <= x <= 1"])
    assert error.value.point == {"x": 1}


@pytest.mark.parametrize(
    "goal, given",
    [("1/x > 0", ["x > 0"]), ("sqrt(x) >= 0", ["x >= 0"]), ("x/x == 1", ["x < 0"]), ("0*log(x) <= 0", ["x > 0"])],
)
def test_defined_by_the_hypotheses(goal: str, given: list[str]) -> None:
    assert decide(goal, given).answer == "proved"


# --- the ways of asking --------------------------------------------------------------------------------------------


def test_terms_and_sympy_relations() -> None:
    x = var("x", "R")
    assert decide(le(2 * x, 1 + x * x)).answer == "proved"
    s, n = sp.Symbol("s", real=True), sp.Symbol("n", integer=True)
    assert decide(sp.Ge(sp.exp(s), 1 + s), [sp.Le(s, 5)]).answer == "proved"
    assert decide(sp.Gt(n, sp.Rational(1, 2)), [sp.Gt(n, 0)]).answer == "proved"
    assert decide(sp.Le(sp.sqrt(s), (1 + s) / 2), [sp.Ge(s, 0)]).answer == "proved"
    assert decide(sp.Le(sp.Max(s, -s), sp.Abs(s))).answer == "proved"
    with pytest.raises(ParseError, match="evaluated"):
        decide(True)
    with pytest.raises(ValueError, match="integer or a real"):
        decide(sp.Ge(sp.Symbol("z"), 0))
    with pytest.raises(ValueError, match="rename"):
        decide(sp.Ge(sp.sqrt(sp.Symbol("z + 1", real=True)), 0))


def test_integers() -> None:
    assert decide("n >= 1", ["integer n", "n > 0"]).answer == "proved"
    assert decide("n >= 1", ["n > 0"]).answer == "refuted"
    assert decide("n >= 1", "n > 0", integers=["n"]).answer == "proved"


def test_several_goals() -> None:
    both = decide(["x <= 1", "x**2 <= 1"], "0 <= x <= 1")
    assert both.answer == "proved" and len(both.goal) == 2 and rechecked(both)
    one = decide("0 <= x < 1", "0 <= x <= 1")
    assert one.answer == "refuted" and one.counterexample == {"x": 1} and rechecked(one)


def test_hypotheses_that_contradict_each_other() -> None:
    assert decide("x < 0", ["x > 1", "x < 1/2"]).answer == "proved"


def test_counterexamples_are_exact() -> None:
    answer = decide("9*x**2 - 6*x + 1 > 0")
    assert answer.counterexample == {"x": Fraction(1, 3)} and answer.evidence == "exact"
    answer = decide("x + y < 2", ["x == log(2) + 1", "y >= 1/2"])
    assert answer.answer == "refuted" and answer.counterexample is not None
    assert answer.counterexample["x"] == "1 + log(2)"


def test_a_claim_of_the_library_is_refuted_by_the_same_name() -> None:
    n, a = var("n", "Z"), fn("a", 1, "R")
    claim = Claim((le(1, n),), le(Sum(lambda i: a(i), 1, n), a(1)))
    answer = refute(claim, search=Where(sizes={"n": (1, 2)}, entries={"a": (0, 1)}, length={"a": "n"}))
    assert answer.answer == "refuted" and answer.failing is claim.shows
    assert answer.counterexample == {"n": 2, "a": "(0, 1)"} or answer.counterexample == {"n": 2, "a": "(1, 1)"}
    (stored,) = answer.certificate
    assert refutes(replay(Theory(), stored), stored, claim)
    assert refute(Claim((), le(0, a(1) * a(1)))).answer == "unknown"


def test_prove_and_refute_look_one_way_only() -> None:
    assert prove("x**2 >= 0").answer == "proved" and prove("x**2 > 0", effort=1).answer == "unknown"
    assert refute("x**2 > 0").answer == "refuted" and refute("x**2 >= 0", effort=1).answer == "unknown"


def test_an_answer_is_not_a_truth_value() -> None:
    answer = decide("x**2 >= 0")
    with pytest.raises(TypeError, match="no truth value"):
        bool(answer)
    assert str(answer) == "proved: for real x: x**2 >= 0"
    assert "proved" in answer._repr_html_() and answer._repr_latex_().startswith("$")
    plain = json.loads(json.dumps(answer.to_json()))
    assert plain["answer"] == "proved" and plain["counterexample"] is None


def test_formulas_come_back_as_typed() -> None:
    answer = decide("sqrt(x_1*y) <= max(x_1,  y)", ["0 < x_1/2 < 8", "y>=0"])
    said = "proved: for reals x_1, y with 0 < x_1/2, x_1/2 < 8, y >= 0: sqrt(x_1*y) <= max(x_1, y)"
    assert str(answer).startswith(f"{said}\n   the hypotheses hold at x_1 = ")
    assert repr(answer).startswith(f"<{said}") and "\n" not in repr(answer)
    plain = answer.to_json()
    assert plain["given"] == ["0 < x_1/2", "x_1/2 < 8", "y >= 0"] and plain["goal"] == ["sqrt(x_1*y) <= max(x_1, y)"]
    failing = decide("x**2 >= 0 and x**.5 <= x", "x >= 0")
    assert str(failing).endswith("fails at x = 1/2") and failing.to_json()["failing"] == "x**.5 <= x"
    assert Answer.from_json(failing.to_json(), "x**2 >= 0 and x**.5 <= x", "x >= 0") == failing


@pytest.mark.parametrize("base", ["1/0", "1/x", "log(x)", "log(0)", "sqrt(x)", "x**(-2)"])
def test_a_zeroth_power_has_to_be_defined(base: str) -> None:
    with pytest.raises(UndefinedError):
        decide(f"({base})**0 == 1", effort=5)
    with pytest.raises(UndefinedError):
        decide(f"0*({base}) == 0", effort=5)
    if "x" in base:
        assert decide(f"({base})**0 == 1", ["x > 0"]).answer == "proved"


def test_unknown_tells_what_was_tried() -> None:
    answer = prove("x**5 - x + 0.5349922 >= 0", "x >= 0", effort=2)  # the minimum is −4/5^(5/4) + 0.5349922 < 0
    assert answer.answer == "unknown" and answer.tried and answer.hint
    assert "tried" in str(answer)


def test_the_budget_is_kept() -> None:
    answer = decide("sqrt(x + 1) + sqrt(y + 1) <= sqrt(x) + sqrt(y) + 2", ["x >= 0", "y >= 0"], effort=0.3)
    assert answer.answer in ("unknown", "proved") and answer.effort < 1.5


def test_tampered_certificates_do_not_prove_other_things() -> None:
    answer = decide("log(1 + x) <= x", "x >= 0")
    stored = answer.certificate[-1]
    rng = random.Random(3)
    allowed = [parse(h, ()).relations[0] for h in ("x >= 0",)]
    for _ in range(150):
        changed = json.loads(json.dumps(stored))
        row = rng.choice(changed["terms"])
        row[rng.randrange(len(row))] = rng.choice([0, 1, 2, -1, "x", "y", "lt", "le", "log", "exp"])
        theory = Theory()
        for t in answer.certificate[:-1]:
            replay(theory, t)
        try:
            fact = replay(theory, changed)
        except KernelError:
            continue
        if all(h in allowed for h in fact.hyps.values()) and fact.concl.op in ("le", "lt"):
            assert find(allowed, fact.concl, [], spent() + 0.2) is None


def test_the_package_gives_them_by_name() -> None:
    import proofs

    assert proofs.decide is decide and proofs.prove is prove
    assert {*proofs.__all__} <= {*dir(proofs)}
    with pytest.raises(AttributeError, match="no attribute 'unknown'"):
        proofs.unknown
    assert import_module("proofs.search.entry_points").decide is decide  # a module of a subpackage of another name


# --- what an answer says besides -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "goal, given, sharp",
    [("exp(x) >= x", (), 1), ("x**2 - 2*x + 1.01 > 0", (), Fraction(1, 100)), ("log(1 + x) <= x", "x >= 0", 0)],
)
def test_the_margin_is_proved(goal: str, given: str, sharp: Fraction) -> None:
    answer = decide(goal, given)
    found = margin(answer, effort=60)
    assert found is not None and rechecked(found.proof)
    assert answer.margin is not None and 0 <= answer.margin <= found.value
    assert sharp * Fraction(9, 10) <= found.value <= sharp
    if sharp:
        assert all(key(g) != key(h) for g, h in zip(found.proof.goal, answer.goal, strict=True))


def test_where_there_is_no_margin() -> None:
    for goal, given in (("x**2 > x", "x > 0"), ("x + x == 2*x", ()), ("x < 0", ["x > 1", "x < 0"])):
        assert decide(goal, given).margin is None


@pytest.mark.parametrize(
    "goal, given, vacuous",
    [
        ("x < 0", ["x > 1", "x < 1/2"], True),
        ("x < 0", ["exp(x) < 0"], True),
        ("x**2 >= 0", ["log(x) > 10", "x > 0"], False),
        ("x >= -10", ["x**3 == 2"], False),  # at a zero that is not rational
        ("x >= -10", ["(x**2 - 2)**2 <= 0"], None),  # no point is looked for on it
    ],
)
def test_contradicting_hypotheses_are_told(goal: str, given: list[str], vacuous: bool | None) -> None:
    answer = decide(goal, given)
    assert answer.answer in ("proved", "unknown")
    if answer.answer == "proved":
        assert answer.vacuous is vacuous
        assert (vacuous is False) or "hypotheses" in str(answer)
        assert rechecked(answer) and (vacuous is True) is (
            [t["name"] for t in answer.certificate if t["name"] == "hypotheses"] != []
        )


def test_the_statistics() -> None:
    answer = decide("exp(x) <= 3", "0 <= x <= 1")
    assert answer.steps == sum(len(t["steps"]) for t in answer.certificate) > 0
    assert answer.size == len(json.dumps(answer.certificate, ensure_ascii=False).encode()) and answer.boxes > 0
    assert decide("log(2) > 693147/10**6", precision=32).answer == "proved"
    assert decide("log(2) > 0.69314718055994530941723212145817656", precision=32).answer == "unknown"
    for wrong in (
        {"precision": 3},
        {"timeout": -1},
        {"timeout": float("nan")},
        {"timeout": float("inf")},
        {"memory": 0},
    ):
        with pytest.raises(ValueError, match="has to be"):
            decide("x > 0", **wrong)  # type: ignore[arg-type]


def test_answers_for_notebooks() -> None:
    for answer in (decide("x**2 >= 0"), decide("x**2 < 1"), decide("x < 0", ["x > 1", "x < 0"]), refute("x == x")):
        assert answer.answer in answer._repr_html_() and answer._repr_latex_().count("$") == 2


@pytest.mark.parametrize("goal", ["", " ", "NaN < 1", "x < Infinity", "-inf < x", "f(x) < 1", "x < y.z", "x"])
def test_what_is_no_question(goal: str) -> None:
    with pytest.raises(ParseError):
        decide(goal)
    with pytest.raises(ParseError):
        decide([], goal)
