"""Column ids and the selective shift: hardmax attention that lifts one id after another.

Source: Yun et al., ICLR 2020 (Yun), appendix E.3, E.3.1 and E.3.4 (Lemma 10).

Throughout δ = 1/m for an integer m >= 2 and M = δ^(-d) = m^d. The column ids of a sequence with distinct
columns on the grid are distinct multiples of δ from 0 to (M - 1) δ, so at most M of them fit (n <= M).

>>> [str(id) for id in sweep([0, Fraction(1, 2), 1], Fraction(1, 2), 4)]
['4', '29/2', '55']
>>> ids = {1: 0, 2: Fraction(1, 2), 3: 1}
>>> [str(shifted_id(ids.__getitem__, j, 3, 4)) for j in (1, 2, 3)]
['4', '29/2', '55']
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import sympy as sp
from sympy import Expr, Sum

from symbolic.boltzmann import Vector, _indices
from symbolic.exact import Exact, fraction
from symbolic.sums import entry


class Bounds(NamedTuple):
    """A lower and an upper bound, both attained or not as the function that returns them says."""

    lower: Expr
    upper: Expr


def column_id(column: Vector, d: Expr, delta: Expr) -> Expr:
    """Return uᵀL = Σ δ^(1-i) L_i for the column L of size d, u = (1, δ⁻¹, ..., δ^(1-d)) (Yun E.3).

    >>> column_id(lambda i: sp.Rational(1, 2), 3, sp.Rational(1, 2))
    7/2
    """
    d, delta = sp.sympify(d, strict=True), sp.sympify(delta, strict=True)
    if d.is_Integer:
        return sp.Add(*(delta ** (1 - i) * column(sp.Integer(i)) for i in range(1, int(d) + 1)))
    j, _ = _indices(column, d, delta)
    return Sum(delta ** (1 - j) * column(j), (j, 1, d))


# ---- the layers, run exactly


def head(ids: Sequence[Exact], threshold: Exact) -> list[Fraction]:
    """Return the first row of ψ(Z; b) for ids uᵀZ: one hardmax head of Yun E.3.

    In column j the scores are id_k (id_j - b), and the head returns the mean of the ids whose score is
    largest: the largest id where id_j > b, the smallest where id_j < b, the mean of all where id_j = b.

    >>> [str(value) for value in head([1, 5, 3], 3)]
    ['1', '5', '3']
    """
    values, b = _exact(ids), _exact([threshold])[0]
    out = []
    for own in values:
        scores = [value * (own - b) for value in values]
        top = max(scores)
        chosen = [value for value, score in zip(values, scores, strict=True) if score == top]
        out.append(sum(chosen, start=Fraction(0)) / len(chosen))
    return out


def selective_shift(ids: Sequence[Exact], lower: Exact, upper: Exact) -> list[Fraction]:
    """Return the first row of Ψ(Z; b, b') = ψ(Z; b) - ψ(Z; b'), Yun E.3.

    It is max - min of the ids in the columns whose id lies strictly between b and b', 0 in the others
    (on a boundary, where the printed formula says nothing, a mean of all ids takes part).

    Raises ValueError unless lower < upper.

    >>> [str(shift) for shift in selective_shift([0, 1, 3], Fraction(1, 2), 2)]
    ['0', '3', '0']
    """
    b, c = _exact([lower, upper])
    if not b < c:
        raise ValueError(f"the window of a selective shift needs lower < upper, not {lower} and {upper}")
    return [x - y for x, y in zip(head(ids, b), head(ids, c), strict=True)]


def sweep(ids: Sequence[Exact], delta: Exact, big: int) -> list[Fraction]:
    """Run all M layers id -> id + M Ψ(.; l - δ/2, l + δ/2), l = 0, δ, ..., (M - 1) δ, and return the ids.

    `big` is M. Nothing is assumed about order or ties; this is the network, not its closed form.
    """
    step = _exact([delta])[0]
    values = _exact(ids)
    for level in range(big):
        shift = selective_shift(values, (level - Fraction(1, 2)) * step, (level + Fraction(1, 2)) * step)
        values = [value + big * s for value, s in zip(values, shift, strict=True)]
    return values


def global_shift(ids: Sequence[Exact], big: int) -> list[Fraction]:
    """Run the last layer id -> id + M^(n+1) ψ(.; 0) on the ids of one sequence of n columns (Yun E.3.1).

    >>> [str(id) for id in global_shift([1, 2], 3)]
    ['55', '56']
    """
    values = _exact(ids)
    return [v + big ** (len(values) + 1) * s for v, s in zip(values, head(values, 0), strict=True)]


# ---- the closed form


def shift_step(previous: Expr, own: Expr, big: Expr) -> Expr:
    """Return l_j + M (l̃_{j-1} - l_j), the j-th shifted id from the one before, Yun E.3.1.

    The recursion starts from l̃_0 = l_n, the largest id.

    >>> shift_step(*sp.symbols("previous own M"))
    M*(-own + previous) + own
    """
    return own + big * (previous - own)


def shifted_id(l: Callable[[Any], Any], j: Any, n: Any, big: Any) -> Any:
    """Return l_j + Σ_{k=1}^{j-1} M^k (l_{j-k} - l_{j-k+1}) + M^j (l_n - l_1), the j-th shifted id.

    The closed form of Yun E.3.1 for increasing ids l(1) < ... < l(n). With an integer j the sum is
    written out (and exact numbers give an exact number); with a symbol it stays a `Sum`.

    Raises ValueError if j is a number outside 1, ..., n.

    >>> from sympy import IndexedBase, symbols
    >>> l, (n, M) = IndexedBase("l"), symbols("n M", integer=True, positive=True)
    >>> shifted_id(lambda i: l[i], 2, n, M)
    M**2*(-l[1] + l[n]) + M*(l[1] - l[2]) + l[2]
    """
    size = sp.sympify(j, strict=True)
    if size.is_number and not (size.is_Integer and size >= 1):
        raise ValueError(f"columns are counted 1, 2, ...: not {j}")
    if (sp.sympify(n, strict=True) - size).is_negative:
        raise ValueError(f"there is no column {j} among {n}")
    if size.is_Integer:
        j = int(size)
        middle = sum(big**k * (l(j - k) - l(j - k + 1)) for k in range(1, j))
        return l(j) + middle + big**j * (l(n) - l(1))
    k, _ = _indices(lambda i: l(i), sp.sympify(n, strict=True), size, sp.sympify(big, strict=True))
    total = Sum(big**k * (entry(l, size - k) - entry(l, size - k + 1)), (k, 1, size - 1))
    return entry(l, size) + total + big**size * (l(n) - l(1))


def context_id(l: Callable[[Any], Any], j: Any, n: Any, big: Any) -> Any:
    """Return uᵀ g_c(L)_{:,j} = l̃_j + M^(n+1) l̃_n, the j-th id after the last layer, Yun E.3.1.

    >>> context_id(lambda i: i, 1, 2, 3)
    220
    """
    return shifted_id(l, j, n, big) + big ** (n + 1) * shifted_id(l, n, n, big)


def final_id_bounds(n: Expr, big: Expr, delta: Expr) -> Bounds:
    """Return the bounds on l̃_n that Yun Lemma 10 states: δ M^(n-1) (M - 1) and δ M^n (M - 1) - δ (M - 1)².

    They hold for 2 <= n <= M. For n = 1 the lower one is false: l̃_1 = l_1, which may be 0.
    """
    n, big, delta = (sp.sympify(v, strict=True) for v in (n, big, delta))
    return Bounds(delta * big ** (n - 1) * (big - 1), delta * big**n * (big - 1) - delta * (big - 1) ** 2)


def sharp_final_id_bounds(n: Expr, big: Expr, delta: Expr) -> Bounds:
    """Return the least and greatest value that l̃_n takes, for 1 <= n <= M, M >= 2.

    With g_j = l_{j+1} - l_j > 0 the closed form reads l̃_n = l_1 + Σ_{j<n} (M^n - M^(n-j) + 1) g_j, so it
    grows with every gap and is least at ids 0, δ, ..., (n-1) δ; the weights grow with j, so it is greatest
    when all room is in the last gap: 0, δ, ..., (n-2) δ, (M-1) δ. The upper one is the
    paper's for n = 2 and below it for larger n; the lower one is always above the paper's. At n = 1 they
    are 0 and (M - 1) δ.

    >>> sharp_final_id_bounds(3, 4, 1), final_id_bounds(3, 4, 1)
    (Bounds(lower=110, upper=171), Bounds(lower=48, upper=183))
    """
    n, big, delta = (sp.sympify(v, strict=True) for v in (n, big, delta))
    geometric = (big**n - big) / (big - 1)  # M + M² + ... + M^(n-1)
    lower = (n - 1) * (big**n + 1) - geometric
    upper = lower + (big - n) * (big**n - big + 1)  # the last gap takes all the room
    return Bounds(delta * lower, delta * upper)


def positional_final_id_bounds(n: Expr, big: Expr, cells: Expr) -> Bounds:
    """Return the least and greatest value that l̃_n takes with positional encodings (Yun G.2), for n >= 2, δ = 1/cells.

    The ids are (j − 1) S + h_j δ with S = (M − 1)/(1/δ − 1) and 0 <= h_j <= M − 1. The last one counts for M^n − M + 1
    times itself, the others together against it by one less.

    >>> positional_final_id_bounds(2, 4, 2)
    Bounds(lower=21, upper=117/2)
    """
    n, big, cells = (sp.sympify(v, strict=True) for v in (n, big, cells))
    blocks = (big - 1) / (cells - 1) * ((n - 1) * (big**n + 1) - (big**n - big) / (big - 1))
    return Bounds(blocks - (big**n - big) * (big - 1) / cells, blocks + (big**n - big + 1) * (big - 1) / cells)


def _exact(values: Sequence[Exact]) -> list[Fraction]:
    if not values:
        raise ValueError("a sequence needs at least one column")
    return [fraction(value) for value in values]
