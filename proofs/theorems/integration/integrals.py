"""Integrals of functions of matrices, by covers with boxes, and the distance d_p of two functions.

A box is given by its lower and upper ends L(r, c) <= H(r, c), for the entries of d × n matrices; b 1_[L, H] is b in it
and 0 elsewhere, and its integral is b times the product of the edges. For a function F >= 0 of matrices, "∫ F <= E" is
short for: for every t > E there are boxes and weights b_k >= 0, one for each k >= 1, such that every F(X) is below
Σ b_k 1_[L_k, H_k] up to an arbitrarily small error, and the partial sums of b_k vol_k are at most t. It says that the
upper integral of F is at most E; for measurable F this is Lebesgue's integral.

The integral is monotone, additive and homogeneous. The distance d_p(f, g) < ε says this with ‖f − g‖_p^p for F and a
bound below ε^p. Minkowski's inequality follows from the convexity of t ↦ t^p, and a change of variables X ↦ α X + β
multiplies integrals by α^(−dn).

Main statements: `integral_of_box`, `integral_mono`, `integral_add`, `integral_sum`, `integral_scale`,
`integral_moved`, `power_tangent`, `at_most_if_below`, `minkowski`, `three_thirds`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.cases import by_cases, by_choices, values
from proofs.builder.chapter import Chapter
from proofs.builder.concatenation import carried
from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError
from proofs.language.notation import *
from proofs.theorems.algebra.integers import floor

chapter = Chapter("integrals")
d, n, N, N1, N2, m, k, r, c, j = ints("d n N N1 N2 m k r c j")
E, E1, E2, beta, power_p, eps, eps1, eps2, u, v, t = reals("E E_1 E_2 beta p epsilon epsilon_1 epsilon_2 u v t")
L, H, X = vectors("L H X", 2)
lo, hi, lo1, hi1, lo2, hi2 = vectors("lo hi lo_1 hi_1 lo_2 hi_2", 3)
b, b1, b2, e = vectors("b b_1 b_2 e")
F, G = functions("F G", MATRIX)
(family,) = functions("F", "Z" + MATRIX)
f, g, h = functions("f g h", MATRIX + "ZZ")
FAMILY = "(ZZZ>R)"


# --- boxes, and what an integral is at most ---------------------------------------------------------------------------


def inside(low: Term, high: Term, x: Term) -> Term:
    """1 if low <= x <= high, else 0."""
    return ite(low <= x, ite(x <= high, 1, 0), 0)


def over_entries(factor: Callable[[Term, Term], Term], d: Term = d, n: Term = n) -> Term:
    """Π over the entries of a d × n matrix."""
    return Prod(lambda r: Prod(lambda c: factor(r, c), 1, n), 1, d)


def over(p: Proof, fact: Fact) -> Fact:
    """For all entries (r, c)."""
    return p.generalize(r, p.generalize(c, fact, "c_low", "c_high"), "r_low", "r_high")


def entry(p: Proof, fact: Named) -> Fact:
    """Return the fact about all entries, at (r, c)."""
    return p.specialize(fact, r, c)


def indicator(L: Term, H: Term, X: Term, d: Term = d, n: Term = n) -> Term:
    """1 if L <= X <= H in every entry, else 0."""
    return over_entries(lambda r, c: inside(L(r, c), H(r, c), X(r, c)), d, n)


def volume(L: Term, H: Term, d: Term = d, n: Term = n) -> Term:
    """Return the product of the edges."""
    return over_entries(lambda r, c: H(r, c) - L(r, c), d, n)


def box(ends: Term, k: Term) -> Term:
    """Return the k-th of several ends, a matrix."""
    return fun(lambda r, c: ends(k, r, c), 2)


def ordered(L: Term, H: Term, d: Term = d, n: Term = n) -> Term:
    """L <= H in every entry."""
    return every(lambda r: every(lambda c: L(r, c) <= H(r, c), 1, n), 1, d)


def step_function(N: Term, lo: Term, hi: Term, b: Term, X: Term, d: Term = d, n: Term = n) -> Term:
    """Σ b_k 1_[lo_k, hi_k] at X."""
    return Sum(lambda k: b(k) * indicator(box(lo, k), box(hi, k), X, d, n), 1, N)


def total_volume(N: Term, lo: Term, hi: Term, b: Term, d: Term = d, n: Term = n) -> Term:
    """Σ b_k vol_k."""
    return Sum(lambda k: b(k) * volume(box(lo, k), box(hi, k), d, n), 1, N)


def cover(lo: Term, hi: Term, b: Term, F: Term, E: Term, d: Term = d, n: Term = n) -> list[Term]:
    """F is at most Σ b_k 1_[lo_k, hi_k], k >= 1, whose integral is at most E."""

    def reached(X: Term, e: Term) -> Term:
        return exists(lambda N: [0 <= N, F(X) <= e + step_function(N, lo, hi, b, X, d, n)], "Z")

    return [
        every(lambda k: ordered(box(lo, k), box(hi, k), d, n), 1),
        every(lambda k: 0 <= b(k), 1),
        for_all(lambda X, e: implies(0 < e, reached(X, e)), MATRIX, "R"),
        every(lambda N: total_volume(N, lo, hi, b, d, n) <= E, 0),
    ]


def covered(F: Term, E: Term, d: Term = d, n: Term = n) -> Term:
    """F has a cover whose integral is at most E."""
    return exists(lambda lo, hi, b: cover(lo, hi, b, F, E, d, n), FAMILY, FAMILY, VECTOR)


def integral_at_most(F: Term, E: Term, d: Term = d, n: Term = n) -> Term:
    """∫ F <= E: for every t > E, F has a cover whose integral is at most t."""
    return for_all(lambda t: implies(E < t, covered(F, t, d, n)), "R")


chapter.notions.define(volume(L, H), (L, H, d, n), "vol[{0}, {1}]", r"\mathrm{{vol}}[{0}, {1}]")
chapter.notions.define(indicator(L, H, X), (L, H, X, d, n), "1[{0} ≤ {2} ≤ {1}]", r"\mathbf{{1}}[{0} \le {2} \le {1}]")
chapter.notions.define(
    integral_at_most(F, E), (F, E, d, n), "∫ {0} dλ ≤ {1}", r"\int {0} \, \mathrm{{d}}\lambda \le {1}"
)


def at(f: Callable[[Term], Term]) -> Term:
    """X ↦ f(X)."""
    return mapping(f, MATRIX)


# --- products over entries --------------------------------------------------------------------------------------------

a, w = vectors("a w")


def product_of(v: Term, top: Term) -> Term:
    """Π v_i, i from 1 to `top`."""
    return Prod(lambda i: v(i), 1, top)


@chapter.theorem
def product_of_products(p: Proof) -> None:
    """Π f_i g_i = Π f_i Π g_i, for i from 1 to m."""

    def claim(x: Term) -> Term:
        whole, parts = Prod(lambda i: a(i) * w(i), 1, x), Prod(lambda i: a(i), 1, x) * Prod(lambda i: w(i), 1, x)
        return Eq(whole, parts)

    p.given(k_low=0 <= k, so_far=claim(k), proper=0 <= m, improper=m < 0)
    for label, top, fact in (("zero", num(0), p.have(num(0) < 1)), ("less", m, p.have(m < 1, "improper"))):
        sides = claim(top).args
        products = [sides[0], Prod(lambda i: a(i), 1, top), Prod(lambda i: w(i), 1, top)]
        empty = [p.big_empty(t, fact) for t in products]
        p.have(claim(top), *empty, (empty[1], products[2]), label=label)
    products = [Prod(lambda i: a(i) * w(i), 1, k + 1), Prod(lambda i: a(i), 1, k + 1), Prod(lambda i: w(i), 1, k + 1)]
    last = [p.big_step(t, p.have(1 <= k + 1, "k_low")) for t in products]
    step = p.have(
        claim(k + 1),
        last[0],
        (last[1], products[2]),
        (last[2], Prod(lambda i: a(i), 1, k) * a(k + 1)),
        ("so_far", a(k + 1) * w(k + 1)),
    )
    all_ = p.induct(claim, 0, k, "zero", step)
    claimed = p.specialize(all_, m)
    p.qed(p.cases(0, m, claimed, "less"), claim(m))


@chapter.theorem
def product_same(p: Proof) -> None:
    """f_i = g_i for i from 1 to m ⊢ Π f_i = Π g_i."""

    def claim(x: Term) -> Term:
        return implies(x <= m, Eq(Prod(lambda i: a(i), 1, x), Prod(lambda i: w(i), 1, x)))

    p.given(same=every(lambda i: Eq(a(i), w(i)), 1, m), k_low=0 <= k, so_far=claim(k), top=k + 1 <= m)
    p.given(proper=0 <= m, improper=m < 0)
    for label, end, fact in (("zero", num(0), p.have(num(0) < 1)), ("less", m, p.have(m < 1, "improper"))):
        empty = [p.big_empty(product_of(v, end), fact) for v in (a, w)]
        p.have(claim(end).args[1], *empty, label=label)
    base = p.rule("discharge", num(0) <= m, "zero")
    before = p.mp("so_far", p.have(k <= m, "top"))
    last = [p.big_step(product_of(v, k + 1), "k_low") for v in (a, w)]
    own = p.specialize("same", k + 1)
    step_ = p.have(claim(k + 1).args[1], *last, (before, a(k + 1)), (own, Prod(lambda i: w(i), 1, k)))
    step = p.rule("discharge", k + 1 <= m, step_)
    all_ = p.induct(claim, 0, k, base, step)
    claimed = p.specialize(all_, m)
    p.qed(p.cases(0, m, claimed, "less"), claim(m).args[1])


A, W, S = vectors("A W S", 2)


@chapter.claim(given={"same": every(lambda r: every(lambda c: Eq(A(r, c), W(r, c)), 1, n), 1, d)},
               shows=Eq(over_entries(A), over_entries(W)))  # fmt: skip
def entries_same(p: Proof) -> Fact:
    """Apply the result for products row by row."""
    p.given(r_low=1 <= r, r_high=r <= d)
    here = p.apply("product_same", p.specialize("same", r))
    return p.apply("product_same", here)


@chapter.claim(given=[], shows=Eq(over_entries(lambda r, c: A(r, c) * W(r, c)), over_entries(A) * over_entries(W)))
def entries_times(p: Proof) -> None:
    """Apply the result for products row by row."""
    rows = [fun(lambda r, t=t: Prod(lambda c: t(r, c), 1, n)) for t in (A, W)]
    both = fun(lambda r: Prod(lambda c: A(r, c) * W(r, c), 1, n))
    p.apply("product_same", a=both, w=fun(lambda r: rows[0](r) * rows[1](r)), m=d, label="row")
    p.apply("product_of_products", a=rows[0], w=rows[1], m=d, label="all")


@chapter.claim(given={"each": every(lambda r: 0 <= a(r), 1, m)}, shows=0 <= Prod(lambda r: a(r), 1, m))
def product_nonneg(p: Proof) -> Fact:
    """Every factor is nonnegative."""

    def claim(x: Term) -> Term:
        return implies(x <= m, 0 <= Prod(lambda r: a(r), 1, x))

    p.given(k_low=0 <= k, so_far=claim(k), top=k + 1 <= m)
    p.given(proper=0 <= m, improper=m < 0)
    for label, end, fact in (("zero", num(0), p.have(num(0) < 1)), ("less", m, p.have(m < 1, "improper"))):
        p.have(claim(end).args[1], p.big_empty(Prod(lambda r: a(r), 1, end), fact), label=label)
    base = p.rule("discharge", num(0) <= m, "zero")
    before = p.mp("so_far", p.have(k <= m, "top"))
    last = p.big_step(Prod(lambda r: a(r), 1, k + 1), "k_low")
    own = p.specialize("each", k + 1)
    step = p.rule("discharge", k + 1 <= m, p.have(claim(k + 1).args[1], last, (before, own)))
    all_ = p.induct(claim, 0, k, base, step)
    claimed = p.specialize(all_, m)
    return p.cases(0, m, claimed, "less")


@chapter.claim(given={"each": every(lambda r: every(lambda c: 0 <= A(r, c), 1, n), 1, d)}, shows=0 <= over_entries(A))
def entries_nonneg(p: Proof) -> Fact:
    """Apply the result for products row by row."""
    p.given(r_low=1 <= r, r_high=r <= d)
    here = p.apply("product_nonneg", p.specialize("each", r))
    return p.apply("product_nonneg", here)


@chapter.claim(given=[every(lambda r: 0 <= a(r), 1, m), every(lambda r: a(r) <= w(r), 1, m)],
               shows=Prod(lambda r: a(r), 1, m) <= Prod(lambda r: w(r), 1, m))  # fmt: skip
def product_le(p: Proof) -> Fact:
    """By induction on the number of factors."""

    def claim(x: Term) -> Term:
        both = Prod(lambda r: a(r), 1, x) <= Prod(lambda r: w(r), 1, x)
        return implies(x <= m, both)

    def positive(x: Term) -> Term:
        return implies(x <= m, 0 <= Prod(lambda r: a(r), 1, x))

    p.given(so_far=claim(k), sign=positive(k), proper=0 <= m, improper=m < 0)
    for label, end, fact in (("zero", num(0), p.have(num(0) < 1)), ("less", m, p.have(m < 1, "improper"))):
        empty = [p.big_empty(product_of(v, end), fact) for v in (a, w)]
        p.have(claim(end).args[1], *empty, label=label)
    before = p.have(k <= m, p.assume(k + 1 <= m))
    here = p.have(1 <= k + 1, p.assume(0 <= k))
    last = [p.big_step(product_of(v, k + 1), here) for v in (a, w)]
    sides = [
        p.specialize(f, k + 1, using=[here, k + 1 <= m])
        for f in (every(lambda r: 0 <= a(r), 1, m), every(lambda r: a(r) <= w(r), 1, m))
    ]
    held, sign = (p.mp(f, before) for f in ("so_far", "sign"))
    both = p.have(0 <= w(k + 1), *sides)
    step = p.have(claim(k + 1).args[1], *last, (held, both), (sign, p.have(0 <= w(k + 1) - a(k + 1), sides[1])))
    more = p.have(positive(k + 1).args[1], last[0], (sign, sides[0]))
    start = p.have(0 <= Prod(lambda r: a(r), 1, 0))
    all_positive = p.induct(positive, 0, k, p.discharge(start, num(0) <= m), p.discharge(more, k + 1 <= m))
    now = p.specialize(all_positive, k, using=[0 <= k, before])
    all_ = p.induct(
        claim,
        0,
        k,
        p.discharge("zero", num(0) <= m),
        p.discharge(p.cut(step, p.discharge(now, k <= m)), k + 1 <= m),
    )
    claimed = p.specialize(all_, m)
    return p.cases(0, m, claimed, "less")


def one_at(j: Term, u: Term, v: Term) -> Term:
    """u at position j, v elsewhere."""
    return fun(lambda r: ite(Eq(r, j), u, v))


@chapter.claim(given={"j_low": 1 <= j, "j_high": j <= m, "u_low": 0 <= u, "v_low": 1 <= v},
               shows=Prod(one_at(j, u, v), 1, m) <= u * Prod(lambda r: v, 1, m))  # fmt: skip
def product_one_small(p: Proof) -> Fact:
    """All factors but one are v."""
    factor, whole = one_at(j, u, v), lambda x: Prod(lambda r: v, 1, x)

    def claim(x: Term) -> Term:
        return Prod(factor, 1, x) <= ite(j <= x, u, 1) * whole(x)

    p.given(k_low=0 <= k, so_far=claim(k))
    base = p.have(claim(num(0)))
    last = [p.big_step(t, "k_low") for t in (Prod(factor, 1, k + 1), whole(k + 1))]
    powers = p.apply("product_nonneg", a=fun(lambda r: v), m=k)
    grown = p.have(0 <= (v - 1) * whole(k), ("v_low", powers))

    def step(order: Fact) -> Fact:
        own = p.ite_eq(factor(k + 1), order)
        if order.concl.op == "eq":
            before = p.ite_eq(ite(j <= k, u, 1), p.have(k < j, order))
            after = p.ite_eq(ite(j <= k + 1, u, 1), p.have(j <= k + 1, order))
            least = p.have(Prod(factor, 1, k) <= whole(k), "so_far", (before, whole(k)))
            return p.have(claim(k + 1), *last, (own, Prod(factor, 1, k)), (after, whole(k + 1)), (least, "u_low"),
                          (grown, "u_low"))  # fmt: skip
        later = order.concl.args[0] is j  # j < k + 1
        if later:
            before = p.ite_eq(ite(j <= k, u, 1), p.have(j <= k, order))
            after = p.ite_eq(ite(j <= k + 1, u, 1), p.have(j <= k + 1, order))
        else:
            before = p.ite_eq(ite(j <= k, u, 1), p.have(k < j, order))
            after = p.ite_eq(ite(j <= k + 1, u, 1), order)
        value = u if later else num(1)
        least = p.have(Prod(factor, 1, k) <= value * whole(k), "so_far", (before, whole(k)))
        return p.have(
            claim(k + 1), last[0], (own, Prod(factor, 1, k)), (after, whole(k + 1)), (last[1], value), (least, v)
        )

    p.trichotomy(k + 1, j, step, label="step")
    p.induct(claim, 0, k, base, "step", label="all")
    return p.have(p.goal)


# --- boxes at a point -------------------------------------------------------------------------------------------------


@chapter.claim(given=[], shows=0 <= indicator(L, H, X))
def indicator_nonneg(p: Proof) -> Fact:
    """A product of zeros and ones."""
    value = inside(L(r, c), H(r, c), X(r, c))
    entry = by_cases(
        p, [L(r, c) <= X(r, c), X(r, c) <= H(r, c)], lambda known: p.have(0 <= value, *values(p, known, value))
    )
    each = entry
    return p.apply("entries_nonneg", each, A=fun(lambda r, c: inside(L(r, c), H(r, c), X(r, c)), 2))


def between(L: Term, X: Term, H: Term, d: Term = d, n: Term = n) -> list[Term]:
    """L <= X <= H in every entry."""
    return [ordered(L, X, d, n), ordered(X, H, d, n)]


@chapter.claim(given=between(L, X, H), shows=Eq(indicator(L, H, X), 1))
def indicator_one(p: Proof) -> Fact:
    """A product of ones."""
    p.given(low=ordered(L, X), high=ordered(X, H), r_low=1 <= r, r_high=r <= d, c_low=1 <= c, c_high=c <= n)
    sides = [p.specialize(p.specialize(name, r), c) for name in ("low", "high")]
    value = inside(L(r, c), H(r, c), X(r, c))
    each = p.generalize(c, *values(p, sides, value))
    by = {"A": fun(lambda r, c: inside(L(r, c), H(r, c), X(r, c)), 2), "W": fun(lambda r, c: num(1), 2)}
    same = p.apply("entries_same", each, **by)
    return p.have(p.goal, same)


@chapter.claim(given=[1 <= r, r <= d, 1 <= c, c <= n, X(r, c) < L(r, c)], shows=Eq(indicator(L, H, X), 0))
def indicator_below(p: Proof) -> Fact:
    """One factor is 0."""
    return _indicator_zero(p, X(r, c) < L(r, c))


@chapter.claim(given=[1 <= r, r <= d, 1 <= c, c <= n, H(r, c) < X(r, c)], shows=Eq(indicator(L, H, X), 0))
def indicator_above(p: Proof) -> Fact:
    """One factor is 0."""
    return _indicator_zero(p, H(r, c) < X(r, c))


def _indicator_zero(p: Proof, side: Term) -> Fact:
    """Prove that the indicator is at most the product of factors 0 at (r, c) and 1 elsewhere, which is 0."""
    (s, t) = ints("s t")
    p.given(side=side)
    factor = lambda s, t: inside(L(s, t), H(s, t), X(s, t))  # noqa: E731
    conditions = [L(s, t) <= X(s, t), X(s, t) <= H(s, t)]
    ranges = [p.assume(y) for y in (1 <= s, s <= d, 1 <= t, t <= n)]
    low, high = (by_choices(p, factor(s, t), conditions, f) for f in (lambda y: 0 <= y, lambda y: y <= 1))
    here = low
    nonneg = p.apply("entries_nonneg", here, A=fun(factor, 2), label="nonneg")
    at_row = lambda s: fun(lambda t: factor(s, t))  # noqa: E731
    row_low = p.generalize(t, low, *ranges[2:])
    row_high = high
    row = p.apply("product_le", row_low, row_high, a=at_row(s), w=fun(lambda t: num(1)), m=n)
    row_one = p.have(Prod(at_row(s), 1, n) <= 1, row)
    sign = p.apply("product_nonneg", row_low)
    # in row r
    own = by_cases(p, conditions, lambda known: p.have(factor(s, t) <= 1, *values(p, known, factor(s, t))))
    own = p.instantiate(own, [(s, r)])
    first = by_cases(p, [L(r, c) <= X(r, c), X(r, c) <= H(r, c)], lambda known: _factor(p, known, factor(r, c)))
    bound = ite(Eq(t, c), 0, 1)

    def at_column(order: Fact) -> Fact:
        value = p.reduce_ite(order, bound)
        if order.concl.op == "eq":
            moved_ = p.congr(lambda y: factor(r, y), order)
            return p.have(factor(r, t) <= bound, *value, moved_, first)
        return p.have(factor(r, t) <= bound, *value, own)

    each = p.trichotomy(t, c, at_column)
    low_r = p.instantiate(low, [(s, r)])
    zero_row = p.apply("product_le", low_r, each, a=at_row(r), w=one_at(c, num(0), num(1)), m=n)
    nothing = p.apply("product_one_small", j=c, m=n, u=num(0), v=num(1))
    zero_row = p.have(Prod(at_row(r), 1, n) <= 0, zero_row, nothing)
    mark = ite(Eq(s, r), 0, 1)

    def of_row(order: Fact) -> Fact:
        value = p.reduce_ite(order, mark)
        if order.concl.op == "eq":
            moved_ = p.congr(lambda y: Prod(lambda t: factor(y, t), 1, n), order)
            return p.have(Prod(at_row(s), 1, n) <= mark, *value, moved_, zero_row)
        return p.have(Prod(at_row(s), 1, n) <= mark, *value, row_one)

    rows = fun(lambda s: Prod(lambda t: factor(s, t), 1, n))
    each = p.trichotomy(s, r, of_row)
    all_ = p.apply("product_le", sign, each, a=rows, w=one_at(r, num(0), num(1)), m=d)
    nothing = p.apply("product_one_small", j=r, m=d, u=num(0), v=num(1))
    return p.antisymmetry(p.have(indicator(L, H, X) <= 0, all_, nothing), nonneg, label="out")


def _factor(p: Proof, known: Sequence[Fact], t: Term) -> Fact:
    """Prove that the factor is 0, since `side` contradicts one of its conditions."""
    try:
        return p.follows(t <= 0, *values(p, known, t))
    except KernelError:
        return p.absurd(p.have(FALSE, "side", *known), t <= 0)


@chapter.claim(given=[], shows=indicator(L, H, X) <= 1)
def indicator_le(p: Proof) -> Fact:
    """A product of zeros and ones."""
    ranges = [p.assume(f) for f in (1 <= r, r <= d, 1 <= c, c <= n)]
    value = inside(L(r, c), H(r, c), X(r, c))
    conditions = [L(r, c) <= X(r, c), X(r, c) <= H(r, c)]
    low, high = (by_choices(p, value, conditions, f) for f in (lambda y: 0 <= y, lambda y: y <= 1))
    at_row = fun(lambda c: inside(L(r, c), H(r, c), X(r, c)))
    low, high = (p.generalize(c, fact, *ranges[2:]) for fact in (low, high))
    row = p.apply("product_le", low, high, a=at_row, w=fun(lambda c: num(1)), m=n)
    row = p.have(Prod(at_row, 1, n) <= 1, row)
    rows = fun(lambda r: Prod(lambda c: inside(L(r, c), H(r, c), X(r, c)), 1, n))
    whole = p.apply("product_le", row, a=rows, w=fun(lambda r: num(1)), m=d)
    return p.have(p.goal, whole)


# --- two lists in turn ------------------------------------------------------------------------------------------------

Parts = Callable[[Term], Sequence[Term]]


def half(k: Term) -> Term:
    """⌊k/2⌋."""
    return floor(k, num(2))


def interleaved(first: Term, second: Term) -> Term:
    """Return the alternating sequence first(1), second(1), first(2), … of two sequences."""
    arity = len(first.sort) - 4
    return fun(lambda k, *rest: ite(k <= 2 * half(k), second(half(k), *rest), first(half(k) + 1, *rest)), arity)


def interleaved_each(
    p: Proof, claim: Callable[..., Term], whole: Parts, parts: tuple[Parts, Parts], facts: tuple[Fact, Fact], k: Term
) -> Fact:
    """Prove claim(whole(k)) for k >= 1 from claim(first(k)) and claim(second(k)) for all k >= 1."""
    even, odd = p.assume(k <= 2 * half(k)), p.assume(2 * half(k) < k)
    below = p.apply("floor_above", q=k, c=2)
    places = half(k) + 1, half(k)
    low = p.have(0 <= half(k), below, 1 <= k), p.have(1 <= half(k), even, 1 <= k)
    sides = [
        carried(p, order, claim, whole(k), part(place), p.specialize(fact, place, using=[low_]))
        for order, part, place, fact, low_ in zip((odd, even), parts, places, facts, low, strict=True)
    ]
    return p.cases(k, 2 * half(k), sides[1], sides[0])


def sum_interleaved(p: Proof, make: Callable[..., Term], whole: Parts, parts: tuple[Parts, Parts], N: Term,
                    *many: Fact) -> Fact:  # fmt: skip
    """Prove Σ_1^(2N) make(whole(k)) = Σ_1^N make(first(k)) + Σ_1^N make(second(k)), for N >= 0."""
    members, *single = (fun(lambda k, s=s: make(*s(k))) for s in (whole, *parts))
    low = p.assume(0 <= k)

    def same(number: int, place: Term, order: Term) -> Fact:
        """make(whole) at place 2 k + 1 or 2 k + 2 is make of the one part at k + 1."""
        here = p.apply("floor_is", low, q=place, c=2, y=k + number)
        was = half(place) + 1 - number
        fact = carried(p, p.have(order, here), lambda *ends: Eq(make(*ends), single[number](was)), whole(place),
                       parts[number](was), p.have(Eq(single[number](was), single[number](was))))  # fmt: skip
        return p.have(Eq(members(place), single[number](k + 1)), fact, p.congr(
            lambda y: single[number](y + 1 - number), here))  # fmt: skip

    odd, even = 2 * k + 1, 2 * k + 2
    pair = [same(0, odd, 2 * half(odd) < odd), same(1, even, even <= 2 * half(even))]
    claim = lambda x: Eq(Sum(members, 1, 2 * x), Sum(single[0], 1, x) + Sum(single[1], 1, x))  # noqa: E731
    sums = (members, even), (members, odd), *((s, k + 1) for s in single)
    last = [p.big_step(Sum(f, 1, top), p.have(1 <= top, low)) for f, top in sums]
    base = p.have(claim(num(0)))
    step = p.have(claim(k + 1), p.assume(claim(k)), *last, *pair)
    return p.specialize(p.induct(claim, 0, k, base, step), N, using=[p.have(0 <= N, *many)])


# --- integrals --------------------------------------------------------------------------------------------------------

(slack,) = reals("eta")


@chapter.claim(given=[ordered(L, H)], shows=0 <= volume(L, H))
def volume_nonneg(p: Proof) -> Fact:
    """All edges are nonnegative."""
    edge = fun(lambda r, c: H(r, c) - L(r, c), 2)
    return p.apply("entries_nonneg", A=edge)


@chapter.claim(given=[covered(F, E)], shows=integral_at_most(F, E))
def integral_of_cover(p: Proof) -> Fact:
    """The same cover is valid for every larger bound."""
    p.given(more=E < t)
    own = p.obtain(covered(F, E), lo, hi, b)
    less = p.have(total_volume(N, lo, hi, b) <= t, p.specialize(own[3], N, using=[p.assume(0 <= N)]), "more")
    return p.exists_intro(covered(F, t), [lo, hi, b], *own[:3], less)


@chapter.claim(given=[integral_at_most(G, E1), for_all(lambda X: F(X) <= G(X), MATRIX), E1 <= E],
               shows=integral_at_most(F, E))  # fmt: skip
def integral_mono(p: Proof) -> Fact:
    """Use the boxes of G."""
    p.given(more=E < t, small=0 < slack)
    cover_ = p.specialize(integral_at_most(G, E1), t, using=[p.have(E1 < t, "more")])
    own = p.obtain(cover_, lo, hi, b)
    goal = exists(lambda N: [0 <= N, F(X) <= slack + step_function(N, lo, hi, b, X)], "Z")

    def reached(N_low: Fact, most: Fact) -> Fact:
        here = p.specialize(for_all(lambda X: F(X) <= G(X), MATRIX), X)
        return p.exists_intro(goal, [N], N_low, here, most)

    least = p.exists_elim(p.specialize(own[2], X, slack), [N], reached, goal)
    return p.exists_intro(covered(F, t), [lo, hi, b], *own, least)


def cover_below(p: Proof, held: Named, E: Term, s: Term, sign: Fact) -> tuple[Fact, Fact]:
    """Obtain a cover with integral at most some E' > E such that s E' <= t; `sign` is 0 <= s, "more" is s E < t."""
    positive = p.have(0 < s + 1, sign)
    unit = p.have(Eq(s / (s + 1) + 1 / (s + 1), 1), positive)
    part, room = p.apply("inv_pos", positive, x=s + 1), p.have(0 < t - s * E, "more")
    larger = E + (t - s * E) / (s + 1)
    cover_ = p.specialize(held, larger, using=[p.have(E < larger, (room, part))])
    return cover_, p.have(s * larger <= t, (unit, t - s * E), (room, part))


@chapter.claim(given=[integral_at_most(F, E), 0 <= beta], shows=integral_at_most(at(lambda X: beta * F(X)), beta * E))
def integral_scale(p: Proof) -> Fact:
    """Multiply all weights by the factor."""
    p.given(more=beta * E < t, small=0 < slack)
    unit = p.have(Eq(beta / (beta + 1) + 1 / (beta + 1), 1), beta + 1)
    cover_, enough = cover_below(p, integral_at_most(F, E), E, beta, p.get(0 <= beta))
    scaled = fun(lambda k: beta * b(k))
    goal_ = covered(at(lambda X: beta * F(X)), t)
    ends, weights, above, total = p.obtain(cover_, lo, hi, b)
    positive = p.have(0 <= scaled(k), (p.specialize(weights, k, using=[p.assume(1 <= k)]), 0 <= beta))
    below = lambda N: beta * F(X) <= slack + step_function(N, lo, hi, scaled, X)  # noqa: E731
    goal = exists(lambda N: [0 <= N, below(N)], "Z")

    def reached(N_low: Fact, most: Fact) -> Fact:
        here = p.have(below(N), (most, 0 <= beta), (unit, slack), ("small", inv(beta + 1)))
        return p.exists_intro(goal, [N], N_low, here)

    found = p.specialize(above, X, slack / (beta + 1), using=[("small", inv(beta + 1))])
    most = p.exists_elim(found, [N], reached, goal)
    own = p.specialize(total, N, using=[p.assume(0 <= N)])
    less = p.have(total_volume(N, lo, hi, scaled) <= t, (own, 0 <= beta), enough)
    return p.exists_intro(goal_, [lo, hi, scaled], ends, positive, most, less)


@chapter.claim(given=[ordered(L, H), 0 <= beta],
               shows=integral_at_most(at(lambda X: beta * indicator(L, H, X)), beta * volume(L, H)))  # fmt: skip
def integral_of_box(p: Proof) -> Fact:
    """One box, followed by boxes of weight 0."""
    p.given(more=beta * volume(L, H) < t, small=0 < slack, none=N <= num(0), some=0 < N, k_low=1 <= k)
    weight = fun(lambda k: ite(k <= num(1), beta, 0))
    low, high = (fun(lambda k, r, c, ends=ends: ends(r, c), 3) for ends in (L, H))
    below = lambda N: beta * indicator(L, H, X) <= slack + step_function(N, low, high, weight, X)  # noqa: E731
    reached = p.exists_intro(exists(lambda N: [0 <= N, below(N)], "Z"), [1])
    whole = lambda x: total_volume(x, low, high, weight)  # noqa: E731
    claim = lambda x: whole(x) <= beta * volume(L, H)  # noqa: E731
    last = p.big_step(whole(k + 1), p.have(1 <= k + 1, "k_low"))
    step = p.have(claim(k + 1), p.assume(claim(k)), last)
    all_ = p.induct(claim, 1, k, p.have(claim(num(1))), step)
    empty = p.big_empty(whole(N), p.have(N < 1, "none"))
    total = p.cases(N, 0, p.have(claim(N), empty), p.specialize(all_, N, using=["some"]))
    total = p.have(whole(N) <= t, total, "more")
    return p.exists_intro(covered(at(lambda X: beta * indicator(L, H, X)), t), [low, high, weight], reached, total)


SIDES = (lo1, hi1, b1), (lo2, hi2, b2)
BOTH = [interleaved(*ends) for ends in zip(*SIDES, strict=True)]
VALUE, VOLUME = (lambda L, H, w: w * indicator(L, H, X)), (lambda L, H, w: w * volume(L, H))


def boxed(lists: Sequence[Term]) -> Callable[[Term], list[Term]]:
    """Return both corners of the k-th box, and its weight."""
    low, high, weight = lists
    return lambda k: [box(low, k), box(high, k), weight(k)]


@chapter.claim(given=[integral_at_most(F, E1), integral_at_most(G, E2)],
               shows=integral_at_most(at(lambda X: F(X) + G(X)), E1 + E2))  # fmt: skip
def integral_add(p: Proof) -> Fact:
    """The boxes of both covers in turn."""
    half_room = (t - E1 - E2) / 2
    bounds = E1 + half_room, E2 + half_room
    goal_ = covered(at(lambda X: F(X) + G(X)), t)
    p.given(more=E1 + E2 < t, small=0 < slack, N_low=0 <= N)
    p.given(k_low=1 <= k)
    lists = boxed(SIDES[0]), boxed(SIDES[1])

    first, second = (
        p.specialize(integral_at_most(f, E), bound, using=[p.have(E < bound, "more")])
        for f, E, bound in zip((F, G), (E1, E2), bounds, strict=True)
    )
    one = p.obtain(first, lo1, hi1, b1)
    two = p.obtain(second, lo2, hi2, b2)
    ends, weights = (
        p.generalize(k, interleaved_each(p, claim, boxed(BOTH), lists, (one[i], two[i]), k))
        for i, claim in enumerate((lambda L, H, w: ordered(L, H), lambda L, H, w: 0 <= w))
    )

    def longer(make: Callable[..., Term], list_: Sequence[Term], facts: Sequence[Fact], M: Term, N: Term,
               *known: Fact) -> Fact:  # fmt: skip
        """Prove that the sum of M terms is at most that of N >= M terms, since all terms are nonnegative."""
        low, high, weight = boxed(list_)(k)
        here = {"L": low, "H": high}
        size = p.apply("indicator_nonneg", **here)
        if make is VOLUME:
            size = p.apply("volume_nonneg", p.specialize(facts[0], k), **here)
        own = p.have(0 <= make(low, high, weight), (p.specialize(facts[1], k), size))
        terms = fun(lambda k: make(*boxed(list_)(k)))
        return p.apply("sum_of_more", own, *known, p.have(M <= N, *known), f=terms, m=M, n=N)

    volumes = sum_interleaved(p, VOLUME, boxed(BOTH), lists, N, p.get("N_low"))
    parts = [p.specialize(f[3], N) for f in (one, two)]
    less = p.have(total_volume(N, *BOTH) <= t, volumes, *parts,
                  longer(VOLUME, BOTH, (ends, weights), N, 2 * N, p.get("N_low")))  # fmt: skip
    below = lambda N: F(X) + G(X) <= slack + Sum(lambda k: VALUE(*boxed(BOTH)(k)), 1, N)  # noqa: E731
    goal = exists(lambda N: [0 <= N, below(N)], "Z")

    def reached(N1_low: Fact, N2_low: Fact, first: Fact, second: Fact) -> Fact:
        M = N1 + N2
        more = [
            longer(VALUE, side, f, x, M, N1_low, N2_low) for side, f, x in zip(SIDES, (one, two), (N1, N2), strict=True)
        ]
        whole = sum_interleaved(p, VALUE, boxed(BOTH), lists, M, N1_low, N2_low)
        most = p.have(below(2 * M), first, second, *more, whole)
        return p.exists_intro(goal, [2 * M], N1_low, N2_low, most)

    near = [p.specialize(f[2], X, slack / 2) for f in (one, two)]
    most = p.exists_elim(near[0], [N1], lambda low, first: p.exists_elim(
        near[1], [N2], lambda low2, second: reached(low, low2, first, second), goal), goal)  # fmt: skip
    return p.exists_intro(goal_, BOTH, ends, weights, most, less)


@chapter.claim(given=[], shows=integral_at_most(at(lambda X: num(0)), num(0)))
def integral_zero(p: Proof) -> Fact:
    """Use boxes of weight 0."""
    p.given(more=0 < t, small=0 < slack)
    reached = p.exists_intro(exists(lambda N: [0 <= N, num(0) <= slack + 0], "Z"), [0], "small")
    empty, weights = fun(lambda k, r, c: num(0), 3), fun(lambda k: num(0))
    return p.exists_intro(covered(at(lambda X: num(0)), t), [empty, empty, weights], reached, "more")


BESIDE_BOX = {
    "held": integral_at_most(F, E), "s_low": 0 <= u, "w_low": 0 <= beta, "order": ordered(L, H),
    "below": for_all(lambda X: G(X) <= u * F(X) + beta * indicator(L, H, X), MATRIX),
    "less": u * E + beta * volume(L, H) <= E1,
}  # fmt: skip


@chapter.claim(BESIDE_BOX, shows=integral_at_most(G, E1))
def integral_with_box(p: Proof) -> Fact:
    """The integral of the sum of a multiple of F and a box."""
    parts = at(lambda X: u * F(X)), at(lambda X: beta * indicator(L, H, X))
    sizes = u * E, beta * volume(L, H)
    scaled, box_ = p.apply("integral_scale", beta=u), p.apply("integral_of_box")
    sum_ = p.apply("integral_add", scaled, box_, F=parts[0], G=parts[1], E_1=sizes[0], E_2=sizes[1])
    return p.apply("integral_mono", sum_, F=G, G=at(lambda X: parts[0](X) + parts[1](X)),
                   E_1=sizes[0] + sizes[1], E=E1)  # fmt: skip


@chapter.claim(
    given=[0 <= m, every(lambda j: integral_at_most(at(lambda X: family(j, X)), e(j)), 1, m)],
    shows=integral_at_most(at(lambda X: Sum(lambda j: family(j, X), 1, m)), Sum(lambda j: e(j), 1, m)),
)
def integral_sum(p: Proof) -> Fact:
    """By induction on the number of functions."""

    def claim(x: Term) -> Term:
        total = integral_at_most(at(lambda X: Sum(lambda j: family(j, X), 1, x)), Sum(lambda j: e(j), 1, x))
        return implies(x <= m, total)

    each = every(lambda j: integral_at_most(at(lambda X: family(j, X)), e(j)), 1, m)
    p.given(each=each, k_low=0 <= k, so_far=claim(k), following=k + 1 <= m)

    def of(x: Term) -> dict[str, Term]:
        return {"F": at(lambda X: Sum(lambda j: family(j, X), 1, x)), "E": Sum(lambda j: e(j), 1, x)}

    def same(label: str, x: Term, F: Term, E: Term, held: Fact, *equal: Fact) -> Fact:
        """Return the claim for x, from a function and a bound that are the same."""
        now = of(x)
        return p.apply("integral_mono", held, equal[0], equal[1], G=F, E_1=E, **now, label=label)

    zero = num(0)
    none = [p.big_empty(t, p.have(zero < 1)) for t in (of(zero)["F"](X), of(zero)["E"])]
    same("base_", zero, at(lambda X: zero), zero, p.apply("integral_zero"), *none)
    base = p.rule("discharge", zero <= m, "base_")
    before = p.mp("so_far", p.have(k <= m, "following"))
    own = p.specialize("each", k + 1)
    both = p.apply("integral_add", before, own, F=of(k)["F"], G=at(lambda X: family(k + 1, X)),
                   E_1=of(k)["E"], E_2=e(k + 1))  # fmt: skip
    last = [p.big_step(t, p.have(1 <= k + 1, "k_low")) for t in (of(k + 1)["F"](X), of(k + 1)["E"])]
    total = at(lambda X: of(k)["F"](X) + family(k + 1, X))
    same("step_", k + 1, total, of(k)["E"] + e(k + 1), both, *last)
    step = p.rule("discharge", k + 1 <= m, "step_")
    all_ = p.induct(claim, 0, k, base, step)
    return p.specialize(all_, m)


@chapter.claim(given=[0 <= m, every(lambda j: integral_at_most(at(lambda X: family(j, X)), E), 1, m)],
               shows=integral_at_most(at(lambda X: Sum(lambda j: family(j, X), 1, m)), m * E))  # fmt: skip
def integral_repeat(p: Proof) -> Fact:
    """The sum of m functions with the same bound."""
    each = every(lambda j: integral_at_most(at(lambda X: family(j, X)), E), 1, m)
    total = at(lambda X: Sum(lambda j: family(j, X), 1, m))
    p.apply("integral_sum", each, label="sum")
    p.apply("sum_const", lo=1, hi=m, label="count")
    return p.apply("integral_mono", F=total, G=total, E_1=Sum(lambda j: E, 1, m), E=m * E)


# --- a change of variables --------------------------------------------------------------------------------------------

alpha, shift, low, high, x = reals("alpha beta' low high x")
back = lambda end: (end - shift) / alpha  # noqa: E731


def moved(X: Term, alpha: Term = alpha, shift: Term = shift) -> Term:
    """α X + β."""
    return fun(lambda r, c: alpha * X(r, c) + shift, 2)


@chapter.claim(given=[0 < alpha], shows=Eq(inside(back(low), back(high), x), inside(low, high, alpha * x + shift)))
def inside_moved(p: Proof) -> Fact:
    """A factor α > 0 preserves the order."""
    inverse = p.apply("inv_pos", x=alpha)
    there, here = alpha * x + shift, inside(back(low), back(high), x)
    known = {}
    for side in (low <= there, there < low, there <= high, high < there):
        s, t = (x if y is there else back(y) for y in side.args)
        fact = p.assume(side)
        known[side] = [fact, p.have(s <= t if side.op == "le" else s < t, (fact, inverse))]

    def prove(*sides: Term) -> Fact:
        facts = [f for side in sides for f in known[side]]
        return p.have(p.goal, *values(p, facts, here, p.goal.args[1]))

    inner = p.cases(there, high, prove(low <= there, there <= high), prove(low <= there, high < there))
    return p.cases(low, there, inner, prove(there < low))


scale = over_entries(lambda r, c: inv(alpha))  # α^(−dn)


@chapter.claim(given=[0 < alpha], shows=0 <= scale)
def scale_nonneg(p: Proof) -> Fact:
    """1/α > 0."""
    ranges = [p.assume(f) for f in (1 <= r, r <= d, 1 <= c, c <= n)]
    entry = p.have(0 <= inv(alpha), p.apply("inv_pos", 0 < alpha))
    each = p.generalize(r, p.generalize(c, entry, *ranges[2:]), *ranges[:2])
    return p.apply("entries_nonneg", each)


def displaced(X: Term) -> Term:
    """α X + S."""
    return fun(lambda r, c: alpha * X(r, c) + S(r, c), 2)


@chapter.claim(given={"held": integral_at_most(F, E), "pos": 0 < alpha},
               shows=integral_at_most(at(lambda X: F(displaced(X))), scale * E))  # fmt: skip
def integral_moved(p: Proof) -> Fact:
    """Every box is transformed."""
    p.given(more=scale * E < t, k_low=1 <= k, small=0 < slack, N_low=0 <= N)
    p.given(r_low=1 <= r, r_high=r <= d, c_low=1 <= c, c_high=c <= n)
    inverse = p.apply("inv_pos", "pos")
    low, high = (fun(lambda k, r, c, ends=ends: (ends(k, r, c) - S(r, c)) / alpha, 3) for ends in (lo, hi))

    goal_ = covered(at(lambda X: F(displaced(X))), t)
    sign = p.apply("scale_nonneg")
    cover_, enough = cover_below(p, "held", E, scale, sign)
    ends, weights, above, total = p.obtain(cover_, lo, hi, b)
    order = p.specialize(p.specialize(ends, k), r, c)
    order = p.have(low(k, r, c) <= high(k, r, c), (order, inverse))
    order = over(p, order)
    entry = p.apply("inside_moved", low=lo(k, r, c), high=hi(k, r, c), x=X(r, c), **{"beta'": S(r, c)})
    same = p.apply("entries_same", over(p, entry))
    members = [fun(lambda k, L=L, H=H, x=x: b(k) * indicator(box(L, k), box(H, k), x))
               for L, H, x in ((low, high, X), (lo, hi, displaced(X)))]  # fmt: skip
    same = p.apply("sum_eq", same, f=members[0], g=members[1], lo=1, hi=N)
    below = lambda N: F(displaced(X)) <= slack + step_function(N, low, high, b, X)  # noqa: E731
    goal = exists(lambda N: [0 <= N, below(N)], "Z")

    def reached(N_low: Fact, most: Fact) -> Fact:
        return p.exists_intro(goal, [N], N_low, p.have(below(N), same, most))

    most = p.exists_elim(p.specialize(above, displaced(X), slack), [N], reached, goal)
    edge = fun(lambda r, c: hi(k, r, c) - lo(k, r, c), 2)
    parts = p.apply("entries_times", A=fun(lambda r, c: inv(alpha), 2), W=edge)
    sizes = [fun(lambda k, L=L, H=H, u=u: u * b(k) * volume(box(L, k), box(H, k)))
             for L, H, u in ((low, high, num(1)), (lo, hi, scale))]  # fmt: skip
    equal = p.have(Eq(sizes[0](k), sizes[1](k)), (parts, b(k)))
    equal = p.apply("sum_eq", equal, f=sizes[0], g=sizes[1], lo=1, hi=N)
    less = p.have(total_volume(N, low, high, b) <= t, equal, (p.specialize(total, N), sign), enough)
    return p.exists_intro(goal_, [low, high, b], order, weights, most, less)


# --- powers ----------------------------------------------------------------------------------------------------------


def size_to_the(x: Term, p: Term) -> Term:
    """|x|^p, which is 0 for x = 0."""
    return ite(num(0) < abs(x), exp(p * log(abs(x))), 0)


def cost(f: Term, g: Term, p: Term, d: Term = d, n: Term = n) -> Term:
    """X ↦ ‖f(X) − g(X)‖_p^p."""
    return at(lambda X: Sum(lambda r: Sum(lambda c: size_to_the(f(X, r, c) - g(X, r, c), p), 1, n), 1, d))


def distance_below(f: Term, g: Term, p: Term, eps: Term, d: Term = d, n: Term = n) -> Term:
    """d_p(f, g) < ε, for ε > 0."""
    return exists(lambda E: [integral_at_most(cost(f, g, p, d, n), E, d, n), E < exp(p * log(eps))], "R")


chapter.notions.define(size_to_the(u, power_p), (u, power_p), "|{0}|^{1}", "|{0}|^{{{1}}}")
chapter.notions.define(
    distance_below(f, g, power_p, eps), (f, g, power_p, eps, d, n), "d_{2}({0}, {1}) < {3}",
    r"\mathbf{{d}}_{{{2}}}({0}, {1}) < {3}",
)  # fmt: skip


def distance_at_most(f: Term, g: Term, p: Term, eps: Term, d: Term = d, n: Term = n) -> Term:
    """d_p(f, g) <= ε, for ε > 0: the integral is at most ε^p."""
    return integral_at_most(cost(f, g, p, d, n), exp(p * log(eps)), d, n)


chapter.notions.define(
    distance_at_most(f, g, power_p, eps), (f, g, power_p, eps, d, n), "d_{2}({0}, {1}) ≤ {3}",
    r"\mathbf{{d}}_{{{2}}}({0}, {1}) \le {3}",
)  # fmt: skip


@chapter.claim(given={"near": distance_below(f, g, power_p, eps)}, shows=distance_at_most(f, g, power_p, eps))
def at_most_if_below(p: Proof) -> Fact:
    """A bound below ε^p is a bound for every larger number."""
    F_, most = cost(f, g, power_p), exp(power_p * log(eps))
    held, less = p.obtain("near", E1)
    return p.apply("integral_mono", held, p.have(E1 <= most, less), F=F_, G=F_, E=most)


@chapter.claim(given=[], shows=0 <= size_to_the(u, power_p))
def size_nonneg(p: Proof) -> Fact:
    """It is a power or 0."""
    p.given(some=0 < abs(u), none=abs(u) <= 0)
    sides = [p.have(p.goal, *p.reduce_ite(p.get(o), size_to_the(u, power_p))) for o in ("none", "some")]
    return p.cases(abs(u), 0, *sides)


@chapter.claim(
    given={"large": 1 <= power_p, "v_pos": 0 < v},
    shows=exp(power_p * log(v)) * (1 + power_p * (abs(u) / v - 1)) <= size_to_the(u, power_p),
)
def power_tangent(p: Proof) -> Fact:
    """The power function is convex, so it lies above its tangent at v."""
    p.given(some=0 < abs(u), none=abs(u) <= 0)
    nonneg = p.apply("abs_nonneg", x=u)
    zero = p.antisymmetry("none", nonneg)
    low = p.have(p.goal, *p.reduce_ite(p.get("none"), size_to_the(u, power_p)), (exp(power_p * log(v)), "large"),
                 (zero, exp(power_p * log(v)) * power_p / v))  # fmt: skip
    t = log(abs(u)) - log(v)
    steep = p.apply("elementary.bernoulli", x=power_p, u=t)
    own = p.exp_log("some")
    inverse = p.have(Eq(exp(-log(v)), inv(v)))
    ratio = p.have(Eq(exp(t), abs(u) / v), (own, exp(-log(v))), (inverse, abs(u)))
    high = p.have(p.goal, *p.reduce_ite(p.get("some"), size_to_the(u, power_p)), (steep, exp(power_p * log(v))),
                  (ratio, exp(power_p * log(v)) * power_p))  # fmt: skip
    return p.cases(abs(u), 0, low, high)


def share(part: Term, whole: Term, p: Term = power_p) -> Term:
    """(whole/part)^p part/whole."""
    return exp(p * log(whole) - p * log(part)) * part / whole


WHOLE = eps1 + eps2
POSITIVE = [1 <= power_p, 0 < eps1, 0 < eps2]


@chapter.claim(given=[1 <= power_p, 0 < eps1, 0 < eps2, 0 < v],
    shows=exp(power_p * log(v)) * (eps1 / WHOLE * (1 - power_p) + power_p * abs(u) / v)
    <= share(eps1, WHOLE) * size_to_the(u, power_p))  # fmt: skip
def share_tangent(p: Proof) -> Fact:
    """Use the tangent at v ε_1/(ε_1 + ε_2)."""
    y = eps1 * (v * inv(WHOLE))
    tangent = p.apply("power_tangent", v=y)
    p.apply("log_mul", x=eps1, y=v * inv(WHOLE), label="log_1")
    p.apply("log_mul", x=v, y=inv(WHOLE), label="log_2")
    p.apply("log_inv", x=WHOLE, label="log_3")
    logs = log(eps1) + log(v) - log(WHOLE)
    p.have(Eq(log(y), logs), label="log")
    power = p.congr(lambda z: exp(power_p * z), "log")
    weight = p.have(0 < share(eps1, WHOLE))
    slope = 1 + power_p * (abs(u) / y - 1)
    ratio = p.have(Eq(eps1 / WHOLE * slope, eps1 / WHOLE * (1 - power_p) + power_p * abs(u) / v),
           WHOLE)  # fmt: skip
    return p.have(p.goal, (tangent, weight), (power, share(eps1, WHOLE) * slope), (ratio, exp(power_p * log(v))))


@chapter.claim(given=[], shows=abs(u + v) <= abs(u) + abs(v))
def sum_size(p: Proof) -> Fact:
    """|u + v| <= |u| + |v|."""
    bounds = [p.apply("abs_ge", x=x) for x in (u, v, -u, -v)]
    return p.apply("abs_le", *bounds[:2], *bounds[2:], x=u + v, u=abs(u) + abs(v))


@chapter.claim(
    given=POSITIVE,
    shows=size_to_the(u + v, power_p)
    <= share(eps1, WHOLE) * size_to_the(u, power_p) + share(eps2, WHOLE) * size_to_the(v, power_p),
)
def power_of_sum(p: Proof) -> Fact:
    """(u + v)/(ε_1 + ε_2) is a mean of u/ε_1 and v/ε_2, and the power is convex."""
    p.given_all(POSITIVE, "given")
    s = abs(u + v)
    whole_inv = p.apply("inv_pos", x=WHOLE)
    parts = []
    for label, x, part in (("u", u, eps1), ("v", v, eps2)):
        p.apply("size_nonneg", u=x, label=f"{label}_nonneg")
        p.exp_pos(power_p * log(WHOLE) - power_p * log(part), label=f"{label}_pos")
        p.have(0 < share(part, WHOLE), (f"{label}_pos", whole_inv, f"given_{1 + (x is v)}"), label=f"{label}_weight")
        parts.append((f"{label}_nonneg", f"{label}_weight"))
    low = p.have(p.goal, *p.reduce_ite(p.assume(s <= 0), size_to_the(u + v, power_p)), *parts)
    first = p.apply("share_tangent", p.assume(0 < s), v=s)
    second = p.instantiate(p.theorem("integrals.share_tangent"), [(eps1, eps2), (eps2, eps1), (u, v), (v, s)])
    p.cut(second, label="second")
    triangle = p.apply("sum_size")
    s_inv = p.apply("inv_pos", 0 < s)
    one = p.have(Eq(eps1 / WHOLE + eps2 / WHOLE, 1), WHOLE)
    unit = p.have(Eq(s / s, 1), 0 < s)
    rest = p.have(0 <= exp(power_p * log(s)) * power_p * ((abs(u) + abs(v)) / s - s / s),
           (triangle, s_inv, power_p, exp(power_p * log(s))))  # fmt: skip
    high = p.have(
        p.goal,
        *p.reduce_ite(p.get(0 < s), size_to_the(u + v, power_p)),
        first,
        "second",
        rest,
        (one, exp(power_p * log(s)) * (1 - power_p)),
        (unit, exp(power_p * log(s)) * power_p),
    )
    return p.cases(s, 0, low, high)


@chapter.claim(
    given=[*POSITIVE, distance_below(f, g, power_p, eps1), distance_below(g, h, power_p, eps2)],
    shows=distance_below(f, h, power_p, WHOLE),
)
def minkowski(p: Proof) -> Fact:
    """Use both covers, with weights: (ε_1 + ε_2)^p is the sum of the shares of ε_1^p and ε_2^p."""
    p.given_all(POSITIVE, "given")
    whole_inv = p.apply("inv_pos", x=WHOLE)
    costs = cost(f, g, power_p), cost(g, h, power_p), cost(f, h, power_p)
    shares = share(eps1, WHOLE), share(eps2, WHOLE)
    for number, own in enumerate((eps1, eps2)):
        p.exp_pos(power_p * log(WHOLE) - power_p * log(own), label=f"power_{number}")
        p.have(0 < shares[number], (f"power_{number}", whole_inv, f"given_{number + 1}"), label=f"share_{number}")

    def part(pair: tuple[Term, Term]) -> Callable[[Term, Term], Term]:
        return lambda r, c: size_to_the(pair[0](X, r, c) - pair[1](X, r, c), power_p)

    whole, first, second = part((f, h)), part((f, g)), part((g, h))

    def both(r: Term, c: Term) -> Term:
        return shares[0] * first(r, c) + shares[1] * second(r, c)

    entry = p.apply("power_of_sum", u=f(X, r, c) - g(X, r, c), v=g(X, r, c) - h(X, r, c))
    entries = p.have(whole(r, c) <= both(r, c), entry)
    rows = p.apply("sum_le", entries, f=fun(lambda c: whole(r, c)), g=fun(lambda c: both(r, c)), lo=1, hi=n)
    row = [fun(lambda r, t=t: Sum(lambda c: t(r, c), 1, n)) for t in (whole, both)]
    p.apply("sum_le", rows, f=row[0], g=row[1], lo=1, hi=d, label="sum")
    total = at(lambda X: shares[0] * costs[0](X) + shares[1] * costs[1](X))
    p.generalize(X, p.have(costs[2](X) <= total(X), "sum"), label="below")

    one = p.obtain(distance_below(f, g, power_p, eps1), E1)
    two = p.obtain(distance_below(g, h, power_p, eps2), E2)
    parts = []
    for number, (held, _) in enumerate((one, two)):
        sign = p.have(0 <= shares[number], f"share_{number}")
        bound = (E1, E2)[number]
        parts.append(p.apply("integral_scale", held, sign, F=costs[number], E=bound))
    scaled = at(lambda X: shares[0] * costs[0](X)), at(lambda X: shares[1] * costs[1](X))
    bounds = shares[0] * E1, shares[1] * E2
    sum_ = p.apply("integral_add", *parts, F=scaled[0], G=scaled[1], E_1=bounds[0], E_2=bounds[1])
    most = bounds[0] + bounds[1]
    held = p.apply("integral_mono", sum_, F=costs[2], G=total, E_1=most, E=most)
    unit = p.have(Eq(eps1 / WHOLE + eps2 / WHOLE, 1), WHOLE)
    less = p.have(most < exp(power_p * log(WHOLE)), (one[1], "share_0"), (two[1], "share_1"),
                  (unit, exp(power_p * log(WHOLE))))  # fmt: skip
    return p.exists_intro(p.goal, [most], held, less)


third = [distance_below(*pair, power_p, eps / 3) for pair in ((f, g), (g, h))]
(last,) = functions("g'", MATRIX + "ZZ")


@chapter.claim(
    given=[1 <= power_p, 0 < eps, *third, distance_below(h, last, power_p, eps / 3)],
    shows=distance_below(f, last, power_p, eps),
)
def three_thirds(p: Proof) -> Fact:
    """Apply Minkowski's inequality twice."""
    p.apply("minkowski", epsilon_1=eps / 3, epsilon_2=eps / 3, label="first")
    out = p.apply("minkowski", g=h, h=last, epsilon_1=eps / 3 + eps / 3, epsilon_2=eps / 3, label="second")
    return p.change(out, p.goal)


