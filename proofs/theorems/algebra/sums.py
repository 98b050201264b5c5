"""Sums and maxima over a range of symbolic length: comparison, splitting, re-indexing, exchange, telescoping.

None of these is a rule of the kernel: each is proved by a short induction from `big_empty` and `big_step`, or from the
two rules for maxima. Ranges are lo <= i <= hi; hypotheses about members concern that range only.

Main statements: `sum_le`, `sum_lt`, `sum_lt_one`, `sum_eq`, `sum_split`, `sum_pick`, `sum_shift`, `sum_reverse`,
`sum_swap`, `sum_swap_triangle`, `telescope`, `sum_const`, `max_lt`, `max_is`.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import instantiate_bound, intern
from proofs.language.notation import *

chapter = Chapter("sums")
n, k, m, c, lo, hi, lo2, hi2 = ints("n k m c lo hi lo2 hi2")
f, g = vectors("f g")
(h,) = vectors("h", 2)
(u,) = reals("u")


def total(a: Term, low: Term | int = lo, high: Term | int = hi) -> Term:
    """Σ a_i."""
    return Sum(lambda i: a(i), low, high)


def greatest(a: Term, low: Term | int = lo, high: Term | int = hi) -> Term:
    """max a_i."""
    return Max(lambda i: a(i), low, high)


def unroll(p: Proof, *sums: tuple[str, Term]) -> None:
    """Split off the last term of each sum whose range is known to be nonempty."""
    for label, t in sums:
        p.big_step(t, p.side_condition(t.args[0] <= t.args[1]), label=label)


def written_out(p: Proof, t: Term) -> list[Fact]:
    """Return the facts that expand each sum in t whose ends are numbers, and the sums in the expansions."""
    out: dict[Term, list[Fact]] = {}
    work = [t]
    while work:
        t = work.pop()
        if t.op == "sum" and not t.reach and t.args[0].op == t.args[1].op == "num" and t not in out:
            low, high = (end.args[0] for end in t.args[:2])
            parts = [intern("sum", (t.args[0], num(k), t.args[2])) for k in range(high, low - 1, -1)]
            out[t] = [p.big_step(part, p.have(low <= part.args[1])) for part in parts]
            none = intern("sum", (t.args[0], num(low - 1), t.args[2])) if parts else t
            out[t].append(p.big_empty(none, p.have(none.args[1] < low)))
            work += [instantiate_bound(t.args[2], (num(k),)) for k in range(low, high + 1)]
        else:
            work += [a for a in t.args if isinstance(a, Term)]
    return [fact for steps in out.values() for fact in steps]


def upwards(p: Proof, claim: Callable[[Term], Term], base: Callable[[], object], step: Callable[[], object]) -> None:
    """Prove ∀x. lo − 1 <= x → x <= hi → claim(x), as the fact "all", by induction on the upper end.

    `base` proves claim(lo − 1) under the name "base"; `step` proves claim(k + 1) under the name "step" from
    "so_far" (claim(k)), "k_low" and "k_high" (k + 1 <= hi).
    """
    p.rule("arith", lo - 1 < lo, [(num(1), [])], label="empty")
    base()
    base_ = p.rule("discharge", lo - 1 <= hi, "base")
    p.given(k_low=lo - 1 <= k, hypothesis=implies(k <= hi, claim(k)), k_high=k + 1 <= hi)
    p.mp("hypothesis", p.side_condition(k <= hi), label="so_far")
    step()
    step_ = p.rule("discharge", k + 1 <= hi, "step")
    p.induct(lambda x: implies(x <= hi, claim(x)), lo - 1, k, base_, step_, label="all")


def for_all_ranges(p: Proof, claim: Term, *sums: Term) -> None:
    """Prove the claim for every range, from "all" (for lo − 1 <= hi) and the emptiness of the sums otherwise."""
    p.given(proper=lo - 1 <= hi, improper=hi < lo - 1)
    claimed = p.specialize("all", hi)
    no_members = p.have(hi < lo, "improper")
    for i, t in enumerate(sums):
        p.big_empty(t, no_members, label=f"none{i}")
    trivially = p.have(claim, *(f"none{i}" for i in range(len(sums))))
    p.qed(p.cases(lo - 1, hi, claimed, trivially, label="out"), claim)


@chapter.theorem
def sum_le(p: Proof) -> None:
    """Termwise comparison: f_i <= g_i for all i in range ⊢ Σ f <= Σ g."""

    def base() -> None:
        p.have(total(f, lo, lo - 1) <= total(g, lo, lo - 1), label="base")

    def step() -> None:
        unroll(p, ("f1", total(f, lo, k + 1)), ("g1", total(g, lo, k + 1)))
        term = p.specialize(p.assume(every(lambda i: f(i) <= g(i), lo, hi)), k + 1)
        p.have(total(f, lo, k + 1) <= total(g, lo, k + 1), "f1", "g1", term, "so_far", label="step")

    upwards(p, lambda x: total(f, lo, x) <= total(g, lo, x), base, step)
    for_all_ranges(p, total(f) <= total(g), total(f), total(g))


@chapter.theorem
def sum_eq(p: Proof) -> None:
    """f_i = g_i for all i in range ⊢ Σ f = Σ g."""
    p.given(terms=every(lambda i: Eq(f(i), g(i)), lo, hi), low=lo <= k, high=k <= hi)
    term = p.specialize("terms", k)
    p.generalize(k, p.have(f(k) <= g(k), term, label="le_k"), label="le")
    p.generalize(k, p.have(g(k) <= f(k), term, label="ge_k"), label="ge")
    below = p.apply("sum_le")
    above = p.apply("sum_le", f=g, g=f)
    p.qed(p.antisymmetry(below, above), Eq(total(f), total(g)))


@chapter.theorem
def product_eq(p: Proof) -> None:
    """f_i = g_i and u_i = v_i for all i in 1..n ⊢ Σ f u = Σ g v."""
    u, v = vectors("u v")
    p.given(low=k >= 1, high=k <= n)
    l = p.specialize(p.assume(every(lambda i: Eq(f(i), g(i)), 1, n)), k)
    r = p.specialize(p.assume(every(lambda i: Eq(u(i), v(i)), 1, n)), k)
    term = p.have(Eq(f(k) * u(k), g(k) * v(k)), (l, u(k)), (r, g(k)))
    p.qed(p.apply("sum_eq", term, f=fun(lambda i: f(i) * u(i)), g=fun(lambda i: g(i) * v(i)), lo=1, hi=n))


@chapter.theorem
def sum_lt(p: Proof) -> None:
    """f_i < g_i for all i in a range that is not empty ⊢ Σ f < Σ g."""
    p.given(terms=every(lambda i: f(i) < g(i), lo, hi), some=lo <= hi, low=lo <= k, high=k <= hi - 1)
    term = p.specialize("terms", k)
    p.generalize(k, p.have(f(k) <= g(k), term, label="weak_k"), label="weak")
    before = p.apply("sum_le", hi=hi - 1)
    last = p.specialize("terms", hi)
    unroll(p, ("f1", total(f)), ("g1", total(g)))
    p.qed(p.have(total(f) < total(g), "f1", "g1", last, before))


@chapter.theorem
def sum_pos(p: Proof) -> None:
    """0 < f_i for all i in a range that is not empty ⊢ 0 < Σ f."""
    p.given(some=lo <= hi, terms=every(lambda i: f(i) > 0, lo, hi))
    p.qed(p.apply("sum_lt", f=fun(lambda i: num(0)), g=f), total(f) > 0)


@chapter.theorem
def sum_nonneg(p: Proof) -> None:
    """0 <= f_i for all i in range ⊢ 0 <= Σ f."""
    p.given(terms=every(lambda i: f(i) >= 0, lo, hi))
    p.qed(p.apply("sum_le", f=fun(lambda i: num(0)), g=f), total(f) >= 0)


@chapter.theorem
def sum_const(p: Proof) -> None:
    """lo <= hi + 1 ⊢ Σ 1 = hi − lo + 1."""
    ones = fun(lambda i: num(1))

    def base() -> None:
        p.have(Eq(total(ones, lo, lo - 1), lo - 1 - lo + 1), label="base")

    def step() -> None:
        unroll(p, ("last", total(ones, lo, k + 1)))
        p.have(Eq(total(ones, lo, k + 1), k + 1 - lo + 1), "last", "so_far", label="step")

    upwards(p, lambda x: Eq(total(ones, lo, x), x - lo + 1), base, step)
    p.given(proper=lo <= hi + 1)
    p.qed(p.specialize("all", hi), Eq(total(ones), hi - lo + 1))


@chapter.theorem
def sum_split(p: Proof) -> None:
    """lo − 1 <= m <= hi ⊢ Σ_lo^hi f = Σ_lo^m f + Σ_{m+1}^hi f."""

    def claim(x: Term) -> Term:
        return Eq(total(f, lo, x), total(f, lo, m) + total(f, m + 1, x))

    p.given(m_low=lo - 1 <= m, m_high=m <= hi)
    none = p.rule("arith", m < m + 1, [(num(1), [])])
    empty = p.big_empty(total(f, m + 1, m), none)
    p.given(k_low=m <= k, so_far=claim(k))
    unroll(p, ("left", total(f, lo, k + 1)), ("right", total(f, m + 1, k + 1)))
    step = p.have(claim(k + 1), "left", "right", "so_far")
    all_ = p.induct(claim, m, k, empty, step)
    p.qed(p.specialize(all_, hi), claim(hi))


@chapter.theorem
def sum_first(p: Proof) -> None:
    """lo <= hi ⊢ Σ_lo^hi f = f_lo + Σ_{lo+1}^hi f."""
    p.given(some=lo <= hi)
    split = p.apply("sum_split", m=lo)
    p.qed(split, Eq(total(f), f(lo) + total(f, lo + 1)))


@chapter.theorem
def sum_single(p: Proof) -> None:
    """lo <= m <= hi ⊢ Σ (f_i if i = m else 0) = f_m."""

    def only(i: Term) -> Term:
        return ite(Eq(i, m), f(i), 0)

    p.given(m_low=lo <= m, m_high=m <= hi)
    left = p.apply("sum_split", f=fun(only))
    last = p.big_step(Sum(only, lo, m), "m_low")
    for label, side, ends in (("before", k < m, (lo <= k, k <= m - 1)), ("after", m < k, (m + 1 <= k, k <= hi))):
        p.ite_eq(only(k), p.have(side, p.assume(ends[1] if label == "before" else ends[0])), label=f"{label}_zero")
        p.generalize(k, f"{label}_zero", *ends, label=f"{label}_terms")
    before_sum = p.apply("sum_eq", f=fun(only), g=fun(lambda i: num(0)), hi=m - 1)
    after_sum = p.apply("sum_eq", f=fun(only), g=fun(lambda i: num(0)), lo=m + 1)
    p.qed(p.have(Eq(Sum(only, lo, hi), f(m)), left, last, before_sum, after_sum))


def at_most_once(p: Proof, claim: Term, *choices: Term, also: str = "") -> None:
    """Prove `claim` about the index k, as the fact "each", in the cases k < m, k = m and m < k.

    Away from m it may also use the fact named `also`.
    """

    def prove(order: Fact) -> Fact:
        away = [also] if also and order.concl.op == "lt" else []
        return p.have(claim, *p.reduce_ite(order, *choices), *away)

    p.trichotomy(k, m, prove, label="each")


@chapter.theorem
def sum_delta(p: Proof) -> None:
    """lo <= m <= hi ⊢ Σ f_i δ_im = f_m, with Kronecker's δ."""
    only, delta = ite(Eq(k, m), f(k), 0), ite(Eq(k, m), 1, 0)
    p.given(m_low=lo <= m, m_high=m <= hi)
    single = p.apply("sum_single")
    at_most_once(p, Eq(f(k) * delta, only), only, delta)
    p.rule("generalize", k, p.discharge("each", lo <= k, k <= hi), label="terms")
    by = {"f": fun(lambda i: f(i) * ite(Eq(i, m), 1, 0)), "g": fun(lambda i: ite(Eq(i, m), f(i), 0))}
    sum_ = p.apply("sum_eq", **by)
    p.qed(p.have(Eq(Sum(lambda i: f(i) * ite(Eq(i, m), 1, 0), lo, hi), f(m)), sum_, single))


