"""Statements of appendix E.1: Lemmas 7 to 9 and how they make up Proposition 5, in the paper's order."""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum
from proofs.language.notation import *
from proofs.papers.yun.appendix_c_proposition_5 import approximation, exact_network, lost_cubes, proposition_5
from proofs.papers.yun.appendix_c_proposition_5.approximation import volume
from proofs.papers.yun.appendix_e1_proof_sketch import equal_columns
from proofs.papers.yun.appendix_e1_proof_sketch.equal_columns import AT, SECOND
from proofs.papers.yun.appendix_e1_proof_sketch.modified_layers import columns_apart
from proofs.papers.yun.appendix_e1_proof_sketch.values_at_ids import any_ids_valued, contexts_looked_up, contexts_valued
from proofs.papers.yun.appendix_e2_lemma_7 import quantiser, quantiser_network
from proofs.papers.yun.appendix_e2_lemma_7.quantiser import FINE, outside
from proofs.papers.yun.appendix_e3_lemma_8 import contextual_mapping, contextual_network, last_layer
from proofs.papers.yun.appendix_e3_lemma_8.columns_in_any_order import ENTRIES
from proofs.papers.yun.appendix_e3_lemma_8.contextual_equivariance import contextual_equivariant, sweep_equivariant
from proofs.papers.yun.appendix_e3_lemma_8.contextual_mapping import DISTINCT, contextual
from proofs.papers.yun.appendix_e3_lemma_8.last_layer import middle, t_l, t_r
from proofs.papers.yun.appendix_e4_lemma_9 import lemma_9, look_up_network, number_of_contexts
from proofs.papers.yun.appendix_e4_lemma_9.value_mapping import contexts_at_most, lemma_9_values
from proofs.papers.yun.appendix_h_other_architectures.simpler_layers import averages_may_agree
from proofs.papers.yun.beyond import interval_ends
from proofs.papers.yun.beyond.factors_enough import entries_differ, largest
from proofs.papers.yun.beyond.factors_too_small import last_too_small, too_small
from proofs.papers.yun.beyond.interval_ends import greatest, least
from proofs.papers.yun.section_2_transformers.transformer_class import attention_layer_member, tokens_member
from proofs.papers.yun.sentences import average_detects, steps_bounded, value_layers_few, value_layers_of_order
from proofs.papers.yun.vocabulary import M, d, delta, i, j, k, m, n, paper, tower
from proofs.theorems.algebra.powers import falling
from proofs.theorems.combinatorics import combinations
from proofs.theorems.combinatorics.binomials import binomial_exact

