"""Statements of appendix D: the proof of Lemma 4, in the paper's order."""

from __future__ import annotations

from proofs.papers.yun.appendix_d_lemma_4 import lemma_4
from proofs.papers.yun.sentences import entry_below_norm, norm_below_entries
from proofs.papers.yun.vocabulary import paper

paper.state(
    "text-D-2", "the entry-wise ℓ^p norm is at least the largest entry and at most (dn)^(1/p) times it; in p-th powers",
    section="D", index=("D¶2",), kind="fact", printed=(entry_below_norm, norm_below_entries),
)  # fmt: skip
paper.state(
    "D-1", "if f is continuous with compact support, for every ε there is a δ such that ‖X − Y‖_∞ < δ implies ‖f(X) − "
    "f(Y)‖_p < ε, for all X and Y",
    section="D", index="D[1]", printed=lemma_4.uniform_everywhere, steps=lemma_4.uniform_in_p,
)  # fmt: skip
paper.state(
    "D-2", "the step function with the values of f at the centres of the cubes is permutation equivariant: for X in "
    "the cube of L, f̄(XP) = f(C_LP) = f(C_L P) = f(C_L)P = f̄(X)P",
    section="D", index="D[2]", printed=(
        lemma_4.turned_at_centre, lemma_4.centre_turned, lemma_4.centre_value_turned, lemma_4.f_bar_equivariant,
    ), steps=lemma_4.cube_turned,
)  # fmt: skip
