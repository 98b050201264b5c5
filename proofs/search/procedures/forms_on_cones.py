"""Forms on cones: coefficients and orders of the variables, and weighted AM–GM inequalities.

Affine hypotheses become the variables, the question is homogenised, and the form is shown to be nonnegative by its
coefficients in every order (`proofs.search.cones`). Circuits certify a sum of exponentials by tangents at one point
(Iliman and de Wolff, 2016). For example, x**6 + x**3*y**3 + x**2*y**2*z**2 <= 4/3*(x**6 + y**6 + z**6) for x, y, z > 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proofs.search.base.formulas import is_rational
from proofs.search.cones.circuits import circuit
from proofs.search.cones.homogeneous import proved
from proofs.search.engine import Asked, Search, Way, method


@method("cones", share=0.4)
def cones(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof on a cone, for rational functions."""
    if search.has_long and is_rational(asked.goal):
        yield partial(proved, search, asked.given, asked.goal, asked.depth)


@method("circuits")
def circuits(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof by circuits, for polynomials in positive variables."""
    yield partial(circuit, search, asked.given, asked.goal, asked.box, asked.depth)
