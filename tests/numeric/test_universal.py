"""Proposition 1 executed: the corrected network is exact on cells, 0 outside and bounded; finer grids are closer."""

import random
from fractions import Fraction

import pytest
from flint import arb

from numeric.constructions.universal import Approximator, approximator, distance

STEP = Fraction(1, 200)


def centred(tokens):
    """x_k minus the mean of the tokens, which is permutation equivariant."""
    mean = [sum(token[c] for token in tokens) / len(tokens) for c in range(len(tokens[0]))]
    return [tuple(x - m for x, m in zip(token, mean, strict=True)) for token in tokens]


def times_greatest(tokens):
    """Every entry times the greatest of its row."""
    return [tuple(x * max(other[c] for other in tokens) for c, x in enumerate(token)) for token in tokens]


@pytest.fixture(scope="module", params=[(1, 2, 4), (1, 3, 3), (2, 2, 2)], ids=str)
def network(request: pytest.FixtureRequest) -> Approximator:
    d, n, granularity = request.param
    return approximator(centred, d, n, granularity, STEP)


def in_cell(rng: random.Random, cell: Fraction, granularity: int) -> Fraction:
    """A point of the cell of a grid value, off the step at its beginning."""
    return (
        cell - Fraction(1, granularity) + STEP + (Fraction(1, granularity) - STEP) * Fraction(rng.randint(0, 99), 100)
    )


def test_exact_in_the_cells_without_duplicates(network: Approximator):
    rng = random.Random(1)
    d, n, granularity = network.d, network.n, network.granularity
    for _ in range(12):
        cells = [tuple(Fraction(rng.randint(1, granularity), granularity) for _ in range(d)) for _ in range(n)]
        if len(set(cells)) < n:
            continue
        out = network([[in_cell(rng, cell[t], granularity) for cell in cells] for t in range(d)])
        wanted = centred(cells)
        assert all(abs(out[t, k] - arb(wanted[k][t].numerator) / wanted[k][t].denominator) < 1e-9
                   for t in range(d) for k in range(n))  # fmt: skip


@pytest.mark.parametrize("where", [Fraction(-1), Fraction(3, 2), 1000, -STEP, 1 + STEP])
def test_zero_where_one_token_is_outside(network: Approximator, where: Fraction):
    """The other tokens too are 0, whether they are in a cell, on a step or outside themselves."""
    for other in (Fraction(3, 10), STEP / 2, Fraction(2)):
        z = [[where if (t, k) == (0, 0) else other for k in range(network.n)] for t in range(network.d)]
        assert all(abs(x) < 1e-9 for x in network(z).entries())


def test_bounded_on_steps_and_for_duplicates(network: Approximator):
    rng = random.Random(2)
    for _ in range(12):
        z = [[rng.choice([STEP / 2, -STEP / 3, Fraction(1, 2), 1 + STEP / 2, Fraction(rng.randint(0, 99), 99)])
              for _ in range(network.n)] for _ in range(network.d)]  # fmt: skip
        assert all(abs(x) < 1 + 1e-9 for x in network(z).entries())


def test_the_first_layer_is_token_wise(network: Approximator):
    """What (60) asks for cannot be: a token's image does not depend on the others."""
    here = [[Fraction(1, 3)] * network.n for _ in range(network.d)]
    there = [[Fraction(1, 3)] + [Fraction(5)] * (network.n - 1) for _ in range(network.d)]
    first, second = network.quantised(here), network.quantised(there)
    assert all((first[t, 0] - second[t, 0]).contains(0) for t in range(network.d))


@pytest.mark.parametrize("f", [centred, times_greatest])
def test_a_finer_grid_is_closer(f):
    errors = [distance(approximator(f, 1, 2, granularity, STEP), f, 2, 60)[0] for granularity in (2, 8)]
    assert errors[1] < errors[0] * 0.7
    bound = 2**0.5 * (1 / 8 + 2 * (1 / 8 + 12 * float(STEP)) ** 0.5)  # ω, then duplicates and steps, at most 2 off
    assert errors[1] < bound


@pytest.mark.parametrize("arguments", [(0, 2, 4, STEP), (1, 5, 4, STEP), (1, 2, 4, Fraction(1, 2)), (1, 2, 4, 0)])
def test_sizes_that_make_no_sense(arguments: tuple):
    with pytest.raises(ValueError, match="needed"):
        approximator(centred, *arguments)


def test_values_beyond_one():
    with pytest.raises(ValueError, match="values"):
        approximator(lambda tokens: [(2,)] * len(tokens), 1, 2, 2, STEP)
