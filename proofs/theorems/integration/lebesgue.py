"""Measures of sets of matrices, and the space L_p of a compact set as the closure of the continuous functions.

Integrals are those of `proofs.theorems.integration.integrals`. A function on a compact set U is in L_p if for every ε >
0 some continuous function has ∫_U ‖f − g‖_p^p <= ε^p: the closure of the continuous functions in the p-th upper mean.
Measurability is not assumed: it follows.

Main statements: `lebesgue_near_uniform`, `cost_by_halves`, `integral_above`.
"""

from __future__ import annotations

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.analysis.compactness import continuous_on_set, in_a_cube
from proofs.theorems.analysis.continuity import assumed, below_supremum, supremum_of
from proofs.theorems.integration.integrals import (
    at,
    box,
    cost,
    covered,
    indicator,
    integral_at_most,
    ordered,
    share,
    size_to_the,
    step_function,
    total_volume,
    volume,
)

chapter = Chapter("lebesgue")
d, n, m, N, k, r, c = ints("d n m N k r c")
E, D, eps, power_p, u, t, e = reals("E D epsilon p u t e")
L, H, X = vectors("L H X", 2)
lo, hi = vectors("lo hi", 3)
(b,) = vectors("b")
zero = num(0)
F, G, U = functions("F G U", MATRIX)
f, g, h = functions("f g h", MATRIX + "ZZ")


def marked(S: Term) -> Term:
    """1 where S is positive, else 0."""
    return at(lambda X: ite(0 < S(X), 1, 0))


def measure_at_most(S: Term, E: Term, d: Term = d, n: Term = n) -> Term:
    """μ({X : S(X) > 0}) <= E, the outer measure of a set of d × n matrices."""
    return integral_at_most(marked(S), E, d, n)


def on_set(F: Term, U: Term) -> Term:
    """F on U, 0 elsewhere."""
    return at(lambda X: ite(0 < U(X), F(X), 0))


def distance_on_at_most(f: Term, g: Term, U: Term, p: Term, eps: Term, d: Term, n: Term, N: Term) -> Term:
    """‖f − g‖_p <= ε on U ⊂ R^(d×n), for ε > 0, the values being d × N matrices."""
    return integral_at_most(on_set(cost(f, g, p, d, N), U), exp(p * log(eps)), d, n)


def in_closure(f: Term, U: Term, p: Term, d: Term, n: Term, N: Term) -> Term:
    """f ∈ L_p(U): continuous functions approximate f arbitrarily well."""

    def near(eps: Term) -> Term:
        return exists(
            lambda g: [continuous_on_set(g, U, d, n, N), distance_on_at_most(f, g, U, p, eps, d, n, N)], OPERATOR
        )

    return for_all(lambda eps: implies(0 < eps, near(eps)), "R")


chapter.notions.define(measure_at_most(F, E), (F, E, d, n), "μ({0}) ≤ {1}", r"\mu({0}) \le {1}")
chapter.notions.define(
    distance_on_at_most(f, g, U, power_p, eps, d, n, N), (f, g, U, power_p, eps, d, n, N),
    "‖{0} − {1}‖_{3} ≤ {4} on {2}", r"\lVert {0} - {1} \rVert_{{L_{{{3}}}({2})}} \le {4}",
)  # fmt: skip
chapter.notions.define(
    in_closure(f, U, power_p, d, n, N), (f, U, power_p, d, n, N), "{0} ∈ L_{2}({1})", r"{0} \in L_{{{2}}}({1})"
)

# --- from a uniform bound to L_p --------------------------------------------------------------------------------------


def size_of(x: Term) -> Term:
    """|x|^p."""
    return size_to_the(x, power_p)


