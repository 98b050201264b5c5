"""Sequences defined by recursion: their equations, the proof that they exist, and when the step counts as defined."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Paper
from proofs.builder.proof import Proof
from proofs.builder.recursion import Recursion
from proofs.checking.check import check
from proofs.checking.store.cache import Cache
from proofs.checking.store.chapter_contents import ChapterError
from proofs.kernel.rules import Theory
from proofs.kernel.store import replay
from proofs.language.notation import Eq, Sum, Term, every, exists, fun, ints, num, reals, sequences, vectors

m, n, N = ints("m n N")
(c,) = reals("c")
(x,), (D,), (A,), (s,) = vectors("x"), vectors("D", 2), vectors("A", 3), sequences("s")


@pytest.mark.parametrize(
    ("found", "at_first", "later"),
    [
        (
            Recursion(x, lambda: c, lambda t, value: t * value, num(1)),
            lambda x: Eq(x(1), c),
            lambda x: every(lambda t: Eq(x(t + 1), t * x(t)), 1, N - 1),
        ),
        (
            Recursion(D, lambda i: c + i, lambda t, row, i: row(i) * Sum(row, 1, n), m, (1, n)),
            lambda D: every(lambda i: Eq(D(m, i), c + i), 1, n),
            lambda D: every(lambda t: every(
                lambda i: Eq(D(t + 1, i), D(t, i) * Sum(lambda k: D(t, k), 1, n)), 1, n), m, N - 1),
        ),
        (
            Recursion(A, lambda i, j: num(1), lambda t, B, i, j: Sum(lambda k: B(i, k) * B(k, j), 1, n), num(0),
                      (1, n, None, m)),
            lambda A: every(lambda i, j: Eq(A(0, i, j), 1), 1, n, None, m),
            lambda A: every(lambda t: every(
                lambda i, j: Eq(A(t + 1, i, j), Sum(lambda k: A(t, i, k) * A(t, k, j), 1, n)), 1, n, None, m),
                0, N - 1),
        ),
    ],
)  # fmt: skip
def test_a_sequence_exists_up_to_any_index(found: Recursion, at_first: object, later: object) -> None:
    p = Proof("example.exists", Theory())
    fact = found.prove(p, N, p.assume(found.first <= N))
    assert fact.concl is exists(lambda x: [at_first(x), later(x)], found.x.sort)  # type: ignore[operator]
    p.qed(fact, fact.concl, [found.first <= N])
    assert replay(Theory(), p.finished()).concl is fact.concl


def test_a_printed_claim_has_the_equations_and_a_last_index_bounds_them() -> None:
    paper = Paper("Toy", "A toy paper", "nobody, 2026")
    equations = paper.recursion("definition-1", "powers", x, lambda: 1, lambda t, value: 2 * value, first=0, last=n)
    assert equations[1] is every(lambda t: Eq(x(t + 1), 2 * x(t)), 0, n - 1)
    found = paper.state(
        "lemma-1", "it is false", printed=Claim((1 <= n,), x(n) <= 2),
        errata=Erratum("false", "It grows.", at={"n": 2, "x": fun(lambda t: 1 + t * (t + 1) / 2)}),
    )  # fmt: skip
    assert found.printed[0].given == (1 <= n, *equations)


def test_claims_that_contain_a_sequence_have_its_equations_as_hypotheses() -> None:
    paper = Paper("Toy", "A toy paper", "nobody, 2026")
    first = paper.recursion("definition-1", "a sequence", x, lambda: c, lambda t, value: 2 * value)
    row = paper.recursion("definition-2", "rows", D, lambda i: x(i), lambda t, row, i: row(i) + 1, ends=(1, n))

    def given(*hypotheses: Term, shows: Term) -> tuple[Term, ...]:
        def claim(p: Proof) -> None:
            """It is not proved here."""

        claim.__name__ = f"claim_{len(paper.proofs)}"
        return paper.claim(given=hypotheses, shows=shows)(claim).given

    assert given(1 <= c, shows=1 <= x(n)) == (1 <= c, *first)
    assert given(1 <= n, shows=D(1, 1) <= D(2, 1)) == (1 <= n, *row, *first)
    assert given(*first, shows=Eq(x(1), c)) == first
    assert given(shows=0 <= c * c) == ()
    paper = Paper("Next", "A paper on top", "nobody, 2026", builds_on=paper)
    assert given(1 <= c, shows=1 <= x(n)) == (1 <= c, *first)


@pytest.mark.parametrize(
    ("sequence", "start", "step", "more", "wrong"),
    [
        (c, lambda: 1, lambda t, value: value, {}, "c is no sequence"),
        (x, 1, lambda t, value: value, {}, "`start` is a function of no argument"),
        (D, lambda: 1, lambda t, value, i: value(i), {"ends": (1, n)}, "`start` is a function of i"),
        (x, lambda: 1, lambda value: value, {}, "`step` is a function of t, the value at t"),
        (D, lambda i: 1, lambda t, value: value, {"ends": (1, n)}, "`step` is a function of t, the value at t, i"),
        (D, lambda i: 1, lambda t, value, i: value(i), {}, "`ends` gives the two bounds of each argument"),
        (x, lambda: 1, lambda t, value: value, {"ends": (1, n)}, "`ends` gives the two bounds of each argument"),
        (x, lambda: x(0), lambda t, value: value, {}, "`start` contains x"),
        (x, lambda: 1, lambda t, value: x(t - 1), {}, "`step` contains x"),
        (s, lambda: 1, lambda t, value: c * value, {}, "`step` is a real number, and s has integer values"),
    ],
)
def test_what_is_wrong_with_a_recursion(
    sequence: Term, start: object, step: object, more: dict[str, object], wrong: str
) -> None:
    paper = Paper("Toy", "A toy paper", "nobody, 2026")
    with pytest.raises(ValueError, match=re.escape(f"Toy:definition-1: {wrong}")):
        paper.recursion("definition-1", "a sequence", sequence, start, step, **more)  # type: ignore[arg-type]
    assert not paper.statements and not paper.recursions


def test_a_sequence_is_defined_once() -> None:
    paper = Paper("Toy", "A toy paper", "nobody, 2026")
    paper.recursion("definition-1", "a sequence", x, lambda: 1, lambda t, value: value)
    with pytest.raises(ValueError, match="Toy:definition-2: it is defined already"):
        paper.recursion("definition-2", "a sequence", x, lambda: 2, lambda t, value: value)


PAPER = """
from lemmata import *

