"""The rank-one attention layer of KS Theorem 2, built from given sequences and checked as a contextual mapping.

Separations such as exp(−10^9) are no trouble for balls, whose exponents are unbounded, as long as nothing cancels: two
averages are compared through the tokens that the sequences do not share (`mean_difference`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import isqrt
from typing import Literal, NamedTuple

import numpy as np
from flint import arb, ctx
from numpy.typing import ArrayLike

from numeric.balls import ball
from numeric.boltzmann import FloatArray, as_floats
from numeric.constructions.ball_layers import rank_one_weights
from numeric.constructions.projection import Vector, keep_apart
from symbolic.exact import Exact, fraction

Strength = Literal["paper", "measured"]


def root_between(square: Fraction, bits: int = 40) -> tuple[Fraction, Fraction]:
    """Return rationals just below and just above √square."""
    scaled = isqrt((square.numerator << (2 * bits)) // square.denominator)
    return Fraction(scaled, 1 << bits), Fraction(scaled + 1, 1 << bits)


@dataclass(frozen=True)
class ContextualLayer:
    """X ↦ X + W_O (W_V X) softmax((W_K X)ᵀ (W_Q X)) with W_K = u vᵀ, W_Q = u' vᵀ, W_V = u'' vᵀ (KS (25), (29)-(32)).

    Attributes
    ----------
    sequences
        The N sequences, each n distinct tokens of d rationals.
    v
        The direction, a rational unit vector.
    factor_squared
        κ², what the layer takes the direction to be worth: κ ‖x − y‖ <= |vᵀ(x − y)|.
    r_min, r_max, epsilon
        The tokens are (r_min, r_max, ε)-separated.
    s
        Size of the head; u, u', u'' are multiples of the first unit vector, W_O is its multiple in the first place.
    bits
        Precision of the balls.
    """

    sequences: tuple[tuple[Vector, ...], ...]
    v: Vector
    factor_squared: arb
    r_min: Fraction
    r_max: Fraction
    epsilon: Fraction
    s: int
    bits: int

    @property
    def n(self) -> int:
        """The number of tokens in a sequence."""
        return len(self.sequences[0])

    @cached_property
    def score_gap(self) -> arb:
        """δ = 2 log n + 3, KS (43)."""
        with ctx.workprec(self.bits):
            return 2 * arb(self.n).log() + 3

    @cached_property
    def strength(self) -> arb:
        """|uᵀu'| = δ / (κ² ε r_min), KS (29)."""
        with ctx.workprec(self.bits):
            return self.score_gap / (self.factor_squared * ball(self.epsilon * self.r_min))

    @cached_property
    def reach(self) -> arb:
        """r = |uᵀu'| r_max²; the scores lie between −r and r, KS (37)."""
        with ctx.workprec(self.bits):
            return self.strength * ball(self.r_max**2)

    @cached_property
    def promised(self) -> arb:
        """Theorem 2's δ = ε (log n)² e^(−2r) / (4r), KS (8)."""
        with ctx.workprec(self.bits):
            return ball(self.epsilon) * arb(self.n).log() ** 2 * (-2 * self.reach).exp() / (4 * self.reach)

    def weights(self) -> dict[str, list[list[arb]]]:
        """W_O (d × s) and W_V, W_K, W_Q (s × d)."""
        added = [self.epsilon / (4 * self.r_max), *[Fraction(0)] * (len(self.v) - 1)]
        with ctx.workprec(self.bits):
            made = rank_one_weights(self.v, self.strength, added, self.s)
        return {name: m.tolist() for name, m in zip(("W_O", "W_V", "W_K", "W_Q"), made, strict=True)}

    @cached_property
    def values(self) -> dict[Vector, Fraction]:
        """Return vᵀx for every token x."""
        tokens = {x for sequence in self.sequences for x in sequence}
        return {x: _dot(self.v, x) for x in tokens}

    def mean(self, i: int, k: int) -> arb:
        """Enclose (vᵀX) softmax(a) for sequence i with its token k as the query."""
        with ctx.workprec(self.bits):
            tokens = self.sequences[i]
            weights = self._weights(tokens, tokens[k], tokens)
            moment = sum((ball(self.values[x]) * p for x, p in weights.items()), arb(0))
            return moment / sum(weights.values(), arb(0))

    def mean_difference(self, i: int, j: int, token: Vector) -> arb:
        """Enclose the difference of the averages of sequences i and j that share the query `token`.

        Let M be the average over the tokens common to both. Then the average of sequence i is M plus the sum of
        (vᵀx − M) e^(a_x) over its other tokens x, divided by its whole partition: nothing cancels.
        """
        with ctx.workprec(self.bits):
            one, two = set(self.sequences[i]), set(self.sequences[j])
            weights = self._weights([*one, *two], token, [*one, *two])
            common = one & two

            def total(tokens: set[Vector], middle: arb | None = None) -> arb:
                terms = (weights[x] * (1 if middle is None else ball(self.values[x]) - middle) for x in tokens)
                return sum(terms, arb(0))

            middle = sum((weights[x] * ball(self.values[x]) for x in common), arb(0)) / total(common)
            return total(one - common, middle) / total(one) - total(two - common, middle) / total(two)

    def _weights(self, tokens: Sequence[Vector], query: Vector, among: Sequence[Vector]) -> dict[Vector, arb]:
        """Return e^(a_x − max a) for each token."""
        scores = {x: self.values[x] * self.values[query] for x in among}
        top = max(scores.values())
        return {x: (self.strength * ball(scores[x] - top)).exp() for x in tokens}

    def image(self, i: int, k: int) -> list[arb]:
        """Enclose token k of the image of sequence i."""
        with ctx.workprec(self.bits):
            added = ball(self.epsilon / (4 * self.r_max)) * self.mean(i, k)
            first, *rest = self.sequences[i][k]
            return [ball(first) + added, *map(ball, rest)]


