"""Quotients and powers, where a product of variables is a number."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.kernel.terms import KernelError
from proofs.search.base.failures import NotFound
from proofs.search.transformations.homogenisation import powers, quotients, under_equation

POSITIVE = ("a > 0", "b > 0", "c > 0")


def test_quotients(by_method: Callable[..., int]) -> None:
    assert by_method(quotients, "(a - 1 + 1/b)*(b - 1 + 1/c)*(c - 1 + 1/a) <= 1", *POSITIVE, "a*b*c == 1") < 100_000


def test_powers(by_method: Callable[..., int]) -> None:
    by_method(powers, "1/(a + b + 1) + 1/(b + c + 1) + 1/(c + a + 1) <= 1", *POSITIVE, "a*b*c == 1")
    by_method(powers, "a + b >= 4", "a > 0", "b > 0", "a*b >= 4")


def test_a_near_miss(by_method: Callable[..., int]) -> None:
    with pytest.raises(NotFound):
        by_method(powers, "a + b >= 4.001", "a > 0", "b > 0", "a*b >= 4")


def test_other_hypotheses(by_method: Callable[..., int]) -> None:
    for given in ("a*b*c == 2", "a*b == 1"):
        with pytest.raises(ValueError):  # there is no way
            by_method(quotients, "a + b + c >= 3", *POSITIVE, given)


UNDER_EQUATIONS = [
    ("a*b + b*c + c*a >= 3", "a*b*c*(a + b + c) == 3"),
    ("a + b + c >= 3", "3 == a*b*c*(a + b + c)"),
    ("a*b + b*c + c*a > 29/10", "a*b*c*(a + b + c) == 3"),
    ("a*b*c <= 1", "2*(a**3 + b**3 + c**3) == 6"),
    ("a*b + b*c + c*a <= 3", "a**4 + b**4 + c**4 == 3"),
    ("a**2 + b**2 + c**2 <= 3", "a**3 + b**3 + c**3 == 3"),
]


@pytest.mark.parametrize("goal, equation", UNDER_EQUATIONS)
def test_an_equation_makes_powers_homogeneous(by_method: Callable[..., int], goal: str, equation: str) -> None:
    by_method(under_equation, goal, *POSITIVE, equation)


@pytest.mark.parametrize(
    "goal, equation",
    [
        ("a + b + c >= 3.001", "a*b*c*(a + b + c) == 3"),
        ("a*b*c <= 0.999", "a**3 + b**3 + c**3 == 3"),
        ("a*b*c >= -1", "a**3 + b**3 + c**3 == 3"),  # a power of a negative number says nothing
    ],
)
def test_what_an_equation_does_not_make_true(by_method: Callable[..., int], goal: str, equation: str) -> None:
    with pytest.raises((KernelError, ValueError)):
        by_method(under_equation, goal, *POSITIVE, equation, effort=0.2)


def test_powers_need_signs(by_method: Callable[..., int]) -> None:
    with pytest.raises((KernelError, ValueError)):
        by_method(under_equation, "a*b + b*c + c*a >= 3", "a > 0", "b > 0", "a*b*c*(a + b + c) == 3", effort=0.2)
