"""E.3.1 with the factors γ and Γ of `smaller_factors`: enough for a contextual mapping.

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
    p.apply("gap", "increasing_gap", s=x, i=num(1))


@paper.claim([x(n) <= M - 1, increasing(x, n), 1 <= j, j <= n], shows=x(j) <= M - 1 - n + j)
def own_place_high(p: Proof) -> None:
    """0 <= x_1 < … < x_n <= M − 1 ⊢ x_j <= M − 1 − (n − j)."""
    p.apply("gap", "increasing_gap", s=x, i=j, j=n)


@paper.theorem
def multiple_of_gamma(p: Proof) -> None:
    """Integers: γ divides e and −γ <= e <= γ, but e is neither −γ nor γ ⊢ e = 0."""
    y, z = ints("y z")
    p.given(multiple=eq(z, gamma * y), low=-gamma <= z, high=z <= gamma)
    p.given(not_low=negation(eq(z, -gamma)), not_high=negation(eq(z, gamma)))
    for name, end, missing in (("low", -gamma, "not_low"), ("high", gamma, "not_high")):
        goal = end < z if name == "low" else z < end
        at_most, beyond = (z <= end, end < z) if name == "low" else (end <= z, z < end)
        p.given(**{f"{name}_most": at_most, f"{name}_rest": beyond})
        ends = (f"{name}_most", name) if name == "low" else (name, f"{name}_most")
        p.rule(f"{name}_is", "antisymmetry", *ends)
        never = p.rule(None, "absurd", p.rule(None, "mp", missing, f"{name}_is"), goal)
        if name == "low":
            p.cases("above", z, end, never, f"{name}_rest")
        else:
            p.cases("below", end, z, never, f"{name}_rest")
    p.apply("none", "small_multiple", "above", "below", x=z, b=gamma)
    p.qed(p.have("out", eq(z, 0), "multiple", ("none", gamma)))


@paper.theorem
def swept_negative(p: Proof) -> None:
    """e_n = 0, 0 <= e_i for i <= j, 0 < e_j, j < n ⊢ ẽ_j < 0 (1 <= j)."""
    p.given(j_low=1 <= j, positive=0 < e(j))

    def claim(k: Term) -> Term:
        return implies(k <= j, swept(e, k) <= (1 - gamma) * e(k))

    p.rule(
        "base",
        "discharge",
        num(1) <= j,
        p.have(None, swept(e, 1) <= (1 - gamma) * e(num(1)), (p.assume(eq(e(n), 0)), gamma)),
    )
    p.given(k_low=1 <= k, so_far=claim(k), k_high=k + 1 <= j)
    p.rule("here", "mp", "so_far", p.side_condition(k <= j))
    p.apply("next", "swept_recursion", l=e, j=k + 1)
    p.specialize("sign", p.assume(every(lambda i: 0 <= e(i), 1, j)), k)
    p.have("least", gamma - 1 >= 0, p.assume(2 <= gamma))
    p.have("not_positive", swept(e, k) <= 0, "here", ("least", "sign"))
    p.rule(
        "step",
        "discharge",
        k + 1 <= j,
        p.have(None, swept(e, k + 1) <= (1 - gamma) * e(k + 1), "next", (gamma, "not_positive")),
    )
    p.induct("all", claim, 1, k, "base", "step")
    p.specialize("end", "all", j)
    p.have("steep", gamma - 1 > 0, 2 <= gamma)
    p.qed(p.have("out", swept(e, j) < 0, "end", ("steep", "positive")))


@paper.claim(
    {"gamma_low": 2 <= gamma, "n_low": 1 <= n, "most": every(lambda j: e(j) <= e(n), 1, n)}, shows=e(n) <= swept(e, n)
)
def swept_above_last(p: Proof) -> None:
    """0 <= e_1, e_j <= e_n for all j ⊢ e_n <= ẽ_n (1 <= n)."""

    def claim(k: Term) -> Term:
        return implies(k <= n, e(n) <= swept(e, k))

    base = p.have(None, e(n) <= swept(e, 1))
    p.rule("base", "discharge", num(1) <= n, base)
    p.given(k_low=1 <= k, so_far=claim(k), k_high=k + 1 <= n)
    p.rule("here", "mp", "so_far", p.side_condition(k <= n))
    p.apply("next", "swept_recursion", l=e, j=k + 1)
    p.specialize("own_most", "most", k + 1)
    p.have("over", e(k + 1) <= swept(e, k), "own_most", "here")
    step = p.have(None, e(n) <= swept(e, k + 1), "next", "here", (gamma - 1, "over"))
    p.rule("step", "discharge", k + 1 <= n, step)
    p.induct("all", claim, 1, k, "base", "step")


BOTH = {**GRID, "first2": 0 <= x2(num(1)), "last2": x2(n) <= M - 1, "order2": increasing(x2, n)}
ENOUGH = {**STEEP, "enough": M - n <= gamma}
apart = fun(lambda j: x(j) - x2(j))
SWAPPED: dict[str, Term] = {"x": x2, "x'": x}


@paper.theorem
def packed_below(p: Proof) -> None:
    """x'_j <= j − 1, 1 <= i <= j ⊢ x'_i = i − 1: the first ids of L' leave no gap."""
    p.given(first2=0 <= x2(num(1)), order2=increasing(x2, n), i_low=1 <= i, ij=i <= j, j_high=j <= n)
    p.apply("gap", "increasing_gap", s=x2)
    p.apply("low", "own_place", x=x2, j=i)
    below = p.have(None, x2(i) <= i - 1, "gap", p.assume(x2(j) <= j - 1))
    p.qed(p.rule("out", "antisymmetry", below, p.have(None, i - 1 <= x2(i), "low")))


