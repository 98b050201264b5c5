from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Matrix, Rational

from numeric import strategies
from symbolic.separation import has_duplicate_token, is_separated

GAPS = st.sampled_from([0, Fraction(1, 3), 7])


def exact(vector):
    return Matrix([[Rational(x.numerator, x.denominator) for x in vector]])


@given(st.tuples(st.integers(1, 4), st.integers(1, 3), GAPS), st.data())
def test_separated_vectors(case, data):
    n, count, delta = case
    vectors = data.draw(strategies.separated_vectors(n, delta, count, r=25))
    assert len(vectors) == count
    sequences = [exact(v) for v in vectors]
    assert is_separated(sequences, r_max=25, delta=delta)
    assert not any(has_duplicate_token(s) for s in sequences)
    free = data.draw(strategies.separated_vectors(n, delta))
    assert all(abs(x - y) > delta for x, y in combinations(free[0], 2))


@given(st.integers(1, 5), GAPS, st.data())
def test_prefix_pairs(n, delta, data):
    k = data.draw(st.none() | st.integers(0, n - 1))
    a, b, common = data.draw(strategies.prefix_pairs(n, delta, k))
    assert k in (None, common) and len(a) == len(b) == n
    assert a[:common] == b[:common] and a[common] > b[common]
    values = sorted({*a, *b})
    assert all(y - x > delta for x, y in pairwise(values))
    assert all(x > y for v in (a, b) for x, y in pairwise(v))


@given(st.integers(2, 30), st.data())
def test_increasing_ids(big, data):
    ids = data.draw(strategies.increasing_ids(big))
    assert ids[0] >= 0 and ids[-1] < big and all(x < y for x, y in pairwise(ids))
    assert len(data.draw(strategies.increasing_ids(big, 2))) == 2


def test_tie_at_a_point():
    @given(strategies.max_affine_with_gap(pieces=2, variables=1, gap=0))
    def tied(found):
        assert found.function.is_tied(found.point)

    tied()


@pytest.mark.parametrize(
    "strategy",
    [
        strategies.separated_vectors(n=0, delta=1),
        strategies.separated_vectors(n=3, delta=5, r=5),
        strategies.separated_vectors(n=1, delta=-1),
        strategies.prefix_pairs(n=2, delta=1, k=2),
        strategies.increasing_ids(1),
        strategies.increasing_ids(3, 4),
        strategies.max_affine_with_gap(1, 1, 1),
        strategies.max_affine_with_gap(2, 1, -1),
    ],
)
def test_impossible_demands_are_errors(strategy):
    @given(strategy)
    def use(_):
        pass

    with pytest.raises(ValueError):
        use()
