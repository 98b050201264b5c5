"""Section 2: attention, cross-attention and sums of linear transformations; the shapes declared against those used."""

from __future__ import annotations

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.indicator_weights import misfits
from proofs.papers.liu.vocabulary import d, display, i, k, n, paper
from proofs.theorems.matrices import Matrix, named, softmax, total
from proofs.writing.paper import Erratum, Search
from proofs.writing.proof import Proof

D_in, D_out, N_in, N_out, hidden, G, H = ints("D D' N N_out d_Attn G H")
D_1, D_2, N_1, N_2 = ints("D_1 D_2 N_1 N_2")
key, query, values, out, Z, Z_K, Z_Q, C = vectors("W_K W_Q W_V W_O Z Z_K Z_Q R", 2)
(P_, Q_) = vectors("P Q", 3)
sizes_ = (D_in >= 1, D_out >= 1, N_in >= 1, N_out >= 1, hidden >= 1)
W_K, W_Q = named(key, hidden, D_in), named(query, hidden, D_in)
W_O = named(out, N_in, N_out)


def attention(value_rows: Term) -> Matrix:
    """Self-attention, W_V having this number of rows."""
    x = named(Z, D_in, N_in)
    return named(values, value_rows, D_in) @ x @ softmax((W_K @ x).T @ (W_Q @ x)) @ W_O


def cross_attention(value_rows: Term) -> Matrix:
    """Cross-attention."""
    keys, queries = named(Z_K, D_in, N_in), named(Z_Q, D_in, N_in)
    return named(values, value_rows, D_in) @ keys @ softmax((W_K @ keys).T @ (W_Q @ queries)) @ W_O


cells = (i >= 1, i <= D_out, k >= 1, k <= N_out)
declared = Search(
    sizes={"d": [1], "n": [1], "G": [1], "D": [1, 2, 3], "D'": [1], "N": [1], "N_out": [1], "d_Attn": [1]}
)


def used_shape() -> Term:
    """The output of attention as declared, D × N_out, as the d × n output of Theorem 4.1, where D = 2dG + 1."""
    return named(values, 2 * d * G + 1, n).equals(named(out, d, n))


def used_inputs() -> Matrix:
    """The inputs of cross-attention as declared, of one shape, and as B.3 has them."""
    return named(Z_K, 2 * d * G * G + 1, 2 * d * G * G) + named(Z_Q, G + n, 2 * d * G * G)


square_values = Erratum(
    "dimension",
    "W_V is declared D × D, so that the output has the D rows of the input; the constructions need D = 2dG + 1 "
    "and an output of d rows: W_V must be allowed d' × D.",
    0,
    declared,
)
one_shape = Erratum(
    "dimension",
    "Z_K and Z_Q are declared of one shape; in B.3 they have 2dG² + 1 and G + n rows.",
    1,
    Search(sizes={"d": [1], "n": [1], "G": [1]}),
)
rows_of_output = (d >= 1, n >= 1, G >= 1)


@paper.claim(
    given=sizes_, shows=every(lambda j: eq(sigma(lambda t: softmax(named(Z, N_in, N_in))(t, j), 1, N_in), 1), 1, N_in)
)
def attention_weights_sum(p: Proof) -> Fact:
    """Every column of a softmax sums to 1."""
    p.given(many=N_in >= 1, low=k >= 1, high=k <= N_in)
    p.apply("one", "softmax_sum", n=N_in, a=fun(lambda t: Z(t, k)))
    return p.every("out", k, "one", "low", "high")


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
        mended=attention_weights_sum,
        printed=(*misfits(used_shape, rows_of_output), *(misfits(used_inputs, rows_of_output) if number == 2 else ())),
        errata=(square_values, *((one_shape,) if number == 2 else ())),
    )

linear_sum = total(
    lambda h: (
        Matrix(D_2, D_1, lambda i, j: P_(h, i, j)) @ named(Z, D_1, N_1) @ Matrix(N_1, N_2, lambda i, j: Q_(h, i, j))
    ),
    1,
    H,
) + named(C, D_2, N_2)
display(
    "2",
    3,
    "A sum of H linear transformations P_h Z Q_h, and R.",
    given=[D_1 >= 1, D_2 >= 1, N_1 >= 1, N_2 >= 1, H >= 1],
    defines=linear_sum(i, k),
)
