"""Statements of appendix F: the proof of Lemma 6, in the paper's order."""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.language.notation import *
from proofs.papers.yun.appendix_f_lemma_6 import activations
from proofs.papers.yun.appendix_f_lemma_6.activations import (
    FIRST_CONSTANT,
    PIECES,
    PLACES,
    PRINTED,
    c1,
    c2,
    eps,
    four_relus,
    others,
    pieces,
)
from proofs.papers.yun.appendix_f_lemma_6.four_relus import activation_by_four, zero_in_Phi
from proofs.papers.yun.vocabulary import paper

paper.state(
    "text-F-5", "for every φ in Φ there are c_1 < c_2 such that for every ε > 0 a constant and four ReLUs add up to φ "
    "outside of [c_1 − ε, c_1] and [c_2 − ε, c_2]",
    section="F", index=("C¶11", "F¶5", "F¶8"), kind="fact", printed=activation_by_four, steps=zero_in_Phi,
)  # fmt: skip
softmax_limit = paper.state(
    "F-1", "softmax of λa tends to hardmax of a as λ grows, ties included: within n e^(−λΔ), for the gap Δ of a",
    section="F", index="F[1]", printed=activations.softmax_to_hardmax,
    steps=(activations.top_weight_high, activations.top_weight_low, activations.other_weight_high,
        activations.weight_positive, activations.rate_small),
)  # fmt: skip
paper.state(
    "F-ties", "the convergence is not uniform in the scores: near a tie every λ leaves an error",
    section="F", index=(), kind="finding", printed=activations.not_uniform,
)  # fmt: skip
paper.state(
    "text-F-4", "an entry Σ_k v_k σ[λa]_k of a head, with v = W_O W_V X and a the scores of a column, tends to that of "
    "the hardmax head as λ grows: scaling W_Q, the head keeps its size",
    section="F", index=("F¶4",), kind="fact", printed=activations.head_near_hardmax,
)  # fmt: skip
paper.state(
    "F-2", "a function of three pieces, the first constant, each from its left end on",
    section="F", index="F[2]", given=[c1 < c2], defines=FIRST_CONSTANT,
)  # fmt: skip
narrow = Search(
    reals={"epsilon": (2, 3), "c1": (0,), "c2": (1,), "t": (num(-1, 2), num(-1)), "a2": (0, 1),
           "a3": (1, 0), "b1": (0,), "b2": (0, 1), "b3": (0, 1)},
)  # fmt: skip
relu_pieces = paper.state(
    "F-3", "the sum of four ReLUs, piece by piece, for ε ≤ c_2 − c_1: φ outside of [c_1 − ε, c_1) and [c_2 − ε, c_2), "
    "linear inside; corrected: ε ≤ c_2 − c_1 is assumed",
    section="F", index="F[3]", given=[0 < eps], defines=four_relus,
    printed=[
        piece if k % 2 == 0 else Claim((*PRINTED.values(), *PLACES[k]), Eq(four_relus, PIECES[k]))
        for k, piece in enumerate(pieces)
    ],
    corrected=pieces,
    errata=[
        Erratum(
            "gap", f"Piece {claim + 1} has this form only if ε ≤ c_2 − c_1, which is not assumed, but ε tends to 0.",
            claim, narrow, same_as=same,
        )
        for claim, same in ((1, ""), (3, "F-3"))
    ],
    narrower="for a larger ε the rise before c_2 begins before c_1",
)  # fmt: skip
paper.state(
    "F-places", "four ReLUs where the second or the third piece is constant: some of them face left",
    section="F", index=(), kind="fact", printed=others,
)  # fmt: skip
paper.state(
    "F-band", "at c_1 − θε, just before a jump, the error is 1 − θ times the jump, whatever ε is",
    section="F", index=(), kind="finding", printed=activations.band_error,
)  # fmt: skip
