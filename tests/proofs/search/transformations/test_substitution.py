"""Variables shifted to where a logarithm is not defined."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term
from proofs.search.base.failures import NotFound
from proofs.search.engine import Search
from proofs.search.transformations.substitution import by_shift, shift_nearby


def test_found(by_method: Callable[..., int]) -> None:
    assert by_method(shift_nearby, "log(x - 1) <= x - 2", "x > 1", "x <= 17/16") < 200_000


def test_what_is_not_linear_is_left_alone(by_search: Callable[..., int]) -> None:
    def squared(search: Search, given: Sequence[Term], goal: Term) -> Fact:
        (x,) = goal.free
        return by_shift(search, given, goal, x * x - x, x, 0)

    with pytest.raises(NotFound, match="constant"):
        by_search(squared, "log(x**2 - x) <= x**2 - x - 1", "x > 1")
