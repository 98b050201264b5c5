"""Theorem 4.1, which is B.1: self-attention built from f's values at the centres is within ε of f on the cube.

The theorem itself is proved in `theorem_4_1_square`, with a square W_V as section 2 declares it, and in `theorem_4_1`
with the W_V of d rows that the paper's weights have. This module proves it, as a step, for a grid: digits and blocks
are written out, and f is represented by its values at the centres and at one arbitrary point Z of the cube.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention import grid, modulus, nearest_centre, theorem_4_1
from proofs.papers.liu.section_4_1_self_attention import self_attention as made
from proofs.papers.liu.section_4_1_self_attention.centres import B0, G, aff
from proofs.papers.liu.section_4_1_self_attention.construction import close_value_printed, room_for_tokens
from proofs.papers.liu.section_4_1_self_attention.digits_and_blocks import *
from proofs.papers.liu.section_4_1_self_attention.estimate import far_display
from proofs.papers.liu.section_4_1_self_attention.grid import D
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import delta
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1_square import theorem_4_1_square
from proofs.papers.liu.vocabulary import R, display, eps, n, numbered, paper

says = (
    "For every continuous function on a compact set of matrices and every ε there are a layer Linear and a "
    "self-attention within ε of it."
)
outright = (*written_out, n <= made.width, *written_blocks, D > 0, grid.inside, delta > 0)
OUTRIGHT = (*WRITTEN_OUT, "fits", *BLOCKS, "D_pos", "inside", "delta_pos")


def with_outright(p: Proof) -> None:
    """Assume a grid whose digits and blocks are written out, and a point of the cube; their laws follow."""
    p.given(**dict(zip(OUTRIGHT, outright, strict=True)))
    digit_laws(p)
    tile_laws(p)


defined_where(G, "outright", with_outright)


@paper.claim(
    given=[*outright, grid.finer, grid.modulus, B0 > 0, *grid.below_bound, eps > 0, R >= 0, nearest_centre.scale],
    shows=grid.network_error <= eps,
)
def network_outright(p: Proof) -> None:
    """Theorem 4.1 with digits and blocks written out: division with remainder."""
    with_outright(p)


for theorem in ("4.1", "B.1"):
    numbered(
        "theorem",
        theorem,
        says,
        printed=theorem_4_1_square,
        steps=(theorem_4_1.theorem_4_1, network_outright, room_for_tokens, grid.network_approximates),
    )
for section, number in (("4.1", 1), ("4.1", 2), ("B.1", 1)):
    display(section, number, "The largest error of the network is at most ε.", printed=theorem_4_1_square)

for section, number in (("4.1", 3), ("B.1", 2)):
    display(
        section,
        number,
        "f is uniformly continuous: for every ε there is a δ such that points nearer than δ have values nearer than ε.",
        printed=modulus.continuous_uniformly,
    )
for section, number in (("4.1", 4), ("B.1", 3)):
    display(
        section, number, "Softmax favours the greatest v_jᵀZ̃ − ‖v_j‖²/2.", given=[G >= 1], defines=maximum(aff, 1, G)
    )
for section, number in (("4.1", 5), ("B.1", 4)):
    display(section, number, "The value at the nearest centre is close to f(Z).", printed=close_value_printed)

paper.constant(
    "self-attention-scale",
    far_display,
    "the least scale R that makes the far centres contribute at most ε/3",
    8 / (3 * (delta * delta)) * log(rational(3, 2) * B0 * G * eps),
    needed=8 / (3 * (delta * delta)) * log(6 * B0 * G / eps),
    needed_by=nearest_centre.far_at_scale,
    note="For R >= 0; the paper's value falls as ε does.",
)
