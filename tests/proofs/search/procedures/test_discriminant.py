"""Quadratics with symbolic coefficients, by their square. Near misses are not proved."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.language.notation import num, reals
from proofs.search import decide
from proofs.search.base.failures import NotFound
from proofs.search.procedures.discriminant import coefficients_in, discriminants

FOUND = [
    ("a*x**2 + b*x + c > 0", ("a > 0", "b**2 < 4*a*c")),
    ("a*x**2 + b*x + c >= 0", ("a > 0", "b**2 <= 4*a*c")),
    ("(1 + a**2)*x**2 + 2*a*b*x + b**2 >= 0", ()),
]
MISSED = [
    ("a*x**2 + b*x + c > 0", ("a > 0", "b**2 <= 4*a*c")),
    ("a*x**2 + b*x + c >= 0", ("a >= -1", "b**2 <= 4*a*c")),
    ("(1 + a**2)*x**2 + 2*a*b*x + 0.9*b**2 >= 0.1*x**2 + b", ()),
]


@pytest.mark.parametrize("goal, given", FOUND)
def test_found(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(discriminants, goal, *given) < 200_000


@pytest.mark.parametrize("goal, given", MISSED)
def test_near_misses(with_only: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises(NotFound):
        with_only(discriminants, goal, *given)
    assert decide(goal, given).answer == "refuted"


def test_coefficients() -> None:
    x, a, b = reals("x a b")
    assert coefficients_in(a * x**2 + b * x + x + 3, x) == (a, 1 + b, num(3))
    assert coefficients_in(x**3 + a, x) is None
