"""The last layer and properties 8.1 to 8.3 (E.3.1)."""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.column_ids import U, Y, ly
from proofs.papers.yun.appendix_e3_lemma_8.last_shifted_id import final, final2, lower_bound, upper_bound
from proofs.papers.yun.appendix_e3_lemma_8.selective_shift import psi
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import (
    CATEGORY_1,
    COLUMN,
    GRID,
    gap,
    lx,
    lx2,
    shifted,
    width,
)
from proofs.papers.yun.appendix_e3_lemma_8.sweep import SWEEP, W, layer_at
from proofs.papers.yun.vocabulary import M, d, delta, j, k, m, n, paper, q, r, tower, x, x2
from proofs.theorems.algebra.integers import increasing

# --- E.3.1: the last layer -----------------------------------------------------------------------------------------


def context(f: Callable[[Term], Term], j: Term) -> Term:
    """l̃_j + δ^(-(n+1)d) l̃_n."""
    return shifted(f, j) + tower(n + 1) * shifted(f, n)


def g_c(i: Term, j: Term) -> Term:
    """The output of the last layer, with attention part δ^(-(n+1)d) ψ(·; 0)."""
    return W(M, i, j) + tower(n + 1) * psi(layer_at(M), num(0), i, j, U)


NETWORK = [*CATEGORY_1.values(), *SWEEP.values(), *COLUMN.values()]


FIRST_ROW = (
    Y(1, j) + Sum(lambda k: tower(k) * gap(ly, j, k), 1, j - 1) + tower(j) * width(ly) + tower(n + 1) * shifted(ly, n)
)


IDS = [*GRID.values(), *COLUMN.values()]


@paper.claim([*IDS, 2 <= j], shows=context(lx, j - 1) < context(lx, j))
def context_increasing(p: Proof) -> None:
    """The last layer adds the same number to all columns."""
    p.apply("shift_order", l=lx, label="less")


start, step = tower(n + 1) * final, tower(n + 1) * delta


@paper.theorem
def shifted_below_last(p: Proof) -> None:
    """1 <= j <= n ⊢ l̃_j <= l̃_n."""
    p.given(**GRID, **COLUMN)
    p.apply("grid_increasing", label="l_order")
    p.apply("shifted_increasing", l=lx, label="increasing")
    p.qed(p.apply("increasing_le", f=fun(lambda j: shifted(lx, j)), i=j, j=n))


@paper.claim([2 <= m, 1 <= d, 1 <= n], shows=upper_bound < step)
def upper_below_step(p: Proof) -> None:
    """1 <= n ⊢ δ^(-nd+1) (δ^(-d) − 1) − δ (δ^(-d) − 1)² < δ^(-(n+1)d+1)."""
    p.apply("tower_step", k=n, label="next")
    p.apply("power_pos", k=n * d, label="weight")
    p.apply("power_above_one", k=d, label="M_above")
    p.have(0 < delta * (M - 1) ** 2, label="square")


@paper.claim(IDS, shows=start <= context(lx, j))
def context_low(p: Proof) -> None:
    """0 <= l̃_j."""
    p.apply("shifted_off_grid", label="off")
    p.apply("power_pos", k=d, label="M_pos")


@paper.claim(IDS, shows=context(lx, j) < start + step)
def context_high(p: Proof) -> Fact:
    """By l̃_j <= l̃_n and the upper bound of Lemma 10, which is below δ^(-(n+1)d+1)."""
    below_last = p.apply("shifted_below_last")
    bound = p.apply("lemma_10_upper")
    return p.have(p.goal, below_last, bound)


@paper.claim(IDS, shows=context(lx, j) <= start + step)
def context_high_closed(p: Proof) -> None:
    """The right end is not attained."""


BOTH = {**GRID, "first2": 0 <= x2(num(1)), "last2": x2(n) <= M - 1, "order2": increasing(x2, n)}


@paper.claim({"m_low": 2 <= m, "less": final < final2}, shows=final + delta <= final2)
def finals_apart(p: Proof) -> Fact:
    """ids on the grid, l̃_n < l̃'_n ⊢ they differ by at least δ."""
    p.apply("delta_pos", label="delta_pos")
    p.have(shifted(x, n) < shifted(x2, n), "less", scale=["delta_pos"], label="integers")
    return p.have(final + delta <= final2)


@paper.claim([*BOTH.values(), final < final2], shows=start + step <= tower(n + 1) * final2)
def intervals_apart(p: Proof) -> Fact:
    """l̃_n and l̃'_n are multiples of δ, so they differ by at least δ."""
    apart = p.apply("finals_apart")
    weight = p.apply("power_pos", k=(n + 1) * d)
    return p.have(p.goal, (weight, apart))


@paper.claim(IDS, shows=shifted(lx, j) <= upper_bound)
def all_below_bound(p: Proof) -> Fact:
    """l̃_j <= l̃_n."""
    return p.have(p.goal, p.apply("shifted_below_last"), p.apply("lemma_10_upper"))


