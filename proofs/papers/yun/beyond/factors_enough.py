"""E.3.1 with the factors γ and Γ of `smaller_factors`: sufficient conditions for a contextual mapping.

For γ >= M − n the last shifted id determines all ids: from the last column to the first, the difference of two ids is a
multiple of γ, and it is not ±γ, as then one sequence would be packed at the lower end. For Γ >= γ^n (M − 1) the entries
of different sequences then lie apart.
"""

from __future__ import annotations

from functools import partial

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import GRID, lx, lx2
from proofs.papers.yun.appendix_e3_lemma_8.shifted_order import before
from proofs.papers.yun.beyond.smaller_factors import AT, HIGH, STEEP, at_gamma, context, gamma, last, swept
from proofs.papers.yun.vocabulary import M, d, delta, i, j, k, l, n, paper, q, r, x, x2
from proofs.theorems.algebra.integers import increasing
from proofs.theorems.algebra.powers import power

(e,) = sequences("e")


@paper.claim([0 <= x(num(1)), increasing(x, n), 1 <= j, j <= n], shows=j - 1 <= x(j))
def own_place(p: Proof) -> None:
    """0 <= x_1 < … < x_n <= M − 1 ⊢ j − 1 <= x_j."""
    p.apply("increasing_gap", s=x, i=num(1), label="gap")


@paper.claim([x(n) <= M - 1, increasing(x, n), 1 <= j, j <= n], shows=x(j) <= M - 1 - n + j)
def own_place_high(p: Proof) -> None:
    """0 <= x_1 < … < x_n <= M − 1 ⊢ x_j <= M − 1 − (n − j)."""
    p.apply("increasing_gap", s=x, i=j, j=n, label="gap")


@paper.theorem
def multiple_of_gamma(p: Proof) -> None:
    """Integers: γ divides e and −γ <= e <= γ, but e is neither −γ nor γ ⊢ e = 0."""
    y, z = ints("y z")
    p.given(multiple=Eq(z, gamma * y), low=-gamma <= z, high=z <= gamma)
    p.given(not_low=negation(Eq(z, -gamma)), not_high=negation(Eq(z, gamma)))
    for name, end, missing in (("low", -gamma, "not_low"), ("high", gamma, "not_high")):
        goal = end < z if name == "low" else z < end
        at_most, beyond = (z <= end, end < z) if name == "low" else (end <= z, z < end)
        p.given(**{f"{name}_most": at_most, f"{name}_rest": beyond})
        ends = (f"{name}_most", name) if name == "low" else (name, f"{name}_most")
        p.antisymmetry(*ends, label=f"{name}_is")
        never = p.absurd(p.mp(missing, f"{name}_is"), goal)
        if name == "low":
            p.cases(z, end, never, f"{name}_rest", label="above")
        else:
            p.cases(end, z, never, f"{name}_rest", label="below")
    none = p.apply("small_multiple", "above", "below", x=z, b=gamma)
    p.qed(p.have(Eq(z, 0), "multiple", (none, gamma)))


@paper.theorem
def swept_negative(p: Proof) -> None:
    """e_n = 0, 0 <= e_i for i <= j, 0 < e_j, j < n ⊢ ẽ_j < 0 (1 <= j)."""
    p.given(j_low=1 <= j, positive=0 < e(j))

    def claim(k: Term) -> Term:
        return implies(k <= j, swept(e, k) <= (1 - gamma) * e(k))

    p.rule(
        "discharge",
        num(1) <= j,
        p.have(swept(e, 1) <= (1 - gamma) * e(num(1)), (p.assume(Eq(e(n), 0)), gamma)),
        label="base",
    )
    p.given(k_low=1 <= k, so_far=claim(k), k_high=k + 1 <= j)
    p.mp("so_far", p.side_condition(k <= j), label="here")
    p.apply("swept_recursion", l=e, j=k + 1, label="next")
    p.specialize(p.assume(every(lambda i: 0 <= e(i), 1, j)), k, label="sign")
    p.have(gamma - 1 >= 0, p.assume(2 <= gamma), label="least")
    p.have(swept(e, k) <= 0, "here", ("least", "sign"), label="not_positive")
    p.rule(
        "discharge",
        k + 1 <= j,
        p.have(swept(e, k + 1) <= (1 - gamma) * e(k + 1), "next", (gamma, "not_positive")),
        label="step",
    )
    p.induct(claim, 1, k, "base", "step", label="all")
    p.specialize("all", j, label="end")
    p.have(gamma - 1 > 0, 2 <= gamma, label="steep")
    p.qed(p.have(swept(e, j) < 0, "end", ("steep", "positive")))


