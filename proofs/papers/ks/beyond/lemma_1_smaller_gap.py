"""Lemma 7 holds for a much smaller δ: δ >= 2 and δ e^δ >= 2 (log n)² suffice, where the paper asks for 2 log n + 3.

Not in the paper. Entries more than δ apart make every sum geometric with ratio q = e^(−δ), whatever n is. For
k >= 1 let m and Z be boltz and the partition of the k common entries. Then m − boltz is a sum of (m − x) e^x over the
other entries x, divided by the partition. Of a's sum the first term is kept; b's terms increase in x, so they are at
most those at B, B − δ, B − 2δ, … .
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_1 import (
    lemma_1_common,
    other_token,
    somewhere,
    sorted_given,
    target_1,
    upwards,
    without_sorting,
)
from proofs.papers.ks.appendix_b_boltzmann.lemma_6 import delta
from proofs.papers.ks.appendix_b_boltzmann.lemma_7 import distance, from_cases
from proofs.papers.ks.appendix_b_boltzmann.lemma_7_common_prefix import target
from proofs.papers.ks.appendix_b_boltzmann.separated_vectors import (
    A,
    B,
    apart,
    far,
    first_gap,
    gap_at,
    k_in,
    prefix,
    spread_a,
    spread_b,
)
from proofs.papers.ks.vocabulary import a, b, boltz, i, i_in, j, k, n, paper, partition, some, unequal, x

E, q = exp(delta), exp(-delta)
D = 1 - q
wide, enough = delta >= 2, 2 * log(n) ** 2 <= delta * E
w, y, u, s_ = reals("w y u S")
case_1 = [spread_a, spread_b, apart, wide, enough, k >= 1, k + 1 <= n, prefix, first_gap]


def ratio(p: Proof) -> None:
    """0 < q, 36/5 < E, 0 < 1 − q."""
    p.rule("q_pos", "exp_pos", -delta)
    p.rule("two", "compute", num(36, 5) < exp(num(2)), [], ["leaf", 64])
    p.apply("grow", "exp_le", x=num(2), y=delta)
    p.have("E_big", num(36, 5) < E, "two", "grow")
    p.have("q_small", num(36, 5) * q < 1, ("E_big", "q_pos"))
    p.have("D_pos", D > 0, "q_small")


def powers(x: Term, first: Term | int) -> Term:
    """Σ e^(−(j − first) δ) for first <= j <= x."""
    return sigma(lambda j: exp(-(j - first) * delta), first, x)


def weighted(x: Term) -> Term:
    """Σ (w + (j − k − 1) δ) e^(−(j − k − 1) δ) for k + 1 <= j <= x."""
    return sigma(lambda j: (w + (j - k - 1) * delta) * exp(-(j - k - 1) * delta), k + 1, x)


@paper.claim(given=[n >= 0], shows=eq(D * powers(n, 1), 1 - exp(-n * delta)))
def exponential_geometric_sum(p: Proof) -> None:
    """(1 − q)(1 + q + … + q^(n−1)) = 1 − q^n."""

    def claim(x: Term) -> Term:
        return eq(D * powers(x, 1), 1 - exp(-x * delta))

    p.have("base", claim(num(0)))
    p.rule("last", "big_step", powers(i + 1, 1), p.have(None, i + 1 >= 1, p.assume(i >= 0)))
    p.have("step", claim(i + 1), p.assume(claim(i)), "last")
    p.induct("all", claim, 0, i, "base", "step")


def weighted_rest(x: Term) -> Term:
    """What is missing to the infinite sum, times (1 − q)²."""
    return exp(-(x - k) * delta) * ((w + (x - k) * delta) * D + delta * q)


@paper.claim(given=[k <= n], shows=eq(D * D * weighted(n) + weighted_rest(n), w * D + delta * q))
def weighted_geometric_sum(p: Proof) -> Fact:
    """(1 − q)² Σ (w + i δ) q^i = w (1 − q) + δ q, but for the rest."""

    def claim(x: Term) -> Term:
        return eq(D * D * weighted(x) + weighted_rest(x), w * D + delta * q)

    p.have("base", claim(k))
    p.rule("last", "big_step", weighted(i + 1), p.have(None, k + 1 <= i + 1, p.assume(k <= i)))
    p.have("step", claim(i + 1), p.assume(claim(i)), "last")
    p.induct("all", claim, k, i, "base", "step")
    return p.specialize("out", "all", n)


@paper.claim(given=[x <= y, y <= w - 1], shows=(w - x) * exp(x) <= (w - y) * exp(y))
def weighted_increases(p: Proof) -> None:
    """(w − x) e^x increases up to x = w − 1."""
    p.rule("ge", "exp_ge", y - x)


@paper.claim(given=[spread_b, k >= 1, k + 1 <= j, j <= n], shows=b(j) <= B - (j - k - 1) * delta)
def ladder_from(p: Proof) -> Fact:
    """b_j <= b_{k+1} − (j − k − 1) δ."""

    def claim(x: Term) -> Term:
        return implies(x <= n, b(x) <= B - (x - k - 1) * delta)

    p.given(i_low=k + 1 <= i, so_far=claim(i), i_high=i + 1 <= n)
    p.rule("base", "discharge", k + 1 <= n, p.have(None, B - (k + 1 - k - 1) * delta >= B))
    p.rule("before", "mp", "so_far", p.side_condition(i <= n))
    p.specialize("gap", spread_b, i, i + 1)
    p.rule("step", "discharge", i + 1 <= n, p.have(None, b(i + 1) <= B - (i + 1 - k - 1) * delta, "before", "gap"))
    p.induct("all", claim, k + 1, i, "base", "step")
    return p.specialize("out", "all", j)


@paper.claim(given=[some, wide, spread_a], shows=D * partition(a, n) < exp(a(1)))
def partition_lt(p: Proof) -> Fact:
    """Z (1 − q) < e^(a_1)."""
    ratio(p)
    by = {"f": fun(lambda j: exp(a(j))), "g": fun(lambda j: exp(a(1) - (j - 1) * delta))}
    p.apply("sum", "sum_le", lo=1, hi=n, **by)
    p.have("whole", eq(D * exp(a(1)) * powers(n, 1), exp(a(1)) * (1 - exp(-n * delta))))
    return p.have("out", p.goal, ("sum", "D_pos"), "whole", (exp(a(1)), exp(-n * delta)))


M = boltz(a, k)


def others(v: Term, m: Term) -> Term:
    """Σ (m − v_j) e^(v_j) over the entries after k."""
    return sigma(lambda j: (m - v(j)) * exp(v(j)), k + 1, n)


@paper.claim(given=[k >= 1, k <= n], shows=eq((M - boltz(a, n)) * partition(a, n), others(a, M)))
def average_difference(p: Proof) -> Fact:
    """m − boltz(a) as a sum over the other entries."""
    p.note("Z_pos", p.positive(partition(a, n)))
    p.note("Zk_pos", p.positive(partition(a, k)))
    p.apply("Z_split", "sum_split", f=fun(lambda j: exp(a(j))), lo=1, hi=n, m=k)
    p.apply("N_split", "sum_split", f=fun(lambda j: a(j) * exp(a(j))), lo=1, hi=n, m=k)
    return p.have("out", p.goal, "Z_split", "N_split")


@paper.claim(given=[spread_a, wide, k >= 1, k + 1 <= n], shows=A + delta < M)
def average_above(p: Proof) -> None:
    """m is above a_{k+1} by more than δ."""
    p.given(spread=spread_a, j_low=j >= 1, j_high=j <= k)
    p.specialize("gap", "spread", j, k + 1)
    p.generalize("entries", j, p.have(None, A + delta < a(j)))


@paper.claim(given=[spread_a, wide, k >= 1, k + 1 <= n], shows=(M - A) * exp(A) <= (M - boltz(a, n)) * partition(a, n))
def first_term_kept(p: Proof) -> Fact:
    """Of a's sum the first term."""
    p.given(spread_a=spread_a, k_next=k + 1 <= n, j_low=k + 2 <= j, j_high=j <= n)
    p.apply("difference", "average_difference")
    p.apply("first", "sum_first", f=fun(lambda j: (M - a(j)) * exp(a(j))), lo=k + 1, hi=n)
    p.specialize("gap", "spread_a", k + 1, j)
    p.have("below", M - a(j) >= 0, "gap")
    p.apply("rest", "sum_nonneg", ("below", exp(a(j))), f=fun(lambda j: (M - a(j)) * exp(a(j))), lo=k + 2, hi=n)
    return p.have("out", p.goal, "difference", "first", "rest")


