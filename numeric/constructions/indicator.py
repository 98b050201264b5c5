"""Propositions 3.2 and 3.3 of Liu et al.: attention as the indicator of a max-affine partition, also with values.

The weights are those of `symbolic.indicator` (which says where the printed blocks do not fit), as float64
matrices, and the softmax attention layer is run on batches of sequences; with rational weights also in balls.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import arb_mat, ctx
from numpy.typing import ArrayLike, NDArray

from numeric import max_affine
from numeric.boltzmann import FloatArray, as_floats, softmax
from numeric.constructions import ball_layers
from symbolic.exact import Exact, fraction


@dataclass(frozen=True)
class IndicatorLayer:
    """The map Linear(X) = left X right + shift and the weights of one attention head.

    Shapes: left (d+N, d), right (n, N), shift (d+N, N), key and query (d+1, d+N), out (N, n).
    """

    left: NDArray[Any]
    right: NDArray[Any]
    shift: NDArray[Any]
    key: NDArray[Any]
    query: NDArray[Any]
    out: NDArray[Any]

    def linear(self, x: ArrayLike) -> NDArray[Any]:
        """Return Z = Linear(X) for X (..., d, n)."""
        tokens = np.asarray(x)
        shape = (self.left.shape[1], self.right.shape[0])
        if tokens.shape[-2:] != shape:
            raise ValueError(f"sequences of shape (..., {shape[0]}, {shape[1]}) are needed, not {tokens.shape}")
        return self.left @ tokens @ self.right + self.shift

    def __call__(self, x: ArrayLike) -> FloatArray:
        """Return softmax((W_K Z)ᵀ W_Q Z) W_O, Z = Linear(X), for X (..., d, n): shape (..., N, n)."""
        z = self.linear(as_floats(x))
        scores = np.swapaxes(self.key @ z, -1, -2) @ (self.query @ z)
        return softmax(scores.astype(np.float64), axis=-2) @ self.out.astype(np.float64)


@dataclass(frozen=True)
class ReassignmentLayer:
    """The same with W_V (d_out, d+N), which replaces the label of each piece by its value (Proposition 3.3)."""

    indicator: IndicatorLayer
    value: NDArray[Any]

    def __call__(self, x: ArrayLike) -> FloatArray:
        """Return W_V Z softmax((W_K Z)ᵀ W_Q Z) W_O for X (..., d, n): shape (..., d_out, n)."""
        values = self.value @ self.indicator.linear(as_floats(x))
        return values.astype(np.float64) @ self.indicator(x)

    def enclose(self, x: Sequence[Sequence[Exact]], bits: int = 128) -> tuple[arb_mat, arb_mat]:
        """Enclose the indicator and the output for one X, for a layer with rational weights."""
        layer = self.indicator
        with ctx.workprec(bits):
            z, key, query, out, value = (
                ball_layers.matrix(m.tolist())
                for m in (layer.linear(np.array(x, dtype=object)), layer.key, layer.query, layer.out, self.value)
            )
            indicator = ball_layers.softmax((key * z).transpose() * (query * z)) * out
            return indicator, value * z * indicator

    def parameters(self) -> dict[str, int]:
        """Return the number of entries of the matrices, including Linear, and of those that are neither 0 nor 1."""
        layer = self.indicator
        matrices = (layer.left, layer.right, layer.shift, layer.key, layer.query, self.value, layer.out)
        return {"entries": sum(m.size for m in matrices),
                "trained": sum(int(((m != 0) & (m != 1)).sum()) for m in matrices)}  # fmt: skip


def indicator_layer(slopes: ArrayLike, offsets: ArrayLike, n: int, scale: float) -> IndicatorLayer:
    """Build the layer for N pieces in d variables, sequences of n tokens, and scale R.

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
    return _layer(a, b, n, scale)


def reassignment_layer(
    slopes: Sequence[Sequence[Exact]],
    offsets: Sequence[Exact],
    values: Sequence[Sequence[Exact]],
    n: int,
    scale: Exact,
) -> ReassignmentLayer:
    """Build the layer with rational weights that assigns to piece h the value values[h].

    Raises ValueError as `indicator_layer` does, and unless there is a value, of one length, for every piece.

    >>> layer = reassignment_layer([[1], [-1]], [0, 0], [[5], [7]], n=2, scale=50)
    >>> layer([[3.0, -2.0]]).round(6).tolist()
    [[5.0, 7.0]]
    """
    indicator_layer([[float(x) for x in row] for row in slopes], [float(x) for x in offsets], n, float(scale))
    rows = [[fraction(v) for v in value] for value in values]
    if len(rows) != len(offsets) or len({len(row) for row in rows}) != 1 or not rows[0]:
        raise ValueError(f"a value for each of the {len(offsets)} pieces is needed, all of one length of 1 or more")
    a = np.array([[fraction(x) for x in row] for row in slopes], dtype=object)
    layer = _layer(a, np.array([fraction(x) for x in offsets], dtype=object), n, fraction(scale))
    value = np.zeros((len(rows[0]), layer.shift.shape[0]), dtype=object)
    value[:, a.shape[1] : a.shape[1] + len(rows)] = np.array(rows, dtype=object).T
    return ReassignmentLayer(layer, value)


def _layer(a: NDArray[Any], b: NDArray[Any], n: int, scale: Any) -> IndicatorLayer:
    missing = max(0, n - len(b))
    a = np.vstack([a, np.repeat(a[:1], missing, axis=0)])
    b = np.concatenate([b, np.repeat(b[:1] - 1, missing)])
    pieces, d, kind = *a.shape, a.dtype
    top, below = np.eye(d, d + pieces, dtype=kind), np.zeros((1, d + pieces), dtype=kind)
    below[0, d : d + n] = 1
    return IndicatorLayer(
        left=np.eye(d + pieces, d, dtype=kind),
        right=np.eye(n, pieces, dtype=kind),
        shift=np.vstack([np.zeros((d, pieces), dtype=kind), np.eye(pieces, dtype=kind)]),
        key=scale * np.hstack([np.zeros((d + 1, d), dtype=kind), np.vstack([a.T, b])]),
        query=np.vstack([top, below]),
        out=np.eye(pieces, n, dtype=kind),
    )


def layer_error(slopes: ArrayLike, offsets: ArrayLike, x: ArrayLike, scale: float) -> FloatArray:
    """Return the largest entry of |layer(X) - [E(x_1), ..., E(x_n)]| for X (..., d, n): shape (...)."""
    tokens = as_floats(x)
    layer = indicator_layer(slopes, offsets, tokens.shape[-1], scale)
    target = np.swapaxes(max_affine.indicator(slopes, offsets, np.swapaxes(tokens, -1, -2)), -1, -2)
    found = layer(tokens)
    padding = [(0, 0)] * (tokens.ndim - 2) + [(0, found.shape[-2] - target.shape[-2]), (0, 0)]
    return np.abs(found - np.pad(target, padding)).max(axis=(-2, -1))