@chapter.theorem
def delta_same(p: Proof) -> None:
    """f_k δ_km = f_m δ_km."""
    delta = ite(Eq(k, m), 1, 0)

    def prove(order: Fact) -> Fact:
        same = [p.congr(f, order)] if order.concl.op == "eq" else []
        return p.have(Eq(f(k) * delta, f(m) * delta), *p.reduce_ite(order, delta), *same)

    p.qed(p.trichotomy(k, m, prove))


@chapter.theorem
def sum_identity_below(p: Proof) -> None:
    """1 <= m <= n ⊢ Σ_{k=1}^{n+1} f_k (u if k = 1, else δ(k − 1, m)) = f_1 u + f_{m+1}."""

    def factor(k: Term) -> Term:
        return ite(k <= 1, u, ite(Eq(k - 1, m), 1, 0))

    p.given(m_low=1 <= m, m_high=m <= n, low=2 <= k)
    first = p.apply("sum_first", f=fun(lambda k: f(k) * factor(k)), lo=1, hi=n + 1)
    later = p.ite_eq(factor(k), p.have(num(1) < k, "low"))
    moved = ite(Eq(k, m + 1), 1, 0)
    terms = p.have(Eq(f(k) * factor(k), f(k) * moved), (later, f(k)))
    g = fun(lambda k: f(k) * ite(Eq(k, m + 1), 1, 0))
    rest = p.apply("sum_eq", terms, f=fun(lambda k: f(k) * factor(k)), g=g, lo=2, hi=n + 1)
    pick = p.apply("sum_delta", lo=2, hi=n + 1, m=m + 1)
    goal = Eq(Sum(lambda k: f(k) * factor(k), 1, n + 1), f(num(1)) * u + f(m + 1))
    p.qed(p.have(goal, first, rest, pick))