W = boltz(b, k)


@paper.claim(
    given=[spread_b, wide, k >= 1, k + 1 <= n],
    shows=D * D * (W - boltz(b, n)) * partition(b, n) <= exp(B) * ((W - B) * D + delta * q),
)
def others_bounded(p: Proof) -> Fact:
    """b's sum by the geometric one."""
    p.given(wide=wide, j_low=k + 1 <= j, j_high=j <= n)
    ratio(p)
    p.apply("above", "average_above", a=b)
    p.apply("difference", "average_difference", p.have("k_high", k <= n), a=b)
    rung = B - (j - k - 1) * delta
    p.have("steps", (j - k - 1) * delta >= 0, ("j_low", "wide"), "j_low")
    p.apply("term", "weighted_increases", x=b(j), y=rung, w=W)
    by = {
        "f": fun(lambda j: (W - b(j)) * exp(b(j))),
        "g": fun(lambda j: (W - (B - (j - k - 1) * delta)) * exp(B - (j - k - 1) * delta)),
    }
    p.apply("sum", "sum_le", "term", lo=k + 1, hi=n, **by)
    p.apply("geometric", "weighted_geometric_sum", w=W - B)
    p.rule("tail_pos", "exp_pos", -(n - k) * delta)
    parts = ("D_pos", "above"), ("D_pos", "wide"), ("k_high", "wide", "D_pos"), ("k_high", "D_pos"), ("q_pos", "wide")
    p.have("rest", (W - B + (n - k) * delta) * D + delta * q >= 0, *parts)
    whole = D * D * sigma(by["g"], k + 1, n)
    p.have("limit", whole <= exp(B) * ((W - B) * D + delta * q), ("geometric", exp(B)), ("rest", "tail_pos", exp(B)))
    p.have("scaled", D * D * others(b, W) <= whole, ("sum", "D_pos", "D_pos"))
    return p.have("out", p.goal, "scaled", "limit", ("difference", D * D))


