"""Conversion of exact rational input to `Fraction`."""

from fractions import Fraction
from typing import TypeAlias

from sympy import Rational

Exact: TypeAlias = int | Fraction | Rational


def fraction(value: Exact) -> Fraction:
    """Return an int, `Fraction` or SymPy `Rational` as a `Fraction`.

    Raises TypeError for anything else, in particular for floats: 0.1 is not one tenth.

    >>> fraction(Rational(2, 4))
    Fraction(1, 2)
    """
    if isinstance(value, Fraction):
        return value
    if isinstance(value, Rational):
        return Fraction(int(value.p), int(value.q))
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    raise TypeError(f"an exact rational number (int, Fraction, sympy.Rational) is needed, not {value!r}")
