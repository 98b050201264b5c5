"""B.1[48] to B.1[68], display by display: the error of self-attention over the grid, near and far centres.

Results of `nearest_centre` and `grid` in the forms of the paper. f is represented by its values at the centres and at
one point Z of the cube, which is arbitrary.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from proofs.builder.cases import by_cases, values
from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention import grid, nearest_centre
from proofs.papers.liu.section_4_1_self_attention.centres import B0, G, aff, alpha, gauss, j, length, share, v
from proofs.papers.liu.section_4_1_self_attention.construction import (
    at_edge,
    close_value_printed,
    edge,
    in_middles,
    left_ends,
    nearest_printed,
    point,
    within_printed,
)
from proofs.papers.liu.section_4_1_self_attention.grid import D, P, farthest, gap_k, step_width
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import (
    average,
    best,
    delta,
    gap,
    greatest,
    labelled,
    square,
    weighted,
)
from proofs.papers.liu.vocabulary import R, d, display, eps, instance, k, n, paper
from proofs.theorems.analysis.continuity import assumed

on_grid: dict[str, Any] = {"reach": fun(farthest), "cut": delta}


near_values = "What is used of near and nearest centres is that their values are near f(Z), which f's modulus gives."
far_values = (
    "What is used of far centres is how much farther they are than the nearest one, and that f is bounded by B_0."
)


def grid_case(claim: Claim) -> Claim:
    """A claim of `nearest_centre`, near meaning ‖Z̃ − v_j‖_∞ <= δ."""
    return instance(claim, f"{claim.name}_on_grid", **on_grid)


paper.state(
    "definition-B.2",
    "The affine functions Aff_j and their maximum.",
    section="B.1",
    index="Definition B.2",
    kind="definition",
    given=[G >= 1],
    defines=(aff(j), maximum(aff, 1, G)),
)
display("B.1", 48, "Aff_j(Z̃) = v_jᵀZ̃ − ‖v_j‖²/2.", defines=aff(j))
display("B.1", 49, "MaxAff is the greatest of them.", given=[G >= 1], defines=maximum(aff, 1, G))

apart = maximum(lambda k: absolute(v(j, k) - v(best, k)), 1, length)
in_J_0 = (j >= 1, j <= G, delta > 0, aff(best) - aff(j) <= delta)
near_by_aff = Claim((*labelled, greatest, *in_J_0), apart <= delta)
printed_points = (*grid.grid_laws, D > 0, 2 * D < delta * P, left_ends)
near_on_grid = Claim((*printed_points, grid.inside, *near_by_aff.given), near_by_aff.shows)
third_point = Search(  # of the left ends −1, −1/3, 1/3
    sizes={"m": [1], "d": [1], "n": [1], "P": [3], "G": [3], "j": [3], "j_m": [1]},
    reals={"D": [1], "delta": [1]},
    entries={"v": [-1, rational(-1, 3), rational(1, 3)], "z": [-1], "kappa": [0, 1, 2]},
    length={"v": "G m", "z": "m", "kappa": "G m"},
)
not_distance = (
    "Aff within δ of the maximum does not mean a centre within δ, as its gap is half a difference of squares: where "
    "Z̃ = v_jm it is half the square of the distance to v_j, which is at most δ for distances up to √(2δ). "
)
by_distance = Erratum("step", f"{not_distance}Near must mean ‖Z̃ − v_j‖_∞ <= δ.", 0, third_point, same_as="eq-B.19")
splits = grid_case(nearest_centre.average_splits)
near_case = grid_case(nearest_centre.near_part)
greatest_aff = maximum(aff, 1, G)


def least_best(best: Term) -> Term:
    """j_m is the least label of those with the greatest Aff."""
    before = every(lambda j: negation(eq(aff(j), greatest_aff)), 1, best - 1)
    return exists(lambda: [eq(aff(best), greatest_aff), before])


thirds = (least_best(best), greatest_aff - aff(j) <= delta, delta < greatest_aff - aff(j))  # j_m; of J_0; of J_1
display(
    "B.1",
    50,
    "The nearest centre j_m, the near ones J_0, the far ones J_1, by how far Aff_j is below the maximum.",
    given=(G >= 1, best >= 1, best <= G, j >= 1, j <= G),
    defines=thirds,
    steps=(near_on_grid, splits, near_case),
    errata=by_distance,
)
display(
    "B.1",
    51,
    "Aff_i − Aff_j is half the difference of the squared distances.",
    printed=(nearest_centre.affine_completed, nearest_centre.affine_squares),
)
display("B.1", 52, "At j_m it is not negative.", printed=nearest_centre.greatest_is_nearest)
display("B.1", 53, "So no centre is nearer than v_jm.", printed=nearest_centre.nearest_squares)
display("B.1", 54, "v_jm is a nearest centre.", "B.16", printed=nearest_centre.nearest_is_minimum)

in_coordinate = (k >= 1, k <= length)
moved_right = gap_k * gap_k <= (gap_k - step_width) * (gap_k - step_width)
wide_step = 2 * (step_width * gap_k) <= step_width * step_width
display(
    "B.1",
    55,
    "v_jm is not farther than its neighbours in the grid.",
    corrected=grid.nearer_than_neighbours,
    printed=Claim((*nearest_printed, *in_coordinate), moved_right),
    errata=Erratum(
        "false",
        "At the edge of the grid v_jm + Δ is no centre, and with the printed points it can be nearer.",
        0,
        edge,
        same_as="definition-B.1",
    ),
    narrower=in_middles,
)
g_is_P = Erratum("typo", "g is never introduced; it is P.")
for number in (56, 57):
    display(
        "B.1",
        number,
        "2Δᵀ(Z̃ − v_jm) <= ‖Δ‖² for Δ = ±(2D/P)e_k, where there is a neighbour on that side.",
        printed=Claim((*nearest_printed, *in_coordinate), wide_step),
        corrected=(grid.right_neighbour, grid.left_neighbour),
        narrower=f"{in_middles} There has to be a neighbour on that side.",
        errata=(replace(at_edge(), same_as="definition-B.1"), g_is_P),
    )
for number, says, printed, corrected in (
    (58, "Every coordinate of Z̃ is within D/P of that of v_jm.", within_printed, grid.coordinate_near),
    (59, "‖Z̃ − v_jm‖_∞ <= D/P.", Claim(nearest_printed, farthest(best) <= D / P), grid.nearest_within),
):
    display("B.1", number, says, printed=printed, corrected=corrected, errata=(at_edge(), g_is_P), narrower=in_middles)
display(
    "B.1",
    60,
    "‖Z̃ − v_jm‖_∞ <= δ/2 for P >= 2D/δ.",
    printed=Claim((*nearest_printed, 2 * D < delta * P), farthest(best) <= delta / 2),
    corrected=grid.nearest_within_half,
    errata=at_edge(),
    narrower=in_middles,
)
display(
    "B.1", 61, "f(ṽ_jm) is within ε/3 of f(Z).", "B.17", printed=close_value_printed, steps=grid.nearest_has_close_value
)


def near_printed(f: Callable[[Term], Term]) -> Term:
    """Σ f_j over J_0 as printed, j_m included."""
    return sigma(lambda j: ite(aff(best) - aff(j) <= delta, f(j), 0), 1, G)


def far_printed(f: Callable[[Term], Term]) -> Term:
    """Σ f_j over J_1 as printed."""
    return sigma(lambda j: ite(aff(best) - aff(j) <= delta, 0, f(j)), 1, G)


counted_twice = Claim(
    (d >= 1, n >= 1, *labelled, greatest, delta > 0),
    eq(average, weighted(best) + near_printed(weighted) + far_printed(weighted)),
)
twice = Search(
    sizes=point,
    reals={"R": [1], "delta": [1]},
    entries={"v": [0], "z": [0], "F": [1], "y": [0]},
    length={"v": "G m", "z": "m", "F": "G d n", "y": "d n"},
)
needs_strict = Erratum(
    "gap", "Where |f| attains B_0 at a centre the network takes ln 0; a strict bound is needed.", same_as="remark-B.3"
)
display("B.1", 62, "The error, by (B.15).", corrected=grid.network_error_by_output, errata=needs_strict)
display(
    "B.1",
    63,
    "The error is at most an average, which is split in three.",
    "B.18",
    printed=(nearest_centre.error_is_averaged, nearest_centre.average_bounds_error, counted_twice),
    corrected=(nearest_centre.error_is_averaged, nearest_centre.average_bounds_error, splits),
    errata=Erratum("false", "j_m belongs to J_0 as it is defined, so that its term is counted twice.", 2, twice),
)
two_thirds, third = nearest_centre.two_thirds, nearest_centre.third


@paper.claim(given=[*labelled], shows=near_printed(weighted) <= near_printed(nearest_centre.by_best))
def near_by_best_printed(p: Proof) -> None:
    """(B.19), first line, over J_0 as printed."""
    p.given(low=j >= 1, high=j <= G)
    p.apply("weight", "centre_share_pos")
    term = p.have(None, weighted(j) <= nearest_centre.by_best(j), ("weight", p.apply(None, "gap_by_best")))
    left, right = (ite(aff(best) - aff(j) <= delta, x, 0) for x in (weighted(j), nearest_centre.by_best(j)))
    each = by_cases(p, [aff(best) - aff(j) <= delta], lambda known: p.have(
        None, left <= right, *values(p, known, left, right), term))  # fmt: skip
    p.generalize("terms", j, each)


@paper.claim(
    given=[],
    shows=eq(near_printed(lambda j: share(j) * (third + third)), near_printed(lambda j: share(j) * two_thirds)),
)
def thirds_add(p: Proof) -> None:
    """(B.19), third line."""


near_values_close = every(
    lambda j: implies(substitute(apart, {ints("j")[0]: j}) <= delta, nearest_centre.from_best(j) <= third), 1, G
)
by_thirds = (delta > 0, eps > 0, nearest_centre.best_close)
second_line = near_printed(nearest_centre.by_best) <= near_printed(lambda j: share(j) * (third + third))
second_printed = Claim((*printed_points, grid.inside, *labelled, greatest, *by_thirds, near_values_close), second_line)
third_value = replace(  # f is 0 at −1 and 1 at 1/3
    third_point,
    sizes={name: x for name, x in third_point.sizes.items() if name != "j"},
    reals={**third_point.reals, "R": [1], "epsilon": [rational(1, 10)]},
    entries={**third_point.entries, "F": [0, 1], "y": [0]},
    length={**third_point.length, "F": "G d n", "y": "d n"},
)
not_near = Erratum("false", by_distance.what, 1, third_value)
display(
    "B.1",
    64,
    "The near centres: by way of f(ṽ_jm).",
    "B.19",
    printed=(near_by_best_printed, second_printed, thirds_add),
    corrected=(grid_case(nearest_centre.near_by_best), near_case),
    errata=not_near,
    narrower=near_values,
)
display("B.1", 65, "The nearest centre.", "B.20", printed=nearest_centre.best_part)

scale_printed = R > 8 / (3 * (delta * delta)) * log(rational(3, 2) * B0 * G * eps)
too_small = Claim((G >= 1, B0 > 0, eps > 0, delta > 0, R > 0, scale_printed), nearest_centre.far_6 <= eps / 3)
scale_search = Search(sizes={"G": [1]}, reals={"B_0": [1], "epsilon": [rational(1, 10)], "delta": [1], "R": [1]})
quotient = fun(lambda j: exp(R / 2 * (square(best) - square(j))))  # of the weights of v_j and v_jm
far_bound = exp(R / 2 * (delta * delta / 4 - delta * delta))
by_gap = (*labelled, greatest, B0 > 0, R > 0, delta > 0)
below_squares = Claim(by_gap, 2 * B0 * far_printed(quotient) <= 2 * B0 * far_printed(lambda j: num(1)) * far_bound)
below_on_grid = Claim((*printed_points, grid.inside, *by_gap), below_squares.shows)
wide_cells = Search(  # the left ends are −3 and 0
    sizes={**point, "P": [2], "G": [2]},
    reals={"D": [3], "delta": [4], "R": [1], "B_0": [1]},
    entries={"v": [-3, 0], "z": [-3], "kappa": [0, 1]},
    length={"v": "G m", "z": "m", "kappa": "G m"},
)


@paper.claim(
    given=[*labelled, greatest, R >= 0, delta > 0, 3 * delta <= 8],
    shows=far_printed(quotient) <= far_printed(lambda j: far_bound),
)
def far_by_gap(p: Proof) -> Fact:
    """(B.21), fifth line, over J_1 as printed: the exponents are at most −Rδ, for δ <= 8/3 below −3Rδ²/8."""
    p.given(up=R >= 0, delta_pos=delta > 0, small=3 * delta <= 8, low=j >= 1, high=j <= G)
    order, E = aff(best) - aff(j), R / 2 * (delta * delta / 4 - delta * delta)
    near_side, far_side = assumed(p, order <= delta, delta < order)
    gone = p.have(None, R * delta <= R * order, ("up", far_side))
    scaled = p.have(None, 0 <= R * delta, ("up", "delta_pos"))
    less = p.have(None, 3 * (R * delta * delta) <= 8 * (R * delta), ("small", scaled))
    exponent = p.have(None, R / 2 * (square(best) - square(j)) <= E, gone, less)
    grown = p.apply(None, "exp_le", exponent)
    left, right = (ite(order <= delta, 0, x) for x in (quotient(j), far_bound))
    sides = [
        p.have(None, left <= right, *values(p, [side], left, right), *using)
        for side, using in ((near_side, []), (far_side, [grown]))
    ]
    terms = p.generalize(None, j, p.cases(None, order, delta, *sides), "low", "high")
    return p.apply("out", "sum_le", terms)


none_far = Claim(
    (*labelled, B0 > 0, delta > 0), 2 * B0 * far_printed(gauss) / alpha < 2 * B0 * far_printed(gauss) / gauss(best)
)
alone = Search(
    sizes=point, reals={"B_0": [1], "R": [1], "delta": [1]}, entries={"v": [0], "z": [0]}, length={"v": "G m", "z": "m"}
)
far_cases = tuple(map(grid_case, nearest_centre.far_steps))


@paper.claim(
    given=[*labelled, nearest_centre.bounded], shows=far_printed(weighted) <= far_printed(lambda j: share(j) * (2 * B0))
)
def far_bounded_printed(p: Proof) -> None:
    """(B.21), first line, over J_1 as printed."""
    p.given(best_low=best >= 1, best_high=best <= G, bounded=nearest_centre.bounded, low=j >= 1, high=j <= G)
    p.apply("weight", "centre_share_pos")
    whole = share(j) * (2 * B0)
    p.have("term", weighted(j) <= whole, ("weight", p.specialize(None, "bounded", j)))
    order = aff(best) - aff(j)
    left, right = (ite(order <= delta, 0, x) for x in (weighted(j), whole))
    sides = [
        p.have(None, left <= right, *values(p, [side], left, right), "term")
        for side in assumed(p, order <= delta, delta < order)
    ]
    p.generalize("terms", j, p.cases(None, order, delta, *sides), "low", "high")


by_turns = "{}: with ε in the numerator the scale falls as ε does, and the text has 3/2 and 2/3 by turns."
exponents_of = (
    "(δ/2)² − δ² is not what the definition of {} gives, by which the exponents are below −Rδ: that suffices for "
    "δ <= 8/3, as one may take it. For larger δ it can fail."
)
in_square = " The farther centres are so by δ in ‖·‖_∞; that ‖Z̃ − v_{}‖_2 <= δ/2 takes P >= 2D√({})/δ."
scale_errata = (
    Erratum(
        "false",
        "The logarithm must be ln(6B_0G/ε): with ε in the numerator the scale falls as ε does.",
        0,
        scale_search,
    ),
    Erratum("gap", exponents_of.format("J_1"), 1, wide_cells),
    Erratum("strictness", "Without far centres both sides are 0.", 2, alone),
)
far_display = display(
    "B.1",
    66,
    "The far centres contribute at most ε/3, for R >= 8 ln(6B_0G/ε)/(3δ²).",
    "B.21",
    printed=(too_small, below_on_grid, none_far),
    corrected=(*far_cases, nearest_centre.far_at_scale, grid.nearest_square, grid.far_in_square),
    steps=far_by_gap,
    errata=scale_errata,
    narrower=far_values + in_square.format("jm", "dn"),
)
near_cases = tuple(
    grid_case(claim) for claim in (nearest_centre.near_two_parts, nearest_centre.near_joined, nearest_centre.near_total)
)
two_thirds, third = nearest_centre.two_thirds, nearest_centre.third
in_J_0_close = every(lambda j: implies(aff(best) - aff(j) <= delta, gap(j) <= two_thirds), 1, G)
near_with_best = near_printed(lambda j: share(j) * two_thirds) + share(best) * third


def summed_in_J_0(p: Proof, w: Callable[[Term], Term], u: Callable[[Term], Term], hit: Fact, *miss: Fact) -> Fact:
    """Σ w over J_0 <= Σ u over all, by facts that say so of the terms of a j in J_0, and of one that is not."""
    order = aff(best) - aff(j)
    left, right = ite(order <= delta, w(j), 0), u(j)
    sides = [
        p.have(None, left <= right, *values(p, [side], left, right), *using)
        for side, using in zip(assumed(p, order <= delta, delta < order), ([hit], miss), strict=True)
    ]
    p.cases("terms", order, delta, *sides)
    members = fun(lambda j: ite(aff(best) - aff(j) <= delta, w(j), 0))
    return p.apply(None, "sum_le", "terms", f=members, g=fun(u), lo=1, hi=G)


def closer(j: Term) -> Term:
    """share(j) 2ε/3."""
    return share(j) * two_thirds


@paper.claim(given=[*labelled, eps > 0, in_J_0_close], shows=near_printed(weighted) <= near_with_best)
def near_and_best(p: Proof) -> Fact:
    """(B.22), first line: j_m is one of J_0, so that the term after the sum is not needed."""
    p.given(best_low=best >= 1, eps_pos=eps > 0, close=in_J_0_close, low=j >= 1, high=j <= G)
    p.apply("weight", "centre_share_pos")
    near = p.specialize(None, "close", j, using=assumed(p, aff(best) - aff(j) <= delta))
    value = p.have(None, weighted(j) <= closer(j), ("weight", near))
    total = summed_in_J_0(p, weighted, lambda j: ite(aff(best) - aff(j) <= delta, closer(j), 0), value)
    p.apply("best", "centre_share_pos", j=best)
    return p.have("out", p.goal, total, ("best", "eps_pos"))


@paper.claim(given=[*labelled, eps > 0], shows=near_printed(closer) <= two_thirds)
def near_shares(p: Proof) -> Fact:
    """(B.22), last line: the weights of the members of J_0 add up to 1 at most."""
    p.given(best_low=best >= 1, eps_pos=eps > 0)
    p.apply("weight", "centre_share_pos")
    none = p.have(None, 0 <= closer(j), ("weight", "eps_pos"))
    total = summed_in_J_0(p, closer, closer, p.have(None, closer(j) <= closer(j)), none)
    p.apply("one", "shares_sum")
    return p.have("out", p.goal, total)


near_joined = Claim((*labelled, greatest, delta > 0, eps > 0), near_with_best <= near_printed(closer))
near_printed_lines = (near_and_best, near_joined, near_shares)
taken_twice = (
    "j_m belongs to J_0 as it is defined: what is added for it has no counterpart on the right. With one centre it is "
    "1 <= 2/3."
)
one_centre = Search(
    sizes=point,
    reals={"R": [1], "delta": [1], "epsilon": [1]},
    entries={"v": [0], "z": [0]},
    length={"v": "G m", "z": "m"},
)
display(
    "B.1",
    67,
    "The near centres and the nearest one together.",
    "B.22",
    printed=near_printed_lines,
    corrected=near_cases,
    errata=Erratum("false", taken_twice, 1, one_centre, same_as="eq-B.18"),
    narrower=near_values,
)
total_case = grid_case(nearest_centre.average_within)
three_sums = weighted(best) + near_printed(weighted) + far_printed(weighted)


@paper.claim(given=labelled, shows=nearest_centre.error <= three_sums)
def error_by_parts(p: Proof) -> Fact:
    """The average is the sum over J_0 and J_1 as printed; the term of j_m, added once more, is not negative."""
    p.given(wide=d >= 1, long=n >= 1)
    p.have("some", G >= 1)
    order = aff(best) - aff(j)
    parts = ite(order <= delta, weighted(j), 0), ite(order <= delta, 0, weighted(j))
    sides = [
        p.have(None, eq(weighted(j), parts[0] + parts[1]), *values(p, [side], *parts))
        for side in assumed(p, order <= delta, delta < order)
    ]
    terms = p.cases(None, order, delta, *sides)
    both = fun(lambda i: substitute(parts[0] + parts[1], {j: i}))
    total = p.apply(None, "sum_eq", terms, f=fun(weighted), g=both, lo=1, hi=G)
    row = p.rule(None, "max_ge", gap(best), num(1), p.have(None, num(1) <= 1), "wide")
    entry = p.rule(None, "max_ge", row.concl.args[0], num(1), p.have(None, num(1) <= 1), "long")
    sign = p.have(None, 0 <= gap(best), row, entry)
    once = p.have(None, 0 <= weighted(best), (sign, p.apply(None, "centre_share_pos", j=best)))
    averaged = [p.apply(None, name) for name in ("error_is_averaged", "average_bounds_error")]
    return p.have("out", p.goal, *averaged, total, once)


printed_total = Claim(
    (*labelled, greatest, delta > 0, eps > 0, near_printed(weighted) <= two_thirds, far_printed(weighted) <= third),
    three_sums <= eps,
)
one_value = replace(twice, reals={**twice.reals, "epsilon": [1]}, entries={**twice.entries, "F": [rational(2, 3)]})
not_reached = "{} and {} bound the sums over J_0 and J_1; the term of j_m, which is in J_0, is added once more."
display(
    "B.1",
    68,
    "The sum of the parts is at most ε.",
    printed=printed_total,
    corrected=total_case,
    errata=Erratum("false", not_reached.format("(B.22)", "(B.21)"), 0, one_value, same_as="eq-B.18"),
    narrower=far_values,
)
