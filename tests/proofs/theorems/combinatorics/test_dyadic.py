"""Dyadic cells of a square of two entries: where they are, and that they fill it; boxes numbered level by level."""

from fractions import Fraction
from itertools import product

from exact_terms import value

from proofs.language.notation import num
from proofs.theorems.combinatorics import dyadic
from proofs.theorems.integration import tree_covers

WORDS = list(product((1, 2), repeat=2))
AT = {
    "M": Fraction(4), "D": Fraction(1), "d": Fraction(1), "n": Fraction(2),
    "L": lambda s, r, c: Fraction(WORDS[int(s) - 1][int(c) - 1]),
}  # fmt: skip


def corner(T: int, k: int) -> tuple[Fraction, ...]:
    """The lower corner of cell k of level T."""
    return tuple(value(dyadic.low(T, num(k))(num(1), num(c)), AT) for c in (1, 2))


def test_the_cells_of_a_level_are_a_grid():
    for T in range(3):
        side = value(dyadic.side(T), AT)
        assert side == Fraction(2, 2**T)
        expected = set(product([-1 + side * i for i in range(2**T)], repeat=2))
        assert {corner(T, k) for k in range(1, 4**T + 1)} == expected


def test_a_cell_lies_in_its_parent():
    for k in range(1, 17):
        low, parent = corner(2, k), corner(1, (k - 1) // 4 + 1)
        assert all(0 <= x - y <= Fraction(1, 2) for x, y in zip(low, parent, strict=True))


def test_all_levels_are_numbered_through():
    found = [
        tuple(int(value(f(tree_covers.i), {**AT, "i": Fraction(i)})) for f in (tree_covers.level, tree_covers.place))
        for i in range(1, 22)
    ]
    assert found == [(T, k) for T in range(3) for k in range(1, 4**T + 1)]
