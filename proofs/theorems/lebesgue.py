"""The space L_p of a compact set, by covers with boxes: functions that continuous ones come near to.

For a function F >= 0 of matrices, "∫ F <= E" is written for: there are boxes [L_k, H_k] and weights b_k >= 0, one for
each k >= 1, such that every F(X) is below Σ b_k 1_[L_k, H_k](X), up to as little as one likes, and the partial sums of
b_k vol_k are at most E. So it says that the upper integral of F is at most E, which for measurable F is Lebesgue's.

A function on a compact set U is in L_p if for every ε > 0 some continuous function has ∫_U ‖f − g‖_p^p <= ε^p: the
closure of the continuous functions in the p-th upper mean. Measurability is not spoken of: it follows.

Main statements: `lebesgue_with_box`, `lebesgue_near_uniform`.
"""

from __future__ import annotations

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.compactness import continuous_on_set, in_a_cube
from proofs.theorems.continuity import assumed
from proofs.theorems.distance import (
    FAMILY,
    at,
    box,
    boxed,
    cost,
    indicator,
    integral_at_most,
    ordered,
    share,
    size_to_the,
    step_function,
    total_volume,
    volume,
)
from proofs.writing.chapter import Chapter
from proofs.writing.joining import carried, joined, sum_joined
from proofs.writing.proof import Proof

chapter = Chapter("lebesgue")
d, n, m, N, k, r, c = ints("d n m N k r c")
E, D, eps, power_p, s, w, u, t, e = reals("E D epsilon p s w u t e")
L, H, X = vectors("L H X", 2)
lo, hi = vectors("lo hi", 3)
(b,) = vectors("b")
zero = num(0)
corner = fun(lambda r, c: zero, 2)
F, G, U = functions("F G U", MATRIX)
f, g, h = functions("f g h", MATRIX + "ZZ")


def cover(lo: Term, hi: Term, b: Term, F: Term, E: Term, d: Term, n: Term) -> list[Term]:
    """F is at most Σ b_k 1_[lo_k, hi_k], whose integral is at most E."""

    def reached(X: Term, e: Term) -> Term:
        return exists(lambda N: [0 <= N, F(X) <= e + step_function(N, lo, hi, b, X, d, n)], "Z")

    return [
        every(lambda k: ordered(box(lo, k), box(hi, k), d, n), 1),
        every(lambda k: 0 <= b(k), 1),
        for_all(lambda X, e: implies(0 < e, reached(X, e)), MATRIX, "R"),
        every(lambda N: total_volume(N, lo, hi, b, d, n) <= E, 0),
    ]


def lebesgue_at_most(F: Term, E: Term, d: Term = d, n: Term = n) -> Term:
    """∫ F <= E."""
    return exists(lambda lo, hi, b: cover(lo, hi, b, F, E, d, n), FAMILY, FAMILY, VECTOR)


def marked(S: Term) -> Term:
    """1 where S is positive, else 0."""
    return at(lambda X: ite(0 < S(X), 1, 0))


def measure_at_most(S: Term, E: Term, d: Term = d, n: Term = n) -> Term:
    """μ({X : S(X) > 0}) <= E, the outer measure of a set of d × n matrices."""
    return lebesgue_at_most(marked(S), E, d, n)


def on_set(F: Term, U: Term) -> Term:
    """F on U, 0 elsewhere."""
    return at(lambda X: ite(0 < U(X), F(X), 0))


def distance_at_most(f: Term, g: Term, U: Term, p: Term, eps: Term, d: Term, n: Term, N: Term) -> Term:
    """‖f − g‖_p <= ε on U ⊂ R^(d×n), for ε > 0, the values being d × N matrices."""
    return lebesgue_at_most(on_set(cost(f, g, p, d, N), U), exp(p * log(eps)), d, n)


def in_closure(f: Term, U: Term, p: Term, d: Term, n: Term, N: Term) -> Term:
    """f ∈ L_p(U): continuous functions come as near to it as one likes."""

    def near(eps: Term) -> Term:
        return exists(
            lambda g: [continuous_on_set(g, U, d, n, N), distance_at_most(f, g, U, p, eps, d, n, N)], OPERATOR
        )

    return for_all(lambda eps: implies(0 < eps, near(eps)), "R")


