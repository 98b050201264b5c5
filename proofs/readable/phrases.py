"""Words for theorems of the library and for certificates of computations."""

from __future__ import annotations

import inspect
import re
from functools import cache
from importlib import import_module

from proofs.kernel.store import Json
from proofs.theorems import MODULES

KNOWN = {  # theorems that are said in words
    "elementary.exp_le": "as the exponential function is increasing",
    "elementary.exp_lt": "as the exponential function is increasing",
    "elementary.log_le": "as the logarithm is increasing",
    "elementary.log_le_sub": "as log t ≤ t − 1 for all t > 0",
    "elementary.log_lt": "as the logarithm is increasing",
    "elementary.log_mul": "as the logarithm of a product is the sum of the logarithms",
    "elementary.log_inv": "as the logarithm of an inverse is minus the logarithm",
    "elementary.log_nonneg": "as the logarithm of a number from 1 on is not negative",
    "elementary.log_pos": "as the logarithm of a number above 1 is positive",
    "elementary.inv_pos": "as the inverse of a positive number is positive",
    "elementary.square_nonneg": "a square",
    "elementary.abs_ge": "as no number exceeds its absolute value",
    "elementary.abs_nonneg": "as an absolute value",
    "elementary.abs_le": "by the definition of the absolute value",
    "elementary.abs_lt": "by the definition of the absolute value",
    "inequalities.prod_pos": "as a product of positive factors",
    "inequalities.prod_nonneg": "as a product of factors none of which is negative",
    "inequalities.prod_le": "factor by factor",
    "inequalities.log_prod": "as the logarithm of a product is the sum of the logarithms",
    "inequalities.log_sqrt": "as the logarithm of a root is half the logarithm",
    "norms.abs_sum_le": "by the triangle inequality",
    "norms.sqrt_le": "as the root is increasing",
    "norms.sqrt_lt": "as the root is increasing",
    "norms.sqrt_nonneg": "as a root",
    "norms.sqrt_positive": "as the root of a positive number",
    "norms.sqrt_square": "as the square of a root",
    "norms.sqrt_unique": "as the root of a square",
    "norms.square_le": "by taking roots",
    "norms.square_lt": "by taking roots",
    "sums.max_eq": "member by member",
    "sums.sum_const": "as the number of its terms",
    "sums.sum_eq": "term by term",
    "sums.sum_first": "by splitting off the first term",
    "sums.sum_le": "term by term",
    "sums.sum_le_max": "as no term exceeds the maximum",
    "sums.sum_lt": "term by term",
    "sums.sum_member": "as a sum of nonnegative terms is at least each of them",
    "sums.sum_nonneg": "as a sum of terms none of which is negative",
    "sums.sum_pos": "as a sum of positive terms",
    "sums.sum_reverse": "by reversing the order of the terms",
    "sums.sum_shift": "by shifting the index",
    "sums.sum_split": "by splitting the range",
    "sums.sum_swap": "by exchanging the sums",
    "sums.sum_swap_triangle": "by exchanging the sums",
    "sums.telescope": "as the sum telescopes",
    "trigonometry.cos_high": "as no cosine is greater than 1",
    "trigonometry.cos_low": "as no cosine is less than −1",
    "trigonometry.cos_pos": "as the cosine is positive between −π/2 and π/2",
    "trigonometry.sin_high": "as no sine is greater than 1",
    "trigonometry.sin_low": "as no sine is less than −1",
    "trigonometry.sin_pos": "as the sine is positive between 0 and π",
}
NAMES = {  # theorems that have names
    "binomial_products.binomial_theorem": "the binomial theorem",
    "binomial_products.by_factorials": "the formula with factorials",
    "binomial_products.choices_next_in_row": "the quotient of neighbours in a row of Pascal's triangle",
    "binomial_products.choices_next_row": "the quotient of neighbours in a column of Pascal's triangle",
    "binomial_products.choices_symmetric": "the symmetry of binomial coefficients",
    "binomial_products.le_power": "the bound of a binomial coefficient by a power of two",
    "binomial_products.le_power_of_quotient": "the bound of a binomial coefficient by (e n/k)^k",
    "binomial_products.pascal_rule": "Pascal's rule",
    "binomial_products.powers_of_one_number": "the binomial theorem",
    "binomial_products.row_sum": "the binomial theorem",
    "binomial_products.times_factorials": "the formula with factorials",
    "classical_inequalities.abel": "Abel's inequality",
    "classical_inequalities.abel_from_above": "Abel's inequality",
    "classical_inequalities.aczel": "Aczél's inequality",
    "classical_inequalities.aczel_of_squares": "Aczél's inequality",
    "classical_inequalities.cassels": "Cassels' inequality",
    "classical_inequalities.covariance": "the Cauchy–Schwarz inequality for covariances",
    "classical_inequalities.exp_chord": "the convexity of the exponential function",
    "classical_inequalities.friedrichs": "Friedrichs' inequality",
    "classical_inequalities.gibbs": "Gibbs' inequality for two numbers",
    "classical_inequalities.gruss": "Grüss' inequality",
    "classical_inequalities.gruss_of_means": "Grüss' inequality",
    "classical_inequalities.harmonic_le": "the bound of a harmonic sum by an integral",
    "classical_inequalities.inverse_roots_le": "the bound of a sum by an integral",
    "classical_inequalities.inverse_squares_le": "the bound of a sum by an integral",
    "classical_inequalities.kantorovich": "Kantorovich's inequality",
    "classical_inequalities.le_cam": "Le Cam's inequality",
    "classical_inequalities.mahler": "Mahler's inequality",
    "classical_inequalities.majorised_squares": "Karamata's inequality for squares",
    "classical_inequalities.max_le_log_sum": "the lower bound of a log-sum-exp",
    "classical_inequalities.mean_le_max": "the bound of a weighted sum by the maximum",
    "classical_inequalities.minkowski": "Minkowski's inequality",
    "classical_inequalities.minkowski_of_three": "Minkowski's inequality",
    "classical_inequalities.pinsker": "Pinsker's inequality",
    "classical_inequalities.poincare": "Poincaré's inequality",
    "classical_inequalities.polya_szego": "the Pólya–Szegő inequality",
    "classical_inequalities.root_of_squares": "Minkowski's inequality",
    "classical_inequalities.variance": "the Bhatia–Davis inequality",
    "classical_inequalities.weighted_hoelder": "Hölder's inequality",
    "elementary.bernoulli": "Bernoulli's inequality",
    "elementary.bernoulli_concave": "Bernoulli's inequality",
    "elementary.log_gibbs": "Gibbs' inequality for two numbers",
    "elementary.log_tangent": "the tangent of the logarithm at u",
    "inequalities.cauchy_schwarz_of_members": "the Cauchy–Schwarz inequality",
    "inequalities.hoelder_of_members": "Hölder's inequality",
    "inequalities.log_sum": "the log-sum inequality",
    "inequalities.mean_of_three": "the inequality of arithmetic and geometric means",
    "inequalities.prod_ge_more": "Weierstrass' product inequality",
    "inequalities.prod_ge_sum": "Weierstrass' product inequality",
    "inequalities.prod_le_exp": "the bound of a product by an exponential",
    "inequalities.recursion_le_prod": "the discrete Gronwall inequality",
    "inequalities.square_of_sum": "the Cauchy–Schwarz inequality in Titu's form",
    "inequalities.sum_by_parts": "summation by parts",
    "inequalities.weighted_cauchy_schwarz": "the Cauchy–Schwarz inequality",
    "inequalities.weighted_chebyshev": "Chebyshev's sum inequality",
    "norms.cauchy_schwarz": "the Cauchy–Schwarz inequality",
    "norms.dot_le": "the Cauchy–Schwarz inequality",
    "norms.norm_triangle": "the triangle inequality",
    "trigonometry.sin_ge_chord": "Jordan's inequality",
    "trigonometry.tan_ge": "the tangent of tan at 0",
}
EVIDENT = {  # theorems that a reader knows: their instances get no lines of their own
    *(f"trigonometry.{f}_{at}" for f in ("sin", "cos") for at in ("zero", "quarter", "half", "pi", "sixth", "third")),
    "elementary.abs_ge", "elementary.abs_nonneg", "elementary.log_inv", "elementary.log_mul", "inequalities.log_one",
    "inequalities.prod_one", "norms.sqrt_nonneg", "norms.sqrt_positive", "sums.sum_const", "sums.sum_nonneg",
    "sums.sum_pos", "trigonometry.cos_high", "trigonometry.cos_low", "trigonometry.pi_low", "trigonometry.pythagoras",
    "trigonometry.sin_high", "trigonometry.sin_low",
}  # fmt: skip
RANGES = re.compile(r", lo ≤ (hi|n)( \+ 1)?(?=,|$)|(for all \w) in range")


