"""Factors in one variable each, by binomials that touch them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flint import fmpq

from proofs.kernel.normal import canonical
from proofs.kernel.terms import num, var
from proofs.search.base.failures import LimitReached, NotFound
from proofs.search.methods.weaker import binomial, factors_by_binomials

POSITIVE = ("a > 0", "b > 0", "c > 0")
FIFTH = "(a**5 - a**2 + 3)*(b**5 - b**2 + 3)*(c**5 - c**2 + 3)"


@pytest.mark.parametrize(
    "goal, given",
    [
        (f"{FIFTH} >= (a + b + c)**3", POSITIVE),  # USAMO 2004
        ("(a**3 - a + 2)*(b**3 - b + 2) >= (a + b)**2", POSITIVE[:2]),
    ],
)
def test_found(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(factors_by_binomials, goal, *given) < 300_000


@pytest.mark.parametrize("goal", [f"{FIFTH} >= 1.001*(a + b + c)**3", f"{FIFTH} >= (a + b + c)**4/3"])
def test_near_misses(by_method: Callable[..., int], goal: str) -> None:
    with pytest.raises((NotFound, LimitReached)):
        by_method(factors_by_binomials, goal, *POSITIVE, effort=1)


def test_the_binomial_touches() -> None:
    x = var("x", "R")
    assert binomial(x**5 - x**2 + num(3), x, fmpq(1), 3) is canonical(x**3 + num(2))
    assert binomial(x**5 - x**2 + num(3), x, fmpq(1), 1) is None  # 3 x + 0
