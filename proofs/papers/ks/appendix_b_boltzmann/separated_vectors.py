"""Separated vectors that first differ at k + 1 (B.3), and how boltz falls as the entries after the m-th are raised."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_6 import decreasing, delta, raised, u
from proofs.papers.ks.vocabulary import *


def separated(v: Term) -> Term:
    """The entries strictly decrease by more than δ."""
    return every(lambda i: every(lambda j: implies(i < j, delta < v(i) - v(j)), 1, n), 1, n)


spread_a, spread_b = separated(a), separated(b)
apart = every(lambda i: every(lambda j: implies(negation(Eq(a(i), b(j))), delta < abs(a(i) - b(j))), 1, n), 1, n)
far = 2 * log(n) + 3 < delta
k_in = (k >= 0, k <= n - 1)
prefix = every(lambda i: Eq(a(i), b(i)), 1, k)
first_gap = b(k + 1) < a(k + 1)
A, B = a(k + 1), b(k + 1)
lemma_7_given = [some, spread_a, spread_b, apart, far, *k_in, prefix, first_gap]


def head(v: Term, q: Term, w: Term) -> Term:
    """(v_1, …, v_q, w, …, w)."""
    return fun(lambda j: ite(j <= q, v(j), w))


named(head, (a, k, x), "({0} up to {1}, then {2})", r"({0}_{{\le {1}}}, {2}, \dots, {2})")


def names(p: Proof, *wanted: str) -> None:
    """Return the selected hypotheses of Lemma 7."""
    hypotheses = {
        "some": some, "spread_a": spread_a, "spread_b": spread_b, "apart": apart, "far": far, "k_low": k_in[0],
        "k_high": k_in[1], "prefix": prefix, "first_gap": first_gap, "k_pos": k >= 1,
    }  # fmt: skip
    p.given(**{name: hypotheses[name] for name in wanted})


def gap_at(p: Proof, i: Term | int) -> Fact:
    """Prove δ < a_i − b_i from "apart" and "first_gap", b_i < a_i, which contradicts the assumption "equal"."""
    larger, smaller = a(i), b(i)
    p.specialize("apart", i, i, label="distance")
    p.abs_value(larger - smaller, p.have(larger - smaller >= 0, "first_gap"), label="abs")
    return p.have(delta < larger - smaller, "distance", "abs")


@paper.claim(given=[delta > 0, spread_a], shows=decreasing)
def separated_decreases(p: Proof) -> Fact:
    """A separated vector decreases."""
    p.given(spread=spread_a, i_low=i >= 1, i_high=i <= n, j_low=j >= 1, j_high=j <= n, order=i < j)
    gap = p.specialize("spread", i, j)
    less = p.have(a(j) < a(i), gap)
    return p.get(less)


@paper.claim(given=[some, far], shows=delta > 3)
def delta_gt_three(p: Proof) -> None:
    """3 < δ, as log n >= 0."""
    p.apply("log_nonneg", x=n, label="log")


rise = u - b(k + 1)
short, long = head(b, k, u), head(b, k + 1, u)
room = u < b(1) - log(n) - 1


@paper.claim(given=[k >= 1, k + 1 <= n], shows=Eq(boltz(short, n), boltz(moved(long, k + 1, rise), n)))
def head_is_raised(p: Proof) -> None:
    """(b_1, …, b_k, u, …, u) is (b_1, …, b_{k+1}, u, …, u) with entry k + 1 raised to u."""

    def prove(order: Fact) -> Fact:
        facts = p.reduce_ite(order, kronecker(j, k + 1))
        if order.concl.op == "eq":
            sides = [p.have(j <= k + 1, order), p.have(k < j, order)]
            facts.append(p.congr(b, order))
        elif key(order.concl) == key(j < k + 1):
            sides = [p.have(j <= k + 1, order), p.have(j <= k, order)]
        else:
            sides = [p.have(k + 1 < j, order), p.have(k < j, order)]
        chosen = [p.ite_eq(v(j), side) for v, side in zip((long, short), sides, strict=True)]
        return p.have(Eq(short(j), moved(long, k + 1, rise)(j)), *chosen, *facts)

    entry = p.trichotomy(j, k + 1, prove)
    p.generalize(j, entry, j >= 1, j <= n, label="entries")


@paper.claim(given=[some, *i_in, t >= 0, raised < greatest - log(n) - 1], shows=boltz(moved(a, i, t), n) <= boltz(a, n))
def boltz_falls_weakly(p: Proof) -> Fact:
    """The same for a rise that may be 0."""
    p.given(up=t >= 0, none=t <= 0, strict=t > 0)
    falls = p.apply("boltz_falls")
    zero = p.antisymmetry("none", "up")
    same = p.congr(lambda t: boltz(moved(a, i, t), n), zero)
    return p.cases(t, 0, p.have(p.goal, same), p.have(p.goal, falls))


def raise_entry(p: Proof, falls: str, claim: Term) -> Fact:
    """Raise entry k + 1 to u, which stays below b_1 − log n − 1."""
    p.have(some, label="some")
    p.note("one_in", p.side_condition(num(1) <= k + 1))
    p.ite_eq(long(num(1)), "one_in", label="at_one")
    top = Max(lambda j: long(j), 1, n)
    p.max_ge(top, num(1), p.have(num(1) <= 1), "some", label="ge")
    p.apply(falls, a=long, i=k + 1, t=rise, label="falls")
    same = p.apply("head_is_raised")
    return p.have(claim, "falls", same, label="out")


@paper.claim(given=[k >= 1, k + 1 <= n, b(k + 1) <= u, room], shows=boltz(short, n) <= boltz(long, n))
def raise_step(p: Proof) -> Fact:
    """Raising one entry does not increase boltz."""
    return raise_entry(p, "boltz_falls_weakly", boltz(short, n) <= boltz(long, n))


@paper.claim(given=[k >= 1, k + 1 <= n, b(k + 1) < u, room], shows=boltz(short, n) < boltz(long, n))
def raise_step_strictly(p: Proof) -> Fact:
    """Raising one entry strictly decreases boltz strictly."""
    return raise_entry(p, "boltz_falls", boltz(short, n) < boltz(long, n))


@paper.claim(
    given=[m >= 1, m <= n, every(lambda j: b(j) <= u, m + 1, n), room], shows=boltz(head(b, m, u), n) <= boltz(b, n)
)
def raise_tail(p: Proof) -> None:
    """Raise the entries after m to u, one after another."""

    def claim(x: Term) -> Term:
        return implies(x <= n, boltz(head(b, m, u), n) <= boltz(head(b, x, u), n))

    base = p.rule("discharge", m <= n, p.have(boltz(head(b, m, u), n) <= boltz(head(b, m, u), n)))
    p.given(k_low=m <= k, so_far=claim(k), k_high=k + 1 <= n)
    before = p.mp("so_far", p.side_condition(k <= n))
    once = p.apply("raise_step")
    step = p.rule("discharge", k + 1 <= n, p.have(boltz(head(b, m, u), n) <= boltz(long, n), before, once))
    all_ = p.induct(claim, m, k, base, step)
    p.specialize(all_, n, label="last")
    p.apply("boltz_same", a=head(b, n, u), label="same")


@paper.claim(
    given=[m >= 1, m < n, every(lambda j: b(j) < u, m + 1, n), room], shows=boltz(head(b, m, u), n) < boltz(b, n)
)
def raise_tail_strictly(p: Proof) -> None:
    """The inequality is strict if there is a tail."""
    p.apply("raise_step_strictly", k=m, label="once")
    p.apply("raise_tail", m=m + 1, label="others")
