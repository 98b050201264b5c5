"""Samplers and margins for lemmas of the papers, for `numeric.spot_check.spot_check`.

Sources: Kajitsuka & Sato (KS) Lemmas 1, 4, 5, 6, 7; Yun et al. Lemma 10; Liu et al. Proposition 3.2.

Each `Check`, such as `ks_lemma_4`, holds the sampler and the margin of a statement; the modules
`proofs.papers.<key>.numerics` refer to them by name. The samples satisfy the hypotheses and are often close to
violating them: n is from 1 to 10^4, values are up to 10^4, gaps exceed the threshold by as little as 10^-9, and the
other entries of a vector lie where the conclusion is tightest. The margins stay meaningful when both sides of an
inequality are as small as exp(-10^4): they compare logarithms, or only the factor that decides the sign. All
arithmetic is float64, so hypotheses and margins hold up to rounding.

>>> from numeric.spot_check import spot_check
>>> spot_check(ks_lemma_4.margin, ks_lemma_4.sampler, samples=200).margin > 0
True
"""

import numpy as np
from numpy.typing import NDArray

from numeric.boltzmann import FloatArray, boltz
from numeric.max_affine import log_indicator_error
from numeric.selective_shift import IntArray, final_ids
from numeric.spot_check import Check, Sample, Sampler

_LARGEST = 10_000
_ENTRIES = 2_000_000  # the approximate maximum number of entries in a batch


# ---- samplers


def _size(rng: np.random.Generator, least: int = 1) -> int:
    """Draw n from `least` to 10^4, with small values and both ends more likely."""
    if rng.random() < 0.1:
        return int(rng.choice([least, least + 1, _LARGEST]))
    return int(np.exp(rng.uniform(np.log(least), np.log(_LARGEST + 1))))


