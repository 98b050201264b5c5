"""Kajitsuka & Sato, ICLR 2024: Transformers with one layer of self-attention of rank one.

A subpackage for each part of the paper, and one for results that it does not have; README.md says what is proved where.
"""

# Theorems are entered as their modules are imported, each after those that it applies; then the statements.
# isort: off
from proofs.papers.ks.appendix_b_boltzmann import (  # noqa: F401
    first_derivative,
    second_derivative,
    lemma_6,
    separated_vectors,
    lemma_7_common_prefix,
    lemma_7_first_entry,
    lemma_7,
    lemma_1,
    log_partition_and_entropy,
    entries_in_order,
)
from proofs.papers.ks.appendix_b_projections import projections, counted_directions  # noqa: F401
from proofs.papers.ks.section_2_preliminaries import definitions  # noqa: F401
from proofs.papers.ks.section_5_rank_one import rank_one_attention  # noqa: F401
from proofs.papers.ks.section_4_proposition_1 import (  # noqa: F401
    step_function,
    quantiser,
    penalty,
    duplicates_counted,
    extreme_values,
)
from proofs.papers.ks.beyond import (  # noqa: F401
    lemma_1_smaller_gap,
    lemma_1_sharp_separation,
    lemma_1_any_length,
    lemma_5_sharp_threshold,
)
from proofs.papers.ks.section_3_theorem_1 import separating_heads, few_tokens, theorem_1, hardmax_at_ends  # noqa: F401
from proofs.papers.ks.appendix_c_masks import masked_boltzmann  # noqa: F401
from proofs.papers.ks.section_3_theorem_2 import (  # noqa: F401
    rank_one_weights,
    contexts,
    theorem_2,
    ids_added_to_tokens,
)
from proofs.papers.ks.beyond import theorem_2_larger_delta, lemma_1_smallest_gap  # noqa: F401
from proofs.papers.ks.appendix_c_masks import remark_1  # noqa: F401
from proofs.papers.ks.section_4_corollaries import (  # noqa: F401
    memorization,
    eq_47_counterexample,
    corollary_1,
    corollary_2,
    encoded_counterexample,
    deep_memorization,
    permuted_sequences,
    breakpoints,
    remark_2,
)
from proofs.papers.ks.section_4_proposition_1 import (  # noqa: F401
    context_ids,
    network_exists,
    three_errors,
    equivariance,
    printed_bumps,
    proposition_1_on_cube,
    compact_domain,
    cut_off,
    step_functions_on_compact_sets,
    entrywise_layers,
    grid_contexts,
    positional_encodings,
    attention_on_grid,
)
from proofs.papers.ks.section_3_theorem_2 import excluded_set_is_null, eq_42_counterexample, proof_sketch  # noqa: F401
from proofs.papers.ks.section_3_theorem_1 import memorization_fails  # noqa: F401
import proofs.papers.ks.section_2_preliminaries.statements
import proofs.papers.ks.section_3_theorem_1.statements
import proofs.papers.ks.section_3_theorem_2.statements
import proofs.papers.ks.section_4_corollaries.statements
import proofs.papers.ks.section_4_proposition_1.statements
import proofs.papers.ks.section_5_rank_one.statements
import proofs.papers.ks.appendix_b_boltzmann.statements
import proofs.papers.ks.appendix_b_projections.statements
import proofs.papers.ks.appendix_c_masks.statements  # noqa: F401
from proofs.papers import displays
from proofs.papers.ks import numerics
from proofs.papers.ks.printed_latex import FORMULAS, LETTERS
from proofs.papers.ks.proof_sketches import SKETCHES
from proofs.papers.ks.prose_index import PLACED, UNCLAIMED
from proofs.papers.ks.vocabulary import paper
# isort: on

paper.place(PLACED, UNCLAIMED)
paper.quote(displays(paper))
paper.quote(FORMULAS, LETTERS)
paper.sketch(SKETCHES)
numerics.register()
chapter = paper

__all__ = ["chapter", "paper"]
