"""Shared parts of the reports: functions to approximate, errors about arguments, numbers and matrices as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import inf, nextafter
from typing import Any, Protocol

from flint import arb, arb_mat

from numeric.balls import ends

Rows = list[list[Fraction]]
Report = tuple[dict[str, Any], str]  # plain data, and text for people


class Function(Protocol):
    """A function of matrices, as a report needs it."""

    text: str

    def exact(self, rows: Sequence[Sequence[Fraction]]) -> Rows:
        """Return the value at a matrix."""

    def enclose(self, rows: Sequence[Sequence[arb]]) -> list[list[arb]]:
        """Enclose the value on a box; raises `NotEnclosed`."""


class ArgumentError(ValueError):
    """Raised if a construction cannot be run for some of its arguments; it has the names of these."""

    def __init__(self, message: str, *arguments: str) -> None:
        super().__init__(message)
        self.arguments = arguments


class NotEnclosed(ArgumentError, ArithmeticError):
    """Raised if a function is undefined, or cannot be enclosed, somewhere on a box."""


def brief(value: object) -> str:
    """Write a fraction exactly if that is short, otherwise as a decimal.

    >>> brief(Fraction(1, 3)), brief(Fraction(10**6, 10**6 + 1))
    ('1/3', '0.999999')
    """
    text = str(value)
    return text if len(text) <= 9 else f"{float(Fraction(text)):.6g}"


def on_one_line(rows: Sequence[Sequence[object]], text: Callable[[Any], str] = str) -> str:
    """Write a matrix on one line, with rows separated by semicolons.

    >>> on_one_line([[1, 2], [3, 4]])
    '1, 2; 3, 4'
    """
    return "; ".join(", ".join(text(v) for v in row) for row in rows)


def plain(rows: Sequence[Sequence[object]]) -> list[list[str]]:
    """Convert a matrix for JSON, with exact numbers and balls as text."""
    return [[v.str(12) if isinstance(v, arb) else str(v) for v in row] for row in rows]


def entries(m: arb_mat) -> list[list[arb]]:
    """Return the rows of a matrix of balls."""
    return [[m[i, j] for j in range(m.ncols())] for i in range(m.nrows())]


def upper_float(x: arb) -> float:
    """Return a float that is not below x."""
    high = ends(x)[1]
    return nextafter(float(high), inf) if high else 0.0
