"""Tests for proofs/search/methods/paths.py: Poincaré's inequality with the distance to the end at each index."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide
from proofs.search.methods.paths import members


@pytest.mark.parametrize(
    ("goal", "end"),
    [
        ("sum(v[i]**2, (i, 1, n)) <= n*(n + 1)/2*sum((v[i] - v[i - 1])**2, (i, 1, n))", "v[0] == 0"),
        ("sum(a[k]**2, (k, 1, n)) <= n*(n + 1)/2*sum((a[k + 1] - a[k])**2, (k, 1, n))", "a[n + 1] == 0"),
        ("2*sum(a[k]**2, (k, 1, n)) <= n**2*sum((a[k + 1] - a[k])**2, (k, 1, n - 1))", "a[1] == 0"),
    ],
)
def test_members_against_steps(of_sequences: Callable[..., object], goal: str, end: str) -> None:
    of_sequences(members, goal, end)


def test_a_smaller_constant() -> None:
    goal = "sum(v[i]**2, (i, 1, n)) <= n*(n - 1)/2*sum((v[i] - v[i - 1])**2, (i, 1, n))"
    assert decide(goal, ["integer n", "n >= 1", "v[0] == 0"], effort=2).answer != "proved"
