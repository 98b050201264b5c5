"""The lecture slides on the paper (G. So, 2020), where they say something else than the paper."""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import eq, inv
from proofs.papers.yun.appendix_e3_lemma_8.column_ids import outside_negative
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import lx, shifted
from proofs.papers.yun.appendix_e3_lemma_8.shifted_order import before
from proofs.papers.yun.vocabulary import M, d, delta, j, m, n, paper, tower, x
from proofs.theorems.algebra.powers import power

paper.state(
    "slides-outside", "a column with an entry outside of the cubes has a negative id",
    section="slides", index=(), kind="fact",
    printed=Claim((2 <= m, 1 <= d, 2 <= n), -inv(tower(n)) + M * delta - 1 < 0), corrected=outside_negative,
    errata=Erratum(
        "typo", "The slides send entries outside of [0, 1) to −δ^(nd), which the other entries of a column of d >= 2 "
        "outweigh; −δ^(-nd) is meant, as in the paper.",
        search=Search(sizes={"m": (2, 3), "d": (1, 2), "n": (2, 3)}),
    ),
)  # fmt: skip


@paper.claim([2 <= m, 1 <= d, 1 <= j], shows=eq(shifted(lx, j) - lx(j), M * delta * (before(x, j) - x(j))))
def recovered(p: Proof) -> None:
    """l̃_j = l_j + δ^(-d) (before_j − l_j), with multiples of δ."""
    p.apply("step", "shift_from_before", l=lx)


@paper.claim([2 <= m], shows=eq(power(m, 1) * delta, 1))
def unit_step(p: Proof) -> Fact:
    """For d = 1 the factor is δ^(-1) δ."""
    return p.have("out", p.goal, p.have("m_pos", 0 < m))


paper.state(
    "slides-recover", "for d = 1 the ids before the sweep are what is left of those after it modulo 1: they differ by "
    "δ^(-d) δ = 1 times an integer",
    section="slides", index=(), kind="fact", printed=(recovered, unit_step),
)  # fmt: skip