@paper.claim(
    {"gamma_low": 2 <= gamma, "n_low": 1 <= n, "most": every(lambda j: e(j) <= e(n), 1, n)}, shows=e(n) <= swept(e, n)
)
def swept_above_last(p: Proof) -> None:
    """0 <= e_1, e_j <= e_n for all j ⊢ e_n <= ẽ_n (1 <= n)."""

    def claim(k: Term) -> Term:
        return implies(k <= n, e(n) <= swept(e, k))

    base = p.have(e(n) <= swept(e, 1))
    p.rule("discharge", num(1) <= n, base, label="base")
    p.given(k_low=1 <= k, so_far=claim(k), k_high=k + 1 <= n)
    here = p.mp("so_far", p.side_condition(k <= n))
    next_ = p.apply("swept_recursion", l=e, j=k + 1)
    own_most = p.specialize("most", k + 1)
    over = p.have(e(k + 1) <= swept(e, k), own_most, here)
    step = p.have(e(n) <= swept(e, k + 1), next_, here, (gamma - 1, over))
    p.rule("discharge", k + 1 <= n, step, label="step")
    p.induct(claim, 1, k, "base", "step", label="all")


BOTH = {**GRID, "first2": 0 <= x2(num(1)), "last2": x2(n) <= M - 1, "order2": increasing(x2, n)}
ENOUGH = {**STEEP, "enough": M - n <= gamma}
apart = fun(lambda j: x(j) - x2(j))
SWAPPED: dict[str, Term] = {"x": x2, "x'": x}


@paper.theorem
def packed_below(p: Proof) -> None:
    """x'_j <= j − 1, 1 <= i <= j ⊢ x'_i = i − 1: the first ids of L' leave no gap."""
    p.given(first2=0 <= x2(num(1)), order2=increasing(x2, n), i_low=1 <= i, ij=i <= j, j_high=j <= n)
    gap = p.apply("increasing_gap", s=x2)
    low = p.apply("own_place", x=x2, j=i)
    below = p.have(x2(i) <= i - 1, gap, p.assume(x2(j) <= j - 1))
    p.qed(p.antisymmetry(below, p.have(i - 1 <= x2(i), low)))


@paper.theorem
def last_below_gamma(p: Proof) -> None:
    """Equal last shifted ids ⊢ x_n − x'_n is not γ: x' would be 0, 1, …, n − 1, with the least l̃_n of all."""
    p.given(**BOTH, **ENOUGH, zero=Eq(swept(apart, n), 0), hit=Eq(apart(n), gamma), j_low=1 <= j, j_high=j <= n)
    own2 = p.apply("packed_below", i=j, j=n)
    end2 = p.apply("packed_below", i=n, j=n)
    gap = p.apply("increasing_gap", s=x, i=j, j=n)
    p.generalize(j, p.have(apart(j) <= apart(n), own2, end2, gap), label="most")
    above = p.apply("swept_above_last", e=apart)
    false = p.have(FALSE, above, "zero", "hit", "gamma_low")
    p.qed(p.discharge(false, Eq(apart(n), gamma)))


@paper.theorem
def inner_below_gamma(p: Proof) -> None:
    """x_n = x'_n, ẽ_j = 0, j < n ⊢ x_j − x'_j is not γ: x' would be 0, 1, …, j − 1 up to j, and ẽ_j negative."""
    p.given(**BOTH, **ENOUGH, j_low=1 <= j, j_high=j <= n - 1, zero=Eq(swept(apart, j), 0), hit=Eq(apart(j), gamma))
    p.given(e_last=Eq(apart(n), 0), i_low=1 <= i, ij=i <= j)
    p.apply("own_place_high", label="high")
    own2 = p.apply("packed_below")
    own = p.apply("own_place", j=i)
    p.generalize(i, p.have(0 <= apart(i), own, own2), label="signs")
    negative = p.apply("swept_negative", e=apart)
    false = p.have(FALSE, negative, "zero")
    p.qed(p.discharge(false, Eq(apart(j), gamma)))