def _batch(size: int, n: int) -> int:
    return max(1, min(size, _ENTRIES // n))


def _excess(rng: np.random.Generator, shape: int | tuple[int, ...]) -> FloatArray:
    """Draw log-uniform amounts from 1e-9 to 1e4 by which a threshold is exceeded."""
    return 10 ** rng.uniform(-9, 4, shape)


def _above(value: FloatArray | float, excess: FloatArray) -> FloatArray:
    """Return value + excess, or the next float if that is larger, so that a strict hypothesis stays strict."""
    return np.maximum(value + excess, np.nextafter(value, np.inf))


def _others(rng: np.random.Generator, gap: FloatArray, n: int) -> FloatArray:
    """Draw n - 2 entries of at most `gap` (batch,), relative to the coordinate that the lemma is about.

    In a third of the batches all entries are near 0 or all near 1, where Lemmas 4 and 5 are tightest. In a third they
    spread to 10^4 below the maximum, and in a third all equal the maximum.
    """
    shape = (len(gap), max(0, n - 2))
    kind = rng.integers(3)
    if kind == 0:
        out = rng.choice([0.0, 1.0]) + rng.normal(scale=10.0 ** rng.uniform(-6, 0), size=shape)
    elif kind == 1:
        out = gap[:, None] - rng.uniform(0, 1, shape) * 10 ** rng.uniform(-3, 4, (len(gap), 1))
    else:
        out = np.broadcast_to(gap[:, None], shape)
    return np.minimum(out, gap[:, None])


def _far_coordinate(surplus: float) -> Sampler:
    """Return a sampler of vectors whose first entry is more than log n + surplus below the maximum."""

    def sample(rng: np.random.Generator, size: int) -> Sample:
        n = _size(rng, 2)
        size = _batch(size, n)
        gap = _above(np.log(n) + surplus, _excess(rng, size))
        a = np.concatenate([np.zeros((size, 1)), gap[:, None], _others(rng, gap, n)], axis=1)
        return {"a": a}

    return sample


def _separated(rng: np.random.Generator, size: int, n: int, delta: float) -> FloatArray:
    """Draw decreasing vectors (size, n) whose entries are more than δ apart, the first one 0."""
    steps = _above(delta, _excess(rng, (size, max(0, n - 1))) * (rng.random((size, 1)) < 0.7))
    return np.concatenate([np.zeros((size, 1)), -np.cumsum(steps, axis=1)], axis=1)


def _prefix_pair(rng: np.random.Generator, size: int) -> Sample:
    """Draw decreasing δ-separated vectors a, b that agree before index k (0-based), with a_k > b_k.

    The entries after index k come from one grid of separated numbers; in half of the draws those of a are moved far
    down, where boltz(a) is largest. A whole batch has the same `k`.
    """
    n = _size(rng)
    size = _batch(size, 2 * n)
    delta = 2 * np.log(n) + 3
    k = int(rng.integers(n)) if rng.random() < 0.5 else int(rng.choice([0, n - 1, min(1, n - 1)]))
    grid = _separated(rng, size, n + 1, delta)
    a, b = grid[:, :n].copy(), np.delete(grid, k, axis=1)
    if rng.random() < 0.5 and k + 1 < n:
        drop = 10.0 ** rng.uniform(0, 4)
        a[:, k + 1 :] = np.minimum(a[:, k + 1 :], b[:, -1:] - delta - drop + grid[:, k + 1 : n])
    return {"a": a, "b": b, "k": np.full(size, k)}


def _small_prefix_pair(rng: np.random.Generator, size: int) -> Sample:
    """Draw pairs as `_prefix_pair` does, shifted so that r, the largest absolute value, is as small as possible."""
    pair = dict(_prefix_pair(rng, size))
    low = np.minimum(pair["a"].min(axis=1), pair["b"].min(axis=1))
    middle = low[:, None] / 2
    return {"a": pair["a"] - middle, "b": pair["b"] - middle, "k": pair["k"]}


def _last_coordinate_pair(rng: np.random.Generator, size: int) -> Sample:
    """Draw n - 1 first entries `head`, and last entries a_n > b_n that lie more than δ > log n + 3 below their max."""
    n = _size(rng, 2)
    size = _batch(size, n)
    delta = _above(np.log(n) + 3, _excess(rng, size))
    gap = _above(delta, _excess(rng, size))
    others = _others(rng, gap, n + 1)
    head = np.concatenate([gap[:, None], others[:, : n - 2]], axis=1)
    drop = _excess(rng, size) * rng.choice([1.0, 1e-3], size)
    return {"head": head, "a_n": np.zeros(size), "b_n": -drop, "delta": delta}


def _increasing_ids(rng: np.random.Generator, size: int) -> Sample:
    """Draw increasing ids 0 <= l_1 < ... < l_n < M in units of δ, 2 <= n <= M = m^d, with the extreme cases first."""
    m, d = int(rng.integers(2, 6)), int(rng.integers(1, 5))
    big = m**d
    n = int(rng.integers(2, min(big, 12) + 1))
    ids: NDArray[np.int64] = np.sort(rng.permuted(np.tile(np.arange(big), (size, 1)), axis=1)[:, :n], axis=1)
    ids[0] = np.arange(n)  # where the last shifted id is least
    if size > 1:
        ids[1] = [*range(n - 1), big - 1]  # where it is greatest
    return {"ids": ids, "big": np.full(size, big)}


def _scored_pieces(rng: np.random.Generator, size: int) -> Sample:
    """Draw N scores with a gap Δ between the two largest, and an error ε; in half of them all but the first tie."""
    pieces = _size(rng)
    size = _batch(size, pieces)
    gap = 10 ** rng.uniform(-4, 4, size)
    below = rng.uniform(0, 1, (size, pieces)) * 10 ** rng.uniform(-3, 4, (size, 1))
    below *= rng.random((size, 1)) < 0.5
    below[:, 1:2] = 0
    scores = -gap[:, None] - below
    scores[:, 0] = 0
    return {"scores": scores, "gap": gap, "error": 10 ** rng.uniform(-12, -1e-9, size)}


# ---- margins


def monotonicity_margin(sample: Sample) -> FloatArray:
    """Return boltz(a) - a_1 - 1, which is -∂boltz/∂a_1 divided by p_1 > 0 (KS (83)); `a` (batch, n)."""
    a = sample["a"]
    return boltz(a) - a[:, 0] - 1


def concavity_margin(sample: Sample) -> FloatArray:
    """Return -((1 - 2p)(1 + a_1 - boltz(a)) + 1), which is -∂²boltz/∂a_1² divided by p_1 > 0 (KS (97))."""
    a = sample["a"]
    top = a.max(axis=1)
    p = np.exp(a[:, 0] - top) / np.exp(a - top[:, None]).sum(axis=1)
    return -((1 - 2 * p) * (1 + a[:, 0] - boltz(a)) + 1)


def tangent_margin(sample: Sample) -> FloatArray:
    """Return log of the left side minus log of the right side of KS (103); -∞ if the left is not positive."""
    head, x, y, delta = sample["head"], sample["a_n"], sample["b_n"], sample["delta"]
    n = head.shape[1] + 1
    top = head.max(axis=1)
    z = np.exp(head - top[:, None]).sum(axis=1)
    mean = boltz(head)
    h = x - y
    # e^(-x) times the numerator of boltz(b) - boltz(a), in units of e^top
    bracket = z * ((mean - x) * -np.expm1(-h) - h * np.exp(-h)) - np.exp(y - top) * h
    with np.errstate(divide="ignore"):
        left = x - top + np.log(np.maximum(bracket, 0)) - np.log(z + np.exp(x - top))
        return left - (np.log(h * (delta + h - np.log(n) - 1)) + y - top)


def separation_margin(sample: Sample) -> FloatArray:
    """Return log|boltz(a) - boltz(b)| - log((log n)² e^(-(a_1 - b_{k+1}))), KS (117); ∞ for n = 1."""
    a, b, k = sample["a"], sample["b"], int(sample["k"][0])
    return log_difference(a, b, k) - _log_log_squared(a.shape[1]) + (a[:, 0] - b[:, k])


def set_separation_margin(sample: Sample) -> FloatArray:
    """Return log|boltz(a) - boltz(b)| - log((log n)² e^(-2r)), KS (16), with r = max(|a_i|, |b_i|); ∞ for n = 1.

    The margin is -∞ where |boltz| exceeds r, which (15) excludes.
    """
    a, b, k = sample["a"], sample["b"], int(sample["k"][0])
    r = np.maximum(np.abs(a).max(axis=1), np.abs(b).max(axis=1))
    inside = np.maximum(np.abs(boltz(a)), np.abs(boltz(b))) <= r * (1 + 1e-12)
    return np.where(inside, log_difference(a, b, k) - _log_log_squared(a.shape[1]) + 2 * r, -np.inf)


def log_difference(a: FloatArray, b: FloatArray, k: int) -> FloatArray:
    """Return log|boltz(a) - boltz(b)| for vectors (batch, n) that agree in the first k entries.

    There is no cancellation or underflow even if the difference is far below one float step of boltz, since the terms
    of the common prefix cancel algebraically. Raises ValueError if the prefixes differ.
    """
    if not np.array_equal(a[:, :k], b[:, :k]):
        raise ValueError(f"the vectors do not agree in their first {k} entries")
    if k == 0:
        with np.errstate(divide="ignore"):
            return np.log(np.abs(boltz(a) - boltz(b)))
    prefix, tail_a, tail_b = a[:, :k], a[:, k:], b[:, k:]
    top = prefix.max(axis=1)
    z = np.exp(prefix - top[:, None]).sum(axis=1)
    mean = boltz(prefix)
    lift = np.maximum(tail_a.max(axis=1), tail_b.max(axis=1))  # tails in units of e^lift
    wa, wb = np.exp(tail_a - lift[:, None]), np.exp(tail_b - lift[:, None])
    pull_a = ((mean[:, None] - tail_a) * wa).sum(axis=1)
    pull_b = ((mean[:, None] - tail_b) * wb).sum(axis=1)
    small = np.exp(lift - top)
    numerator = z * (pull_a - pull_b) + small * (pull_a * wb.sum(axis=1) - pull_b * wa.sum(axis=1))
    with np.errstate(divide="ignore"):
        size = np.log(np.abs(numerator))
    return size + lift - top - np.log(z + small * wa.sum(axis=1)) - np.log(z + small * wb.sum(axis=1))


def final_id_margin(sample: Sample) -> FloatArray:
    """Return the relative distance of l̃_n from the nearer bound of Yun Lemma 10.

    It is the smaller of (l̃ - lower)/lower and (upper - l̃)/upper, from exact integers. The bounds are not strict,
    and 0 does occur: the upper bound is attained for n = 2.
    """
    ids: IntArray = sample["ids"]
    big, n = int(sample["big"][0]), ids.shape[1]
    lower = big ** (n - 1) * (big - 1)
    upper = big**n * (big - 1) - (big - 1) ** 2
    last = [int(value) for value in final_ids(ids, big)]
    room = [min((value - lower) / lower, (upper - value) / upper) for value in last]
    return np.array(room)


def indicator_margin(sample: Sample) -> FloatArray:
    """Return log ε - log(error) of the softmax indicator at the scale R = max(0, log((N-1)/ε)/Δ).

    This scale is the threshold of Liu A.2 with the division by Δ that is missing in print. The result is ∞ for N = 1.
    """
    scores, gap, error = sample["scores"], sample["gap"], sample["error"]
    n = scores.shape[1]
    scale = np.maximum(0.0, np.log(max(n - 1, 1) / error) / gap)
    return np.log(error) - log_indicator_error(scores, scale)


def _log_log_squared(n: int) -> float:
    return 2 * float(np.log(np.log(n))) if n > 1 else -np.inf


ks_lemma_1 = Check(_small_prefix_pair, set_separation_margin)
ks_lemma_4 = Check(_far_coordinate(1), monotonicity_margin)
ks_lemma_5 = Check(_far_coordinate(3), concavity_margin)
ks_lemma_6 = Check(_last_coordinate_pair, tangent_margin)
ks_lemma_7 = Check(_prefix_pair, separation_margin)
yun_lemma_10 = Check(_increasing_ids, final_id_margin, strict=False)
liu_proposition_3_2 = Check(_scored_pieces, indicator_margin, strict=False)
