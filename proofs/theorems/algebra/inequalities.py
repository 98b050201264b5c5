"""Basic inequalities for n numbers, with n symbolic: products, weighted sums, monotone sequences, powers.

Ranges are lo <= i <= hi; hypotheses about members are assumed for i in this range only.

Main statements: `prod_pos`, `prod_le`, `log_prod`, `weighted_cauchy_schwarz`, `hoelder_of_members`,
`weighted_chebyshev`, `nondecreasing_le`, `sum_by_parts`, `recursion_le_prod`, `geometric_total`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.sums import total, unroll, upwards
from proofs.theorems.analysis.norms import sqrt

chapter = Chapter("inequalities")
c, i, j, k, m, n, lo, hi = ints("c i j k m n lo hi")
f, g, h, w = vectors("f g h w")
r, s = reals("r s")


def whole(a: Term, high: Term = hi) -> Term:
    """Return Π a_i over lo <= i <= high."""
    return Prod(lambda i: a(i), lo, high)


def to_the(r: Term, k: Term) -> Term:
    """Return r^k, a product of k factors."""
    return Prod(lambda i: r, 1, k)


chapter.notions.define(to_the(r, k), (r, k), "{0:f}^{1}", "{0:f}^{{{1}}}")


# --- products --------------------------------------------------------------------------------------------------------


def factor_by_factor(p: Proof, claim: Callable[[Term], Term], *products: Term) -> None:
    """Prove a claim about products over lo..hi by induction on hi.

    The step uses the facts "terms" and "more" at k + 1, and must follow from them by arithmetic.
    """

    def base() -> None:
        p.have(claim(lo - 1), label="base")

    def step() -> None:
        last = [p.big_step(whole(a, k + 1), p.side_condition(lo <= k + 1)) for a in products]
        at = [p.specialize(terms, k + 1) for terms in ("terms", "more") if terms in p.facts]
        p.have(claim(k + 1), *last, *at, "so_far", label="step")

    upwards(p, claim, base, step)
    p.qed(p.specialize("all", hi, label="out"), claim(hi))


@chapter.theorem
def prod_pos(p: Proof) -> None:
    """0 < f_i for all i in range ⊢ 0 < Π f."""
    p.given(terms=every(lambda i: f(i) > 0, lo, hi), proper=lo <= hi + 1)
    factor_by_factor(p, lambda x: whole(f, x) > 0, f)


@chapter.theorem
def prod_nonneg(p: Proof) -> None:
    """0 <= f_i for all i in range ⊢ 0 <= Π f."""
    p.given(terms=every(lambda i: f(i) >= 0, lo, hi), proper=lo <= hi + 1)
    factor_by_factor(p, lambda x: whole(f, x) >= 0, f)


def up_to(p: Proof, terms: str, top: Term) -> Fact:
    """Return that the fact `terms`, which holds for all i in lo..hi, holds for all i in lo..top, where top <= hi."""
    low, high = p.assume(lo <= i), p.assume(i <= top)
    here = p.specialize(terms, i, using=[low, p.have(i <= hi, high, p.side_condition(top <= hi))])
    return p.generalize(i, here)


@chapter.theorem
def prod_le(p: Proof) -> None:
    """0 <= f_i <= g_i for all i in range ⊢ Π f <= Π g."""
    p.given(terms=every(lambda i: f(i) >= 0, lo, hi), more=every(lambda i: f(i) <= g(i), lo, hi), proper=lo <= hi + 1)

    def base() -> None:
        p.have(whole(f, lo - 1) <= whole(g, lo - 1), label="base")

    def step() -> None:
        last = [p.big_step(whole(a, k + 1), p.side_condition(lo <= k + 1)) for a in (f, g)]
        low, high = p.specialize("terms", k + 1), p.specialize("more", k + 1)
        before = p.apply("prod_nonneg", up_to(p, "terms", k), hi=k)
        up = p.have(g(k + 1) >= 0, low, high)
        p.have(whole(f, k + 1) <= whole(g, k + 1), *last, (before, high), ("so_far", up), label="step")

    upwards(p, lambda x: whole(f, x) <= whole(g, x), base, step)
    p.qed(p.specialize("all", hi), whole(f) <= whole(g))


@chapter.theorem
def log_one(p: Proof) -> None:
    """log 1 = 0."""
    low = p.apply("log_nonneg", p.have(num(1) <= 1))
    p.qed(p.antisymmetry(p.have(log(num(1)) <= 0), low))


@chapter.theorem
def log_sqrt(p: Proof) -> None:
    """0 < s ⊢ log(sqrt s) = log(s)/2."""
    p.given(pos=s > 0)
    chosen = p.ite_eq(sqrt(s), "pos")
    p.qed(p.congr(log, chosen), Eq(log(sqrt(s)), log(s) * num(1, 2)))


@chapter.theorem
def log_prod(p: Proof) -> None:
    """0 < f_i for all i in range ⊢ log Π f = Σ log f."""
    p.given(terms=every(lambda i: f(i) > 0, lo, hi), proper=lo <= hi + 1)

    def logs(high: Term) -> Term:
        return Sum(lambda i: log(f(i)), lo, high)

    def base() -> None:
        none = p.big_empty(whole(f, lo - 1), "empty"), p.big_empty(logs(lo - 1), "empty")
        p.congr(log, none[0])
        p.have(Eq(log(whole(f, lo - 1)), logs(lo - 1)), label="base")

    def step() -> None:
        unroll(p, ("product", whole(f, k + 1)), ("logs", logs(k + 1)))
        term = p.specialize("terms", k + 1)
        before = p.apply("prod_pos", up_to(p, "terms", k), hi=k)
        split = p.apply("log_mul", before, term)
        same = p.congr(log, "product")
        p.have(Eq(log(whole(f, k + 1)), logs(k + 1)), same, split, "logs", "so_far", label="step")

    upwards(p, lambda x: Eq(log(whole(f, x)), logs(x)), base, step)
    p.qed(p.specialize("all", hi), Eq(log(whole(f)), logs(hi)))


@chapter.theorem
def prod_const(p: Proof) -> None:
    """0 < r, lo <= hi + 1 ⊢ Π r = exp((hi − lo + 1) log r)."""

    def claim(x: Term) -> Term:
        return Eq(Prod(lambda i: r, lo, x), exp((x - lo + 1) * log(r)))

    def step() -> None:
        last = p.big_step(Prod(lambda i: r, lo, k + 1), p.side_condition(lo <= k + 1))
        p.have(claim(k + 1), last, ("so_far", r), ("inverse", exp((k - lo + 1) * log(r))), label="step")

    p.given(positive=r > 0)
    p.exp_log("positive", label="inverse")
    upwards(p, claim, lambda: p.have(claim(lo - 1), label="base"), step)
    p.given(proper=lo <= hi + 1)
    p.qed(p.specialize("all", hi), claim(hi))


@chapter.theorem
def prod_one(p: Proof) -> None:
    """lo <= hi + 1 ⊢ Π 1 = 1."""
    p.given(proper=lo <= hi + 1)
    ones = fun(lambda i: num(1))
    factor_by_factor(p, lambda x: Eq(whole(ones, x), 1), ones)


@chapter.theorem
def prod_shift(p: Proof) -> None:
    """lo <= hi + 1 ⊢ Π_{lo+c}^{hi+c} f_i = Π_lo^hi f_{i+c}."""
    p.given(proper=lo <= hi + 1)
    moved = fun(lambda i: f(i + c))

    def there(x: Term) -> Term:
        return Prod(lambda i: f(i), lo + c, x + c)

    def base() -> None:
        p.have(Eq(there(lo - 1), whole(moved, lo - 1)), label="base")

    def step() -> None:
        last = [p.big_step(t, p.side_condition(t.args[0] <= t.args[1])) for t in (there(k + 1), whole(moved, k + 1))]
        p.have(Eq(there(k + 1), whole(moved, k + 1)), *last, ("so_far", f(k + 1 + c)), label="step")

    upwards(p, lambda x: Eq(there(x), whole(moved, x)), base, step)
    p.qed(p.specialize("all", hi), Eq(there(hi), whole(moved)))


@chapter.theorem
def prod_ge_sum(p: Proof) -> None:
    """0 <= f_i <= 1 for all i in range ⊢ 1 − Σ (1 − f) <= Π f."""
    p.given(terms=every(lambda i: f(i) >= 0, lo, hi), more=every(lambda i: f(i) <= 1, lo, hi), proper=lo <= hi + 1)

    def missing(high: Term) -> Term:
        return Sum(lambda i: 1 - f(i), lo, high)

    def base() -> None:
        p.have(1 - missing(lo - 1) <= whole(f, lo - 1), label="base")

    def step() -> None:
        last = [p.big_step(t, p.side_condition(lo <= k + 1)) for t in (whole(f, k + 1), missing(k + 1))]
        high = p.specialize("more", k + 1)
        before, ones = [up_to(p, terms, k) for terms in ("terms", "more")], fun(lambda i: num(1))
        less = p.apply("prod_le", *before, g=ones, hi=k)
        one = p.have(whole(f, k) <= 1, less)
        p.have(1 - missing(k + 1) <= whole(f, k + 1), *last, (one, high), "so_far", label="step")

    upwards(p, lambda x: 1 - missing(x) <= whole(f, x), base, step)
    p.qed(p.specialize("all", hi), 1 - missing(hi) <= whole(f))


def beyond(high: Term) -> Term:
    """Σ (f − 1) over lo <= i <= high."""
    return Sum(lambda i: f(i) - 1, lo, high)


@chapter.theorem
def prod_ge_more(p: Proof) -> None:
    """1 <= f_i for all i in range ⊢ 1 + Σ (f − 1) <= Π f."""
    p.given(terms=every(lambda i: f(i) >= 1, lo, hi), proper=lo <= hi + 1)

    def base() -> None:
        p.have(1 + beyond(lo - 1) <= whole(f, lo - 1), label="base")

    def step() -> None:
        last = [p.big_step(t, p.side_condition(lo <= k + 1)) for t in (whole(f, k + 1), beyond(k + 1))]
        above = p.specialize("terms", k + 1)
        so_far = up_to(p, "terms", k)
        sign = p.apply("sum_nonneg", _beyond_one(p, so_far), f=fun(lambda i: f(i) - 1), hi=k)
        up = p.have(0 <= f(k + 1) - 1, above)
        p.have(1 + beyond(k + 1) <= whole(f, k + 1), *last, ("so_far", up), (sign, up), "so_far", label="step")

    upwards(p, lambda x: 1 + beyond(x) <= whole(f, x), base, step)
    p.qed(p.specialize("all", hi), 1 + beyond(hi) <= whole(f))


@chapter.theorem
def prod_le_exp(p: Proof) -> None:
    """0 <= f_i for all i in range ⊢ Π f <= e^(Σ (f − 1))."""
    p.given(terms=every(lambda i: f(i) >= 0, lo, hi), proper=lo <= hi + 1)

    def base() -> None:
        p.have(whole(f, lo - 1) <= exp(beyond(lo - 1)), label="base")

    def step() -> None:
        last = [p.big_step(t, p.side_condition(lo <= k + 1)) for t in (whole(f, k + 1), beyond(k + 1))]
        own, power = p.specialize("terms", k + 1), p.exp_pos(beyond(k))
        tangent = p.exp_ge(f(k + 1) - 1)
        grown = p.have(whole(f, k + 1) <= exp(beyond(k) + f(k + 1) - 1), last[0], ("so_far", own), (tangent, power))
        same = p.congr(exp, last[1])
        p.have(whole(f, k + 1) <= exp(beyond(k + 1)), grown, same, label="step")

    upwards(p, lambda x: whole(f, x) <= exp(beyond(x)), base, step)
    p.qed(p.specialize("all", hi), whole(f) <= exp(beyond(hi)))


def _beyond_one(p: Proof, terms: Fact) -> Fact:
    """Prove 0 <= f_i − 1 for i in lo..k from 1 <= f_i."""
    low, high = lo <= i, i <= k
    at = p.specialize(terms, i, using=[p.assume(low), p.assume(high)])
    return p.have(0 <= f(i) - 1, at)


# --- weights and order -----------------------------------------------------------------------------------------------


@chapter.theorem
def prod_le_member(p: Proof) -> None:
    """0 <= f_i <= 1 for all i in range, lo <= m <= hi ⊢ Π f <= f_m."""
    p.given(terms=every(lambda i: f(i) >= 0, lo, hi), more=every(lambda i: f(i) <= 1, lo, hi), m_low=lo <= m)

    p.given(m_high=m <= hi)
    first = p.big_step(whole(f, m), p.side_condition(lo <= m))
    own, low = p.specialize("terms", m), p.have(lo <= m - 1 + 1, "m_low")
    one = fun(lambda i: num(1))
    bound = p.apply("prod_le", up_to(p, "terms", m - 1), up_to(p, "more", m - 1), low, g=one, hi=m - 1)
    less = p.have(whole(f, m - 1) <= 1, bound)
    base = p.discharge(p.have(whole(f, m) <= f(m), first, (less, own)), m <= hi)
    p.given(k_low=m <= k, so_far=implies(k <= hi, whole(f, k) <= f(m)), k_high=k + 1 <= hi)
    below = p.mp("so_far", p.have(k <= hi, "k_high"))
    proper = p.have(lo <= k + 1, "m_low", "k_low")
    last = p.big_step(whole(f, k + 1), proper)
    sign = p.apply("prod_nonneg", up_to(p, "terms", k), proper, hi=k)
    step = p.have(whole(f, k + 1) <= f(m), last, below, (sign, p.specialize("more", k + 1)))
    step = p.discharge(step, k + 1 <= hi)
    claim = p.induct(lambda x: implies(x <= hi, whole(f, x) <= f(m)), m, k, base, step)
    p.qed(p.specialize(claim, hi), whole(f) <= f(m))


@chapter.theorem
def prod_zero(p: Proof) -> None:
    """0 <= f_i for all i in range, lo <= m <= hi, f_m <= 0 ⊢ Π f = 0."""
    p.given(terms=every(lambda i: f(i) >= 0, lo, hi), none=f(m) <= 0, m_low=lo <= m, m_high=m <= hi)
    first = p.big_step(whole(f, m), p.side_condition(lo <= m))
    zero = p.antisymmetry("none", p.specialize("terms", m))
    base = p.discharge(p.have(Eq(whole(f, m), 0), first, (zero, whole(f, m - 1))), m <= hi)
    p.given(k_low=m <= k, so_far=implies(k <= hi, Eq(whole(f, k), 0)), k_high=k + 1 <= hi)
    before = p.mp("so_far", p.have(k <= hi, "k_high"))
    last = p.big_step(whole(f, k + 1), p.have(lo <= k + 1, "m_low", "k_low"))
    step = p.discharge(p.have(Eq(whole(f, k + 1), 0), last, (before, f(k + 1))), k + 1 <= hi)
    claim = p.induct(lambda x: implies(x <= hi, Eq(whole(f, x), 0)), m, k, base, step)
    p.qed(p.specialize(claim, hi), Eq(whole(f), 0))


def weighted(a: Term, b: Term) -> Term:
    """Σ w a b."""
    return Sum(lambda i: w(i) * a(i) * b(i), lo, hi)


@chapter.usable
@chapter.theorem
def weighted_cauchy_schwarz(p: Proof) -> None:
    """0 <= w_i for all i in range ⊢ (Σ w f g)² <= Σ w f² · Σ w g²."""

    A, B, C = weighted(f, f), weighted(f, g), weighted(g, g)
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), low=lo <= k, high=k <= hi)
    weight = p.specialize("weights", k)

    def square(label: str, at: Callable[[Term], Term]) -> None:
        each = p.have(w(k) * at(k) ** 2 >= 0, (weight, p.apply("square_nonneg", x=at(k))))
        p.apply("sum_nonneg", each, f=fun(lambda i: w(i) * at(i) ** 2), label=label)

    square("first", f)
    square("second", g)
    p.given(positive=C > 0, none=C <= 0, some=B**2 > 0, nothing=B**2 <= 0)
    square("apart", lambda i: f(i) - B * inv(C) * g(i))
    p.rule("arith", Eq(C * inv(C), 1), [], [], ["positive"], label="one")
    cancelled = "apart", ("one", B**2 * inv(C)), ("one", B**2), "one"
    inverse = p.apply("inv_pos", "positive")
    if_positive = p.have(B**2 <= A * C, *cancelled, scale=[inverse])
    p.antisymmetry("none", "second", label="zero")
    p.rule("arith", Eq(B**2 * inv(B**2), 1), [], [], ["some"], label="one_b")
    square("far", lambda i: f(i) - (A + 1) * B * inv(B**2) * g(i))
    many = ("one_b", A + 1), ("one_b", inv(B**2) * A * (A + 1)), ("zero", (A + 1) ** 2 * B**2 * inv(B**2) ** 2)
    false = p.have(FALSE, "far", "first", *many)
    if_some = p.absurd(false, B**2 <= A * C)
    if_nothing = p.have(B**2 <= A * C, "nothing", ("first", "second"))
    if_none = p.cases(B**2, 0, if_nothing, if_some)
    p.qed(p.cases(C, 0, if_none, if_positive), B**2 <= A * C)


@chapter.theorem
def weighted_sum_pos(p: Proof) -> None:
    """0 <= w_i, 0 < f_i for all i in range, 0 < Σ w ⊢ 0 < Σ w f."""
    both, one, over = fun(lambda i: w(i) * f(i)), fun(lambda i: num(1)), fun(lambda i: inv(f(i)))
    A, S = total(both), total(w)
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), terms=every(lambda i: f(i) > 0, lo, hi), some=S > 0)
    p.given(low=lo <= k, high=k <= hi, none=A <= 0)
    weight = p.specialize("weights", k)
    term = p.specialize("terms", k)
    weak = p.generalize(k, p.have(both(k) >= 0, (weight, term)))
    square = p.apply("weighted_cauchy_schwarz", weak, w=both, f=one, g=over)
    same = p.rule("arith", Eq(w(k), both(k) * over(k)), [], [], [term])
    p.apply("sum_eq", same, f=w, g=fun(lambda i: both(i) * over(i)), label="same")
    zero = p.antisymmetry("none", p.apply("sum_nonneg", weak, f=both))
    C = Sum(lambda i: both(i) * over(i) ** 2, lo, hi)
    spread = total(fun(lambda i: both(i) * over(i)))
    false = p.have(FALSE, square, (zero, C), ("same", S + spread), ("some", "some"))
    p.qed(p.cases(A, 0, p.absurd(false, A > 0), p.assume(A > 0)), A > 0)


@chapter.usable
@chapter.theorem
def cauchy_schwarz_of_members(p: Proof) -> None:
    """0 <= f_i, 0 <= g_i, h_i² <= f_i g_i for all i in range ⊢ (Σ h)² <= Σ f · Σ g."""
    p.given(first=every(lambda i: f(i) >= 0, lo, hi), second=every(lambda i: g(i) >= 0, lo, hi))
    p.given(members=every(lambda i: h(i) ** 2 <= f(i) * g(i), lo, hi), proper=lo <= hi + 1)

    def claim(x: Term) -> Term:
        return total(h, lo, x) ** 2 <= total(f, lo, x) * total(g, lo, x)

    def base() -> None:
        [p.big_empty(total(a, lo, lo - 1), "empty") for a in (f, g, h)]
        p.have(claim(lo - 1), label="base")

    def step() -> None:
        last = [p.big_step(total(a, lo, k + 1), p.side_condition(lo <= k + 1)) for a in (f, g, h)]
        a, b, c = (p.specialize(name, k + 1) for name in ("first", "second", "members"))
        A = p.apply("sum_nonneg", up_to(p, "first", k), hi=k)
        B = p.apply("sum_nonneg", up_to(p, "second", k), f=g, hi=k)
        F, G, H = (total(s, lo, k) for s in (f, g, h))
        left, right = 2 * H * h(k + 1), F * g(k + 1) + f(k + 1) * G
        sign = p.have(0 <= right, (A, b), (a, B))
        apart = p.apply("square_nonneg", x=F * g(k + 1) - f(k + 1) * G)
        own = p.apply("square_nonneg", x=H)
        squares = p.have(left * left <= right * right, apart, ("so_far", a, b), (c, own))
        cross = p.apply("square_le", sign, squares)
        before = p.have((H + h(k + 1)) ** 2 <= (F + f(k + 1)) * (G + g(k + 1)), cross, "so_far", c)
        ends = (last[0], total(g, lo, k + 1)), (last[1], F + f(k + 1)), (last[2], total(h, lo, k + 1) + H + h(k + 1))
        p.have(claim(k + 1), before, *ends, label="step")

    upwards(p, claim, base, step)
    p.qed(p.specialize("all", hi), claim(hi))


@chapter.theorem
def mean_of_three(p: Proof) -> None:
    """0 <= u, v, z and t³ <= u v z ⊢ 3 t <= u + v + z."""
    t, u, v, z = reals("t u v z")
    p.given(u=u >= 0, v=v >= 0, z=z >= 0, cube=t**3 <= u * v * z)
    s = u + v + z
    sum_ = p.have(s >= 0, "u", "v", "z")
    p.given(fine=3 * t <= s, wrong=s < 3 * t)
    t_pos = p.have(t > 0, "wrong", sum_)
    apart = [p.apply("square_nonneg", x=x) for x in (u - v, v - z, z - u)]
    products = [(sign, square) for sign in ("u", "v", "z") for square in apart]
    means = p.have(27 * u * v * z <= s**3, *products)
    squares = p.have(9 * t**2 + 3 * t * s + s**2 > 0, (t_pos, t_pos), (t_pos, sum_), (sum_, sum_))
    larger = p.have(s**3 < 27 * t**3, ("wrong", squares))
    false = p.have(FALSE, larger, means, "cube")
    p.qed(p.cases(3 * t, s, "fine", p.absurd(false, 3 * t <= s)))


@chapter.usable
@chapter.theorem
def hoelder_of_members(p: Proof) -> None:
    """0 <= f_i, g_i, w_i, h_i and h_i³ <= f_i g_i w_i for all i in range ⊢ (Σ h)³ <= Σ f · Σ g · Σ w."""
    p.given(f=every(lambda i: f(i) >= 0, lo, hi), g=every(lambda i: g(i) >= 0, lo, hi))
    p.given(w=every(lambda i: w(i) >= 0, lo, hi), h=every(lambda i: h(i) >= 0, lo, hi))
    p.given(members=every(lambda i: h(i) ** 3 <= f(i) * g(i) * w(i), lo, hi), proper=lo <= hi + 1)

    def claim(x: Term) -> Term:
        return total(h, lo, x) ** 3 <= total(f, lo, x) * total(g, lo, x) * total(w, lo, x)

    def base() -> None:
        [p.big_empty(total(a, lo, lo - 1), "empty") for a in (f, g, w, h)]
        p.have(claim(lo - 1), label="base")

    def step() -> None:
        last = [p.big_step(total(a, lo, k + 1), p.side_condition(lo <= k + 1)) for a in (f, g, w, h)]
        a, b, c, d = (p.specialize(name, k + 1) for name in "fgwh")
        own = p.specialize("members", k + 1)
        A, B, C, D = (
            p.apply("sum_nonneg", up_to(p, x, k), f=y, hi=k) for x, y in zip("fgwh", (f, g, w, h), strict=True)
        )
        F, G, W, H = (total(s, lo, k) for s in (f, g, w, h))
        x, y, z, t = (s(k + 1) for s in (f, g, w, h))

        def mean(old: int, u: Term, v: Term, last: Term, *signs: tuple) -> Fact:
            """Prove that 3 H² t (old = 2) or 3 H t² (old = 1) is at most u + v + last, a sum of mixed products."""
            products = [p.have(q >= 0, s) for q, s in zip((u, v, last), signs, strict=True)]
            middle = H * H * t if old == 2 else H * t * t
            one, other = H**3, t**3
            whole, part = F * G * W, x * y * z
            if old == 2:
                first = p.have(one * one <= whole * whole, ("so_far", D, D, D), ("so_far", A, B, C))
                cube: list[tuple] = [(first, d, d, d), (own, A, B, C, A, B, C)]
            else:
                first = p.have(other * other <= part * part, (own, d, d, d), (own, a, b, c))
                cube = [(first, D, D, D), ("so_far", a, b, c, a, b, c)]
            cubes = p.have(middle**3 <= u * v * last, *cube)
            return p.apply("mean_of_three", *products, cubes, t=middle, v=v, z=last)

        two = mean(2, F * G * z, F * y * W, x * G * W, (A, B, c), (A, b, C), (a, B, C))
        one = mean(1, F * y * z, x * G * z, x * y * W, (A, b, c), (a, B, c), (a, b, C))
        top = (F + x) * (G + y) * (W + z)
        before = p.have((H + t) ** 3 <= top, "so_far", own, two, one)
        G1, W1, H1 = (total(s, lo, k + 1) for s in (g, w, h))
        new = H + t
        p.have(claim(k + 1), before, (last[0], G1 * W1), (last[1], (F + x) * W1),
               (last[2], (F + x) * (G + y)), (last[3], H1**2 + H1 * new + new**2), label="step")  # fmt: skip

    upwards(p, claim, base, step)
    p.qed(p.specialize("all", hi), claim(hi))


@chapter.usable
@chapter.theorem
def gram(p: Proof) -> None:
    """0 <= w_i for all i in range, 0 < Σ w f² ⊢ 0 <= the Gram determinant of f, g, h with weights w."""

    A, B, C = weighted(f, f), weighted(g, g), weighted(h, h)
    D, E, F = weighted(f, g), weighted(f, h), weighted(g, h)
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), positive=A > 0)
    # the components of g and h orthogonal to f, times Σ w f²
    by = {"f": fun(lambda i: A * g(i) - D * f(i)), "g": fun(lambda i: A * h(i) - E * f(i))}
    square = p.apply("weighted_cauchy_schwarz", **by)
    inverse = p.apply("inv_pos", "positive")
    determinant = A * B * C + 2 * D * E * F - A * F**2 - B * E**2 - C * D**2
    p.qed(p.rule("arith", 0 <= determinant, [(num(1), [square, *[inverse] * 3])], [], ["positive"]))


@chapter.usable(new=1, rest=True)
@chapter.theorem
def square_of_sum(p: Proof) -> None:
    """0 < w_i for all i in range ⊢ (Σ f)² <= Σ w · Σ f²/w (Titu's lemma)."""
    p.given(weights=every(lambda i: w(i) > 0, lo, hi), low=lo <= k, high=k <= hi)
    weight = p.specialize("weights", k)
    weak = p.have(w(k) >= 0, weight)
    by = {"f": fun(lambda i: f(i) * inv(w(i))), "g": fun(lambda i: num(1))}
    square = p.apply("weighted_cauchy_schwarz", weak, **by)
    sides = fun(lambda i: w(i) * f(i) * inv(w(i))), fun(lambda i: w(i) * (f(i) * inv(w(i))) ** 2)
    short = f, fun(lambda i: f(i) ** 2 * inv(w(i)))
    for name, long, brief in zip(("first", "second"), sides, short, strict=True):
        same = p.rule("arith", Eq(long(k), brief(k)), [], [], [weight])
        p.apply("sum_eq", same, f=long, g=brief, label=name)
    A, B, C = (Sum(body, lo, hi) for body in (f, w, short[1]))
    p.qed(p.have(A**2 <= B * C, square, ("first", A + Sum(sides[0], lo, hi)), ("second", B)))


@chapter.usable(new=1, rest=True)
@chapter.theorem
def log_sum(p: Proof) -> None:
    """0 < f_i, g_i for all i in range, lo <= hi ⊢ Σ f (log g − log f) <= Σ f · (log Σ g − log Σ f)."""
    p.given(first=every(lambda i: f(i) > 0, lo, hi), second=every(lambda i: g(i) > 0, lo, hi), some=lo <= hi)
    p.given(low=lo <= k, high=k <= hi)
    a, b, F, G = f(k), g(k), total(f), total(g)
    p.specialize("first", k, label="a_pos")
    p.specialize("second", k, label="b_pos")
    p.apply("sum_pos", label="f_pos")
    p.apply("sum_pos", f=g, label="g_pos")

    def ratio(label: str, top: Term, below: Term, *signs: str) -> None:
        """Prove 0 < top/below and log(top/below) = log top − log below."""
        p.apply("inv_pos", signs[1], label=f"{label}_inv")
        p.have(top * inv(below) > 0, (signs[0], f"{label}_inv"), label=f"{label}_pos")
        p.apply("log_mul", signs[0], f"{label}_inv", label=f"{label}_log")
        p.apply("log_inv", signs[1], label=f"{label}_minus")

    ratio("member", b, a, "b_pos", "a_pos")
    ratio("whole", G, F, "g_pos", "f_pos")
    p.apply("log_tangent", "member_pos", "whole_pos", label="tangent")
    bound = a * (log(G) - log(F)) + b * F * inv(G) - a
    logs = [(num(1), ["tangent", "a_pos"])]
    logs += [(a, [name]) for name in ("whole_log", "whole_minus")]
    logs += [(-a, [name]) for name in ("member_log", "member_minus")]
    each = p.rule("arith", a * (log(b) - log(a)) <= bound, logs, [], ["a_pos", "f_pos", "g_pos"])
    by = {"f": fun(lambda i: f(i) * (log(g(i)) - log(f(i))))}
    by["g"] = fun(lambda i: f(i) * (log(G) - log(F)) + g(i) * F * inv(G) - f(i))
    all_ = p.apply("sum_le", each, **by)
    goal = Sum(by["f"], lo, hi) <= F * (log(G) - log(F))
    p.qed(p.rule("arith", goal, [(num(1), [all_])], [], ["g_pos"]))


@chapter.theorem
def two_members(p: Proof) -> None:
    """0 <= f_i for all i in range, lo <= j < m <= hi ⊢ f_j + f_m <= Σ f."""
    p.given(terms=every(lambda i: f(i) >= 0, lo, hi), j_low=lo <= j, order=j < m, m_high=m <= hi)
    split = p.apply("sum_split", m=j)
    p.given(low=lo <= k, high=k <= j, low2=j + 1 <= k, high2=k <= hi)
    below, above = p.have(k <= hi, "high", "order", "m_high"), p.have(lo <= k, "low2", "j_low")
    first = p.specialize("terms", k, using=[below])
    rest = p.specialize("terms", k, using=[above])
    one = p.apply("sum_member", first, hi=j, m=j)
    other = p.apply("sum_member", rest, p.integer_step("order"), lo=j + 1)
    p.qed(p.have(f(j) + f(m) <= total(f), split, one, other))


@chapter.usable
@chapter.theorem
def two_squares(p: Proof) -> None:
    """lo <= j <= hi, lo <= m <= hi ⊢ (f_j − f_m)² <= 2 Σ f²."""
    p.given(j_low=lo <= j, j_high=j <= hi, m_low=lo <= m, m_high=m <= hi)
    square = fun(lambda i: f(i) ** 2)
    squares = p.generalize(i, p.apply("square_nonneg", x=f(i)), lo <= i, i <= hi)
    goal = (f(j) - f(m)) ** 2 <= 2 * Sum(square, lo, hi)
    across = p.apply("square_nonneg", x=f(j) + f(m))

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            every_one = p.apply("sum_nonneg", squares, f=square)
            gap = p.have(Eq(f(j) - f(m), 0), p.congr(f, order))
            return p.have(goal, every_one, (gap, f(j) - f(m)))
        one, other = (j, m) if order.concl.args[0] is j else (m, j)
        two = p.apply("two_members", squares, order, f=square, j=one, m=other)
        return p.have(goal, two, across)

    p.qed(p.trichotomy(j, m, prove), goal)


@chapter.theorem
def member_lt(p: Proof) -> None:
    """0 < f_i for all i in range, lo < hi, lo <= m <= hi ⊢ f_m < Σ f."""
    only = ite(Eq(k, m), f(m), 0)
    p.given(terms=every(lambda i: f(i) > 0, lo, hi), several=lo < hi, m_low=lo <= m, m_high=m <= hi)
    p.given(low=lo <= k, high=k <= hi)
    term = p.specialize("terms", k)

    def prove(order: Fact) -> Fact:
        same = [p.congr(f, order)] if order.concl.op == "eq" else []
        return p.have(only <= f(k), *p.reduce_ite(order, only), *same, term)

    each = p.generalize(k, p.trichotomy(k, m, prove))
    single = p.apply("sum_single", f=fun(lambda i: f(m)))

    def at(order: Fact, j: Term) -> Fact:
        """Prove f_m < Σ f from the strict inequality 0 < f_j for j ≠ m."""
        other = ite(Eq(j, m), f(m), 0)
        strict = p.have(other < f(j), *p.reduce_ite(order, other), p.specialize("terms", j))
        by = {"f": fun(lambda i: ite(Eq(i, m), f(m), 0)), "g": f, "m": j}
        less = p.apply("sum_lt_one", each, strict, **by)
        return p.have(f(m) < total(f), less, single)

    first, later = p.assume(m <= lo), p.assume(lo < m)
    beyond = p.have(m < hi, first, "several")
    p.qed(p.cases(m, lo, at(beyond, hi), at(later, lo)))


@chapter.theorem
def weighted_chebyshev(p: Proof) -> None:
    """0 <= w_i w_j (f_i − f_j) (g_i − g_j) for all i, j in range ⊢ Σ w f · Σ w g <= Σ w · Σ w f g."""

    def pair(i: Term, j: Term) -> Term:
        return w(i) * w(j) * (f(i) - f(j)) * (g(i) - g(j))

    p.given(pairs=every(lambda i: every(lambda j: pair(i, j) >= 0, lo, hi), lo, hi))
    p.given(low=lo <= k, high=k <= hi, low_m=lo <= m, high_m=m <= hi)
    each = p.specialize("pairs", k, m)
    row = p.apply("sum_nonneg", each, f=fun(lambda j: pair(k, j)))
    rows = row
    all_ = p.apply("sum_nonneg", rows, f=fun(lambda i: Sum(lambda j: pair(i, j), lo, hi)))
    parts = (lambda i: w(i) * f(i), lambda i: w(i) * g(i), lambda i: w(i), lambda i: w(i) * f(i) * g(i))
    F, G, W, FG = (Sum(part, lo, hi) for part in parts)
    p.qed(p.have(F * G <= W * FG, all_))


@chapter.theorem
def nondecreasing_le(p: Proof) -> None:
    """f_i <= f_{i+1} for all i in lo..hi − 1, lo <= i <= j <= hi ⊢ f_i <= f_j."""
    p.given(steps=every(lambda i: f(i) <= f(i + 1), lo, hi - 1), i_low=lo <= i)
    p.given(k_low=i <= k, so_far=implies(k <= hi, f(i) <= f(k)), k_high=k + 1 <= hi)
    before = p.mp("so_far", p.side_condition(k <= hi))
    step_k = p.specialize("steps", k)
    step = p.discharge(p.have(f(i) <= f(k + 1), before, step_k), k + 1 <= hi)
    base = p.discharge(p.have(f(i) <= f(i)), i <= hi)
    all_ = p.induct(lambda x: implies(x <= hi, f(i) <= f(x)), i, k, base, step)
    p.given(order=i <= j, j_high=j <= hi)
    p.qed(p.specialize(all_, j), f(i) <= f(j))


@chapter.theorem
def first_below_rest(p: Proof) -> None:
    """f_i <= f_{i+1} for all i in lo..hi − 1, lo <= m <= hi ⊢ (hi − m) Σ_lo^m f <= (m − lo + 1) Σ_{m+1}^hi f."""
    p.given(steps=every(lambda i: f(i) <= f(i + 1), lo, hi - 1), m_low=lo <= m, m_high=m <= hi)
    middle = fun(lambda i: f(m))

    def compared(low: Term, high: Term, a: Term, b: Term, first: Term, last: Term) -> Fact:
        """Prove Σ a <= Σ b over low..high from f_first <= f_last; of these two indices one is i, and one is m."""
        inside = [p.assume(side) for side in (low <= i, i <= high)]
        ends = [p.side_condition(side, *inside) for side in (lo <= first, first <= last, last <= hi)]
        order = p.apply("nondecreasing_le", *ends, i=first, j=last)
        return p.apply("sum_le", order, f=a, g=b, lo=low, hi=high)

    before, after = compared(lo, m, f, middle, i, m), compared(m + 1, hi, middle, f, m, i)
    many, more = (p.apply("sum_const", lo=low, hi=high) for low, high in ((lo, m), (m + 1, hi)))
    below = p.have(total(f, lo, m) <= (m - lo + 1) * f(m), before, (many, f(m)))
    above = p.have((hi - m) * f(m) <= total(f, m + 1, hi), after, (more, f(m)))
    counts = p.have(0 <= hi - m, "m_high"), p.have(0 <= m - lo + 1, "m_low")
    both = [(num(1), [below, counts[0]]), (num(1), [above, counts[1]])]
    out = p.rule("arith", (hi - m) * total(f, lo, m) <= (m - lo + 1) * total(f, m + 1, hi), both, label="out")
    p.qed(out)


@chapter.theorem
def part_le(p: Proof) -> None:
    """0 <= f_i for all i in lo..hi, lo <= j <= m + 1, m <= hi ⊢ Σ_j^m f <= Σ_lo^hi f."""
    p.given(terms=every(lambda i: f(i) >= 0, lo, hi), j_low=lo <= j, order=j <= m + 1, m_high=m <= hi)

    def rest(low: Term, high: Term) -> Fact:
        """Prove 0 <= Σ f over low..high, a part of the range."""
        inside = [p.assume(side) for side in (low <= i, i <= high)]
        sign = p.specialize("terms", i, using=[p.side_condition(side, *inside) for side in (lo <= i, i <= hi)])
        return p.apply("sum_nonneg", sign, lo=low, hi=high)

    front, back = rest(lo, j - 1), rest(m + 1, hi)
    first = p.apply("sum_split", m=j - 1)
    second = p.apply("sum_split", lo=j)
    p.qed(p.have(total(f, j, m) <= total(f), front, back, first, second))


@chapter.theorem
def others_ge(p: Proof) -> None:
    """r <= f_i for all i in range, lo <= m <= hi ⊢ f_m + (hi − lo) r <= Σ f."""
    above = fun(lambda i: f(i) - r)
    p.given(terms=every(lambda i: r <= f(i), lo, hi), m_low=lo <= m, m_high=m <= hi)
    member = p.apply("sum_member", f=above)
    count = p.apply("sum_const")
    p.qed(p.have(f(m) + (hi - lo) * r <= total(f), member, (count, r)))


@chapter.usable(new=1, rest=True)
@chapter.theorem
def logs_of_others(p: Proof) -> None:
    """0 < f_i for all i in range, 1 <= N = hi − lo ⊢ Σ log f + (N + 1) log N <= Σ_i log(Σ f − f_i)."""
    N, S, logs = hi - lo, total(f), Sum(lambda i: log(f(i)), lo, hi)
    rest = S - f(m)
    mean = rest * inv(N)
    p.given(terms=every(lambda i: f(i) > 0, lo, hi), several=lo < hi, low=lo <= i, high=i <= hi)
    p.given(m_low=lo <= m, m_high=m <= hi)
    p.have(rest > 0, p.apply("member_lt"), label="rest")
    number = p.have(N > 0, "several")
    inverse = p.apply("inv_pos", number)
    p.have(mean > 0, ("rest", inverse), label="mean")
    count = p.apply("sum_const")
    # the tangent of the logarithm at the mean of the f_i with i ≠ m, summed over these i
    tangent = p.apply("log_tangent", p.specialize("terms", i), "mean")
    above = fun(lambda i: log(mean) + f(i) * inv(mean) - 1 - log(f(i)))
    each = p.have(above(i) >= 0, tangent)
    member = p.apply("sum_member", each, f=above)
    apart = p.apply("log_mul", "rest", inverse), p.apply("log_inv", number)
    one = p.rule("arith", Eq(rest * inv(mean), N), [], [], ["mean", number])
    parts = (apart[0], N), (apart[1], N), one
    p.have(logs - log(f(m)) <= N * (log(rest) - log(N)), member, (count, log(mean) - 1), *parts, label="each")
    by = {"f": fun(lambda i: logs - log(f(i))), "g": fun(lambda i: N * (log(S - f(i)) - log(N)))}
    up = p.apply("sum_le", "each", **by)
    goal = logs + (N + 1) * log(N) <= Sum(lambda i: log(S - f(i)), lo, hi)
    whole = p.have(N * goal.args[0] <= N * goal.args[1], up, (count, logs), (count, N * log(N)))
    p.qed(p.rule("arith", goal, [(num(1), [whole, inverse])], [], [number]))


def crossings(p: Proof, rest: Callable[[Term, Term], Term], steps: Term, products: Term, taken: Sequence[Fact]) -> None:
    """Prove Σ_i f_i G_i + Σ_i g_i F_i + Σ f g = Σ f · Σ g, where F_i and G_i sum the members after i, or before i.

    F_i is `rest(f, i)`, and G_i is `rest(g, i)`. The sum of `steps`, which are differences of neighbours in `products`,
    telescopes. `taken` are facts that split f_i and g_i off sums, and the fact that the sum at one end is empty.
    """
    first, second, _ = taken
    each = fun(lambda i: f(i) * rest(g, i) + g(i) * rest(f, i) + f(i) * g(i))
    step = p.have(Eq(steps(i), each(i)), (first, rest(g, i) + g(i)), (second, first.concl.args[0]))
    up = p.apply("sum_eq", step, f=steps, g=each)
    telescope = p.apply("telescope", f=products)
    whole = Sum(lambda i: f(i) * rest(g, i), lo, hi) + Sum(lambda i: g(i) * rest(f, i), lo, hi)
    p.qed(p.have(Eq(whole + Sum(lambda i: f(i) * g(i), lo, hi), total(f) * total(g)), up, telescope, label="out"))


@chapter.usable(new=1, rest=True)
@chapter.theorem
def crossed_after(p: Proof) -> None:
    """lo <= hi + 1 ⊢ Σ_i f_i Σ_{j>i} g_j + Σ_i g_i Σ_{j>i} f_j + Σ f g = Σ f · Σ g, all over lo..hi."""
    p.given(proper=lo <= hi + 1, high=i <= hi)
    products = fun(lambda i: total(f, i, hi) * total(g, i, hi))
    taken = [p.apply("sum_first", f=a, lo=i) for a in (f, g)]
    none = p.big_empty(total(f, hi + 1, hi), p.have(hi < hi + 1))
    steps = fun(lambda i: products(i) - products(i + 1))
    crossings(p, lambda a, i: total(a, i + 1, hi), steps, products, [*taken, none])


@chapter.usable(new=1, rest=True)
@chapter.theorem
def crossed_before(p: Proof) -> None:
    """lo <= hi + 1 ⊢ Σ_i f_i Σ_{j<i} g_j + Σ_i g_i Σ_{j<i} f_j + Σ f g = Σ f · Σ g, all over lo..hi."""
    p.given(proper=lo <= hi + 1, low=lo <= i)
    products = fun(lambda i: total(f, lo, i - 1) * total(g, lo, i - 1))
    taken = [p.big_step(total(a, lo, i), "low") for a in (f, g)]
    none = p.big_empty(total(f, lo, lo - 1), p.have(lo - 1 < lo))
    steps = fun(lambda i: products(i + 1) - products(i))
    crossings(p, lambda a, i: total(a, lo, i - 1), steps, products, [*taken, none])


@chapter.usable
@chapter.theorem
def squares_le_square(p: Proof) -> None:
    """0 <= f_i for all i in range ⊢ Σ f² <= (Σ f)²."""
    p.given(terms=every(lambda i: f(i) >= 0, lo, hi), low=lo <= k, high=k <= hi)
    term = p.specialize("terms", k)
    member = p.apply("sum_member", m=k)
    each = p.have(f(k) * f(k) <= total(f) * f(k), (term, member))
    by = {"f": fun(lambda i: f(i) * f(i)), "g": fun(lambda i: total(f) * f(i))}
    up = p.apply("sum_le", each, **by)
    p.qed(p.change(up, Sum(lambda i: f(i) ** 2, lo, hi) <= total(f) ** 2))


@chapter.theorem
def falling_le_total(p: Proof) -> None:
    """f_{i+1} <= f_i for all i in lo..hi − 1, 0 <= f_i for all i in range, lo <= m <= hi ⊢ (m − lo + 1) f_m <= Σ f."""
    p.given(steps=every(lambda i: f(i + 1) <= f(i), lo, hi - 1), terms=every(lambda i: f(i) >= 0, lo, hi))
    p.given(m_low=lo <= m, m_high=m <= hi, low=lo <= k, high=k <= m)
    down = fun(lambda i: -f(i))
    order = p.apply("nondecreasing_le", "high", f=down)
    each = p.have(f(m) <= f(k), order)
    up = p.apply("sum_le", each, f=fun(lambda i: f(m)), g=f, hi=m)
    count = p.apply("sum_const", hi=m)
    part = p.apply("part_le", p.have(lo <= m + 1, "m_low"))
    p.qed(p.have((m - lo + 1) * f(m) <= total(f), up, (count, f(m)), part))


@chapter.theorem
def member_of_zero_sum(p: Proof) -> None:
    """Σ f = 0, lo <= m <= hi ⊢ 2 |f_m| <= Σ |f|."""
    size = Sum(lambda i: abs(f(i)), lo, hi)
    p.given(zero=Eq(total(f), 0), m_low=lo <= m, m_high=m <= hi)
    halves = []
    for side in (1, -1):
        above = p.apply("abs_ge", x=-side * f(i))
        members = p.have(abs(f(i)) + side * f(i) >= 0, above)
        both = fun(lambda i, side=side: abs(f(i)) + side * f(i))
        member = p.apply("sum_member", members, f=both)
        here = p.apply("abs_ge", x=side * f(m))
        halves.append(p.have(side * f(m) <= num(1, 2) * size, member, here, "zero"))
    low = p.have(-(num(1, 2) * size) <= f(m), halves[1])
    out = p.apply("abs_le", low, halves[0], x=f(m), u=num(1, 2) * size)
    p.qed(p.have(2 * abs(f(m)) <= size, out))


@chapter.usable
@chapter.theorem
def square_of_centred(p: Proof) -> None:
    """Σ f = 0, lo <= m <= hi, N = hi − lo + 1 ⊢ N f_m² <= (N − 1) Σ f²."""
    N, u = hi - lo + 1, f(m)
    V = Sum(lambda i: f(i) ** 2, lo, hi)
    p.given(zero=Eq(total(f), 0), m_low=lo <= m, m_high=m <= hi)
    count = p.apply("sum_const")
    shifted = fun(lambda i: ((N - 1) * f(i) + u) ** 2)
    square = p.apply("square_nonneg", x=(N - 1) * f(i) + u)
    squares = square
    member = p.apply("sum_member", squares, f=shifted)
    whole = p.have(N * (N - 1) * u**2 <= (N - 1) ** 2 * V, member, ("zero", (N - 1) * u), (count, u**2))
    p.given(several=lo < hi, one=hi <= lo)
    inverse = p.apply("inv_pos", p.have(N - 1 > 0, "several"))
    signs = [p.have(N - 1 > 0, "several")]
    if_several = p.rule("arith", N * u**2 <= (N - 1) * V, [(num(1), [whole, inverse])], [], signs)
    same = p.antisymmetry(p.have(m <= lo, "m_high", "one"), "m_low")
    first = p.congr(f, same)
    rest = p.big_empty(Sum(lambda i: f(i), lo + 1, hi), p.have(hi < lo + 1, "one"))
    apart = p.apply("sum_first")
    none = p.have(Eq(u, 0), first, rest, apart, "zero")
    p.apply(
        "sum_nonneg",
        p.apply("square_nonneg", x=f(i)),
        f=fun(lambda i: f(i) ** 2),
        label="squares",
    )
    only = p.have(0 <= N - 1, "m_low", "m_high")
    if_one = p.have(N * u**2 <= (N - 1) * V, (none, N * u), ("squares", only))
    p.qed(p.cases(hi, lo, if_one, if_several), N * u**2 <= (N - 1) * V)


def path(a: Term) -> Term:
    """Σ |a_{i+1} − a_i| over lo <= i <= hi."""
    return Sum(lambda i: abs(a(i + 1) - a(i)), lo, hi)


@chapter.theorem
def path_ordered(p: Proof) -> None:
    """lo <= j <= m <= hi + 1 ⊢ |f_m − f_j| <= Σ_lo^hi |f_{i+1} − f_i|."""
    p.given(j_low=lo <= j, order=j <= m, m_high=m <= hi + 1)
    steps = fun(lambda i: abs(f(i + 1) - f(i)))
    sign = p.apply("abs_nonneg", x=f(i + 1) - f(i))
    signs = sign
    part = p.apply("part_le", signs, f=steps, m=m - 1)
    telescope = p.apply("telescope", lo=j, hi=m - 1)
    halves = []
    for side in (1, -1):
        step = p.apply("abs_ge", x=side * (f(i + 1) - f(i)))
        every_one = p.generalize(i, step, j <= i, i <= m - 1)
        change = fun(lambda i, side=side: side * (f(i + 1) - f(i)))
        up = p.apply("sum_le", every_one, f=change, g=steps, lo=j, hi=m - 1)
        halves.append(p.have(side * (f(m) - f(j)) <= path(f), up, part, telescope))
    low = p.have(-path(f) <= f(m) - f(j), halves[1])
    p.qed(p.apply("abs_le", low, halves[0], x=f(m) - f(j), u=path(f)))


@chapter.theorem
def path_between(p: Proof) -> None:
    """lo <= j <= hi + 1, lo <= m <= hi + 1 ⊢ |f_m − f_j| <= Σ_lo^hi |f_{i+1} − f_i|."""
    p.given(j_low=lo <= j, j_high=j <= hi + 1, m_low=lo <= m, m_high=m <= hi + 1, before=j <= m, after=m < j)
    one = p.apply("path_ordered")
    other = p.apply("path_ordered", j=m, m=j)
    p.qed(p.rule("cases", j, m, one, other))


@chapter.theorem
def products_of_neighbours(p: Proof) -> None:
    """0 <= f_i for all i in range, lo <= hi ⊢ 4 Σ_{i=lo}^{hi−1} f_i f_{i+1} <= (Σ f)².

    By induction on x, 4 Σ_{i<x} f_i f_{i+1} + 4 f_x y <= (Σ_{i<=x} f_i + y)² for all y >= 0. The step uses the
    induction hypothesis at y = 2 f_x − Σ_{i<=x} f_i if this is not negative, and at y = 0 otherwise.
    """

    def products(high: Term) -> Term:
        return Sum(lambda i: f(i) * f(i + 1), lo, high)

    def with_one(x: Term, y: Term) -> Term:
        return 4 * products(x - 1) + 4 * f(x) * y <= (total(f, lo, x) + y) * (total(f, lo, x) + y)

    def claim(x: Term) -> Term:
        return for_all(lambda y: implies(0 <= y, with_one(x, y)), "R")

    def squared(t: Term) -> Fact:
        return p.apply("square_nonneg", x=t)

    p.given(terms=every(lambda i: f(i) >= 0, lo, hi))
    base = p.have(with_one(lo, r), squared(f(lo) - r))
    base = p.discharge(p.rule("generalize", r, p.discharge(base, 0 <= r)), lo <= hi)

    p.given(k_low=lo <= k, so_far=implies(k <= hi, claim(k)), k_high=k + 1 <= hi, more=s >= 0)
    here = p.mp("so_far", p.side_condition(k <= hi))
    S, y = total(f, lo, k), f(k + 1)
    y_low = p.specialize("terms", k + 1)
    member = p.apply("sum_member", up_to(p, "terms", k), "k_low", hi=k)
    next_ = p.big_step(products(k), "k_low")
    longer = p.big_step(total(f, lo, k + 1), p.side_condition(lo <= k + 1))
    shape = with_one(k + 1, s)
    wanted = 4 * products(k - 1) + 4 * f(k) * y + 4 * y * s <= (S + y + s) * (S + y + s)
    small, large = p.assume(S <= 2 * f(k)), p.assume(2 * f(k) < S)
    above = p.specialize(here, 2 * f(k) - S, using=[p.have(0 <= 2 * f(k) - S, small)])
    alone = p.specialize(here, num(0))
    rest = p.have(0 <= S - f(k), member)
    low = p.have(wanted, above, (rest, "more"), squared(2 * f(k) + s - S - y))
    room = p.have(0 <= S - 2 * f(k), large)
    over = p.have(0 <= S, member, p.specialize("terms", k))
    high = p.have(wanted, alone, (room, y_low), ("more", over), squared(y - s))
    both = p.cases(S, 2 * f(k), low, high)
    same = p.congr(lambda t: (t + s) * (t + s), longer)
    step = p.have(shape, both, next_, same)
    step = p.discharge(p.rule("generalize", s, p.discharge(step, 0 <= s)), k + 1 <= hi)
    all_ = p.induct(lambda x: implies(x <= hi, claim(x)), lo, k, base, step)
    p.given(some=lo <= hi)
    out = p.specialize(all_, hi, num(0))
    p.qed(p.have(4 * products(hi - 1) <= total(f) * total(f), out))


@chapter.theorem
def sum_by_parts(p: Proof) -> None:
    """lo <= hi ⊢ Σ_lo^hi f g = g_hi Σ_lo^hi f + Σ_{k=lo}^{hi−1} (g_k − g_{k+1}) Σ_lo^k f."""

    def claim(x: Term) -> Term:
        rest = Sum(lambda k: (g(k) - g(k + 1)) * total(f, lo, k), lo, x - 1)
        return Eq(Sum(lambda i: f(i) * g(i), lo, x), g(x) * total(f, lo, x) + rest)

    both = fun(lambda i: f(i) * g(i))
    base = p.have(claim(lo))
    p.given(k_low=lo <= k, so_far=claim(k))
    high = k
    unroll(
        p,
        ("one", total(both, lo, k + 1)),
        ("two", total(f, lo, k + 1)),
        ("three", Sum(lambda k: (g(k) - g(k + 1)) * total(f, lo, k), lo, high)),
    )
    step = p.have(claim(k + 1), "one", ("two", g(k + 1)), "three", "so_far")
    all_ = p.induct(claim, lo, k, base, step)
    p.given(some=lo <= hi)
    p.qed(p.specialize(all_, hi), claim(hi))


# --- recursions ------------------------------------------------------------------------------------------------------


@chapter.theorem
def recursion_le_prod(p: Proof) -> None:
    """f_{i+1} <= g_i f_i, 0 <= g_i for all i in range, lo <= hi + 1 ⊢ f_{hi+1} <= Π g · f_lo."""
    p.given(steps=every(lambda i: f(i + 1) <= g(i) * f(i), lo, hi), rates=every(lambda i: g(i) >= 0, lo, hi))

    def base() -> None:
        p.have(f(lo) <= whole(g, lo - 1) * f(lo), label="base")

    def step() -> None:
        last = p.big_step(whole(g, k + 1), p.side_condition(lo <= k + 1))
        at = [p.specialize(terms, k + 1) for terms in ("steps", "rates")]
        p.have(f(k + 2) <= whole(g, k + 1) * f(lo), at[0], ("so_far", at[1]), (last, f(lo)), label="step")

    upwards(p, lambda x: f(x + 1) <= whole(g, x) * f(lo), base, step)
    p.given(proper=lo <= hi + 1)
    p.qed(p.specialize("all", hi), f(hi + 1) <= whole(g) * f(lo))


@chapter.theorem
def prod_telescope(p: Proof) -> None:
    """g_i f_i = f_{i+1} for all i in range, lo <= hi + 1 ⊢ Π g · f_lo = f_{hi+1}."""
    p.given(steps=every(lambda i: Eq(g(i) * f(i), f(i + 1)), lo, hi))

    def base() -> None:
        p.have(Eq(whole(g, lo - 1) * f(lo), f(lo)), label="base")

    def step() -> None:
        last = p.big_step(whole(g, k + 1), p.side_condition(lo <= k + 1))
        at = p.specialize("steps", k + 1)
        p.have(Eq(whole(g, k + 1) * f(lo), f(k + 2)), at, (last, f(lo)), ("so_far", g(k + 1)), label="step")

    upwards(p, lambda x: Eq(whole(g, x) * f(lo), f(x + 1)), base, step)
    p.given(proper=lo <= hi + 1)
    p.qed(p.specialize("all", hi), Eq(whole(g) * f(lo), f(hi + 1)))


# --- powers ----------------------------------------------------------------------------------------------------------


@chapter.theorem
def to_the_step(p: Proof) -> None:
    """0 <= k ⊢ r^(k+1) = r^k r."""
    p.given(k_low=k >= 0)
    step = p.big_step(to_the(r, k + 1), p.side_condition(1 <= k + 1))
    p.qed(p.change(step, Eq(to_the(r, k + 1), to_the(r, k) * r)))


@chapter.theorem
def to_the_log(p: Proof) -> None:
    """0 < r, 0 <= k ⊢ r^k = e^(k log r)."""
    p.given(r_pos=r > 0, k_low=k >= 0, low=1 <= i, high=i <= k)
    members = p.generalize(i, p.have(r > 0, "r_pos"), "low", "high")
    same = p.apply("log_prod", members)
    count = p.apply("sum_const", p.side_condition(num(1) <= k + 1))
    logs = p.have(Eq(log(to_the(r, k)), k * log(r)), same, (count, log(r)))
    back = p.exp_log(p.apply("prod_pos", members))
    powers = p.congr(exp, logs)
    p.qed(p.have(Eq(to_the(r, k), exp(k * log(r))), back, powers))


@chapter.theorem
def geometric_total(p: Proof) -> None:
    """lo <= n + 1, 0 <= lo ⊢ (1 − r) Σ_{i=lo}^n r^i = r^lo − r^(n+1)."""

    def claim(x: Term) -> Term:
        return Eq((1 - r) * Sum(lambda i: to_the(r, i), lo, x), to_the(r, lo) - to_the(r, x + 1))

    p.given(lo_low=lo >= 0, k_low=lo - 1 <= k, so_far=claim(k))
    base = p.have(claim(lo - 1))
    last = p.big_step(Sum(lambda i: to_the(r, i), lo, k + 1), p.side_condition(lo <= k + 1))
    power = p.apply("to_the_step", k=k + 1)
    step = p.have(claim(k + 1), (last, 1 - r), power, "so_far")
    all_ = p.induct(claim, lo - 1, k, base, step)
    p.given(proper=lo <= n + 1)
    p.qed(p.specialize(all_, n), claim(n))


@chapter.usable
@chapter.claim(
    {"proper": lo <= n + 1},
    shows=Eq((1 - exp(r)) * Sum(lambda i: exp(r * i), lo, n), exp(r * lo) - exp(r * (n + 1))),
)
def geometric_total_of_exponentials(p: Proof) -> Fact:
    """lo <= n + 1 ⊢ (1 − e^r) Σ_{i=lo}^n e^(r i) = e^(r lo) − e^(r (n+1))."""

    def claim(x: Term) -> Term:
        return Eq((1 - exp(r)) * Sum(lambda i: exp(r * i), lo, x), exp(r * lo) - exp(r * (x + 1)))

    p.given(k_low=lo - 1 <= k, so_far=claim(k))
    last = p.big_step(Sum(lambda i: exp(r * i), lo, k + 1), p.side_condition(lo <= k + 1))
    step = p.have(claim(k + 1), (last, 1 - exp(r)), "so_far")
    return p.specialize(p.induct(claim, lo - 1, k, p.have(claim(lo - 1)), step), n)


@chapter.theorem
def geometric_moment(p: Proof) -> None:
    """lo <= n + 1, 0 <= lo ⊢ (1 − r)² Σ_{i=lo}^n i r^i = (1 − r) (lo r^lo − n r^(n+1)) + r^(lo+1) − r^(n+1)."""

    def claim(x: Term) -> Term:
        moment = Sum(lambda i: i * to_the(r, i), lo, x)
        last = to_the(r, x + 1)
        return Eq((1 - r) * (1 - r) * moment, (1 - r) * (lo * to_the(r, lo) - x * last) + r * to_the(r, lo) - last)

    p.given(lo_low=lo >= 0, k_low=lo - 1 <= k, so_far=claim(k))
    base = p.have(claim(lo - 1))
    last = p.big_step(Sum(lambda i: i * to_the(r, i), lo, k + 1), p.side_condition(lo <= k + 1))
    power = p.apply("to_the_step", k=k + 1)
    step = p.have(claim(k + 1), (last, (1 - r) * (1 - r)), (power, k * r - k - 1 + r), (power, num(1)), "so_far")
    all_ = p.induct(claim, lo - 1, k, base, step)
    p.given(proper=lo <= n + 1)
    p.qed(p.specialize(all_, n), claim(n))
