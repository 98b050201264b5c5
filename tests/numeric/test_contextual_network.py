"""The network of Yun et al.: layers against closed forms, every point of small grids, and what the paper overlooks."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from numeric.constructions import contextual_network as network
from numeric.constructions.contextual_network import Grid
from symbolic.selective_shift import positional_final_id_bounds, sharp_final_id_bounds

SIZES = [(1, 2, 2), (1, 2, 5), (1, 3, 3), (1, 4, 3), (1, 3, 2), (2, 2, 2), (2, 2, 3), (2, 3, 2), (3, 2, 2)]


def total(z):
    return z * z.shape[-1] + z.sum(axis=-1, keepdims=True)


@pytest.mark.parametrize("size", SIZES)
def test_lemmas_8_and_9_on_every_point(size):
    grid = Grid(*size)
    found = network.check_all(grid, total)
    assert (found.failures, found.wrong_values) == ({}, 0)
    proper = 1
    for i in range(grid.n):
        proper *= max(grid.big - i, 0)
    assert found.categories[0] == proper
    assert sum(found.categories) == found.points == (grid.cells + 1) ** (grid.d * grid.n)


@pytest.mark.parametrize("size", [(1, 2, 2), (2, 2, 3)])
def test_quantiser_layers_are_lemma_7(size):
    grid = Grid(*size)
    layers = network.quantiser_layers(grid)
    assert len(layers) == grid.layers()["quantise"]
    values = np.arange(-5, 2 * grid.cells + 5)  # in units of δ/2, boundaries included
    rng = np.random.default_rng(0)
    z = rng.choice(values, (200, grid.d, grid.n))
    out = z
    for layer in layers:
        out = layer(out)
    assert np.array_equal(out, grid.to_grid(z / (2 * grid.cells)))


def test_layers_one_by_one_are_what_is_run_at_once():
    grid = Grid(2, 2, 2)
    points = grid.points()
    attention = network.contextual_layers(grid)
    assert len(attention) == grid.layers()["contexts"]
    z = points
    for layer in attention:
        z = layer(z)
    contexts = network.contextual(grid, points, attention)
    assert np.array_equal(z, contexts)
    values = network.value_map(grid, total)
    layers = values.layers()
    assert len(layers) == grid.layers()["values"]
    for layer in layers:
        z = layer(z)
    assert np.array_equal(z, values(contexts))


def test_equivariance():
    grid = Grid(2, 3, 2)
    points = grid.points()
    layers = network.contextual_layers(grid)
    permuted = points[..., [2, 0, 1]]
    assert np.array_equal(
        network.contextual(grid, permuted, layers), network.contextual(grid, points, layers)[..., [2, 0, 1]]
    )


def test_nothing_wraps():
    grid = Grid(1, 5, 40)
    z = np.array([[[0, 2, 8, 30, 78]], [[0, 2, 8, 30, grid.outside]]])
    exact = network.contextual(grid, z.astype(object), network.contextual_layers(grid))
    assert np.array_equal(network.contextual(grid, z, network.contextual_layers(grid)), exact)
    assert exact.max() > 2**63


def test_a_value_may_fire_a_later_layer():
    grid = Grid(1, 2, 2)
    contexts = network.contextual(grid, np.array([[0, 2]]), network.contextual_layers(grid))
    first, second = sorted(grid.ids(contexts).tolist())
    wanted = np.array([[[second, 0]]])
    printed = network.value_map(grid, lambda z: wanted, printed=True)
    assert network.triggers_fire(printed) == 1
    assert printed(contexts).tolist() == [[0, 0]] != [[second, 0]]
    harmless = network.value_map(grid, lambda z: np.array([[[0, first]]]), printed=True)
    assert network.triggers_fire(harmless) == 0
    corrected = network.value_map(grid, lambda z: wanted)
    assert network.triggers_fire(corrected) == 0
    assert corrected(contexts).tolist() == wanted[0].tolist()


@pytest.mark.parametrize("size", [(1, 2, 2), (1, 3, 3), (2, 2, 2)])
def test_lemma_9_for_targets_among_the_contexts(size):
    """Every value is a context of another sequence, or negative, or a fraction."""
    grid = Grid(*size)
    tops = grid.interval

    def target(z):
        wild = z.astype(object) * Fraction(7, 3) - 5
        wild[..., 0, :] += np.where(z[..., 0, :] == 0, tops[0], tops[1])
        return wild

    assert network.check_all(grid, target).wrong_values == 0


def uneven(z):
    """No permutation equivariant function."""
    return z * np.arange(1, z.shape[-1] + 1) - z.max(axis=-1, keepdims=True) ** 2 - Fraction(1, 7)


@pytest.mark.parametrize("size", [(1, 2, 2), (1, 2, 4), (1, 3, 3), (2, 2, 2), (2, 3, 2)])
def test_with_encodings_every_point_has_its_value(size):
    grid = Grid(*size)
    made = network.positional_network(grid, uneven)
    assert made.confused() == 0
    assert {"quantise": len(made.quantiser), "contexts": len(made.contexts), "values": len(made.values.layers())} == (
        grid.positional_layers()
    )
    points = grid.points(extended=False)
    assert (made(points + Fraction(5, 3)) == uneven(points)).all()


def test_beyond_the_cube_encodings_say_so():
    made = network.positional_network(Grid(1, 2, 2), uneven)
    with pytest.raises(ValueError, match="entries of"):
        made(np.array([[Fraction(1, 2), Fraction(9, 2)]]))


def test_the_plain_network_from_end_to_end():
    grid = Grid(1, 3, 3)
    made = network.plain_network(grid, total)
    x = np.array([[Fraction(1, 2), 3, Fraction(11, 2)]])
    assert made(x).tolist() == total(np.array([[0, 2, 4]])).tolist()
    assert made(np.array([[1, 1, 3]])).tolist() == [[0, 0, 0]] == made(np.array([[1, 3, 7]])).tolist()
    z = made.quantised(x)
    for layer in made.contexts:
        z = layer(z)
    for layer in made.values.layers():
        z = layer(z)
    assert (z == made(x)).all()


@pytest.mark.parametrize(("kind", "confused"), [("bilinear", 0), ("separable", 0), ("average", 36)])
def test_layers_in_place_of_attention(kind, confused):
    grid = Grid(1, 3, 3)
    made = network.positional_network(grid, uneven, network.mixing_layers(grid, kind))
    points = grid.points(extended=False)
    assert made.confused() == confused
    assert bool((made(points) == uneven(points)).all()) is (confused == 0)


def test_mixing_layers_are_what_5_and_6_say():
    x = np.array([[1, 10, 100], [2, 0, 5]])
    u = (1, 3)
    ids = np.array(u) @ x
    filter_ = [5, 1, 7]
    padded = [0, *ids.tolist(), 0]
    convolved = [sum(w * padded[j + 2 - k] for k, w in enumerate(filter_)) for j in range(3)]
    assert network.separable(u, filter_, 3).lift(ids).tolist() == convolved
    weights = np.arange(9).reshape(3, 3)
    assert network.bilinear(u, weights.tolist()).lift(ids).tolist() == (ids @ weights).tolist()
    assert network.average(u, 2, 3).lift(ids).tolist() == [2 * ids.sum()] * 3
    with pytest.raises(ValueError, match="no layer"):
        network.mixing_layers(Grid(1, 2, 2), "other")


def test_parameters_are_those_of_the_matrices():
    grid = Grid(2, 2, 2)
    made = network.plain_network(grid, total)
    token_wise = grid.layers()["quantise"] + grid.layers()["values"]
    heads = 2 * grid.big + 1
    counted = made.parameters()
    assert counted["token_wise"] == token_wise * (9 * grid.d + 4)
    assert counted["mixing"] == heads * (4 * grid.d + 1)
    assert counted["not_zero"] < counted["token_wise"] + counted["mixing"]


def test_the_volume_that_is_lost():
    grid = Grid(2, 2, 3)
    points = grid.points(extended=False)
    ids = grid.ids(points)
    assert grid.lost() == Fraction(int((ids[:, 0] == ids[:, 1]).sum()), len(points))


def test_the_sweep_of_appendix_g():
    for cells in (2, 3, 5):
        assert network.check_positional(Grid(1, 2, cells)) == {"points": cells**2, "not in order": 1, "coincide": 0}
    for size in [(1, 3, 2), (1, 3, 3), (1, 4, 2), (2, 2, 2), (2, 2, 3), (2, 3, 2), (3, 2, 2)]:
        found = network.check_positional(Grid(*size))
        assert (found["not in order"], found["coincide"]) == (0, 0), size


def test_softmax_and_relus_come_close():
    grid = Grid(1, 2, 2)
    layers = [
        *network.quantiser_layers(grid),
        *network.contextual_layers(grid),
        *network.value_map(grid, total).layers(),
    ]
    x = np.array([[[0.5, 2.7]], [[3.3, 1.4]], [[0.4, 0.9]], [[2.5, 3.5]], [[-3.0, 1.0]], [[7.0, -9.0]]])
    exact = network.value_map(grid, total)(
        network.contextual(grid, grid.to_grid(x / 4), network.contextual_layers(grid))
    ).astype(float)
    errors = [np.abs(network.run(layers, x, lam, 0.05) - exact).max() for lam in (0.5, 2.0, 20.0)]
    assert errors[-1] < 1e-6
    assert errors[0] > errors[-1]


def test_four_relus_are_the_pieces_off_the_bands():
    for phi in (
        network.Pieces((1, 4), ((0, 2), (3, -1), (-1, 5))),
        network.Pieces((1, 4), ((2, 1), (0, 3), (-2, 7))),
    ):
        t = np.array([-3.0, 0.5, 1.0, 2.5, 3.7, 4.0, 9.0])
        assert np.allclose(phi.relus(t, 0.25), phi(t))
    with pytest.raises(ValueError, match="constant"):
        network.Pieces((0, 1), ((1, 0), (1, 0), (0, 0))).relus(np.zeros(1), 0.1)


def test_the_distance_shrinks_with_the_cells():
    far, near = (network.distance(Grid(1, 2, cells)) for cells in (4, 16))
    assert 1.8 < far / near < 2.2  # the order δ^(d/p) with p = 2, d = 1 of Proposition 5


@pytest.mark.parametrize("size", [(0, 2, 2), (1, 1, 2), (1, 2, 1)])
def test_sizes_that_lemma_8_excludes(size):
    with pytest.raises(ValueError, match="are needed"):
        Grid(*size)


@pytest.mark.parametrize(("lam", "eps"), [(0, 0.1), (1, 0), (1, 2)])
def test_parameters_of_the_real_network(lam, eps):
    with pytest.raises(ValueError, match="are needed"):
        network.run([], np.zeros((1, 1, 2)), lam, eps)


@pytest.mark.parametrize("size", [(1, 3, 3), (2, 2, 2), (2, 3, 2)])
def test_the_exact_ends_of_the_contexts_and_of_the_shifted_ids(size):
    grid = Grid(*size)
    delta = Fraction(1, 2 * grid.cells)
    contexts = network.plain_network(grid, total).values.ids.tolist()
    one = sharp_final_id_bounds(grid.n, grid.big, sp.Rational(1, grid.cells))
    weight = grid.big ** (grid.n + 1)
    assert min(contexts) * delta == weight * one.lower + sp.Rational(grid.big * (grid.n - 1), grid.cells)
    assert max(contexts) * delta == (weight + 1) * one.upper
    points = grid.points(extended=False) + 2 * grid.cells * np.arange(grid.n)
    last = grid.ids(network.contextual(grid, points, network.positional_layers(grid)[:-1])).max(axis=-1)
    found = positional_final_id_bounds(grid.n, grid.big, grid.cells)
    assert (int(last.min()) * delta, int(last.max()) * delta) == found
