"""The rank-1 attention of the experiments (section 5) as a case of the attention layer (2)."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.language.notation import Term, fun, num, vectors
from proofs.papers.ks.vocabulary import paper, some
from proofs.theorems.algebra.matrices import Matrix, column, row, softmax
from proofs.theorems.networks.transformers import Z_matrix, d, self_attention

v_1, v_2, w_O = vectors("v_1 v_2 w_O")


def rank_one(Z: Matrix) -> Matrix:
    """Z + W_O (v_1ᵀ Z) σ_S[(v_1ᵀ Z)ᵀ (v_2ᵀ Z)], KS (20)."""
    first, second = row(v_1, d) @ Z, row(v_2, d) @ Z
    return Z + column(w_O, d) @ first @ softmax(first.T @ second)


def one_head(keys: Term, queries: Term) -> Matrix:
    """The layer (2) with one head of size 1, values v_1ᵀ and these keys and queries."""
    weights = [fun(lambda i, t, j: w_O(t), 3), *(fun(lambda i, j, t, v=v: v(t), 3) for v in (v_1, keys, queries))]
    return self_attention(Z_matrix, weights, heads=num(1), size=num(1))


@paper.claim(given=[1 <= d, some], shows=rank_one(Z_matrix).equals(one_head(v_1, v_2)))
def rank_one_keys(p: Proof) -> None:
    """Values and keys share v_1."""
