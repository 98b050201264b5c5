"""Continuous functions on a cube are bounded, and on an interval they have the intermediate value property.

f maps d × n matrices to such matrices, as in `continuity`. The bound follows from uniform continuity by short steps
from 0 to X.

Main statements: `bounded_on_cube`, `intermediate_value`.
"""

from __future__ import annotations

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.analysis.continuity import (
    below_supremum,
    by_way_of,
    cube,
    entries,
    in_cube,
    matrix_continuous,
    sized,
    steady,
    supremum_of,
    uniformly_continuous_on_cube,
    within,
)

chapter = Chapter("extrema")
d, n, i, j, k, r, t, K = ints("d n i j k r t K")
D, eps, delta, B, M, x, y = reals("D epsilon delta B M x y")
(X,) = vectors("X", 2)
(f,) = functions("f", MATRIX + "ZZ")

# --- bounded ---------------------------------------------------------------------------------------------------------

origin = fun(lambda i, j: num(0), 2)
inside = in_cube(X, D, d, n)


def on_the_way(j: Term) -> Term:
    """(j/K) X."""
    return fun(lambda r, c: j * inv(K) * X(r, c), 2)


@chapter.claim(given=[0 < K, 0 <= j, j <= K, inside], shows=in_cube(on_the_way(j), D, d, n))
def way_inside(p: Proof) -> Fact:
    """|j x / K| <= |x| for 0 <= j <= K."""
    ends = [p.assume(z) for z in (1 <= r, r <= d, 1 <= t, t <= n)]
    own = p.specialize(inside, r, t, using=ends)
    share = j * inv(K)
    nonneg = p.have(0 <= share, (0 <= j, inv(K)), label="nonneg")
    one = p.have(share <= 1, (j <= K, inv(K)))
    product = p.apply("abs_mul", u=share, r=X(r, t))
    size = p.abs_value(share, nonneg)
    less = p.have(share * abs(X(r, t)) <= abs(X(r, t)), (one, abs(X(r, t))))
    return p.have(abs(share * X(r, t)) <= D, product, (size, abs(X(r, t))), less, own)


@chapter.claim(given=[0 < K, D < K * delta, inside], shows=within(on_the_way(j), on_the_way(j + 1), delta, d, n))
def way_in_short_steps(p: Proof) -> Fact:
    """|x|/K <= D/K < δ."""
    ends = [p.assume(z) for z in (1 <= r, r <= d, 1 <= t, t <= n)]
    own = p.specialize(inside, r, t, using=ends)
    product = p.apply("abs_mul", u=inv(K), r=X(r, t))
    size = p.abs_value(inv(K), p.have(0 <= inv(K), inv(K)))
    step = on_the_way(j)(r, t) - on_the_way(j + 1)(r, t)
    less = p.have(inv(K) * D < delta, (D < K * delta, inv(K)))
    return p.have(abs(step) < delta, product, (size, abs(X(r, t))), (own, inv(K)), less)


short_steps = [
    0 < K,
    D < K * delta,
    for_all(lambda X: implies(in_cube(X, D, d, n), steady(f, X, num(1), delta, cube(D, d, n), d, n)), MATRIX),
]
in_entry = (1 <= r, r <= d, 1 <= t, t <= n)


@chapter.claim(given=[*short_steps, inside, *in_entry], shows=abs(f(X, r, t) - f(on_the_way(num(0)), r, t)) <= K)
def change_on_the_way(p: Proof) -> Fact:
    """f changes by less than 1 in each of the K steps."""
    p.given_all([*short_steps, inside, *in_entry])

    def change(j: Term) -> Term:
        return abs(f(on_the_way(j), r, t) - f(on_the_way(num(0)), r, t))

    def claim(j: Term) -> Term:
        return implies(j <= K, change(j) <= j)

    base = p.discharge(p.have(change(num(0)) <= 0), num(0) <= K)
    p.given(low=0 <= j, so_far=claim(j), high=j + 1 <= K)
    before = p.mp("so_far", p.have(j <= K, "high"))
    here = p.apply("way_inside")
    there = p.apply("way_inside", j=j + 1)
    step = p.specialize("given_2", on_the_way(j), using=[here])
    step = p.specialize(step, on_the_way(j + 1), using=[there, p.apply("way_in_short_steps")])
    moved = p.specialize(step, r, t)
    values_ = [f(on_the_way(z), r, t) for z in (j + 1, j, num(0))]
    after = p.have(change(j + 1) <= j + 1, before, moved, by_way_of(p, *values_))
    all_ = p.induct(claim, 0, j, base, p.discharge(after, j + 1 <= K))
    at_end = p.specialize(all_, K)
    whole = p.generalize(i, p.generalize(j, p.have(Eq(on_the_way(K)(i, j), X(i, j)))))
    template = hole(lambda Z: abs(f(Z, r, t) - f(on_the_way(num(0)), r, t)) <= K, MATRIX)
    return p.replace(whole, template, at_end)


