"""Section 2: attention, cross-attention and sums of linear transformations; the shapes declared against those used."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.language.notation import *
from proofs.papers.liu.vocabulary import paper
from proofs.theorems.algebra.matrices import named, softmax

D_in, D_out, N_in, N_out, hidden, G, H = ints("D D' N N_out d_Attn G H")
*weights, Z, Z_K, Z_Q, C = vectors("W_K W_Q W_V W_O Z Z_K Z_Q R", 2)
sizes_ = (D_in >= 1, D_out >= 1, N_in >= 1, N_out >= 1, hidden >= 1)


@paper.claim(
    given=sizes_, shows=every(lambda j: Eq(Sum(lambda t: softmax(named(Z, N_in, N_in))(t, j), 1, N_in), 1), 1, N_in)
)
def attention_weights_sum(p: Proof) -> None:
    """Every column of a softmax sums to 1."""
