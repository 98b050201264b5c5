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
    p.exp_pos(-delta, label="q_pos")
    p.rule("compute", num(36, 5) < exp(num(2)), [], ["leaf", 64], label="two")
    p.apply("exp_le", x=num(2), y=delta, label="grow")
    p.have(num(36, 5) < E, "two", "grow", label="E_big")
    p.have(num(36, 5) * q < 1, ("E_big", "q_pos"), label="q_small")
    p.have(D > 0, "q_small", label="D_pos")


def powers(x: Term, first: Term | int) -> Term:
    """Σ e^(−(j − first) δ) for first <= j <= x."""
    return Sum(lambda j: exp(-(j - first) * delta), first, x)


def weighted(x: Term) -> Term:
    """Σ (w + (j − k − 1) δ) e^(−(j − k − 1) δ) for k + 1 <= j <= x."""
    return Sum(lambda j: (w + (j - k - 1) * delta) * exp(-(j - k - 1) * delta), k + 1, x)


@paper.claim(given=[n >= 0], shows=Eq(D * powers(n, 1), 1 - exp(-n * delta)))
def exponential_geometric_sum(p: Proof) -> None:
    """(1 − q)(1 + q + … + q^(n−1)) = 1 − q^n."""

    def claim(x: Term) -> Term:
        return Eq(D * powers(x, 1), 1 - exp(-x * delta))

    base = p.have(claim(num(0)))
    last = p.big_step(powers(i + 1, 1), p.have(i + 1 >= 1, p.assume(i >= 0)))
    step = p.have(claim(i + 1), p.assume(claim(i)), last)
    p.induct(claim, 0, i, base, step, label="all")


def weighted_rest(x: Term) -> Term:
    """The difference from the infinite sum, times (1 − q)²."""
    return exp(-(x - k) * delta) * ((w + (x - k) * delta) * D + delta * q)


@paper.claim(given=[k <= n], shows=Eq(D * D * weighted(n) + weighted_rest(n), w * D + delta * q))
def weighted_geometric_sum(p: Proof) -> Fact:
    """(1 − q)² Σ (w + i δ) q^i = w (1 − q) + δ q, minus the remainder."""

    def claim(x: Term) -> Term:
        return Eq(D * D * weighted(x) + weighted_rest(x), w * D + delta * q)

    base = p.have(claim(k))
    last = p.big_step(weighted(i + 1), p.have(k + 1 <= i + 1, p.assume(k <= i)))
    step = p.have(claim(i + 1), p.assume(claim(i)), last)
    all_ = p.induct(claim, k, i, base, step)
    return p.specialize(all_, n)


@paper.claim(given=[x <= y, y <= w - 1], shows=(w - x) * exp(x) <= (w - y) * exp(y))
def weighted_increases(p: Proof) -> None:
    """(w − x) e^x increases up to x = w − 1."""
    p.exp_ge(y - x, label="ge")


@paper.claim(given=[spread_b, k >= 1, k + 1 <= j, j <= n], shows=b(j) <= B - (j - k - 1) * delta)
def ladder_from(p: Proof) -> Fact:
    """b_j <= b_{k+1} − (j − k − 1) δ."""

    def claim(x: Term) -> Term:
        return implies(x <= n, b(x) <= B - (x - k - 1) * delta)

    p.given(i_low=k + 1 <= i, so_far=claim(i), i_high=i + 1 <= n)
    base = p.rule("discharge", k + 1 <= n, p.have(B - (k + 1 - k - 1) * delta >= B))
    before = p.mp("so_far", p.side_condition(i <= n))
    gap = p.specialize(spread_b, i, i + 1)
    step = p.rule("discharge", i + 1 <= n, p.have(b(i + 1) <= B - (i + 1 - k - 1) * delta, before, gap))
    all_ = p.induct(claim, k + 1, i, base, step)
    return p.specialize(all_, j)


@paper.claim(given=[some, wide, spread_a], shows=D * partition(a, n) < exp(a(1)))
def partition_lt(p: Proof) -> Fact:
    """Z (1 − q) < e^(a_1)."""
    ratio(p)
    by = {"f": fun(lambda j: exp(a(j))), "g": fun(lambda j: exp(a(1) - (j - 1) * delta))}
    sum_ = p.apply("sum_le", lo=1, hi=n, **by)
    whole = p.have(Eq(D * exp(a(1)) * powers(n, 1), exp(a(1)) * (1 - exp(-n * delta))))
    return p.have(p.goal, (sum_, "D_pos"), whole, (exp(a(1)), exp(-n * delta)))


M = boltz(a, k)


def others(v: Term, m: Term) -> Term:
    """Σ (m − v_j) e^(v_j) over the entries after k."""
    return Sum(lambda j: (m - v(j)) * exp(v(j)), k + 1, n)


