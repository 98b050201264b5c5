"""Statements of appendix B: the proof of Claim 1, line by line."""

from __future__ import annotations

from proofs.papers.yun.section_2_transformers import blocks
from proofs.papers.yun.vocabulary import paper

paper.state(
    "B-1", "the scores of the permuted tokens are Pᵀ (scores) P",
    section="B", index="B[1]", printed=blocks.scores_of_permuted,
)  # fmt: skip
paper.state(
    "B-2", "column-wise softmax of Pᵀ A P is Pᵀ (softmax of A) P",
    section="B", index="B[2]", printed=blocks.softmax_of_permuted,
)  # fmt: skip
paper.state(
    "B-3", "Attn(X P) = Attn(X) P, with P Pᵀ = I",
    section="B", index="B[3]", printed=(blocks.attention_first, blocks.attention_second, blocks.orthogonal),
)  # fmt: skip
paper.state("B-4", "FF(X P) = FF(X) P", section="B", index="B[4]", printed=(blocks.block_line_1, blocks.block_line_2,
blocks.block_line_3))  # fmt: skip
