from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numeric import max_affine as ma
from numeric.strategies import max_affine_with_gap
from symbolic.max_affine import sharp_error, sharp_threshold

CASES = st.tuples(st.integers(2, 5), st.integers(1, 3), st.sampled_from([0, Fraction(1, 4), 5])).flatmap(
    lambda c: st.tuples(max_affine_with_gap(c[0], c[1], c[2]), st.just(c[2]))
)


def floats(f):
    return np.array(f.slopes, dtype=float), np.array(f.offsets, dtype=float)


@given(CASES)
def test_agrees_with_the_exact_function(case):
    found, gap = case
    a, b = floats(found.function)
    x = np.array(found.point, dtype=float)
    np.testing.assert_allclose(
        ma.scores(a, b, x), np.array(found.function.scores(found.point), dtype=float), atol=1e-10
    )
    assert ma.values(a, b, x) == pytest.approx(float(found.function.value(found.point)), abs=1e-10)
    assert ma.gaps(a, b, x) == pytest.approx(float(gap), abs=1e-10)
    if gap:
        assert ma.labels(a, b, x) == found.label
        assert ma.indicator(a, b, x).tolist() == list(found.function.indicator(found.point))


@given(CASES, st.floats(0, 1000))
def test_error_is_within_the_sharp_bound(case, scale):
    found, gap = case
    a, b = floats(found.function)
    x = np.array(found.point, dtype=float)
    error = ma.indicator_error(a, b, x, scale)
    p = ma.softmax_indicator(a, b, x, scale)
    one_hot = ma.indicator(a, b, x)
    np.testing.assert_allclose(np.abs(p - one_hot).max(), error, atol=1e-13)
    bound = float(sharp_error(found.function.pieces, 1, Fraction(gap) * Fraction(scale)).evalf(30))
    assert error <= bound * (1 + 1e-9 + 1e-11 * scale)


def test_threshold_reaches_the_error_exactly_when_the_others_tie():
    a, b = np.array([[1.0], [0.0], [0.0]]), np.zeros(3)
    scale = float(sharp_threshold(3, 2, Fraction(1, 100)))
    assert ma.indicator_error(a, b, [2.0], scale) == pytest.approx(0.01, rel=1e-12)


def test_errors_far_below_one_float_step():
    a, b = np.array([[1.0], [0.0]]), np.zeros(2)
    expected = float(mpmath.exp(-600) / (1 + mpmath.exp(-600)))
    assert ma.indicator_error(a, b, [600.0], 1.0) == pytest.approx(expected, rel=1e-12)
    y = np.array([1e4, 0.0])
    assert ma.log_indicator_error(y, 1.0) == -1e4


def test_shapes_and_one_piece():
    a, b, x = np.ones((1, 2)), np.zeros(1), np.zeros((4, 3, 2))
    assert ma.scores(a, b, x).shape == (4, 3, 1)
    assert ma.values(a, b, x).shape == ma.labels(a, b, x).shape == ma.gaps(a, b, x).shape == (4, 3)
    assert np.all(np.isinf(ma.gaps(a, b, x))) and not np.any(ma.indicator_error(a, b, x, 3.0))
    assert ma.softmax_indicator(a, b, x, 3.0).shape == ma.indicator(a, b, x).shape == (4, 3, 1)


def test_ties_take_the_lowest_label():
    a, b = np.array([[1.0], [1.0], [-1.0]]), np.zeros(3)
    assert ma.labels(a, b, [[0.0], [2.0], [-1.0]]).tolist() == [0, 0, 2]
    assert ma.gaps(a, b, [[2.0]]).tolist() == [0]


@pytest.mark.parametrize(
    ("a", "b", "x"),
    [
        (np.zeros((0, 1)), [], [0.0]),
        ([[1.0]], [0.0, 1.0], [0.0]),
        ([[1.0]], [0.0], [0.0, 0.0]),
        ([[1.0]], [0.0], 3.0),
        ([1.0], [0.0], [0.0]),
        ([[np.nan]], [0.0], [0.0]),
        ([[1e308]], [1e308], [2.0]),
    ],
)
def test_bad_input(a, b, x):
    with pytest.raises(ValueError), np.errstate(over="ignore"):
        ma.values(a, b, x)


@pytest.mark.parametrize("scale", [-1.0, np.nan, np.inf])
def test_bad_scale(scale):
    with pytest.raises(ValueError, match="scale"):
        ma.indicator_error([[1.0]], [0.0], [0.0], scale)
    with pytest.raises(ValueError, match="scale"):
        ma.softmax_indicator([[1.0]], [0.0], [0.0], scale)