@paper.claim(given=[k >= 1, k <= n], shows=Eq((M - boltz(a, n)) * partition(a, n), others(a, M)))
def average_difference(p: Proof) -> Fact:
    """m − boltz(a) is a sum over the other entries."""
    p.note("Z_pos", p.positive(partition(a, n)))
    p.note("Zk_pos", p.positive(partition(a, k)))
    Z_split = p.apply("sum_split", f=fun(lambda j: exp(a(j))), lo=1, hi=n, m=k)
    N_split = p.apply("sum_split", f=fun(lambda j: a(j) * exp(a(j))), lo=1, hi=n, m=k)
    return p.have(p.goal, Z_split, N_split)


@paper.claim(given=[spread_a, wide, k >= 1, k + 1 <= n], shows=A + delta < M)
def average_above(p: Proof) -> None:
    """m exceeds a_{k+1} by more than δ."""
    p.given(spread=spread_a, j_low=j >= 1, j_high=j <= k)
    p.specialize("spread", j, k + 1, label="gap")
    p.generalize(j, p.have(A + delta < a(j)), label="entries")


@paper.claim(given=[spread_a, wide, k >= 1, k + 1 <= n], shows=(M - A) * exp(A) <= (M - boltz(a, n)) * partition(a, n))
def first_term_kept(p: Proof) -> Fact:
    """Only the first term of a's sum is kept."""
    p.given(spread_a=spread_a, k_next=k + 1 <= n, j_low=k + 2 <= j, j_high=j <= n)
    difference = p.apply("average_difference")
    first = p.apply("sum_first", f=fun(lambda j: (M - a(j)) * exp(a(j))), lo=k + 1, hi=n)
    gap = p.specialize("spread_a", k + 1, j)
    below = p.have(M - a(j) >= 0, gap)
    rest = p.apply("sum_nonneg", (below, exp(a(j))), f=fun(lambda j: (M - a(j)) * exp(a(j))), lo=k + 2, hi=n)
    return p.have(p.goal, difference, first, rest)


W = boltz(b, k)


@paper.claim(
    given=[spread_b, wide, k >= 1, k + 1 <= n],
    shows=D * D * (W - boltz(b, n)) * partition(b, n) <= exp(B) * ((W - B) * D + delta * q),
)
def others_bounded(p: Proof) -> Fact:
    """b's sum is bounded by the geometric sum."""
    p.given(wide=wide, j_low=k + 1 <= j, j_high=j <= n)
    ratio(p)
    p.apply("average_above", a=b, label="above")
    p.apply("average_difference", p.have(k <= n, label="k_high"), a=b, label="difference")
    rung = B - (j - k - 1) * delta
    p.have((j - k - 1) * delta >= 0, ("j_low", "wide"), "j_low", label="steps")
    p.apply("weighted_increases", x=b(j), y=rung, w=W, label="term")
    by = {
        "f": fun(lambda j: (W - b(j)) * exp(b(j))),
        "g": fun(lambda j: (W - (B - (j - k - 1) * delta)) * exp(B - (j - k - 1) * delta)),
    }
    p.apply("sum_le", "term", lo=k + 1, hi=n, **by, label="sum")
    p.apply("weighted_geometric_sum", w=W - B, label="geometric")
    p.exp_pos(-(n - k) * delta, label="tail_pos")
    parts = ("D_pos", "above"), ("D_pos", "wide"), ("k_high", "wide", "D_pos"), ("k_high", "D_pos"), ("q_pos", "wide")
    p.have((W - B + (n - k) * delta) * D + delta * q >= 0, *parts, label="rest")
    whole = D * D * Sum(by["g"], k + 1, n)
    p.have(
        whole <= exp(B) * ((W - B) * D + delta * q), ("geometric", exp(B)), ("rest", "tail_pos", exp(B)), label="limit"
    )
    p.have(D * D * others(b, W) <= whole, ("sum", "D_pos", "D_pos"), label="scaled")
    return p.have(p.goal, "scaled", "limit", ("difference", D * D))


