"""Cones are begun for rational functions only, and when there is time."""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.search.certificate_theorems import theory
from proofs.search.engine import Asked, Search
from proofs.search.procedures.forms_on_cones import cones
from proofs.search.question import question


def begun(goal: str, effort: float) -> int:
    (wanted,) = question(goal)[1]
    search = Search(Proof("goal", theory()), effort, ())
    return len(list(cones.ways(search, Asked(search, [], wanted, 0))))


def test_what_it_applies_to() -> None:
    assert begun("x*y <= x**2 + 1/y", 5) == 1
    assert not begun("x*y <= exp(x)", 5) and not begun("x*y <= x**2 + 1/y", 0.1)


def test_it_works(by_method: Callable[..., int]) -> None:
    size = by_method(cones, "(a + b)*(b + c)*(c + a) >= 8*a*b*c", "a >= 0", "b >= 0", "c >= 0")
    assert size < 20_000
