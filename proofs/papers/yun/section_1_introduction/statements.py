"""Statements of section 1: the introduction and the notation, in the paper's order."""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.language.notation import *
from proofs.papers.yun.prose_index import columns_add_up, weights_positive
from proofs.papers.yun.section_2_transformers.blocks import X2, X
from proofs.papers.yun.section_2_transformers.blocks import feed_forward as tokenwise
from proofs.papers.yun.sentences import one_token_linear
from proofs.papers.yun.vocabulary import d, i, j, k, n, paper
from proofs.theorems.algebra.matrices import named

# --- 1 ----------------------------------------------------------------------------------------------------------------
same_column = every(lambda c: Eq(X2(c, j), X(c, k)), 1, d)
paper.state(
    "text-1-3", "a feed-forward layer is token-wise: a column of its output depends on that column of its input alone",
    section="1", index=("1¶3",), kind="fact",
    printed=Claim(
        (same_column, 1 <= i, i <= d), Eq(tokenwise(named(X2, d, n))(i, j), tokenwise(named(X, d, n))(i, k)),
        "Yun.feed_forward_tokenwise",
    ),
)  # fmt: skip
# --- 1.2 --------------------------------------------------------------------------------------------------------------
paper.state(
    "text-1.2-10", "column-wise softmax gives columns of positive entries that add up to 1",
    section="1.2", index=("1.2¶10",), kind="fact", printed=(columns_add_up, weights_positive),
)  # fmt: skip
paper.state(
    "text-1.2-12", "for n = 1 attention is a linear map and a skip connection: the only weight is 1",
    section="1.2", index=("1.2¶12",), kind="fact", printed=one_token_linear,
)  # fmt: skip
