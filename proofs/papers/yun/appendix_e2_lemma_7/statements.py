"""Statements of appendix E.2: the proof of Lemma 7, in the paper's order."""

from __future__ import annotations

from proofs.builder.paper import Erratum
from proofs.language.notation import *
from proofs.papers.yun.appendix_e2_lemma_7 import quantiser
from proofs.papers.yun.appendix_e2_lemma_7.quantiser import FINE, MOVED, a, clip, window
from proofs.papers.yun.sentences import clip_in_class, window_in_class
from proofs.papers.yun.vocabulary import d, m, n, paper

paper.state(
    "E.2-1", "the clipping layer maps numbers outside of [0, 1) to −δ^(-nd)",
    section="E.2", index="E.2[1]", given=FINE, defines=clip(a),
    printed=(quantiser.clips_below, quantiser.clips_above, quantiser.clips_nothing_else),
)  # fmt: skip
paper.state(
    "E.2-2", "the layer with the window at kδ maps [kδ, kδ + δ) to kδ and keeps all other values",
    section="E.2", index="E.2[2]", given=[1 <= m], defines=window(a),
    printed=(quantiser.window_inside, quantiser.window_below, quantiser.window_above),
)  # fmt: skip
TWICE = Erratum(
    "false", "The layers are numbered k = 0, δ, …, 1 − δ and shift by kδ, so that their windows begin at multiples of "
    "δ². Each layer is as described, but together they do not map a cell to its left end; either the numbers are 0, 1, "
    "…, 1/δ − 1 or the shift is by k.",
    by=quantiser.half_moved, at={**MOVED, d: num(1), n: num(2)},
)  # fmt: skip
paper.state(
    "E.2-cells", "the layers for k = 0, 1, …, 1/δ − 1, after the one that clips, together map [kδ, (k + 1)δ) to kδ; "
    "corrected: the windows begin at kδ for k = 0, 1, …, not at multiples of δ²",
    section="E.2", index=(), kind="fact", printed=quantiser.printed_layers, corrected=quantiser.quantised_inside,
    errata=TWICE,
    narrower="the windows begin at multiples of δ",
)  # fmt: skip
paper.state(
    "text-E.2-6", "both activations of the quantiser are in Φ",
    section="E.2", index=("E.2¶6",), kind="fact", printed=(clip_in_class, window_in_class),
)  # fmt: skip