@paper.claim(
    given=[wide, delta < y, delta < u, D * D * s_ <= (y + u) * D + delta * q],
    shows=delta * E < 2 * (y * exp(u) * D - s_),
)
def margin(p: Proof) -> Fact:
    """With e^u >= E (1 + u − δ) a polynomial inequality in E, δ, y − δ and u − δ with non-negative coefficients."""
    p.given(wide=wide, y_gap=y - delta > 0, u_gap=u - delta > 0, S=D * D * s_ <= (y + u) * D + delta * q)
    ratio(p)
    p.rule("ge", "exp_ge", u - delta)
    p.have("e_u", E * (1 + u - delta) <= exp(u), ("ge", exp(delta)))
    p.have("y_pos", y > 0)
    big = ("E_big", "E_big"), ("E_big", "E_big", "E_big")
    p.have("constant", (E - 1) ** 3 - 2 * E * (E - 1) - E - num(1, 2) * E * (E - 1) ** 2 > 0, "E_big", *big)
    p.have("slope", (E - 1) ** 3 - E * (E - 1) > 0, "E_big", *big)
    p.have("cube", (E - 1) ** 3 > 0)
    p.have("steep", delta * (E - 1) ** 3 - E * (E - 1) > 0, "slope", ("wide", "cube"), "cube")
    p.have("delta_pos", delta > 0, "wide")
    linear = y * (1 + u - delta)
    products = ("delta_pos", "constant"), ("y_gap", "slope"), ("u_gap", "steep"), ("y_gap", "u_gap", "cube")
    p.have("square", (E - 1) ** 2 > 0)
    p.have("left", delta * E < 2 * (linear * E * D - s_), *products, ("S", exp(delta), exp(delta)), scale=["square"])
    return p.have("out", p.goal, "left", ("e_u", "y_pos", "D_pos"))


share = (boltz(a, k) - boltz(b, n)) * exp(a(1) - B)


