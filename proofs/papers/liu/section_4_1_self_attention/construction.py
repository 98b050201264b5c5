"""B.1[5] to B.1[47], display by display: the grid, f at its centres, and the network of self-attention as printed.

What `self_attention` and `grid` prove, at the places of the paper. Where the printed centres (left ends of intervals)
matter, printed claims are about them. f is represented by its values at the centres.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_3_max_affine import indicator_weights
from proofs.papers.liu.section_4_1_self_attention import grid, nearest_centre
from proofs.papers.liu.section_4_1_self_attention import self_attention as made
from proofs.papers.liu.section_4_1_self_attention.centres import *
from proofs.papers.liu.section_4_1_self_attention.grid import D, P, digit, gap_k
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import best, greatest, labelled
from proofs.papers.liu.vocabulary import R, c, d, h, i, k, n, paper
from proofs.theorems.algebra.matrices import Matrix, blocks, entries, total, unit, zero
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.networks.softmax import differ

paper.assume(0 < D, 0 < nearest_centre.delta, 2 * D < nearest_centre.delta * P, 0 <= B0, flat)
small = Search(sizes={"d": [1, 2], "n": [1, 2, 3], "G": [1, 2], "N_x": [1, 2]})
laid_out = (
    "What the construction has throughout: blocks of d columns, room for the tokens, and T, E > 0 at the centres."
)
in_middles = "The centres are the middles of the intervals."
misfit_errata = partial(indicator_weights.misfit_errata, search=small)

# --- the centres and f --------------------------------------------------------------------------------------------

point = {"m": [1], "G": [1], "P": [1], "k": [1], "j_m": [1], "d": [1], "n": [1]}
edge = Search(
    sizes=point,
    reals={"D": [1], "delta": [3]},
    entries={"v": [-1], "z": [1], "kappa": [0]},
    length={"v": "G m", "z": "m", "kappa": "G m"},
)
left_ends = grid.on_grid(grid.coordinate_printed)
nearest_printed = (*grid.grid_laws, D > 0, grid.inside, left_ends, *labelled, greatest)
misplaced = "The points printed are left ends of intervals, not their middles: near the edge D no centre is within D/P."


def at_edge(claim: int = 0) -> Erratum:
    """At the edge of the cube no printed centre is near."""
    return Erratum("false", misplaced, claim, edge)


moved_z, moved_v = fun(lambda i: z(i) + D / P), fun(lambda j, i: v(j, i) + D / P, 2)


@paper.claim(given=[*nearest_printed, k >= 1, k <= length], shows=abs(gap_k) <= 2 * D / P)
def printed_coordinate_near(p: Proof) -> Fact:
    """Shifted by D/P, the left ends become middles; only beyond the last middle Z̃ may be farther than D/P."""
    p.given(**dict(zip((*grid.GRID, "D_pos", "inside", "left_ends"), nearest_printed, strict=False)))
    cube = p.specialize("inside", k)
    up = p.apply("abs_ge", x=z(k))
    down = p.apply("abs_ge", x=-z(k))
    own = p.specialize("left_ends", best, k)
    p.have(P > 0, label="P_pos")
    inv_P = p.apply("inv_pos", x=P)
    step = grid.step_width
    step_pos = p.have(step > 0, ("D_pos", inv_P))
    place = digit(best, k)
    p.given(right=place + 1 <= P - 1, right_end=P - 1 < place + 1, left=0 <= place - 1, left_end=place - 1 < 0)
    right = p.apply("right_neighbour", z=moved_z, v=moved_v)
    inner = p.have(gap_k <= step, right, step_pos, scale=[step_pos])
    last = p.have(P - 1 <= place, p.integer_step("right_end"))
    beyond = p.have(gap_k <= step, own, (last, inv_P, "D_pos"), up, cube)
    p.cases(place + 1, P - 1, inner, beyond, label="above")
    left = p.apply("left_neighbour", z=moved_z, v=moved_v)
    outer = p.have(-step <= gap_k, left, step_pos, scale=[step_pos])
    first = p.have(place <= 0, p.integer_step("left_end"))
    before = p.have(-step <= gap_k, own, (first, inv_P, "D_pos"), down, cube, step_pos)
    p.cases(0, place - 1, outer, before, label="below")
    return p.apply("abs_le", x=gap_k, u=step)


@paper.claim(
    given=[*nearest_printed, 2 * D < nearest_centre.delta * P, grid.modulus],
    shows=nearest_centre.gap(best) <= nearest_centre.third,
)
def close_value_printed(p: Proof) -> Fact:
    """(B.17): at the edge Z̃ may be farther than δ/2, but not farther than δ."""
    p.given(**dict(zip((*grid.GRID, "D_pos", "inside", "left_ends"), nearest_printed, strict=False)))
    p.given(modulus=grid.modulus, k_low=k >= 1, k_high=k <= length)
    p.have(2 * D / P <= nearest_centre.delta, label="width")
    near = p.have(abs(gap_k) <= nearest_centre.delta, p.apply("printed_coordinate_near"))
    members = p.generalize(k, near)
    within = p.max_le(grid.farthest(best), nearest_centre.delta, "dimension", members)
    return p.specialize("modulus", best, using=[within])


within_printed = Claim((*nearest_printed, k >= 1, k <= length), abs(gap_k) <= D / P)


def left_end(a: Term) -> Term:
    """The left end of the a-th of P intervals of [−D, D], counted from 0."""
    return -D + a * (2 * D / P)


def is_middle(place: Callable[[Term], Term]) -> Term:
    """The point of digit k is the middle of the k-th interval."""
    return Eq(place(k), (left_end(k) + left_end(k + 1)) / 2)


of_interval = (D > 0, P >= 1, 0 <= k, k <= P - 1)


@paper.claim(given=of_interval, shows=is_middle(grid.coordinate))
def middle_of_interval(p: Proof) -> Fact:
    """It is half a width to the right of the left end."""
    pos = p.have(P > 0)
    return p.have(p.goal, pos)


def of_centres(**fields: Any) -> dict[str, Any]:
    """Return Definition B.1 and its display."""
    return {
        "given": [P >= 1],
        "defines": grid.coordinate(k),
        "printed": Claim(of_interval, is_middle(grid.coordinate_printed)),
        "corrected": middle_of_interval,
        "errata": Erratum("false", misplaced, 0, Search(sizes={"P": [1], "k": [0]}, reals={"D": [1]})),
        "narrower": in_middles,
        **fields,
    }


weak_bound = for_values(lambda j, r, c: abs(F(j, r, c)) <= B0)
attained = Search(sizes=point, reals={"B_0": [1]}, entries={"F": [-1]}, length={"F": "G d n"})
one_value = (j >= 1, j <= G, r >= 1, r <= d, c >= 1, c <= n)
reached = (
    "At a centre where |f| attains B_0, T or E is 0, whose logarithm W_K needs: B_0 must exceed the maximum of |f|."
)


no_values = for_values(lambda j, r, c: Eq(F(j, r, c), 0))


@paper.claim(given=[no_values], shows=substitute(weak_bound, {B0: num(0)}))
def zero_bounds_zero(p: Proof) -> Fact:
    """|0| <= 0."""
    ends = assumed(p, 1 <= j, j <= G, 1 <= r, r <= d, 1 <= c, c <= n)
    own = p.specialize(no_values, j, r, c, using=ends)
    value = F(j, r, c)
    return p.apply("abs_le", *(p.have(x, own) for x in (value <= 0, 0 <= value)))


sum_value, difference = plus(j)(r, c) + minus(j)(r, c), plus(j)(r, c) - minus(j)(r, c)


@paper.claim(given=[B0 > 0], shows=Eq(sum_value, 2))
def sum_is_two(p: Proof) -> None:
    """E + T = 2."""


@paper.claim(given=[B0 > 0], shows=Eq(difference, 2 * F(j, r, c) / B0))
def difference_is_double(p: Proof) -> None:
    """T − E = 2f/B_0."""


both_positive = grid.both(Eq(sum_value, 2), Eq(difference, 2 * F(j, r, c) / B0), plus(j)(r, c) > 0, minus(j)(r, c) > 0)


@paper.claim(given=[B0 > 0, grid.below_bound[0], *one_value], shows=both_positive)
def both_are_positive(p: Proof) -> Fact:
    """Where |f| < B_0."""
    signs = [p.specialize(p.apply(f"{name}_positive"), j, r, c) for name in ("plus", "minus")]
    return p.exists_intro(p.goal, [], *signs)


# --- the layer Linear ---------------------------------------------------------------------------------------------

overlapping = (
    "Block j is put at columns j + s, so that blocks overlap and reach only column G + d − 1; it must be jd + s."
)
overlap = Search(
    sizes={"d": [2], "n": [1], "G": [2], "m": [2], "j": [1], "r": [1, 2], "j_m": [1]},
    entries={"v": [1], "z": [1]},
    length={"v": "G m", "z": "m"},
)
at_block = (j >= 1, j <= G, r >= 1, r <= d)
column_r = (j - 1) * d + r
overlap_printed = Claim((*sized, *at_block), Eq(made.marked_row(made.marks_printed)(1, column_r), made.dot(j)))


def linear_17() -> Matrix:
    """Return Linear(Z) as in the second display, with its factors in the other order."""
    row = total(lambda j: (made.marks_printed(j) @ unit(1, made.width + 1)) * made.dot(j), 1, G)
    return row + made.shift


# --- keys, queries, scores ----------------------------------------------------------------------------------------


room = Claim(sized, n <= made.width)


@paper.theorem
def power_exceeds(p: Proof) -> None:
    """2 <= P, 0 <= k ⊢ k + 1 <= P^k."""
    p.given(base=P >= 2, low=0 <= k, so_far=k + 1 <= power(P, k))
    next_ = p.apply("power_step", m=P)
    start = p.have(0 * P + 1 <= power(P, num(0)))
    step = p.have(k + 2 <= power(P, k + 1), next_, "so_far", "base", "low")
    all_ = p.induct(lambda x: x + 1 <= power(P, x), 0, k, start, step)
    p.qed(p.specialize(all_, k), k + 1 <= power(P, k))


@paper.claim(given=[d >= 1, n >= 1, P >= 2, flat, grid.counted], shows=n <= made.width)
def room_for_tokens(p: Proof) -> Fact:
    """n <= 2dG, if P >= 2."""
    p.given(wide=d >= 1, long=n >= 1, flat=flat)
    p.have(length >= n, "flat", ("wide", "long"), "wide", label="m_low")
    p.have(G >= n, "power_exceeds", label="many")
    p.have(G >= 0, label="some")
    return p.have(p.goal, "many", ("wide", "some"), "some")


K_unsigned = blocks([[made.X0, made.X0], [-made.W0, -made.W0], [made.log_plus, made.log_minus]])
one_centre = Search(
    sizes=point,
    reals={"B_0": [1], "R": [1]},
    entries={"v": [1], "z": [0, 1], "F": [0], "block": [1], "offset": [1]},
    length={"v": "G m", "z": "m", "F": "G d n", "block": "G", "offset": "G"},
)

selector = made.half_of(lambda j, r, c: R * aff(j))
score_part = blocks([[selector], [selector]])
value_part = blocks(
    [[made.half_of(lambda j, r, c: log(plus(j)(r, c)))], [made.half_of(lambda j, r, c: log(minus(j)(r, c)))]]
)
tokens_only = Matrix(made.width, n, lambda t, c: made.scores(t, c))
paper.notions.define(made.scores(i, k), (i, k), "(KᵀQ)_{{{0},{1}}}", "(K^T Q)_{{{0},{1}}}")
paper.notions.define(
    score_part(i, k), (i,), "(R Aff, R Aff)_{{{0}}}", r"(R\,\mathrm{{Aff}}, R\,\mathrm{{Aff}})_{{{0}}}"
)
paper.notions.define(value_part(i, k), (i, k), "(ln T, ln E)_{{{0},{1}}}", r"(\ln T, \ln E)_{{{0},{1}}}")


@paper.claim(given=valued, shows=tokens_only.equals(score_part + value_part))
def scores_add(p: Proof) -> Fact:
    """The first n columns of KᵀQ are (B.7) + (B.8)."""
    return entries(p, "out", tokens_only, score_part + value_part)


@paper.claim(given=[h >= 1, h <= G, j >= 1, j <= G], shows=abs(share(j) - ite(Eq(j, h), 1, 0)) <= 1 - share(h))
def share_near_indicator(p: Proof) -> Fact:
    """The weights differ from the indicator of centre h by at most 1 minus the weight of h."""
    scores = fun(lambda j: R * aff(j))
    p.apply("softmax_le_one", a=scores, n=G, k=h, label="one")
    p.apply("centre_share_pos", label="pos")

    def each(case: Fact) -> Fact:
        unit_ = p.ite_eq(ite(Eq(j, h), 1, 0), case)
        if case.concl.op == "eq":
            same = p.congr(share, case)
            value = p.have(Eq(share(j) - ite(Eq(j, h), 1, 0), share(h) - 1), unit_, same)
            size = p.apply("abs_le", x=share(h) - 1, u=1 - share(h))
        else:
            pair = p.apply("softmax_pair", differ(p, case, j, h), a=scores, n=G, k=h, h=j)
            value = p.have(Eq(share(j) - ite(Eq(j, h), 1, 0), share(j)), unit_)
            size = p.apply("abs_le", pair)
        moved = p.congr(abs, value)
        return p.have(p.goal, moved, size)

    return p.trichotomy(j, h, each)


near_uniform = abs(share(j) / (2 * d) - ite(Eq(j, h), 1, 0) / (2 * d)) <= (1 - share(h)) / (2 * d)


def _scaled(p: Proof, factor: Term) -> Fact:
    near = p.apply("share_near_indicator")
    inv = p.apply("inv_pos", x=2 * d)
    x = share(j) - ite(Eq(j, h), 1, 0)
    up = p.apply("abs_ge", x=x)
    down = p.apply("abs_ge", x=-x)
    above = p.have(x * factor <= (1 - share(h)) * factor, (near, inv), (up, inv))
    p.have(-((1 - share(h)) * factor) <= x * factor, (near, inv), (down, inv), label="below")
    return p.apply("abs_le", above, label="out")


t_ = plus(h)(r, c)
near_values = abs(share(j) / (2 * d) * t_ - ite(Eq(j, h), 1, 0) / (2 * d) * t_) <= (1 - share(h)) / (2 * d) * t_


@paper.claim(given=valued, shows=grid.both(scores_add.shows, difference_is_double.shows))
def scores_carry_values(p: Proof) -> Fact:
    """KᵀQ is the sum of both, and T − E is 2f/B_0."""
    return p.exists_intro(p.goal, [], p.apply("scores_add"))


# --- softmax ------------------------------------------------------------------------------------------------------

chain_12 = (made.denominator_by_columns, made.denominator_together, made.denominator_of_twos, made.denominator_counted)
swapped = "The sum is over the second index, along row i; a softmax denominator is the sum over column i."

# --- values and output --------------------------------------------------------------------------------------------

not_only = "W_O does not only extract, as the text says: without its factor dB_0 the output would be f/(dB_0)."
other_columns = "Linear is that of (B.5) as corrected, whose block j stands at columns jd + s, not at j + s."
unscaled = blocks([[made.averages, zero(d, made.spare)]]) @ made.W_O
single = Search(
    sizes=point | {"r": [1], "c": [1]},
    reals={"B_0": [1], "R": [1]},
    entries={"v": [0], "z": [0], "F": [1]},
    length={"v": "G m", "z": "m", "F": "G d n"},
)
