"""How the steps of proofs are said."""

from __future__ import annotations

import re
import subprocess
from importlib import import_module
from pathlib import Path
from shutil import which

import html5lib
import pytest

from proofs.readable.explain import proved
from proofs.readable.formats import Web, html_lines, said, tex
from proofs.readable.outline import Line, Name, Ref
from proofs.readable.phrases import KNOWN, theorem_phrase
from proofs.search import Answer, decide
from proofs.search.certificate_theorems import SEQUENCES, WAVES
from proofs.theorems import MODULES


def proof(goal: str, *given: str, format: str = "text", all_steps: bool = False) -> str:
    return decide(goal, list(given), effort=6).proof(format, all_steps)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (("x**2 + y**2 >= 2*x*y",), "as x^2 + y^2 - 2·x·y = (x - y)^2"),
        (("log(1 + exp(-x)) <= exp(-x)",), "as 1 + u ≤ exp(u) for all u"),
        (("x + y <= 3", "x <= 1", "y <= 2"), "by adding y ≤ 2 and x ≤ 1"),
        (
            ("sin(x) <= x", "x >= 0"),
            "as -t + sin(t) has the derivative cos(t) - 1, which is not positive for 0 < t, so that",
        ),
        (("sin(3*x) + exp(x)*cos(5*x) <= 19/10", "0 <= x", "x <= 1"), "by interval arithmetic on 4 intervals"),
        (("log(1 + x) <= x", "x > -1"), "as log t ≤ t − 1 for all t > 0, from 0 < 1 + x"),
        (("log(x) <= sqrt(x)", "x > 0"), "take t = √x, from 1/8 < √x ≤ 1"),
        (("x != 0", "x*y == 1"), "0 < x, by contradiction"),
        (("x >= 1 or x <= -1", "x**2 >= 1"), "this holds, as x ≤ -1."),
        (("max(x, y) >= (x + y)/2",), "If x ≤ y: "),
        (("n <= 2**n", "integer n", "n >= 1"), "n ≤ 2^n"),
        (("sum(i, (i, 1, n)) == n*(n + 1)/2", "integer n", "n >= 1"), "by induction on k"),
        (("sum(i, (i, 1, n)) == n*(n + 1)/2", "integer n", "n >= 1"), "by splitting off the last term"),
        (("sum(x[i]**2, (i, 1, n)) >= 0", "integer n"), "0 ≤ Σ_{i=1}^{n} x_i^2"),
        (("x*y <= 1/4", "x + y == 1"), "as x + y = 1"),
    ],
)
def test_reasons(question: tuple[str, ...], said: str) -> None:
    assert said in proof(*question)


def test_a_theorem_is_named_with_its_instance() -> None:
    goal = "sum(x[i]*y[i], (i, 1, n))**2 <= sum(x[i]**2, (i, 1, n))*sum(y[i]**2, (i, 1, n))"
    said = proof(goal, "integer n", "n >= 1")
    assert "by the Cauchy–Schwarz inequality (if 0 ≤ w_i for all i, then" in said
    assert "f = y, g = x and w = (i ↦ 1)" in said


def test_the_last_line_is_the_statement_as_asked() -> None:
    answer = decide("log(1 + x) <= x", "x >= 0")
    section = proved(answer.certificate, answer.given, answer.goal).sections[-1]
    assert section.lines[-1].formula is answer.goal[0]


def test_plumbing_is_never_shown() -> None:
    for question in (("log(1 + x) <= x", "x > -1"), ("abs(x + y) <= abs(x) + abs(y)",)):
        said = proof(*question)
        assert "'" not in said and "kernel's rule" not in said


def test_a_line_refers_to_earlier_lines() -> None:
    answer = decide("1/a + 1/b + 1/c >= 9/(a + b + c)", ["a > 0", "b > 0", "c > 0"])
    done: set[Line] = set()
    lines = proved(answer.certificate, answer.given, answer.goal).lines
    for line in lines:
        assert all(piece.line in done for piece in line.reason if isinstance(piece, Ref))
        done.add(line)
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))


def test_all_steps_are_more() -> None:
    question = "log(1 + x) >= 2*x/(2 + x)", "x >= 0"
    assert proof(*question, all_steps=True).count("\n") > proof(*question).count("\n")


