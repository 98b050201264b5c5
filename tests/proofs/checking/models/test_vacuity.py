"""Vacuity: claims whose hypotheses contradict each other are found out; of others a point is shown."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.builder.chapter import Claim
from proofs.builder.paper import Paper
from proofs.builder.proof import Proof
from proofs.checking.check import check
from proofs.checking.models import vacuity
from proofs.checking.models.vacuity import assumed, contradiction, hypotheses_of, settle
from proofs.checking.refute import instance_of, refutes
from proofs.checking.report import Report
from proofs.checking.store.cache import Cache
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.store import replay
from proofs.kernel.terms import FALSE, KernelError, Term, eq, exp, le, log, lt, negation, num, substitute
from proofs.language.notation import Sum, every, exists, for_all, functions, implies, ints, reals, vectors

FOLDER = Path(__file__).parents[2] / "made_up"
x, y, z = reals("x y z")
(n,) = ints("n")
(a,) = vectors("a")
(f,) = functions("f", "(Z>R)")


def looked(*formulas: Term) -> Fact | None:
    """The replayed theorem about some hypotheses, if there is one."""
    p = Proof("point", Theory())
    claim = Claim(formulas, FALSE)
    try:
        settle(p, claim)
    except KernelError:
        return None
    stored = json.loads(json.dumps(p.stored))
    fact = replay(Theory(), stored)
    assert fact.concl is FALSE or refutes(fact, stored, claim)
    return fact


@pytest.mark.parametrize(
    "formulas",
    [
        [x > 0, x < 0],
        [x > 1, x <= 1],
        [x < 0, x * x < 0],
        [x > y, y > z, z > x],
        [FALSE],
        [x > 3, num(1) < 0],
        [n > 0, n < 1],
        [eq(x, 1), eq(x, 2)],
        [eq(x + y, 1), eq(x - y, 1), y > 0],
    ],
)
def test_hypotheses_that_contradict_each_other(formulas: list[Term]) -> None:
    fact = looked(*formulas)
    assert fact is not None and fact.concl is FALSE


@pytest.mark.parametrize(
    "formulas",
    [
        [x > 0, x < 1],
        [n > 2, x * x < n],
        [eq(exp(x), y), y > 2],
        [eq(y, log(num(2)) * x), x > 1],
        [2 * log(n) + 3 < x, n > 1],
        [every(lambda i: a(i) > 0, 1, n), eq(Sum(lambda i: a(i), 1, n), 1), n >= 2],
        [every(lambda i: eq(a(i), exp(num(0) - i)), 1, n), n >= 2],
        [eq(x * (2 * log(num(3)) + 1), y), y > 1],
        [negation(eq(x, 0)), implies(lt(num(0), x), x > 7)],
    ],
)
def test_hypotheses_that_hold_somewhere(formulas: list[Term]) -> None:
    fact = looked(*formulas)
    assert fact is not None and fact.concl is not FALSE and not fact.hyps


@pytest.mark.parametrize(
    "formulas",
    [
        [eq(2 * n, 1)],
        [x > 0, eq(x * x, 2), eq(2 * x, 3)],
        [x > 0, log(x) > x],
        [every(lambda i: a(i) > 1, 1, n), n >= 1, Sum(lambda i: a(i), 1, n) <= n],
        [every(lambda i: a(i) < a(i + 1), 1, 3), a(4) <= a(1)],
        [for_all(lambda t: x < t, "R")],
        [for_all(lambda t: implies(t > 0, x < t), "R"), x > 0],
        [for_all(lambda X: f(X) > 1, "(Z>R)"), for_all(lambda X: f(X) < 1, "(Z>R)")],
    ],
)
def test_no_point_is_shown_of_what_contradicts_itself_in_other_ways(formulas: list[Term]) -> None:
    fact = looked(*formulas)
    assert fact is None or fact.concl is FALSE


@pytest.mark.parametrize(
    ("given", "shows", "count"),
    [
        ([0 < x], implies(x < 0, 0 < y), 2),
        ([], for_all(lambda t: implies(0 < t, t < 0, t < y), "R"), 2),
        ([x < 0], every(lambda i: implies(0 < x, a(i) < 0), 1, n), 4),
        ([0 < x], negation(x < 0), 1),  # what it says is no condition
        ([0 < x], exists(lambda t: [t < 0, t < x], "R"), 1),
        ([0 < x, x < 0], FALSE, 1),
    ],
)
def test_conditions_within_a_sentence_are_hypotheses(given: list[Term], shows: Term, count: int) -> None:
    formulas = assumed(Claim(tuple(given), shows))
    assert len(formulas) == count
    fact = looked(*formulas)
    assert fact is not None and (fact.concl is FALSE) == (count in (2, 4))


def test_a_variable_that_is_bound_is_no_other() -> None:
    (t,) = reals("any0")
    assert (
        len({v for f in assumed(Claim((0 < t,), for_all(lambda u: implies(u < 0, u < t), "R"))) for v in f.free}) == 2
    )


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.integers(-4, 4), st.booleans()), max_size=4))
def test_never_both(rows: list[tuple[int, int, int, bool]]) -> None:
    """If arithmetic finds a contradiction, no point is accepted, and the other way round."""
    formulas = [(lt if strict else le)(p * x + q * y, num(c)) for p, q, c, strict in rows]
    p = Proof("contradiction", Theory())
    try:
        contradiction(p, formulas)
    except KernelError:
        return
    fact = looked(*formulas)
    assert fact is not None and fact.concl is FALSE


def test_a_stored_point_is_one_of_these_hypotheses_only() -> None:
    """A point that satisfies other hypotheses, put under the same name, counts for nothing."""
    p = Proof("A:lemma-1#hypotheses-1", Theory())
    settle(p, Claim((x > 0,), FALSE))
    fact = replay(Theory(), p.stored)
    assert refutes(fact, p.stored, Claim((x > 0,), FALSE))
    assert not refutes(fact, p.stored, Claim((x > 0, x < 0), FALSE))


# --- in a paper ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def report() -> Iterator[Report]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        yield check(chapters=["vacuous_paper"], cache=Cache(None))
        sys.modules.pop("vacuous_paper")


@pytest.mark.parametrize("statement, line", [("lemma-1", 1), ("lemma-2", 1), ("lemma-6", 1), ("lemma-7", 1)])
def test_a_vacuous_claim_is_a_problem(report: Report, statement: str, line: int) -> None:
    assert f"Vacuous:{statement}: the hypotheses of line {line} contradict each other" in report.problems
    assert report.by_id[f"Vacuous:{statement}"].lines[-1].to_json()["vacuous"] is True


def test_a_claim_corrected_by_saying_nothing_is_a_problem(report: Report) -> None:
    assert [p for p in report.problems if p.startswith("Vacuous:lemma-5")] == [
        "Vacuous:lemma-5: the corrected line 1 is a tautology"
    ]


def test_a_constant_that_is_shown_by_contradictory_hypotheses_is_a_problem(report: Report) -> None:
    assert "Vacuous:bound: the hypotheses of line 1 contradict each other" in report.problems


def test_a_corrected_lemma_that_its_own_theorem_shows_to_be_wrong_by_nothing(report: Report) -> None:
    """A theorem under contradictory hypotheses bears out no erratum."""
    assert "no-model" in [w.lint for w in report.lint_warnings if w.statement == "Vacuous:lemma-8"]


def test_the_point_is_told(report: Report) -> None:
    for statement, names in (("lemma-3", "xy"), ("lemma-4", "x")):
        line = report.by_id[f"Vacuous:{statement}"].lines[0]
        assert line.vacuous is False and line.wording.holds_at is not None
        assert [part.split(" = ")[0] for part in line.wording.holds_at.split(", ")] == list(names)
        assert line.to_json()["holds_at"] == line.wording.holds_at
    assert not any("lemma-3" in p or "lemma-4" in p for p in report.problems)


def test_one_theorem_serves_smaller_sets() -> None:
    paper = Paper("P", "A paper", "nobody")
    claims = [Claim((x > 1, y > 2), x + y > 3), Claim((x > 1,), x > 0), Claim((FALSE,), x > 0), Claim((), x <= x)]
    paper.state("lemma-1", "several lines", section="1", index="1", kind="lemma", printed=claims)
    hypotheses = hypotheses_of(paper)
    assert len(hypotheses.sets) == 3
    (name,) = (k for k, claim in hypotheses.sets.items() if len(claim.given) == 1 and claim.given != (FALSE,))
    (larger,) = hypotheses.larger[name]
    assert {key(g) for g in hypotheses.sets[name].given} < {key(g) for g in hypotheses.sets[larger].given}


def test_points_that_are_kept_are_proved_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong point in the file of points makes no theorem."""
    wrong = {"terms": [["var", "x", "R"], ["num", 5, 1]], "instance": [[0, 1]]}
    monkeypatch.setattr(vacuity, "_kept", lambda: {vacuity.digest((x < 3,)): wrong, vacuity.digest((x > 3,)): wrong})
    assert looked(x < 3) is None
    fact = looked(x > 3)
    assert fact is not None and fact.concl is not FALSE
    p = Proof("point", Theory())
    settle(p, Claim((x > 3,), FALSE))
    assert [substitute(t, {}).args for t in instance_of(p.stored).values()] == [(5, 1)]
