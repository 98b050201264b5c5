"""Tests for proofs/search/transformations/shifted_sums.py."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search.base.failures import NotFound
from proofs.search.transformations.shifted_sums import alignment

GREEN = "sum(u[i]*(2*u[i] - u[i - 1] - u[i + 1]), (i, 1, n)) == sum((u[i + 1] - u[i])**2, (i, 0, n))"


@pytest.mark.parametrize(
    "goal, given",
    [
        (GREEN, ("u[0] == 0", "u[n + 1] == 0")),
        ("sum(u[i]*(u[i + 1] - u[i - 1]), (i, 1, n)) == u[n]*u[n + 1] - u[0]*u[1]", ()),
        ("sum((u[i + 1] + u[i])/2*h, (i, 0, n - 1)) == h*(sum(u[i], (i, 0, n)) - (u[0] + u[n])/2)", ()),
        ("sum(u[i]*(u[i] - u[i - 1]), (i, 1, n)) >= (u[n]**2 - u[0]**2)/2", ()),
    ],
)
def test_sums_of_neighbours(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    of_sequences(alignment, goal, *given)


@pytest.mark.parametrize(
    "goal, given",
    [
        (GREEN, ("u[0] == 0",)),
        ("sum(u[i]*(u[i + 1] - u[i - 1]), (i, 1, n)) == u[n]*u[n + 1]", ()),
        ("sum(u[i]*(u[i] - u[i - 1]), (i, 1, n)) >= (u[n]**2 + u[0]**2)/2", ()),
    ],
)
def test_members_at_the_ends_count(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises(NotFound):
        of_sequences(alignment, goal, *given, effort=3.0)
