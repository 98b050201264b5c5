"""Counterexamples on equations, made exact: along lines, by a variable solved for, and where nothing is simple."""

from __future__ import annotations

import pytest
from rechecked import rechecked

from proofs.kernel.terms import substitute
from proofs.search import question, refute
from proofs.search.base.effort import spent
from proofs.search.counterexamples.surfaces import points
from proofs.search.points.counter import truth

POSITIVE = ["x > 0", "y > 0", "z > 0"]


@pytest.mark.parametrize(
    "goal, given",
    [
        ("x <= 21/10", ["x + y + z == 3", "x**2 + y**2 + z**2 == 5"]),  # a quadric: along lines
        ("x**2 + 2*y**2 + 4*z**2 >= 6.01", [*POSITIVE, "x*y*z == 1"]),  # solved for z
        ("x**2 + 2*y**2 + 3*z**2 >= 0.55", ["x >= 0", "y >= 0", "z >= 0", "x + y + z == 1"]),
        ("4*x**2 - 2.1*x**4 + x**6/3 + x*y - 4*y**2 + 4*y**4 >= -1.03", []),  # downhill
    ],
)
def test_points_break_the_goal(goal: str, given: list[str]) -> None:
    hypotheses, (wanted,) = question(goal, given)
    for values in points(hypotheses, wanted, spent() + 20):
        if all(truth(substitute(g, values)) for g in hypotheses) and truth(substitute(wanted, values)) is False:
            return
    pytest.fail("no counterexample")


def test_none_of_what_is_true() -> None:
    hypotheses, (wanted,) = question("x*y*z <= 1", [*POSITIVE, "x + y + z == 3"])
    assert not [v for v in points(hypotheses, wanted, spent() + 5) if truth(substitute(wanted, v)) is False]


def test_the_door_knows_them() -> None:
    found = refute("x <= 21/10", ["x + y + z == 3", "x**2 + y**2 + z**2 == 5"])
    assert found.answer == "refuted" and rechecked(found)