def test_terms_that_may_be_undefined() -> None:
    said = proof("log(x)/(x - 1) <= 1", "x > 1")
    assert said.count("\n") < 20
    assert "All terms are defined" not in proof("1/x <= 1", "x >= 1")


def test_a_refutation() -> None:
    assert decide("x**2 > x", "x > 0").proof().splitlines() == [
        "This is false: for real x with 0 < x: x < x^2.",
        "",
        "It fails at x = 1.",
        "(1) The hypothesis holds there: 0 < 1.",
        "(2) x < x^2, which reads 1 < 1^2, is false: the left side is 1, the right side 1.",
    ]


def test_values_of_sides_are_told_apart() -> None:
    said = proof("cos(x) <= 1 - x**2/2 + x**4/25", "0 <= x", "x <= 1")
    assert said.endswith("the left side is 0.540302…, the right side 27/50 = 0.54.")
    assert "(1) The hypotheses hold there: 0 ≤ 1 and 1 ≤ 1." in said


def test_a_refutation_with_n_numbers() -> None:
    said = proof(
        "prod(1 + x[i], (i, 1, n)) >= 1 + sum(x[i], (i, 1, n))", "integer n", "n >= 1", "all(x[i] >= -1, (i, 1, n))"
    )
    assert said.startswith("This is false") and "the right side" in said


def test_an_unknown_answer_has_no_proof() -> None:
    answer = decide("x**5 - x + 0.534992244 >= 0", "x >= 0", effort=0)
    assert answer.answer == "unknown"
    with pytest.raises(ValueError, match="no proof to show"):
        answer.proof()
    plain = decide("x**2 >= 0").to_json() | {"certificate": []}
    with pytest.raises(ValueError, match="without a certificate"):
        Answer.from_json(plain, "x**2 >= 0").proof()
    with pytest.raises(ValueError, match="no format"):
        decide("x**2 >= 0").proof("pdf")


def test_markdown() -> None:
    said = proof("log(1 + x) >= 2*x/(2 + x)", "x >= 0", format="md")
    assert said.startswith("For real x with $0 \\le x$: $")
    assert "- (1) $" in said and "  - If $" in said


def test_latex(tmp_path: Path) -> None:
    given = ["integer n", "n >= 1", *(f"all({v}[i] > 0, (i, 1, n))" for v in "pq")]
    given += [f"sum({v}[i], (i, 1, n)) == 1" for v in "pq"]
    said = proof("sum(p[i]*log(p[i]/q[i]), (i, 1, n)) >= 0", *given, format="tex")
    assert re.findall(r"\\usepackage\{(.*)\}", said) == ["amsmath"]
    assert said.count(r"\begin{list}") == said.count(r"\end{list}")
    assert said.isascii()
    if which("pdflatex"):
        (tmp_path / "proof.tex").write_text(said, encoding="utf-8")
        subprocess.run(["pdflatex", "-halt-on-error", "proof.tex"], cwd=tmp_path, check=True, capture_output=True)


def test_all_words_of_theorems_are_ascii_in_latex() -> None:
    for chapter in (*SEQUENCES, *WAVES):
        for name in import_module(MODULES[chapter]).chapter.proofs:
            assert said((*theorem_phrase(name), KNOWN.get(name, "")), tex()).isascii(), name


def test_a_theorem_of_the_user_is_named() -> None:
    assert theorem_phrase("tangent_bound") == ("the theorem “tangent bound”", "")
    assert theorem_phrase("Mine.tangent_bound") == ("Mine.tangent_bound", "")


def test_html_is_valid_and_its_references_lead_to_lines() -> None:
    for question in (("log(1 + x) <= x", "x > -1"), ("x**4 + y**4 < x**2*y**2",), ("x**5 - x + 1 >= 0", "x >= 0")):
        page = decide(question[0], question[1:], effort=6).proof("html")
        html5lib.HTMLParser(strict=True).parse(page)
        assert set(re.findall(r'href="#([^"]*)"', page)) <= set(re.findall(r'id="([^"]*)"', page))
        assert "<math" in page and "<script" not in page


def test_a_formula_in_html_is_never_markup() -> None:
    lines = [Line(None, ("by ", Name("Mine.<b>", "<b>&")), ())]
    assert "<b>" not in html_lines(lines, Web())


def test_the_sides_of_a_disjunction_are_not_told() -> None:
    said = proof("x > 0 or x < -1")
    assert said.startswith("This is false") and said.endswith("is false.")
