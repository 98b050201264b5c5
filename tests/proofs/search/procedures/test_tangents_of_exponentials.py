"""Powers of e by their tangents at others. Near misses are not proved."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide
from proofs.search.procedures.tangent_line import tangent_of_exponential


@pytest.mark.parametrize(
    "goal", ["exp(x) <= x + exp(x**2)", "exp(x**2) >= 1 + x**2", "exp(x) + x**2*exp(x) - x*exp(x) <= exp(x**2)"]
)
def test_powers_of_squares(is_proved: Callable[..., int], goal: str) -> None:
    assert is_proved(goal, []) < 50_000


def test_near_miss() -> None:
    assert decide("exp(x) <= x + exp(x**2) - 1/1000", effort=60).answer == "refuted"


@pytest.mark.parametrize(
    "goal, given",
    [("exp(x) >= 1 + x", ()), ("exp(x) >= exp(1)*x", ()), ("2**x > x*log(2)", ()), ("exp(x*y) >= 1 + x*y", ())],
)
def test_a_tangent_that_is_enough(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(tangent_of_exponential, goal, *given) < 3_000
