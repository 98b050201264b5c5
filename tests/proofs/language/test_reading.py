"""What is printed is read back as what it was, as text and as LaTeX: the formulas of the papers, and random ones."""

from __future__ import annotations

import importlib
from collections.abc import Iterator

import pytest
from chance import Chance
from hypothesis import given
from hypothesis import strategies as st
from meaning import meaning

from proofs.kernel.terms import FALSE, KernelError, Term, eq, inv
from proofs.language.display import Notions, latex, text
from proofs.language.notation import (
    Max,
    Prod,
    Sum,
    erf,
    every,
    exists,
    exp,
    for_all,
    gelu,
    implies,
    ints,
    ite,
    log,
    negation,
    normcdf,
    num,
    reals,
    sqrt,
    tanh,
    vectors,
)
from proofs.language.reading import read_formula, read_term
from proofs.language.tokens import ParseError
from proofs.papers import PAPERS

(n, i, j), (x, y, delta), (a, b), (A,) = ints("n i j"), reals("x y delta"), vectors("a b"), vectors("A", 2)
KNOWN = (n, i, j, x, y, delta, a, b, A)


def printed_formulas(paper: str) -> Iterator[tuple[Notions, Term]]:
    chapter = importlib.import_module(f"proofs.papers.{paper}").chapter
    for s in chapter.statements.values():
        for c in (*s.printed, *s.corrected, *s.steps):
            for f in (*c.given, c.shows, *s.given, *s.defines):
                yield chapter.notions, f


def read_back(f: Term, notions: Notions, tex: bool) -> Term:
    shown = notions.latex(f) if tex else notions.text(f)
    if f.sort == "B":
        return read_formula(shown, f.free, notions, tex)
    return read_term(shown, f.free, notions, f.sort, tex)


@pytest.mark.parametrize("tex", [False, True])
@pytest.mark.parametrize("paper", PAPERS)
def test_the_formulas_of_the_papers_are_read_back(paper: str, tex: bool) -> None:
    formulas = dict.fromkeys(printed_formulas(paper))
    assert len(formulas) > 500
    missed = list[str]()
    for notions, f in formulas:
        try:
            same = meaning(read_back(f, notions, tex)) == meaning(f)
        except ParseError:
            same = False
        missed += [] if same else [notions.text(f)]
    assert not missed, "\n".join(missed)


@pytest.mark.parametrize("tex", [False, True])
@pytest.mark.parametrize("paper", PAPERS)
def test_the_meanings_of_notions_are_read_back(paper: str, tex: bool) -> None:
    """The pattern of each notion, printed without any names."""
    chapter = importlib.import_module(f"proofs.papers.{paper}").chapter
    none = Notions()
    patterns = [d.pattern for d in chapter.notions.definitions]
    assert [none.text(t) for t in patterns if meaning(read_back(t, none, tex)) != meaning(t)] == []


@pytest.mark.parametrize("tex", [False, True])
@given(seed=st.integers(0, 10**6), size=st.integers(3, 9))
def test_random_formulas_are_read_back(tex: bool, seed: int, size: int) -> None:
    try:
        formula = Chance(seed).formula(size)
    except KernelError:
        return
    shown = latex(formula) if tex else text(formula)
    back = read_formula(shown, formula.free, latex=tex)
    assert meaning(back) == meaning(formula), shown


@pytest.mark.parametrize("tex", [False, True])
@pytest.mark.parametrize(
    "formula",
    [
        for_all(lambda y: 0 <= Prod(lambda _: y, 1, n), "R"),
        every(lambda k: 0 <= Prod(lambda _: k, 1, n), 1, j),
        Sum(lambda k: Prod(lambda i: i, 1, k), 1, n) <= 2,
    ],
)
def test_powers_of_bound_variables_are_not_factorials(formula: Term, tex: bool) -> None:
    assert meaning(read_formula((latex if tex else text)(formula), formula.free, latex=tex)) == meaning(formula)


