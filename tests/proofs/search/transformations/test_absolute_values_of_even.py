"""Squares of absolute values, in sums and beside them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.kernel.rules import Fact
from proofs.search import decide
from proofs.search.transformations.absolute_values import squares_of_sizes

X, Y = "sum(abs(x[i])**2, (i, 1, n))", "sum(abs(y[i])**2, (i, 1, n))"
MEAN = "n*m == sum(x[i], (i, 1, n))"


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("sum(abs(x[i] - m)**2, (i, 1, n)) <= sum(abs(x[i] - c)**2, (i, 1, n))", [MEAN]),
        (f"abs(sum(x[i]*y[i], (i, 1, n)))**2 <= {X}*{Y}", []),
        (f"sqrt(sum(abs(x[i] + y[i])**2, (i, 1, n))) <= sqrt({X}) + sqrt({Y})", []),
        ("sum(abs(a[i, j])**4, (i, 1, n), (j, 1, n)) == sum(a[i, j]**4, (i, 1, n), (j, 1, n))", []),
    ],
)
def test_found(of_sequences: Callable[..., Fact], goal: str, given: list[str]) -> None:
    """By this method alone."""
    of_sequences(squares_of_sizes, goal, *given)


@pytest.mark.parametrize(
    "goal",
    ["sum(abs(x[i])**3, (i, 1, n)) == sum(x[i]**3, (i, 1, n))", f"abs(sum(x[i]*y[i], (i, 1, n)))**2 <= {X}*{Y}/2"],
)
def test_false_neighbours_are_refuted(goal: str) -> None:
    """With odd powers, or a smaller bound."""
    assert decide(goal, ["integer n", "n >= 1"], effort=10).answer == "refuted"