half = eps / 2
SHARE = share(half, half + half, power_p)
low_corner, high_corner = fun(lambda r, c: -D, 2), fun(lambda r, c: D, 2)
size = volume(low_corner, high_corner)
uniform = for_all(
    lambda X: implies(0 < U(X), every(lambda r: every(lambda c: abs(g(X, r, c) - h(X, r, c)) <= u, 1, N), 1, d)),
    MATRIX,
)
costs = {pair: cost(*pair, power_p, d, N) for pair in ((f, g), (g, h), (f, h))}


@chapter.claim(given=[1 <= power_p, 0 < eps], shows=costs[f, h](X) <= SHARE * costs[f, g](X) + SHARE * costs[g, h](X))
def cost_by_halves(p: Proof) -> Fact:
    """By the convexity of |·|^p, entry by entry."""

    def entry(pair: tuple[Term, Term]) -> Term:
        return fun(lambda r, c: size_of(pair[0](X, r, c) - pair[1](X, r, c)), 2)

    whole, first, second = (entry(pair) for pair in ((f, h), (f, g), (g, h)))
    both = fun(lambda r, c: SHARE * first(r, c) + SHARE * second(r, c), 2)
    at_entry = p.apply(
        "power_of_sum", u=f(X, r, c) - g(X, r, c), v=g(X, r, c) - h(X, r, c),
        epsilon_1=half, epsilon_2=half)  # fmt: skip
    each = p.have(whole(r, c) <= both(r, c), at_entry)
    rows = p.apply("sum_le", each, f=fun(lambda c: whole(r, c)), g=fun(lambda c: both(r, c)), lo=1, hi=N)
    sums = [fun(lambda r, x=x: Sum(lambda c: x(r, c), 1, N)) for x in (whole, both)]
    total = p.apply("sum_le", rows, f=sums[0], g=sums[1], lo=1, hi=d)
    return p.have(p.goal, total)


@chapter.claim(given=[1 <= r, r <= d, 1 <= c, c <= N],
               shows=size_of(f(X, r, c) - g(X, r, c)) <= costs[f, g](X))  # fmt: skip
def entry_of_cost(p: Proof) -> Fact:
    """The cost of one entry is one of the nonnegative terms."""
    terms = lambda r, c: size_of(f(X, r, c) - g(X, r, c))  # noqa: E731
    in_row = p.apply("sum_member", f=fun(lambda c: terms(r, c)), lo=1, hi=N, m=c)
    in_all = p.apply("sum_member", f=fun(lambda r: Sum(lambda c: terms(r, c), 1, N)), lo=1, hi=d, m=r)
    return p.have(p.goal, in_row, in_all)


NEAR = {
    "large": 1 <= power_p, "pos": 0 < eps, "d": 1 <= d, "n": 1 <= n, "N": 1 <= N, "D": 0 <= D,
    "in_cube": in_a_cube(U, D, d, n), "near": distance_on_at_most(f, g, U, power_p, half, d, n, N), "u": 0 < u,
    "uniform": uniform, "small": d * N * exp(power_p * log(u)) * size <= exp(power_p * log(half)),
}  # fmt: skip


