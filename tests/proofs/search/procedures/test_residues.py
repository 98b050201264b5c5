"""Equations that no integers satisfy, and those that look like them."""

from collections.abc import Callable

import pytest

from proofs.builder.proof import Proof
from proofs.search.certificate_theorems import theory
from proofs.search.engine import Asked, Search
from proofs.search.procedures.diophantine import residues
from proofs.search.question import read_question

IMPOSSIBLE = {
    "2*x + 3*y != 1/2": ["integer x, y"],
    "n*(n + 1) != 7": ["integer n"],
    "x**2 != 4*y + 3": ["integer x, y"],
    "x**3 != 7*y + 2": ["integer x, y"],
    "x**2 + y**2 != 4*z + 3": ["integer x, y, z"],
    "x**2 != 3": ["integer x"],
    "x < y": ["integer x, y", "6*x == 4*y + 1"],
}
POSSIBLE = {
    "x**2 != 4*y + 1": ["integer x, y"],
    "2*x + 3*y != 1": ["integer x, y"],
    "2*x != 3": [],  # not of integers
    "x**2 != 2*x*y + 1": ["integer x"],
    "2**x != 3*y": ["integer x, y"],
}


@pytest.mark.parametrize("goal", IMPOSSIBLE)
def test_no_integers_satisfy_it(by_method: Callable[..., int], goal: str) -> None:
    assert by_method(residues, goal, *IMPOSSIBLE[goal]) < 200_000


@pytest.mark.parametrize("goal", POSSIBLE)
def test_nothing_is_tried(goal: str) -> None:
    asked = read_question(goal, POSSIBLE[goal])
    (wanted,) = asked.goals
    ways = residues.ways(Search(Proof("goal", theory()), 0, ()), Asked(None, asked.given, wanted, 0))
    assert not [*ways]
