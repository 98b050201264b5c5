"""Hypothesis strategies for the hypotheses of the papers' lemmas, in exact rationals.

Sources: Kajitsuka & Sato (KS) Definition 1, Lemmas 1 and 7; Yun et al. Lemma 10; Liu et al. Remark A.1.

This module needs the `testing` extra (hypothesis); nothing else of ours imports it.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from sympy import Matrix

from symbolic.exact import Exact, fraction
from symbolic.max_affine import MaxAffine

Vector = tuple[Fraction, ...]


class PrefixPair(NamedTuple):
    """Two decreasing vectors that agree in the first `k` entries; then a is larger (KS (114)-(116))."""

    a: Vector
    b: Vector
    k: int


class SeparatedSequences(NamedTuple):
    """Tokenwise separated sequences of one shape without duplicate tokens: SymPy matrices whose columns are tokens."""

    sequences: list[Matrix]
    r_min: Fraction
    r_max: Fraction
    delta: Fraction


class GapAtPoint(NamedTuple):
    """A max-affine function, a point, and the label of the piece that is the largest there by the gap."""

    function: MaxAffine
    point: Vector
    label: int


def rationals(low: int = -100, high: int = 100, max_denominator: int = 60) -> SearchStrategy[Fraction]:
    """Draw rationals from low to high with denominators up to `max_denominator`."""
    return st.fractions(low, high, max_denominator=max_denominator)


@st.composite
def _grid(draw: DrawFn, size: int, delta: Fraction, r: Fraction | None) -> Vector:
    """Draw decreasing numbers more than δ apart, of size less than r if r is given."""
    if r is None:
        start = draw(rationals())
        steps = draw(st.lists(st.integers(1, 600), min_size=size, max_size=size))
        unit = Fraction(1, draw(st.sampled_from([1, 10, 60, 10**6])))
    else:
        room = 2 * r - (size - 1) * delta
        if room <= 0:
            raise ValueError(f"{size} numbers more than {delta} apart do not fit between {-r} and {r}")
        steps = draw(st.lists(st.integers(1, 600), min_size=size + 1, max_size=size + 1))
        unit = room / sum(steps)
        start = r
    values, place = [], start
    for index in range(size):
        place -= steps[index] * unit + (delta if index else 0)
        values.append(place)
    return tuple(values)


@st.composite
def separated_vectors(draw: DrawFn, n: int, delta: Exact, count: int = 1, r: Exact | None = None) -> list[Vector]:
    """Draw `count` vectors of n numbers: tokenwise (r, δ)-separated, no duplicate in any vector.

    Numbers of all vectors are equal or more than δ apart, and of size less than r if r is given. Raises
    ValueError, when drawn from, for n or count below 1, δ < 0, or an r that leaves no room for n numbers.

    >>> strategy = separated_vectors(n=3, delta=Fraction(1, 2), count=2, r=10)
    """
    _positive(n=n, count=count)
    gap, radius = _delta(delta), None if r is None else fraction(r)
    most = n * count
    if radius is not None:
        fitting = next((size for size in range(most, n - 1, -1) if 2 * radius > (size - 1) * gap), n)
        most = fitting
    grid = draw(_grid(draw(st.integers(n, most)), gap, radius))
    return [tuple(draw(st.permutations(grid))[:n]) for _ in range(count)]


@st.composite
def prefix_pairs(draw: DrawFn, n: int, delta: Exact, k: int | None = None) -> PrefixPair:
    """Draw decreasing δ-separated vectors that agree in k entries and then differ, the first one larger.

    These are the hypotheses of KS Lemma 7, without its bound on δ. If k is left out it is drawn too.
    Raises ValueError for n < 1, δ < 0 or k outside 0, ..., n - 1.
    """
    _positive(n=n)
    if k is None:
        k = draw(st.integers(0, n - 1))
    elif not 0 <= k < n:
        raise ValueError(f"the common prefix has 0 to n - 1 = {n - 1} entries, not {k}")
    rest = n - k
    grid = draw(_grid(draw(st.integers(n + 1, n + rest)), _delta(delta), None))
    prefix, first, pool = grid[:k], grid[k], grid[k + 1 :]
    a = (first, *draw(_subset(pool, rest - 1)))
    return PrefixPair((*prefix, *a), (*prefix, *draw(_subset(pool, rest))), k)


@st.composite
def _subset(draw: DrawFn, pool: Sequence[Fraction], size: int) -> Vector:
    chosen = draw(st.permutations(range(len(pool))))[:size]
    return tuple(pool[i] for i in sorted(chosen))


@st.composite
def separated_sequences(
    draw: DrawFn, d: int, n: int, count: int = 2, kind: Literal["shared", "collinear", "one different"] = "shared"
) -> SeparatedSequences:
    """Draw `count` sequences of n distinct tokens in d entries: (r_min, r_max, δ)-separated (KS Definition 1, (6)).

    All tokens come from one vocabulary, so that sequences share some of them. "collinear" draws tokens that almost lie
    on a line through 0; "one different" draws sequences that are permutations of the first but for one token.
    Raises ValueError, when drawn from, for sizes below 1 or another kind.
    """
    _positive(d=d, n=n, count=count)
    if kind not in ("shared", "collinear", "one different"):
        raise ValueError(f"the kind is 'shared', 'collinear' or 'one different', not {kind!r}")
    size = n + draw(st.integers(1, 3))
    steps = draw(st.lists(st.integers(1, 5), min_size=size, max_size=size))
    firsts = [sum(steps[: k + 1]) for k in range(size)]
    if kind == "collinear":
        slopes = draw(st.lists(st.integers(-3, 3), min_size=d - 1, max_size=d - 1))
        off = st.integers(-1, 1).map(lambda x: Fraction(x, 10**6))
        tokens = [(Fraction(x), *(x * s + draw(off) for s in slopes)) for x in firsts]
    else:
        tokens = [(Fraction(x), *(Fraction(draw(st.integers(-9, 9))) for _ in range(d - 1))) for x in firsts]
    unit = draw(st.sampled_from([Fraction(1), Fraction(1, 7), Fraction(1, 1000), Fraction(50)]))
    tokens = [tuple(unit * x for x in token) for token in tokens]
    chosen = [list(draw(st.permutations(tokens))[:n]) for _ in range(count)]
    if kind == "one different":
        first, spare = chosen[0], [token for token in tokens if token not in chosen[0]]
        for k in range(1, count):
            changed = [*first]
            changed[draw(st.integers(0, n - 1))] = draw(st.sampled_from(spare))
            chosen[k] = list(draw(st.permutations(changed)))
    longest = max(sum(abs(x) for x in token) for token in tokens)
    sequences = [Matrix(d, n, lambda t, k, own=own: own[k][t]) for own in chosen]
    return SeparatedSequences(sequences, unit / 2, Fraction(2 * longest), unit / 2)


@st.composite
def increasing_ids(draw: DrawFn, big: int, n: int | None = None) -> tuple[int, ...]:
    """Draw ids 0 <= l_1 < ... < l_n <= M - 1 in units of δ (Yun E.3.1); `big` is M, n is drawn if left out.

    Raises ValueError unless M >= 2 and 1 <= n <= M.
    """
    if big < 2:
        raise ValueError(f"M = δ^(-d) is at least 2, not {big}")
    size = draw(st.integers(1, min(big, 12))) if n is None else n
    if not 1 <= size <= big:
        raise ValueError(f"a sequence has 1 to M = {big} distinct ids, not {size}")
    return tuple(sorted(draw(st.sets(st.integers(0, big - 1), min_size=size, max_size=size))))


@st.composite
def max_affine_with_gap(draw: DrawFn, pieces: int, variables: int, gap: Exact) -> GapAtPoint:
    """Draw a max-affine function and a point where its largest piece exceeds the second by exactly `gap`.

    A gap of 0 gives a tie. Raises ValueError for fewer than 2 pieces, no variable, or a negative gap.
    """
    _positive(variables=variables)
    if pieces < 2 or fraction(gap) < 0:
        raise ValueError(f"a gap of 0 or more needs at least 2 pieces: {pieces} pieces, gap {gap}")
    point = draw(st.tuples(*[rationals(-10, 10, 12)] * variables))
    slopes = [draw(st.tuples(*[rationals(-10, 10, 12)] * variables)) for _ in range(pieces)]
    top = draw(rationals())
    below = [Fraction(0), *(draw(rationals(0, 20)) for _ in range(pieces - 2))]
    at_point = draw(st.permutations([top, *(top - fraction(gap) - extra for extra in below)]))
    offsets = [
        value - sum((s * x for s, x in zip(slope, point, strict=True)), Fraction(0))
        for slope, value in zip(slopes, at_point, strict=True)
    ]
    return GapAtPoint(MaxAffine(slopes, offsets), point, at_point.index(top))


def _delta(delta: Exact) -> Fraction:
    value = fraction(delta)
    if value < 0:
        raise ValueError(f"a distance is 0 or more, not {delta}")
    return value


def _positive(**counts: int) -> None:
    for name, count in counts.items():
        if count < 1:
            raise ValueError(f"{name} is at least 1, not {count}")
