"""Theorems 4.1, 4.2 and 5.1 executed: literal matrices, the factorised average, and certified errors."""

from fractions import Fraction

import numpy as np
import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from numeric.constructions import centres as built
from numeric.constructions.centres import (
    CentreAverage,
    NotCertified,
    average_of,
    certify,
    certify_in_mean,
    certify_on_balls,
    counted_scale,
    cross_attention,
    grid_centres,
    grid_side,
    needed_scale,
    on_balls,
    on_grid,
    pair_centres,
    points_per_side,
    sampled_error,
    self_attention,
    summed_scale,
)

SEEDS = st.integers(0, 2**32 - 1)


def random_values(seed: int, count: int, d: int, n: int) -> np.ndarray:
    return np.random.default_rng(seed).uniform(-1, 1, (count, d, n))


@given(st.tuples(st.integers(1, 3), st.integers(1, 3), st.integers(2, 5)), SEEDS)
@settings(max_examples=10)
def test_the_matrices_compute_the_average(sizes, seed):
    d, n, count = sizes
    rng = np.random.default_rng(seed)
    average = CentreAverage(rng.normal(size=(count, d * n)), random_values(seed, count, d, n), 2.0)
    network = self_attention(average, 1.5)
    z = rng.normal(size=(d, n))
    np.testing.assert_allclose(network(z), average(z.T.ravel()), atol=1e-9)
    assert network.parameters() <= 8 * d * n * count


@given(st.tuples(st.integers(1, 2), st.integers(1, 2), st.integers(2, 3)), SEEDS)
@settings(max_examples=10)
def test_cross_attention_computes_the_average_over_pairs(sizes, seed):
    d, n, count = sizes
    rng = np.random.default_rng(seed)
    side, weights = rng.normal(size=(count, d * n)), rng.normal(size=(2 * d * n, d, n))

    def f(z):
        return np.tanh(np.tensordot(z, weights, axes=1))

    network = cross_attention(f, side, 1.5, 1.1)
    k, q = rng.normal(size=(2, d, n))
    average = average_of(f, pair_centres(side, side), 1.5)
    np.testing.assert_allclose(network(k, q), average(np.concatenate([k.T.ravel(), q.T.ravel()])), atol=1e-9)


def test_chunks_do_not_change_the_average(monkeypatch):
    average = CentreAverage(grid_centres(1.0, 9, 2), random_values(1, 81, 1, 2), 40.0)
    points = np.random.default_rng(2).uniform(-1, 1, (7, 2))
    whole = average(points)
    monkeypatch.setattr(built, "CHUNK", 50)
    np.testing.assert_allclose(average(points), whole, rtol=1e-12)
    np.testing.assert_allclose(average(points[3]), whole[3], rtol=1e-12)


def test_no_overflow_at_a_great_scale():
    average = CentreAverage(grid_centres(1.0, 5, 1), np.arange(5.0).reshape(5, 1, 1), 1e12)
    assert average([[0.39], [-1.0]]).ravel().tolist() == [3.0, 0.0]


@pytest.mark.parametrize("frequency", [0.5, 1.0])
def test_the_corrected_scale_keeps_the_promise_on_boundaries_and_corners(frequency):
    def f(z):
        return np.sin(frequency * z[..., :2])[..., None]

    error, bound = 0.45, 1.0
    average = on_grid(f, bound, 2, error / (3 * frequency), 1.0, error)
    side = points_per_side(bound, error / (3 * frequency), 2)
    edges = np.linspace(-bound, bound, 2 * side + 1)  # centres and the boundaries of their cells
    points = np.stack(np.meshgrid(edges, edges), axis=-1)
    assert sampled_error(average, f, points)[0] <= error


def test_printed_centres_miss_the_edge():
    middles, ends = (grid_centres(1.0, 8, 1, printed=p) for p in (False, True))
    assert np.abs(middles - 1.0).min() == pytest.approx(1 / 8)
    assert np.abs(ends - 1.0).min() == pytest.approx(2 / 8)


def exact_grid(per_side: int, dimension: int = 1) -> list[list[Fraction]]:
    side = [Fraction(2 * k + 1 - per_side, per_side) for k in range(per_side)]
    return [[x] for x in side] if dimension == 1 else [[x, y] for x in side for y in side]


