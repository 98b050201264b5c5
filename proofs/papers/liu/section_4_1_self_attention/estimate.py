"""B.1[48] to B.1[68], display by display: the error of self-attention over the grid, with near and far centres.

Results of `nearest_centre` and `grid` in the forms of the paper. f is represented by its values at the centres and at
one point Z of the cube, which is arbitrary.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.cases import by_cases, values
from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention import grid, nearest_centre
from proofs.papers.liu.section_4_1_self_attention.centres import B0, G, aff, alpha, gauss, j, length, share, v
from proofs.papers.liu.section_4_1_self_attention.construction import left_ends, point
from proofs.papers.liu.section_4_1_self_attention.grid import D, P, gap_k, step_width
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
from proofs.papers.liu.vocabulary import R, d, eps, k, n, paper
from proofs.theorems.analysis.continuity import assumed

near_values = (
    "The only property of near and nearest centres that is used is that their values are near f(Z), by f's modulus."
)
far_values = (
    "Only two properties of far centres are used: how much farther they are than the nearest one, and that f is "
    "bounded by B_0."
)


apart = Max(lambda k: abs(v(j, k) - v(best, k)), 1, length)
in_J_0 = (j >= 1, j <= G, delta > 0, aff(best) - aff(j) <= delta)
near_by_aff = Claim((*labelled, greatest, *in_J_0), apart <= delta)
printed_points = (*grid.grid_laws, D > 0, 2 * D < delta * P, left_ends)
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
by_distance = Erratum("step", f"{not_distance}Near must mean ‖Z̃ − v_j‖_∞ ≤ δ.", 0, third_point, same_as="eq-B.19")
greatest_aff = Max(aff, 1, G)


def least_best(best: Term) -> Term:
    """j_m is the least label for which Aff is maximal."""
    before = every(lambda j: negation(Eq(aff(j), greatest_aff)), 1, best - 1)
    return exists(lambda: [Eq(aff(best), greatest_aff), before])


thirds = (least_best(best), greatest_aff - aff(j) <= delta, delta < greatest_aff - aff(j))  # j_m; of J_0; of J_1

in_coordinate = (k >= 1, k <= length)
moved_right = gap_k * gap_k <= (gap_k - step_width) * (gap_k - step_width)
wide_step = 2 * (step_width * gap_k) <= step_width * step_width
g_is_P = Erratum("typo", "g is never introduced; it is P.")


def near_printed(f: Callable[[Term], Term]) -> Term:
    """Σ f_j over J_0 as printed, which contains j_m."""
    return Sum(lambda j: ite(aff(best) - aff(j) <= delta, f(j), 0), 1, G)


def far_printed(f: Callable[[Term], Term]) -> Term:
    """Σ f_j over J_1 as printed."""
    return Sum(lambda j: ite(aff(best) - aff(j) <= delta, 0, f(j)), 1, G)


counted_twice = Claim(
    (d >= 1, n >= 1, *labelled, greatest, delta > 0),
    Eq(average, weighted(best) + near_printed(weighted) + far_printed(weighted)),
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
two_thirds, third = nearest_centre.two_thirds, nearest_centre.third


@paper.claim(given=[*labelled], shows=near_printed(weighted) <= near_printed(nearest_centre.by_best))
def near_by_best_printed(p: Proof) -> None:
    """(B.19), first line, over J_0 as printed."""
    p.given(low=j >= 1, high=j <= G)
    weight = p.apply("centre_share_pos")
    term = p.have(weighted(j) <= nearest_centre.by_best(j), (weight, p.apply("gap_by_best")))
    left, right = (ite(aff(best) - aff(j) <= delta, x, 0) for x in (weighted(j), nearest_centre.by_best(j)))
    each = by_cases(p, [aff(best) - aff(j) <= delta], lambda known: p.have(
        left <= right, *values(p, known, left, right), term))  # fmt: skip
    p.generalize(j, each, label="terms")


@paper.claim(
    given=[],
    shows=Eq(near_printed(lambda j: share(j) * (third + third)), near_printed(lambda j: share(j) * two_thirds)),
)
def thirds_add(p: Proof) -> None:
    """(B.19), third line."""


def from_each_other(claim: Callable[[Term, Term], Term]) -> Term:
    """Return the statement for all pairs of centres that are within δ of each other in ‖·‖_∞."""

    def distance(i: Term, j: Term) -> Term:
        return Max(lambda k: abs(v(i, k) - v(j, k)), 1, length)

    return every(lambda i: every(lambda j: implies(distance(i, j) <= delta, claim(i, j)), 1, G), 1, G)


values_steady = from_each_other(lambda i, j: substitute(nearest_centre.from_best(j), {best: i}) <= third)
by_thirds = (delta > 0, eps > 0, nearest_centre.best_close)
second_line = near_printed(nearest_centre.by_best) <= near_printed(lambda j: share(j) * (third + third))
near_first = rational(-19, 144)  # z: near the first of the five left ends −5/36, −3/36, −1/36, 1/36, 3/36
five_ends = Search(  # f grows from −1 at z to 3, by at most ε/3 = 1 within δ
    sizes={**point, "P": [5], "G": [5]},
    reals={"D": [rational(5, 36)], "delta": [rational(1, 16)], "R": [1], "epsilon": [3]},
    entries={
        "v": [fun(lambda j, k: (2 * j - 7) * rational(1, 36), 2)], "z": [near_first], "y": [-1],
        "kappa": [fun(lambda j, k: j - 1, 2)], "F": [fun(lambda j, r, c: array(0, 0, 1, 2, 3)(j), 3)],
    },
    length={"v": "G m", "z": "m", "kappa": "G m", "F": "G d n", "y": "d n"},
)  # fmt: skip

scale_printed = R > 8 / (3 * (delta * delta)) * log(rational(3, 2) * B0 * G * eps)
too_small = Claim((G >= 1, B0 > 0, eps > 0, delta > 0, R > 0, scale_printed), nearest_centre.far_6 <= eps / 3)
scale_search = Search(sizes={"G": [1]}, reals={"B_0": [1], "epsilon": [rational(1, 10)], "delta": [1], "R": [1]})
quotient = fun(lambda j: exp(R / 2 * (square(best) - square(j))))  # of the weights of v_j and v_jm
far_bound = exp(R / 2 * (delta * delta / 4 - delta * delta))
by_gap = (*labelled, greatest, B0 > 0, R > 0, delta > 0)
below_squares = Claim(by_gap, 2 * B0 * far_printed(quotient) <= 2 * B0 * far_printed(lambda j: num(1)) * far_bound)
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
    """(B.21), fifth line, over J_1 as printed: the exponents are at most −Rδ, which is at most −3Rδ²/8 for δ <= 8/3."""
    p.given(up=R >= 0, delta_pos=delta > 0, small=3 * delta <= 8, low=j >= 1, high=j <= G)
    order, E = aff(best) - aff(j), R / 2 * (delta * delta / 4 - delta * delta)
    near_side, far_side = assumed(p, order <= delta, delta < order)
    gone = p.have(R * delta <= R * order, ("up", far_side))
    scaled = p.have(0 <= R * delta, ("up", "delta_pos"))
    less = p.have(3 * (R * delta * delta) <= 8 * (R * delta), ("small", scaled))
    exponent = p.have(R / 2 * (square(best) - square(j)) <= E, gone, less)
    grown = p.apply("exp_le", exponent)
    left, right = (ite(order <= delta, 0, x) for x in (quotient(j), far_bound))
    sides = [
        p.have(left <= right, *values(p, [side], left, right), *using)
        for side, using in ((near_side, []), (far_side, [grown]))
    ]
    terms = p.generalize(j, p.cases(order, delta, *sides), "low", "high")
    return p.apply("sum_le", terms)


none_far = Claim(
    (*labelled, B0 > 0, delta > 0), 2 * B0 * far_printed(gauss) / alpha < 2 * B0 * far_printed(gauss) / gauss(best)
)
alone = Search(
    sizes=point, reals={"B_0": [1], "R": [1], "delta": [1]}, entries={"v": [0], "z": [0]}, length={"v": "G m", "z": "m"}
)


@paper.claim(
    given=[*labelled, nearest_centre.bounded], shows=far_printed(weighted) <= far_printed(lambda j: share(j) * (2 * B0))
)
def far_bounded_printed(p: Proof) -> None:
    """(B.21), first line, over J_1 as printed."""
    p.given(best_low=best >= 1, best_high=best <= G, bounded=nearest_centre.bounded, low=j >= 1, high=j <= G)
    weight = p.apply("centre_share_pos")
    whole = share(j) * (2 * B0)
    term = p.have(weighted(j) <= whole, (weight, p.specialize("bounded", j)))
    order = aff(best) - aff(j)
    left, right = (ite(order <= delta, 0, x) for x in (weighted(j), whole))
    sides = [
        p.have(left <= right, *values(p, [side], left, right), term)
        for side in assumed(p, order <= delta, delta < order)
    ]
    p.generalize(j, p.cases(order, delta, *sides), "low", "high", label="terms")


by_turns = "{}: with ε in the numerator the scale falls as ε does, and the text has 3/2 and 2/3 by turns."
exponents_of = (
    "(δ/2)² − δ² is not what the definition of {} gives, by which the exponents are below −Rδ: that suffices for δ ≤ "
    "8/3, which one may assume. For larger δ it can fail."
)
in_square = " Far centres are farther than δ in ‖·‖_∞; that ‖Z̃ − v_{}‖_2 ≤ δ/2 requires P ≥ 2D√({})/δ."
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
two_thirds, third = nearest_centre.two_thirds, nearest_centre.third
in_J_0_close = every(lambda j: implies(aff(best) - aff(j) <= delta, gap(j) <= two_thirds), 1, G)
near_with_best = near_printed(lambda j: share(j) * two_thirds) + share(best) * third


def summed_in_J_0(p: Proof, w: Callable[[Term], Term], u: Callable[[Term], Term], hit: Fact, *miss: Fact) -> Fact:
    """Prove Σ w over J_0 <= Σ u over all, from the comparison of terms for j in J_0 and for j not in J_0."""
    order = aff(best) - aff(j)
    left, right = ite(order <= delta, w(j), 0), u(j)
    sides = [
        p.have(left <= right, *values(p, [side], left, right), *using)
        for side, using in zip(assumed(p, order <= delta, delta < order), ([hit], miss), strict=True)
    ]
    terms = p.cases(order, delta, *sides)
    members = fun(lambda j: ite(aff(best) - aff(j) <= delta, w(j), 0))
    return p.apply("sum_le", terms, f=members, g=fun(u), lo=1, hi=G)


def closer(j: Term) -> Term:
    """share(j) 2ε/3."""
    return share(j) * two_thirds


@paper.claim(given=[*labelled, eps > 0, in_J_0_close], shows=near_printed(weighted) <= near_with_best)
def near_and_best(p: Proof) -> Fact:
    """(B.22), first line: j_m is in J_0, so the term after the sum is not needed."""
    p.given(best_low=best >= 1, eps_pos=eps > 0, close=in_J_0_close, low=j >= 1, high=j <= G)
    weight = p.apply("centre_share_pos")
    near = p.specialize("close", j, using=assumed(p, aff(best) - aff(j) <= delta))
    value = p.have(weighted(j) <= closer(j), (weight, near))
    total = summed_in_J_0(p, weighted, lambda j: ite(aff(best) - aff(j) <= delta, closer(j), 0), value)
    p.apply("centre_share_pos", j=best, label="best")
    return p.have(p.goal, total, ("best", "eps_pos"))


@paper.claim(given=[*labelled, eps > 0], shows=near_printed(closer) <= two_thirds)
def near_shares(p: Proof) -> Fact:
    """(B.22), last line: the weights of the members of J_0 sum to at most 1."""
    p.given(best_low=best >= 1, eps_pos=eps > 0)
    weight = p.apply("centre_share_pos")
    none = p.have(0 <= closer(j), (weight, "eps_pos"))
    total = summed_in_J_0(p, closer, closer, p.have(closer(j) <= closer(j)), none)
    p.apply("shares_sum", label="one")
    return p.have(p.goal, total)


near_joined = Claim((*labelled, greatest, delta > 0, eps > 0), near_with_best <= near_printed(closer))
taken_twice = (
    "j_m belongs to J_0 as it is defined: the term added for it has no counterpart on the right. With one centre the "
    "inequality reads 1 ≤ 2/3."
)
one_centre = Search(
    sizes=point,
    reals={"R": [1], "delta": [1], "epsilon": [1]},
    entries={"v": [0], "z": [0]},
    length={"v": "G m", "z": "m"},
)
three_sums = weighted(best) + near_printed(weighted) + far_printed(weighted)


@paper.claim(given=labelled, shows=nearest_centre.error <= three_sums)
def error_by_parts(p: Proof) -> Fact:
    """The average is the sum over J_0 and J_1 as printed; the term of j_m, which is added again, is nonnegative."""
    p.given(wide=d >= 1, long=n >= 1)
    p.have(G >= 1, label="some")
    order = aff(best) - aff(j)
    parts = ite(order <= delta, weighted(j), 0), ite(order <= delta, 0, weighted(j))
    sides = [
        p.have(Eq(weighted(j), parts[0] + parts[1]), *values(p, [side], *parts))
        for side in assumed(p, order <= delta, delta < order)
    ]
    terms = p.cases(order, delta, *sides)
    both = fun(lambda i: substitute(parts[0] + parts[1], {j: i}))
    total = p.apply("sum_eq", terms, f=fun(weighted), g=both, lo=1, hi=G)
    row = p.max_ge(gap(best), num(1), p.have(num(1) <= 1), "wide")
    entry = p.max_ge(row.concl.args[0], num(1), p.have(num(1) <= 1), "long")
    sign = p.have(0 <= gap(best), row, entry)
    once = p.have(0 <= weighted(best), (sign, p.apply("centre_share_pos", j=best)))
    averaged = [p.apply(name) for name in ("error_is_averaged", "average_bounds_error")]
    return p.have(p.goal, *averaged, total, once)


@paper.claim(
    given=[
        *labelled, greatest, delta > 0, eps > 0, nearest_centre.best_close, in_J_0_close,
        far_printed(weighted) <= third,
    ],
    shows=three_sums <= eps,
)  # fmt: skip
def parts_within(p: Proof) -> Fact:
    """The term of j_m is counted twice, but it is at most ε/3 times its weight, and twice this is allowed."""
    p.given(best_low=best >= 1, delta_pos=delta > 0, eps_pos=eps > 0, close=in_J_0_close, low=j >= 1, high=j <= G)
    order, weight = aff(best) - aff(j), p.apply("centre_share_pos")
    own, again = p.apply("best_part"), ite(Eq(j, best), share(j) * third, 0)
    part = ite(order <= delta, weighted(j), 0)
    near_side, far_side = assumed(p, order <= delta, delta < order)
    value = p.have(weighted(j) <= closer(j), (weight, p.specialize("close", j, using=[near_side])))

    def each(case: Fact) -> Fact:
        goal = part + again <= closer(j)
        if case.concl.op == "eq":
            same = [p.congr(f, case) for f in (aff, weighted, share)]
            inside = p.have(order <= delta, same[0], "delta_pos")
            return p.have(goal, *values(p, [case, inside], part, again), *same, own)
        sides = [
            p.have(goal, *values(p, [case, side], part, again), *using)
            for side, using in ((near_side, [value]), (far_side, [(weight, "eps_pos")]))
        ]
        return p.cases(order, delta, *sides)

    members = fun(lambda i: substitute(part + again, {j: i}))
    total = p.apply("sum_le", p.trichotomy(j, best, each), f=members, g=fun(closer), lo=1, hi=G)
    single = p.apply("sum_single", f=fun(lambda j: share(j) * third), m=best, lo=1, hi=G)
    return p.have(p.goal, total, single, own, (p.apply("shares_sum"), eps), far_printed(weighted) <= third)