# --- costs at a point -------------------------------------------------------------------------------------------------


entry_cost = fun(lambda r, c: size_to_the(f(X, r, c) - g(X, r, c), power_p), 2)
differences = lambda bound: every(  # noqa: E731
    lambda r: every(lambda c: abs(f(X, r, c) - g(X, r, c)) <= bound, 1, n), 1, d
)


@chapter.claim(given=[1 <= power_p, 0 < u, 0 <= d, 0 <= n, differences(u)],
               shows=cost(f, g, power_p)(X) <= d * n * exp(power_p * log(u)))  # fmt: skip
def cost_le(p: Proof) -> Fact:
    """Entry by entry."""
    p.given(r_low=1 <= r, r_high=r <= d, c_low=1 <= c, c_high=c <= n)
    x = abs(f(X, r, c) - g(X, r, c))
    entry_ = p.specialize(differences(u), r)
    entry = p.specialize(entry_, c)
    logs = p.apply("log_le", p.assume(0 < x), entry)
    scaled = p.have(power_p * log(x) <= power_p * log(u), (logs, p.have(0 <= power_p)))
    grown = p.apply("exp_le", scaled)
    claim = entry_cost(r, c) <= exp(power_p * log(u))
    sides = [
        p.have(claim, *p.reduce_ite(p.assume(o), entry_cost(r, c)), by)
        for o, by in ((x <= 0, exp(power_p * log(u))), (0 < x, grown))
    ]
    each = p.cases(x, 0, *sides)
    top = exp(power_p * log(u))
    row = p.apply("sum_le", each)
    count = p.apply("sum_const", lo=1, hi=n)
    row = p.have(Sum(lambda c: entry_cost(r, c), 1, n) <= n * top, row, (count, top))
    whole = p.apply("sum_le", row)
    count = p.apply("sum_const", lo=1, hi=d)
    return p.have(p.goal, whole, (count, n * top))


