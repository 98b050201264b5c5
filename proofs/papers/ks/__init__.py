"""Kajitsuka & Sato, ICLR 2024: Transformers with one layer of self-attention of rank one.

A subpackage for each part of the paper, and one for results that it does not have:

| subpackage | subject |
| --- | --- |
| `section_2_preliminaries` | layers, the distance d_p, separatedness, contextual mappings |
| `section_3_theorem_1` | hardmax attention is no contextual mapping |
| `section_3_theorem_2` | softmax attention of rank one is one |
| `section_4_corollaries` | memorization (Corollaries 1, 2, Remark 2) |
| `section_4_proposition_1` | universal approximation |
| `section_5_rank_one` | attention with weights of rank one, simplified |
| `appendix_b_boltzmann` | the Boltzmann operator (Lemmas 1, 4 to 7) |
| `appendix_b_projections` | directions that keep distances (Lemmas 2, 3) |
| `appendix_c_masks` | masked attention (Remark 1) |
| `beyond` | sharper constants and hypotheses |
"""

# Theorems are entered as their modules are imported, each after those that it applies; then the statements.
# isort: off
from proofs.papers.ks.section_3_theorem_2 import excluded_set_is_null  # noqa: F401
from proofs.papers.ks.section_4_proposition_1 import network_exists  # noqa: F401
from proofs.papers.ks.section_2_preliminaries import definitions  # noqa: F401
from proofs.papers.ks.appendix_b_boltzmann import (  # noqa: F401
    first_derivative,
    second_derivative,
    log_partition_and_entropy,
)
from proofs.papers.ks.section_4_proposition_1 import printed_bumps  # noqa: F401
from proofs.papers.ks.section_4_corollaries import encoded_counterexample  # noqa: F401
from proofs.papers.ks.section_4_proposition_1 import (  # noqa: F401
    compact_domain,
    step_functions_on_compact_sets,
    context_ids,
)
from proofs.papers.ks.section_3_theorem_2 import contexts  # noqa: F401
from proofs.papers.ks.section_4_corollaries import corollary_1, corollary_2, deep_memorization  # noqa: F401
from proofs.papers.ks.section_4_proposition_1 import duplicates_counted, entrywise_layers  # noqa: F401
from proofs.papers.ks.section_4_corollaries import permuted_sequences  # noqa: F401
from proofs.papers.ks.section_4_proposition_1 import grid_contexts  # noqa: F401
from proofs.papers.ks.section_3_theorem_1 import few_tokens, memorization_fails  # noqa: F401
from proofs.papers.ks.section_4_corollaries import breakpoints  # noqa: F401
from proofs.papers.ks.appendix_b_boltzmann import lemma_1  # noqa: F401
from proofs.papers.ks.beyond import lemma_1_any_length  # noqa: F401
from proofs.papers.ks.appendix_b_boltzmann import (  # noqa: F401
    lemma_6,
    lemma_7,
    lemma_7_common_prefix,
    lemma_7_first_entry,
)
from proofs.papers.ks.appendix_c_masks import remark_1, masked_boltzmann  # noqa: F401
from proofs.papers.ks.section_4_corollaries import memorization  # noqa: F401
from proofs.papers.ks.section_4_proposition_1 import penalty, positional_encodings  # noqa: F401
from proofs.papers.ks.appendix_b_projections import projections  # noqa: F401
from proofs.papers.ks.section_4_proposition_1 import proposition_1_on_cube, quantiser  # noqa: F401
from proofs.papers.ks.section_3_theorem_2 import rank_one_weights  # noqa: F401
from proofs.papers.ks.section_4_corollaries import remark_2  # noqa: F401
from proofs.papers.ks.section_3_theorem_2 import eq_42_counterexample  # noqa: F401
from proofs.papers.ks.section_4_corollaries import eq_47_counterexample  # noqa: F401
from proofs.papers.ks.appendix_b_boltzmann import entries_in_order, separated_vectors  # noqa: F401
from proofs.papers.ks.beyond import (  # noqa: F401
    lemma_5_sharp_threshold,
    lemma_1_sharp_separation,
    theorem_2_larger_delta,
)
from proofs.papers.ks.section_5_rank_one import rank_one_attention  # noqa: F401
from proofs.papers.ks.section_3_theorem_2 import ids_added_to_tokens, proof_sketch  # noqa: F401
from proofs.papers.ks.beyond import lemma_1_smallest_gap  # noqa: F401
from proofs.papers.ks.section_4_proposition_1 import extreme_values, step_function  # noqa: F401
from proofs.papers.ks.section_3_theorem_1 import theorem_1, hardmax_at_ends  # noqa: F401
from proofs.papers.ks.section_3_theorem_2 import theorem_2  # noqa: F401
from proofs.papers.ks.section_4_proposition_1 import three_errors  # noqa: F401
from proofs.papers.ks.section_3_theorem_1 import separating_heads  # noqa: F401
from proofs.papers.ks.section_4_proposition_1 import attention_on_grid  # noqa: F401
from proofs.papers.ks.beyond import lemma_1_smaller_gap  # noqa: F401
from proofs.papers.ks.section_4_proposition_1 import equivariance  # noqa: F401
from proofs.papers.ks.appendix_b_projections import counted_directions  # noqa: F401
from proofs.papers.ks.section_2_preliminaries import statements as section_2_preliminaries  # noqa: F401
from proofs.papers.ks.section_3_theorem_1 import statements as section_3_theorem_1  # noqa: F401
from proofs.papers.ks.section_3_theorem_2 import statements as section_3_theorem_2  # noqa: F401
from proofs.papers.ks.section_4_corollaries import statements as section_4_corollaries  # noqa: F401
from proofs.papers.ks.section_4_proposition_1 import statements as section_4_proposition_1  # noqa: F401
from proofs.papers.ks.section_5_rank_one import statements as section_5_rank_one  # noqa: F401
from proofs.papers.ks.appendix_b_boltzmann import statements as appendix_b_boltzmann  # noqa: F401
from proofs.papers.ks.appendix_b_projections import statements as appendix_b_projections  # noqa: F401
from proofs.papers.ks.appendix_c_masks import statements as appendix_c_masks  # noqa: F401
from proofs.papers.ks import numerics
from proofs.papers.ks.printed_latex import FORMULAS, LETTERS
from proofs.papers.ks.prose_index import PLACED, UNCLAIMED
from proofs.papers.ks.vocabulary import paper
# isort: on

paper.place(PLACED, UNCLAIMED)
paper.quote(FORMULAS, LETTERS)
numerics.register()
chapter = paper

__all__ = ["chapter", "paper"]
