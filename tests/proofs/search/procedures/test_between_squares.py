"""Numbers between two squares, and those that may be squares."""

from collections.abc import Callable

import pytest

from proofs.builder.proof import Proof
from proofs.search.certificate_theorems import theory
from proofs.search.engine import Asked, Search
from proofs.search.procedures.diophantine import between_squares
from proofs.search.question import read_question

INTEGERS = ("integer m", "integer n")
NEVER = {
    "n**2 + n + 1 != m**2": ("n >= 1",),
    "n**2 + n + 1 != m**2 ": ("n <= -2",),
    "n**4 + n**2 + 1 != m**2": ("n >= 1",),
    "2*m**2 != 18*n**2 + 6*n + 2": ("n >= 1",),
    "n < 1": ("n**4 + 2*n**3 + 2*n**2 + 2*n + 1 == m**2", "n >= 1"),
    "n*(n + 1) != m**2": ("n >= 1",),
}
PERHAPS = {
    "n**2 + 2*n + 1 != m**2": ("n >= 1",),  # always
    "2*n**2 + 1 != m**2": ("n >= 1",),  # at n = 2
    "n**3 + 1 != m**2": ("n >= 1",),
    "n**2 + m*n + 1 != m**2": ("n >= 1",),
}


@pytest.mark.parametrize("goal", NEVER)
def test_no_squares(by_method: Callable[..., int], goal: str) -> None:
    assert by_method(between_squares, goal, *INTEGERS, *NEVER[goal]) < 200_000


@pytest.mark.parametrize("goal", PERHAPS)
def test_nothing_is_tried(goal: str) -> None:
    asked = read_question(goal, [*INTEGERS, *PERHAPS[goal]])
    (wanted,) = asked.goals
    ways = between_squares.ways(Search(Proof("goal", theory()), 0, ()), Asked(None, asked.given, wanted, 0))
    assert not [*ways]


def test_what_is_one_at_a_small_number_is_not_shown(by_method: Callable[..., int]) -> None:
    with pytest.raises(ValueError):
        by_method(between_squares, "n**2 + n + 1 != m**2", *INTEGERS, "n >= 0", effort=3.0)