@chapter.theorem
def sum_identity_above(p: Proof) -> None:
    """1 <= m <= n ⊢ Σ_{k=1}^{n+1} f_k (δ(k, m) if k <= n, else u) = f_m + f_{n+1} u."""

    def factor(k: Term) -> Term:
        return ite(k <= n, ite(Eq(k, m), 1, 0), u)

    p.given(m_low=1 <= m, m_high=m <= n, high=k <= n)
    last = p.big_step(Sum(lambda k: f(k) * factor(k), 1, n + 1), p.side_condition(1 <= n + 1))
    earlier = p.ite_eq(factor(k), "high")
    mark = ite(Eq(k, m), 1, 0)
    terms = p.have(Eq(f(k) * factor(k), f(k) * mark), (earlier, f(k)))
    g = fun(lambda k: f(k) * ite(Eq(k, m), 1, 0))
    before = p.apply("sum_eq", terms, f=fun(lambda k: f(k) * factor(k)), g=g, lo=1, hi=n)
    pick = p.apply("sum_delta", lo=1, hi=n)
    goal = Eq(Sum(lambda k: f(k) * factor(k), 1, n + 1), f(m) + f(n + 1) * u)
    p.qed(p.have(goal, last, before, pick))


@chapter.theorem
def sum_pick(p: Proof) -> None:
    """lo <= m <= hi ⊢ Σ f = f_m + Σ (0 if i = m else f_i)."""
    only, rest = ite(Eq(k, m), f(k), 0), ite(Eq(k, m), 0, f(k))
    p.given(m_low=lo <= m, m_high=m <= hi)
    single = p.apply("sum_single")
    at_most_once(p, Eq(f(k), only + rest), only, rest)
    terms = p.rule("generalize", k, p.discharge("each", lo <= k, k <= hi))
    sum_ = p.apply("sum_eq", terms)
    p.qed(p.have(Eq(total(f), f(m) + Sum(lambda i: ite(Eq(i, m), 0, f(i)), lo, hi)), sum_, single))


