"""Sequences of vectors: gradient descent, the perceptron, averaged operators."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search.base.failures import LimitReached, NotFound
from proofs.search.transformations.vectors import lengths_and_products

SIZES = ["integer n, d", "n >= 1", "d >= 1"]
DESCENT = ["eta > 0", "all(x[t + 1, j] == x[t, j] - eta*g[t, j], (t, 0, n - 1), (j, 1, d))"]
START = "sum((x[0, j] - u[j])**2, (j, 1, d))"
REGRET = "sum(g[t, j]*(x[t, j] - u[j]), (t, 0, n - 1), (j, 1, d)) <= " + START + "/(2*eta) + "
PERCEPTRON = [
    "c > 0",
    "sum(u[j]**2, (j, 1, d)) <= 1",
    "all(w[0, j] == 0, (j, 1, d))",
    "all(w[t + 1, j] == w[t, j] + z[t, j], (t, 0, n - 1), (j, 1, d))",
    "all(sum(w[t, j]*z[t, j], (j, 1, d)) <= 0, (t, 0, n - 1))",
    "all(sum(u[j]*z[t, j], (j, 1, d)) >= c, (t, 0, n - 1))",
    "all(sum(z[t, j]**2, (j, 1, d)) <= R**2, (t, 0, n - 1))",
]
AVERAGED = [
    "0 <= a",
    "a <= 1",
    "all(x[t + 1, j] == (1 - a)*x[t, j] + a*y[t, j], (t, 0, n - 1), (j, 1, d))",
    "all(sum((y[t, j] - u[j])**2, (j, 1, d)) <= sum((x[t, j] - u[j])**2, (j, 1, d)), (t, 0, n - 1))",
]
SMOOTH = [
    "m > 0",
    "m <= L",
    "eta*L <= 1",
    "all(sum(g[t, j]*(x[t, j] - u[j]), (j, 1, d)) >= F[t] + m/2*sum((x[t, j] - u[j])**2, (j, 1, d)), (t, 0, n - 1))",
    "all(sum(g[t, j]**2, (j, 1, d)) <= 2*L*F[t], (t, 0, n - 1))",
]
ASKED = "linear", "recursions, summed", "induction from no steps on"
LAST = "sum((x[n, j] - u[j])**2, (j, 1, d)) <= "


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (LAST + f"(1 - eta*m)**n*{START}", [*DESCENT, *SMOOTH]),
        (REGRET + "eta/2*sum(g[t, j]**2, (t, 0, n - 1), (j, 1, d))", DESCENT),
        ("n*c**2 <= R**2", PERCEPTRON),
        (f"a*(1 - a)*sum((x[t, j] - y[t, j])**2, (j, 1, d), (t, 0, n - 1)) <= {START}", AVERAGED),
    ],
)
def test_lengths_and_inner_products(of_sequences: Callable[..., object], goal: str, given: list[str]) -> None:
    of_sequences(lengths_and_products, goal, *given, size=SIZES, others=ASKED)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (LAST + f"(1 - 3*eta*m)**n*{START}", [*DESCENT, *SMOOTH, "3*eta*m <= 1"]),
        (REGRET + "eta/3*sum(g[t, j]**2, (t, 0, n - 1), (j, 1, d))", DESCENT),
        ("2*n*c**2 <= R**2", PERCEPTRON),
        ("n*c**2 <= R**2", [*PERCEPTRON[:2], *PERCEPTRON[3:]]),
    ],
)
def test_near_misses(of_sequences: Callable[..., object], goal: str, given: list[str]) -> None:
    with pytest.raises((NotFound, LimitReached)):
        of_sequences(lengths_and_products, goal, *given, size=SIZES, others=ASKED, effort=0.6)
