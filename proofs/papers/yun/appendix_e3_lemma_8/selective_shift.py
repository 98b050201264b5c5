"""The selective shift: hardmax heads with ties, as layers (E.3)."""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.vocabulary import Z, b, b2, d, i, j, minimum, n, paper, s, u, z
from proofs.theorems.networks.hardmax import attended

# --- E.3: the selective shift operation ------------------------------------------------------------------------


def head(ids: Callable[[Term], Term], b: Term, j: Term) -> Term:
    """uᵀZ σ_H[(uᵀZ)ᵀ(uᵀZ_{:,j} − b)] for the column ids uᵀZ."""
    return attended(ids, lambda k: ids(k) * (ids(j) - b))


def column_ids(matrix: Term, weights: Term) -> Term:
    """uᵀZ, as a function of the column."""
    return fun(lambda k: Sum(lambda i: weights(i) * matrix(i, k), 1, d))


def psi(matrix: Term, b: Term, i: Term, j: Term, weights: Term = u) -> Term:
    """ψ(Z; b)_{i,j} = (e₁ uᵀZ σ_H[(uᵀZ)ᵀ(uᵀZ − b 1ᵀ)])_{i,j}."""
    return ite(Eq(i, 1), 1, 0) * head(column_ids(matrix, weights), b, j)


def select(ids: Callable[[Term], Term], low: Term, high: Term, j: Term) -> Term:
    """The first row of Ψ(Z; low, high) for the column ids uᵀZ."""
    return head(ids, low, j) - head(ids, high, j)


def spread(ids: Callable[[Term], Term]) -> Term:
    """max_k id_k − min_k id_k."""
    return Max(ids, 1, n) - minimum(ids, 1, n)


def greatest_scores(scores: Callable[[Term], Term]) -> Term:
    """The number of maximal scores, by which hardmax divides."""
    return Sum(lambda k: ite(Eq(scores(k), Max(scores, 1, n)), 1, 0), 1, n)


ids = column_ids(Z, u)
COLUMNS = (1 <= n, 1 <= j, j <= n)


paper.notions.define(head(z, b, j), (z, b, j), "ψ({0}; {1})_{2}", r"\psi({0}; {1})_{{{2}}}")
paper.notions.define(psi(Z, b, i, j), (Z, b, i, j), "ψ({0}; {1})_{{{2},{3}}}", r"\psi({0}; {1})_{{{2},{3}}}")
paper.notions.define(greatest_scores(s), (s, n), "#argmax({0} over 1..{1})", r"\#\mathrm{{argmax}}_{{[1, {1}]}} {0}")


@paper.claim(COLUMNS, shows=Eq(psi(Z, b, num(1), j), head(ids, b, j)))
def psi_first_row(p: Proof) -> None:
    """By definition."""


@paper.claim([*COLUMNS, b < ids(j)], shows=Eq(psi(Z, b, num(1), j), Max(ids, 1, n)))
def psi_max(p: Proof) -> Fact:
    """If z_j is above b, the scores are maximal where the ids are maximal."""
    return p.apply("hardmax_max", z=ids, c=ids(j) - b)


@paper.claim([*COLUMNS, ids(j) < b], shows=Eq(psi(Z, b, num(1), j), minimum(ids, 1, n)))
def psi_min(p: Proof) -> Fact:
    """If z_j is below b, the scores are maximal where the ids are minimal."""
    return p.apply("hardmax_min", z=ids, c=ids(j) - b)


@paper.claim([*COLUMNS, 2 <= i], shows=Eq(psi(Z, b, i, j), 0))
def psi_other_rows(p: Proof) -> None:
    """All entries of e₁ but the first are 0."""


def big_psi(matrix: Term, low: Term, high: Term, i: Term, j: Term, weights: Term = u) -> Term:
    """Ψ(Z; low, high)_{i,j} := ψ(Z; low)_{i,j} − ψ(Z; high)_{i,j}."""
    return psi(matrix, low, i, j, weights) - psi(matrix, high, i, j, weights)


paper.notions.define(
    big_psi(Z, b, b2, i, j), (Z, b, b2, i, j),
    "Ψ({0}; {1}, {2})_{{{3},{4}}}", r"\Psi({0}; {1}, {2})_{{{3},{4}}}",
)  # fmt: skip
WINDOW = (*COLUMNS, b < b2)


@paper.claim([*WINDOW, b < ids(j), ids(j) < b2], shows=Eq(big_psi(Z, b, b2, num(1), j), spread(ids)))
def shift_inside(p: Proof) -> None:
    """One head returns the maximum, the other the minimum."""
    p.apply("psi_min", b=b2, label="second")


@paper.claim([*WINDOW, ids(j) < b], shows=Eq(big_psi(Z, b, b2, num(1), j), 0))
def shift_below(p: Proof) -> None:
    """Both heads return the minimum."""
    p.apply("psi_min", b=b2, label="second")


@paper.claim([*WINDOW, b2 < ids(j)], shows=Eq(big_psi(Z, b, b2, num(1), j), 0))
def shift_above(p: Proof) -> None:
    """Both heads return the maximum."""
    p.apply("psi_max", b=b2, label="second")


@paper.claim([*COLUMNS, 2 <= i], shows=Eq(big_psi(Z, b, b2, i, j), 0))
def shift_other_rows(p: Proof) -> None:
    """Both heads write to the first row."""


AS_ONE_ROW = {"Z": fun(lambda i, k: z(k), 2), "u": fun(lambda i: num(1)), "d": num(1)}


@paper.claim([1 <= n, b < z(j), z(j) < b2], shows=Eq(select(z, b, b2, j), spread(z)))
def select_inside(p: Proof) -> Fact:
    """1 <= n, b < z_j < b' ⊢ the selective shift of column j is max z − min z."""
    return p.apply("shift_inside", **AS_ONE_ROW)


@paper.claim([1 <= n, b < b2, b2 < z(j)], shows=Eq(select(z, b, b2, j), 0))
def select_above(p: Proof) -> Fact:
    """1 <= n, b < b' < z_j ⊢ the selective shift of column j is 0."""
    return p.apply("shift_above", **AS_ONE_ROW)


@paper.claim([1 <= n, b < b2, z(j) < b], shows=Eq(select(z, b, b2, j), 0))
def select_below(p: Proof) -> Fact:
    """1 <= n, z_j < b < b' ⊢ the selective shift of column j is 0."""
    return p.apply("shift_below", **AS_ONE_ROW)