@chapter.theorem
def sum_lt_one(p: Proof) -> None:
    """f_i <= g_i for all i in range and f_m < g_m for one m in it ⊢ Σ f < Σ g."""
    f_k, g_k = ite(Eq(k, m), 0, f(k)), ite(Eq(k, m), 0, g(k))
    p.given(terms=every(lambda i: f(i) <= g(i), lo, hi), m_low=lo <= m, m_high=m <= hi, strict=f(m) < g(m))
    pick_f = p.apply("sum_pick")
    pick_g = p.apply("sum_pick", f=g)
    p.given(low=lo <= k, high=k <= hi)
    p.specialize("terms", k, label="term")
    at_most_once(p, f_k <= g_k, f_k, g_k, also="term")
    by = {"f": fun(lambda i: ite(Eq(i, m), 0, f(i))), "g": fun(lambda i: ite(Eq(i, m), 0, g(i)))}
    rest_sum = p.apply("sum_le", "each", **by)
    p.qed(p.have(total(f) < total(g), pick_f, pick_g, rest_sum, "strict"))


@chapter.usable
@chapter.theorem
def sum_member(p: Proof) -> None:
    """0 <= f_i for all i in range, m in it ⊢ f_m <= Σ f."""
    rest = ite(Eq(k, m), 0, f(k))
    p.given(terms=every(lambda i: f(i) >= 0, lo, hi), m_low=lo <= m, m_high=m <= hi)
    pick = p.apply("sum_pick")
    p.given(low=lo <= k, high=k <= hi)
    p.specialize("terms", k, label="term")
    at_most_once(p, rest >= 0, rest, also="term")
    rest_sum = p.apply("sum_nonneg", "each", f=fun(lambda i: ite(Eq(i, m), 0, f(i))))
    p.qed(p.have(f(m) <= total(f), pick, rest_sum))


