"""Statements of section 3.4 and appendix A.2: Theorem 2 and its proof, in the paper's order."""

from __future__ import annotations

from dataclasses import replace

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_1 import (
    as_printed,
    boltz_below,
    boltz_bounded,
    lemma_1_claim,
    lemma_1_separation,
    target_1,
)
from proofs.papers.ks.appendix_b_boltzmann.separated_vectors import far
from proofs.papers.ks.appendix_b_projections.projections import epsilon_pos, inner, m, pi_pos, r_min_pos, some_d, u, u1
from proofs.papers.ks.appendix_c_masks import remark_1
from proofs.papers.ks.appendix_c_masks.masked_boltzmann import masked_lemma_1
from proofs.papers.ks.beyond.lemma_1_any_length import lemma_1_any_length, lemma_1_at_seven_thirds
from proofs.papers.ks.beyond.lemma_1_order_fails import order_fails
from proofs.papers.ks.beyond.lemma_1_sharp_separation import lemma_1_sharp, separation_is_sharp, sharp_target_1
from proofs.papers.ks.beyond.lemma_1_smaller_gap import gap_values, lemma_1_weaker_gap
from proofs.papers.ks.beyond.lemma_1_smallest_gap import least, order_after_prefix, told_apart
from proofs.papers.ks.beyond.theorem_2_larger_delta import counted_8, sharp_8, theorem_2_counted, theorem_2_sharp
from proofs.papers.ks.section_3_theorem_2 import rank_one_weights
from proofs.papers.ks.section_3_theorem_2.contexts import eq_42_first, eq_42_second, mean_distance, scores_bounded
from proofs.papers.ks.section_3_theorem_2.eq_42_counterexample import LEAST, data, eq_42_printed, eq_42_refuted, length
from proofs.papers.ks.section_3_theorem_2.excluded_set_is_null import left_out_has_no_volume
from proofs.papers.ks.section_3_theorem_2.ids_added_to_tokens import ids_tell_apart, tokens_stay_apart
from proofs.papers.ks.section_3_theorem_2.proof_sketch import average, eq_10, eq_11
from proofs.papers.ks.section_3_theorem_2.rank_one_weights import (
    along_v,
    h,
    named,
    scores,
    t,
    tokens_agree,
    values_strength,
)
from proofs.papers.ks.section_3_theorem_2.theorem_2 import (
    PAIR,
    all_different,
    contexts_in_direction,
    eq_6_never,
    eq_8,
    eq_12_claim,
    eq_30_claim,
    eq_38_second,
    eq_38_third,
    eq_39_paper,
    eq_40_paper,
    eq_41_first,
    eq_41_third,
    eq_41_whole,
    eq_42_last,
    eq_42_third,
    eq_45_paper,
    line_41,
    maps_contexts,
    no_room_for_images,
    paper_delta,
    paper_reach,
    paper_separation_here,
    paper_strength,
    theorem_2_claim,
    theorem_2_sizes,
    tokens_separated,
)
from proofs.papers.ks.vocabulary import a, boltz, display, i, j, k, n, paper, said, some
from proofs.theorems.algebra.masked_sums import r
from proofs.theorems.analysis.norms import dot
from proofs.theorems.networks.transformers import Z_matrix, entry_in, epsilon, l, r_max, s, self_attention, weights

