"""Each lint, with a statement that triggers it and a similar one that does not."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Paper, Statement
from proofs.checking.check import check
from proofs.checking.lints.lints import places, warnings_across, warnings_of
from proofs.checking.report import Report
from proofs.checking.store.cache import Cache
from proofs.kernel.normal import key
from proofs.kernel.terms import FALSE, Term
from proofs.language.notation import (
    Eq,
    Sum,
    every,
    exists,
    exp,
    for_all,
    implies,
    ints,
    negation,
    num,
    reals,
    vectors,
)

n, k = ints("n k")
x, y, J, gap = reals("x y J gap")
(a,) = vectors("a")
total = Sum(lambda i: exp(a(i)), 1, n)
wrong = Erratum("typo", "It is wrong.")


@pytest.fixture
def paper() -> Paper:
    return Paper("P", "A paper", "Somebody")


def found(paper: Paper, s: Statement, **also: object) -> list[str]:
    given = {"without_model": (), "false_at": {}} | also
    return [w.lint for w in warnings_of(s, paper.notions, paper.standing, **given)]  # type: ignore[arg-type]


def stated(paper: Paper, kind: Any = "lemma", says: Any = "", **forms: Any) -> Statement:
    forms = {"errata": wrong} | forms if forms.get("corrected") else forms
    says = says or ("it; corrected: more" if forms.get("corrected") else "it")
    return paper.state(f"{kind}-{len(paper.statements)}", says, section="1", index=(), kind=kind, **forms)


def test_a_named_statement_has_exactly_one_claim(paper: Paper) -> None:
    one = Claim((), x <= y)
    assert found(paper, stated(paper, printed=one, steps=(one, one))) == []
    assert found(paper, stated(paper, "display", printed=(one, one))) == []
    assert found(paper, stated(paper, printed=(one, one))) == ["sentence-mismatch"]
    assert found(paper, stated(paper, printed=one, corrected=(one, one))) == ["sentence-mismatch"]
    assert found(paper, stated(paper, steps=one, argued="the rest")) == ["sentence-mismatch"]
    assert found(paper, stated(paper, "definition", defines=total)) == []
    assert found(paper, stated(paper, defines=total)) == ["sentence-mismatch"]  # a lemma must claim more than a term
    assert found(paper, stated(paper, "theorem", defines=total, steps=one)) == ["sentence-mismatch"]


def test_an_existence_or_equivalence_in_words_is_one_in_the_formula(paper: Paper) -> None:
    some = exists(lambda t: [0 < t, t < x], "R")
    says = "there are numbers below x"
    assert found(paper, stated(paper, says=says, printed=Claim((0 < x,), some))) == []
    assert found(paper, stated(paper, says=says, printed=Claim((0 < y, y < x), y / 2 < x))) == ["sentence-mismatch"]
    assert found(paper, stated(paper, says=says, printed=Claim((some,), y < x))) == [
        "sentence-mismatch"
    ]  # only assumed
    assert found(paper, stated(paper, says=says, printed=Claim((), implies(some, y < x)))) == ["sentence-mismatch"]
    assert found(paper, stated(paper, "display", says=says, printed=Claim((), y < x))) == []
    both = negation(implies(implies(x < y, y < 1), implies(y < 1, x < y), FALSE))
    says = "x is below y if and only if y is small"
    assert found(paper, stated(paper, says=says, printed=Claim((), both))) == []
    assert found(paper, stated(paper, says=says, printed=Claim((), implies(x < y, y < 1)))) == ["sentence-mismatch"]


@pytest.mark.parametrize(
    ("shows", "is_tautology"),
    [
        (Eq(x, x), True),
        (total <= total, True),
        (every(lambda i: implies(a(i) <= 1, Eq(a(i), a(i))), 1, n), True),
        (for_all(lambda t: Eq(t, t + 0), "R"), True),
        (exists(lambda t: [t < x, Eq(t + y, y + t)], "R"), True),
        (exists(lambda t: Eq(t, total), "R"), True),
        (x < x, False),
        (Eq(x, y), False),
    ],
)
def test_a_tautology_is_detected(paper: Paper, shows: Term, is_tautology: bool) -> None:
    for form in ("printed", "steps"):
        forms = {form: Claim((), shows), "corrected" if form == "printed" else "printed": Claim((), x <= y)}
        assert ("tautology" in found(paper, stated(paper, **forms))) == is_tautology


def test_a_conclusion_that_is_a_hypothesis_is_a_tautology(paper: Paper) -> None:
    """A named statement must not follow by arithmetic from one hypothesis, either."""
    same, less = Claim((x < total + y,), x < y + 1 * total), Claim((x < y,), x <= 2 * y - x + 1)
    assert found(paper, stated(paper, printed=same)) == found(paper, stated(paper, printed=less)) == ["tautology"]
    assert found(paper, stated(paper, "display", printed=same)) == ["tautology"]
    assert found(paper, stated(paper, "display", printed=less)) == []  # a display may restate something
    assert found(paper, stated(paper, printed=Claim((), x <= y), steps=less)) == []


def test_a_premise_within_an_existential_is_vacuous(paper: Paper) -> None:
    idle = exists(lambda t: implies(0 < t, t < x), "R")
    assert found(paper, stated(paper, printed=Claim((), idle))) == ["vacuous-premise"]
    assert found(paper, stated(paper, printed=Claim((idle,), x < y))) == ["vacuous-premise"]
    assert found(paper, stated(paper, printed=Claim((), exists(lambda t: [0 < t, t < x], "R")))) == []


def test_a_printed_claim_contains_no_corrected_notion(paper: Paper) -> None:
    paper.notions.define(total, (a, n), "Z({0}, {1})", "Z({0}, {1})", corrected=True)
    claim = Claim((), every(lambda i: 0 < Sum(lambda j: exp(a(j)), 1, i), 1, k))
    assert found(paper, stated(paper, corrected=claim)) == []
    assert found(paper, stated(paper, printed=claim)) == ["corrected-notion"]
    assert found(paper, stated(paper, printed=Claim((0 < total,), 0 < x))) == ["corrected-notion"]
    paper.notions.define(
        x / total, (x, a, n), "share({0}, {1}, {2})", "S({0}, {1}, {2})"
    )  # contains the corrected notion
    assert found(paper, stated(paper, printed=Claim((), y / total < 1))) == ["corrected-notion"]
    assert found(paper, stated(paper, printed=Claim((), y / Sum(lambda j: a(j), 1, n) < 1))) == []


def test_a_narrower_form_needs_a_reason(paper: Paper) -> None:
    printed, corrected = Claim((0 < x,), x <= y), Claim((0 < 2 * x, n >= 4), x <= y)
    assert found(paper, stated(paper, printed=printed, corrected=corrected)) == ["unexplained-narrowing"]
    assert found(paper, stated(paper, printed=printed, corrected=corrected, narrower="it fails at n = 3")) == []
    assert found(paper, stated(paper, printed=printed, corrected=Claim((), x <= y))) == []
    assert found(paper, stated(paper, printed=printed, corrected=Claim((), x < y), errata=())) == ["missing-erratum"]
    paper.assume(n >= 4, 0 < y)
    assert found(paper, stated(paper, printed=printed, corrected=corrected)) == ["undeclared-variable"] * 2  # x


def test_the_caption_of_a_corrected_form_says_what_is_corrected(paper: Paper) -> None:
    """A caption cannot say the printed sentence of what is proved in another form, nor the other way round."""
    both = {"printed": Claim((0 < x,), x <= y), "corrected": Claim((0 < x,), x < y)}
    for says in ("x is below y; corrected: below, not at most", "X is below y. Corrected: below, not at most."):
        assert found(paper, stated(paper, says=says, **both)) == []
        assert found(paper, stated(paper, says=says, printed=both["printed"])) == ["silent-caption"]
    for says in ("x is at most y", "x is below y, as corrected", "x is below y; corrected:"):
        assert found(paper, stated(paper, says=says, **both)) == ["silent-caption"]
        assert found(paper, stated(paper, says=says, printed=both["printed"])) == []


@pytest.mark.parametrize(
    ("printed", "corrected", "narrower"),
    [
        (x <= y, implies(0 < x, x <= y), True),  # the hypothesis is inside the sentence
        (every(lambda i: a(i) <= x, 1, n), every(lambda i: a(i) <= x, 2, n), True),
        (every(lambda i: a(i) <= x, 1, n), every(lambda i: a(i) <= x, 0, n), False),
        (every(lambda i: a(i) <= x, 1, n), every(lambda i: a(i) <= x, 1, n - 1), True),
        (every(lambda i: a(i) <= x, 1, n), every(lambda i: implies(0 < a(i), a(i) <= x), 1, n), True),
        (for_all(lambda t: implies(t < 1, t < x), "R"), for_all(lambda t: implies(t <= 1, t < x), "R"), False),
        (for_all(lambda t: implies(t <= 1, t < x), "R"), for_all(lambda t: implies(t < 1, t < x), "R"), True),
        (
            exists(lambda t: for_all(lambda u: u < t + x, "R"), "R"),
            for_all(lambda u: exists(lambda t: u < t + x, "R"), "R"),
            True,
        ),
    ],
)
def test_hypotheses_within_the_sentence_make_a_form_narrower(
    paper: Paper, printed: Term, corrected: Term, narrower: bool
) -> None:
    s = stated(paper, printed=Claim((), printed), corrected=Claim((), corrected))
    assert found(paper, s) == ["unexplained-narrowing"] * narrower


def test_a_range_that_follows_is_not_narrower(paper: Paper) -> None:
    printed = Claim((k <= n,), every(lambda i: a(i) <= x, 1, k))
    corrected = Claim((k <= n,), every(lambda i: a(i) <= x + 1, 1, n))
    assert found(paper, stated(paper, printed=printed, corrected=corrected)) == []


def test_an_added_hypothesis_that_the_proof_does_not_use_is_reported(paper: Paper) -> None:
    printed, corrected = Claim((), x <= y), Claim((n >= 4, 0 < x), x <= y)
    forms = {"printed": printed, "corrected": corrected, "narrower": "it fails otherwise"}
    s = stated(paper, **forms)
    assert found(paper, s, used={"as corrected": [key(n >= 4)]}) == ["unused-hypothesis"]
    assert found(paper, s, used={"as corrected": [key(n >= 4), key(0 < x)]}) == []
    assert found(paper, stated(paper, "display", **forms), used={"as corrected": []}) == []  # displays are exempt


def test_hypotheses_without_a_known_model_are_reported(paper: Paper) -> None:
    s = stated(paper, printed=Claim((0 < x,), x <= y), steps=Claim((x < 1,), x <= y))
    assert [where for where, _ in places(s)] == ["as printed", "step 1"]
    assert found(paper, s, without_model=["step 1"]) == ["no-model"]


def test_a_counterexample_must_satisfy_the_standing_assumptions(paper: Paper) -> None:
    paper.assume(2 * x < y, num(1) <= n, exp(x) < J)
    s = stated(paper, printed=Claim((), x <= y))
    for instance, bad in (({x: num(1), y: num(0)}, True), ({x: num(-1), y: num(0)}, False), ({x: num(1)}, False)):
        assert found(paper, s, false_at={"as printed": instance}) == ["standing-assumption"] * bad
    instance = {x: num(0), J: num(1), y: num(1), n: num(0)}
    assert found(paper, s, false_at={"as printed": instance}) == ["standing-assumption"] * 2


def test_an_assumption_that_cannot_be_evaluated_is_reported(paper: Paper) -> None:
    paper.assume(exists(lambda t: [0 < t, t * t < x], "R"), 0 < y)
    s = stated(paper, printed=Claim((), x <= y))
    assert found(paper, s, false_at={"as printed": {x: num(-1), y: num(2)}}) == ["standing-assumption"]


def test_the_theorem_of_an_erratum_has_something_in_common_with_the_statement(paper: Paper) -> None:
    printed = Claim((), total <= x)
    for by, unrelated in (
        (Claim((), 0 <= total), False),
        (Claim((), num(1) < 2), True),
        (Claim((), y < y + 1), True),
        (Claim((), total <= total), True),
        (Claim((), exists(lambda t: 0 < Sum(lambda i: exp(i * t), 1, 3), "R")), False),
    ):
        s = stated(paper, printed=printed, errata=Erratum("gap", "It is not said.", by=by))
        assert found(paper, s) == ["unrelated-erratum"] * unrelated


def test_a_defect_counts_once(paper: Paper) -> None:
    for same in (Claim((), x <= y), Claim((), x <= x - x + y), Claim((), 2 * x <= 2 * y)):
        stated(paper, printed=same, errata=Erratum("false", f"{len(paper.statements)} is wrong."))
    twice = [d.statement for d in warnings_across(paper.statements.values(), paper.notions, paper.statements)]
    assert twice == ["P:lemma-1", "P:lemma-2"]
    other = Paper("P", "A paper", "Somebody")
    for same_as in ("", "lemma-0", "lemma-0"):
        stated(
            other,
            printed=Claim((), x <= y),
            errata=Erratum("false", f"{len(other.statements)} is wrong.", same_as=same_as),
        )
    stated(other, printed=Claim((), x <= y), errata=Erratum("typo", "It is misprinted."))
    stated(other, printed=Claim((), x <= y + 1), errata=Erratum("false", "This is wrong, too."))
    assert not list(warnings_across(other.statements.values(), other.notions, other.statements))


def test_two_notions_with_one_name_are_reported(paper: Paper) -> None:
    """A stronger meaning under the same name does not correct a statement."""
    paper.notions.define(every(lambda i: a(i) <= x, 1, n), (a, x, n), "{0} is below {1} up to {2}", "{0} < {1}, {2}")
    stated(paper, printed=Claim((), every(lambda i: a(i) <= y, 1, n)))
    assert not list(warnings_across(paper.statements.values(), paper.notions, paper.statements))
    paper.notions.define(every(lambda i: a(i) < x, 1, n), (a, x, n), "{0} is below {1} up to {2}", "{0} < {1}, {2}")
    stated(paper, printed=Claim((), every(lambda i: a(i) < y, 1, n)))
    assert [d.lint for d in warnings_across(paper.statements.values(), paper.notions, paper.statements)] == [
        "ambiguous-name"
    ]
    first, last = paper.statements
    assert not list(warnings_across(paper.statements.values(), paper.notions, {first}))
    assert [d.statement for d in warnings_across(paper.statements.values(), paper.notions, {last})] == [last]


@pytest.mark.parametrize(
    ("claim", "loose"),
    [
        (Claim((), J <= exp(x)), True),
        (Claim((0 < J,), x <= y), True),
        (Claim((), 0 < total), False),
        (Claim((), exp(gap) <= total), True),
        (Claim((), x <= a(n)), False),
        (Claim((Eq(a(k), J),), J <= exp(x)), False),
        (Claim((Eq(gap, J),), J <= exp(x)), True),
        (Claim((J <= x / 2, gap <= x / 2), J + gap <= x), True),
    ],
)
def test_undeclared_variables_are_reported(paper: Paper, claim: Claim, loose: bool) -> None:
    assert found(paper, stated(paper, printed=claim)) == []  # the paper has no assumptions
    paper.assume(0 < x, 0 < y)
    assert ("undeclared-variable" in found(paper, stated(paper, printed=claim))) == loose
    paper.notions.define(exp(gap), (gap,), "grown({0})", "G({0})")
    assert found(paper, stated(paper, printed=Claim((), exp(gap) <= total))) == []


# --- in a check -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def report() -> Iterator[Report]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(Path(__file__).parents[2] / "made_up"))
        yield check(chapters=["disguised_paper"], cache=Cache(None))
        sys.modules.pop("disguised_paper")


@pytest.mark.parametrize(
    ("lemma", "status", "lint", "what"),
    [
        (1, "refuted", "standing-assumption", "as printed: the counterexample violates x < y"),
        (2, "proved as corrected, false as printed", "unused-hypothesis", "as corrected: the proof does not use y ≤ 3"),
        (3, "proved", "tautology", "as printed: it follows by arithmetic from at most one hypothesis"),
        (4, "incomplete", "sentence-mismatch", "a named statement without a sentence"),
    ],
)
def test_the_check_reports_the_warnings_of_lints(report: Report, lemma: int, status: str, lint: str, what: str) -> None:
    id = f"Disguised:lemma-{lemma}"
    assert report.by_id[id].status == status
    assert [(w.lint, w.what) for w in report.lint_warnings if w.statement == id] == [(lint, what)]


def test_an_erratum_repeated_through_another_names_the_first(report: Report) -> None:
    same = {f.id: f.same_as for f in report.errata if ":eq-" in f.id}
    first = "Disguised:eq-1#1"
    assert [same[f"Disguised:eq-{k}"] for k in range(1, 6)] == ["", first, first, "", ""]
    wrong = [p for p in report.problems if "which is no other entry" in p]
    assert [p.partition(": ")[0] for p in wrong] == ["Disguised:eq-4", "Disguised:eq-5"]
