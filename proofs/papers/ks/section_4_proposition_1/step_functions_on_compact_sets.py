"""Approximation of continuous functions on compact sets by step functions (A.5).

On a cube the unit cube's step function, scaled; on a compact set that of a function on a cube which is near to f.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.section_4_proposition_1.compact_domain import CONTINUOUS, half
from proofs.papers.ks.section_4_proposition_1.context_ids import D, L, N
from proofs.papers.ks.section_4_proposition_1.proposition_1_on_cube import B, approximable, f
from proofs.papers.ks.section_4_proposition_1.three_errors import D0, C, f_bar, of_cell
from proofs.papers.ks.vocabulary import paper
from proofs.theorems.analysis.continuity import entries
from proofs.theorems.analysis.extension import d, e, eps, n, power_p, restricted
from proofs.theorems.integration.grid_cells import cell, over, ranged
from proofs.theorems.integration.grid_errors import in_unit_cube, normal, on_cube_scale
from proofs.theorems.integration.integrals import box, distance_below, indicator, moved, step_function
from proofs.theorems.networks.cube_restriction import on_cube

r, c, i, j = ints("r c i j")
(X,) = vectors("X", 2)
g, h, step = functions("g h g'", MATRIX + "ZZ")
(edge,) = reals("D")  # half of a cube's
BOXES = "(ZZZ>R)"


def of_steps(g: Term) -> Term:
    """g is a finite sum of constants, each on a box and 0 off it."""

    def same(N: Term, lo: Term, hi: Term, M: Term) -> Term:
        value = lambda X, r, c: step_function(N, lo, hi, fun(lambda j: M(j, r, c)), X, d, n)  # noqa: E731
        return for_all(lambda X: entries(lambda r, c: Eq(g(X, r, c), value(X, r, c)), d, n), MATRIX)

    return exists(lambda N, lo, hi, M: [same(N, lo, hi, M)], "Z", BOXES, BOXES, BOXES)


paper.notions.define(of_steps(g), (g, d, n), "{0} is a step function", r"{0} \text{{ is a step function}}")


@paper.claim([0 < B], shows=of_steps(on_cube_scale(f_bar(f))))
def f_bar_of_steps(p: Proof) -> Fact:
    """f̄ has one constant for each cell; the scaled cells are boxes, too."""
    ranged(p, r=d, c=n, i=N)
    alpha, shift = inv(2 * B), rational(1, 2)
    there, (first, last) = moved(X, alpha, shift), cell(i)
    low, high = (fun(lambda i, r, c, k=k: (cell(i)[k](r, c) - shift) / alpha, 3) for k in (0, 1))
    by = {"low": first(r, c), "high": last(r, c), "x": X(r, c), "alpha": alpha, "beta'": shift}
    entry = p.apply("inside_moved", **by)
    same = p.apply("entries_same", over(p, entry))
    values = fun(lambda i, r, c: of_cell(f, i, r, c), 3)
    terms = [fun(lambda i: values(i, r, c) * indicator(*cell(i), there, d, n)),
             fun(lambda i: values(i, r, c) * indicator(box(low, i), box(high, i), X, d, n))]  # fmt: skip
    total = p.apply("sum_eq", (same, values(i, r, c)), f=terms[0], g=terms[1], lo=1, hi=N)
    return p.exists_intro(p.goal, [N, low, high, values], over(p, total))


STEPPED = {x: approximable[x] for x in ("d_low", "n_low", "large", "eps_pos", "B_pos", "continuous", "zero")}


@paper.claim(
    list(STEPPED.values()), shows=exists(lambda g: [of_steps(g), distance_below(f, g, power_p, eps, d, n)], OPERATOR)
)
def steps_on_cube(p: Proof) -> Fact:
    """Apply (55) on the unit cube, and transform back."""
    three = 3 * in_unit_cube(eps)

    C_pos, bound = p.obtain(p.apply("normal_bounded"), C)
    grids = p.apply("eq_55_claim", C_pos, bound, f=normal, epsilon=three)
    low, fine = p.obtain(grids, D0)
    laws = p.obtain(p.apply("grid_listed", low), N, L)
    every_list = p.specialize(fine, D0)
    near = p.specialize(p.rule("specialize", every_list, N), L, using=laws)
    step = substitute(f_bar(normal), {D: D0})
    close = p.apply("near_from_unit_cube", near, g=step)
    own = p.apply("f_bar_of_steps", D=D0, f=normal)
    return p.exists_intro(p.goal, [on_cube_scale(step)], own, close)


@paper.claim(
    CONTINUOUS,
    shows=exists(lambda g: [of_steps(g), distance_below(restricted(f), g, power_p, eps, d, n)], OPERATOR),
)
def steps_on_compact(p: Proof) -> Fact:
    """f on U is near a function that is continuous on a cube, and this is near a step function."""
    D_pos, closed, in_cube_ = p.obtain("compact", edge)
    e_pos, less = p.obtain(p.apply("power_small_enough", D_pos, epsilon=half / 2), e)
    continuous, close = p.obtain(p.apply("extension.near_on_cube", e_pos, in_cube_), g)
    found = p.apply("near_on_compact", D_pos, e_pos, in_cube_, close, less, closed, continuous, epsilon=half)
    continuous, _, near_f = p.obtain(found, h)
    goes = p.apply("on_cube_continuous", continuous, g=h)
    made = p.apply("steps_on_cube", D_pos, goes, p.apply("on_cube_zero", g=h), f=on_cube(h), B=edge, epsilon=half)
    of_steps_, near_h = p.obtain(made, step)
    names = {"f": restricted(f), "g": on_cube(h), "h": step, "p": power_p}
    both = p.apply("integrals.minkowski", near_f, near_h, epsilon_1=half, epsilon_2=half, **names)
    return p.exists_intro(p.goal, [step], of_steps_, p.change(both, distance_below(
        restricted(f), step, power_p, eps, d, n)))  # fmt: skip
