"""Statements of appendix B.1: directions that keep distances, in the paper's order."""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_6 import delta
from proofs.papers.ks.appendix_b_projections import projections
from proofs.papers.ks.appendix_b_projections.counted_directions import direction_counted
from proofs.papers.ks.appendix_b_projections.projections import inner, m, share, sizes, some_scores_apart, strength
from proofs.papers.ks.vocabulary import display, paper, said
from proofs.theorems.analysis.projections import kept_share

lemma_2 = paper.state(
    "lemma-2", "for any m points in d dimensions some unit vector keeps their distances up to the factor √(8/(πd))/m²",
    section="B.1", index="Lemma 2", kind="lemma", printed=projections.lemma_2_claim,
    steps=projections.points_upper,
)  # fmt: skip
paper.constant(
    "lemma-2-factor", lemma_2, "the fraction of the distances that a direction preserves: the paper's factor is cited, "
    "the other is proved by counting", share(m), needed=kept_share, needed_by=direction_counted,
    note="Proved without citations. It is smaller by the factor √(2d/π), and larger for d = 1. The results that use "
    "Lemma 2 hold with it, if d²/4 replaces πd/8 in |uᵀu'|.",
)  # fmt: skip
display(
    "B.1", 1, "72", "Lemma 2's bounds, both for one unit vector",
    projections.lemma_2_claim,
)  # fmt: skip
no_epsilon = (
    "ε > 0 must be assumed: (73) divides by ε, and for ε < 0 no u and u' satisfy it, so that (74) says nothing."
)
lemma_3 = paper.state(
    "lemma-3", "for some unit vector v and all u, u' with |uᵀu'| as in (73), W_K = u vᵀ and W_Q = u' vᵀ give two "
    "different words of a separated vocabulary scores more than δ apart, at every query; and v keeps their lengths up "
    "to √(8/(πd))/(m + 1)²; corrected: ε > 0 is assumed",
    section="B.1",
    index="Lemma 3", kind="lemma", printed=projections.lemma_3_printed, corrected=projections.lemma_3_claim,
    steps=[projections.eq_76_claim, projections.scores_apart_by_factor], cites="lemma-2", narrower="(73) divides by ε.",
    errata=Erratum("gap", no_epsilon, by=projections.eq_73_never),
)  # fmt: skip
display("B.1", 2, "73", "the condition on |uᵀu'|", given=[*sizes, delta > 0], defines=Eq(inner, strength))
display(
    "B.1", 3, "74", "for some unit vector v and all u, u' with (73) the scores of two different tokens differ by more "
    "than δ, at every query; corrected: ε > 0 is assumed",
    Claim(projections.lemma_3_printed.given, some_scores_apart), corrected=projections.eq_74_claim,
    narrower="(73) divides by ε.", errata=Erratum("gap", no_epsilon, by=projections.eq_73_never, same_as="lemma-3"),
)  # fmt: skip
display(
    "B.1",
    4,
    "75",
    "some unit vector v keeps the lengths of all tokens up to the factor √(8/(πd))/(m + 1)²",
    projections.eq_75_claim,
)
display("B.1", 5, "76", "Lemma 2 for the vocabulary and the zero vector", projections.eq_76_claim)
said(
    "fn3", "Lemma 3 with different unit vectors v and v' for keys and queries, if both satisfy (76), which is (72) for "
    "the vocabulary and the zero vector; corrected: (76), not (72)",
    corrected=projections.two_directions, section="B.1",
    errata=Erratum(
        "typo", "It says (72), which is for pairs of words; (76) is meant, with the zero vector: a v' as in (72) can "
        "be orthogonal to a word.",
    ),
)  # fmt: skip
display("B.1", 6, "77", "(76) with 0 for one of the vectors", projections.eq_77_lower, projections.eq_77_upper)
display("B.1", 7, "78", "(73) again", given=[*sizes, delta > 0], defines=Eq(inner, strength))
display("B.1", 8, "79", "the scores of two different tokens differ by more than δ, line by line",
    projections.eq_79_first, projections.eq_79_second,
    projections.eq_79_lower, projections.eq_79_strict)  # fmt: skip
