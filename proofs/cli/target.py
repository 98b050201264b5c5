"""Functions of sequences that one types, for `lemmata run`: a formula for an entry of the value."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

from numeric.balls import ball, ends
from proofs.cli.terminal import BadInput
from proofs.kernel.evaluate import MANY, Leaf, Undecided
from proofs.kernel.terms import Term
from proofs.language.parse import ParseError, parse_number

BITS = 128
STEP = 1 << 32  # values that are not rational are rounded to multiples of 1/STEP
OF_THE_ROW = ("mean", "most", "least")
HELP = "in x, the entry, and mean, most, least of its row"


class Target:
    """f: each entry of f(X) is one formula in x, the entry of X, in mean, most and least of its row, and in k, row.

    k is the number of the token, from 1 on, and row that of the row; with k a function is not permutation equivariant,
    and it is refused unless `placed`.
    """

    def __init__(self, text: str, placed: bool = False) -> None:
        """Raises BadInput for a text that is not understood, or has other variables."""
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

    def exact(self, rows: Sequence[Sequence[Fraction]]) -> list[list[Fraction]]:
        """The value at X; what is not rational is rounded to a multiple of 2^-32."""
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
        numbers = at | {"row": (fmpq(row),) * 2, "k": (fmpq(k),) * 2}
        where: dict[Term, Any] = {v: numbers[str(v.args[0])] for v in self.term.free}
        with ctx.workprec(BITS):
            try:
                return Leaf(where, [MANY]).value(self.term, ())
            except Undecided as wrong:
                raise BadInput(f"--target {self.text}: {wrong}") from wrong


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
