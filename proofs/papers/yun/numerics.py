"""Numerical companions of Yun: comparisons of constants, spot checks and starting points, named as strings.

They prove nothing; `numeric` and `seeds` hold the functions, which are imported when they run.
"""

from __future__ import annotations

from proofs.papers.yun.vocabulary import paper

COMPARISONS = {
    "lemma-10-lower": "numeric.constants:yun_lemma_10_lower",
    "lemma-10-upper": "numeric.constants:yun_lemma_10_upper",
    "interval-left": "numeric.constants:yun_interval_left",
    "interval-right": "numeric.constants:yun_interval_right",
    "positional-upper": "numeric.constants:yun_positional_upper",
    "positional-lower": "numeric.constants:yun_positional_lower",
    "duplicate-volume": "numeric.constants:yun_duplicate_volume",
    "shift-factor": "numeric.constants:yun_shift_factor",
    "last-factor": "numeric.constants:yun_last_factor",
}
SPOT_CHECKS = {
    "lemma-10": "numeric.lemma_checks:yun_lemma_10",
}
STARTING_POINTS = (
    (
        "sweep_columns property_3_high property_3_low others_jump",
        "proofs.papers.yun.seeds:grid",
    ),
    (
        "property_4_duplicates positional_sweep positional_one_to_one id_digit_low id_digit_high",
        "proofs.papers.yun.seeds:grid",
    ),
    ("same_id_permuted", "proofs.papers.yun.seeds:same_id"),
    ("other_rows_any", "proofs.papers.yun.seeds:any_rows"),
    ("lemma_9_context", "proofs.papers.yun.seeds:context"),
    ("too_small", "proofs.papers.yun.seeds:small_factors"),
    ("property_2", "proofs.papers.yun.seeds:two_contexts"),
    (
        "bounds_apart bounds_strict single_stays top_bound top_closed below_top ids_not_negative",
        "proofs.papers.yun.seeds:equal_columns",
    ),
    ("output_bound output_category_2", "proofs.papers.yun.seeds:equal_columns"),
)


def register() -> None:
    """Register everything, once all statements and constants are entered."""
    for constant, comparison in COMPARISONS.items():
        paper.compare(constant, comparison)
    for statement, check in SPOT_CHECKS.items():
        paper.spot_check(statement, check)
    for names, start in STARTING_POINTS:
        paper.starting_point(names, start)
