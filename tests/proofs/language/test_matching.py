"""Instances of patterns: what is found gives the term back, and letters that are bound are no letters of a pattern."""

from __future__ import annotations

import pytest

from proofs.kernel.terms import Term, abstract, app, lam, num, substitute
from proofs.language import notation
from proofs.language.matching import fresh, instance, outside
from proofs.language.notation import MATRIX, OPERATOR, Sum, every, exists, exp, for_all, fun, ints, reals, vectors

n, m, k, i = ints("n m k i")
x, y = reals("x y")
a, b = vectors("a b")
W, V = vectors("W V", 2)
(f,) = notation.functions("f", MATRIX + "ZZ")
(g,) = notation.functions("g", "R")
total = Sum(lambda s: a(s), 1, n)


@pytest.mark.parametrize(
    ("pattern", "symbols", "t", "found"),
    [
        (total, (a, n), Sum(lambda s: b(s), 1, m + 1), (b, m + 1)),
        (total, (a, n), Sum(lambda s: exp(b(s)) * x, 1, m), (fun(lambda s: exp(b(s)) * x), m)),
        (total, (a, n), Sum(lambda s: W(s, s), 1, m), (fun(lambda s: W(s, s)), m)),
        (Sum(lambda s: a(s) * x, 1, n), (a, n), Sum(lambda s: b(s) * y, 1, n), None),
        (fun(lambda s, t: W(t, s), 2), (W,), fun(lambda s, t: V(s, t), 2), (fun(lambda s, t: V(t, s), 2),)),
        (fun(lambda s: W(s, k)), (W, k), fun(lambda s: V(s, n + 1)), (V, n + 1)),
        (fun(lambda s: W(s, k)), (W, k), fun(lambda s: V(n, s)), None),
        (exp(a(i)) / total, (a, i, n), exp(b(k) * x) / Sum(lambda s: b(s) * x, 1, m),
         (fun(lambda s: b(s) * x), k, m)),
        (exp(a(i)) / total, (a, i, n), exp(b(k) * y) / Sum(lambda s: b(s) * x, 1, m), None),
        (a(i) / total, (a, i, n), b(k) * x / Sum(lambda s: b(s) * x, 1, m), (fun(lambda s: b(s) * x), k, m)),
        (for_all(lambda z: g(z) <= x, "R"), (g, x), for_all(lambda z: z * z <= 1, "R"),
         (lam("R", abstract(y * y, [y])), num(1))),
        (for_all(lambda X: f(X, 1, n) <= 1, MATRIX), (f, n), for_all(lambda X: X(1, m) <= 1, MATRIX), None),
    ],
)  # fmt: skip
def test_what_the_symbols_stand_for(pattern: Term, symbols: tuple, t: Term, found: tuple | None) -> None:
    out = instance(pattern, symbols, t)
    assert out == (None if found is None else dict(zip(symbols, found, strict=True)))
    if out is not None:
        assert substitute(pattern, out) is t


def test_a_function_of_a_matrix_that_is_bound_is_found() -> None:
    pattern = for_all(lambda X: every(lambda s: every(lambda t: f(X, s, t) <= x)), MATRIX)
    t = for_all(lambda X: every(lambda s: every(lambda t: X(t, s) * y <= 1)), MATRIX)
    out = instance(pattern, (f, x), t)
    assert out is not None
    assert substitute(pattern, out) is t
    assert app(out[f], W, n, m) is W(m, n) * y
    assert out[f].sort == OPERATOR


def test_existence_is_matched_too() -> None:
    some = lambda h, size: exists(lambda s: [1 <= s, s <= size, 0 < h(s)], "Z")  # noqa: E731
    t = some(fun(lambda s: b(s) - x), m)
    assert instance(some(a, n), (a, n), t) == {a: fun(lambda s: b(s) - x), n: m}


def test_fresh_names_are_fresh() -> None:
    (taken,) = reals("place_0")
    whole, (place,) = outside(for_all(lambda s: s <= taken, "R").args[1])
    assert place is not taken
    assert whole is (place <= taken)
    assert fresh(taken, "place_", ["R"])[0] is not taken
