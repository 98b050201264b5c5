"""Variables shifted to where a logarithm is not defined, or to a zero."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term
from proofs.search import decide, prove
from proofs.search.base.failures import NotFound
from proofs.search.engine import Search
from proofs.search.transformations.substitution import by_shift, shift_nearby


def test_found(by_method: Callable[..., int]) -> None:
    assert by_method(shift_nearby, "log(x - 1) <= x - 2", "x > 1", "x <= 17/16") < 200_000


def test_what_is_not_linear_is_left_alone(by_search: Callable[..., int]) -> None:
    def squared(search: Search, given: Sequence[Term], goal: Term) -> Fact:
        (x,) = goal.free
        return by_shift(search, given, goal, x * x - x, x, 0)

    with pytest.raises(NotFound, match="constant"):
        by_search(squared, "log(x**2 - x) <= x**2 - x - 1", "x > 1")


@pytest.mark.parametrize(
    "goal, given",
    [
        ("c*exp(1) < 1", "c < exp(-1)"),
        ("c < sqrt(1/2) + sqrt(1 - 1/2)", "c < sqrt(2)"),
        ("-log(1/2) < c/4", "4*log(2) < c"),
    ],
)
def test_the_distance_from_an_irrational_end(goal: str, given: str) -> None:
    assert prove(goal, given).answer == "proved"
    assert decide(goal.replace("<", "<="), given.replace("<", "<=")).answer == "proved"
    assert decide(goal, given.replace("<", "<=")).answer == "refuted"


def test_the_distance_is_the_method() -> None:
    assert prove("c*exp(1) < 1", "c < exp(-1)").methods == ("shift",)


@pytest.mark.parametrize(
    "goal, given",
    [
        ("exp(x) >= 2 + 2*(x - log(2))", ()),
        ("exp(x) + exp(-x) >= 5/2 + 3/2*(x - log(2))", ()),
        ("cos(x) <= sqrt(2)/2 - sqrt(2)/2*(x - pi/4)", ("x >= 0", "x <= pi/2")),
    ],
)
def test_tangents_at_an_irrational_point(goal: str, given: Sequence[str], is_proved: Callable[..., int]) -> None:
    assert is_proved(goal, given) > 0


def test_no_tangent() -> None:
    assert decide("exp(x) >= 2 + 21/10*(x - log(2))").answer == "refuted"
