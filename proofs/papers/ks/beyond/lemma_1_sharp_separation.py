"""Lemma 1 with a separation of (2r/5) e^(δ − 2r) for all δ >= 2 and n, where the paper has (log n)² e^(−2r).

Not in the paper. The exponent and, up to a factor below 5, the constant are the best possible: for n = 2 the
vectors (r, δ − r) and (r, −r) have a smaller distance than 2r e^(δ − 2r). So Theorem 2 holds with the separation
(ε/10) e^(δ − 2r), which does not depend on n, at δ = 2.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_1 import bounded as below
from proofs.papers.ks.appendix_b_boltzmann.lemma_1 import (
    ends_bounded,
    lemma_1_common,
    other_token,
    r,
    somewhere,
    sorted_given,
    without_sorting,
)
from proofs.papers.ks.appendix_b_boltzmann.lemma_6 import delta
from proofs.papers.ks.appendix_b_boltzmann.lemma_7 import distance, from_cases
from proofs.papers.ks.appendix_b_boltzmann.separated_vectors import (
    A,
    B,
    apart,
    far,
    first_gap,
    gap_at,
    k_in,
    names,
    prefix,
    spread_a,
    spread_b,
)
from proofs.papers.ks.beyond.lemma_1_smaller_gap import D, E, M, case_1_bounds, q, ratio, share, wide
from proofs.papers.ks.vocabulary import a, b, boltz, i, i_in, j, k, n, paper, some, unequal

w, y, u, s_ = reals("w y u S")
between = a(1) - B


def sharply(rise: Term) -> Term:
    """(rise/5) e^(δ − rise)."""
    return rise * E * exp(-rise) / 5


sharp_target, sharp_target_1 = sharply(between), sharply(2 * r)
sharp_case = [spread_a, spread_b, apart, wide, k >= 1, k + 1 <= n, prefix, first_gap]


@paper.claim(
    given=[
        wide, delta < y, delta < u, D * D * s_ <= (y + u) * D + delta * q, D * D * (w - (y + u)) <= delta * q,
    ],
    shows=w * E < 5 * (y * exp(u) * D - s_),
)  # fmt: skip
def sharp_margin(p: Proof) -> None:
    """With e^u >= E (1 + u − δ) a polynomial in y − δ and u − δ whose coefficients are positive for E > 36/5."""
    p.given(wide=wide, y_gap=y - delta > 0, u_gap=u - delta > 0, S=D * D * s_ <= (y + u) * D + delta * q)
    p.given(W=D * D * (w - (y + u)) <= delta * q)
    ratio(p)
    p.exp_ge(u - delta, label="ge")
    p.have(E * (1 + u - delta) <= exp(u), ("ge", exp(delta)), label="e_u")
    p.have(y > 0, "y_gap", "wide", label="y_pos")
    p.have(delta > 0, "wide", label="delta_pos")
    p.have(E - 1 > 0, label="one")
    cube, square = (E - 1) ** 3, E * (E - 1) ** 2
    p.have(cube > 0, ("one", "one", "one"), label="cube")
    p.have(5 * cube - 10 * E * (E - 1) - 5 * E - 2 * square - E**2 > 0, "E_big", label="constant")
    p.have(5 * cube - 5 * E * (E - 1) - square > 0, label="slope")
    p.have(5 * delta * cube - 5 * E * (E - 1) - square > 0, "slope", ("wide", "cube"), "cube", label="steep")
    p.have(s_ * (E - 1) ** 2 <= (y + u) * (E - 1) * E + delta * E, ("S", exp(delta), exp(delta)), label="S_E")
    p.have(w * (E - 1) ** 2 <= (y + u) * (E - 1) ** 2 + delta * E, ("W", exp(delta), exp(delta)), label="W_E")
    linear = y * (1 + u - delta)
    left = 5 * linear * cube - 5 * (y + u) * (E - 1) * E - 5 * delta * E - (y + u) * square - delta * E**2
    products = ("delta_pos", "constant"), ("y_gap", "slope"), ("u_gap", "steep"), ("y_gap", "u_gap", "cube")
    p.have(left > 0, *products, label="polynomial")
    p.have(linear * E * D <= y * exp(u) * D, ("e_u", "y_pos", "D_pos"), label="times")
    p.have((E - 1) ** 2 > 0, ("one", "one"), label="square")
    p.have(w * E < 5 * (linear * E * D - s_), "polynomial", "S_E", ("W_E", exp(delta)), scale=["square"], label="left")


@paper.claim(given=sharp_case, shows=sharp_target < boltz(b, n) - boltz(a, n))
def sharp_case_1(p: Proof) -> Fact:
    """k >= 1: a_1 − b_{k+1} is only slightly larger than (m − a_{k+1}) + (a_{k+1} − b_{k+1})."""
    case_1_bounds(p)
    p.given(i_low=i >= 1, j_low=j >= 1, j_high=j <= k, order=i < j)
    gap_in = p.specialize("spread_a", i, j)
    p.apply("first_above_average", gap_in, n=k, label="top")
    margin = p.apply("sharp_margin", y=M - A, u=A - B, S=share, w=between)
    total = p.have(between * E < 5 * (boltz(b, n) - boltz(a, n)) * exp(between), "scaled", margin)
    return p.have(p.goal, (total, exp(-between)))


@paper.claim(
    given=[some, spread_a, spread_b, apart, wide, b(1) < a(1)], shows=sharply(a(1) - b(1)) < boltz(a, n) - boltz(b, n)
)
def sharp_case_2(p: Proof) -> Fact:
    """k = 0: boltz(a) is only slightly below a_1, and boltz(b) is at most b_1."""
    p.given(apart=apart, first_gap=b(1) < a(1))
    gap = a(1) - b(1)
    p.note("gap", gap_at(p, 1))
    ratio(p)
    p.apply("first_above_average", label="above")
    p.have(delta > 0, label="wide_pos")
    p.apply("average_le_first", label="average")
    rise = boltz(a, n) - boltz(b, n)
    p.have(D * D * (gap - rise) <= delta * q, "above", ("average", "D_pos", "D_pos"), label="fall")
    p.have(5 * q < 4 * D * D, "q_small", label="four")
    p.have(5 * delta * q < 4 * D * D * gap, ("four", "wide_pos"), ("gap", "D_pos", "D_pos"), label="small")
    p.have(gap < 5 * rise, "fall", "small", scale=[p.have(0 < D * D, ("D_pos", "D_pos"))], label="rise")
    p.apply("exp_lt", x=delta, y=gap, label="grown")
    p.have(gap > 0, label="gap_pos")
    p.have(gap * E < 5 * rise * exp(gap), ("grown", "gap_pos"), ("rise", exp(gap)), label="total")
    return p.have(p.goal, ("total", exp(-gap)))


sharp_given = [some, spread_a, spread_b, apart, wide, *k_in, prefix, first_gap]


@paper.claim(given=sharp_given, shows=sharp_target < distance)
def lemma_7_sharp(p: Proof) -> Fact:
    """Lemma 7 with a separation of (D/5) e^(δ − D), D = a_1 − b_{k+1}."""
    p.given(k_low=k_in[0])
    return from_cases(p, "sharp_case_1", "sharp_case_2", sharply)


sharp_sorted = [*(g for g in sorted_given if g is not far), wide]
sharp_common = [*(g for g in lemma_1_common if g is not far), wide]


@paper.claim(given=[*sharp_sorted, *k_in, prefix, first_gap], shows=sharp_target_1 < distance)
def upwards_sharp(p: Proof) -> Fact:
    """a_1 − b_{k+1} < 2r, and D e^(−D) decreases for D >= 1."""
    names(p, "some", "spread_a", "spread_b", "apart", "k_low", "k_high", "prefix", "first_gap")
    p.given(bounded_a=below(a), bounded_b=below(b))
    sharp = p.apply("lemma_7_sharp")
    p.have(between <= 2 * r, *ends_bounded(p), label="short")
    p.specialize("apart", k + 1, k + 1, label="apart_")
    p.abs_value(A - B, p.have(A - B >= 0), label="size")
    decreasing = p.apply("separated_decreases")
    p.given(at_first=k + 1 <= 1, after=1 < k + 1)
    order = p.specialize(decreasing, 1, k + 1)
    is_first = p.antisymmetry("at_first", "next_low")
    same_first = p.congr(a, is_first)
    low, high = p.have(A <= a(1), same_first), p.have(A <= a(1), order)
    p.cases(k + 1, 1, low, high, label="top")
    p.have(between >= 1, label="long")
    falls = p.apply("weighted_increases", x=-2 * r, y=-between, w=0)
    return p.have(p.goal, sharp, (falls, exp(delta)))


@paper.claim(given=[*sharp_sorted, *i_in, unequal(a(i), b(i))], shows=sharp_target_1 < distance)
def somewhere_sharp(p: Proof) -> Fact:
    """Sorted vectors with a difference."""
    return somewhere(p, "upwards_sharp", sharp_target_1)


@paper.claim(given=[*sharp_common, *other_token], shows=sharp_target_1 < distance)
def lemma_1_sharp(p: Proof) -> Fact:
    """Lemma 1 with a separation of (2r/5) e^(δ − 2r), for vectors in any order."""
    return without_sorting(p, "somewhere_sharp", sharp_target_1)


higher, lower = array(r, delta - r), array(r, -r)  # what they are apart is what Lemma 1 allows, but for a factor
two = num(2)


@paper.claim(
    given=[0 < delta, delta < 2 * r], shows=abs(boltz(higher, two) - boltz(lower, two)) < 2 * r * E * exp(-2 * r)
)
def separation_is_sharp(p: Proof) -> Fact:
    """Both are below r, by less than 2r e^(δ − 2r)."""
    most = 2 * r * E * exp(-2 * r)
    p.have(0 < r, label="r_pos")
    p.exp_ge(delta, label="grow")
    for name, v in (("higher", higher), ("lower", lower)):
        first, second = v(num(1)), v(num(2))
        p.exp_pos(second, label=f"{name}_2")
        p.have(0 < exp(first) + exp(second), label=f"{name}_Z")
    p.have(0 < most, label="most_pos")
    p.have(0 < 2 * r - delta, label="drop")
    p.have(0 < r - boltz(higher, two), ("drop", "higher_2"), scale=["higher_Z"], label="h_low")
    p.have(0 < r - boltz(lower, two), ("r_pos", "lower_2"), scale=["lower_Z"], label="l_low")
    parts = (0 < delta, "higher_2"), ("most_pos", "higher_2")
    p.have(r - boltz(higher, two) < most, *parts, scale=["higher_Z"], label="h_high")
    p.have(0 < E - 1, label="excess")
    p.have(
        r - boltz(lower, two) < most, ("r_pos", "excess", "lower_2"), ("most_pos", "lower_2"),
        scale=["lower_Z"], label="l_high",
    )  # fmt: skip
    return p.apply("abs_lt", x=boltz(higher, two) - boltz(lower, two), u=most)
