"""One variable less, where an equation gives it as a quotient of polynomials in the others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.decide.base.failures import NotFound
from proofs.decide.methods.fractions import quotients

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
