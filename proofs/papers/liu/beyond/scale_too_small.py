"""A scale R that is too small for a grid: the far centres weigh more than ε/(2B_0) (compare `smaller_scale`).

Two intervals a side (P = 2, D = δ) and a point t to the right of the middle of the right one in each of the m = dn
coordinates: all centres but the nearest are far, and in each coordinate the left digit weighs e^(−R(δ² + 2δt)/2) times
the right one. So dn belongs into the logarithm, and 8/(3δ²) cannot be less than 2/δ².
"""

from __future__ import annotations

from functools import partial

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.language.notation import substitute as put
from proofs.papers.liu.beyond.by_coordinates import along, far_sum, scale_free
from proofs.papers.liu.beyond.by_coordinates import weight as grid_weight
from proofs.papers.liu.beyond.grid_products import product, product_step
from proofs.papers.liu.section_4_1_self_attention import grid
from proofs.papers.liu.section_4_1_self_attention.centres import B0, G, alpha, gauss, j, length, v, z
from proofs.papers.liu.section_4_1_self_attention.grid import D, P, digit, farthest
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import best, delta
from proofs.papers.liu.vocabulary import R, eps, i, k, paper
from proofs.theorems.networks.softmax import differ

(t,) = reals("t")


def two(x: Term) -> Term:
    """Return a formula of the grid for P = 2 and D = δ."""
    return put(x, {u: w for u, w in {P: num(2), D: delta}.items() if u in x.free})


def weight(i: Term, a: Term | int) -> Term:
    """exp(−R/2 (z_i − c_a)²) for P = 2, D = δ."""
    return two(grid_weight(i, a if isinstance(a, Term) else num(a)))


laws = tuple(map(two, (*grid.grid_laws[1:], grid.middles)))
LAWS = (*grid.GRID[1:], "middles")
right_of = every(lambda i: Eq(z(i), delta / 2 + t), 1, length)
corner = every(lambda i: Eq(digit(best, i), 1), 1, length)
at_corner = (*laws, delta > 0, t > 0, best >= 1, best <= G, corner, right_of)
AT_CORNER = (*LAWS, "delta_pos", "t_pos", "best_low", "best_high", "corner", "right_of")
left_share = exp(-(R / 2) * (delta * delta + 2 * delta * t))  # how much less the left digit weighs
GRID_2 = {"P": num(2), "D": delta}


def with_corner(p: Proof) -> None:
    """Assume the grid with P = 2, D = δ, and the point right of the centre with all digits 1."""
    p.given(**dict(zip(AT_CORNER, at_corner, strict=True)))


@paper.theorem
def others_are_far(p: Proof) -> None:
    """Every other centre has a digit 0, and its distance exceeds δ."""
    with_corner(p)
    p.given(low=j >= 1, high=j <= G, other=negation(Eq(j, best)), i_low=i >= 1, i_high=i <= length)
    p.given(near=farthest(j) <= delta, far=delta < farthest(j), zero=digit(j, i) <= 0, one=0 < digit(j, i))
    member = p.max_ge(farthest(j), i, "i_low", "i_high")
    place = p.specialize("middles", j, i)
    point = p.specialize("right_of", i)
    least = p.specialize("digit_low", j, i)
    most = p.specialize("digit_high", j, i)
    corner_digit = p.specialize("corner", i)
    is_zero = p.antisymmetry("zero", least)
    size = p.apply("abs_ge", x=z(i) - v(j, i))
    clash = p.have(FALSE, size, place, (is_zero, delta), point, member, "near", "t_pos")
    same = Eq(digit(j, i), digit(best, i))
    is_one = p.antisymmetry(p.have(digit(j, i) <= 1, most), p.have(num(1) <= digit(j, i), "one"))
    agree = p.have(same, is_one, corner_digit)
    p.cases(digit(j, i), 0, p.absurd(clash, same), agree, label="same")
    weight_ = put(grid.power(P, i - 1), {P: num(2)})
    p.generalize(i, p.have(Eq(digit(j, i) * weight_, digit(best, i) * weight_), ("same", weight_)), label="terms")
    f, g = (fun(lambda i, x=x: digit(x, i) * put(grid.power(P, i - 1), {P: num(2)})) for x in (j, best))
    sums = p.apply("sum_eq", f=f, g=g, lo=1, hi=length)
    number = p.specialize("numbered", j)
    top_number = p.specialize("numbered", best)
    is_best = p.have(Eq(j, best), sums, number, top_number)
    never = p.mp("other", is_best)
    p.qed(p.cases(farthest(j), delta, p.absurd(never, delta < farthest(j)), "far"))


