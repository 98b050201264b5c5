"""Room by a strict hypothesis: goals that are sharp where it fails. Near misses are not proved."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide
from proofs.search.base.failures import NotFound
from proofs.search.procedures.sum_of_squares import strict_squares

FOUR = ("a >= 0", "b >= 0", "c >= 0", "d >= 0", "d < a + b + c")


@pytest.mark.parametrize(
    "goal, given",
    [("a**2 + b**2 + c**2 > d**2/3", FOUR), ("x**2 + y**2 > 2*x*y", ("x < y",)), ("a**2 > b**2", ("b >= 0", "b < a"))],
)
def test_found(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(strict_squares, goal, *given) < 200_000


@pytest.mark.parametrize(
    "goal, given",
    [("a**2 + b**2 + c**2 > d**2/2.9", FOUR), ("x**2 + y**2 > 2.1*x*y", ("x < y",)), ("a**2 > b**2", ("b < a",))],
)
def test_near_misses(with_only: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises(NotFound):
        with_only(strict_squares, goal, *given)
    assert decide(goal, given).answer == "refuted"
