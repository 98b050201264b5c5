import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numeric.constructions.step_function import Head, exact_head, fit, gradients, loss, step_function

STEPS, VALUES = np.array([-0.4, 0.3]), np.array([1.0, -1.0, 0.5])
X = np.linspace(-1, 1, 81)


@given(st.integers(0, 2**32 - 1), st.integers(1, 5))
@settings(max_examples=10)
def test_gradients_are_the_difference_quotients(seed, n):
    rng = np.random.default_rng(seed)
    numbers = [rng.normal(size=n) for _ in range(3)]
    y = step_function(STEPS, VALUES, X)
    found = gradients(Head(*numbers), X, y)
    for k in range(3):
        for h in range(n):
            ends = []
            for sign in (1, -1):
                moved = [w.copy() for w in numbers]
                moved[k][h] += sign * 1e-6
                ends.append(loss(Head(*moved), X, y))
            assert (ends[0] - ends[1]) / 2e-6 == pytest.approx(found[k][h], abs=1e-6)


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=5, unique=True), st.sampled_from([50.0, 400.0]))
@settings(max_examples=20)
def test_the_exact_head_bends_at_the_steps_and_errs_little_away_from_them(steps, scale):
    steps = np.sort(steps)
    if np.any(np.diff(steps) < 0.05):
        return
    values = np.arange(len(steps) + 1) % 3 - 1.0
    head = exact_head(steps, values, scale)
    np.testing.assert_allclose(head.bends(), steps, atol=1e-9)
    far = np.abs(X[:, None] - steps).min(axis=1)
    error = np.abs(head(X) - step_function(steps, values, X))
    assert np.all(error <= 2 * len(values) * np.exp(-scale * far) + 1e-12)


def test_pieces_that_are_never_on_top_do_not_bend():
    assert Head(np.array([0.0, 1.0, 2.0]), np.array([0.0, -5.0, 0.0]), np.zeros(3)).bends().tolist() == [0.0]
    assert Head(np.array([1.0, 1.0]), np.array([0.0, 1.0]), np.zeros(2)).bends().tolist() == []


def test_a_fit_bends_near_the_steps():
    y = step_function(STEPS, VALUES, X)
    start = Head(np.array([-5.0, 0.0, 5.0]), np.zeros(3), np.array([0.1, 0.0, -0.1]))
    fitted = fit(start, X, y, 600)
    assert loss(fitted, X, y) < loss(start, X, y) / 10
    np.testing.assert_allclose(fitted.bends(), STEPS, atol=0.1)


def test_bad_input():
    for steps, values in (([0.0, 0.0], [1.0, 2.0, 3.0]), ([0.0], [1.0])):
        with pytest.raises(ValueError):
            step_function(steps, values, 0.0)
    with pytest.raises(ValueError, match="positive"):
        exact_head([0.0], [1.0, 2.0], 0.0)
