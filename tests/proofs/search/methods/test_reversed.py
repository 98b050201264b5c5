"""Tests for proofs/search/methods/reversed.py."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search.base.failures import LimitReached, NotFound
from proofs.search.methods.reversed import under_a_square

SIZE = ["integer n", "n >= 1"]
A, B, AB = "sum(a[i]**2, (i, 1, n))", "sum(b[i]**2, (i, 1, n))", "sum(a[i]*b[i], (i, 1, n))"
ACZEL = f"(u**2 - {A})*(v**2 - {B}) <= (u*v - {AB})**2"
WEIGHTED = "(1 - sum(w[i]*x[i]**2, (i, 1, n)))*(d**2 - sum(w[i]*y[i]**2, (i, 1, n)))"
WEIGHTED += " <= (d - sum(w[i]*x[i]*y[i], (i, 1, n)))**2"
BELOW_ONE = "sum(w[i]*x[i]**2, (i, 1, n)) <= 1"


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (ACZEL, [f"u**2 > {A}"]),
        (ACZEL, ["v > 0", f"{B} <= v**2"]),
        (WEIGHTED, ["all(w[i] >= 0, (i, 1, n))", BELOW_ONE]),
    ],
)
def test_one_square_is_larger(of_sequences: Callable[..., object], goal: str, given: list[str]) -> None:
    of_sequences(under_a_square, goal, *given, size=SIZE)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (ACZEL, [f"u**2 > {A} - 1"]),
        (ACZEL.replace(AB, f"2*{AB}"), [f"u**2 > {A}"]),
        (WEIGHTED, [BELOW_ONE]),
    ],
)
def test_false_neighbours(of_sequences: Callable[..., object], goal: str, given: list[str]) -> None:
    with pytest.raises((NotFound, LimitReached)):
        of_sequences(under_a_square, goal, *given, size=SIZE, effort=0.5)
