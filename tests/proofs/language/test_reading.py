"""What is printed is read back as what it was: formulas made by chance, and those of the papers."""

from __future__ import annotations

import importlib

import pytest
from chance import Chance
from hypothesis import given
from hypothesis import strategies as st
from reading import alike, in_brackets, read

from proofs.kernel.normal import key
from proofs.kernel.terms import KernelError, eq, is_function
from proofs.language import notation
from proofs.language.display import Notions, text
from proofs.language.notation import sigma
from proofs.papers import PAPERS


@given(st.integers(0, 10**6), st.integers(3, 9))
def test_formulas_made_by_chance_are_read_back(seed: int, size: int) -> None:
    try:
        formula = Chance(seed).formula(size)
    except KernelError:
        return
    back = read(text(formula), formula.free)
    assert key(alike(back)) == key(alike(formula)), text(formula)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_formulas_of_the_papers_are_read_back(paper: str) -> None:
    """With their notions in brackets, which are unfolded: what is folded is what was meant."""
    chapter = importlib.import_module(f"proofs.papers.{paper}").chapter
    notions = in_brackets(chapter.notions)
    formulas = {
        f if f.sort == "B" else eq(f, 0)
        for s in chapter.statements.values()
        for c in (*s.printed, *s.corrected, *s.steps)
        for f in (*c.given, c.shows, *s.given, *s.defines)
        if not is_function(f.sort)
    }
    assert len(formulas) > 100
    for formula in formulas:
        shown = notions.text(formula)
        back = read(shown, formula.free, notions)
        assert key(alike(back)) == key(alike(formula)), shown


def test_the_reader_sees_a_range_that_is_dropped() -> None:
    """The test of the tests: a notion that stands for any range is read back as another formula."""
    n, k = notation.ints("n k")
    (a,) = notation.vectors("a")
    notions = Notions()
    notions.define(sigma(lambda i: a(i), 1, n), (a, n), "Z({0}, {1})", "Z({0}, {1})")
    bracketed = in_brackets(notions)
    whole = sigma(lambda i: a(i), 1, k) <= 1
    assert bracketed.text(whole) == "⟦0|a|k⟧ ≤ 1"
    assert read("⟦0|a|k⟧ ≤ 1", whole.free, bracketed) is whole
    assert key(read("⟦0|a|n⟧ ≤ 1", {*whole.free, n}, bracketed)) != key(whole)
