"""Powers of sums, member by member, where hypotheses bound the sums."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide

SIZE = "integer n", "n >= 1"
WITHIN = "sum(x[i]**2, (i, 1, n)) <= c**2", "sum(y[i]**2, (i, 1, n)) <= d**2"
SIGNS = "c >= 0", "d >= 0"
DOT = "sum(x[i]*y[i], (i, 1, n))"
OWN, SQUARED = "powers of sums, member by member", "squares of both sides"


@pytest.mark.parametrize(
    "method, goal, given",
    [
        (OWN, f"{DOT}**2 <= c**2*d**2", WITHIN),
        (SQUARED, f"abs({DOT}) <= c*d", (*SIGNS, *WITHIN)),
        (SQUARED, "sum(x[i], (i, 1, n)) <= n", ("sum(x[i]**2, (i, 1, n)) <= n",)),
        (
            OWN,
            "sum(x[i]**3, (i, 1, n))**2 <= sum(x[i]**2, (i, 1, n))*sum(x[i]**4, (i, 1, n))",
            ("all(x[i] >= 0, (i, 1, n))",),
        ),
        (
            SQUARED,
            "sum(p[i]*abs(x[i]), (i, 1, n)) <= s",
            (
                "s >= 0",
                "all(p[i] >= 0, (i, 1, n))",
                "sum(p[i], (i, 1, n)) == 1",
                "sum(p[i]*x[i]**2, (i, 1, n)) <= s**2",
            ),
        ),
    ],
)
def test_bounded_sums(of_sequences: Callable[..., object], method: str, goal: str, given: tuple[str, ...]) -> None:
    """By this method, of the sides themselves or of their squares."""
    of_sequences(method, goal, *given, others=(OWN,))


@pytest.mark.parametrize(
    "goal, given",
    [
        (f"{DOT}**2 <= c**2*d**2/2", WITHIN),
        (f"{DOT} <= c*d", (SIGNS[0], *WITHIN)),  # d may be negative
        ("sum(x[i], (i, 1, n)) <= n", ("sum(x[i]**2, (i, 1, n)) <= n**2",)),
        (f"{DOT} <= c", (SIGNS[0], WITHIN[0], "sum(y[i]**2, (i, 1, n)) <= 2")),
    ],
)
def test_bounds_that_are_too_weak(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, (*SIZE, *given), effort=3).answer != "proved"
