"""Tests for proofs/search/procedures/telescoping.py."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide
from proofs.search.base.failures import NotFound
from proofs.search.procedures.telescoping import with_sums

ASKED = ("induction on a size",)
ALIKE = "all(u[k] <= c + b*sum(u[j], (j, 0, k - 1)), (k, 0, n))"
OTHERS = ("all(h[k] >= 0, (k, 1, n))", "all(u[k] <= c + sum(h[j]*u[j], (j, 1, k - 1)), (k, 1, n))")


@pytest.mark.parametrize(
    "goal, given",
    [
        ("u[n] <= c*(1 + b)**n", (ALIKE, "b >= 0")),
        ("u[n] >= c*(1 + b)**n", (ALIKE.replace("<=", ">="), "b >= 0")),
        ("u[n] <= c*prod(1 + h[j], (j, 1, n - 1))", OTHERS),
        ("u[n] <= c*exp(sum(h[j], (j, 1, n - 1)))", (*OTHERS, "c >= 0")),
    ],
)
def test_members_bounded_by_those_before(
    of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]
) -> None:
    of_sequences(with_sums, goal, *given, others=ASKED)


@pytest.mark.parametrize(
    "goal, given",
    [
        ("u[n] <= c*(1 + b)**(n - 1)", (ALIKE, "b >= 0", "c >= 0")),
        ("u[n] <= c*(1 + b)**n", (ALIKE, "b >= -1")),
        ("u[n] <= c*exp(sum(h[j], (j, 1, n - 1)))", OTHERS),
    ],
)
def test_bounds_that_are_too_small(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises(NotFound):
        of_sequences(with_sums, goal, *given, others=ASKED, effort=0.8)


def test_steps_bounded_in_absolute_value() -> None:
    steps = "all(abs(u[k + 1] - u[k]) <= c*r**k, (k, 0, n - 1))", "0 <= r < 1", "integer n", "n >= 0"
    assert decide("u[n] - u[0] <= c/(1 - r)", [*steps, "c >= 0"]).answer == "proved"
    assert decide("u[n] - u[0] <= c", [*steps, "c >= 0"]).answer == "refuted"