(n,), (x,) = ints("n"), vectors("x")
paper = chapter = Paper("Steps", "A paper with a recursion", "nobody, 2026")
paper.recursion("definition-1", "the iterates", x, lambda: 1, lambda t, value: value + 1 / value{defined})


@paper.claim(given=[], shows=every(lambda t: 1 <= x(t), 1, None))
def large(p: Proof) -> Fact:
    n, = ints("n")
    with p.fix(n, 1), p.case(1 <= x(n)) as here:
        more = p.have(0 <= 1 / x(n), here)
        after = p.have(1 <= x(n + 1), p.specialize("x_step", n), here, more)
    return p.induct(lambda t: 1 <= x(t), 1, n, p.have(1 <= x(1), "x_start"), after)


paper.state("lemma-1", "they are at least 1", kind="lemma", printed=large)
"""


@pytest.mark.parametrize(("defined", "holds"), [(', defined="large"', True), ("", False)])
def test_a_step_is_defined_where_a_theorem_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, defined: str, holds: bool
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "paper_of_steps.py").write_text(PAPER.format(defined=defined), encoding="utf-8")
    report = check(chapters=["proofs.theorems.analysis.elementary", "paper_of_steps"], cache=Cache(None))
    sys.modules.pop("paper_of_steps", None)
    by_id = report.by_id
    assert by_id["Steps:lemma-1"].uses == ("Steps:definition-1",)
    assert report.holds == holds
    assert any("x_" in said and "0" in said for r in report.items for said in r.defined) != holds


def test_a_misspelt_theorem_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "misspelt_steps.py").write_text(PAPER.format(defined=', defined="larg"'), encoding="utf-8")
    with pytest.raises(ChapterError, match=r"Steps:definition-1: `defined` names Steps.larg, .*large"):
        check(chapters=["proofs.theorems.analysis.elementary", "misspelt_steps"], cache=Cache(None))
    sys.modules.pop("misspelt_steps", None)
