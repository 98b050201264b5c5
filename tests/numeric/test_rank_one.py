"""The trained rank-1 Transformer: its gradients against differences, and that it learns."""

import numpy as np
import pytest

from numeric.boltzmann import softmax
from numeric.constructions.rank_one import RankOne, gradients, random_weights, trained


def loss(net, z, labels):
    chosen = np.take_along_axis(softmax(net(z), axis=-2), labels[:, None, :], axis=1)
    return -np.log(chosen).mean()


@pytest.fixture
def problem():
    rng = np.random.default_rng(0)
    return random_weights(3, 4, 3, rng), rng.normal(size=(5, 3, 4)), rng.integers(3, size=(5, 4))


def test_gradients_are_differences(problem):
    net, z, labels = problem
    found = gradients(net, z, labels, attends=True)
    for k, own in enumerate(net.numbers()):
        for place in list(np.ndindex(own.shape))[:4]:
            moved = []
            for step in (1e-6, -1e-6):
                numbers = [w.copy() for w in net.numbers()]
                numbers[k][place] += step
                moved.append(loss(RankOne(*numbers), z, labels))
            assert found[k][place] == pytest.approx((moved[0] - moved[1]) / 2e-6, abs=1e-7)


def test_without_attention_it_is_token_wise(problem):
    net, z, labels = problem
    found = trained(net, z, labels, 20, attends=False)
    assert not found.output.any()
    other = z.copy()
    other[:, :, 1:] += 1
    assert np.allclose(found(z)[:, :, 0], found(other)[:, :, 0])


def test_it_learns_what_needs_the_context():
    """Two sequences share a token that has another label in each."""
    z = np.array([[[1.0, 2.0]], [[1.0, -2.0]]])
    labels = np.array([[0, 1], [1, 0]])
    start = random_weights(1, 8, 2, np.random.default_rng(3))
    assert trained(start, z, labels, 300).accuracy(z, labels) == 1
    assert trained(start, z, labels, 300, attends=False).accuracy(z, labels) == 0.75
