"""Sums over a portion of a range against sums over all of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide
from proofs.search.transformations.range_splitting import portions

PLACE = "integer k, n", "1 <= k", "k <= n"
TAIL = ("all(p[i] >= 0, (i, 1, n))",)
MEAN = (
    "sum(p[i], (i, 1, n)) == 1",
    "all(x[i] >= 0, (i, 1, n))",
    "m == sum(p[i]*x[i], (i, 1, n))",
    "0 <= s",
    "s <= 1",
    "all(x[i] <= s*m, (i, k + 1, n))",
)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("k*sum(p[i], (i, k, n)) <= sum(i*p[i], (i, 1, n))", (*PLACE, *TAIL)),
        ("(1 - s)**2*m**2 <= sum(p[i]*x[i]**2, (i, 1, n))*sum(p[i], (i, 1, k))", (*PLACE, *TAIL, *MEAN)),
    ],
)
def test_proved(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    of_sequences(portions, goal, *given, size=(), others=("linear", "signs", "term by term"))


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("(k + 1)*sum(p[i], (i, k, n)) <= sum(i*p[i], (i, 1, n))", (*PLACE, *TAIL)),
        ("m**2 <= sum(p[i]*x[i]**2, (i, 1, n))*sum(p[i], (i, 1, k))", (*PLACE, *TAIL, *MEAN)),
    ],
)
def test_false_neighbours(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, given, effort=20).answer == "refuted"
