"""Simpler forms of terms, equal in value where their facts hold."""

from __future__ import annotations

import pytest
from flint import fmpq

from proofs.kernel.terms import Term, cos, exp, log, mul, num, sin
from proofs.language.display import text
from proofs.language.notation import reals
from proofs.readable.tidy import difference, is_obvious, is_root, root, same_key, tidied

x, y = reals("x y")
half = num(1, 2)
NONE = frozenset[Term]()


def sqrt(t: Term) -> Term:
    return root(t, fmpq(1, 2))


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        (0 * x + y <= 1 * x, "y ≤ x"),
        (sin(num(0)) + x <= cos(num(0)), "x ≤ 1"),
        (exp(mul(half, log(x))) <= y, "√x ≤ y"),
        (exp(log(x)) <= y, "x ≤ y"),
        (exp(mul(num(-1), y, log(num(2)))) <= 1, "2^(-y) ≤ 1"),
        (x * (1 / x) <= y, "1 ≤ y"),
        ((x + 1) * (x + 1) <= y, "(x + 1)^2 ≤ y"),
    ],
)
def test_what_is_shown(formula: Term, shown: str) -> None:
    assert text(tidied(formula, {x})) == shown


def test_only_positive_terms_have_roots() -> None:
    assert text(tidied(exp(mul(half, log(y))) <= x, {x})) == "exp(log(y)/2) ≤ x"
    assert text(tidied(y * (1 / y) <= x, {x})) == "y/y ≤ x"
    assert same_key(sqrt(y) * sqrt(y) <= 1, frozenset({x})) != same_key(y <= 1, frozenset({x}))


def test_relations_that_differ_in_roots_only_have_the_same_key() -> None:
    assert same_key(sqrt(x) * sqrt(x) <= 1, frozenset({x})) == same_key(x <= 1, frozenset({x}))
    assert same_key(exp(mul(half, log(x * y))) <= 1, frozenset({x, y})) == same_key(
        sqrt(x) * sqrt(y) <= 1, frozenset({x, y})
    )
    assert same_key(2 * x <= 4, NONE) == same_key(x <= 2, NONE)
    assert same_key(x <= 2, NONE) != same_key(2 <= x, NONE)


def test_roots() -> None:
    assert is_root(sqrt(x))
    assert text(difference(x <= y)) == "y - x"


def test_obvious_signs() -> None:
    assert is_obvious(0 <= x * x + exp(y), ())
    assert is_obvious(0 <= x * y, frozenset({x, y}))
    assert not is_obvious(0 <= x * y, {x})
    assert not is_obvious(0 <= x * x - y, ())
