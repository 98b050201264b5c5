from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Function, IndexedBase, KroneckerDelta, Rational, Symbol, symbols

from symbolic import boltzmann as bz
from symbolic.sums import normal_form, partial_derivative

i, k, n = symbols("i k n", integer=True, positive=True)
A = IndexedBase("a")


def a(index):
    return A[index]


SMALL = st.lists(st.fractions(-5, 5, max_denominator=9), min_size=1, max_size=4)


def concrete(values):
    """A vector of given numbers, with its size, for symbolic expressions that were built for it."""
    return {A[j + 1]: sp.Rational(v.numerator, v.denominator) for j, v in enumerate(values)}


def number(expression, values):
    size = len(values)
    return complex(expression.subs(n, size).doit().subs(concrete(values)).evalf(30))


@given(SMALL)
@settings(max_examples=20)
def test_closed_forms_against_mpmath_differences(values):
    with mpmath.workdps(50):

        def boltz(x):
            entries = [mpmath.mpf(v.numerator) / v.denominator for v in values]
            entries[0] = x
            weights = [mpmath.exp(e) for e in entries]
            return sum(e * w for e, w in zip(entries, weights, strict=True)) / sum(weights)

        at = mpmath.mpf(values[0].numerator) / values[0].denominator
        first, second = mpmath.diff(boltz, at), mpmath.diff(boltz, at, 2)
    assert abs(number(bz.gradient(a, n, sp.Integer(1)), values) - complex(first)) < 1e-12
    assert abs(number(bz.second_derivative(a, n, sp.Integer(1)), values) - complex(second)) < 1e-12


def test_the_derivatives_of_the_sum_are_the_closed_forms():
    assert bz.derive_gradient(a, n, i) == bz.gradient(a, n, i)
    assert bz.derive_second_derivative(a, n, i) == bz.second_derivative(a, n, i)


def test_derivation_for_an_undefined_function_and_clashing_names():
    f, j = Function("f"), Symbol("j", integer=True)
    shape = bz.derive_gradient(f, n, j)
    assert normal_form(shape - bz.gradient(f, n, j)) == 0
    assert j in shape.free_symbols


def test_boltz_is_log_partition_minus_entropy_for_symbolic_n():
    assert normal_form(bz.boltz(a, n) - bz.log_partition(a, n) + bz.entropy(a, n)) == 0


def test_softmax_log_partition_and_entropy_derivatives():
    p, q, within = bz.softmax(a, n, i), bz.softmax(a, n, k), (i <= n) & (k <= n)
    d_softmax = partial_derivative(lambda v: bz.softmax(v, n, i), a, k, assuming=within)
    assert normal_form(d_softmax - q * (KroneckerDelta(i, k) - p)) == 0
    d_log = partial_derivative(lambda v: bz.log_partition(v, n), a, i, assuming=within)
    assert normal_form(d_log - p) == 0
    d_entropy = partial_derivative(lambda v: bz.entropy(v, n), a, i, assuming=within)
    assert normal_form(d_entropy + p * (sp.log(p) + bz.entropy(a, n))) == 0


def test_normal_form_tells_different_expressions_apart():
    assert normal_form(bz.boltz(a, n) - bz.log_partition(a, n)) != 0
    assert normal_form(bz.gradient(a, n, i) - bz.gradient(a, n, k)) != 0


def test_the_shape_holds_for_entries_that_depend_on_each_other():
    dependent = bz.derive_gradient(lambda j: j * A[1], n, i)
    assert dependent == bz.gradient(lambda j: j * A[1], n, i)
    constant = bz.derive_gradient(lambda j: sp.S.Zero, sp.Integer(4), sp.Integer(2))
    assert constant.doit() == Rational(1, 4)


def test_vectors_with_sums_of_their_own_keep_their_indices():
    b = sp.IndexedBase("b")

    def image(index):
        return sp.Sum(A[k] * b[index, k], (k, 1, 2))

    written = [A[1] * b[place, 1] + A[2] * b[place, 2] for place in (1, 2)]
    weights = [sp.exp(x) / (sp.exp(written[0]) + sp.exp(written[1])) for x in written]
    mean = sum(x * p for x, p in zip(written, weights, strict=True))
    assert sp.simplify(bz.boltz(image, 2).doit() - mean) == 0
    assert sp.simplify(bz.softmax(image, 2, k).doit().subs(k, 1) - weights[0]) == 0


def test_text_is_refused():
    with pytest.raises(sp.SympifyError):
        bz.softmax(a, n, "__import__('os')")


@settings(max_examples=40)
@given(st.fractions("1/100", "99/100"), st.fractions(-9, 9))
def test_concavity_condition_is_the_sign_of_the_closed_form(p, x):
    value = (1 - 2 * p) * (x + 1) + 1
    condition = bz.is_concave_condition(sp.Rational(p), sp.Rational(x))
    assert bool(condition) == (value < 0)


def test_concavity_boundary():
    p = Symbol("p")
    x = bz.concavity_boundary(p)
    assert sp.simplify((1 - 2 * p) * (x + 1) + 1) == 0
    with pytest.raises(ValueError, match="1/2"):
        bz.concavity_boundary(Rational(1, 2))
    assert bz.is_concave_condition(Rational(1, 2), p) == sp.false


@pytest.mark.parametrize("size", [2, 3, 7, 100])
def test_monotonicity_threshold_solves_its_equation_and_beats_the_paper(size):
    c = bz.monotonicity_threshold(size)
    residue = (c - 1) * sp.exp(c) - (size - 1)
    assert abs(residue.evalf(40)) < 1e-30
    assert c.evalf(30) < (sp.log(size) + 1).evalf(30)


@pytest.mark.parametrize("bad", [0, -3, Rational(1, 2), Fraction(5, 2)])
def test_monotonicity_threshold_refuses_other_sizes(bad):
    with pytest.raises(ValueError, match="positive integer"):
        bz.monotonicity_threshold(bad)


@pytest.mark.parametrize("y", [12, 20, 1000])
def test_concavity_curve_is_on_the_zero_set_and_stationary(y):
    point = bz.concavity_curve(y)
    g, t, size = (value.evalf(40) for value in point)
    s = Symbol("s")
    assert abs(bz.concavity_defect(g, t, size).evalf(40)) < 1e-30
    assert abs(sp.diff(bz.concavity_defect(g, s, size), s).subs(s, t).evalf(40)) < 1e-30


@settings(max_examples=25)
@given(st.fractions("1/10", 6, max_denominator=20), st.fractions(-5, "1/10", max_denominator=20))
def test_concavity_defect_has_the_opposite_sign_of_the_second_derivative(g, t):
    values = [Fraction(0), g, t, t]
    second = number(bz.second_derivative(a, n, sp.Integer(1)), values).real
    defect = float(bz.concavity_defect(sp.Rational(g), sp.Rational(t), 4).evalf(30))
    assert second * defect < 0 or abs(second) < 1e-12


def test_sufficient_separation_is_enough_for_its_excess():
    e = Symbol("E", positive=True)
    share = bz.separation_excess(sp.log(e)) / (e * sp.log(e))
    assert sp.simplify(sp.diff(share, e) - (1 / e**2 + 2 * e / (e - 1) ** 3)) == 0  # increasing
    assert share.subs(e, sp.exp(2)).evalf() > 0.5
    with pytest.raises(ValueError, match="positive integer"):
        bz.sufficient_separation(0)
