"""Statements of appendix E.3: the proof of Lemma 8, with Lemma 10, in the paper's order."""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum
from proofs.language.notation import *
from proofs.papers.yun.appendix_e1_proof_sketch.modified_layers import pair_member
from proofs.papers.yun.appendix_e3_lemma_8 import (
    category_3,
    column_ids,
    columns_in_any_order,
    last_layer,
    last_shifted_id,
    next_shift,
    selective_shift,
    shifted_ids,
    shifted_order,
)
from proofs.papers.yun.appendix_e3_lemma_8.last_layer import BOTH, start, step
from proofs.papers.yun.appendix_e3_lemma_8.last_shifted_id import final, final2, lower_bound, upper_bound
from proofs.papers.yun.appendix_e3_lemma_8.selective_shift import COLUMNS, WINDOW, big_psi, psi
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import GRID, SMALL, lx, rise, width
from proofs.papers.yun.appendix_e3_lemma_8.sweep import sweep_columns, swept_increase
from proofs.papers.yun.beyond import lemma_10_range, two_distinct_columns
from proofs.papers.yun.beyond.factors_enough import entries_differ, entries_increase
from proofs.papers.yun.beyond.factors_too_small import last_too_small, same_last_id, too_small, two_sequences
from proofs.papers.yun.beyond.interval_ends import context_greatest, context_least, greatest_attained, least_attained
from proofs.papers.yun.beyond.lemma_10_range import sharp_lower, sharp_upper
from proofs.papers.yun.beyond.smaller_factors import output_at_gamma, swept_at_gamma
from proofs.papers.yun.vocabulary import Z, b, b2, i, j, n, paper, tower