@paper.claim(
    given=[wide, delta < y, delta < u, D * D * s_ <= (y + u) * D + delta * q],
    shows=delta * E < 2 * (y * exp(u) * D - s_),
)
def margin(p: Proof) -> Fact:
    """With e^u >= E (1 + u − δ) a polynomial inequality in E, δ, y − δ and u − δ with non-negative coefficients."""
    p.given(wide=wide, y_gap=y - delta > 0, u_gap=u - delta > 0, S=D * D * s_ <= (y + u) * D + delta * q)
    ratio(p)
    p.exp_ge(u - delta, label="ge")
    p.have(E * (1 + u - delta) <= exp(u), ("ge", exp(delta)), label="e_u")
    p.have(y > 0, label="y_pos")
    big = ("E_big", "E_big"), ("E_big", "E_big", "E_big")
    p.have((E - 1) ** 3 - 2 * E * (E - 1) - E - num(1, 2) * E * (E - 1) ** 2 > 0, "E_big", *big, label="constant")
    p.have((E - 1) ** 3 - E * (E - 1) > 0, "E_big", *big, label="slope")
    p.have((E - 1) ** 3 > 0, label="cube")
    p.have(delta * (E - 1) ** 3 - E * (E - 1) > 0, "slope", ("wide", "cube"), "cube", label="steep")
    p.have(delta > 0, "wide", label="delta_pos")
    linear = y * (1 + u - delta)
    products = ("delta_pos", "constant"), ("y_gap", "slope"), ("u_gap", "steep"), ("y_gap", "u_gap", "cube")
    p.have((E - 1) ** 2 > 0, label="square")
    p.have(
        delta * E < 2 * (linear * E * D - s_), *products, ("S", exp(delta), exp(delta)), scale=["square"], label="left"
    )
    return p.have(p.goal, "left", ("e_u", "y_pos", "D_pos"))


share = (boltz(a, k) - boltz(b, n)) * exp(a(1) - B)


def case_1_bounds(p: Proof) -> None:
    """For k >= 1, bound m − boltz(a) and m − boltz(b), the latter scaled by e^(a_1 − B), as `share`."""
    p.given(spread_a=spread_a, apart=apart, wide=wide, prefix=prefix)
    p.given(first_gap=first_gap, equal=Eq(A, B))
    p.have(some, label="some")
    p.note("u_gap", gap_at(p, k + 1))
    ratio(p)
    same = p.apply("boltz_same", n=k)
    p.apply("average_above", label="above")
    kept = p.apply("first_term_kept")
    small = p.apply("partition_lt")
    A_pos = p.exp_pos(A)
    y_pos = p.have(M - A > 0)
    p.note("Za_pos", p.positive(partition(a, n)))
    rise_pos = p.have(M - boltz(a, n) > 0, kept, (y_pos, A_pos), scale=["Za_pos"])
    rise = p.have((M - A) * exp(A) * D < (M - boltz(a, n)) * exp(a(1)), (kept, "D_pos"), (small, rise_pos))
    # the same for b, whose partition is at least e^(b_1) = e^(a_1)
    p.have(delta > 0, "wide", label="wide_pos")
    p.apply("separated_decreases", a=b, label="decreasing")
    fall_pos = p.apply("prefix_le", a=b, m=k)
    bounded = p.apply("others_bounded")
    first = p.specialize("prefix", 1)
    e_first = p.congr(exp, first)
    terms = p.have(exp(b(j)) >= 0, p.positive(exp(b(j))))
    member = p.apply("sum_member", terms, f=fun(lambda j: exp(b(j))), m=1, lo=1, hi=n)
    Zb = p.have(exp(a(1)) <= partition(b, n), member, e_first)
    fall = M - boltz(b, n)
    p.have(fall >= 0, fall_pos, same, label="fall")
    bound = exp(B) * ((M - B) * D + delta * q)
    down = p.have(D * D * fall * exp(a(1)) <= bound, bounded, same, (Zb, "fall", "D_pos", "D_pos"))
    inverse_B = p.exp_pos(-B)
    p.have(D * D * share <= (M - A + (A - B)) * D + delta * q, (down, inverse_B), label="S")
    p.have((M - A) * exp(A - B) * D < (M - boltz(a, n)) * exp(a(1) - B), (rise, inverse_B), label="scaled")


@paper.claim(given=case_1, shows=target < boltz(b, n) - boltz(a, n))
def weaker_case_1(p: Proof) -> Fact:
    """The case k >= 1."""
    p.given(enough=enough)
    case_1_bounds(p)
    p.apply("margin", y=M - A, u=A - B, S=share, label="margin")
    total = p.have(log(n) ** 2 < (boltz(b, n) - boltz(a, n)) * exp(a(1) - B), "scaled", "margin", "enough")
    back = p.exp_pos(-(a(1) - B))
    return p.have(p.goal, (total, back))


case_2 = [some, spread_a, spread_b, apart, wide, enough, b(1) < a(1)]