CURVES = {
    "sine": (lambda x: x[0].sin(), Fraction(1), Fraction(1)),
    "absolute value": (lambda x: abs(x[0]), Fraction(1), Fraction(1)),
    "Gaussian": (lambda x: (-(x[0] * x[0])).exp(), Fraction(1), Fraction(1)),
}


@pytest.mark.parametrize("name", CURVES)
def test_certified_on_an_interval(name):
    """Theorem 4.1, d = n = 1: the error is at most ε on all of [−1, 1], by balls."""
    f, lipschitz, top = CURVES[name]
    error = Fraction(1, 4)
    modulus = error / (3 * lipschitz)
    per_side = points_per_side(1.0, float(modulus), 1)
    scale = Fraction(int(needed_scale(float(top), per_side, float(modulus), float(error))) + 1)
    assert certify(exact_grid(per_side), f, scale, [(-1, 1)], error) < 2_000


SEQUENCES = {  # 1 × 2 inputs to 1 × 2 outputs, a function for each entry
    "swap": (lambda x: x[1], lambda x: x[0]),
    "sort": (lambda x: (x[0] + x[1] - abs(x[0] - x[1])) / 2, lambda x: (x[0] + x[1] + abs(x[0] - x[1])) / 2),
    "mean and half difference": (lambda x: (x[0] + x[1]) / 2, lambda x: (x[0] - x[1]) / 2),
}


@pytest.mark.parametrize("name", SEQUENCES)
def test_certified_for_sequences(name):
    """Theorem 4.1, d = 1, n = 2: both entries on the whole square, |f| <= 1 and 1-Lipschitz in the maximum norm."""
    error = Fraction(9, 10)
    modulus = error / 3
    per_side = points_per_side(1.0, float(modulus), 2)
    scale = Fraction(int(needed_scale(1.0, per_side**2, float(modulus), float(error))) + 1)
    for entry in SEQUENCES[name]:
        assert certify(exact_grid(per_side, 2), entry, scale, [(-1, 1), (-1, 1)], error) < 5_000


@pytest.mark.parametrize("name", CURVES)
def test_certified_on_intervals(name):
    """Theorem 5.1, d = n = 1: all of the intervals of radius ε/(3L), three in a row and two that lie apart."""
    f, lipschitz, top = CURVES[name]
    error = Fraction(3, 10)
    radius = error / (3 * lipschitz)
    centres = [[radius * (2 * k + 1)] for k in range(3)] + [[Fraction(-2)], [Fraction(5)]]
    bound = 6.0 if name == "absolute value" else float(top)
    scale = Fraction(int(needed_scale(bound, len(centres), float(2 * radius), float(error))) + 1)
    assert certify_on_balls(centres, f, scale, radius, error) < 2_000


FIELDS = {  # 1-Lipschitz in the 2-norm, of absolute value at most 2 on the discs
    "length": lambda x: (x[0] * x[0] + x[1] * x[1] + 1).sqrt() - 1,
    "maximum": lambda x: (x[0] + x[1] + abs(x[0] - x[1])) / 2,
    "wave": lambda x: ((3 * x[0] + 4 * x[1]) / 5).sin(),
}
DISCS = [[0, 0], [Fraction(1, 10), Fraction(1, 10)], [0, Fraction(1, 5)], [1, Fraction(-1, 2)], [-1, 1]]


@pytest.mark.parametrize("name", FIELDS)
def test_certified_on_discs(name):
    """Theorem 5.1, d = 1, n = 2 (or 2 and 1): all of five discs of radius ε/3, of which three overlap."""
    error = Fraction(3, 10)
    radius = error / 3
    scale = Fraction(int(needed_scale(2.0, len(DISCS), float(2 * radius), float(error))) + 1)
    assert certify_on_balls(DISCS, FIELDS[name], scale, radius, error) < 5_000


def test_beyond_the_balls_nothing_is_promised():
    """Half-way between two balls that lie apart the average is no better than its neighbours."""
    f, scale, error = CURVES["absolute value"][0], 100, Fraction(3, 10)
    centres = [[0], [Fraction(2)]]
    assert certify_on_balls(centres, f, scale, error / 3, error) < 100
    with pytest.raises(NotCertified) as refused:
        certify(centres, f, scale, [(0, 2)], error)
    assert all(Fraction(3, 10) < b and a < Fraction(17, 10) for a, b in refused.value.box)
    with pytest.raises(NotCertified):
        certify_on_balls(centres, f, scale, Fraction(1), error)


