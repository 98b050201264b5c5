"""KS Theorem 1 on exact data: pairs that no hardmax layer tells apart, and heads that do for up to three tokens."""

import pytest
import sympy as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import Matrix

from numeric.constructions import hardmax_context
from numeric.strategies import separated_sequences
from symbolic.attention import Head, confused_pair, hardmax_layer
from symbolic.separation import is_contextual_mapping, separation, vocabulary

ENTRIES = st.integers(-2, 2)


@st.composite
def layers(draw, d):
    """Up to three heads of size 1 or 2, zero weights and negative scores included."""
    s = draw(st.integers(1, 2))

    def matrix(rows, columns):
        return Matrix(rows, columns, draw(st.lists(ENTRIES, min_size=rows * columns, max_size=rows * columns)))

    count = draw(st.integers(1, 3))
    return [Head(matrix(d, s), matrix(s, d), matrix(s, d), matrix(s, d)) for _ in range(count)]


@settings(max_examples=60)
@given(st.data(), st.integers(1, 3), st.integers(4, 6))
def test_no_layer_tells_the_pair_apart(data, d, n):
    """At every token that the two sequences share the outputs are equal, wherever it stands."""
    v = Matrix(data.draw(st.lists(ENTRIES, min_size=d, max_size=d)))
    assume(any(v))
    start = data.draw(st.integers(-9, 9))
    first, second = confused_pair(
        v, [start + x for x in (0, 1, 5, 6, 8, 9)[:n]], data.draw(st.sampled_from([1, sp.Rational(3, 2)]))
    )
    assert vocabulary(first) != vocabulary(second)
    heads = data.draw(layers(d))
    one, other = hardmax_layer(first, heads), hardmax_layer(second, heads)
    for k in (0, *range(3, n)):
        assert first[:, k] == second[:, k] and one[:, k] == other[:, k]
    assert not is_contextual_mapping([first, second], [one, other], r=10**9, delta=0)


@settings(max_examples=40)
@given(st.data())
def test_the_zero_token_sees_means_only(data):
    heads = data.draw(layers(1))
    images = [hardmax_layer(Matrix([row]), heads) for row in ([0, 1, 4], [0, 2, 3])]
    assert images[0][:, 0] == images[1][:, 0]


def test_the_printed_example_is_told_apart_by_means():
    """(α_1, α_2, α_4) and (α_1, α_3, α_4) have different means."""
    one, zero = Matrix([[1]]), Matrix([[0]])
    images = [hardmax_layer(Matrix([row]), [Head(one, one, zero, zero)])[0] for row in ([1, 2, 4], [1, 3, 4])]
    assert images == [1 + sp.Rational(7, 3), 1 + sp.Rational(8, 3)]


def test_the_order_of_a_pair_is_checked():
    for numbers, shift in (([1, 2, 5], 1), ([1, 2, 4, 5], 1), ([1, 2, 5, 6], 0), ([2, 1, 5, 6], 1)):
        with pytest.raises(ValueError, match="must increase"):
            confused_pair(Matrix([1]), numbers, shift)


@settings(max_examples=30)
@given(st.data(), st.integers(1, 3), st.integers(1, 3), st.sampled_from(["shared", "collinear", "one different"]))
def test_three_heads_suffice_for_three_tokens(data, d, n, kind):
    drawn = data.draw(separated_sequences(d, n, 4, kind))
    built = hardmax_context.build(drawn.sequences)
    images = [hardmax_layer(s, built.heads) for s in drawn.sequences]
    r = 2 * sum((x for x in separation(images)[:2]), sp.Integer(1))
    assert is_contextual_mapping(drawn.sequences, images, r=r, delta=built.delta)


def test_three_heads_with_scores_of_both_signs():
    sequences = [Matrix([row]) for row in ([-3, 1, 4], [-3, 2, 3], [1, 2, 4], [-3, -1, 4], [2, -1, 4])]
    built = hardmax_context.build(sequences)
    images = [hardmax_layer(s, built.heads) for s in sequences]
    assert is_contextual_mapping(sequences, images, r=100, delta=built.delta)


def test_what_three_heads_cannot_do_is_refused():
    for bad in (
        [],
        [Matrix([[1, 2, 3, 4]])],
        [Matrix([[1, 1]])],
        [Matrix([[0, 1]])],
        [Matrix([[1]]), Matrix([[1, 2]])],
    ):
        with pytest.raises(ValueError, match=r"token"):
            hardmax_context.build(bad)