chapter.notions.define(
    lebesgue_at_most(F, E), (F, E, d, n), "∫ {0} dλ ≤ {1}", r"\int {0} \, \mathrm{{d}}\lambda \le {1}"
)
chapter.notions.define(measure_at_most(F, E), (F, E, d, n), "μ({0}) ≤ {1}", r"\mu({0}) \le {1}")
chapter.notions.define(
    distance_at_most(f, g, U, power_p, eps, d, n, N), (f, g, U, power_p, eps, d, n, N), "‖{0} − {1}‖_{3} ≤ {4} on {2}",
    r"\lVert {0} - {1} \rVert_{{L_{{{3}}}({2})}} \le {4}",
)  # fmt: skip
chapter.notions.define(
    in_closure(f, U, power_p, d, n, N), (f, U, power_p, d, n, N), "{0} ∈ L_{2}({1})", r"{0} \in L_{{{2}}}({1})"
)

# --- a multiple of F and a box ----------------------------------------------------------------------------------------

ONE_BOX = [fun(lambda k, r, c: L(r, c), 3), fun(lambda k, r, c: H(r, c), 3), fun(lambda k: w)]
SCALED = [lo, hi, fun(lambda k: s * b(k))]
BOTH = [joined(one, many, num(1)) for one, many in zip(ONE_BOX, SCALED, strict=True)]
given = {
    "held": lebesgue_at_most(F, E), "s_low": 0 <= s, "w_low": 0 <= w, "order": ordered(L, H),
    "below": for_all(lambda X: G(X) <= s * F(X) + w * indicator(L, H, X), MATRIX),
}  # fmt: skip


@chapter.claim(given=[ordered(L, H)], shows=0 <= volume(L, H))
def volume_nonneg(p: Proof) -> Fact:
    """Edges are not negative."""
    edge = fun(lambda r, c: H(r, c) - L(r, c), 2)
    return p.apply("out", "entries_nonneg", A=edge)


@chapter.claim(given=given, shows=lebesgue_at_most(G, s * E + w * volume(L, H)))
def lebesgue_with_box(p: Proof) -> Fact:
    """The box comes first, then those of F with s times their weights."""
    p.apply("size", "volume_nonneg")

    def prove(ends: Fact, weights: Fact, above: Fact, total: Fact) -> Fact:
        _, first, later = assumed(p, 1 <= k, k <= num(1), num(1) < k)

        def each(claim_, of_box: Fact, of_rest: Fact) -> Fact:  # type: ignore[no-untyped-def]
            sides = [
                carried(p, order, claim_, boxed(BOTH)(k), boxed(own)(place), fact)
                for order, own, place, fact in ((first, ONE_BOX, k, of_box), (later, SCALED, k - 1, of_rest))
            ]
            return p.cases(None, k, 1, *sides)

        one = p.restate(None, "order", ordered(box(ONE_BOX[0], k), box(ONE_BOX[1], k)))
        all_ordered = each(lambda low, high, weight: ordered(low, high), one, p.use(None, ends, k - 1, using=[later]))
        scaled = p.have(None, 0 <= s * b(k - 1), ("s_low", p.use(None, weights, k - 1, using=[later])))
        all_weights = each(lambda low, high, weight: 0 <= weight, p.get("w_low"), scaled)
        parts = boxed(ONE_BOX), boxed(SCALED)
        value, size = (
            sum_joined(p, make, boxed(BOTH), parts, (num(1), N), p.get(0 <= N))
            for make in (lambda L, H, w: w * indicator(L, H, X), lambda L, H, w: w * volume(L, H))
        )
        found = p.use(None, above, X, e / (s + 1), using=[(0 < e, inv(s + 1))])
        goal = exists(lambda N: [0 <= N, G(X) <= e + step_function(N, BOTH[0], BOTH[1], BOTH[2], X)], "Z")

        def reached(low: Fact, below: Fact) -> Fact:
            here = p.use(None, "below", X)
            unit = p.have(None, eq(s / (s + 1) + 1 / (s + 1), 1), s + 1)
            most = p.have(
                None,
                G(X) <= e + step_function(1 + N, BOTH[0], BOTH[1], BOTH[2], X),
                here,
                (below, "s_low"),
                (unit, e),
                (0 < e, inv(s + 1)),
                value,
            )
            return p.exhibit(None, goal, [1 + N], low, most)

        all_reached = p.obtain(None, found, [N], reached, goal)
        none, some = assumed(p, N <= num(0), num(0) < N)
        empty = p.rule(None, "big_empty", total_volume(N, *BOTH), p.have(None, N < 1, none))
        start = p.use(None, total, 0)
        E_low = p.have(None, 0 <= E, start)
        whole = total_volume(N, *BOTH) <= s * E + w * volume(L, H)
        at_none = p.have(None, whole, empty, (E_low, "s_low"), ("w_low", "size"))
        before = p.have(None, 0 <= N - 1, some)
        size = p.cut(None, p.rule(None, "instantiate", size, [(N, N - 1)]), before)
        less = p.use(None, total, N - 1, using=[before])
        at_some = p.have(None, whole, size, (less, "s_low"))
        all_total = p.cases(None, N, 0, at_none, at_some)
        return p.exhibit(None, p.goal, BOTH, all_ordered, all_weights, all_reached, all_total)

    return p.obtain("out", "held", [lo, hi, b], prove)


