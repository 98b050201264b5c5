"""Sequences of which hypotheses say what they are, or what their sum with others is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.kernel.rules import Fact
from proofs.search import decide
from proofs.search.transformations.definitions import written_out

GAMES = ["n >= 2", "all(w[i] + l[i] == n - 1, (i, 1, n))", "sum(w[i], (i, 1, n)) == sum(l[i], (i, 1, n))"]
HALVES = ["all(2*a[i] + 2*b[i] == 1, (i, 1, n))"]


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("sum(w[i]**2, (i, 1, n)) == sum(l[i]**2, (i, 1, n))", GAMES),
        ("sum(a[i]*b[i], (i, 1, n)) <= n/16", HALVES),
        ("sum(y[i]**2, (i, 1, n)) == 4*sum(x[i]**2, (i, 1, n))", ["all(y[i] == 2*x[i], (i, 1, n))"]),
    ],
)
def test_found(of_sequences: Callable[..., Fact], goal: str, given: list[str]) -> None:
    """By this method alone."""
    of_sequences(written_out, goal, *given, others=("linear", "signs", "term by term", "facts at an index, summed"))


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("sum(w[i]**3, (i, 1, n)) == sum(l[i]**3, (i, 1, n))", GAMES),
        ("sum(w[i]**2, (i, 1, n)) == sum(l[i]**2, (i, 1, n))", GAMES[:2]),
        ("sum(a[i]*b[i], (i, 1, n)) <= n/20", HALVES),
    ],
)
def test_false_neighbours_are_refuted(goal: str, given: list[str]) -> None:
    assert decide(goal, ["integer n", "n >= 1", *given], effort=10).answer == "refuted"
