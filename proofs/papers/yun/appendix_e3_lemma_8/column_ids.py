"""The column ids: a bijection from the columns on the grid (E.3)."""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.selective_shift import column_ids
from proofs.papers.yun.vocabulary import M, d, delta, i, k, m, n, paper, q, s, tower, v
from proofs.theorems.algebra.integers import quotient, tail
from proofs.theorems.algebra.powers import power

# --- E.3: the column ids -------------------------------------------------------------------------------------------

(y,) = sequences("y", 2)
a, a2 = sequences("a a'")
Y = fun(lambda i, k: y(i, k) * delta, 2)
U = fun(lambda i: power(m, i - 1))
xy = fun(lambda k: sigma(lambda i: U(i) * y(i, k), 1, d))
ly = column_ids(Y, U)


def integer_id(digits: Callable[[Term], Term]) -> Term:
    """uᵀL / δ for a column L with the entries a_i δ: Σ_i m^(i-1) a_i."""
    return sigma(lambda i: U(i) * digits(i), 1, d)


def digits_of(f: Callable[[Term], Term]) -> tuple[Term, Term]:
    """0 <= f_i <= m − 1 for i in 1..d."""
    return every(lambda i: 0 <= f(i), 1, d), every(lambda i: f(i) <= m - 1, 1, d)


@paper.claim([2 <= m, 1 <= d, *digits_of(a)], shows=0 <= integer_id(a))
def id_low(p: Proof) -> None:
    """Every term is at least 0."""
    p.given(low=1 <= i, high=i <= d)
    p.apply("weight", "power_pos", k=i - 1)
    p.generalize("terms", i, U(i) * a(i), "low", "high")


@paper.claim([2 <= m, 1 <= d, *digits_of(a)], shows=integer_id(a) <= M - 1)
def id_high(p: Proof) -> None:
    """Every term is at most (m − 1) m^(i-1), and (m − 1) Σ m^(i-1) = m^d − 1."""
    p.given(low=1 <= i, high=i <= d)
    p.apply("weight", "power_pos", k=i - 1)
    p.have("term", U(i) * a(i) <= (m - 1) * U(i))
    p.apply("sum", "sum_le", "term")
    p.apply("geometric", "geometric_sum", k=d)


@paper.claim(
    [2 <= m, 1 <= d, *digits_of(a), *digits_of(a2), eq(integer_id(a) * delta, integer_id(a2) * delta)],
    shows=every(lambda i: eq(a(i), a2(i)), 1, d),
)
def id_injective(p: Proof) -> None:
    """The difference of two columns has digits between −m and m, and id 0."""
    p.given(same=eq(integer_id(a) * delta, integer_id(a2) * delta), low=1 <= i, high=i <= d)
    difference = fun(lambda i: a(i) - a2(i))
    p.apply("delta_pos", "delta_pos")
    p.have("zero", eq(tail(difference, num(1)), 0), "same", scale=["delta_pos"])
    p.apply("all", "digits_zero", e=difference)


def digit(v: Term, i: Term) -> Term:
    """The i-th digit of v to the base m: ⌊v / m^(i-1)⌋ − m ⌊v / m^i⌋."""
    return quotient(v, power(m, i - 1), M) - m * quotient(v, power(m, i), M)


LEVEL = {"m_low": 2 <= m, "d_low": 1 <= d, "v_low": 0 <= v, "v_high": v <= M - 1}


@paper.theorem
def power_quotient(p: Proof) -> None:
    """0 <= v <= M − 1 ⊢ ⌊v / m^k⌋ m^k <= v."""
    p.given(**LEVEL)
    p.apply("weight", "power_pos")
    p.qed(p.apply("out", "quotient_le", b=power(m, k), n=M, v=v))


@paper.theorem
def power_quotient_next(p: Proof) -> None:
    """0 <= v <= M − 1 ⊢ v < (⌊v / m^k⌋ + 1) m^k."""
    p.given(**LEVEL)
    p.apply("weight", "power_ge_one")
    p.have("room", v < (M + 1) * power(m, k), "v_high", "v_low", "weight")
    p.qed(p.apply("out", "quotient_gt", b=power(m, k), n=M, v=v))


def _digit_range(p: Proof) -> None:
    p.apply("low", "power_quotient", k=i)
    p.apply("high", "power_quotient_next", k=i)
    p.apply("low_before", "power_quotient", k=i - 1)
    p.apply("high_before", "power_quotient_next", k=i - 1)
    p.apply("step", "power_step", k=i - 1)


