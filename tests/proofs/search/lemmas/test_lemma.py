"""Lemmas as data: what triggers them, and which of them an index looks at."""

from __future__ import annotations

import pytest

from proofs.builder.chapter import MARKS, Chapter
from proofs.builder.proof import ProofError
from proofs.kernel.rules import Fact, assume
from proofs.kernel.terms import Term, eq, exp, le, log
from proofs.language.notation import Sum, ints, reals, vectors
from proofs.search.base.lemma import Index, Lemma, features

lo, hi, k = ints("lo hi k")
x, y = reals("x y")
f, g, w = vectors("f g w")


def total(*parts: Term) -> Term:
    def member(i: Term) -> Term:
        out = parts[0](i)
        for part in parts[1:]:
            out = out * part(i)
        return out

    return Sum(member, lo, hi)


def lemma(concl: Term, *trigger: Term) -> Lemma:
    return Lemma("mine.lemma", assume(concl), trigger)


def test_the_smallest_sets_of_sums_with_all_functions_trigger_a_lemma() -> None:
    cauchy_schwarz = lemma(le(total(w, f, g) ** 2, total(w, f, f) * total(w, g, g)))
    assert cauchy_schwarz.triggers == ((total(w, f, g),), (total(w, f, f), total(w, g, g)))
    assert not cauchy_schwarz.pointwise


def test_the_largest_functions_trigger_a_lemma_about_numbers() -> None:
    assert lemma(le(log(x), x * exp(y) + exp(x + y))).triggers == ((exp(x + y),),)
    assert lemma(le(4 * x * y, (x + y) ** 2)).triggers == ((le(4 * x * y, (x + y) ** 2),),)
    assert lemma(le(log(x), x), x * y).triggers == ((x * y,),)
    assert lemma(le(log(x), x)).pointwise


def test_an_index_returns_what_fits_in_order() -> None:
    lemmas = [lemma(le(log(x), x)), lemma(le(exp(x), y)), lemma(le(4 * x * y, x)), lemma(le(x, y), log(exp(x)))]
    index = Index(lemmas)
    assert index.fitting(features(x)) == [lemmas[2]]
    assert index.fitting(features(log(x))) == [lemmas[0], lemmas[2]]
    assert index.fitting(features(log(x) + exp(x))) == lemmas[:3]
    assert index.fitting(features(log(2 * exp(x)))) == lemmas


def test_marks_name_theorems_of_the_chapter() -> None:
    chapter = Chapter("marked")

    @chapter.usable(trigger=x * x, new=1, rest=True)
    @chapter.claim(given={"large": 1 <= x}, shows=x <= x * x)
    def le_square(p: object) -> Fact:
        raise NotImplementedError

    @chapter.usable
    @chapter.theorem
    def other(p: object) -> None:
        raise NotImplementedError

    mark = chapter.marks["marked.le_square"]
    assert (mark.trigger, mark.new, mark.rest) == ((x * x,), 1, True)
    assert MARKS["marked.other"] == chapter.marks["marked.other"]
    with pytest.raises(ProofError, match="is not a theorem of marked"):
        chapter.usable(lambda p: None)
    with pytest.raises(ProofError, match="is not a theorem of marked"):
        Chapter("marked").usable(le_square)


def test_equations_are_lemmas_too() -> None:
    assert lemma(eq(total(f), total(g))).triggers == ((total(f), total(g)),)
