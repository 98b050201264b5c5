"""Arithmetic independent of the kernel and the search: a number is a fraction, or a ball if it may be irrational.

An operation without a real value raises `Undefined`. One that cannot be decided, because a ball is too wide or a number
too large, raises `Unknown`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce

from flint import arb, fmpq

LARGE, LARGEST = 10**6, 1000  # the largest exponents of e, and of other bases
OPAQUE = ("sin", "cos", "atan", "erf")  # functions with a rational value at 0, and at no other rational number
Number = Fraction | arb


class Undefined(ArithmeticError):
    """A pole, a non-real number, or the maximum of an empty set."""


class Unknown(ArithmeticError):
    """The value is too large, or enclosed too roughly."""


def ball(x: Number) -> arb:
    """Convert the number to a ball."""
    return arb(fmpq(x.numerator, x.denominator)) if isinstance(x, Fraction) else x


def opaque(op: str, x: Number) -> Number:
    """sin x, cos x, atan x or erf x."""
    return Fraction(op == "cos") if isinstance(x, Fraction) and x == 0 else getattr(ball(x), op)()


def plus(x: Number, y: Number) -> Number:
    """x + y."""
    return x + y if isinstance(x, Fraction) and isinstance(y, Fraction) else ball(x) + ball(y)


def times(x: Number, y: Number) -> Number:
    """x · y."""
    return x * y if isinstance(x, Fraction) and isinstance(y, Fraction) else ball(x) * ball(y)


def sign(x: Number) -> int:
    """Return -1, 0 or 1; raises Unknown for a ball that contains 0."""
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
    """Return a power with a rational exponent, which must be an integer if the base is negative."""
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
    """Return the natural logarithm."""
    if sign(x) <= 0:
        raise Undefined
    return Fraction(0) if isinstance(x, Fraction) and x == 1 else ball(x).log()


def extreme(op: str, values: Sequence[Number]) -> Number:
    """Return the maximum (op "max") or minimum (op "min") of some numbers."""
    if not values:
        raise Undefined
    exact = [v for v in values if isinstance(v, Fraction)]
    if len(exact) == len(values):
        return max(exact) if op == "max" else min(exact)
    return reduce(lambda s, t: s.max(t) if op == "max" else s.min(t), map(ball, values))


OPERATIONS: Mapping[str, Callable[..., Number]] = {
    "+": plus, "-": lambda x, y: plus(x, -y), "*": times, "/": lambda x, y: times(x, inverse(y)), "abs": abs,
    "min": lambda *xs: extreme("min", xs), "max": lambda *xs: extreme("max", xs),
}  # fmt: skip


def compared(op: str, s: Number, t: Number) -> bool:
    """Return whether s op t, for "<=", "<", ">=", ">" or "=="."""
    if isinstance(s, Fraction) and isinstance(t, Fraction):
        return {"<=": s <= t, "<": s < t, ">=": s >= t, ">": s > t, "==": s == t}[op]
    gap = sign(ball(t) - ball(s))
    return op != "==" and (gap > 0) == (op in ("<=", "<"))
