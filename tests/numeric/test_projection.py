"""A unit vector that keeps points apart: exact checks, sets made to be hard, input that cannot be used."""

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numeric.constructions.projection import keep_apart, share_squared, unit_vector

TINY = Fraction(1, 10**9)
HARD = {
    "almost on a line": [(k, k * k * TINY, -k) for k in range(8)],
    "a lattice": list(product((0, 1, 2), repeat=3)),
    "one close pair": [(0, 0), (10**6, 1), (10**6, 1 + TINY)],
    "one dimension": [(0,), (1,), (5,)],
    "one point": [(1, 2)],
}


def squared(x):
    return sum(a * a for a in x)


@pytest.mark.parametrize("points", HARD.values(), ids=HARD)
def test_points_are_kept_apart(points: list[tuple]):
    found = keep_apart(points)
    assert squared(found.v) == 1
    wanted = share_squared(len(points), len(points[0]))
    for p, q in combinations(points, 2):
        gap = [Fraction(a) - b for a, b in zip(p, q, strict=True)]
        along = sum(a * b for a, b in zip(found.v, gap, strict=True)) ** 2
        assert wanted * squared(gap) <= along <= squared(gap)
        assert found.kept_squared * squared(gap) <= along


@given(st.lists(st.floats(-1e3, 1e3).filter(lambda x: abs(x) > 1e-3), min_size=1, max_size=6))
def test_unit_vectors_have_length_one_and_the_direction(direction: list[float]):
    v = unit_vector(direction)
    assert squared(v) == 1
    length = squared(direction) ** 0.5
    assert all(abs(float(a) - b / length) < 1e-2 for a, b in zip(v, direction, strict=True))


@pytest.mark.parametrize(
    ("points", "says"),
    [
        ([], "at least one point"),
        ([(1, 2), (3,)], "one dimension"),
        ([()], "dimension 0"),
        ([(1, 2), (0, 0), (1, 2)], "points 0 and 2 are equal"),
    ],
)
def test_bad_input_is_refused(points: list, says: str):
    with pytest.raises(ValueError, match=says):
        keep_apart(points)


def test_floats_and_the_zero_direction_are_refused():
    with pytest.raises(TypeError):
        keep_apart([(0.5, 1.0)])
    with pytest.raises(ValueError, match="no direction"):
        unit_vector([0.0, 0.0])


def test_giving_up_is_said():
    with pytest.raises(ArithmeticError, match="another seed"):
        keep_apart([(0, 0), (1, 0)], tries=0)
