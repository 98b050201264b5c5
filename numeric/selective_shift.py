"""The selective shift on whole arrays of id sequences, in exact integers.

Source: Yun et al., ICLR 2020, appendix E.3.1. Ids are counted in units of δ: the increasing multiples
l_1 < ... < l_n of δ become integers from 0 to M - 1, M = δ^(-d). Results are int64 where that is
provably wide enough and Python integers (dtype object) otherwise, so nothing ever wraps.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

IntArray = NDArray[Any]
_INT64_MAX = 2**63 - 1


def shift_ids(ids: ArrayLike, big: int) -> IntArray:
    """Return all shifted ids l̃_1 < ... < l̃_n, of the shape (..., n) of the ids.

    By the recursion l̃_j = l_j + M (l̃_{j-1} - l_j) from l̃_0 = l_n. `big` is M.

    Raises TypeError for ids that are not integers and ValueError unless M >= 2, n >= 1 and the ids of
    each sequence increase strictly from 0 or more to M - 1 or less.

    >>> shift_ids([[0, 1, 2]], 4).tolist()
    [[8, 29, 110]]
    """
    array = _ids(ids, big)
    size = array.shape[-1]
    # |M (l̃_{j-1} - l_j)| and l̃_j stay below M^(n+1)
    values = array.astype(np.int64 if big ** (size + 1) <= _INT64_MAX else object)
    out = np.empty_like(values)
    previous = values[..., -1]
    for j in range(size):
        own = values[..., j]
        previous = own + big * (previous - own)
        out[..., j] = previous
    return out


def final_ids(ids: ArrayLike, big: int) -> IntArray:
    """Return the last shifted id l̃_n of each sequence, of shape (...)."""
    return shift_ids(ids, big)[..., -1]


def context_ids(ids: ArrayLike, big: int) -> IntArray:
    """Return l̃_j + M^(n+1) l̃_n, the ids after the last layer, of the shape (..., n) of the ids.

    >>> context_ids([[0, 1]], 2).tolist()
    [[26, 27]]
    """
    shifted = shift_ids(ids, big)
    size = shifted.shape[-1]
    if big ** (2 * size + 2) + big ** (size + 1) > _INT64_MAX:
        shifted = shifted.astype(object)
    return shifted + big ** (size + 1) * shifted[..., -1:]


def _ids(ids: ArrayLike, big: int) -> IntArray:
    if not isinstance(big, int) or isinstance(big, bool):
        raise TypeError(f"M is an integer, not {big!r}")
    if big < 2:
        raise ValueError(f"M = δ^(-d) is at least 2, not {big}")
    array = np.asarray(ids)
    if array.dtype.kind == "O" and array.size:
        if not all(isinstance(x, int) and not isinstance(x, bool) for x in array.flat):
            raise TypeError("ids are integers, counted in units of δ")
    elif array.dtype.kind not in "iu":
        raise TypeError(f"ids are integers, counted in units of δ, not {array.dtype}")
    if array.ndim == 0 or array.shape[-1] == 0:
        raise ValueError("a sequence needs at least one id")
    if array.size:
        if array.min() < 0 or array.max() >= big:
            raise ValueError(f"ids lie from 0 to M - 1 = {big - 1}")
        if np.any(array[..., 1:] <= array[..., :-1]):
            raise ValueError("the ids of a sequence increase strictly")
    return array
