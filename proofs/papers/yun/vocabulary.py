"""The vocabulary of Yun et al.'s appendix E.3: the grid, powers of 1/δ, column ids and their shifts."""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.paper import Paper
from proofs.builder.proof import Proof
from proofs.language.notation import *
from proofs.papers import index
from proofs.theorems.algebra import powers
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis import compactness, continuity, eventual_equality, extension
from proofs.theorems.combinatorics import arrangements, binomials, combinations
from proofs.theorems.integration import integrals, lebesgue

paper = Paper(
    "Yun",
    "Are Transformers universal approximators of sequence-to-sequence functions?",
    "C. Yun, S. Bhojanapalli, A. S. Rawat, S. J. Reddi, S. Kumar, ICLR 2020, arXiv:1912.10077",
    builds_on=[
        powers.chapter,
        continuity.chapter,
        compactness.chapter,
        integrals.chapter,
        extension.chapter,
        lebesgue.chapter,
        binomials.chapter,
        combinations.chapter,
        arrangements.chapter,
        eventual_equality.chapter,
    ],
    index=index("Yun"),
)

m, d, n, i, j, k, q, r, v = ints("m d n i j k q r v")
b, b2, c = reals("b b' c")
l, z, s, t, u = vectors("l z s t u")
(Z,) = vectors("Z", 2)
x, x2 = sequences("x x'")
delta = inv(m)
paper.assume(1 <= m, 1 <= d, 2 <= n)  # section 1.2
M = power(m, d)


def tower(k: Term | int) -> Term:
    """δ^(-kd) = m^(kd)."""
    return power(m, k * d)


def of_order(count: Term, order: Term, least: Term) -> Term:
    """The count is O(order) as δ = 1/m tends to 0: at most a multiple of it, whatever m >= least is."""

    def bounded(C: Term) -> list[Term]:
        law = implies(least <= m, count <= C * order)
        return [0 < C, for_all(lambda x: substitute(law, {m: x}), "Z")]

    return exists(bounded, "R")


def minimum(f: Callable[[Term], Term], lo: Term | int, hi: Term | int) -> Term:
    """min f(i) for lo <= i <= hi."""
    return -Max(lambda i: -f(i), lo, hi)


_f = vectors("f")[0]
_lo, _hi = ints("lo hi")
paper.notions.define(minimum(_f, _lo, _hi), (_f, _lo, _hi), "min({0} over {1}..{2})", r"\min_{{i={1}}}^{{{2}}} {0}_i")


@paper.theorem
def delta_pos(p: Proof) -> None:
    """1 <= m ⊢ 0 < δ."""
    p.given(m_low=1 <= m)
    p.qed(p.apply("inv_pos", x=m))
