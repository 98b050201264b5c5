"""Proposition 3.2 of Liu et al.: attention whose weights are the indicator of a max-affine partition.

The weights are those of `symbolic.indicator` (which says where the printed blocks do not fit), as float64
matrices, and the softmax attention layer is run on batches of sequences.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from numeric import max_affine
from numeric.boltzmann import FloatArray, as_floats, softmax


@dataclass(frozen=True)
class IndicatorLayer:
    """Linear(X) = left X right + shift, and the weights of one attention head.

    Shapes: left (d+N, d), right (n, N), shift (d+N, N), key and query (d+1, d+N), out (N, n).
    """

    left: FloatArray
    right: FloatArray
    shift: FloatArray
    key: FloatArray
    query: FloatArray
    out: FloatArray

    def __call__(self, x: ArrayLike) -> FloatArray:
        """Return softmax((W_K Z)ᵀ W_Q Z) W_O, Z = Linear(X), for X (..., d, n): shape (..., N, n)."""
        tokens = as_floats(x)
        shape = (self.left.shape[1], self.right.shape[0])
        if tokens.shape[-2:] != shape:
            raise ValueError(f"sequences of shape (..., {shape[0]}, {shape[1]}) are needed, not {tokens.shape}")
        z = self.left @ tokens @ self.right + self.shift
        scores = np.swapaxes(self.key @ z, -1, -2) @ (self.query @ z)
        return softmax(scores, axis=-2) @ self.out


def indicator_layer(slopes: ArrayLike, offsets: ArrayLike, n: int, scale: float) -> IndicatorLayer:
    """Build the layer for N pieces in d variables, sequences of n tokens, scale R.

    If N < n the function is padded with copies of its first piece lowered by 1, which no point ever
    prefers; the layer then has N = n and its last rows belong to the padding. (With the padding the gap is
    at most 1.)

    Raises ValueError for shapes that do not fit, n < 1, or a negative scale.

    >>> layer = indicator_layer([[1.0], [-1.0]], [0.0, 0.0], n=2, scale=50.0)
    >>> layer([[3.0, -2.0]]).round(6).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    a, b = as_floats(slopes), as_floats(offsets)
    max_affine.scores(a, b, np.zeros(a.shape[-1] if a.ndim else 0))  # the same demands on the shapes
    if n < 1 or not scale >= 0:
        raise ValueError(f"at least one token and a scale of 0 or more are needed, not {n} and {scale}")
    missing = max(0, n - len(b))
    a = np.vstack([a, np.repeat(a[:1], missing, axis=0)])
    b = np.concatenate([b, np.repeat(b[:1] - 1, missing)])
    pieces, d = a.shape
    top, below = np.eye(d, d + pieces), np.zeros((1, d + pieces))
    below[0, d : d + n] = 1
    return IndicatorLayer(
        left=np.eye(d + pieces, d),
        right=np.eye(n, pieces),
        shift=np.vstack([np.zeros((d, pieces)), np.eye(pieces)]),
        key=scale * np.hstack([np.zeros((d + 1, d)), np.vstack([a.T, b])]),
        query=np.vstack([top, below]),
        out=np.eye(pieces, n),
    )


def layer_error(slopes: ArrayLike, offsets: ArrayLike, x: ArrayLike, scale: float) -> FloatArray:
    """Return the largest entry of |layer(X) - [E(x_1), ..., E(x_n)]| for X (..., d, n): shape (...)."""
    tokens = as_floats(x)
    layer = indicator_layer(slopes, offsets, tokens.shape[-1], scale)
    target = np.swapaxes(max_affine.indicator(slopes, offsets, np.swapaxes(tokens, -1, -2)), -1, -2)
    found = layer(tokens)
    padding = [(0, 0)] * (tokens.ndim - 2) + [(0, found.shape[-2] - target.shape[-2]), (0, 0)]
    return np.abs(found - np.pad(target, padding)).max(axis=(-2, -1))
