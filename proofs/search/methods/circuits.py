"""Polynomials in positive variables, by tangents of powers of e (`proofs.search.cones.circuits`)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proofs.search.cones.circuits import circuit
from proofs.search.engine import Asked, Search, Way, method


@method("circuits")
def circuits(search: Search, asked: Asked) -> Iterator[Way]:
    """For polynomials in positive variables."""
    yield partial(circuit, search, asked.given, asked.goal, asked.box, asked.depth)