@chapter.theorem
def sum_shift(p: Proof) -> None:
    """Re-indexing: Σ_{lo+c}^{hi+c} f_i = Σ_lo^hi f_{i+c}."""
    moved = fun(lambda i: f(i + c))

    def base() -> None:
        p.have(Eq(total(f, lo + c, lo - 1 + c), total(moved, lo, lo - 1)), label="base")

    def step() -> None:
        unroll(p, ("l1", total(f, lo + c, k + 1 + c)), ("r1", total(moved, lo, k + 1)))
        p.have(Eq(total(f, lo + c, k + 1 + c), total(moved, lo, k + 1)), "l1", "r1", "so_far", label="step")

    upwards(p, lambda x: Eq(total(f, lo + c, x + c), total(moved, lo, x)), base, step)
    p.given(proper=lo - 1 <= hi, improper=hi < lo - 1)
    claimed = p.specialize("all", hi)
    claim = Eq(total(f, lo + c, hi + c), total(moved))
    n1 = p.have(hi + c < lo + c, "improper")
    n2 = p.have(hi < lo, "improper")
    z1 = p.big_empty(total(f, lo + c, hi + c), n1)
    z2 = p.big_empty(total(moved), n2)
    trivially = p.have(claim, z1, z2)
    p.qed(p.cases(lo - 1, hi, claimed, trivially), claim)


@chapter.claim(given=[0 <= m, m <= n, every(lambda k: 0 <= f(k), 1)], shows=total(f, 1, m) <= total(f, 1, n))
def sum_of_more(p: Proof) -> Fact:
    """The additional terms are nonnegative."""
    rest = p.apply("sum_nonneg", lo=m + 1, hi=n)
    return p.have(p.goal, p.apply("sum_split", lo=1, hi=n), rest)


@chapter.theorem
def sum_halves(p: Proof) -> None:
    """0 <= n ⊢ Σ_1^{2n} f_i = Σ_1^n f_i + Σ_1^n f_{i+n}."""
    p.given(many=0 <= n)
    split = p.apply("sum_split", lo=1, m=n, hi=2 * n)
    shift = p.apply("sum_shift", lo=1, hi=n, c=n)
    both = total(f, 1, n) + Sum(lambda i: f(i + n), 1, n)
    p.qed(p.have(Eq(total(f, 1, 2 * n), both), split, shift))


