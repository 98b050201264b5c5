"""Integers: the least value by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term
from proofs.search.engine import Asked, Search
from proofs.search.transformations.integers import integer_steps, least_values, reals

ASKED = "least value apart", "one value", "as reals", "residues", "linear", "sign chart"


@pytest.mark.parametrize(
    "goal, equation",
    [
        ("x <= 2", "x*y == x + y"),
        ("x <= 6", "1/x + 1/y == 1/2"),
    ],
)
def test_found(by_search: Callable[..., int], goal: str, equation: str) -> None:
    def found(search: Search, given: Sequence[Term], wanted: Term) -> Fact:
        fact = search.attempt("least", least_values.ways(search, Asked(search, given, wanted, 0)))
        assert fact is not None
        return fact

    given = ("integer x", "integer y", "x > 0", "y > 0", equation)
    assert by_search(found, goal, *given, others=ASKED) < 50_000


def test_only_what_an_equation_is_about(by_search: Callable[..., int]) -> None:

    def ways(search: Search, given: list[Term], goal: Term) -> Fact:
        asked = Asked(search, given, goal, 0)
        assert len(list(least_values.ways(search, asked))) == 1
        return search.prove(given, goal)

    by_search(ways, "x <= 2", "integer x", "integer y", "x >= 0", "y >= 1", "x*x == 4", "y >= x - 5")


@pytest.mark.parametrize("given", [("x < y",), ("abs(x - y) > 0",)])
def test_strict_inequalities_between_integers_leave_one(by_method: Callable[..., int], given: tuple[str, ...]) -> None:
    assert by_method(reals, "(x - y)**2 >= 1", "integer x", "integer y", *given) < 50_000


def test_less_than_one_more(by_method: Callable[..., int]) -> None:
    assert by_method(integer_steps, "x + y <= 3", "integer x", "integer y", "2*x + 2*y <= 7") < 50_000
    with pytest.raises(ValueError):
        by_method(integer_steps, "x + y <= 2", "integer x", "integer y", "2*x + 2*y <= 7", effort=1.0)
