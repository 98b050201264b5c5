from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numeric import selective_shift as sh
from numeric.strategies import increasing_ids
from symbolic.selective_shift import context_id, shifted_id


@given(st.integers(2, 2**20).flatmap(lambda big: st.tuples(st.just(big), increasing_ids(big))))
def test_exact_at_every_size(case):
    big, ids = case
    places, n = dict(enumerate(ids, start=1)), len(ids)
    exact = [shifted_id(places.__getitem__, j, n, big) for j in range(1, n + 1)]
    assert sh.shift_ids(ids, big).tolist() == exact
    assert sh.final_ids(ids, big) == exact[-1]
    assert sh.context_ids(ids, big).tolist() == [context_id(places.__getitem__, j, n, big) for j in range(1, n + 1)]
    assert all(x < y for x, y in pairwise(exact))


@pytest.mark.parametrize("n", range(1, 70))
def test_no_silent_wrap_where_int64_ends(n):
    big = max(2, n)
    ids = [*range(n - 1), big - 1]
    assert all(value >= 0 for value in sh.context_ids(ids, big))
    wide = sh.context_ids(np.array(ids, dtype=object), big)
    assert sh.context_ids(ids, big).tolist() == wide.tolist()


def test_int64_is_used_where_it_is_wide_enough():
    assert sh.shift_ids([0, 1], 2**20).dtype == np.int64
    assert sh.shift_ids([0, 1], 2**21).dtype == object


def test_batches():
    ids = np.array([[[0, 1, 3], [1, 2, 3]], [[0, 2, 3], [0, 1, 2]]], dtype=np.uint8)
    out = sh.shift_ids(ids, 4)
    assert out.shape == ids.shape
    for where in np.ndindex(2, 2):
        assert out[where].tolist() == sh.shift_ids(ids[where].tolist(), 4).tolist()
    assert sh.shift_ids(np.zeros((0, 3), dtype=int), 4).shape == (0, 3)


@pytest.mark.parametrize(
    ("ids", "big", "error"),
    [
        ([1, 1], 4, ValueError),
        ([2, 1], 4, ValueError),
        ([-1, 1], 4, ValueError),
        ([0, 4], 4, ValueError),
        ([], 4, TypeError),
        (np.zeros((2, 0), dtype=int), 4, ValueError),
        (3, 4, ValueError),
        ([0], 1, ValueError),
        ([0], 2.0, TypeError),
        ([0.0], 2, TypeError),
        ([True], 2, TypeError),
        (np.array([0.5], dtype=object), 2, TypeError),
    ],
)
def test_bad_input(ids, big, error):
    with pytest.raises(error):
        sh.shift_ids(ids, big)
