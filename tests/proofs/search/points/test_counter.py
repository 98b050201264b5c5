"""Rational counterexamples that are hard to hit."""

from __future__ import annotations

import pytest

from proofs.kernel.terms import le, lt, num, var
from proofs.language.parse import parse
from proofs.search.base.effort import spent
from proofs.search.points.counter import find


@pytest.mark.parametrize(
    "goal, given",
    [
        ("max(0, 1 - 100000000*abs(x - 0.54321)) <= 0", "0 <= x <= 1"),
        ("x**1.01 <= 2*x", "x >= 1"),
        ("exp(x) <= 10**300*(1 + x**2)", "x >= 0"),
        ("abs(x**2 - 2) >= 1/10**8", "x >= 0"),
        ("x*log(x) > -exp(-1)", "x > 0"),
    ],
)
def test_narrow_and_far_counterexamples(goal: str, given: str) -> None:
    (relation,), hypotheses = parse(goal, []).relations, parse(given, []).relations
    assert find(hypotheses, relation, [], spent() + 10, 4) is not None


def test_integers_are_searched_by_steps() -> None:
    m, n = var("m", "Z"), var("n", "Z")
    pell = m * m - 2 * n * n
    given = [le(num(1), m), le(num(70), n)]
    found = find(given, lt(num(1), pell * pell), [], spent() + 10, 4)
    assert found is not None and found.values[m].sort == "Z"
