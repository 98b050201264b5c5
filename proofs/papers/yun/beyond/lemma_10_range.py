"""The exact range of the last shifted id."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.last_shifted_id import final, lower_bound
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import GRID, on_grid, rise, shifted
from proofs.papers.yun.vocabulary import M, c, d, delta, j, k, l, m, n, paper, tower, x
from proofs.theorems.algebra.integers import increasing

# --- Lemma 10: the exact range of l̃_n -------------------------------------------------------------------------------


def weight_of(k: Term | int) -> Term:
    """δ^(-nd) − δ^(-kd) + 1, the weight of l_{n-k+1} − l_{n-k} in l̃_n."""
    return tower(n) - tower(k) + 1


weights = Sum(weight_of, 1, n - 1)
top_weight = tower(n) - M + 1
sharp_lower = delta * ((n - 1) * (tower(n) + 1) - (tower(n) - M) / (M - 1))
sharp_upper = sharp_lower + delta * (M - n) * top_weight
first_ids = fun(lambda j: j - 1)
outer_ids = fun(lambda j: ite(j < n, j - 1, M - 1))


@paper.theorem
def final_weighed(p: Proof) -> None:
    """1 <= n ⊢ l̃_n = l_1 + Σ_{k<n} (δ^(-nd) − δ^(-kd) + 1) (l_{n-k+1} − l_{n-k})."""
    p.given(n_low=1 <= n)
    telescoped = p.apply("rises_telescope", j=n)
    members = Sum(lambda k: weight_of(k) * rise(l, n, k), 1, n - 1)
    p.qed(p.have(Eq(shifted(l, n), l(num(1)) + members), telescoped))


@paper.claim([2 <= m, 1 <= d, 1 <= n], shows=Eq(delta * weights, sharp_lower))
def weights_closed(p: Proof) -> None:
    """1 <= n ⊢ δ Σ_{k<n} (δ^(-nd) − δ^(-kd) + 1) in closed form."""
    p.apply("power_above_one", k=d, label="M_above")
    p.apply("sum_const", lo=1, hi=n - 1, label="count")
    p.apply("tower_sum", k=n, label="geometric")


def each_weight(p: Proof) -> None:
    """For 1 <= k <= n − 1: "least" (δ^(-kd) <= δ^(-nd)) and "apart" (x_{n-k+1} − x_{n-k} >= 1)."""
    p.given(low=1 <= k, high=k <= n - 1)
    p.apply("tower_le", a=k, b=n, label="least")
    rise = p.specialize("order", n - k)
    p.integer_step(rise, label="apart")


@paper.claim(GRID, shows=sharp_lower <= final)
def sharp_lower_holds(p: Proof) -> Fact:
    """Neighbouring ids differ by at least δ, and the weights are positive."""
    each_weight(p)
    sum_ = p.apply("sum_le", "least", f=fun(weight_of), g=fun(lambda k: weight_of(k) * rise(x, n, k)), lo=1, hi=n - 1)
    weighed = p.apply("final_weighed", l=x)
    integers = p.have(weights <= shifted(x, n), sum_, weighed, "first")
    p.apply("delta_pos", label="delta_pos")
    closed = p.apply("weights_closed")
    return p.have(p.goal, closed, (integers, "delta_pos"))


@paper.claim(GRID, shows=final <= sharp_upper)
def sharp_upper_holds(p: Proof) -> Fact:
    """The last gap has the largest weight."""
    each_weight(p)
    most = p.apply("tower_le", a=num(1), b=k)
    bound = fun(lambda k: top_weight * (rise(x, n, k) - 1) + weight_of(k))
    term = p.have(weight_of(k) * rise(x, n, k) <= bound(k), most, "apart")
    sum_ = p.apply("sum_le", term)
    weighed = p.apply("final_weighed", l=x)
    telescoped = p.apply("rises_telescope", l=x, j=n)
    count = p.apply("sum_const", lo=1, hi=n - 1)
    grow = p.apply("tower_le", a=num(1), b=n)
    room = p.have(top_weight * (x(n) - n + 1) <= top_weight * (M - n), grow, "last")
    start = p.have(x(num(1)) <= top_weight * x(num(1)), grow, "first")
    integers = p.have(
        shifted(x, n) <= weights + top_weight * (M - n),
        sum_, weighed, (telescoped, top_weight), (count, top_weight), room, start,
    )  # fmt: skip
    p.apply("delta_pos", label="delta_pos")
    closed = p.apply("weights_closed")
    return p.have(p.goal, closed, (integers, "delta_pos"))


@paper.claim([2 <= m, 1 <= d, 2 <= n, n <= M], shows=Eq(shifted(on_grid(first_ids), n), sharp_lower))
def sharp_lower_attained(p: Proof) -> Fact:
    """All gaps are δ."""
    weighed = p.apply("final_weighed", l=on_grid(first_ids))
    return p.have(p.goal, weighed)


@paper.claim([2 <= m, 1 <= d, 2 <= n, n <= M], shows=Eq(shifted(on_grid(outer_ids), n), sharp_upper))
def sharp_upper_attained(p: Proof) -> Fact:
    """All gaps are δ but the last, which is (M + 1 − n) δ."""
    lo = on_grid(outer_ids)
    own, other = fun(lambda k: weight_of(k) * rise(lo, n, k)), fun(lambda k: weight_of(k) * delta)
    rest = p.apply("sum_eq", f=own, g=other, lo=2, hi=n - 1)
    split = p.apply("sum_first", f=own, lo=1, hi=n - 1)
    split_weights = p.apply("sum_first", f=other, lo=1, hi=n - 1)
    first = p.ite_eq(outer_ids(num(1)), p.have(1 < n))
    weighed = p.apply("final_weighed", l=lo)
    closed = p.apply("weights_closed")
    return p.have(
        Eq(shifted(lo, n), sharp_upper),
        weighed, split, rest, split_weights, first, closed)  # fmt: skip


@paper.claim([2 <= m, 1 <= d, 2 <= n, n <= M], shows=increasing(first_ids, n))
def first_ids_increase(p: Proof) -> None:
    """They increase by one."""


@paper.claim([2 <= m, 1 <= d, 2 <= n, n <= M], shows=increasing(outer_ids, n))
def outer_ids_increase(p: Proof) -> Fact:
    """They increase by one, except for the last."""
    p.given(fits=n <= M, high=j <= n - 1, inside=j + 1 < n, at_end=n <= j + 1)
    own = p.ite_eq(outer_ids(j), p.have(j < n, "high"))
    end = p.ite_eq(outer_ids(j + 1), "at_end")
    before_end = p.have(outer_ids(j) < outer_ids(j + 1), own)
    to_end = p.have(outer_ids(j) < outer_ids(j + 1), own, end, "fits", "high")
    return p.cases(n, j + 1, to_end, before_end)


@paper.claim([2 <= m, 1 <= d, 2 <= n, n <= M], shows=first_ids(n) <= M - 1)
def first_ids_fit(p: Proof) -> None:
    """n <= M."""


@paper.claim([2 <= m, 1 <= d, 2 <= n, n <= M], shows=Eq(outer_ids(num(1)), 0))
def outer_ids_start(p: Proof) -> None:
    """1 < n."""


@paper.claim(GRID, shows=(n - 1) * lower_bound <= final)
def needed_lower(p: Proof) -> Fact:
    """By the chain of E.3.4 with (n − 1) δ <= l_n − l_1."""
    gaps = p.apply("final_above_gaps")
    telescoped = p.apply("gaps_telescope")
    width = p.apply("grid_width")
    step = p.apply("tower_step", k=n - 1)
    weight = p.apply("power_pos", k=(n - 1) * d)
    M_above = p.apply("power_above_one", k=d)
    factor = p.have(0 < tower(n - 1) * (M - 1), (weight, M_above))
    return p.have(p.goal, gaps, telescoped, (factor, width), step)


@paper.claim([2 <= m, 1 <= d, 2 <= n, n <= M, sharp_lower < c], shows=negation(c <= shifted(on_grid(first_ids), n)))
def beyond_lower(p: Proof) -> None:
    """The least value is attained."""
    p.apply("sharp_lower_attained", label="value")


@paper.claim([2 <= m, 1 <= d, 2 <= n, n <= M, c < sharp_upper], shows=negation(shifted(on_grid(outer_ids), n) <= c))
def beyond_upper(p: Proof) -> None:
    """The greatest value is attained."""
    p.apply("sharp_upper_attained", label="value")