def bounded(f: Term, B: Term) -> Term:
    """|f(X)| <= B in every entry, for all X of the cube."""
    return for_all(lambda X: implies(in_cube(X, D, d, n), entries(lambda r, c: abs(f(X, r, c)) <= B, d, n)), MATRIX)


size_at_start = fun(lambda r, t: abs(f(origin, r, t)), 2)
start_total = Sum(lambda r: Sum(lambda t: size_at_start(r, t), 1, n), 1, d)


@chapter.claim(given=in_entry, shows=abs(f(origin, r, t)) <= start_total)
def start_below_total(p: Proof) -> Fact:
    """The entry at 0 is one of the terms of the sum."""
    low_j, high_j = p.assume(1 <= j), p.assume(j <= n)
    terms = p.generalize(j, abs(f(origin, i, j)), low_j, high_j)
    row = p.apply("sum_nonneg", terms)
    total = fun(lambda i: Sum(lambda j: size_at_start(i, j), 1, n))
    whole = p.apply("sum_member", row, f=total, lo=1, hi=d, m=r)
    own = p.apply("sum_member", f=fun(lambda j: size_at_start(r, j)), lo=1, hi=n, m=t)
    return p.have(p.goal, whole, own)


@chapter.claim(given=[*sized, uniformly_continuous_on_cube(f, D, d, n)], shows=exists(lambda B: bounded(f, B), "R"))
def bounded_if_uniformly_continuous(p: Proof) -> Fact:
    """For ε = 1 and K > D/δ, |f(X)| exceeds |f(0)| by at most K."""
    p.given_all([*sized, uniformly_continuous_on_cube(f, D, d, n)])
    ends = [p.assume(z) for z in in_entry]
    most = K + start_total

    at_one = p.specialize("given_3", 1)
    pos, steady_ = p.obtain(at_one, delta)

    low, above = p.obtain(p.apply("archimedes", s=D * inv(delta)), K)
    short = p.have(D < K * delta, (above, pos), pos)
    change = p.apply("change_on_the_way", low, short, steady_, p.assume(inside), *ends)
    start = f(origin, r, t)
    sizes = [p.apply("abs_ge", x=sign * z) for z in (f(X, r, t) - start, start) for sign in (1, -1)]
    part = p.apply("start_below_total", *ends)
    each = p.apply("abs_le", change, *sizes, part, x=f(X, r, t), u=most)
    whole = each
    return p.exists_intro(p.goal, [most], whole)


@chapter.claim(given=[*sized, matrix_continuous], shows=exists(lambda B: bounded(f, B), "R"))
def bounded_on_cube(p: Proof) -> Fact:
    """The function is uniformly continuous on the cube."""
    return p.apply("bounded_if_uniformly_continuous", p.apply("heine_cantor"))


# --- what lies between ------------------------------------------------------------------------------------------------

a, b, s, z = reals("a b s z")
(g,) = functions("g", "R")


def steady_on_interval(g: Term, x: Term, e: Term, delta: Term, a: Term, b: Term) -> Term:
    """|g(x) − g(y)| < e for all y of [a, b] within δ of x."""
    return for_all(lambda y: implies(a <= y, y <= b, abs(x - y) < delta, abs(g(x) - g(y)) < e), "R")


def continuous_on_interval(g: Term, a: Term, b: Term) -> Term:
    """g is continuous on [a, b]."""

    def here(x: Term, e: Term) -> Term:
        return exists(lambda delta: [0 < delta, steady_on_interval(g, x, e, delta, a, b)], "R")

    return for_all(lambda x, e: implies(a <= x, x <= b, 0 < e, here(x, e)), "R", "R")


chapter.notions.define(
    continuous_on_interval(g, a, b),
    (g, a, b),
    "{0} is continuous on [{1}, {2}]",
    r"{0} \text{{ is continuous on }} [{1}, {2}]",
)
(L,) = reals("L")


def lipschitz_on_interval(g: Term, L: Term, a: Term, b: Term) -> Term:
    """|g(x) − g(y)| <= L (y − x) for all a <= x <= y <= b."""
    return for_all(lambda x, y: implies(a <= x, x <= y, y <= b, abs(g(x) - g(y)) <= L * (y - x)), "R", "R")


