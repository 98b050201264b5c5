"""Denominators with known signs are cleared; near misses are not proved."""

from __future__ import annotations

from collections.abc import Callable

from proofs.search import decide
from proofs.search.transformations.cancellation import denominators

POSITIVE = ("x > 0", "y > 0")


def test_found(by_method: Callable[..., int]) -> None:
    assert by_method(denominators, "1/x + 1/y >= 4/(x + y)", *POSITIVE) < 50_000


def test_near_miss() -> None:
    assert decide("1/x + 1/y >= 4.01/(x + y)", POSITIVE, effort=2).answer == "refuted"
