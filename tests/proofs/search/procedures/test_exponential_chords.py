"""Chords of powers of e: Hoeffding's lemma, with ends or a size as bounds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.kernel.rules import Fact
from proofs.search import decide
from proofs.search.procedures.exponential_chords import chords

CENTRED = ["all(p[i] >= 0, (i, 1, n))", "sum(p[i], (i, 1, n)) == 1", "sum(p[i]*x[i], (i, 1, n)) == 0"]
MOMENT = "sum(p[i]*exp(s*x[i]), (i, 1, n))"


@pytest.mark.parametrize(
    ("bound", "given"),
    [
        ("(exp(s) + exp(-s))/2", ["all(abs(x[i]) <= 1, (i, 1, n))"]),
        ("exp(s**2/2)", ["all(abs(x[i]) <= 1, (i, 1, n))"]),
        ("(2*exp(-s) + exp(2*s))/3", ["all(-1 <= x[i], (i, 1, n))", "all(x[i] <= 2, (i, 1, n))"]),
    ],
)
def test_found(of_sequences: Callable[..., Fact], bound: str, given: list[str]) -> None:
    """By this method alone."""
    of_sequences(chords, f"{MOMENT} <= {bound}", *CENTRED, *given)


@pytest.mark.parametrize("bound", ["exp(s**2/3)", "(exp(s) + exp(-s))/2 - s**2/100"])
def test_smaller_bounds_are_not_proved(bound: str) -> None:
    given = ["integer n", "n >= 1", *CENTRED, "all(abs(x[i]) <= 1, (i, 1, n))"]
    assert decide(f"{MOMENT} <= {bound}", given, effort=4).answer != "proved"
