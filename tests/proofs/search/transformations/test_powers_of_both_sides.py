"""Powers of both sides, strict and weak, from above and from below."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search.base.failures import LimitReached, NotFound
from proofs.search.transformations.logarithms import raised_to_denominator

POSITIVE = ("x > 0", "y > 0", "p >= 1")


@pytest.mark.parametrize(
    "goal, given",
    [
        ("((x**p + y**p)/2)**(1/p) >= (x + y)/2", POSITIVE),
        ("(x**p + y**p)**(1/p) <= x + y", POSITIVE),
        ("(x + 1)**(1/p) < x + 1", ("x > 0", "p > 1")),
    ],
)
def test_found(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(raised_to_denominator, goal, *given) < 100_000


@pytest.mark.parametrize(
    "goal",
    ["((x**p + y**p)/2)**(1/p) > (x + y)/2", "((x**p + y**p)/2)**(1/p) <= (x + y)/2", "(x**p + y**p)**(1/p) >= x + y"],
)
def test_near_misses(by_method: Callable[..., int], goal: str) -> None:
    with pytest.raises((NotFound, LimitReached)):
        by_method(raised_to_denominator, goal, *POSITIVE, effort=1)
