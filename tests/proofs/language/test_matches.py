"""All ways in which a pattern is a term, with factors in any order."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.kernel.normal import key
from proofs.kernel.terms import Term, eq, exp, inv, log, num, substitute
from proofs.language.matching import matches
from proofs.language.notation import Sum, fun, ints, reals, vectors

n, k = ints("n k")
a, b, c, x, y = reals("a b c x y")
f, g, h, w, u, v = vectors("f g h w u v")
SYMBOLS = (a, b, c, f, g, h, w, n)


def total(body: object) -> Term:
    return Sum(body, 1, n)


PATTERNS = [
    total(lambda i: w(i) * f(i) * g(i)),
    total(lambda i: w(i) * f(i) ** 2),
    total(lambda i: f(i) * inv(g(i))),
    total(lambda i: f(i) * log(g(i))),
    total(lambda i: f(i) * Sum(lambda j: g(j), 1, i)),
    total(lambda i: exp(c * f(i))),
    a * b * exp(c),
    (a - b) ** 2,
    1 + a * exp(c),
]


def pieces() -> st.SearchStrategy[Term]:
    return st.sampled_from([x, y, num(2), num(1), x * y, x + y, num(3) * x])


def sequences() -> st.SearchStrategy[Term]:
    bodies = [
        lambda i: u(i),
        lambda i: v(i),
        lambda i: u(i) * v(i),
        lambda i: num(1),
        lambda i: 2 * u(i),
        lambda i: u(i) - x,
    ]
    return st.sampled_from([fun(body) for body in bodies])


@given(pattern=st.sampled_from(PATTERNS), data=st.data())
def test_an_instance_is_found_and_every_match_is_an_instance(pattern: Term, data: st.DataObject) -> None:
    here = sorted((s for s in pattern.free if s in SYMBOLS and s is not n), key=lambda s: s.order)
    values = {s: data.draw(sequences() if s.op == "fn" else pieces(), label=str(s)) for s in here}
    t = substitute(pattern, values)
    found = list(islice(matches(pattern, t, SYMBOLS, {n: n}), 200))
    for match in found:
        assert {*here} <= match.keys()
        assert key(eq(substitute(pattern, {s: match[s] for s in here}), t)) is True
    plain = all(v.op in ("var", "fn", "lam") or v is num(1) for v in values.values())
    assert found or not plain


@pytest.mark.parametrize(
    ("pattern", "t", "count"),
    [
        (total(lambda i: w(i) * f(i) * g(i)), total(lambda i: u(i)), 3),
        (total(lambda i: w(i) * f(i) ** 2), total(lambda i: u(i) ** 2), 2),
        (total(lambda i: w(i) * f(i) ** 2), total(lambda i: u(i)), 1),
        (total(lambda i: f(i) ** 2), total(lambda i: u(i)), 0),
        (total(lambda i: f(i) ** 2), total(lambda i: 4 * u(i) ** 2), 0),
        (a * a, num(1), 1),
        (a + b, x + y, 2),
        (a + 1, x, 1),
        (f(k + 1), u(k + 1), 1),
        (f(k + 1), u(k), 0),
    ],
)
def test_how_many_ways_there_are(pattern: Term, t: Term, count: int) -> None:
    assert len(list(matches(pattern, t, SYMBOLS, {n: n}))) == count


def test_known_values_are_kept() -> None:
    pattern = total(lambda i: f(i) * g(i))
    (found,) = matches(pattern, total(lambda i: u(i) * v(i)), SYMBOLS, {n: n, f: v})
    assert found[g] is u
    assert not list(matches(pattern, total(lambda i: u(i)), SYMBOLS, {n: n, f: v}))
