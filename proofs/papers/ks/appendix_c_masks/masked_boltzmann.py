"""Masked attention (appendix C, Remark 1): (132), (133), and the separation that the paper announces.

A mask is a function c of the place with c_k = 1 where the paper adds 0 to the score, any other value where it adds −∞.
The kernel has no −∞; that the formulas for masks are the limits for finite numbers −T is part of (133).
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.cases import by_cases, values
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import instantiate_bound
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_1 import bounded, gaps, no_duplicates
from proofs.papers.ks.appendix_b_boltzmann.separated_vectors import far
from proofs.papers.ks.beyond.lemma_1_any_length import both_apart, from_all_entries
from proofs.papers.ks.section_3_theorem_1.theorem_1 import scores
from proofs.papers.ks.vocabulary import a, b, boltz, i, k, n, named, p_, paper, partition, some
from proofs.theorems.algebra.masked_averages import average, new_value, wide
from proofs.theorems.algebra.masked_entries import i_kept, nonnegative
from proofs.theorems.algebra.masked_sums import c, e, kept, l, m, masked_sum, r, top, weighted
from proofs.theorems.algebra.matrices import Matrix
from proofs.theorems.networks.transformers import Z_matrix

(g,) = vectors("g")
(C,) = sequences("C", 2)
x, y = reals("x y")


def masked_softmax(v: Term, c: Term, k: Term, n: Term = n) -> Term:
    """The weight of k: e^(v_k) divided by the sum over the kept entries, or 0."""
    return kept(c, k, exp(v(k))) / masked_sum(lambda k: exp(v(k)), c, n)


def masked_boltz(v: Term, c: Term, n: Term = n) -> Term:
    """Σ v_k σ_S[v + c]_k."""
    return Sum(lambda k: v(k) * masked_softmax(v, c, k, n), 1, n)


named(masked_softmax, (a, c, k, n), "softmax({0} | {1}, {3})_{2}", r"\sigma_S[{0} + {1}]_{{{2}}}^{{({3})}}")
named(masked_boltz, (a, c, n), "boltz({0} | {1}, {2})", r"\mathbf{{boltz}}_{{{2}}}({0} + {1})")

keeps = [1 <= m, m <= n, Eq(c(m), 1)]


@paper.claim(given=keeps, shows=0 < masked_sum(lambda k: exp(a(k)), c))
def masked_partition_pos(p: Proof) -> Fact:
    """At least one entry is kept."""
    f = fun(lambda k: kept(c, k, exp(a(k))))
    terms = nonnegative(p, f, k, [Eq(c(k), 1)], lambda known: [exp(a(k))])
    sums = p.apply("sum_member", terms)
    return p.have(p.goal, sums, *values(p, [p.get(keeps[2])], f(m)), exp(a(m)))


@paper.claim(given=i_kept, shows=0 < masked_sum(lambda k: exp(a(k)), c))
def masked_partition_pos_at_i(p: Proof) -> None:
    """The same with the index i for a kept entry, for the obligations that masked sums are not 0."""


@paper.claim(given=[exists(lambda m: [1 <= m, m <= n, Eq(c(m), 1)], "Z")], shows=0 < masked_sum(lambda k: exp(a(k)), c))
def masked_partition_pos_at_some(p: Proof) -> Fact:
    """The same if some entry is kept."""
    p.given(some=exists(lambda m: [1 <= m, m <= n, Eq(c(m), 1)], "Z"))
    kept = p.obtain("some", m)
    return p.apply("masked_partition_pos", *kept)


@paper.claim(given=keeps, shows=Eq(Sum(lambda k: masked_softmax(a, c, k), 1, n), 1))
def masked_weights_sum(p: Proof) -> None:
    """The weights of the kept entries sum to 1."""


def masked_columns(s: Matrix, C: Term = C) -> Matrix:
    """σ_S[S + C], column by column."""
    return Matrix(
        s.rows, s.columns,
        lambda l, k: masked_softmax(fun(lambda l: s(l, k)), fun(lambda l: C(l, k)), l, s.rows),
    )  # fmt: skip


masked_scores = masked_columns(scores(Z_matrix, i))
some_kept = [1 <= m, m <= n, Eq(C(m, k), 1)]


@paper.claim(given=some_kept, shows=Eq(Sum(lambda l: masked_scores(l, k), 1, n), 1))
def masked_column_sum(p: Proof) -> None:
    """Every column with a kept entry sums to 1."""


@paper.claim(given=[], shows=Eq(masked_boltz(a, c), average(a, c)))
def masked_boltz_average(p: Proof) -> Fact:
    """The average of the kept entries, weighted by their exponentials."""
    f, h = fun(lambda k: a(k) * kept(c, k, exp(a(k)))), fun(lambda k: kept(c, k, weighted(a(k))))
    sums = p.apply("sum_eq", f=f, g=h, lo=1, hi=n)
    return p.have(p.goal, (sums, inv(masked_sum(lambda k: exp(a(k)), c))))


# --- (133): a mask as the limit of finite numbers ------------------------------------------------------------------

plus = fun(lambda k: a(k) + g(k))
weight = fun(lambda k: p_(k, plus))


kept_part, mask_part = Sum(lambda k: a(k) * weight(k), 1, n), Sum(lambda k: g(k) * weight(k), 1, n)


finite = fun(lambda k: ite(Eq(c(k), 1), 0, -top))
shifted = fun(lambda k: a(k) + finite(k))
Z_kept, Z_lost = masked_sum(lambda k: exp(a(k)), c), partition(a, n) - masked_sum(lambda k: exp(a(k)), c)
N_lost = Sum(lambda k: weighted(a(k)), 1, n) - masked_sum(lambda k: weighted(a(k)), c)


@paper.claim(
    given=keeps,
    shows=Eq(
        (boltz(shifted, n) - masked_boltz(a, c)) * (Z_kept + exp(-top) * Z_lost),
        exp(-top) * (N_lost - (top + masked_boltz(a, c)) * Z_lost),
    ),
)
def masked_boltz_limit(p: Proof) -> Fact:
    """With −T for −∞ the difference is at most a multiple of T e^(−T), up to a constant times e^(−T)."""
    p.note("whole", p.positive(partition(shifted, n)))
    tail = exp(-top)
    parts = (
        (exp, lambda k: tail * exp(a(k)) + kept(c, k, exp(a(k))) - tail * kept(c, k, exp(a(k)))),
        (
            weighted,
            lambda k: tail * (weighted(a(k)) - top * exp(a(k))) + kept(c, k, weighted(a(k)))
            - tail * (kept(c, k, weighted(a(k))) - top * kept(c, k, exp(a(k)))),
        ),
    )  # fmt: skip

    def split_sum(of: Callable[[Term], Term], split: Callable[[Term], Term]) -> Fact:
        f, h = fun(lambda k: of(shifted(k))), fun(split)

        def member(known: list[Fact]) -> Fact:
            own = values(p, known, finite(k), kept(c, k, exp(a(k))), kept(c, k, weighted(a(k))))
            moved = p.congr(lambda y: of(a(k) + y), own[0])
            return p.have(Eq(f(k), h(k)), moved, *own[1:])

        terms = by_cases(p, [Eq(c(k), 1)], member)
        return p.apply("sum_eq", terms, f=f, g=h, lo=1, hi=n)

    total, moment = (split_sum(*part) for part in parts)
    B = masked_boltz(a, c)
    kept_value = p.have(Eq(B * Z_kept, masked_sum(lambda k: weighted(a(k)), c)))
    return p.have(p.goal, kept_value, moment, (total, boltz(shifted, n)))


(epsilon,) = reals("epsilon")
near = for_all(
    lambda epsilon: implies(
        0 < epsilon,
        exists(
            lambda least: for_all(
                lambda T: implies(
                    least <= T, abs(substitute(boltz(shifted, n), {top: T}) - masked_boltz(a, c)) < epsilon
                ),
                "R",
            ),
            "R",
        ),
    ),
    "R",
)


B, U, V, N_, gap = reals("B U V N d")
room = epsilon * U
most = abs(N_) + (1 + abs(B)) * V
approach = {
    "kept": 0 < U, "lost": 0 <= V, "epsilon": 0 < epsilon, "late": 4 * most / room + 1 <= top,
    "limit": Eq(gap * (U + exp(-top) * V), exp(-top) * (N_ - (top + B) * V)),
}  # fmt: skip


@paper.claim(given=approach, shows=abs(gap) < epsilon)
def gap_small(p: Proof) -> Fact:
    """(1 + T) e^(−T) <= 2/(1 + T/2), as e^(T/2) >= 1 + T/2."""
    end, half, rest = exp(-top), 1 + top / 2, N_ - (top + B) * V
    for name, x in (("B", B), ("N", N_)):
        p.apply("abs_ge", x=x, label=f"{name}_above")
        p.apply("abs_ge", x=-x, label=f"{name}_below")
        p.apply("abs_nonneg", x=x, label=f"{name}_size")
    p.have(0 <= most, "N_size", "lost", ("B_size", "lost"), label="most")
    p.note("room", p.positive(room))
    p.have(0 < top, "late", ("most", inv(room)), label="T_pos")
    rise = p.exp_ge(top / 2)
    p.have(0 < half, label="half")
    square = p.have(half * half <= exp(top / 2) * exp(top / 2), (rise, exp(top / 2)), (rise, "half"))
    steep = p.have((1 + top) * end * half <= 2, (square, exp(-top)), ("half", exp(-top)))
    share = p.have(most * (1 + top) * end < room, ("late", "room"), (steep, "most"), "room", scale=["half"])
    parts = ("T_pos", "lost"), ("T_pos", "N_size"), ("B_size", "lost", "T_pos"), ("B_size", "lost")
    high = p.have(rest <= most * (1 + top), "N_above", "lost", ("B_below", "lost"), *parts)
    low = p.have(-(most * (1 + top)) <= rest, "N_below", "lost", ("B_above", "lost"), *parts)
    weight = p.have(0 < U + end * V, "kept", (exp(-top), "lost"))
    extra = ("epsilon", exp(-top), "lost")
    above = p.have(gap < epsilon, "limit", (high, exp(-top)), share, extra, scale=[weight])
    below = p.have(-epsilon < gap, "limit", (low, exp(-top)), share, extra, scale=[weight])
    return p.apply("abs_lt", above, below)


@paper.claim(given=keeps, shows=near)
def masked_boltz_tends(p: Proof) -> Fact:
    """The omitted entries have a total weight of order e^(−T)."""
    p.given(epsilon=0 < epsilon)
    lost = fun(lambda k: exp(a(k)) - kept(c, k, exp(a(k))))

    p.have(0 <= Z_lost, p.apply("sum_nonneg", f=lost, lo=1, hi=n), label="lost")
    at = {B: masked_boltz(a, c), U: Z_kept, V: Z_lost, N_: N_lost, gap: boltz(shifted, n) - masked_boltz(a, c)}
    least = substitute(approach["late"].args[0], at)
    return p.exists_intro(instantiate_bound(near.args[1], (epsilon,)).args[1], [least])


# --- the separation under masks ------------------------------------------------------------------------------------

masked_distance = abs(masked_boltz(a, c) - masked_boltz(b, e))
target = log(n) ** 2 * exp(-2 * r)
other_keeps = [1 <= m, m <= n, Eq(e(m), 1)]


@paper.claim(given=[*both_apart, *other_keeps, *new_value], shows=target < masked_distance)
def masked_lemma_1(p: Proof) -> Fact:
    """Averages of the kept entries are more than r e^(−2r) apart; n entries that are apart need r >= (log n)²."""
    from_all_entries(p, c, e)
    apart, radius = p.apply("masked_separation"), p.apply("radius_above_square")
    own = p.apply("masked_boltz_average"), p.apply("masked_boltz_average", a=b, c=e)
    averages, boltzes = average(a, c) - average(b, e), masked_boltz(a, c) - masked_boltz(b, e)
    same = p.congr(abs, p.have(Eq(averages, boltzes), *own))
    return p.have(p.goal, apart, same, (radius, exp(-2 * r)))


one_vector = [some, far, bounded(a), no_duplicates(a), gaps(a, a)]
kept_in_one = [*i_kept, negation(Eq(e(i), 1))]
masks_differ = abs(masked_boltz(a, c) - masked_boltz(a, e))


@paper.claim(given=[*one_vector, *other_keeps, *kept_in_one], shows=target < masks_differ)
def masks_apart(p: Proof) -> None:
    """The same scores under different masks, neither of which is empty."""
    names = (
        "some",
        "far",
        "bounded",
        "distinct",
        "gaps",
        "m_low",
        "m_high",
        "m_kept",
        "low",
        "high",
        "mask",
        "dropped",
    )
    p.given(**dict(zip(names, (*one_vector, *other_keeps, *kept_in_one), strict=True)))
    p.given(l_low=1 <= l, l_high=l <= n, l_kept=Eq(e(l), 1))
    p.have(wide, p.apply("delta_gt_three"), label="wide")
    claim = negation(Eq(a(l), a(i)))

    def differ(order: Fact) -> Fact:
        if order.concl.op == "eq":
            same = p.have(Eq(e(i), 1), p.congr(e, order), "l_kept")
            return p.absurd(p.mp("dropped", same), claim)
        first, second = order.concl.args
        found = p.specialize("distinct", first, second, using=[order])
        assumed = p.assume(Eq(a(l), a(i)))
        clash = p.mp(found, p.have(Eq(a(first), a(second)), assumed))
        return p.discharge(clash, assumed.concl)

    p.generalize(l, p.trichotomy(l, i, differ), label="missing")
