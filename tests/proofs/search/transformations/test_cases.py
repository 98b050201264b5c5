"""Roots of what may be 0: the variables that are not negative are 0 or positive."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide, prove
from proofs.search.question import read_question
from proofs.search.transformations.cases import choices, zeros_of

NOT_NEGATIVE = ("a >= 0", "b >= 0", "c >= 0")


@pytest.mark.parametrize(
    "goal, given",
    [
        ("sqrt(a**2 + 8*b) <= a + b + 2", NOT_NEGATIVE[:2]),
        ("sqrt(a**2 + b) + sqrt(b**2 + a) <= sqrt(2*(a + b)*(a + b + 1))", NOT_NEGATIVE[:2]),
        ("a/sqrt(a + 2*b) + b/sqrt(b + 2*c) + c/sqrt(c + 2*a) >= 1", ("a > 0", "b > 0", "c > 0", "a + b + c == 1")),
    ],
)
def test_roots(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(choices, goal, *given) < 100_000


@pytest.mark.parametrize(
    "root, names", [("sqrt(a**2 + 8*b*c)", "abc"), ("sqrt(a + 1)", "a"), ("sqrt(a - b)", ""), ("abs(a)", "")]
)
def test_zeros(root: str, names: str) -> None:
    (goal,) = read_question(f"0 <= {root}", []).goals
    assert "".join(v.args[0] for v in zeros_of(goal.args[1])) == names


def test_either_sign_of_what_is_small() -> None:
    assert prove("abs(exp(x) - 1 - x - x**2/2) <= 3/100000", given=["abs(x) <= 1/20"]).answer == "proved"
    assert decide("abs(exp(x) - 1 - x - x**2/2) <= 2/100000", given=["abs(x) <= 1/20"]).answer == "refuted"
    assert prove("abs(exp(x) - 1) >= x/2 - x**2", given=["x >= -1"]).answer == "proved"


def test_a_product_under_a_root_vanishes_with_a_factor() -> None:
    signs = ["x >= 0", "y >= 0", "z >= 0"]
    assert prove("(x*y*z)**(1/3) <= (x + y + z)/3", given=signs).answer == "proved"
    assert decide("(x*y*z)**(1/3) < (x + y + z)/3", given=signs, effort=2).answer == "refuted"
