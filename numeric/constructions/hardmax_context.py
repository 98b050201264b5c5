"""Three hardmax heads that form a contextual mapping for at most three tokens: why KS Theorem 1 needs four.

Along a direction w a head sees the largest, the smallest or, with no keys, the mean of the numbers w · token. For up to
three tokens these determine the others. The zero token has no scores and sees means only, so tokens must not be 0.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, count
from typing import NamedTuple

from sympy import Matrix, MatrixBase, Rational

from symbolic.attention import Head
from symbolic.exact import Exact, fraction
from symbolic.separation import vocabulary


class HardmaxContext(NamedTuple):
    """The heads, and a δ such that the layer is an (r, δ)-contextual mapping of the sequences for some r."""

    heads: list[Head]
    delta: Fraction


def build(sequences: Sequence[MatrixBase]) -> HardmaxContext:
    """Return three hardmax heads of size 1 that form a contextual mapping of the sequences.

    The sequences have rational entries, one shape, at most three tokens each, no duplicate token and no zero token;
    ValueError is raised if not.

    >>> len(build([Matrix([[1, 2, 3]])]).heads)
    3
    """
    if not sequences or len({s.shape for s in sequences}) > 1 or not 1 <= sequences[0].cols <= 3:
        raise ValueError("the sequences need one shape with at most three tokens")
    if any(len(vocabulary(s)) < s.cols for s in sequences):
        raise ValueError("a sequence has a duplicate token")
    tokens = sorted(set().union(*map(vocabulary, sequences)))
    if any(not any(token) for token in tokens):
        raise ValueError("the zero token sees means only")
    w, numbers = _direction(tokens)
    radius = max(map(abs, numbers))
    gap = min((abs(x - y) for x, y in combinations(numbers, 2)), default=radius)
    small = gap / (8 * radius * sum(map(abs, w)))
    ratio = gap / (16 * radius)
    row = Matrix([[Rational(x.numerator, x.denominator) for x in w]])
    first = Matrix(len(w), 1, lambda t, _: int(t == 0))
    heads = [
        Head(first * Rational(size.numerator, size.denominator), row, sign * row, row)
        for sign, size in ((1, small), (-1, small * ratio), (0, 3 * small * ratio**2))
    ]
    return HardmaxContext(heads, small * ratio**2 * gap / 2)


def _direction(tokens: Sequence[tuple[Exact, ...]]) -> tuple[list[Fraction], list[Fraction]]:
    """Return a direction (1, M, M², …) on which the tokens have distinct nonzero projections, and these projections."""
    for base in count(1):
        w = [Fraction(base**t) for t in range(len(tokens[0]))]
        numbers = [sum((x * fraction(y) for x, y in zip(w, token, strict=True)), Fraction(0)) for token in tokens]
        if 0 not in numbers and len(set(numbers)) == len(numbers):
            return w, numbers
    raise AssertionError  # a polynomial that is not 0 has finitely many zeros
