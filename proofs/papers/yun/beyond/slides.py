"""The lecture slides on the paper (G. So, 2020), where they differ from the paper."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import Eq
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import lx, shifted
from proofs.papers.yun.appendix_e3_lemma_8.shifted_order import before
from proofs.papers.yun.vocabulary import M, d, delta, j, m, paper, x
from proofs.theorems.algebra.powers import power


@paper.claim([2 <= m, 1 <= d, 1 <= j], shows=Eq(shifted(lx, j) - lx(j), M * delta * (before(x, j) - x(j))))
def recovered(p: Proof) -> None:
    """l̃_j = l_j + δ^(-d) (before_j − l_j), with multiples of δ."""
    p.apply("shift_from_before", l=lx, label="step")


@paper.claim([2 <= m], shows=Eq(power(m, 1) * delta, 1))
def unit_step(p: Proof) -> Fact:
    """For d = 1 the factor is δ^(-1) δ."""
    return p.have(p.goal, p.have(0 < m, label="m_pos"))
