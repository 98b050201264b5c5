"""Nodes of a tree, by their numbers: who is above whom, and how many are marked."""

from fractions import Fraction

import pytest
from exact_terms import value

from proofs.language.notation import num
from proofs.theorems.combinatorics import comprehension, dyadic, trees

AT = {"M": Fraction(3), "d": Fraction(1), "n": Fraction(1)}


@pytest.mark.parametrize(
    ("levels", "node", "above"), [(0, 7, 7), (1, 1, 1), (1, 3, 1), (1, 4, 2), (1, 9, 3), (2, 9, 1)]
)
def test_the_node_above_a_node(levels, node, above):
    assert value(trees.above(num(levels), trees.k), {**AT, "k": Fraction(node)}) == above


def test_a_node_is_the_digit_th_child_of_its_parent():
    for node in range(1, 28):
        at = {**AT, "k": Fraction(node)}
        digit, parent = value(dyadic.digit(trees.k), at), value(trees.above(1, trees.k), at)
        assert 1 <= digit <= 3 and node == 3 * (parent - 1) + digit


def test_pairs_and_nodes_have_numbers_of_their_own():
    pairs = {value(comprehension.pair(num(j), num(a)), {}) for j in range(1, 9) for a in range(1, 9)}
    nodes = {value(comprehension.node(num(T), num(k)), AT) for T in range(4) for k in range(1, 3**T + 1)}
    assert (len(pairs), len(nodes)) == (64, 1 + 3 + 9 + 27)


def test_digits_of_a_number_to_the_base_three():
    s = Fraction(1, 3) + Fraction(1, 27)  # 0.101
    found = [value(comprehension.first_digits(num(t), comprehension.s), {"s": s}) for t in range(4)]
    assert found == [0, 1, 3, 10]
