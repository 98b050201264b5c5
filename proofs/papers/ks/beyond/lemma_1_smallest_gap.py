"""The smallest gap for which boltz separates all vectors, whatever their length: log(2 + √3), where e^δ + e^(−δ) = 4.

Not in the paper. Let V be boltz of the k common entries and the next entry of a, which is larger than that of b; V is
at least boltz(a). The other entries x of b lower boltz by a sum of (V − x) e^x, which is greatest if they are δ apart;
the common ones raise it. With q = e^(−δ) the latter effect is larger if 1 − 4q + q² >= 0. For a smaller gap
`lemma_1_order_fails` has vectors in the wrong order, and two with the same boltz.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_1 import (
    bounded,
    lemma_1_common,
    other_token,
    somewhere,
    sorted_given,
    without_sorting,
)
from proofs.papers.ks.appendix_b_boltzmann.lemma_6 import delta
from proofs.papers.ks.appendix_b_boltzmann.lemma_7 import distance
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
from proofs.papers.ks.beyond.lemma_1_smaller_gap import D, E, M, q
from proofs.papers.ks.vocabulary import (
    a,
    b,
    boltz,
    i,
    i_in,
    j,
    k,
    n,
    paper,
    partition,
    some,
    together,
    unequal,
)
from proofs.theorems.analysis.norms import sqrt

u, h = reals("u h")
steep = [delta > 0, 4 <= E + q]  # δ >= log(2 + √3)


def steep_start(p: Proof) -> None:
    """0 < q, 37/10 <= e^δ, 1 < δ, 0 < 1 − q and 0 <= 1 − 4q + q²."""
    p.given_all(steep, "steep")
    p.exp_pos(-delta, label="q_pos")
    p.exp_ge(delta, label="growth")
    p.have(1 < E, label="E_one")
    p.have(0 <= 1 - 4 * q + q * q, ("steep_1", "q_pos"), label="quadratic")
    p.given(small=E <= num(37, 10), big=num(37, 10) < E)
    no = p.have(FALSE, ("steep_1", exp(delta)), ("small", "E_one"), "small")
    wanted = num(37, 10) <= E
    p.cases(E, num(37, 10), p.absurd(no, wanted), p.have(wanted, "big"), label="E_big")
    p.have(0 < D, ("E_big", "q_pos"), label="D_pos")
    p.rule("compute", exp(num(1)) < num(37, 10), [], ["leaf", 64], label="e")
    p.apply("exp_le", p.assume(delta <= 1), label="e_more")
    no = p.have(FALSE, "e_more")
    p.cases(delta, 1, p.absurd(no, 1 < delta), p.assume(1 < delta), label="one")


rungs = every(lambda j: b(j) <= u - (j - k - 1) * delta, k + 1, n)
later = Sum(lambda j: (h - b(j)) * exp(b(j)), k + 1, n)


@paper.claim(given=[*steep, k <= n, rungs, u <= h - 1], shows=D * D * later <= exp(u) * ((h - u) * D + delta * q))
def ladder_sum(p: Proof) -> Fact:
    """(h − x) e^x increases for x <= h − 1, so the sum is at most that over u, u − δ, u − 2δ, …."""
    steep_start(p)
    p.given(within=k <= n, rungs=rungs, below=u <= h - 1, j_low=k + 1 <= j, j_high=j <= n)
    rung = u - (j - k - 1) * delta
    p.have(0 <= (j - k - 1) * delta, ("j_low", "steep_0"), label="steps")
    p.apply("weighted_increases", x=b(j), y=rung, w=h, label="term")
    by = {
        "f": fun(lambda j: (h - b(j)) * exp(b(j))),
        "g": fun(lambda j: (h - (u - (j - k - 1) * delta)) * exp(u - (j - k - 1) * delta)),
    }
    p.apply("sum_le", "term", lo=k + 1, hi=n, **by, label="sum")
    p.apply("weighted_geometric_sum", w=h - u, label="geometric")
    p.exp_pos(-(n - k) * delta, label="tail_pos")
    parts = ("D_pos", "below"), "D_pos", ("within", "steep_0", "D_pos"), ("q_pos", "steep_0")
    p.have(0 <= (h - u + (n - k) * delta) * D + delta * q, *parts, label="rest")
    return p.have(p.goal, ("sum", "D_pos", "D_pos"), ("geometric", exp(u)), ("rest", "tail_pos", exp(u)))


V = boltz(a, k + 1)
case_1 = [*steep, spread_a, spread_b, apart, k >= 1, k + 1 <= n, prefix, first_gap]


@paper.claim(given=[*steep, spread_a, k >= 1, k + 1 <= n], shows=delta < (V - A) * (1 + q))
def next_entry_low(p: Proof) -> Fact:
    """e^A < q Z and A + δ < M for the k entries before: V − A = (M − A) Z/(Z + e^A) > δ/(1 + q)."""
    steep_start(p)
    p.given(spread=spread_a, j_low=j >= 1, j_high=j <= k)
    p.specialize("spread", j, k + 1, label="gap")
    p.generalize(j, p.have(A + delta < a(j)), label="entries")
    p.apply("boltz_gt", n=k, u=A + delta, label="above")
    Z = partition(a, k)
    p.note("Z_pos", p.positive(Z))
    p.note("longer_pos", p.positive(partition(a, k + 1)))
    p.apply("sum_member", f=fun(lambda j: exp(a(j))), m=k, lo=1, hi=k, label="member")
    p.apply("exp_lt", x=A + delta, y=a(k), label="less")
    p.have(exp(A) < q * Z, ("less", "q_pos"), ("member", "q_pos"), label="power")
    p.have(k + 1 >= 1, label="next_pos")
    p.big_step(partition(a, k + 1), "next_pos", label="Z_step")
    p.big_step(Sum(lambda j: a(j) * exp(a(j)), 1, k + 1), "next_pos", label="N_step")
    p.have(Eq((V - A) * (Z + exp(A)), (M - A) * Z), label="same")
    p.have(0 < (M - A) * Z, ("above", "Z_pos"), ("steep_0", "Z_pos"), label="M_pos")
    p.have(0 < Z + exp(A), label="sum_pos")
    p.have(0 < V - A, "same", "M_pos", scale=["sum_pos"], label="V_pos")
    return p.have(p.goal, "same", ("power", "V_pos"), ("above", "Z_pos"), scale=["Z_pos"])


@paper.claim(given=case_1, shows=boltz(a, n) < boltz(b, n))
def order_after_prefix(p: Proof) -> Fact:
    """V Z_b − N_b = Σ (V − b_j) e^(b_j) over j > k, minus (V − A) e^A, is negative."""
    steep_start(p)
    p.given(apart=apart, k_next=k + 1 <= n, prefix=prefix)
    p.given(first_gap=first_gap, equal=Eq(A, B), j_low=k + 1 <= j, j_high=j <= n)
    p.have(k + 1 >= 1, label="next_pos")
    p.note("gap", gap_at(p, k + 1))
    p.apply("separated_decreases", label="decreasing")
    p.apply("prefix_le", m=k + 1, label="cut")
    p.apply("next_entry_low", label="low")
    low = A - delta
    p.have(0 < V - A, "low", "steep_0", scale=[p.have(0 < 1 + q, "q_pos")], label="V_low")
    p.generalize(j, p.have(b(j) <= low - (j - k - 1) * delta, "gap"), label="rungs")
    p.apply("ladder_sum", p.have(low <= V - 1, "V_low", "one"), u=low, h=V, label="sum")
    p.have(delta * q < (V - A) * D * (D - q), ("low", "q_pos"), ("quadratic", "V_low"), label="inside")
    p.have(0 < D * D, ("D_pos", "D_pos"), label="D_square")
    tail = Sum(lambda j: (V - b(j)) * exp(b(j)), k + 1, n)
    p.have(tail < (V - A) * exp(A), "sum", ("inside", exp(A)), scale=["D_square"], label="tail")
    # boltz of b, whose first k entries are a's
    Z = partition(a, k)
    p.note("longer_pos", p.positive(partition(a, k + 1)))
    p.note("b_pos", p.positive(partition(b, n)))
    p.big_step(partition(a, k + 1), "next_pos", label="Z_step")
    p.big_step(Sum(lambda j: a(j) * exp(a(j)), 1, k + 1), "next_pos", label="N_step")
    p.given(i_low=i >= 1, i_high=i <= k)
    p.specialize("prefix", i, label="entry")
    for label, f in (("Z", exp), ("N", lambda y: y * exp(y))):
        p.congr(f, "entry", label=f"{label}_entry")
        p.generalize(i, f"{label}_entry", label=f"{label}_entries")
        by = {"f": fun(lambda i, f=f: f(a(i))), "g": fun(lambda i, f=f: f(b(i)))}
        p.apply("sum_eq", lo=1, hi=k, **by, label=f"{label}_head")
        p.apply("sum_split", f=by["g"], lo=1, hi=n, m=k, label=f"{label}_split")
    p.have(Eq(V * (Z + exp(A)), Sum(lambda j: a(j) * exp(a(j)), 1, k) + A * exp(A)), label="V_is")
    moment = Sum(lambda j: b(j) * exp(b(j)), 1, n)
    p.have(V * partition(b, n) < moment, "tail", "V_is", "Z_split", "N_split", "Z_head", "N_head", label="less")
    p.have(V < boltz(b, n), "less", scale=["b_pos"], label="above")
    return p.have(p.goal, "cut", "above")


@paper.claim(given=[*steep, some, spread_a], shows=a(1) - delta < boltz(a, n))
def average_near_first(p: Proof) -> Fact:
    """(1 − q)² (a_1 − boltz(a)) <= δ q, and q < (1 − q)²."""
    steep_start(p)
    p.given(j_low=2 <= j, j_high=j <= n)
    total = Sum(lambda j: (a(1) - a(j)) * exp(a(j)), 1, n)
    p.note("Z_pos", p.positive(partition(a, n)))
    p.apply("sum_first", f=fun(lambda j: (a(1) - a(j)) * exp(a(j))), lo=1, hi=n, label="first")
    low = a(1) - delta
    p.generalize(j, p.have(a(j) <= low - (j - 1 - 1) * delta), label="rungs")
    p.apply("ladder_sum", b=a, k=1, u=low, h=a(1), label="sum")
    p.have(D * D * total <= exp(a(1)) * delta * q, label="scaled")
    p.apply("sum_member", f=fun(lambda k: exp(a(k))), m=1, lo=1, hi=n, label="member")
    p.apply("average_le_first", b=a, label="below")
    p.have(0 <= a(1) - boltz(a, n), label="fall")
    p.have(D * D * (a(1) - boltz(a, n)) * exp(a(1)) <= D * D * total,
           ("member", "fall", "D_pos", "D_pos"), label="times")  # fmt: skip
    p.have(D * D * (a(1) - boltz(a, n)) <= delta * q, "times", "scaled", scale=[exp(a(1))], label="near")
    p.have(delta * q < D * D * delta, ("quadratic", "steep_0"), ("q_pos", "steep_0"), label="room")
    return p.have(p.goal, "near", "room", scale=[p.have(0 < D * D, ("D_pos", "D_pos"))])


@paper.claim(given=[*steep, some, spread_a, spread_b, apart, b(1) < a(1)], shows=boltz(b, n) < boltz(a, n))
def order_of_first(p: Proof) -> None:
    """boltz(b) <= b_1 < a_1 − δ < boltz(a)."""
    p.given(apart=apart, first_gap=b(1) < a(1), equal=Eq(a(1), b(1)))
    p.note("gap", gap_at(p, 1))
    p.apply("average_near_first", label="above")
    p.apply("average_le_first", label="below")


@paper.claim(given=[*steep, some, spread_a, spread_b, apart, *k_in, prefix, first_gap], shows=0 < distance)
def first_difference_told(p: Proof) -> Fact:
    """For k = 0 boltz of a is larger, for k >= 1 boltz of b."""
    p.given(k_low=k_in[0])
    zero, positive = p.assume(k <= 0), p.assume(0 < k)
    after = p.apply("order_after_prefix", positive)
    if_positive = p.have(0 < distance, after)
    none = p.antisymmetry(zero, "k_low")
    ends = [p.congr(v, p.have(Eq(k + 1, 1), none)) for v in (a, b)]
    first = p.apply("order_of_first", *ends)
    return p.cases(k, 0, p.have(0 < distance, first), if_positive)


unbounded = [far, bounded(a), bounded(b)]  # what is not asked for here
steep_sorted = [*steep, *(g for g in sorted_given if g not in unbounded)]
steep_common = [g for g in lemma_1_common if g not in unbounded]


@paper.claim(given=[*steep_sorted, *i_in, unequal(a(i), b(i))], shows=0 < distance)
def sorted_told_apart(p: Proof) -> Fact:
    """Sorted vectors with a difference."""
    return somewhere(p, "first_difference_told", num(0))


@paper.claim(given=[*steep, *steep_common, *other_token], shows=0 < distance)
def told_apart_if_steep(p: Proof) -> Fact:
    """For vectors in any order, one of which has an entry that the other lacks."""
    return without_sorting(p, "sorted_told_apart", num(0))


least = log(2 + sqrt(num(3)))


@paper.claim(given=[least <= delta], shows=together(delta > 0, 4 <= E + q))
def steep_from_least(p: Proof) -> Fact:
    """e^δ >= 2 + √3, the larger root of x² − 4x + 1."""
    root = p.apply("sqrt_positive", s=num(3))
    square = p.apply("sqrt_square", s=num(3))
    p.apply("log_pos", x=2 + sqrt(num(3)), label="pos")
    p.apply("exp_le", x=least, y=delta, label="grown")
    above = p.have(sqrt(num(3)) <= E - 2)
    quadratic = p.have(0 <= E * E - 4 * E + 1, (above, above), (above, root), square)
    p.have(4 <= E + q, (quadratic, exp(-delta)), label="steep")
    return p.exists_intro(p.goal, [])


@paper.claim(given=[least <= delta, *steep_common, *other_token], shows=0 < distance)
def told_apart(p: Proof) -> Fact:
    """For δ >= log(2 + √3)."""
    steep = p.apply("steep_from_least")
    parts = p.obtain(
        steep,
    )
    return p.apply("told_apart_if_steep", *parts)
