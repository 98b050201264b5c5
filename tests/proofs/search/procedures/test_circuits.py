"""Weighted means: also where the variables are not rational where the sides are equal."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.builder.proof import ProofError
from proofs.search.base.failures import NotFound
from proofs.search.procedures.forms_on_cones import circuits

POSITIVE = ("x > 0", "y > 0", "z > 0")


@pytest.mark.parametrize(
    "goal, given",
    [
        ("x**3 + y**3 + z**3 >= 3*x*y*z", POSITIVE),
        ("x**6 + x**3*y**3 + x**2*y**2*z**2 <= 4/3*(x**6 + y**6 + z**6)", POSITIVE),  # at x^6 = 16, y^6 = 4, z = 1
        ("2*x**3 + 1 >= 3*x**2", POSITIVE[:1]),
    ],
)
def test_found(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(circuits, goal, *given) < 50_000


def test_near_misses(by_method: Callable[..., int]) -> None:
    with pytest.raises((NotFound, ProofError)):
        by_method(circuits, "x**6 + x**3*y**3 + x**2*y**2*z**2 <= 1.333*(x**6 + y**6 + z**6)", *POSITIVE)
