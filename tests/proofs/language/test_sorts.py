"""The sorts of variables in words, and that no two variables of one name stand together."""

from __future__ import annotations

import pytest

from proofs.builder.chapter import Claim
from proofs.builder.proof import ProofError
from proofs.checking.wording import worded
from proofs.kernel.terms import Term, eq, fn, le, lt, num, var
from proofs.language import notation, sorts
from proofs.language.display import NONE
from proofs.language.parse import ParseError
from proofs.search import decide

(n, k), (x, y) = notation.ints("n k"), notation.reals("x y")
(a, b), (W,), (p,), (F,) = (
    notation.vectors("a b"),
    notation.vectors("W", 2),
    notation.sequences("p"),
    notation.vectors("F", 3),
)


def test_words() -> None:
    terms = [a(n) + b(k) <= x, W(n, p(n)) < y, eq(F(1, 1, k), 0)]
    assert sorts.text(terms) == (
        "integers k, n; reals x, y; integer sequence p; real sequences a, b; real matrix W; real array of 3 indices F"
    )
    assert sorts.latex([x <= n, a(n) < W(1, 1)]) == (
        r"n \in \mathbb{Z},\ x \in \mathbb{R},\ a \in \mathbb{R}^{*},\ W \in \mathbb{R}^{* \times *}"
    )
    assert sorts.text([num(1) <= 2]) == sorts.latex([num(1) <= 2]) == ""


def test_a_claim_in_words_says_the_sorts_first() -> None:
    """1 <= n from 0 < n is true of integers; printed without the sort it would read as a false statement on reals."""
    said = worded(NONE, Claim((lt(num(0), n),), le(num(1), n)))
    assert said.text == "for integer n: 0 < n ⇒ 1 ≤ n" and said.sorts == "integer n"
    assert said.latex.startswith(r"\text{for }n \in \mathbb{Z}\colon\ ") and said.latex_sorts == r"n \in \mathbb{Z}"
    of_reals = worded(NONE, Claim((lt(num(0), var("n", "R")),), le(num(1), var("n", "R"))))
    assert of_reals.text != said.text and of_reals.latex != said.latex


@pytest.mark.parametrize("other", [var("n", "R"), fn("n", 1, "R")(k), fn("n", 1, "Z")(k)])
def test_two_variables_of_one_name_are_refused(other: Term) -> None:
    with pytest.raises(ProofError, match=r"n is an integer and an? "):
        Claim((lt(num(0), n), eq(other, n)), le(num(1), other))
    with pytest.raises(ParseError, match=r"n, an? .+: rename one"):
        decide(le(num(1), other), [lt(num(0), n), eq(other, n)])


def test_a_question_in_text_and_terms_has_one_sort_for_a_name() -> None:
    with pytest.raises(ParseError, match=r"called n, .*: rename one"):
        decide("n >= 1", [n > 0])
    answer = decide("n >= 1", ["integer n", n > 0])
    assert str(answer).split("\n")[0] == "proved: for integer n with 0 < n: n >= 1"
    assert answer.to_json()["variables"] == {"n": "integer"}
