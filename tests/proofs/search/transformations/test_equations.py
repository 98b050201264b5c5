"""Equations: identities of quotients, and quadratics that are 0 at one point only."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide, prove
from proofs.search.engine import Search
from proofs.search.question import read_question
from proofs.search.transformations.equations import zero_of_squares


@pytest.mark.parametrize(
    "goal, given",
    [
        ("1/(1 + 1/y) + 1/(1 + y) == 1", ("y > 0",)),
        ("sigmoid(x) + sigmoid(-x) == 1", ()),
        ("tanh(x) == 2*sigmoid(2*x) - 1", ()),
        ("1/x - 1/y == (y - x)/(x*y)", ("x > 0", "y < 0")),
    ],
)
def test_quotients_are_the_same(by_search: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_search(Search.prove, goal, *given) < 10_000


@pytest.mark.parametrize("goal", ["1/(1 + 1/y) + 1/(1 + y) == 2", "1/y == y", "y/y**2 == 1/y**2"])
def test_quotients_that_are_not(goal: str) -> None:
    assert decide(goal, "y > 0", effort=20).answer == "refuted"


@pytest.mark.parametrize(
    "goal, given",
    [
        ("x + y == -1", "x**2 + y**2 - 4*x + 6*y + 13 == 0"),
        ("x == 2", "4*x - x**2 >= 4"),
        ("x*y*z == 1", "x**2 + y**2 + z**2 + 3 == 2*x + 2*y + 2*z"),
        ("x + y == 0", "x**2 + x*y + y**2 <= 0"),
    ],
)
def test_found(goal: str, given: str) -> None:
    assert prove(goal, given, effort=60).answer == "proved"


@pytest.mark.parametrize("goal, given", [("x == 2", "4*x - x**2 >= 3.999"), ("x == 2", "x**2 + y**2 == 4*x")])
def test_more_than_one_point(goal: str, given: str) -> None:
    assert decide(goal, given, effort=60).answer == "refuted"


@pytest.mark.parametrize(
    "given, found",
    [
        ("x**2 + y**2 <= 0", True),
        ("x**2 + 2*x*y + y**2 <= 0", False),  # on a line
        ("x**2 - y**2 == 0", False),
        ("x**2 + y**2 == 1", False),
        ("0 <= 2*x - x**2 - 1", True),
        ("x**2 + y**2 >= 0", False),
        ("x**2 < 0", False),
        ("x**3 == 0", False),
        ("x + 1/x == 2", False),
    ],
)
def test_zeros(given: str, found: bool) -> None:
    (hypothesis,) = read_question("x <= 1", [given]).given
    assert (zero_of_squares(hypothesis) is not None) is found
