"""The far digits of one coordinate: their total weight compared with that of the nearest digit (for `by_coordinates`).

Counted, each of the P digits weighs at most e^(−3Rδ²/8) times the nearest. Summed, the weights beyond δ fall by
e^(−Rδ·2D/P) or more from one digit to the next, so that P does not occur in the bound.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.beyond.by_coordinates import along, beyond, tail, weight
from proofs.papers.liu.section_4_1_self_attention import grid
from proofs.papers.liu.section_4_1_self_attention.centres import G, j, length, z
from proofs.papers.liu.section_4_1_self_attention.grid import D, P, coordinate, digit, grid_laws, with_grid
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import best, delta, greatest
from proofs.papers.liu.vocabulary import R, i, k, paper
from proofs.theorems.algebra.sums import total

(a,) = ints("a")

nearest_here = (*grid_laws, D > 0, grid.inside, grid.middles, delta > 0, grid.fine, best >= 1, best <= G, greatest)
fall = exp(-(3 * R * (delta * delta)) / 8)


def with_nearest_digit(p: Proof) -> None:
    """Assume a point of the cube, and derive the range of the nearest digit ("top_low", "top_high"; "close": δ/2)."""
    grid.with_nearest(p)
    p.given(fine=grid.fine, delta_pos=delta > 0)
    top = digit(best, i)
    p.specialize("middles", best, i, label="at_top")
    p.apply("coordinate_near", k=i, label="near")
    p.congr(lambda x: abs(z(i) - x), "at_top", label="moved")
    p.have(P > 0, label="P_pos")
    p.have(D / P <= delta / 2, "fine", scale=["P_pos"], label="half")
    x = z(i) - coordinate(top)
    p.apply("abs_ge", x=x, label="above")
    p.apply("abs_ge", x=-x, label="below")
    p.have(delta / 2 - x >= 0, "near", "moved", "half", "above", label="right")
    p.have(delta / 2 + x >= 0, "near", "moved", "half", "below", label="left")
    p.have(x * x <= delta * delta / 4, ("right", "left"), label="top_square")


def far_one(p: Proof) -> None:
    """Prove "light": a digit that is far, "away", has at most e^(−3Rδ²/8) times the weight of the nearest one."""
    top, x = digit(best, i), z(i) - coordinate(a - 1)
    p.given(away=delta < abs(x))
    size = p.apply("abs_square", u=x)
    apart = p.have(delta * delta <= x * x, size, ("away", "away"), ("away", "delta_pos"))
    exponent, bound = (
        -(R / 2) * (x * x),
        -(3 * R * (delta * delta)) / 8 - R / 2 * ((z(i) - coordinate(top)) * (z(i) - coordinate(top))),
    )
    exponents = p.have(exponent <= bound, ("up", apart), ("up", "top_square"))
    p.apply("exp_le", exponents, label="light")


@paper.theorem
def top_in_sum(p: Proof) -> None:
    """The weight of the nearest digit is one of the terms for its coordinate."""
    with_grid(p)
    p.given(best_low=best >= 1, best_high=best <= G, i_low=i >= 1, i_high=i <= length, a_low=1 <= a, a_high=a <= P)
    top = digit(best, i)
    p.specialize("digit_low", best, i, label="top_low")
    p.specialize("digit_high", best, i, label="top_high")
    pos = p.exp_pos(-(R / 2) * ((z(i) - coordinate(a - 1)) * (z(i) - coordinate(a - 1))))
    p.generalize(a, p.have(weight(i, a - 1) >= 0, pos), "a_low", "a_high", label="terms")
    out = p.apply("sum_member", f=fun(lambda a: weight(i, a - 1)), lo=1, hi=P, m=top + 1)
    p.qed(out, weight(i, top) <= along(i))


tail_counted = P * fall


@paper.claim(given=[*nearest_here, R >= 0, i >= 1, i <= length], shows=tail(i) <= tail_counted * along(i))
def tail_by_count(p: Proof) -> Fact:
    """Each of the P digits that is far has at most e^(−3Rδ²/8) times the weight of the nearest one."""
    with_nearest_digit(p)
    p.given(up=R >= 0, a_low=1 <= a, a_high=a <= P)
    top = digit(best, i)
    far_one(p)
    p.exp_pos(-(3 * R * (delta * delta)) / 8, label="fall_pos")
    p.exp_pos(-(R / 2) * ((z(i) - coordinate(top)) * (z(i) - coordinate(top))), label="top_pos")
    term, bound = beyond(z(i) - coordinate(a - 1), weight(i, a - 1)), fall * weight(i, top)
    x = abs(z(i) - coordinate(a - 1))
    p.given(near_=x <= delta)
    low = p.have(term <= bound, p.ite_eq(term, "near_"), ("fall_pos", "top_pos"))
    high = p.have(term <= bound, p.ite_eq(term, "away"), "light")
    p.generalize(a, p.cases(x, delta, low, high), "a_low", "a_high", label="terms")
    f = fun(lambda a: beyond(z(i) - coordinate(a - 1), weight(i, a - 1)))
    p.apply("sum_le", f=f, g=fun(lambda a: bound), lo=1, hi=P, label="sum")
    p.apply("sum_const", lo=1, hi=P, label="count")
    p.apply("top_in_sum", label="member")
    return p.have(p.goal, "sum", ("count", bound), (P, "fall_pos", "member"))


# --- the tail of one dimension, summed -----------------------------------------------------------------------------

(f,) = vectors("f")
(x_,) = reals("x")
(top_,) = reals("u")


@paper.theorem
def falling_sum(p: Proof) -> None:
    """0 <= x, 0 <= u, terms that are 0 at first and then at most u, each at most x times the last ⊢ (1 − x) Σ f <= u.

    The hypotheses on f_i, 1 <= i <= P, say: 0 <= f_i <= u, and f_{i+1} <= x f_i unless all terms up to i are 0.
    """

    def partial(k: Term | int) -> Term:
        return Sum(lambda i: f(i), 1, k)

    def claim(k: Term) -> Term:
        return implies(k <= P, (1 - x_) * partial(k) + x_ * f(k) <= top_)

    p.given(x_low=0 <= x_, some=P >= 1)
    p.given(low=every(lambda i: f(i) >= 0, 1, P), high=every(lambda i: f(i) <= top_, 1, P))
    first = p.specialize("high", 1)
    base = p.rule("discharge", num(1) <= P, p.have((1 - x_) * partial(1) + x_ * f(num(1)) <= top_, first))
    p.given(k_low=1 <= k, so_far=claim(k), k_high=k + 1 <= P, on=0 < f(k), off=f(k) <= 0)
    here = p.mp("so_far", p.side_condition(k <= P))
    last = p.big_step(partial(k + 1), p.side_condition(1 <= k + 1))
    goal = (1 - x_) * partial(k + 1) + x_ * f(k + 1) <= top_
    fall = p.specialize(p.assume(every(lambda i: implies(0 < f(i), f(i + 1) <= x_ * f(i)), 1, P - 1)), k)
    falling = p.have(goal, last, here, fall)
    nothing = p.specialize(p.assume(every(lambda i: implies(f(i) <= 0, partial(i) <= 0), 1, P - 1)), k)
    next_ = p.specialize("high", k + 1)
    p.given(j_low=1 <= j, j_high=j <= k)
    member = p.specialize("low", j)
    p.generalize(j, member, label="members")
    sum_low = p.apply("sum_nonneg", lo=1, hi=k)
    zero = p.antisymmetry(nothing, sum_low)
    starting = p.have(goal, last, (zero, 1 - x_), next_)
    step = p.rule("discharge", k + 1 <= P, p.cases(f(k), 0, starting, falling))
    all_ = p.induct(claim, 1, k, base, step)
    end = p.specialize(all_, P)
    final = p.specialize("low", P)
    p.qed(p.have((1 - x_) * partial(P) <= top_, end, ("x_low", final)))


h, b, t = reals("h b t")


def place(a: Term) -> Term:
    """b + a h: equidistant points."""
    return b + a * h


def to_the_right(a: Term) -> Term:
    """The Gaussian weight of this point if it is beyond δ, else 0."""
    return ite(place(a) <= delta, 0, exp(-(R / 2) * (place(a) * place(a))))


ratio = exp(-(R * delta * h))


@paper.theorem
def gaussian_tail(p: Proof) -> None:
    """t² <= δ²/4 ⊢ (1 − e^(−Rδh)) Σ_(b + ah > δ) exp(−R/2 (b + ah)²) <= e^(−3Rδ²/8) exp(−R/2 t²)."""
    p.given(up=R >= 0, h_low=h >= 0, delta_pos=delta > 0, some=P >= 1, small=t * t <= delta * delta / 4)
    p.given(a_low=1 <= a, a_high=a <= P, in_=place(a) <= delta, out_=delta < place(a))
    bound = fall * exp(-(R / 2) * (t * t))
    own = to_the_right(a)
    p.exp_pos(-(R / 2) * (place(a) * place(a)), label="pos")
    p.exp_pos(-(3 * R * (delta * delta)) / 8 - R / 2 * (t * t), label="bound_pos")
    p.ite_eq(own, "in_", label="is_0")
    p.ite_eq(own, "out_", label="is_weight")
    # 0 <= f <= bound
    low = [p.have(own >= 0, side, "pos") for side in ("is_0", "is_weight")]
    p.generalize(a, p.cases(place(a), delta, *low), "a_low", "a_high", label="low")
    p.have(delta * delta <= place(a) * place(a), ("out_", "out_"), ("out_", "delta_pos"), label="apart")
    exponent = -(3 * R * (delta * delta)) / 8 - R / 2 * (t * t)
    p.have(-(R / 2) * (place(a) * place(a)) <= exponent, ("up", "apart"), ("up", "small"), label="exponents")
    p.apply("exp_le", x=-(R / 2) * (place(a) * place(a)), y=exponent, label="light")
    high = [p.have(own <= bound, "is_0", "bound_pos"), p.have(own <= bound, "is_weight", "light")]
    p.generalize(a, p.cases(place(a), delta, *high), "a_low", "a_high", label="high")
    p.have(R * delta * h <= R * h * place(a), ("up", "h_low", "out_"), label="step_")
    p.have(R * (h * h) >= 0, ("up", "h_low", "h_low"), label="squares")
    after = -(R / 2) * (place(a + 1) * place(a + 1))
    down = -(R * delta * h) - R / 2 * (place(a) * place(a))
    p.apply("exp_le", x=after, y=down, label="falls_")
    p.given(next_in=place(a + 1) <= delta, next_out=delta < place(a + 1))
    following = to_the_right(a + 1)
    p.exp_pos(-(R * delta * h), label="ratio_pos")
    goal = following <= ratio * own
    here = ("is_weight", ratio)
    parts = [
        p.have(goal, p.ite_eq(following, "next_in"), here, ("ratio_pos", "pos")),
        p.have(goal, p.ite_eq(following, "next_out"), here, "falls_"),
    ]
    falling = p.cases(place(a + 1), delta, *parts)
    never = p.absurd(p.have(FALSE, "is_0", p.assume(0 < own)), goal)
    p.generalize(a, p.cases(place(a), delta, never, falling), "a_low", a <= P - 1, 0 < own, label="falls")
    # where it is 0, all before is 0
    before = Sum(to_the_right, 1, a)
    p.have(place(k) <= delta, ("h_low", p.have(a - k >= 0, p.assume(k <= a))), "in_", label="k_in")
    p.generalize(k, p.ite_eq(to_the_right(k), "k_in"), 1 <= k, k <= a, label="zeros")
    p.apply("sum_eq", f=fun(to_the_right), g=fun(lambda k: num(0)), lo=1, hi=a, label="sum")
    nothing = p.have(before <= 0, "sum")
    clash = p.absurd(p.have(FALSE, "is_weight", p.assume(own <= 0), "pos"), before <= 0)
    p.generalize(a, p.cases(place(a), delta, nothing, clash), "a_low", a <= P - 1, own <= 0, label="begins")
    p.qed(p.apply("falling_sum", f=fun(to_the_right), x=ratio, u=bound))


width = 2 * D / P
shrink = exp(-(R * delta * width))
tail_summed = 2 * fall / (1 - shrink)


@paper.claim(given=[*nearest_here, R > 0, i >= 1, i <= length], shows=tail(i) <= tail_summed * along(i))
def tail_by_sum(p: Proof) -> Fact:
    """On either side the far digits have at most e^(−3Rδ²/8)/(1 − e^(−2RδD/P)) times the weight of the nearest one."""
    with_nearest_digit(p)
    top = digit(best, i)
    x = z(i) - coordinate(a - 1)
    right = fun(lambda a: ite(coordinate(a - 1) - z(i) <= delta, 0, weight(i, a - 1)))
    left = fun(lambda a: ite(z(i) - coordinate(a - 1) <= delta, 0, weight(i, a - 1)))
    for name, f, start in (("right", right, coordinate(num(-1)) - z(i)), ("left", left, z(i) - coordinate(P))):
        p.apply("gaussian_tail", h=width, b=start, t=z(i) - coordinate(top), label=f"{name}_fall")
        order = f if name == "right" else fun(lambda a: left(1 + P - a))
        goal = (1 - shrink) * total(order, 1, P) <= fall * weight(i, top)
        p.change(f"{name}_fall", goal, label=f"{name}_sum")
    p.apply("sum_reverse", f=left, lo=1, hi=P, label="reversed")
    # a far digit is on one side
    term = beyond(x, weight(i, a - 1))
    sides = {}
    for name, f, gap_ in (("right", right, -x), ("left", left, x)):
        p.given(**{f"{name}_in": gap_ <= delta, f"{name}_out": delta < gap_})
        for end in ("in", "out"):
            p.ite_eq(f(a), f"{name}_{end}", label=f"{name}_is_{end}")
        low = [p.have(f(a) >= 0, f"{name}_is_{end}", exp(-(R / 2) * (x * x))) for end in ("in", "out")]
        sides[name] = p.cases(gap_, delta, *low, label=f"{name}_low")
    p.given(near_=abs(x) <= delta, away=delta < abs(x))
    both = right(a) + left(a)
    p.ite_eq(term, "near_", label="nothing")
    p.ite_eq(term, "away", label="counts")
    at_right = p.have(term <= both, "counts", "right_is_out", "left_low")
    at_left = p.have(term <= both, "counts", "left_is_out", "right_low")
    p.apply("abs_le", x=x, u=delta, label="size")
    clash = p.absurd(p.have(FALSE, "size", "away"), term <= both)
    far_ = p.cases(-x, delta, p.cases(x, delta, clash, at_left), at_right)
    near_ = p.have(term <= both, "nothing")
    p.cases(abs(x), delta, near_, far_, label="terms")
    far_terms = fun(lambda a: beyond(z(i) - coordinate(a - 1), weight(i, a - 1)))
    p.apply("sum_le", "terms", f=far_terms, g=fun(lambda a: right(a) + left(a)), lo=1, hi=P, label="sum")
    p.have(-(R * delta * width) < 0, (R > 0, p.have(delta * width > 0, ("delta_pos", width))), label="exponent")
    p.apply("exp_lt", x=-(R * delta * width), y=num(0), label="shrinks")
    p.have((1 - shrink) * tail(i) <= 2 * fall * weight(i, top), ("sum", 1 - shrink), "right_sum", "left_sum",
           ("reversed", 1 - shrink), label="whole")  # fmt: skip
    p.apply("top_in_sum", label="member")
    p.exp_pos(-(3 * R * (delta * delta)) / 8, label="fall_pos")
    p.have(tail(i) * (1 - shrink) <= 2 * fall * along(i), "whole", ("fall_pos", "member"), label="most")
    return p.apply("ratio_moved", x=1 - shrink, y=tail(i), q=2 * fall * along(i))
