"""Theorem 2 with a larger separation of the images: (ε/10) e^(δ − 2r) for any gap δ >= 2 between scores, whatever n is.

Not in the paper, whose separation is ε (log n)² e^(−2r) / (4r) with δ = 2 log n + 3. The weights are the same but for
|uᵀu'| = δ / (κ² ε r_min). At δ = 2 and the paper's κ the exponent is −(m + 1)⁴ πd r_max² / (2 ε r_min) + 2, smaller by
the factor log n + 3/2, and nothing stands before it but ε/10.

And Theorem 2 with nothing cited: its separation with d²/4 in place of πd/8, by the direction of `counted_directions`.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_6 import delta
from proofs.papers.ks.appendix_b_projections.counted_directions import counted_strength
from proofs.papers.ks.appendix_b_projections.projections import (
    epsilon_pos,
    is_pi,
    m,
    pi,
    pi_pos,
    r_min_pos,
    some_d,
    strength,
)
from proofs.papers.ks.beyond.lemma_1_sharp_separation import sharply
from proofs.papers.ks.section_3_theorem_2.contexts import (
    LEMMA_1,
    WEIGHTS,
    boltz_distance,
    gap_small,
    in_all_pairs,
    missing,
    other_contexts,
    other_tokens,
    same_token,
    separate_scores,
)
from proofs.papers.ks.section_3_theorem_2.rank_one_weights import (
    NAMED,
    OTHER,
    PLACE,
    Delta,
    Y,
    assume,
    carried_over,
    h,
    image_distance,
    named,
    reach,
    scores,
    tokens_agree,
    tokens_differ,
)
from proofs.papers.ks.section_3_theorem_2.theorem_2 import (
    from_vocabulary,
    in_direction,
    maps_contexts,
    paper_delta,
    theorem_2_data,
    weights_in_direction,
)
from proofs.papers.ks.vocabulary import i, j, k, n, paper, some
from proofs.theorems.networks.transformers import X, contextual_mapping, d, epsilon, l, other_vocabulary, r_max, r_min

sharp_gap = carried_over(sharply(2 * reach))
two = 2 <= n
SHARP = [*named(WEIGHTS), sharp_gap, two]


def begin(p: Proof, places: str) -> None:
    """Assume the hypotheses, and derive 1 <= n."""
    assume(p, f"{WEIGHTS} {places}")
    p.given(gap=sharp_gap)


@paper.claim(given=[*SHARP, *named(PLACE)], shows=Delta <= epsilon / 2)
def sharp_gap_le_half(p: Proof) -> Fact:
    """2r > δ, so e^(δ − 2r) < 1."""
    begin(p, PLACE)
    p.apply("scores_need_room", label="room")
    grow = p.apply("exp_lt", x=delta, y=2 * reach)
    reach_pos = p.have(0 < reach)
    less = p.have(sharply(2 * reach) <= 2 * reach, (grow, exp(-2 * reach), reach_pos), reach_pos)
    return gap_small(p, p.get(less))


@paper.claim(given=[*named(LEMMA_1), tokens_agree, missing], shows=sharply(2 * reach) < boltz_distance)
def sharp_scores_separated(p: Proof) -> Fact:
    """Lemma 1 with the larger separation."""
    separate_scores(p)
    return p.apply("lemma_1_sharp", a=scores(i, k), b=scores(j, l), i=h, r=reach)


@paper.claim(given=[*SHARP, *named(f"{PLACE} {OTHER}"), tokens_differ], shows=Delta < image_distance)
def sharp_other_tokens(p: Proof) -> Fact:
    """Different tokens."""
    return other_tokens(p, "sharp_gap_le_half")


@paper.claim(
    given=[*SHARP, *named(f"{PLACE} {OTHER} h_low h_high"), tokens_agree, missing], shows=Delta < image_distance
)
def sharp_same_token(p: Proof) -> Fact:
    """The same token in two contexts."""
    begin(p, f"{PLACE} {OTHER} h_low h_high")
    return same_token(p, "sharp_scores_separated")


@paper.claim(given=[*SHARP, *named(f"{PLACE} {OTHER}"), other_vocabulary(X, i, j)], shows=Delta < image_distance)
def sharp_other_contexts(p: Proof) -> Fact:
    """Two contexts."""
    return other_contexts(p, "sharp_other_tokens", "sharp_same_token")


_, sharp_tokens_apart, sharp_contexts_apart = contextual_mapping(X, Y, r_max + epsilon / 4, Delta)


@paper.claim(given=SHARP, shows=sharp_tokens_apart)
def sharp_all_tokens_apart(p: Proof) -> Fact:
    """Different tokens, for all sequences and positions."""
    begin(p, f"{PLACE} {OTHER}")
    return in_all_pairs(p, tokens_differ, "sharp_other_tokens")


@paper.claim(given=SHARP, shows=sharp_contexts_apart)
def sharp_all_contexts_apart(p: Proof) -> Fact:
    """Different contexts, for all sequences and positions."""
    begin(p, f"{PLACE} {OTHER}")
    return in_all_pairs(p, other_vocabulary(X, i, j), "sharp_other_contexts")


@paper.claim(given=[*in_direction, NAMED["wide"], sharp_gap, two], shows=maps_contexts(Delta))
def sharp_contexts_in_direction(p: Proof) -> Fact:
    """Combine the previous steps."""
    return weights_in_direction(p, "all_images_short", "sharp_all_tokens_apart", "sharp_all_contexts_apart")


# at δ = 2 and the paper's κ

sharp_strength = substitute(strength, {delta: num(2)})
sharp_8 = epsilon / 10 * exp(2 - (m + 1) ** 4 * (pi * d * r_max**2) / (2 * epsilon * r_min))
sharp_given = [*theorem_2_data, two]


def begin_theorem(p: Proof, *facts: str) -> None:
    """Assume the hypotheses of a form of Theorem 2, and derive their immediate consequences."""
    p.apply("r_min_below_r_max", label="room")
    p.have(0 < r_max, label="r_max")
    for name in ("some_word", *facts):
        p.apply(name, label=name)


@paper.claim(given=sharp_given, shows=maps_contexts(sharp_8))
def theorem_2_sharp(p: Proof) -> Fact:
    """Use Lemma 3 with δ = 2."""
    begin_theorem(p)
    p.apply("strength_pos", delta=2, label="strong")
    p.note("lemma_3_at_two", p.instantiate(p.theorem("lemma_3_claim"), [(delta, num(2))]))
    values = {"scale": sharp_strength, "delta": num(2), "Delta": sharp_8}
    return from_vocabulary(p, "lemma_3_at_two", values, "sharp_contexts_in_direction")


# with nothing cited

counted_strength_here = substitute(counted_strength, {delta: paper_delta})
counted_reach = counted_strength_here * r_max**2
counted_8 = log(n) ** 2 * epsilon * exp(-2 * counted_reach) / (4 * counted_reach)
counted_given = [g for g in theorem_2_data if g not in (is_pi, pi_pos)]
counted_sizes = [some, some_d, m >= 1, epsilon_pos, r_min_pos, 0 < r_max]


@paper.claim(
    given=counted_sizes, shows=Eq(4 * counted_reach * counted_8, epsilon * (log(n) ** 2 * exp(-2 * counted_reach)))
)
def counted_8_is(p: Proof) -> Fact:
    """ε (log n)² e^(−2r) / (4r) at r = (m + 1)⁴ d² δ r_max² / (4 ε r_min)."""
    p.apply("paper_delta_pos", label="pos")
    return p.have(p.goal, p.positive(counted_reach))


@paper.claim(given=counted_given, shows=maps_contexts(counted_8))
def theorem_2_counted(p: Proof) -> Fact:
    """Use Lemma 3 by counting."""
    begin_theorem(p, "paper_delta_wide", "paper_delta_enough", "paper_delta_pos", "counted_8_is")
    p.note("strong", p.positive(counted_strength_here))
    p.note("lemma_3_here", p.instantiate(p.theorem("lemma_3_counted"), [(delta, paper_delta)]))
    values = {"scale": counted_strength_here, "delta": paper_delta, "Delta": counted_8}
    return from_vocabulary(p, "lemma_3_here", values, "contexts_in_direction")
