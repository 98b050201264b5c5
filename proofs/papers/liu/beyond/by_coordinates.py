"""B.1 with a smaller scale and fewer centres: the total weight of the far centres, bounded coordinate by coordinate.

A centre is far if one coordinate differs by more than δ from that of Z̃. The softmax weights of a grid's centres are
products over the coordinates (`grid_products`), so the centres that are far in coordinate i have the same share of the
total weight as the far digits in one dimension, tail(i)/along(i), and all far centres have at most the sum of these
shares over the m = dn coordinates. The proof of (B.21) counts all G = P^m centres instead. As the coordinates are
considered one by one, the nearest centre must be within δ/2 in the maximum norm only: the paper's P >= 2D/δ suffices
(`average_by_coordinates`).
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.beyond.grid_products import product
from proofs.papers.liu.section_4_1_self_attention import grid
from proofs.papers.liu.section_4_1_self_attention.centres import B0, G, alpha, gauss, j, length, v, z
from proofs.papers.liu.section_4_1_self_attention.grid import D, P, coordinate, digit, farthest, grid_laws, with_grid
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import best, delta, error, greatest, norm
from proofs.papers.liu.vocabulary import R, d, eps, i, n, paper

a, l = ints("a l")
(q,) = reals("q")


def weight(i: Term, a: Term) -> Term:
    """exp(−R/2 (z_i − c_a)²), the weight of digit a in coordinate i."""
    return exp(-(R / 2) * ((z(i) - coordinate(a)) * (z(i) - coordinate(a))))


def along(i: Term) -> Term:
    """The sum of the weights of all digits in coordinate i."""
    return Sum(lambda a: weight(i, a - 1), 1, P)


def beyond(x: Term, then: Term | int) -> Term:
    """`then` if |x| > δ, else 0."""
    return ite(abs(x) <= delta, 0, then)


def tail(i: Term) -> Term:
    """The sum of the weights of the digits that are far in coordinate i."""
    return Sum(lambda a: beyond(z(i) - coordinate(a - 1), weight(i, a - 1)), 1, P)


scale_free = exp(R * norm / 2)  # what all weights share


def own(j: Term) -> Term:
    """The factors of centre j."""
    return fun(lambda i: weight(i, digit(j, i)))


@paper.theorem
def gauss_factors(p: Proof) -> None:
    """exp(R Aff_j) = exp(R ‖Z̃‖²/2) Π_i exp(−R/2 (z_i − c_κ(j,i))²)."""
    p.given(dimension=length >= 1, middles=grid.middles, low=j >= 1, high=j <= G, i_low=i >= 1, i_high=i <= length)

    def part(x: Term, i: Term = i) -> Term:
        return -(R / 2) * ((z(i) - x) * (z(i) - x))

    p.specialize("middles", j, i, label="own")
    p.generalize(i, p.congr(part, "own"), "i_low", "i_high", label="terms")
    by_centre, by_digit = fun(lambda i: part(v(j, i), i)), fun(lambda i: part(coordinate(digit(j, i)), i))
    sum_ = p.apply("sum_eq", f=by_centre, g=by_digit, lo=1, hi=length)
    exps = p.congr(exp, sum_)
    p.apply("exp_of_sum", f=by_digit, n=length, label="product")
    goal = Eq(gauss(j), scale_free * product(own(j), length))
    p.qed(p.have(goal, (exps, scale_free), ("product", scale_free)))


@paper.theorem
def alpha_factors(p: Proof) -> None:
    """α(Z) = exp(R ‖Z̃‖²/2) Π_i Σ_a exp(−R/2 (z_i − c_a)²)."""
    with_grid(p)
    p.given(middles=grid.middles, low=j >= 1, high=j <= G)
    each = p.apply("gauss_factors")
    p.generalize(j, each, label="terms")
    sum_ = p.apply("sum_eq", f=fun(gauss), g=fun(lambda j: scale_free * product(own(j), length)), lo=1, hi=G)
    p.apply("grid_product", w=fun(weight, 2), label="product")
    p.qed(p.have(Eq(alpha, scale_free * product(fun(along), length)), sum_, ("product", scale_free)))


def marked(i: Term) -> Term:
    """The weights, with 0 if coordinate i is near."""
    return fun(lambda l, a: ite(Eq(l, i), beyond(z(l) - coordinate(a), weight(l, a)), weight(l, a)), 2)


@paper.theorem
def far_in_coordinate_term(p: Proof) -> None:
    """The weight of centre j if it is far in coordinate i, as a product."""
    p.given(dimension=length >= 1, middles=grid.middles, low=j >= 1, high=j <= G, i_low=i >= 1, i_high=i <= length)
    p.given(far=delta < abs(z(i) - v(j, i)), close=abs(z(i) - v(j, i)) <= delta)
    each = p.apply("gauss_factors")
    here = coordinate(digit(j, i))
    p.specialize("middles", j, i, label="own")
    mine = fun(lambda l: marked(i)(l, digit(j, l)))
    flag, flag_here = beyond(z(i) - v(j, i), 1), beyond(z(i) - here, 1)
    flags = p.congr(lambda x: beyond(z(i) - x, 1), "own")
    moved = p.congr(lambda x: beyond(z(i) - x, weight(i, digit(j, i))), "own")

    def decided(side: str) -> Fact:
        known = [p.ite_eq(t, side) for t in (flag, beyond(z(i) - v(j, i), weight(i, digit(j, i))))]
        return p.have(Eq(mine(i), flag_here * own(j)(i)), moved, (flags, own(j)(i)), *known, (known[0], own(j)(i)))

    p.cases(abs(z(i) - v(j, i)), delta, decided("close"), decided("far"), label="at")

    p.given(other=negation(Eq(l, i)))
    rest = p.ite_eq(mine(l), "other")
    p.generalize(l, rest, l >= 1, l <= length, "other", label="others")
    scaled = p.apply("product_scaled_at", l=i, n=length, f=mine, g=own(j), q=flag_here)

    def whole(side: str) -> Fact:
        known = [p.ite_eq(t, side) for t in (flag, beyond(z(i) - v(j, i), gauss(j)))]
        return p.have(
            Eq(beyond(z(i) - v(j, i), gauss(j)), scale_free * product(mine, length)), *known,
            (scaled, scale_free), each, (flags, scale_free * product(own(j), length)),
            (known[0], scale_free * product(own(j), length)),
        )  # fmt: skip

    p.qed(p.cases(abs(z(i) - v(j, i)), delta, whole("close"), whole("far")))


x, y = reals("x y")


@paper.theorem
def ratio_times(p: Proof) -> None:
    """0 < x ⊢ y = (y/x) x."""
    p.given(pos=x > 0)
    p.qed(p.have(Eq(y, y / x * x)))


@paper.theorem
def ratio_le(p: Proof) -> None:
    """0 < x, y <= q x ⊢ y/x <= q."""
    p.given(pos=x > 0, most=y <= q * x)
    p.qed(p.have(y / x <= q, "most", scale=["pos"]))


@paper.theorem
def ratio_moved(p: Proof) -> None:
    """0 < x, y x <= q ⊢ y <= q/x."""
    p.given(pos=x > 0, most=y * x <= q)
    p.qed(p.have(y <= q / x, "most", scale=["pos"]))


far_in = fun(lambda i: Sum(lambda j: beyond(z(i) - v(j, i), gauss(j)), 1, G))


@paper.theorem
def far_in_coordinate(p: Proof) -> None:
    """tail(i) <= q along(i) ⊢ the total weight of the centres that are far in coordinate i is at most q α."""
    with_grid(p)
    p.given(middles=grid.middles, low=j >= 1, high=j <= G, i_low=i >= 1, i_high=i <= length)
    p.given(tails=tail(i) <= q * along(i), l_low=l >= 1, l_high=l <= length, a_low=1 <= a, a_high=a <= P)
    p.given(other=negation(Eq(l, i)))
    term = p.apply("far_in_coordinate_term")
    p.generalize(j, term, "low", "high", label="terms")
    mine = marked(i)
    sum_ = p.apply("sum_eq", f=fun(lambda j: beyond(z(i) - v(j, i), gauss(j))), lo=1, hi=G,
            g=fun(lambda j: scale_free * product(fun(lambda l: mine(l, digit(j, l))), length)))  # fmt: skip
    p.apply("grid_product", w=mine, label="product")
    sums = fun(lambda l: Sum(lambda a: mine(l, a - 1), 1, P))
    # only the sum along coordinate i changes
    ratio = tail(i) / along(i)
    p.apply("ratio_times", x=along(i), y=tail(i), label="part")
    off = p.ite_eq(mine(l, a - 1), "other")
    p.generalize(a, off, "a_low", "a_high", label="off_terms")
    off_sum = p.apply("sum_eq", lo=1, hi=P, f=fun(lambda a: mine(l, a - 1)), g=fun(lambda a: weight(l, a - 1)))
    p.generalize(l, off_sum, "l_low", "l_high", "other", label="others")
    scaled = p.apply("product_scaled_at", l=i, n=length, f=sums, g=fun(along), q=ratio)
    whole = p.apply("alpha_factors")
    is_ = p.have(
        Eq(far_in(i), ratio * alpha),
        sum_,
        ("product", scale_free),
        (scaled, scale_free),
        (whole, ratio),
    )
    p.apply("power_ge_one", m=P, k=length, label="grid")
    p.have(G >= 1, "counted", "grid", label="centres")
    p.note("alpha_", p.positive(alpha))
    least = p.apply("ratio_le", x=along(i), y=tail(i))
    p.qed(p.have(far_in(i) <= q * alpha, is_, (least, "alpha_")))


@paper.theorem
def far_in_some_coordinate(p: Proof) -> None:
    """A centre that is far is far in some coordinate: Σ far exp(R Aff_j) <= Σ_i Σ_(far in i) exp(R Aff_j)."""
    p.given(dimension=length >= 1, low=j >= 1, high=j <= G, i_low=i >= 1, i_high=i <= length)
    in_i = fun(lambda i: beyond(z(i) - v(j, i), gauss(j)))
    covering = Sum(lambda i: in_i(i), 1, length)
    pos = p.exp_pos(R * grid.aff(j))
    gap_i = abs(z(i) - v(j, i))
    p.given(near=gap_i <= delta, far=delta < gap_i)
    nonneg = [p.have(in_i(i) >= 0, p.ite_eq(in_i(i), side), pos) for side in ("near", "far")]
    p.generalize(i, p.cases(gap_i, delta, *nonneg), "i_low", "i_high", label="nonneg")
    p.apply("sum_nonneg", f=in_i, lo=1, hi=length, label="sum_low")
    # were the sum less than exp(R Aff_j), every coordinate would be near
    p.given(enough=gauss(j) <= covering, less=covering < gauss(j), away=delta < farthest(j))
    member = p.apply("sum_member", f=in_i, lo=1, hi=length, m=i)
    clash = p.have(FALSE, p.ite_eq(in_i(i), "far"), member, "less")
    all_ = p.generalize(i, p.cases(gap_i, delta, "near", p.absurd(clash, gap_i <= delta)))
    close = p.max_le(farthest(j), delta, "dimension", all_)
    never = p.absurd(p.have(FALSE, close, "away"), gauss(j) <= covering)
    p.cases(gauss(j), covering, "enough", never, label="covered")

    inside, outside = p.assume(farthest(j) <= delta), "away"

    def order(case: Fact) -> Fact:
        term = ite(Eq(j, best), 0, ite(farthest(j) <= delta, 0, gauss(j)))
        first = p.ite_eq(term, case)
        if case.concl.op == "eq":
            return p.have(term <= covering, first, "sum_low")
        sides = [
            p.have(term <= covering, first, p.ite_eq(first.concl.args[1], side), fact)
            for side, fact in ((inside, "sum_low"), (outside, "covered"))
        ]
        return p.cases(farthest(j), delta, *sides)

    p.generalize(j, p.trichotomy(j, best, order), "low", "high", label="terms")
    f = fun(lambda j: ite(Eq(j, best), 0, ite(farthest(j) <= delta, 0, gauss(j))))
    g = fun(lambda j: Sum(lambda i: beyond(z(i) - v(j, i), gauss(j)), 1, length))
    sum_ = p.apply("sum_le", f=f, g=g, lo=1, hi=G)
    h = fun(lambda j, i: beyond(z(i) - v(j, i), gauss(j)), 2)
    swap = p.apply("sum_swap", h=h, lo=1, hi=G, lo2=1, hi2=length)
    p.qed(p.have(far_sum <= Sum(lambda i: far_in(i), 1, length), sum_, swap))


far_sum = Sum(lambda j: ite(Eq(j, best), 0, ite(farthest(j) <= delta, 0, gauss(j))), 1, G)
tails = every(lambda i: tail(i) <= q * along(i), 1, length)


@paper.claim(given=[*grid_laws, grid.middles, tails], shows=far_sum <= length * q * alpha)
def far_by_coordinates(p: Proof) -> None:
    """The total weight of the far centres is at most m q α, if tail(i) <= q along(i) for each coordinate i."""
    p.apply("far_in_some_coordinate", label="covered")
    p.apply("sum_le", f=far_in, g=fun(lambda i: q * alpha), lo=1, hi=length, label="sum")
    p.apply("sum_const", lo=1, hi=length, label="count")


# --- the error ----------------------------------------------------------------------------------------------------

small_enough = 3 * B0 * (length * q) <= eps
on_grid = {"reach": fun(farthest), "cut": delta}
by_coordinates = (
    d >= 1, n >= 1, *grid_laws, D > 0, grid.inside, grid.middles, delta > 0, grid.fine, grid.modulus, B0 > 0,
    *grid.below_bound, eps > 0, tails, small_enough,
)  # fmt: skip
BY_COORDINATES = (
    "wide", "long", *grid.GRID, "D_pos", "inside", "middles", "delta_pos", "fine", "modulus", "bound_pos", "values",
    "own", "eps_pos", "tails", "small",
)  # fmt: skip


@paper.claim(given=by_coordinates, shows=error <= eps)
def average_by_coordinates(p: Proof) -> Fact:
    """If tail(i) <= q along(i) for each i and 3 B_0 m q <= ε, the average (B.15) is within ε of f."""
    p.given(**dict(zip(BY_COORDINATES, by_coordinates, strict=True)))
    p.apply("power_ge_one", m=P, k=length, label="powers")
    p.given(best_low=best >= 1, best_high=best <= G, greatest=greatest)
    p.apply("gaps_bounded", label="bounded")
    averaged = p.apply("error_is_averaged")
    bounds = p.apply("average_bounds_error")
    splits = p.apply("average_splits", **on_grid)
    p.apply("best_part", label="best_part")
    p.apply("near_part", epsilon=eps / 2, **on_grid, label="near_part")
    p.apply("near_total", epsilon=eps / 2, **on_grid, label="near_total")
    p.apply("far_bounded", **on_grid, label="far_bounded")
    over_alpha = p.apply("far_over_alpha", **on_grid)
    share_of_far = p.apply("ratio_le", x=alpha, y=far_sum, q=length * q)
    within = p.have(error <= eps, averaged, bounds, splits, "best_part", "near_part", "near_total",
           "far_bounded", over_alpha, ("bound_pos", share_of_far), "small")  # fmt: skip
    p.generalize(best, within, label="whatever")
    return p.apply("nearest_centre_exists", x=error, y=eps)
