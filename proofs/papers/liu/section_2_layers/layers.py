"""Section 2: the layers in the theorems, a sum of linear transformations and one head of attention."""

from __future__ import annotations

from collections.abc import Sequence

from proofs.language.notation import *
from proofs.theorems.algebra.matrices import Matrix, named, softmax, total

LINEAR = ("(ZZZ>R)", "(ZZZ>R)", MATRIX)  # the sorts of P, Q, R
ATTENTION = (MATRIX, MATRIX, MATRIX, MATRIX)  # those of W_K, W_Q, W_V, W_O


def linear_layer(Z: Matrix, H: Term, P: Term, Q: Term, R: Term, rows: Term, columns: Term) -> Matrix:
    """Return Σ_{h=1}^H P_h Z Q_h + R, with these numbers of rows and columns."""

    def part(h: Term) -> Matrix:
        left = Matrix(rows, Z.rows, lambda i, c: P(h, i, c))
        return left @ Z @ Matrix(Z.columns, columns, lambda k, t: Q(h, k, t))

    return total(part, 1, H) + named(R, rows, columns)


def cross_attention_layer(
    keys: Matrix, queries: Matrix, weights: Sequence[Term], size: Term, rows: Term, columns: Term
) -> Matrix:
    """Return W_V Z_K Softmax((W_K Z_K)ᵀ W_Q Z_Q) W_O, with these sizes; `size` is d_Attn.

    The weights are W_K, W_Q, W_V and W_O.
    """
    W_K, W_Q, W_V, W_O = weights
    scores = (named(W_K, size, keys.rows) @ keys).T @ (named(W_Q, size, queries.rows) @ queries)
    return named(W_V, rows, keys.rows) @ keys @ softmax(scores) @ named(W_O, queries.columns, columns)


def attention_layer(Z: Matrix, weights: Sequence[Term], size: Term, rows: Term, columns: Term) -> Matrix:
    """W_V Z Softmax((W_K Z)ᵀ W_Q Z) W_O."""
    return cross_attention_layer(Z, Z, weights, size, rows, columns)
