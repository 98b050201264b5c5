"""Rational functions on cones: homogeneous forms in variables that are affine hypotheses.

- as they are;
- where a b c = 1: a = x, b = 1/z, c = z/x, or all as cubes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proofs.search.base.formulas import is_rational
from proofs.search.cones.homogeneous import proved
from proofs.search.engine import Asked, Search, Way, method


@method("cones", share=0.4)
def cones(search: Search, asked: Asked) -> Iterator[Way]:
    """For rational functions of real variables."""
    if search.has_long and is_rational(asked.goal):
        yield partial(proved, search, asked.given, asked.goal, asked.depth)