@chapter.theorem
def sum_reverse(p: Proof) -> None:
    """Σ_lo^hi f_{lo+hi−i} = Σ_lo^hi f_i, for lo <= hi + 1."""

    def mirrored(x: Term) -> Term:
        """Return the sum over the last terms: Σ_{i=lo}^{x} f_{lo+hi−i} = Σ_{i=lo+hi−x}^{hi} f_i."""
        return Eq(Sum(lambda i: f(lo + hi - i), lo, x), total(f, lo + hi - x, hi))

    def base() -> None:
        p.have(mirrored(lo - 1), label="base")

    def step() -> None:
        unroll(p, ("l1", Sum(lambda i: f(lo + hi - i), lo, k + 1)))
        r1 = p.apply("sum_first", lo=lo + hi - (k + 1))
        p.have(mirrored(k + 1), "l1", r1, "so_far", label="step")

    upwards(p, mirrored, base, step)
    p.given(proper=lo <= hi + 1)
    p.qed(p.specialize("all", hi), Eq(Sum(lambda i: f(lo + hi - i), lo, hi), total(f)))


@chapter.theorem
def telescope(p: Proof) -> None:
    """lo <= hi + 1 ⊢ Σ (f_{i+1} − f_i) = f_{hi+1} − f_lo."""
    steps = fun(lambda i: f(i + 1) - f(i))

    def base() -> None:
        p.have(Eq(total(steps, lo, lo - 1), f(lo) - f(lo)), label="base")

    def step() -> None:
        unroll(p, ("last", total(steps, lo, k + 1)))
        p.have(Eq(total(steps, lo, k + 1), f(k + 2) - f(lo)), "last", "so_far", label="step")

    upwards(p, lambda x: Eq(total(steps, lo, x), f(x + 1) - f(lo)), base, step)
    p.given(proper=lo <= hi + 1)
    p.qed(p.specialize("all", hi), Eq(total(steps), f(hi + 1) - f(lo)))


@chapter.theorem
def sum_swap(p: Proof) -> None:
    """Exchange: Σ_i Σ_j h_ij = Σ_j Σ_i h_ij, i in lo..hi and j in lo2..hi2."""

    def rows(x: Term) -> Term:
        return Sum(lambda i: Sum(lambda j: h(i, j), lo2, hi2), lo, x)

    def columns(x: Term) -> Term:
        return Sum(lambda j: Sum(lambda i: h(i, j), lo, x), lo2, hi2)

    def base() -> None:
        p.have(Eq(rows(lo - 1), columns(lo - 1)), label="base")

    def step() -> None:
        unroll(p, ("l1", rows(k + 1)), ("inner1", Sum(lambda i: h(i, m), lo, k + 1)))
        p.generalize(m, "inner1", lo2 <= m, m <= hi2, label="inners1")
        r1 = p.apply(
            "sum_eq", lo=lo2, hi=hi2,
            f=fun(lambda j: Sum(lambda i: h(i, j), lo, k + 1)),
            g=fun(lambda j: Sum(lambda i: h(i, j), lo, k) + h(k + 1, j)))  # fmt: skip
        p.have(Eq(rows(k + 1), columns(k + 1)), "l1", r1, "so_far", label="step")

    upwards(p, lambda x: Eq(rows(x), columns(x)), base, step)
    p.given(proper=lo - 1 <= hi, improper=hi < lo - 1)
    claimed = p.specialize("all", hi)
    none = p.have(hi < lo, "improper")
    lz = p.big_empty(rows(hi), none)
    innerz = p.big_empty(Sum(lambda i: h(i, m), lo, hi), none)
    rz = p.apply(
        "sum_eq", innerz, lo=lo2, hi=hi2,
        f=fun(lambda j: Sum(lambda i: h(i, j), lo, hi)), g=fun(lambda j: num(0)),
    )  # fmt: skip
    trivially = p.have(Eq(rows(hi), columns(hi)), lz, rz)
    p.qed(p.cases(lo - 1, hi, claimed, trivially), Eq(rows(hi), columns(hi)))


