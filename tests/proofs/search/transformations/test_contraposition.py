"""Contraposition: bounds from what is known of a function. Bounds that do not follow are not proved."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search.base.failures import NotFound
from proofs.search.engine import Search
from proofs.search.question import read_question
from proofs.search.transformations.contraposition import bounded_variable, contraposition


@pytest.mark.parametrize(
    "goal, given",
    [
        ("8 <= x", ("x > 0", "log(x) == 3*log(2)")),
        ("x >= 2", ("x**3 >= 8",)),
        ("x > 2", ("x > 0", "x**3 + x > 10")),
        ("x <= 1", ("x > 0", "x*exp(x) <= exp(1)")),
        ("x <= log(5)", ("exp(x) <= 5",)),
        ("a <= b", ("a >= 0", "b >= 0", "a**2 <= b**2")),
        ("a < b", ("exp(a) < exp(b)",)),
    ],
)
def test_found(by_search: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_search(Search.prove, goal, *given) < 200_000


@pytest.mark.parametrize("goal, given", [("x >= 2", ("x**2 >= 4",)), ("x >= 201/100", ("x**3 >= 8",))])
def test_what_does_not_follow(with_only: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises(NotFound):
        with_only(contraposition, goal, *given)


def test_what_is_a_bound() -> None:
    def read(text: str) -> bool:
        (goal,) = read_question(text, []).goals
        return bounded_variable(goal) is not None

    assert all(map(read, ("x <= 3", "2*x + 1 > log(5)", "x < y", "x >= sqrt(2)")))
    assert not any(map(read, ("x**2 <= 3", "x + y <= 1", "x*y <= 0", "1 <= 2*log(3)")))