@paper.claim(given=[some, wide, spread_a], shows=D * D * (a(1) - boltz(a, n)) <= delta * q)
def first_above_average(p: Proof) -> Fact:
    """a_1 − boltz(a) <= Σ (j − 1) δ q^(j−1), as (a_1 − x) e^x increases up to a_1 − 1."""
    p.given(some=some, wide=wide, j_low=j >= 2, j_high=j <= n)
    ratio(p)
    total = Sum(lambda j: (a(1) - a(j)) * exp(a(j)), 1, n)
    p.note("Z_pos", p.positive(partition(a, n)))
    p.apply("sum_first", f=fun(lambda j: (a(1) - a(j)) * exp(a(j))), lo=1, hi=n, label="first")
    p.apply("ladder", label="rung")
    rung = a(1) - (j - 1) * delta
    p.have((j - 1) * delta >= 1, "j_low", "wide", label="steps")
    p.apply("weighted_increases", "rung", p.have(rung <= a(1) - 1, "steps"), label="term")
    by = {
        "f": fun(lambda j: (a(1) - a(j)) * exp(a(j))),
        "g": fun(lambda j: (a(1) - (a(1) - (j - 1) * delta)) * exp(a(1) - (j - 1) * delta)),
    }
    p.apply("sum_le", "term", lo=2, hi=n, **by, label="sum")
    p.apply("sum_first", f=by["g"], lo=1, hi=n, label="ladder_first")
    p.apply("weighted_geometric_sum", k=0, w=0, label="geometric")
    parts = ("some", "wide", "D_pos"), ("wide", "D_pos"), ("some", "D_pos"), ("q_pos", "wide")
    p.have(n * delta * D + delta * q >= 0, *parts, label="rest")
    p.have(
        D * D * Sum(by["g"], 1, n) <= exp(a(1)) * delta * q,
        ("geometric", exp(a(1))),
        ("rest", exp(-n * delta), exp(a(1))),
        label="limit",
    )
    p.have(
        D * D * total <= exp(a(1)) * delta * q,
        "first",
        "ladder_first",
        ("sum", "D_pos", "D_pos"),
        "limit",
        label="scaled",
    )
    p.apply("sum_member", f=fun(lambda k: exp(a(k))), m=1, lo=1, hi=n, label="member")
    p.apply("average_le_first", p.have(delta > 0, "wide"), b=a, label="below")
    p.have(a(1) - boltz(a, n) >= 0, label="rise")
    p.have(
        D * D * (a(1) - boltz(a, n)) * exp(a(1)) <= D * D * total, ("member", "rise", "D_pos", "D_pos"), label="times"
    )
    return p.have(p.goal, "times", "scaled", scale=[exp(a(1))])


@paper.claim(given=case_2, shows=log(n) ** 2 * exp(-(a(1) - b(1))) < boltz(a, n) - boltz(b, n))
def weaker_case_2(p: Proof) -> Fact:
    """The case k = 0."""
    p.given(apart=apart, enough=enough)
    p.given(first_gap=b(1) < a(1), equal=Eq(a(1), b(1)))
    gap = a(1) - b(1)
    p.note("gap", gap_at(p, 1))
    ratio(p)
    p.apply("first_above_average", label="above")
    p.have(delta > 0, label="wide_pos")
    p.apply("average_le_first", label="average")
    p.have(num(1, 2) <= D * D - q, "q_small", label="half_D")
    rise = boltz(a, n) - boltz(b, n)
    p.have(
        D * D * (delta - rise) < delta * q,
        "above",
        ("average", "D_pos", "D_pos"),
        ("gap", "D_pos", "D_pos"),
        label="rise",
    )
    p.have(D <= 1, label="one_more")
    p.have(delta < 2 * D * D * rise, "rise", ("half_D", "wide_pos"), label="weighted")
    p.have(0 < rise, "weighted", "wide_pos", scale=[p.have(0 < D * D, ("D_pos", "D_pos"))], label="rise_pos")
    p.have(D * D <= 1, "one_more", ("one_more", "D_pos"), label="D_square")
    p.have(delta < 2 * rise, "weighted", ("D_square", "rise_pos"), label="half")
    p.apply("exp_lt", x=delta, y=gap, label="grow_gap")
    p.have(log(n) ** 2 < rise * exp(gap), "enough", ("half", exp(delta)), ("grow_gap", "rise_pos"), label="total")
    return p.have(log(n) ** 2 * exp(-gap) < rise, ("total", exp(-gap)))


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
    """Sort the vectors; a is larger at the first difference."""
    return upwards(p, "lemma_7_weaker_gap")


@paper.claim(given=[*weaker_sorted, *i_in, unequal(a(i), b(i))], shows=target_1 < distance)
def somewhere_weaker_gap(p: Proof) -> Fact:
    """Sorted vectors with a difference."""
    return somewhere(p, "upwards_weaker_gap")


@paper.claim(given=[*weaker_common, *other_token], shows=target_1 < distance)
def lemma_1_weaker_gap(p: Proof) -> Fact:
    """Lemma 1's separation, for vectors in any order."""
    return without_sorting(p, "somewhere_weaker_gap")


gap_values = {"paper": (delta - 3) * (delta - 3) / 4, "needed": delta * E / 2}  # of (log n)²
