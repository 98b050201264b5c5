"""The network with softmax and ReLUs in balls: against float64, against the modified one, and the distances."""

from fractions import Fraction

import numpy as np
import pytest
from flint import arb

from numeric.constructions import contextual_network as network
from numeric.constructions.contextual_network import Grid, plain_network, positional_network
from numeric.constructions.soft_network import SoftNetwork, certified, largest_output, modified_distance


def averaged(grid):
    """(x + mean)/2 at the centres, in units of δ/2."""

    def target(z):
        centre = z.astype(object) + Fraction(1)
        return (centre + centre.sum(axis=-1, keepdims=True) / grid.n) / 2

    return target


def enclosure(x):
    return [[(v + sum(row, arb(0)) / len(row)) / 2 for v in row] for row in x]


@pytest.fixture(scope="module", params=[plain_network, positional_network], ids=["plain", "positional"])
def made(request):
    grid = Grid(1, 2, 3)
    return request.param(grid, averaged(grid))


def test_balls_enclose_what_float64_gives(made):
    soft = SoftNetwork(made, 3, Fraction(1, 2), 400)
    for x in ([[Fraction(1, 2), 3]], [[Fraction(7, 4), 5]], [[Fraction(19, 5), 4]]):
        exact = soft(x)
        rough = network.run(made.layers(), np.array(x, dtype=float) + made.encoding, 3, 0.5)
        assert all(abs(float(a.mid()) - b) < 1e-4 * max(1, abs(b)) for a, b in zip(exact[0], rough[0], strict=True))


def test_the_distances_are_certified(made):
    soft, found = certified(made, enclosure, Fraction(1, 100))
    assert found.soft <= arb("0.01") and found.total >= found.soft
    for x in ([[Fraction(1, 2), 3]], [[5, Fraction(1, 3)]], [[3, 3]]):
        gaps = [a - int(b * 2**20) / arb(2**20) for a, b in zip(soft(x)[0], made(np.array(x))[0], strict=True)]
        assert all(abs(gap) < 0.3 for gap in gaps)


def test_a_midpoint_rule_is_below_the_certified_distance():
    grid = Grid(1, 2, 4)
    steps, lost = modified_distance(plain_network(grid, averaged(grid)), enclosure)
    by_rule = network.distance(grid, per_cell=8)
    assert by_rule < float(steps + lost)
    assert float(lost) <= float(grid.lost()) ** 0.5 * 2**0.5


def test_no_output_is_beyond_the_bound(made):
    grid = made.grid
    rng = np.random.default_rng(0)
    x = rng.uniform(0, 2 * grid.cells, (50, grid.d, grid.n))
    x[:25] = np.floor(x[:25]) - 1e-3  # on ramps
    out = network.run(made.layers(), np.abs(x) + made.encoding, 0.1, 0.5)
    assert np.abs(out).max() < largest_output(made)


def test_separable_and_bilinear_layers_in_balls():
    grid = Grid(1, 2, 2)
    for kind in ("bilinear", "separable"):
        mixed = positional_network(grid, averaged(grid), network.mixing_layers(grid, kind))
        soft, found = certified(mixed, enclosure, Fraction(1, 10))
        assert found.at_points == 0 or found.at_points < arb("1e-20")
        assert [
            abs(float(a) - float(b)) < 1e-9
            for a, b in zip(soft([[1, 3]])[0], mixed(np.array([[1, 3]]))[0], strict=True)
        ]


@pytest.mark.parametrize(("within", "p"), [(0, 2), (-1, 2), (1, Fraction(1, 2))])
def test_what_is_refused(made, within, p):
    with pytest.raises(ValueError, match="are needed"):
        certified(made, enclosure, Fraction(within), Fraction(p))
