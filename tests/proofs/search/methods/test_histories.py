"""Tests for proofs/search/methods/histories.py."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search.base.failures import NotFound
from proofs.search.methods.histories import subtracted

QUICKSORT = ("c[0] == 0", "all(c[k] == k - 1 + 2/k*sum(c[j], (j, 0, k - 1)), (k, 1, n))")
MEANS = ("a[0] == 1", "all(a[k] == 1 + 2/(k + 1)*sum(a[j], (j, 0, k - 1)), (k, 1, n))")
ASKED = "induction on a size", "linear"


@pytest.mark.parametrize(
    "goal, given",
    [
        ("c[n] <= 2*n*log(n)", QUICKSORT),
        ("a[n] == n + 1", MEANS),
    ],
)
def test_sums_over_all_before(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    of_sequences(subtracted, goal, *given, others=ASKED)


@pytest.mark.parametrize("goal, given", [("c[n] <= n - 1", QUICKSORT), ("a[n] == n", MEANS)])
def test_what_sums_over_all_before_do_not_give(
    of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]
) -> None:
    with pytest.raises(NotFound):
        of_sequences(subtracted, goal, *given, others=ASKED, effort=0.8)
