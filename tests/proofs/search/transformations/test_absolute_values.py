"""Maxima of two numbers inside of sums: positive parts, and differences of clipped numbers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.kernel.rules import Fact
from proofs.search import decide
from proofs.search.transformations.absolute_values import nearer, sizes

WEIGHTS = ["all(p[i] >= 0, (i, 1, n))", "sum(p[i], (i, 1, n)) == 1"]
CENTRED = [*WEIGHTS, "sum(p[i]*x[i], (i, 1, n)) == 0"]
DEVIATION = "sqrt(sum(p[i]*x[i]**2, (i, 1, n)))"
LAYER = "max(0, sum(W[i, j]*{}[j], (j, 1, d)))"
SIGMOIDS = "1/(1 + exp(-sum(W[i, j]*{}[j], (j, 1, d)) - b[i]))"
SUMMED = "facts at an index, summed", "squares of both sides"
ASKED = "linear", "term by term", "outer sums, term by term", "pairs of indices", "both signs"
SIZES = "sum(W[i, j]**2, (i, 1, n), (j, 1, d))*sum((x[j] - y[j])**2, (j, 1, d))"


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (f"sum(p[i]*max(x[i], 0), (i, 1, n)) <= {DEVIATION}/2", CENTRED),
        ("sum(p[i]*max(x[i], y[i]), (i, 1, n)) + sum(p[i]*min(x[i], y[i]), (i, 1, n)) == sum(p[i]*y[i], (i, 1, n))",
         CENTRED),
        ("sum((max(a, x[i]) - max(y[i], a))**2, (i, 1, n)) <= sum((x[i] - y[i])**2, (i, 1, n))", []),
        ("sum((min(1, x[i]) - min(1, y[i]))**2, (i, 1, n)) <= sum((x[i] - y[i])**2, (i, 1, n))", []),
        ("sum(abs(max(a, x[i]) - max(y[i], a)), (i, 1, n)) <= sum(abs(x[i] - y[i]), (i, 1, n))", []),
        ("abs(max(a, sum(x[i], (i, 1, n))) - max(a, b)) <= abs(b - sum(x[i], (i, 1, n)))", []),
        (f"sum(({SIGMOIDS.format('x')} - {SIGMOIDS.format('y')})**2, (i, 1, n)) <= {SIZES}/16",
         ["integer d", "d >= 1"]),
        (f"sum(({LAYER.format('x')} - {LAYER.format('y')})**2, (i, 1, n)) <= {SIZES}", ["integer d", "d >= 1"]),
    ],
)  # fmt: skip
def test_found(of_sequences: Callable[..., Fact], goal: str, given: list[str]) -> None:
    """By one of the two methods alone."""
    method, others = (sizes, SUMMED) if given is CENTRED else (nearer, ASKED)
    of_sequences(method, goal, *given, others=others)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (f"sum(p[i]*max(x[i], 0), (i, 1, n)) <= {DEVIATION}/3", CENTRED),
        (f"sum(p[i]*max(x[i], 0), (i, 1, n)) <= {DEVIATION}/2", WEIGHTS),
        ("sum((max(1, x[i]) - max(2, y[i]))**2, (i, 1, n)) <= sum((x[i] - y[i])**2, (i, 1, n))", []),
        ("sum(abs(max(a, x[i]) - max(y[i], a)), (i, 1, n)) <= sum(abs(x[i] - y[i]), (i, 1, n))/2", []),
        ("sum((max(1, x[i]) - min(1, y[i]))**2, (i, 1, n)) <= sum((x[i] - y[i])**2, (i, 1, n))", []),
    ],
)
def test_false_neighbours_are_not_proved(goal: str, given: list[str]) -> None:
    """With other constants, ends or sequences."""
    assert decide(goal, ["integer n", "n >= 1", *given], effort=4).answer != "proved"