@paper.theorem
def last_below_gamma(p: Proof) -> None:
    """Equal last shifted ids ⊢ x_n − x'_n is not γ: x' would be 0, 1, …, n − 1, with the least l̃_n of all."""
    p.given(**BOTH, **ENOUGH, zero=eq(swept(apart, n), 0), hit=eq(apart(n), gamma), j_low=1 <= j, j_high=j <= n)
    p.apply("own2", "packed_below", i=j, j=n)
    p.apply("end2", "packed_below", i=n, j=n)
    p.apply("gap", "increasing_gap", s=x, i=j, j=n)
    p.generalize("most", j, p.have(None, apart(j) <= apart(n), "own2", "end2", "gap"))
    p.apply("above", "swept_above_last", e=apart)
    p.have("false", FALSE, "above", "zero", "hit", "gamma_low")
    p.qed(p.discharge("false", eq(apart(n), gamma)))


@paper.theorem
def inner_below_gamma(p: Proof) -> None:
    """x_n = x'_n, ẽ_j = 0, j < n ⊢ x_j − x'_j is not γ: x' would be 0, 1, …, j − 1 up to j, and ẽ_j negative."""
    p.given(**BOTH, **ENOUGH, j_low=1 <= j, j_high=j <= n - 1, zero=eq(swept(apart, j), 0), hit=eq(apart(j), gamma))
    p.given(e_last=eq(apart(n), 0), i_low=1 <= i, ij=i <= j)
    p.apply("high", "own_place_high")
    p.apply("own2", "packed_below")
    p.apply("own", "own_place", j=i)
    p.generalize("signs", i, p.have(None, 0 <= apart(i), "own", "own2"))
    p.apply("negative", "swept_negative", e=apart)
    p.have("false", FALSE, "negative", "zero")
    p.qed(p.discharge("false", eq(apart(j), gamma)))


