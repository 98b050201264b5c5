"""What is said of a step that is not found: a counterexample, and what would have helped, each of which is tried."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof, ProofError
from proofs.checking.replay.establish import search
from proofs.kernel.rules import Theory
from proofs.kernel.terms import Term
from proofs.language.notation import Sum, every, ints, reals, vectors
from proofs.theorems.algebra import sums
from proofs.theorems.analysis import elementary

x, y, z = reals("x y z")
n, i = ints("n i")
a, b = vectors("a b")


@pytest.fixture(scope="module")
def library() -> Theory:
    theory = Theory()
    for chapter in (elementary.chapter, sums.chapter):
        for _ in chapter.prove(theory):
            pass
    return theory


def said(library: Theory, given: Sequence[Term], shows: Term) -> str:
    chapter = Chapter("trial")

    @chapter.claim(given=given, shows=shows)
    def wanted(p: Proof) -> None:
        """Nothing is written."""

    with pytest.raises(ProofError) as wrong:
        search("trial.wanted", chapter.proofs["trial.wanted"], library.facts)
    return str(wrong.value)


def test_a_false_step_has_a_counterexample(library: Theory) -> None:
    assert "a counterexample to this step: x = 1/2: left = 1/2, right = 1/4" in said(library, [0 < x], x <= x * x)


def test_a_missing_sign_is_named(library: Theory) -> None:
    message = said(library, [x <= z], x * y <= z * y)
    assert "a counterexample to this step" in message
    assert "it would follow with 0 < y" in message


def test_a_higher_degree_is_named(library: Theory) -> None:
    message = said(library, [0 < x, 0 < y, 0 < z, x <= y, y <= z], x**3 <= x * y * z)
    assert "counterexample" not in message
    assert "degree=3" in message


def test_a_theorem_that_says_it_is_named_with_what_it_needs(library: Theory) -> None:
    message = said(library, [every(lambda i: a(i) <= b(i) ** 3, 1, n)], Sum(a, 1, n) <= Sum(b, 1, n))
    assert "sums.sum_le says it, if" in message


def test_of_searches_that_nobody_wrote_nothing_is_said() -> None:
    def write(p: Proof) -> None:
        p.have(x <= x * x)

    with pytest.raises(ProofError) as wrong:
        search("trial.search", write, {})
    assert "counterexample" not in str(wrong.value)
