"""Statements of appendices A, B.2 and B.3: the Boltzmann operator, in the paper's order."""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann import (
    entries_in_order,
    first_derivative,
    lemma_1,
    lemma_6,
    lemma_7_common_prefix,
    lemma_7_first_entry,
    log_partition_and_entropy,
    second_derivative,
)
from proofs.papers.ks.appendix_b_boltzmann.first_derivative import bends, falls
from proofs.papers.ks.appendix_b_boltzmann.lemma_1 import approximate, example, lifted_3, target_1
from proofs.papers.ks.appendix_b_boltzmann.lemma_6 import (
    decreasing,
    delta,
    lower,
    sharp,
    under,
)
from proofs.papers.ks.appendix_b_boltzmann.lemma_7 import (
    lemma_7_as_printed,
    lemma_7_proved,
    one_entry_as_printed,
    separated_as_printed,
)
from proofs.papers.ks.appendix_b_boltzmann.lemma_7_common_prefix import b_bar, case_1, gamma, over_two, target, xi
from proofs.papers.ks.appendix_b_boltzmann.lemma_7_first_entry import a_under, case_2, target_2
from proofs.papers.ks.appendix_b_boltzmann.separated_vectors import apart, first_gap, k_in, prefix, separated_decreases
from proofs.papers.ks.beyond import lemma_4_sharp_threshold, lemma_5_sharp_threshold
from proofs.papers.ks.beyond.lemma_1_smaller_gap import gap_values, lemma_7_weaker_gap
from proofs.papers.ks.beyond.lemma_5_sharp_threshold import g
from proofs.papers.ks.vocabulary import L, S, a, b, boltz, display, i_in, j, k, n, paper, said, some

paper.state(
    "definition-3", "the Boltzmann operator: the average of the entries of a, weighted by the softmax of a",
    section="A", index="Definition 3", kind="definition", given=[some], defines=boltz(a, n),
)  # fmt: skip
display("A", 1, "21", "boltz(a) = aᵀ softmax(a)", given=[some], defines=boltz(a, n))
display("B.2", 1, "80", "boltz as a weighted average", given=[some], defines=boltz(a, n))
display("B.2", 2, "81", "the log-partition (the paper says: partition function)", given=[some], defines=L,
        errata=Erratum("typo", "What is called the partition function is its logarithm."))  # fmt: skip
display("B.2", 3, "82", "the entropy of the softmax weights", given=[some], defines=S)
lemma_4 = paper.state(
    "lemma-4", "∂boltz/∂a_i = p_i (1 + log p_i + S); raising an entry that stays more than log n + 1 below the maximum "
    "lowers boltz",
    section="B.2", index="Lemma 4", kind="lemma", printed=lemma_6.lemma_4_proved,
    steps=[first_derivative.boltz_derivative_here, lemma_6.boltz_falls],
)  # fmt: skip
paper.constant(
    "lemma-4-threshold", lemma_4, "how far a_i must be below the maximum for boltz to decrease along it", log(n) + 1,
    needed=sharp, needed_by=lemma_6.gradient_negative_sharp, sharp=sharp, sharp_by=lemma_6.gradient_negative_sharp,
    beyond=lemma_4_sharp_threshold.gradient_not_negative_below_sharp, note="c = 1 + W((n − 1)/e), W being Lambert's "
    "function: the solution c ≥ 1 of (c − 1) e^c = n − 1, which exists for every n (`threshold_exists`). For every t < "
    "c the vector (c, 0, …, 0) has derivative 0 along an entry that is more than t below the largest.",
)  # fmt: skip
paper.state(
    "lemma-4-sharp", "for every n there is a c ≥ 1 with (c − 1) e^c = n − 1; at an entry more than c below the maximum "
    "the derivative of boltz is negative, and for no t < c does an entry more than t below it suffice",
    section="B.2", index=(), kind="finding",
    printed=[lemma_4_sharp_threshold.threshold_exists, lemma_6.gradient_negative_sharp,
        lemma_4_sharp_threshold.gradient_not_negative_below_sharp],
)  # fmt: skip
display("B.2", 4, "83", "∂boltz/∂a_i = p_i (1 + log p_i + S)", first_derivative.boltz_derivative_here,
    steps=first_derivative.boltz_derivative)  # fmt: skip
