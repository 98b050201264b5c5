"""Lemma 7 for vectors that differ in their first entry, k = 0 (B.3, (129)-(131))."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_6 import delta
from proofs.papers.ks.appendix_b_boltzmann.separated_vectors import apart, far, gap_at, spread_a, spread_b
from proofs.papers.ks.vocabulary import a, b, boltz, constantly, j, n, of_entries, paper, some

case_2 = [some, spread_a, spread_b, apart, far, b(1) < a(1)]
a_under = fun(lambda j: ite(j <= 1, a(j), a(1) - delta))
decay = (n - 1) * exp(-delta)
shortfall = decay * delta / (1 + decay)
kept = delta / (1 + decay)


def case_2_start(p: Proof) -> None:
    """Prove the hypotheses of the case, a_1 − b_1 > δ > 3, 0 <= log n, and 1 + (n − 1) e^(−δ) > 0."""
    p.given(some=some, spread_a=spread_a, apart=apart, far=far, first_gap=b(1) < a(1))
    p.apply("delta_gt_three", label="three")
    p.apply("log_nonneg", x=n, label="log_n")
    p.given(equal=Eq(a(1), b(1)))
    p.note("gap", gap_at(p, 1))
    p.exp_pos(-delta, label="q_pos")
    p.have(decay >= 0, ("some", "q_pos"), label="decay")
    p.have(1 + decay > 0, label="denominator")


def tail_at_level(p: Proof) -> None:
    """a_j < a_1 − δ for j > 1, and a_1 − δ < a_1 − log n − 1."""
    p.given(j_low=j >= 2, j_high=j <= n)
    p.specialize("spread_a", 1, j, label="entry")


@paper.claim(given=case_2, shows=boltz(a_under, n) <= boltz(a, n))
def raise_a(p: Proof) -> None:
    """boltz(a) is at least that of (a_1, a_1 − δ, …, a_1 − δ)."""
    case_2_start(p)
    tail_at_level(p)
    p.generalize(j, p.have(a(j) <= a(1) - delta, "entry"), label="tail")


@paper.claim(given=[*case_2, n >= 2], shows=boltz(a_under, n) < boltz(a, n))
def raise_a_strictly(p: Proof) -> None:
    """The inequality is strict if n >= 2."""
    case_2_start(p)
    tail_at_level(p)
    p.generalize(j, p.have(a(j) < a(1) - delta), label="tail")


under_sums = (a(1) * exp(a(1)) + (n - 1) * (a(1) - delta) * exp(a(1) - delta)) / (
    exp(a(1)) + (n - 1) * exp(a(1) - delta)
)
under_reduced = (a(1) + (n - 1) * (a(1) - delta) * exp(-delta)) / (1 + decay)


@paper.claim(given=[some], shows=Eq(boltz(a_under, n), under_sums))
def eq_130_first(p: Proof) -> None:
    """The sums of (a_1, a_1 − δ, …, a_1 − δ)."""
    w = a(1) - delta
    late = p.ite_eq(a_under(j), p.have(j > 1, p.assume(j >= 2)))
    count = p.apply("sum_const", lo=2, hi=n)
    for label, f in (("Z", exp), ("N", lambda y: y * exp(y))):
        p.congr(f, late, label=f"{label}_late")
        p.generalize(j, f"{label}_late", j >= 2, j <= n, label=f"{label}_lates")
        values = of_entries(f, a_under)
        p.apply("sum_first", f=values, lo=1, hi=n, label=f"{label}_split")
        p.apply("sum_eq", f=values, g=constantly(f(w)), lo=2, hi=n, label=f"{label}_tail")
        total = Eq(Sum(values, 1, n), f(a(1)) + (n - 1) * f(w))
        p.have(total, f"{label}_split", f"{label}_tail", count, label=f"{label}_sum")
    p.congr(inv, "Z_sum", label="inverse")


@paper.claim(given=[some], shows=Eq(under_sums, under_reduced))
def eq_130_second(p: Proof) -> None:
    """Numerator and denominator are divided by e^(a_1)."""
    p.have(1 + decay > 0, label="d2")
    p.have(exp(a(1)) + (n - 1) * exp(a(1) - delta) > 0, label="d1")


@paper.claim(given=[some], shows=Eq(under_reduced, a(1) - shortfall))
def eq_130_third(p: Proof) -> None:
    """The term a_1 is split off."""
    p.have(1 + decay > 0, label="d")


@paper.claim(given=[some, spread_b, delta > 0], shows=boltz(b, n) <= b(1))
def average_le_first(p: Proof) -> None:
    """boltz(b) <= b_1, the largest entry."""
    p.given(spread_b=spread_b, low=j >= 1, high=j <= n)

    def prove(order: Fact) -> Fact:
        claim = b(j) <= b(1)
        if order.concl.op == "eq":
            return p.have(claim, p.congr(b, order))
        if key(order.concl) == key(j > 1):
            return p.have(claim, p.specialize("spread_b", 1, j, using=[order]))
        return p.absurd(p.have(FALSE, order, "low"), claim)

    entry = p.trichotomy(j, 1, prove)
    p.generalize(j, entry, label="entries")


@paper.claim(given=case_2, shows=boltz(a_under, n) - b(1) <= boltz(a, n) - boltz(b, n))
def eq_131_first(p: Proof) -> None:
    """boltz(a) is at least boltz of the raised vector, and boltz(b) <= b_1."""
    case_2_start(p)


@paper.claim(given=case_2, shows=a(1) - shortfall - (a(1) - delta) < boltz(a_under, n) - b(1))
def eq_131_second(p: Proof) -> Fact:
    """b_1 < a_1 − δ."""
    case_2_start(p)
    for label in ("first", "second", "third"):
        p.apply(f"eq_130_{label}", label=label)
    return p.have(p.goal, "first", "second", "gap")


@paper.claim(given=case_2, shows=Eq(a(1) - shortfall - (a(1) - delta), delta - shortfall))
def eq_131_third(p: Proof) -> None:
    """a_1 cancels."""


@paper.claim(given=case_2, shows=Eq(delta - shortfall, kept))
def eq_131_fourth(p: Proof) -> None:
    """The terms are combined into one fraction."""
    case_2_start(p)


@paper.claim(given=case_2, shows=log(n) <= kept)
def eq_131_fifth(p: Proof) -> Fact:
    """(n − 1) e^(−δ) <= n e^(−log n) = 1, so the fraction is at least δ/2."""
    case_2_start(p)
    p.apply("exp_le", x=log(n), y=delta, label="grow")
    p.have(decay <= 1, "grow", "q_pos", label="small")
    return p.have(p.goal, ("small", "log_n"), "far", scale=["denominator"])


target_2 = log(n) ** 2 * exp(-(a(1) - b(1)))


@paper.claim(given=case_2, shows=target_2 <= log(n))
def square_le_log(p: Proof) -> Fact:
    """log n e^(−(a_1 − b_1)) <= 1."""
    case_2_start(p)
    p.exp_ge(a(1) - b(1), label="ge")
    p.have(log(n) <= exp(a(1) - b(1)), label="log_le")
    p.have(log(n) * exp(-(a(1) - b(1))) <= 1, ("log_le", exp(-(a(1) - b(1)))), label="product")
    return p.have(p.goal, ("product", "log_n"))


@paper.claim(given=[*case_2, n >= 2], shows=target_2 < log(n))
def square_lt_log(p: Proof) -> Fact:
    """log n e^(−(a_1 − b_1)) < 1, times log n > 0."""
    case_2_start(p)
    p.apply("log_pos", x=n, label="log_pos")
    p.exp_ge(a(1) - b(1), label="ge")
    p.have(log(n) < exp(a(1) - b(1)), label="log_lt")
    p.have(log(n) * exp(-(a(1) - b(1))) < 1, ("log_lt", exp(-(a(1) - b(1)))), label="product")
    return p.have(p.goal, ("product", "log_pos"))


@paper.claim(given=case_2, shows=target_2 < boltz(a, n) - boltz(b, n))
def lemma_7_case_2(p: Proof) -> Fact:
    """Lemma 7 in the case k = 0."""
    labels = ("first", "second", "third", "fourth", "fifth")
    for label in labels:
        p.apply(f"eq_131_{label}", label=label)
    square = p.apply("square_le_log")
    return p.have(p.goal, *labels, square)
