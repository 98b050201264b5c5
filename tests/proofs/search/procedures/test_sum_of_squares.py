"""Sums of squares times products of hypotheses, up to equations, with zeros that are known."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search.base.failures import NotFound
from proofs.search.procedures.forms_on_cones import cones
from proofs.search.procedures.sum_of_squares import large_squares, squares_alone, squares_times_ranges, two_squares

WEAK = ("a >= 0", "b >= 0", "c >= 0")
THREE_DEGREES = (*WEAK, "a**2 + b**2 + c**2 + a*b*c == 4")
CASES = [
    ("a + b + c <= {}*3", THREE_DEGREES),
    ("x + y + z <= x*y*z + {}*2", ("x**2 + y**2 + z**2 == 2",)),
    ("a**4 + b**4 + c**4 >= {}*(a**3 + b**3 + c**3)", ("a + b + c >= 3", *WEAK)),
]


@pytest.mark.parametrize("goal, given", CASES)
def test_found(with_only: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert with_only(large_squares, goal.format("1"), *given) < 100_000


def test_near_misses(with_only: Callable[..., int]) -> None:
    goal, given = CASES[0]
    with pytest.raises(NotFound):
        with_only(large_squares, goal.format("0.999"), *given)


def test_cones_ask_for_squares_where_no_equation_makes_it_homogeneous(with_only: Callable[..., int]) -> None:
    assert with_only(cones, CASES[0][0].format("1"), *THREE_DEGREES) < 100_000


@pytest.mark.parametrize("constant", ["1", "0.366"])
def test_one_variable_far_out(by_method: Callable[..., int], constant: str) -> None:
    assert by_method(squares_alone, f"x**6 + x**5 + x**4 + x**3 + x**2 + x + {constant} > 0") < 50_000
    assert by_method(squares_times_ranges, f"x**7 - x**6 + x**4 - x**2 + {constant} > 0", "x >= 0") < 50_000


def test_one_variable_near_misses(by_method: Callable[..., int]) -> None:
    with pytest.raises(NotFound):
        by_method(squares_alone, "x**6 + x**5 + x**4 + x**3 + x**2 + x + 0.364 > 0")
    with pytest.raises(NotFound):
        by_method(squares_times_ranges, "x**7 - x**6 + x**4 - x**2 + 0.29 > 0", "x >= 0")


@pytest.mark.parametrize(
    "goal, given",
    [
        ("(sin(x) - sin(y))**2 <= (x - y)**2", ()),
        ("(1/(1 + exp(-x)) - 1/(1 + exp(-y)))**2 <= (x - y)**2/16", ()),
        ("(exp(x) - exp(y))**2 <= (x - y)**2", ("x <= 0", "y <= 0")),
    ],
)
def test_a_square_is_compared_with_a_square(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(two_squares, goal, *given) < 50_000
    with pytest.raises(NotFound):
        by_method(two_squares, goal.replace("(x - y)**2", "(x - y)**2*4/5"), *given, effort=1)
