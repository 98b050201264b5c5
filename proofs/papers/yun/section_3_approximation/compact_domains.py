"""Theorem 3 for any compact domain: f is continuous on a compact set of matrices (section 3.1).

A function that is continuous on a compact set is, up to an arbitrarily small error, the restriction of one that is
continuous on a cube around it (`extension`), and an approximation of the latter on the cube approximates the former on
the set.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.section_2_transformers.transformer_class import entry, in_T_2_1_4, k_in, t_in
from proofs.papers.yun.section_3_approximation.theorem_3 import encoded, on_domain
from proofs.papers.yun.vocabulary import d, n, paper
from proofs.theorems.analysis.compactness import compact, continuous_on_set, in_a_cube, member
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.analysis.extension import agree, restricted
from proofs.theorems.integration.grid_errors import SIZES, B, eps, f, omega, over, power_p
from proofs.theorems.integration.integrals import distance_at_most

t, k = ints("t k")
X, E_ = vectors("X E", 2)
(U,) = functions("U", MATRIX)
F, g, h = functions("F g h", MATRIX + "ZZ")


@paper.claim({"in_cube": in_a_cube(U, B, d, n)}, shows=agree(on_domain(h), h))
def domain_agrees(p: Proof) -> Fact:
    """The indicator of the cube is 1 at a point of U."""
    p.given(**t_in, **k_in)
    (X_in,) = assumed(p, member(U, X))
    own = entry(p, p.specialize("in_cube", X, using=[X_in]))
    up, down = (p.apply("abs_ge", x=x) for x in (X(t, k), -X(t, k)))
    inside = [over(p, p.have(claim, own, by)) for claim, by in ((-B <= X(t, k), down), (X(t, k) <= B, up))]
    ends = {"L": fun(lambda r, c: -B, 2), "H": fun(lambda r, c: B, 2)}
    one = p.apply("integrals.indicator_one", *inside, **ends)
    return over(p, p.have(Eq(on_domain(h)(X, t, k), h(X, t, k)), (one, h(X, t, k))))


OF_3 = [*SIZES, compact(U, d, n), continuous_on_set(f, U, d, n, n)]
half = eps / 2


def at_most_on_set(g: Term, E: Term) -> Term:
    """d_p(f, g(· + E)) <= ε on U."""
    return distance_at_most(restricted(f), restricted(encoded(g, E)), power_p, eps, d, n)


@paper.claim(OF_3, shows=exists(lambda g, E: [in_T_2_1_4(g), at_most_on_set(g, E)], OPERATOR, MATRIX))
def theorem_3(p: Proof) -> Fact:
    """Use a continuous function on a cube that is near f on U."""
    B_pos, _closed, in_cube_ = p.obtain(OF_3[-2], B)
    small = p.apply("power_small_enough", B_pos, epsilon=half)
    omega_pos, less = p.obtain(small, omega)
    extended = p.apply("extension.near_on_cube", omega_pos, in_cube_)
    continuous_, near_ = p.obtain(extended, F)
    at = {"e": omega, "D": B, "g": F, "epsilon": half}
    one = p.apply("near_in_mean", in_cube_, near_, B_pos, less, **at)
    found = p.apply("theorem_3_on_cube", B_pos, continuous_, f=F, epsilon=half)
    member_, close_ = p.obtain(found, g, E_)
    net = encoded(g, E_)
    same = [p.apply("domain_agrees", in_cube_, h=y) for y in (F, net)]
    by = {"f_1": on_domain(F), "h_1": F, "f_2": on_domain(net), "h_2": net}
    two = p.apply("near_restricted", *same, close_, epsilon=half, **by)
    names = {"f": restricted(f), "g": restricted(F), "h": restricted(net), "p": power_p}
    parts = {"epsilon_1": half, "epsilon_2": half}
    both = p.apply("integrals.minkowski", one, two, **parts, **names)
    out = p.apply("at_most_if_below", both, f=names["f"], g=names["h"])
    return p.exists_intro(p.goal, [g, E_], member_, out)