def contextual_layer(
    sequences: Sequence[Sequence[Sequence[Exact]]],
    *,
    strength: Strength = "paper",
    s: int = 1,
    seed: int = 0,
    bits: int = 192,
) -> ContextualLayer:
    """Build the layer of KS Theorem 2 for sequences of distinct, non-zero tokens with rational entries.

    Parameters
    ----------
    sequences
        N sequences of n tokens of d entries.
    strength
        "paper" takes κ = √(8/(πd)) / (|V| + 1)², "measured" what the direction found keeps (never less).
    s, seed, bits
        Size of the head, seed for the direction, precision.

    Raises
    ------
    ValueError
        for sequences of different lengths, a token twice in a sequence, or a token 0.

    >>> layer = contextual_layer([[(1, 0), (0, 1)], [(1, 0), (1, 1)]])
    >>> check_layer(layer).is_contextual_mapping
    True
    """
    rows = tuple(tuple(tuple(fraction(x) for x in token) for token in sequence) for sequence in sequences)
    if not rows or not rows[0] or len({len(row) for row in rows}) > 1:
        raise ValueError("sequences of one length, at least 1, are needed")
    for i, row in enumerate(rows):
        if len(set(row)) < len(row):
            raise ValueError(f"sequence {i} has a token twice, which KS (6) excludes")
    if s < 1:
        raise ValueError(f"a head has size 1 or more, not {s}")
    vocabulary = sorted({token for row in rows for token in row})
    zero = (Fraction(0),) * len(vocabulary[0])
    if zero in vocabulary:
        raise ValueError("a token is 0, but all must be longer than r_min > 0")
    found = keep_apart([*vocabulary, zero], seed)
    assert found.kept_squared is not None
    d, points = len(zero), len(vocabulary) + 1
    with ctx.workprec(bits):
        paper = 8 / (arb.pi() * d * points**4)
        factor = paper if strength == "paper" else ball(found.kept_squared)
    squares = [_dot(x, x) for x in vocabulary]
    gaps = [_dot(g, g) for x, y in combinations(vocabulary, 2) if (g := _minus(x, y))]
    shortest, longest = root_between(min(squares))[0], root_between(max(squares))[1]
    nearest = root_between(min(gaps))[0] if gaps else longest
    half = 1 - Fraction(1, 2**20)  # strictly below
    return ContextualLayer(rows, found.v, factor, shortest * half, longest, nearest * half, s, bits)


class Verified(NamedTuple):
    """The properties of a layer that were certified in ball arithmetic.

    `is_contextual_mapping` says whether all of Definition 2 holds with Theorem 2's r and δ; `pairs` counts the pairs
    of places with one token in different contexts, `closest` is the least distance of their images, with its logarithm
    against that of the promised δ; `other` is the least distance of images of different tokens over ε/2, and
    `longest` that of the longest image over r.
    """

    is_contextual_mapping: bool
    pairs: int
    closest: arb | None
    log_closest: float | None
    log_promised: float
    other: float | None
    longest: float


def check_layer(layer: ContextualLayer) -> Verified:
    """Check both conditions of KS Definition 2 on all pairs of positions, in ball arithmetic."""
    with ctx.workprec(layer.bits):
        places = [(i, k, x) for i, row in enumerate(layer.sequences) for k, x in enumerate(row)]
        images = {(i, k): layer.image(i, k) for i, k, _ in places}
        r = ball(layer.r_max + layer.epsilon / 4)
        lengths = [sum((x * x for x in image), arb(0)).sqrt() for image in images.values()]
        holds = all(bool(length < r) for length in lengths)
        contexts = [frozenset(row) for row in layer.sequences]
        carry = ball(layer.epsilon / (4 * layer.r_max))
        near: list[arb] = []
        far: list[arb] = []
        for (i, k, x), (j, l, y) in combinations(places, 2):
            if x == y and contexts[i] != contexts[j]:
                near.append(abs(layer.mean_difference(i, j, x)) * carry)
            elif x != y:
                gap = (a - b for a, b in zip(images[i, k], images[j, l], strict=True))
                far.append(sum((g * g for g in gap), arb(0)).sqrt())
        holds = holds and all(bool(gap > layer.promised) for gap in (*near, *far))
        closest = min(near, key=lambda x: float(x.log().mid())) if near else None
        nearest = min((float(x.mid()) for x in far), default=None)
        return Verified(
            holds, len(near), closest, None if closest is None else float(closest.log().mid()),
            float(layer.promised.log().mid()) if layer.n > 1 else float("-inf"),
            None if nearest is None else nearest / float(layer.epsilon) * 2,
            max(float((x / r).mid()) for x in lengths),
        )  # fmt: skip


