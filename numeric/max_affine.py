"""Values, labels and gaps of max-affine functions on arrays of points, and the softmax indicator.

Source: Liu et al., 2025, sections 3 to 3.2 and A.2.

Arguments common to all: `slopes` (N, d), `offsets` (N,), `points` (..., d); pieces are numbered from 0. All
raise ValueError for shapes that do not fit, no piece, or values that are not finite.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from numeric.boltzmann import FloatArray, as_floats, softmax


def scores(slopes: ArrayLike, offsets: ArrayLike, points: ArrayLike) -> FloatArray:
    """Return the values of all pieces, shape (..., N).

    >>> scores([[1.0], [-1.0]], [0.0, 1.0], [[2.0], [0.0]]).tolist()
    [[2.0, -1.0], [0.0, 1.0]]
    """
    a, b, x = as_floats(slopes), as_floats(offsets), as_floats(points)
    if a.ndim != 2 or b.shape != a.shape[:1] or a.shape[0] == 0:
        raise ValueError(f"slopes (N, d) and offsets (N,), N >= 1, are needed, not {a.shape} and {b.shape}")
    if x.ndim == 0 or x.shape[-1] != a.shape[1]:
        raise ValueError(f"points (..., {a.shape[1]}) are needed, not {x.shape}")
    out = x @ a.T + b
    if not np.all(np.isfinite(out)):
        raise ValueError("a slope, an offset or a point is not finite, or a value overflows")
    return out


def values(slopes: ArrayLike, offsets: ArrayLike, points: ArrayLike) -> FloatArray:
    """Return the maximum over the pieces, shape (...)."""
    return scores(slopes, offsets, points).max(axis=-1)


def labels(slopes: ArrayLike, offsets: ArrayLike, points: ArrayLike) -> NDArray[np.intp]:
    """Return the maximal piece, the lowest one on a tie, shape (...)."""
    return scores(slopes, offsets, points).argmax(axis=-1)


def gaps(slopes: ArrayLike, offsets: ArrayLike, points: ArrayLike) -> FloatArray:
    """Return the largest minus the second largest piece, shape (...): 0 on a tie, ∞ for a single piece."""
    y = scores(slopes, offsets, points)
    if y.shape[-1] == 1:
        return np.full(y.shape[:-1], np.inf)
    two = np.partition(y, -2, axis=-1)[..., -2:]
    return two[..., 1] - two[..., 0]


def indicator(slopes: ArrayLike, offsets: ArrayLike, points: ArrayLike) -> FloatArray:
    """Return the one-hot vectors of the maximal pieces, shape (..., N), the lowest label on a tie."""
    y = scores(slopes, offsets, points)
    return (np.arange(y.shape[-1]) == y.argmax(axis=-1)[..., None]).astype(np.float64)


def softmax_indicator(slopes: ArrayLike, offsets: ArrayLike, points: ArrayLike, scale: float) -> FloatArray:
    """Return softmax(R y), shape (..., N), R the scale, 0 or more."""
    return softmax(_scale(scale) * scores(slopes, offsets, points))


def indicator_error(slopes: ArrayLike, offsets: ArrayLike, points: ArrayLike, scale: float) -> FloatArray:
    """Return max_k |softmax(R y) - e|_k for the one-hot vector e, shape (...); accurate down to about 1e-300.

    >>> indicator_error([[1.0], [0.0]], [0.0, 0.0], [[1.0]], 100.0).tolist()
    [3.720075976020836e-44]
    """
    return np.exp(log_indicator_error(scores(slopes, offsets, points), scale))


def log_indicator_error(y: FloatArray, scale: ArrayLike) -> FloatArray:
    """Return the logarithm of the error for scores y (..., N) and scales (...); -∞ for a single piece.

    The error is 1 - p_top = rest/(1 + rest), rest the sum of exp(-R (y_top - y_i)) over the others: no other
    entry of softmax(R y) - e is larger.
    """
    r = _scale(scale)
    below = r[..., None] * (y - y.max(axis=-1, keepdims=True))
    if y.shape[-1] == 1:
        return np.full(below.shape[:-1], -np.inf)
    np.put_along_axis(below, y.argmax(axis=-1)[..., None], -np.inf, axis=-1)
    second = below.max(axis=-1, keepdims=True)
    rest = second[..., 0] + np.log(np.exp(below - second).sum(axis=-1))
    return -np.logaddexp(0.0, -rest)


def _scale(scale: ArrayLike) -> FloatArray:
    r = as_floats(scale)
    if not np.all((r >= 0) & np.isfinite(r)):
        raise ValueError("the scale is a finite number, 0 or more")
    return r
