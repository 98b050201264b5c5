"""Two of three numbers on one side. What is not symmetric, or not sharp where all are equal, is left to others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide
from proofs.search.base.failures import NotFound
from proofs.search.methods.sides import two_on_one_side

POSITIVE = ("a >= 0", "b >= 0", "c >= 0")


@pytest.mark.parametrize(
    "goal, given",
    [
        ("a*b + b*c + c*a <= 2 + a*b*c", (*POSITIVE, "a**2 + b**2 + c**2 + a*b*c == 4")),
        ("a**2 + b**2 + c**2 + 2*a*b*c + 1 >= 2*(a*b + b*c + c*a)", POSITIVE),
        ("(a**2 + 2)*(b**2 + 2)*(c**2 + 2) >= 3*(a + b + c)**2", POSITIVE),
    ],
)
def test_found(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(two_on_one_side, goal, *given) < 200_000


@pytest.mark.parametrize(
    "goal, given",
    [
        ("a*b + b*c + c*a <= 1.999 + a*b*c", (*POSITIVE, "a**2 + b**2 + c**2 + a*b*c == 4")),  # not sharp there
        ("a*b + b*c + 2*c*a <= 3 + a*b*c", (*POSITIVE, "a**2 + b**2 + c**2 + a*b*c == 4")),  # not symmetric
        ("a*b + b*c + c*a <= 2 + a*b*c", (*POSITIVE, "a <= 2", "a**2 + b**2 + c**2 + a*b*c == 4")),
    ],
)
def test_not_for_others(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises(NotFound, match="not s"):
        by_method(two_on_one_side, goal, *given)


def test_false_ones_are_refuted() -> None:
    assert (
        decide("a*b + b*c + c*a <= 1.999 + a*b*c", (*POSITIVE, "a**2 + b**2 + c**2 + a*b*c == 4")).answer == "refuted"
    )
    assert decide("a**2 + b**2 + c**2 + a*b*c + 2 >= 2*(a*b + b*c + c*a)", POSITIVE).answer != "proved"