(E1,) = reals("E_1")


@chapter.claim(given=[lebesgue_at_most(F, E), E <= E1], shows=lebesgue_at_most(F, E1))
def lebesgue_mono(p: Proof) -> Fact:
    """The same boxes."""

    def prove(ends: Fact, weights: Fact, above: Fact, total: Fact) -> Fact:
        more = p.have(None, total_volume(N, lo, hi, b) <= E1, p.use(None, total, N, using=[0 <= N]))
        return p.exhibit(None, p.goal, [lo, hi, b], ends, weights, above, more)

    return p.obtain("out", lebesgue_at_most(F, E), [lo, hi, b], prove)


# --- finitely many boxes more -----------------------------------------------------------------------------------------

both = at(lambda X: F(X) + G(X))


@chapter.claim(given=[lebesgue_at_most(F, E), integral_at_most(G, E1)], shows=lebesgue_at_most(both, E + E1))
def lebesgue_with_steps(p: Proof) -> Fact:
    """Box by box."""

    def prove(N_low: Fact, ends: Fact, weights: Fact, above: Fact, total: Fact) -> Fact:
        of = lambda x: at(lambda X: F(X) + step_function(x, lo, hi, b, X))  # noqa: E731
        size = lambda x: E + total_volume(x, lo, hi, b)  # noqa: E731
        claim = lambda x: implies(x <= N, lebesgue_at_most(of(x), size(x)))  # noqa: E731
        k_low, so_far, room = assumed(p, 0 <= k, claim(k), k + 1 <= N)
        order = p.have(None, zero <= zero)
        none = p.have(None, zero <= 0)

        def with_box(held: Fact, was: tuple[Term, Term], now: tuple[Term, Term], below: Fact, less: Fact,
                     L: Term = corner, H: Term = corner, w: Term = zero, order: Fact = order,
                     w_low: Fact = none) -> Fact:  # fmt: skip
            """∫ now <= its bound, from that for `was` and one box more."""
            whole = 1 * was[1] + w * volume(L, H)
            by = {"F": was[0], "G": now[0], "E": was[1], "s": num(1), "w": w, "L": L, "H": H}
            fact = p.apply(None, "lebesgue_with_box", held, w_low, order, below, **by)
            return p.apply(None, "lebesgue_mono", fact, less, F=now[0], E=whole, E_1=now[1])

        empty = p.have(None, zero < 1)
        none_ = [p.rule(None, "big_empty", t, empty) for t in (
            step_function(zero, lo, hi, b, X), total_volume(zero, lo, hi, b))]  # fmt: skip
        base = with_box(p.get(lebesgue_at_most(F, E)), (F, E), (of(zero), size(zero)), none_[0], none_[1])
        before = p.rule(None, "mp", so_far, p.have(None, k <= N, room))
        last = [p.rule(None, "big_step", t, k_low) for t in (
            step_function(k + 1, lo, hi, b, X), total_volume(k + 1, lo, hi, b))]  # fmt: skip
        here = [p.use(None, f, k + 1, using=[k_low, room]) for f in (ends, weights)]
        step = with_box(before, (of(k), size(k)), (of(k + 1), size(k + 1)), last[0], last[1],
                        box(lo, k + 1), box(hi, k + 1), b(k + 1), here[0], here[1])  # fmt: skip
        all_ = p.induct(None, claim, 0, k, p.discharged(base, zero <= N), p.discharged(step, room.concl))
        whole = p.use(None, all_, N, using=[N_low])
        return with_box(whole, (of(N), size(N)), (both, E + E1), p.use(None, above, X), total)

    return p.obtain("out", integral_at_most(G, E1), [N, lo, hi, b], prove)