@paper.theorem
def others_are_counted(p: Proof) -> None:
    """The far centres are all but the nearest, so their weight is α − exp(R Aff_jm)."""
    with_corner(p)
    p.given(low=j >= 1, high=j <= G)
    term = ite(Eq(j, best), 0, ite(farthest(j) <= delta, 0, gauss(j)))
    rest = ite(Eq(j, best), 0, gauss(j))

    def each(case: Fact) -> Fact:
        known = [p.ite_eq(x, case) for x in (term, rest)]
        if case.concl.op != "eq":
            away = p.apply("others_are_far", differ(p, case, j, best))
            known.append(p.ite_eq(known[0].concl.args[1], away))
        return p.have(Eq(term, rest), *known)

    p.generalize(j, p.trichotomy(j, best, each), label="terms")
    f = fun(lambda j: ite(Eq(j, best), 0, ite(farthest(j) <= delta, 0, gauss(j))))
    sum_ = p.apply("sum_eq", f=f, g=fun(lambda j: ite(Eq(j, best), 0, gauss(j))), lo=1, hi=G)
    pick = p.apply("sum_pick", f=fun(gauss), lo=1, hi=G, m=best)
    p.qed(p.have(Eq(far_sum, alpha - gauss(best)), sum_, pick))


@paper.theorem
def weights_multiply(p: Proof) -> None:
    """By Bernoulli's inequality, (1 + mρ) exp(R Aff_jm) <= α, as each coordinate has the factor 1 + ρ."""
    with_corner(p)
    top, both = fun(lambda i: weight(i, digit(best, i))), fun(lambda i: two(along(i)))

    def claim(x: Term | int) -> Term:
        return implies(x <= length, (1 + x * left_share) * product(top, x) <= product(both, x))

    p.given(i_low=i >= 1, i_high=i <= length)
    point = p.specialize("right_of", i)
    corner_digit = p.specialize("corner", i)

    def part(a: Term, x: Term) -> Term:
        place = two(grid.coordinate(a))
        return exp(-(R / 2) * ((x - place) * (x - place)))

    for name, a in (("at_0", 0), ("at_1", 1)):
        p.congr(partial(part, num(a)), point, label=name)
    at_top = p.congr(lambda a: part(a, z(i)), corner_digit)
    whole = Eq(both(i), (1 + left_share) * top(i))
    factor = p.have(whole, "at_0", "at_1", at_top, (at_top, left_share))
    factors = p.generalize(i, factor)
    tops = p.generalize(i, p.have(top(i) > 0, exp(-(R / 2) * ((z(i) - two(grid.coordinate(digit(best, i)))) ** 2))))
    rho = p.exp_pos(-(R / 2) * (delta * delta + 2 * delta * t))
    p.given(k_low=0 <= k, so_far=claim(k), k_high=k + 1 <= length)
    here = p.mp("so_far", p.side_condition(k <= length))
    next_factor = p.specialize(factors, k + 1)
    next_top = p.specialize(tops, k + 1)
    member = p.specialize(tops, j)
    p.generalize(j, member, 1 <= j, j <= k, label="before")
    product_pos_ = p.apply("product_pos", f=top, n=k)
    product_step(p, "last_top", top, k)
    product_step(p, "last_both", both, k)
    rho_one = p.have(1 + left_share > 0, rho)
    grown = p.have((1 + left_share) * top(k + 1) > 0, (rho_one, next_top))
    tops_pos = p.have(product(top, k) * top(k + 1) > 0, (product_pos_, next_top))
    goal = (1 + (k + 1) * left_share) * product(top, k + 1) <= product(both, k + 1)
    step = p.have(goal, (here, grown), ("k_low", rho, rho, tops_pos),
                  ("last_top", 1 + (k + 1) * left_share), "last_both", (next_factor, product(both, k)))  # fmt: skip
    p.rule("discharge", k + 1 <= length, step, label="step")
    start = p.rule("discharge", 0 <= length, p.have((1 + 0 * left_share) * product(top, 0) <= product(both, 0)))
    all_ = p.induct(claim, 0, k, start, "step")
    p.specialize(all_, length, label="whole")
    alpha_ = p.apply("alpha_factors", **GRID_2)
    best_ = p.apply("gauss_factors", j=best, **GRID_2)
    free = p.exp_pos(scale_free.args[0])
    p.qed(p.have((1 + length * left_share) * gauss(best) <= alpha, ("whole", free), alpha_,
                 (best_, 1 + length * left_share)))  # fmt: skip


too_small = R * (delta * delta + 2 * delta * t) / 2 < log(length * (2 * B0 - eps) / eps)


@paper.claim(given=[*at_corner, eps > 0, eps < 2 * B0, too_small], shows=eps < 2 * B0 * (far_sum / alpha))
def far_beyond(p: Proof) -> Fact:
    """Below the scale 2/(δ² + 2δt) ln(m(2B_0 − ε)/ε), the far centres have a weight of more than ε/(2B_0)."""
    far = p.apply("others_are_counted")
    grows = p.apply("weights_multiply")
    ratio = length * (2 * B0 - eps) / eps
    ratio_pos = p.have(ratio > 0, (length, 2 * B0 - eps, inv(eps)))
    e = p.exp_log(ratio_pos)
    own_ = R * (delta * delta + 2 * delta * t) / 2
    less = p.apply("exp_lt", x=own_, y=log(ratio))
    below = p.have(eps * exp(own_) < length * (2 * B0 - eps), (less, eps > 0), (e, eps))
    enough = p.have(eps < length * (2 * B0 - eps) * left_share, (below, exp(-own_)))
    top = p.exp_pos(R * grid.aff(best))
    p.note("some", p.positive(alpha))
    return p.have(p.goal, (enough, top), (2 * B0 - eps, grows), (far, B0), scale=["some"])
