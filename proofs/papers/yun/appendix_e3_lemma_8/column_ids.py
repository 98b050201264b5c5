"""The column ids: a bijection from the columns on the grid (E.3)."""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.selective_shift import column_ids
from proofs.papers.yun.vocabulary import M, d, delta, i, m, n, paper, q, s, tower, v
from proofs.theorems.algebra import digits
from proofs.theorems.algebra.powers import power

# --- E.3: the column ids -------------------------------------------------------------------------------------------

(y,) = sequences("y", 2)
a, a2 = sequences("a a'")
Y = fun(lambda i, k: y(i, k) * delta, 2)
U = fun(lambda i: power(m, i - 1))
xy = fun(lambda k: Sum(lambda i: U(i) * y(i, k), 1, d))
ly = column_ids(Y, U)


def integer_id(digits: Callable[[Term], Term]) -> Term:
    """uᵀL / δ for a column L with the entries a_i δ: Σ_i m^(i-1) a_i."""
    return Sum(lambda i: U(i) * digits(i), 1, d)


def digits_of(f: Callable[[Term], Term]) -> tuple[Term, Term]:
    """0 <= f_i <= m − 1 for i in 1..d."""
    return every(lambda i: 0 <= f(i), 1, d), every(lambda i: f(i) <= m - 1, 1, d)


@paper.claim([2 <= m, 1 <= d, *digits_of(a)], shows=0 <= integer_id(a))
def id_low(p: Proof) -> None:
    """An expansion in base m is nonnegative."""
    p.apply("expansion_low", P=m, m=d, label="low")


@paper.claim([2 <= m, 1 <= d, *digits_of(a)], shows=integer_id(a) <= M - 1)
def id_high(p: Proof) -> None:
    """An expansion with d digits is at most m^d − 1."""
    p.apply("expansion_high", P=m, m=d, label="high")


same_id = Eq(integer_id(a) * delta, integer_id(a2) * delta)


@paper.claim(
    [2 <= m, 1 <= d, *digits_of(a), *digits_of(a2), same_id],
    shows=every(lambda i: Eq(a(i), a2(i)), 1, d),
)
def id_injective(p: Proof) -> Fact:
    """Expansions are unique."""
    p.apply("delta_pos", label="delta_pos")
    same = p.have(Eq(integer_id(a), integer_id(a2)), same_id, scale=["delta_pos"])
    return p.apply("expansion_unique", same, P=m, m=d, b=a2)


LEVEL = {"m_low": 2 <= m, "d_low": 1 <= d, "v_low": 0 <= v, "v_high": v <= M - 1}
IN_LEVEL = [*LEVEL.values(), 1 <= i, i <= d]


def digit(v: Term, i: Term) -> Term:
    """The i-th digit of v in base m."""
    return digits.digit(v, i, m, M)


@paper.claim(IN_LEVEL, shows=0 <= digit(v, i))
def id_digit_low(p: Proof) -> None:
    """A digit is nonnegative."""


@paper.claim(IN_LEVEL, shows=digit(v, i) <= m - 1)
def id_digit_high(p: Proof) -> Fact:
    """A digit is less than the base."""
    return p.apply("digits.digit_high", K=m, q=v, t=i, most=M)


@paper.claim(LEVEL, shows=Eq(integer_id(fun(lambda i: digit(v, i))), v))
def id_surjective(p: Proof) -> None:
    """A number is the expansion given by its digits."""
    p.apply("digits_sum", K=m, q=v, most=M, label="sum")


@paper.claim(
    [2 <= m, 1 <= d, 1 <= n, 1 <= q, q <= d, Eq(s(q), -tower(n)),
     every(lambda i: s(i) <= 1 - delta, 1, d)],
    shows=Sum(lambda i: U(i) * s(i), 1, d) <= -tower(n) + M * delta - 1,
)  # fmt: skip
def id_outside(p: Proof) -> Fact:
    """With all entries 1 − δ the id would be δ^(-d+1) − δ; the marked entry lowers it by at least 1 − δ + δ^(-nd)."""
    p.given(entries=every(lambda i: s(i) <= 1 - delta, 1, d), low=1 <= i, high=i <= d)
    lost = fun(lambda i: U(i) * (1 - delta - s(i)))
    p.apply("delta_pos", label="delta_pos")
    entry = p.specialize("entries", i)
    weight = p.apply("power_pos", k=i - 1)
    member = p.apply("sum_member", (weight, entry), f=lost, lo=1, hi=d, m=q)
    weight_q = p.apply("power_ge_one", k=q - 1)
    big = p.apply("power_pos", k=n * d)
    p.have(Eq(m * delta, 1), p.have(0 < m, label="m_pos"), label="m_delta")
    room = p.have(0 < 1 - delta, (2 <= m, "delta_pos"))
    geometric = p.apply("geometric_sum", k=d)
    scaled = p.have(Eq((1 - delta) * Sum(U, 1, d), delta * (M - 1)), (geometric, delta))
    return p.have(p.goal, member, (weight_q, room), (weight_q, big), Eq(s(q), -tower(n)), scaled)


@paper.claim([2 <= m, 1 <= d, 1 <= n], shows=-tower(n) + M * delta - 1 < 0)
def outside_negative(p: Proof) -> Fact:
    """δ^(-d+1) <= δ^(-d) <= δ^(-nd)."""
    grow = p.apply("tower_le", a=num(1), b=n)
    M_pos = p.apply("power_pos", k=d)
    p.have(Eq(m * delta, 1), p.have(0 < m, label="m_pos"), label="m_delta")
    small = p.have(delta < 1)
    return p.have(p.goal, grow, (M_pos, small))
