"""Products of hypotheses."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.kernel.terms import KernelError
from proofs.search.procedures.linear_combination import products_of_hypotheses

CIRCLE = ("x**2 + y**2 == 1", "y > 0")


def test_an_equation_beside_them(by_method: Callable[..., int]) -> None:
    assert by_method(products_of_hypotheses, "x**2 < 1", *CIRCLE) < 2_000


@pytest.mark.parametrize("goal, given", [("x**2 < 99/100", CIRCLE), ("x**2 < 1", CIRCLE[:1])])
def test_near_misses(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises(KernelError):
        by_method(products_of_hypotheses, goal, *given, effort=2.0)
