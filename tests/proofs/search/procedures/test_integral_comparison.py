"""Products between powers, members against the steps to them, sums against integrals, and sizes of ranges."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.kernel.rules import Fact
from proofs.search import decide

SIZE = ["integer n", "n >= 1"]
ERRORS = ["u >= 0", "n*u <= 1", "all(abs(d[i]) <= u, (i, 1, n))"]
STEPS = ["integer k", "0 <= k", "k <= n", "x[0] == 0", "x[n] == 0"]
PATH = "sum(abs(x[i + 1] - x[i]), (i, 0, n - 1))"
FALLS = ["c > 0", "all(x[k] > 0, (k, 1, n))", "all(x[k + 1] <= x[k] - c*x[k]**2, (k, 1, n - 1))"]


@pytest.mark.parametrize(
    ("goal", "given", "name"),
    [
        ("prod(1 + d[i], (i, 1, n)) >= 1 - n*u", ERRORS, "products between powers"),
        ("sum(x[i]**2, (i, 1, n)) <= n**2*sum((x[i] - x[i - 1])**2, (i, 1, n))", ["x[0] == 0"],
         "lemmas"),
        ("sum(1/i, (i, n + 1, 3*n)) <= log(3)", [], "sums against integrals"),
        ("max(a[i], (i, 1, n)) > 1", ["sum(a[i], (i, 1, n)) >= n + 1"], "times how many members"),
        ("max(a[i], (i, 1, n)) >= 2", ["integer a", "sum(a[i], (i, 1, n)) >= n + 1"],
         "integers against less than one more"),
        ("x[n] <= x[1]/(1 + c*(n - 1)*x[1])", FALLS, "recursions, summed"),
    ],
)  # fmt: skip
def test_bounds_of_numerical_analysis(
    of_sequences: Callable[..., Fact], goal: str, given: list[str], name: str
) -> None:
    """Each by its method."""
    of_sequences(name, goal, *given)


def test_no_members_or_some(of_sequences: Callable[..., Fact]) -> None:
    """Where nothing says that there is one."""
    of_sequences("no members, or some", "sum(i/3**i, (i, 1, n)) <= 3/4", size=["integer n"])


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("prod(1 + d[i], (i, 1, n)) <= 1 + n*u", [*SIZE, *ERRORS]),
        (f"3*x[k] <= {PATH}", [*SIZE, *STEPS]),
        ("sum(1/i, (i, n + 1, 3*n)) <= log(3) - 1/20", SIZE),
        ("max(a[i], (i, 1, n)) >= 2", [*SIZE, "sum(a[i], (i, 1, n)) >= n + 1"]),
    ],
)
def test_false_neighbours_are_refuted(goal: str, given: list[str]) -> None:
    """With a smaller bound, or without integers."""
    assert decide(goal, given, effort=10).answer == "refuted"
