from fractions import Fraction

import pytest
import sympy as sp
from sympy import Matrix, Rational

from symbolic.separation import (
    has_distinct_ids,
    has_duplicate_token,
    is_contextual_mapping,
    is_separated,
    separation,
    vocabulary,
)

X = Matrix([[0, 3], [4, 0]])


def test_squares_of_lengths_and_distances():
    assert separation([X]) == (9, 16, 25)
    assert separation([Matrix([[2, 2]])]).distance is None


@pytest.mark.parametrize(
    ("r_min", "r_max", "delta", "expected"),
    [
        (2, 5, 4, True),
        (3, 5, 4, False),  # all three are strict
        (2, 4, 4, False),
        (2, 5, 5, False),
        (None, 5, Rational(49, 10), True),
        (2, -5, 4, False),
        (-1, 5, -1, True),
    ],
)
def test_definition_1_is_strict(r_min, r_max, delta, expected):
    assert is_separated([X], r_min=r_min, r_max=r_max, delta=delta) is expected


def test_zero_token_against_r_min():
    assert not is_separated([Matrix([[0, 3]])], r_min=0, r_max=4, delta=1)
    assert is_separated([Matrix([[0, 3]])], r_max=4, delta=1)


def test_definition_2():
    first, second = Matrix([[1, 2]]), Matrix([[1, 3]])
    good = [Matrix([[1, 4]]), Matrix([[7, 10]])]
    assert is_contextual_mapping([first, second], good, r=11, delta=2)
    assert not is_contextual_mapping([first, second], good, r=10, delta=2)
    assert not is_contextual_mapping([first, second], good, r=11, delta=3)


def test_definition_2_lets_permutations_share_ids():
    first, swapped = Matrix([[1, 2]]), Matrix([[2, 1]])
    assert is_contextual_mapping([first, swapped], [Matrix([[1, 4]]), Matrix([[4, 1]])], r=5, delta=2)


def test_a_token_in_two_contexts_needs_two_ids():
    first, second = Matrix([[1, 2]]), Matrix([[1, 3]])
    same = [Matrix([[1, 4]]), Matrix([[1, 10]])]
    assert not is_contextual_mapping([first, second], same, r=20, delta=Rational(1, 100))


def test_vocabulary_duplicates_and_distinct_ids():
    assert len(vocabulary(Matrix([[1, 1], [2, 2]]))) == 1
    assert has_duplicate_token(Matrix([[1, 1]])) and not has_duplicate_token(X)
    assert has_distinct_ids([Matrix([[1, 2]]), Matrix([[3, 4]])])
    assert not has_distinct_ids([Matrix([[1, 2]]), Matrix([[3, 1]])])


def test_bad_input():
    with pytest.raises(ValueError, match="at least one sequence"):
        separation([])
    with pytest.raises(ValueError, match="one shape"):
        separation([X, Matrix([[1]])])
    with pytest.raises(TypeError, match="exact rational"):
        separation([Matrix([[sp.sqrt(2)]])])
    with pytest.raises(TypeError, match="exact rational"):
        separation([Matrix([[0.1]])])
    with pytest.raises(TypeError, match="exact rational"):
        is_separated([X], r_max=5.5, delta=Fraction(1))
    with pytest.raises(ValueError, match="images"):
        is_contextual_mapping([X], [], r=1, delta=1)
    with pytest.raises(ValueError, match="one number"):
        has_distinct_ids([X])
