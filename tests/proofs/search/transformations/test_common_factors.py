"""Sums of products with factors that are bounded, one member apart, and quotients of numbers that recursions bound."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import prove
from proofs.search.base.failures import NotFound

STEPS = "all(s[k + 1] >= s[k] + g, (k, 0, n - 1))", "all(N[k + 1] <= N[k] + R**2, (k, 0, n - 1))"
WALK = "integer n", "n >= 1", "s[0] == 0", "N[0] == 0", "s[n]**2 <= N[n]*w", "g > 0", "w > 0", *STEPS
BOUNDED = "all(abs(x[j]) <= abs(x[k]), (j, 1, n))"
AT_PLACE = "integer n", "integer k", "1 <= k", "k <= n", "sum(A[k, j]*x[j], (j, 1, n)) == L*x[k]"
APART = "both signs", "one member apart, the others bounded"
OTHERS = "sum(abs(A[k, j]), (j, 1, n)) - abs(A[k, k])"


@pytest.mark.parametrize(
    "goal, given",
    [
        ("n <= w*R**2/g**2", WALK),
        ("n <= w*(R/g)**2 + 1/g", WALK),
    ],
)
def test_bounds(goal: str, given: tuple[str, ...]) -> None:
    assert prove(goal, given, effort=30).answer == "proved"


@pytest.mark.parametrize("goal", [f"abs(L - A[k, k]) <= {OTHERS}", "abs(L) <= sum(abs(A[k, j]), (j, 1, n))"])
def test_bounds_with_one_member_apart(of_sequences: Callable[..., object], goal: str) -> None:
    of_sequences("both signs", goal, *AT_PLACE, BOUNDED, "x[k] != 0", size=(), others=APART, effort=6.0)


@pytest.mark.parametrize(
    "goal, given",
    [
        (f"abs(L - A[k, k]) <= {OTHERS}", ("x[k] != 0",)),
        (f"abs(L - A[k, k]) <= {OTHERS}", (BOUNDED,)),
        (f"abs(L - A[k, k]) <= {OTHERS} - abs(A[k, k])", (BOUNDED, "x[k] != 0")),
    ],
)
def test_no_bounds_with_one_member_apart(
    of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]
) -> None:
    with pytest.raises(NotFound):
        of_sequences("both signs", goal, *AT_PLACE, *given, size=(), others=APART, effort=1.0)


@pytest.mark.parametrize(
    "goal, given",
    [
        ("n <= w*R**2/(2*g**2)", WALK),
        (f"abs(L - A[k, k]) <= {OTHERS}", (*AT_PLACE, BOUNDED)),
    ],
)
def test_what_is_not_bounded(goal: str, given: tuple[str, ...]) -> None:
    assert prove(goal, given, effort=0.3).answer == "unknown"
