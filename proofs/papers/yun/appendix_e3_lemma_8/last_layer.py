"""The last layer and properties 8.1 to 8.3 (E.3.1)."""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.column_ids import U, Y, ly, xy
from proofs.papers.yun.appendix_e3_lemma_8.last_shifted_id import final, final2, lower_bound, upper_bound
from proofs.papers.yun.appendix_e3_lemma_8.selective_shift import column_ids, head, psi
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import (
    CATEGORY_1,
    COLUMN,
    GRID,
    category_1,
    gap,
    lx,
    lx2,
    shifted,
    width,
)
from proofs.papers.yun.appendix_e3_lemma_8.sweep import SWEEP, W, layer_at
from proofs.papers.yun.vocabulary import M, d, delta, i, j, k, m, n, paper, q, r, tower, x, x2
from proofs.theorems.algebra.integers import increasing

# --- E.3.1: the last layer -----------------------------------------------------------------------------------------


def context(f: Callable[[Term], Term], j: Term) -> Term:
    """l̃_j + δ^(-(n+1)d) l̃_n."""
    return shifted(f, j) + tower(n + 1) * shifted(f, n)


def g_c(i: Term, j: Term) -> Term:
    """The output of the last layer, with attention part δ^(-(n+1)d) ψ(·; 0)."""
    return W(M, i, j) + tower(n + 1) * psi(layer_at(M), num(0), i, j, U)


NETWORK = [*CATEGORY_1.values(), *SWEEP.values(), *COLUMN.values()]


@paper.theorem
def last_head(p: Proof) -> None:
    """1 <= j <= n ⊢ the head of the last layer returns l̃_n in every column."""
    category_1(p)
    p.given(**SWEEP, **COLUMN, low=1 <= k, high=k <= n)
    swept = column_ids(layer_at(M), U)
    p.apply("columns", "sweep_columns")
    p.specialize("own", "columns", j)
    p.specialize("last_id", "columns", n)
    p.specialize("each", "columns", k)
    p.apply("delta_pos", "delta_pos")
    p.apply("M_pos", "power_pos", k=d)
    p.apply("off", "shifted_off_grid", x=xy)
    p.have("unit", 0 < M * delta, ("M_pos", "delta_pos"))
    p.have("positive", 0 < swept(j), "own", "off", "unit")
    p.apply("head", "psi_max", Z=layer_at(M), u=U, b=0)
    p.apply("increasing", "shifted_increasing", l=ly)
    p.apply("below", "increasing_le", f=fun(lambda j: shifted(ly, j)), i=k, j=n)
    p.have("member", swept(k) <= swept(n), "each", "last_id", "below")
    p.generalize("members", k, "member")
    p.apply("greatest", "max_is", f=swept, lo=1, hi=n, m=n)
    p.qed(p.have("out", eq(head(swept, num(0), j), shifted(ly, n)), "head", "greatest", "last_id"))


FIRST_ROW = (
    Y(1, j) + sigma(lambda k: tower(k) * gap(ly, j, k), 1, j - 1) + tower(j) * width(ly) + tower(n + 1) * shifted(ly, n)
)


@paper.claim(NETWORK, shows=eq(g_c(num(1), j), FIRST_ROW))
def output_first_row(p: Proof) -> None:
    """The sweep adds l̃_j − l_j, the last layer δ^(-(n+1)d) l̃_n."""
    p.apply("swept", "sweep_entries", i=1, k=j)


@paper.claim([*NETWORK, 2 <= i, i <= d], shows=eq(g_c(i, j), Y(i, j)))
def output_other_rows(p: Proof) -> None:
    """Neither the sweep nor the last layer writes to them."""
    p.apply("swept", "sweep_entries", k=j)


@paper.claim(NETWORK, shows=eq(sigma(lambda i: U(i) * g_c(i, j), 1, d), context(ly, j)))
def output_id(p: Proof) -> None:
    """The last layer adds δ^(-(n+1)d) l̃_n to the id l̃_j."""
    p.apply("columns", "sweep_columns")


IDS = [*GRID.values(), *COLUMN.values()]


@paper.claim([*IDS, 2 <= j], shows=context(lx, j - 1) < context(lx, j))
def context_increasing(p: Proof) -> None:
    """The last layer adds the same to all columns."""
    p.apply("less", "shift_order", l=lx)


start, step = tower(n + 1) * final, tower(n + 1) * delta