@chapter.theorem
def sum_swap_triangle(p: Proof) -> None:
    """Exchange: Σ_{i=lo}^hi Σ_{j=lo2}^{i+c} h_ij = Σ_{j=lo2}^hi2 Σ_{i=j−c}^hi h_ij.

    Where lo <= lo2 − c <= lo + 1 and hi + c <= hi2: if lo2 − c is lo + 1, or hi + c below hi2, inner sums may be empty.
    """
    p.given(first=lo + c <= lo2, second=lo2 <= lo + c + 1, last=hi + c <= hi2, low=lo2 <= m)

    def column(j: Term, x: Term) -> Term:
        return Sum(lambda i: h(i, j), j - c, x)

    def rows(x: Term) -> Term:
        return Sum(lambda i: Sum(lambda j: h(i, j), lo2, i + c), lo, x)

    def columns(x: Term) -> Term:
        return Sum(lambda j: column(j, x), lo2, hi2)

    def none(x: Term) -> Fact:
        """Prove that all columns are empty."""
        empty = p.big_empty(column(m, x), p.side_condition(x < m - c))
        by = {"f": fun(lambda j: column(j, x)), "g": fun(lambda j: num(0)), "lo": lo2, "hi": hi2}
        return p.apply("sum_eq", empty, **by)

    def base() -> None:
        p.have(Eq(rows(lo - 1), columns(lo - 1)), none(lo - 1), label="base")

    def part(start: Term, end: Term, same: Callable[[Fact, Fact], Fact], more: Callable[[Term], Term]) -> Fact:
        """Return the sum over the columns up to k + 1, over a part of their range."""
        low, high = (p.assume(side) for side in (start <= m, m <= end))
        each = p.generalize(m, same(low, high), low.concl, high.concl)
        by = {"f": fun(lambda j: column(j, k + 1)), "g": fun(lambda j: column(j, k) + more(j)), "lo": start, "hi": end}
        return p.apply("sum_eq", each, **by)

    def longer(_low: Fact, high: Fact) -> Fact:
        return p.big_step(column(m, k + 1), p.side_condition(m - c <= k + 1, high))

    def empty(low: Fact, _high: Fact) -> Fact:
        parts = [p.big_empty(column(m, x), p.side_condition(x < m - c, low)) for x in (k, k + 1)]
        return p.have(Eq(column(m, k + 1), column(m, k) + 0), *parts)

    def step() -> None:
        unroll(p, ("l1", rows(k + 1)))
        middle = k + 1 + c
        ends = p.side_condition(lo2 - 1 <= middle), p.side_condition(middle <= hi2)
        splits = [
            p.apply("sum_split", *ends, f=fun(lambda j, x=x: column(j, x)), lo=lo2, hi=hi2, m=middle)
            for x in (k, k + 1)
        ]
        parts = part(lo2, middle, longer, lambda j: h(k + 1, j)), part(middle + 1, hi2, empty, lambda j: num(0))
        p.have(Eq(rows(k + 1), columns(k + 1)), "l1", *splits, *parts, "so_far", label="step")

    upwards(p, lambda x: Eq(rows(x), columns(x)), base, step)
    p.given(proper=lo - 1 <= hi, improper=hi < lo - 1)
    claimed = p.specialize("all", hi)
    p.have(hi < lo, "improper", label="none")
    lz = p.big_empty(rows(hi), "none")
    trivially = p.have(Eq(rows(hi), columns(hi)), lz, none(hi))
    p.qed(p.cases(lo - 1, hi, claimed, trivially), Eq(rows(hi), columns(hi)))


@chapter.theorem
def sum_le_max(p: Proof) -> None:
    """lo <= hi ⊢ Σ f <= (hi − lo + 1) max f: each term is at most the greatest."""
    p.given(some=lo <= hi, low=lo <= k, high=k <= hi)
    each = p.max_ge(greatest(f), k, "low", "high")
    compared = p.apply("sum_le", each)
    count = p.apply("sum_const")
    p.qed(p.have(total(f) <= (hi - lo + 1) * greatest(f), compared, (count, greatest(f))))


