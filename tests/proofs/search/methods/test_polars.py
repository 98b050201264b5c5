"""The length of a sum of vectors is below the sum of their lengths. Longer sums are not proved."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide
from proofs.search.methods.polars import polars

SUMMANDS = "sqrt(a**2 + x**2) + sqrt(b**2 + y**2) + sqrt(c**2 + z**2)"
WITH_ONE = "sqrt(a**2 + 1) + sqrt(b**2 + 4)"


@pytest.mark.parametrize(
    "goal",
    [
        f"{SUMMANDS} >= sqrt((a + b + c)**2 + (x + y + z)**2)",
        f"{WITH_ONE} >= sqrt((a + b)**2 + 9)",
        f"{WITH_ONE} >= sqrt((a - b)**2 + 9)",
        f"{WITH_ONE} >= sqrt((a + b)**2 + 8)",
        "sqrt(a**2 + a*x + x**2) + sqrt(b**2 + b*y + y**2) >= sqrt((a + b)**2 + (a + b)*(x + y) + (x + y)**2)",
    ],
)
def test_found(by_method: Callable[..., int], goal: str) -> None:
    assert by_method(polars, goal) < 100_000


@pytest.mark.parametrize(
    "goal",
    [
        f"{SUMMANDS} >= sqrt((a + b + c)**2 + 1.01*(x + y + z)**2)",
        f"{SUMMANDS} > sqrt((a + b + c)**2 + (x + y + z)**2)",
        f"{WITH_ONE} >= sqrt((a + b)**2 + 10)",
        f"{WITH_ONE} <= sqrt((a + b)**2 + 9)",
    ],
)
def test_near_misses(by_method: Callable[..., int], goal: str) -> None:
    with pytest.raises(ValueError):
        by_method(polars, goal)
    assert decide(goal).answer == "refuted"
