"""Statements of sections 4.2 and B.3: approximation by cross-attention, in the paper's order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.language.notation import *
from proofs.papers.liu.beyond import smaller_scale
from proofs.papers.liu.beyond.smaller_scale import at_pairs, exponent, finer_note, printed_scale
from proofs.papers.liu.section_3_max_affine.indicator_weights import misfits
from proofs.papers.liu.section_4_1_self_attention import (
    construction,
    estimate,
    grid,
    modulus,
    nearest_centre,
    self_attention,
)
from proofs.papers.liu.section_4_1_self_attention.centres import (
    B0,
    F,
    G,
    block,
    half_square,
    j,
    length,
    minus,
    plus,
    r,
    share,
    sized,
    v,
    z,
)
from proofs.papers.liu.section_4_1_self_attention.construction import misfit_errata, small
from proofs.papers.liu.section_4_1_self_attention.grid import D, P
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import best, delta
from proofs.papers.liu.section_4_2_cross_attention import cross_attention, pair_network
from proofs.papers.liu.section_4_2_cross_attention.construction import (
    alpha_over_pairs,
    block_exponential,
    double_alpha,
    double_output,
    exp_values,
    exponents,
    from_keys,
    key_exponentials,
    output_over_pairs,
    pair_exponentials,
    pair_products,
    query_exponentials,
)
from proofs.papers.liu.section_4_2_cross_attention.cross_attention import (
    W_0,
    W_1,
    W_E,
    W_O,
    W_T,
    X_K,
    X_Q,
    first,
    half,
    key_dot,
    of_pairs,
    pair_case,
    pair_score,
    query_dot,
    second,
    sized_pairs,
    spare,
    stacked_K,
    valued_pairs,
    width,
    z_K,
    z_Q,
)
from proofs.papers.liu.section_4_2_cross_attention.estimate import (
    FOR_PAIRS,
    at_pair,
    best_key,
    best_pair,
    centre,
    far_parts,
    grid_case,
    near_end,
    near_pairs_by_best,
    of_generic,
    of_pair_values,
    over_near,
    pair_by_best,
    pair_thirds,
    pair_thirds_add,
    pair_weighted,
)
from proofs.papers.liu.section_4_2_cross_attention.one_layer import theorem_4_2_one_layer
from proofs.papers.liu.section_4_2_cross_attention.pair_maxima import greatest_sum, pair_maxima_add
from proofs.papers.liu.section_4_2_cross_attention.theorem_4_2 import theorem_4_2
from proofs.papers.liu.section_4_2_cross_attention.theorem_4_2_square import theorem_4_2_square, theorem_B_3
from proofs.papers.liu.vocabulary import R, c, d, display, eps, h, i, instance, k, n, numbered, paper
from proofs.theorems.algebra.matrices import Matrix, blocks, constant, identity, total, unit, zero
from proofs.theorems.algebra.powers import power

numbered(
    "theorem", "4.2", "For every continuous function on a product of two compact sets and every ε there are a layer "
    "Linear, for both inputs, and a cross-attention within ε of it.",
    printed=theorem_4_2_square, cites="theorem-B.3",
    errata=Erratum("typo", "U_K and U_Q are subsets of ℝ^(d×n), not elements."),
)  # fmt: skip
paper.constant(
    "cross-attention-scale-counted", paper.statements["Liu:theorem-4.2"],
    "a scale R at which the network is within ε of f, at the paper's P ≥ 2D/δ: the P^(2dn) pairs enter as 2dnP",
    printed_scale, needed=8 / (3 * (delta * delta)) * log(3 * B0 * (2 * length * P) / eps),
    needed_by=smaller_scale.cross_network_at_counted_scale, note=finer_note,
)  # fmt: skip
paper.constant(
    "cross-attention-scale-summed", paper.statements["Liu:theorem-4.2"],
    "the same if 2D/δ ≤ P ≤ 4D/δ and ε ≤ 2B_0: the number of pairs does not matter", printed_scale,
    needed=8 / (3 * (delta * delta)) * at_pairs(exponent), needed_by=smaller_scale.cross_network_at_summed_scale,
)  # fmt: skip
display("4.2", 1, "The largest error of the network is at most ε.", printed=theorem_4_2_square)
paper.state(
    "text-4.2-5", "MaxAff_K and MaxAff_Q have one piece for each of the G centres, and MaxAff is their sum.",
    section="4.2", index="4.2¶5", kind="fact", printed=pair_maxima_add,
)  # fmt: skip
paper.state(
    "text-4.2-8", "MaxAff_K + MaxAff_Q is a max-affine function of both inputs: that of the sums of their pieces.",
    section="4.2", index="4.2¶8", kind="fact", printed=greatest_sum,
)  # fmt: skip
numbered(
    "theorem", "B.3", "For every continuous function on a product of two compact sets and every ε there are two layers "
    "Linear and a cross-attention within ε of it.",
    printed=theorem_B_3,
)  # fmt: skip
paper.state(
    "theorem-4.2-rows", "Theorems 4.2 and B.3 with a W_V of d rows, by the corrected weights of B.3, with two "
    "layers Linear, with one for both inputs, and with the blocks of the network written out.",
    section="4.2", index=(), kind="finding",
    printed=(theorem_4_2, theorem_4_2_one_layer, pair_network.cross_network_outright),
    steps=(pair_network.room_for_tokens_at_pairs, pair_network.cross_network_approximates),
)  # fmt: skip
display("B.3", 1, "The largest error of the network is at most ε.", printed=theorem_B_3)
display(
    "B.3",
    2,
    "Coordinate i of a centre: (2Dκ_i + D − DP)/P. Corrected: the middles of the intervals, not their left ends.",
    **construction.of_centres(),
)
display("B.3", 3, "A centre named by its label.", printed=(grid.tuples_have_labels, grid.tuples_are_labels))
display("B.3", 4, "The matrix ṽ of a centre v.", defines=v(j, (k - 1) * d + c))
paper.state(
    "text-B.3-9", "A continuous function on a product of two compact sets of matrices is bounded.",
    section="B.3", index="B.3¶9", kind="fact", printed=modulus.pair_values_bounded,
)  # fmt: skip
display("B.3", 5, "E = 1 − f/B_0 at a pair of centres.", given=[B0 > 0], defines=minus(h)(r, c))
display("B.3", 6, "T = 1 + f/B_0 at a pair of centres.", given=[B0 > 0], defines=plus(h)(r, c))
paper.state(
    "text-B.3-11", "E + T = 2 and T − E = 2f/B_0 at every pair.", section="B.3", index=("B.3¶11", "B.3¶12", "B.3¶13"),
    kind="fact", printed=(construction.sum_is_two, construction.difference_is_double),
)  # fmt: skip
paper.state(
    "remark-B.3", "E + T = 2, T − E = 2f/B_0, and both are positive where |f| < B_0. Corrected: |f| < B_0 is assumed; "
    "where |f| = B_0, T or E is 0.",
    section="B.3",
    index="Remark B.3", kind="remark",
    printed=Claim((*sized, B0 > 0, construction.weak_bound, *construction.one_value), construction.both_positive),
    corrected=construction.both_are_positive, errata=Erratum("false", construction.reached, 0, construction.attained),
    narrower="B_0 has to exceed |f| at the centres.",
)  # fmt: skip
display("B.3", 7, "G = P^(dn).", given=[P >= 1], defines=power(P, length))
overlapping = "Block j is put at columns j + s, so that blocks overlap; it must be jdG + s."
place = (i - 1) * (d * G) + r
row_printed = total(lambda i: cross_attention.key_marks_printed(i) * key_dot(i), 1, G)(1, place)
overlap_printed = Claim((*sized, i >= 1, i <= G, r >= 1, r <= d * G), Eq(row_printed, key_dot(i)))
overlap = Erratum(
    "false", overlapping, 0,
    Search(
        sizes={"d": [1], "n": [1], "G": [2], "m": [1], "i": [1], "r": [1, 2]}, entries={"v": [1], "z_K": [1]},
        length={"v": "G m", "z_K": "m"},
    ),
)  # fmt: skip
one_row = (
    "Linear_K as printed has a row for each centre, 2dG² + G in all; (B.28) has one row X_K, so e_{2dG²+1} is meant."
)


def linear_K_printed() -> Matrix:
    """Linear_K as printed, with a row for each centre."""
    rows = width + G
    marked = total(
        lambda j: unit(width + j, rows) @ cross_attention.key_marks_printed(j) * cross_attention.products(z_K, j), 1, G
    )
    return marked + blocks([[identity(width)], [zero(G, width)]])


def as_28() -> Term:
    """Return Linear_K as printed, compared with (B.28)."""
    return linear_K_printed().equals(stacked_K)


rows_of_K = misfits(as_28, sized)
layer_K, layer_Q = cross_attention.key_layer, cross_attention.query_layer
display(
    "B.3", 8, "Linear_K: the identity, and v_jᵀZ̃_K in the G blocks of centre j. Corrected: one row X_K, not G rows, "
    "and block j at columns jdG + s, not j + s.",
    printed=(*rows_of_K, overlap_printed), corrected=layer_K,
    errata=(*misfit_errata(one_row), Erratum("false", overlapping, 1, overlap.search)), narrower=construction.laid_out,
)  # fmt: skip
display(
    "B.3", 9, "The matrix that Linear_K adds: the identity over zeros.", given=sized_pairs,
    defines=cross_attention.key_shift(i, k),
)  # fmt: skip
display("B.3", 10, "Linear_Q: v_jᵀZ̃_Q in row j of the first n columns.", printed=layer_Q)
display("B.3", 11, "The matrix that Linear_Q adds.", given=sized_pairs, defines=cross_attention.query_shift(i, k))
display("B.3", 12, "The scalars in Linear_K are v_jᵀZ̃_K.", "B.26", printed=(cross_attention.key_products,
    cross_attention.key_flatten))  # fmt: skip
display("B.3", 13, "The scalars in Linear_Q are v_jᵀZ̃_Q.", "B.27", printed=(cross_attention.query_products,
    cross_attention.query_flatten))  # fmt: skip
display(
    "B.3", 14, "Linear_K(Z_K) = [I, 0; 0, I; X_K, X_K]. Corrected: one row X_K, not G rows, and block j at columns jdG "
    "+ s, not j + s.",
    "B.28", printed=(*rows_of_K, overlap_printed),
    corrected=(layer_K, cross_attention.key_row),
    errata=(
        *misfit_errata(one_row), Erratum("false", overlapping, 1, overlap.search),
        Erratum(
            "typo", "In the third line the row of sums belongs below the identity, not beside it as a factor, and its "
            "second sum runs to G − 1, not 1 − 1.",
        ),
    ),
    narrower=construction.laid_out,
)  # fmt: skip


def linear_Q_29() -> Matrix:
    """The second line of (B.29): unit vectors of another length over I_n."""
    upper = total(lambda j: (unit(j, width + G) @ constant(1, 1, n)) * query_dot(j), 1, G)
    return blocks([[upper, zero(1, spare)], [identity(n), zero(n, spare)]])


display(
    "B.3", 15, "Linear_Q(Z_Q) = [X_Q, 0; I_n, 0]. Corrected: e_{j+1} and the zero block beside it have G rows.",
    "B.29", printed=misfits(linear_Q_29, sized), corrected=layer_Q,
    errata=misfit_errata("e_{j+1} of length 2dG² + G stands beside a zero block of one row; X_Q has G rows."),
    narrower=construction.laid_out,
)  # fmt: skip
display("B.3", 16, "X_K: v_jᵀZ̃_K dG times, for each j.", given=sized_pairs, defines=X_K(1, k))
display("B.3", 17, "X_Q: v_jᵀZ̃_Q in row j, n times.", given=sized_pairs, defines=X_Q(j, c))
no_columns = ("The 0 beside W_1 must be 0_G.", "The 0 beside W_T must be 0_n.")


def keys_printed() -> Matrix:
    """W_K with single zeros in its last column."""
    one = zero(1, 1)
    return blocks(
        [[zero(1, half), zero(1, half), constant(1, 1, 1)], [W_0, W_0, one], [W_1, W_1, one], [W_T, W_E, one]]
    )


def queries_printed() -> Matrix:
    """W_Q as printed."""
    row = [zero(1, G), constant(R, 1, n)]
    return blocks([row, row, [identity(G), zero(1, n)], [zero(1, G), identity(n)]])


printed_keys, printed_queries = misfits(keys_printed, sized), misfits(queries_printed, sized)
display(
    "B.3", 18, "W_K in blocks. Corrected: 0_G beside W_1 and 0_n beside W_T.",
    "B.30", printed=printed_keys, corrected=cross_attention.pair_keys,
    errata=misfit_errata(*no_columns), narrower=construction.laid_out,
)  # fmt: skip
display("B.3", 19, "W_0, W_T, W_E and W_1.", given=(*valued_pairs, c >= 1, c <= n, k >= 1, k <= half),
        defines=(W_0(1, k), W_T(c, k), W_E(c, k), W_1(j, k)))  # fmt: skip


def value_shape() -> Term:
    """W_T^(j) of G blocks ln(T)ᵀ, n × d each, as d × Gn."""
    return Matrix(n, d * G, lambda i, k: W_T(i, k)).equals(zero(d, G * n))


def marks_shape() -> Term:
    """W̄_1 of G blocks of width d, as G × d."""
    return Matrix(G, d * G, lambda i, k: W_1(i, k)).equals(zero(G, d))


display(
    "B.3", 20, "The parts: W̄_0, W_T^(j) and W_E^(j) of n × dG, W̄_1 of G × dG. Corrected: n × dG, not d × Gn, and G × "
    "dG, not G × d.",
    given=valued_pairs, defines=W_1(j, k),
    printed=(*misfits(value_shape, sized), *misfits(marks_shape, sized)), corrected=cross_attention.query_scores,
    errata=(
        Erratum("dimension", "W_T^(j) and W_E^(j) are n × dG, not d × Gn.", 0, small),
        Erratum("dimension", "W_T^(j) and W_E^(j) are n × dG, not d × Gn.", 1, small),
        Erratum("dimension", "W̄_1 is G × dG, not G × d.", 2, small),
    ),
    narrower=construction.laid_out,
)  # fmt: skip
display("B.3", 21, "K = W_K Linear_K(Z_K).", printed=cross_attention.pair_keys)
display(
    "B.3", 22, "K: X_K, W_0, W_1 and W_T, W_E. Corrected: 0_G beside W_1 and 0_n beside W_T.",
    printed=printed_keys, corrected=cross_attention.pair_keys,
    errata=misfit_errata(*no_columns), narrower=construction.laid_out,
)  # fmt: skip
query_shapes = ("The zero block beside I_G must be G × n.", "The zero block beside I_n must be n × G.")
display(
    "B.3", 23, "W_Q. Corrected: the zero blocks are G × n beside I_G and n × G beside I_n.",
    printed=printed_queries, corrected=cross_attention.pair_queries,
    errata=misfit_errata(*query_shapes), narrower=construction.laid_out,
)  # fmt: skip
display(
    "B.3", 24, "Q = W_Q Linear_Q(Z_Q). Corrected: the zero blocks of W_Q are G × n beside I_G and n × G beside I_n.",
    printed=printed_queries, corrected=cross_attention.pair_queries,
    errata=misfit_errata(*query_shapes), narrower=construction.laid_out,
)  # fmt: skip
display("B.3", 25, "KᵀQ: R times the score of the pair, plus ln T or ln E.", printed=cross_attention.pair_scores)


def stack_shape() -> Term:
    """W_1ᵀX_Q, which has n columns, as dG² × G."""
    return (W_1.T @ X_Q).equals(zero(half, G))


display(
    "B.3", 26, "W_1ᵀX_Q stacks G times the same block. Corrected: it is dG² × n, not dG² × G.",
    printed=misfits(stack_shape, sized),
    corrected=cross_attention.query_scores, errata=misfit_errata("W_1ᵀX_Q is dG² × n, not dG² × G."),
    narrower=construction.laid_out,
)  # fmt: skip
paper.state(
    "text-B.3-18", "W_1ᵀX_Q is Q_1 = W̄_1ᵀX_Q, stacked G times: R v_jᵀZ̃_Q in all blocks of the pairs with j.",
    section="B.3", index="B.3¶18", kind="fact", printed=cross_attention.query_scores,
)  # fmt: skip


def marks_31() -> Matrix:
    """R e_j 1_d as printed: a column of G times a column of d."""
    return unit(j, G) @ constant(1, d, 1)


display(
    "B.3", 27, "Q_1 = W̄_1ᵀX_Q has R v_jᵀZ̃_Q in block j. Corrected: the transposed blocks are R 1_d e_jᵀ.",
    "B.31", printed=misfits(marks_31, sized),
    corrected=cross_attention.query_scores, errata=misfit_errata("The transpose of Re_j 1_{1×d} is R 1_d e_jᵀ."),
    narrower=construction.laid_out,
)  # fmt: skip
exponents_printed = from_keys + (W_1.T @ X_Q) * R
at_one = (i >= 1, i <= half, k >= 1, k <= n)
squared = Claim((*valued_pairs, *at_one), Eq(exp(exponents_printed(i, k)), exp(exponents(i, k))))
one_pair = Search(
    sizes={"d": [1], "n": [1], "G": [1], "m": [1], "i": [1], "k": [1], "j": [1], "h": [1], "r": [1], "c": [1]},
    reals={"R": [2], "B_0": [1]},
    entries={"v": [1], "z_K": [0], "z_Q": [1], "F": [0, 1], "block": [1], "offset": [1], "first": [1], "second": [1]},
    length={"v": "G m", "z_K": "m", "z_Q": "m", "F": "G d n", "block": 1, "offset": 1, "first": 1, "second": 1},
)
twice = "R stands in W_1 already; with RW_1ᵀX_Q it is counted twice."
counted_twice = Erratum("false", twice, 0, one_pair)
exponentials_pairs = pair_case(self_attention.score_exponentials)
display(
    "B.3", 28, "exp(KᵀQ). Corrected: W_1ᵀX_Q, not RW_1ᵀX_Q, as R is in W_1 already.",
    "B.32", printed=squared, corrected=(exponentials_pairs, cross_attention.scores_of_pairs),
    errata=counted_twice,
)  # fmt: skip
paper.state(
    "text-B.3-20", "exp(KᵀQ) has a 1 in every entry of the columns after the first n.",
    section="B.3", index="B.3¶20", kind="fact", printed=exponentials_pairs,
)  # fmt: skip
denominators = tuple(pair_case(claim) for claim in (*construction.chain_12, self_attention.denominator_is_alpha))
others = pair_case(self_attention.other_denominators)
display(
    "B.3", 29, "The denominators of the first n columns are 2dα, those of the others 2dG². Corrected: sums over "
    "columns, not rows, and 2dG², not 2dG.",
    "B.33",
    corrected=(*denominators, others),
    errata=(
        Erratum("typo", construction.swapped, same_as="eq-B.12"),
        Erratum("typo", "The other columns add up to 2dG², not 2dG."),
        Erratum("typo", "The text before says exp(Softmax(KᵀQ)) for exp(KᵀQ), and 2dG, twice, for 2dG²."),
    ),
)  # fmt: skip
display(
    "B.3", 30, "α(Z_K, Z_Q), which does not depend on the column: a double sum over the centres. Corrected: the "
    "denominators are sums over columns, not rows.",
    defines=double_alpha,
    corrected=(denominators[-1], alpha_over_pairs), errata=Erratum("typo", construction.swapped, same_as="eq-B.12"),
)  # fmt: skip
display("B.3", 31, "V = W_V Linear_K(Z_K) = [X_2, −X_2].", printed=cross_attention.pair_values_matrix)
softmax_pairs = cross_attention.score_softmax
halves, difference = pair_case(self_attention.halves_subtract), pair_case(self_attention.difference_is_value)
display(
    "B.3", 32, "V Softmax(KᵀQ): the halves are subtracted. Corrected: W_1ᵀX_Q, not RW_1ᵀX_Q, as R is in W_1 already.",
    "B.34", printed=squared,
    corrected=(softmax_pairs, halves, difference), errata=counted_twice,
)  # fmt: skip
paper.state(
    "text-B.3-25", "V Softmax(KᵀQ) is X_2 times a block for the first n columns, beside zeros.",
    section="B.3", index="B.3¶25", kind="fact", printed=halves,
)  # fmt: skip
display(
    "B.3", 33, "The part of V Softmax(KᵀQ) that is not zero. Corrected: W_1ᵀX_Q, not RW_1ᵀX_Q, as R is in W_1 already.",
    "B.35", printed=squared, corrected=halves,
    errata=counted_twice,
)  # fmt: skip
display(
    "B.3",
    34,
    "exp(W_Tᵀ) − exp(W_Eᵀ), stacked over the first centre, is 2f/B_0 at each pair.",
    "B.36",
    printed=exp_values,
)
typos = Erratum("typo", "E is taken at v_0 in every row and tildes are missing: T and E are at the same pair in each.")
display(
    "B.3",
    35,
    "One of its parts: 2f/B_0 at the pairs with one first centre. Corrected: T and E are at the same pair in each row.",
    corrected=exp_values,
    errata=typos,
)


def rows_37() -> Term:
    """The rows of one part: G rows as printed, dG in fact."""
    return constant(0, d * G, n).equals(constant(0, G, n))


display(
    "B.3", 36, "The part in rows (i − 1)dG + 1 to idG of the whole. Corrected: a part has dG rows, not G.",
    "B.37", printed=misfits(rows_37, sized),
    corrected=exp_values, errata=misfit_errata("A part has dG rows, not G: rows (i − 1)dG + 1 to idG are meant."),
    narrower=construction.laid_out,
)  # fmt: skip
key_exp_printed = Claim(
    (*sized_pairs, *at_one), Eq(exp(from_keys(i, k)), exp(key_dot(first(block(i))) - half_square(first(block(i)))))
)
display(
    "B.3", 37, "The part of it from Z_K: exp(R(v_iᵀZ̃_K − ‖v_i‖²/2 − ‖v_j‖²/2)). Corrected: R stands in the exponent, "
    "and −‖v_j‖²/2.",
    printed=key_exp_printed, corrected=key_exponentials,
    errata=Erratum("false", "R is missing in the exponent on the right, and so is −‖v_j‖²/2 from W̄_0.", 0, one_pair),
)  # fmt: skip
query_exp_printed = Claim((*sized_pairs, *at_one), Eq(exp((W_1.T @ X_Q)(i, k) * R), query_dot(second(block(i)))))
display(
    "B.3", 38, "The part of it from Z_Q: exp(R v_jᵀZ̃_Q). Corrected: exp and R on the right, and R once on the left.",
    printed=query_exp_printed, corrected=query_exponentials,
    errata=Erratum("false", "exp(R v_jᵀZ̃_Q) is meant; exp and R are missing on the right.", 0, one_pair),
)  # fmt: skip
display(
    "B.3", 39, "exp of the scores without ln T, ln E, in the block of a pair. Corrected: W_1ᵀX_Q, not RW_1ᵀX_Q, as R "
    "is in W_1 already.",
    "B.38",
    printed=Claim((*sized_pairs, *at_one), Eq(exp(exponents_printed(i, k)), block_exponential(i, k))),
    corrected=pair_exponentials, errata=counted_twice,
)  # fmt: skip
shifted = Erratum("typo", "The row range and f(ṽ_{i−1}, v_{j−1}) are shifted by one against i and j from 0.")
display(
    "B.3",
    40,
    "Entrywise products in the block of a pair. Corrected: rows and f(ṽ_i, ṽ_j) are not shifted by one.",
    corrected=pair_products,
    errata=shifted,
)
adds_up = pair_case(self_attention.blocks_add_up)
display(
    "B.3", 41, "X_2 adds up the blocks of all pairs. Corrected: rows and f(ṽ_i, ṽ_j) are not shifted by one, and there "
    "is no factor R.",
    corrected=adds_up,
    errata=(shifted, Erratum("typo", "The first sum has a superfluous factor R.")),
)  # fmt: skip
one_more = of_pairs(Sum(lambda h: share(h) * (F(h, r, c) / B0), 1, G)) / (d * B0)
beside = of_pairs(self_attention.averages(r, c)) / (2 * d)
bound_twice = Claim((*valued_pairs, r >= 1, r <= d, c >= 1, c <= n), Eq(one_more, beside))
two_bounds = Search(
    sizes=one_pair.sizes, reals={"R": [1], "B_0": [2]}, entries=one_pair.entries, length=one_pair.length
)
once_only = "1/(dB_0) and f/B_0 have B_0 twice: the factor is 1/d before f/B_0."
final = (pair_case(self_attention.values_beside_zeros), pair_case(self_attention.output_rescaled))
display(
    "B.3", 42, "V Softmax(KᵀQ), beside zeros. Corrected: B_0 once, not twice.", printed=bound_twice, corrected=final[0],
    errata=(Erratum("false", once_only, 0, two_bounds), shifted),
)  # fmt: skip
display("B.3", 43, "W_O = [dB_0 I_n; 0].", given=valued_pairs, defines=W_O(i, k))
wrong_scale = Claim(
    (*valued_pairs, r >= 1, r <= d, c >= 1, c <= n), Eq(double_output / B0, of_pairs(self_attention.output(r, c)))
)
display(
    "B.3", 44, "The output: the average of f over the pairs, with the weights of the pairs. Corrected: f, not f/B_0, "
    "as W_O has taken B_0 away.",
    "B.39",
    printed=wrong_scale, corrected=(final[1], cross_attention.cross_output, output_over_pairs),
    errata=(
        Erratum(
            "false", "f/B_0 stands in the result, where W_O has taken B_0 away: it is f.", 0, two_bounds,
            same_as="B.3-42",
        ),
        shifted,
    ),
)  # fmt: skip
paper.state(
    "definition-B.3", "The affine functions of the pairs and their maximum.", section="B.3", index="Definition B.3",
    kind="definition", given=[G >= 1], defines=pair_score(i, j), steps=cross_attention.stacked_score,
    errata=Erratum("typo", "They are functions on ℝ^(2dn), not ℝ^(dn)."),
)  # fmt: skip
display("B.3", 45, "Aff_{i,j} = v_iᵀZ̃_K + v_jᵀZ̃_Q − ‖v_i‖²/2 − ‖v_j‖²/2.", defines=pair_score(i, j))
display(
    "B.3", 46, "MaxAff is the greatest over all pairs.", given=[G >= 1],
    defines=Max(lambda i: Max(lambda j: pair_score(i, j), 1, G), 1, G),
)  # fmt: skip
paper.state(
    "text-B.3-32", "A continuous function on a product of two compact sets is uniformly continuous.",
    section="B.3", index=("B.3¶31", "B.3¶32"), kind="fact", printed=modulus.pair_modulus_exists,
)  # fmt: skip
splits, near_case = grid_case(nearest_centre.average_splits), grid_case(nearest_centre.near_part)
greatest_pair = every(lambda a: every(lambda b: pair_score(a, b) <= pair_score(best_key, best), 1, G), 1, G)
in_E_0 = (i >= 1, i <= G, j >= 1, j <= G, delta > 0, pair_score(best_key, best) - pair_score(i, j) <= delta)
in_cube = tuple(substitute(grid.inside, {z: z_side}) for z_side in (z_K, z_Q))
near_on_grid = Claim((*estimate.printed_points, *in_cube, *best_pair, greatest_pair, *in_E_0), estimate.apart <= delta)
both_inputs = {"z_K": [-1], "z_Q": [-1]}
both_lengths = {"v": "G m", "kappa": "G m", "z_K": "m", "z_Q": "m"}
third_point = replace(
    estimate.third_point,
    sizes={**estimate.third_point.sizes, "i_m": [1], "i": [1]},
    entries={**estimate.third_point.entries, **both_inputs},
    length=both_lengths,
)
greatest_score = Max(lambda i: Max(lambda j: pair_score(i, j), 1, G), 1, G)
below = greatest_score - pair_score(i, j)
least_pair = exists(
    lambda: [
        Eq(pair_score(best_key, best), greatest_score),
        every(
            lambda i: every(
                lambda j: implies(Eq(pair_score(i, j), greatest_score), exists(lambda: [best_key <= i, best <= j])),
                1,
                G,
            ),
            1,
            G,
        ),
    ]
)
display(
    "B.3", 47, "The nearest pair η_m, the near ones E_0, the far ones E_1, by how far Aff_η is below the maximum; η_m "
    "has the least labels on both sides.", given=(G >= 1, *best_pair, i >= 1, i <= G, j >= 1, j <= G),
    defines=(least_pair, below <= delta, delta < below), steps=(near_on_grid, splits, near_case),
    errata=replace(estimate.by_distance, search=third_point),
)  # fmt: skip


def for_pairs(claim: Claim) -> Claim:
    """A claim of B.1 for G² centres of length 2dn."""
    return instance(claim, f"{claim.name}_for_pairs", [G >= 1], **FOR_PAIRS)


squares = tuple(for_pairs(c) for c in (nearest_centre.affine_completed, nearest_centre.affine_squares))
display("B.3", 48, "Aff at two pairs: ‖Z̃‖²/2 subtracted and added.", "B.40", printed=squares[0])
display("B.3", 49, "It is half the difference of the squared distances.", "B.41", printed=squares[1])
nearest_pair = for_pairs(nearest_centre.nearest_is_minimum)
display("B.3", 50, "The pair of the greatest Aff is a nearest one.", "B.42", printed=nearest_pair)


def unproved(claim: Claim) -> Claim:
    """A claim that is not proved, for G² centres of length 2dn."""
    return Claim(tuple(map(of_generic, claim.given)), of_generic(claim.shows))


edge = Search(
    sizes={**estimate.point, "k": [1, 2]}, reals={"D": [1], "delta": [3]}, entries={"v": [-1], "z": [1], "kappa": [0]},
    length={"v": "1 2", "z": 2, "kappa": "1 2"},
)  # fmt: skip
missed = Erratum("false", construction.misplaced, 0, edge)
misprints = estimate.g_is_P, Erratum("typo", "Z̃ has 2dn coordinates, and 𝒟 with it, not dn.")
display(
    "B.3", 51, "In each coordinate no pair of centres is nearer than the nearest pair. Corrected: the centres are "
    "middles of intervals, and beyond the edge of the grid there is none.",
    printed=unproved(Claim((*construction.nearest_printed, *estimate.in_coordinate), estimate.moved_right)),
    corrected=for_pairs(grid.nearer_than_neighbours), errata=(missed, *misprints), narrower=construction.in_middles,
)  # fmt: skip
steps_within = (for_pairs(grid.step_right), for_pairs(grid.step_left))
for number in (52, 53):
    display(
        "B.3",
        number,
        "2Δᵀ(Z̃ − v) ≤ ‖Δ‖² for Δ = ±(2D/P)e_k. Corrected: the centres are the middles of the intervals, not their left "
        "ends.",
        printed=unproved(Claim((*construction.nearest_printed, *estimate.in_coordinate), estimate.wide_step)),
        corrected=steps_within,
        errata=(missed, *misprints),
        narrower=construction.in_middles,
    )
near_coordinate, near_all = for_pairs(grid.coordinate_near), for_pairs(grid.nearest_within)
display(
    "B.3", 54, "Every coordinate of Z̃ is within D/P of that of the nearest pair. Corrected: the centres are the "
    "middles of the intervals, not their left ends.",
    printed=unproved(construction.within_printed), corrected=near_coordinate, errata=(missed, *misprints),
    narrower=construction.in_middles,
)  # fmt: skip
display(
    "B.3", 55, "‖Z̃ − v‖_∞ ≤ D/P. Corrected: the centres are the middles of the intervals, not their left ends.",
    printed=unproved(Claim(construction.nearest_printed, grid.farthest(best) <= D / P)), corrected=near_all,
    errata=(missed, *misprints), narrower=construction.in_middles,
)  # fmt: skip
near_half = for_pairs(grid.nearest_within_half)
display(
    "B.3", 56, "‖Z̃ − v‖_∞ ≤ δ/2 for P ≥ 2D/δ. Corrected: the centres are the middles of the intervals, not their left "
    "ends.",
    printed=unproved(Claim((*construction.nearest_printed, 2 * D < delta * P), grid.farthest(best) <= delta / 2)),
    corrected=near_half, errata=missed, narrower=construction.in_middles,
)  # fmt: skip
close_value = for_pairs(construction.close_value_printed)
display(
    "B.3", 57, "f at the nearest pair is within ε/3 of f(Z).", printed=close_value,
)  # fmt: skip


def doubled(search: Search) -> Search:
    """The same search with tables for G² centres of length 2m."""
    bigger: dict[str, str | int] = {"G m": "1 2", "m": 2, "G d n": "1 d n", "G": 1}
    length_ = {name: bigger.get(str(places), places) for name, places in search.length.items()}
    return Search(search.sizes, search.reals, search.entries, length_)


counted_parts = (for_pairs(nearest_centre.error_is_averaged), for_pairs(nearest_centre.average_bounds_error))
only_G = Erratum("typo", "The sums over pairs run to G − 1 only; there are G² pairs, and η_0, η_1 are E_0, E_1.")
display(
    "B.3", 58, "The error is at most an average, which is split into the nearest pair, the other near ones and the far "
    "ones. Corrected: η_m is left out of the near ones, where it is counted twice, and near means within δ.",
    "B.43",
    printed=(*counted_parts, unproved(estimate.counted_twice)), corrected=(*counted_parts, splits),
    errata=(
        Erratum(
            "false", "η_m belongs to E_0 as it is defined, so that its term is counted twice.", 2,
            doubled(estimate.twice), same_as="eq-B.18",
        ),
        only_G,
    ),
)  # fmt: skip


def pair_apart(i: Term, j: Term, a: Term, b: Term) -> Term:
    """‖f(ṽ_η) − f(ṽ_η′)‖_∞ for the pairs (i, j) and (a, b)."""
    return at_pair(substitute(nearest_centre.from_best(centre), {best: (a - 1) * G + b}), i, j)


close_pairs = estimate.from_each_other(lambda i, a: estimate.from_each_other(
    lambda j, b: pair_apart(i, j, a, b) <= nearest_centre.third))  # fmt: skip
best_pair_close = at_pair(nearest_centre.gap(best), i, j) <= nearest_centre.third
of_chain = (
    *of_pair_values, *estimate.printed_points, *in_cube, greatest_pair, delta > 0, eps > 0, best_pair_close,
    close_pairs,
)  # fmt: skip
five_ends = replace(  # f depends on the first input only
    estimate.five_ends,
    sizes={**estimate.five_ends.sizes, "i_m": [1]},
    entries={
        **{name: x for name, x in estimate.five_ends.entries.items() if name != "z"},
        "z_K": [estimate.near_first], "z_Q": [estimate.near_first],
        "F": [fun(lambda e, r, c: array(*(x for x in (0, 0, 1, 2, 3) for _ in range(5)))(e), 3)],
    },
    length={**both_lengths, "F": "25 d n", "y": "d n"},
)  # fmt: skip
not_distance = Erratum("false", estimate.by_distance.what, 1, five_ends, same_as="eq-B.19")
display(
    "B.3", 59, "The near pairs, by way of f(ṽ_ηm): at most 2ε/3 times their weights. Corrected: near means ‖Z̃ − "
    "v_η‖_∞ ≤ δ, not Aff_η within δ of the maximum.",
    printed=(near_pairs_by_best, Claim(of_chain, over_near(pair_by_best) <= over_near(pair_thirds))),
    corrected=(grid_case(nearest_centre.near_by_best), near_case),
    errata=(
        not_distance,
        Erratum("typo", "“Along with (B.40)” means ‖f(Z) − f(ṽ_ηm)‖ ≤ ε/3, which has no number, not (B.40)."),
    ),
    narrower=estimate.near_values,
)  # fmt: skip
display(
    "B.3", 60, "The near pairs: the last line, and with it the sum is at most 2ε/3 times their weights. Corrected: "
    "near means ‖Z̃ − v_η‖_∞ ≤ δ, not Aff_η within δ of the maximum.",
    "B.44",
    printed=(pair_thirds_add, Claim(of_chain, over_near(pair_weighted) <= near_end)),
    corrected=(pair_thirds_add, near_case), errata=not_distance, narrower=estimate.near_values,
)  # fmt: skip
display(
    "B.3", 61, "The nearest pair: at most ε/3 times its weight.", "B.45", printed=for_pairs(nearest_centre.best_part)
)
out_of_reach = Sum(
    lambda i: Sum(lambda j: ite(pair_score(best_key, best) - pair_score(i, j) <= delta, 0, 1), 1, G), 1, G
)
fewer_than_G = Claim((*estimate.printed_points, *in_cube, *best_pair, greatest_pair, delta > 0), out_of_reach < G)


def over_far(f: Callable[[Term, Term], Term]) -> Term:
    """Σ f over the pairs of E_1 as printed."""

    def member(i: Term, j: Term) -> Term:
        return ite(pair_score(best_key, best) - pair_score(i, j) <= delta, 0, f(i, j))

    return Sum(lambda i: Sum(lambda j: member(i, j), 1, G), 1, G)


def pair_square(i: Term, j: Term) -> Term:
    """‖Z̃ − v_η‖²."""

    def side(z: Term, j: Term) -> Term:
        return Sum(lambda k: (z(k) - v(j, k)) * (z(k) - v(j, k)), 1, length)

    return side(z_K, i) + side(z_Q, j)


pair_quotients = over_far(lambda i, j: exp(R / 2 * (pair_square(best_key, best) - pair_square(i, j))))
below_on_grid = Claim(
    (*estimate.printed_points, *in_cube, *best_pair, greatest_pair, B0 > 0, R > 0, delta > 0),
    2 * B0 * pair_quotients <= 2 * B0 * over_far(lambda i, j: num(1)) * estimate.far_bound,
)
wide_cells = replace(
    estimate.wide_cells,
    sizes={**estimate.wide_cells.sizes, "i_m": [1]},
    entries={**estimate.wide_cells.entries, "z_K": [-3], "z_Q": [-3]},
    length=both_lengths,
)
*_, strict = estimate.scale_errata
finer_square = for_pairs(grid.nearest_square)
far_display = display(
    "B.3", 62, "The far pairs contribute at most ε/3, for R ≥ 8 ln(6B_0G²/ε)/(3δ²). Corrected: ln(6B_0G²/ε), not "
    "ln(3B_0Gε/2); far means farther than δ in ‖·‖_∞; and ≤ where no pair is far.",
    "B.46",
    printed=(estimate.too_small, below_on_grid, unproved(estimate.none_far), fewer_than_G),
    corrected=(*far_parts, finer_square, for_pairs(grid.far_in_square),
        for_pairs(estimate.far_by_gap)),
    errata=(
        Erratum(
            "false", estimate.by_turns.format("The logarithm must be ln(6B_0G²/ε)"), 0, estimate.scale_search,
            same_as="eq-B.21",
        ),
        Erratum("gap", estimate.exponents_of.format("E_1"), 1, wide_cells, same_as="eq-B.21#2"),
        Erratum("strictness", strict.what, 2, doubled(estimate.alone)),
        Erratum("false", "Of the G² pairs more than G may be far: the logarithm needs G² for G.", 3, wide_cells),
    ),
    narrower=estimate.far_values + estimate.in_square.format("ηm", "2dn"),
)  # fmt: skip
paper.sharpen(
    "cross-attention-scale", far_display, "the least scale R at which the bound of the far pairs, 2B_0 G² e^(−3Rδ²/8), "
    "is at most ε/3",
    8 / (3 * (delta * delta)) * log(rational(3, 2) * B0 * G * eps), constant="R", goal=far_parts[-1],
    note="Sharp for this bound with R ≥ 0, not for the far pairs themselves. There are G² pairs of centres.",
)  # fmt: skip
joined = tuple(grid_case(claim) for claim in (nearest_centre.near_joined, nearest_centre.near_total))
display(
    "B.3", 63, "The near pairs and the nearest one, by (B.44) and (B.45).", printed=for_pairs(estimate.near_and_best),
)  # fmt: skip


def of_E(words: str) -> str:
    """Return the statement about j_m, J_0 and J_1 with the names that these have for pairs."""
    return words.replace("j_m", "η_m").replace("J_", "E_").replace("With one centre", "With one pair")


display(
    "B.3", 64, "Together at most 2ε/3. Corrected: η_m is left out of the near pairs, where it is counted twice.",
    "B.47",
    printed=(unproved(estimate.near_joined), for_pairs(estimate.near_shares)), corrected=joined,
    errata=Erratum("false", of_E(estimate.taken_twice), 0, doubled(estimate.one_centre), same_as="eq-B.18"),
    narrower=estimate.near_values,
)  # fmt: skip
display(
    "B.3", 65, "The sum of the parts is at most ε: the term of η_m is counted twice, and is at most ε/3 times its "
    "weight.",
    printed=for_pairs(estimate.parts_within),
)  # fmt: skip
