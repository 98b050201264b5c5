"""Sums against sums over longer ranges, by means of neighbours."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search.base.failures import NotFound
from proofs.search.procedures.means_of_neighbours import means_of_neighbours

UPWIND = "0 <= c", "c <= 1", "all(v[i] == u[i] - c*(u[i] - u[i - 1]), (i, 1, n))"
NOT_NEGATIVE = "all(x[i] >= 0, (i, 1, n))"


@pytest.mark.parametrize(
    "goal, given",
    [
        ("sum(abs(v[i + 1] - v[i]), (i, 1, n - 1)) <= sum(abs(u[i + 1] - u[i]), (i, 0, n - 1))", UPWIND),
        ("sum((u[i + 1] - u[i - 1])**2, (i, 1, n)) <= 4*sum((u[i + 1] - u[i])**2, (i, 0, n))", ()),
        ("sum((x[i + 1] - x[i])**2, (i, 1, n - 1)) <= 4*sum((x[i] - m)**2, (i, 1, n))", ()),
        ("sum(max(x[i], x[i + 1]), (i, 1, n - 1)) <= 2*sum(x[i], (i, 1, n))", (NOT_NEGATIVE,)),
    ],
)
def test_found(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    of_sequences(means_of_neighbours, goal, *given)


@pytest.mark.parametrize(
    "goal, given",
    [
        ("sum(abs(v[i + 1] - v[i]), (i, 1, n - 1)) <= sum(abs(u[i + 1] - u[i]), (i, 1, n - 1))", UPWIND),
        ("sum(abs(v[i + 1] - v[i]), (i, 1, n - 1)) <= sum(abs(u[i + 1] - u[i]), (i, 0, n - 1))", UPWIND[2:]),
        ("sum((x[i + 1] - x[i])**2, (i, 1, n - 1)) <= 3*sum((x[i] - m)**2, (i, 1, n))", ()),
        ("sum(x[i]*x[i + 1], (i, 1, n - 1)) <= sum(x[i]**2, (i, 1, n))/3", ()),
        ("sum(x[i] + x[i + 1], (i, 1, n - 1)) <= 2*sum(x[i], (i, 1, n))", ()),
    ],
)
def test_near_misses(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises(NotFound):
        of_sequences(means_of_neighbours, goal, *given, effort=3.0)
