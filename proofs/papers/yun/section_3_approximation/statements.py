"""Statements of section 3: Theorems 2 and 3, their constructions and their sizes, in the paper's order."""

from __future__ import annotations

from proofs.builder.paper import Erratum
from proofs.language.notation import *
from proofs.papers.yun import sentences
from proofs.papers.yun.appendix_c_proposition_5 import approximation, exact_network
from proofs.papers.yun.appendix_c_proposition_5.approximation import eps, g1, g2, p_
from proofs.papers.yun.appendix_g_theorem_3 import placed_columns, placed_network
from proofs.papers.yun.section_3_approximation.class_growth import (
    class_grows,
    g_P,
    identity_in_T_P,
    in_T_P,
    positional_class_grows,
)
from proofs.papers.yun.section_3_approximation.compact_domains import theorem_3
from proofs.papers.yun.section_3_approximation.theorem_2 import quantised_look_up, theorem_2, theorem_2_on_cube
from proofs.papers.yun.section_3_approximation.theorem_3 import encoded_member, placed_look_up, theorem_3_on_cube
from proofs.papers.yun.vocabulary import d, n, paper
from proofs.theorems.integration.integrals import distance_at_most, distance_below

# --- 3 ----------------------------------------------------------------------------------------------------------------
paper.state(
    "3-1", "the distance d_p of two functions: it is at most ε, or below ε, if the integral of ‖f_1 − f_2‖_p^p over "
    "all of R^(d×n) is at most ε^p, or below ε^p; the integral is Lebesgue's upper integral, defined by countably many "
    "weighted boxes",
    section="3", index="3[1]", given=[1 <= d, 1 <= n, 1 <= p_, 0 < eps],
    defines=[distance_at_most(g1, g2, p_, eps, d, n), distance_below(g1, g2, p_, eps, d, n)],
)  # fmt: skip
paper.state(
    "theorem-2",
    "for every f in F_PE (continuous, permutation equivariant, with compact support), every p ≥ 1 and ε > 0 there is a "
    "Transformer g in T^(2,1,4) with d_p(f, g) ≤ ε, over all of R^(d×n)",
    section="3", index="Theorem 2", kind="theorem", printed=theorem_2,
    steps=(theorem_2_on_cube, quantised_look_up), cites=("lemma-4", "proposition-5",
        "lemma-6"),
)  # fmt: skip
# --- 3.1 --------------------------------------------------------------------------------------------------------------
paper.state(
    "eq-4", "T_P^(h,m,r), the class of Transformers with positional encodings: X ↦ g(X + E) for g in T^(h,m,r)",
    section="3.1", index="3.1[1]", equations="4", given=[1 <= d, 1 <= n], defines=in_T_P(g_P),
)  # fmt: skip
paper.state(
    "theorem-3",
    "for every continuous f on a compact set, every p ≥ 1 and ε > 0 there are positional encodings E and a Transformer "
    "g in T^(2,1,4) with d_p(f, g(· + E)) ≤ ε on the set",
    section="3.1", index="Theorem 3", kind="theorem", printed=theorem_3,
    steps=(theorem_3_on_cube, encoded_member, placed_look_up), cites=("lemma-6",),
)  # fmt: skip
paper.state(
    "text-3.1-6", "T^(h,m,r) and T_P^(h,m,r) grow with the number of heads, their size and the width, so larger "
    "Transformers approximate at least as well as T^(2,1,4) and T_P^(2,1,4)",
    section="3.1", index=("3.1¶6",), kind="fact", printed=(class_grows, positional_class_grows),
    steps=identity_in_T_P,
)  # fmt: skip
# --- 3.2 --------------------------------------------------------------------------------------------------------------
paper.state(
    "text-3.2-3", "for n ≤ 1/δ every step function is, on the cubes with different columns, a modified Transformer of "
    "d/δ + d + δ^(-d) + 1 + 1 + 2d + n C(δ^(-d), n) layers, that of Proposition 5, a number that is O(n δ^(-dn)/n!) as "
    "δ tends to 0; times 17d + 4, the parameters of a block, it is O(d n δ^(-dn)/n!); corrected: of modified "
    "Transformers; no number of blocks is proved for those of T^(2,1,4) near f",
    section="3.2", index=("3.2¶3", "3.2¶5"), kind="fact",
    corrected=(exact_network.networks_of_order, sentences.parameters_order),
    narrower="The paper says it of Transformer blocks. Lemma 6 and Theorem 2 are proved here for some number of "
    "blocks, which depends on the modulus of continuity.",
    steps=(exact_network.stages_right, sentences.layers_few, sentences.parameters_few),
    errata=Erratum(
        "gap", "That the order is optimal, and that the exponential dependence on d n cannot be avoided, is concluded "
        "from the number of values on the cubes. That bounds the number of parameters only if each of them stores one "
        "value; a real parameter may store many, so that no lower bound follows.",
    ),
)  # fmt: skip
paper.state(
    "3.2-parameters", "a block of width (2, 1, 4) has 17d + 4 ≤ 21d parameters, whatever n is",
    section="3.2", index=(), kind="fact", printed=(approximation.parameters_2_1_4,
        approximation.block_parameters_linear),
)  # fmt: skip
paper.state(
    "text-3.2-13", "every function that is constant on the cubes is, on [0, 1)^(d×n), a modified Transformer with the "
    "positional encodings of appendix G whose number of layers is O(n δ^(-dn)) as δ tends to 0: d layers divide by n, "
    "and then the network of Proposition 5 runs on the grid of δ/n; the layers of appendix G, dn/δ + n δ^(-d) + 1 + 1 "
    "+ 2d + n δ^(-dn), are at most 5/2 n δ^(-dn) if n ≤ 1/δ; corrected: of modified Transformers; the constant of the "
    "first number, 11/4 n^(dn) + d, is larger, and the second one is arithmetic, without a network",
    section="3.2", index=("3.2¶13", "G.3¶2"), kind="fact",
    corrected=(placed_network.placed_networks_of_order, sentences.positional_layers_order),
    narrower="The paper says it of Transformers near continuous functions, by other layers, which are those of G.1 to "
    "G.3. These are run for single columns and contexts only (G.1-2, G.2-sweep, G.2-contexts).",
    steps=(placed_network.placed_stages, placed_network.right_after_division, placed_network.dividing_layers,
        placed_columns.spread_in_class, placed_network.placed_layers_few, sentences.positional_layers_few),
    errata=Erratum(
        "gap", "That the construction is optimal in the order of parameters rests on the same argument.",
        same_as="text-3.2-3",
    ),
)  # fmt: skip
