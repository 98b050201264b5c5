"""MaxAff as the upper envelope of its pieces: it is convex, attained, and affine on each cell (sections 3 and 3.1)."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_3_max_affine.max_affine import in_cell, x
from proofs.papers.liu.vocabulary import Delta, N, R, affine, h, is_index, k, max_affine, paper, some_pieces
from proofs.theorems.analysis.continuity import assumed

(y,) = vectors("y")
(t,) = reals("t")


between = fun(lambda c: t * x(c) + (1 - t) * y(c))


@paper.claim(
    given=[some_pieces, 0 <= t, t <= 1], shows=max_affine(between) <= t * max_affine(x) + (1 - t) * max_affine(y)
)
def max_affine_convex(p: Proof) -> Fact:
    """Every piece is affine, and each is at most MaxAff at both ends."""
    p.given(some=some_pieces, low=0 <= t, h_low=1 <= h, h_high=h <= N)
    one, two = (p.max_ge(max_affine(z), h, "h_low", "h_high") for z in (x, y))
    each = p.have(affine(h, between) <= p.goal.args[1], (one, "low"), (two, 1 - t))
    return p.max_le(max_affine(between), p.goal.args[1], "some", p.generalize(
        h, each))  # fmt: skip


@paper.claim(given=list(is_index(h)), shows=affine(h, x) <= max_affine(x))
def pieces_below(p: Proof) -> Fact:
    """The maximum is at least each piece."""
    p.given(h_low=h >= 1, h_high=h <= N)
    return p.max_ge(max_affine(x), h, "h_low", "h_high")


@paper.claim(given=[some_pieces], shows=exists(lambda h: [1 <= h, h <= N, in_cell(h)], "Z"))
def some_piece_attains(p: Proof) -> Fact:
    """Otherwise x would lie outside of all cells."""
    low, high, inside = assumed(p, 1 <= h, h <= N, in_cell(h))
    nowhere = p.assume(negation(p.goal))
    clash = p.mp(nowhere, p.exists_intro(p.goal, [h], low, high, inside))
    outside = p.discharge(clash, inside.concl)
    never = p.absurd(p.apply("cells_cover", outside), p.goal)
    return p.either(p.assume(p.goal), never, p.goal)


@paper.claim(given=[*is_index(h), *is_index(k), in_cell(k), Eq(affine(h, x), affine(k, x))], shows=in_cell(h))
def tied_in_both(p: Proof) -> None:
    """Both pieces attain the maximum."""


@paper.claim(given=[*is_index(h), *is_index(k), in_cell(h), in_cell(k)], shows=Eq(affine(h, x), affine(k, x)))
def on_boundary(p: Proof) -> None:
    """Both pieces are equal to MaxAff(x)."""


tail = (N - 1) / exp(R * Delta)


@paper.claim(given=[N >= 1, Delta > 0], shows=for_all(lambda S: implies(R <= S, substitute(tail, {R: S}) <= tail), "R"))
def tail_falls(p: Proof) -> Fact:
    """e^(−RΔ) decreases in R."""
    p.given(some=N >= 1, positive=Delta > 0)
    (order,) = assumed(p, R <= t)
    less = p.have(-(t * Delta) <= -(R * Delta), (order, "positive"))
    grown = p.apply("exp_le", less)
    goal = substitute(tail, {R: t}) <= tail
    return p.have(goal, (grown, p.have(0 <= N - 1, "some")))
