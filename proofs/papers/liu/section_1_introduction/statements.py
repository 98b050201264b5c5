"""Statements of the abstract and of sections 1 and 7, which summarise results of other sections."""

from __future__ import annotations

from proofs.builder.paper import Erratum
from proofs.papers.liu.section_3_max_affine.reassignment import values_reassigned_at_scale
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1_square import theorem_4_1_square
from proofs.papers.liu.section_4_2_cross_attention.theorem_4_2_square import theorem_4_2_square
from proofs.papers.liu.section_4_corollaries import corollaries, printed_forms
from proofs.papers.liu.section_4_corollaries.printed_forms import at_411, at_421, not_in_L_p
from proofs.papers.liu.vocabulary import paper

paper.state(
    "text-Abstract-1", "One layer of self-attention or of cross-attention, after a layer Linear, comes within ε of "
    "every continuous function on a compact set.",
    section="Abstract", index=("Abstract¶1", "4¶1"), kind="fact", printed=(theorem_4_1_square, theorem_4_2_square),
)  # fmt: skip
paper.state(
    "text-1-4", "One layer of self-attention, after a layer Linear, comes within ε of every continuous function on a "
    "compact set, in L_∞ and in L_p.", section="1", index=("1¶4", "1¶8", "4¶2"), kind="fact",
    printed=(theorem_4_1_square, corollaries.continuous_near_in_mean),
)  # fmt: skip
paper.state(
    "text-1-7", "Attention gives the tokens of each cell a value of its own, up to ε times the spread of the values. "
    "Corrected: the scheme is constant on each cell, where the paper says piecewise linear.",
    section="1", index="1¶7", kind="fact", corrected=values_reassigned_at_scale,
    errata=Erratum("gap", "The scheme is called piecewise linear; what is shown is one that is constant on each cell."),
)  # fmt: skip
paper.state(
    "text-7-2", "Self- and cross-attention approximate continuous functions in L_∞, and those in L_p in L_p. "
    "Corrected: f is continuous, or in L_p, not only in L_1.",
    section="7", index=("7¶2", "7¶3"), kind="fact",
    printed=(theorem_4_1_square, theorem_4_2_square, corollaries.printed_4_1_1, corollaries.printed_4_2_1),
    corrected=(theorem_4_1_square, theorem_4_2_square, corollaries.corollary_4_1_1, corollaries.corollary_4_2_1),
    errata=(
        Erratum("false", not_in_L_p, 2, by=printed_forms.not_near_in_mean, at=at_411, same_as="corollary-4.1.1"),
        Erratum("false", not_in_L_p, 3, by=printed_forms.not_near_in_mean_of_pairs, at=at_421,
            same_as="corollary-4.1.1"),
        Erratum("gap", "In L_∞ only continuous maps are approximated, not any map."),
    ),
    narrower="f has to be continuous, or in L_p, not only in L_1.",
)  # fmt: skip