@paper.theorem
def shifted_below_last(p: Proof) -> None:
    """1 <= j <= n ⊢ l̃_j <= l̃_n."""
    p.given(**GRID, **COLUMN)
    p.apply("l_order", "grid_increasing")
    p.apply("increasing", "shifted_increasing", l=lx)
    p.qed(p.apply("out", "increasing_le", f=fun(lambda j: shifted(lx, j)), i=j, j=n))


@paper.claim([2 <= m, 1 <= d, 1 <= n], shows=upper_bound < step)
def upper_below_step(p: Proof) -> None:
    """1 <= n ⊢ δ^(-nd+1) (δ^(-d) − 1) − δ (δ^(-d) − 1)² < δ^(-(n+1)d+1)."""
    p.apply("next", "tower_step", k=n)
    p.apply("weight", "power_pos", k=n * d)
    p.apply("M_above", "power_above_one", k=d)
    p.have("square", 0 < delta * (M - 1) ** 2)


@paper.claim(IDS, shows=start <= context(lx, j))
def context_low(p: Proof) -> None:
    """0 <= l̃_j."""
    p.apply("off", "shifted_off_grid")
    p.apply("M_pos", "power_pos", k=d)


@paper.claim(IDS, shows=context(lx, j) < start + step)
def context_high(p: Proof) -> Fact:
    """l̃_j <= l̃_n and the upper bound of Lemma 10, which is below δ^(-(n+1)d+1)."""
    p.apply("below_last", "shifted_below_last")
    p.apply("bound", "lemma_10_upper")
    return p.have("out", p.goal, "below_last", "bound")


@paper.claim(IDS, shows=context(lx, j) <= start + step)
def context_high_closed(p: Proof) -> None:
    """The end is not reached."""


BOTH = {**GRID, "first2": 0 <= x2(num(1)), "last2": x2(n) <= M - 1, "order2": increasing(x2, n)}


@paper.claim({"m_low": 2 <= m, "less": final < final2}, shows=final + delta <= final2)
def finals_apart(p: Proof) -> Fact:
    """ids on the grid, l̃_n < l̃'_n ⊢ they differ by at least δ."""
    p.apply("delta_pos", "delta_pos")
    p.have("integers", shifted(x, n) < shifted(x2, n), "less", scale=["delta_pos"])
    return p.have("out", final + delta <= final2)


@paper.claim([*BOTH.values(), final < final2], shows=start + step <= tower(n + 1) * final2)
def intervals_apart(p: Proof) -> Fact:
    """l̃_n and l̃'_n are multiples of δ, so they differ by at least δ."""
    p.apply("apart", "finals_apart")
    p.apply("weight", "power_pos", k=(n + 1) * d)
    return p.have("out", p.goal, ("weight", "apart"))


@paper.claim(IDS, shows=shifted(lx, j) <= upper_bound)
def all_below_bound(p: Proof) -> Fact:
    """l̃_j <= l̃_n."""
    return p.have("out", p.goal, p.apply(None, "shifted_below_last"), p.apply(None, "lemma_10_upper"))