display("B.2", 5, "84", "the condition a_i < max a − log n − 1", given=[some, *i_in], defines=falls)
# the last equation of (85), Σ p_k a_k = boltz(a), is the definition
display(
    "B.2", 6, "85", "L − S = boltz, line by line", first_derivative.eq_85_first, first_derivative.eq_85_second,
    first_derivative.eq_85_third, log_partition_and_entropy.eq_85_fourth, first_derivative.boltz_eq_logpart_sub_entropy,
)  # fmt: skip
display(
    "B.2", 7, "86", "∂boltz = ∂L − ∂S", first_derivative.derivatives_subtracted,
    steps=[first_derivative.boltz_eq_logpart_sub_entropy, first_derivative.boltz_derivative_parts],
)  # fmt: skip
display(
    "B.2", 8, "87", "∂p_i/∂a_j = p_j (δ_ij − p_i), by the quotient rule", first_derivative.quotient_of_derivatives,
    first_derivative.quotient_rule, first_derivative.quotient_simplified,
    steps=[first_derivative.numerator_derivative, first_derivative.partition_derivative],
)  # fmt: skip
display(
    "B.2", 9, "88", "Kronecker's δ", log_partition_and_entropy.kronecker_zero, log_partition_and_entropy.kronecker_one,
)  # fmt: skip
display("B.2", 10, "89", "∂L/∂a_i = p_i", first_derivative.log_partition_derivative)
display(
    "B.2", 10, "90", "∂S/∂a_i = −p_i (log p_i + S), by the chain rule",
    log_partition_and_entropy.entropy_in_softmax_weights, log_partition_and_entropy.eq_90_chain_rule,
    log_partition_and_entropy.eq_90_collected, log_partition_and_entropy.eq_90_summed,
    log_partition_and_entropy.eq_90_last, first_derivative.entropy_derivative,
    steps=log_partition_and_entropy.entropy_in_weights,
)  # fmt: skip
display(
    "B.2", 11, "91", "∂boltz/∂a_i = p_i + p_i (log p_i + S), from the two derivatives",
    first_derivative.derivatives_subtracted,
    first_derivative.boltz_derivative_parts, first_derivative.gradient_collected,
)  # fmt: skip
display(
    "B.2", 12, "92", "1 + S + log p_i < 0 if and only if a_i < L − S − 1", second_derivative.sign_in_terms_of_entry,
    second_derivative.sign_in_terms_of_weight, second_derivative.sign_solved, second_derivative.sign_solved_back,
)  # fmt: skip
said("B.2¶4", "the entropy of n weights is at most log n", first_derivative.entropy_le_log)
display(
    "B.2", 13, "93", "∂boltz/∂a_i is negative where a_i < max a − log n − 1", second_derivative.derivative_negative,
    steps=[first_derivative.max_le_logpart, first_derivative.entropy_le_log, second_derivative.gradient_negative],
)  # fmt: skip
lemma_5 = paper.state(
    "lemma-5", "for a_i < max a − log n − 3 the second derivative of boltz along coordinate i is negative",
    section="B.2", index="Lemma 5", kind="lemma", printed=second_derivative.second_derivative_exists_negative,
    steps=[second_derivative.second_derivative_here, second_derivative.second_derivative_negative], cites="lemma-4",
)  # fmt: skip
paper.constant(
    "lemma-5-threshold", lemma_5, "how far a_i must be below the maximum for the second derivative to be negative",
    log(n) + 3, needed=g, needed_by=lemma_5_sharp_threshold.second_derivative_negative_sharp, sharp=g,
    sharp_by=lemma_5_sharp_threshold.second_derivative_negative_sharp,
    beyond=lemma_5_sharp_threshold.second_derivative_not_negative_below_sharp,
    note="g and τ solve (1 − τ)(Y − 1)² = 4 and (g − 2) e^g + (n − 2)(τ − 2) e^τ = 4 + 4/(Y − 1), Y = e^g + (n − 2) "
    "e^τ (for n = 2, g tanh(g/2) = 2). At (g, 0, τ, …, τ) the second derivative is 0, and the second entry is more "
    "than t below the first for every t < g. That they can be solved for every n is not claimed; for single n the "
    "solution is enclosed by balls.",
)  # fmt: skip
display("B.2", 14, "94", "∂²boltz/∂a_i² < 0", second_derivative.second_derivative_exists_negative)
display("B.2", 15, "95", "the condition a_i < max a − log n − 3", given=[some, *i_in], defines=bends)
display("B.2", 16, "96", "(83) again", first_derivative.boltz_derivative_here)
display(
    "B.2", 17, "97", "∂²boltz/∂a_i² = p_i ((1 − 2 p_i)(log p_i + S + 1) + 1)", second_derivative.product_of_derivatives,
    second_derivative.second_derivative_by_product_rule, second_derivative.second_derivative_collected,
    second_derivative.second_derivative_here, steps=first_derivative.boltz_second_derivative,
)  # fmt: skip
display("B.2", 18, "98", "max a − log n − 3 < L − S − 3, if a_i < max a − log n − 3", second_derivative.eq_98_second)
said("B.2¶8", "log p_i = a_i − L(a)", first_derivative.log_weight)
display("B.2", 19, "99", "log p_i < −S − 3 under (95)", second_derivative.eq_99_claim)
said("B.2¶9", "the entropy is not negative, hence log p_i < −3 under (95)", first_derivative.entropy_nonneg,
    second_derivative.log_weight_lt)  # fmt: skip
