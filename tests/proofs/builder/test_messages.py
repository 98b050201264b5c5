"""Error messages of proofs and papers: they name what is open, cut nothing, and show no names of the search."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from proofs.builder.chapter import Claim
from proofs.builder.diagnostics import readable, said
from proofs.builder.paper import Paper
from proofs.checking.check import check
from proofs.checking.report import Report
from proofs.checking.store.cache import Cache
from proofs.export.overview import overview
from proofs.kernel.terms import KernelError, app, var
from proofs.language.notation import Sum, num, reals, vectors

HEAD = """
from proofs.builder.chapter import Claim
from proofs.builder.paper import Paper
from proofs.language.notation import *

(x, y), (n, T, i, t), (D, h), (a, b) = reals("x y"), ints("n T i t"), vectors("D h", 2), vectors("a b")
paper = chapter = Paper("Said", "Messages", "nobody")


@paper.claim({given}, shows={shows})
def one(p):
    {proof}


paper.state("lemma-1", "something", kind="lemma", printed=one)
"""
INTERNAL = re.compile(r"any_*\d+|var\(|bv\(|app\(|member\d|bound'")


@pytest.fixture(autouse=True)
def forget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(tmp_path))
    sys.modules.pop("messages_paper", None)
    yield
    sys.modules.pop("messages_paper", None)


def failed(folder: Path, given: str, shows: str, proof: str) -> tuple[str, Report]:
    """Return the message of a proof that fails, and the report."""
    text = HEAD.format(given=given, shows=shows, proof=proof)
    (folder / "messages_paper.py").write_text(text, encoding="utf-8")
    modules = ("proofs.theorems.algebra.sums", "messages_paper")
    report = check(chapters=modules, cache=Cache(None))
    (problem,) = report.problems
    return problem, report


LONG = "Sum(lambda i: exp(-Sum(lambda t: a(t) * h(i, t), 1, T)) * inv(n), 1, n)"
LONGER = "Sum(lambda i: Prod(lambda t: exp(-a(t) * h(i, t)), 1, T) * inv(n) + 2 * inv(n), 1, n)"


def test_an_open_hypothesis_is_named_and_not_cut(tmp_path: Path) -> None:
    f, g = (f"fun(lambda i: {side.partition('lambda i: ')[2].rpartition(', 1, n')[0]})" for side in (LONG, LONGER))
    proof = f'return p.apply("sum_le", f={f}, g={g}, lo=1, hi=n)'
    problem, report = failed(tmp_path, "given=[0 < n]", f"{LONG} <= {LONGER}", proof)
    assert "a hypothesis of sum_le is open" in problem
    assert "/n ≤ (Π_{i=1}^{T} exp(-a_i·h_{j,i}))/n + 2/n" in problem
    assert not INTERNAL.search(problem)
    assert problem in json.loads(json.dumps(report.to_json()))["problems"]
    printed = " ".join(str(overview(report, 100)).split())
    assert " ".join(problem.split()) in printed


@pytest.mark.parametrize(
    ("given", "shows", "proof", "said"),
    [
        ("given=[]", "every(lambda i: 0 <= D(i, t), 1, n)", "return p.have(p.goal)", "not found: 0 ≤ D_{i,t}"),
        ("given=[]", "for_all(lambda y: x <= y, 'R')", "return p.have(p.goal)", "not found: x ≤ y"),
        (
            "given=[]",
            "every(lambda i: a(i) <= 0, 1, n)",
            'p.given(wrong=a(i) <= 0); return p.generalize(i, "wrong", 1 <= i, i <= n)',
            "cannot generalise over i: the fact still assumes a_i ≤ 0, called wrong",
        ),
        ("given=[]", "0 <= x", 'return p.rule("exp_log", p.rule("exp_pos", x))', None),
        (
            "given=[]",
            "0 <= x",
            'return p.apply("exp_of")',
            'one of another paper has its full name, such as "KS',
        ),
        ("given=[]", "0 <= x", 'return p.rule("cases", x, 0, p.have(0 <= num(1), label="a"), p.get("a"))', None),
    ],
)
def test_no_name_of_the_search_shows(tmp_path: Path, given: str, shows: str, proof: str, said: str | None) -> None:
    problem, _ = failed(tmp_path, given, shows, proof)
    assert said is None or said in problem
    assert not INTERNAL.search(problem.replace(proof, ""))


def test_errors_of_the_kernel_print_formulas() -> None:
    (a,), (x,) = vectors("a"), reals("x")
    with pytest.raises(KernelError) as raised:
        app(a, x * 2)
    assert said(raised.value) == "a function of sort (Z>R) was given x·2 of sort R,"
    assert str(raised.value) == f"a function of sort (Z>R) was given {x * 2} of sort R,"


def test_letters_of_a_message_are_not_taken_twice() -> None:
    n = var("any4'", "R")
    assert readable("any3' <= any4' + i + x", [n <= 1]) == "j <= y + i + x"
    assert readable("many31 anything any") == "many31 anything any"


(x,) = reals("x")
CLAIM = Claim((), 0 <= x * x)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda p, s: p.constant("c", "lemma-1", "it", num(2)), "`statement` is what paper.state returned"),
        (lambda p, s: p.constant("c", s, "it", 2), r"`paper` is a value, such as num\(2\) or rational\(1, 2\), not 2"),
        (lambda p, s: p.constant("c", s, "it", num(2), needed_by=x <= x), "`needed_by` is a claim: .*, not x ≤ x"),
        (lambda p, s: p.constant("c", s, "it", num(2), beyond="lemma-1"), "`beyond` is a claim: .*, not 'lemma-1'"),
        (lambda p, s: p.constant("c", s, "it", num(2), sharpe=num(1)), "has no `sharpe`; the nearest: sharp"),
        (
            lambda p, s: Paper("B", "b", "", builds_on=["Liu"]),
            r"lists papers and chapters, not 'Liu': from proofs.papers",
        ),
        (lambda p, s: Paper("B", "b", "", builds_on="Liu"), "lists papers and chapters, not 'Liu'"),
    ],
)
def test_wrong_arguments_say_what_belongs_there(call: Callable[[Paper, Any], object], said: str) -> None:
    paper = Paper("A", "a", "")
    statement = paper.state("lemma-1", "it", kind="lemma", printed=CLAIM)
    with pytest.raises(ValueError, match=said):
        call(paper, statement)
    assert paper.constants == []


def test_a_paper_may_build_on_one_other() -> None:
    below = Paper("A", "a", "")
    below.notions.define(Sum(lambda i: vectors("a")[0](i), 1, 2), (), "S", "S")
    assert Paper("B", "b", "", builds_on=below).notions.definitions == below.notions.definitions
