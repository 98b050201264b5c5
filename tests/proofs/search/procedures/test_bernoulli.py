"""Powers with variable exponents by Bernoulli's bounds. False ones, and those that need more, are not proved."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide
from proofs.search.base.failures import NotFound
from proofs.search.procedures.bernoulli import without_powers

UNIT = ("0 < x", "x < 1", "0 < y", "y < 1", "0 < z", "z < 1")


@pytest.mark.parametrize(
    "goal, given",
    [
        ("x**y + y**x > 1", ("x > 0", "y > 0")),
        ("x**y + y**z + z**x > 1", UNIT),
        ("x**y <= 1 + y*(x - 1)", UNIT),
        ("x**y >= 1 + y*(x - 1)", ("x > 0", "y >= 1")),
        ("x**y >= x/(x + y)", UNIT),
    ],
)
def test_found(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(without_powers, goal, *given) < 200_000


@pytest.mark.parametrize(
    "goal, given",
    [
        ("x**y + y**x > 1.01", ("x > 0", "y > 0")),
        ("x**y >= 1 + y*(x - 1)", UNIT),
        ("x**y <= 1 + y*(x - 1)", ("x > 0", "y >= 1")),
    ],
)
def test_near_misses(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises(NotFound):
        by_method(without_powers, goal, *given)
    assert decide(goal, given).answer == "refuted"
