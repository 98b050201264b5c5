"""Statements of appendix C: Theorem 2 from Lemma 4, Proposition 5 and Lemma 6, in the paper's order."""

from __future__ import annotations

from proofs.builder.paper import Erratum
from proofs.papers.yun.appendix_c_proposition_5 import (
    approximation,
    exact_network,
    modified_transformers,
    proposition_5,
)
from proofs.papers.yun.appendix_c_proposition_5.modified_transformers import LEMMA_6, in_T_bar, inv
from proofs.papers.yun.appendix_d_lemma_4.lemma_4 import (
    cost_of_steps,
    g,
    lemma_4,
    lemma_4_strict,
    piecewise_constant,
    step_function_in_class,
)
from proofs.papers.yun.appendix_e4_lemma_9 import lemma_9
from proofs.papers.yun.appendix_f_lemma_6 import lemma_6
from proofs.papers.yun.section_2_transformers.blocks import SIZES
from proofs.papers.yun.sentences import layers as all_layers
from proofs.papers.yun.vocabulary import d, m, n, paper, tower
from proofs.theorems.combinatorics.binomials import factorial

paper.state(
    "C-1", "the class of functions that are constant on the cubes S_L of width δ = 1/m, for L in the grid, 0 outside "
    "of them, and permutation equivariant",
    section="C", index="C[1]", given=[1 <= m, 1 <= d, 1 <= n], defines=piecewise_constant(g),
)  # fmt: skip
paper.state(
    "lemma-4",
    "for f in F_PE with support in [0, 1]^(d×n), as appendix C assumes, there are δ* = 1/m and f̄ in F̄_PE(δ*) with "
    "d_p(f, f̄) ≤ ε/3",
    section="C", index="Lemma 4", kind="lemma", printed=lemma_4,
    steps=(lemma_4_strict, step_function_in_class, cost_of_steps),
    errata=Erratum(
        "gap", "Uniform continuity gives some δ; a grid needs that 1/δ is a whole number, and so a smaller δ* = 1/m.",
    ),
)  # fmt: skip
paper.state(
    "C-modified", "the modified Transformers: compositions of blocks with hardmax and activations in Φ",
    section="C", index=(), kind="fact", given=SIZES, defines=in_T_bar(modified_transformers.g),
)  # fmt: skip
proposition_5_ = paper.state(
    "proposition-5",
    "for every B there is a C such that for every δ = 1/m ≤ 1/2 and every step function f̄ of F̄_PE(δ) with "
    "‖f̄(X)‖_p^p ≤ B for all X there is a modified Transformer ḡ of T̄^(2,1,1) with d_p(f̄, ḡ) ≤ C δ^(d/p): d_p is "
    "O(δ^(d/p)). Its p-th power is at most B n(n − 1)/2 δ^d",
    section="C", index="Proposition 5", kind="proposition", printed=proposition_5.proposition_5,
    steps=(proposition_5.steps_approximated, exact_network.step_function_values,
        exact_network.stages_right, lemma_9.sweep_values, proposition_5.cost_in_listed_pairs,
        proposition_5.pairs_integral),
    cites=("lemma-7", "lemma-8", "lemma-9"),
)  # fmt: skip
paper.constant(
    "layers", proposition_5_, "the number of layers of the whole network", n * tower(n) * inv(factorial(n)),
    needed=all_layers, needed_by=exact_network.stages_right,
    note="The paper gives the order. For n ≤ δ^(-d) the number is at most 11/4 times it, with equality for δ = 1/2, d "
    "= 1, n = 2, where there are 11 layers (limits_attained). It is not claimed that no network has fewer.",
)  # fmt: skip
paper.state(
    "lemma-6", "for every compact set W and every modified Transformer ḡ of T̄^(2,1,1) there is a Transformer g of "
    "T^(2,1,4), of some number of blocks, with d_p(ḡ, g) ≤ ε/3 over W; corrected: on compact sets; over all of R^(d×n) "
    "nothing is known here",
    section="C", index="Lemma 6", kind="lemma", printed=LEMMA_6,
    corrected=lemma_6.lemma_6,
    steps=(lemma_6.modified_near_transformer, lemma_6.modified_approached),
    errata=Erratum(
        "gap",
        "Over all of R^(d×n) the p-th power of the error of a token-wise layer has no finite integral if n ≥ 2: on "
        "the interval before a jump it does not depend on the other tokens (F). That the layers converge in measure is "
        "no argument for their composition: behind the quantiser all inputs lie on the jumps of later layers. On "
        "compact sets the lemma holds, for any sizes h, m, r of the modified Transformers.",
    ),
    narrower="On compact sets; over all of R^(d×n) nothing is known here.",
)  # fmt: skip
paper.state(
    "C-2",
    "if d_p of the three steps is below ε_1, ε_2 and ε_3, d_p(f, g) is below their sum; for ε/3, C δ^(d/p) and ε/3, as "
    "in Lemma 4, Proposition 5 and Lemma 6, it is at most 2ε/3 + C δ^(d/p)",
    section="C", index="C[2]", printed=(approximation.three_parts, approximation.two_thirds_and_rate),
    errata=Erratum(
        "gap", "That δ ≤ δ* is small enough does not suffice: f̄ ∈ F̄_PE(δ*) is in F̄_PE(δ) only if δ* is a multiple of "
        "δ; otherwise f̄, and with it the constant of O(δ^(d/p)), must be chosen anew. It holds with δ = δ*/k.",
    ),
)  # fmt: skip