@paper.theorem
def entry_zero(p: Proof) -> None:
    """ẽ_j = 0, and j = n or x_n = x'_n ⊢ x_j = x'_j: e_j is a multiple of γ, and not ±γ."""
    p.given(**BOTH, **ENOUGH, j_low=1 <= j, j_high=j <= n, zero=Eq(swept(apart, j), 0))
    p.given(e_last=implies(j <= n - 1, Eq(apart(n), 0)), inner=j <= n - 1, at_end=n - 1 < j)
    p.have(Eq(swept(fun(lambda j: x2(j) - x(j)), j), 0), "zero", label="zero2")
    after = p.integer_step("at_end")
    is_last = p.antisymmetry("j_high", p.have(n <= j, after))
    for name, swap in (("high", {}), ("low", SWAPPED)):
        f = apart if name == "high" else fun(lambda j: x2(j) - x(j))
        goal = negation(Eq(f(j), gamma))
        end = p.congr(partial(swept, f), is_last)
        at_last = p.apply("last_below_gamma", end, "zero" if name == "high" else "zero2", **swap)
        hit = p.assume(Eq(f(j), gamma))
        moved = p.congr(f, is_last)
        false = p.mp(at_last, p.have(Eq(f(n), gamma), hit, moved))
        e_n = p.mp("e_last", "inner")
        case_inner = p.apply("inner_below_gamma", e_n, **swap)
        p.cases(j, n - 1, case_inner, p.change(false, goal), label=f"not_{name}")
    for label, ids in (("place", x), ("place2", x2)):
        p.apply("own_place", x=ids, label=label)
        p.apply("own_place_high", x=ids, label=f"{label}_high")
    split = p.apply("shift_from_before", l=apart, **AT)
    rest = apart(j) - at_gamma(before(l, j), apart)
    p.have(Eq(apart(j), gamma * rest), split, "zero", label="multiple")
    out = p.apply("multiple_of_gamma", z=apart(j), y=rest)
    p.qed(out, Eq(apart(j), 0))


@paper.claim({**BOTH, **ENOUGH, "same": Eq(swept(lx, n), swept(lx2, n))}, shows=every(lambda j: Eq(x(j), x2(j)), 1, n))
def last_id_determines(p: Proof) -> Fact:
    """From the last column to the first: l̃_n determines all ids for γ >= M − n."""
    p.apply("delta_pos", label="delta_pos")
    zero_n = p.have(Eq(swept(apart, n), 0), "same", scale=["delta_pos"])
    p.apply("entry_zero", zero_n, label="end")

    def claim(k: Term) -> Term:
        return implies(k <= n - 1, Eq(swept(apart, n - k), 0))

    base = p.rule("discharge", 0 <= n - 1, zero_n)
    p.given(k_low=0 <= k, so_far=claim(k), k_high=k + 1 <= n - 1)
    now = p.mp("so_far", p.side_condition(k <= n - 1))
    own = p.apply("entry_zero", now)
    recursion = p.apply("swept_recursion", l=apart, j=n - k)
    next_ = p.have(Eq(swept(apart, n - k - 1), 0), recursion, own, now, scale=[gamma])
    step = p.rule("discharge", k + 1 <= n - 1, next_)
    all_ = p.induct(claim, 0, k, base, step)
    p.given(j_low=1 <= j, j_high=j <= n)
    p.specialize(all_, n - j, label="here")
    return p.have(Eq(x(j), x2(j)))


# --- the contextual mapping ----------------------------------------------------------------------------------------

WIDE = {"wide": M <= gamma * (n - 1)}
largest = power(gamma, n) * (M - 1)
TALL = {"tall": largest <= last}


@paper.theorem
def wide_is_high(p: Proof) -> None:
    """n ids differ by at least n − 1: M <= x_1 + γ (x_n − x_1)."""
    p.given(**GRID, **STEEP, **WIDE)
    gap = p.apply("increasing_gap", s=x, i=num(1), j=n)
    p.qed(p.have(HIGH["high"], "wide", "first", (gamma, gap)))


