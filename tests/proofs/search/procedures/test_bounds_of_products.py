"""Tests for proofs/search/procedures/bounds_of_products.py."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search.base.failures import NotFound
from proofs.search.procedures.bounds_of_products import enclosed

ASKED = ("induction on a size",)
ERRORS = ("all(abs(d[i]) <= u, (i, 1, n))", "n*u < 1")


@pytest.mark.parametrize("goal", ["prod(1 + d[i], (i, 1, n)) <= 1/(1 - n*u)"])
def test_relative_errors(of_sequences: Callable[..., object], goal: str) -> None:
    of_sequences(enclosed, goal, *ERRORS, others=ASKED)


@pytest.mark.parametrize("goal", ["prod(1 + d[i], (i, 1, n)) <= 1 + n*u", "prod(1 + d[i], (i, 1, n)) >= 1 - n*u/2"])
def test_errors_that_are_larger(of_sequences: Callable[..., object], goal: str) -> None:
    with pytest.raises(NotFound):
        of_sequences(enclosed, goal, *ERRORS, others=ASKED, effort=0.8)
