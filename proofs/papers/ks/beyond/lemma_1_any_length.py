"""Lemma 1 for any number of entries that are 7/3 apart, from the separation of masked vectors.

Not in the paper. The separation is r e^(−2r); n entries that are 7/3 apart need r >= (log n)², so it is more than the
paper's (log n)² e^(−2r).
"""

from __future__ import annotations

from proofs.builder.cases import values
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_1 import bounded, gaps, no_duplicates, other_token, target_1
from proofs.papers.ks.appendix_b_boltzmann.lemma_7 import distance as lemma_1_distance
from proofs.papers.ks.vocabulary import a, b, k, n, paper, x
from proofs.theorems.algebra.masked_averages import separation, wide
from proofs.theorems.algebra.masked_entries import cross
from proofs.theorems.algebra.masked_sums import apart_kept, below, bounded_kept, c, delta, kept, l, r

ones = fun(lambda k: num(1))
fully_apart = [1 <= n, wide, bounded(a), no_duplicates(a), gaps(a, a)]


@paper.claim(given={"distinct": no_duplicates(a), "gaps": gaps(a, a)}, shows=apart_kept(a, c))
def apart_whatever_is_kept(p: Proof) -> Fact:
    """Distinct entries that are equal or more than δ apart."""
    p.given(k_low=1 <= k, k_high=k <= n, l_low=1 <= l, l_high=l <= n)
    p.given(order=k < l)
    differ = p.specialize("distinct", k, l)
    return p.specialize("gaps", k, l, using=[differ])


@paper.claim(given=[bounded(a)], shows=bounded_kept(a, c))
def bounded_whatever_is_kept(p: Proof) -> None:
    """The kept entries are some of the entries."""


@paper.claim(given=[gaps(a, b)], shows=cross)
def apart_across(p: Proof) -> None:
    """The kept entries are some of the entries."""


@paper.claim(given={"nonneg": num(0) <= x}, shows=x * x <= rational(7, 6) * (exp(x) - 1))
def square_below_exp(p: Proof) -> Fact:
    """By (1 + x/4)⁴ <= e^x."""
    z = x / 4
    ge = p.exp_ge(z)
    low = p.have(0 <= 1 + z)
    square = p.have((1 + z) * (1 + z) <= exp(x / 2), (ge, exp(z)), (ge, low))
    low_2 = p.have(0 <= (1 + z) * (1 + z))
    fourth = p.have(((1 + z) * (1 + z)) ** 2 <= exp(x), (square, exp(x / 2)), (square, low_2))
    sq = p.apply("square_nonneg", x=z - rational(27, 28))
    return p.have(
        p.goal, fourth, "nonneg", ("nonneg", sq), ("nonneg", "nonneg", "nonneg", "nonneg"),
    )  # fmt: skip


@paper.claim(given=fully_apart, shows=log(n) ** 2 <= r)
def radius_above_square(p: Proof) -> None:
    """n entries more than δ apart between −r and r: (n − 1) δ < 2r, and (log n)² <= 7 (n − 1)/6."""
    p.given_all(fully_apart)
    p.given(k_low=1 <= k, k_high=k <= n)
    p.apply("apart_whatever_is_kept", c=ones, label="apart")
    p.specialize("given_2", 1, label="first")
    p.apply("count_below", c=ones, u=r, label="many")
    f = fun(lambda k: kept(ones, k, below(a, r, lambda k: num(1))(k)))
    under = p.have(a(k) <= r)
    p.apply("sum_eq", *values(p, [p.have(Eq(num(1), 1)), under], f(k)), label="all")
    p.apply("sum_const", lo=1, hi=n, label="number")
    room = p.have((n - 1) * delta <= 2 * r)
    p.have((n - 1) * rational(7, 3) <= 2 * r, room, ("given_0", "given_1"), label="wide_")
    p.apply("square_below_exp", x=log(n), label="square")


both_apart = [
    1 <= n,
    wide,
    bounded(a),
    bounded(b),
    no_duplicates(a),
    no_duplicates(b),
    gaps(a, a),
    gaps(b, b),
    gaps(a, b),
]


def from_all_entries(p: Proof, c_: Term, e_: Term) -> None:
    """Derive the hypotheses of `masked_separation` about kept entries from those about all entries."""
    for name, v, mask in (("a", a, c_), ("b", b, e_)):
        p.apply("apart_whatever_is_kept", a=v, c=mask, label=f"apart_{name}")
        p.apply("bounded_whatever_is_kept", a=v, c=mask, label=f"bounded_{name}")
    p.apply("apart_across", label="cross")


@paper.claim(given=[*both_apart, *other_token], shows=separation < lemma_1_distance)
def lemma_1_any_length(p: Proof) -> Fact:
    """The mask keeps everything."""
    from_all_entries(p, ones, ones)
    return p.apply("masked_separation", c=ones, e=ones, m=1)


@paper.claim(given=[*both_apart, *other_token], shows=target_1 < lemma_1_distance)
def lemma_1_at_seven_thirds(p: Proof) -> Fact:
    """In this case r >= (log n)²."""
    far = p.apply("lemma_1_any_length")
    radius = p.apply("radius_above_square")
    return p.have(p.goal, far, (radius, exp(-2 * r)))
