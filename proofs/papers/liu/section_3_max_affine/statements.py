"""Statements of sections 3, 6 and A: max-affine partitions and their cells' values, in the paper's order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.language.notation import *
from proofs.papers.liu.section_3_max_affine import (
    convexity,
    existence,
    fewer_pieces_than_tokens,
    indicator,
    indicator_error,
    indicator_weights,
    reassignment,
    unbounded_indicator,
)
from proofs.papers.liu.section_3_max_affine.cells_stated import few
from proofs.papers.liu.section_3_max_affine.equal_pieces import proposition_3_3
from proofs.papers.liu.section_3_max_affine.exceptional_set import gaps_but_in_small_region
from proofs.papers.liu.section_3_max_affine.existence import indicator_found
from proofs.papers.liu.section_3_max_affine.fewer_pieces_than_tokens import GIVEN_32
from proofs.papers.liu.section_3_max_affine.indicator_error import (
    close,
    indicators,
    is_second,
    line_2_printed,
    sharp_value,
    topped,
    within,
)
from proofs.papers.liu.section_3_max_affine.indicator_weights import (
    W_K,
    W_Q,
    K,
    Q,
    S,
    attends,
    here,
    misfit_errata,
    misfits,
    offsets,
    pad,
    scored,
    scores,
    shaped,
    shift,
    slopes,
    small,
    spare,
    stacked,
    tokens,
)
from proofs.papers.liu.section_3_max_affine.max_affine import (
    cell_indicator,
    cell_unique,
    cells_cover,
    cells_partition,
    dominated_cell_empty,
    gap_on_domain,
    has_top,
    in_cell,
    indicator_is_cell,
    indicator_one_hot,
)
from proofs.papers.liu.section_3_max_affine.proposition_3_3_square import proposition_3_3_square
from proofs.papers.liu.section_3_max_affine.reassignment import greatest_value, mixed, valued, values, w
from proofs.papers.liu.section_3_max_affine.unbounded_domain import AT_FOUR_TOKENS, printed_33, unbounded_for_3_3
from proofs.papers.liu.section_4_1_self_attention.self_attention import affine_of_tokens
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1_square import theorem_4_1_square
from proofs.papers.liu.vocabulary import (
    Delta,
    N,
    R,
    affine,
    d,
    display,
    eps,
    h,
    i,
    k,
    m,
    max_affine,
    n,
    numbered,
    one_hot,
    paper,
    separated,
    some_pieces,
    top,
    x,
)
from proofs.theorems.algebra.matrices import Matrix, blocks, constant, identity, softmax, zero
from proofs.theorems.networks.softmax import others, partition

paper.state(
    "definition-3.1", "A max-affine function is the pointwise maximum of N ≥ 1 affine functions.", section="3",
    index="Definition 3.1", kind="definition", given=[some_pieces], defines=[affine(h, x), max_affine(x)],
)  # fmt: skip
paper.state("3-1", "The affine pieces y_h(x) = a_h · x + b_h.", section="3", index="3[1]", defines=affine(h, x))
paper.state(
    "3-2", "MaxAff(x) is the greatest of the pieces at x.",
    section="3", index="3[2]", given=[some_pieces], defines=max_affine(x),
)  # fmt: skip
paper.state(
    "text-3-4", "MaxAff is convex; it is the upper envelope of its pieces: at least each of them, and equal to one "
    "everywhere, so affine on each cell.", section="3", index="3¶4", kind="fact",
    printed=(convexity.max_affine_convex, convexity.pieces_below, convexity.some_piece_attains),
)  # fmt: skip
paper.state(
    "remark-3.1", "The results of section 3 hold at the points that Assumption 3.1 does not exclude: there some piece "
    "exceeds all others by Δ. Propositions 3.2 and 3.3 say, moreover, that the excluded region is small.",
    section="3", index="Remark 3.1", kind="remark", given=[some_pieces, Delta > 0], defines=has_top(x),
)  # fmt: skip
paper.state(
    "assumption-3.1", "At each point of the set S, which are the points considered, some piece exceeds every other one "
    "by a gap Δ > 0.",
    section="3", index="Assumption 3.1", kind="assumption", given=[some_pieces, Delta > 0], defines=gap_on_domain,
)  # fmt: skip
empty = Erratum("gap", "Cells may be empty (a piece below a parallel one), so that the cells are a partition only if "
                "its parts may be empty.",
                by=dominated_cell_empty)  # fmt: skip
for number in ("3.1", "A.1"):
    numbered(
        "proposition", number, "If Assumption 3.1 holds, every point of the domain lies in exactly one cell.",
        printed=cells_partition, steps=cell_unique, errata=empty,
    )  # fmt: skip
    if number == "3.1":
        paper.state(
            "3.1-1", "The family of the N cells U_h, by what x ∈ U_h means.", section="3.1", index="3.1[1]",
            given=[some_pieces], defines=in_cell(h),
        )  # fmt: skip
        paper.state(
            "3.1-2", "The cell U_h: the points where piece h attains the maximum.", section="3.1", index="3.1[2]",
            given=[some_pieces], defines=in_cell(h),
        )  # fmt: skip
paper.state(
    "text-3.1-5", "A point of the cell of piece k lies in that of piece h, too, if and only if the two pieces are "
    "equal there.",
    section="3.1", index=("3.1¶5", "3.1¶6"), kind="fact", printed=(convexity.tied_in_both, convexity.on_boundary),
)  # fmt: skip
paper.state(
    "definition-3.2", "The indicator E(x) = e_k, k the piece that exceeds all others at x: entry h is 1 if piece h "
    "attains the maximum, and 0 if it does not.",
    section="3.1", index="Definition 3.2", kind="definition", given=separated,
    defines=[cell_indicator(h), one_hot(h, k)],
)  # fmt: skip
paper.state(
    "3.1-3", "E(x) is e_k, with the only 1 in entry k, if k is the piece that exceeds all others at x.", section="3.1",
    index="3.1[3]", printed=(indicator_is_cell, indicator_one_hot),
)  # fmt: skip
narrower = {
    "3.2": "Linear(X) has M columns, for any M that is at least n and N, and the matrix has M rows, of which those "
    "after the first N are near 0: with M = N, as printed, there must be n pieces. Where the gap of Assumption 3.1 "
    "holds the domain may be any; the region where it does not is small only if the domain is bounded and no two "
    "pieces are equal.",
    "3.3": "Where the gap of Assumption 3.1 holds the domain may be any, if W_V has d_out rows only; but for a region "
    "of small measure the statement may fail for all weights if the domain is unbounded.",
}
in_words = {
    "3.2": "Some weights make truncated attention differ from the cells' indicators by at most ε at all tokens with "
    "the gap Δ; for pairwise different pieces on a bounded domain some do so outside of a set of arbitrarily small "
    "measure. Corrected: Linear(X) has M columns, at least as many as there are tokens and pieces; with a small "
    "exceptional set the domain is bounded, and no two pieces are equal.",
    "3.3": "Some weights, with a W_V of d_out rows, make attention give all tokens with the gap Δ the value of F on "
    "their cells, up to ε; on a bounded domain some, with a square W_V, do so outside of a set of arbitrarily small "
    "measure. Corrected: with a small exceptional set the domain is bounded.",
}
in_short = {
    "3.2": "Corrected: M ≥ n columns; a bounded domain and pairwise different pieces, or the gap Δ at all tokens.",
    "3.3": "Corrected: the domain is bounded, or all tokens have the gap Δ.",
}
equal = Erratum(
    "gap", "Two equal pieces have one cell, in which the weights of the proof err by at least 1/2: the pieces must be "
    "pairwise different for the exceptional region to be small. Then no point has the gap of Assumption 3.1.",
    by=indicator_error.equal_pieces_error,
)  # fmt: skip
unbounded = {
    "3.2": Erratum(
        "gap",
        "The exceptional region need not be small: the domain must be bounded, or all tokens must have the gap of "
        "Assumption 3.1. With the pieces x, −x, −1 and −2, four tokens and 𝒳 = ℝ no weights serve for ε = 1/8, "
        "whatever set of measure 1 is left out: on the sequences of size T a score changes with a token by at most a "
        "multiple of T times the distance by which the token moves, and is wrong on a set of measure at least a "
        "multiple of T².",
        by=unbounded_indicator.unbounded_for_3_2,
    ),
    "3.3": Erratum(
        "false",
        "The exceptional region need not be small: the domain must be bounded, or all tokens must have the gap of "
        "Assumption 3.1. With the pieces x and −x, the values 1 and 0, four tokens and 𝒳 = ℝ no weights suffice for ε "
        "= 1/8, whatever set of measure 1 is left out: on the sequences of size T the output changes with a token by "
        "at most a multiple of T² times the distance by which the token moves, and is wrong on a set of measure at "
        "least a multiple of T.",
        by=unbounded_for_3_3,
        at=AT_FOUR_TOKENS,
    ),
}
wrong_space = Erratum("typo", "X has d × n entries: the exceptional region lies in that space, not ℝⁿ.")
of_values = (
    Erratum("typo", "ℝ_out^d is to be ℝ^(d_out)."),
    Erratum("typo", "Attn(X) is to be Attn ∘ Linear(X), as in the proof: attention maps X = 0 to 0."),
    Erratum("typo", "“X in 𝒳” is said of sequences, but 𝒳 is the domain of their tokens."),
)
errata = {
    "3.2": [few["3.2"], equal, unbounded["3.2"], wrong_space],
    "3.3": [few["3.3"], unbounded["3.3"], replace(wrong_space, same_as="proposition-3.2#4"), *of_values],
}
for number, restated, printed, claim, steps in (
    ("3.2", "A.2", Claim(GIVEN_32, indicator_found), existence.proposition_3_2, (
        existence.indicated_in_any_columns, existence.indicated_but_in_small_region, existence.indicated_with_gap,
        gaps_but_in_small_region, indicator.attention_indicates, indicator.weights_exist, indicator_error.outside_slabs,
    )),
    ("3.3", "A.3", printed_33, proposition_3_3, (
        proposition_3_3_square, existence.reassigned_in_any_columns, existence.reassigned_with_gap,
        reassignment.values_reassigned, reassignment.values_reassigned_at_scale,
    )),
):  # fmt: skip
    again = [replace(x, same_as=x.same_as or f"proposition-{number}#{k}") for k, x in enumerate(errata[number], 1)]
    for place, wrong in (number, errata[number]), (restated, again):
        numbered(
            "proposition", place, in_words[number], printed=printed, corrected=claim, steps=steps,
            narrower=narrower[number], errata=tuple(wrong[:3] if place == "A.2" else wrong),  # which names no space
        )  # fmt: skip
        display(
            place, 1, f"The largest error is at most ε, but for a region of small measure. {in_short[number]}",
            printed=printed, corrected=claim, narrower=narrower[number], errata=again[0 if number == "3.2" else 1],
        )  # fmt: skip
paper.state(
    "remark-3.2", "An affine function of all tokens is a sum of affine functions of single tokens.", section="3.3",
    index="Remark 3.2", kind="remark", printed=affine_of_tokens,
)  # fmt: skip
paper.state(
    "remark-3.3", "In Theorem 4.1 no region is left out: ties of nearest centres do no harm there.", section="3.3",
    index="Remark 3.3", kind="remark", printed=theorem_4_1_square,
)  # fmt: skip
paper.state(
    "text-6-1", "The weight of the top piece is at least 1 − (N − 1)/exp(RΔ), which comes nearer to 1 as R grows.",
    section="6", index=("6¶1", "A.2¶7"), kind="fact", printed=(indicator_error.attention_to_top, convexity.tail_falls),
)  # fmt: skip
paper.state(
    "A.1-1", "The family of the N cells and each cell, restated.", section="A.1", index="A.1[1]",
    given=[some_pieces], defines=in_cell(h),
)  # fmt: skip
paper.state(
    "A.1-2", "No point lies outside of all cells: MaxAff cannot differ from every piece.",
    section="A.1", index="A.1[2]", printed=cells_cover,
)  # fmt: skip
paper.state(
    "definition-A.1", "MaxAff again, with its coefficients a_i, b_i named.", section="A.2", index="Definition A.1",
    kind="definition", given=[some_pieces], defines=max_affine(x),
)  # fmt: skip
paper.state(
    "eq-A.1", "MaxAff(Z) is the greatest of a_i · Z + b_i.", section="A.2", index="A.2[2]", equations="A.1",
    given=[some_pieces], defines=max_affine(x),
)  # fmt: skip
paper.state(
    "remark-A.1", "The assumption that the top piece exceeds the second largest by Δ > 0, the same Δ for all inputs.",
    section="A.2", index="Remark A.1", kind="remark", given=[some_pieces, Delta > 0], defines=gap_on_domain,
    errata=Erratum(
        "gap", "No such Δ exists for all points of a connected domain with two non-empty cells: where the gap is Δ, "
        "the top piece is the same at points between which no piece changes by Δ, so the gap fails on the way.",
        by=indicator_weights.gap_separates_cells,
    ),
)  # fmt: skip
left_printed = blocks([[identity(d)], [zero(n, d)]])
paper.state(
    "A.2-3", "Linear(Z) = [I_d; 0] Z [I_n, 0] + [0; I_N], which has d + N rows and N ≥ n columns. Corrected: the zero "
    "block below I_d is N × d, not n × d.",
    section="A.2",
    index="A.2[3]", printed=misfits(lambda: left_printed @ tokens @ pad + shift),
    corrected=indicator_weights.linear_pads,
    errata=(
        *misfit_errata("The first summand has d + n rows, the second d + N: the zero block must be N × d."),
        Erratum(
            "gap", "N ≥ n is taken to be no loss of generality: with fewer pieces than tokens the function must be "
            "padded first, and how is not said.", same_as="proposition-3.2",
        ),
    ),
)  # fmt: skip
padded_printed = blocks([[tokens, zero(d, spare)], [zero(n, n), zero(n, spare)]])
paper.state(
    "eq-A.2", "Linear(X) is X beside zeros, on top of the identity of size N. Corrected: the zero blocks of the first "
    "two lines have N rows, not n.",
    section="A.2", index="A.2[4]",
    equations="A.2", printed=misfits(lambda: padded_printed + shift),
    corrected=(indicator_weights.linear_pads, indicator_weights.linear_stacks),
    errata=misfit_errata("The zero blocks have n rows in the first two lines; the sum needs N.", same_as=["A.2-3"]),
)  # fmt: skip


def printed_key() -> Matrix:
    """W_K as printed: a single 0 in the lower left corner."""
    return blocks([[zero(d, d), slopes], [constant(0, 1, 1), offsets]]) * R


paper.state(
    "A.2-5", "W_K: d zero columns, then the coefficients of the pieces times R. Corrected: below the d × d block "
    "stands a row of d zeros, not a single 0.",
    section="A.2", index="A.2[5]",
    defines=W_K(i, m), printed=misfits(printed_key),
    corrected=(indicator_weights.key_slopes, indicator_weights.key_offsets),
    errata=misfit_errata("The single 0 below the d × d zero block must be a row of d zeros."),
)  # fmt: skip


def printed_query(height: Term | int) -> Matrix:
    """W_Q as printed (height 1), or with zero blocks of another height beside I_d."""
    upper = [identity(d), zero(height, d), zero(height, N - d)]
    return blocks([upper, [zero(1, d), constant(1, 1, d), zero(1, N - d)]])


marks_tokens = every(lambda j: Eq((printed_query(d) @ stacked)(d + 1, j), 1), 1, n)
paper.state(
    "A.2-6", "W_Q = [I_d, 0, 0; 0, 1_{1×n}, 0] keeps X and marks the tokens by 1. Corrected: zero blocks of d rows "
    "beside I_d, n ones, not d, and N − n last columns, not N − d.",
    section="A.2",
    index="A.2[6]", defines=W_Q(i, m),
    printed=(*misfits(lambda: printed_query(1)), Claim(shaped, N - d >= 0), Claim(shaped, marks_tokens)),
    corrected=(indicator_weights.query_copies, indicator_weights.query_counts),
    errata=(
        *misfit_errata("The zero blocks beside I_d have one row; they need d."),
        Erratum("dimension", "The last blocks have N − d columns, negative for N < d: N − n is meant.", 1, small),
        Erratum("false", "1_{1×d} marks the first d tokens; all n tokens need the offsets, so 1_{1×n}.", 2, small),
    ),
)  # fmt: skip
paper.state(
    "A.2-7", "K = W_K Linear(X) holds the coefficients (a_h; b_h) times R as columns. Corrected: W_K has a row of d "
    "zeros below the d × d block.",
    section="A.2", index="A.2[7]",
    printed=misfits(lambda: (printed_key() @ stacked).equals(K)), corrected=indicator_weights.keys,
    errata=misfit_errata("W_K is printed with a single 0 below the d × d zero block.", same_as=["A.2-5"]),
)  # fmt: skip


def printed_q(x: Matrix) -> Matrix:
    """Q as printed, with X in its upper left corner."""
    return blocks([[x, zero(d, N)], [constant(1, 1, d), zero(1, N)]])


paper.state(
    "A.2-8",
    "Q = W_Q Linear(X) holds the tokens over a row of n ones, and N − n zero columns. Corrected: X I_d is not formed, "
    "the row has n ones, not d, and the zero blocks N − n columns.",
    section="A.2", index="A.2[8]",
    printed=misfits(
        lambda: [
            (printed_query(1) @ stacked).equals(printed_q(tokens @ identity(d))),
            (W_Q @ stacked).equals(printed_q(tokens)),
        ]
    ),
    corrected=indicator_weights.queries,
    errata=misfit_errata(
        "W_Q is printed with zero blocks of one row beside I_d.",
        "I_d multiplies X from the left; X I_d is undefined, and so is a row of d ones below the n columns of X.",
        "The second line has d + N columns, the product N: the zero blocks have N − n.",
        "The last line has n + N columns, the product N: the zero blocks have N − n.",
        same_as=["A.2-6", "", "", "A.2-8#3"],
    ),
)  # fmt: skip
paper.state(
    "A.2-9", "Softmax(KᵀQ) with K and Q written out. Corrected: n ones below X, not d, and N − n zero columns, not N.",
    section="A.2", index="A.2[9]",
    printed=misfits(lambda: softmax(K.T @ printed_q(tokens)).equals(softmax(S))),
    corrected=indicator_weights.scores_written_out,
    errata=misfit_errata(
        "X has n columns and the row of ones below it d: the latter must be 1_{1×n}.",
        "The zero blocks beside X have N columns, which makes n + N; they have N − n.", same_as=["A.2-6#3", "A.2-8#3"],
    ),
)  # fmt: skip
paper.state(
    "A.2-10", "Softmax(KᵀQ) is the softmax of R y_h(x_i), beside N − n columns of zero scores. Corrected: N − n zero "
    "columns, not N − d.",
    section="A.2",
    index="A.2[10]",
    printed=(*misfits(lambda: (K.T @ Q).equals(blocks([[scored, zero(N, N - d)]]) * R)), Claim(shaped, N - d >= 0)),
    corrected=(indicator_weights.score_matrix, indicator_weights.softmax_scores),
    errata=misfit_errata(
        "The zero columns must be N − n, not N − d, to make N columns.", "N − d is negative for N < d.",
        same_as=["A.2-6#2", "A.2-6#2"],
    ),
)  # fmt: skip
paper.state(
    "A.2-11", "For a token x_i, column i of the attention matrix is the softmax of the scaled pieces at x_i.",
    section="A.2", index="A.2[11]", printed=indicator_weights.attention_column,
)  # fmt: skip
paper.state(
    "A.2-12", "Entry (k, i) of the attention matrix: exp(R y_k(x_i)) over the sum of all N such terms.", section="A.2",
    index="A.2[12]", printed=indicator_weights.attention_row_entry,
)  # fmt: skip
point = {"d": [1], "i": [1], "k": [1], "k'": [2]}
spans: dict[str, str | int] = {"a": "N d", "b": "N", "X": "d i"}


def scores_search(heights: Sequence[int], scale: int, many: int) -> Search:
    """Instances with slopes 0, so that the scores are the offsets: `heights` in some order."""
    entries_ = {"a": [0], "b": list(heights), "X": [0]}
    return Search(sizes={**point, "N": [many]}, reals={"R": [scale], "Delta": [1]}, entries=entries_, length=spans)


ranked = (*topped, *is_second)
paper.state(
    "A.2-13", "Chain: the weight of the top piece is at least 1 − (N − 1)/exp(RΔ). Corrected: the second line divides "
    "by the top term alone, not by N times it.",
    section="A.2", index="A.2[13]",
    printed=(
        indicator_error.complement, Claim(ranked, line_2_printed <= 1 - others(scores, k, N) / partition(scores, N)),
        indicator_error.third_line_printed, indicator_error.quotient_of_exponentials, indicator_error.gap_bounds_second,
    ),
    corrected=(
        indicator_error.complement, indicator_error.drop_others, indicator_error.second_bounds_others,
        indicator_error.quotient_of_exponentials, indicator_error.gap_bounds_second, indicator_error.attention_to_top,
    ),
    errata=(
        Erratum(
            "false", "The second line divides by N times the top term, more than the partition, so that the bound goes "
            "the wrong way; it must divide by the top term alone.", 1, scores_search([0, -1], 1, 2),
        ),
    ),
    narrower="The scale R is positive throughout; the gap is that of Remark A.1, at the second largest piece.",
)  # fmt: skip
printed_scale = Delta * (log(N - 1) - log(eps)) <= R
printed_tail = Claim((N >= 1, Delta > 0, eps > 0, printed_scale), close)
half = rational(1, 2)
scale_search = Search(sizes={"N": [2, 3]}, reals={"Delta": [half, 1], "epsilon": [half], "R": [1, 2]})
scale_display = paper.state(
    "A.2-14", "The scale R ≥ (ln(N − 1) − ln ε)/Δ makes the error at most ε, for N ≥ 2 pieces; for one piece, or ε ≥ "
    "1, every scale does. Corrected: divided by Δ, not multiplied, and N ≥ 2.",
    section="A.2",
    index="A.2[14]", printed=(printed_tail, Claim((N >= 1,), N - 1 > 0)),
    corrected=(indicator_error.scale_bounds_tail, indicator_error.single_piece, indicator_error.large_eps),
    errata=(
        Erratum("false", "The threshold must be divided by the gap Δ, not multiplied by it.", 0, scale_search),
        Erratum("gap", "For one piece ln(N − 1) is undefined; then every scale suffices.", 1, small),
    ),
    narrower="One piece and ε ≥ 1, where the logarithms say nothing, are cases of their own, with any scale.",
)  # fmt: skip
paper.constant(
    "scale", scale_display, "the least scale R that makes the error at most ε, for N ≥ 2 pieces with gap Δ and 0 < ε "
    "< 1", Delta * (log(N - 1) - log(eps)), needed=(log(N - 1) - log(eps)) / Delta,
    needed_by=indicator_error.error_at_threshold, sharp=sharp_value, sharp_by=indicator_error.error_at_sharp,
    beyond=indicator_error.error_beyond_sharp, note="The sharp value is for scales R ≥ 0; for ε ≥ 1 and for N = 1 "
    "every scale is enough.",
)  # fmt: skip
tail_display = paper.state(
    "A.2-15", "(N − 1)/exp(RΔ) ≤ ε for R ≥ (ln(N − 1) − ln ε)/Δ and N ≥ 2. Corrected: the threshold is divided by Δ, "
    "not multiplied.",
    section="A.2", index="A.2[15]", printed=printed_tail,
    corrected=indicator_error.scale_bounds_tail,
    errata=Erratum("false", "It does not follow from the threshold before it.", 0, scale_search, same_as="A.2-14"),
    narrower="The scale is the corrected one of the display before, for two pieces and more.",
)  # fmt: skip
paper.sharpen(
    "scale-tail", tail_display, "the least scale R at which (N − 1)/exp(RΔ) is at most ε, for N ≥ 2 pieces",
    Delta * (log(N - 1) - log(eps)), constant="R", goal=indicator_error.scale_bounds_tail,
    note="The error itself is smaller; the least scale for it is the one of `scale`.",
)  # fmt: skip
paper.state(
    "eq-A.3", "The weight of the top piece is at least 1 − ε.", section="A.2", index="A.2[16]", equations="A.3",
    printed=indicator_error.top_attends,
)  # fmt: skip
paper.state(
    "eq-A.4", "Every other weight is at most ε, since the weights sum to 1.", section="A.2", index="A.2[17]",
    equations="A.4", printed=(indicator_error.rest_shares, indicator_error.rest_at_most, indicator_error.rest_is_eps),
)  # fmt: skip
paper.state(
    "A.2-18", "The top weight is within ε of 1 and every other one within ε of 0.", section="A.2", index="A.2[18]",
    printed=(indicator_error.top_near_one, indicator_error.others_near_zero, indicator_error.near_one_is_top),
    errata=Erratum("typo", "“(A.3) and (A.3)” must read “(A.3) and (A.4)”."),
)  # fmt: skip
paper.state(
    "A.2-19", "Column i of the attention matrix is within ε of E(x_i) in every entry.", section="A.2", index="A.2[19]",
    printed=indicator_error.column_error,
)  # fmt: skip
paper.state(
    "A.2-20", "The first n columns of the attention matrix are within ε of [E(x_1), …, E(x_n)] in every entry. "
    "Corrected: n columns are compared with n, not a single one.",
    section="A.2", index="A.2[20]", printed=misfits(lambda: Matrix(N, num(1), lambda h, _: attends(h)) - indicators),
    corrected=indicator_error.all_columns_error, errata=misfit_errata("A single column is compared with n columns."),
    narrower="The labels are those of E, and (A.3) is what the displays before show for every token.",
)  # fmt: skip
paper.state(
    "A.2-21", "W_O = [I_n; 0] keeps the first n columns of the attention matrix.", section="A.2", index="A.2[21]",
    printed=indicator_error.truncation,
    errata=Erratum(
        "typo", "The text before it discards rows n + 1 to N; W_O acts on columns and keeps all N rows.",
        same_as="A.2-22",
    ),
)  # fmt: skip
paper.state(
    "A.2-22", "The attention matrix, truncated to the tokens' columns, is within ε of the indicators. Corrected: "
    "columns 1 to n are kept, not rows, and all n are compared.",
    section="A.2",
    index="A.2[22]", printed=misfits(lambda: Matrix(n, num(1), lambda h, _: attends(h)) - indicators),
    corrected=indicator.attention_indicates,
    errata=misfit_errata(
        "Rows 1 to n are kept in the second line; it is the columns.", "A single column is compared with n columns.",
    ),
    narrower="Linear(X), K, Q and the attention matrix A are those of the displays before, with the corrected scale.",
)  # fmt: skip
display(
    "A.3", 2, "The attention scores are within ε_0 of the indicators, at all tokens with the gap Δ. Corrected: "
    "Linear(X) has M columns, at least as many as there are tokens and pieces.",
    printed=fewer_pieces_than_tokens.with_gap, corrected=existence.indicated_in_any_columns, narrower=narrower["3.2"],
    errata=replace(few["A.3-2"], same_as="proposition-3.2#1"),
)  # fmt: skip
one_row = "0_{1×d} stands beside columns of d_out entries; it must be 0_{d_out×d}."


def values_printed() -> Matrix:
    """W_V as printed, with a row of d zeros."""
    return blocks([[zero(1, d), values]])


printed_values = misfits(values_printed, valued)
display(
    "A.3", 3, "W_V: zeros, then the values of the cells as columns, so that W_V Linear(X) = [V_1, …, V_N]. Corrected: "
    "the zero block is d_out × d, not 1 × d.",
    printed=printed_values,
    corrected=reassignment.values_of_cells, errata=misfit_errata(one_row),
)  # fmt: skip
display(
    "A.3", 4, "V = W_V Linear(X) has the values as columns. Corrected: the zero block of W_V is d_out × d, not 1 × d.",
    printed=printed_values,
    corrected=reassignment.values_of_cells, errata=misfit_errata(one_row),
)  # fmt: skip
with_gap = (Delta > 0, top(k, here))  # Assumption 3.1
by_norm = Claim((k >= 1, k <= N, *with_gap, within, eps > 0), abs(mixed - w(k)) <= greatest_value * eps)
opposite = Search(
    sizes={"d": [1], "N": [2], "i": [1], "k": [1]}, reals={"R": [1], "Delta": [1], "epsilon": [rational(27, 100)]},
    entries={"a": [0], "b": [0, -1], "X": [0], "w": [1, -1]}, length={"a": "N d", "b": "N", "X": "d i", "w": "N"},
)  # fmt: skip
norm_bound = Erratum(
    "false", "‖V‖_∞ ε, with the greatest entry for ‖V‖_∞, is too small: values 1 and −1 can err by 2ε. The spread of "
    "the values times ε bounds the error, and 2‖V‖_∞ bounds the spread.", 0, opposite,
)  # fmt: skip
value_display = display(
    "A.3", 5, "The error is at most that of the scores times the spread of the values. Corrected: the spread of the "
    "values, not their greatest size ‖V‖_∞, which is too small.",
    printed=by_norm,
    corrected=(reassignment.mixture_error, reassignment.values_reassigned), errata=norm_bound,
    narrower="The labels are those of E, the bound of the scores is (A.3), and the spread is defined by its bounds.",
)  # fmt: skip
paper.constant(
    "value-error", value_display, "the error of the output if the attention scores have error ε and the values are at "
    "most ‖V‖_∞",
    greatest_value * eps, needed=2 * greatest_value * eps, needed_by=reassignment.mixture_error_by_norm,
    sharp=2 * greatest_value * eps, sharp_by=reassignment.mixture_error_by_norm,
    beyond=reassignment.mixture_error_beyond, note="`beyond`: with values 1 and −1 and weights 1/2, at a tie of two "
    "pieces, where ε = 1/2, no factor below 2 is enough. With a gap the weights are 1 − ε and ε, and the error is 2ε "
    "too.",
)  # fmt: skip
