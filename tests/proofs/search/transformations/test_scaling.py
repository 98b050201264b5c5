"""Roots of numbers in the coefficients, which variables take up."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.kernel.normal import canonical
from proofs.kernel.terms import num
from proofs.search.base.failures import NotFound
from proofs.search.question import read_question
from proofs.search.transformations.scaling import scaled_by_roots, scaling_powers

IMO_2006_3 = "a*b*(a**2 - b**2) + b*c*(b**2 - c**2) + c*a*(c**2 - a**2)"


def stretched_by(formula: str, root: int, q: int) -> dict[str, int] | None:
    (goal,) = read_question(f"{formula} >= 0", ["x > 0"]).goals
    found = scaling_powers(canonical(goal.args[1]), num(root), q)
    return None if found is None else {str(v.args[0]): g for v, g in found.items()}


@pytest.mark.parametrize(
    "formula, root, q, by",
    [
        ("x**2 - sqrt(2)*x*y + 3*y**4", 2, 2, {"x": 0, "y": 1}),
        ("x**3 - x + 1/(3*sqrt(3))", 3, 2, {"x": 1}),
        ("sqrt(2)*x*y + sqrt(2)*x", 2, 2, {"x": 0, "y": 0}),
        ("x**3 + 2**(2/3)*x*y + y**3", 2, 3, {"x": 0, "y": 1}),
        ("x**2 + sqrt(2)*x + 1", 2, 2, {"x": 1}),
        ("x**2 + sqrt(2)*x*y + x + y", 2, 2, None),
        ("x**2 + x + 1", 2, 2, None),
        ("exp(x) + sqrt(2)*x", 2, 2, None),
    ],
)
def test_the_choice(formula: str, root: int, q: int, by: dict[str, int] | None) -> None:
    assert stretched_by(formula, root, q) == by


@pytest.mark.parametrize(
    "goal, given",
    [
        ("x*(1 - x**2) <= 2/(3*sqrt(3))", ("x > 0",)),
        ("a*b + b*c <= (a**2 + b**2 + c**2)/sqrt(2)", ()),
        ("x*y*z <= 1/(3*sqrt(3))", ("x**2 + y**2 + z**2 == 1",)),
        ("x**2*y <= 2**(2/3)/3*(x**3 + y**3)", ("x > 0", "y > 0")),
        ("y**2 + 2*sqrt(2)*x*y + 2*x**2 > 0", ("x*y > sqrt(2)", "x > 0")),
        (f"{IMO_2006_3} <= 9/(16*sqrt(2))*(a**2 + b**2 + c**2)**2", ()),
    ],
)
def test_found(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(scaled_by_roots, goal, *given) < 40_000


@pytest.mark.parametrize(
    "goal, given",
    [
        ("x*(1 - x**2) <= 2/(3*sqrt(3)) - 1/1000", ("x > 0",)),
        ("a*b + b*c <= (a**2 + b**2 + c**2)*sqrt(2)/3", ()),
        ("x*y*z <= 1/(3*sqrt(3)) - 1/1000", ("x**2 + y**2 + z**2 == 1",)),
        ("y**2 + sqrt(2)*x*y + x < 0", ("x > -1",)),
    ],
)
def test_near_misses(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises((NotFound, ValueError)):
        by_method(scaled_by_roots, goal, *given, effort=1.0)
