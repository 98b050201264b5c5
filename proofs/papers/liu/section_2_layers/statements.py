"""Statements of section 2: the layers, in the paper's order."""

from __future__ import annotations

from dataclasses import replace

from proofs.builder.paper import Erratum
from proofs.language.notation import *
from proofs.papers.liu.section_2_layers import shapes
from proofs.papers.liu.section_2_layers.layers import attention_layer, cross_attention_layer, linear_layer
from proofs.papers.liu.section_2_layers.shapes import (
    Z_K,
    Z_Q,
    C,
    D_in,
    D_out,
    H,
    N_in,
    N_out,
    Z,
    hidden,
    sizes_,
    weights,
)
from proofs.papers.liu.vocabulary import display, i, k
from proofs.theorems.algebra.matrices import Matrix, named


def attention(value_rows: Term) -> Matrix:
    """Return self-attention whose W_V has this number of rows."""
    return attention_layer(named(Z, D_in, N_in), weights, hidden, value_rows, N_out)


def cross_attention(value_rows: Term) -> Matrix:
    """Cross-attention."""
    inputs = named(Z_K, D_in, N_in), named(Z_Q, D_in, N_in)
    return cross_attention_layer(*inputs, weights, hidden, value_rows, N_out)


cells = (i >= 1, i <= D_out, k >= 1, k <= N_out)
square_values = Erratum(
    "dimension", "W_V is declared D × D, so that the output has as many rows as the input; the constructions need D = "
    "2dG + 1 and an output of d rows: W_V must be allowed d' × D. Theorems 4.1 and 4.2, and 5.1 but for its count of "
    "parameters, hold with a square W_V as well, by other weights.",
)  # fmt: skip
one_shape = Erratum(
    "dimension", "Z_K and Z_Q are declared of one shape; in B.3 they have 2dG² + 1 and G + n rows. One layer with the "
    "rows of both, applied to both inputs, avoids this.",
)  # fmt: skip
for number, says, matrix in (
    (1, "Self-attention: W_V Z Softmax((W_K Z)ᵀ W_Q Z) W_O.", attention(D_out)),
    (2, "Cross-attention: W_V Z_K Softmax((W_K Z_K)ᵀ W_Q Z_Q) W_O.", cross_attention(D_out)),
):
    display(
        "2",
        number,
        says,
        given=[*sizes_, *cells],
        defines=matrix(i, k),
        steps=shapes.attention_weights_sum,
        errata=(square_values,) if number == 1 else (replace(square_values, same_as="2-1"), one_shape),
    )
D_1, D_2, N_1, N_2 = ints("D_1 D_2 N_1 N_2")
(P_, Q_) = vectors("P Q", 3)
linear_sum = linear_layer(named(Z, D_1, N_1), H, P_, Q_, C, D_2, N_2)
display(
    "2", 3, "A sum of H linear transformations P_h Z Q_h, and R.",
    given=[D_1 >= 1, D_2 >= 1, N_1 >= 1, N_2 >= 1, H >= 1], defines=linear_sum(i, k),
)  # fmt: skip