@chapter.claim(given=[], shows=lebesgue_at_most(at(lambda X: zero), zero))
def lebesgue_of_zero(p: Proof) -> Fact:
    """Boxes of weight 0."""
    (some,) = assumed(p, 0 < e)
    reached = p.exhibit(None, exists(lambda N: [0 <= N, zero <= e + 0], "Z"), [0], some)
    empty, weights = fun(lambda k, r, c: zero, 3), fun(lambda k: zero)
    return p.exhibit("out", p.goal, [empty, empty, weights], reached)


BELOW = {"held": lebesgue_at_most(F, E), "s_low": 0 <= s, "below": for_all(lambda X: G(X) <= s * F(X), MATRIX),
         "less": s * E <= E1}  # fmt: skip


@chapter.claim(given=BELOW, shows=lebesgue_at_most(G, E1))
def lebesgue_of_multiple(p: Proof) -> Fact:
    """The same boxes, with s times their weights."""
    by = {"F": F, "G": G, "E": E, "s": s, "w": zero, "L": corner, "H": corner}
    fact = p.apply(None, "lebesgue_with_box", **by)
    whole = s * E + zero * volume(corner, corner)
    return p.apply("out", "lebesgue_mono", fact, F=G, E=whole)


# --- from a uniform bound to L_p --------------------------------------------------------------------------------------


@chapter.claim(given=[], shows=eq(log(exp(t)), t))
def log_exp(p: Proof) -> Fact:
    """e^x increases, and e^(log e^t) = e^t."""

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.have(None, p.goal)
        grown = p.apply(None, "exp_lt", order)
        return p.rule(None, "absurd", p.have(None, FALSE, grown), p.goal)

    return p.by_order("out", log(exp(t)), t, prove)


def size_of(x: Term) -> Term:
    """|x|^p."""
    return size_to_the(x, power_p)


half = eps / 2
SHARE = share(half, half + half, power_p)
low_corner, high_corner = fun(lambda r, c: -D, 2), fun(lambda r, c: D, 2)
size = volume(low_corner, high_corner)
uniform = for_all(
    lambda X: implies(0 < U(X), every(lambda r: every(lambda c: absolute(g(X, r, c) - h(X, r, c)) <= u, 1, N), 1, d)),
    MATRIX,
)
costs = {pair: cost(*pair, power_p, d, N) for pair in ((f, g), (g, h), (f, h))}


@chapter.claim(given=[1 <= power_p, 0 < eps], shows=costs[f, h](X) <= SHARE * costs[f, g](X) + SHARE * costs[g, h](X))
def cost_by_halves(p: Proof) -> Fact:
    """Entry by entry, by the convexity of |·|^p."""

    def entry(pair: tuple[Term, Term]) -> Term:
        return fun(lambda r, c: size_of(pair[0](X, r, c) - pair[1](X, r, c)), 2)

    whole, first, second = (entry(pair) for pair in ((f, h), (f, g), (g, h)))
    both = fun(lambda r, c: SHARE * first(r, c) + SHARE * second(r, c), 2)
    at_entry = p.apply(
        None, "power_of_sum", u=f(X, r, c) - g(X, r, c), v=g(X, r, c) - h(X, r, c),
        epsilon_1=half, epsilon_2=half)  # fmt: skip
    each = p.have(None, whole(r, c) <= both(r, c), at_entry)
    rows = p.apply(None, "sum_le", each, f=fun(lambda c: whole(r, c)), g=fun(lambda c: both(r, c)), lo=1, hi=N)
    sums = [fun(lambda r, x=x: sigma(lambda c: x(r, c), 1, N)) for x in (whole, both)]
    total = p.apply(None, "sum_le", rows, f=sums[0], g=sums[1], lo=1, hi=d)
    return p.have("out", p.goal, total)


