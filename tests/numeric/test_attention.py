import numpy as np
import pytest

from numeric import attention as at
from numeric.boltzmann import softmax


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


def test_a_layer_is_its_heads_one_by_one():
    """KS (2): the skip connection and the sum over the heads, for a batch, with a mask for each query."""
    rng = np.random.default_rng(3)
    z = rng.normal(size=(5, 3, 4))
    w_o, w_v, w_k, w_q = (rng.normal(size=s) for s in ((2, 3, 6), (2, 6, 3), (2, 6, 3), (2, 6, 3)))
    causal = np.tri(4, dtype=bool).T
    for kind in ("softmax", "hardmax"):
        out = at.self_attention(z, w_o, w_v, w_k, w_q, kind, causal)
        for b in range(5):
            heads = [w_o[i] @ at.attention(w_k[i] @ z[b], w_q[i] @ z[b], w_v[i] @ z[b], kind, causal) for i in range(2)]
            np.testing.assert_allclose(out[b], z[b] + sum(heads), rtol=1e-12)
        np.testing.assert_allclose(
            out[:, :, :2], at.self_attention(z[:, :, :2], w_o, w_v, w_k, w_q, kind, causal[:2, :2])
        )


def test_rank_one_attention_shares_the_weights_of_values_and_keys():
    """KS (20) is (2) with W_V = W_K = v_1ᵀ and W_Q = v_2ᵀ, not with W_V = W_Q."""
    rng = np.random.default_rng(4)
    z, v_1, v_2, w_o = rng.normal(size=(2, 3, 5)), *rng.normal(size=(3, 3))
    by_hand = [x + np.outer(w_o, (v_1 @ x) @ softmax(np.outer(v_1 @ x, v_2 @ x), axis=0)) for x in z]
    np.testing.assert_allclose(at.rank_one_attention(z, v_1, v_2, w_o), by_hand, rtol=1e-12)
    swapped = at.self_attention(z, w_o[None, :, None], *(v[None, None] for v in (v_1, v_2, v_1)))
    assert not np.allclose(swapped, by_hand)


def test_feed_forward_by_hand():
    """KS (3): |x| = relu(x) + relu(-x), added to what came in, plus a bias."""
    h = np.array([[[1.0, -2.0]], [[0.0, 5.0]]])
    out = at.feed_forward(h, [[1.0], [-1.0]], [0.0, 0.0], [[1.0, 1.0]], [10.0])
    assert out.tolist() == [[[12.0, 10.0]], [[10.0, 20.0]]]


def test_layers_that_do_not_fit_are_refused():
    z, one, two = np.zeros((2, 3)), np.zeros((1, 2, 1)), np.zeros((1, 1, 2))
    with pytest.raises(ValueError, match="do not fit"):
        at.self_attention(z, one, one, two, two)
    with pytest.raises(ValueError, match="do not fit"):
        at.self_attention(z, one, two, two, one)
    with pytest.raises(ValueError, match="do not fit"):
        at.feed_forward(z, np.zeros((4, 2)), np.zeros(3), np.zeros((2, 4)), np.zeros(2))
