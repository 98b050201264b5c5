"""Statements of section 2: Transformer blocks and networks, in the paper's order."""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.language.notation import *
from proofs.papers.yun.section_2_transformers import blocks
from proofs.papers.yun.section_2_transformers.blocks import PERMUTED, SIZES, P, X, attention, block, pi, tokens
from proofs.papers.yun.section_2_transformers.transformer_class import g, in_T, member_equivariant
from proofs.papers.yun.sentences import heads_stacked
from proofs.papers.yun.vocabulary import d, i, j, n, paper

paper.state(
    "eq-1", "the attention layer: a skip connection and h heads with column-wise softmax",
    section="2", index="2[1]", equations="1", given=SIZES, defines=attention(tokens)(i, j),
)  # fmt: skip
paper.state(
    "eq-2", "the feed-forward layer, applied to the output of the attention layer",
    section="2", index="2[2]", equations="2", given=SIZES, defines=block(tokens)(i, j),
)  # fmt: skip
paper.state(
    "text-2-4", "stacking the heads' outputs and multiplying by one d × mh matrix is the same as adding up the heads' "
    "outputs, each times its own d × m matrix",
    section="2", index=("2¶4",), kind="fact", printed=heads_stacked,
)  # fmt: skip
paper.state(
    "eq-3", "T^(h,m,r), the class of Transformer networks: compositions of blocks; all its members are permutation "
    "equivariant",
    section="2", index="2[3]", equations="3", given=SIZES, defines=in_T(g), printed=member_equivariant,
)  # fmt: skip
moved_columns = every(lambda c: every(lambda k: Eq((tokens @ P)(c, k), X(c, pi(k))), 1, n), 1, d)
paper.state(
    "text-2-9", "X P has the columns of X in another order: column k of X P is column π_k of X",
    section="2", index=("2¶9",), kind="fact", printed=Claim(PERMUTED, moved_columns, "Yun.moved_by_matrix"),
)  # fmt: skip
paper.state(
    "claim-1", "a Transformer block is permutation equivariant",
    section="2", index="Claim 1", kind="claim", printed=blocks.block_equivariant,
)  # fmt: skip