@paper.claim([*BOTH.values(), 1 <= r, r <= n, negation(eq(x(r), x2(r)))], shows=delta <= absolute(final - final2))
def differ_by_delta(p: Proof) -> Fact:
    """By Lemma 10 they differ, and they are multiples of δ."""
    p.given(**BOTH, j_low=1 <= j, j_high=j <= n)
    ends = [p.apply(None, "increasing_le", f=f, i=a, j=b) for f in (x, x2) for a, b in ((num(1), j), (j, n))]
    same = p.rule(None, "assume", eq(final, final2))
    ids = p.specialize(None, p.apply(None, "lemma_10_one_to_one", same, *ends), r)
    equal = p.have(None, eq(x(r), x2(r)), ids, scale=[p.apply(None, "delta_pos")])
    differ = p.discharge(p.rule(None, "mp", p.get(negation(eq(x(r), x2(r)))), equal), same.concl)

    def case(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.rule(None, "absurd", p.rule(None, "mp", differ, order), p.goal)
        at = {} if order.concl.args[0] is final else {"x": x2, "x'": x}
        gap = p.apply(None, "finals_apart", order, **at)
        return p.have(None, p.goal, gap)

    return p.trichotomy("out", final, final2, case)


@paper.claim([x(n) <= M - 1, increasing(x, n), 1 <= j, j <= n], shows=x(j) <= M - 1)
def grid_range_high(p: Proof) -> None:
    """ids on the grid, 1 <= j <= n ⊢ x_j <= M − 1."""
    p.apply("below", "increasing_le", f=x, i=j, j=n)


@paper.theorem
def finals_differ(p: Proof) -> None:
    """ids on the grid, not all equal ⊢ l̃_n and l̃'_n differ."""
    p.given(**BOTH, **COLUMN, different=negation(eq(lx(j), lx2(j))), same=eq(final, final2), low=1 <= k, high=k <= n)
    for label, sequence in (("", x), ("2", x2)):
        p.generalize(f"low{label}_", k, p.apply(None, "member_low", x=sequence))
        p.generalize(f"high{label}_", k, p.apply(None, "grid_range_high", x=sequence, j=k))
    p.apply("all", "lemma_10_one_to_one")
    p.specialize("own", "all", j)
    p.qed(p.discharge(p.rule("false", "mp", "different", "own"), eq(final, final2)))


@paper.theorem
def contexts_apart(p: Proof) -> None:
    """ids on the grid, l̃_n < l̃'_n ⊢ every entry of q(L) is below every entry of q(L')."""
    p.given(**BOTH, **COLUMN, q_low=1 <= q, q_high=q <= n, less=final < final2)
    p.apply("high", "context_high")
    p.apply("apart", "intervals_apart")
    p.apply("low2", "context_low", x=x2, j=q)
    p.qed(p.have("out", context(lx, j) < context(lx2, q), "high", "apart", "low2"))


@paper.claim(
    [*BOTH.values(), *COLUMN.values(), 1 <= q, q <= n, 1 <= r, r <= n, negation(eq(lx(r), lx2(r)))],
    shows=negation(eq(context(lx, j), context(lx2, q))),
)
def contexts_differ(p: Proof) -> Fact:
    """By Lemma 10 l̃_n and l̃'_n differ, hence their intervals are disjoint."""
    p.given(entries=eq(context(lx, j), context(lx2, q)))
    p.apply("finals", "finals_differ", j=r)

    def case(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.rule(None, "mp", "finals", order)
        if order.concl.args[0] is final:
            apart = p.apply(None, "contexts_apart", order)
        else:
            apart = p.apply(None, "contexts_apart", order, x=x2, j=q, q=j, **{"x'": x})
        return p.have(None, FALSE, apart, "entries")

    return p.trichotomy("false", final, final2, case)


t_l = tower(2 * n) * delta * (M - 1)
t_r = tower(2 * n + 1) * delta * (M - 1)
middle = tower(n + 1) * upper_bound + step


@paper.claim(IDS, shows=t_l <= context(lx, j))
def context_above_left(p: Proof) -> Fact:
    """δ^(-(n+1)d) times the lower bound of Lemma 10."""
    p.apply("bound", "lemma_10_lower")
    p.apply("weight", "power_pos", k=(n + 1) * d)
    p.apply("product", "tower_add", a=n + 1, b=n - 1)
    p.have("scaled", tower(n + 1) * lower_bound <= start, ("weight", "bound"))
    return p.have("out", p.goal, "scaled", "product")


@paper.claim(IDS, shows=context(lx, j) < middle)
def context_below_middle(p: Proof) -> Fact:
    """δ^(-(n+1)d) times the upper bound of Lemma 10."""
    p.apply("bound", "lemma_10_upper")
    p.apply("weight", "power_pos", k=(n + 1) * d)
    p.have("scaled", start <= tower(n + 1) * upper_bound, ("weight", "bound"))
    return p.have("out", p.goal, "scaled")


@paper.claim([2 <= m, 1 <= d, 2 <= n], shows=middle <= t_r)
def middle_below_right(p: Proof) -> None:
    """1 <= (δ^(-d) − 1)², as δ^(-1) >= 2."""
    p.apply("M_low", "power_ge_two", k=d)
    p.apply("weight", "power_pos", k=(n + 1) * d)
    p.apply("product", "tower_add", a=n + 1, b=n)
    p.have("unit", 0 < step)
    p.have("square", 0 <= (M - 1) ** 2 - 1)


@paper.claim([2 <= m, 1 <= d, 2 <= n], shows=0 < t_l)
def left_positive(p: Proof) -> None:
    """Each factor is."""
    p.apply("weight", "power_pos", k=2 * n * d)
    p.apply("M_above", "power_above_one", k=d)


@paper.claim([2 <= m, 1 <= d, 2 <= n], shows=t_l < t_r)
def left_below_right(p: Proof) -> Fact:
    """t_r = δ^(-d) t_l."""
    p.apply("positive", "left_positive")
    p.apply("step", "tower_step", k=2 * n)
    p.apply("M_above", "power_above_one", k=d)
    return p.have("out", p.goal, "step", ("M_above", "positive"))
