"""Covers of intervals: what lies below a point of one interval, with its pads, and what covers a point."""

from fractions import Fraction

import pytest
from exact_terms import value, vector

from proofs.language.notation import num
from proofs.theorems.integration import interval_covers

AT = {"k": Fraction(1), "lo": vector([Fraction(1)]), "hi": vector([Fraction(3)]), "pad": vector([Fraction(1, 2)])}


@pytest.mark.parametrize(
    ("s", "length"), [(0, 0), (Fraction(1, 2), 0), (1, Fraction(1, 2)), (3, Fraction(5, 2)), (9, 3)]
)
def test_the_part_below_a_point(s, length):
    assert value(interval_covers.part(interval_covers.k, interval_covers.s), {**AT, "s": Fraction(s)}) == length


@pytest.mark.parametrize(("x", "times"), [(0, 0), (1, 2), (2, 5), (3, 5), (4, 3), (5, 0)])
def test_how_often_a_point_is_covered(x, times):
    at = {"lo": vector([1, 2]), "hi": vector([3, 4]), "b": vector([2, 3]), "x": Fraction(x)}
    assert value(interval_covers.covering(num(2), interval_covers.x), at) == times
