"""Statements of sections 4.1 and B.1: approximation by self-attention, in the paper's order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.language.notation import *
from proofs.papers.liu.beyond import smaller_scale
from proofs.papers.liu.beyond.scale_too_small import far_beyond
from proofs.papers.liu.beyond.smaller_scale import exponent, finer_note, printed_scale
from proofs.papers.liu.section_3_max_affine.indicator_weights import misfits
from proofs.papers.liu.section_4_1_self_attention import (
    construction,
    digits_and_blocks,
    estimate,
    grid,
    modulus,
    nearest_centre,
    scores_limit,
    selected_centre,
    self_attention,
    theorem_4_1,
)
from proofs.papers.liu.section_4_1_self_attention.centres import (
    B0,
    F,
    G,
    aff,
    alpha,
    input_,
    j,
    length,
    minus,
    plus,
    r,
    share,
    sized,
    v,
    valued,
)
from proofs.papers.liu.section_4_1_self_attention.construction import (
    K_unsigned,
    at_edge,
    attained,
    chain_12,
    difference,
    edge,
    in_middles,
    laid_out,
    linear_17,
    misfit_errata,
    nearest_printed,
    not_only,
    of_centres,
    one_centre,
    one_value,
    other_columns,
    overlap,
    overlapping,
    point,
    reached,
    score_part,
    single,
    small,
    sum_value,
    swapped,
    unscaled,
    weak_bound,
)
from proofs.papers.liu.section_4_1_self_attention.estimate import (
    by_distance,
    by_gap,
    by_thirds,
    far_values,
    five_ends,
    g_is_P,
    in_coordinate,
    in_square,
    moved_right,
    near_values,
    needs_strict,
    printed_points,
    scale_errata,
    second_line,
    taken_twice,
    thirds,
    twice,
    values_steady,
    wide_step,
)
from proofs.papers.liu.section_4_1_self_attention.grid import D, P, farthest, nearest_within_half
from proofs.papers.liu.section_4_1_self_attention.grid_network import network_outright
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import best, delta, greatest, labelled
from proofs.papers.liu.section_4_1_self_attention.scores_limit import BETWEEN
from proofs.papers.liu.section_4_1_self_attention.selected_centre import MIDDLE
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1_square import theorem_4_1_square
from proofs.papers.liu.section_4_corollaries.corollaries import corollary_4_1_1
from proofs.papers.liu.vocabulary import c, d, display, eps, i, instance, k, n, numbered, paper
from proofs.theorems.algebra.matrices import Matrix, blocks, constant, total, unit, zero

paper.state(
    "text-4.1-2", "Self-attention approximates every continuous function on a compact set in L_∞, and every function "
    "in L_p, the closure of the continuous ones, in L_p.",
    section="4.1", index="4.1¶2", kind="fact", printed=(theorem_4_1_square, corollary_4_1_1),
)  # fmt: skip
says = (
    "For every continuous function on a compact set of matrices and every ε there are a layer Linear and a "
    "self-attention within ε of it."
)
for theorem in ("4.1", "B.1"):
    numbered("theorem", theorem, says, printed=theorem_4_1_square)
paper.state(
    "theorem-4.1-rows", "Theorem 4.1 with a W_V of d rows, by the corrected weights of B.1; the largest "
    "error of the network with its blocks written out is at most ε.",
    section="4.1", index=(), kind="finding", printed=(theorem_4_1.theorem_4_1, network_outright),
    steps=(construction.room_for_tokens, grid.network_approximates),
)  # fmt: skip
paper.constant(
    "self-attention-scale-counted", paper.statements["Liu:theorem-4.1"],
    "a scale R at which the network is within ε of f, at the paper's P ≥ 2D/δ: the P^(dn) centres enter as dnP",
    printed_scale, needed=8 / (3 * (delta * delta)) * log(3 * B0 * (length * P) / eps),
    needed_by=smaller_scale.network_at_counted_scale,
    note=f"The bound on the far weight is dn times that for one coordinate. {finer_note}",
)  # fmt: skip
paper.constant(
    "self-attention-scale-summed", paper.statements["Liu:theorem-4.1"],
    "the same if 2D/δ ≤ P ≤ 4D/δ and ε ≤ 2B_0: the number of centres does not matter", printed_scale,
    needed=8 / (3 * (delta * delta)) * exponent, needed_by=smaller_scale.network_at_summed_scale, beyond=far_beyond,
    note="In one dimension the weights beyond δ fall at least geometrically. `beyond`: for P = 2 and D = δ the far "
    "centres weigh more than ε/(2B_0) below 2/(δ² + 2δt) ln(dn(2B_0 − ε)/ε), for arbitrarily small t > 0.",
)  # fmt: skip
paper.constant(
    "self-attention-grid", paper.statements["Liu:theorem-4.1"], "the least number P of intervals per side",
    2 * D / delta, needed=2 * D / delta, needed_by=smaller_scale.network_at_counted_scale,
    note="The paper's P is enough (n ≤ 2dG if P ≥ 2), but not by its proof, which takes a maximum norm for a 2-norm.",
)  # fmt: skip
for section, number in (("4.1", 1), ("4.1", 2), ("B.1", 1)):
    display(section, number, "The largest error of the network is at most ε.", printed=theorem_4_1_square)
paper.state(
    "text-4.1-4", "The network computes an average of f over the centres, weighted by the softmax of R Aff_j.",
    section="4.1", index=("4.1¶4", "B.1¶47"), kind="fact", printed=self_attention.network_output,
)  # fmt: skip
for section, number in (("4.1", 3), ("B.1", 2)):
    display(
        section,
        number,
        "f is uniformly continuous: for every ε there is a δ such that points nearer than δ have values nearer than ε.",
        printed=modulus.continuous_uniformly,
    )
paper.state(
    "text-4.1-13", "[−D, D]^(dn) is cut into P^(dn) cubes of side 2D/P ≤ δ; their nearest centre is within δ/2.",
    section="4.1", index=("4.1¶13", "4.1¶14", "B.1¶4", "B.1¶5", "B.1¶23"), kind="fact",
    printed=(construction.middle_of_interval, nearest_within_half),
)  # fmt: skip
paper.state(
    "text-4.1-16", "There is a layer Linear that has the products v_jᵀZ̃, each in a block of its own, over an "
    "identity.", section="4.1", index=("4.1¶16", "4.1¶17", "B.1¶6", "B.1¶24", "B.1¶25"), kind="fact",
    printed=(self_attention.linear_has_dots, self_attention.linear_has_blocks),
)  # fmt: skip
for section, number in (("4.1", 4), ("B.1", 3)):
    display(section, number, "Softmax favours the greatest v_jᵀZ̃ − ‖v_j‖²/2.", given=[G >= 1], defines=Max(aff, 1, G))
paper.state(
    "text-4.1-22", "If one centre is nearer than all others by a gap, its weight is at least 1 − ε from some R on. "
    "Corrected: it has to be nearer than all others; where two are nearest, neither has more than 1/2.",
    section="4.1",
    index=("4.1¶22", "4.1¶23", "B.1¶9", "B.1¶32", "B.1¶46"), kind="fact", printed=selected_centre.always_selected,
    corrected=(selected_centre.nearest_selected, selected_centre.tied_not_selected),
    errata=Erratum(
        "false", "Between two nearest centres the weight does not come close to 1, whatever R is: at 0, between −1 and "
        "1, it is 1/2. It need not: both have values close to f(Z), which is how Theorem 4.1 is proved.",
        by=selected_centre.not_selected_between, at=MIDDLE,
    ),
    narrower="The nearest centre has to be nearer than all others, by a gap.",
)  # fmt: skip
for section, number in (("4.1", 5), ("B.1", 4)):
    display(
        section,
        number,
        "The value at the nearest centre is within ε/3 of f(Z).",
        printed=construction.close_value_printed,
    )
paper.state(
    "definition-B.1", "The P^(dn) centres of a grid in the cube: in each coordinate the middles of P intervals. "
    "Corrected: the middles of the intervals, not their left ends.",
    section="B.1", index="Definition B.1", kind="definition", **of_centres(),
)  # fmt: skip
display(
    "B.1",
    5,
    "Coordinate i of a centre: (2Dκ_i + D − DP)/P. Corrected: the middles of the intervals, not their left ends.",
    **of_centres(),
)
paper.state(
    "remark-B.1", "Tuples of dn digits from 0 to P − 1 and labels from 0 to P^(dn) − 1 correspond one to one.",
    section="B.1", index="Remark B.1", kind="remark", printed=digits_and_blocks.labels_one_to_one,
    steps=grid.tuples_are_labels,
)  # fmt: skip
display(
    "B.1", 6, "The label s of a tuple of digits, from 0 to P^(dn) − 1.",
    printed=(grid.tuples_have_labels, grid.tuples_are_labels),
)  # fmt: skip
display("B.1", 7, "A centre named by its label.", defines=v(j, k))
display("B.1", 8, "The matrix ṽ of a centre v: its segments of length d as columns.", defines=v(j, (k - 1) * d + c))
paper.state(
    "text-B.1-19", "A continuous function on a compact set of matrices is bounded.",
    section="B.1", index="B.1¶19", kind="fact", printed=modulus.values_bounded,
)  # fmt: skip
(of_f,) = functions("f", MATRIX + "ZZ")
(domain,) = functions("U", MATRIX)


def bounds(B: Term) -> Term:
    """|f| <= B in every entry, on U."""
    each = lambda X: every(lambda r: every(lambda c: abs(of_f(X, r, c)) <= B, 1, n), 1, d)  # noqa: E731
    return for_all(lambda X: implies(0 < domain(X), each(X)), MATRIX)


least_bound = exists(lambda: [bounds(B0), for_all(lambda B: implies(bounds(B), B0 <= B), "R")])
display("B.1", 9, "B_0, the least bound for |f|.", defines=least_bound)
paper.state(
    "text-B.1-20", "The sum of E and T is constant, their difference a multiple of f.",
    section="B.1", index="B.1¶20", kind="fact", printed=(construction.sum_is_two, selected_centre.difference_is_scaled),
)  # fmt: skip
vanishing = "For f = 0 the bound is 0, by which E and T divide."
vanishes = Erratum("gap", vanishing, by=construction.zero_bounds_zero)
outside = Erratum(
    "gap", "Centres may lie outside of U, and there f, if it is defined, need not be continuous, nor bounded by B_0: "
    "one has to take the value of f at a nearby point of U, or any value if there is none.",
)  # fmt: skip
display("B.1", 10, "E = 1 − f/B_0.", "B.1", given=[B0 > 0], defines=minus(j)(r, c), errata=(outside, vanishes))
display("B.1", 11, "T = 1 + f/B_0.", "B.2", given=[B0 > 0], defines=plus(j)(r, c),
        errata=replace(vanishes, by=None, same_as="eq-B.1#2"))  # fmt: skip
display("B.1", 12, "E + T and E − T.", given=[B0 > 0], defines=(sum_value, minus(j)(r, c) - plus(j)(r, c)))
display("B.1", 13, "E + T is 2 everywhere.", "B.3", printed=construction.sum_is_two)
display(
    "B.1", 14, "T − E = 2f/B_0. Corrected: T − E, not E − T, which is −2f/B_0.",
    "B.4", printed=Claim((B0 > 0,), Eq(-difference, 2 * F(j, r, c) / B0)),
    corrected=construction.difference_is_double,
    errata=Erratum(
        "false", "The sign: E − T is −2f/B_0; it is T − E that is 2f/B_0.", 0,
        Search(sizes=point, reals={"B_0": [1]}, entries={"F": [1]}),
    ),
)  # fmt: skip
overlap_erratum = Erratum("false", overlapping, 0, overlap)


def brace_shape() -> Term:
    """Return (Z e_k)ᵀ as a d × 1 matrix."""
    return (input_ @ unit(k, n)).T.equals(zero(d, 1))


display(
    "B.1", 15, "The layer Linear: v_jᵀZ̃ in block j of both halves, over the identity. Corrected: block j stands at "
    "columns jd + s, not j + s, and the braced factor is 1 × d.",
    printed=(construction.overlap_printed, *misfits(brace_shape, sized)),
    corrected=(self_attention.linear_has_dots, self_attention.linear_has_blocks),
    errata=(overlap_erratum, Erratum("dimension", "What the brace calls d × 1 is a row of d entries.", 1, small)),
    narrower=laid_out,
)  # fmt: skip
display(
    "B.1", 16, "The scalars in Linear are v_jᵀZ̃.",
    printed=(self_attention.products_are_tokens, self_attention.tokens_flatten, self_attention.dot_commutes),
)  # fmt: skip
display(
    "B.1", 17, "Linear(Z) with the scalars v_jᵀZ̃. Corrected: e_1 stands on the left of the row, not on its right.",
    printed=misfits(linear_17, sized),
    corrected=self_attention.linear_has_dots,
    errata=misfit_errata(
        "A row of 2dG is multiplied by a column of 2dG + 1: e_1 belongs to the left of the row.",
        "The product has one row, the matrix added 2dG + 1.", "The product has one column, the matrix added 2dG.",
        same_as=["", "B.1-17", "B.1-17"],
    ),
)  # fmt: skip
display(
    "B.1", 18, "Linear(Z) = [X_0, X_0; I, 0; 0, I]. Corrected: block j stands at columns jd + s, not j + s.",
    "B.5", printed=construction.overlap_printed,
    corrected=self_attention.linear_has_blocks, errata=overlap_erratum, narrower=laid_out,
)  # fmt: skip


def first_printed() -> Term:
    """Σ_j v_jᵀZ̃ Σ_s e_{j+s+1}ᵀ with unit vectors of length 2dG."""
    row = self_attention.marked_row(lambda j: total(lambda s: unit(j + s - 1, self_attention.width).T, 1, d))
    return row.equals(self_attention.X0)


display(
    "B.1", 19, "One half of the row is X_0. Corrected: its unit vectors have dG entries, not 2dG, and block j stands "
    "at columns jd + s.",
    printed=misfits(first_printed, sized), corrected=self_attention.half_row,
    errata=misfit_errata("The unit vectors have 2dG entries, X_0 has dG."), narrower=laid_out,
)  # fmt: skip
display(
    "B.1", 20, "Both halves of the row: [X_0, X_0]. Corrected: block j stands at columns jd + s, not j + s.",
    printed=construction.overlap_printed,
    corrected=self_attention.whole_row, errata=overlap_erratum, narrower=laid_out,
)  # fmt: skip
display("B.1", 21, "X_0: v_jᵀZ̃ d times, for each j.", given=valued, defines=self_attention.X0(1, k))


def key_printed() -> Matrix:
    """W_K as printed: a single 0 over every block of width d."""
    upper = [constant(1, 1, 1), zero(1, G), zero(1, G)]
    return blocks(
        [
            upper,
            [zero(1, 1), self_attention.W0, self_attention.W0],
            [zero(n, 1), self_attention.log_plus, self_attention.log_minus],
        ]
    )


key_misfits = misfits(key_printed, sized)
thin = "The first row has a single 0 over each block of d columns; it needs 0_{1×d}."
display(
    "B.1", 22, "W_K: a 1, minus half the squared norms, the logarithms of T and E, defined where |f| < B_0. Corrected: "
    "blocks of d zeros in the first row, not single ones, and B_0 > |f|, not ≥.",
    printed=(*key_misfits, Claim((*sized, B0 > 0, weak_bound, *one_value), plus(j)(r, c) > 0)),
    corrected=(self_attention.centre_keys, grid.plus_positive, grid.minus_positive),
    errata=(*misfit_errata(thin), Erratum("gap", reached, len(key_misfits), attained, same_as="remark-B.3")),
    narrower=f"{laid_out} B_0 has to exceed |f| at the centres.",
)  # fmt: skip
display("B.1", 23, "K is W_K Linear(Z).", printed=self_attention.centre_keys)
display(
    "B.1", 24, "K as the product of the two block matrices. Corrected: blocks of d zeros in the first row of W_K, not "
    "single ones.",
    printed=misfits(lambda: key_printed() @ self_attention.stacked, sized), corrected=self_attention.centre_keys,
    errata=misfit_errata(thin), narrower=laid_out,
)  # fmt: skip
display("B.1", 25, "K: the products, minus half the squares, the logarithms.", printed=self_attention.centre_keys)
no_room = Erratum("gap", "2dG ≥ n is needed for the sizes 2dG − n; it holds for P ≥ 2.", 0, small)
display(
    "B.1", 26, "W_Q: two rows R 1_{1×n} and I_n, for the n rows of the identity after the first. Corrected: P ≥ 2, so "
    "that 2dG ≥ n.",
    given=valued,
    defines=self_attention.W_Q(i, k), printed=construction.room,
    corrected=(construction.room_for_tokens, self_attention.centre_queries), errata=no_room, narrower=laid_out,
)  # fmt: skip
display("B.1", 27, "Q = W_Q Linear(Z).", printed=self_attention.centre_queries)
display(
    "B.1", 28, "KᵀQ as the product. Corrected: the second column of Kᵀ is −‖v_j‖²/2, with a minus sign.",
    corrected=self_attention.centre_scores,
    printed=Claim(valued, Eq((K_unsigned.T @ self_attention.Q)(1, 1), (self_attention.K.T @ self_attention.Q)(1, 1))),
    errata=Erratum("false", "The second column of Kᵀ has lost its minus sign: it is −‖v_j‖²/2.", 0, one_centre),
)  # fmt: skip
display(
    "B.1", 29, "KᵀQ: R Aff_j + ln T, R Aff_j + ln E, and zero columns.", "B.6", printed=self_attention.centre_scores,
)  # fmt: skip
valued_by_two = replace(one_centre, reals={"B_0": [2], "R": [1]}, entries={**one_centre.entries, "F": [1]})
halved = Eq(difference, 2 * F(j, r, c) / (2 * d * B0))
paper.state(
    "remark-B.2", "In the tokens' columns KᵀQ is the sum of a part that selects and one that carries the values, for "
    "which T − E is 2f/B_0. Corrected: 2f/B_0, not 2f/(2dB_0).",
    section="B.1", index="Remark B.2", kind="remark",
    corrected=construction.scores_carry_values,
    steps=construction.scores_add,
    printed=Claim(valued, grid.both(construction.scores_add.shows, halved)),
    errata=Erratum("false", "T − E is 2f/B_0, not 2f/(2dB_0).", 0, valued_by_two),
)  # fmt: skip
paper.state(
    "text-B.1-29", "The first n columns of KᵀQ are the sum of (B.7) and (B.8).",
    section="B.1", index="B.1¶29", kind="fact", printed=construction.scores_add,
)  # fmt: skip
display(
    "B.1", 30, "The part that selects: R Aff_j, the same in every column.", "B.7", given=valued,
    defines=score_part(i, k),
)  # fmt: skip
display(
    "B.1", 31, "The part that carries the values: ln T and ln E.", "B.8",
    given=[*valued, i >= 1, i <= n, k >= 1, k <= self_attention.half],
    defines=(self_attention.log_plus(i, k), self_attention.log_minus(i, k)),
)  # fmt: skip
at_zero = {x.args[0]: y for x, y in BETWEEN.items()}
nearest_alone = "The nearest centre has to be nearer than all others, by a gap."
tie = (
    "Between two nearest centres each has half of the weight, whatever R is: at 0, between −1 and 1, the entries are "
    "1/4d in the blocks of both."
)
one_label = "It does not hold for any s, but for the label, counted from 1, of the centre of the greatest Aff."
display(
    "B.1", 32, "From some R on the softmax of the part that selects is within ε of 1/2d in the block of the nearest "
    "centre, in both halves, and of 0 elsewhere, if that centre is nearer than all others by a gap. Corrected: it has "
    "to be nearer than all others.",
    "B.9",
    printed=scores_limit.always_9, corrected=scores_limit.selecting_tends, narrower=nearest_alone,
    errata=(Erratum("false", tie, by=scores_limit.selecting_shared, at=at_zero), Erratum("typo", one_label)),
)  # fmt: skip
display(
    "B.1", 33, "From some R on the softmax of KᵀQ is, in the tokens' columns, within ε of T/2d and E/2d in the block "
    "of the nearest centre, and of 0 elsewhere, if that centre is nearer than all others by a gap. Corrected: it has "
    "to be nearer than all others.",
    "B.10",
    printed=scores_limit.always_10, corrected=scores_limit.scores_tend, narrower=nearest_alone,
    errata=Erratum("false", tie, by=scores_limit.scores_shared, at=at_zero, same_as="eq-B.9"),
)  # fmt: skip
display("B.1", 34, "exp(KᵀQ).", "B.11", printed=self_attention.score_exponentials)
display(
    "B.1", 35, "The denominators of the first n columns are 2dα(Z). Corrected: the denominators are sums over columns, "
    "not rows.",
    "B.12",
    corrected=(*chain_12, self_attention.denominator_is_alpha), errata=Erratum("typo", swapped),
)  # fmt: skip
display(
    "B.1", 36, "α(Z), 1/2d of the denominators, which does not depend on the column. Corrected: the denominators are "
    "sums over columns, not rows.",
    defines=alpha,
    corrected=self_attention.denominator_is_alpha, errata=Erratum("typo", swapped, same_as="eq-B.12"),
)  # fmt: skip
display("B.1", 37, "Softmax(KᵀQ).", printed=self_attention.score_softmax)
display(
    "B.1", 38, "Softmax(KᵀQ): shares times T/2d and E/2d; 1/2dG in the other columns. Corrected: the denominators are "
    "sums over columns, not rows.",
    "B.13",
    corrected=(self_attention.score_softmax, self_attention.other_denominators),
    errata=Erratum("typo", swapped, same_as="eq-B.12"),
)  # fmt: skip
display("B.1", 39, "W_V = [0_d, X_1, −X_1].", given=valued, defines=self_attention.W_V(i, k))
display("B.1", 40, "X_1: G identities side by side.", given=valued, defines=self_attention.X1(i, k))
display("B.1", 41, "V = [X_1, −X_1].", "B.14", printed=self_attention.centre_values)
display(
    "B.1", 42, "W_O = [dB_0 I_n; 0].", given=valued, defines=self_attention.W_O(i, k), errata=Erratum("typo", not_only),
)  # fmt: skip
display(
    "B.1", 43, "Attn(Linear(Z)) = V Softmax(KᵀQ) W_O. Corrected: Linear has block j at columns jd + s, as in the "
    "corrected (B.5).",
    corrected=self_attention.network_attends,
    errata=Erratum("typo", other_columns, same_as="eq-B.5"),
)  # fmt: skip
display(
    "B.1", 44, "V Softmax(KᵀQ): the halves are subtracted.",
    printed=(self_attention.halves_subtract, self_attention.difference_is_value),
    errata=Erratum("typo", "The last step is by (B.4), not (B.3)."),
)  # fmt: skip
display(
    "B.1", 45, "X_1 adds up the G blocks. Corrected: the second block has f(ṽ_1), and ‖v_{j−1}‖ reads ‖v_j‖.",
    corrected=self_attention.blocks_add_up,
    errata=Erratum("typo", "The second block of the first matrix must have f(ṽ_1), and ‖v_{j−1}‖ must read ‖v_j‖."),
)  # fmt: skip
display(
    "B.1", 46, "The output: the average of f(ṽ_j) with the weights of the centres. Corrected: the first two lines have "
    "the factor 1/2d, which is lost.",
    "B.15",
    printed=Claim((*sized, B0 > 0, *one_value), Eq(unscaled(r, c), self_attention.output(r, c))),
    corrected=(self_attention.values_beside_zeros, self_attention.output_rescaled, self_attention.network_output),
    errata=Erratum(
        "false", "The factor 1/2d has been lost in the first two lines, which are 2d times the third.", 0, single,
    ),
    narrower=laid_out,
)  # fmt: skip
display("B.1", 47, "The weight of centre j.", given=[G >= 1], defines=share(j))
paper.state(
    "definition-B.2", "The affine functions Aff_j and their maximum.", section="B.1", index="Definition B.2",
    kind="definition", given=[G >= 1], defines=(aff(j), Max(aff, 1, G)),
)  # fmt: skip
display("B.1", 48, "Aff_j(Z̃) = v_jᵀZ̃ − ‖v_j‖²/2.", defines=aff(j))
display("B.1", 49, "MaxAff is the greatest of them.", given=[G >= 1], defines=Max(aff, 1, G))
paper.state(
    "text-B.1-50", "A continuous function on a compact set is uniformly continuous: there is a δ > 0 such that points "
    "within δ have values within ε/3.",
    section="B.1", index=("B.1¶49", "B.1¶50"), kind="fact", printed=modulus.modulus_exists,
)  # fmt: skip
near_on_grid = Claim((*printed_points, grid.inside, *estimate.near_by_aff.given), estimate.near_by_aff.shows)
on_grid: dict[str, Any] = {"reach": fun(farthest), "cut": delta}


def grid_case(claim: Claim) -> Claim:
    """Return a claim of `nearest_centre`, where near means ‖Z̃ − v_j‖_∞ <= δ."""
    return instance(claim, f"{claim.name}_on_grid", **on_grid)


splits = grid_case(nearest_centre.average_splits)
near_case = grid_case(nearest_centre.near_part)
display(
    "B.1", 50, "The nearest centre j_m, the near ones J_0, the far ones J_1, by how far Aff_j is below the maximum.",
    given=(G >= 1, best >= 1, best <= G, j >= 1, j <= G), defines=thirds, steps=(near_on_grid, splits, near_case),
    errata=by_distance,
)  # fmt: skip
display(
    "B.1", 51, "Aff_i − Aff_j is half the difference of the squared distances.",
    printed=(nearest_centre.affine_completed, nearest_centre.affine_squares),
)  # fmt: skip
display("B.1", 52, "At j_m it is not negative.", printed=nearest_centre.greatest_is_nearest)
display("B.1", 53, "So no centre is nearer than v_jm.", printed=nearest_centre.nearest_squares)
display("B.1", 54, "v_jm is a nearest centre.", "B.16", printed=nearest_centre.nearest_is_minimum)
display(
    "B.1", 55, "In each coordinate no centre is nearer than v_jm. Corrected: the centres are middles of intervals, and "
    "beyond the edge of the grid there is none.",
    corrected=grid.nearer_than_neighbours,
    printed=Claim((*nearest_printed, *in_coordinate), moved_right),
    errata=Erratum(
        "false", "At the edge of the grid v_jm + Δ is no centre, and with the printed points it can be nearer.", 0,
        edge, same_as="definition-B.1",
    ),
    narrower=in_middles,
)  # fmt: skip
for number in (56, 57):
    display(
        "B.1",
        number,
        "2Δᵀ(Z̃ − v_jm) ≤ ‖Δ‖² for Δ = ±(2D/P)e_k. Corrected: the centres are the middles of the intervals, not their "
        "left ends.",
        printed=Claim((*nearest_printed, *in_coordinate), wide_step),
        corrected=(grid.step_right, grid.step_left),
        narrower=in_middles,
        errata=(replace(at_edge(), same_as="definition-B.1"), g_is_P),
    )
for number, says, printed, corrected in (
    (
        58,
        "Every coordinate of Z̃ is within D/P of that of v_jm. Corrected: the centres are the middles of the "
        "intervals, not their left ends.",
        construction.within_printed,
        grid.coordinate_near,
    ),
    (
        59,
        "‖Z̃ − v_jm‖_∞ ≤ D/P. Corrected: the centres are the middles of the intervals, not their left ends.",
        Claim(nearest_printed, farthest(best) <= D / P),
        grid.nearest_within,
    ),
):
    display("B.1", number, says, printed=printed, corrected=corrected, errata=(at_edge(), g_is_P), narrower=in_middles)
display(
    "B.1", 60, "‖Z̃ − v_jm‖_∞ ≤ δ/2 for P ≥ 2D/δ. Corrected: the centres are the middles of the intervals, not their "
    "left ends.",
    printed=Claim((*nearest_printed, 2 * D < delta * P), farthest(best) <= delta / 2),
    corrected=grid.nearest_within_half, errata=at_edge(), narrower=in_middles,
)  # fmt: skip
display(
    "B.1", 61, "f(ṽ_jm) is within ε/3 of f(Z).", "B.17", printed=construction.close_value_printed,
)  # fmt: skip
display(
    "B.1",
    62,
    "The error, by (B.15). Corrected: |f| < B_0 at the centres, as the network takes ln 0 where |f| is B_0.",
    corrected=grid.network_error_by_output,
    errata=needs_strict,
)
display(
    "B.1", 63, "The error is at most an average, which is split into the nearest centre, the other near ones and the "
    "far ones. Corrected: j_m is left out of the near ones, where it is counted twice, and near means within δ.",
    "B.18",
    printed=(nearest_centre.error_is_averaged, nearest_centre.average_bounds_error, estimate.counted_twice),
    corrected=(nearest_centre.error_is_averaged, nearest_centre.average_bounds_error, splits),
    errata=Erratum("false", "j_m belongs to J_0 as it is defined, so that its term is counted twice.", 2, twice),
)  # fmt: skip
second_printed = Claim((*printed_points, grid.inside, *labelled, greatest, *by_thirds, values_steady), second_line)
not_near = Erratum("false", by_distance.what, 1, five_ends)
display(
    "B.1", 64, "The near centres, by way of f(ṽ_jm): at most 2ε/3 times their weights. Corrected: near means ‖Z̃ − "
    "v_j‖_∞ ≤ δ, not Aff_j within δ of the maximum.",
    "B.19",
    printed=(estimate.near_by_best_printed, second_printed, estimate.thirds_add),
    corrected=(grid_case(nearest_centre.near_by_best), near_case), errata=not_near, narrower=near_values,
)  # fmt: skip
display("B.1", 65, "The nearest centre: at most ε/3 times its weight.", "B.20", printed=nearest_centre.best_part)
below_on_grid = Claim((*printed_points, grid.inside, *by_gap), estimate.below_squares.shows)
far_cases = tuple(map(grid_case, nearest_centre.far_steps))
far_display = display(
    "B.1", 66, "The far centres contribute at most ε/3, for R ≥ 8 ln(6B_0G/ε)/(3δ²). Corrected: ln(6B_0G/ε), not "
    "ln(3B_0Gε/2); far means farther than δ in ‖·‖_∞, with P ≥ 2D√(dn)/δ; and ≤ where no centre is far.",
    "B.21",
    printed=(estimate.too_small, below_on_grid, estimate.none_far),
    corrected=(*far_cases, nearest_centre.far_at_scale, grid.nearest_square, grid.far_in_square, estimate.far_by_gap),
    errata=scale_errata, narrower=far_values + in_square.format("jm", "dn"),
)  # fmt: skip
paper.sharpen(
    "self-attention-scale", far_display, "the least scale R at which the bound of the far centres, 2B_0 G e^(−3Rδ²/8), "
    "is at most ε/3",
    8 / (3 * (delta * delta)) * log(rational(3, 2) * B0 * G * eps), constant="R", goal=nearest_centre.far_at_scale,
    note="Sharp for this bound with R ≥ 0, not for the far centres themselves. The paper's value decreases with ε.",
)  # fmt: skip
near_cases = tuple(
    grid_case(claim) for claim in (nearest_centre.near_two_parts, nearest_centre.near_joined, nearest_centre.near_total)
)
near_printed_lines = (estimate.near_and_best, estimate.near_joined, estimate.near_shares)
display(
    "B.1", 67, "The near centres and the nearest one are together at most 2ε/3. Corrected: j_m is left out of the near "
    "ones, where it is counted twice.",
    "B.22", printed=near_printed_lines,
    corrected=near_cases, errata=Erratum("false", taken_twice, 1, estimate.one_centre, same_as="eq-B.18"),
    narrower=near_values,
)  # fmt: skip
display(
    "B.1", 68, "The sum of the parts is at most ε: the term of j_m is counted twice, and is at most ε/3 times its "
    "weight.",
    printed=estimate.parts_within,
)  # fmt: skip
