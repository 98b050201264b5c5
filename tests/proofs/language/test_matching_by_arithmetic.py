"""Matching up to arithmetic, and exact matching: the values of the unknown symbols, and when there are none."""

from __future__ import annotations

import pytest

from proofs.kernel.normal import key
from proofs.kernel.terms import Term, bv, eq, exp, lam, num, substitute
from proofs.language.matching import atomic_subterms, match, match_exactly
from proofs.language.notation import Sum, fun, ints, le, reals, vectors

x, y, z = reals("x y z")
n, m, k, i = ints("n m k i")
a, b, f = vectors("a b f")

MATCHES: list[tuple[Term, Term]] = [
    (exp(x), exp(y * z)),
    (a(k), b(n + 1)),
    (a(k + 1), b(n)),
    (Sum(f, 1, n), Sum(lambda i: a(i) * exp(x), 1, m)),
    (Sum(lambda i: f(i) * x, m, n), Sum(lambda i: a(i + k) * y, 1, k)),
    (le(x, exp(x)), le(y + z, exp(y + z))),
    (le(Sum(f, 1, n), f(k)), le(Sum(a, 1, n), a(m))),
]


@pytest.mark.parametrize(("pattern", "t"), MATCHES)
def test_the_values_make_the_pattern_the_term(pattern: Term, t: Term) -> None:
    values = match(pattern, t, pattern.free, {})
    assert values is not None
    same = key(eq(substitute(pattern, values), t)) if t.sort != "B" else key(substitute(pattern, values)) == key(t)
    assert same is True


NONE: list[tuple[Term, Term]] = [
    (exp(x) + x, exp(y) + z),
    (a(k), exp(x)),
    (Sum(lambda i: f(i) * x, 1, n), Sum(lambda i: a(i) * b(i), 1, n)),
    (Sum(f, 1, n), Sum(a, 2, n)),
    (exp(x), Sum(f, 1, n)),
    (le(Sum(f, 1, n), f(k)), le(Sum(a, 1, n), b(m))),
]


@pytest.mark.parametrize(("pattern", "t"), NONE)
def test_there_are_no_values_if_the_pattern_does_not_fit(pattern: Term, t: Term) -> None:
    assert match(pattern, t, pattern.free, {}) is None


def test_known_symbols_and_given_values_do_not_change() -> None:
    assert match(a(k), a(n), [k], {}) == {k: n}
    assert match(a(k), b(n), [k], {}) is None
    assert match(exp(x) + y, exp(z) + z, [x, y], {x: z}) == {x: z, y: z}
    assert match(exp(x), exp(z), [x], {x: y}) is None
    assert match(k + 0 * n, x, [k], {}) is None  # a real is no integer
    assert match(Sum(f, 1, n), Sum(lambda i: Sum(lambda j: a(i + j), 1, i), 1, n), [f], {}) is not None
    inner = Sum(lambda i: Sum(lambda j: f(j), 1, i), 1, n)
    assert match(inner, Sum(lambda i: Sum(lambda j: a(j) * b(i), 1, i), 1, n), [f], {}) is None


def test_atomic_subterms_are_not_built_by_arithmetic() -> None:
    assert set(atomic_subterms(exp(x) * y + a(k))) == {exp(x), a(k)}
    assert Sum(a, 1, n) in set(atomic_subterms(le(x, 2 * Sum(a, 1, n))))
    assert fun(lambda i: a(i)) not in set(atomic_subterms(Sum(a, 1, n)))


def test_an_exact_match_gives_a_function_any_term_in_its_index() -> None:
    values = match_exactly(Sum(f, k, m), Sum(lambda i: exp(a(i)) * x, 1, n))
    assert values is not None
    assert values[k] is num(1) and values[m] is n
    assert values[f](i) is exp(a(i)) * x


def test_an_exact_match_keeps_bound_variables_in_their_scope() -> None:
    outer = bv(1, "Z")
    assert match_exactly(Sum(lambda i: x, k, m), Sum(lambda i: exp(a(i)), 1, n)) is None
    assert match_exactly(Sum(a, k, m).args[2], exp(b(outer))) is None
    assert match_exactly(Sum(a, k, k), Sum(b, 1, n)) is None
    twice = match_exactly(Sum(a, k, k), Sum(b, n, n))
    assert twice is not None and twice[a] is lam(1, b(bv(0, "Z")))


def test_an_integer_variable_matches_integers_only() -> None:
    assert match_exactly(exp(k), exp(x)) is None
    assert match_exactly(exp(x), exp(k)) == {x: k}


def test_an_exact_match_does_not_compute() -> None:
    assert match_exactly(exp(x + 1), exp(1 + y)) is None
    assert match_exactly(exp(a(k + 1)), exp(b(n + 1))) is None  # a is not applied to a bound variable
    assert match_exactly(exp(a(k + 1)), exp(a(n + 1))) == {k: n}
