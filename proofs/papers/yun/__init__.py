"""Yun et al., ICLR 2020: Transformers as universal approximators of sequence-to-sequence functions.

Throughout δ = 1/m with an integer m >= 2, M = δ^(-d) = m^d, and a power δ^(-kd) is the integer m^(kd). A sequence
whose columns lie on the grid has the column ids l_j = x_j δ with integers x_j from 0 to M − 1, in increasing order
where the columns are distinct (Category 1). Everything holds for all m, d and n.

The networks are run as they stand: token-wise layers one after another, hardmax heads with ties, one layer for each of
the M levels, the last layer. That the layers take the ids l to l̃ is an induction over the levels, on a closed form of
the state (`network`); all that follows (order, Lemma 10, properties 8.1 to 8.3) is about l̃ alone. Columns in any order,
equal ones included, come to this by counting the distinct ids (`any_columns`, `lemma_8`).
"""

# Theorems are entered as the modules are imported, each after what it applies.
# isort: off
from proofs.papers.yun import equivariance, selective_shift, column_ids, quantiser  # noqa: F401
from proofs.papers.yun import shifts, shifted_order, next_shift, network, any_columns  # noqa: F401
from proofs.papers.yun import last_layer, lemma_10, exact_range, outside, lemma_8, value_mapping  # noqa: F401
from proofs.papers.yun import binomials, combinations, number_of_contexts, lemma_6, grid_points  # noqa: F401
from proofs.papers.yun import positional, positional_sweep, positional_contexts, positional_range  # noqa: F401
from proofs.papers.yun import smaller_factors, factors_enough, contextual_equivariance, own_context  # noqa: F401
from proofs.papers.yun import two_columns, positional_smallest, two_distinct_columns  # noqa: F401
from proofs.papers.yun import (  # noqa: F401
    transformers,
    rows,
    staircase,
    value_layers,
    looked_up,
    theorem_2,
    lemma_4,
    theorem_3,
    compact_domains,
    modified,
    modified_layers,
    pointwise,
    continuous_blocks,
    lemma_6_sentence,
)
from proofs.papers.yun import approximation, simpler_layers, slides, larger, sentences, modified_networks, interval_ends  # noqa: F401
from proofs.papers.yun import factors_too_small, equal_columns, any_ids, four_relus, formulas, numerics, placed  # noqa: F401
from proofs.papers.yun.vocabulary import paper
# isort: on

paper.place(placed.PLACED, placed.UNCLAIMED)
paper.quote(formulas.FORMULAS, formulas.LETTERS)
numerics.register()
chapter = paper
