"""The layer of Theorem 2 run: a contextual mapping in balls on easy, hard and real data; the float version agrees."""

import random
from fractions import Fraction

import numpy as np
import pytest
from flint import arb

from numeric.constructions.contextual_mapping import check_layer, contextual_layer, log_separation

TINY = Fraction(1, 1000)


def embedding(word: str) -> tuple[Fraction, ...]:
    """Three small rationals for a word, always the same."""
    rng = random.Random(word)
    return tuple(Fraction(rng.randint(-20, 20), 4) for _ in range(3))


SENTENCES = ["the cat sees a dog", "the dog sees a cat", "the dog sees a bird", "a bird hears the dog"]
DATA = {
    "one token apart": [[(1, 0), (0, 1), (2, 2)], [(1, 0), (0, 1), (2, -2)], [(1, 0), (3, 1), (2, 2)]],
    "almost collinear": [
        [(k, k * TINY) for k in (1, 2, 3)], [(k, -k * k * TINY) for k in (1, 2, 4)], [(1, TINY), (5, 0), (2, 1)],
    ],
    "sentences": [[embedding(word) for word in sentence.split()] for sentence in SENTENCES],
    "one token a sequence": [[(1, 2)], [(3, 1)]],
    "one dimension": [[(1,), (3,)], [(1,), (5,)]],
}  # fmt: skip


@pytest.mark.parametrize("strength", ["paper", "measured"])
@pytest.mark.parametrize("data", DATA.values(), ids=DATA)
def test_the_layer_is_a_contextual_mapping(data: list, strength: str):
    layer = contextual_layer(data, strength=strength)
    found = check_layer(layer)
    assert found.is_contextual_mapping
    assert found.longest < 1
    if found.closest is not None:
        assert found.closest > layer.promised and found.log_closest > found.log_promised
    if found.other is not None:
        assert found.other > 1


def test_a_layer_that_is_too_weak_is_noticed():
    """With a sequence listed twice under another name nothing must be apart; with averages that agree it must fail."""
    same = contextual_layer([[(1, 0), (0, 1)], [(0, 1), (1, 0)]])
    assert check_layer(same).pairs == 0  # one vocabulary
    layer = contextual_layer([[(1, 0), (0, 1)], [(1, 0), (1, 1)]])
    object.__setattr__(layer, "promised", arb(1))
    assert not check_layer(layer).is_contextual_mapping


def test_the_matrices_give_the_averages():
    """A forward pass with the matrices themselves, for a head of size 2."""
    layer = contextual_layer(DATA["one token apart"], strength="measured", s=2)
    w = layer.weights()
    tokens = [[arb(x.numerator) / x.denominator for x in token] for token in layer.sequences[0]]

    def times(matrix, vector):
        return [sum((a * b for a, b in zip(row, vector, strict=True)), arb(0)) for row in matrix]

    keys, queries, values = ([times(w[name], x) for x in tokens] for name in ("W_K", "W_Q", "W_V"))
    scores = [sum((a * b for a, b in zip(key, queries[1], strict=True)), arb(0)) for key in keys]
    weights = [(score - scores[0]).exp() for score in scores]
    average = [
        sum((p * value[c] for p, value in zip(weights, values, strict=True)), arb(0)) / sum(weights, arb(0))
        for c in range(2)
    ]
    added = times(w["W_O"], average)
    image = [x + y for x, y in zip(tokens[1], added, strict=True)]
    assert all(a.overlaps(b) for a, b in zip(image, layer.image(0, 1), strict=True))


def test_differences_of_averages_agree_with_the_averages_themselves():
    layer = contextual_layer([[(1,), (3,)], [(1,), (2,)]], strength="measured", bits=4000)
    direct = layer.mean(0, 0) - layer.mean(1, 0)
    assert direct.overlaps(layer.mean_difference(0, 1, (Fraction(1),))) and not direct.contains(0)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ([], "one length"),
        ([[(1, 2)], [(1, 2), (3, 4)]], "one length"),
        ([[(1, 2), (1, 2)]], "twice"),
        ([[(0, 0), (1, 2)]], "token is 0"),
    ],
)
def test_bad_input_is_refused(data: list, says: str):
    with pytest.raises(ValueError, match=says):
        contextual_layer(data)


def test_floats_agree_with_balls():
    rng = random.Random(3)
    vocabulary = [(Fraction(x), Fraction(y)) for x in range(1, 5) for y in range(-2, 3)]
    sequences = [rng.sample(range(len(vocabulary)), 4) for _ in range(12)]
    layer = contextual_layer([[vocabulary[k] for k in row] for row in sequences], strength="measured")
    exact = [
        layer.mean_difference(i, j, vocabulary[k])
        for i, one in enumerate(sequences)
        for j, two in enumerate(sequences[:i])
        for k in set(one) & set(two)
        if set(one) != set(two)
    ]
    least = min(float(abs(x).log().mid()) for x in exact)
    v = [float(x) for x in layer.v]
    words = [[float(x) for x in token] for token in vocabulary]
    found = log_separation(words, sequences, v, float(layer.strength.mid()))
    assert found.resolved and found.log_least == pytest.approx(least, rel=1e-9)


def test_many_sequences_are_compared_by_logarithms():
    rng = np.random.default_rng(0)
    words = rng.normal(size=(60, 8))
    rows = np.array([rng.choice(60, 5, replace=False) for _ in range(100)])
    v = np.ones(8) / 8**0.5
    found = log_separation(words, rows, v, 1e5)
    assert np.isfinite(found.log_least) and found.resolved and found.pairs > 300
    assert not log_separation(words, rows, v, 1e16).resolved
    with pytest.raises(ValueError, match="do not fit"):
        log_separation(words, rows, v[:3], 1.0)
    with pytest.raises(ValueError, match="twice"):
        log_separation(words, [[1, 1]], v, 1.0)
