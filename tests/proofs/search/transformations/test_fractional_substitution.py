"""Equations solved by fractions: one variable less, or reciprocals as variables. Near misses are not proved."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search.base.failures import LimitReached, NotFound
from proofs.search.question import read_question
from proofs.search.transformations.substitution import (
    quotients,
    reciprocals,
    reciprocals_in,
    shifted_reciprocals,
    shifts_in,
)

POSITIVE = ("a > 0", "b > 0", "c > 0")


@pytest.mark.parametrize(
    "goal, given",
    [
        ("a + b + c >= a*b + b*c + c*a", (*POSITIVE, "a*b + b*c + c*a + a*b*c == 4")),
        ("a*b > 1", (*POSITIVE, "a*b*c == a + b + c + 2")),  # because c is positive
    ],
)
def test_found(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(quotients, goal, *given) < 50_000


def test_no_sign_is_no_quotient(by_method: Callable[..., int]) -> None:
    with pytest.raises(NotFound):
        by_method(quotients, "a*b*c >= 8", "a*b*c == a + b + c + 2")


@pytest.mark.parametrize(
    "goal, given",
    [
        ("a*b*c >= 8", (*POSITIVE, "1/(1 + a) + 1/(1 + b) + 1/(1 + c) == 1")),
        ("a*b*c <= 1/8", (*POSITIVE, "a/(1 + a) + b/(1 + b) + c/(1 + c) == 1")),
        ("(a - 1)*(b - 1)*(c - 1) >= 8", ("a > 1", "b > 1", "c > 1", "1/a + 1/b + 1/c == 1")),
        ("a + 2*b >= 9/4", (*POSITIVE[:2], "1/(2*a) + 1/b == 2")),
    ],
)
def test_reciprocals(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(reciprocals, goal, *given) < 50_000


def test_reciprocals_that_are_not_enough(by_method: Callable[..., int]) -> None:
    with pytest.raises((NotFound, LimitReached)):
        by_method(reciprocals, "a*b*c >= 8.001", *POSITIVE, "1/(1 + a) + 1/(1 + b) + 1/(1 + c) == 1", effort=0.5)


@pytest.mark.parametrize(
    "equation", ["1/(a + b) + 1/a == 1", "1/a + 1/a**2 == 1", "1/a + b == 1", "1/a + 1/(1 + a) == 1"]
)
def test_no_equation_between_reciprocals(equation: str) -> None:
    (given,) = read_question("a + b >= 1", [equation]).given
    assert not reciprocals_in(given)


@pytest.mark.parametrize(
    "goal, given",
    [
        ("a*b + b*c + c*a >= 2*(a + b + c)", (*POSITIVE, "a*b*c == a + b + c + 2")),
        ("1/a + 1/b + 1/c >= 3", (*POSITIVE, "a + b + c + 1 == 4*a*b*c")),
        ("1/a + 1/b + 1/c >= 4*(a + b + c)", (*POSITIVE, "a*b + b*c + c*a + 2*a*b*c == 1")),
    ],
)
def test_sums_of_reciprocals_multiplied_out(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(shifted_reciprocals, goal, *given) < 50_000


def test_shifts() -> None:
    (given,) = read_question("a + b >= 1", ["a*b*c == a + b + c + 2"]).given
    ((names, k, scale, total),) = shifts_in(given)
    assert (len(names), k, scale, total) == (3, 1, 1, 1)


@pytest.mark.parametrize("equation", ["a*b*c == a + b + c + 3", "a*b*c == 1", "a*b + b*c + c*a == 3", "a*b*c == a + b"])
def test_no_shifts(equation: str) -> None:
    (given,) = read_question("a + b >= 1", [equation]).given
    assert not list(shifts_in(given))
