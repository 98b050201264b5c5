import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

import symbolic.attention
from numeric import attention as at
from numeric.boltzmann import softmax


@given(st.lists(st.integers(-2, 2), min_size=1, max_size=6))
def test_hardmax_is_the_symbolic_one(scores):
    exact = [
        symbolic.attention.hardmax(lambda k: sp.Tuple(*scores)[k - 1], len(scores), i + 1) for i in range(len(scores))
    ]
    assert at.hardmax(scores).tolist() == [float(w) for w in exact]


def test_hardmax_axes_and_masks():
    scores = np.array([[1.0, 5.0], [1.0, 7.0]])
    assert at.hardmax(scores, axis=0).tolist() == [[0.5, 0], [0.5, 1]]
    assert at.hardmax(scores, axis=1, mask=[[True, False], [True, True]]).tolist() == [[1, 0], [0, 1]]
    with pytest.raises(ValueError, match="no entry left"):
        at.hardmax(scores, mask=[False, False])


@pytest.mark.parametrize("kind", ["softmax", "hardmax"])
def test_batches_are_single_sequences(kind):
    rng = np.random.default_rng(2)
    k, q, v = rng.normal(size=(5, 2, 4)), rng.normal(size=(5, 2, 3)), rng.normal(size=(5, 6, 4))
    mask = rng.random((4, 3)) < 0.7
    mask[0] = True
    out = at.attention(k, q, v, kind, mask)
    assert out.shape == (5, 6, 3)
    for b in range(5):
        np.testing.assert_allclose(out[b], at.attention(k[b], q[b], v[b], kind, mask), rtol=1e-13)


def test_attention_by_hand():
    k, q, v = np.array([[1.0, 2.0, 0.0]]), np.array([[3.0]]), np.array([[1.0, 10.0, 100.0]])
    np.testing.assert_allclose(at.attention(k, q, v), v @ softmax([3.0, 6.0, 0.0])[:, None])


def test_bad_input():
    one = np.zeros((1, 2))
    with pytest.raises(ValueError, match="do not fit"):
        at.attention(one, np.zeros((3, 2)), one)
    with pytest.raises(ValueError, match="matrices"):
        at.attention([1.0], one, one)
    with pytest.raises(ValueError, match="kind"):
        at.attention(one, one, one, kind="argmax")  # type: ignore[arg-type]
