"""Questions in all their forms: assumptions are hypotheses, a name stands for one thing, the rest is refused."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module

import pytest
import sympy as sp
from rechecked import rechecked

from proofs.cli.main import run
from proofs.kernel.normal import key
from proofs.kernel.terms import Term, absolute, fn, le, lt, num, var
from proofs.language.display import joined, text
from proofs.language.notation import Sum
from proofs.language.translate import TranslationError
from proofs.search import FAILED, ParseError, UndefinedError, decide, prove, question
from proofs.search.question import Question, read_question
from proofs.search.sharpening.sharp import sharpen
from proofs.workers.pool import TaskError

x, y = sp.symbols("x y", real=True)
T = sp.Symbol("T", positive=True)
k, n = sp.symbols("k n", integer=True)
m = sp.Symbol("m", integer=True, positive=True)
A, P = sp.IndexedBase("A"), sp.IndexedBase("P", positive=True)


# --- what is assumed -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sign, hypothesis",
    [
        ("positive", lambda s: lt(0, s)),
        ("negative", lambda s: lt(s, 0)),
        ("nonnegative", lambda s: le(0, s)),
        ("nonpositive", lambda s: le(s, 0)),
        ("nonzero", lambda s: lt(0, absolute(s))),
    ],
)
@pytest.mark.parametrize("kind, sort", [("real", "R"), ("integer", "Z")])
def test_signs_are_hypotheses(sign: str, hypothesis, kind: str, sort: str) -> None:
    s = sp.Symbol("s", **{kind: True, sign: True})
    given, goals = question(sp.Le(s**2, s, evaluate=False))
    assert given == (hypothesis(var("s", sort)),) and goals[0].free == {var("s", sort)}


@pytest.mark.parametrize(
    "goal, answer",
    [
        (T**3 + 1 >= T, "proved"),
        (sp.Le(sp.log(T), T - 1), "proved"),
        (sp.Ge(m**3, m**2), "proved"),
        (sp.Ge(T**2, T), "refuted"),
        (sp.Ge(1 / sp.Symbol("s", real=True, nonzero=True) + x**2, -1), "refuted"),
        (sp.Le(P[1] * P[2], (P[1] + P[2]) ** 2 / 4), "proved"),
        (sp.Ge(P[1], P[2]), "refuted"),
        (sp.Ge(sp.sqrt(T) + 1 / sp.sqrt(T), 2), "proved"),
        (sp.And(T + 1 > 1 / (T + 1), sp.Max(T, -T) <= T), "proved"),
    ],
)
def test_answers_under_what_is_assumed(goal: sp.Basic, answer: str) -> None:
    found = decide(goal)
    assert found.answer == answer and found.given
    if found.counterexample is not None:
        signed = [value for name, value in found.counterexample.items() if name in ("T", "P_1", "P_2")]
        assert all(isinstance(value, Fraction) and value > 0 for value in signed)


def test_a_hypothesis_that_says_the_same_is_not_said_twice() -> None:
    assert question(T >= x, ["T > 0"])[0] == (lt(0, var("T", "R")),)


def test_what_is_assumed_goes_to_the_worker() -> None:
    asked = read_question(sp.Ge(sp.sqrt(T), P[1]), [sp.Ge(T, m)])
    assert Question.from_json(asked.to_json()) == asked and len(asked.given) == 4


@pytest.mark.parametrize(
    "assumed",
    [
        {"even": True}, {"odd": True}, {"prime": True}, {"zero": True}, {"rational": True}, {"irrational": True},
        {"real": True, "integer": False}, {"extended_real": True}, {"extended_positive": True}, {"finite": True},
        {"complex": True}, {"imaginary": True}, {"commutative": False}, {"composite": True}, {"algebraic": True}, {},
    ],
)  # fmt: skip
def test_what_cannot_be_said_is_refused(assumed: dict[str, bool]) -> None:
    with pytest.raises(TranslationError, match="declare"):
        question(sp.Eq(sp.Symbol("q", **assumed), x, evaluate=False))


# --- names -----------------------------------------------------------------------------------------------------------

OTHER = sp.Symbol("x", positive=True)


@pytest.mark.parametrize(
    "goal, given",
    [
        (sp.Le(sp.Dummy("t", real=True), sp.Dummy("t", real=True)), []),
        (sp.Eq(x, OTHER), []),
        (sp.Le(x, 1), [sp.Le(OTHER, 1)]),
        (sp.Eq(sp.Sum(sp.Symbol("k", integer=True, positive=True), (k, 1, 3)), 6), []),
        (sp.Ge(sp.Symbol("k", real=True), sp.Sum(k, (k, 1, 3))), []),
        (sp.Eq(sp.IndexedBase("B", shape=(3,))[1], sp.IndexedBase("B", shape=(4,))[1]), []),
        (sp.Le(sp.Symbol("A", real=True), A[1]), []),
        (sp.Le(sp.Symbol("A_1", real=True), A[1]), []),
        (sp.Le(sp.IndexedBase("A_1")[2], A[1, 2]), []),
        (sp.Le(x, 1), ["integer x", "x >= 0"]),
        (le(var("x", "R"), var("x", "Z")), []),
    ],
)
def test_two_things_of_one_name_are_an_error_that_says_which(goal, given: list) -> None:
    with pytest.raises(ValueError, match=r"two different things are called \w+"):
        question(goal, given)


@pytest.mark.parametrize("name", ["λ", "x'log", "z + 1", "x_{1}", ""])
def test_names_that_text_has_not_are_refused(name: str) -> None:
    with pytest.raises(TranslationError, match="rename"):
        question(sp.Ge(sp.Symbol(name, real=True), x))


def test_text_and_sympy_speak_of_the_same_variable() -> None:
    assert decide(sp.Ge(x**2, x), ["x >= 1"]).answer == "proved"
    assert decide("n >= 1", [n > 0, "integer n"]).answer == "proved"


# --- sums and entries ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "relation",
    [
        sp.Eq(sp.Sum(k, (k, 5, 1)), -9),  # SymPy subtracts 2 + 3 + 4
        sp.Eq(sp.Sum(x, (k, 1, 3)), 3 * x),
        sp.Eq(sp.Sum(x * k, (k, 1, 0)), 0, evaluate=False),
        sp.Eq(sp.Sum(A[k] * k, (k, -1 + 2, 2)), A[1] + 2 * A[2]),
        sp.Eq(sp.Sum(k * n, (k, 1, n), (n, 1, 2)), 7),
        sp.Ge(sp.Sum(A[k] ** 2, (k, 1, 3)), A[1] * A[2] + A[2] * A[3] + A[3] * A[1]),
        sp.Ge(sp.Sum(sp.sqrt(P[k]), (k, 1, 2)) ** 2, P[1] + P[2]),
    ],
)
def test_sums_between_numbers_are_written_out(relation: sp.Basic) -> None:
    assert decide(relation).answer == "proved"


@pytest.mark.parametrize(
    "relation, why",
    [
        (sp.Eq(sp.Sum(x, (x, 1, 3)), 3 * x), "integer=True"),
        (sp.Ge(sp.Sum(m, (m, 0, 3)), x), "its range is 0 to 3"),
        (sp.Ge(sp.Sum(m, (m, 3, -2)), x), "its range is -1 to 2"),
        (sp.Ge(sp.Sum(m, (m, n, 3)), x), "its range is n to 3"),
        (sp.Ge(sp.Sum(k, (k, 1, 2000)), x), "more than 1000 terms"),
        (sp.Ge(sp.Sum(k, (k, 1, sp.oo)), x, evaluate=False), "Infinity"),
        (sp.Ge(sp.Sum(1 / (k - 1), (k, 1, 2)), x, evaluate=False), "ComplexInfinity"),
        (sp.Ge(A[x], 0), "an index is an integer"),
    ],
)
def test_sums_and_entries_that_are_not_handled_say_so(relation: sp.Basic, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        question(relation)


@pytest.mark.parametrize(
    "relation, given, answer",
    [
        (sp.Ge(sp.Sum(A[k] ** 2, (k, 1, n)), 0), sp.Ge(n, 1), "proved"),
        (sp.Ge(sp.Sum(sp.sqrt(A[k]), (k, 1, n)), 0, evaluate=False), sp.Ge(n, 1), None),
        (sp.Eq(sp.Sum(k, (k, 1, n)), n * (n + 1) / 2), sp.Ge(n, 0), "proved"),
        (sp.Eq(sp.Sum(k, (k, 1, n)), n * (n + 1) / 2), (), None),  # SymPy's sums may run backwards
        (sp.Ge(sp.Product(1 + A[k] ** 2, (k, 1, n)), 1), sp.Ge(n, 1), "proved"),
        (sp.Ge(A[n] ** 2, A[n]), (), "refuted"),
        (sp.Ge(A[-1] ** 2, 0), (), "proved"),
    ],
)
def test_sums_of_symbolic_length(relation: sp.Basic, given: sp.Basic, answer: str | None) -> None:
    if answer is None:
        with pytest.raises(UndefinedError):
            decide(relation, given)
    else:
        assert decide(relation, given).answer == answer


def test_entries_of_terms_are_variables() -> None:
    a = fn("a", 1, "R")
    found = decide(le(a(1), a(2)))
    assert found.answer == "refuted" and found.counterexample is not None
    assert found.counterexample["a_1"] > found.counterexample["a_2"]  # type: ignore[operator]
    whole = decide(le(0, Sum(lambda i: a(i) * a(i), num(1), var("n", "Z"))))
    assert whole.answer == "proved"


def test_names_of_sequences_and_numbers() -> None:
    for goal in ("sum(a[i], (i, 1, n)) >= a", "a[n] + a[n, 1] >= 0", "n[1] >= n"):
        with pytest.raises(ParseError, match="two different things are called"):
            question(goal, ["integer n"])
    with pytest.raises(ParseError, match="numbers and entries"):
        question(le(0, fn("f", "R", "R")(var("x", "R"))))


# --- what is no exact relation ---------------------------------------------------------------------------------------

ROOT = sp.Float(2**0.5)


@pytest.mark.parametrize(
    "relation",
    [
        sp.Le(x, ROOT),
        sp.Le(sp.sqrt(x), ROOT),
        sp.Ge(x ** sp.Float("0.5"), x),
        sp.Ge(sp.Sum(k * sp.Float(1), (k, 1, 3)), x),
        sp.Ge(sp.Max(x, sp.Float("0.1")), sp.sqrt(x)),
        sp.Ge(A[1] * sp.Float(2), 1),
    ],
)
def test_floating_point_numbers_are_refused_wherever_they_stand(relation: sp.Basic) -> None:
    with pytest.raises(TranslationError, match="Rational"):
        decide(relation)


@pytest.mark.parametrize(
    "relation, value", [(T > 0, "True"), (T < 0, "False"), (sp.Eq(x, x), "True"), (sp.true, "True")]
)
def test_what_sympy_has_decided_itself(relation: sp.Basic, value: str) -> None:
    with pytest.raises(TranslationError, match=f"SymPy has already evaluated this to {value}"):
        decide(relation)
    with pytest.raises(TranslationError, match="already evaluated"):
        decide(x > 1, [relation])


@pytest.mark.parametrize("thing", [x, 3.5, None, sp.sec(x) <= 1, sp.Q.positive(x)])
def test_what_is_no_relation_is_refused(thing) -> None:
    with pytest.raises(TranslationError):
        decide(thing)


@pytest.mark.parametrize(
    "goal, given, written",
    [
        (sp.Or(x <= -1, x >= 1), [x**2 >= 1], "x <= -1 or x >= 1"),
        (x**2 >= 1, [sp.Or(x <= -1, x >= 1)], "x**2 >= 1"),
        (sp.Implies(x > 0, x + 1 / x >= 2), [], "x + 1/x >= 2 or x <= 0"),
        (sp.Ne(x, 1), [x > 1], "x != 1"),
        (sp.floor(x) + sp.floor(y) <= sp.floor(x + y), [], "floor(x) + floor(y) <= floor(x + y)"),
        (sp.sign(x) * x >= 0, [], "sign(x)*x >= 0"),
        (sp.Mod(n, 2) <= 1, [], "n % 2 <= 1"),
    ],
)
def test_or_floor_and_the_like_of_sympy(goal: sp.Basic, given: list[sp.Basic], written: str) -> None:
    answer = decide(goal, given, effort=3)
    assert answer.answer == "proved" and rechecked(answer)
    stated = read_question(written, given, ["n"] if "n" in written else [])
    read, wanted = question(goal, given)
    assert (read, [parts(t) for t in wanted]) == (stated.given, [parts(t) for t in stated.goals])


def parts(relation: Term) -> set[object]:
    return {key(part) for part in joined(relation)[1]}  # SymPy has an order of its own


def test_each_floor_has_an_integer_of_its_own() -> None:
    asked = read_question("floor(x) <= floor(y + 1) + floor_1", ["floor(y) == 1"])
    assert [str(g) for g in map(text, asked.given)] == [
        "floor_2 ≤ y", "y < floor_2 + 1", "floor_3 ≤ x", "x < floor_3 + 1", "floor_4 ≤ y + 1", "y + 1 < floor_4 + 1",
        "floor_2 = 1",
    ]  # fmt: skip
    assert text(asked.goals[0]) == "floor_3 ≤ floor_4 + floor_1"
    assert decide("floor(x) == floor(y)", "x == y").answer == "proved"
    assert decide("floor(x) == floor(y)", "x <= y").answer == "refuted"


@pytest.mark.parametrize(
    "goal, given, answer",
    [
        ("sum(1/2**k, (k, 0, oo)) <= 2", [], "proved"),
        ("1 >= 2*sum(1/4**k, (k, 1, oo))", [], "proved"),
        ("sum(r**k, (k, 0, oo)) <= 1/(1 - r)", ["0 <= r", "r < 1"], "proved"),
        ("sum(1/2**k, (k, 1, oo)) <= 9/10", [], "refuted"),
    ],
)
def test_an_infinite_sum_is_bounded_if_its_parts_are(goal: str, given: list[str], answer: str) -> None:
    found = decide(goal, given, effort=3)
    assert found.answer == answer and rechecked(found)


@pytest.mark.parametrize("goal", ["sum(1/k**2, (k, 1, oo)) < 2", "sum(1/k**2, (k, 1, oo)) >= 1"])
def test_an_infinite_sum_is_refused_where_its_parts_do_not_suffice(goal: str) -> None:
    with pytest.raises(ParseError, match="infinite sum"):
        decide(goal)
    with pytest.raises(ParseError, match="infinite sum"):
        decide("x <= 2", "sum(1/k**2, (k, 1, oo)) <= x")
    with pytest.raises(ParseError, match="infinite sum"):
        decide("x <= 2 or sum(1/k**2, (k, 1, oo)) <= x")
    with pytest.raises(ParseError, match="infinite sum"):
        decide("all(sum(1/k**2, (k, 1, oo)) <= a[i] ⇒ b[i] > 0, (i, 1, n))", "integer n")
    with pytest.raises(UndefinedError, match="0 ≤"):  # its members have both signs
        decide("sum((-1)**k/k, (k, 1, oo)) <= 1")


def test_a_variable_with_the_letters_of_others_is_refused() -> None:
    with pytest.raises(ParseError, match=r"a variable ab or the product a\*b"):
        decide("ab <= (a**2 + b**2)/2")
    assert decide("ab <= 1", "ab <= 0").answer == "proved"


def test_deep_relations_are_refused() -> None:
    deep: sp.Expr = x
    for _ in range(300):
        deep = sp.exp(deep, evaluate=False)
    with pytest.raises(TranslationError, match="nested"):
        question(sp.Ge(deep, x, evaluate=False))


@pytest.mark.parametrize(
    "relation",
    [
        sp.Ge(sp.sqrt(x), 0),
        sp.Ge(x ** sp.Rational(-1, 3), 0),
        sp.Ge(sp.Piecewise((sp.sqrt(x), x > -1), (0, True)), 0),
        sp.Ge(sp.Mul(0, 1 / x, evaluate=False), 0, evaluate=False),
    ],
)
def test_what_is_not_defined_everywhere(relation: sp.Basic) -> None:
    with pytest.raises(UndefinedError):
        decide(relation)


def test_a_zeroth_power_that_sympy_has_kept_is_refused() -> None:
    with pytest.raises(TranslationError, match="powers"):
        question(sp.Ge(sp.Pow(1 / x, 0, evaluate=False), 0, evaluate=False))


def test_a_root_counts_in_its_branch_only() -> None:
    assert decide(sp.Ge(sp.Piecewise((sp.sqrt(x), x > 0), (0, True)), 0)).answer == "proved"
    assert decide(sp.Ge(sp.Piecewise((-x, x < 0), (sp.sqrt(x), True)), 0)).answer == "proved"


# --- no hypotheses, and parameters -----------------------------------------------------------------------------------


def test_no_text_is_no_hypothesis() -> None:
    assert prove("x**2 >= 0", "").given == ()
    with pytest.raises(ParseError, match="no goal"):
        decide("")
    with pytest.raises(ParseError):
        decide("x**2 >= 0", ["x > 0", ""])


def test_a_symbol_as_a_constant() -> None:
    c = sp.Symbol("c", real=True)
    found = sharpen(sp.Le(sp.exp(-c), T + 1), "", c)
    assert found.constant == "c" and found.lower is not None and found.lower.expression == 0 and found.upper is None


def test_e_alone_may_be_the_number() -> None:
    for goal, given in (("e < 3", ()), ("e**2 > 7", ("e > 0",))):
        with pytest.raises(ParseError, match=r"exp\(1\)"):
            decide(goal, given)
    assert decide("2*d*e <= d**2 + e**2").answer == "proved"


# --- workers ---------------------------------------------------------------------------------------------------------


LARGE = f"({'+'.join(f'x{k}' for k in range(12))})**8 >= 1"


def test_an_error_of_the_worker_is_no_answer() -> None:
    found = decide("x0 >= 1", [LARGE], effort=5)
    assert found.answer == "unknown" and "too many terms" in found.hint


def test_an_error_of_ours_in_the_worker_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*args: object, **options: object) -> object:
        raise TaskError("ValueError: as if")

    monkeypatch.setattr(import_module("proofs.search.answer"), "call_settle", fails)
    found = decide("x >= 1")
    assert found.answer == "unknown" and found.hint.startswith(FAILED) and "as if" in found.hint


@pytest.mark.parametrize("memory", [2**80, 0, -1, 2.5e9])
def test_a_memory_that_is_none(memory) -> None:
    with pytest.raises(ValueError, match="memory"):
        decide("x**2 >= 0", memory=memory)


def test_the_command_survives_both(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["prove", "x0 >= 1", "--given", LARGE]) == 2
    assert "unknown" in capsys.readouterr().out
    assert run(["prove", "x**2 >= 0", "--memory", str(2**70)]) == 3
    assert "memory" in capsys.readouterr().err


@pytest.mark.parametrize(
    "goal, given",
    [
        ("sum(x[i], (i, 1, n)) <= n", "all(x[i] <= 1, (i, 1, n))"),
        ("-sum(x[i], (i, 1, n)) <= n", "all(-1 <= x[i], (i, 1, n))"),
        ("x[n + 1] <= 1", "x[n + 1] <= 0"),
        ("n*x <= n", "sum(y[i], (i, m, n)) <= m"),
    ],
)
def test_variables_of_ranges_and_indices_are_integers(goal: str, given: str) -> None:
    declared = [given, "integer n, m" if "m" in given else "integer n"]
    assert read_question(goal, [given]) == read_question(goal, declared)


def test_a_quotient_is_no_bound_of_a_range() -> None:
    with pytest.raises(ParseError, match="an integer is needed here"):
        read_question("sum(x[i], (i, 1, n/2)) <= 1")