@paper.claim([*BOTH.values(), 1 <= r, r <= n, negation(Eq(x(r), x2(r)))], shows=delta <= abs(final - final2))
def differ_by_delta(p: Proof) -> Fact:
    """By Lemma 10 they differ, and they are multiples of δ."""
    p.given(**BOTH, j_low=1 <= j, j_high=j <= n)
    ends = [p.apply("increasing_le", f=f, i=a, j=b) for f in (x, x2) for a, b in ((num(1), j), (j, n))]
    same = p.assume(Eq(final, final2))
    ids = p.specialize(p.apply("lemma_10_one_to_one", same, *ends), r)
    equal = p.have(Eq(x(r), x2(r)), ids, scale=[p.apply("delta_pos")])
    differ = p.discharge(p.mp(p.get(negation(Eq(x(r), x2(r)))), equal), same.concl)

    def case(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.absurd(p.mp(differ, order), p.goal)
        at = {} if order.concl.args[0] is final else {"x": x2, "x'": x}
        gap = p.apply("finals_apart", order, **at)
        return p.have(p.goal, gap)

    return p.trichotomy(final, final2, case)


@paper.claim([x(n) <= M - 1, increasing(x, n), 1 <= j, j <= n], shows=x(j) <= M - 1)
def grid_range_high(p: Proof) -> None:
    """ids on the grid, 1 <= j <= n ⊢ x_j <= M − 1."""
    p.apply("increasing_le", f=x, i=j, j=n, label="below")


@paper.theorem
def finals_differ(p: Proof) -> None:
    """ids on the grid, not all equal ⊢ l̃_n and l̃'_n differ."""
    p.given(**BOTH, **COLUMN, different=negation(Eq(lx(j), lx2(j))), same=Eq(final, final2), low=1 <= k, high=k <= n)
    for label, sequence in (("", x), ("2", x2)):
        p.generalize(k, p.apply("member_low", x=sequence), label=f"low{label}_")
        p.generalize(k, p.apply("grid_range_high", x=sequence, j=k), label=f"high{label}_")
    all_ = p.apply("lemma_10_one_to_one")
    own = p.specialize(all_, j)
    p.qed(p.discharge(p.mp("different", own, label="false"), Eq(final, final2)))


@paper.theorem
def contexts_apart(p: Proof) -> None:
    """ids on the grid, l̃_n < l̃'_n ⊢ every entry of q(L) is below every entry of q(L')."""
    p.given(**BOTH, **COLUMN, q_low=1 <= q, q_high=q <= n, less=final < final2)
    high = p.apply("context_high")
    apart = p.apply("intervals_apart")
    low2 = p.apply("context_low", x=x2, j=q)
    p.qed(p.have(context(lx, j) < context(lx2, q), high, apart, low2))


@paper.claim(
    [*BOTH.values(), *COLUMN.values(), 1 <= q, q <= n, 1 <= r, r <= n, negation(Eq(lx(r), lx2(r)))],
    shows=negation(Eq(context(lx, j), context(lx2, q))),
)
def contexts_differ(p: Proof) -> Fact:
    """By Lemma 10 l̃_n and l̃'_n differ, hence their intervals are disjoint."""
    p.given(entries=Eq(context(lx, j), context(lx2, q)))
    finals = p.apply("finals_differ", j=r)

    def case(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.mp(finals, order)
        if order.concl.args[0] is final:
            apart = p.apply("contexts_apart", order)
        else:
            apart = p.apply("contexts_apart", order, x=x2, j=q, q=j, **{"x'": x})
        return p.have(FALSE, apart, "entries")

    return p.trichotomy(final, final2, case)


t_l = tower(2 * n) * delta * (M - 1)
t_r = tower(2 * n + 1) * delta * (M - 1)
middle = tower(n + 1) * upper_bound + step


@paper.claim(IDS, shows=t_l <= context(lx, j))
def context_above_left(p: Proof) -> Fact:
    """δ^(-(n+1)d) times the lower bound of Lemma 10."""
    bound = p.apply("lemma_10_lower")
    weight = p.apply("power_pos", k=(n + 1) * d)
    product = p.apply("tower_add", a=n + 1, b=n - 1)
    scaled = p.have(tower(n + 1) * lower_bound <= start, (weight, bound))
    return p.have(p.goal, scaled, product)


@paper.claim(IDS, shows=context(lx, j) < middle)
def context_below_middle(p: Proof) -> Fact:
    """δ^(-(n+1)d) times the upper bound of Lemma 10."""
    bound = p.apply("lemma_10_upper")
    weight = p.apply("power_pos", k=(n + 1) * d)
    scaled = p.have(start <= tower(n + 1) * upper_bound, (weight, bound))
    return p.have(p.goal, scaled)


@paper.claim([2 <= m, 1 <= d, 2 <= n], shows=middle <= t_r)
def middle_below_right(p: Proof) -> None:
    """1 <= (δ^(-d) − 1)², since δ^(-1) >= 2."""
    p.apply("power_ge_two", k=d, label="M_low")
    p.apply("power_pos", k=(n + 1) * d, label="weight")
    p.apply("tower_add", a=n + 1, b=n, label="product")
    p.have(0 < step, label="unit")
    p.have(0 <= (M - 1) ** 2 - 1, label="square")


@paper.claim([2 <= m, 1 <= d, 2 <= n], shows=0 < t_l)
def left_positive(p: Proof) -> None:
    """Each factor is positive."""
    p.apply("power_pos", k=2 * n * d, label="weight")
    p.apply("power_above_one", k=d, label="M_above")


@paper.claim([2 <= m, 1 <= d, 2 <= n], shows=t_l < t_r)
def left_below_right(p: Proof) -> Fact:
    """t_r = δ^(-d) t_l."""
    positive = p.apply("left_positive")
    step = p.apply("tower_step", k=2 * n)
    M_above = p.apply("power_above_one", k=d)
    return p.have(p.goal, step, (M_above, positive))
