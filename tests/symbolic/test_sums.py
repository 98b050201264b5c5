"""Normal forms of sums and derivatives along coordinates have the right numbers, with Kronecker deltas anywhere."""

from collections.abc import Callable
from functools import cache

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import IndexedBase, KroneckerDelta, Sum, exp, log, symbols

from symbolic import boltzmann as bz
from symbolic.sums import Vector, fresh_indices, normal_form, partial_derivative

i, j, k, m, n = symbols("i j k m n", integer=True, positive=True)
A = IndexedBase("a")


def a(index: sp.Expr) -> sp.Expr:
    return A[index]


def number(e: sp.Expr, values: list, places: dict):
    """The value of an expression, each sum added up from its first to its last term."""
    if isinstance(e, Sum):
        total = mpmath.mpf(0)
        *before, (index, low, high) = e.limits
        inside = Sum(e.function, *before) if before else e.function
        for place in range(int(number(low, values, places)), int(number(high, values, places)) + 1):
            total += number(inside, values, {**places, index: place})
        return total
    if isinstance(e, sp.Symbol):
        return mpmath.mpf(places[e])
    if isinstance(e, sp.Indexed):
        return values[int(number(e.indices[0], values, places)) - 1]
    args = [number(argument, values, places) for argument in e.args]
    if isinstance(e, KroneckerDelta):
        return mpmath.mpf(args[0] == args[1])
    if isinstance(e, sp.Add | sp.Mul):
        return mpmath.fsum(args) if isinstance(e, sp.Add) else mpmath.fprod(args)
    if isinstance(e, sp.Pow):
        return args[0] ** args[1]
    if isinstance(e, sp.Rational):
        return mpmath.mpf(int(e.p)) / int(e.q)
    return {exp: mpmath.exp, log: mpmath.log, sp.exp: mpmath.exp, type(sp.E): mpmath.e}.get(type(e), _unknown)(*args)


def _unknown(*args):
    raise TypeError("no number")


def same(x, y) -> bool:
    return abs(x - y) <= mpmath.mpf(10) ** -25 * (1 + abs(x) + abs(y))


DELTAS = st.sampled_from([KroneckerDelta(i, k), KroneckerDelta(j, k), KroneckerDelta(i, j), KroneckerDelta(1, k)])
ATOMS = st.sampled_from([A[k], A[i], A[j], k, n, sp.Integer(1), sp.Integer(2), KroneckerDelta(k, n)])
BODIES = st.recursive(
    DELTAS | ATOMS,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda pair: pair[0] + pair[1]),
        st.tuples(inner, inner).map(lambda pair: pair[0] * pair[1]),
        inner.map(lambda x: x**2),
        inner.map(lambda x: exp(-(x**2))),
        inner.map(lambda x: log(2 + x**2)),
        inner.map(lambda x: 1 / (1 + x**2)),
        inner.map(lambda x: A[k] * exp(A[k]) + Sum(exp(A[m] * KroneckerDelta(m, k)) * A[m], (m, 1, n)) * x),
        inner.map(lambda x: Sum(log(3 + KroneckerDelta(m, k)) * A[m], (m, 1, k)) + x),
    ),
    max_leaves=4,
)
ENTRIES = st.lists(st.fractions(-2, 2, max_denominator=9), min_size=1, max_size=5)


@given(BODIES, BODIES, ENTRIES, st.data())
@settings(max_examples=8, deadline=None)
def test_the_normal_form_has_the_same_value(summand, other, entries, data):
    expression = log(1 + Sum(summand, (k, 1, n)) ** 2) + Sum(other, (k, 1, n)) * KroneckerDelta(i, j)
    size = len(entries)
    places = {n: size, **{index: data.draw(st.integers(1, size)) for index in (i, j)}}
    with mpmath.workdps(60):
        values = [mpmath.mpf(v.numerator) / v.denominator for v in entries]
        try:
            found = normal_form(expression.subs(k, m) if data.draw(st.booleans()) else expression)
        except ValueError as wrong:
            assert "one range for each index" in str(wrong)
            return
        assert same(number(expression, values, places), number(found, values, places)), found


@cache
def second(which: int) -> sp.Expr:
    return partial_derivative(lambda v: partial_derivative(FUNCTIONS[which], v, i), a, j)


FUNCTIONS: tuple[Callable[[Vector], sp.Expr], ...] = (
    lambda v: bz.log_partition(v, n),
    lambda v: bz.boltz(v, n),
    lambda v: bz.entropy(v, n),
    lambda v: bz.softmax(v, n, sp.Integer(1)),
    lambda v: Sum(v(k) ** 2 * exp(v(k)), (k, 1, n)) ** 3,
    lambda v: Sum(exp(v(k) * v(m)) / (1 + v(m) ** 2), (k, 1, n), (m, 1, n)),
)


@given(st.integers(0, len(FUNCTIONS) - 1), ENTRIES, st.data())
@settings(max_examples=8, deadline=None)
def test_mixed_second_derivatives_are_those_of_the_sum_written_out(which, entries, data):
    size = len(entries)
    first, then = data.draw(st.integers(1, size)), data.draw(st.integers(1, size))
    written_out = FUNCTIONS[which](a).subs(n, size).doit()
    expected = sp.diff(written_out, A[first], A[then])
    with mpmath.workdps(50):
        values = [mpmath.mpf(v.numerator) / v.denominator for v in entries]
        ours = number(second(which), values, {n: size, i: first, j: then})
        assert same(ours, number(expected, values, {})), (which, first, then)