@chapter.theorem
def max_lt(p: Proof) -> None:
    """f_i < u for all i in a range that is not empty ⊢ max f < u (the maximum is attained)."""

    def claim(x: Term) -> Term:
        return implies(x <= hi, greatest(f, lo, x) < u)

    p.given(some=lo <= hi, terms=every(lambda i: f(i) < u, lo, hi))
    first = p.specialize("terms", lo)
    base = p.rule("discharge", lo <= hi, p.change(first, greatest(f, lo, lo) < u))
    p.given(k_low=lo <= k, so_far=claim(k), k_high=k + 1 <= hi)
    before = p.mp("so_far", p.side_condition(k <= hi))
    longer, shorter = greatest(f, lo, k + 1), greatest(f, lo, k)
    p.given(old=f(k + 1) <= shorter, new=shorter < f(k + 1), low=lo <= m, high=m <= k + 1)
    for label, bound in (("old", shorter), ("new", f(k + 1))):
        # every member of the longer range is at most `bound`: those up to k by max_ge, the last by the case
        p.given(**{f"{label}_in": m <= k, f"{label}_out": k < m})
        p.max_ge(shorter, m, "low", f"{label}_in", label=f"{label}_ge")
        p.have(f(m) <= bound, f"{label}_ge", *([] if label == "old" else ["new"]), label=f"{label}_a")
        p.integer_step(f"{label}_out", label=f"{label}_step")
        p.antisymmetry("high", f"{label}_step", label=f"{label}_m")
        p.congr(f, f"{label}_m", label=f"{label}_fm")
        p.have(f(m) <= bound, f"{label}_fm", *(["old"] if label == "old" else []), label=f"{label}_b")
        p.cases(m, k, f"{label}_a", f"{label}_b", label=f"{label}_each")
        p.generalize(m, f"{label}_each", label=f"{label}_all")
        p.max_le(longer, bound, p.side_condition(lo <= k + 1), f"{label}_all", label=f"{label}_max")
    last = p.specialize("terms", k + 1)
    if_old = p.have(longer < u, "old_max", before)
    if_new = p.have(longer < u, "new_max", last)
    next_ = p.cases(f(k + 1), shorter, if_old, if_new)
    step = p.rule("discharge", k + 1 <= hi, next_)
    all_ = p.induct(claim, lo, k, base, step)
    p.qed(p.specialize(all_, hi), greatest(f) < u)


@chapter.theorem
def max_is(p: Proof) -> None:
    """m in range, f_i <= f_m for all i in it ⊢ max f = f_m."""
    p.given(m_low=lo <= m, m_high=m <= hi, terms=every(lambda i: f(i) <= f(m), lo, hi))
    above = p.max_ge(greatest(f), m, "m_low", "m_high")
    below = p.max_le(greatest(f), f(m), p.side_condition(lo <= hi), "terms")
    p.qed(p.antisymmetry(below, above), Eq(greatest(f), f(m)))


@chapter.theorem
def max_eq(p: Proof) -> None:
    """f_i = g_i for all i in a range that is not empty ⊢ max f = max g."""
    p.given(some=lo <= hi, terms=every(lambda i: Eq(f(i), g(i)), lo, hi), low=lo <= k, high=k <= hi)
    term = p.specialize("terms", k)
    for a, b in ((f, g), (g, f)):
        ge = p.max_ge(greatest(b), k, "low", "high")
        each = p.have(a(k) <= greatest(b), term, ge)
        members = p.generalize(k, each)
        p.max_le(greatest(a), greatest(b), "some", members, label=f"{a.args[0]}_le")
    p.qed(p.antisymmetry("f_le", "g_le"), Eq(greatest(f), greatest(g)))


@chapter.theorem
def none_is_not_all(p: Proof) -> None:
    """lo <= hi, f_i < max f for all i in range ⊢ false: some term attains the maximum."""
    p.given(some=lo <= hi, terms=every(lambda i: f(i) < greatest(f), lo, hi))
    less = p.apply("max_lt", u=greatest(f))
    p.qed(p.have(FALSE, less))
