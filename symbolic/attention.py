"""Attention: weights by softmax and hardmax, ties and masks, for symbolic or given size; exact hardmax layers.

Sources: Kajitsuka & Sato (KS), equations (2), (5), (132), (133); Yun et al. (Yun), appendix E.3.

Scores and values are functions of an index from 1 to n, as in `symbolic.boltzmann`. Softmax itself is
`symbolic.boltzmann.softmax`.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import sympy as sp
from sympy import Eq, Expr, Matrix, MatrixBase, Piecewise, Sum, exp
from sympy.logic.boolalg import Boolean

from symbolic.boltzmann import Vector, _indices
from symbolic.sums import entry

Mask = Callable[[Expr], Boolean]


def hardmax(scores: Vector, n: Expr, i: Expr, top: Expr | None = None) -> Expr:
    """Return the i-th hardmax weight: 1/(number of largest scores) where s_i is largest, else 0.

    `top` is the largest score; it may be left out when n is a number. Ties share equally, which is
    the σ_H of Yun and KS.

    Raises ValueError if `top` is needed and missing, or n is a number below 1.

    >>> from sympy import Tuple
    >>> [hardmax(lambda k: Tuple(3, 5, 5)[k - 1], 3, i) for i in (1, 2, 3)]
    [0, 1/2, 1/2]
    """
    n, i = sp.sympify(n, strict=True), sp.sympify(i, strict=True)
    if top is None:
        top = sp.Max(*(scores(sp.Integer(k)) for k in range(1, _count(n) + 1)))
    if n.is_Integer:
        count: Expr = sp.Add(*(_tie(scores(sp.Integer(k)), top) for k in range(1, _count(n) + 1)))
    else:
        j, _ = _indices(scores, n, i, top)
        count = Sum(_tie(scores(j), top), (j, 1, n))
    return _tie(entry(scores, i), top) / count


def _tie(score: Expr, top: Expr) -> Expr:
    return Piecewise((1, Eq(score, top)), (0, True))


def _count(n: Expr) -> int:
    if not n.is_Integer:
        raise ValueError("for a symbolic size give the largest score as `top`")
    if n < 1:
        raise ValueError(f"a column of attention weights needs at least one score, not {n}")
    return int(n)


def masked_softmax(scores: Vector, keep: Mask, n: Expr, i: Expr) -> Expr:
    """Return the i-th softmax weight when only the scores where `keep` holds take part.

    This is KS (132): the mask adds 0 to the scores that are kept and -∞ to the others, whose exponentials
    are then 0. At least one score must be kept; otherwise the value is 0/0.

    >>> from sympy import IndexedBase, symbols
    >>> s, (i, n) = IndexedBase("s"), symbols("i n", integer=True, positive=True)
    >>> masked_softmax(lambda k: s[k], lambda k: k <= 2, 3, 1).doit()
    exp(s[1])/(exp(s[1]) + exp(s[2]))
    """
    n, i = sp.sympify(n, strict=True), sp.sympify(i, strict=True)

    def weight(k: Expr) -> Expr:
        return Piecewise((exp(scores(k)), keep(k)), (0, True))

    j, _ = _indices(weight, n, i)
    return entry(weight, i) / Sum(weight(j), (j, 1, n))


def masked_boltz(scores: Vector, keep: Mask, n: Expr) -> Expr:
    """Return boltz(a + c) = Σ a_k softmax(a + c)_k, KS (133), with the convention 0 · (-∞) = 0.

    >>> masked_boltz(lambda k: sp.log(k), lambda k: k <= 2, 3).doit()
    2*log(2)/3
    """
    return attend(scores, lambda k: masked_softmax(scores, keep, n, k), n)


def attend(values: Vector, weights: Vector, n: Expr) -> Expr:
    """Return Σ v_k w_k: one row of an attention head's output in one column.

    >>> attend(lambda k: k, lambda k: sp.Rational(1, 3), 3).doit()
    2
    """
    n = sp.sympify(n, strict=True)
    k, _ = _indices(lambda i: values(i) * weights(i), n)
    return Sum(values(k) * weights(k), (k, 1, n))


class Head(NamedTuple):
    """The weight matrices W_O (d × s), W_V, W_K and W_Q (s × d) of one head."""

    output: MatrixBase
    value: MatrixBase
    key: MatrixBase
    query: MatrixBase


def hardmax_layer(sequence: MatrixBase, heads: Sequence[Head]) -> Matrix:
    """Return Z + Σ_i W_O (W_V Z) σ_H[(W_K Z)ᵀ (W_Q Z)], KS (5), exactly, for matrices with rational entries.

    >>> one = Matrix([[1]])
    >>> hardmax_layer(Matrix([[1, 2, 4]]), [Head(one, one, one, one)])
    Matrix([[5, 6, 8]])
    """
    n = sequence.cols
    out = Matrix(sequence)
    for head in heads:
        scores = (head.key * sequence).T * (head.query * sequence)
        columns = [[sp.Rational(x) for x in scores[:, k]] for k in range(n)]
        weights = Matrix(n, n, lambda l, k, c=columns: sp.Rational(c[k][l] == max(c[k]), c[k].count(max(c[k]))))
        out += head.output * (head.value * sequence) * weights
    return out


def confused_pair(v: MatrixBase, numbers: Sequence[Expr | int], shift: Expr | int) -> tuple[Matrix, Matrix]:
    """Return two sequences of tokens a_k v that no hardmax layer tells apart at the tokens they share, KS Theorem 1.

    The first has the coefficients a = `numbers`, at least four; in the second the second and third move towards each
    other by `shift`, and the order a_1 < a_2 < a_2 + shift < a_3 - shift < a_3 < a_4 must hold.

    Raises ValueError if it does not.

    >>> confused_pair(Matrix([1]), [1, 2, 5, 6], 1)
    (Matrix([[1, 2, 5, 6]]), Matrix([[1, 3, 4, 6]]))
    """
    a = [sp.Rational(x) for x in numbers]
    step = sp.Rational(shift)
    if len(a) < 4 or not a[0] < a[1] < a[1] + step < a[2] - step < a[2] < a[3]:
        raise ValueError(f"the first four numbers must increase, with room for the shift {shift}: {list(numbers)}")
    moved = [a[0], a[1] + step, a[2] - step, *a[3:]]
    return v * Matrix([a]), v * Matrix([moved])
