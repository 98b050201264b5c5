"""Distances of products of distributions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide

APART = "sum(sum(abs(p[i]*r[j] - q[i]*s[j]), (j, 1, m)), (i, 1, n))"
SIZES = "integer m, n", "m >= 1", "n >= 1"
LAWS = (
    *(f"all({a}[i] >= 0, (i, 1, n))" for a in "pq"),
    *(f"sum({a}[i], (i, 1, n)) == 1" for a in "pq"),
    *(f"all({a}[j] >= 0, (j, 1, m))" for a in "rs"),
    *(f"sum({a}[j], (j, 1, m)) == 1" for a in "rs"),
)


def test_proved(of_sequences: Callable[..., object]) -> None:
    goal = f"{APART} <= sum(abs(p[i] - q[i]), (i, 1, n)) + sum(abs(r[j] - s[j]), (j, 1, m))"
    of_sequences("differences of products", goal, *LAWS, size=SIZES)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (f"{APART} <= sum(abs(p[i] - q[i]), (i, 1, n))", (*SIZES, *LAWS)),
    ],
)
def test_false_neighbours(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, given, effort=20).answer == "refuted"