NEAR = {
    "large": 1 <= power_p, "pos": 0 < eps, "d": 1 <= d, "n": 1 <= n, "N": 1 <= N, "D": 0 <= D,
    "in_cube": in_a_cube(U, D, d, n), "near": distance_at_most(f, g, U, power_p, half, d, n, N), "u": 0 < u,
    "uniform": uniform, "small": d * N * exp(power_p * log(u)) * size <= exp(power_p * log(half)),
}  # fmt: skip


@chapter.claim(given=NEAR, shows=distance_at_most(f, h, U, power_p, eps, d, n, N))
def lebesgue_near_uniform(p: Proof) -> Fact:
    """Half of ε from g, half from the uniform bound u on a cube around U."""
    most = d * N * exp(power_p * log(u))
    cube = ordered(low_corner, high_corner)
    ends = assumed(p, 1 <= r, r <= d, 1 <= c, c <= n)
    is_ordered = p.every(None, r, p.every(None, c, p.have(None, -D <= D), *ends[2:]), *ends[:2])
    is_ordered = p.restate("ordered", is_ordered, cube)
    p.have("weight", 0 <= SHARE * most, (SHARE, most))
    inside, outside = assumed(p, 0 < U(X), U(X) <= 0)
    of = {pair: on_set(costs[pair], U) for pair in costs}
    box_ = indicator(low_corner, high_corner, X)
    goal = of[f, h](X) <= SHARE * of[f, g](X) + SHARE * most * box_
    X_in = p.use(None, "in_cube", X, using=[inside])
    entry = p.use(None, X_in, r, c, using=ends)
    up, down = (p.apply(None, "abs_ge", x=x) for x in (X(r, c), -X(r, c)))
    sides = []
    for claim, fact in ((-D <= X(r, c), down), (X(r, c) <= D, up)):
        each = p.have(None, claim, entry, fact)
        sides.append(each)
    one = p.apply(None, "indicator_one", *sides, L=low_corner, H=high_corner)
    values = [p.rule(None, "choice", x, inside) for x in (of[f, h](X), of[f, g](X))]
    bound = p.apply(None, "cost_le", p.use(None, "uniform", X, using=[inside]), f=g, g=h, n=N)
    halves = p.apply(None, "cost_by_halves")
    at_U = p.have(None, goal, halves, *values, (SHARE, bound), (one, SHARE * most))
    none = [p.rule(None, "choice", x, outside) for x in (of[f, h](X), of[f, g](X))]
    low = p.apply(None, "indicator_nonneg", L=low_corner, H=high_corner)
    elsewhere = p.have(None, goal, *none, ("weight", low))
    p.every("below", X, p.cases(None, U(X), 0, elsewhere, at_U))
    bound_ = exp(power_p * log(half))
    corners = {"L": low_corner, "H": high_corner}
    found = p.apply(
        None, "lebesgue_with_box", SHARE, "weight", F=of[f, g], G=of[f, h], s=SHARE, E=bound_, **corners)  # fmt: skip
    total = SHARE * bound_ + SHARE * most * size
    less = p.have(None, total <= exp(power_p * log(eps)), ("small", SHARE))
    return p.apply("out", "lebesgue_mono", found, less, F=of[f, h], E=total, E_1=exp(power_p * log(eps)))


(K,) = reals("K")


@chapter.claim(
    given=[1 <= power_p, 0 <= K],
    shows=exists(lambda u: [0 < u, K * exp(power_p * log(u)) <= exp(power_p * log(eps))], "R"),
)
def some_small_power(p: Proof) -> Fact:
    """u^p = ε^p/(K + 1)."""
    bound = exp(power_p * log(eps))
    p.have("more", 0 < K + 1)
    share_ = bound / (K + 1)
    positive = p.have(None, 0 < share_, (bound, inv(K + 1)))
    chosen = exp(log(share_) / power_p)
    same = p.have(None, eq(power_p * log(chosen), log(share_)), power_p)
    power_ = p.both(None, exp, same)
    back = p.rule(None, "exp_log", positive)
    less = p.have(None, K * exp(power_p * log(chosen)) <= bound, (power_, K), (back, K), positive)
    return p.exhibit("out", p.goal, [chosen], exp(log(share_) / power_p), less)