@paper.theorem
def swept_below(p: Proof) -> None:
    """l̃_n <= γ^n (M − 1) δ."""
    p.given(**GRID, **STEEP)
    p.apply("delta_pos", label="delta_pos")
    bound = (M - 1) * delta

    def claim(k: Term) -> Term:
        return implies(k <= n, swept(lx, k) <= power(gamma, k) * bound)

    l_first = p.have(0 <= lx(num(1)), ("first", "delta_pos"))
    l_last = p.have(lx(n) <= bound, ("last", "delta_pos"))
    base = p.have(swept(lx, 1) <= power(gamma, 1) * bound, (gamma, l_last), (gamma - 1, l_first))
    p.rule("discharge", num(1) <= n, base, label="base")
    p.given(k_low=1 <= k, so_far=claim(k), k_high=k + 1 <= n)
    here = p.mp("so_far", p.side_condition(k <= n))
    next_ = p.apply("swept_recursion", l=lx, j=k + 1)
    grow = p.apply("power_step", m=gamma)
    p.apply("own_place", j=k + 1, label="place")
    step = p.have(
        swept(lx, k + 1) <= power(gamma, k + 1) * bound,
        next_,
        (grow, bound),
        (gamma, here),
        (gamma - 1, lx(k + 1)),
    )
    p.rule("discharge", k + 1 <= n, step, label="step")
    all_ = p.induct(claim, 1, k, "base", "step")
    p.qed(p.specialize(all_, n), swept(lx, n) <= power(gamma, n) * bound)


CONTEXTUAL = {**GRID, **STEEP, **WIDE}


@paper.claim([*CONTEXTUAL.values(), 2 <= j, j <= n], shows=context(lx, j - 1) < context(lx, j))
def entries_increase(p: Proof) -> None:
    """Property 1: the entries of q(L) are distinct."""
    p.apply("shift_order", l=lx, **AT, label="less")


@paper.theorem
def entries_apart(p: Proof) -> None:
    """l̃_n < l̃'_n ⊢ every entry of q(L) is below every entry of q(L')."""
    p.given(**BOTH, **STEEP, **WIDE, **TALL, j_low=1 <= j, j_high=j <= n, q_low=1 <= q, q_high=q <= n)
    p.apply("delta_pos", label="delta_pos")
    integers = p.have(swept(x, n) < swept(x2, n), p.assume(swept(lx, n) < swept(lx2, n)), scale=["delta_pos"])
    step = p.integer_step(integers)
    gap = p.have(swept(lx, n) + delta <= swept(lx2, n), (step, "delta_pos"))
    below = p.apply("swept_below")
    to_last = p.apply("swept_order", i=j, j=n)
    p.apply("wide_is_high", x=x2, label="high2")
    off = p.apply("swept_off_grid", x=x2, j=q)
    p.apply("power_ge_two", k=d, label="M_low")
    p.apply("power_pos", m=gamma, k=n, label="weight")
    last_pos = p.have(0 < last, largest, "tall")
    far = p.have(last * (swept(lx, n) + delta) <= last * swept(lx2, n), (last_pos, gap))
    room = p.have(largest * delta <= last * delta, ("tall", "delta_pos"))
    p.qed(p.have(context(lx, j) < context(lx2, q), to_last, below, far, room, off, M * delta))


@paper.claim(
    [*BOTH.values(), *ENOUGH.values(), *WIDE.values(), *TALL.values(), 1 <= j, j <= n, 1 <= q, q <= n, 1 <= r, r <= n,
     negation(Eq(x(r), x2(r)))],
    shows=negation(Eq(context(lx, j), context(lx2, q))),
)  # fmt: skip
def entries_differ(p: Proof) -> None:
    """Property 2: no entry of q(L) is one of q(L'), where γ >= max(2, M − n, M/(n − 1)) and Γ >= γ^n (M − 1)."""
    p.given(different=negation(Eq(x(r), x2(r))), entries=Eq(context(lx, j), context(lx2, q)))

    def case(order: Fact) -> Fact:
        if order.concl.op == "eq":
            all_ = p.apply("last_id_determines", order)
            return p.mp("different", p.specialize(all_, r))
        if order.concl.args[0] is swept(lx, n):
            return p.have(FALSE, p.apply("entries_apart", order), "entries")
        return p.have(FALSE, p.apply("entries_apart", order, j=q, q=j, **SWAPPED), "entries")

    p.trichotomy(swept(lx, n), swept(lx2, n), case, label="false")