@pytest.mark.parametrize(
    "written, meant",
    [
        ("-x^2 <= 0", -(x**2) <= 0),
        ("-x*y <= 0", (-x) * y <= 0),
        ("x/y/2 < 1", x / y / 2 < 1),
        ("x - y - 1 < 0", x - y - 1 < 0),
        ("1/2 < x", num(1, 2) < x),
        ("|x|^2 = x²", eq(abs(x) ** 2, x**2)),
        ("x^(-1) < y", inv(x) < y),
        ("2 <= x + 1/x", 2 <= x + 1 / x),
        ("δ = delta", eq(delta, delta)),
        ("a_i = a(i)", eq(a(i), a(i))),
        ("A_{i,j} < a_1", A(i, j) < a(1)),
        ("0 < x < y", negation(implies(0 < x, x < y, FALSE))),
        ("x ≠ y", negation(eq(x, y))),
        ("0 < x ⇒ 0 < y ⇒ 0 < x·y", implies(0 < x, 0 < y, 0 < x * y)),
        ("∀i ∈ {1..n}. 0 ≤ a_i", every(lambda i: 0 <= a(i), 1, n)),
        ("∃x ∈ ℝ. 0 < x ∧ x < y", exists(lambda x: [0 < x, x < y], "R")),
        ("¬(∀x ∈ ℝ. x ≤ y)", negation(for_all(lambda x: x <= y, "R"))),
        ("sum(a(i), (i, 1, n)) <= Sum(b(i), i, 1, n)", Sum(a, 1, n) <= Sum(b, 1, n)),
        ("ite(x <= 0, 0, x) <= Max(x, 0)", ite(x <= 0, 0, x) <= Max(x, 0)),
        ("Piecewise((0, x <= 0), (y, x < y), (x, True)) <= x", ite(x <= 0, 0, ite(x < y, y, x)) <= x),
        ("erf(x) <= gelu(y) + normcdf(x)", erf(x) <= gelu(y) + normcdf(x)),
        ("sqrt(x) <= tanh(y)", sqrt(x) <= tanh(y)),
        ("∏_{i=1}^n a_i ≤ max_{i=1..n} a_i", Prod(a, 1, n) <= Max(a, 1, n)),
        (r"\frac{x}{2} \le \sqrt{y}", x / 2 <= sqrt(y)),
        (r"2 x y \le x^2 + y^2", 2 * x * y <= x**2 + y**2),
        (r"\sum_{i=1}^n a_i^2 \le e^{x}", Sum(lambda i: a(i) ** 2, 1, n) <= exp(x)),
        (r"$\left|\delta\right| < \log y$", abs(delta) < log(y)),
    ],
)
def test_meaning(written: str, meant: Term) -> None:
    assert read_formula(written, KNOWN) is meant


@pytest.mark.parametrize(
    "written, position, hint",
    [
        ("z < 1", 0, "no variable is called z"),
        ("x < \u0430", 4, "no"),  # a Cyrillic letter
        ("a < 1", 0, "a"),
        ("a_x < 1", 2, "x is not an integer"),
        ("2^3^4 < x", 0, r"two readings"),
        ("x <", 3, "cannot be read beyond"),
        ("2 x y < 1", 4, "needs its sign"),
        ("x", 1, "cannot be read beyond"),
    ],
)
def test_refused(written: str, position: int, hint: str) -> None:
    with pytest.raises(ParseError, match=hint) as refusal:
        read_formula(written, KNOWN)
    assert refusal.value.position == position


def test_notions_are_read_by_their_forms() -> None:
    notions = Notions()
    notions.define(Sum(lambda i: a(i), 1, n), (a, n), "Z({0}, {1})", r"Z_{{{1}}}({0})")
    assert read_formula("Z(b, 3) ≤ 1", [b], notions) is (Sum(b, 1, 3) <= 1)
    assert read_formula(r"Z_{3}(b) \le 1", [b], notions) is (Sum(b, 1, 3) <= 1)
    whole = Sum(lambda i: a(i), 1, n) <= Sum(lambda i: b(i) * x, 1, n)
    assert read_formula(notions.text(whole), whole.free, notions) is whole


def test_a_name_that_may_be_an_entry_is_the_variable() -> None:
    (b_1,) = reals("b_1")
    whole = b_1 <= b(1)
    assert text(whole) == "b_1 ≤ b(1)"
    assert read_formula(text(whole), whole.free) is whole
    assert read_formula(latex(whole), whole.free, latex=True) is whole
