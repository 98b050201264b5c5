"""Hypotheses c <= h and h <= c as equations, where all summands grow with the scale."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search.base.failures import NotFound
from proofs.search.methods.scales import level_of, on_a_level
from proofs.search.question import read_question

POSITIVE = ("x > 0", "y > 0", "z > 0")
IMO_2005 = (
    "(x**5 - x**2)/(x**5 + y**2 + z**2) + (y**5 - y**2)/(y**5 + z**2 + x**2) + (z**5 - z**2)/(z**5 + x**2 + y**2) >= 0"
)


@pytest.mark.parametrize(
    "goal, given",
    [
        (IMO_2005, "x*y*z >= 1"),
        ("1/x + 1/y + 1/z >= 3", "x**2 + y**2 + z**2 <= 3"),
        ("x**2/(1 + y) + y**2/(1 + z) + z**2/(1 + x) >= 3/2", "x*y*z >= 1"),
    ],
)
def test_found(by_method: Callable[..., int], goal: str, given: str) -> None:
    assert by_method(on_a_level, goal, *POSITIVE, given) < 300_000


@pytest.mark.parametrize(
    "goal, given",
    [
        ("1/x + 1/y + 1/z >= 3", "x**2 + y**2 + z**2 >= 3"),  # falls with the scale
        ("x + y + z <= 3", "x*y*z >= 1"),
        ("x**2 - x + y + z >= 2", "x*y*z >= 1"),  # a summand that does not grow
    ],
)
def test_near_misses(by_method: Callable[..., int], goal: str, given: str) -> None:
    with pytest.raises(NotFound, match="grow"):
        by_method(on_a_level, goal, *POSITIVE, given)


def test_what_is_a_level() -> None:
    def level(text: str) -> object:
        (goal,) = read_question(text, []).goals
        return level_of(goal)

    assert level("2*x*y >= 3").above is True  # type: ignore[attr-defined]
    assert level("x**2 + 2*y**2 <= 3").above is False  # type: ignore[attr-defined]
    for other in ("x*y > 3", "x + y**2 <= 3", "x - y <= 3", "x*y >= 0", "x*y >= -1", "1/x >= 2"):
        assert level(other) is None