said("B.2¶10", "e^(−x) ≤ 1/(1 + x) for x > −1", second_derivative.exp_le_inverse)
display("B.2", 20, "100", "p_i < e^(−3) ≤ 1/4", second_derivative.weight_lt_exp, second_derivative.exp_bound,
    second_derivative.quarter)  # fmt: skip
display(
    "B.2", 21, "101", "(1 − 2p_i)(log p_i + S + 1) + 1 < 0 under (95)",
    second_derivative.bracket_lt, second_derivative.bracket_bound,
)  # fmt: skip
paper.state(
    "lemma-6", "if the first n − 1 entries of a and b agree, their maximum is more than δ > log n + 3 above a_n, and "
    "a_n > b_n, then boltz(b) − boltz(a) > (a_n − b_n)(δ + a_n − b_n − log n − 1) e^(b_n)/Σ e^(b_i)",
    section="B.2", index="Lemma 6", kind="lemma", printed=lemma_6.lemma_6_proved, cites=["lemma-4", "lemma-5"],
    errata=Erratum(
        "typo", "The sentence announces a lower bound of boltz(a) − boltz(b); the formula, (103), and the proof bound "
        "boltz(b) − boltz(a).",
    ),
)  # fmt: skip
display("B.2", 22, "102", "max a_i over i < n is above a_n + δ, and a_n > b_n", given=[n >= 2], defines=[under, lower])
display("B.2", 23, "103", "the bound of Lemma 6, for boltz(b) − boltz(a)", lemma_6.lemma_6_proved)
display("B.2", 24, "104", "if a_n is more than log n + 3 below the maximum, then boltz at a_n lies below its tangent "
    "at any x < a_n, along the last entry",
    lemma_6.eq_104_anywhere, steps=lemma_6.slope_in_last)  # fmt: skip
display("B.2", 25, "105", "boltz(b) − boltz(a) exceeds (a_n − b_n) times minus the slope at b_n, which is bounded "
    "below line by line",
    lemma_6.eq_105_first, lemma_6.eq_105_third,
    lemma_6.eq_105_fourth, steps=lemma_6.slope_paid)  # fmt: skip
said("B.3¶1", "boltz is invariant under permutations of the entries", entries_in_order.boltz_permuted)


def computed(name: str, shows: Term) -> Claim:
    """Return a claim about numbers, proved by ball arithmetic."""

    def prove(p: Proof) -> Fact:
        return p.rule("compute", shows, [], ["leaf", 64], label="out")

    prove.__name__ = name
    prove.__doc__ = "By ball arithmetic."
    return paper.claim(given=[], shows=shows)(prove)


