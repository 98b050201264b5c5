"""Yun et al., ICLR 2020: the selective shift, the shifted column ids and Lemma 10 (appendix E.3, E.3.1, E.3.4).

Throughout δ = 1/m with an integer m >= 2, M = δ^(-d) = m^d, and a power δ^(-kd) is the integer m^(kd). A sequence
whose columns lie on the grid has the column ids l_j = x_j δ with integers x_j from 0 to M − 1, in increasing order
where the columns are distinct (Category 1). Everything holds for all m, d and n.

The network is run as it stands: hardmax heads with ties, one layer for each of the M levels, the last layer. That its
layers take the ids l to l̃ is an induction over the levels, on a closed form of the state (`state`); all that follows
(order, Lemma 10, properties 8.1 to 8.3) is about l̃ alone. A closed form is moved from one column to the next by
`shift_from_before` and `before_next`. Where ids are real numbers l, the grid plays no part.
"""

# Theorems are entered as the modules are imported, each after what it applies; ruff would sort them by name.
from proofs.papers.yun import equivariance  # isort: skip
from proofs.papers.yun import selective_shift, column_ids, quantiser, shifts, network, any_columns, last_layer  # isort: skip
from proofs.papers.yun import lemma_10, exact_range, outside, lemma_8, value_mapping, lemma_6, positional  # isort: skip
from proofs.papers.yun.vocabulary import paper

chapter = paper

__all__ = [
    "any_columns",
    "chapter",
    "column_ids",
    "equivariance",
    "exact_range",
    "last_layer",
    "lemma_6",
    "lemma_8",
    "lemma_10",
    "network",
    "outside",
    "paper",
    "positional",
    "quantiser",
    "selective_shift",
    "shifts",
    "value_mapping",
]
