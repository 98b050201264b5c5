"""Liu et al., 2025: attention as max-affine value reassignment; sections 3, 3.1, 3.2, A.1 and A.2.

N affine pieces y_h(x) = a_h · x + b_h cut the domain into cells, and the attention scores of one head,
R y_h(x_i) in row h and column i, make softmax tell in which cell the token x_i lies. All sizes are symbolic: the
dimension d, the number n of tokens and N of pieces. `a(h, c)` is coordinate c of the slope of piece h and
`X(c, i)` that of token i. Propositions 3.2 and A.2, which are one, are stated after the construction and the
estimate that prove them.

What the appendix calls "excluded" is a hypothesis here: at the point in question the top piece k exceeds every
other one by a gap Δ > 0. ‖·‖_∞ is the maximum over all entries.
"""

from proofs.papers.liu import cross_attention, indicator, indicator_error, indicator_weights, integrable, max_affine, preliminaries, reassignment, theorem_4_1, theorem_4_2, theorem_5_1
from proofs.papers.liu.vocabulary import paper

chapter = paper

__all__ = ["chapter", "indicator", "indicator_error", "indicator_weights", "max_affine", "paper"]
