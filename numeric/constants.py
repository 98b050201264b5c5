"""Constants of the papers against a size: what the paper asks for beside the best value known here.

`COMPARISONS` maps the ids of constants to the two, as functions of one integer while the rest is fixed. The values
are those of `symbolic` or enclosed by balls, rounded to floats: they are for pictures and for a sense of proportion,
not for proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from numeric import balls
from symbolic.boltzmann import monotonicity_threshold, separation_threshold
from symbolic.max_affine import sharp_threshold, stated_threshold
from symbolic.selective_shift import final_id_bounds, positional_final_id_bounds, sharp_final_id_bounds

Value = Callable[[int], Any]
POWERS = (2, 3, 4, 6, 8, 16, 32, 64, 128, 256, 512, 1024)


@dataclass(frozen=True)
class Comparison:
    """The paper's value and the best one, for the sizes; `fixed` says what the rest is, `what` what is compared."""

    what: str
    size: str
    sizes: Sequence[int]
    example: int
    paper: Value
    best: Value
    best_is: str
    fixed: str = ""

    @property
    def at(self) -> str:
        """The example in words."""
        return ", ".join(filter(None, (f"{self.size} = {self.example}", self.fixed)))

    def numbers(self) -> tuple[float, float]:
        """The paper's value and the best one at the example."""
        paper, best = (float(sp.N(value(self.example))) for value in (self.paper, self.best))
        return paper, best

    def ratio(self) -> float:
        """The paper's value over the best one at the example.

        >>> round(COMPARISONS["KS:lemma-4-threshold"].ratio(), 3)
        1.561
        """
        paper, best = self.numbers()
        return paper / best


GAP, ERROR, BIG, STEP = sp.Rational(1, 2), sp.Rational(1, 100), 8, sp.Rational(1, 2)
_separation = Comparison(
    "the separation δ", "n", POWERS, 1024, lambda n: 2 * sp.log(n) + 3, separation_threshold, "needed"
)

COMPARISONS: dict[str, Comparison] = {
    "KS:lemma-4-threshold": Comparison(
        "how far below the maximum", "n", POWERS, 8, lambda n: sp.log(n) + 1, monotonicity_threshold, "sharp"
    ),
    "KS:lemma-5-threshold": Comparison(
        "how far below the maximum", "n", POWERS, 8, lambda n: sp.log(n) + 3,
        lambda n: sp.Float(float(balls.concavity_threshold(n).mid())), "sharp",
    ),
    "KS:lemma-1-order": Comparison(
        "the separation δ", "n", POWERS, 1024, lambda n: 2 * sp.log(n) + 3, lambda n: sp.log(2 + sp.sqrt(3)), "sharp"
    ),
    "KS:lemma-1-gap": _separation,
    "KS:lemma-7-gap": _separation,
    "Yun:lemma-10-lower": Comparison(
        "the lower bound on the last shifted id", "n", range(2, BIG + 1), 4,
        lambda n: final_id_bounds(n, BIG, STEP).lower, lambda n: sharp_final_id_bounds(n, BIG, STEP).lower,
        "sharp", "δ = 1/2, d = 3",
    ),
    "Yun:lemma-10-upper": Comparison(
        "the upper bound on the last shifted id", "n", range(2, BIG + 1), 4,
        lambda n: final_id_bounds(n, BIG, STEP).upper, lambda n: sharp_final_id_bounds(n, BIG, STEP).upper,
        "sharp", "δ = 1/2, d = 3",
    ),
    "Yun:interval-left": Comparison(
        "the left end t_l of the interval of contexts", "n", range(2, BIG + 1), 4,
        lambda n: STEP * BIG ** (2 * n) * (BIG - 1),
        lambda n: BIG ** (n + 1) * sharp_final_id_bounds(n, BIG, STEP).lower + BIG * (n - 1) * STEP,
        "sharp", "δ = 1/2, d = 3",
    ),
    "Yun:interval-right": Comparison(
        "the right end t_r of the interval of contexts", "n", range(2, BIG + 1), 4,
        lambda n: STEP * BIG ** (2 * n + 1) * (BIG - 1),
        lambda n: (BIG ** (n + 1) + 1) * sharp_final_id_bounds(n, BIG, STEP).upper,
        "sharp", "δ = 1/2, d = 3",
    ),
    "Yun:positional-upper": Comparison(
        "the upper bound on the last shifted id with positional encodings", "n", range(2, BIG + 1), 4,
        lambda n: n * BIG ** (n + 1), lambda n: positional_final_id_bounds(n, BIG, 2).upper,
        "sharp", "δ = 1/2, d = 3",
    ),
    "Liu:scale": Comparison(
        "the scale R", "N", POWERS, 8, lambda n: GAP**2 * stated_threshold(n, GAP, ERROR),
        lambda n: sharp_threshold(n, GAP, ERROR), "sharp", "Δ = 1/2, ε = 1/100",
    ),
}  # fmt: skip
