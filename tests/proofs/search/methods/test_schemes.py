"""Tests for proofs/search/methods/schemes.py."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search.base.failures import NotFound
from proofs.search.engine import Method
from proofs.search.methods.schemes import maxima, squares

HEAT = "all(v[i] == u[i] + r*(u[i - 1] - 2*u[i] + u[i + 1]), (i, 1, n))"
IMPLICIT = "all(v[i] - r*(v[i - 1] - 2*v[i] + v[i + 1]) == u[i], (i, 1, n))"
UPWIND = "all(v[i] == (1 - c[i])*u[i] + c[i]*u[i - 1], (i, 1, n))"
SPEEDS = "all(c[i] >= 0, (i, 1, n))", "all(c[i] <= 1, (i, 1, n))"
HALFWAY = "all(v[i] - u[i] == r*(v[i-1] - 2*v[i] + v[i+1] + u[i-1] - 2*u[i] + u[i+1]), (i, 1, n))"
ENDS = "u[0] == 0", "u[n + 1] == 0"
ROUND = "u[0] == u[n]", "u[n + 1] == u[1]"
SUMS = "sum(v[i]**2, (i, 1, n)) <= sum(u[i]**2, (i, 1, n))"
SIZES = "max(abs(v[i]), (i, 1, n)) <= max(abs(u[i]), (i, 1, n))"


@pytest.mark.parametrize(
    ("method", "goal", "given"),
    [
        (squares, SUMS, ("0 <= r", "r <= 1/2", *ENDS, HEAT)),
        (squares, SUMS, ("0 <= r", "r <= 1/2", *ROUND, HEAT)),
        (squares, SUMS, ("0 <= r", "v[0] == 0", "v[n + 1] == 0", IMPLICIT)),
        (squares, SUMS, ("0 < r", "v[0] == 0", "v[n + 1] == 0", *ENDS, HALFWAY)),
        (maxima, SIZES, ("0 <= r", "r <= 1/2", *ENDS, HEAT)),
        (maxima, SIZES, ("0 <= r", "v[0] == 0", "v[n + 1] == 0", IMPLICIT)),
        (maxima, SIZES, (*SPEEDS, ENDS[0], UPWIND)),
    ],
)
def test_what_schemes_keep(
    of_sequences: Callable[..., object], method: Method, goal: str, given: tuple[str, ...]
) -> None:
    of_sequences(method, goal, *given)


@pytest.mark.parametrize(
    ("method", "goal", "given"),
    [
        (squares, SUMS, ("0 < r", "v[0] == 0", *ENDS, HALFWAY)),
        (squares, SUMS, ("v[0] == 0", "v[n + 1] == 0", *ENDS, HALFWAY)),
        (squares, SUMS, ("0 <= r", "r <= 1", *ENDS, HEAT)),
        (squares, SUMS, ("0 <= r", "r <= 1/2", ENDS[0], HEAT)),
        (squares, SUMS, (*SPEEDS, ENDS[0], UPWIND)),
        (maxima, SIZES, ("0 <= r", "r <= 1", *ENDS, HEAT)),
        (maxima, SIZES, ("0 <= r", "r <= 1/2", ENDS[1], HEAT)),
    ],
)
def test_what_they_do_not(
    of_sequences: Callable[..., object], method: Method, goal: str, given: tuple[str, ...]
) -> None:
    with pytest.raises(NotFound):
        of_sequences(method, goal, *given, effort=1.0)
