"""Numerical companions of Liu: comparisons of constants, spot checks and starting points, named as strings.

They prove nothing; `numeric` and `seeds` hold the functions, which are imported when they run.
"""

from __future__ import annotations

from proofs.papers.liu.vocabulary import paper

COMPARISONS = {
    "scale": "numeric.constants:liu_scale",
    "self-attention-scale": "numeric.constants:liu_self_attention_scale",
    "cross-attention-scale": "numeric.constants:liu_cross_attention_scale",
    "self-attention-scale-counted": "numeric.constants:liu_self_attention_scale_counted",
    "self-attention-scale-summed": "numeric.constants:liu_self_attention_scale_summed",
    "cross-attention-scale-counted": "numeric.constants:liu_cross_attention_scale_counted",
    "cross-attention-scale-summed": "numeric.constants:liu_cross_attention_scale_summed",
    "self-attention-grid": "numeric.constants:liu_self_attention_grid",
    "lipschitz-scale": "numeric.constants:liu_lipschitz_scale",
}
SPOT_CHECKS = {
    "proposition-3.2": "numeric.lemma_checks:liu_proposition_3_2",
}
STARTING_POINTS = (
    ("cross_output", "proofs.papers.liu.seeds:pair"),
    ("network_outright cross_network_approximates cross_network_outright", "proofs.papers.liu.seeds:pair_at_halves"),
    ("network_outright_lipschitz_over_balls", "proofs.papers.liu.seeds:block_over_balls"),
    ("network_error_by_output network_output network_attends network_approximates", "proofs.papers.liu.seeds:blocks"),
    (
        "network_error_by_output_over_balls network_output_over_balls network_attends_over_balls",
        "proofs.papers.liu.seeds:blocks",
    ),
    (
        "step_left_for_pairs step_right_for_pairs nearest_square_for_pairs",
        "proofs.papers.liu.seeds:pair_grid_at_1",
    ),
    ("nearest_within_half_for_pairs", "proofs.papers.liu.seeds:PAIR_GRID"),
    ("A.3-2", "proofs.papers.liu.seeds:three_pieces"),
)


def register() -> None:
    """Register everything, once all statements and constants are entered."""
    for constant, comparison in COMPARISONS.items():
        paper.compare(constant, comparison)
    for statement, check in SPOT_CHECKS.items():
        paper.spot_check(statement, check)
    for names, start in STARTING_POINTS:
        paper.starting_point(names, start)
    for statement in ("definition-3.1", "proposition-3.2"):
        paper.plot(statement, "numeric.max_affine_plot:draw_partition")
