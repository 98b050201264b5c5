"""Quotients bounded where the sides are equal: by a tangent, by a chord, as numbers in a range."""

from collections.abc import Callable

import pytest
from flint import fmpq

from proofs.search.methods.tangents import of_quotients, quotients
from proofs.search.question import read_question

POSITIVE = ["a > 0", "b > 0", "c > 0"]
FOUR = ["a >= 0", "b >= 0", "c >= 0", "d >= 0", "a + b + c + d == 4"]
SUMS = {
    "a/(1 + b**2) + b/(1 + c**2) + c/(1 + a**2) >= 3/2": [*POSITIVE, "a + b + c == 3"],
    "1/(4 - a*b) + 1/(4 - b*c) + 1/(4 - c*a) <= 1": [*POSITIVE, "a**4 + b**4 + c**4 == 3"],
    "a/(b**3 + 4) + b/(c**3 + 4) + c/(d**3 + 4) + d/(a**3 + 4) >= 2/3": FOUR,
}


@pytest.mark.parametrize("goal", SUMS)
def test_sums_of_quotients(by_method: Callable[..., int], goal: str) -> None:
    assert by_method(of_quotients, goal, *SUMS[goal]) < 300_000


def test_lines_touch() -> None:
    (goal,) = read_question("1/(4 - a*b) + 1/(2 + a) <= 1", []).goals
    found = quotients(goal.args[1] - goal.args[0])
    assert found is not None
    q = next(q for q in found[1] if q.t.op != "var")
    assert str(q.t) and q.at(fmpq(1)) == 3 and q.slope(fmpq(1)) == fmpq(1, 9)
    assert q.line([fmpq(4)], 1) is None  # not defined there
    assert q.line([fmpq(0)], 2) is None  # t² is flat there, 1/D is not


@pytest.mark.parametrize("goal", ["1/(a + b) + 1/(2 + a) <= 1", "sqrt(a)/(1 + b) + 1/(1 + a) <= 1", "1/(1 + a) <= 1"])
def test_nothing_else_is_read(goal: str) -> None:
    (read,) = read_question(goal, ["a > 0", "b > 0"]).goals
    assert quotients(read.args[1] - read.args[0]) is None