@chapter.claim(
    given={"positive": 0 < L, "lipschitz": lipschitz_on_interval(g, L, a, b)}, shows=continuous_on_interval(g, a, b)
)
def lipschitz_continuous(p: Proof) -> Fact:
    """Take δ = ε/L."""
    x_low, x_high, pos, y_low, y_high = (p.assume(f) for f in (a <= x, x <= b, 0 < eps, a <= y, y <= b))
    near = p.assume(abs(x - y) < eps / L)
    close = [p.have(L * side < eps, (p.have(side < eps / L, near), "positive")) for side in (x - y, y - x)]
    upwards = p.specialize("lipschitz", x, y, using=[x_low, p.assume(x <= y), y_high])
    downwards = p.specialize("lipschitz", y, x, using=[y_low, p.have(y <= x, p.assume(y < x)), x_high])
    cases = [
        p.apply(
            "abs_lt",
            *(p.have(f, change, *close) for f in (-eps < g(x) - g(y), g(x) - g(y) < eps)),
            x=g(x) - g(y),
            u=eps,
        )
        for change in (upwards, downwards)
    ]
    steady = p.cases(x, y, *cases)
    room = p.have(0 < eps / L, (pos, p.apply("inv_pos", "positive")))
    here = exists(lambda w: [0 < w, steady_on_interval(g, x, eps, w, a, b)], "R")
    return p.exists_intro(here, [eps / L], room, steady)


between = {"order": a <= b, "continuous": continuous_on_interval(g, a, b), "low": g(a) <= z, "high": z <= g(b)}


def not_above(x: Term) -> Term:
    """a <= x <= b and g(x) <= z."""
    return exists(lambda: [a <= x, x <= b, g(x) <= z])


supremum_given = {
    "least": for_all(lambda y: implies(for_all(lambda x: implies(not_above(x), x <= y), "R"), s <= y), "R"),
    "up": for_all(lambda x: implies(not_above(x), x <= s), "R"), "s_low": a <= s, "s_high": s <= b,
}  # fmt: skip


@chapter.claim(given={"continuous": between["continuous"], **supremum_given}, shows=g(s) <= z)
def supremum_not_above(p: Proof) -> Fact:
    """If g(s) were above z, so would be g near s, but members of the set come arbitrarily near s."""
    p.given(le=g(s) <= z, more=z < g(s))
    pos_delta, steady_ = p.obtain(p.specialize("continuous", s, g(s) - z), delta)

    near_it = below_supremum(p, not_above, p.get("least"), s, pos_delta)
    is_in, beyond = p.obtain(near_it, x)
    low, high, small = p.obtain(
        is_in,
    )
    gap = (
        p.have(s - x < delta, beyond),
        p.have(-delta < s - x, p.specialize("up", x, using=[is_in]), pos_delta),
    )
    near = p.apply("abs_lt", *gap, x=s - x, u=delta)
    less = p.specialize(steady_, x, using=[low, high, near])
    no = p.change(p.change(p.have(FALSE, less, small, p.apply("abs_ge", x=g(s) - g(x))), FALSE), FALSE)
    return p.cases(g(s), z, "le", p.absurd(no, p.goal))


@chapter.claim(given={"continuous": between["continuous"], "high": between["high"], **supremum_given}, shows=z <= g(s))
def supremum_not_below(p: Proof) -> Fact:
    """If g(s) were below z, so would be g slightly beyond s, or s would be b."""
    p.given(le=z <= g(s), less=g(s) < z)
    pos_delta, steady_ = p.obtain(p.specialize("continuous", s, z - g(s)), delta)

    def below(y: Term, low: Named, high: Named, *facts: Fact) -> Fact:
        """g(y) < z, for y not before s and less than δ beyond."""
        ends = p.have(s - y < delta, pos_delta), p.have(-delta < s - y, *facts, pos_delta)
        near = p.apply("abs_lt", *ends)
        change = p.specialize(steady_, y, using=[low, high, near])
        return p.have(g(y) < z, change, p.apply("abs_ge", x=g(y) - g(s)))

    further = s + delta / 2
    inside_, outside = p.assume(further <= b), p.assume(b < further)
    low = p.have(a <= further, "s_low", pos_delta)
    small = below(further, low, inside_)
    member = p.exists_intro(not_above(further), [], low, inside_, small)
    first = p.have(FALSE, p.specialize("up", further, using=[member]), pos_delta)
    at_end = below(b, "s_low", "s_high", p.have(b <= b), p.get("s_high"), outside)
    no = p.change(p.cases(further, b, first, p.have(FALSE, at_end, "high")), FALSE)
    return p.cases(z, g(s), "le", p.absurd(no, p.goal))


@chapter.claim(given=between, shows=exists(lambda x: [a <= x, x <= b, Eq(g(x), z)], "R"))
def intermediate_value(p: Proof) -> Fact:
    """Take the supremum of the x with g(x) <= z."""
    start = p.exists_intro(not_above(a), [])
    low, high, _ = p.obtain(p.assume(not_above(x)))
    above = p.generalize(x, high)
    found = supremum_of(p, not_above, a, start, b, above)

    up, least = p.obtain(found, s)
    low, high = p.specialize(up, a, using=[start]), p.specialize(least, b, using=[above])
    ends = [p.apply(f"supremum_not_{side}", up, least, low, high) for side in ("above", "below")]
    return p.exists_intro(p.goal, [s], low, high, p.antisymmetry(*ends))