def test_the_hessian_of_log_sum_exp():
    p, q = bz.softmax(a, n, i), bz.softmax(a, n, j)
    assert normal_form(second(0) - (p * KroneckerDelta(i, j) - p * q)) == 0
    assert normal_form(second(0)) != 0


@pytest.mark.parametrize(
    "summand, total",
    [
        (exp(KroneckerDelta(i, k)), n - 1 + sp.E),
        (1 / (1 + KroneckerDelta(i, k)), n - sp.Rational(1, 2)),
        (log(2 + KroneckerDelta(i, k)), (n - 1) * log(2) + log(3)),
        (KroneckerDelta(i, k) ** 3 * A[k], A[i]),
        (KroneckerDelta(i, k) * KroneckerDelta(j, k) * A[k], KroneckerDelta(i, j) * A[i]),
        (KroneckerDelta(k, n) * A[k], A[n]),
        (KroneckerDelta(k, 0), 0),
        (KroneckerDelta(k, n + 1), 0),
    ],
)
def test_a_delta_picks_its_term(summand, total):
    assert normal_form(Sum(summand, (k, 1, n)) - total) == 0


@pytest.mark.parametrize("place", [sp.Integer(7), i + 1, 2 * i])
def test_a_delta_stays_where_its_place_may_lie_outside(place):
    found = normal_form(Sum(KroneckerDelta(k, place) * exp(A[k]), (k, 1, n)))
    assert found.has(Sum) and found.has(KroneckerDelta)
    assert normal_form(found - Sum(KroneckerDelta(m, place) * exp(A[m]), (m, 1, n))) == 0


def test_ranges_of_numbers():
    assert normal_form(Sum(KroneckerDelta(k, 7) * A[k], (k, 1, 5))) == 0
    assert normal_form(Sum(KroneckerDelta(k, 3) * A[k], (k, 1, 5))) == A[3]
    assert normal_form(Sum(KroneckerDelta(k, 3) * A[k], (k, 5, 1))) == -A[3]  # as SymPy has it
    assert normal_form(Sum(KroneckerDelta(k, i), (k, 1, 0))) == 0


def test_an_index_lies_in_one_range():
    with pytest.raises(ValueError, match="one range for each index"):
        normal_form(Sum(KroneckerDelta(i, k), (k, 1, n)) + Sum(KroneckerDelta(i, k), (k, 1, m)))


def test_what_has_no_value_is_an_error():
    with pytest.raises(ValueError, match="not defined"):
        normal_form(Sum(1 / KroneckerDelta(i, k), (k, 1, n)))
    with pytest.raises(ValueError, match="not defined"):
        normal_form(Sum(KroneckerDelta(i, k) / (A[k] - A[i]), (k, 1, n)))
    with pytest.raises(ValueError, match="Product"):
        normal_form(sp.Product(1 + KroneckerDelta(i, k), (k, 1, n)))


def test_an_inner_sum_keeps_an_index_of_its_own():
    double = Sum(exp(A[k] * A[m]), (m, 1, n), (k, 1, n))
    assert normal_form(double - Sum(exp(A[k] ** 2), (k, 1, n))) != 0
    assert normal_form(double - double.xreplace({k: m, m: k})) == 0


def test_logarithms_of_what_may_be_negative_are_not_split():
    x, y = sp.symbols("x y", real=True)
    assert normal_form(log(x**2) - 2 * log(x)) != 0
    assert normal_form(log(x * y) - log(x) - log(y)) != 0
    assert normal_form(log(exp(x) * y) - x - log(y)) == 0


def test_a_derivative_along_a_place_that_is_no_symbol():
    last = partial_derivative(lambda v: bz.log_partition(v, n), a, n)
    assert last == normal_form(bz.softmax(a, n, n))
    assert partial_derivative(lambda v: bz.log_partition(v, n), a, sp.Integer(2)) == normal_form(
        bz.softmax(a, n, sp.Integer(2))
    )


def test_a_delta_identifies_its_two_places():
    delta = KroneckerDelta(i, k)
    assert normal_form(delta * (A[i] - A[k])) == 0
    assert normal_form(delta * A[i] - A[k]) != 0
    assert normal_form(KroneckerDelta(i, 2) * (A[i] - A[2] + i - 2)) == 0
    chain = KroneckerDelta(i, j) * KroneckerDelta(j, k)
    assert normal_form(chain - KroneckerDelta(i, k) * KroneckerDelta(j, k)) == 0
    assert normal_form(delta / (A[i] - A[k])).has(KroneckerDelta)


def test_a_negative_order_is_refused():
    with pytest.raises(ValueError, match="order"):
        partial_derivative(lambda v: bz.boltz(v, n), a, i, order=-1)


def test_names_for_indices_do_not_end():
    names = fresh_indices(sp.Add(*symbols("j k l m p q r s t")))
    assert [next(names).name for _ in range(2)] == ["j1", "j2"]
