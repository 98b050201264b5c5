"""Powers as variables, and products to a power."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.kernel.terms import inv, num, var
from proofs.search.base.failures import NotFound
from proofs.search.methods.lifted import exponents_in, powers_as_variables

POSITIVE = ("a > 0", "b > 0", "c > 0", "d > 0")
FOURTH = "1/(1 + a**4) + 1/(1 + b**4) + 1/(1 + c**4) + 1/(1 + d**4) == 1"


@pytest.mark.parametrize(
    "goal, given",
    [
        ("a*b*c*d >= 3", (*POSITIVE, FOURTH)),
        ("2*a*b < 2.01", (*POSITIVE[:2], "a**2 + b**2 <= 2")),
        ("a*b <= 1", (*POSITIVE[:2], "a**3 + b**3 <= 2")),
        ("a*b >= 1", (*POSITIVE[:2], "1/a**2 + 1/b**2 <= 2")),
        ("1/(1 + a**2) + 1/(1 + b**2) + 1/(1 + c**2) >= 3/2", (*POSITIVE[:3], "a**2 + b**2 + c**2 == 3")),
    ],
)
def test_found(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(powers_as_variables, goal, *given) < 300_000


@pytest.mark.parametrize(
    "goal, given",
    [
        ("a*b >= 1", (*POSITIVE[:2], "a**3 + b**3 <= 2")),
        ("a*b <= 0.99", (*POSITIVE[:2], "a**3 + b**3 <= 2")),
        ("a + b <= 2", (*POSITIVE[:2], "a**3 + b**3 <= 2")),  # neither a product, nor of third powers
    ],
)
def test_near_misses(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises(NotFound):
        by_method(powers_as_variables, goal, *given)


def test_exponents() -> None:
    x, y = var("x", "R"), var("y", "R")
    assert exponents_in(x**4 + inv(num(1) + y**6)) == {4, 6}
    assert exponents_in(x * y**2) == {1, 2}