@paper.claim([*LEVEL.values(), 1 <= i, i <= d], shows=0 <= digit(v, i))
def id_digit_low(p: Proof) -> None:
    """⌊v / m^i⌋ m^i <= v < (⌊v / m^(i-1)⌋ + 1) m^(i-1)."""
    _digit_range(p)
    p.apply("positive", "product_positive", x=digit(v, i) + 1, y=power(m, i - 1))


@paper.claim([*LEVEL.values(), 1 <= i, i <= d], shows=digit(v, i) <= m - 1)
def id_digit_high(p: Proof) -> None:
    """⌊v / m^(i-1)⌋ m^(i-1) <= v < (⌊v / m^i⌋ + 1) m^i."""
    _digit_range(p)
    p.apply("positive", "product_positive", x=m - digit(v, i), y=power(m, i - 1))


@paper.claim(LEVEL, shows=eq(integer_id(fun(lambda i: digit(v, i))), v))
def id_surjective(p: Proof) -> None:
    """The sum telescopes to ⌊v / 1⌋ − m^d ⌊v / m^d⌋ = v − 0."""
    p.given(low=1 <= i)
    parts = fun(lambda i: -(power(m, i - 1) * quotient(v, power(m, i - 1), M)))
    p.apply("step", "power_step", k=i - 1)
    p.apply(
        "sum",
        "sum_eq",
        "step",
        f=fun(lambda i: U(i) * digit(v, i)),
        g=fun(lambda i: parts(i + 1) - parts(i)),
        lo=1,
        hi=d,
    )
    p.apply("telescoped", "telescope", f=parts, lo=1, hi=d)
    # the first quotient is v
    p.apply("least", "power_quotient", k=0)
    p.apply("more", "power_quotient_next", k=0)
    # the last is 0
    p.apply("end", "power_quotient", k=d)
    p.apply("positive", "product_positive", x=1 - quotient(v, M, M), y=M)
    low, high = p.have(None, quotient(v, M, M) <= 0), p.have(None, 0 <= quotient(v, M, M))
    p.rule("none", "antisymmetry", low, high)


@paper.claim(
    [2 <= m, 1 <= d, 1 <= n, 1 <= q, q <= d, eq(s(q), -tower(n)),
     every(lambda i: s(i) <= 1 - delta, 1, d)],
    shows=sigma(lambda i: U(i) * s(i), 1, d) <= -tower(n) + M * delta - 1,
)  # fmt: skip
def id_outside(p: Proof) -> Fact:
    """1 − δ in place of every entry gives δ^(-d+1) − δ; the one entry takes at least 1 − δ + δ^(-nd) from it."""
    p.given(entries=every(lambda i: s(i) <= 1 - delta, 1, d), low=1 <= i, high=i <= d)
    lost = fun(lambda i: U(i) * (1 - delta - s(i)))
    p.apply("delta_pos", "delta_pos")
    p.specialize("entry", "entries", i)
    p.apply("weight", "power_pos", k=i - 1)
    p.apply("member", "sum_member", ("weight", "entry"), f=lost, lo=1, hi=d, m=q)
    p.apply("weight_q", "power_ge_one", k=q - 1)
    p.apply("big", "power_pos", k=n * d)
    p.have("m_delta", eq(m * delta, 1), p.have("m_pos", 0 < m))
    p.have("room", 0 < 1 - delta, (2 <= m, "delta_pos"))
    p.apply("geometric", "geometric_sum", k=d)
    p.have("scaled", eq((1 - delta) * sigma(U, 1, d), delta * (M - 1)), ("geometric", delta))
    return p.have("out", p.goal, "member", ("weight_q", "room"), ("weight_q", "big"), eq(s(q), -tower(n)), "scaled")


@paper.claim([2 <= m, 1 <= d, 1 <= n], shows=-tower(n) + M * delta - 1 < 0)
def outside_negative(p: Proof) -> Fact:
    """δ^(-d+1) <= δ^(-d) <= δ^(-nd)."""
    p.apply("grow", "tower_le", a=num(1), b=n)
    p.apply("M_pos", "power_pos", k=d)
    p.have("m_delta", eq(m * delta, 1), p.have("m_pos", 0 < m))
    p.have("small", delta < 1)
    return p.have("out", p.goal, "grow", ("M_pos", "small"))
