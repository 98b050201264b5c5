"""The rank-1 Transformer of Kajitsuka & Sato, section 5, with one layer, trained to label tokens; in NumPy.

Attention is (20), Z + w_O (v_1ᵀ Z) softmax((v_1ᵀ Z)ᵀ (v_2ᵀ Z)); a token-wise layer of q hidden units gives a number to
each class, without a skip connection. The gradients are written out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from numeric.attention import rank_one_attention
from numeric.boltzmann import FloatArray, as_floats, softmax
from numeric.descent import adam


@dataclass(frozen=True)
class RankOne:
    """The weights: v_1, v_2, w_O (d,), W_1 (q, d), b_1 (q,), W_2 (c, q), b_2 (c,)."""

    first: FloatArray
    second: FloatArray
    output: FloatArray
    hidden: FloatArray
    hidden_bias: FloatArray
    last: FloatArray
    last_bias: FloatArray

    def numbers(self) -> list[FloatArray]:
        """Return the weights in order."""
        return [self.first, self.second, self.output, self.hidden, self.hidden_bias, self.last, self.last_bias]

    def __call__(self, sequences: ArrayLike) -> FloatArray:
        """Return the scores of the classes, (..., c, n), for sequences (..., d, n)."""
        attended = rank_one_attention(sequences, self.first, self.second, self.output)
        active = np.maximum(self.hidden @ attended + self.hidden_bias[:, None], 0)
        return self.last @ active + self.last_bias[:, None]

    def accuracy(self, sequences: ArrayLike, labels: NDArray[np.intp]) -> float:
        """Return the fraction of tokens whose label has the highest score; labels (..., n)."""
        return float((self(sequences).argmax(axis=-2) == labels).mean())


def random_weights(d: int, width: int, classes: int, rng: np.random.Generator) -> RankOne:
    """Draw initial weights."""
    v = rng.normal(size=(3, d)) / np.sqrt(d)
    return RankOne(v[0], v[1], v[2], rng.normal(size=(width, d)) / np.sqrt(d), rng.normal(size=width),
                   rng.normal(size=(classes, width)) / np.sqrt(width), np.zeros(classes))  # fmt: skip


def gradients(net: RankOne, sequences: FloatArray, labels: NDArray[np.intp], attends: bool) -> list[FloatArray]:
    """Return the gradients of the mean cross entropy, sequences (N, d, n), labels (N, n); 0 for unused attention.

    With x = v_1ᵀ Z, y = v_2ᵀ Z and p the weights, the score of key k for query j is x_k y_j, and token j gets
    w_O Σ_k x_k p_kj.
    """
    z = as_floats(sequences)
    x, y = np.einsum("d,idn->in", net.first, z), np.einsum("d,idn->in", net.second, z)
    p = softmax(x[:, :, None] * y[:, None, :], axis=1)
    mean = np.einsum("ik,ikj->ij", x, p)
    attended = z + net.output[:, None] * mean[:, None, :]
    before = net.hidden @ attended + net.hidden_bias[:, None]
    active = np.maximum(before, 0)
    scores = net.last @ active + net.last_bias[:, None]
    pull = (softmax(scores, axis=1) - (np.arange(scores.shape[1])[:, None] == labels[:, None, :])) / labels.size
    to_hidden = np.where(before > 0, np.einsum("cq,icn->iqn", net.last, pull), 0)
    out = [
        np.einsum("iqn,idn->qd", to_hidden, attended), to_hidden.sum(axis=(0, 2)),
        np.einsum("icn,iqn->cq", pull, active), pull.sum(axis=(0, 2)),
    ]  # fmt: skip
    if not attends:
        return [np.zeros_like(net.first)] * 3 + out
    to_attended = np.einsum("qd,iqn->idn", net.hidden, to_hidden)
    to_mean = np.einsum("d,idn->in", net.output, to_attended)
    to_scores = to_mean[:, None, :] * p * (x[:, :, None] - mean[:, None, :])
    to_x = np.einsum("ij,ikj->ik", to_mean, p) + np.einsum("ikj,ij->ik", to_scores, y)
    to_y = np.einsum("ikj,ik->ij", to_scores, x)
    to_output = np.einsum("idn,in->d", to_attended, mean)
    return [np.einsum("in,idn->d", to_x, z), np.einsum("in,idn->d", to_y, z), to_output, *out]


def trained(
    start: RankOne,
    sequences: FloatArray,
    labels: NDArray[np.intp],
    rounds: int,
    rate: float = 0.02,
    attends: bool = True,
) -> RankOne:
    """Train on all sequences at once, without attention if it is switched off."""
    if not attends:
        start = RankOne(start.first, start.second, 0 * start.output, *start.numbers()[3:])

    def pulls(numbers: Sequence[FloatArray]) -> list[FloatArray]:
        return gradients(RankOne(*numbers), sequences, labels, attends)

    return RankOne(*adam(pulls, start.numbers(), rounds, rate))
