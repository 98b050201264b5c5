"""Sums of logarithms, compared by products; powers of e, compared by their exponents."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.kernel.terms import KernelError
from proofs.search.engine import Method
from proofs.search.transformations.logarithms import exp_of_both_sides, log_of_both_sides, named_powers


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


POWERS = [
    (named_powers, "exp(x) + exp(2*x) <= 6", ("x <= log(2)",)),
    (named_powers, "exp(x)*y >= y + 1", ("x >= log(2)", "y >= 1")),
    (named_powers, "exp(c) + exp(-c) >= 4", ("c >= log(2 + sqrt(3))",)),
    (named_powers, "exp(x) + exp(-3*x) <= 3", ("x >= 0", "x <= log(2)")),
    (named_powers, "(1 + exp(x))**3 >= (1 + a)**3", ("x >= log(a)", "a > 0")),
    (log_of_both_sides, "2*exp(-2*n*t**2) <= d", ("n > 0", "d > 0", "t**2 >= log(2/d)/(2*n)")),
    (log_of_both_sides, "2*n*exp(-2*n*t**2) <= d", ("n > 0", "d > 0", "t**2 >= log(2*n/d)/(2*n)")),
    (log_of_both_sides, "n*exp(-s*t) >= d", ("d > 0", "s*t <= log(n/d)", "n > 0")),
]


@pytest.mark.parametrize("method, goal, given", POWERS)
def test_powers_of_e_compared(by_method: Callable[..., int], method: Method, goal: str, given: tuple[str, ...]) -> None:
    by_method(method, goal, *given, effort=1.0)


@pytest.mark.parametrize(
    "method, goal, given",
    [
        (named_powers, "exp(x) + exp(2*x) <= 59/10", ("x <= log(2)",)),
        (named_powers, "exp(x) + exp(-3*x) <= 2", ("x >= 0", "x <= log(2)")),
        (named_powers, "exp(x) + x >= 2", ("x >= log(2)",)),  # x stands outside of powers, too
        (log_of_both_sides, "2*exp(-2*n*t**2) <= d", ("n > 0", "d > 0", "t**2 >= log(1/d)/(2*n)")),
        (log_of_both_sides, "n*exp(-s*t) >= d", ("d < 0", "s*t <= log(n/d)", "n < 0")),
    ],
)
def test_near_misses_of_powers(
    by_method: Callable[..., int], method: Method, goal: str, given: tuple[str, ...]
) -> None:
    with pytest.raises((KernelError, ValueError)):
        by_method(method, goal, *given, effort=1.0)
