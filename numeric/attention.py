"""Softmax and hardmax attention, layers and Transformer blocks on batches of float64 arrays.

Sources: Kajitsuka & Sato (KS), (2)-(5), (20), (132); Yun et al., appendix E.3; Liu et al., section 2.

A sequence is a matrix with one token a column; leading axes are a batch. Errors as in
`numeric.boltzmann`.
"""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from numeric.boltzmann import FloatArray, as_floats, softmax


def hardmax(scores: ArrayLike, axis: int = -1, mask: ArrayLike | None = None) -> FloatArray:
    """Return equal weights on the largest scores along the axis, 0 elsewhere; the σ_H of KS and Yun.

    Scores tie only if they are the same float.

    >>> hardmax([3.0, 5.0, 5.0]).tolist()
    [0.0, 0.5, 0.5]
    """
    softmax(scores, axis, mask)  # the same demands on the input
    array = as_floats(scores)
    if mask is not None:
        array = np.where(np.broadcast_to(np.asarray(mask), array.shape), array, -np.inf)
    chosen = array == np.max(array, axis=axis, keepdims=True)
    return chosen / np.sum(chosen, axis=axis, keepdims=True)


def attention(
    keys: ArrayLike,
    queries: ArrayLike,
    values: ArrayLike,
    kind: Literal["softmax", "hardmax"] = "softmax",
    mask: ArrayLike | None = None,
) -> FloatArray:
    """Return V σ(KᵀQ), the softmax or hardmax taken over the keys, down each column.

    Shapes: keys (..., s, n), queries (..., s, q), values (..., v, n), mask broadcastable to (..., n, q), True
    where the key may be attended to; the result is (..., v, q).

    Raises ValueError if the shapes do not fit or `kind` is neither.

    >>> attention([[0.0, 1.0]], [[9.0]], [[3.0, 4.0]], kind="hardmax").tolist()
    [[4.0]]
    """
    k, q, v = as_floats(keys), as_floats(queries), as_floats(values)
    if min(k.ndim, q.ndim, v.ndim) < 2:
        raise ValueError("keys, queries and values are matrices, or batches of them")
    if k.shape[-2] != q.shape[-2] or k.shape[-1] != v.shape[-1]:
        raise ValueError(f"keys {k.shape}, queries {q.shape} and values {v.shape} do not fit")
    if kind not in ("softmax", "hardmax"):
        raise ValueError(f"kind is 'softmax' or 'hardmax', not {kind!r}")
    scores = np.matmul(np.swapaxes(k, -1, -2), q)
    weigh = softmax if kind == "softmax" else hardmax
    return np.matmul(v, weigh(scores, -2, mask))


def self_attention(
    sequences: ArrayLike,
    outputs: ArrayLike,
    values: ArrayLike,
    keys: ArrayLike,
    queries: ArrayLike,
    kind: Literal["softmax", "hardmax"] = "softmax",
    mask: ArrayLike | None = None,
) -> FloatArray:
    """Return Z + Σ_i W_O (W_V Z) σ[(W_K Z)ᵀ (W_Q Z)] over the heads i, KS (2); with "hardmax" KS (5).

    Shapes: sequences (..., d, n); outputs (h, d, s); values, keys and queries (h, s, d); mask broadcastable to
    (..., h, n, n), True where a key (second to last axis) may be attended to, KS (132). The result is (..., d, n).

    Raises ValueError if the shapes do not fit.

    >>> one = np.ones((1, 1, 1))
    >>> self_attention([[1.0, 3.0, 8.0]], one, one, 0 * one, one).tolist()
    [[5.0, 7.0, 12.0]]
    """
    z = as_floats(sequences)
    w_o, w_v, w_k, w_q = (as_floats(w) for w in (outputs, values, keys, queries))
    if z.ndim < 2 or w_o.ndim != 3 or w_v.shape != (w_o.shape[0], w_o.shape[2], w_o.shape[1]):
        raise ValueError(f"sequences {z.shape}, W_O {w_o.shape} and W_V {w_v.shape} do not fit")
    if not w_v.shape == w_k.shape == w_q.shape or z.shape[-2] != w_o.shape[1]:
        raise ValueError(f"sequences {z.shape}, W_V {w_v.shape}, W_K {w_k.shape} and W_Q {w_q.shape} do not fit")
    each = z[..., np.newaxis, :, :]  # an axis for the heads
    heads = attention(w_k @ each, w_q @ each, w_v @ each, kind, mask)
    return z + np.sum(w_o @ heads, axis=-3)


def rank_one_attention(
    sequences: ArrayLike, first: ArrayLike, second: ArrayLike, output: ArrayLike, mask: ArrayLike | None = None
) -> FloatArray:
    """Return Z + W_O (v_1ᵀ Z) σ_S[(v_1ᵀ Z)ᵀ (v_2ᵀ Z)], KS (20): values and keys have the same weights v_1.

    Shapes: sequences (..., d, n); first, second and output are v_1, v_2 and W_O, of d entries each.
    """
    row = as_floats(first)[np.newaxis, np.newaxis]
    queries = as_floats(second)[np.newaxis, np.newaxis]
    return self_attention(sequences, as_floats(output)[np.newaxis, :, np.newaxis], row, row, queries, mask=mask)


def feed_forward(
    sequences: ArrayLike, first: ArrayLike, first_bias: ArrayLike, second: ArrayLike, second_bias: ArrayLike
) -> FloatArray:
    """Return H + W_2 relu(W_1 H + b_1) + b_2 column by column, KS (3).

    Shapes: sequences (..., d, n), first (q, d), first_bias (q,), second (d, q), second_bias (d,).
    """
    h, w_1, b_1, w_2, b_2 = (as_floats(x) for x in (sequences, first, first_bias, second, second_bias))
    if (
        h.ndim < 2
        or w_1.shape != w_2.shape[::-1]
        or (*b_2.shape, *b_1.shape) != w_2.shape
        or h.shape[-2:-1] != b_2.shape
    ):
        raise ValueError(f"H {h.shape}, W_1 {w_1.shape}, b_1 {b_1.shape}, W_2 {w_2.shape}, b_2 {b_2.shape} do not fit")
    return h + w_2 @ np.maximum(w_1 @ h + b_1[:, np.newaxis], 0) + b_2[:, np.newaxis]
