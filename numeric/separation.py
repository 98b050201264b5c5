"""Separated tokens and contextual mappings on whole data sets of float64 arrays.

Source: Kajitsuka & Sato (KS), Definitions 1 and 2. The exact counterpart is `symbolic.separation`.

A data set has shape (N, d, n): N sequences, with one token per column. Tokens are equal if all their entries are the
same floats. To find the least distance, the distances of all pairs are first estimated by Gram matrices, block by
block; those that could be the least are recomputed from differences, so that nearly equal tokens lose no digits. All
functions raise ValueError if an array has another shape, is empty, or has an entry that is not finite.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from numeric.boltzmann import FloatArray, as_floats

IntArray = NDArray[np.int64]
_BLOCK = 2048


class Separation(NamedTuple):
    """The least and greatest norm of a token, and the least distance of distinct tokens (inf if all are equal)."""

    shortest: float
    longest: float
    distance: float


class ContextSeparation(NamedTuple):
    """The greatest norm of an image, and the least distance of images that a contextual mapping must separate.

    The distance is inf if no two images must be separated.
    """

    radius: float
    gap: float


def token_ids(sequences: ArrayLike) -> IntArray:
    """Return an array of shape (N, n) that numbers the tokens, with the same number for equal tokens.

    >>> token_ids([[[5.0, 7.0]], [[7.0, 5.0]]]).tolist()
    [[0, 1], [1, 0]]
    """
    data = _data(sequences)
    tokens = np.swapaxes(data, 1, 2).reshape(-1, data.shape[1]) + 0.0  # -0.0 is 0.0
    _, ids = np.unique(tokens, axis=0, return_inverse=True)
    return np.asarray(ids, np.int64).reshape(data.shape[0], data.shape[2])


def vocabulary_ids(sequences: ArrayLike) -> IntArray:
    """Return an array of shape (N,) that numbers the sequences, with the same number for equal sets of tokens.

    >>> vocabulary_ids([[[5.0, 7.0, 5.0]], [[7.0, 5.0, 7.0]], [[5.0, 5.0, 5.0]]]).tolist()
    [0, 0, 1]
    """
    numbers: dict[frozenset[int], int] = {}
    sets = [frozenset(row) for row in token_ids(sequences).tolist()]
    return np.array([numbers.setdefault(s, len(numbers)) for s in sets], np.int64)


def separation(sequences: ArrayLike) -> Separation:
    """Return the least and greatest norm and the least distance of the tokens in all sequences, KS Definition 1.

    >>> separation([[[0.0, 3.0, 7.0]]])
    Separation(shortest=0.0, longest=7.0, distance=3.0)
    """
    data = _data(sequences)
    tokens = np.unique(np.swapaxes(data, 1, 2).reshape(-1, data.shape[1]) + 0.0, axis=0)
    lengths = np.linalg.norm(tokens, axis=1)
    return Separation(float(lengths.min()), float(lengths.max()), _least_distance(tokens, np.arange(len(tokens))))


def is_separated(sequences: ArrayLike, *, r_max: float, delta: float, r_min: float | None = None) -> bool:
    """Return whether the data are tokenwise (r_min, r_max, δ)-separated, all inequalities strict, up to rounding."""
    found = separation(sequences)
    low = r_min is None or found.shortest > r_min
    return low and found.longest < r_max and found.distance > delta


def context_separation(sequences: ArrayLike, images: ArrayLike) -> ContextSeparation:
    """Return the greatest norm of the images, and the least distance of two whose tokens or vocabularies differ.

    The images (N, d', n) are an (r, δ)-contextual mapping, KS Definition 2, if the radius is below r and the gap is
    above δ.
    """
    data, image = _data(sequences), _data(images)
    if (data.shape[0], data.shape[2]) != (image.shape[0], image.shape[2]):
        raise ValueError(f"sequences {data.shape} and images {image.shape} do not have the same places")
    tokens = token_ids(data)
    groups = vocabulary_ids(data)[:, np.newaxis] * (tokens.max() + 1) + tokens
    places = np.swapaxes(image, 1, 2).reshape(-1, image.shape[1])
    radius = float(np.linalg.norm(places, axis=1).max())
    return ContextSeparation(radius, _least_distance(places, groups.ravel()))


def is_contextual_mapping(sequences: ArrayLike, images: ArrayLike, *, r: float, delta: float) -> bool:
    """Return whether the images are an (r, δ)-contextual mapping of the sequences, up to rounding."""
    found = context_separation(sequences, images)
    return found.radius < r and found.gap > delta


def _data(sequences: ArrayLike) -> FloatArray:
    data = as_floats(sequences)
    if data.ndim != 3 or 0 in data.shape:
        raise ValueError(f"a data set has shape (N, d, n) with no size 0, not {data.shape}")
    if not np.isfinite(data).all():
        raise ValueError("entries must be finite")
    return data


def _least_distance(points: FloatArray, groups: IntArray) -> float:
    """Return the least distance of two points (rows) of different groups."""
    order = np.argsort(groups, kind="stable")  # so that few pairs of blocks share a group
    points, groups = points[order], groups[order]
    centred = points - points.mean(axis=0)
    squares = np.einsum("pd,pd->p", centred, centred)[:, np.newaxis]
    ones = np.ones_like(squares)
    left, right = np.hstack([-2 * centred, squares, ones]), np.hstack([centred, ones, squares])  # left · right = d²
    slack = 16 * np.finfo(np.float64).eps * points.shape[1] * float(squares.max(initial=0.0))  # for rounding
    best = np.inf
    for start in range(0, len(points), _BLOCK):
        rows = slice(start, start + _BLOCK)
        for begin in range(start, len(points), _BLOCK):
            columns = slice(begin, begin + _BLOCK)
            screened = left[rows] @ right[columns].T
            if groups[columns][0] <= groups[rows][-1]:
                screened[groups[rows, np.newaxis] == groups[columns]] = np.inf
            least = float(screened.min())
            if least == np.inf or least > best**2 + slack:
                continue
            i, j = np.nonzero(screened <= min(least, best**2) + slack)
            for some in np.array_split(np.arange(len(i)), len(i) // 100_000 + 1):
                near = points[rows][i[some]] - points[columns][j[some]]
                best = min(best, float(np.linalg.norm(near, axis=1).min(initial=np.inf)))
    return best