@chapter.claim(given=[], shows=0 <= cost(f, g, power_p)(X))
def cost_nonneg(p: Proof) -> Fact:
    """Every term is nonnegative."""
    term_ = fun(lambda r, c: size_to_the(f(X, r, c) - g(X, r, c), power_p), 2)
    row = p.apply("sum_nonneg", f=fun(lambda c: term_(r, c)), lo=1, hi=n)
    rows = fun(lambda r: Sum(lambda c: term_(r, c), 1, n))
    return p.apply("sum_nonneg", row, f=rows, lo=1, hi=d)


@chapter.claim(given=[every(lambda r: every(lambda c: Eq(f(X, r, c), g(X, r, c)), 1, n), 1, d)],
               shows=cost(f, g, power_p)(X) <= 0)  # fmt: skip
def cost_zero(p: Proof) -> Fact:
    """Entry by entry."""
    p.given(r_low=1 <= r, r_high=r <= d, c_low=1 <= c, c_high=c <= n)
    none = p.have(abs(f(X, r, c) - g(X, r, c)) <= 0)
    each = p.have(entry_cost(r, c) <= 0, *p.reduce_ite(none, entry_cost(r, c)))
    row = p.apply("sum_le", each)
    return p.have(p.goal, p.apply("sum_le", row))


def shifted(f: Term) -> Term:
    """X ↦ f(X + S)."""
    return mapping(lambda X, r, c: f(fun(lambda r, c: X(r, c) + S(r, c), 2), r, c), MATRIX, "Z", "Z")


@chapter.claim(given=[distance_below(f, g, power_p, eps)],
               shows=distance_below(shifted(f), shifted(g), power_p, eps))  # fmt: skip
def distance_shifted(p: Proof) -> Fact:
    """Every box keeps its volume."""
    integral, less = p.obtain(distance_below(f, g, power_p, eps), E)
    moved_ = p.apply("integral_moved", integral, F=cost(f, g, power_p), alpha=1)
    return p.exists_intro(p.goal, [E], moved_, less)


@chapter.claim(given=[distance_below(f, g, power_p, eps)], shows=distance_below(g, f, power_p, eps))
def distance_symmetric(p: Proof) -> Fact:
    """|f − g| = |g − f| in every entry."""
    one, two = cost(f, g, power_p), cost(g, f, power_p)
    integral, less = p.obtain(distance_below(f, g, power_p, eps), E)
    fact = p.apply("integral_mono", integral, F=two, G=one, E_1=E)
    return p.exists_intro(p.goal, [E], fact, less)
