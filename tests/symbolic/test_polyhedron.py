from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic.polyhedron import Polyhedron


@pytest.mark.parametrize(
    ("rows", "bounds", "dimension"),
    [
        ([[1], [-1]], [1, 1], 1),
        ([[1], [-1]], [1, -1], 0),
        ([[1], [-1]], [1, -2], -1),
        ([[0, 0]], [0], 2),
        ([[0, 0]], [-1], -1),
        ([[1, 1], [-1, -1]], [0, 0], 1),
        ([[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1]], [1, 1, 1, 1, -2], 0),
        ([[1, 0], [0, 1], [-1, -1]], [0, 0, 0], 0),
    ],
)
def test_dimension(rows, bounds, dimension):
    shape = Polyhedron.of(rows, bounds)
    assert shape.dimension() == dimension
    assert shape.is_empty() is (dimension < 0)
    assert shape.is_full_dimensional() is (dimension == shape.space)


def test_whole_and_box():
    assert Polyhedron.whole(3).dimension() == 3
    assert Polyhedron.whole(0).dimension() == 0
    box = Polyhedron.box([0, 0], [1, Fraction(1, 2)])
    assert box.contains([1, Fraction(1, 2)]) and not box.contains([1, 1])
    assert box.maximise([2, 2]).value == 3


@given(st.lists(st.tuples(*[st.integers(-3, 3)] * 3), min_size=1, max_size=5))
def test_the_point_it_gives_lies_inside(halfspaces):
    shape = Polyhedron.of([h[:2] for h in halfspaces], [h[2] for h in halfspaces])
    point = shape.point()
    assert shape.is_empty() if point is None else shape.contains(point)


def test_bad_input():
    with pytest.raises(ValueError, match="as many bounds"):
        Polyhedron.of([[1]], [])
    with pytest.raises(ValueError, match="corners"):
        Polyhedron.box([0], [1, 2])
    with pytest.raises(ValueError, match="do not meet"):
        Polyhedron.whole(1).intersect(Polyhedron.whole(2))
    with pytest.raises(ValueError, match="2 coordinates"):
        Polyhedron.whole(1).contains([0, 0])
    with pytest.raises(ValueError, match="0 or more"):
        Polyhedron.whole(-1)
