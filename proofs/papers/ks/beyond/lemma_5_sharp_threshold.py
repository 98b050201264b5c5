"""The sharp constant of Lemma 5: how far a_i must lie below the maximum for ∂²boltz/∂a_i² < 0, for every n >= 2.

Not in the paper. The vector that is worst for a gap g has one entry g, a_i = 0 and all others τ, where g and τ solve
(1 − τ)(Y − 1)² = 4 and (g − 2) e^g + (n − 2)(τ − 2) e^τ = 4 + 4/(Y − 1) with Y = e^g + (n − 2) e^τ
(`symbolic.boltzmann.concavity_curve`). With x_j = a_j − a_i the second derivative is negative just if
Σ (x_j − 2) e^(x_j) > 4 + 4/(Y − 1), the sums over j ≠ i; at a fixed Y the left side is bounded below by tangents in
e^x, and as a function of Y the difference is convex.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.second_derivative import level
from proofs.papers.ks.vocabulary import *

g, tau, w, s, r, E, ratio = reals("g tau w s r E l")
others = (n - 2) * exp(tau)  # what the other entries of the worst vector add to Y
worst_sum = exp(g) + others
stationary = Eq((1 - tau) * (worst_sum - 1) ** 2, 4)
balanced = Eq((g - 2) * exp(g) + (tau - 2) * others, 4 + 4 / (worst_sum - 1))
curve = [2 <= g, stationary, balanced]
m_in = (1 <= m, m <= n)
below = a(i) < a(m) - g

gap = a(m) - a(i)
total = Sum(lambda k: exp(a(k) - a(i)), 1, n)  # 1 + Y
excess = Sum(lambda k: (a(k) - a(i) - 2) * exp(a(k) - a(i)), 1, n) + 2  # Σ (x_j − 2) e^(x_j) over j ≠ i
rest = total - 1 - exp(gap)  # what is left of Y without the largest entry


def two_members(p: Proof, f: Callable[[Term], Term], nonnegative: Fact) -> Fact:
    """f(i) + f(m) <= Σ f for i ≠ m, from 0 <= f(k)."""
    left = fun(lambda k: ite(Eq(k, i), 0, f(k)))
    pick = p.apply("sum_pick", f=fun(f), m=i, lo=1, hi=n)
    each = p.trichotomy(k, i, lambda o: p.have(left(k) >= 0, nonnegative, *p.reduce_ite(o, left(k))))
    other = p.apply("sum_member", each, f=left, lo=1, hi=n)
    return p.have(f(i) + f(m) <= Sum(f, 1, n), pick, other, p.ite_eq(left(m), "different"))


def different_indices(p: Proof) -> None:
    """The indices are in range, and they differ since a_i < a_m."""
    same = p.assume(Eq(m, i))
    p.note("different", p.discharge(p.have(FALSE, a(i) < a(m), p.congr(a, same)), same.concl))


@paper.claim(given=[*i_in, *m_in, a(i) < a(m)], shows=0 <= rest)
def rest_nonneg(p: Proof) -> None:
    """Entries i and m are two of n."""
    different_indices(p)

    def term(k: Term) -> Term:
        return exp(a(k) - a(i))

    p.note("both", two_members(p, term, p.have(term(k) >= 0)))


@paper.claim(
    given=[*i_in, *m_in, a(i) < a(m), 0 < w], shows=(gap - 2) * exp(gap) + (log(w) - 1) * rest - (n - 2) * w <= excess
)
def tangent_bound(p: Proof) -> Fact:
    """(x − 2) e^x >= (log w − 1) e^x − w, the tangent in e^x at w, for all but the entries i and m."""
    different_indices(p)
    p.given(w_pos=0 < w)

    def above(k: Term) -> Term:
        x = a(k) - a(i)
        return (x - 2) * exp(x) - (log(w) - 1) * exp(x) + w

    x = a(k) - a(i)
    ge = p.exp_ge(log(w) - x)
    e_w = p.exp_log("w_pos")
    tangent = p.have(above(k) >= 0, (ge, exp(x)), e_w)
    p.note("both", two_members(p, above, p.get(tangent)))
    count = p.apply("sum_const", lo=1, hi=n)
    return p.have(p.goal, "both", count)


shares = E + s * r * r - 1, E + s - 1  # Y − 1 of the worst vector, and of another, with s r² and s for the rest


@paper.claim(
    given=[0 < s, 0 < r, 7 <= E, Eq((1 - tau) * shares[0] ** 2, 4), 2 * (1 - r) <= ratio],
    shows=(tau - 2) * (s * r * r) - 4 / shares[0] <= s * ratio + (tau - 2) * s - 4 / shares[1],
)
def convex_in_rest(p: Proof) -> Fact:
    """The difference is at least s (1 − r)² (1 − 4 s (1 + r)² / ((Y − 1)(Y_0 − 1)²))."""
    u_0, u = shares
    p.given(s=0 < s, r=0 < r, at=Eq((1 - tau) * u_0**2, 4), log=2 * (1 - r) <= ratio)
    p.have(0 < s * r * r, ("s", "r", "r"), label="sr")
    p.have(s + 6 <= u, label="u")
    p.have(s * r * r + 6 <= u_0, label="u_0")
    p.have(0 < u, label="u_pos")
    p.have(0 < u_0, label="u_0_pos")
    p.have((s + 6) * (s * r * r + 6) <= u * u_0, ("u", "sr"), "u", ("u_0", "s"), label="product")
    p.have(6 * (u * u_0) <= u * u_0 * u_0, ("u_pos", "u_0_pos", "u_0"), ("u_pos", "u_0_pos", "sr"), label="six")
    p.apply("square_nonneg", x=1 - r, label="square")
    p.have(s * (1 + r) ** 2 <= 2 * (s + s * r * r), ("s", "square"), label="sum")
    p.have(4 * s * (1 + r) ** 2 <= u * u_0 * u_0, "six", "product", "sum", "s", "sr", label="big")
    p.have(0 <= s * (1 - r) ** 2 * (u * u_0 * u_0 - 4 * s * (1 + r) ** 2), ("big", "square", "s"), label="scaled")
    p.have(0 <= s * (ratio - 2 * (1 - r)) * u * u_0 * u_0, ("log", "s", "u_pos", "u_0_pos", "u_0_pos"), label="inner")
    return p.have(p.goal, "scaled", "inner", ("at", s * (1 - r * r) * u), scale=["u_pos", "u_0_pos", "u_0_pos"])


@paper.claim(
    given=[0 < s, 7 <= E, Eq((1 - tau) * (E + s - 1) ** 2, 4)],
    shows=(tau - 2) * s - 4 / (E + s - 1) + s / 2 <= -4 / (E - 1),
)
def convex_at_none(p: Proof) -> Fact:
    """The same if the sum of the other terms is 0, up to s/2."""
    u_0, u = E + s - 1, E - 1
    p.have(0 < u, label="u_pos")
    p.have(0 < u_0, label="u_0_pos")
    p.have(8 * s <= u * u_0 * u_0, (7 <= E, "u_0_pos", "u_0_pos"), 7 <= E, 0 < s, label="big")
    p.have(0 <= s * (u * u_0 * u_0 - 8 * s), ("big", 0 < s), label="scaled")
    return p.have(p.goal, "scaled", (Eq((1 - tau) * u_0**2, 4), s * u), scale=["u_pos", "u_0_pos", "u_0_pos"])


reached = 4 + 4 / (total - 2) < excess
sharp_given = [*i_in, *m_in, below, *curve]


def curve_start(p: Proof) -> None:
    """Assume the hypotheses, and derive 7 <= e^g < e^(a_m − a_i) and the contribution of the larger gap."""
    p.given_all(curve, "curve")
    p.given(below=below)
    p.have(a(i) < a(m), "below", "curve_0", label="under")
    p.rule("compute", 7 <= exp(num(2)), [], ["leaf", 64], label="seven")
    p.apply("exp_le", "curve_0", label="grown")
    p.have(7 <= exp(g), "seven", "grown", label="E")
    p.have(g < gap, "below", label="wider")
    p.apply("exp_lt", "wider", label="G")
    p.have(0 < exp(gap), "E", "G", label="G_pos")
    p.have((g - 2) * exp(g) < (gap - 2) * exp(gap), ("wider", "G_pos"), ("curve_0", "G"), label="larger")
    p.apply("rest_nonneg", label="rest")
    p.have(0 < exp(g) + rest - 1, "E", "rest", label="u_pos")
    p.have(0 < exp(gap) + rest - 1, "E", "G", "rest", label="v_pos")
    p.have(inv(exp(gap) + rest - 1) <= inv(exp(g) + rest - 1), "G", scale=["u_pos", "v_pos"], label="inverse")


@paper.claim(given=[*sharp_given, 3 <= n, 0 < rest], shows=reached)
def reached_with_others(p: Proof) -> Fact:
    """Use the tangent at the mean of the other e^(x_j), and convexity in their sum."""
    curve_start(p)
    mean, half = rest / (n - 2), (log(rest / (n - 2)) - tau) / 2
    p.have(0 < n - 2, 3 <= n, label="count")
    p.note("mean", p.positive(mean))
    p.apply("tangent_bound", w=mean, label="bound")
    p.exp_log("mean", label="e_w")
    p.exp_pos(-half, label="r_pos")
    p.exp_ge(-half, label="ge")
    root = exp(-half)
    p.have(Eq(rest * root * root, others), label="squared")
    at = p.congr(lambda y: (1 - tau) * (exp(g) + y - 1) ** 2,
                 p.have(Eq(others, rest * root * root), "squared"))  # fmt: skip
    p.have(Eq((1 - tau) * (exp(g) + rest * root * root - 1) ** 2, 4), at, "curve_1", label="at")
    p.apply("convex_in_rest", s=rest, r=root, E=exp(g), l=log(mean) - tau, label="convex")
    p.congr(lambda y: (tau - 2) * y - 4 / (exp(g) + y - 1), "squared", label="worst")
    return p.have(p.goal, "bound", "convex", "worst", "larger", "curve_2", "inverse")


@paper.claim(given=[*sharp_given, 3 <= n, rest <= 0], shows=reached)
def reached_without_others(p: Proof) -> Fact:
    """If nothing of Y were left, use a tangent near 0."""
    curve_start(p)
    p.given(three=3 <= n, none=rest <= 0)
    p.have(0 < n - 2, "three", label="count")
    p.note("small", p.positive(exp(tau) / 2))
    p.apply("tangent_bound", w=exp(tau) / 2, label="bound")
    p.antisymmetry("none", "rest", label="zero")
    p.have(0 < others, ("count", exp(tau)), label="others_pos")
    p.apply("convex_at_none", s=others, E=exp(g), label="convex")
    p.congr(lambda y: inv(exp(g) + y - 1), "zero", label="worst")
    return p.have(
        p.goal, "bound", "convex", "worst", ("zero", log(exp(tau) / 2) - 1), "larger", "curve_2", "inverse",
    )  # fmt: skip


@paper.claim(given=[*sharp_given, Eq(n, 2)], shows=reached)
def reached_by_two(p: Proof) -> Fact:
    """If there are no others, use the tangent with slope 0."""
    curve_start(p)
    p.apply("tangent_bound", exp(num(1)), w=exp(num(1)), label="bound")
    p.have(Eq(others, 0), label="nothing")
    p.congr(lambda y: (tau - 2) * y - 4 / (exp(g) + y - 1), "nothing", label="worst")
    p.have(0 < exp(g) - 1, "E", label="E_pos")
    p.have(inv(exp(g) + rest - 1) <= inv(exp(g) - 1), "rest", scale=["E_pos", "u_pos"], label="less")
    return p.have(p.goal, "bound", (Eq(n, 2), exp(num(1))), "worst", "less", "larger", "curve_2", "inverse")


@paper.claim(given=[*i_in, *m_in, a(i) < a(m), reached], shows=second_derivative(a, n, i) < 0)
def negative_if_reached(p: Proof) -> Fact:
    """∂²boltz/∂a_i² = p_i ((1 − 2 p_i)(1 + a_i − boltz(a)) + 1), where p_i = 1/(1 + Y)."""
    p.note("Z_pos", p.positive(Z))
    p.apply("exp_lt", x=num(0), y=gap, label="G")
    p.have(0 < total - 2, label="Y_pos")
    p.have(4 * (total - 2) + 4 < excess * (total - 2), (reached, "Y_pos"), label="product")
    whole = (N - (a(i) + 2) * Z + 2 * exp(a(i))) * (Z - 2 * exp(a(i)))
    p.have(4 * exp(a(i)) * (Z - exp(a(i))) < whole, ("product", exp(a(i)), exp(a(i))), label="scaled")
    p.apply("boltz_eq_logpart_sub_entropy", label="split")
    p.apply("log_weight", label="log")
    p.have(Eq(level * Z, a(i) * Z - N), "split", "log", label="level")
    p.have((1 - 2 * p_(i)) * (level + 1) + 1 < 0, "scaled", ("level", Z - 2 * exp(a(i))),
           scale=["Z_pos", "Z_pos"], label="bracket")  # fmt: skip
    p.note("weight_pos", p.positive(p_(i)))
    return p.have(p.goal, ("bracket", "weight_pos"))


@paper.claim(given=[n >= 2, *sharp_given], shows=second_derivative(a, n, i) < 0)
def second_derivative_negative_sharp(p: Proof) -> Fact:
    """By cases: two entries, or more entries with or without a rest of Y."""
    p.given(two=n >= 2, below=below)
    few, many = p.assume(n <= 2), p.assume(2 < n)
    by_two = p.apply("reached_by_two", p.antisymmetry(few, "two"))
    three = p.integer_step(many)
    sides = [p.assume(side) for side in (rest <= 0, 0 < rest)]
    without = p.apply("reached_without_others", three, sides[0])
    with_others = p.apply("reached_with_others", three, sides[1])
    more = p.cases(rest, 0, without, with_others)
    p.cases(n, 2, by_two, more, label="reached")
    return p.apply("negative_if_reached")


weight, height, moment, Y = reals("p L N Y")


@paper.claim(
    given=[0 < Y + 1, Eq(weight * (Y + 1), 1), Eq(height * (Y + 1), -moment), Eq((moment - 2 * Y) * (Y - 1), 4 * Y)],
    shows=Eq((1 - 2 * weight) * (height + 1) + 1, 0),
)
def zero_if_balanced(p: Proof) -> None:
    """Its product with (Y + 1)² is (Y − 1)(Y + 1 − N) + (Y + 1)²."""


worst = fun(lambda j: ite(j <= 1, g, ite(j <= 2, 0, tau)))  # (g, 0, τ, …, τ)


@paper.claim(given=[n >= 2, *curve], shows=Eq(second_derivative(worst, n, num(2)), 0))
def second_derivative_zero_at_sharp(p: Proof) -> Fact:
    """At (g, 0, τ, …, τ) the second derivative along the second entry is 0, so no smaller gap suffices."""
    p.given_all(curve, "curve")
    p.note("Z_pos", p.positive(partition(worst, n)))
    seven = p.rule("compute", 7 <= exp(num(2)), [], ["leaf", 64])
    grown = p.apply("exp_le", x=num(2), y=g)
    p.have(0 < worst_sum - 1, seven, grown, (n >= 2, exp(tau)), label="Y_pos")
    p.have(Eq(((g - 2) * exp(g) + (tau - 2) * others) * (worst_sum - 1), 4 * (worst_sum - 1) + 4),
           ("curve_2", worst_sum - 1), label="product")  # fmt: skip
    p.ite_eq(worst(num(1)), p.have(num(1) <= 1), label="first")
    p.have(Eq(worst(num(2)), 0), label="second")
    late = [p.ite_eq(worst(j), p.have(j > 1, p.assume(3 <= j)))]
    late.append(p.ite_eq(ite(j <= 2, 0, tau), p.have(j > 2, 3 <= j)))
    p.have(Eq(worst(j), tau), *late, label="late")
    count = p.apply("sum_const", lo=3, hi=n)
    for label, f in (("Z", exp), ("N", lambda y: y * exp(y))):
        values = of_entries(f, worst)
        for place in ("first", "second"):
            p.congr(f, place, label=f"{label}_{place}")
        p.congr(f, "late", label=f"{label}_late")
        p.generalize(j, f"{label}_late", 3 <= j, j <= n, label=f"{label}_lates")
        p.apply("sum_split", f=values, lo=1, hi=n, m=2, label=f"{label}_split")
        p.apply("sum_eq", f=values, g=constantly(f(tau)), lo=3, hi=n, label=f"{label}_tail")
        whole = Eq(Sum(values, 1, n), f(g) + f(num(0)) + (n - 2) * f(tau))
        parts = [f"{label}_{part}" for part in ("split", "first", "second", "tail")]
        p.have(whole, *parts, count, label=f"{label}_sum")
    p.apply("boltz_eq_logpart_sub_entropy", a=worst, label="split")
    p.apply("log_weight", a=worst, i=2, label="log")
    size, share = partition(worst, n), p_(num(2), worst)
    at = log(share) + entropy(worst, n)
    level = p.have(Eq(at * size, -Sum(lambda k: worst(k) * exp(worst(k)), 1, n)))
    sum_is = p.have(Eq(size, worst_sum + 1))
    moment_is = g * exp(g) + tau * others
    last = (
        p.have(Eq(share * (worst_sum + 1), 1)),
        p.have(Eq(at * (worst_sum + 1), -moment_is), level, (sum_is, at), "N_sum"),
        p.have(Eq((moment_is - 2 * worst_sum) * (worst_sum - 1), 4 * worst_sum)),
    )
    zero = p.apply("zero_if_balanced", *last, Y=worst_sum, N=moment_is, p=share, L=at)
    return p.have(p.goal, (zero, share))


@paper.claim(
    given=[n >= 2, *curve, t < g],
    shows=together(worst(num(2)) < worst(num(1)) - t, 0 <= second_derivative(worst, n, num(2))),
)
def second_derivative_not_negative_below_sharp(p: Proof) -> Fact:
    """By the previous theorem."""
    zero = p.apply("second_derivative_zero_at_sharp")
    p.ite_eq(worst(num(1)), p.have(num(1) <= 1), label="first")
    inner = p.ite_eq(ite(num(2) <= 2, 0, tau), p.have(num(2) <= 2))
    outer = p.ite_eq(worst(num(2)), p.have(num(2) > 1))
    below_ = p.have(worst(num(2)) < worst(num(1)) - t, "first", inner, outer)
    return p.exists_intro(p.goal, [], below_, p.have(0 <= second_derivative(worst, n, num(2)), zero))
