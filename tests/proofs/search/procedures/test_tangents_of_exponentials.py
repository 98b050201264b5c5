"""Powers of e by their tangents at others. Near misses are not proved."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide
from proofs.search.procedures.tangent_line import is_steep, tangent_of_exponential, tangents_of_exponentials, weakened
from proofs.search.question import read_question


@pytest.mark.parametrize(
    "goal, given",
    [
        ("exp(x) <= x + exp(x**2)", ()),
        ("exp(x**2) >= 1 + x**2", ()),
        ("exp(x) + x**2*exp(x) - x*exp(x) <= exp(x**2)", ()),
    ],
)
def test_found(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(tangents_of_exponentials, goal, *given) < 50_000


def test_near_miss() -> None:
    assert decide("exp(x) <= x + exp(x**2) - 1/1000", effort=60).answer == "refuted"


@pytest.mark.parametrize("goal, count", [("exp(x) <= x + exp(x**2)", 2), ("exp(x) >= 1 + x", 0), ("exp(x**2) <= 2", 0)])
def test_only_steep_ones_on_the_larger_side(goal: str, count: int) -> None:
    (wanted,) = read_question(goal, []).goals
    assert sum(is_steep(a) for _, a, _ in weakened(wanted.args[1] - wanted.args[0])) == count


@pytest.mark.parametrize(
    "goal, given",
    [("exp(x) >= 1 + x", ()), ("exp(x) >= exp(1)*x", ()), ("2**x > x*log(2)", ()), ("exp(x*y) >= 1 + x*y", ())],
)
def test_a_tangent_that_is_enough(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(tangent_of_exponential, goal, *given) < 3_000
