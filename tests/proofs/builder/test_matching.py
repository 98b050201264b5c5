"""Matching of terms: what the values of the unknown are, and when there are none."""

from __future__ import annotations

import pytest

from proofs.builder.matching import matched, parts
from proofs.kernel.normal import key
from proofs.kernel.terms import Term, eq, exp, substitute
from proofs.language.notation import fun, ints, le, reals, sigma, vectors

x, y, z = reals("x y z")
n, m, k, i = ints("n m k i")
a, b, f = vectors("a b f")

MATCHES: list[tuple[Term, Term]] = [
    (exp(x), exp(y * z)),
    (a(k), b(n + 1)),
    (a(k + 1), b(n)),
    (sigma(f, 1, n), sigma(lambda i: a(i) * exp(x), 1, m)),
    (sigma(lambda i: f(i) * x, m, n), sigma(lambda i: a(i + k) * y, 1, k)),
    (le(x, exp(x)), le(y + z, exp(y + z))),
    (le(sigma(f, 1, n), f(k)), le(sigma(a, 1, n), a(m))),
]


@pytest.mark.parametrize(("pattern", "t"), MATCHES)
def test_the_values_make_the_pattern_the_term(pattern: Term, t: Term) -> None:
    values = matched(pattern, t, pattern.free, {})
    assert values is not None
    same = key(eq(substitute(pattern, values), t)) if t.sort != "B" else key(substitute(pattern, values)) == key(t)
    assert same is True


NONE: list[tuple[Term, Term]] = [
    (exp(x) + x, exp(y) + z),
    (a(k), exp(x)),
    (sigma(lambda i: f(i) * x, 1, n), sigma(lambda i: a(i) * b(i), 1, n)),
    (sigma(f, 1, n), sigma(a, 2, n)),
    (exp(x), sigma(f, 1, n)),
    (le(sigma(f, 1, n), f(k)), le(sigma(a, 1, n), b(m))),
]


@pytest.mark.parametrize(("pattern", "t"), NONE)
def test_where_nothing_fits_there_are_no_values(pattern: Term, t: Term) -> None:
    assert matched(pattern, t, pattern.free, {}) is None


def test_what_is_not_unknown_stays_and_what_is_given_is_kept() -> None:
    assert matched(a(k), a(n), [k], {}) == {k: n}
    assert matched(a(k), b(n), [k], {}) is None
    assert matched(exp(x) + y, exp(z) + z, [x, y], {x: z}) == {x: z, y: z}
    assert matched(exp(x), exp(z), [x], {x: y}) is None
    assert matched(k + 0 * n, x, [k], {}) is None  # a real is no integer
    assert matched(sigma(f, 1, n), sigma(lambda i: sigma(lambda j: a(i + j), 1, i), 1, n), [f], {}) is not None
    inner = sigma(lambda i: sigma(lambda j: f(j), 1, i), 1, n)
    assert matched(inner, sigma(lambda i: sigma(lambda j: a(j) * b(i), 1, i), 1, n), [f], {}) is None


def test_parts_are_what_no_arithmetic_makes() -> None:
    assert set(parts(exp(x) * y + a(k))) == {exp(x), a(k)}
    assert sigma(a, 1, n) in set(parts(le(x, 2 * sigma(a, 1, n))))
    assert fun(lambda i: a(i)) not in set(parts(sigma(a, 1, n)))
