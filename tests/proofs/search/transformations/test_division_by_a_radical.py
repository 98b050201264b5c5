"""Sums of roots divided by one of them. Near misses are not proved."""

from __future__ import annotations

import pytest

from proofs.search import decide, prove

POSITIVE = ("a > 0", "b > 0", "c > 0")
INVERSES = "1/(a*sqrt(a + b)) + 1/(b*sqrt(b + c)) + 1/(c*sqrt(c + a))"
PRODUCTS = "sqrt(a*(b + 1)) + sqrt(b*(c + 1)) + sqrt(c*(a + 1))"
GOALS = [f"{INVERSES} >= 3/sqrt(2*a*b*c)", f"{PRODUCTS} <= 3/2*sqrt((a + 1)*(b + 1)*(c + 1))"]


def test_of_powers_as_they_are() -> None:
    sums = "exp(log(a + 1)/2)*exp(log(b)/2) + exp(log(b + 1)/2)*exp(log(a)/2) <= MOST*exp(log((a + 1)*(b + 1))/2)"
    assert prove(sums.replace("MOST", "2"), POSITIVE[:2], effort=5).answer == "proved"
    assert decide(sums.replace("MOST", "1.4"), POSITIVE[:2], effort=5).answer == "refuted"


@pytest.mark.parametrize("goal", [GOALS[0].replace("3/s", "3.01/s"), GOALS[1].replace("3/2", "1.49")])
def test_near_misses(goal: str) -> None:
    assert decide(goal, POSITIVE, effort=5).answer == "refuted"
