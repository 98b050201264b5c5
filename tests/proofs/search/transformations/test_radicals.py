"""Roots of numbers in hypotheses, where what is asked is equal at such an end; roots squared away, or left out."""

from collections.abc import Callable

import pytest

from proofs.search import decide, prove
from proofs.search.base.failures import NotFound
from proofs.search.engine import Search
from proofs.search.transformations.radicals import radicals_as_variables, roots_dropped, squares_of_several

ENDS = {
    "x**2 > 2": ["x > sqrt(2)"],
    "x**2 < 2": ["0 < x", "x < sqrt(2)"],
    "x**3 <= 2*x": ["0 <= x", "x <= sqrt(2)"],
    "x**3 >= 5": ["x >= 5**(1/3)"],
}


@pytest.mark.parametrize("goal", ENDS)
def test_equality_at_a_root_of_a_number(by_search: Callable[..., int], goal: str) -> None:
    assert by_search(Search.prove, goal, *ENDS[goal]) < 200_000


TRIANGLE = ("a > 0", "b > 0", "c > 0", "a < b + c", "b < c + a", "c < a + b")


@pytest.mark.parametrize(
    "method, goal, given",
    [
        (roots_dropped, "a < b + c + 2*sqrt(b)*sqrt(c)", TRIANGLE),
        (radicals_as_variables, "sqrt(x)*(1 - sqrt(x)) <= 1/4", ["x >= 0"]),
    ],
)
def test_found(with_only: Callable[..., int], method: object, goal: str, given: list[str]) -> None:
    assert with_only(method, goal, *given) < 200_000


@pytest.mark.parametrize("goal", ["2*x - 1 < 2*sqrt(x**2 - x + 1)", "abs(sqrt(x**2 + x + 1) - sqrt(x**2 - x + 1)) < 1"])
def test_all_that_has_no_root_on_one_side(goal: str) -> None:
    assert prove(goal, effort=60).answer == "proved"
    assert decide(goal.replace("- 1 <", "- 9/10 <").replace("< 1", "< 99/100"), effort=5).answer != "proved"


def test_a_root_below_the_sum_of_two() -> None:
    assert prove("sqrt(a) < sqrt(b) + sqrt(c)", TRIANGLE, effort=60).answer == "proved"


@pytest.mark.parametrize(
    "method, goal",
    [(squares_of_several, "sqrt(a) < sqrt(b) + 0.9*sqrt(c)"), (roots_dropped, "2*a < b + c + 1.9*sqrt(b)*sqrt(c)")],
)
def test_near_misses(with_only: Callable[..., int], method: object, goal: str) -> None:
    with pytest.raises(NotFound):
        with_only(method, goal, *TRIANGLE[:4])
    assert decide(goal, TRIANGLE[:4]).answer == "refuted"


def test_roots_of_products() -> None:
    inside = ["0 <= p <= 1", "0 <= q <= 1"]
    assert prove("sqrt(p*q) + sqrt((1 - p)*(1 - q)) <= 1", given=inside).answer == "proved"
    assert decide("sqrt(p*q) + sqrt((1 - p)*(1 - q)) <= 99/100", given=inside, effort=2).answer == "refuted"
