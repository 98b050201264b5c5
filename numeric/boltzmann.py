"""Boltzmann operator, derivatives, softmax, log-partition and entropy of float64 arrays.

Source: Kajitsuka & Sato (KS), (80)-(83), (97), and (132)-(133) for masks. All functions work along one
axis, keep the others, and shift by the maximum first, so that no exponential overflows: entries up to the
largest float64 are fine.

Arguments common to all: `a`, real numbers of any shape; `axis`, the axis of the vector, the last by
default; `mask`, booleans that broadcast against `a`, True where an entry is kept. A masked entry acts as
-∞, with 0 · (-∞) = 0: its weight and its derivatives are 0. An entry that is -∞ acts the same.

All raise ValueError for an empty axis, NaN, +∞ or a vector with nothing kept, and TypeError for entries
that are not real numbers.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]
_FLOOR = -1e300  # exp of it is 0, and 0 times it is 0, as for -∞ it would not be


class _Shifted(NamedTuple):
    top: FloatArray  # the maximum, axis kept
    below: FloatArray  # a - max, at most 0 and finite
    weights: FloatArray  # exp of it
    total: FloatArray  # their sum, axis kept


def boltz(a: ArrayLike, axis: int = -1, mask: ArrayLike | None = None) -> FloatArray:
    """Return Σ a_j p_j along the axis, KS (80); the axis is dropped.

    >>> float(boltz([0.0, 0.0])), float(boltz([5.0, 1.0], mask=[True, False]))
    (0.0, 5.0)
    """
    s = _shift(a, axis, mask)
    return np.squeeze(s.top + _mean_below(s, axis), axis)


def gradient(a: ArrayLike, axis: int = -1, mask: ArrayLike | None = None) -> FloatArray:
    """Return ∂boltz/∂a_i = p_i (1 + a_i - boltz(a)) for every i, of the shape of `a`; equal to KS (83).

    >>> gradient([0.0, 0.0]).tolist()
    [0.5, 0.5]
    """
    s = _shift(a, axis, mask)
    out = s.below
    out += 1 - _mean_below(s, axis)
    out *= s.weights
    out /= s.total
    return out


def second_derivative(a: ArrayLike, axis: int = -1, mask: ArrayLike | None = None) -> FloatArray:
    """Return ∂²boltz/∂a_i² = p_i ((1 - 2 p_i)(1 + a_i - boltz(a)) + 1) for every i; equal to KS (97)."""
    s = _shift(a, axis, mask)
    inner = s.below
    inner += 1 - _mean_below(s, axis)
    p = s.weights
    p /= s.total
    inner *= 1 - 2 * p
    inner += 1
    inner *= p
    return inner


def softmax(a: ArrayLike, axis: int = -1, mask: ArrayLike | None = None) -> FloatArray:
    """Return the weights p_i = exp(a_i)/Σ exp(a_j), of the shape of `a`.

    >>> softmax([1.0, 1.0, 9.0], mask=[True, True, False]).tolist()
    [0.5, 0.5, 0.0]
    """
    s = _shift(a, axis, mask)
    weights = s.weights
    weights /= s.total
    return weights


def log_partition(a: ArrayLike, axis: int = -1, mask: ArrayLike | None = None) -> FloatArray:
    """Return log Σ exp(a_j) along the axis, KS (81); the axis is dropped."""
    s = _shift(a, axis, mask)
    return np.squeeze(s.top + np.log1p(_rest(s, axis)), axis)


def entropy(a: ArrayLike, axis: int = -1, mask: ArrayLike | None = None) -> FloatArray:
    """Return S(p) = -Σ p_j log p_j of p = softmax(a) along the axis, KS (82); the axis is dropped.

    It keeps its relative precision when one weight is nearly 1.

    >>> round(float(entropy([0.0, -100.0]) / (101 * np.exp(-100))), 12)
    1.0
    """
    s = _shift(a, axis, mask)
    mean = _mean_below(s, axis)
    return np.squeeze(np.log1p(_rest(s, axis)) - mean, axis)


def _shift(a: ArrayLike, axis: int, mask: ArrayLike | None) -> _Shifted:
    array = as_floats(a)
    if array.ndim == 0:
        raise ValueError("a number is no vector: give at least one axis")
    if not -array.ndim <= axis < array.ndim:
        raise ValueError(f"axis {axis} of an array with {array.ndim} axes")
    if array.shape[axis] == 0:
        raise ValueError(f"axis {axis} of an array of shape {array.shape} is empty")
    if mask is not None:
        keep = np.asarray(mask)
        if keep.dtype != np.bool_:
            raise TypeError(f"a mask holds booleans, True where an entry is kept, not {keep.dtype}")
        if np.any(np.isnan(array)):
            raise ValueError("the array holds NaN")
        array = np.where(np.broadcast_to(keep, array.shape), array, -np.inf)
    top: Any = np.max(array, axis=axis, keepdims=True)  # NaN if the vector holds one
    if not np.all(np.isfinite(top)):
        if np.any(np.isnan(top)):
            raise ValueError("the array holds NaN")
        if np.any(top == np.inf):
            raise ValueError("the array holds +∞")
        raise ValueError("a vector has no entry left: all are masked or -∞")
    with np.errstate(over="ignore"):
        below = np.subtract(array, top)
    np.maximum(below, _FLOOR, out=below)
    weights = np.exp(below)
    return _Shifted(top, below, weights, np.sum(weights, axis=axis, keepdims=True))


def _mean_below(s: _Shifted, axis: int) -> FloatArray:
    """Return boltz(a) - max(a), axis kept."""
    moved, weights = np.moveaxis(s.below, axis, -1), np.moveaxis(s.weights, axis, -1)
    moment = np.vecdot(moved, weights)
    return np.expand_dims(moment, axis) / s.total


def _rest(s: _Shifted, axis: int) -> FloatArray:
    """Return the sum of all weights but one maximal one, which is 1; axis kept."""
    others = s.weights.copy()
    np.put_along_axis(others, np.argmax(s.below, axis=axis, keepdims=True), 0.0, axis=axis)
    return np.sum(others, axis=axis, keepdims=True)


def as_floats(a: ArrayLike) -> FloatArray:
    """Return an array of booleans, integers or floats as float64; raises TypeError for anything else."""
    array = np.asarray(a)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"real numbers of a NumPy type are needed, not {array.dtype}")
    return array.astype(np.float64, copy=False)
