"""Each guard with a statement that trips it, and one beside it that does not."""

from __future__ import annotations

import pytest

from proofs.judging.guards import doubts, is_itself, places
from proofs.kernel.terms import Term
from proofs.language.notation import eq, every, exp, for_all, implies, ints, num, reals, sigma, vectors
from proofs.writing.chapter import Claim
from proofs.writing.paper import Paper, Statement

n, k = ints("n k")
x, y, J, gap = reals("x y J gap")
(a,) = vectors("a")
total = sigma(lambda i: exp(a(i)), 1, n)


@pytest.fixture
def paper() -> Paper:
    return Paper("P", "A paper", "Somebody")


def found(paper: Paper, s: Statement, **also: object) -> list[str]:
    given = {"unmet": (), "false_at": {}} | also
    return [d.guard for d in doubts(s, paper.notions, paper.standing, **given)]  # type: ignore[arg-type]


def stated(paper: Paper, kind: str = "lemma", **forms: object) -> Statement:
    return paper.state(f"{kind}-{len(paper.statements)}", "it", section="1", index=(), kind=kind, **forms)  # type: ignore[arg-type]


def test_a_named_statement_has_one_sentence(paper: Paper) -> None:
    one = Claim((), x <= x + 1)
    assert found(paper, stated(paper, printed=one, steps=(one, one))) == []
    assert found(paper, stated(paper, "display", printed=(one, one))) == []
    assert found(paper, stated(paper, printed=(one, one))) == ["sentence"]
    assert found(paper, stated(paper, printed=one, mended=(one, one))) == ["sentence"]
    assert found(paper, stated(paper, steps=one, argued="the rest")) == ["sentence"]
    assert found(paper, stated(paper, defines=total)) == []


@pytest.mark.parametrize(
    ("shows", "itself"),
    [
        (eq(x, x), True),
        (total <= total, True),
        (every(lambda i: implies(a(i) <= 1, eq(a(i), a(i))), 1, n), True),
        (for_all(lambda t: eq(t, t + 0), "R"), False),
        (x < x, False),
        (eq(x, y), False),
    ],
)
def test_something_is_itself(paper: Paper, shows: Term, itself: bool) -> None:
    assert is_itself(shows) == itself
    for form in ("printed", "steps"):
        forms = {form: Claim((), shows), "mended" if form == "printed" else "printed": Claim((), x <= y)}
        assert ("itself" in found(paper, stated(paper, **forms))) == itself


def test_a_mended_notion_is_not_printed(paper: Paper) -> None:
    paper.notions.define(total, (a, n), "Z({0}, {1})", "Z({0}, {1})", mended=True)
    claim = Claim((), every(lambda i: 0 < sigma(lambda j: exp(a(j)), 1, i), 1, k))
    assert found(paper, stated(paper, mended=claim)) == []
    assert found(paper, stated(paper, printed=claim)) == ["mended notion"]
    assert found(paper, stated(paper, printed=Claim((0 < total,), 0 < x))) == ["mended notion"]


def test_a_narrower_form_needs_a_reason(paper: Paper) -> None:
    printed, mended = Claim((0 < x,), x <= y), Claim((0 < 2 * x, n >= 4), x <= y)
    assert found(paper, stated(paper, printed=printed, mended=mended)) == ["narrower"]
    assert found(paper, stated(paper, printed=printed, mended=mended, narrower="it fails at n = 3")) == []
    assert found(paper, stated(paper, printed=printed, mended=Claim((), x <= y))) == []
    paper.assume(n >= 4, 0 < y)
    assert found(paper, stated(paper, printed=printed, mended=mended)) == ["letters"] * 2  # x


def test_hypotheses_that_nothing_is_known_to_meet(paper: Paper) -> None:
    s = stated(paper, printed=Claim((0 < x,), x <= y), steps=Claim((x < 1,), x <= y))
    assert [where for where, _ in places(s)] == ["as printed", "step 1"]
    assert found(paper, s, unmet=["step 1"]) == ["unmet"]


def test_a_counterexample_is_an_instance_of_the_paper(paper: Paper) -> None:
    paper.assume(2 * x < y, num(1) <= n, exp(x) < J)
    s = stated(paper, printed=Claim((), x <= y))
    for instance, bad in (({x: num(1), y: num(0)}, True), ({x: num(-1), y: num(0)}, False), ({x: num(1)}, False)):
        assert found(paper, s, false_at={"as printed": instance}) == ["standing"] * bad
    instance = {x: num(0), J: num(1), y: num(1), n: num(0)}
    assert found(paper, s, false_at={"as printed": instance}) == ["standing", "standing"]


@pytest.mark.parametrize(
    ("claim", "loose"),
    [
        (Claim((), J <= exp(x)), True),
        (Claim((0 < J,), x <= y), True),
        (Claim((), 0 < total), False),
        (Claim((), exp(gap) <= total), True),
        (Claim((), x <= a(n)), False),
        (Claim((eq(a(k), J),), J <= exp(x)), False),
        (Claim((eq(gap, J),), J <= exp(x)), True),
        (Claim((J <= x / 2, gap <= x / 2), J + gap <= x), True),
    ],
)
def test_letters_that_stand_for_nothing(paper: Paper, claim: Claim, loose: bool) -> None:
    assert found(paper, stated(paper, printed=claim)) == []  # of which the paper says nothing at all
    paper.assume(0 < x, 0 < y)
    assert ("letters" in found(paper, stated(paper, printed=claim))) == loose
    paper.notions.define(exp(gap), (gap,), "grown({0})", "G({0})")
    assert found(paper, stated(paper, printed=Claim((), exp(gap) <= total))) == []