def case_1_bounds(p: Proof) -> None:
    """For k >= 1 how far boltz(a) falls below m, and boltz(b), the latter scaled by e^(a_1 − B), as `share`."""
    p.given(spread_a=spread_a, apart=apart, wide=wide, prefix=prefix)
    p.given(first_gap=first_gap, equal=eq(A, B))
    p.have("some", some)
    p.note("u_gap", gap_at(p, k + 1))
    ratio(p)
    p.apply("same", "boltz_same", n=k)
    p.apply("above", "average_above")
    p.apply("kept", "first_term_kept")
    p.apply("small", "partition_lt")
    p.rule("A_pos", "exp_pos", A)
    p.have("y_pos", M - A > 0)
    p.note("Za_pos", p.positive(partition(a, n)))
    p.have("rise_pos", M - boltz(a, n) > 0, "kept", ("y_pos", "A_pos"), scale=["Za_pos"])
    p.have("rise", (M - A) * exp(A) * D < (M - boltz(a, n)) * exp(a(1)), ("kept", "D_pos"), ("small", "rise_pos"))
    # the same for b, whose partition is at least e^(b_1) = e^(a_1)
    p.have("wide_pos", delta > 0, "wide")
    p.apply("decreasing", "separated_decreases", a=b)
    p.apply("fall_pos", "prefix_le", a=b, m=k)
    p.apply("bounded", "others_bounded")
    p.specialize("first", "prefix", 1)
    p.congr("e_first", exp, "first")
    p.have("terms", exp(b(j)) >= 0, p.positive(exp(b(j))))
    p.apply("member", "sum_member", "terms", f=fun(lambda j: exp(b(j))), m=1, lo=1, hi=n)
    p.have("Zb", exp(a(1)) <= partition(b, n), "member", "e_first")
    fall = M - boltz(b, n)
    p.have("fall", fall >= 0, "fall_pos", "same")
    bound = exp(B) * ((M - B) * D + delta * q)
    p.have("down", D * D * fall * exp(a(1)) <= bound, "bounded", "same", ("Zb", "fall", "D_pos", "D_pos"))
    p.rule("inverse_B", "exp_pos", -B)
    p.have("S", D * D * share <= (M - A + (A - B)) * D + delta * q, ("down", "inverse_B"))
    p.have("scaled", (M - A) * exp(A - B) * D < (M - boltz(a, n)) * exp(a(1) - B), ("rise", "inverse_B"))


@paper.claim(given=case_1, shows=target < boltz(b, n) - boltz(a, n))
def weaker_case_1(p: Proof) -> Fact:
    """k >= 1."""
    p.given(enough=enough)
    case_1_bounds(p)
    p.apply("margin", "margin", y=M - A, u=A - B, S=share)
    p.have("total", log(n) ** 2 < (boltz(b, n) - boltz(a, n)) * exp(a(1) - B), "scaled", "margin", "enough")
    p.rule("back", "exp_pos", -(a(1) - B))
    return p.have("out", p.goal, ("total", "back"))


case_2 = [some, spread_a, spread_b, apart, wide, enough, b(1) < a(1)]


@paper.claim(given=[some, wide, spread_a], shows=D * D * (a(1) - boltz(a, n)) <= delta * q)
def first_above_average(p: Proof) -> Fact:
    """a_1 − boltz(a) <= Σ (j − 1) δ q^(j−1), as (a_1 − x) e^x increases up to a_1 − 1."""
    p.given(some=some, wide=wide, j_low=j >= 2, j_high=j <= n)
    ratio(p)
    total = sigma(lambda j: (a(1) - a(j)) * exp(a(j)), 1, n)
    p.note("Z_pos", p.positive(partition(a, n)))
    p.apply("first", "sum_first", f=fun(lambda j: (a(1) - a(j)) * exp(a(j))), lo=1, hi=n)
    p.apply("rung", "ladder")
    rung = a(1) - (j - 1) * delta
    p.have("steps", (j - 1) * delta >= 1, "j_low", "wide")
    p.apply("term", "weighted_increases", "rung", p.have(None, rung <= a(1) - 1, "steps"))
    by = {
        "f": fun(lambda j: (a(1) - a(j)) * exp(a(j))),
        "g": fun(lambda j: (a(1) - (a(1) - (j - 1) * delta)) * exp(a(1) - (j - 1) * delta)),
    }
    p.apply("sum", "sum_le", "term", lo=2, hi=n, **by)
    p.apply("ladder_first", "sum_first", f=by["g"], lo=1, hi=n)
    p.apply("geometric", "weighted_geometric_sum", k=0, w=0)
    parts = ("some", "wide", "D_pos"), ("wide", "D_pos"), ("some", "D_pos"), ("q_pos", "wide")
    p.have("rest", n * delta * D + delta * q >= 0, *parts)
    p.have(
        "limit",
        D * D * sigma(by["g"], 1, n) <= exp(a(1)) * delta * q,
        ("geometric", exp(a(1))),
        ("rest", exp(-n * delta), exp(a(1))),
    )
    p.have(
        "scaled", D * D * total <= exp(a(1)) * delta * q, "first", "ladder_first", ("sum", "D_pos", "D_pos"), "limit"
    )
    p.apply("member", "sum_member", f=fun(lambda k: exp(a(k))), m=1, lo=1, hi=n)
    p.apply("below", "average_le_first", p.have(None, delta > 0, "wide"), b=a)
    p.have("rise", a(1) - boltz(a, n) >= 0)
    p.have("times", D * D * (a(1) - boltz(a, n)) * exp(a(1)) <= D * D * total, ("member", "rise", "D_pos", "D_pos"))
    return p.have("out", p.goal, "times", "scaled", scale=[exp(a(1))])


