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
# ruff: noqa: F401
from proofs.papers.yun.section_2_transformers import blocks
from proofs.papers.yun.appendix_e3_lemma_8 import selective_shift, column_ids
from proofs.papers.yun.appendix_e2_lemma_7 import quantiser
from proofs.papers.yun.appendix_e3_lemma_8 import shifted_ids, shifted_order, next_shift, sweep, columns_in_any_order
from proofs.papers.yun.appendix_e3_lemma_8 import last_layer, last_shifted_id, category_3, contextual_mapping
from proofs.papers.yun.beyond import lemma_10_range
from proofs.papers.yun.appendix_e4_lemma_9 import value_mapping
from proofs.papers.yun import binomials, combinations, grid_points
from proofs.papers.yun.appendix_e4_lemma_9 import number_of_contexts
from proofs.papers.yun.appendix_f_lemma_6 import activations
from proofs.papers.yun.appendix_g_theorem_3 import positional_grid, positional_sweep, positional_contexts
from proofs.papers.yun.beyond import positional_range
from proofs.papers.yun.beyond import smaller_factors, factors_enough
from proofs.papers.yun.appendix_e3_lemma_8 import contextual_equivariance
from proofs.papers.yun.appendix_e4_lemma_9 import own_context
from proofs.papers.yun.beyond import two_columns, positional_smallest, two_distinct_columns
from proofs.papers.yun.section_2_transformers import transformer_class
from proofs.papers.yun.section_3_approximation import (
    entrywise_functions,
    entry_quantiser,
    hat_layers,
    context_look_up,
    theorem_2,
    theorem_3,
    compact_domains,
)
from proofs.papers.yun.appendix_d_lemma_4 import lemma_4
from proofs.papers.yun.appendix_c_proposition_5 import modified_transformers
from proofs.papers.yun.appendix_e1_proof_sketch import modified_layers
from proofs.papers.yun import pointwise
from proofs.papers.yun.appendix_f_lemma_6 import continuous_blocks, lemma_6
from proofs.papers.yun.appendix_c_proposition_5 import approximation, modified_networks
from proofs.papers.yun.appendix_h_other_architectures import simpler_layers
from proofs.papers.yun.beyond import slides, interval_ends
from proofs.papers.yun.section_3_approximation import class_growth
from proofs.papers.yun import sentences
from proofs.papers.yun.beyond import factors_too_small
from proofs.papers.yun.appendix_e1_proof_sketch import equal_columns, values_at_ids
from proofs.papers.yun.appendix_f_lemma_6 import four_relus
from proofs.papers.yun import printed_latex, prose_index
from proofs.papers.yun.vocabulary import paper
# isort: on

paper.place(prose_index.PLACED, prose_index.UNCLAIMED)
paper.quote(printed_latex.FORMULAS, printed_latex.LETTERS)
chapter = paper
