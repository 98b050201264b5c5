"""Lists without repetition: what is said of them holds of such lists only, and two indices are one and back."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from exact_terms import holds, table, value, vector

from proofs.kernel.terms import Term
from proofs.language.notation import num
from proofs.theorems.combinatorics import enumerations as lists

VECTORS = [[1, 1, 0, 1], [2, 2, 5, 3]]  # z_1 = z_2, and two others
WORDS = [[1, 0, 1], [2, 5, 3]]


def all_hold(conditions: list[Term], **at: object) -> bool:
    return all(holds(c, at) for c in conditions)


def fractions(rows: list[list[int]]) -> Callable:
    return table([[Fraction(x) for x in row] for row in rows])


@pytest.mark.parametrize(
    ("words", "places", "good"),
    [
        (WORDS, [1, 1, 2, 3], True),
        ([[0, 1, 1], [5, 3, 2]], [3, 3, 1, 2], True),
        (WORDS, [1, 1, 2, 1], False),  # z_4 is another
        (VECTORS, [1, 2, 3, 4], False),  # one of them twice
        ([[1, 0, 1, 7], [2, 5, 3, 7]], [1, 1, 2, 3], False),  # one that is none of them
    ],
)
def test_a_list_has_each_vector_once(words: list[list[int]], places: list[int], good: bool):
    conditions = lists.listing(lists.z, num(4), lists.w, lists.at, lists.m)
    at = vector([Fraction(p) for p in places])
    sizes = {"m": Fraction(len(words[0])), "d": Fraction(2)}
    assert all_hold(conditions, z=fractions(VECTORS), w=fractions(words), at=at, **sizes) == good


@pytest.mark.parametrize(
    ("points", "places", "good"),
    [
        ([-9, 1, 3], [2, 1, 2], True),
        ([0, 1, 3, 4], [2, 1, 2], True),  # more points than there are numbers, but in order
        ([-9, 3, 1], [1, 2, 1], False),
        ([-9, 1, 3], [1, 1, 2], False),
        ([1, 1, 3], [2, 1, 2], False),  # the start has to be below
    ],
)
def test_an_increasing_list_has_each_number(points: list[int], places: list[int], good: bool):
    conditions = lists.increasing_list(lists.numbers, num(3), lists.x, lists.place, lists.M)
    at = {"z": vector([Fraction(x) for x in (3, 1, 3)]), "place": vector([Fraction(p) for p in places])}
    at |= {"x": lambda e: Fraction(points[int(e)]), "M": Fraction(len(points) - 1)}
    assert all_hold(conditions, **at) == good


def test_rows_and_columns_of_numbers():
    for rows, columns in product(range(1, 4), repeat=2):
        places = list(product(range(1, rows + 1), range(1, columns + 1)))
        for a, (i, k) in enumerate(places, 1):
            at = {"n": Fraction(columns), "N": Fraction(rows), "i": Fraction(i), "k": Fraction(k), "a": Fraction(a)}
            assert value(lists.number(lists.i, lists.k), at) == a
            assert (value(lists.row_of(lists.a), at), value(lists.column_of(lists.a), at)) == (i, k)
