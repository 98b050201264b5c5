"""Comparisons of constants in the papers with the best values known here, as functions of a size.

Each public name, such as `ks_lemma_4_threshold` for the constant KS:lemma-4-threshold, is a `Comparison` of the paper's
value with the best value as functions of one integer; all other parameters are fixed. The modules
`proofs.papers.<key>.numerics` refer to these names. The values are exact expressions or midpoints of balls. They are
rounded to floats for plots and ratios, and prove nothing.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from numeric import balls
from numeric.comparison import Comparison, Value
from symbolic.boltzmann import monotonicity_threshold, sufficient_separation
from symbolic.max_affine import sharp_threshold, stated_threshold
from symbolic.selective_shift import final_id_bounds, positional_final_id_bounds, sharp_final_id_bounds

POWERS = (2, 3, 4, 6, 8, 16, 32, 64, 128, 256, 512, 1024)
LARGE = tuple(n for n in POWERS if n >= 16)
FEW = (1, 2, 3, 4, 6, 8, 16)


GAP, ERROR, BIG, STEP = sp.Rational(1, 2), sp.Rational(1, 100), 8, sp.Rational(1, 2)
SHORT, TOKENS = (2, 3, 4, 6, 8, 12, 16), "m = n, d = 2, ε = r_min = 1, r_max = 2"
GRID, NETWORK = sp.Rational(1, 4), "B_0 = 1, ε = 1/10, δ = 1/4"
_separation = Comparison(
    "the separation δ", "n", POWERS, 1024, lambda n: 2 * sp.log(n) + 3, sufficient_separation, "needed"
)


def _minus_log_delta(n: int, strength: Any) -> Any:
    """Return −log δ of KS (8) for ε = r_min = 1 and r_max = 2.

    `strength` is (m + 1)⁴ times the gap, divided by the square of the factor by which the projection onto a line
    shrinks distances.
    """
    y = 4 * strength
    return 2 * y - sp.log(sp.log(n) ** 2 / (4 * y))


def _scale(inside: Any) -> Any:
    """Return the scale R of Liu's networks for δ = 1/4, which is 8 log(inside)/(3 δ²)."""
    return 8 * sp.log(inside) / (3 * GRID**2)


def _network(inside: Value) -> Comparison:
    """Compare scales R for a grid of 8^(dn) centres; `inside` gives the argument of the logarithm in the needed R."""
    return Comparison(
        "the scale R", "dn", FEW, 8, lambda dn: _scale(sp.Rational(3 * BIG**dn, 20)), lambda dn: _scale(inside(dn)),
        "needed", f"P = 8, {NETWORK}",
    )  # fmt: skip


