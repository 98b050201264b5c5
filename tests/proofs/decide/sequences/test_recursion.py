"""Tests for proofs/decide/sequences/recursion.py."""

import pytest

from proofs import decide

BEFORE = ("integer n", "n >= 1")


@pytest.mark.parametrize(
    "goal, given",
    [
        (
            "f[n + 1] <= 2*B/(n + 3)",
            ("B >= 0", "f[1] <= 2*B/3", "all(f[i + 1] <= (1 - 2/(i + 2))*f[i] + 2*B/(i + 2)**2, (i, 1, n))"),
        ),
        (
            "prod(1 + x[i], (i, 1, n)) <= 1 + 2*sum(x[i], (i, 1, n))",
            ("all(x[i] >= 0, (i, 1, n))", "sum(x[i], (i, 1, n)) <= 1/2"),
        ),
    ],
)
def test_recursions_are_followed(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, [*BEFORE, *given], timeout=60).answer == "proved"


@pytest.mark.parametrize(
    "goal, given",
    [
        (
            "f[n + 1] <= B/(n + 3)",
            ("B >= 0", "f[1] <= B/4", "all(f[i + 1] <= (1 - 2/(i + 2))*f[i] + 2*B/(i + 2)**2, (i, 1, n))"),
        ),
        (
            "1/d[n + 1] >= 1/d[1] + 2*n*c",
            ("c > 0", "all(d[i] > 0, (i, 1, n + 1))", "all(d[i + 1] <= d[i] - c*d[i]**2, (i, 1, n))"),
        ),
        (
            "prod(1 + x[i], (i, 1, n)) <= 1 + sum(x[i], (i, 1, n))",
            ("all(x[i] >= 0, (i, 1, n))", "sum(x[i], (i, 1, n)) <= 1/2"),
        ),
    ],
)
def test_what_a_recursion_does_not_give(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, [*BEFORE, *given], timeout=4).answer != "proved"
