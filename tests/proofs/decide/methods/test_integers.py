"""Integers: the least value by itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.decide.methods.integers import least_values
from proofs.decide.search import Asked, Search
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term


@pytest.mark.parametrize(
    "goal, equation",
    [
        ("x <= 2", "x*y == x + y"),
        ("x <= 6", "1/x + 1/y == 1/2"),
    ],
)
def test_found(by_search: Callable[..., int], goal: str, equation: str) -> None:
    given = ("integer x", "integer y", "x > 0", "y > 0", equation)
    assert by_search(Search.prove, goal, *given) < 50_000


def test_only_what_an_equation_is_about(by_search: Callable[..., int]) -> None:

    def ways(search: Search, given: list[Term], goal: Term) -> Fact:
        asked = Asked(search, given, goal, 0)
        assert len(list(least_values.ways(search, asked))) == 1
        return search.prove(given, goal)

    by_search(ways, "x <= 2", "integer x", "integer y", "x >= 0", "y >= 1", "x*x == 4", "y >= x - 5")
