"""Numerical companions of KS: comparisons of constants, spot checks and starting points, named as strings.

They prove nothing; `numeric` and `seeds` hold the functions, which are imported when they run.
"""

from __future__ import annotations

from proofs.papers.ks.vocabulary import paper

COMPARISONS = {
    "lemma-4-threshold": "numeric.constants:ks_lemma_4_threshold",
    "lemma-5-threshold": "numeric.constants:ks_lemma_5_threshold",
    "lemma-1-order": "numeric.constants:ks_lemma_1_order",
    "lemma-1-gap": "numeric.constants:ks_lemma_1_gap",
    "lemma-7-gap": "numeric.constants:ks_lemma_7_gap",
    "lemma-2-factor": "numeric.constants:ks_lemma_2_factor",
    "lemma-1-separation": "numeric.constants:ks_lemma_1_separation",
    "lemma-1-distance": "numeric.constants:ks_lemma_1_distance",
    "lemma-1-factor": "numeric.constants:ks_lemma_1_factor",
    "theorem-2-delta": "numeric.constants:ks_theorem_2_delta",
    "theorem-2-counted": "numeric.constants:ks_theorem_2_counted",
    "corollary-1-parameters": "numeric.constants:ks_corollary_1_parameters",
}
SPOT_CHECKS = {
    "lemma-1": "numeric.lemma_checks:ks_lemma_1",
    "lemma-4": "numeric.lemma_checks:ks_lemma_4",
    "lemma-5": "numeric.lemma_checks:ks_lemma_5",
    "lemma-6": "numeric.lemma_checks:ks_lemma_6",
    "lemma-7": "numeric.lemma_checks:ks_lemma_7",
}
STARTING_POINTS = (
    ("cut_a cut_a_strictly raise_a raise_b raise_b_strictly lemma_7_case_1", "proofs.papers.ks.seeds:separated_pair"),
    (
        "eq_124_first eq_124_second eq_125_first eq_125_claim eq_126_first eq_126_second",
        "proofs.papers.ks.seeds:separated_pair",
    ),
    (
        "eq_127_first eq_127_second eq_127_third eq_128_first eq_128_second eq_128_third",
        "proofs.papers.ks.seeds:separated_pair",
    ),
    ("hardmax_forgets", "proofs.papers.ks.seeds:confused_pair"),
    ("masks_apart masked_lemma_1", "proofs.papers.ks.seeds:masked_vectors"),
    ("remark-1", "proofs.papers.ks.seeds:two_sequences"),
    ("points_upper", "proofs.papers.ks.seeds:unit_direction"),
    ("attended_short eq_12_claim eq_38_third", "proofs.papers.ks.seeds:words"),
    ("eq_39_paper eq_40_paper eq_41_whole eq_42_last eq_45_paper", "proofs.papers.ks.seeds:words"),
    ("eq_42_third", "proofs.papers.ks.seeds:words_not_separated"),
    ("scores_apart_by_factor eq_79_lower eq_79_strict two_directions", "proofs.papers.ks.seeds:words_with_gap_2"),
    ("eq_28_second", "proofs.papers.ks.seeds:words_without_weights"),
    ("eq_33_sixth", "proofs.papers.ks.seeds:slanted_token"),
    ("gradient_negative_sharp gradient_not_negative_below_sharp", "proofs.papers.ks.seeds:at_threshold"),
    ("theorem_2_claim", "proofs.papers.ks.seeds:ONE_TOKEN"),
    ("theorem_2_masked theorem_2_masked_counted", "proofs.papers.ks.seeds:one_token_seen"),
    ("views_in_direction", "proofs.papers.ks.seeds:one_token_along_v"),
    ("hidden_units_needed", "proofs.papers.ks.seeds:BENT"),
    ("eq_77_upper", "proofs.papers.ks.seeds:unit_direction_few"),
    ("eq-63 eq-64", "proofs.papers.ks.seeds:short"),
    ("eq_63_corrected", "proofs.papers.ks.seeds:short_pair"),
    ("eq_65_claim", "proofs.papers.ks.seeds:short_hidden"),
    ("eq-66 eq_66_corrected", "proofs.papers.ks.seeds:short_output"),
    ("eq_66_strict", "proofs.papers.ks.seeds:short_strict"),
    ("corollary_1 corollary_1_any_labels corollary_2 encoded_consistent", "proofs.papers.ks.seeds:labelled"),
    ("encoded_separated encoded_distinct printed_distinct printed_longer", "proofs.papers.ks.seeds:labelled"),
)


def register() -> None:
    """Register everything, once all statements and constants are entered."""
    for constant, comparison in COMPARISONS.items():
        paper.compare(constant, comparison)
    for statement, check in SPOT_CHECKS.items():
        paper.spot_check(statement, check)
    for names, start in STARTING_POINTS:
        paper.starting_point(names, start)
