"""Words for theorems of the library and for certificates of computations."""

from __future__ import annotations

import inspect
from functools import cache
from importlib import import_module

from proofs.kernel.store import Json
from proofs.theorems import MODULES

KNOWN = {
    "elementary.exp_le": "as the exponential function is increasing",
    "elementary.exp_lt": "as the exponential function is increasing",
    "elementary.log_le": "as the logarithm is increasing",
    "elementary.log_lt": "as the logarithm is increasing",
    "elementary.log_mul": "as the logarithm of a product is the sum of the logarithms",
    "elementary.log_inv": "as the logarithm of an inverse is minus the logarithm",
    "elementary.inv_pos": "as the inverse of a positive number is positive",
    "elementary.square_nonneg": "a square",
    "trigonometry.sin_low": "as no sine is less than −1",
    "trigonometry.sin_high": "as no sine is greater than 1",
    "trigonometry.cos_low": "as no cosine is less than −1",
    "trigonometry.cos_high": "as no cosine is greater than 1",
    "sums.sum_pos": "as a sum of positive terms",
    "sums.sum_nonneg": "as a sum of terms none of which is negative",
    "sums.sum_const": "as the number of its terms",
    "sums.sum_member": "as a sum of nonnegative terms is at least each of them",
    "sums.sum_eq": "term by term",
    "sums.sum_le": "term by term",
}


NAMES = {
    "inequalities.weighted_cauchy_schwarz": "the Cauchy–Schwarz inequality",
    "inequalities.log_sum": "the log-sum inequality",
}


@cache
def theorem_phrase(name: str) -> tuple[str, bool]:
    """Return the words for the use of a theorem: its known description, or its docstring's statement.

    >>> theorem_phrase("elementary.exp_le")[0]
    'as the exponential function is increasing'
    >>> theorem_phrase("elementary.bernoulli")[0]
    'by the theorem “bernoulli” (if 1 ≤ x, then 1 + x (e^u − 1) ≤ e^(xu))'
    """
    if name in KNOWN:
        return KNOWN[name], False
    chapter, _, short = name.partition(".")
    doc = ""
    if chapter in MODULES:
        proof = import_module(MODULES[chapter]).chapter.proofs.get(name)
        doc = " ".join((inspect.getdoc(proof) or "").partition("\n\n")[0].split()).rstrip(".")
    premise, turnstile, statement = doc.partition(" ⊢ ")
    doc = f"if {premise}, then {statement}" if turnstile else doc
    doc = doc.replace("<=", "≤").replace(">=", "≥")
    called = NAMES.get(name, f"the theorem “{(short or name).replace('_', ' ')}”")
    return f"by {called}" + (f" ({doc})" if doc else ""), True


def boxes(tree: Json) -> int:
    """Return the number of boxes in the certificate of a computation.

    >>> boxes(["split", 0, "1/2", ["leaf", 53], ["each", 1, ["leaf", 53]]])
    2
    """
    return sum(boxes(x) for x in tree if isinstance(x, list)) or 1