# --- E.3 --------------------------------------------------------------------------------------------------------------
paper.state(
    "E.3-1", "ψ writes to the first row and is a hardmax head of size 1: a skip connection with two of them, times any "
    "factors, is a modified Transformer of T̄^(2,1,1)",
    section="E.3", index="E.3[1]", kind="definition", given=COLUMNS,
    defines=psi(Z, b, i, j), printed=pair_member,
)  # fmt: skip
paper.state(
    "E.3-2", "ψ returns the largest id to columns whose id is above b and the smallest to those below, ties included",
    section="E.3", index="E.3[2]", printed=(selective_shift.psi_first_row, selective_shift.psi_max,
        selective_shift.psi_min),
)  # fmt: skip
paper.state(
    "E.3-rows", "all rows of ψ but the first are 0", section="E.3", index=(), kind="fact",
    printed=selective_shift.psi_other_rows
)  # fmt: skip
paper.state(
    "E.3-3", "two heads shift exactly the columns whose id lies in the window, by the spread of the ids, in their "
    "first entry alone",
    section="E.3", index="E.3[3]",
    given=WINDOW, defines=big_psi(Z, b, b2, i, j),
    printed=(selective_shift.shift_inside, selective_shift.shift_below, selective_shift.shift_above,
        selective_shift.shift_other_rows),
)  # fmt: skip
paper.state(
    "E.3-ids", "the column id is a bijection from the grid of columns to the multiples of δ from 0 to δ^(-d+1) − δ",
    section="E.3", index=(), kind="fact",
    printed=(column_ids.id_low, column_ids.id_high, column_ids.id_injective, column_ids.id_digit_low,
        column_ids.id_digit_high, column_ids.id_surjective),
)  # fmt: skip
paper.state(
    "E.3-outside", "a column with an entry −δ^(-nd) has an id of at most −δ^(-nd) + δ^(-d+1) − 1 < 0",
    section="E.3", index=(), kind="fact", printed=(column_ids.id_outside, column_ids.outside_negative),
)  # fmt: skip
# --- E.3.1 ------------------------------------------------------------------------------------------------------------
paper.state(
    "E.3.1-sweep", "the first δ^(-d) layers map the ids l_1, …, l_n to l̃_1 < … < l̃_n",
    section="E.3.1", index=(), kind="fact", printed=(sweep_columns, swept_increase),
)  # fmt: skip
paper.state(
    "E.3.1-shifts", "Ψ with the window at l_j is l̃_{j-1} − l_j in column j (l_n − l_1 if j = 1), which the layer adds "
    "times δ^(-d), and 0 in the others",
    section="E.3.1", index=(), kind="fact", printed=(next_shift.shift_of_first, next_shift.shift_of_later,
        next_shift.shift_nowhere_else),
)  # fmt: skip
paper.state(
    "E.3.1-1", "the first shift adds δ^(-d)(l_n − l_1) to the first entry of column 1",
    section="E.3.1", index="E.3.1[1]", printed=(shifted_ids.first_shift, shifted_ids.first_spread),
)  # fmt: skip
paper.state(
    "E.3.1-2", "the id of the first column becomes l_1 + δ^(-d)(l_n − l_1)",
    section="E.3.1", index="E.3.1[2]", printed=(shifted_ids.first_id_split, shifted_ids.first_id_entry,
        shifted_ids.first_id),
)  # fmt: skip
paper.state(
    "E.3.1-3", "the first shifted id is at least δ^(-d+1), hence above every other id",
    section="E.3.1", index="E.3.1[3]", printed=(shifted_ids.first_shifted, shifted_ids.first_shifted_low,
        shifted_ids.first_power, shifted_ids.last_below_power),
)  # fmt: skip
paper.state(
    "E.3.1-4", "after the first shift the first column has the largest id",
    section="E.3.1", index="E.3.1[4]", printed=(shifted_ids.first_max_ids, shifted_ids.first_max),
)  # fmt: skip
paper.state(
    "E.3.1-min", "after the first shift l_2 is the smallest id",
    section="E.3.1", index=(), kind="fact", printed=shifted_ids.second_is_least,
)  # fmt: skip
paper.state(
    "E.3.1-5", "the second shift adds δ^(-d)(l̃_1 − l_2) to the first entry of column 2",
    section="E.3.1", index="E.3.1[5]", printed=(shifted_ids.second_shift, shifted_ids.second_shift_closed),
)  # fmt: skip
paper.state(
    "E.3.1-6", "the id of the second column becomes l_2 + δ^(-d)(l_1 − l_2) + δ^(-2d)(l_n − l_1)",
    section="E.3.1", index="E.3.1[6]", printed=shifted_ids.second_id,
)  # fmt: skip
paper.state(
    "E.3.1-7", "l̃_1 < l̃_2",
    section="E.3.1", index="E.3.1[7]",
    printed=(shifted_ids.seven_first, shifted_ids.seven_forth, shifted_ids.seven_back, shifted_ids.seven_holds),
)  # fmt: skip
paper.state(
    "E.3.1-reason", "l_n ≥ l_2, from which l̃_1 < l̃_2 follows; corrected: ≥, not >, as they are equal for n = 2",
    section="E.3.1", index=(), kind="fact",
    printed=Claim(tuple(GRID.values()), lx(2) < lx(n)), corrected=shifted_ids.grid_last_from_second,
    steps=shifted_ids.last_from_second,
    errata=Erratum("strictness", "For n = 2 they are equal; l_n ≥ l_2 suffices.", search=SMALL),
)  # fmt: skip
paper.state(
    "E.3.1-8", "the j-th shifted id in closed form, from the recursion l̃_j = l_j + δ^(-d)(l̃_{j-1} − l_j)",
    section="E.3.1", index="E.3.1[8]", printed=(shifted_order.shift_closed_form, shifted_order.shift_recursion),
)  # fmt: skip
paper.state(
    "E.3.1-9", "l̃_{j-1} < l̃_j for j = 2, …, n",
    section="E.3.1", index="E.3.1[9]",
    printed=(shifted_order.shift_reindexed, shifted_order.order_first, shifted_order.order_forth,
        shifted_order.order_back, shifted_order.order_holds),
)  # fmt: skip
x_rises = Sum(lambda k: rise(lx, j, k), 1, j - 1)
paper.state(
    "E.3.1-10", "why the last line of the display before holds: δ^(-(j-1)d)(l_n − l_1) ≥ δ^(-(j-1)d) Σ (l_{j−k+1} − "
    "l_{j−k}) > Σ δ^(-kd+d)(l_{j−k+1} − l_{j−k}); corrected: ≥ in the first place, an equality for j = n",
    section="E.3.1", index="E.3.1[10]",
    printed=(
        Claim((*GRID.values(), 2 <= j, j <= n), tower(j - 1) * x_rises < tower(j - 1) * width(lx)),
        shifted_order.rises_below_weight,
    ),
    corrected=(shifted_order.rises_below_width, shifted_order.rises_below_weight),
    errata=Erratum(
        "strictness",
        "The first > is an equality for j = n, where the sum telescopes to l_n − l_1; with ≥ the chain stays strict.",
        claim=0, search=SMALL,
    ),
)  # fmt: skip
paper.state(
    "E.3.1-order", "after n shifts l̃_1 < l̃_2 < … < l̃_n",
    section="E.3.1", index=(), kind="fact", printed=shifted_order.shifted_increasing,
)  # fmt: skip
paper.state(
    "E.3.1-max", "after the j-th shift l̃_j is the largest id and l_{j+1} the smallest",
    section="E.3.1", index=(), kind="fact", printed=(next_shift.next_max, next_shift.next_min),
)  # fmt: skip
lemma_10 = paper.state(
    "lemma-10", "δ^(-(n-1)d+1)(δ^(-d) − 1) ≤ l̃_n ≤ δ^(-nd+1)(δ^(-d) − 1) − δ(δ^(-d) − 1)² for the last shifted id, "
    "and l̃_n determines l_1, …, l_n",
    section="E.3.1", index="Lemma 10", kind="lemma",
    printed=last_shifted_id.lemma_10_whole, steps=(last_shifted_id.lemma_10_lower, last_shifted_id.lemma_10_upper,
        last_shifted_id.lemma_10_one_to_one),
    errata=Erratum(
        "typo",
        "A sequence [l_1 … l_n] is said to be in the set of single ids [0 : δ : δ^(-d+1) − δ]; its n-th power is "
        "meant.",
    ),
)  # fmt: skip
paper.constant(
    "lemma-10-lower", lemma_10, "the lower bound on l̃_n", lower_bound,
    needed=(n - 1) * lower_bound, needed_by=lemma_10_range.needed_lower,
    sharp=sharp_lower, sharp_by=lemma_10_range.sharp_lower_holds, beyond=lemma_10_range.beyond_lower,
    note="For n = 1 the paper's bound fails: l̃_1 = l_1 may be 0. Lemma 8 assumes n ≥ 2.",
)  # fmt: skip
paper.constant(
    "lemma-10-upper", lemma_10, "the upper bound on l̃_n", upper_bound,
    needed=upper_bound, needed_by=last_shifted_id.lemma_10_upper,
    sharp=sharp_upper, sharp_by=lemma_10_range.sharp_upper_holds, beyond=lemma_10_range.beyond_upper,
    note="The paper's bound is sharp for n = 2, where both agree; it holds for n = 1 as well.",
)  # fmt: skip
paper.state(
    "E.3.1-11", "δ^(-(n-1)d+1)(δ^(-d) − 1) ≤ l̃_n ≤ δ^(-nd+1)(δ^(-d) − 1) − δ(δ^(-d) − 1)²",
    section="E.3.1", index="E.3.1[11]", printed=(last_shifted_id.lemma_10_lower, last_shifted_id.lemma_10_upper),
)  # fmt: skip
paper.state(
    "E.3.1-12", "the output g_c(L), entry by entry; column j has the κ_j-th of the ids, κ_j = j if they are in order",
    section="E.3.1", index="E.3.1[12]", printed=(columns_in_any_order.first_row_any,
        columns_in_any_order.other_rows_any),
)  # fmt: skip
paper.state(
    "E.3.1-13", "the ids of the output are l̃_j + δ^(-(n+1)d) l̃_n; column j has the κ_j-th of the ids",
    section="E.3.1", index="E.3.1[13]", printed=columns_in_any_order.output_placed,
)  # fmt: skip
paper.state(
    "text-E.3.1-17", "the upper bound of Lemma 10 holds for all l̃_j",
    section="E.3.1", index=("E.3.1¶17",), kind="fact", printed=last_layer.all_below_bound,
)  # fmt: skip
paper.state(
    "property-8.1",
    "the entries of q(L) are distinct",
    section="E.3.1",
    index=(),
    kind="fact",
    printed=last_layer.context_increasing,
)
paper.state(
    "E.3.1-14", "the entries of q(L) lie in an interval given by l̃_n",
    section="E.3.1", index="E.3.1[14]", printed=(last_layer.context_low, last_layer.context_high_closed),
)  # fmt: skip
paper.state(
    "text-E.3.1-18", "l̃_n of L and that of L' differ by at least δ if some l_r and l'_r differ",
    section="E.3.1", index=("E.3.1¶18",), kind="fact", printed=last_layer.differ_by_delta,
)  # fmt: skip
paper.state(
    "E.3.1-disjoint", "if l̃_n < l̃'_n, the interval of L ends where that of L' begins, or before; corrected: ≤, not "
    "<, as the closed intervals may touch; the half-open ones are disjoint",
    section="E.3.1", index=(), kind="fact",
    printed=Claim((*BOTH.values(), final < final2), start + step < tower(n + 1) * final2),
    corrected=last_layer.intervals_apart,
    errata=Erratum(
        "strictness",
        "The closed intervals are said to be disjoint, but they have the length by which their ends may differ, so two "
        "may touch; the right end is never reached, and the half-open intervals are disjoint.",
        search=SMALL,
    ),
)  # fmt: skip
paper.state(
    "property-8.2", "no entry of q(L) is an entry of q(L') if L and L' have different columns",
    section="E.3.1", index=(), kind="fact", printed=last_layer.contexts_differ,
)  # fmt: skip
paper.state(
    "E.3.1-15", "all entries of q(L) lie between t_l and t_r",
    section="E.3.1", index="E.3.1[15]", printed=(last_layer.context_above_left, last_layer.context_below_middle,
        last_layer.middle_below_right),
)  # fmt: skip
paper.state(
    "E.3.1-ends", "0 < t_l < t_r", section="E.3.1", index=(), kind="fact", printed=(last_layer.left_positive,
    last_layer.left_below_right)
)  # fmt: skip
paper.state(
    "property-8.3-ends",
    "the least and the greatest entry of all q(L), attained at the ids 0, δ, …, (n−1)δ and 0, …, (n−2)δ, (M−1)δ",
    section="E.3.1", index=(), kind="finding",
    printed=(context_least, context_greatest, least_attained, greatest_attained),
)  # fmt: skip
paper.state(
    "E.3.1-factors",
    "the sweep with factors γ and Γ: a contextual mapping of distinct columns if γ ≥ max(2, M − n, M/(n − 1)) and Γ ≥ "
    "γ^n (M − 1); none for n ≥ 3 and 2 ≤ γ < M − n; γ is an integer throughout",
    section="E.3.1", index=(), kind="finding",
    printed=(
        swept_at_gamma, output_at_gamma, entries_increase, entries_differ, same_last_id, too_small, two_sequences,
        last_too_small,
    ),
)  # fmt: skip
paper.state(
    "E.3.1-two-columns",
    "n = 2 and the factor γ = M − 1: the greatest id is the same for (0, δ) and (δ, γδ), whatever the last layer adds",
    section="E.3.1", index=(), kind="finding",
    printed=(two_distinct_columns.lower_sweep, two_distinct_columns.upper_sweep, two_distinct_columns.same_greatest_id,
        two_distinct_columns.greatest_is_greater),
)  # fmt: skip
# --- E.3.2 ------------------------------------------------------------------------------------------------------------
paper.state(
    "E.3.2-single", "n' = 1: the sweep does not change the matrix, L̃ = L",
    section="E.3.2", index=(), kind="fact", printed=columns_in_any_order.single_matrix_stays,
    steps=columns_in_any_order.single_stays,
)  # fmt: skip
paper.state(
    "E.3.2-1", "where L has n' distinct ids, a column with the κ-th of them ends at the κ-th shifted id of their "
    "sequence of length n'; the shifted ids are at least 0, increase, keep the order, and the n'-th is the greatest",
    section="E.3.2", index="E.3.2[1]",
    printed=(columns_in_any_order.top_closed, columns_in_any_order.below_top, columns_in_any_order.ids_not_negative,
        columns_in_any_order.swept_any, columns_in_any_order.distinct_shifted_increase,
        columns_in_any_order.swept_in_order),
)  # fmt: skip
paper.state(
    "E.3.2-2", "l̃_n of Category 2 is below the lower bound of Lemma 10, which holds in Category 1, by at least δ",
    section="E.3.2", index="E.3.2[2]", printed=(columns_in_any_order.top_bound, columns_in_any_order.bounds_strict,
        columns_in_any_order.bounds_apart),
)  # fmt: skip
paper.state(
    "E.3.2-3", "the ids of the output are below t_l where two columns agree",
    section="E.3.2", index="E.3.2[3]", printed=(columns_in_any_order.output_category_2,
        columns_in_any_order.output_bound, columns_in_any_order.short_below_left),
    errata=Erratum(
        "gap", "What ψ(·; 0) returns is given in E.3 for ids above and below 0 only. If all columns are 0 every id is "
        "0, all scores tie, and it returns the mean of the ids, which is 0, so that the formula holds there, too.",
    ),
)  # fmt: skip
# --- E.3.3 ------------------------------------------------------------------------------------------------------------
paper.state(
    "E.3.3-sweep", "the sweep does not change negative ids, the least of which stays the least of all, and shifts the "
    "others to at least δ^(-(n+1)d+1), keeping their order",
    section="E.3.3", index=(), kind="fact", printed=(category_3.negative_stays, category_3.minimum_stays,
        category_3.others_jump, category_3.others_in_order),
)  # fmt: skip
paper.state(
    "E.3.3-last", "the ids of the output are negative where the column has an entry −δ^(-nd), else beyond t_r",
    section="E.3.3", index=(), kind="fact", printed=(category_3.output_negative, category_3.output_far,
        category_3.right_below_far),
    errata=Erratum(
        "typo", "The second case is headed 'not all l_j's are negative', and i is found by 0 ≤ l_i; its first "
        "sentence says 'at least one l_j is positive', which should be 'not negative'.",
    ),
)  # fmt: skip
paper.state(
    "E.3.3-1", "the first shift adds at least δ^(-(n+1)d+1)",
    section="E.3.3", index="E.3.3[1]", printed=(category_3.spread_sorted, category_3.spread_below, category_3.jump_low),
)  # fmt: skip
# --- E.3.4 ------------------------------------------------------------------------------------------------------------
paper.state(
    "E.3.4-1", "the two chains that give the bounds of Lemma 10",
    section="E.3.4", index="E.3.4[1]",
    printed=(
        last_shifted_id.final_above_gaps, last_shifted_id.gaps_telescope, last_shifted_id.width_above,
        last_shifted_id.final_below_gaps, last_shifted_id.final_below_range, last_shifted_id.largest_expanded,
        last_shifted_id.expanded_is_upper,
    ),
)  # fmt: skip
paper.state(
    "E.3.4-2", "the difference of two last shifted ids, term by term; it is 0 if they are equal",
    section="E.3.4", index="E.3.4[2]", printed=(last_shifted_id.difference_terms, last_shifted_id.difference_zero),
)  # fmt: skip
paper.state(
    "E.3.4-resolution", "the first term lies within ±(δ^(-d+1) − δ), all others together are a multiple of δ^(-d+1), "
    "and do not cancel it unless it is 0; then the second lies within ±(δ^(-2d+1) − δ^(-d+1)), all further ones "
    "together are a multiple of δ^(-2d+1), and do not cancel it unless it is 0",
    section="E.3.4", index=(), kind="fact",
    printed=(
        last_shifted_id.first_term_low, last_shifted_id.first_term_high, last_shifted_id.second_term_coarse,
        last_shifted_id.rest_coarse, last_shifted_id.first_not_cancelled,
        last_shifted_id.second_term_low, last_shifted_id.second_term_high, last_shifted_id.rest_2_coarse,
        last_shifted_id.second_not_cancelled,
    ),
)  # fmt: skip
paper.state(
    "lemma-10-range", "the least and the greatest l̃_n, attained at the ids 0, δ, …, (n−1)δ and 0, …, (n−2)δ, (M−1)δ",
    section="E.3.4", index=(), kind="finding",
    printed=(
        lemma_10_range.sharp_lower_holds, lemma_10_range.first_ids_increase, lemma_10_range.first_ids_fit,
        lemma_10_range.sharp_lower_attained,
        lemma_10_range.sharp_upper_holds, lemma_10_range.outer_ids_increase, lemma_10_range.outer_ids_start,
        lemma_10_range.sharp_upper_attained,
    ),
)  # fmt: skip
