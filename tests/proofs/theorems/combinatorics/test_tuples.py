"""Lists of words: what is asked of a list holds of complete lists without repetition only."""

from fractions import Fraction
from itertools import product

import pytest
from exact_terms import holds

from proofs.theorems.combinatorics import tuples

COMPLETE = [list(w) for w in product((1, 2), repeat=2)]


def checks(rows: list[list[int]]) -> list[bool]:
    """The letters are in range, and no word is there twice; that all are there is said of functions."""
    at = {"D": Fraction(2), "m": Fraction(2), "V": lambda c, t: Fraction(rows[int(c) - 1][int(t) - 1])}
    low, high, _, once = tuples.word_list(tuples.V, tuples.m)
    return [holds(law, at) for law in (low, high, once)]


@pytest.mark.parametrize(
    ("rows", "good"),
    [
        (COMPLETE, [True, True, True]),
        ([COMPLETE[0], *COMPLETE[:3]], [True, True, False]),
        ([[0, 1], *COMPLETE[1:]], [False, True, True]),
        ([[1, 3], *COMPLETE[1:]], [True, False, True]),
    ],
)
def test_a_list_of_words(rows: list[list[int]], good: list[bool]):
    assert checks(rows) == good


def test_a_matrix_is_in_the_grid_if_all_its_entries_are():
    at = {"D": Fraction(2), "d": Fraction(1), "n": Fraction(2)}
    for entries, good in (([1, 2], True), ([0, 2], False), ([1, 3], False)):
        G = {"G": lambda t, k, e=entries: Fraction(e[int(k) - 1])}
        assert all(holds(law, {**at, **G}) for law in tuples.grid(tuples.G)) == good