said(
    "3.4¶1", "Theorem 2 leaves out a set of measure 0: for every η > 0 some function S ≥ 0 with integral at most η is "
    "at least 1 at every sequence in a cube in which a token occurs twice or is 0",
    left_out_has_no_volume,
)  # fmt: skip
theorem_2_printed = Claim((*theorem_2_sizes, all_different, tokens_separated), maps_contexts(eq_8))
not_lemma_1 = Erratum(
    "gap", "Lemma 1 requires a gap above 2 log n + 3, and by (30) the scores are more than exactly that apart. As they "
    "are finitely many, they are more than some larger number apart, at which Lemma 1 is applied.",
)  # fmt: skip
theorem_2 = paper.state(
    "theorem-2", "for sequences without duplicate tokens that are tokenwise (r_min, r_max, ε)-separated there are "
    "weights, W_V, W_K and W_Q of rank one, with which softmax attention with a single head of any size is an (r, "
    "δ)-contextual mapping, with r of (7) and δ of (8); corrected: ε > 0 and r_min > 0 are assumed, and (6) is for k ≠ "
    "l",
    section="3.4", index="Theorem 2", kind="theorem", printed=theorem_2_printed, corrected=theorem_2_claim,
    steps=[rank_one_weights.attended_short, contexts_in_direction],
    cites=["lemma-3", "lemma-1"], narrower="(8) divides by ε and r_min, and with a negative ε no image could be "
    "shorter than r. (6) is for k ≠ l. That 1 ≤ m and r_min < r_max follows from the rest.",
    errata=[
        Erratum("typo", "(6) must say k ≠ l.", by=eq_6_never, same_as="eq-6"),
        Erratum(
            "gap", "r_min > 0 and ε > 0 must be assumed, as (8) divides by them; with r_max + ε/4 ≤ 0 no image is "
            "shorter than r.", by=no_room_for_images,
        ),
        Erratum(
            "gap", "For different tokens the proof shows a distance above ε/2, not above δ. The inequality δ ≤ ε/2 "
            "needs an argument: δ = (ε/2) (log n)² e^(−2r) / (2r), and 2r is above 2 log n + 3 for n ≥ 2, as scores "
            "are that far apart.",
        ),
        replace(not_lemma_1, same_as="eq-39"),
    ],
)  # fmt: skip
paper.constant(
    "theorem-2-delta", theorem_2, "how far apart the images are, for sequences of at least two tokens", eq_8,
    needed=sharp_8, needed_by=theorem_2_sharp, note="|uᵀu'| is taken for δ = 2 in place of 2 log n + 3. The separation "
    "of boltz behind it, (2r/5) e^(δ − 2r), is optimal up to a factor below 5. The factor (m + 1)⁴ πd/8 is 1/κ², the "
    "price of Lemma 2: a union bound over the pairs with the density of a coordinate on the sphere gives (m (m + 1))² "
    "d/(2π), at most 4/π² of it (argued only); any direction with a larger κ can be used.",
)  # fmt: skip
paper.constant(
    "theorem-2-counted", theorem_2, "how far apart the images are: the paper's number rests on a citation, the other "
    "is proved without", eq_8, needed=counted_8, needed_by=theorem_2_counted,
    note="(8) with d²/4 in place of πd/8, by the direction of Lemma 2 that is found by counting.",
)  # fmt: skip
display(
    "3.4", 1, "6", "no token occurs twice in a sequence; as printed for all k and l, including k = l, which no "
    "sequences satisfy",
    given=[some], defines=all_different, steps=eq_6_never,
    errata=Erratum(
        "typo", "It must say k ≠ l: no token differs from itself, so the theorem would be vacuous.",
        by=eq_6_never,
    ),
)  # fmt: skip
positive_sizes = [some, some_d, m >= 1, pi_pos, epsilon_pos, r_min_pos, r_max > 0]
display("3.4", 2, "7", "r: the images are shorter than this", given=positive_sizes, defines=r_max + epsilon / 4)
display(
    "3.4", 3, "8", "δ: images of different contexts are farther apart than this", given=positive_sizes, defines=eq_8
)
said(
    ("3.4¶8", "3.4¶11", "3.4¶12"), "a fixed vector g, ‖g‖ = ε/(4 r_max), times the id s of the sequence is added to "
    "each token: the images of tokens more than ε apart are more than ε/2 apart, and those of equal tokens are apart "
    "if their ids are",
    tokens_stay_apart, ids_tell_apart,
)  # fmt: skip
W_V, W_K, W_Q = vectors("W_V W_K W_Q")  # their only row
display(
    "3.4",
    4,
    "9",
    "the average of the values, weighted by the softmax of the scores",
    given=[some],
    defines=average(W_V, W_K, W_Q, i, k),
)
display(
    "3.4", 5, "10", "there are weights of one row with which a token shared by two sequences with different "
    "vocabularies gets averages more than some c > 0 apart (c is the paper's ε)",
    eq_10,
)  # fmt: skip
display(
    "3.4", 6, "11", "some w keeps the distances of the tokens up to a factor c, 0 < c < 1: c‖v_a − v_b‖ ≤ |wᵀv_a − "
    "wᵀv_b| ≤ ‖v_a − v_b‖; here w is called x, and the tokens w_1, …, w_m",
    eq_11,
    errata=Erratum(
        "typo", "The footnote gives W_V as u' vᵀ, and u'' occurs in no weights; in A.2 W_V is u'' vᵀ. Moreover, W_K "
        "and W_Q have the same direction v there, but two directions here.",
    ),
)  # fmt: skip
display(
    "3.4",
    7,
    "12",
    "|wᵀt| times the difference of the averages is at least the difference of boltz of the scores; w is called v here",
    eq_12_claim,
)
display("3.4", 8, "13", "the Boltzmann operator", given=[some], defines=boltz(a, n))
# Permuted vectors have the same boltz, so "a ≠ b" has to mean different sets of entries.
permuted = Erratum(
    "false", "Two vectors that are permutations of each other are different but have the same boltz; the vectors must "
    "differ as sets of tokens (which is how the lemma is used).",
    search=Search(
        sizes={"n": [2], "m": [2]}, reals={"r": [6], "delta": [rational(9, 2)]}, entries={"a": [0, 5]},
        length={"a": "m n"},
    ),
)  # fmt: skip
lemma_1 = paper.state(
    "lemma-1", "boltz maps tokenwise (r, δ)-separated vectors without duplicate entries, δ > 2 log n + 3, to numbers "
    "between −r and r that are more than (log n)² e^(−2r) apart if the vectors differ as sets of entries; corrected: "
    "their sets of entries have to differ, not only the vectors",
    section="3.4",
    index="Lemma 1", kind="lemma", printed=as_printed, corrected=lemma_1_claim, errata=permuted,
    steps=[boltz_bounded, lemma_1_separation],
)  # fmt: skip
paper.constant(
    "lemma-1-distance", lemma_1, "how far apart the entries must be, as a number", 2 * log(n) + 3,
    needed=rational(7, 3), needed_by=lemma_1_at_seven_thirds, note="It does not depend on n.",
)  # fmt: skip
paper.constant(
    "lemma-1-factor", lemma_1, "the factor of e^(−2r) in the separation", log(n) ** 2, needed=r,
    needed_by=lemma_1_any_length, note="n entries at distances of at least 7/3 need r ≥ 7 (n − 1)/6, which is at least "
    "(log n)².",
)  # fmt: skip
paper.constant(
    "lemma-1-separation", lemma_1, "how far apart boltz is, for vectors with gaps δ ≥ 2 and entries between −r "
    "and r", target_1, needed=sharp_target_1, needed_by=lemma_1_sharp, beyond=separation_is_sharp,
    note="The exponent δ − 2r is optimal, and the factor before it is optimal up to a factor of 5: by `beyond`, with s "
    "< r in place of r, (s, δ − s) and (s, −s) are closer than 2s e^(δ − 2s). No condition on n is needed.",
)  # fmt: skip
paper.constant(
    "lemma-1-gap", lemma_1, "the same for Lemma 1, whose vectors need not be sorted", **gap_values,
    needed_by=lemma_1_weaker_gap,
)  # fmt: skip
paper.constant(
    "lemma-1-order", lemma_1, "how far apart the entries must be, whatever n is, for boltz to order decreasing vectors "
    "that first differ after their first entry, and to tell any two vectors apart", 2 * log(n) + 3,
    needed=least, needed_by=told_apart, sharp=least, sharp_by=order_after_prefix, beyond=order_fails,
    note="log(2 + √3) = 1.31695…, where e^δ + e^(−δ) = 4. From this value on, the vector that is larger where they "
    "first differ has the smaller boltz; for every smaller gap g > 0 two vectors with gap g have the same.",
)  # fmt: skip
display("3.4", 9, "14", "the condition δ > 2 log n + 3", given=[some], defines=far)
display(
    "3.4", 10, "15", "|boltz(a)| ≤ r, if all |a_i| < r", boltz_bounded,
    errata=Erratum(
        "typo", "The outputs are to be (r, δ')-separated, for which Definition 1 asks |boltz(a)| < r, as (110) has it; "
        "(15) says ≤.", by=boltz_below,
    ),
)  # fmt: skip
display(
    "3.4", 11, "16", "all of Lemma 1: |boltz(a^(i)) − boltz(a^(j))| > (log n)² e^(−2r) if the sets of entries differ, "
    "and |boltz(a^(i))| ≤ r; corrected: the sets of entries have to differ, not only the vectors",
    as_printed, corrected=lemma_1_claim,
    errata=replace(permuted, same_as="lemma-1"),
)  # fmt: skip
paper.state(
    "remark-1", "for sequences without duplicate tokens that are tokenwise (r_min, r_max, ε)-separated, and masks, one "
    "for each sequence, that keep something in every column, there are weights, W_V, W_K and W_Q of rank one, with "
    "which the images under masked softmax attention are shorter than the r of (7), and more than the δ of (8) apart "
    "where the tokens, or the sets of tokens that they see, differ; corrected: not wherever the vocabularies differ",
    section="3.4", index="Remark 1", kind="remark", printed=remark_1.remark_1_printed,
    corrected=remark_1.theorem_2_masked, steps=[masked_lemma_1, remark_1.views_in_direction],
    cites="theorem-2", narrower="ε > 0 and r_min > 0 are assumed, as in Theorem 2, as (8) divides by them.",
    errata=Erratum(
        "false", "Under a causal mask, the same for all sequences, the first token sees itself only: two sequences "
        "that begin alike are mapped alike at place 1 whatever the weights are, though their vocabularies differ. "
        "Outputs differ where the tokens, or the sets of tokens that they see, differ, and masks may differ from "
        "sequence to sequence.",
        by=remark_1.causal_masks_confuse, at=remark_1.counterexample,
    ),
)  # fmt: skip
paper.state(
    "remark-1-counted", "Remark 1, as corrected, with d²/4 in place of πd/8 in the δ of (8), and nothing cited",
    section="3.4", index=(), kind="finding", printed=remark_1.theorem_2_masked_counted,
)  # fmt: skip
display(
    "A.2", 1, "25", "softmax attention with one head", given=[some, *entry_in],
    defines=self_attention(Z_matrix, weights, heads=num(1))(t, k),
)  # fmt: skip
display(
    "A.2", 2, "26", "the term that attention with the weights of A.2 adds is shorter than ε/4",
    rank_one_weights.attended_short,
)  # fmt: skip
display(
    "A.2", 3, "27", "the images are shorter than r_max + ε/4, for any weights with (26)", rank_one_weights.eq_27_first,
    rank_one_weights.eq_27_second,
)  # fmt: skip
display(
    "A.2", 4, "28", "images of different tokens are more than ε/2 apart, for any weights with (26)",
    rank_one_weights.eq_28_first, rank_one_weights.eq_28_second, rank_one_weights.eq_28_third,
)  # fmt: skip
display(
    "A.2", 5, "29", "the condition on |uᵀu'| for the vectors u and u' of W_K and W_Q; such u and u' exist for every s "
    "≥ 1",
    given=positive_sizes, defines=Eq(inner, paper_strength), steps=rank_one_weights.eq_29_possible,
)  # fmt: skip
display(
    "A.2",
    6,
    "30",
    "Lemma 3 for δ = 2 log n + 3: for some unit vector v the scores of two different tokens differ "
    "by more than 2 log n + 3, at every query",
    eq_30_claim,
)
display(
    "A.2",
    7,
    "31",
    "Lemma 3, its second part: the same v keeps the lengths of all tokens up to the factor √(8/(πd))/(m + 1)²",
    eq_30_claim,
)
display(
    "A.2", 8, "32", "the condition on W_O and the vector u'' of W_V: ‖W_O u''‖ = ε/(4 r_max); W_O = u''' u''ᵀ with a "
    "suitable u''' satisfies it",
    given=positive_sizes,
    defines=values_strength, steps=rank_one_weights.eq_32_possible,
)  # fmt: skip
display(
    "A.2", 9, ["33", "34"], "the term that attention adds is shorter than ε/4, line by line",
    rank_one_weights.eq_33_first, rank_one_weights.eq_33_second, rank_one_weights.eq_33_third,
    rank_one_weights.eq_33_fourth, rank_one_weights.eq_33_fifth, rank_one_weights.eq_33_sixth,
    rank_one_weights.eq_34_strict,
)  # fmt: skip
display("A.2", 10, "35", "the scores of the tokens of sequence i", defines=scores(i, k)(h))
display("A.2", 11, "36", "the scores of the tokens of sequence j", defines=scores(j, l)(h))
display("A.2", 12, "37", "r, the bound for the scores", given=positive_sizes, defines=paper_reach)
display(
    "A.2", 13, "38", "the scores lie between −r and r", eq_38_second, eq_38_third,
    steps=scores_bounded,
    errata=[
        Erratum("typo", "The second line says uᵀu'ᵀ, whose shapes do not fit, for uᵀu'."),
        Erratum("gap", "This gives |a| ≤ r, but tokenwise (r, δ)-separatedness requires <, which holds since tokens "
                "are shorter than r_max."),
    ],
)  # fmt: skip
display(
    "A.2",
    14,
    "39",
    "boltz of the scores of one token in two contexts differs by more than (log n)² e^(−2r)",
    eq_39_paper,
    errata=not_lemma_1,
)
display("A.2", 15, "40", "(39) with boltz written out", eq_40_paper)
same_inner = abs(dot(u1, u1, s))
eq_41_printed = Claim(
    (some, *named("distinct"), *named(PAIR), tokens_agree),
    Eq(abs(line_41), abs(along_v(i, k)) * same_inner * mean_distance),
)
display(
    "A.2", 16, "41", "boltz of the scores against the averages, line by line; the last line bounds the first; "
    "corrected: uᵀu' in the fourth line, not u'ᵀu'",
    eq_40_paper, eq_41_first, eq_41_printed, eq_41_whole,
    corrected=[eq_40_paper, eq_41_first, eq_41_third, eq_41_whole],
    errata=Erratum(
        "typo", "The fourth line says u'ᵀu' for uᵀu', which the third one has.", 2,
        Search(
            sizes={"d": [1], "N": [2], "n": [2], "s": [1], "i": [1], "j": [2], "k": [1], "l": [1]},
            entries={"v": [1], "u": [2], "u'": [1], "X": [1, 2, 3]},
            length={"v": "d", "u": "s", "u'": "s", "X": "N d n"},
        ),
    ),
)  # fmt: skip
counterexample = {x.args[0]: substitute(y, {length: LEAST}) for x, y in data.items() if x is not u}
display(
    "A.2", 17, "42", "the distance of the images of one token in two contexts, line by line, and a lower bound; "
    "corrected: the bound has the factor 8 ε r_min of |uᵀu'|, which is missing in the last line",
    eq_42_first, eq_42_second, eq_42_printed,
    corrected=[eq_42_first, eq_42_second, eq_42_last], steps=eq_42_third,
    narrower="π and u are free in the corrected form, and bound in the printed one.",
    errata=Erratum(
        "false", "The factor 8 ε r_min of |uᵀu'| is missing in the last line; with it (45) is right. Without it the "
        "bound grows where tokens, r_min, r_max and ε are scaled down by one factor, and the left side becomes "
        "small.", 2,
        by=eq_42_refuted, at=counterexample,
    ),
)  # fmt: skip
display("A.2", 18, "43", "the gap of the scores", given=[some], defines=paper_delta)
display("A.2", 19, "44", "the separation of boltz", given=positive_sizes, defines=paper_separation_here)
display("A.2", 20, "45", "the images of one token in two contexts are more than δ apart", eq_45_paper)