@chapter.claim(given=NEAR, shows=distance_on_at_most(f, h, U, power_p, eps, d, n, N))
def lebesgue_near_uniform(p: Proof) -> Fact:
    """ε/2 from g, and ε/2 from the uniform bound u on a cube around U."""
    most = d * N * exp(power_p * log(u))
    cube = ordered(low_corner, high_corner)
    ends = assumed(p, 1 <= r, r <= d, 1 <= c, c <= n)
    is_ordered = p.generalize(r, p.generalize(c, p.have(-D <= D), *ends[2:]), *ends[:2])
    is_ordered = p.change(is_ordered, cube, label="ordered")
    weight = p.have(0 <= SHARE * most, (SHARE, most))
    inside, outside = assumed(p, 0 < U(X), U(X) <= 0)
    of = {pair: on_set(costs[pair], U) for pair in costs}
    box_ = indicator(low_corner, high_corner, X)
    goal = of[f, h](X) <= SHARE * of[f, g](X) + SHARE * most * box_
    X_in = p.specialize("in_cube", X, using=[inside])
    entry = p.specialize(X_in, r, c, using=ends)
    up, down = (p.apply("abs_ge", x=x) for x in (X(r, c), -X(r, c)))
    sides = []
    for claim, fact in ((-D <= X(r, c), down), (X(r, c) <= D, up)):
        each = p.have(claim, entry, fact)
        sides.append(each)
    one = p.apply("indicator_one", *sides, L=low_corner, H=high_corner)
    values = [p.ite_eq(x, inside) for x in (of[f, h](X), of[f, g](X))]
    bound = p.apply("cost_le", p.specialize("uniform", X, using=[inside]), f=g, g=h, n=N)
    halves = p.apply("cost_by_halves")
    at_U = p.have(goal, halves, *values, (SHARE, bound), (one, SHARE * most))
    none = [p.ite_eq(x, outside) for x in (of[f, h](X), of[f, g](X))]
    low = p.apply("indicator_nonneg", L=low_corner, H=high_corner)
    elsewhere = p.have(goal, *none, (weight, low))
    p.generalize(X, p.cases(U(X), 0, elsewhere, at_U), label="below")
    bound_ = exp(power_p * log(half))
    corners = {"L": low_corner, "H": high_corner}
    less = p.have(SHARE * bound_ + SHARE * most * size <= exp(power_p * log(eps)), ("small", SHARE))
    return p.apply(
        "integral_with_box", SHARE, weight, less, F=of[f, g], G=of[f, h], u=SHARE, beta=SHARE * most,
        E=bound_, E_1=exp(power_p * log(eps)), **corners)  # fmt: skip


(K,) = reals("K")


@chapter.claim(
    given=[1 <= power_p, 0 <= K],
    shows=exists(lambda u: [0 < u, K * exp(power_p * log(u)) <= exp(power_p * log(eps))], "R"),
)
def some_small_power(p: Proof) -> Fact:
    """u^p = ε^p/(K + 1)."""
    bound = exp(power_p * log(eps))
    p.have(0 < K + 1, label="more")
    share_ = bound / (K + 1)
    positive = p.have(0 < share_, (bound, inv(K + 1)))
    chosen = exp(log(share_) / power_p)
    same = p.have(Eq(power_p * log(chosen), log(share_)), power_p)
    power_ = p.congr(exp, same)
    back = p.exp_log(positive)
    less = p.have(K * exp(power_p * log(chosen)) <= bound, (power_, K), (back, K), positive)
    return p.exists_intro(p.goal, [chosen], exp(log(share_) / power_p), less)


# --- what exceeds a bound has a small integral ------------------------------------------------------------------------

B, v, eta = reals("B v eta")


def above(F: Term, B: Term) -> Term:
    """F − B where this is positive, 0 elsewhere."""
    return at(lambda X: ite(B < F(X), F(X) - B, 0))


chapter.notions.define(above(F, B), (F, B), "({0} − {1})⁺", r"({0} - {1})^{{+}}")


@chapter.claim(given=[], shows=0 <= above(F, B)(X))
def above_nonneg(p: Proof) -> Fact:
    """It is F − B only where this is positive."""
    value = above(F, B)(X)
    sides = [p.have(0 <= value, *p.reduce_ite(o, value), o) for o in assumed(p, F(X) <= B, B < F(X))]
    return p.cases(F(X), B, *sides)


