"""The tangent line trick, by itself: sums of functions of one variable each under an equation."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.kernel.terms import KernelError
from proofs.search.procedures.tangent_line_trick import tangents_of_summands

POSITIVE = ("a > 0", "b > 0", "c > 0")


@pytest.mark.parametrize(
    "goal, given",
    [
        ("a/(a**2 + 1) + b/(b**2 + 1) + c/(c**2 + 1) <= 9/10", (*POSITIVE, "a + b + c == 1")),
        ("a**2 + b**2 + c**2 >= a + b + c", (*POSITIVE, "a*b*c == 1")),
        ("exp(a) + exp(b) + exp(c) > 2", ("a + b + c == 0",)),
        ("a*log(a) + b*log(b) >= 3*log(3/2)", ("a > 0", "b > 0", "a + b == 3")),
        ("a**2 + 2*b**2 >= 2/3", ("a + b == 1",)),  # least at a = 2/3, b = 1/3
    ],
)
def test_found(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(tangents_of_summands, goal, *given) > 0


@pytest.mark.parametrize(
    "goal, given",
    [
        ("a/(a**2 + 1) + b/(b**2 + 1) + c/(c**2 + 1) <= 89/100", (*POSITIVE, "a + b + c == 1")),
        ("a**2 + 2*b**2 >= 3/4", ("a + b == 1",)),
        ("a**3 + b**3 >= 1/4", ("a + b <= 1",)),  # not an equation
        (
            "1/(a**2 + 2) + 1/(b**2 + 2) <= 1/2",
            ("a*b == 1",),
        ),  # fails for negative a and b, and the logarithm does, too
    ],
)
def test_near_misses(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises((KernelError, ValueError)):
        by_method(tangents_of_summands, goal, *given, effort=1.0)