SURFACES = {
    "sum": lambda x: (x[0] + x[1]) / 2,
    "difference": lambda x: (x[0] - x[1]) / 2,
    "maximum": lambda x: (x[0] + x[1] + abs(x[0] - x[1])) / 2,
}


@pytest.mark.parametrize("error", [Fraction(9, 10), Fraction(1, 2)])
@pytest.mark.parametrize("name", SURFACES)
def test_certified_for_pairs_on_the_whole_square(name, error):
    """Theorem 4.2, d = n = 1: f of two scalars, |f| <= 1 and 1-Lipschitz in the maximum norm; the paper's P."""
    modulus = error / 3
    per_side = grid_side(1.0, float(modulus))
    scale = Fraction(int(summed_scale(1.0, 2, float(modulus), float(error))) + 1)
    assert certify(exact_grid(per_side, 2), SURFACES[name], scale, [(-1, 1), (-1, 1)], error) < 5_000


def test_what_is_false_is_not_certified():
    with pytest.raises(NotCertified) as refused:
        certify([[0]], lambda x: x[0], 1, [(-1, 1)], Fraction(1, 2))
    assert all(a < b for a, b in refused.value.box)


def test_balls_cover_what_they_are_built_for():
    def f(z):
        return np.cos(z)[..., None]

    anchors = np.array([[0.1], [0.3], [3.0]])
    average = on_balls(f, anchors, 1.0, 1.0, 0.3)
    points = np.concatenate([x + np.linspace(-0.1, 0.1, 21) for x in anchors.ravel()])[:, None]
    assert sampled_error(average, f, points)[0] <= 0.3


@pytest.mark.parametrize(
    "make",
    [
        lambda: grid_centres(0.0, 2, 1),
        lambda: CentreAverage(np.zeros((2, 1)), np.zeros((3, 1, 1)), 1.0),
        lambda: CentreAverage(np.zeros((2, 1)), np.zeros((2, 1, 1)), -1.0),
        lambda: CentreAverage(np.zeros((2, 1)), np.zeros((2, 1, 1)), 1.0)([[1.0, 2.0]]),
        lambda: self_attention(CentreAverage(np.zeros((2, 1)), np.ones((2, 1, 1)), 1.0), 1.0),
        lambda: self_attention(CentreAverage(np.zeros((1, 3)), np.zeros((1, 1, 3)), 1.0), 1.0),
    ],
)
def test_bad_input(make):
    with pytest.raises(ValueError):
        make()


@given(st.integers(1, 4), st.floats(0.35, 1.0), SEEDS)
@settings(max_examples=20)
def test_the_scales_without_the_number_of_centres_are_enough(dimension, modulus, seed):
    rng = np.random.default_rng(seed)
    error, top = 0.2, 1.0
    per_side = grid_side(1.0, modulus)
    centres = grid_centres(1.0, per_side, dimension)
    points = rng.uniform(-1, 1, (40, dimension))
    for z in points:  # the worst that a modulus allows: ε/3 off near the point, 2B_0 off elsewhere
        near = np.abs(centres - z).max(axis=1) <= modulus
        values = np.where(near, error / 3, 2 * top)[:, None, None]
        counted = counted_scale(top, dimension, per_side, modulus, error)
        assert CentreAverage(centres, values, counted)(z).item() <= error
        if per_side <= 4 / modulus:
            summed = summed_scale(top, dimension, modulus, error)
            assert CentreAverage(centres, values, summed)(z).item() <= error


@pytest.mark.parametrize("dimension", [1, 3, 8])
def test_a_scale_below_the_lower_bound_is_too_small(dimension):
    """`far_beyond`: P = 2, D = δ = 1, the point t to the right of the centre with all digits 1."""
    t, error, top = 1e-3, 0.1, 1.0
    bound = 2 / (1 + 2 * t) * np.log(dimension * (2 * top - error) / error)
    centres = grid_centres(1.0, 2, dimension)
    z = np.full(dimension, 0.5 + t)
    values = np.where(np.abs(centres - z).max(axis=1) <= 1, 0.0, 2 * top)[:, None, None]
    below = CentreAverage(centres, values, 0.999 * bound)(z).item()
    assert below > error
    assert summed_scale(top, dimension, 1.0, error) > bound