@paper.theorem
def entry_zero(p: Proof) -> None:
    """ẽ_j = 0, and j = n or x_n = x'_n ⊢ x_j = x'_j: e_j is a multiple of γ, and not ±γ."""
    p.given(**BOTH, **ENOUGH, j_low=1 <= j, j_high=j <= n, zero=eq(swept(apart, j), 0))
    p.given(e_last=implies(j <= n - 1, eq(apart(n), 0)), inner=j <= n - 1, at_end=n - 1 < j)
    p.have("zero2", eq(swept(fun(lambda j: x2(j) - x(j)), j), 0), "zero")
    p.rule("after", "integer_step", "at_end")
    p.rule("is_last", "antisymmetry", "j_high", p.have(None, n <= j, "after"))
    for name, swap in (("high", {}), ("low", SWAPPED)):
        f = apart if name == "high" else fun(lambda j: x2(j) - x(j))
        goal = negation(eq(f(j), gamma))
        end = p.congr(None, partial(swept, f), "is_last")
        at_last = p.apply(None, "last_below_gamma", end, "zero" if name == "high" else "zero2", **swap)
        hit = p.rule(None, "assume", eq(f(j), gamma))
        moved = p.congr(None, f, "is_last")
        false = p.rule(None, "mp", at_last, p.have(None, eq(f(n), gamma), hit, moved))
        e_n = p.rule(None, "mp", "e_last", "inner")
        case_inner = p.apply(None, "inner_below_gamma", e_n, **swap)
        p.cases(f"not_{name}", j, n - 1, case_inner, p.change(None, false, goal))
    for label, ids in (("place", x), ("place2", x2)):
        p.apply(label, "own_place", x=ids)
        p.apply(f"{label}_high", "own_place_high", x=ids)
    p.apply("split", "shift_from_before", l=apart, **AT)
    rest = apart(j) - at_gamma(before(l, j), apart)
    p.have("multiple", eq(apart(j), gamma * rest), "split", "zero")
    p.apply("out", "multiple_of_gamma", z=apart(j), y=rest)
    p.qed("out", eq(apart(j), 0))


@paper.claim({**BOTH, **ENOUGH, "same": eq(swept(lx, n), swept(lx2, n))}, shows=every(lambda j: eq(x(j), x2(j)), 1, n))
def last_id_determines(p: Proof) -> Fact:
    """From the last column to the first: l̃_n determines all ids for γ >= M − n."""
    p.apply("delta_pos", "delta_pos")
    p.have("zero_n", eq(swept(apart, n), 0), "same", scale=["delta_pos"])
    p.apply("end", "entry_zero", "zero_n")

    def claim(k: Term) -> Term:
        return implies(k <= n - 1, eq(swept(apart, n - k), 0))

    p.rule("base", "discharge", 0 <= n - 1, "zero_n")
    p.given(k_low=0 <= k, so_far=claim(k), k_high=k + 1 <= n - 1)
    p.rule("now", "mp", "so_far", p.side_condition(k <= n - 1))
    p.apply("own", "entry_zero", "now")
    p.apply("recursion", "swept_recursion", l=apart, j=n - k)
    p.have("next", eq(swept(apart, n - k - 1), 0), "recursion", "own", "now", scale=[gamma])
    p.rule("step", "discharge", k + 1 <= n - 1, "next")
    p.induct("all", claim, 0, k, "base", "step")
    p.given(j_low=1 <= j, j_high=j <= n)
    p.specialize("here", "all", n - j)
    return p.have(None, eq(x(j), x2(j)))


# --- the contextual mapping ----------------------------------------------------------------------------------------

WIDE = {"wide": M <= gamma * (n - 1)}
largest = power(gamma, n) * (M - 1)
TALL = {"tall": largest <= last}


@paper.theorem
def wide_is_high(p: Proof) -> None:
    """n ids differ by at least n − 1: M <= x_1 + γ (x_n − x_1)."""
    p.given(**GRID, **STEEP, **WIDE)
    p.apply("gap", "increasing_gap", s=x, i=num(1), j=n)
    p.qed(p.have("out", HIGH["high"], "wide", "first", (gamma, "gap")))


