"""Integers and increasing sequences: small multiples, order from neighbours, gaps, the quotient by a number.

The quotient of v by b, for 0 <= v <= N, is the number of k in 1..N with k b <= v, a sum of if-then-else.

Digits: if Σ_i m^(i-1) e_i = 0 and −m < e_i < m, all e_i are zero, so expansions are unique.

Main statements: `small_multiple`, `increasing_lt`, `increasing_gap`, `increasing_max`, `quotient_le`, `quotient_gt`,
`floor_is`, `digits_zero`.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.powers import power

chapter = Chapter("integers")
n, i, j, k, b, c, v, x, y, d, m, q, r = ints("n i j k b c v x y d m q r")
unit, amount, one, other = reals("b v x y")
(f,) = vectors("f")
s, e = sequences("s e")


def increasing(a: Callable[[Term], Term], size: Term | int = n) -> Term:
    """a_1 < a_2 < … < a_size, by neighbours."""
    return every(lambda i: a(i) < a(i + 1), 1, size - 1)


@chapter.theorem
def small_multiple(p: Proof) -> None:
    """x = b y, −b < x < b ⊢ y = 0 (integers)."""
    p.given(multiple=Eq(x, b * y), above=-b < x, below=x < b, high=0 < y, low=y < 0, ge=0 <= y, le=y <= 0)
    one = p.integer_step("high")
    too_big = p.have(FALSE, "multiple", "below", (one, b))
    not_high = p.absurd(too_big, Eq(y, 0))
    minus_one = p.integer_step("low")
    too_small = p.have(FALSE, "multiple", "above", (minus_one, b))
    not_low = p.absurd(too_small, Eq(y, 0))
    zero = p.antisymmetry("le", "ge")
    le_zero = p.cases(0, y, p.change(zero, Eq(y, 0)), not_low)
    p.qed(p.cases(y, 0, le_zero, not_high))


@chapter.theorem
def increasing_lt(p: Proof) -> None:
    """f_1 < … < f_n, 1 <= i < j <= n ⊢ f_i < f_j."""
    p.given(steps=increasing(f), i_low=1 <= i, order=i < j, j_high=j <= n)

    def claim(t: Term) -> Term:
        return implies(t <= n, f(i) < f(t))

    p.given(k_low=i + 1 <= k, so_far=claim(k), k_high=k + 1 <= n)
    next_ = p.specialize("steps", i)
    base = p.rule("discharge", i + 1 <= n, next_)
    before = p.mp("so_far", p.side_condition(k <= n))
    last = p.specialize("steps", k)
    after = p.have(f(i) < f(k + 1), before, last)
    step = p.rule("discharge", k + 1 <= n, after)
    all_ = p.induct(claim, i + 1, k, base, step)
    p.qed(p.specialize(all_, j), f(i) < f(j))


@chapter.theorem
def increasing_le(p: Proof) -> None:
    """f_1 < … < f_n, 1 <= i <= j <= n ⊢ f_i <= f_j."""
    p.given(steps=increasing(f), i_low=1 <= i, order=i <= j, j_high=j <= n, less=i < j, not_less=j <= i)
    strict = p.apply("increasing_lt")
    high = p.have(f(i) <= f(j), strict)
    same = p.antisymmetry("order", "not_less")
    values = p.congr(f, same)
    low = p.have(f(i) <= f(j), values)
    p.qed(p.cases(j, i, low, high))


@chapter.theorem
def increasing_gap(p: Proof) -> None:
    """s_1 < … < s_n integers, 1 <= i <= j <= n ⊢ s_i + (j − i) <= s_j."""
    p.given(steps=increasing(s), i_low=1 <= i, order=i <= j, j_high=j <= n)

    def claim(t: Term) -> Term:
        return implies(t <= n, s(i) + (t - i) <= s(t))

    start = p.have(s(i) + (i - i) <= s(i))
    base = p.rule("discharge", i <= n, start)
    p.given(k_low=i <= k, so_far=claim(k), k_high=k + 1 <= n)
    before = p.mp("so_far", p.side_condition(k <= n))
    last = p.specialize("steps", k)
    after = p.have(s(i) + (k + 1 - i) <= s(k + 1), before, last)
    step = p.rule("discharge", k + 1 <= n, after)
    all_ = p.induct(claim, i, k, base, step)
    p.qed(p.specialize(all_, j), s(i) + (j - i) <= s(j))


@chapter.theorem
def increasing_max(p: Proof) -> None:
    """f_1 < … < f_n, 1 <= n ⊢ max f = f_n."""
    p.given(some=1 <= n, steps=increasing(f), k_low=1 <= k, k_high=k <= n)
    member = p.apply("increasing_le", i=k, j=n)
    p.qed(p.apply("max_is", member))


@chapter.theorem
def increasing_min(p: Proof) -> None:
    """f_1 < … < f_n, 1 <= n ⊢ min f = f_1."""
    p.given(some=1 <= n, steps=increasing(f), k_low=1 <= k, k_high=k <= n)
    order = p.apply("increasing_le", i=num(1), j=k)
    p.generalize(k, order, label="members")
    max_ = p.apply("max_is", f=fun(lambda i: -f(i)), lo=1, hi=n, m=1)
    p.qed(p.have(Eq(-Max(lambda i: -f(i), 1, n), f(num(1))), max_))


def quotient(value: Term, by: Term, most: Term) -> Term:
    """`value` / `by`, rounded down and at most `most`, for `by` >= 1: Σ_{k=1}^{most} (1 if k by <= value, else 0)."""
    return Sum(lambda k: ite(k * by <= value, 1, 0), 1, most)


def _by_most(p: Proof, claim: Callable[[Term], Term]) -> Fact:
    """Return the facts for an induction on x, the largest number that is counted, by which claim(x) is proved."""
    p.given(k_low=0 <= k, so_far=claim(k), fits=(k + 1) * unit <= amount, too_large=amount < (k + 1) * unit)
    p.big_step(quotient(amount, unit, k + 1), p.side_condition(1 <= k + 1), label="last")
    counted = ite((k + 1) * unit <= amount, 1, 0)
    p.ite_eq(counted, "fits", label="one")
    p.ite_eq(counted, "too_large", label="zero")
    return p.big_empty(quotient(amount, unit, num(0)), p.side_condition(num(0) < 1), label="none")


@chapter.theorem
def quotient_full(p: Proof) -> None:
    """0 <= n, 0 < b, n b <= v ⊢ the quotient of v by b is n, if at most n multiples are counted."""

    def claim(x: Term) -> Term:
        return implies(x * unit <= amount, Eq(quotient(amount, unit, x), x))

    p.given(n_low=0 <= n, b_pos=0 < unit, room=n * unit <= amount)
    _by_most(p, claim)
    base = p.rule("discharge", 0 * unit <= amount, p.change("none", Eq(quotient(amount, unit, num(0)), num(0))))
    before = p.mp("so_far", p.have(k * unit <= amount, "fits", "b_pos"))
    step_ = p.have(Eq(quotient(amount, unit, k + 1), k + 1), "last", "one", before)
    step = p.rule("discharge", (k + 1) * unit <= amount, step_)
    all_ = p.induct(claim, 0, k, base, step)
    p.qed(p.specialize(all_, n), Eq(quotient(amount, unit, n), n))


@chapter.theorem
def quotient_nonneg(p: Proof) -> None:
    """0 <= quotient, since it is a count."""
    p.given(fits=i * unit <= amount, too_large=amount < i * unit)
    counted = fun(lambda i: ite(i * unit <= amount, 1, 0))
    sides = [p.have(0 <= counted(i), p.ite_eq(counted(i), name)) for name in ("fits", "too_large")]
    each = p.cases(i * unit, amount, *sides)
    p.qed(p.apply("sum_nonneg", each, f=counted, lo=1, hi=n), 0 <= quotient(amount, unit, n))


@chapter.theorem
def quotient_le(p: Proof) -> None:
    """0 <= n, 0 < b, 0 <= v ⊢ quotient · b <= v."""

    def claim(x: Term) -> Term:
        return quotient(amount, unit, x) * unit <= amount

    p.given(n_low=0 <= n, b_pos=0 < unit, v_low=0 <= amount)
    _by_most(p, claim)
    base = p.have(claim(num(0)), "v_low")
    full = p.apply("quotient_full", n=k + 1)
    high = p.have(claim(k + 1), full, "fits")
    low = p.have(claim(k + 1), "last", "zero", "so_far")
    step = p.cases((k + 1) * unit, amount, high, low)
    all_ = p.induct(claim, 0, k, base, step)
    p.qed(p.specialize(all_, n), claim(n))


@chapter.theorem
def quotient_gt(p: Proof) -> None:
    """0 <= n, 0 < b, v < (n + 1) b ⊢ v < (quotient + 1) b."""

    def claim(x: Term) -> Term:
        return implies(amount < (x + 1) * unit, amount < (quotient(amount, unit, x) + 1) * unit)

    p.given(n_low=0 <= n, b_pos=0 < unit, room=amount < (n + 1) * unit)
    _by_most(p, claim)
    base = p.rule(
        "discharge",
        amount < (0 + num(1)) * unit,
        p.have(amount < (quotient(amount, unit, num(0)) + 1) * unit, p.assume(amount < (0 + num(1)) * unit)),
    )
    before = p.mp("so_far", "too_large")
    full = p.apply("quotient_full", n=k + 1)
    high = p.have(amount < (quotient(amount, unit, k + 1) + 1) * unit, full, p.assume(amount < (k + 2) * unit))
    low = p.have(amount < (quotient(amount, unit, k + 1) + 1) * unit, "last", "zero", before)
    step_ = p.cases((k + 1) * unit, amount, high, low)
    step = p.rule("discharge", amount < (k + 1 + 1) * unit, step_)
    all_ = p.induct(claim, 0, k, base, step)
    p.qed(p.specialize(all_, n), amount < (quotient(amount, unit, n) + 1) * unit)


@chapter.theorem
def product_positive(p: Proof) -> None:
    """0 < x y, 0 < y ⊢ 0 < x."""
    p.given(product=0 < one * other, y_pos=0 < other, not_pos=one <= 0, is_pos=0 < one)
    false = p.have(FALSE, "product", ("not_pos", "y_pos"))
    no = p.absurd(false, 0 < one)
    p.qed(p.cases(one, 0, no, "is_pos"))


def floor(value: Term, by: Term) -> Term:
    """⌊value / by⌋ for value >= 0, by >= 1."""
    return quotient(value, by, value)


@chapter.theorem
def floor_is(p: Proof) -> None:
    """0 <= q, 1 <= c, y c <= q < (y + 1) c ⊢ ⌊q/c⌋ = y."""
    p.given(q_low=0 <= q, c_low=1 <= c, below=y * c <= q, above=q < (y + 1) * c)
    p.have(q < (q + 1) * c, "q_low", "c_low", label="room")
    p.apply("quotient_le", n=q, b=c, v=q, label="low")
    p.apply("quotient_gt", n=q, b=c, v=q, label="high")
    own = floor(q, c)
    zero = p.apply("small_multiple", x=c * (own - y), b=c, y=own - y)
    p.qed(p.have(Eq(own, y), zero))


@chapter.theorem
def floor_bounds(p: Proof) -> None:
    """0 <= q, 1 <= c ⊢ ⌊q/c⌋ c <= q."""
    p.given(q_low=0 <= q, c_low=1 <= c)
    p.qed(p.apply("quotient_le", n=q, b=c, v=q))


@chapter.theorem
def floor_above(p: Proof) -> None:
    """0 <= q, 1 <= c ⊢ q < (⌊q/c⌋ + 1) c."""
    p.given(q_low=0 <= q, c_low=1 <= c)
    p.have(q < (q + 1) * c, "q_low", "c_low", label="room")
    p.qed(p.apply("quotient_gt", n=q, b=c, v=q))


# --- digits ---------------------------------------------------------------------------------------------------------


def tail(f: Callable[[Term], Term], r: Term) -> Term:
    """Σ_{i=r}^{d} m^(i-r) f_i."""
    return Sum(lambda i: power(m, i - r) * f(i), r, d)


@chapter.theorem
def tail_first(p: Proof) -> None:
    """r <= d ⊢ tail_r = e_r + m tail_{r+1}."""
    p.given(r_high=r <= d, low=r + 1 <= i)
    split = p.apply("sum_first", f=fun(lambda i: power(m, i - r) * e(i)), lo=r, hi=d)
    step = p.apply("power_step", k=i - r - 1)
    term = p.have(Eq(power(m, i - r) * e(i), m * (power(m, i - r - 1) * e(i))), step)
    rest = p.apply(
        "sum_eq", term, lo=r + 1, hi=d,
        f=fun(lambda i: power(m, i - r) * e(i)), g=fun(lambda i: m * (power(m, i - r - 1) * e(i))),
    )  # fmt: skip
    p.qed(p.have(Eq(tail(e, r), e(r) + m * tail(e, r + 1)), split, rest))


@chapter.theorem
def digits_zero(p: Proof) -> None:
    """Integers: −m < e_i < m and Σ m^(i-1) e_i = 0 ⊢ e_i = 0 for all i, by induction from the first to the last."""
    p.given(above=every(lambda i: -m < e(i), 1, d), below=every(lambda i: e(i) < m, 1, d), zero=Eq(tail(e, num(1)), 0))

    def claim(r: Term) -> Term:
        return implies(r <= d + 1, Eq(tail(e, r), 0))

    p.rule("discharge", 1 <= d + 1, "zero", label="base")
    p.given(r_low=1 <= r, r_high=r <= d)
    p.specialize("above", r, label="a")
    p.specialize("below", r, label="b")
    p.apply("tail_first", label="split")
    p.given(so_far=claim(r))
    p.mp("so_far", p.side_condition(r <= d + 1), label="now")
    p.apply("small_multiple", x=e(r), b=m, y=-tail(e, r + 1), label="none")
    p.mp(p.rule("discharge", r <= d, "none"), p.have(r <= d, r + 1 <= d + 1), label="step_")
    p.rule("discharge", r + 1 <= d + 1, "step_", label="step")
    p.induct(claim, 1, r, "base", "step", label="all")
    p.specialize("all", r, label="here")
    p.specialize("all", r + 1, label="after")
    p.have(Eq(e(r), 0), "split", "here", "after", label="digit")
    p.qed(p.generalize(r, "digit"))
