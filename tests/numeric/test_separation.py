import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numeric import separation as sep
from numeric.strategies import separated_sequences
from symbolic import separation as exact

KINDS = st.sampled_from(["shared", "collinear", "one different"])
SMALL = st.lists(
    st.lists(st.lists(st.integers(-2, 2), min_size=3, max_size=3), min_size=2, max_size=2), min_size=1, max_size=4
)


def floats(sequences):
    return np.array([np.array(s.tolist(), float) for s in sequences])


@settings(max_examples=30)
@given(st.data(), KINDS, st.integers(1, 3), st.integers(1, 4))
def test_drawn_sequences_are_separated(data, kind, d, n):
    drawn = data.draw(separated_sequences(d, n, 3, kind))
    bounds = {"r_min": drawn.r_min, "r_max": drawn.r_max, "delta": drawn.delta}
    assert exact.is_separated(drawn.sequences, **bounds)
    assert not any(exact.has_duplicate_token(s) for s in drawn.sequences)
    assert sep.is_separated(floats(drawn.sequences), **{name: float(x) for name, x in bounds.items()})
    if kind == "one different":
        first, *others = map(exact.vocabulary, drawn.sequences)
        assert all(len(first - other) <= 1 for other in others)


def test_tokens_that_nearly_coincide_far_from_zero():
    """The screening by Gram matrices loses all digits of the distance; the result does not."""
    line = np.linspace(1e6, 2e6, 50)
    data = np.array([[line, line]])
    data[0, 1, 7] += 1e-7
    near = np.concatenate([data, data], axis=2)
    near[0, 0, 50:] += 2.0**-30
    assert sep.separation(near).distance == pytest.approx(2.0**-30, rel=1e-3)


def test_more_points_than_a_block():
    rng = np.random.default_rng(0)
    data = rng.integers(0, 10**6, size=(90, 3, 30)).astype(float)
    tokens = np.unique(np.swapaxes(data, 1, 2).reshape(-1, 3), axis=0)
    slow = min(np.linalg.norm(tokens[k + 1 :] - tokens[k], axis=1).min() for k in range(len(tokens) - 1))
    assert sep.separation(data).distance == pytest.approx(slow, rel=1e-12)
    found = sep.context_separation(data, data)
    assert found.gap == pytest.approx(slow, rel=1e-12) and found.radius == sep.separation(data).longest


def test_bad_data():
    for bad in (np.zeros((2, 2)), np.zeros((0, 1, 1)), np.full((1, 1, 1), np.nan)):
        with pytest.raises(ValueError, match=r"shape|finite"):
            sep.separation(bad)
    with pytest.raises(ValueError, match="same places"):
        sep.context_separation(np.zeros((1, 1, 2)), np.zeros((1, 1, 3)))
