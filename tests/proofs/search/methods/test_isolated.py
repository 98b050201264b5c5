"""Sums of roots by a bound of each summand. Near misses are not proved."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search.base.failures import NotFound
from proofs.search.methods.isolated import isolated

POSITIVE = ("a > 0", "b > 0", "c > 0")
QUOTIENTS = "((b + c)/a)**(-2/3) + ((c + a)/b)**(-2/3) + ((a + b)/c)**(-2/3)"
IMO = "a*(a**2 + 8*b*c)**(-1/2) + b*(b**2 + 8*c*a)**(-1/2) + c*(c**2 + 8*a*b)**(-1/2)"
FOUR = "a*(a**3 + 63*b*c*d)**(-1/3) + b*(b**3 + 63*c*d*a)**(-1/3) + c*(c**3 + 63*d*a*b)**(-1/3)"


@pytest.mark.parametrize(
    "goal, given",
    [
        (f"{QUOTIENTS} >= 3*2**(-2/3)", POSITIVE),
        (f"{IMO} >= 1", POSITIVE),
        (f"{FOUR} + d*(d**3 + 63*a*b*c)**(-1/3) >= 1", (*POSITIVE, "d > 0")),
    ],
)
def test_found(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(isolated, goal, *given) < 500_000


@pytest.mark.parametrize("goal", [f"{QUOTIENTS} >= 1.89", f"{QUOTIENTS} >= 3", f"{IMO} >= 1.01"])
def test_near_misses(with_only: Callable[..., int], goal: str) -> None:
    with pytest.raises(NotFound):
        with_only(isolated, goal, *POSITIVE)
