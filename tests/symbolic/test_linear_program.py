from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from symbolic import linear_program
from symbolic.linear_program import maximise

COEFFICIENT = st.integers(-4, 4)


@st.composite
def programs(draw):
    size, height = draw(st.integers(1, 3)), draw(st.integers(0, 6))
    row = st.lists(COEFFICIENT, min_size=size, max_size=size)
    return (
        draw(row),
        draw(st.lists(row, min_size=height, max_size=height)),
        [draw(COEFFICIENT) for _ in range(height)],
    )


@given(programs())
@settings(max_examples=150)
def test_agrees_with_scipy(program):
    c, a, b = program
    ours = maximise(c, a, b)
    matrix = np.array(a, dtype=float) if a else None
    theirs = linprog([-x for x in c], matrix, b or None, bounds=(None, None), method="highs")
    feasible = linprog([0] * len(c), matrix, b or None, bounds=(None, None), method="highs").status == 0
    if ours.status == "optimal":
        assert theirs.status == 0 and abs(float(ours.value) + theirs.fun) < 1e-7
    else:
        assert feasible is (ours.status == "unbounded") and theirs.status != 0


def test_cycling_example_of_beale_ends():
    rows = [
        [Fraction(1, 4), -60, Fraction(-1, 25), 9],
        [Fraction(1, 2), -90, Fraction(-1, 50), 3],
        [0, 0, 1, 0],
        *[[-int(i == k) for k in range(4)] for i in range(4)],
    ]
    found = maximise([Fraction(3, 4), -150, Fraction(1, 50), -6], rows, [0, 0, 1, 0, 0, 0, 0])
    assert found.value == Fraction(1, 20)


def test_certificates():
    impossible = maximise([1], [[1], [-1]], [0, -1])
    x, y = impossible.multipliers
    assert impossible.status == "infeasible" and x == y > 0
    endless = maximise([1, 0], [[0, 1]], [3])
    assert endless.status == "unbounded" and endless.ray[0] > 0


def test_a_wrong_answer_is_not_returned(monkeypatch):
    class Liar:
        def __init__(self, *_):
            pass

        def solve(self):
            return linear_program.Outcome("optimal", Fraction(5), (Fraction(5),), (Fraction(1),))

    monkeypatch.setattr(linear_program, "_Tableau", Liar)
    with pytest.raises(AssertionError, match="certificate"):
        maximise([1], [[1]], [4])


def test_bad_input():
    with pytest.raises(ValueError, match="bounds"):
        maximise([1], [[1]], [])
    with pytest.raises(ValueError, match="row 0"):
        maximise([1], [[1, 2]], [1])
    with pytest.raises(TypeError, match="exact rational"):
        maximise([0.5], [], [])