eq_106 = [
    computed("eq_106_first", abs(example(8, 6, 5) - 8) < num(2, 5)),
    computed("eq_106_order", example(4, 3, 1) < example(8, 6, 5)),
    computed("eq_106_second", abs(example(4, 3, 1) - 4) < num(2, 5)),
]
display("B.3", 1, "106", "boltz(8, 6, 5) is within 2/5 of 8 and boltz(4, 3, 1) of 4, and the first is greater", *eq_106)
said(
    "B.3¶3", "if the first entry of a decreasing vector lies more than log n + 1 above the second, the derivative of "
    "boltz along each of the others is negative",
    entries_in_order.falls_after_first,
)  # fmt: skip
eq_107 = computed("eq_107", example(8, 3, 3) <= example(8, 3, 1))
display("B.3", 2, "107", "boltz(8, 3, 1) ≥ boltz(8, 3, 3)", eq_107)
eq_108 = computed("eq_108", example(8, 6, 5) <= example(8, 6))
display("B.3", 3, "108", "boltz(8, 6, 5) ≤ boltz(8, 6)", eq_108)
said(
    "B.3¶7", "for separated decreasing vectors that first differ at k + 1, k ≥ 1, boltz(a_1, …, a_{k+1}) < boltz(a_1, "
    "…, a_k, b_{k+1}, …, b_{k+1})",
    lemma_7_common_prefix.eq_128_positive,
)  # fmt: skip
eq_109_near = computed("eq_109_near", abs(example(8, 3, 3) - approximate) < num(1, 100))
eq_109_conclusion = computed("eq_109_conclusion", example(8, 6) < example(8, lifted_3))
display(
    "B.3", 4, "109", "boltz(8, 3, 3) against boltz(8, 3 + log 2): ≈ is taken as within 1/100", lemma_1.eq_109_first,
    eq_109_near, lemma_1.eq_109_last, eq_109_conclusion,
    errata=Erratum("typo", "The second denominator has a superfluous dot before e^(3 + log 2)."),
)  # fmt: skip
said("B.3¶10", "for every vector without duplicate entries there is a decreasing one with the same entries and the "
    "same boltz",
    entries_in_order.some_order)  # fmt: skip
