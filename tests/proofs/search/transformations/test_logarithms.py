"""Sums of logarithms, compared by products."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.kernel.terms import KernelError
from proofs.search.transformations.logarithms import exp_of_both_sides


@pytest.mark.parametrize(
    "goal, given",
    [
        ("softplus(x) - softplus(-x) == x", ()),
        ("log(sigmoid(x)) == -softplus(-x)", ()),
        ("log(x**2 - y**2) == log(x - y) + log(x + y)", ("x > y", "y > 0")),
        ("2*log(sqrt(1 + x**2)) == log(1 + x**2)", ()),
        ("log(cosh(x)) == x - log(2) + log(1 + exp(-2*x))", ()),
        ("log2(8*x) == 3 + log2(x)", ("x > 0",)),
        ("log(1 + x)/log(10) - log(x)/log(10) == log10(1 + 1/x)", ("x > 0",)),
        ("log(cosh(x)) >= x - log(2)", ()),
        ("log(1 + x*y) <= log(1 + x) + log(1 + y)", ("x >= 0", "y >= 0")),
        ("log(3) + log(x**2 + y**2 + z**2) >= 2*log(x + y + z)", ("x > 0", "y > 0", "z > 0")),
        ("log2(x) + log2(y) < 2*log2((x + y)/2)", ("0 < x", "x < y")),
    ],
)
def test_found(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(exp_of_both_sides, goal, *given) < 20_000


@pytest.mark.parametrize(
    "goal, given",
    [
        ("softplus(x) - softplus(-x) == 2*x", ()),
        ("log(x + y) == log(x) + log(y)", ("x > 0", "y > 0")),
        ("log(x*y) == log(x) + log(y)", ("x*y > 0",)),
        ("log2(9*x) == 3 + log2(x)", ("x > 0",)),
        ("log2(x) == log10(x)", ("x > 0",)),
        ("log(cosh(x)) >= x - log(3/2)", ()),
        ("log(x)/log(1/2) + log(y)/log(1/2) <= 2*log((x + y)/2)/log(1/2)", ("x > 0", "y > 0")),
    ],
)
def test_near_misses(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises((KernelError, ValueError)):
        by_method(exp_of_both_sides, goal, *given, effort=1.0)
