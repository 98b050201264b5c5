"""Points with exact values: as short as the hypotheses leave them."""

from __future__ import annotations

from random import Random

import pytest
from flint import fmpq
from variables import x, y

from proofs.checking.models.points import Point, rules_of
from proofs.checking.models.satisfying_points import exact
from proofs.kernel.terms import Term, eq, num
from proofs.language.notation import rational

LONG = fmpq(10**60 + 1, 3 * 10**60)  # a third, nearly
THIRD, SAME = rational(1, 3), rational(int(LONG.p), int(LONG.q))


@pytest.mark.parametrize(
    ("given", "values"),
    [
        ([x <= 1, y <= 1], {x: num(0), y: num(0)}),
        ([0 < x, x <= y], {x: THIRD, y: THIRD}),
        ([0 < x, eq(x, y)], {x: THIRD, y: THIRD}),
        ([0 < y, eq(x, SAME)], {x: SAME, y: THIRD}),
        ([THIRD < x, THIRD < y], {x: SAME, y: SAME}),
    ],
)
def test_long_numbers_are_rounded_as_far_as_the_hypotheses_allow(given: list[Term], values: dict[Term, Term]) -> None:
    point = Point([x, y], rules_of(given), Random(0))
    for v in (x, y):
        point.write((v, ()), LONG)
    assert [*exact(point, given)] == [values]
