"""A member apart from the others, where variables stand for it and for the sum of all (list scheduling)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search.base.failures import LimitReached, NotFound
from proofs.search.transformations.range_splitting import others_bounded, others_by_numbers

PLACE = "integer k", "1 <= k", "k <= n", "L[k] == M"
SUM = "S == sum(L[j], (j, 1, n))"
LEAST = "all(L[j] >= M - p, (j, 1, n))"


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("n*M <= S + (n - 1)*p", (*PLACE, SUM, LEAST)),
        ("n*M <= sum(L[j], (j, 1, n)) + (n - 1)*p", (*PLACE, LEAST)),
        ("M <= S/n + (1 - 1/n)*p", (*PLACE, SUM, LEAST)),
        ("S <= n*M + (n - 1)*p", (*PLACE, SUM, "all(L[j] <= M + p, (j, 1, n))")),
    ],
)
def test_members_and_sums_that_have_names(
    of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]
) -> None:
    of_sequences(others_bounded, goal, *given)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("n*M <= S + (n - 2)*p", (*PLACE, SUM, LEAST)),
        ("S >= n*M + (n - 1)*p", (*PLACE, SUM, "all(L[j] <= M + p, (j, 1, n))")),
        ("n*M <= S + (n - 1)*p", (*PLACE[:-1], SUM, LEAST)),
    ],
)
def test_what_is_not_so(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises((NotFound, LimitReached)):
        of_sequences(others_bounded, goal, *given, effort=1.0)


MACHINES = "integer k", "integer r", "integer m", "1 <= k", "k <= n", "1 <= r", "r <= m", "all(p[i] >= 0, (i, 1, n))"
LOADS = "sum(L[s], (s, 1, m)) == sum(p[i], (i, 1, n))", "all(L[r] - p[k] <= L[s], (s, 1, m))"
BOUNDS = "sum(p[i], (i, 1, n)) <= m*T", "p[k] <= T"


@pytest.mark.parametrize("bound", ["(2 - 1/m)*T", "sum(p[i], (i, 1, n))/m + (1 - 1/m)*p[k]"])
def test_loads(of_sequences: Callable[..., object], bound: str) -> None:
    of_sequences(others_by_numbers, f"L[r] <= {bound}", *MACHINES, *LOADS, *BOUNDS)


@pytest.mark.parametrize("bound, bounds", [("(2 - 2/m)*T", BOUNDS), ("(2 - 1/m)*T", BOUNDS[:1])])
def test_loads_that_may_be_larger(of_sequences: Callable[..., object], bound: str, bounds: tuple[str, ...]) -> None:
    with pytest.raises(NotFound):
        of_sequences(others_by_numbers, f"L[r] <= {bound}", *MACHINES, *LOADS, *bounds, effort=2.0)
