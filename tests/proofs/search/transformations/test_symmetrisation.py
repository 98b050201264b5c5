"""Sums over pairs of indices of sequences that rise or fall: Chebyshev's inequality, and what looks like it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide
from proofs.search.transformations.symmetrisation import over_ordered_pairs

SIZE = "integer n", "n >= 1"
WEIGHTS = "all(p[i] >= 0, (i, 1, n))"
TOTAL = "sum(p[i], (i, 1, n)) == 1"
F, G = ("all(f[i] <= f[i + 1], (i, 1, n - 1))", "all(g[i + 1] - g[i] >= 0, (i, 1, n - 1))")
FALLING = "all(g[i] > g[i + 1], (i, 1, n - 1))"
MIXED = "sum(p[i]*f[i]*g[i], (i, 1, n))"
APART = "sum(p[i]*f[i], (i, 1, n))*sum(p[i]*g[i], (i, 1, n))"
MEANS = "m == sum(p[i]*f[i], (i, 1, n))", "sum(p[i]*g[i], (i, 1, n)) == c"
SQUARES = (
    "sum(p[i]*f[i]**2*g[i], (i, 1, n)) >= sum(p[i]*f[i]**2, (i, 1, n))*sum(p[i]*g[i], (i, 1, n))"  # rise where 0 <= f
)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (f"{MIXED} >= {APART}", (*SIZE, WEIGHTS, TOTAL, F, G)),
        (f"sum(p[i], (i, 1, n))*{MIXED} <= {APART}", (*SIZE, WEIGHTS, F, FALLING)),
        (f"{MIXED}/sum(p[i], (i, 1, n)) >= {APART}/sum(p[i], (i, 1, n))**2", (*SIZE, "all(p[i] > 0, (i, 1, n))", F, G)),
        (SQUARES, (*SIZE, WEIGHTS, TOTAL, F, G, "all(f[i] >= 0, (i, 1, n))")),
        (f"{MIXED} <= {APART}".replace("f[i]", "exp(f[i])"), (*SIZE, WEIGHTS, TOTAL, F, FALLING)),
        (f"{MIXED} >= {APART}".replace("f[i]", "i"), (*SIZE, WEIGHTS, TOTAL, G)),
        ("sum(p[i]*(f[i] - m)*(g[i] - c), (i, 1, n)) >= 0", (*SIZE, WEIGHTS, TOTAL, F, G, *MEANS)),
    ],
)
def test_sequences_that_rise_or_fall(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    of_sequences(over_ordered_pairs, goal, *given)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (f"{MIXED} >= {APART}", (*SIZE, WEIGHTS, TOTAL, F, FALLING)),
        (f"{MIXED} >= {APART}", (*SIZE, WEIGHTS, F, G)),
        (f"{MIXED} >= {APART}", (*SIZE, TOTAL, F, G)),
        (f"{MIXED} >= {APART}", (*SIZE, WEIGHTS, TOTAL, F, G.replace("(i, 1", "(i, 2"))),
        (SQUARES, (*SIZE, WEIGHTS, TOTAL, F, G)),
    ],
)
def test_what_is_not_so(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, given, effort=5).answer == "refuted"