@chapter.claim(
    given=[integral_at_most(F, E), 0 < eta], shows=exists(lambda B: [0 <= B, integral_at_most(above(F, B), eta)], "R")
)
def integral_above(p: Proof) -> Fact:
    """Let B be the sum of the weights of sufficiently many boxes: the others have an integral of at most η."""
    p.given(k_low=1 <= k, m_low=0 <= m, N_low=0 <= N, e_pos=0 < e, eta_pos=0 < eta)
    of_volume = fun(lambda k: b(k) * volume(box(lo, k), box(hi, k)))
    of_point = fun(lambda k: b(k) * indicator(box(lo, k), box(hi, k), X))
    whole = lambda x: Sum(of_volume, 1, x)  # noqa: E731
    reached = lambda x: exists(lambda N: [0 <= N, x <= whole(N)], "Z")  # noqa: E731
    later = fun(lambda k, r, c: lo(k + m, r, c), 3), fun(lambda k, r, c: hi(k + m, r, c), 3), fun(lambda k: b(k + m))
    bound = Sum(lambda k: b(k), 1, m)
    rest = above(F, bound)

    def split(terms: Term) -> list[Fact]:
        """Prove Σ_1^(N + m) = Σ_1^m + Σ_(m + 1)^(m + N), the latter indexed from 1 to N."""
        part = p.apply("sum_split", f=terms, lo=1, m=m, hi=N + m)
        return [part, p.apply("sum_shift", f=terms, lo=1, hi=N, c=m)]

    ends, signs, near, total = p.obtain(p.specialize(integral_at_most(F, E), E + 1), lo, hi, b)
    sign = p.specialize(signs, k)
    corners = {"L": box(lo, k), "H": box(hi, k)}
    mark = p.apply("indicator_nonneg", **corners), p.apply("indicator_le", **corners)
    there = p.have(0 <= of_point(k), (sign, mark[0]))
    below = p.apply("sum_le", p.have(of_point(k) <= b(k), (sign, mark[1])), f=of_point, g=b, lo=1, hi=m)
    low = p.apply("sum_nonneg", sign, f=b, lo=1, hi=m)
    after = p.have(1 <= k + m, "k_low", "m_low")
    order_, sign_ = (p.specialize(f, k + m, using=[after]) for f in (ends, signs))
    # at a point
    goal = exists(lambda N: [0 <= N, rest(X) <= e + step_function(N, *later, X)], "Z")

    def at_point(N_low: Fact, most: Fact) -> Fact:
        room = p.have(N <= N + m, "m_low")
        more = p.apply("sum_of_more", there, N_low, room, f=of_point, m=N, n=N + m)
        far = p.cut(p.instantiate(there, [(k, k + m)]), after)
        far = p.apply("sum_nonneg", far, f=fun(lambda k: of_point(k + m)), lo=1, hi=N)
        known = far, p.get("e_pos"), most, more, below, *split(of_point)
        goal_ = rest(X) <= e + step_function(N, *later, X)
        sides = [p.have(goal_, *p.reduce_ite(o, rest(X)), *known) for o in assumed(p, F(X) <= bound, bound < F(X))]
        return p.exists_intro(goal, [N], N_low, p.cases(F(X), bound, *sides))

    above_ = p.exists_elim(p.specialize(near, X, e), [N], at_point, goal)
    # the supremum of the volumes
    held = p.assume(reached(v))
    most = p.exists_elim(held, [N], lambda low_, less: p.have(v <= E + 1, less, p.specialize(
        total, N, using=[low_])), v <= E + 1)  # fmt: skip
    start = p.exists_intro(reached(num(0)), [0])
    found = supremum_of(p, reached, num(0), start, E + 1, p.generalize(v, most))
    up, least = p.obtain(found, u)
    there_ = p.exists_intro(reached(whole(N + m)), [N + m], p.have(0 <= N + m, "N_low", "m_low"))
    high = p.specialize(up, whole(N + m), using=[there_])

    def with_m(m_low: Fact, less: Fact) -> Fact:
        near_ = p.assume(u - eta < v)
        small = p.have(total_volume(N, *later) <= eta, high, near_, less, *split(of_volume))
        covered_ = p.exists_intro(covered(rest, eta), later, order_, sign_, above_, small)
        fact = p.apply("integral_of_cover", covered_, F=rest, E=eta)
        return p.exists_intro(p.goal, [bound], low, fact)

    held_, _ = p.obtain(below_supremum(p, reached, least, u, p.get("eta_pos")), v)
    return p.exists_elim(held_, [m], with_m)
