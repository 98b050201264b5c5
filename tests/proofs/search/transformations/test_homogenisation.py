"""Quotients and powers, where a product of variables is a number."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search.base.failures import NotFound
from proofs.search.transformations.homogenisation import powers, quotients

POSITIVE = ("a > 0", "b > 0", "c > 0")


def test_quotients(by_method: Callable[..., int]) -> None:
    assert by_method(quotients, "(a - 1 + 1/b)*(b - 1 + 1/c)*(c - 1 + 1/a) <= 1", *POSITIVE, "a*b*c == 1") < 100_000


def test_powers(by_method: Callable[..., int]) -> None:
    by_method(powers, "1/(a + b + 1) + 1/(b + c + 1) + 1/(c + a + 1) <= 1", *POSITIVE, "a*b*c == 1")
    by_method(powers, "a + b >= 4", "a > 0", "b > 0", "a*b >= 4")


def test_a_near_miss(by_method: Callable[..., int]) -> None:
    with pytest.raises(NotFound):
        by_method(powers, "a + b >= 4.001", "a > 0", "b > 0", "a*b >= 4")


def test_other_hypotheses(by_method: Callable[..., int]) -> None:
    for given in ("a*b*c == 2", "a*b == 1"):
        with pytest.raises(ValueError):  # there is no way
            by_method(quotients, "a + b + c >= 3", *POSITIVE, given)
