"""Functions near to continuous ones on a set: the construction at exact points, and what it needs."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest
from exact_terms import holds, value, vector

from proofs.language.notation import num
from proofs.theorems.analysis import extension
from proofs.theorems.combinatorics import sorting

NET = [Fraction(k, 4) for k in range(5)]


def family(rows: list[Any]) -> Callable[[int, int, int], Any]:
    """Matrices of one row, by number, row and column."""
    return lambda j, r, c: rows[int(j) - 1][int(c) - 1]


def construction(slope: int, values: list[Fraction]) -> dict[str, Any]:
    """The points 0, 1/4, …, 1 of a line, with these values."""
    return {
        "d": Fraction(1), "n": Fraction(1), "N'": Fraction(len(NET)), "eta": Fraction(1, 8), "lambda": Fraction(slope),
        "v": family([[x] for x in NET]), "M": family([[y] for y in values]), "e": Fraction(1, 2),
    }  # fmt: skip


def at(x: Fraction, made: dict[str, Any]) -> Fraction:
    """F at a 1 × 1 matrix."""
    return value(extension.greatest(extension.X, num(1), num(1)), made | {"X": lambda r, c: x})


def test_the_maximum_is_near_to_the_function_that_it_was_made_of():
    made = construction(20, [x * x for x in NET])
    for k in range(41):
        x = Fraction(k, 40)
        assert abs(at(x, made) - x * x) <= Fraction(1, 2)


def test_with_a_small_slope_the_greatest_value_counts_everywhere():
    made = construction(0, [x * x for x in NET])
    assert at(Fraction(0), made) == 1


@pytest.mark.parametrize(
    "claim", [extension.relu_steady, extension.near_next_multiple, extension.multiples_few], ids=lambda c: c.name
)
def test_what_is_claimed_of_numbers_holds_at_points(claim: Any):
    rng, seen = random.Random(claim.name), 0
    for _ in range(600):
        m, eta = rng.randint(1, 6), Fraction(rng.randint(1, 8), 4)
        points = {name: Fraction(rng.randint(-8, 8), 4) for name in ("x", "z", "w")}
        env = {"D": Fraction(rng.randint(1, 8), 4), "eta": eta, "m": Fraction(m), "rho": Fraction(rng.randint(0, 4), 4)}
        if all(holds(g, env | points) for g in claim.given):
            assert holds(claim.shows, env | points)
            seen += 1
    assert seen > 20


@pytest.mark.parametrize("order", list(permutations([1, 2, 3])))
def test_the_inverse_undoes_a_permutation(order: tuple[int, ...]):
    env = {"n": Fraction(3), "rho": vector([Fraction(x) for x in order])}
    for place, x in enumerate(order, 1):
        assert value(sorting.inverse(num(x)), env) == place


def test_a_net_of_all_words_gives_an_equivariant_maximum():
    words = list(product([Fraction(0), Fraction(1)], repeat=2))
    env: dict[str, Any] = {
        "d": Fraction(1), "n": Fraction(2), "N'": Fraction(4), "eta": Fraction(1, 4), "lambda": Fraction(3),
        "v": family([list(w) for w in words]), "M": family([[x - 2 * y, y - 2 * x] for x, y in words]),
    }  # fmt: skip
    for x, y in product([Fraction(k, 3) for k in range(-1, 5)], repeat=2):
        for column, other in ((1, 2), (2, 1)):
            images = [
                value(
                    extension.greatest(extension.X, num(1), num(c)), env | {"X": lambda r, c, row=row: row[int(c) - 1]}
                )
                for row, c in (((x, y), column), ((y, x), other))
            ]
            assert images[0] == images[1]
