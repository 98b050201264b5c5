"""Yun et al., ICLR 2020: Transformers as universal approximators of sequence-to-sequence functions.

Throughout δ = 1/m with an integer m >= 2, M = δ^(-d) = m^d, and a power δ^(-kd) is the integer m^(kd). A sequence
whose columns lie on the grid has the column ids l_j = x_j δ with integers x_j from 0 to M − 1, in increasing order
where the columns are distinct (Category 1). Everything holds for all m, d and n.

The networks are run as they stand: token-wise layers one after another, hardmax heads with ties, one layer for each of
the M levels, the last layer. That the layers take the ids l to l̃ is an induction over the levels, on a closed form of
the state (`sweep`); all that follows (order, Lemma 10, properties 8.1 to 8.3) is about l̃ alone. Columns in any order,
equal ones included, come to this by counting the distinct ids (`columns_in_any_order`, `contextual_mapping`).
"""

# Theorems are entered as their modules are imported, each after those that it applies; then the statements.
# isort: off
from proofs.papers.yun.section_2_transformers import blocks  # noqa: F401
from proofs.papers.yun.appendix_e3_lemma_8 import selective_shift, column_ids  # noqa: F401
from proofs.papers.yun.appendix_e2_lemma_7 import quantiser  # noqa: F401
from proofs.papers.yun.appendix_e3_lemma_8 import (  # noqa: F401
    shifted_ids,
    shifted_order,
    next_shift,
    sweep,
    columns_in_any_order,
    last_layer,
    last_shifted_id,
)
from proofs.papers.yun.beyond import lemma_10_range  # noqa: F401
from proofs.papers.yun.appendix_e3_lemma_8 import category_3, contextual_mapping  # noqa: F401
from proofs.papers.yun.appendix_e4_lemma_9 import value_mapping, number_of_contexts  # noqa: F401
from proofs.papers.yun.appendix_f_lemma_6 import activations  # noqa: F401
from proofs.papers.yun.appendix_g_theorem_3 import positional_grid, positional_sweep, positional_contexts  # noqa: F401
from proofs.papers.yun.beyond import positional_range, smaller_factors, factors_enough  # noqa: F401
from proofs.papers.yun.appendix_e3_lemma_8 import contextual_equivariance  # noqa: F401
from proofs.papers.yun.appendix_e4_lemma_9 import own_context  # noqa: F401
from proofs.papers.yun.beyond import two_columns, positional_smallest, two_distinct_columns  # noqa: F401
from proofs.papers.yun.section_2_transformers import transformer_class  # noqa: F401
from proofs.papers.yun.section_3_approximation import (  # noqa: F401
    entrywise_functions,
    entry_quantiser,
    hat_layers,
    context_look_up,
    theorem_2,
)
from proofs.papers.yun.appendix_d_lemma_4 import lemma_4  # noqa: F401
from proofs.papers.yun.section_3_approximation import theorem_3, compact_domains  # noqa: F401
from proofs.papers.yun.appendix_c_proposition_5 import modified_transformers  # noqa: F401
from proofs.papers.yun.appendix_e1_proof_sketch import modified_layers  # noqa: F401
from proofs.papers.yun.appendix_f_lemma_6 import continuous_blocks, lemma_6  # noqa: F401
from proofs.papers.yun.appendix_c_proposition_5 import approximation  # noqa: F401
from proofs.papers.yun.appendix_h_other_architectures import simpler_layers  # noqa: F401
from proofs.papers.yun.section_3_approximation import class_growth  # noqa: F401
from proofs.papers.yun import sentences  # noqa: F401
from proofs.papers.yun.appendix_e2_lemma_7 import quantiser_network  # noqa: F401
from proofs.papers.yun.appendix_e3_lemma_8 import contextual_network  # noqa: F401
from proofs.papers.yun.appendix_e4_lemma_9 import (  # noqa: F401
    look_up_network,
    contexts_on_grid,
    listed_contexts,
    lemma_9,
)
from proofs.papers.yun.appendix_c_proposition_5 import exact_network, proposition_5  # noqa: F401
from proofs.papers.yun.appendix_g_theorem_3 import placed_columns, placed_network  # noqa: F401
from proofs.papers.yun.beyond import interval_ends, factors_too_small  # noqa: F401
from proofs.papers.yun.appendix_e1_proof_sketch import equal_columns, values_at_ids  # noqa: F401
from proofs.papers.yun.appendix_f_lemma_6 import four_relus  # noqa: F401
import proofs.papers.yun.section_1_introduction.statements
import proofs.papers.yun.section_2_transformers.statements
import proofs.papers.yun.section_3_approximation.statements
import proofs.papers.yun.appendix_b_claim_1.statements
import proofs.papers.yun.appendix_c_proposition_5.statements
import proofs.papers.yun.appendix_d_lemma_4.statements
import proofs.papers.yun.appendix_e1_proof_sketch.statements
import proofs.papers.yun.appendix_e2_lemma_7.statements
import proofs.papers.yun.appendix_e3_lemma_8.statements
import proofs.papers.yun.appendix_e4_lemma_9.statements
import proofs.papers.yun.appendix_f_lemma_6.statements
import proofs.papers.yun.appendix_g_theorem_3.statements
import proofs.papers.yun.appendix_h_other_architectures.statements
import proofs.papers.yun.beyond.statements  # noqa: F401
from proofs.papers import displays
from proofs.papers.yun import numerics
from proofs.papers.yun.printed_latex import FORMULAS, LETTERS
from proofs.papers.yun.proof_sketches import SKETCHES
from proofs.papers.yun.prose_index import PLACED, UNCLAIMED
from proofs.papers.yun.vocabulary import paper
# isort: on

paper.place(PLACED, UNCLAIMED)
paper.quote(displays(paper))
paper.quote(FORMULAS, LETTERS)
paper.sketch(SKETCHES)
numerics.register()
chapter = paper
