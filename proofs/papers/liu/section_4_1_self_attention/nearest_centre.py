"""B.1, part 2, for any centres: the weights favour the nearest centre, and the error is split into three parts.

A centre counts as near where reach(j) <= cut: in B.1 reach is the distance in the maximum norm, in C.1 the square of
the Euclidean one. Only two properties are used: near centres have values within 2ε/3 of f(Z), and ‖Z̃ − v_j‖² of any
other centre exceeds that of the nearest one by 3δ²/4. B.1, B.3 and C.1 instantiate all of this.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.cases import values
from proofs.builder.proof import Proof
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention.centres import *
from proofs.papers.liu.vocabulary import R, c, d, eps, i, n, paper
from proofs.theorems.analysis.norms import sqrt
from proofs.theorems.networks.softmax import differ

Weights = Callable[[Term], Term]  # of the centres
Summand = Callable[[Weights, Term], Term]

(best,) = ints("j_m")
(delta, cut) = reals("delta cut")
(reach,) = vectors("reach")


def square(j: Term) -> Term:
    """‖Z̃ − v_j‖²."""
    return Sum(lambda k: (z(k) - v(j, k)) * (z(k) - v(j, k)), 1, length)


norm = Sum(lambda k: z(k) * z(k), 1, length)


def gap(j: Term) -> Term:
    """‖f(ṽ_j) − f(Z)‖_∞."""
    return Max(lambda r: Max(lambda c: abs(F(j, r, c) - y(r, c)), 1, n), 1, d)


def output(r: Term, c: Term) -> Term:
    """Σ_j exp(R Aff_j)/α f(ṽ_j), which the network computes by (B.15)."""
    return Sum(lambda j: share(j) * F(j, r, c), 1, G)


error = Max(lambda r: Max(lambda c: abs(output(r, c) - y(r, c)), 1, n), 1, d)
error_averaged = Max(lambda r: Max(lambda c: abs(Sum(lambda j: share(j) * (F(j, r, c) - y(r, c)), 1, G)), 1, n), 1, d)
average = Sum(lambda j: share(j) * gap(j), 1, G)


def near_term(f: Weights, j: Term) -> Term:
    """The summand of `near`."""
    return ite(Eq(j, best), 0, ite(reach(j) <= cut, f(j), 0))


def far_term(f: Weights, j: Term) -> Term:
    """The summand of `far`."""
    return ite(Eq(j, best), 0, ite(reach(j) <= cut, 0, f(j)))


def near(f: Weights) -> Term:
    """Σ f_j over the near centres other than the nearest (J_0)."""
    return Sum(lambda j: near_term(f, j), 1, G)


def far(f: Weights) -> Term:
    """Σ f_j over the centres that are not near (J_1)."""
    return Sum(lambda j: far_term(f, j), 1, G)


labelled = (best >= 1, best <= G, d >= 1, n >= 1, length >= 1)
greatest = every(lambda j: aff(j) <= aff(best), 1, G)
sizes_ = (d >= 1, n >= 1)
paper.notions.define(square(j), (j,), "‖Z̃ − v_{0}‖²", r"\|\tilde Z - v_{{{0}}}\|_2^2")
paper.notions.define(norm, (), "‖Z̃‖²", r"\|\tilde Z\|_2^2")
paper.notions.define(gap(j), (j,), "‖f(ṽ_{0}) − f(Z)‖", r"\|f(\tilde v_{{{0}}}) - f(Z)\|_\infty")


def with_best(p: Proof) -> None:
    """Assume that j_m is one of the G centres."""
    p.given(best_low=best >= 1, best_high=best <= G)
    p.have(G >= 1, "best_low", "best_high", label="some")


# --- the nearest centre -------------------------------------------------------------------------------------------


completed = -(norm / 2) + dot(i) - half_square(i) - (-(norm / 2) + dot(j) - half_square(j))


@paper.claim(given=[], shows=Eq(dot(i) - half_square(i) - (dot(j) - half_square(j)), completed))
def affine_completed(p: Proof) -> None:
    """Second line: subtract and add ‖Z̃‖²/2."""


@paper.claim(given=[], shows=Eq(completed, -(square(i) / 2) + square(j) / 2))
def affine_squares(p: Proof) -> None:
    """Third line: half the difference of the squared distances."""


@paper.claim(given=[*labelled, greatest, j >= 1, j <= G], shows=-(square(best) / 2) + square(j) / 2 >= 0)
def greatest_is_nearest(p: Proof) -> None:
    """The centre with maximal Aff has minimal distance, by halves of squares."""
    p.specialize(greatest, j, label="below")


@paper.claim(given=[*labelled, greatest], shows=every(lambda j: square(best) <= square(j), 1, G))
def nearest_squares(p: Proof) -> None:
    """‖Z̃ − v_jm‖² <= ‖Z̃ − v_j‖² for all j."""


def distance(j: Term) -> Term:
    """‖Z̃ − v_j‖."""
    return sqrt(square(j))


paper.notions.define(distance(j), (j,), "‖Z̃ − v_{0}‖", r"\|\tilde Z - v_{{{0}}}\|_2")


@paper.claim(given=[*labelled, greatest], shows=Eq(distance(best), -Max(lambda i: -distance(i), 1, G)))
def nearest_is_minimum(p: Proof) -> Fact:
    """(B.16): v_jm attains the minimal distance."""
    order = p.specialize(p.apply("nearest_squares"), i, using=[p.assume(1 <= i), p.assume(i <= G)])
    less = p.apply("sqrt_le", order)
    most = p.apply("max_is", less, f=fun(lambda i: -distance(i)), lo=1, hi=G, m=best)
    return p.have(p.goal, most)


# --- the average --------------------------------------------------------------------------------------------------


@paper.claim(given=[G >= 1], shows=Eq(Sum(share, 1, G), 1))
def shares_sum(p: Proof) -> None:
    """The weights sum to 1."""


@paper.claim(given=[*sizes_, G >= 1], shows=Eq(error, error_averaged))
def error_is_averaged(p: Proof) -> None:
    """(B.18), second line: f(Z) is moved into the average."""
    inner = Sum(lambda j: share(j) * (F(j, r, c) - y(r, c)), 1, G)
    same_ = p.have(Eq(output(r, c) - y(r, c), inner))
    entry = p.congr(abs, same_)
    left, right = (
        fun(lambda c: abs(output(r, c) - y(r, c))),
        fun(lambda c: abs(Sum(lambda j: share(j) * (F(j, r, c) - y(r, c)), 1, G))),
    )
    p.generalize(c, entry, c >= 1, c <= n, label="columns")
    p.generalize(r, p.apply("max_eq", f=left, g=right, lo=1, hi=n), r >= 1, r <= d, label="rows")


def entry_within(p: Proof, j: Term) -> Fact:
    """Prove |F(j, r, c) − y(r, c)| <= ‖f(ṽ_j) − f(Z)‖ from the ranges of r and c."""
    row = Max(lambda c: abs(F(j, r, c) - y(r, c)), 1, n)
    first = p.max_ge(row, c, "c_low", "c_high")
    second = p.max_ge(gap(j), r, "r_low", "r_high")
    return p.have(abs(F(j, r, c) - y(r, c)) <= gap(j), first, second)


@paper.claim(given=[*sizes_, G >= 1], shows=error_averaged <= average)
def average_bounds_error(p: Proof) -> Fact:
    """(B.18), third line: the norm of an average is at most the average of the norms."""
    p.given(wide=d >= 1, long=n >= 1)
    p.given(r_low=r >= 1, r_high=r <= d, c_low=c >= 1, c_high=c <= n)
    weight = p.apply("centre_share_pos")
    term = share(j) * (F(j, r, c) - y(r, c))
    for sign, size in (("up", F(j, r, c) - y(r, c)), ("down", y(r, c) - F(j, r, c))):
        p.apply("abs_ge", x=size, label=sign)
    p.note("within", entry_within(p, j))
    p.have(term <= share(j) * gap(j), (weight, "up"), (weight, "within"), label="above")
    p.have(-(share(j) * gap(j)) <= term, (weight, "down"), (weight, "within"), label="below")
    each = p.apply("abs_le", x=term, u=share(j) * gap(j))
    f, g = fun(lambda j: share(j) * (F(j, r, c) - y(r, c))), fun(lambda j: share(j) * gap(j))
    entry = p.apply("abs_sum_le", each, f=f, g=g, lo=1, hi=G)
    columns = p.generalize(c, entry)
    row = Max(lambda c: abs(Sum(lambda j: share(j) * (F(j, r, c) - y(r, c)), 1, G)), 1, n)
    rows = p.generalize(r, p.max_le(row, average, "long", columns))
    return p.max_le(error_averaged, average, "wide", rows)


def pieces(p: Proof, claim: Callable[[Fact, Fact], Fact]) -> Fact:
    """Prove a formula about index j in the cases j = j_m, j near and j far."""
    inside, outside = p.assume(reach(j) <= cut), p.assume(cut < reach(j))

    def order(case: Fact) -> Fact:
        sides = [claim(case, side) for side in (inside, outside)]
        return p.cases(reach(j), cut, *sides)

    return p.trichotomy(j, best, order)


(w,) = vectors("w")


@paper.theorem
def three_parts(p: Proof) -> None:
    """Σ w = w_jm + the sum over the near centres + the sum over the far centres."""
    with_best(p)
    pick = p.apply("sum_pick", f=w, lo=1, hi=G, m=best)
    rest = ite(Eq(j, best), 0, w(j))

    def each(case: Fact, side: Fact) -> Fact:
        known = values(p, (case, side), near_term(w, j), far_term(w, j), rest)
        return p.have(Eq(rest, near_term(w, j) + far_term(w, j)), *known)

    p.generalize(j, pieces(p, each), j >= 1, j <= G, label="terms")
    f, g = fun(lambda j: ite(Eq(j, best), 0, w(j))), fun(lambda j: near_term(w, j) + far_term(w, j))
    sum_ = p.apply("sum_eq", f=f, g=g, lo=1, hi=G)
    p.qed(p.have(Eq(Sum(lambda j: w(j), 1, G), w(best) + near(w) + far(w)), pick, sum_))


(u,) = vectors("u")


def _compared(p: Proof, part: Summand, whole: Callable[[Weights], Term], which: str) -> None:
    condition = (lambda j: reach(j) <= cut) if which == "near" else (lambda j: cut < reach(j))
    terms = every(lambda j: implies(negation(Eq(j, best)), condition(j), w(j) <= u(j)), 1, G)
    p.given(terms=terms, low=j >= 1, high=j <= G)

    def each(case: Fact, side: Fact) -> Fact:
        known = values(p, (case, side), part(w, j), part(u, j))
        if case.concl.op != "eq" and key(side.concl) == key(condition(j)):
            known.append(p.specialize("terms", j, using=[differ(p, case, j, best), side]))
        return p.have(part(w, j) <= part(u, j), *known)

    p.generalize(j, pieces(p, each), label="each")
    p.qed(p.apply("sum_le", "each", label="out"), whole(w) <= whole(u))


@paper.theorem
def far_le(p: Proof) -> None:
    """w_j <= u_j for far j ≠ j_m ⊢ Σ far w <= Σ far u."""
    _compared(p, far_term, far, "far")


def _scaled(p: Proof, part: Summand, whole: Callable[[Weights], Term]) -> None:
    (x,) = reals("x")

    def each(case: Fact, side: Fact) -> Fact:
        scaled = part(lambda j: x * w(j), j)
        known = values(p, (case, side), scaled, part(w, j))
        return p.have(Eq(scaled, x * part(w, j)), *known)

    terms = p.generalize(j, pieces(p, each), j >= 1, j <= G)
    sum_ = p.apply("sum_eq", terms)
    p.qed(p.have(Eq(whole(lambda j: x * w(j)), x * whole(w)), sum_, label="out"))


@paper.theorem
def far_scaled(p: Proof) -> None:
    """Σ far x w = x Σ far w."""
    _scaled(p, far_term, far)


@paper.theorem
def near_scaled(p: Proof) -> None:
    """Σ near x w = x Σ near w."""
    _scaled(p, near_term, near)


@paper.claim({"terms": every(lambda j: w(j) >= 0, 1, G)}, shows=far(w) >= 0)
def far_nonneg(p: Proof) -> Fact:
    """0 <= w_j for all j ⊢ 0 <= Σ far w."""
    p.given(low=j >= 1, high=j <= G)
    term = p.specialize("terms", j)

    def each(case: Fact, side: Fact) -> Fact:
        return p.have(far_term(w, j) >= 0, *values(p, (case, side), far_term(w, j)), term)

    p.generalize(j, pieces(p, each), label="each")
    return p.apply("sum_nonneg", f=fun(lambda j: far_term(w, j)), lo=1, hi=G)


def weighted(j: Term) -> Term:
    """The weight of j times ‖f(ṽ_j) − f(Z)‖."""
    return share(j) * gap(j)


# --- the three parts ----------------------------------------------------------------------------------------------

two_thirds, third = eps * 2 / 3, eps / 3
near_close = every(lambda j: implies(reach(j) <= cut, gap(j) <= two_thirds), 1, G)
best_close = gap(best) <= third
bounded = every(lambda j: gap(j) <= 2 * B0, 1, G)
far_away = every(lambda j: implies(cut < reach(j), square(best) + 3 * (delta * delta) / 4 <= square(j)), 1, G)
scale = R >= 8 / (3 * (delta * delta)) * log(6 * B0 * G / eps)


@paper.claim(given=labelled, shows=Eq(average, weighted(best) + near(weighted) + far(weighted)))
def average_splits(p: Proof) -> Fact:
    """(B.18), last line, with j_m counted once."""
    return p.apply("three_parts", w=fun(weighted))


@paper.claim(given=[*labelled, near_close], shows=near(weighted) <= near(lambda j: share(j) * two_thirds))
def near_part(p: Proof) -> None:
    """(B.19): near centres have close values."""
    p.given(close=near_close, low=j >= 1, high=j <= G)
    side, other = reach(j) <= cut, negation(Eq(j, best))
    value = p.specialize("close", j, using=[p.assume(side)])
    weight = p.apply("centre_share_pos")
    term = p.have(weighted(j) <= share(j) * two_thirds, (weight, value))
    p.generalize(j, term, "low", "high", other, side, label="terms")


def from_best(j: Term) -> Term:
    """‖f(ṽ_j) − f(ṽ_jm)‖_∞."""
    return Max(lambda r: Max(lambda c: abs(F(j, r, c) - F(best, r, c)), 1, n), 1, d)


def by_best(j: Term) -> Term:
    """The weight of j times ‖f(ṽ_j) − f(ṽ_jm)‖_∞ + ‖f(ṽ_jm) − f(Z)‖_∞."""
    return share(j) * (from_best(j) + gap(best))


paper.notions.define(
    from_best(j), (j, best), "‖f(ṽ_{0}) − f(ṽ_{1})‖", r"\|f(\tilde v_{{{0}}}) - f(\tilde v_{{{1}}})\|_\infty"
)


@paper.claim(given=[*labelled], shows=gap(j) <= from_best(j) + gap(best))
def gap_by_best(p: Proof) -> Fact:
    """By the triangle inequality with f(ṽ_jm), entry by entry."""
    p.given(wide=d >= 1, long=n >= 1, r_low=1 <= r, r_high=r <= d, c_low=1 <= c, c_high=c <= n)
    sides = []
    for whole in (from_best(j), gap(best)):
        row = p.max_ge(whole, r, "r_low", "r_high")
        sides += [row, p.max_ge(row.concl.args[0], c, "c_low", "c_high")]
    way = p.apply("abs_triangle", c=F(j, r, c), s=F(best, r, c), top=y(r, c))
    bound = from_best(j) + gap(best)
    each = p.generalize(c, p.have(abs(F(j, r, c) - y(r, c)) <= bound, way, *sides))
    row = p.max_le(Max(lambda c: abs(F(j, r, c) - y(r, c)), 1, n), bound, "long", each)
    return p.max_le(gap(j), bound, "wide", p.generalize(r, row))


@paper.claim(given=[*labelled], shows=near(weighted) <= near(by_best))
def near_by_best(p: Proof) -> None:
    """(B.19), first line: the triangle inequality."""
    p.given(low=j >= 1, high=j <= G)
    side, other = reach(j) <= cut, negation(Eq(j, best))
    weight = p.apply("centre_share_pos")
    term = p.have(weighted(j) <= by_best(j), (weight, p.apply("gap_by_best")))
    p.generalize(j, term, "low", "high", other, side, label="terms")


@paper.claim(given=[*labelled, best_close], shows=weighted(best) <= share(best) * third)
def best_part(p: Proof) -> Fact:
    """(B.20): the nearest centre."""
    weight = p.apply("centre_share_pos", j=best)
    return p.have(p.goal, (weight, best_close))


far_1 = far(lambda j: share(j) * (2 * B0))
far_2 = 2 * B0 * far(gauss) / alpha
far_3 = 2 * B0 * far(gauss) / gauss(best)
far_4 = 2 * B0 * far(lambda j: exp(R / 2 * (square(best) - square(j))))
far_5 = 2 * B0 * far(lambda j: num(1)) * exp(R / 2 * (delta * delta / 4 - delta * delta))
far_6 = 2 * B0 * G * exp(-(3 * R * (delta * delta)) / 8)


@paper.claim(given=[*labelled, bounded], shows=far(weighted) <= far_1)
def far_bounded(p: Proof) -> None:
    """(B.21), first line: ‖f(ṽ_j) − f(Z)‖ <= 2B_0."""
    with_best(p)
    p.given(bounded=bounded, low=j >= 1, high=j <= G)
    value = p.specialize("bounded", j)
    weight = p.apply("centre_share_pos")
    term = p.have(weighted(j) <= share(j) * (2 * B0), (weight, value))
    p.generalize(j, term, "low", "high", negation(Eq(j, best)), cut < reach(j), label="terms")


@paper.claim(given=[G >= 1, length >= 1], shows=Eq(far_1, far_2))
def far_over_alpha(p: Proof) -> None:
    """(B.21), second line: 2B_0/α is taken out of the sum."""
    p.apply("far_scaled", w=fun(gauss), x=2 * B0 * inv(alpha), label="scaled")


@paper.claim(given=[*labelled, B0 >= 0], shows=far_2 <= far_3)
def far_over_best(p: Proof) -> Fact:
    """(B.21), third line: α is at least its term at j_m."""
    rest = p.apply("far_nonneg", w=fun(gauss))
    p.apply("sum_member", f=fun(gauss), lo=1, hi=G, m=best, label="member")
    p.note("alpha", p.positive(alpha))
    slack = p.have(alpha - gauss(best) >= 0)
    product = p.have(B0 * far(gauss) >= 0, (B0 >= 0, rest))
    return p.have(p.goal, (product, slack), scale=["alpha", exp(R * aff(best))])


@paper.claim(given=[length >= 1], shows=Eq(far_3, far_4))
def far_as_distances(p: Proof) -> None:
    """(B.21), fourth line: quotients of Gaussian weights are exponentials of differences of squares."""

    p.apply("far_scaled", w=fun(gauss), x=inv(gauss(best)), label="scaled")


@paper.claim(given=[*labelled, B0 >= 0, R >= 0, far_away], shows=far_4 <= far_5)
def far_exponents(p: Proof) -> Fact:
    """(B.21), fifth line: the squared distances of far centres exceed that of the nearest by 3δ²/4."""
    p.given(bound=B0 >= 0, up=R >= 0, away=far_away, low=j >= 1, high=j <= G)
    side = cut < reach(j)
    p.note("apart", p.specialize("away", j, using=[p.assume(side)]))
    exponent, bound = R / 2 * (square(best) - square(j)), R / 2 * (delta * delta / 4 - delta * delta)
    p.have(exponent <= bound, ("up", "apart"), label="exponents")
    grow = p.apply("exp_le", x=exponent, y=bound)
    w_, u_ = fun(lambda j: exp(R / 2 * (square(best) - square(j)))), fun(lambda j: bound_term)
    sum_ = p.apply("far_le", grow, w=w_, u=u_)
    scaled = p.apply("far_scaled", w=fun(lambda j: num(1)), x=bound_term)
    return p.have(p.goal, ("bound", sum_), (scaled, B0))


bound_term = exp(R / 2 * (delta * delta / 4 - delta * delta))


@paper.claim(given=[G >= 1, length >= 1, B0 >= 0], shows=far_5 <= far_6)
def far_counted(p: Proof) -> Fact:
    """(B.21), sixth line: at most G centres are far."""

    def each(case: Fact, side: Fact) -> Fact:
        one = far_term(lambda j: num(1), j)
        return p.have(one <= 1, *values(p, (case, side), one))

    p.generalize(j, pieces(p, each), j >= 1, j <= G, label="members")
    f = fun(lambda j: far_term(lambda j: num(1), j))
    p.apply("sum_le", f=f, g=fun(lambda j: num(1)), lo=1, hi=G, label="sum")
    p.apply("sum_const", lo=1, hi=G, label="count")
    at_most = p.have(far(lambda j: num(1)) <= G)
    e = p.exp_pos(R / 2 * (delta * delta / 4 - delta * delta))
    scaled = p.have(B0 * exp(R / 2 * (delta * delta / 4 - delta * delta)) >= 0, (B0 >= 0, e))
    return p.have(p.goal, (scaled, at_most))


# (B.21), line by line
far_steps = (far_bounded, far_over_alpha, far_over_best, far_as_distances, far_exponents, far_counted)


@paper.claim(given=[G >= 1, B0 > 0, eps > 0, delta > 0, scale], shows=far_6 <= third)
def far_at_scale(p: Proof) -> Fact:
    """(B.21), last line: R >= 8/(3δ²) ln(6 B_0 G/ε) implies that this is at most ε/3."""
    ratio = 6 * B0 * G / eps
    ratio_pos = p.have(ratio > 0)
    e = p.exp_log(ratio_pos)
    p.have(log(ratio) <= 3 * R * (delta * delta) / 8, (scale, delta * delta), label="exponent")
    grow = p.apply("exp_le", x=log(ratio), y=3 * R * (delta * delta) / 8)
    large = p.have(6 * B0 * G <= eps * exp(3 * R * (delta * delta) / 8), (grow, eps > 0), (e, eps))
    return p.have(p.goal, (large, exp(-(3 * R * (delta * delta)) / 8)))


@paper.claim(
    given=[*labelled, B0 > 0, eps > 0, delta > 0, R >= 0, bounded, far_away, scale], shows=far(weighted) <= third
)
def far_part(p: Proof) -> Fact:
    """All lines of (B.21)."""
    names = ("bounded", "over_alpha", "over_best", "as_distances", "exponents", "counted", "at_scale")
    return p.have(p.goal, *(p.apply(f"far_{name}") for name in names))


near_two = near(lambda j: share(j) * two_thirds) + share(best) * third


@paper.claim(given=[*labelled, near_close, best_close], shows=weighted(best) + near(weighted) <= near_two)
def near_two_parts(p: Proof) -> None:
    """(B.22), first line: (B.19) and (B.20)."""
    p.apply("near_part", label="near")
    p.apply("best_part", label="best")


joint = near(lambda j: share(j) * two_thirds) + share(best) * two_thirds


@paper.claim(given=[*labelled, eps >= 0], shows=near_two <= joint)
def near_joined(p: Proof) -> Fact:
    """(B.22), second line: ε/3 <= 2ε/3."""
    weight = p.apply("centre_share_pos", j=best)
    return p.have(p.goal, (weight, eps >= 0))


@paper.claim(given=[*labelled, eps >= 0], shows=joint <= two_thirds)
def near_total(p: Proof) -> Fact:
    """(B.22), last line: the weights of some centres sum to at most 1."""
    with_best(p)
    p.apply("three_parts", w=fun(share), label="parts")
    p.apply("shares_sum", label="one")
    p.apply("centre_share_pos", label="weight")
    p.generalize(j, p.have(share(j) >= 0), j >= 1, j <= G, label="weights")
    p.apply("far_nonneg", w=fun(share), label="rest")
    scaled = p.apply("near_scaled", w=fun(share), x=two_thirds)
    shares = p.have(near(share) + share(best) <= 1)
    return p.have(p.goal, scaled, (shares, eps >= 0))


@paper.claim(
    given=[*sizes_, *labelled, B0 > 0, eps > 0, delta > 0, R >= 0, near_close, best_close, bounded, far_away, scale],
    shows=error <= eps,
)
def average_within(p: Proof) -> Fact:
    """Combine the three parts: at the corrected scale the error is at most ε."""
    names = (
        "error_is_averaged", "average_bounds_error", "average_splits", "near_two_parts", "near_joined", "near_total",
        "far_part",
    )  # fmt: skip
    return p.have(p.goal, *(p.apply(name) for name in names))