def test_a_summed_scale_needs_an_error_that_is_not_trivial():
    with pytest.raises(ValueError, match="above twice"):
        summed_scale(1.0, 2, 0.5, 2.5)


@given(st.tuples(st.integers(1, 2), st.integers(5, 9), st.integers(1, 2)), SEEDS)
@settings(max_examples=10)
def test_more_tokens_than_columns(sizes, seed):
    """n > 2 d N_x: spare columns change the output by no more than was allowed, and cost one number each."""
    d, n, count = sizes
    rng = np.random.default_rng(seed)
    average = CentreAverage(rng.normal(size=(count, d * n)), random_values(seed, count, d, n), 2.0)
    for error in (1e-2, 1e-9):
        network = self_attention(average, 1.5, radius=4.0, error=error)
        z = rng.normal(size=(d, n))
        z *= 4 / np.sqrt((z**2).sum())
        assert np.abs(network(z) - average(z.T.ravel())).max() <= error + 1e-12
        assert network.parameters() <= 8 * d * n * count


def test_spare_columns_need_to_be_told_how_far_inputs_go():
    average = CentreAverage(np.zeros((1, 5)), np.zeros((1, 1, 5)), 2.0)
    for radius, error in ((-1.0, 0.1), (1.0, 0.0)):
        with pytest.raises(ValueError, match="spare ones need"):
            self_attention(average, 1.0, radius, error)


@pytest.mark.parametrize("sizes", [(2, 2, 3), (1, 7, 2)])
def test_the_parameters_are_what_differs_between_two_networks(sizes):
    """Counted in the matrices, Linear too: where the networks of two functions on other balls differ."""
    d, n, count = sizes
    rng = np.random.default_rng(5)
    made = []
    for scale, bound in ((2.0, 1.5), (3.0, 1.7)):
        average = CentreAverage(rng.normal(size=(count, d * n)), rng.uniform(-1, 1, (count, d, n)), scale)
        made.append(self_attention(average, bound, radius=5.0, error=0.1))
    places = [[network.shift, network.key, network.query, network.value, network.out] for network in made]
    different = sum(int((a != b).sum()) for a, b in zip(*places, strict=True))
    in_linear = sum(
        int((p != r).any(axis=0).sum() + (q != s).sum())
        for (p, q), (r, s) in zip(*(network.terms() for network in made), strict=True)
    )
    assert different + in_linear == made[0].parameters() == made[1].parameters()


def test_certified_for_several_entries_at_once():
    functions = [CURVES["sine"][0], CURVES["absolute value"][0]]

    def both(z):
        return [f(z) for f in functions]

    assert certify(exact_grid(24), both, 400, [(-1, 1)], Fraction(1, 4)) < 2_000
    with pytest.raises(NotCertified):
        certify(exact_grid(2), both, 400, [(-1, 1)], Fraction(1, 4))


def test_certified_in_mean_across_a_jump():
    """Corollary 4.1.1 with a step function: far off at 0, close in the mean."""

    def sign(z):
        if z[0].contains(0):
            raise ArithmeticError
        return arb(1) if z[0] > 0 else arb(-1)

    centres = exact_grid(8)
    found = [float(certify_in_mean(centres, sign, scale, [(-1, 1)], 2, most=400, top=1)) for scale in (50, 400)]
    assert found[1] < 0.13 < found[0] < 0.4
    z = np.linspace(-1, 1, 100_001)[:, None]
    average = average_of(lambda v: np.sign(v)[..., None], np.array(centres, dtype=float), 400.0)
    by_rule = float(np.sqrt(2 * np.mean((average(z)[:, 0, 0] - np.sign(z[:, 0])) ** 2)))
    assert by_rule < found[1]
    bound = lambda goal: float(certify_in_mean(centres, sign, 400, [(-1, 1)], 2, 50, 1, goal=goal))  # noqa: E731
    assert bound(Fraction(1, 8)) <= 1 / 8 < bound(None)
    with pytest.raises(ArithmeticError):
        certify_in_mean(centres, sign, 50, [(-1, 1)], 2)
