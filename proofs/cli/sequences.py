"""Parsing of the input of `lemmata construct`: numbers, matrices, and functions of matrices."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

from numeric.balls import ball, ends
from numeric.constructions.reports.formatting import NotEnclosed, Rows
from proofs.cli.terminal import BadInput
from proofs.kernel.evaluate import MAX_EVALUATIONS, Leaf, Undecided
from proofs.kernel.terms import Term
from proofs.language.parse import ParseError, parse_number

BITS = 128
STEP = 1 << 32  # irrational values are rounded to multiples of 1/STEP
OF_THE_ROW = ("mean", "most", "least")


def number(option: str, text: str, above: Fraction | None = None) -> Fraction:
    """Parse an exact number, a fraction or a decimal; raises BadInput if it is none, or not greater than `above`."""
    try:
        found = Fraction(text.strip())
    except (ValueError, ZeroDivisionError) as wrong:
        raise BadInput(f"{option} needs a number such as 0.01 or 1/100, not {text!r}") from wrong
    if above is not None and found <= above:
        raise BadInput(f"{option} has to be greater than {above}, not {text}")
    return found


def matrix(option: str, text: str) -> Rows:
    """Parse a matrix: numbers separated by commas, rows by semicolons."""
    try:
        rows = [[Fraction(part.strip()) for part in row.split(",")] for row in text.split(";")]
    except (ValueError, ZeroDivisionError) as wrong:
        raise BadInput(f"{option} needs numbers with rows separated by ; as in '1, 2; 3, 4/5', not {text!r}") from wrong
    if len({len(row) for row in rows}) > 1:
        raise BadInput(f"{option}: all rows need the same length, not {', '.join(str(len(row)) for row in rows)}")
    return rows


def entries(text: str, d: int, n: int, low: int = 0) -> Rows:
    """Parse the d n entries of --input, row by row; for an empty text, choose distinct ones between `low` and 1."""
    size = d * n
    if not text:
        spread = 1 - low
        return [[low + spread * Fraction((37 * (j + 1) + 61 * i) % 100, 100) for j in range(n)] for i in range(d)]
    try:
        values = [Fraction(part.strip()) for part in text.replace(";", ",").split(",")]
    except (ValueError, ZeroDivisionError) as wrong:
        raise BadInput(f"--input needs {size} numbers separated by commas, not {text!r}") from wrong
    if len(values) != size:
        raise BadInput(f"--input needs {size} numbers (d = {d}, n = {n}), not {len(values)}")
    return [values[i * n : (i + 1) * n] for i in range(d)]


class Target:
    """A function f of matrices, given by one formula for the entries of f(X) in x, mean, most, least, k and row.

    x is the entry of X; mean, most and least are those of its row; k is the number of the token and row that of the
    row, both counted from 1. A function of k is not permutation equivariant; it is rejected unless `positional`.
    """

    def __init__(self, text: str, positional: bool = True) -> None:
        """Parse the formula; raises BadInput for a syntax error or an unknown variable."""
        try:
            self.term = parse_number(text, ("k", "row"))
        except ParseError as wrong:
            raise BadInput(f"--target: {wrong}") from wrong
        self.text = text
        known = {"x", "row", *OF_THE_ROW, *(["k"] if positional else [])}
        for name in sorted(str(v.args[0]) for v in self.term.free):
            if name == "k" and not positional:
                raise BadInput("--target: a function of k, the number of the token, is not permutation equivariant")
            if name not in known:
                raise BadInput(f"--target: unknown variable {name}; there are {', '.join(sorted(known))}")

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
                raise NotEnclosed(f"{self.text}: {wrong}", "target") from wrong


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
