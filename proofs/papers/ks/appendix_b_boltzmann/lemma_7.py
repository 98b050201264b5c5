"""boltz of separated, decreasing vectors that first differ at k + 1 (B.3, Lemma 7), for k >= 0."""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_6 import delta
from proofs.papers.ks.appendix_b_boltzmann.lemma_7_common_prefix import target
from proofs.papers.ks.appendix_b_boltzmann.separated_vectors import B, far, lemma_7_given, names, spread_a
from proofs.papers.ks.vocabulary import a, b, boltz, i, j, k, n, paper, some

distance = abs(boltz(a, n) - boltz(b, n))


def separation(rise: Term) -> Term:
    """(log n)² e^(−rise), the separation that Lemma 7 gives for rise = a_1 − b_{k+1}."""
    return log(n) ** 2 * exp(-rise)


def from_cases(p: Proof, case_1: str, case_2: str, separation: Callable[[Term], Term] = separation) -> Fact:
    """Derive the conclusion of Lemma 7 from the theorems for k >= 1 and for k = 0."""
    target = separation(a(1) - B)
    p.given(zero=k <= 0, positive=k > 0)
    p.apply(case_1, label="case_1")
    down = p.apply("abs_ge", x=boltz(b, n) - boltz(a, n))
    if_positive = p.have(target < distance, "case_1", down)
    k_0 = p.antisymmetry("zero", "k_low")
    for v in (a, b):
        p.congr(v, p.have(Eq(k + 1, 1), k_0), label=f"{v.args[0]}_first")
    p.apply(case_2, label="case_2")
    same = p.congr(lambda y: separation(a(1) - y), "b_first")
    up = p.apply("abs_ge", x=boltz(a, n) - boltz(b, n))
    if_zero = p.have(target < distance, "case_2", up, same)
    return p.cases(k, 0, if_zero, if_positive, label="out")


@paper.claim(given=lemma_7_given, shows=target < distance)
def lemma_7_proved(p: Proof) -> Fact:
    """k = 0 or k >= 1."""
    names(p, "some", "spread_a", "spread_b", "apart", "far", "k_low", "k_high", "prefix", "first_gap")
    return from_cases(p, "lemma_7_case_1", "lemma_7_case_2")


def separated_as_printed(v: Term) -> Term:
    """i > j ⇒ v_i − v_j > δ."""
    return every(lambda i: every(lambda j: implies(j < i, delta < v(i) - v(j)), 1, n), 1, n)


def falls(v: Term) -> Term:
    """The vector is in decreasing order, without duplicates."""
    return every(lambda i: every(lambda j: implies(i < j, v(j) < v(i)), 1, n), 1, n)


lemma_7_printed = [some, falls(a), falls(b), separated_as_printed(a), separated_as_printed(b), *lemma_7_given[3:]]


@paper.claim(given=[some, far, falls(a), separated_as_printed(a)], shows=n <= 1)
def one_entry_as_printed(p: Proof) -> Fact:
    """a_2 < a_1 and δ < a_2 − a_1."""
    p.given(falls=falls(a), rises=separated_as_printed(a), long=1 < n, short=n <= 1)
    less, more = p.specialize("falls", 1, 2), p.specialize("rises", 2, 1)
    no = p.have(FALSE, less, more, p.apply("delta_gt_three"))
    return p.cases(n, 1, "short", p.absurd(no, p.goal))


@paper.claim(given=[n <= 1], shows=spread_a)
def one_entry_spread(p: Proof) -> Fact:
    """The vector has only one entry."""
    no = p.have(FALSE, p.assume(1 <= i), p.assume(i < j), p.assume(j <= n))
    return p.absurd(no, delta < a(i) - a(j))


@paper.claim(given=lemma_7_printed, shows=target < distance)
def lemma_7_as_printed(p: Proof) -> Fact:
    """Only a vector with a single entry satisfies the printed condition."""
    one = p.apply("one_entry_as_printed")
    spread = [p.apply("one_entry_spread", one, a=v) for v in (a, b)]
    return p.apply("lemma_7_proved", *spread)
