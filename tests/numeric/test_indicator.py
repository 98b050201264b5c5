from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from numeric import max_affine
from numeric.constructions.indicator import indicator_layer, layer_error, reassignment_layer
from symbolic.max_affine import stated_threshold

SIZES = st.tuples(st.integers(1, 4), st.integers(1, 5), st.integers(1, 5))


@given(SIZES, st.integers(0, 2**32 - 1))
@settings(max_examples=60)
def test_columns_are_softmax_of_the_scaled_pieces(sizes, seed):
    d, n, pieces = sizes
    rng = np.random.default_rng(seed)
    a, b, x = rng.normal(size=(pieces, d)), rng.normal(size=pieces), rng.normal(size=(2, d, n))
    out = indicator_layer(a, b, n, 3.0)(x)
    assert out.shape == (2, max(pieces, n), n)
    np.testing.assert_allclose(out.sum(axis=-2), 1)
    if pieces >= n:
        expected = max_affine.softmax_indicator(a, b, np.swapaxes(x, -1, -2), 3.0)
        np.testing.assert_allclose(np.swapaxes(out, -1, -2), expected, rtol=1e-9, atol=1e-12)


@given(SIZES, st.integers(0, 2**32 - 1), st.sampled_from([0.3, 1e-3, 1e-9]))
@settings(max_examples=60)
def test_the_threshold_gives_the_promised_error(sizes, seed, error):
    d, n, pieces = sizes
    rng = np.random.default_rng(seed)
    a, b, x = rng.normal(size=(pieces, d)), rng.normal(size=pieces), rng.normal(size=(3, d, n))
    tokens = np.swapaxes(x, -1, -2)
    gap = min(1.0, max_affine.gaps(a, b, tokens).min())  # 1 is the gap to the padding
    count = max(pieces, n)
    scale = max(0.0, float(stated_threshold(count, sp.Rational(gap), sp.Rational(error))))
    assert layer_error(a, b, x, scale).max() <= error * (1 + 1e-6) + 1e-12


@given(SIZES, st.integers(0, 2**32 - 1))
@settings(max_examples=25)
def test_every_token_gets_the_value_of_its_piece(sizes, seed):
    """Proposition 3.3: off by at most the error of the indicator times the spread of the values."""
    d, n, pieces = sizes
    rng = np.random.default_rng(seed)
    a, b, x = (rng.integers(-4, 5, shape) for shape in ((pieces, d), pieces, (d, n)))
    values = rng.integers(-9, 10, (pieces, 3))
    gap = min(1.0, max_affine.gaps(a, b, x.T).min())
    if gap == 0:
        return  # on a boundary there is nothing to show
    layer = reassignment_layer(a.tolist(), b.tolist(), values.tolist(), n, 40)
    wanted = values[max_affine.labels(a, b, x.T)].T
    error = max(pieces, n) * np.exp(-40 * gap)
    assert np.abs(layer(x) - wanted).max() <= 20 * error + 1e-9
    indicator, output = layer.enclose(x.tolist())
    assert np.allclose(np.array(output.tolist(), dtype=float), layer(x))
    assert (indicator.nrows(), indicator.ncols()) == (max(pieces, n), n)


def test_the_parameters_of_the_reassignment():
    layer = reassignment_layer([[2, 3], [5, 7], [9, 4]], [6, 8, 10], [[11], [12], [13]], 2, Fraction(7, 3))
    counted = layer.parameters()
    assert counted["trained"] == 3 * 2 + 3 + 3  # slopes, offsets (times R) and values
    assert counted["entries"] == 5 * 2 + 2 * 3 + 5 * 3 + 2 * 3 * 5 + 5 + 3 * 2


def test_a_value_for_every_piece():
    for values in ([[1]], [[1], [2, 3]], [[], []]):
        with pytest.raises(ValueError, match="a value for each"):
            reassignment_layer([[1], [2]], [0, 0], values, 1, 1)


def test_bad_input():
    for arguments in (([[1.0]], [0.0], 0, 1.0), ([[1.0]], [0.0], 1, -1.0), ([1.0], [0.0], 1, 1.0)):
        with pytest.raises(ValueError):
            indicator_layer(*arguments)
    with pytest.raises(ValueError, match="sequences"):
        indicator_layer([[1.0]], [0.0], 1, 1.0)([[1.0, 2.0]])