display("B.3", 5, "110", "|boltz(a)| ≤ max(|a_1|, |a_n|) < r", lemma_1.average_le_ends, lemma_1.ends_lt_r)
said(
    "B.3¶13", "two different vectors have a first entry in which they differ", entries_in_order.first_difference_exists,
)  # fmt: skip
display("B.3", 6, "111", "a and b agree up to k, then a is larger", given=[*k_in], defines=[prefix, first_gap])
display("B.3", 7, "112", "Lemma 7 for the sorted vectors", lemma_7_proved)
said("B.3¶14", "a_1 − b_{k+1} < 2r", lemma_1.first_near_other)
display(
    "B.3", 8, "113", "|boltz(a) − boltz(b)| > (log n)² e^(−(a_1 − b_{k+1})) ≥ (log n)² e^(−2r), the second with > for "
    "n ≥ 2; corrected: ≥ in the second place, as both sides are 0 for n = 1",
    lemma_1.eq_113_first, Claim(lemma_1.eq_113_second.given, target_1 < target), lemma_1.eq_113_claim,
    corrected=[lemma_1.eq_113_first, lemma_1.eq_113_second, lemma_1.eq_113_claim, lemma_1.eq_113_strictly],
    narrower="Only the strict inequality requires n ≥ 2; with ≤ it holds for n = 1 too.",
    errata=Erratum(
        "strictness", "For n = 1 both sides of the second inequality are 0; from n = 2 on it is strict.", 1,
        Search(sizes={"n": [1], "k": [0]}, reals={"r": [2]}, entries={"a": [1], "b": [0]}, length={"a": "n", "b": "n"}),
    ),
)  # fmt: skip
upside_down = "For vectors in decreasing order the gap a_i − a_j > δ holds for i < j; (114) says i > j."
other_way = "Not narrower: i < j replaces i > j."
lemma_7 = paper.state(
    "lemma-7", "for separated decreasing vectors a and b that first differ at k + 1, where a_{k+1} > b_{k+1}, "
    "|boltz(a) − boltz(b)| > (log n)² e^(−(a_1 − b_{k+1})); corrected: the gaps are for i < j, not i > j, which no "
    "decreasing vectors of two or more entries satisfy",
    section="B.3", index="Lemma 7",
    kind="lemma", printed=lemma_7_as_printed, corrected=lemma_7_proved,
    steps=[lemma_7_common_prefix.lemma_7_case_1, lemma_7_first_entry.lemma_7_case_2], cites=["lemma-4", "lemma-6"],
    narrower=other_way,
    errata=Erratum(
        "typo", upside_down + " As printed no vectors of two or more entries are in decreasing order and satisfy it.",
        by=one_entry_as_printed,
    ),
)  # fmt: skip
paper.constant(
    "lemma-7-gap", lemma_7, "how far apart the entries must be, as a bound on (log n)²: the paper's δ > 2 log n + 3 "
    "says (log n)² < (δ − 3)²/4", **gap_values, needed_by=lemma_7_weaker_gap,
    note="With δ ≥ 2 it is enough that (log n)² ≤ δ e^δ / 2, that is δ ≥ max(2, W(2 (log n)²)) with Lambert's W: δ "
    "may grow like 2 log log n instead of 2 log n.",
)  # fmt: skip
display(
    "B.3", 9, "114", "entries that descend by more than δ > 0 are in decreasing order; corrected: the gap a_i − a_j > "
    "δ is for i < j, not i > j",
    Claim((delta > 0, separated_as_printed(a)), decreasing), corrected=separated_decreases, narrower=other_way,
    given=[some], defines=[separated_as_printed(a), separated_as_printed(b)],
    errata=Erratum(
        "typo", upside_down, same_as="lemma-7",
        search=Search(sizes={"n": [2]}, reals={"delta": [1]}, entries={"a": [0, 2]}, length={"a": "n"}),
    ),
)  # fmt: skip
display("B.3", 10, "115", "entries of a and b that differ do so by more than δ", given=[some], defines=apart)
display("B.3", 11, "116", "(111) again, in Lemma 7", given=[*k_in], defines=[prefix, first_gap])
display(
    "B.3", 12, "117", "|boltz(a) − boltz(b)| > (log n)² e^(−(a_1 − b_{k+1})) for the vectors of Lemma 7; corrected: "
    "the gaps are for i < j, not i > j",
    lemma_7_as_printed, corrected=lemma_7_proved, narrower=other_way,
    errata=Erratum("typo", upside_down, same_as="lemma-7"),
)  # fmt: skip
display(
    "B.3",
    13,
    "118",
    "a̲, the first k + 1 entries of a, as they occur in boltz(a, k + 1)",
    given=[*k_in],
    defines=boltz(a, k + 1),
)
display("B.3", 14, "119", "(a_1, …, a_k, b_{k+1}, …, b_{k+1})", given=[some], defines=b_bar(j))
inner_vectors = Search(
    sizes={"n": [2], "k": [1]}, reals={"delta": [rational(9, 2)]}, entries={"a": [20, 10], "b": [20, 5]},
    length={"a": "n", "b": "n"},
)  # fmt: skip
display(
    "B.3", 15, "120", "boltz of the first k + 1 entries of a is at least that of a, and raising b's tail to b_{k+1} "
    "does not raise boltz; both are strict for k + 1 < n; corrected: ≤ for k = n − 1, where nothing is cut off or "
    "raised",
    Claim(tuple(case_1), boltz(a, n) < boltz(a, k + 1)), Claim(tuple(case_1), boltz(b_bar, n) < boltz(b, n)),
    corrected=[lemma_7_common_prefix.cut_a, lemma_7_common_prefix.raise_b, lemma_7_common_prefix.cut_a_strictly,
        lemma_7_common_prefix.raise_b_strictly],
    narrower="Only the strict inequalities require k < n − 1; with ≤ they hold for all k.",
    errata=[
        Erratum("strictness", "For k = n − 1 nothing is cut off a, and both sides are equal.", 0, inner_vectors),
        Erratum(
            "strictness", "For k = n − 1 no entry of b is raised, and both sides are equal.", 1, inner_vectors,
            same_as="eq-120",
        ),
    ],
)  # fmt: skip
display("B.3", 16, "121", "γ_k and ξ_k", defines=[gamma, xi])
display(
    "B.3", 17, "122", "boltz of b with its tail raised, in four lines", lemma_7_common_prefix.eq_122_first,
    lemma_7_common_prefix.eq_122_second, lemma_7_common_prefix.eq_122_third, lemma_7_common_prefix.eq_122_fourth,
)  # fmt: skip
display("B.3", 18, "123", "boltz(b̄) − boltz(a̲) in terms of boltz(a_1, …, a_k, b_{k+1} + log(n − k))",
    lemma_7_common_prefix.eq_123_claim)  # fmt: skip