def _dot(x: Vector, y: Vector) -> Fraction:
    return sum((a * b for a, b in zip(x, y, strict=True)), Fraction(0))


def _minus(x: Vector, y: Vector) -> Vector:
    return tuple(a - b for a, b in zip(x, y, strict=True))


# --- in floating point, by logarithms ------------------------------------------------------------------------------


class LogSeparation(NamedTuple):
    """Separations in float64: the smallest log |difference of two averages| of one token in different contexts.

    `resolved` says whether rounding of the scores (`rounding`, in the exponent) is small against the gap of the scores;
    if not, the logarithm is right only up to that rounding, and the order of two averages may not be.
    """

    log_least: float
    pairs: int
    rounding: float
    resolved: bool


def log_separation(vocabulary: ArrayLike, sequences: ArrayLike, direction: ArrayLike, strength: float) -> LogSeparation:
    """Find the two closest averages of one token in two contexts, for many sequences, using logarithms.

    Parameters
    ----------
    vocabulary
        Tokens, shape (m, d).
    sequences
        Token numbers, shape (N, n), no token twice in a row.
    direction, strength
        v, shape (d,), and |uᵀu'|.

    Only neighbours are compared in the order that Lemma 7 says the averages are in: by the greatest score, then by the
    scores after the common ones, the smaller the higher. Raises ValueError for shapes that do not fit.
    """
    words, rows, v = as_floats(vocabulary), np.sort(np.asarray(sequences), axis=1), as_floats(direction)
    if words.ndim != 2 or rows.ndim != 2 or v.shape != words.shape[1:]:
        raise ValueError(f"vocabulary {words.shape}, sequences {rows.shape} and direction {v.shape} do not fit")
    if np.any(rows[:, 1:] == rows[:, :-1]):
        raise ValueError("a sequence has a token twice")
    y = words @ v
    least, pairs = np.inf, 0
    for token in np.unique(rows):
        a = strength * y[token] * y
        own = rows[np.any(rows == token, axis=1)]
        ordered = np.take_along_axis(own, np.argsort(-a[own], axis=1), axis=1)
        keys = a[ordered].copy()
        keys[:, 1:] *= -1
        ordered = ordered[np.lexsort(keys.T[::-1])]
        one, two = ordered[:-1], ordered[1:]
        different = np.any(one != two, axis=1)
        one, two = one[different], two[different]
        if len(one):
            pairs += len(one)
            least = min(least, float(np.min(_log_differences(a, y, one, two))))
    top = float(np.max(np.abs(y)) ** 2 * strength)
    rounding = float(np.finfo(float).eps * top * (words.shape[1] + 4))
    return LogSeparation(least, pairs, rounding, rounding < 0.01)


def _log_differences(a: FloatArray, y: FloatArray, one: np.ndarray, two: np.ndarray) -> FloatArray:
    """Return log |mean − mean'| row by row, as in `ContextualLayer.mean_difference`."""
    in_two = (one[:, :, None] == two[:, None, :]).any(axis=2)
    in_one = (one[:, :, None] == two[:, None, :]).any(axis=1)
    top = np.maximum(a[one].max(axis=1), a[two].max(axis=1))[:, None]

    def log_sum(terms: FloatArray, signs: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return (log |Σ|, the sign of Σ) for a sum Σ of signed terms given by their logarithms."""
        greatest = terms.max(axis=1, keepdims=True)
        greatest = np.where(np.isfinite(greatest), greatest, 0)
        total = (signs * np.exp(terms - greatest)).sum(axis=1)
        with np.errstate(divide="ignore"):
            return np.log(np.abs(total)) + greatest[:, 0], np.sign(total)

    w1, w2 = a[one] - top, a[two] - top
    common = np.where(in_two, w1, -np.inf)
    log_common, _ = log_sum(common, np.ones_like(common))
    middle = (np.exp(common - log_common[:, None]) * y[one]).sum(axis=1)[:, None]

    def part(w: FloatArray, rows: np.ndarray, shared: np.ndarray) -> tuple[FloatArray, FloatArray]:
        gap = y[rows] - middle
        with np.errstate(divide="ignore"):
            terms = np.where(shared, -np.inf, w + np.log(np.abs(gap)))
        log, sign = log_sum(terms, np.sign(gap))
        return log - log_sum(w, np.ones_like(w))[0], sign

    (log1, sign1), (log2, sign2) = part(w1, one, in_two), part(w2, two, in_one)
    out, _ = log_sum(np.stack([log1, log2], axis=1), np.stack([sign1, -sign2], axis=1))
    return out
