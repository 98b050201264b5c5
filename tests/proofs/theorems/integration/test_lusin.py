"""Lusin's theorem: boxes of all rows are numbered, and what is clipped tends to a limit, though steps are large."""

from fractions import Fraction

import pytest
from exact_terms import value, vector

from proofs.language.notation import num
from proofs.theorems.integration import lusin, tree_covers

WEIGHED = {"w": lambda k, j: Fraction(1)}


def said(what, T: int, k: int) -> Fraction:
    """What is said of node k of level T."""
    return value(what(num(T), num(k)), WEIGHED)


def test_each_box_of_each_row_is_at_one_node():
    nodes = [(T, k) for T in range(5) for k in range(1, 2**T + 1) if said(tree_covers.weight, T, k) != 0]
    found = [(said(tree_covers.row, *node), said(tree_covers.place_in_row, *node)) for node in nodes]
    assert sorted(found) == [(k, j) for k in range(1, 6) for j in range(1, 7 - k)]


def test_nodes_without_a_box_have_a_box_that_weighs_nothing():
    for node in ((2, 4), (1, 0), (0, 2), (-3, 1)):
        assert [said(what, *node) for what in (tree_covers.weight, tree_covers.row, tree_covers.place_in_row)] == [
            0,
            1,
            1,
        ]


@pytest.mark.parametrize(("x", "found"), [(-5, -2), (-2, -2), (0, 0), (Fraction(3, 2), Fraction(3, 2)), (2, 2), (7, 2)])
def test_what_is_clipped(x, found):
    assert value(lusin.clipped(lusin.x, lusin.u), {"x": Fraction(x), "u": Fraction(2)}) == found


def test_the_bounds_of_the_steps_add_up_to_the_tail():
    steps = [value(lusin.step(num(k)), {}) for k in range(3, 8)]
    tails = [value(lusin.tail(num(K)), {}) for K in (2, 7)]
    assert sum(steps) == tails[0] - tails[1]


def test_near_numbers_are_reached_and_far_ones_are_not():
    """The clipped sum of the steps of `clipped_sum_is`: a jump of 9 counts as 2/3, the step that is allowed first."""
    clipped = lusin.clipped_sum_is.shows.args[0]
    near = {"a": vector([Fraction(1), Fraction(3, 2), Fraction(1)]), "K": Fraction(1)}
    far = {"a": vector([Fraction(1), Fraction(10)]), "K": Fraction(1)}
    assert value(clipped, near) == Fraction(3, 2) and value(clipped, far) == 1 + Fraction(2, 3)
