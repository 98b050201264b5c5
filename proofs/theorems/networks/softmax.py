"""Softmax over a symbolic number of scores: the partition is positive, the weights sum to 1, a gap bounds them.

Main statements: `partition_pos`, `softmax_pos`, `softmax_sum`, `softmax_le_one`, `partition_split`,
`softmax_rest`, `softmax_pair`, `others_le`, `softmax_gap`, `softmax_gap_sharp`, `softmax_gap_equal`.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import le
from proofs.language.notation import *

chapter = Chapter("softmax")
n, k, h, m = ints("n k h m")
a, b = vectors("a b")
(gap,) = reals("gap")


def partition(a: Term, n: Term = n) -> Term:
    """Σ exp(a_i)."""
    return Sum(lambda i: exp(a(i)), 1, n)


def weight(a: Term, k: Term, n: Term = n) -> Term:
    """Return the k-th entry of softmax(a): exp(a_k) / Σ exp(a_i)."""
    return exp(a(k)) / partition(a, n)


def others(a: Term, k: Term, n: Term = n) -> Term:
    """Σ exp(a_i) over i ≠ k."""
    return Sum(lambda i: ite(Eq(i, k), 0, exp(a(i))), 1, n)


def for_others(k: Term, claim: Callable[[Term], Term], n: Term = n) -> Term:
    """For all h ≠ k with 1 <= h <= n: claim(h)."""
    return every(lambda h: implies(negation(Eq(h, k)), claim(h)), 1, n)


def differ(p: Proof, order: Named, h: Term, k: Term) -> Fact:
    """h ≠ k from h < k or k < h."""
    return p.rule("discharge", Eq(h, k), p.have(FALSE, p.assume(Eq(h, k)), order))


@chapter.theorem
def partition_pos(p: Proof) -> None:
    """1 <= n ⊢ 0 < Σ exp(a_i)."""
    p.given(some=n >= 1)
    p.qed(p.positive(partition(a)), partition(a) > 0)


@chapter.theorem
def softmax_pos(p: Proof) -> None:
    """1 <= n ⊢ 0 < softmax(a)_k."""
    p.given(some=n >= 1)
    p.qed(p.positive(weight(a, k)), weight(a, k) > 0)


@chapter.theorem
def softmax_sum(p: Proof) -> None:
    """1 <= n ⊢ Σ softmax(a)_i = 1."""
    p.given(some=n >= 1)
    p.apply("partition_pos", label="Z")
    p.qed(p.have(Eq(Sum(lambda i: weight(a, i), 1, n), 1)))


@chapter.theorem
def softmax_le_one(p: Proof) -> None:
    """1 <= k <= n ⊢ softmax(a)_k <= 1."""
    p.given(low=k >= 1, high=k <= n)
    pos = p.apply("softmax_pos", k=h)
    members = p.have(weight(a, h) >= 0, pos)
    in_sum = p.apply("sum_member", members, f=fun(lambda i: weight(a, i)), lo=1, hi=n, m=k)
    sum_ = p.apply("softmax_sum")
    p.qed(p.have(weight(a, k) <= 1, in_sum, sum_))


@chapter.theorem
def softmax_eq(p: Proof) -> None:
    """a_i = b_i for all i in range ⊢ softmax(a)_k = softmax(b)_k."""
    p.given(low=k >= 1, high=k <= n, terms=every(lambda i: Eq(a(i), b(i)), 1, n), low_m=m >= 1, high_m=m <= n)
    exps = p.generalize(m, p.congr(exp, p.specialize("terms", m)))
    sum_ = p.apply("sum_eq", exps)
    share = p.congr(inv, sum_)
    term = p.specialize(exps, k)
    p.qed(p.have(Eq(weight(a, k), weight(b, k)), (share, exp(a(k))), (term, inv(partition(b)))))


@chapter.theorem
def partition_split(p: Proof) -> None:
    """1 <= k <= n ⊢ Σ exp(a_i) = exp(a_k) + Σ_{i≠k} exp(a_i)."""
    p.given(low=k >= 1, high=k <= n)
    p.qed(p.apply("sum_pick", f=fun(lambda i: exp(a(i))), lo=1, hi=n, m=k))


@chapter.theorem
def softmax_rest(p: Proof) -> None:
    """1 <= k <= n ⊢ 1 − softmax(a)_k = Σ_{i≠k} exp(a_i) / Σ exp(a_i)."""
    p.given(low=k >= 1, high=k <= n)
    p.apply("partition_pos", label="Z")
    split = p.apply("partition_split")
    p.qed(p.have(Eq(1 - weight(a, k), others(a, k) / partition(a)), split))


@chapter.theorem
def others_nonneg(p: Proof) -> None:
    """0 <= Σ_{i≠k} exp(a_i)."""
    rest = fun(lambda i: ite(Eq(i, k), 0, exp(a(i))))

    def nonneg(case: Fact) -> Fact:
        return p.have(rest(m) >= 0, p.ite_eq(rest(m), case), exp(a(m)))

    terms = p.trichotomy(m, k, nonneg)
    p.qed(p.apply("sum_nonneg", terms, f=rest, lo=1, hi=n), others(a, k) >= 0)


@chapter.theorem
def softmax_pair(p: Proof) -> None:
    """h ≠ k in range ⊢ softmax(a)_h <= 1 − softmax(a)_k."""
    p.given(low=k >= 1, high=k <= n, low_h=h >= 1, high_h=h <= n, differ=negation(Eq(h, k)))
    rest = fun(lambda i: ite(Eq(i, k), 0, exp(a(i))))

    def nonneg(case: Fact) -> Fact:
        return p.have(rest(m) >= 0, p.ite_eq(rest(m), case), exp(a(m)))

    terms = p.trichotomy(m, k, nonneg)
    member = p.apply("sum_member", terms, f=rest, lo=1, hi=n, m=h)
    at_h = p.ite_eq(rest(h), "differ")
    p.apply("softmax_rest", label="rest")
    less = p.have(exp(a(h)) <= others(a, k), member, at_h)
    p.qed(p.have(weight(a, h) <= 1 - weight(a, k), "rest", (less, inv(partition(a)))))


def _sums(p: Proof, relation: Callable[[Term, Term], Term], theorem: str, grow: Callable[[Fact], Fact]) -> None:
    """Σ_{i≠k} exp(a_i) against (n − 1) exp(a_k − gap), term by term.

    `grow` proves the relation of exp(a_m) to exp(a_k − gap) from what "gaps" says of m.
    """
    p.given(low=k >= 1, high=k <= n, gaps=for_others(k, lambda h: relation(a(h) + gap, a(k))))
    p.given(low_m=m >= 1, high_m=m <= n)
    each, top = fun(lambda i: exp(a(i))), fun(lambda i: exp(a(k) - gap))
    here, there = (fun(lambda i, f=f: ite(Eq(i, k), 0, f(i))) for f in (each, top))

    def term(case: Fact) -> Fact:
        known = [p.ite_eq(f(m), case) for f in (here, there)]
        if case.concl.op != "eq":
            known.append(grow(p.specialize("gaps", m, using=[differ(p, case, m, k)])))
        return p.have(relation(here(m), there(m)), *known)

    terms = p.trichotomy(m, k, term)
    sum_ = p.apply(theorem, terms)
    pick = p.apply("sums.sum_pick", f=top, lo=1, hi=n, m=k)
    count = p.apply("sums.sum_const", lo=1, hi=n)
    p.qed(p.have(relation(others(a, k), (n - 1) * exp(a(k) - gap)), sum_, pick, count, label="out"))


@chapter.theorem
def others_le(p: Proof) -> None:
    """a_h + gap <= a_k for all h ≠ k ⊢ Σ_{i≠k} exp(a_i) <= (n − 1) exp(a_k − gap)."""

    def grow(apart: Fact) -> Fact:
        return p.apply("exp_le", apart, x=a(m), y=a(k) - gap)

    _sums(p, le, "sum_le", grow)


@chapter.theorem
def others_eq(p: Proof) -> None:
    """a_h + gap = a_k for all h ≠ k ⊢ Σ_{i≠k} exp(a_i) = (n − 1) exp(a_k − gap)."""

    def grow(apart: Fact) -> Fact:
        return p.congr(exp, p.have(Eq(a(m), a(k) - gap), apart))

    _sums(p, Eq, "sum_eq", grow)


@chapter.theorem
def softmax_gap_sharp(p: Proof) -> None:
    """a_h + gap <= a_k for all h ≠ k ⊢ 1 <= softmax(a)_k (1 + (n − 1) exp(−gap))."""
    p.given(low=k >= 1, high=k <= n, gaps=for_others(k, lambda h: a(h) + gap <= a(k)))
    p.apply("partition_pos", label="Z")
    p.apply("partition_split", label="split")
    p.apply("others_le", label="rest")
    p.qed(p.have(weight(a, k) * (1 + (n - 1) * exp(-gap)) >= 1, "split", "rest", scale=["Z"]))


@chapter.theorem
def softmax_gap_equal(p: Proof) -> None:
    """a_h + gap = a_k for all h ≠ k ⊢ softmax(a)_k (1 + (n − 1) exp(−gap)) = 1."""
    p.given(low=k >= 1, high=k <= n, gaps=for_others(k, lambda h: Eq(a(h) + gap, a(k))))
    p.apply("partition_pos", label="Z")
    split = p.apply("partition_split")
    rest = p.apply("others_eq")
    p.qed(p.have(Eq(weight(a, k) * (1 + (n - 1) * exp(-gap)), 1), split, rest))


@chapter.theorem
def softmax_gap(p: Proof) -> None:
    """a_h + gap <= a_k for all h ≠ k ⊢ 1 − (n − 1) exp(−gap) <= softmax(a)_k."""
    p.given(low=k >= 1, high=k <= n, gaps=for_others(k, lambda h: a(h) + gap <= a(k)))
    sharp = p.apply("softmax_gap_sharp")
    p.apply("softmax_le_one", label="one")
    rest = p.have((n - 1) * exp(-gap) >= 0, (n - 1, exp(-gap)))
    p.qed(p.have(1 - (n - 1) * exp(-gap) <= weight(a, k), sharp, (1 - weight(a, k), rest)))
