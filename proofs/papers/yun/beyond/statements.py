"""Statements of the lecture slides on the paper (G. So, 2020) that the paper does not have."""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.language.notation import inv
from proofs.papers.yun.appendix_e3_lemma_8.column_ids import outside_negative
from proofs.papers.yun.beyond.slides import recovered, unit_step
from proofs.papers.yun.vocabulary import M, d, delta, m, n, paper, tower

paper.state(
    "slides-outside", "a column with an entry outside of the cubes has a negative id; corrected: such entries are sent "
    "to −δ^(-nd), not to −δ^(nd)",
    section="slides", index=(), kind="fact",
    printed=Claim((2 <= m, 1 <= d, 2 <= n), -inv(tower(n)) + M * delta - 1 < 0), corrected=outside_negative,
    errata=Erratum(
        "typo", "The slides send entries outside of [0, 1) to −δ^(nd), which the other entries of a column of d ≥ 2 "
        "outweigh; for d = 1 its context can lie among those of the grid. −δ^(-nd) is meant, as in the paper.",
        search=Search(sizes={"m": (2, 3), "d": (1, 2), "n": (2, 3)}),
    ),
)  # fmt: skip
paper.state(
    "slides-recover", "for d = 1 the ids before the sweep are what is left of those after it modulo 1: they differ by "
    "δ^(-d) δ = 1 times an integer",
    section="slides", index=(), kind="fact", printed=(recovered, unit_step),
)  # fmt: skip
