"""B.1 with a smaller scale and fewer centres: the weight of the far centres, one coordinate at a time.

A centre is far if one coordinate differs by more than δ from that of Z̃. The softmax weights of a grid's centres are
products over the coordinates (`grid_products`), so the centres that are far in coordinate i weigh together what the far
digits weigh in one dimension, tail(i)/along(i) of all, and all far centres at most the sum of that over the m = dn
coordinates. The proof of (B.21) counts all G = P^m centres instead. As one coordinate is looked at after the other, the
nearest centre need be within δ/2 in the maximum norm only: the paper's P >= 2D/δ is enough (`average_by_coordinates`).
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
    """The weights of all digits in coordinate i."""
    return sigma(lambda a: weight(i, a - 1), 1, P)


def beyond(x: Term, then: Term | int) -> Term:
    """`then` if |x| > δ, else 0."""
    return ite(absolute(x) <= delta, 0, then)


def tail(i: Term) -> Term:
    """The weights of the digits that are far in coordinate i."""
    return sigma(lambda a: beyond(z(i) - coordinate(a - 1), weight(i, a - 1)), 1, P)


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

    p.specialize("own", "middles", j, i)
    p.generalize("terms", i, p.congr(None, part, "own"), "i_low", "i_high")
    by_centre, by_digit = fun(lambda i: part(v(j, i), i)), fun(lambda i: part(coordinate(digit(j, i)), i))
    p.apply("sum", "sum_eq", f=by_centre, g=by_digit, lo=1, hi=length)
    p.congr("exps", exp, "sum")
    p.apply("product", "exp_of_sum", f=by_digit, n=length)
    goal = eq(gauss(j), scale_free * product(own(j), length))
    p.qed(p.have("out", goal, ("exps", scale_free), ("product", scale_free)))


@paper.theorem
def alpha_factors(p: Proof) -> None:
    """α(Z) = exp(R ‖Z̃‖²/2) Π_i Σ_a exp(−R/2 (z_i − c_a)²)."""
    with_grid(p)
    p.given(middles=grid.middles, low=j >= 1, high=j <= G)
    p.apply("each", "gauss_factors")
    p.generalize("terms", j, "each")
    p.apply("sum", "sum_eq", f=fun(gauss), g=fun(lambda j: scale_free * product(own(j), length)), lo=1, hi=G)
    p.apply("product", "grid_product", w=fun(weight, 2))
    p.qed(p.have("out", eq(alpha, scale_free * product(fun(along), length)), "sum", ("product", scale_free)))


def marked(i: Term) -> Term:
    """The weights, but 0 where coordinate i is near."""
    return fun(lambda l, a: ite(eq(l, i), beyond(z(l) - coordinate(a), weight(l, a)), weight(l, a)), 2)


@paper.theorem
def far_in_coordinate_term(p: Proof) -> None:
    """What centre j adds to those that are far in coordinate i, as a product."""
    p.given(dimension=length >= 1, middles=grid.middles, low=j >= 1, high=j <= G, i_low=i >= 1, i_high=i <= length)
    p.given(far=delta < absolute(z(i) - v(j, i)), close=absolute(z(i) - v(j, i)) <= delta)
    p.apply("each", "gauss_factors")
    here = coordinate(digit(j, i))
    p.specialize("own", "middles", j, i)
    mine = fun(lambda l: marked(i)(l, digit(j, l)))
    flag, flag_here = beyond(z(i) - v(j, i), 1), beyond(z(i) - here, 1)
    p.congr("flags", lambda x: beyond(z(i) - x, 1), "own")
    p.congr("moved", lambda x: beyond(z(i) - x, weight(i, digit(j, i))), "own")

    def decided(side: str) -> Fact:
        known = [p.rule(None, "ite_eq", t, side) for t in (flag, beyond(z(i) - v(j, i), weight(i, digit(j, i))))]
        return p.have(
            None, eq(mine(i), flag_here * own(j)(i)), "moved", ("flags", own(j)(i)), *known, (known[0], own(j)(i))
        )

    p.cases("at", absolute(z(i) - v(j, i)), delta, decided("close"), decided("far"))

    p.given(other=negation(eq(l, i)))
    p.rule("rest", "ite_eq", mine(l), "other")
    p.generalize("others", l, "rest", l >= 1, l <= length, "other")
    p.apply("scaled", "product_scaled_at", l=i, n=length, f=mine, g=own(j), q=flag_here)

    def whole(side: str) -> Fact:
        known = [p.rule(None, "ite_eq", t, side) for t in (flag, beyond(z(i) - v(j, i), gauss(j)))]
        return p.have(
            None, eq(beyond(z(i) - v(j, i), gauss(j)), scale_free * product(mine, length)), *known,
            ("scaled", scale_free), "each", ("flags", scale_free * product(own(j), length)),
            (known[0], scale_free * product(own(j), length)),
        )  # fmt: skip

    p.qed(p.cases("out", absolute(z(i) - v(j, i)), delta, whole("close"), whole("far")))


x, y = reals("x y")


@paper.theorem
def ratio_times(p: Proof) -> None:
    """0 < x ⊢ y = (y/x) x."""
    p.given(pos=x > 0)
    p.qed(p.have("out", eq(y, y / x * x)))


@paper.theorem
def ratio_le(p: Proof) -> None:
    """0 < x, y <= q x ⊢ y/x <= q."""
    p.given(pos=x > 0, most=y <= q * x)
    p.qed(p.have("out", y / x <= q, "most", scale=["pos"]))


@paper.theorem
def ratio_moved(p: Proof) -> None:
    """0 < x, y x <= q ⊢ y <= q/x."""
    p.given(pos=x > 0, most=y * x <= q)
    p.qed(p.have("out", y <= q / x, "most", scale=["pos"]))


far_in = fun(lambda i: sigma(lambda j: beyond(z(i) - v(j, i), gauss(j)), 1, G))


@paper.theorem
def far_in_coordinate(p: Proof) -> None:
    """tail(i) <= q along(i) ⊢ the centres that are far in coordinate i weigh at most q α."""
    with_grid(p)
    p.given(middles=grid.middles, low=j >= 1, high=j <= G, i_low=i >= 1, i_high=i <= length)
    p.given(tails=tail(i) <= q * along(i), l_low=l >= 1, l_high=l <= length, a_low=1 <= a, a_high=a <= P)
    p.given(other=negation(eq(l, i)))
    p.apply("term", "far_in_coordinate_term")
    p.generalize("terms", j, "term", "low", "high")
    mine = marked(i)
    p.apply("sum", "sum_eq", f=fun(lambda j: beyond(z(i) - v(j, i), gauss(j))), lo=1, hi=G,
            g=fun(lambda j: scale_free * product(fun(lambda l: mine(l, digit(j, l))), length)))  # fmt: skip
    p.apply("product", "grid_product", w=mine)
    sums = fun(lambda l: sigma(lambda a: mine(l, a - 1), 1, P))
    # only the sum along coordinate i changes
    ratio = tail(i) / along(i)
    p.apply("part", "ratio_times", x=along(i), y=tail(i))
    p.rule("off", "ite_eq", mine(l, a - 1), "other")
    p.generalize("off_terms", a, "off", "a_low", "a_high")
    p.apply("off_sum", "sum_eq", lo=1, hi=P, f=fun(lambda a: mine(l, a - 1)), g=fun(lambda a: weight(l, a - 1)))
    p.generalize("others", l, "off_sum", "l_low", "l_high", "other")
    p.apply("scaled", "product_scaled_at", l=i, n=length, f=sums, g=fun(along), q=ratio)
    p.apply("whole", "alpha_factors")
    p.have("is", eq(far_in(i), ratio * alpha), "sum", ("product", scale_free), ("scaled", scale_free), ("whole", ratio))
    p.apply("grid", "power_ge_one", m=P, k=length)
    p.have("centres", G >= 1, "counted", "grid")
    p.note("alpha_", p.positive(alpha))
    p.apply("least", "ratio_le", x=along(i), y=tail(i))
    p.qed(p.have("out", far_in(i) <= q * alpha, "is", ("least", "alpha_")))


@paper.theorem
def far_in_some_coordinate(p: Proof) -> None:
    """Far in the maximum norm is far in some coordinate: Σ far exp(R Aff_j) <= Σ_i Σ_(far in i) exp(R Aff_j)."""
    p.given(dimension=length >= 1, low=j >= 1, high=j <= G, i_low=i >= 1, i_high=i <= length)
    in_i = fun(lambda i: beyond(z(i) - v(j, i), gauss(j)))
    covering = sigma(lambda i: in_i(i), 1, length)
    p.rule("pos", "exp_pos", R * grid.aff(j))
    gap_i = absolute(z(i) - v(j, i))
    p.given(near=gap_i <= delta, far=delta < gap_i)
    nonneg = [p.have(None, in_i(i) >= 0, p.rule(None, "ite_eq", in_i(i), side), "pos") for side in ("near", "far")]
    p.generalize("nonneg", i, p.cases(None, gap_i, delta, *nonneg), "i_low", "i_high")
    p.apply("sum_low", "sum_nonneg", f=in_i, lo=1, hi=length)
    # were the sum less than exp(R Aff_j), every coordinate would be near
    p.given(enough=gauss(j) <= covering, less=covering < gauss(j), away=delta < farthest(j))
    p.apply("member", "sum_member", f=in_i, lo=1, hi=length, m=i)
    clash = p.have(None, FALSE, p.rule(None, "ite_eq", in_i(i), "far"), "member", "less")
    p.generalize("all", i, p.cases(None, gap_i, delta, "near", p.rule(None, "absurd", clash, gap_i <= delta)))
    p.rule("close", "max_le", farthest(j), delta, "dimension", "all")
    p.rule("never", "absurd", p.have(None, FALSE, "close", "away"), gauss(j) <= covering)
    p.cases("covered", gauss(j), covering, "enough", "never")

    inside, outside = p.rule(None, "assume", farthest(j) <= delta), "away"

    def order(case: Fact) -> Fact:
        term = ite(eq(j, best), 0, ite(farthest(j) <= delta, 0, gauss(j)))
        first = p.rule(None, "ite_eq", term, case)
        if case.concl.op == "eq":
            return p.have(None, term <= covering, first, "sum_low")
        sides = [
            p.have(None, term <= covering, first, p.rule(None, "ite_eq", first.concl.args[1], side), fact)
            for side, fact in ((inside, "sum_low"), (outside, "covered"))
        ]
        return p.cases(None, farthest(j), delta, *sides)

    p.generalize("terms", j, p.trichotomy(None, j, best, order), "low", "high")
    f = fun(lambda j: ite(eq(j, best), 0, ite(farthest(j) <= delta, 0, gauss(j))))
    g = fun(lambda j: sigma(lambda i: beyond(z(i) - v(j, i), gauss(j)), 1, length))
    p.apply("sum", "sum_le", f=f, g=g, lo=1, hi=G)
    h = fun(lambda j, i: beyond(z(i) - v(j, i), gauss(j)), 2)
    p.apply("swap", "sum_swap", h=h, lo=1, hi=G, lo2=1, hi2=length)
    p.qed(p.have("out", far_sum <= sigma(lambda i: far_in(i), 1, length), "sum", "swap"))


far_sum = sigma(lambda j: ite(eq(j, best), 0, ite(farthest(j) <= delta, 0, gauss(j))), 1, G)
tails = every(lambda i: tail(i) <= q * along(i), 1, length)


@paper.claim(given=[*grid_laws, grid.middles, tails], shows=far_sum <= length * q * alpha)
def far_by_coordinates(p: Proof) -> None:
    """The far centres weigh at most m q α, where far digits weigh at most q of all in each coordinate."""
    p.apply("covered", "far_in_some_coordinate")
    p.apply("sum", "sum_le", f=far_in, g=fun(lambda i: q * alpha), lo=1, hi=length)
    p.apply("count", "sum_const", lo=1, hi=length)


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
    """If far digits weigh at most q in each coordinate and 3 B_0 m q <= ε, the average (B.15) is within ε of f."""
    p.given(**dict(zip(BY_COORDINATES, by_coordinates, strict=True)))
    p.apply("powers", "power_ge_one", m=P, k=length)
    p.given(best_low=best >= 1, best_high=best <= G, greatest=greatest)
    p.apply("bounded", "gaps_bounded")
    p.apply("averaged", "error_is_averaged")
    p.apply("bounds", "average_bounds_error")
    p.apply("splits", "average_splits", **on_grid)
    p.apply("best_part", "best_part")
    p.apply("near_part", "near_part", epsilon=eps / 2, **on_grid)
    p.apply("near_total", "near_total", epsilon=eps / 2, **on_grid)
    p.apply("far_bounded", "far_bounded", **on_grid)
    p.apply("over_alpha", "far_over_alpha", **on_grid)
    p.apply("share_of_far", "ratio_le", x=alpha, y=far_sum, q=length * q)
    p.have("within", error <= eps, "averaged", "bounds", "splits", "best_part", "near_part", "near_total",
           "far_bounded", "over_alpha", ("bound_pos", "share_of_far"), "small")  # fmt: skip
    p.generalize("whatever", best, "within")
    return p.apply("out", "nearest_centre_exists", x=error, y=eps)