@cache
def theorem_phrase(name: str) -> tuple[str, str]:
    """Return what a theorem is called in a proof, and its statement from its docstring.

    >>> theorem_phrase("elementary.bernoulli")
    ("Bernoulli's inequality", 'if 1 ≤ x, then 1 + x (e^u − 1) ≤ e^(xu)')
    >>> theorem_phrase("Mine.bound")
    ('Mine.bound', '')
    """
    chapter, _, short = name.partition(".")
    doc = ""
    if chapter in MODULES:
        proof = import_module(MODULES[chapter]).chapter.proofs.get(name)
        doc = " ".join((inspect.getdoc(proof) or "").partition("\n\n")[0].split()).rstrip(".")
    premise, turnstile, statement = doc.replace("<=", "≤").replace(">=", "≥").partition(" ⊢ ")
    premise = RANGES.sub(r"\3", f", {premise}")[2:].replace(" in range", " for all i")
    doc = f"if {premise}, then {statement}" if turnstile and premise else statement or doc
    general = chapter in MODULES or not short
    return NAMES.get(name, f"the theorem “{(short or name).replace('_', ' ')}”" if general else name), doc


def boxes(tree: Json) -> int:
    """Return the number of boxes in the certificate of a computation.

    >>> boxes(["split", 0, "1/2", ["leaf", 53], ["each", 1, ["leaf", 53]]])
    2
    """
    return sum(boxes(x) for x in tree if isinstance(x, list)) or 1
