"""Corollaries 1 and 2 executed: blocks built from data map it to its labels, enclosed by balls."""

from fractions import Fraction

import pytest
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from numeric.balls import ball, ends
from numeric.constructions.ball_layers import feed_forward, matrix, self_attention
from numeric.constructions.memorizing import Block, encoded, interpolating_layer, memorizing_block

RANDOM_TEXT = [  # N = 4, d = 2, n = 3; all four over the same five tokens
    [[1, 3, Fraction(1, 2)], [2, -1, 1]],
    [[1, 3, -2], [2, -1, Fraction(3, 2)]],
    [[1, Fraction(1, 2), -2], [2, 1, Fraction(3, 2)]],
    [[Fraction(5, 2), 3, Fraction(1, 2)], [2, -1, 1]],
]
LABELS = [[[1, 2, 3], [4, 1, 2]], [[3, 3, 1], [2, 2, 4]], [[2, 4, 4], [1, 1, 3]], [[4, 1, 2], [3, 4, 1]]]


def mistakes(block: Block, sequences: list, labels: list) -> list:
    """Where an output is not within 10^-9 of its label."""
    return [
        (i, t, k)
        for i, (x, y) in enumerate(zip(sequences, labels, strict=True))
        for out in [block(x)]
        for t, row in enumerate(y)
        for k, label in enumerate(row)
        if not abs(out[t, k] - ball(label)) < arb("1e-9")
    ]


@pytest.mark.parametrize("head_size", [1, 3])
def test_a_block_computes_the_labels(head_size: int):
    block = memorizing_block(RANDOM_TEXT, LABELS, head_size)
    assert mistakes(block, RANDOM_TEXT, LABELS) == []
    assert (block.output.nrows(), block.output.ncols()) == (2, head_size)


def test_another_label_is_not_computed():
    block = memorizing_block(RANDOM_TEXT, LABELS)
    other = [[list(row) for row in y] for y in LABELS]
    other[2][1][0] += 1
    assert mistakes(block, RANDOM_TEXT, other) == [(2, 1, 0)]


def test_the_order_of_the_tokens_moves_the_labels_with_them():
    block = memorizing_block(RANDOM_TEXT, LABELS)
    backwards = [[row[::-1] for row in x] for x in RANDOM_TEXT]
    assert mistakes(block, backwards, [[row[::-1] for row in y] for y in LABELS]) == []


def test_sequences_that_differ_in_one_token_have_other_ids_for_the_rest():
    """The tokens 30 and 3 are the same in both; only the average tells the contexts apart, by less than e^-1000."""
    data, labels = [[[30, 3, 1]], [[30, 3, 2]]], [[[1, 2, 3]], [[3, 1, 2]]]
    block = memorizing_block(data, labels)
    assert mistakes(block, data, labels) == []
    assert 0 < block.gap < arb(-1000).exp()
    assert block.gap > arb(-2 * int(block.reach)).exp()  # what Theorem 2 promises, up to its factor


def test_near_collinear_tokens():
    tiny = Fraction(1, 1000)
    data = [[[1, 1], [1, 1 + tiny]], [[1, 1 + tiny], [1, 1]]]
    assert mistakes(memorizing_block(data, [[[1, 2], [2, 1]], [[2, 2], [1, 1]]]), data, [
        [[1, 2], [2, 1]], [[2, 2], [1, 1]]
    ]) == []  # fmt: skip


def test_duplicate_tokens_need_an_encoding():
    """Corollary 2: in two of these sequences a token stands twice."""
    data, labels = [[[1, 1, -1]], [[1, -1, 1]], [[-1, 1, 1]]], [[[1, 2, 3]], [[4, 5, 6]], [[6, 5, 4]]]
    with pytest.raises(ValueError, match="twice"):
        memorizing_block(data, labels)
    moved = [encoded(x, 1, 1) for x in data]
    assert mistakes(memorizing_block(moved, labels), moved, labels) == []


