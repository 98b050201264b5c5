"""Softmax and hardmax attention on batches of float64 arrays.

Sources: Kajitsuka & Sato (KS), (2), (5), (132); Yun et al., appendix E.3; Liu et al., section 2.

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
