"""Kajitsuka & Sato, ICLR 2024: the Boltzmann operator (appendices B.2, B.3; Lemma 1; Definition 3).

For every n: boltz = log-partition − entropy, its first and second derivative along a coordinate, where it falls and
where it is concave (Lemmas 4, 5), the gap between two vectors that differ in their last coordinate (Lemma 6), and
the separation of boltz on separated vectors (Lemmas 7 and 1), which holds for a much smaller gap than the paper's.

Each module reads like a part of the appendix: claims with their proofs, and after them the displays and statements
that they make up, as printed and as corrected.
"""

# Each module enters its statements when it is imported.
from proofs.papers.ks import (  # noqa: F401
    almost_all,
    approximator,
    attention,
    boltzmann,
    boltzmann_concavity,
    boltzmann_entropy,
    bumps,
    cells,
    close_tokens,
    compact_domain,
    compact_steps,
    context_ids,
    contexts,
    corollary_1,
    corollary_2,
    counting,
    deep_block,
    digits,
    duplicates,
    entrywise,
    equal_contexts,
    equivariance,
    error,
    grid_contexts,
    hardmax_few,
    hardmax_memory,
    kept_entries,
    kept_separation,
    kinks,
    lemma_1,
    lemma_1_any_length,
    lemma_6,
    lemma_7,
    lemma_7_common_prefix,
    lemma_7_first_entry,
    look_up,
    masked_contexts,
    masks,
    memorization,
    numerics,
    penalty,
    positional,
    projection,
    proposition_1,
    quantise,
    rank_one,
    remark_2,
    scaled_contexts,
    scaled_down,
    sentences,
    separated_sums,
    separated_vectors,
    sharp_concavity,
    sharper_separation,
    sharper_theorem_2,
    simplified,
    sketch,
    smallest_gap,
    step_function,
    theorem_1,
    theorem_2,
    three_thirds,
    told_apart,
    universal,
    weaker_gap,
)
from proofs.papers.ks.formulas import FORMULAS, LETTERS
from proofs.papers.ks.placed import PLACED, UNCLAIMED
from proofs.papers.ks.vocabulary import paper

paper.place(PLACED, UNCLAIMED)
paper.quote(FORMULAS, LETTERS)
numerics.register()
chapter = paper

__all__ = ["chapter", "paper"]
