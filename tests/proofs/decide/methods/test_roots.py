"""Roots of numbers in hypotheses, where what is asked is equal at such an end."""

from collections.abc import Callable

import pytest

from proofs.decide.search import Search

ENDS = {
    "x**2 > 2": ["x > sqrt(2)"],
    "x**2 < 2": ["0 < x", "x < sqrt(2)"],
    "x**3 <= 2*x": ["0 <= x", "x <= sqrt(2)"],
    "x**3 >= 5": ["x >= 5**(1/3)"],
}


@pytest.mark.parametrize("goal", ENDS)
def test_equality_at_a_root_of_a_number(by_search: Callable[..., int], goal: str) -> None:
    assert by_search(Search.prove, goal, *ENDS[goal]) < 200_000
