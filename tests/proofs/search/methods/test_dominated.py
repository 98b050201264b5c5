"""Tests for proofs/search/methods/dominated.py."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search.base.failures import NotFound
from proofs.search.methods.dominated import dominated

DIAGONAL = "all(abs(b[k])*q > abs(a[k])*q + abs(c[k]), (k, 1, n))"
TWO = ("abs(y) < 1", "abs(a) <= 1", "abs(c) <= 2")


@pytest.mark.parametrize(
    "goal, given",
    [
        ("abs(g) < 1", ("g*(b - a*h) == c", "abs(b) > abs(a) + abs(c)", "abs(h) < 1")),
        ("abs(x) <= 2", ("x*(3 + d - w) + c == 0", "abs(c) <= 2", "abs(d) <= 1", "abs(w) <= 1/2")),
        ("abs(x) <= 2", ("x == c/(a*y - 2*b)", "abs(b) > 1", *TWO)),
        ("abs(x) <= u", ("x*(b + a) == c", "u > 0", "abs(a) < abs(b)", "abs(b)*u >= abs(a)*u + abs(c)")),
        ("abs(x) <= 2", ("x*(3 + d) == c", "abs(c) <= 4", "abs(d) <= 1")),
        ("abs(x[n]) < q", ("all(x[k]*(b[k] + a[k]) == c[k], (k, 1, n))", "q > 0", DIAGONAL)),
    ],
)
def test_quotients(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    of_sequences(dominated, goal, *given)


@pytest.mark.parametrize(
    "goal, given",
    [
        ("abs(g) < 1", ("g*(b - a*h) == c", "abs(b) >= abs(a) + abs(c)", "abs(h) < 1")),
        ("abs(x) <= 2", ("x == c/(a*y - 2*b)", "abs(b) > 1/2", *TWO)),
        ("abs(x) < 2", ("x*(3 + d) == c", "abs(c) <= 4", "abs(d) <= 1")),
        ("abs(x[n]) < q", ("all(x[k]*(b[k] + a[k]) == c[k], (k, 1, n))", "q > 0", DIAGONAL.replace("> ", ">= "))),
    ],
)
def test_what_does_not_dominate(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises(NotFound):
        of_sequences(dominated, goal, *given, effort=2.0)