ks_lemma_4_threshold = Comparison(
    "how far below the maximum", "n", POWERS, 8, lambda n: sp.log(n) + 1, monotonicity_threshold, "sharp"
)  # fmt: skip
ks_lemma_5_threshold = Comparison(
    "how far below the maximum", "n", POWERS, 8, lambda n: sp.log(n) + 3,
    lambda n: sp.Float(float(balls.concavity_threshold(n).mid())), "sharp",
)  # fmt: skip
ks_lemma_1_order = Comparison(
    "the separation δ by which boltz keeps the order", "n", POWERS, 1024,
    lambda n: 2 * sp.log(n) + 3, lambda n: sp.log(2 + sp.sqrt(3)), "sharp",
)  # fmt: skip
ks_lemma_1_gap = _separation
ks_lemma_7_gap = _separation
yun_lemma_10_lower = Comparison(
    "the lower bound on the last shifted id", "n", range(2, BIG + 1), 4,
    lambda n: final_id_bounds(n, BIG, STEP).lower, lambda n: sharp_final_id_bounds(n, BIG, STEP).lower,
    "sharp", "δ = 1/2, d = 3",
)  # fmt: skip
yun_lemma_10_upper = Comparison(
    "the upper bound on the last shifted id", "n", range(2, BIG + 1), 4,
    lambda n: final_id_bounds(n, BIG, STEP).upper, lambda n: sharp_final_id_bounds(n, BIG, STEP).upper,
    "sharp", "δ = 1/2, d = 3",
)  # fmt: skip
yun_interval_left = Comparison(
    "the left end t_l of the interval of contexts", "n", range(2, BIG + 1), 4,
    lambda n: STEP * BIG ** (2 * n) * (BIG - 1),
    lambda n: BIG ** (n + 1) * sharp_final_id_bounds(n, BIG, STEP).lower + BIG * (n - 1) * STEP,
    "sharp", "δ = 1/2, d = 3",
)  # fmt: skip
yun_interval_right = Comparison(
    "the right end t_r of the interval of contexts", "n", range(2, BIG + 1), 4,
    lambda n: STEP * BIG ** (2 * n + 1) * (BIG - 1),
    lambda n: (BIG ** (n + 1) + 1) * sharp_final_id_bounds(n, BIG, STEP).upper,
    "sharp", "δ = 1/2, d = 3",
)  # fmt: skip
yun_positional_upper = Comparison(
    "the upper bound on the last shifted id with positional encodings", "n", range(2, BIG + 1), 4,
    lambda n: n * BIG ** (n + 1), lambda n: positional_final_id_bounds(n, BIG, 2).upper,
    "sharp", "δ = 1/2, d = 3",
)  # fmt: skip
liu_scale = Comparison(
    "the scale R", "N", POWERS, 8, lambda n: GAP**2 * stated_threshold(n, GAP, ERROR),
    lambda n: sharp_threshold(n, GAP, ERROR), "sharp", "Δ = 1/2, ε = 1/100",
)  # fmt: skip
ks_lemma_2_factor = Comparison(
    "the factor of the distances", "d", POWERS, 16, lambda d: sp.sqrt(8 / (sp.pi * d)) / 16,
    lambda d: sp.Rational(2, 16 * d), "needed", "m = 4",
)  # fmt: skip
ks_lemma_1_separation = Comparison(
    "the factor of e^(−2r)", "n", POWERS, 16, lambda n: sp.log(n) ** 2, lambda n: 2 * (n + 1) * sp.exp(2) / 5,
    "needed", "δ = 2, r = n + 1",
)  # fmt: skip
ks_lemma_1_distance = Comparison(
    "the separation δ, as a number", "n", POWERS, 1024,
    lambda n: 2 * sp.log(n) + 3, lambda n: sp.Rational(7, 3), "needed",
)  # fmt: skip
ks_lemma_1_factor = Comparison(
    "the factor of e^(−2r)", "n", POWERS, 16, lambda n: sp.log(n) ** 2, lambda n: sp.Rational(7 * (n + 1), 6),
    "needed", "δ = 7/3, r = 7(n + 1)/6",
)  # fmt: skip
ks_theorem_2_delta = Comparison(
    "−log δ", "n", SHORT, 8, lambda n: _minus_log_delta(n, (n + 1) ** 4 * sp.pi / 4 * (2 * sp.log(n) + 3)),
    lambda n: (n + 1) ** 4 * 4 * sp.pi - 2 + sp.log(10), "needed", TOKENS,
)  # fmt: skip
ks_theorem_2_counted = Comparison(
    "−log δ", "n", SHORT, 8, lambda n: _minus_log_delta(n, (n + 1) ** 4 * sp.pi / 4 * (2 * sp.log(n) + 3)),
    lambda n: _minus_log_delta(n, (n + 1) ** 4 * (2 * sp.log(n) + 3)), "needed", TOKENS,
)  # fmt: skip
ks_corollary_1_parameters = Comparison(
    "the number of parameters", "N", POWERS, 64, lambda N: 4 * 10 + 8 * (2 * 16 * N + 8),
    lambda N: 4 * 10 + 8 + 16 * N + 8 * 16 * N, "needed", "n = 16, d = 8, s = 2",
)  # fmt: skip
yun_positional_lower = Comparison(
    "the lower bound on the last shifted id with positional encodings", "n", range(2, BIG + 1), 4,
    lambda n: 0, lambda n: positional_final_id_bounds(n, BIG, 2).lower, "sharp", "δ = 1/2, d = 3",
)  # fmt: skip
yun_duplicate_volume = Comparison(
    "the volume with two equal columns", "n", range(2, BIG + 1), 4, lambda n: sp.Rational(1, BIG),
    lambda n: 1 - sp.ff(BIG, n) / sp.Integer(BIG) ** n, "sharp", "δ = 1/2, d = 3",
)  # fmt: skip
yun_shift_factor = Comparison(
    "the factor γ", "n", range(3, 7), 4, lambda n: BIG, lambda n: BIG - n, "sharp", "δ = 1/2, d = 3"
)  # fmt: skip
yun_last_factor = Comparison(
    "the factor Γ", "n", range(3, 7), 4, lambda n: BIG ** (n + 1), lambda n: (BIG - n) ** n * (BIG - 1), "needed",
    "γ = δ^(-d) − n, δ = 1/2, d = 3",
)  # fmt: skip
liu_self_attention_scale = Comparison(
    "the scale R", "G", LARGE, 256, lambda g: _scale(sp.Rational(3 * g, 20)), lambda g: _scale(60 * g), "needed",
    NETWORK,
)  # fmt: skip
liu_cross_attention_scale = Comparison(
    "the scale R", "G", LARGE, 256, lambda g: _scale(sp.Rational(3 * g, 20)), lambda g: _scale(60 * g**2),
    "needed", NETWORK,
)  # fmt: skip
liu_self_attention_scale_counted = _network(lambda dn: 240 * dn)
liu_self_attention_scale_summed = _network(lambda dn: 120 * dn)
liu_cross_attention_scale_counted = _network(lambda dn: 480 * dn)
liu_cross_attention_scale_summed = _network(lambda dn: 240 * dn)
liu_self_attention_grid = Comparison(
    "the number P of intervals", "D", FEW, 4, lambda D: 8 * D, lambda D: 8 * D, "needed", "δ = 1/4"
)  # fmt: skip
liu_lipschitz_scale = Comparison(
    "the scale R", "N_x", LARGE, 256, lambda x: _scale(sp.Rational(3 * x, 20)), lambda x: _scale(59 * (x - 1)),
    "sharp", NETWORK,
)  # fmt: skip
