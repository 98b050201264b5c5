"""Products of sizes by logarithms, and sums that telescope to a number."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide

SIZE = ("integer n", "n >= 1")
POSITIVE = (*SIZE, "all(x[i] > 0, (i, 1, n))")
BOTH = (*POSITIVE, "all(y[i] > 0, (i, 1, n))")
FIBONACCI = (*SIZE, "f[1] == 1", "f[2] == 1", "all(f[i + 2] == f[i + 1] + f[i], (i, 1, n))")
MEAN = "prod({}, (i, 1, n))**(1/n)"


@pytest.mark.parametrize(
    ("method", "goal", "given"),
    [
        ("induction, of something stronger", "sum(x[i]/prod(1 + x[j], (j, 1, i)), (i, 1, n)) < 1", POSITIVE),
        ("induction over two neighbours", "f[n + 1] < 2**n", FIBONACCI),
    ],
)  # fmt: skip
def test_what_holds(of_sequences: Callable[..., object], method: str, goal: str, given: tuple[str, ...]) -> None:
    of_sequences(method, goal, *given, size=())


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (f"{MEAN.format('x[i]')} + {MEAN.format('y[i]')} <= {MEAN.format('x[i] + y[i]/2')}", BOTH),
        ("(1 + prod(x[i], (i, 1, n))**(1/n))**n >= prod(1 + x[i], (i, 1, n))", POSITIVE),
        ("prod(i, (i, 1, n)) >= n**n*exp(3/2 - n)", SIZE),
        ("f[n + 1] < 2**(n - 1)", FIBONACCI),
    ],
)
def test_what_looks_like_it(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, given, effort=2).answer != "proved"