@paper.theorem
def swept_below(p: Proof) -> None:
    """l̃_n <= γ^n (M − 1) δ."""
    p.given(**GRID, **STEEP)
    p.apply("delta_pos", "delta_pos")
    bound = (M - 1) * delta

    def claim(k: Term) -> Term:
        return implies(k <= n, swept(lx, k) <= power(gamma, k) * bound)

    p.have("l_first", 0 <= lx(num(1)), ("first", "delta_pos"))
    p.have("l_last", lx(n) <= bound, ("last", "delta_pos"))
    base = p.have(None, swept(lx, 1) <= power(gamma, 1) * bound, (gamma, "l_last"), (gamma - 1, "l_first"))
    p.rule("base", "discharge", num(1) <= n, base)
    p.given(k_low=1 <= k, so_far=claim(k), k_high=k + 1 <= n)
    p.rule("here", "mp", "so_far", p.side_condition(k <= n))
    p.apply("next", "swept_recursion", l=lx, j=k + 1)
    p.apply("grow", "power_step", m=gamma)
    p.apply("place", "own_place", j=k + 1)
    step = p.have(
        None,
        swept(lx, k + 1) <= power(gamma, k + 1) * bound,
        "next",
        ("grow", bound),
        (gamma, "here"),
        (gamma - 1, lx(k + 1)),
    )
    p.rule("step", "discharge", k + 1 <= n, step)
    p.induct("all", claim, 1, k, "base", "step")
    p.qed(p.specialize("out", "all", n), swept(lx, n) <= power(gamma, n) * bound)


CONTEXTUAL = {**GRID, **STEEP, **WIDE}


@paper.claim([*CONTEXTUAL.values(), 2 <= j, j <= n], shows=context(lx, j - 1) < context(lx, j))
def entries_increase(p: Proof) -> None:
    """Property 1: the entries of q(L) are distinct."""
    p.apply("less", "shift_order", l=lx, **AT)


@paper.theorem
def entries_apart(p: Proof) -> None:
    """l̃_n < l̃'_n ⊢ every entry of q(L) is below every entry of q(L')."""
    p.given(**BOTH, **STEEP, **WIDE, **TALL, j_low=1 <= j, j_high=j <= n, q_low=1 <= q, q_high=q <= n)
    p.apply("delta_pos", "delta_pos")
    p.have("integers", swept(x, n) < swept(x2, n), p.assume(swept(lx, n) < swept(lx2, n)), scale=["delta_pos"])
    p.rule("step", "integer_step", "integers")
    p.have("gap", swept(lx, n) + delta <= swept(lx2, n), ("step", "delta_pos"))
    p.apply("below", "swept_below")
    p.apply("to_last", "swept_order", i=j, j=n)
    p.apply("high2", "wide_is_high", x=x2)
    p.apply("off", "swept_off_grid", x=x2, j=q)
    p.apply("M_low", "power_ge_two", k=d)
    p.apply("weight", "power_pos", m=gamma, k=n)
    p.have("last_pos", 0 < last, largest, "tall")
    p.have("far", last * (swept(lx, n) + delta) <= last * swept(lx2, n), ("last_pos", "gap"))
    p.have("room", largest * delta <= last * delta, ("tall", "delta_pos"))
    p.qed(p.have("out", context(lx, j) < context(lx2, q), "to_last", "below", "far", "room", "off", M * delta))


@paper.claim(
    [*BOTH.values(), *ENOUGH.values(), *WIDE.values(), *TALL.values(), 1 <= j, j <= n, 1 <= q, q <= n, 1 <= r, r <= n,
     negation(eq(x(r), x2(r)))],
    shows=negation(eq(context(lx, j), context(lx2, q))),
)  # fmt: skip
def entries_differ(p: Proof) -> None:
    """Property 2: no entry of q(L) is one of q(L'), where γ >= max(2, M − n, M/(n − 1)) and Γ >= γ^n (M − 1)."""
    p.given(different=negation(eq(x(r), x2(r))), entries=eq(context(lx, j), context(lx2, q)))

    def case(order: Fact) -> Fact:
        if order.concl.op == "eq":
            all_ = p.apply(None, "last_id_determines", order)
            return p.rule(None, "mp", "different", p.specialize(None, all_, r))
        if order.concl.args[0] is swept(lx, n):
            return p.have(None, FALSE, p.apply(None, "entries_apart", order), "entries")
        return p.have(None, FALSE, p.apply(None, "entries_apart", order, j=q, q=j, **SWAPPED), "entries")

    p.trichotomy("false", swept(lx, n), swept(lx2, n), case)
