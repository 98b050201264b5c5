"""Theorem 2: networks of T^(2,1,4) approximate continuous permutation equivariant functions (section 3).

This proof is shorter than the paper's, covers all of R^(d×n), and gives a distance below ε. Layers of four ReLUs
quantise the entries, with steps so short that their volume is small, and mark entries outside of the cube. One
attention layer with softmax tells the tokens of grid sequences without equal tokens apart by their contexts, without
any approximation, and layers of three ReLUs map each context to its value. The estimate in Kajitsuka & Sato's
Proposition 1 shows that such a network is close to f, whichever way the values are looked up.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.section_4_proposition_1.proposition_1_on_cube import (
    A,
    E,
    after_look_up,
    by_look_up,
    exact_on_grid,
    normal_looked_up,
    without_size,
)
from proofs.papers.yun.section_2_transformers.transformer_class import WIDTH, composed, in_T_2_1_4
from proofs.papers.yun.section_3_approximation.context_look_up import narrow_look_up_exists
from proofs.papers.yun.section_3_approximation.entry_quantiser import quantiser
from proofs.papers.yun.section_3_approximation.entrywise_functions import member_of, on_entries
from proofs.papers.yun.vocabulary import d, n, paper
from proofs.theorems.analysis.continuity import continuous_everywhere
from proofs.theorems.integration.grid_errors import B, C, D, bounded, f, normal, of_entries, power_p, zero_beyond
from proofs.theorems.integration.integrals import distance_at_most, distance_below
from proofs.theorems.networks.permutations import determined, equivariant, zero_outside
from proofs.theorems.networks.rounding import delta

t, k = ints("t k")
eps, y = reals("epsilon y")
(X,) = vectors("X", 2)
scale = {"alpha": inv(2 * B), "beta'": rational(1, 2)}


@paper.claim(
    [*(without_size[x] for x in ("d_low", "n_low", "B_pos", "equivariant")), determined(f, B), 1 <= D, 0 < C,
     bounded(normal, C)],
    shows=exists(
        lambda P, A: [0 <= P, in_T_2_1_4(A), of_entries(A), exact_on_grid(A, normal), bounded(A, C), zero_beyond(A, P)],
        "R", OPERATOR,
    ),
)  # fmt: skip
def f_looked_up(p: Proof) -> Fact:
    """The labels are the values of f; by equivariance they are consistent."""
    return normal_looked_up(p, narrow_look_up_exists.name)


@paper.claim(
    [1 <= d, 1 <= n, 0 < B, 1 <= D, 0 < delta, delta <= inv(D), in_T_2_1_4(A)], shows=in_T_2_1_4(after_look_up)
)
def quantised_look_up(p: Proof) -> Fact:
    """Compose A after the quantiser."""
    p.given(t_low=1 <= t, t_high=t <= d, k_low=1 <= k, k_high=k <= n)
    layer = substitute(on_entries(quantiser), {variable(name, "R"): value for name, value in scale.items()})
    both = p.apply("composed_member", **{"g_1": layer, "g_2": A}, **WIDTH)
    whole = composed(layer, A)
    return member_of(p, p.have(Eq(after_look_up(X, t, k), whole(X, t, k))), both, after_look_up, whole)


@paper.claim(without_size, shows=exists(lambda g: [in_T_2_1_4(g), distance_below(f, g, power_p, eps, d, n)], OPERATOR))
def theorem_2_on_cube(p: Proof) -> Fact:
    """Take a network that looks up f on a fine grid, with short steps."""
    p.apply("permutations.continuous_determined", label="determined")

    def with_steps(D_low: Fact, member: Fact, _: Sequence[Fact], pos: Fact, shorter: Fact) -> Fact:
        least = p.apply("continuity.smaller_of_two", pos, "inv_pos", D_low, **{"delta_1": E, "delta_2": inv(D)})
        width, short, narrow = p.obtain(least, delta)
        less = p.specialize(shorter, delta, using=[width, short])
        return p.exists_intro(p.goal, [after_look_up], "quantised_look_up", D_low, width, narrow, member, less)

    return by_look_up(p, "f_looked_up", with_steps)


# --- the sentence -----------------------------------------------------------------------------------------------------


def in_F_PE(f: Term) -> Term:
    """f ∈ F_PE: continuous on R^(d×n), permutation equivariant, with compact support."""
    return exists(
        lambda B: [0 < B, zero_outside(f, B, d, n), continuous_everywhere(f, d, n), equivariant(f, d, n)], "R"
    )


paper.notions.define(in_F_PE(f), (f, d, n), "{0} ∈ F_PE", r"{0} \in \mathcal{{F}}_{{PE}}")


@paper.claim(
    [1 <= d, 1 <= n, 1 <= power_p, 0 < eps, in_F_PE(f)],
    shows=exists(lambda g: [in_T_2_1_4(g), distance_at_most(f, g, power_p, eps, d, n)], OPERATOR),
)
def theorem_2(p: Proof) -> Fact:
    """Use a cube around the support; the distance is even less than ε."""
    B_pos, zero, everywhere, equivariant_ = p.obtain(in_F_PE(f), B)
    on_cube = p.apply("continuous_on_every_cube", everywhere, D=B)
    found = p.apply("theorem_2_on_cube", B_pos, zero, on_cube, equivariant_)
    member, near = p.obtain(found, A)
    return p.exists_intro(p.goal, [A], member, p.apply("at_most_if_below", near, g=A))
