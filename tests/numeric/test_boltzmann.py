import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import logsumexp
from scipy.special import softmax as scipy_softmax

from numeric import boltzmann as bz

FUNCTIONS = (bz.boltz, bz.gradient, bz.second_derivative, bz.softmax, bz.log_partition, bz.entropy)
ENTRIES = st.one_of(st.floats(-30, 30), st.floats(-1e4, 1e4), st.sampled_from([0.0, -745.2, 1e4, -1e4]))
VECTORS = st.lists(ENTRIES, min_size=1, max_size=8)


def in_mpmath(a):
    """boltz, gradient, second derivative, softmax, log-partition, entropy with many digits."""
    with mpmath.workdps(400):
        x = [mpmath.mpf(v) for v in a]
        top = max(x)
        weights = [mpmath.exp(v - top) for v in x]
        total = mpmath.fsum(weights)
        p = [w / total for w in weights]
        mean = mpmath.fsum(v * q for v, q in zip(x, p, strict=True))
        log_p = [v - top - mpmath.log(total) for v in x]
        s = -mpmath.fsum(q * lq for q, lq in zip(p, log_p, strict=True))
        gradient = [q * (1 + lq + s) for q, lq in zip(p, log_p, strict=True)]
        second = [q * ((1 - 2 * q) * (lq + s + 1) + 1) for q, lq in zip(p, log_p, strict=True)]
        return mean, gradient, second, p, top + mpmath.log(total), s


@given(VECTORS)
def test_against_mpmath(a):
    size = 1 + max(map(abs, a))
    for f, expected in zip(FUNCTIONS, in_mpmath(a), strict=True):
        expected = np.array(expected, dtype=float)
        np.testing.assert_allclose(f(a), expected, rtol=1e-12, atol=2e-15 * size)


@given(VECTORS)
def test_entropy_and_softmax_keep_relative_precision(a):
    *_, p, _, s = in_mpmath(a)
    np.testing.assert_allclose(bz.softmax(a), np.array(p, dtype=float), rtol=1e-12, atol=1e-320)
    np.testing.assert_allclose(bz.entropy(a), float(s), rtol=1e-11, atol=1e-300)


@given(VECTORS, st.data())
def test_masked_is_what_is_left(a, data):
    mask = data.draw(st.lists(st.booleans(), min_size=len(a), max_size=len(a)).filter(any))
    kept = np.array(a)[mask]
    lowered = np.where(mask, a, -np.inf)
    near = 1e-15 * (1 + np.max(np.abs(kept)) ** 2)  # terms of this size cancel in what is near 0
    for f in FUNCTIONS:
        out = f(a, mask=mask)
        np.testing.assert_array_equal(out, f(lowered))
        if out.ndim:
            assert not np.any(out[~np.array(mask)])
            out = out[mask]
        np.testing.assert_allclose(out, f(kept), rtol=1e-13, atol=near)


@given(VECTORS, st.floats(-100, 100))
def test_translation(a, shift):
    moved = np.array(a) + shift
    np.testing.assert_allclose(bz.boltz(moved), bz.boltz(a) + shift, rtol=1e-9, atol=1e-7)


@pytest.mark.parametrize("f", FUNCTIONS)
def test_axes(f):
    a = np.random.default_rng(0).normal(size=(3, 4, 5))
    for axis in (0, 1, 2, -1, -2, -3):
        slices = np.moveaxis(a, axis, -1)
        expected = np.array([[f(v) for v in row] for row in slices])
        out = f(a, axis=axis)
        if out.ndim == 3:
            out = np.moveaxis(out, axis, -1)
        np.testing.assert_allclose(out, expected, rtol=1e-13)


def test_agrees_with_scipy():
    a = np.random.default_rng(1).normal(scale=5, size=(4, 6))
    np.testing.assert_allclose(bz.softmax(a, axis=0), scipy_softmax(a, axis=0), rtol=1e-14)
    np.testing.assert_allclose(bz.log_partition(a), logsumexp(a, axis=-1), rtol=1e-14)


@pytest.mark.parametrize("f", FUNCTIONS)
def test_extreme_values_neither_overflow_nor_warn(f):
    with np.errstate(all="raise", under="ignore"):
        for a in ([1e308, -1e308], [1e308, 1e308], [-1e308, -1.7e308], [1e4, -1e4, 0], [5]):
            assert np.all(np.isfinite(f(a)))
    assert bz.boltz([1e308, -1e308]) == 1e308
    assert bz.gradient([7]) == [1.0] and bz.second_derivative([7]) == [0.0]


def test_input_is_left_alone_and_integers_are_welcome():
    a = np.array([1.0, 2.0, 3.0])
    for f in FUNCTIONS:
        f(a)
        np.testing.assert_array_equal(f([1, 2, 3]), f(a))
    assert a.tolist() == [1, 2, 3]


def test_a_long_vector():
    a = np.zeros(10**6)
    assert bz.boltz(a) == 0 and bz.entropy(a) == pytest.approx(np.log(10**6), rel=1e-14)
    np.testing.assert_allclose(bz.gradient(a), 1e-6, rtol=1e-12)


@pytest.mark.parametrize("f", FUNCTIONS)
@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ([], "empty"),
        (np.zeros((2, 0)), "empty"),
        (3.0, "no vector"),
        ([0, np.nan], "NaN"),
        ([0, np.inf], "\\+∞"),
        ([-np.inf, -np.inf], "no entry left"),
        ([[0.0, 1.0], [-np.inf, -np.inf]], "no entry left"),
    ],
)
def test_bad_values(f, bad, message):
    with pytest.raises(ValueError, match=message):
        f(bad)


def test_bad_masks_types_and_axes():
    with pytest.raises(ValueError, match="no entry left"):
        bz.boltz([1.0, 2.0], mask=[False, False])
    with pytest.raises(ValueError, match="NaN"):
        bz.boltz([1.0, np.nan], mask=[True, False])
    with pytest.raises(TypeError, match="booleans"):
        bz.boltz([1.0, 2.0], mask=[1, 0])
    with pytest.raises(ValueError):
        bz.boltz([1.0, 2.0], mask=[True, False, True])
    with pytest.raises(TypeError, match="real numbers"):
        bz.boltz([1j, 2])
    with pytest.raises(TypeError, match="real numbers"):
        bz.boltz(["a"])
    with pytest.raises(ValueError, match="axis 2"):
        bz.boltz([1.0], axis=2)
