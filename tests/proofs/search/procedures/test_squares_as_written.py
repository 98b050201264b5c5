"""Squares are seen as they are written."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.kernel.terms import KernelError
from proofs.search.procedures.sum_of_squares import squares_as_written


def test_found(by_method: Callable[..., int]) -> None:
    by_method(squares_as_written, "(a + 10*b)**2 + 5*(c - d)**2 + (b - 2*c)**4 + 10*(a - d)**4 >= 0")
    by_method(squares_as_written, "x*(x - y)**2 + 3*y >= 0", "x >= 0", "y > 0")


@pytest.mark.parametrize("goal", ["(a - b)**3 >= 0", "(a - b)**2 - (a + b)**2 >= 0", "(a - b)**2 >= 1"])
def test_not_found(by_method: Callable[..., int], goal: str) -> None:
    with pytest.raises(KernelError):
        by_method(squares_as_written, goal)
