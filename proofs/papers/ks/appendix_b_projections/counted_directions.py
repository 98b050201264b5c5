"""Lemmas 2 and 3 without citations: some direction v keeps 2/(m² d) of the distances of m points in d dimensions.

The paper's factor is √(8/(πd))/m², from the uniform distribution on the sphere.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_projections.projections import *
from proofs.papers.ks.vocabulary import paper
from proofs.theorems.algebra.digits import K, q
from proofs.theorems.analysis.projections import at_code, coded, kept, kept_share, not_zero
from proofs.theorems.networks.transformers import d, delta, epsilon, r_min


@paper.claim(given=[some_d, some_m], shows=some_unit_vector(kept(kept_share)))
def direction_counted(p: Proof) -> Fact:
    """Some vector of integers, divided by its length."""
    p.given(base=2 <= K, number=num(0) <= q, proper=not_zero, keeps=at_code(kept(kept_share)))
    there = p.exists_intro(p.goal, [coded], p.apply("coded_is_unit"))
    none = p.mp(p.assume(negation(p.goal)), there)
    none = p.generalize(q, p.discharge(none, not_zero, p.get("keeps").concl), "number")
    found = p.apply("some_direction_counted")
    return p.absurd(p.mp(found, p.generalize(K, none, "base")), p.goal)


counted_share = substitute(kept_share, {m: m + 1})
counted_strength = (m + 1) ** 4 * (d**2 * inv(4)) * (delta / (epsilon * r_min))


@paper.claim(given=[some_d, m >= 0], shows=some_unit_vector(and_zero(kept(counted_share, 0))))
def eq_76_counted(p: Proof) -> Fact:
    """Apply the result to the vocabulary and 0."""
    found = p.apply("direction_counted", m=m + 1, w=from_one)
    length, keeps = p.obtain(found, v)
    return p.exists_intro(p.goal, [v], length, p.apply("numbered_from_zero", keeps))


lemma_3_counted_given = [some_d, some_m, *separated(), r_min_pos, epsilon_pos, delta > 0]


@paper.claim(given=lemma_3_counted_given, shows=some_unit_vector(for_all_weights(counted_strength)))
def lemma_3_counted(p: Proof) -> Fact:
    """Lemma 3 with d²/4 in place of πd/8, without citations."""
    balance = Eq(counted_share**2 * counted_strength * epsilon * r_min, delta)
    p.note("bottom", p.positive((m + 1) ** 2 * d))
    p.have(balance, label="balanced")
    length, keeps = p.obtain(p.apply("eq_76_counted"), v)
    held = p.assume(Eq(inner, counted_strength))
    scores = p.apply("scores_apart_by_factor", held, keeps)
    return p.exists_intro(p.goal, [v], length, scores)
