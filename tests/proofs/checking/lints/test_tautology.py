"""Tautologies are detected in all their forms, and other formulas are not mistaken for them."""

from __future__ import annotations

import pytest

from proofs.builder.chapter import Claim
from proofs.checking.lints.tautology import (
    is_tautology,
    is_trivial,
    quantifiers,
    tautological_part,
    vacuous_premise,
    weaker,
)
from proofs.kernel.terms import FALSE, Term
from proofs.language.notation import (
    Eq,
    Sum,
    every,
    exists,
    exp,
    for_all,
    implies,
    ints,
    negation,
    num,
    reals,
    vectors,
)

n, k = ints("n k")
x, y, z = reals("x y z")
a, b = vectors("a b")
total = Sum(lambda i: exp(a(i)) * b(i), 1, n)
turned = 1 * Sum(lambda i: b(i) * exp(a(i) + 0), 1, n)


def both(*formulas: Term) -> Term:
    """All of them hold."""
    return negation(implies(*formulas, FALSE))


def below(f: Term, g: Term) -> Term:
    """Entry by entry."""
    return every(lambda i: f(i) <= g(i), 1, n)


@pytest.mark.parametrize(
    ("given", "shows"),
    [
        ([], Eq(x, x)),
        ([], Eq(x + y, y + x)),
        ([], x * y <= y * x + 0),
        ([], Eq(total, turned)),
        ([], for_all(lambda t: Eq(t, t + 0), "R")),
        ([], both(Eq(x, x), total <= turned)),
        ([], exists(lambda t: Eq(t, total), "R")),
        ([], exists(lambda t: [Eq(total, t), t <= turned], "R")),
        ([], exists(lambda t, u: [Eq(t, x), Eq(u, t + y)], "R", "R")),
        ([], for_all(lambda t: implies(Eq(t, total), t <= turned), "R")),
        ([], for_all(lambda t: implies(0 < t, 0 < t + 0), "R")),
        ([], every(lambda i: implies(a(i) <= 1, a(i) <= 1), 1, n)),
        ([0 < x], 0 < 1 * x),
        ([total < x], turned < x),
        ([both(0 < x, x < y)], x < y),
        ([below(a, b)], below(a, b)),
        ([below(a, b)], implies(0 < x, below(a, b))),
        ([0 < x], both(0 < x, Eq(y, y))),
        ([implies(0 < x, x < y)], implies(0 < x, x < y)),
        ([exists(lambda t: [0 < t, t < x], "R")], exists(lambda t: [0 < t, t < x], "R")),
    ],
)
def test_what_is_tautology(given: list[Term], shows: Term) -> None:
    assert is_tautology(Claim(tuple(given), shows))


@pytest.mark.parametrize(
    ("given", "shows"),
    [
        ([], x < x),
        ([], Eq(x, y)),
        ([], Eq((x + y) * (x + y), x * x + 2 * x * y + y * y)),
        ([], exists(lambda t: [Eq(t, x), 0 < t], "R")),
        ([], exists(lambda t: 0 < t, "R")),
        ([], exists(lambda i: Eq(i, x), "Z")),
        ([0 < x], 0 < y),
        ([implies(0 < x, x < y)], x < y),
        ([below(a, b)], below(b, a)),
        ([], both(Eq(x, x), x <= y)),
        ([], for_all(lambda t: exists(lambda u: [Eq(u, t), u < x], "R"), "R")),
        ([for_all(lambda t: exists(lambda u: t < u, "R"), "R")], exists(lambda u: for_all(lambda t: t < u, "R"), "R")),
    ],
)
def test_what_says_something(given: list[Term], shows: Term) -> None:
    assert not is_tautology(Claim(tuple(given), shows))


@pytest.mark.parametrize(
    ("given", "shows", "little"),
    [
        ([], Eq(x + y - y, x), True),
        ([], x - 1 < x, True),
        ([0 < x], 0 <= 2 * x, True),
        ([x < y], for_all(lambda t: implies(0 < t, x <= y + 1), "R"), True),
        ([Eq(x, y)], x <= y, True),
        ([0 < x, 0 < y], both(0 <= x, 0 <= y), True),
        ([0 < x, x < y], 0 < y, False),
        ([1 <= x], x <= x * x, False),
        ([0 <= x], 0 < x, False),
        ([0 < x], exists(lambda t: [0 < t, t < x], "R"), False),
    ],
)
def test_what_arithmetic_gives(given: list[Term], shows: Term, little: bool) -> None:
    assert is_trivial(Claim(tuple(given), shows)) == little


def test_a_part_that_is_tautology() -> None:
    assert tautological_part(both(x <= y, Eq(x + y, y + x))) is not None
    assert tautological_part(exists(lambda t: [0 < t, t <= t + 0], "R")) is not None
    assert tautological_part(for_all(lambda t: implies(0 < t, both(t < x, Eq(t, t))), "R")) is not None
    assert tautological_part(both(x <= y, y <= x)) is None
    assert tautological_part(implies(Eq(x, x), x <= y)) is None  # is assumed, not said
    assert tautological_part(both(x <= y, Eq(num(1), 1))) is None  # a number at which something general is said


@pytest.mark.parametrize(
    ("formula", "idle"),
    [
        (exists(lambda t: implies(0 < t, t < x), "R"), True),
        (exists(lambda t: [t < 1, implies(0 < t, t < x)], "R"), True),
        (for_all(lambda u: exists(lambda t: for_all(lambda v: implies(0 < t, v < u), "R"), "R"), "R"), True),
        (exists(lambda t: [0 < t, t < x], "R"), False),
        (exists(lambda t: for_all(lambda v: implies(v < t, v < x), "R"), "R"), False),
        (exists(lambda t: implies(0 < x, t < x), "R"), False),
        (exists(lambda t: implies(negation(Eq(t, 0)), Eq(t, 1)), "R"), False),  # t = 0 or t = 1
        (for_all(lambda t: implies(0 < t, t < x), "R"), False),
    ],
)
def test_a_condition_that_a_wrong_value_makes_idle(formula: Term, idle: bool) -> None:
    assert (vacuous_premise(formula) is not None) == idle


def test_quantifiers_in_order() -> None:
    inside = exists(lambda t: for_all(lambda u: implies(u < x, u < t), "R"), "Z")
    assert quantifiers(implies(0 < x, inside)) == (("∃", "Z"), ("∀", "R"))
    assert quantifiers(for_all(lambda u: exists(lambda t: u < t, "Z"), "R")) == (("∀", "R"), ("∃", "Z"))


def test_weaker_relations() -> None:
    assert weaker(0 <= x, 0 < 3 * x) and weaker(x < y + 1, x <= y) and weaker(x <= y, Eq(y, x))
    assert not weaker(0 < x, 0 <= x) and not weaker(0 <= x, 0 <= -x) and not weaker(x <= y - 1, x < y)
