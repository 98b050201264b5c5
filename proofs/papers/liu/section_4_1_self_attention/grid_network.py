"""Theorem 4.1, which is B.1: self-attention with f's values at the centres as weights is within ε of f on the cube.

The theorem itself is proved in `theorem_4_1_square`, with a square W_V as section 2 declares it, and in `theorem_4_1`
with the W_V of d rows that the paper's weights have. This module proves it, as a step, for a grid: digits and blocks
are written out, and f is represented by its values at the centres and at one arbitrary point Z of the cube.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention import grid, nearest_centre
from proofs.papers.liu.section_4_1_self_attention import self_attention as made
from proofs.papers.liu.section_4_1_self_attention.centres import B0, G
from proofs.papers.liu.section_4_1_self_attention.digits_and_blocks import *
from proofs.papers.liu.section_4_1_self_attention.grid import D
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import delta
from proofs.papers.liu.vocabulary import R, eps, n, paper

outright = (*written_out, n <= made.width, *written_blocks, D > 0, grid.inside, delta > 0)
OUTRIGHT = (*WRITTEN_OUT, "fits", *BLOCKS, "D_pos", "inside", "delta_pos")


def with_outright(p: Proof) -> None:
    """Assume a grid with explicit digits and blocks, and a point of the cube, and derive their laws."""
    p.given(**dict(zip(OUTRIGHT, outright, strict=True)))
    digit_laws(p)
    tile_laws(p)


defined_where(G, "outright", with_outright)


@paper.claim(
    given=[*outright, grid.finer, grid.modulus, B0 > 0, *grid.below_bound, eps > 0, R >= 0, nearest_centre.scale],
    shows=grid.network_error <= eps,
)
def network_outright(p: Proof) -> None:
    """Theorem 4.1 with digits and blocks given by division with remainder."""
    with_outright(p)
