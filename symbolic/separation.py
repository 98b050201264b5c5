"""Separated tokens and contextual mappings, decided exactly on finite data.

Source: Kajitsuka & Sato (KS), Definitions 1 and 2; Yun et al. (Yun), Definition E.1.

A sequence is a SymPy matrix with one token a column and rational entries. Lengths are compared through
their squares, so that every answer is exact; entries or bounds that are not rational are refused
(enclose them first, for instance with `numeric.balls`).
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from sympy import MatrixBase

from symbolic.exact import Exact, fraction


class Separation(NamedTuple):
    """Squares of the shortest and longest token and of the least distance between distinct tokens.

    `distance` is None when all tokens are equal.
    """

    shortest: Fraction
    longest: Fraction
    distance: Fraction | None


def vocabulary(sequence: MatrixBase) -> frozenset[tuple[Fraction, ...]]:
    """Return the set of the tokens (columns) of a sequence, KS section 3.1.

    >>> from sympy import Matrix
    >>> len(vocabulary(Matrix([[1, 2, 1]])))
    2
    """
    return frozenset(_tokens(sequence))


def separation(sequences: Sequence[MatrixBase]) -> Separation:
    """Return how far the tokens of all sequences are from 0 and from each other, squared.

    Raises ValueError for no sequence, sequences of different shapes, or an empty one; TypeError
    for entries that are not rational.

    >>> from sympy import Matrix
    >>> separation([Matrix([[3, 0], [4, 1]])])
    Separation(shortest=Fraction(1, 1), longest=Fraction(25, 1), distance=Fraction(18, 1))
    """
    _same_shapes(sequences)
    tokens = sorted(set().union(*(vocabulary(s) for s in sequences)))
    lengths = [_squared(t) for t in tokens]
    distances = [_squared(_difference(s, t)) for s, t in combinations(tokens, 2)]
    return Separation(min(lengths), max(lengths), min(distances, default=None))


def is_separated(sequences: Sequence[MatrixBase], *, r_max: Exact, delta: Exact, r_min: Exact | None = None) -> bool:
    """Return whether the sequences are tokenwise (r_min, r_max, δ)-separated, KS Definition 1.

    All three inequalities are strict: r_min < ‖token‖ < r_max, and distinct tokens more than δ apart.
    Without `r_min` this is the (r_max, δ)-separatedness of the remark after the definition.

    >>> from sympy import Matrix
    >>> is_separated([Matrix([[0, 3, 7]])], r_max=8, delta=2)
    True
    >>> is_separated([Matrix([[0, 3, 7]])], r_max=8, delta=3)
    False
    """
    shortest, longest, distance = separation(sequences)
    low = -1 if r_min is None else fraction(r_min)
    return (
        (low < 0 or shortest > low**2)
        and _above(fraction(r_max), longest)
        and (distance is None or _below(fraction(delta), distance))
    )


def has_duplicate_token(sequence: MatrixBase) -> bool:
    """Return whether a token occurs twice in the sequence, the case KS (6) excludes.

    >>> from sympy import Matrix
    >>> has_duplicate_token(Matrix([[1, 2, 1]]))
    True
    """
    return len(vocabulary(sequence)) < sequence.cols


def is_contextual_mapping(
    sequences: Sequence[MatrixBase], ids: Sequence[MatrixBase], *, r: Exact, delta: Exact
) -> bool:
    """Return whether `ids`, the images of the sequences, make an (r, δ)-contextual mapping, KS Definition 2.

    Every id is shorter than r; ids of two places are more than δ apart when the sequences there have
    different vocabularies or the tokens there differ.

    >>> from sympy import Matrix
    >>> tokens, images = [Matrix([[1, 2]]), Matrix([[1, 3]])], [Matrix([[1, 4]]), Matrix([[7, 10]])]
    >>> is_contextual_mapping(tokens, images, r=11, delta=2), is_contextual_mapping(tokens, images, r=11, delta=3)
    (True, False)
    """
    if len(sequences) != len(ids):
        raise ValueError(f"{len(sequences)} sequences but {len(ids)} images")
    _same_shapes(sequences)
    _same_shapes(ids)
    if sequences[0].cols != ids[0].cols:
        raise ValueError(f"sequences have {sequences[0].cols} tokens, their images {ids[0].cols}")
    places = [
        (vocabulary(s), token, image)
        for s, q in zip(sequences, ids, strict=True)
        for token, image in zip(_tokens(s), _tokens(q), strict=True)
    ]
    radius, gap = fraction(r), fraction(delta)
    return all(_above(radius, _squared(image)) for _, _, image in places) and all(
        _below(gap, _squared(_difference(p[2], q[2]))) for p, q in combinations(places, 2) if p[:2] != q[:2]
    )


def has_distinct_ids(ids: Sequence[MatrixBase]) -> bool:
    """Return whether all entries of all the 1×n images differ, Yun Definition E.1.

    The images must belong to different sequences: an image listed twice shares its entries with itself.

    >>> from sympy import Matrix
    >>> has_distinct_ids([Matrix([[1, 2]]), Matrix([[2, 3]])])
    False
    """
    _same_shapes(ids)
    if ids[0].rows != 1:
        raise ValueError(f"an id is one number a column, not {ids[0].rows}")
    entries = [token for image in ids for token in _tokens(image)]
    return len(set(entries)) == len(entries)


def _same_shapes(sequences: Sequence[MatrixBase]) -> None:
    if not sequences:
        raise ValueError("at least one sequence is needed")
    shapes = {s.shape for s in sequences}
    if len(shapes) > 1:
        raise ValueError(f"all sequences need one shape, not {sorted(shapes)}")
    if 0 in sequences[0].shape:
        raise ValueError("a sequence needs at least one token, and a token at least one entry")


def _tokens(sequence: MatrixBase) -> list[tuple[Fraction, ...]]:
    return [tuple(fraction(entry) for entry in sequence[:, k]) for k in range(sequence.cols)]


def _squared(token: tuple[Fraction, ...]) -> Fraction:
    return sum((x**2 for x in token), start=Fraction(0))


def _difference(s: tuple[Fraction, ...], t: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    return tuple(x - y for x, y in zip(s, t, strict=True))


def _above(bound: Fraction, squared: Fraction) -> bool:
    return bool(bound > 0 and squared < bound**2)


def _below(bound: Fraction, squared: Fraction) -> bool:
    return bool(bound < 0 or squared > bound**2)
