"""A sign chart with few cuts; near misses are not proved."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search.base.failures import NotFound
from proofs.search.procedures.subdivision import coarse_chart

RANGE = ("0 <= x", "x <= 1")


def test_found(by_method: Callable[..., int]) -> None:
    assert by_method(coarse_chart, "exp(x) <= 1 + 2*x", *RANGE) < 50_000


def test_near_miss(by_method: Callable[..., int]) -> None:
    with pytest.raises(NotFound):
        by_method(coarse_chart, "exp(x) <= 1 + 1.7*x", *RANGE)
