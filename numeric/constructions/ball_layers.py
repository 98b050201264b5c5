"""Attention and feed-forward layers in ball arithmetic, whose results enclose the exact output.

Matrices are `arb_mat`, one token a column; KS (2) with one head, and KS (3) with or without its skip connection. The
precision is python-flint's, see `numeric.balls`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flint import arb, arb_mat

from numeric.balls import ball
from symbolic.exact import Exact


def matrix(rows: Sequence[Sequence[Exact | arb]]) -> arb_mat:
    """Return the matrix with these rows of rationals and balls; TypeError for floats."""
    return arb_mat([[x if isinstance(x, arb) else ball(x) for x in row] for row in rows])


def entrywise(f: Callable[[arb], arb], m: arb_mat) -> arb_mat:
    """Return f of every entry."""
    return arb_mat(m.nrows(), m.ncols(), [f(x) for x in m.entries()])


def relu(x: arb) -> arb:
    """Enclose max(x, 0)."""
    return x.max(arb(0))


def softmax(scores: arb_mat) -> arb_mat:
    """Enclose the softmax of every column."""
    weights = entrywise(lambda x: x.exp(), scores)
    totals = arb_mat([[arb(1)] * scores.nrows()]) * weights
    return arb_mat([[weights[i, j] / totals[0, j] for j in range(scores.ncols())] for i in range(scores.nrows())])


def self_attention(z: arb_mat, output: arb_mat, value: arb_mat, key: arb_mat, query: arb_mat) -> arb_mat:
    """Enclose Z + W_O (W_V Z) softmax((W_K Z)ᵀ (W_Q Z)), for W_O of shape (d, s) and the others (s, d).

    >>> one = matrix([[1]])
    >>> self_attention(matrix([[3, 3]]), one, one, one, one)[0, 1].contains(6)
    True
    """
    return z + output * (value * z) * softmax((key * z).transpose() * (query * z))


def rank_one_weights(
    v: Sequence[Exact | arb], strength: Exact | arb, added: Sequence[Exact | arb], size: int = 1
) -> tuple[arb_mat, arb_mat, arb_mat, arb_mat]:
    """Return W_O, W_V, W_K, W_Q of rank one, of which only the first of `size` rows, or columns, is used.

    The score of two tokens is `strength` times the product of their projections onto v, and what is added to a token
    is the average of the projections times the vector `added`.

    >>> [m.nrows() for m in rank_one_weights([1, 2, 3], 5, [1, 0, 0], size=2)]
    [3, 2, 2, 2]
    """
    rest = [[0] * len(v)] * (size - 1)
    row = matrix([v, *rest])
    output = matrix([[x, *[0] * (size - 1)] for x in added])
    factor = strength if isinstance(strength, arb) else ball(strength)
    return output, row, row, row * factor


def feed_forward(h: arb_mat, first: arb_mat, first_bias: Sequence[arb], second: arb_mat, skip: bool = True) -> arb_mat:
    """Enclose H + W_2 relu(W_1 H + b_1), column by column, or the same without H; W_1 has shape (q, d), W_2 (d, q).

    >>> feed_forward(matrix([[-2, 5]]), matrix([[1]]), [arb(0)], matrix([[10]])).table()
    [[-2.00000000000000, 55.0000000000000]]
    """
    inside = first * h
    bias = arb_mat([[b] * h.ncols() for b in first_bias])
    out = second * entrywise(relu, inside + bias)
    return h + out if skip else out
