"""Slabs: the boxes that cover one, at points, and what their volumes add up to."""

from fractions import Fraction
from itertools import product

import pytest
from exact_terms import table, value, vector

from proofs.language.display import Notions
from proofs.theorems.integration import lebesgue, slabs

WORDS = [[[a], [b]] for a, b in product((1, 2, 3), repeat=2)]
AT = {
    **{name: Fraction(x) for name, x in {"d": 2, "n": 1, "m": 3, "s": 1, "j": 1, "D": 1, "u": 1, "beta": 0}.items()},
    "Delta": Fraction(1, 5), "alpha": vector([1, 2]),
    "L": lambda k, r, c: Fraction(WORDS[int(k) - 1][int(r) - 1][int(c) - 1]),
}  # fmt: skip
BOXES = slabs.low_ends, slabs.high_ends, slabs.weights


@pytest.mark.parametrize(
    "point", [(0, 0), (1, Fraction(-1, 2)), (-1, Fraction(3, 5)), (Fraction(-4, 5), Fraction(1, 2))]
)
def test_points_of_a_slab_are_covered(point):
    at = {**AT, "X": table([[Fraction(x)] for x in point])}
    assert value(slabs.step_function(slabs.COUNT, *BOXES, slabs.X), at) >= 1


def test_a_point_far_from_the_slab_is_not_covered():
    at = {**AT, "X": table([[Fraction(50)], [Fraction(1)]])}
    assert value(slabs.step_function(slabs.COUNT, *BOXES, slabs.X), at) == 0


def test_the_volumes_add_up_to_less_than_the_bound():
    width = Fraction(3 * 1, 3)  # (2D + 1)/m
    half = Fraction(1, 5) + 3 * width
    total = value(slabs.total_volume(slabs.COUNT, *BOXES), AT)
    assert total == 3 * (2 * half) * (2 * width)
    assert total <= 2 * half * value(slabs.all_of(slabs.edge), AT)


def test_the_measure_of_a_set_prints_by_its_name():
    notions = Notions(lebesgue.chapter.notions.definitions)
    assert notions.text(lebesgue.measure_at_most(slabs.S, slabs.E)) == "μ(S) ≤ E"