@pytest.mark.parametrize("apart", [Fraction(1, 10), Fraction(5)])
def test_the_encoding_keeps_places_apart_as_corollary_2_says(apart: Fraction):
    """r_max < |token| < (2 n + 1) r_max + n ε, and tokens at different places are more than ε apart, large as ε is."""
    r, n = Fraction(1), 4
    rows = [encoded([[x] * n], r, apart)[0] for x in (Fraction(99, 100), Fraction(-99, 100))]
    assert all(r < x < (2 * n + 1) * r + n * apart for row in rows for x in row)
    assert all(abs(rows[i][k] - rows[j][l]) > apart
               for i in (0, 1) for j in (0, 1) for k in range(n) for l in range(n) if k != l)  # fmt: skip


@pytest.mark.parametrize(
    ("sequences", "labels", "head_size", "what"),
    [
        ([], [], 1, "as many labels"),
        ([[[1, 2]]], [], 1, "as many labels"),
        ([[[1, 2]]], [[[1, 2]]], 0, "head size"),
        ([[[1, 2]]], [[[1]]], 1, "one shape"),
        ([[[1, 2], [1]]], [[[1, 2], [1, 2]]], 1, "rows"),
        ([[[1, 2]], [[2, 1]]], [[[1, 2]], [[1, 1]]], 1, "another label"),
        ([[[0, 2]]], [[[1, 2]]], 1, "token is 0"),
    ],
)
def test_what_is_refused(sequences: list, labels: list, head_size: int, what: str):
    with pytest.raises(ValueError, match=what):
        memorizing_block(sequences, labels, head_size)


def test_floats_are_refused():
    with pytest.raises(TypeError, match="exact"):
        memorizing_block([[[0.5, 1]]], [[[1, 2]]])


def test_the_parameters_are_those_of_the_matrices():
    block = memorizing_block(RANDOM_TEXT, LABELS, head_size=3)
    counted = block.parameters(sequences=4, length=3)
    matrices = (block.output, block.value, block.key, block.query, block.first, block.second)
    entries = sum(m.nrows() * m.ncols() for m in matrices) + len(block.first_bias)
    assert counted["entries"] == entries
    assert len(block.ids) == 12  # every token of every sequence has an id of its own
    assert counted["total"] == 4 * (3 + 2) + 2 + 12 + 2 * 12 <= counted["stated"] == 4 * (3 + 2) + 2 * (2 * 12 + 2)


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1, max_size=6, unique_by=lambda p: p[0]))
def test_the_interpolating_layer_goes_through_its_points(points: list):
    with ctx.workprec(128):
        points = sorted(points)
        size, bias, second = interpolating_layer([arb(x) for x, _ in points], [[arb(y)] for _, y in points])
        out = feed_forward(matrix([[x for x, _ in points]]), matrix([[1]] * size), bias, second, skip=False)
        assert size == len(points)
        assert all(out[0, k].contains(y) and out[0, k].rad() < 1e-20 for k, (_, y) in enumerate(points))


def test_the_layers_enclose_what_numpy_computes():
    np = pytest.importorskip("numpy")
    rng = np.random.default_rng(0)
    z, o, v, k, q = (rng.integers(-3, 4, shape) for shape in ((2, 3), (2, 1), (1, 2), (1, 2), (1, 2)))
    scores = (k @ z).T @ (q @ z)
    weights = np.exp(scores - scores.max(axis=0))
    expected = z + o @ (v @ z) @ (weights / weights.sum(axis=0))
    with ctx.workprec(100):
        found = self_attention(*(matrix(m.tolist()) for m in (z, o, v, k, q)))
    assert max(abs(float(found[i, j]) - expected[i, j]) for i in range(2) for j in range(3)) < 1e-12
    assert all(ends(x)[1] - ends(x)[0] < Fraction(1, 10**15) for x in found.entries())