display("B.3", 19, "124", "Lemma 6 for the first k + 1 entries", lemma_7_common_prefix.eq_124_first,
    lemma_7_common_prefix.eq_124_second)  # fmt: skip
display(
    "B.3", 20, "125", "(124) with δ > 2 log n + 3 inserted",
    lemma_7_common_prefix.eq_125_first, lemma_7_common_prefix.eq_125_claim,
)  # fmt: skip
display("B.3", 21, "126", "boltz(b̄) − boltz(a̲) is more than 2 (log n)² times the weight of the last entry",
    lemma_7_common_prefix.eq_123_claim,
    lemma_7_common_prefix.eq_126_first, lemma_7_common_prefix.eq_126_second)  # fmt: skip
display("B.3", 22, "127", "ξ_k + e^(b_{k+1} + log(n−k)) < 2 e^(a_1)", lemma_7_common_prefix.eq_127_first,
    lemma_7_common_prefix.eq_127_second, lemma_7_common_prefix.eq_127_third)  # fmt: skip
display(
    "B.3", 23, "128", "case k ≥ 1: boltz(b̄) − boltz(a̲) > (log n)² e^(−(a_1 − b_{k+1})), line by line; corrected: ≥ "
    "in the last line, which is an equality for k = n − 1",
    lemma_7_common_prefix.eq_128_first,
    lemma_7_common_prefix.eq_128_second,
    Claim(tuple(case_1), target < over_two), corrected=[lemma_7_common_prefix.eq_128_first,
        lemma_7_common_prefix.eq_128_second, lemma_7_common_prefix.eq_128_third],
    errata=Erratum(
        "strictness", "For k = n − 1 the last two lines are equal, as n − k = 1; the chain as a whole stays strict.", 2,
        inner_vectors,
    ),
)  # fmt: skip
said("B.3¶21", "boltz(b) is at most b_1", lemma_7_first_entry.average_le_first)
display("B.3", 24, "129", "(a_1, a_1 − δ, …, a_1 − δ)", given=[some], defines=a_under(j))
said(
    "B.3¶23", "boltz(a_1, a_1 − δ, …, a_1 − δ) ≤ boltz(a), with < for n ≥ 2; corrected: ≤ for n = 1, where the vectors "
    "are the same",
    Claim(tuple(case_2), boltz(a_under, n) < boltz(a, n)), corrected=[lemma_7_first_entry.raise_a,
        lemma_7_first_entry.raise_a_strictly],
    narrower="Only the strict inequality requires n ≥ 2; with ≤ it holds for n = 1 too.",
    errata=Erratum(
        "strictness", "For n = 1 the two vectors are the same.", 0,
        Search(sizes={"n": [1]}, reals={"delta": [4]}, entries={"a": [5], "b": [0]}, length={"a": "n", "b": "n"}),
    ),
)  # fmt: skip
display("B.3", 25, "130", "boltz(a_1, a_1 − δ, …, a_1 − δ) in closed form", lemma_7_first_entry.eq_130_first,
    lemma_7_first_entry.eq_130_second, lemma_7_first_entry.eq_130_third)  # fmt: skip
display(
    "B.3", 26, "131", "case k = 0: boltz(a) − boltz(b) is at least log n, line by line",
    lemma_7_first_entry.eq_131_first,
    lemma_7_first_entry.eq_131_second, lemma_7_first_entry.eq_131_third, lemma_7_first_entry.eq_131_fourth,
    lemma_7_first_entry.eq_131_fifth,
)  # fmt: skip
said(
    "B.3¶25", "(log n)² e^(−(a_1 − b_1)) ≤ log n, with < for n ≥ 2; corrected: ≤ for n = 1, where both are 0",
    Claim(tuple(case_2), target_2 < log(n)),
    corrected=[lemma_7_first_entry.square_le_log, lemma_7_first_entry.square_lt_log],
    narrower="Only the strict inequality requires n ≥ 2; with ≤ it holds for n = 1 too.",
    errata=Erratum(
        "strictness", "For n = 1 both are 0.", 0,
        Search(sizes={"n": [1]}, reals={"delta": [4]}, entries={"a": [5], "b": [0]}, length={"a": "n", "b": "n"}),
    ),
)  # fmt: skip
