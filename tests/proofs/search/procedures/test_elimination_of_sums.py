"""Tests for proofs/search/procedures/elimination_of_sums.py."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search.base.failures import LimitReached, NotFound
from proofs.search.procedures.elimination_of_sums import sums_out

SIZE = ["integer n", "n >= 1"]
STEP = [
    "a > 0",
    "m > 0",
    "L > 0",
    "a*L <= 1",
    "sum(g[i]*(x[i] - s[i]), (i, 1, n)) >= F + m/2*sum((x[i] - s[i])**2, (i, 1, n))",
    "sum(g[i]**2, (i, 1, n)) <= 2*L*F",
]
AFTER, BEFORE = "sum((x[i] - a*g[i] - s[i])**2, (i, 1, n))", "sum((x[i] - s[i])**2, (i, 1, n))"


def test_a_step_of_gradient_descent(of_sequences: Callable[..., object]) -> None:
    """The number F, of which no sign is given, goes out as well."""
    of_sequences(sums_out, f"{AFTER} <= (1 - a*m)*{BEFORE}", *STEP, size=SIZE)


@pytest.mark.parametrize(
    ("goal", "given"), [(f"{AFTER} <= (1 - 2*a*m)*{BEFORE}", STEP), (f"{AFTER} <= (1 - a*m)*{BEFORE}", STEP[:-1])]
)
def test_false_neighbours(of_sequences: Callable[..., object], goal: str, given: list[str]) -> None:
    with pytest.raises((NotFound, LimitReached)):
        of_sequences(sums_out, goal, *given, size=SIZE, effort=0.5)