# --- E.1 --------------------------------------------------------------------------------------------------------------
paper.state(
    "text-E.1-5", "attention layers compute a contextual mapping q of the points L of G̃_δ, whose columns are "
    "distinct: the entries of q(L) and q(L') are all distinct if L and L' are no permutations of each other, and lie "
    "in [t_l, t_r], while those of the other points of the extended grid lie outside; corrected: for points with "
    "distinct columns, as in Lemma 8, as attention maps equal columns to equal ones",
    section="E.1", index=("E.1¶5",), kind="fact",
    printed=Claim((2 <= m, 1 <= d, 2 <= n), SECOND), corrected=contextual_network.lemma_8_network,
    steps=equal_columns.none_on_extended_grid,
    errata=Erratum(
        "false", "Attention layers are permutation equivariant (Claim 1), and every such map keeps equal columns "
        "equal, so that q(L) has equal entries if L has equal columns, as many points of the extended grid have. The "
        "formula is about all permutation equivariant maps. Lemma 8 says it of G̃_δ, where columns are distinct.",
        by=equal_columns.none_on_smallest_grid, at=AT,
    ),
    narrower="of points without equal columns, as in Lemma 8",
)  # fmt: skip
paper.state(
    "text-E.1-7", "a layer that acts on tokens alone is a block, and so is a layer of attention alone: the skip "
    "connections let the other half of a block do nothing",
    section="E.1", index=("E.1¶7",), kind="fact", printed=(tokens_member, attention_layer_member),
)  # fmt: skip
# --- E.1.1 ------------------------------------------------------------------------------------------------------------
paper.state(
    "lemma-7",
    "there is a function g_q made of d/δ + d token-wise layers with activations in Φ that maps every entry in [kδ, (k "
    "+ 1)δ), k = 0, …, 1/δ − 1, to kδ, and every other one to −δ^(-nd)",
    section="E.1.1", index="Lemma 7", kind="lemma", printed=quantiser_network.lemma_7_network,
    steps=(quantiser.lemma_7_entries, quantiser.lemma_7_inside, quantiser.lemma_7_below, quantiser.lemma_7_above),
    errata=Erratum("typo", "After the lemma, “not in [0, 1]” is to be “not in [0, 1)”: 1 goes to −δ^(-nd), too."),
)  # fmt: skip
paper.state(
    "E.1.1-1", "the scalar quantiser: kδ on the cell [kδ, (k + 1)δ), −δ^(-nd) outside of the cells, which fill [0, 1)",
    section="E.1.1", index="E.1.1[1]", given=FINE,
    defines=(k * delta, outside), printed=(quantiser.intervals_cover, quantiser.cells_disjoint),
)  # fmt: skip
# --- E.1.2 ------------------------------------------------------------------------------------------------------------
I, happy, am, bob = vectors("I happy am Bob")
paper.state(
    "E.1.2-1", "two sentences of three words each, which differ in the last",
    section="E.1.2", index="E.1.2[1]",
    defines=[ite(Eq(j, 1), I(i), ite(Eq(j, 2), am(i), last(i))) for last in (happy, bob)],
)  # fmt: skip
(mapping_q,) = functions("q", MATRIX + "Z")
(listed,) = vectors("L", 3)
number = ints("N")[0]
paper.state(
    "definition-E.1",
    "a contextual mapping q of a finite set of matrices: the entries of q(L) are distinct, and distinct from those of "
    "q(L') for L' ≠ L",
    section="E.1.2", index="Definition E.1", kind="definition", defines=contextual(mapping_q, listed, number),
)  # fmt: skip
paper.state(
    "text-E.1.2-3", "for every contextual mapping q of a finite set and every f there is a map T with T(q(L)_k) = "
    "f(L)_k for all L in the set; if q = uᵀQ, some Transformer maps each token of Q(L), whatever the others are, to "
    "that of f(L)",
    section="E.1.2", index=("E.1.2¶3",), kind="fact", printed=(contexts_looked_up, contexts_valued),
    steps=any_ids_valued,
)  # fmt: skip
paper.state(
    "text-E.1.2-4", "the average of the tokens changes if one of them does",
    section="E.1.2", index=("E.1.2¶4",), kind="fact", printed=average_detects,
)  # fmt: skip
paper.state(
    "text-E.1.2-5", "the averages of two sequences that differ in two words may be equal, as those of (0, 2, 0, …) and "
    "(1, 1, 0, …) in every row are",
    section="E.1.2", index=("E.1.2¶5",), kind="fact", printed=averages_may_agree,
)  # fmt: skip
paper.state(
    "text-E.1.2-6", "some attention layers of the form of Lemma 8 compute a contextual mapping on G̃_δ, as Lemma 8 "
    "says, and whatever such layers compute is permutation equivariant",
    section="E.1.2", index=("E.1.2¶6", "E.3.1¶20"), kind="fact", printed=(contextual_network.lemma_8_network,
        equal_columns.heads_equivariant),
    steps=equal_columns.idle_heads,
)  # fmt: skip
lemma_8 = paper.state(
    "lemma-8",
    "there are a function g_c made of δ^(-d) + 1 attention layers, a vector u and 0 < t_l < t_r such that the entries "
    "of uᵀ g_c(L) are distinct for L in G̃_δ, those of L and L' that are no permutations of each other have none in "
    "common, all lie in [t_l, t_r], and none of the other points of the extended grid do",
    section="E.1.2", index="Lemma 8", kind="lemma", printed=contextual_network.lemma_8_network,
    steps=(
        contextual_network.same_id_permuted, contextual_network.sweep_contexts, contextual_mapping.property_1,
        contextual_mapping.property_2, contextual_mapping.property_3_low, contextual_mapping.property_3_high,
        contextual_mapping.property_4_duplicates, contextual_mapping.property_4_outside, last_layer.left_positive,
        last_layer.left_below_right,
    ),
)  # fmt: skip
paper.constant(
    "interval-left", lemma_8, "t_l, the lower end of the contexts", t_l,
    needed=t_l, needed_by=last_layer.context_above_left, sharp=least, sharp_by=interval_ends.context_least,
    beyond=interval_ends.beyond_least,
)  # fmt: skip
paper.constant(
    "interval-right", lemma_8, "t_r, the upper end of the contexts", t_r,
    needed=middle, needed_by=last_layer.context_below_middle, sharp=greatest, sharp_by=interval_ends.context_greatest,
    beyond=interval_ends.beyond_greatest,
    note="The interval between the two works for Lemma 8: it lies in [t_l, t_r], for which 8.4 is proved.",
)  # fmt: skip
paper.constant(
    "shift-factor", lemma_8,
    "the factor γ of the selective shifts, an integer, for n ≥ 3 distinct columns and (n − 1)γ ≥ M", M,
    needed=M - n, needed_by=entries_differ, sharp=M - n, sharp_by=entries_differ, beyond=too_small,
    note="M = δ^(-d). γ = M − n works if M ≥ n + 2 and M(n − 2) ≥ n(n − 1). For n = 2 γ = M − 1 fails "
    "(two_distinct_columns), and no integer γ < M worked in any case computed (examples/shift_factors.py). Sharp among "
    "integers only: some fractions below M − n work, such as 9/2 for M = 8, n = 3, and 7/2 for M = 4, n = 2. Columns "
    "that are not distinct (8.4) are left out.",
)  # fmt: skip
paper.constant(
    "last-factor", lemma_8, "the factor Γ of the last layer, given γ", tower(n + 1),
    needed=largest, needed_by=entries_differ, beyond=last_too_small,
    note="With γ = M it is M^n (M − 1). `beyond`: (l̃_n − l̃_1)/δ − 1 is too small for any L that can be moved up by "
    "δ; in all small cases with γ = M every factor larger than the largest of these is enough.",
)  # fmt: skip
paper.state(
    "E.1.2-2",
    "G̃_δ: the points of the grid, of integers from 0 to m − 1 times δ, that have no two equal columns",
    section="E.1.2", index="E.1.2[2]", given=[2 <= m, 1 <= d, 1 <= n],
    defines=exists(lambda: [*ENTRIES.values(), *DISTINCT.values()]),
)  # fmt: skip
paper.state(
    "E.1.2-equivariant",
    "no permutation equivariant q meets condition 2 of Definition E.1 for L and L P: both get the same entries",
    section="E.1.2", index=(), kind="fact", printed=contextual_mapping.not_equivariant,
    errata=Erratum("typo", "Transformers are said to be bound to permutation invariant maps; equivariant is meant."),
)  # fmt: skip
paper.state(
    "E.1.2-rare",
    "the number of grid points with two equal columns is O(δ^d |G_δ|): at most n(n − 1)/2 δ^d times all",
    section="E.1.2", index=(), kind="fact", printed=approximation.duplicates_of_order,
    steps=approximation.duplicates_rare,
)  # fmt: skip
paper.state(
    "E.1.2-g_c", "g_c is permutation equivariant: g_c(L P) = g_c(L) P for every L and every permutation matrix P",
    section="E.1.2", index=(), kind="fact", printed=(sweep_equivariant, contextual_equivariant),
)  # fmt: skip
# --- E.1.3 ------------------------------------------------------------------------------------------------------------
paper.state(
    "lemma-9",
    "for the function g_c of Lemma 8 and every step function there is a function g_v made of O(n δ^(-dn)/n!) "
    "token-wise layers with activations in Φ, δ = 1/m ≤ 1/2, that acts on each column alone and maps column j of "
    "g_c(L) to that of A_L for L in G̃_δ, and to 0 for the other points of the extended grid; by its steps there are 1 "
    "+ 2d + n C(δ^(-d), n) layers, at most 5/4 n δ^(-dn)/n! if n ≤ δ^(-d)",
    section="E.1.3", index="Lemma 9", kind="lemma", printed=lemma_9.lemma_9_sentence,
    steps=(lemma_9.values_mapped, look_up_network.lemma_9_network,
        lemma_9_values, contexts_at_most, value_layers_few, value_layers_of_order),
)  # fmt: skip
paper.state(
    "E.1.3-1", "g_v, made of token-wise layers, acts on each column alone",
    section="E.1.3", index="E.1.3[1]", printed=columns_apart,
)  # fmt: skip
paper.state(
    "E.1.3-2",
    "for the g_c of Lemma 8, a column of g_c(L) goes to that of A_L if the columns of L differ, else to 0, for every "
    "step function",
    section="E.1.3", index="E.1.3[2]", printed=lemma_9.values_mapped, steps=lemma_9_values,
)  # fmt: skip
paper.state(
    "E.1.3-sequences",
    "there are C(N, n) sequences 0 ≤ x_1 < … < x_n ≤ N − 1 of integers, for all n, N ≥ 1: their ranks are the numbers "
    "0, …, C(N, n) − 1, each once. The sequence of a number is chosen from x_n down to x_1, each x_i the greatest for "
    "which C(x_i, i) fits into what is left of the number.",
    section="E.1.3", index=(), kind="finding",
    printed=(
        binomial_exact, combinations.sequence_rank_low, combinations.sequence_rank_high, combinations.rank_determines,
        combinations.chosen_low, combinations.chosen_high,
        combinations.chosen_increase, combinations.chosen_rank,
    ),
)  # fmt: skip
paper.state(
    "E.1.3-contexts",
    "the entries q(L)_j, over all L with ids x_1 < … < x_n and all j, are at most n C(M, n) numbers, M = δ^(-d), at "
    "least δ apart: the pair of x and j has the number n rank(x) + j − 1 from 0 to n C(M, n) − 1, entries with one "
    "number are equal, and others are apart; that is at most n M^n/n!. For columns in another order the entries are "
    "the same (E.1.2-g_c). There are as many: every number in the range is that of a pair, and no two have the same",
    section="E.1.3", index=(), kind="fact",
    printed=(number_of_contexts.number_low, number_of_contexts.number_high, number_of_contexts.same_number_context,
        number_of_contexts.context_numbers_apart, number_of_contexts.contexts_by_power,
        number_of_contexts.reached_first, number_of_contexts.reached_last, number_of_contexts.reached_order,
        number_of_contexts.place_first, number_of_contexts.place_last, number_of_contexts.number_reached),
    steps=(
        number_of_contexts.same_number_place, number_of_contexts.same_number_ids,
        number_of_contexts.same_context_number,
    ),
)  # fmt: skip
# --- E.1.4 ------------------------------------------------------------------------------------------------------------
DELTA_D = Erratum(
    "false", "The cubes with equal columns have volume δ^d for n = 2 only; it is at most n (n − 1)/2 δ^d, and for "
    "n = 3 more than δ^d. The order δ^(d/p) of the distance stands.",
    by=lost_cubes.printed_distance_fails, at=lost_cubes.AT,
)  # fmt: skip
with_duplicates = paper.state(
    "E.1.4-distance", "if ‖f̄(X)‖_p^p ≤ B for all X, and ḡ is f̄ on the cubes with different columns and 0 elsewhere, "
    "then the integral of ‖f̄ − ḡ‖_p^p is at most B n(n − 1)/2 δ^d; corrected: n(n − 1)/2 δ^d, not δ^d, which is right "
    "for n = 2 only",
    section="E.1.4", index=(), kind="fact", printed=lost_cubes.printed_distance,
    corrected=proposition_5.right_network_near,
    steps=proposition_5.pairs_integral, errata=DELTA_D, narrower="The bound is larger, as more cubes may be lost.",
)  # fmt: skip
paper.constant(
    "duplicate-volume", with_duplicates, "the volume of the cubes with two equal columns", inv(M),
    needed=n * (n - 1) / (2 * M), needed_by=approximation.duplicates_rare,
    sharp=volume * (tower(n) - falling(M, n)), sharp_by=approximation.lost_volume,
    beyond=approximation.lost_volume_exact,
    note="The paper's number is the one for n = 2. The columns differ in M (M − 1) … (M − n + 1) of M^n cubes, M = "
        "δ^(-d).",
)  # fmt: skip
paper.state(
    "E.1.4-1",
    "token-wise layers that quantise, attention layers that tell contexts apart and token-wise layers that look values "
    "up, one after the other, give A_L on the cube of L if the columns of L differ, else 0, and 0 outside of the cubes",
    section="E.1.4", index="E.1.4[1]", printed=exact_network.stages_right,
)  # fmt: skip
paper.state(
    "text-E.1.4-6", "every f̄ in F̄_PE(δ) is bounded: ‖f̄(X)‖_p^p ≤ B for some B ≥ 0 and all X",
    section="E.1.4", index=("E.1.4¶6",), kind="fact", printed=steps_bounded,
    errata=[
        Erratum("gap", "Compact support is no reason, as it is not continuous; it has finitely many values."),
        Erratum("typo", "The support lies in [0, 1]^(d×n), not in [0, 1]^d, and f̄ in F̄_PE(δ), not in F_PE."),
    ],
)  # fmt: skip
