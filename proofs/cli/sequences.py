"""Input and output of `lemmata construct`: numbers, sequences (d × n matrices) and functions of sequences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import inf, nextafter
from typing import Any

from flint import arb, ctx, fmpq

from numeric.balls import ball, ends
from proofs.cli.terminal import BadInput
from proofs.kernel.evaluate import MAX_EVALUATIONS, Leaf, Undecided
from proofs.kernel.terms import Term
from proofs.language.parse import ParseError, parse_number

BITS = 128
STEP = 1 << 32  # irrational values are rounded to multiples of 1/STEP
OF_THE_ROW = ("mean", "most", "least")
Rows = list[list[Fraction]]


def number(option: str, text: str, above: Fraction | None = None) -> Fraction:
    """Parse one exact number, a fraction or a decimal; raises BadInput if it is none, or not greater than `above`."""
    try:
        found = Fraction(text.strip())
    except (ValueError, ZeroDivisionError) as wrong:
        raise BadInput(f"{option} has to be a number such as 0.01 or 1/100, not {text!r}") from wrong
    if above is not None and found <= above:
        raise BadInput(f"{option} has to be above {above}, not {text}")
    return found


def matrix(option: str, text: str) -> Rows:
    """Parse a matrix: numbers separated by commas, rows by semicolons."""
    try:
        rows = [[Fraction(part.strip()) for part in row.split(",")] for row in text.split(";")]
    except (ValueError, ZeroDivisionError) as wrong:
        raise BadInput(f"{option} has to be numbers, rows separated by ; as in '1, 2; 3, 4/5', not {text!r}") from wrong
    if len({len(row) for row in rows}) > 1:
        raise BadInput(f"{option}: all rows need as many numbers, not {', '.join(str(len(row)) for row in rows)}")
    return rows


def entries(text: str, d: int, n: int, low: int = 0) -> Rows:
    """Parse the d n entries of --input, row by row; if there are none, choose distinct ones between `low` and 1."""
    size = d * n
    if not text:
        spread = 1 - low
        return [[low + spread * Fraction((37 * (j + 1) + 61 * i) % 100, 100) for j in range(n)] for i in range(d)]
    try:
        values = [Fraction(part.strip()) for part in text.replace(";", ",").split(",")]
    except (ValueError, ZeroDivisionError) as wrong:
        raise BadInput(f"--input has to be {size} numbers with commas between them, not {text!r}") from wrong
    if len(values) != size:
        raise BadInput(f"--input has to be {size} numbers (d = {d}, n = {n}), not {len(values)}")
    return [values[i * n : (i + 1) * n] for i in range(d)]


def brief(value: object) -> str:
    """Write a fraction exactly if that is short, otherwise as a decimal."""
    text = str(value)
    return text if len(text) <= 9 else f"{float(Fraction(text)):.6g}"


def shown(rows: Sequence[Sequence[object]], text: Callable[[object], str] = str) -> str:
    """Write a matrix on one line, with rows separated by semicolons."""
    return "; ".join(", ".join(text(v) for v in row) for row in rows)


def plain(rows: Sequence[Sequence[object]]) -> list[list[str]]:
    """Convert a matrix for JSON, with exact numbers and balls as text."""
    return [[v.str(12) if isinstance(v, arb) else str(v) for v in row] for row in rows]


def above(x: arb) -> float:
    """Return a float that is not below x."""
    high = ends(x)[1]
    return nextafter(float(high), inf) if high else 0.0


class NotEnclosed(BadInput, ArithmeticError):
    """The function is undefined, or cannot be enclosed, somewhere on a box."""


class Target:
    """A function f of matrices, given by one formula for the entries of f(X) in x, mean, most, least, k and row.

    x is the entry of X; mean, most and least are those of its row; k is the number of the token and row that of the
    row, from 1 on. A function of k is not permutation equivariant, and is rejected unless `placed`.
    """

    def __init__(self, text: str, placed: bool = True) -> None:
        """Parse the formula; raises BadInput for a text that is not understood or has other variables."""
        try:
            self.term = parse_number(text, ("k", "row"))
        except ParseError as wrong:
            raise BadInput(f"--target: {wrong}") from wrong
        self.text = text
        known = {"x", "row", *OF_THE_ROW, *(["k"] if placed else [])}
        for name in sorted(str(v.args[0]) for v in self.term.free):
            if name == "k" and not placed:
                raise BadInput("--target: with k, the number of the token, it is not permutation equivariant")
            if name not in known:
                raise BadInput(f"--target: no variable {name} is known, but {', '.join(sorted(known))}")

    def exact(self, rows: Sequence[Sequence[Fraction]]) -> Rows:
        """Return the value at X; irrational entries are rounded to multiples of 2^-32."""
        out = []
        for number, row in enumerate(rows, 1):
            of_row = {"mean": sum(row, Fraction(0)) / len(row), "most": max(row), "least": min(row)}
            fixed = {name: (fmpq(v.numerator, v.denominator),) * 2 for name, v in of_row.items()}
            entries = (fmpq(x.numerator, x.denominator) for x in row)
            out.append([_rational(self._value(fixed | {"x": (x, x)}, number, k)) for k, x in enumerate(entries, 1)])
        return out

    def enclose(self, rows: Sequence[Sequence[arb]]) -> list[list[arb]]:
        """Enclose the value on a box, a ball for each entry."""
        out = []
        for number, row in enumerate(rows, 1):
            lows, highs = zip(*map(ends, row), strict=True)
            of_row = {
                "mean": (sum(lows, Fraction(0)) / len(row), sum(highs, Fraction(0)) / len(row)),
                "most": (max(lows), max(highs)),
                "least": (min(lows), min(highs)),
            }
            fixed = {name: _ends(*pair) for name, pair in of_row.items()}
            pairs = [_ends(low, high) for low, high in zip(lows, highs, strict=True)]
            out.append([_ball(self._value(fixed | {"x": pair}, number, k)) for k, pair in enumerate(pairs, 1)])
        return out

    def _value(self, at: dict[str, Any], row: int, k: int) -> Any:
        known = at | {"row": (fmpq(row),) * 2, "k": (fmpq(k),) * 2}
        where: dict[Term, Any] = {v: known[str(v.args[0])] for v in self.term.free}
        with ctx.workprec(BITS):
            try:
                return Leaf(where, [MAX_EVALUATIONS]).value(self.term, ())
            except Undecided as wrong:
                raise NotEnclosed(f"--target {self.text}: {wrong}") from wrong


def _ends(low: Fraction, high: Fraction) -> tuple[fmpq, fmpq]:
    return fmpq(low.numerator, low.denominator), fmpq(high.numerator, high.denominator)


def _rational(value: Any) -> Fraction:
    if isinstance(value, fmpq):
        return Fraction(int(value.p), int(value.q))
    low, high = ends(value[0])[0], ends(value[1])[1]
    return Fraction(round((low + high) / 2 * STEP), STEP)


def _ball(value: Any) -> arb:
    if isinstance(value, fmpq):
        return ball(Fraction(int(value.p), int(value.q)))
    low, high = value
    return low.union(high)
