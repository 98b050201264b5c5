"""Approximation of continuous functions on compact sets by step functions (A.5).

On a cube the unit cube's step function, scaled; on a compact set that of a function on a cube which is near to f.
"""

from __future__ import annotations

from collections.abc import Sequence

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
g, h = functions("g h", MATRIX + "ZZ")
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

    def on_grid(fine: Fact, laws: Sequence[Fact]) -> Fact:
        every_list = p.specialize(fine, D0)
        near = p.specialize(p.rule("specialize", every_list, N), L, using=laws)
        step = substitute(f_bar(normal), {D: D0})
        close = p.apply("near_from_unit_cube", near, g=step)
        own = p.apply("f_bar_of_steps", D=D0, f=normal)
        return p.exists_intro(p.goal, [on_cube_scale(step)], own, close)

    C_pos, bound = p.obtain(p.apply("normal_bounded"), C)
    grids = p.apply("eq_55_claim", C_pos, bound, f=normal, epsilon=three)
    return p.exists_elim(grids, [D0], lambda low, fine: p.exists_elim(
        p.apply("grid_listed", low), [N, L], lambda *laws: on_grid(fine, laws)))  # fmt: skip


@paper.claim(
    CONTINUOUS,
    shows=exists(lambda g: [of_steps(g), distance_below(restricted(f), restricted(g), power_p, eps, d, n)], OPERATOR),
)
def steps_on_compact(p: Proof) -> Fact:
    """Use a function on a cube that is near f."""

    def with_cube(D_pos: Fact, _: Fact, in_cube_: Fact) -> Fact:
        small = p.apply("power_small_enough", D_pos, epsilon=half)
        return p.exists_elim(small, [e], lambda pos, less: p.exists_elim(
            p.apply("extension.near_on_cube", pos, in_cube_), [g],
            lambda *two: with_extension(D_pos, in_cube_, pos, less, *two)))  # fmt: skip

    def with_extension(D_pos: Fact, in_cube_: Fact, e_pos: Fact, less: Fact, known: Fact, close: Fact) -> Fact:
        goes = p.apply("on_cube_continuous", known)
        agrees = p.apply("on_cube_agrees", in_cube_)
        stepped = p.apply("steps_on_cube", D_pos, goes, f=on_cube(g), epsilon=half)
        of_steps_, near = p.obtain(stepped, h)
        facts = [e_pos, in_cube_, close, D_pos, less, agrees, near]
        return p.exists_intro(p.goal, [h], of_steps_, p.apply("near_by_extension", *facts, f_1=on_cube(g)))

    return p.exists_elim("compact", [edge], with_cube)
