"""Statements of appendix H: other architectures, in the paper's order."""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum
from proofs.papers.yun import sentences
from proofs.papers.yun.appendix_e1_proof_sketch.values_at_ids import contexts_valued
from proofs.papers.yun.appendix_h_other_architectures import simpler_layers
from proofs.papers.yun.appendix_h_other_architectures.simpler_layers import (
    EXAMPLE,
    NO_WEIGHTS,
    SIZES,
    average,
    bilinear,
    filter_size,
    separable,
)
from proofs.papers.yun.section_2_transformers.blocks import tokens
from proofs.papers.yun.vocabulary import d, i, j, m, n, paper

# --- H ----------------------------------------------------------------------------------------------------------------
paper.state(
    "text-H-1", "for every component Q that computes a contextual mapping uᵀQ of a finite set of sequences L, and "
    "every function f on the set, some Transformer maps each token of Q(L), whatever the others are, to that of f(L); "
    "corrected: a look-up on a finite set, by a Transformer; the paper says that networks with Q in place of attention "
    "approximate all functions",
    section="H", index=("H¶1",), kind="fact", corrected=contexts_valued,
    narrower="the paper says that universal approximation is preserved; this is of functions on finite sets, as the "
    "grids to which appendix E rounds the input",
    errata=Erratum(
        "gap", "Only one component is analysed, on a grid. The paper does not consider what another one does to inputs "
        "that are not rounded, such as those that layers of ReLUs leave near the edges of the cubes.",
    ),
)  # fmt: skip
# --- H.1 --------------------------------------------------------------------------------------------------------------
paper.state(
    "eq-5", "bilinear projection: X + W_O X W_P",
    section="H.1", index="H.1[1]", equations="5", given=SIZES, defines=bilinear(tokens)(i, j),
)  # fmt: skip
paper.state(
    "text-H.1-2", "if X_1 and X_2 differ in token k alone, row i of (X_1 − X_2) W_P is row k of W_P times the "
    "difference of their entries (i, k); its numbers are distinct where those of the row of W_P are, if the entries "
    "differ; corrected: for every W_P whose row k has distinct numbers, not for a random one with high probability",
    section="H.1", index=("H.1¶2",), kind="fact", corrected=(sentences.projected_difference,
        sentences.projected_numbers_differ),
    narrower="the paper says it of random W_P, with high probability; here of those whose row k has distinct numbers",
    errata=Erratum(
        "gap", "The probability is not given. For a Gaussian W_P it is 1 for the rows in which the tokens differ, as "
        "two numbers of a row of W_P are equal with probability 0; a row in which they agree becomes 0.",
    ),
)  # fmt: skip
# --- H.2 --------------------------------------------------------------------------------------------------------------
paper.state(
    "eq-6", "separable convolution: X + W_O (X * W_C), each row convolved with a filter of its own; the paper does not "
    "say how X * W_C is aligned: here entry j is made of entries j + 1 − b, …, j, with 0 for those before the first",
    section="H.2", index="H.2[1]", equations="6", given=[*SIZES, 1 <= filter_size], defines=separable(tokens)(i, j),
)  # fmt: skip
paper.state(
    "text-H.2-4", "a separable convolution with filters of size b < n computes no contextual mapping: for some x ≠ y, "
    "whatever the weights and u are, uᵀ SepConv has the same entry at token n, which depends on the last b tokens only",
    section="H.2", index=("H.2¶4",), kind="fact", printed=sentences.no_contextual_mapping, steps=sentences.filter_blind,
)  # fmt: skip
# --- H.3 --------------------------------------------------------------------------------------------------------------
paper.state(
    "H.3-bilinear",
    "no bilinear projection computes a contextual mapping (Definition E.1) of a set that contains the sequence 0; "
    "corrected: of such sets; of G̃_δ, the set of Lemma 8, some do, as for d = 1, n = 2, δ = 1/2",
    section="H.3", index=(), kind="fact",
    printed=Claim((2 <= m, 1 <= d, 2 <= n), NO_WEIGHTS), corrected=simpler_layers.zero_not_told_apart,
    narrower="the set contains the sequence 0, which is not in G̃_δ",
    errata=Erratum(
        "false", "No weights are said to serve; no set is named, and G̃_δ is that of Lemma 8. For d = 1, n = 2 and "
        "δ = 1/2 it is (0, 1/2) and (1/2, 0); with W_O = 1, the rows (2, 4) and (1, 6) of W_P and u = 1 the entries "
        "are (1/2, 7/2) and (3/2, 2), four different numbers. The layer only lacks weights that depend on the input.",
        by=simpler_layers.told_apart_by_projection, at=EXAMPLE,
    ),
)  # fmt: skip
# --- H.4 --------------------------------------------------------------------------------------------------------------
paper.state(
    "H-average", "average attention cannot tell two sequences with a common token and the same sum apart at that token",
    section="H.4", index=(), kind="fact", given=SIZES, defines=average(tokens)(i, j),
    printed=simpler_layers.average_blind,
)  # fmt: skip
