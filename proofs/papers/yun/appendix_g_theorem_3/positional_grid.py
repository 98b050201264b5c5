"""Positional encodings instead of permutation equivariance: the encoding, the grid and the ids (appendix G).

Column j of L lies on the grid of [j − 1, j)^d, so that its id is x_j δ with x_j = B_j + h_j: B_j = (j − 1) m S with
S = 1 + m + … + m^(d-1), and h_j from 0 to M − 1. `positional_sweep` runs the layers, `positional_contexts` is about
what comes out.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e2_lemma_7.quantiser import MOVED, in_cell, t, windows
from proofs.papers.yun.appendix_e3_lemma_8.column_ids import U
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import COLUMN, lx
from proofs.papers.yun.vocabulary import M, d, delta, i, j, k, m, n, paper, x
from proofs.theorems.algebra.integers import increasing

(h, h2) = sequences("h h'")
(digits,) = sequences("y", 2)
(a,) = reals("a")
(X,) = vectors("X", 2)
FINE = {"m_low": 2 <= m, "d_low": 1 <= d, "n_low": 2 <= n}
S = Sum(lambda i: U(i), 1, d)


def base(j: Term) -> Term:
    """The first level of the block of column j, in units of δ."""
    return (j - 1) * (m * S)


POSITIONS = {
    "ids": every(lambda k: Eq(x(k), base(k) + h(k)), 1, n),
    "h_low": every(lambda k: 0 <= h(k), 1, n),
    "h_high": every(lambda k: h(k) <= M - 1, 1, n),
}


encoded = X(i, j) + (j - 1)  # an entry of column j with the positional encoding
UNIT = {
    "unit_low": every(lambda j: 0 <= X(i, j), 1, n),
    "unit_high": every(lambda j: X(i, j) <= 1, 1, n),
}  # row i of X lies in [0, 1]


@paper.claim([1 <= i, i <= d, *COLUMN.values(), *UNIT.values()], shows=exists(lambda: [j - 1 <= encoded, encoded <= j]))
def encoded_in_interval(p: Proof) -> Fact:
    """X_ij lies in [0, 1]."""
    p.given(**UNIT)
    low, high = (p.specialize(name, j) for name in UNIT)
    sides = p.have(j - 1 <= encoded, low), p.have(encoded <= j, high)
    return p.exists_intro(p.goal, [], *sides)


@paper.claim(
    [1 <= i, i <= d, *UNIT.values()], shows=every(lambda j: X(i, j) + (j - 1) <= X(i, j + 1) + (j + 1 - 1), 1, n - 1)
)
def encoded_rows_increase(p: Proof) -> None:
    """X_ij <= 1 and X_i(j+1) >= 0."""


@paper.claim([2 <= m, (j - 1) * m <= k, k * delta <= encoded, X(i, j) < 1], shows=k * delta <= j - delta)
def own_cube(p: Proof) -> None:
    """An entry in [j − 1, j) is rounded down to at most j − δ."""
    p.have(0 < m, label="m_pos")
    p.have(k < j * m, label="integers")


@paper.claim(
    [2 <= m, 1 <= d, 1 <= n], shows=Eq(Sum(lambda i: Sum(lambda k: num(1), 0, n * m - 1), 1, d), d * n / delta)
)
def quantiser_layers(p: Proof) -> None:
    """There are n m levels for each of the d rows."""
    p.apply("sum_const", lo=0, hi=n * m - 1, label="levels")
    p.apply("sum_const", lo=1, hi=d, label="rows")


def all_layers(at: Callable[[Term], Term]) -> list[Term]:
    """An entry a of [kδ, (k + 1) δ), and t_v what n/δ layers make of it one after the other."""
    return [2 <= m, 1 <= n, 0 <= k, k <= n * m - 1, *in_cell(a, k), Eq(t(0), a), windows(at, n * m)]


@paper.claim(all_layers(lambda v: v * delta), shows=Eq(t(n * m), k * delta))
def entries_rounded(p: Proof) -> None:
    """As in Lemma 7, with n/δ layers."""


printed_layers = Claim(tuple(all_layers(lambda v: v * delta * delta)), Eq(t(n * m), k * delta))


@paper.claim([], shows=negation(substitute(printed_layers.formula, {**MOVED, n: num(2)})))
def half_moved_again(p: Proof) -> Fact:
    """For δ = ½ and n = 2, as in E.2."""
    return p.rule("compute", p.goal, [], ["leaf", 64])


# --- G.2: the ids --------------------------------------------------------------------------------------------------

column = fun(lambda i, j: j - 1 + digits(i, j) * delta, 2)
own_id = Sum(lambda i: U(i) * column(i, j), 1, d)
start = (j - 1) * S
RANGES = every(lambda i: 0 <= digits(i, j), 1, d), every(lambda i: digits(i, j) <= m - 1, 1, d)
DIGITS = [2 <= m, 1 <= d, *COLUMN.values(), *RANGES]


def own_digits(p: Proof) -> None:
    """Prove that the digits of column j give an id from 0 to M − 1: "low" and "high"."""
    own = fun(lambda i: digits(i, j))
    p.apply("id_high", a=own, label="high")
    p.apply("delta_pos", label="delta_pos")


@paper.claim(DIGITS, shows=start <= own_id)
def id_from(p: Proof) -> None:
    """uᵀL = (j − 1) S + δ Σ m^(i-1) y_i."""


@paper.claim(DIGITS, shows=own_id <= start + M * delta - delta)
def id_to(p: Proof) -> None:
    """The digits give at most M − 1."""
    own_digits(p)


@paper.claim([2 <= m, 1 <= d], shows=M <= m * S)
def block_wide(p: Proof) -> None:
    """M <= m S: the blocks do not overlap."""
    p.apply("sum_member", f=U, lo=1, hi=d, m=d, label="member")
    p.apply("power_step", k=d - 1, label="step")


@paper.claim([2 <= m, 1 <= d, j < k], shows=base(j) + M <= base(k))
def base_grows(p: Proof) -> Fact:
    """j < k ⊢ the block of column k begins after that of column j."""
    p.apply("block_wide", label="wide")
    p.apply("power_pos", k=d, label="M_pos")
    return p.have(base(j) + M <= base(k), "wide", (k - j - 1, m * S))


@paper.theorem
def positions_increase(p: Proof) -> None:
    """x_1 < … < x_n."""
    p.given(m_low=2 <= m, d_low=1 <= d, **POSITIONS, low=1 <= j, high=j <= n - 1)
    grows = p.apply("base_grows", k=j + 1)
    own = p.specialize("ids", j)
    next_ = p.specialize("ids", j + 1)
    own_high = p.specialize("h_high", j)
    next_low = p.specialize("h_low", j + 1)
    less = p.have(x(j) < x(j + 1), grows, own, next_, own_high, next_low)
    p.qed(p.generalize(j, less, "low", "high"))


@paper.claim([*FINE.values(), *POSITIONS.values()], shows=increasing(lx, n))
def ids_increase(p: Proof) -> None:
    """The blocks are disjoint and in order."""
    p.apply("positions_increase", label="order")


@paper.claim([2 <= m, 1 <= d, 1 <= n], shows=Eq(Sum(lambda j: Sum(lambda v: num(1), 0, M - 1), 1, n), n * M))
def stack_layers(p: Proof) -> None:
    """There are M levels for each of the n columns."""
    p.apply("sum_const", lo=1, hi=n, label="columns")


@paper.claim([2 <= m, 1 <= d, j < k], shows=base(j) * delta + M * delta - delta < base(k) * delta)
def ranges_in_order(p: Proof) -> None:
    """The greatest level of column j is below the least of column k."""
