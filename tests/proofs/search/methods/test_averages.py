"""Roots of averages are above averages of roots. Sums that are not made of averages are not proved."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from proofs.search import decide
from proofs.search.methods.averages import averages

POSITIVE = ("a > 0", "b > 0", "c > 0")
TRIANGLE = (*POSITIVE, "a < b + c", "b < c + a", "c < a + b")
SIDES = "sqrt(a + b - c) + sqrt(b + c - a) + sqrt(c + a - b)"
ROOTS = "sqrt(a) + sqrt(b) + sqrt(c)"
MEANS = "sqrt((2*a + b)/3) + sqrt((2*b + c)/3) + sqrt((2*c + a)/3)"


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (f"{SIDES} <= {ROOTS}", TRIANGLE),
        (f"{SIDES} < {ROOTS} + 1/100", TRIANGLE),
        (f"{ROOTS} <= {MEANS}", POSITIVE),
        (f"{ROOTS} <= {MEANS} + sqrt(a*b)", POSITIVE),
        ("sqrt(x + 1) + sqrt(x - 1) <= 2*sqrt(x)", ("x >= 1",)),
    ],
)
def test_found(by_method: Callable[..., int], goal: str, given: Sequence[str]) -> None:
    assert by_method(averages, goal, *given) < 100_000


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (f"{SIDES} <= 0.999*({ROOTS})", TRIANGLE),
        (f"{SIDES} >= {ROOTS}", TRIANGLE),
        (f"{SIDES} < {ROOTS}", TRIANGLE),
        (f"1.001*({ROOTS}) <= {MEANS}", POSITIVE),
        ("sqrt(x + 1) + sqrt(x - 1) <= 2*sqrt(x - 1/100)", ("x >= 1",)),
    ],
)
def test_near_misses(by_method: Callable[..., int], goal: str, given: Sequence[str]) -> None:
    with pytest.raises(ValueError):
        by_method(averages, goal, *given)
    assert decide(goal, given, effort=5).answer != "proved"