@paper.claim(given=case_2, shows=log(n) ** 2 * exp(-(a(1) - b(1))) < boltz(a, n) - boltz(b, n))
def weaker_case_2(p: Proof) -> Fact:
    """k = 0."""
    p.given(apart=apart, enough=enough)
    p.given(first_gap=b(1) < a(1), equal=eq(a(1), b(1)))
    gap = a(1) - b(1)
    p.note("gap", gap_at(p, 1))
    ratio(p)
    p.apply("above", "first_above_average")
    p.have("wide_pos", delta > 0)
    p.apply("average", "average_le_first")
    p.have("half_D", num(1, 2) <= D * D - q, "q_small")
    rise = boltz(a, n) - boltz(b, n)
    p.have(
        "rise", D * D * (delta - rise) < delta * q, "above", ("average", "D_pos", "D_pos"), ("gap", "D_pos", "D_pos")
    )
    p.have("one_more", D <= 1)
    p.have("weighted", delta < 2 * D * D * rise, "rise", ("half_D", "wide_pos"))
    p.have("rise_pos", 0 < rise, "weighted", "wide_pos", scale=[p.have(None, 0 < D * D, ("D_pos", "D_pos"))])
    p.have("D_square", D * D <= 1, "one_more", ("one_more", "D_pos"))
    p.have("half", delta < 2 * rise, "weighted", ("D_square", "rise_pos"))
    p.apply("grow_gap", "exp_lt", x=delta, y=gap)
    p.have("total", log(n) ** 2 < rise * exp(gap), "enough", ("half", exp(delta)), ("grow_gap", "rise_pos"))
    return p.have("out", log(n) ** 2 * exp(-gap) < rise, ("total", exp(-gap)))


weaker_given = [some, spread_a, spread_b, apart, wide, enough, *k_in, prefix, first_gap]


@paper.claim(given=weaker_given, shows=target < distance)
def lemma_7_weaker_gap(p: Proof) -> Fact:
    """Lemma 7's conclusion from δ >= 2 and δ e^δ >= 2 (log n)²."""
    p.given(k_low=k_in[0])
    return from_cases(p, "weaker_case_1", "weaker_case_2")


gap = [wide, enough]
weaker_sorted = [g for g in sorted_given if g is not far] + gap
weaker_common = [g for g in lemma_1_common if g is not far] + gap


@paper.claim(given=[*weaker_sorted, *k_in, prefix, first_gap], shows=target_1 < distance)
def upwards_weaker_gap(p: Proof) -> Fact:
    """Sorted, the first difference upwards in a."""
    return upwards(p, "lemma_7_weaker_gap")


@paper.claim(given=[*weaker_sorted, *i_in, unequal(a(i), b(i))], shows=target_1 < distance)
def somewhere_weaker_gap(p: Proof) -> Fact:
    """Sorted and different somewhere."""
    return somewhere(p, "upwards_weaker_gap")


@paper.claim(given=[*weaker_common, *other_token], shows=target_1 < distance)
def lemma_1_weaker_gap(p: Proof) -> Fact:
    """Lemma 1's separation, for vectors in any order."""
    return without_sorting(p, "somewhere_weaker_gap")


gap_values = {"paper": (delta - 3) * (delta - 3) / 4, "needed": delta * E / 2}  # of (log n)²
