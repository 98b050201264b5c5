import pytest
import sympy as sp
from sympy import Matrix, symbols

from symbolic.indicator import attention_indicator

R = symbols("R", positive=True)


def symbols_of(name, rows, columns):
    return Matrix(rows, columns, lambda i, j: sp.Symbol(f"{name}_{i}{j}"))


@pytest.mark.parametrize(("d", "n", "pieces"), [(1, 1, 1), (2, 1, 3), (1, 3, 3), (2, 3, 4), (3, 2, 2)])
def test_scores_are_the_scaled_pieces(d, n, pieces):
    a, b, x = symbols_of("a", pieces, d), symbols_of("b", pieces, 1), symbols_of("x", d, n)
    weights = attention_indicator(a, b, n)
    assert weights.linear(x).shape == (d + pieces, pieces)
    assert weights.key.shape == weights.query.shape == (d + 1, d + pieces)
    expected = R * (a * x + b * sp.ones(1, n))
    assert (weights.scores(x) - expected).expand() == sp.zeros(pieces, n)


def test_linear_stacks_the_tokens_on_an_identity():
    x = symbols_of("x", 2, 2)
    z = attention_indicator(sp.zeros(3, 2), sp.zeros(3, 1), 2).linear(x)
    assert z == Matrix.vstack(Matrix.hstack(x, sp.zeros(2, 1)), sp.eye(3))


def test_the_printed_query_loses_offsets_when_there_are_more_tokens_than_variables():
    # printed: ones in d places of the last row; one variable and two tokens leave token 2 without offset
    a, b, x = symbols_of("a", 2, 1), symbols_of("b", 2, 1), symbols_of("x", 1, 2)
    weights = attention_indicator(a, b, 2)
    printed = Matrix([[1, 0, 0], [0, 1, 0]])
    z = weights.linear(x)
    scores = (weights.key * z).T * (printed * z)
    assert sp.expand(scores[0, 1] - R * a[0, 0] * x[0, 1]) == 0
    assert sp.expand(weights.scores(x)[0, 1] - R * (a[0, 0] * x[0, 1] + b[0, 0])) == 0


def test_bad_shapes():
    with pytest.raises(ValueError, match="offsets"):
        attention_indicator(sp.zeros(2, 1), sp.zeros(1, 2), 1)
    with pytest.raises(ValueError, match="n <= N"):
        attention_indicator(sp.zeros(2, 1), sp.zeros(2, 1), 3)
    with pytest.raises(ValueError, match="input"):
        attention_indicator(sp.zeros(2, 1), sp.zeros(2, 1), 1).linear(sp.zeros(1, 2))
