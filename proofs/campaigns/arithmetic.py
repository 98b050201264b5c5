"""Arithmetic by brute force, apart from the kernel and the search: a number is a fraction, or a ball if irrational.

What has no real value raises `Undefined`. What cannot be told, because a ball is too wide or a number too large, raises
`Unknown`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce

from flint import arb, fmpq

LARGE, LARGEST = 10**6, 1000  # exponents of e, and of others, beyond which nothing is said
Number = Fraction | arb


class Undefined(ArithmeticError):
    """A pole, a number that is not real, or a maximum of nothing."""


class Unknown(ArithmeticError):
    """A value that is too large, or known too roughly."""


def ball(x: Number) -> arb:
    """The number as a ball."""
    return arb(fmpq(x.numerator, x.denominator)) if isinstance(x, Fraction) else x


def plus(x: Number, y: Number) -> Number:
    """x + y."""
    return x + y if isinstance(x, Fraction) and isinstance(y, Fraction) else ball(x) + ball(y)


def times(x: Number, y: Number) -> Number:
    """x · y."""
    return x * y if isinstance(x, Fraction) and isinstance(y, Fraction) else ball(x) * ball(y)


def sign(x: Number) -> int:
    """-1, 0 or 1; a ball that contains 0 is not known."""
    if isinstance(x, Fraction):
        return (x > 0) - (x < 0)
    if not x.is_finite() or x.contains(0):
        raise Unknown
    return 1 if x > 0 else -1


def inverse(x: Number) -> Number:
    """1/x."""
    if sign(x) == 0:
        raise Undefined
    return 1 / x


def power(x: Number, k: Number) -> Number:
    """A power with a rational exponent; of a negative number only if that is an integer."""
    if not isinstance(k, Fraction) or abs(k) > LARGEST:
        raise Unknown
    if k < 0:
        return inverse(power(x, -k))
    if k.denominator == 1:
        return Fraction(1) if k == 0 else x ** int(k)
    if sign(x) < 0:
        raise Undefined
    return Fraction(0) if sign(x) == 0 else exp(times(k, log(x)))


def exp(x: Number) -> Number:
    """e^x."""
    if isinstance(x, Fraction) and x == 0:
        return Fraction(1)
    if not abs(ball(x)) < LARGE:
        raise Unknown
    return ball(x).exp()


def log(x: Number) -> Number:
    """The natural logarithm."""
    if sign(x) <= 0:
        raise Undefined
    return Fraction(0) if isinstance(x, Fraction) and x == 1 else ball(x).log()


def extreme(op: str, values: Sequence[Number]) -> Number:
    """The greatest ("max") or the least ("min") of some numbers."""
    if not values:
        raise Undefined
    exact = [v for v in values if isinstance(v, Fraction)]
    if len(exact) == len(values):
        return max(exact) if op == "max" else min(exact)
    return reduce(lambda s, t: s.max(t) if op == "max" else s.min(t), map(ball, values))


def compared(op: str, s: Number, t: Number) -> bool:
    """Whether s op t, for "<=", "<", ">=", ">" or "=="."""
    if isinstance(s, Fraction) and isinstance(t, Fraction):
        return {"<=": s <= t, "<": s < t, ">=": s >= t, ">": s > t, "==": s == t}[op]
    gap = sign(ball(t) - ball(s))
    return op != "==" and (gap > 0) == (op in ("<=", "<"))
