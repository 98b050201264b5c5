"""Roots: of products of variables, by tangents, and squared away. Near misses are not proved."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide, prove
from proofs.search.base.failures import NotFound
from proofs.search.engine import Method
from proofs.search.transformations.radicals import radicals_as_variables, tangents_of_radicals, variables_as_powers

POSITIVE = ("a > 0", "b > 0", "c > 0")
OF_FOUR = "sqrt(a/(b + c + d)) + sqrt(b/(c + d + a)) + sqrt(c/(d + a + b)) + sqrt(d/(a + b + c))"
CASES = [
    (variables_as_powers, "sqrt(a*b) + sqrt(b*c) + sqrt(c*a) <= a + b + c", POSITIVE),
    (variables_as_powers, "a**(1/3)*b**(2/3) <= (a + 2*b)/3", POSITIVE[:2]),
    (tangents_of_radicals, "sqrt(4*a + 1) + sqrt(4*b + 1) <= 2*sqrt(3)", ("a > 0", "b > 0", "a + b == 1")),
    (
        tangents_of_radicals,
        "sqrt(a**2 + b**2) + sqrt(b**2 + c**2) + sqrt(c**2 + a**2) >= sqrt(2)*(a + b + c)",
        POSITIVE,
    ),
    (tangents_of_radicals, "1/sqrt(a) >= 2/(1 + a)", POSITIVE[:1]),
    (tangents_of_radicals, "sqrt(a/(b + c)) + sqrt(b/(c + a)) + sqrt(c/(a + b)) > 2", POSITIVE),  # sharp on an edge
    (tangents_of_radicals, f"{OF_FOUR} > 2", (*POSITIVE, "d > 0")),  # where no bound is reached by all
    (tangents_of_radicals, "a/sqrt(a**2 + 8*b*c) + b/sqrt(b**2 + 8*c*a) + c/sqrt(c**2 + 8*a*b) >= 1", POSITIVE),
    (radicals_as_variables, "sqrt(a**2 + a*b) <= a + b", POSITIVE[:2]),
    (radicals_as_variables, "sqrt(x - 1) + sqrt(5 - x) <= 2*sqrt(2)", ("1 < x", "x < 5")),
]


@pytest.mark.parametrize("method, goal, given", CASES)
def test_found(with_only: Callable[..., int], method: Method, goal: str, given: tuple[str, ...]) -> None:
    assert with_only(method, goal, *given) < 100_000


@pytest.mark.parametrize(
    "method, goal, given",
    [
        (variables_as_powers, "sqrt(a*b) + sqrt(b*c) + sqrt(c*a) <= 0.999*(a + b + c)", POSITIVE),
        (tangents_of_radicals, "sqrt(4*a + 1) + sqrt(4*b + 1) <= 1.99*sqrt(3)", ("a > 0", "b > 0", "a + b == 1")),
        (tangents_of_radicals, f"{OF_FOUR} > 2.001", (*POSITIVE, "d > 0")),
        (tangents_of_radicals, "sqrt(a/b) + sqrt(b/a) > 2", POSITIVE[:2]),
        (radicals_as_variables, "sqrt(a**2 + a*b) <= 0.99*a + b/2", POSITIVE[:2]),
    ],
)
def test_near_misses(with_only: Callable[..., int], method: Method, goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises(NotFound):
        with_only(method, goal, *given)


def test_a_geometric_mean_that_is_a_variable(by_method: Callable[..., int]) -> None:
    given = (*POSITIVE, "t > 0", "t**3 == a*b*c")
    assert by_method(variables_as_powers, "a/b + b/c + c/a >= (a + b + c)/t", *given) < 50_000
    with pytest.raises(NotFound):
        by_method(variables_as_powers, "a/b + b/c + c/a >= 1.001*(a + b + c)/t", *given)


@pytest.mark.parametrize(
    "goal",
    [
        "((a + b)*(b + c)*(c + a)/8)**(1/3) >= sqrt((a*b + b*c + c*a)/3)",
        "((a**3 + b**3)/2)**(1/3) >= sqrt((a**2 + b**2)/2)",
        "(a*b)**(1/3) + c**(1/3) <= (2*(a + c)*(b + 1))**(1/3)",
    ],
)
def test_powers_of_both_sides(goal: str) -> None:
    assert prove(goal, POSITIVE, effort=60).answer == "proved"
    worse = goal.replace(">=", "> 1.001*").replace("<= (", "< 0.99*(")
    assert decide(worse, POSITIVE, effort=5).answer != "proved"


def test_factors_two_at_a_time() -> None:
    answer = prove("sqrt((1 + a**3)*(1 + b**3)) <= (a**2 + 2)*(b**2 + 2)/4", POSITIVE[:2], effort=60)
    assert answer.answer == "proved"


def test_roots_in_roots_and_roots_of_numbers_in_roots() -> None:
    box = ("1 <= x", "x <= 2", "1 <= y", "y <= 2")
    assert prove("sqrt(1 + x/sqrt(x + y)) <= 3/2", box, effort=60).answer == "proved"
    other = "sqrt(x**2 - x + 1) + sqrt(x**2 - sqrt(3)*x + 1) >= 1.42"
    assert decide(other, effort=60).answer == "refuted"
