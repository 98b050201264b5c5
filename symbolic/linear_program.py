"""Linear programs over the rationals: an exact simplex whose answers carry a certificate.

`maximise(c, A, b)` maximises c·x subject to A x <= b, x free. Bland's rule guarantees termination. Before an
answer is returned, its certificate is checked by direct arithmetic, so a wrong answer raises
`AssertionError` instead of being returned. The module is meant for tens of rows, not thousands.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from symbolic.exact import Exact, fraction

Row = tuple[Fraction, ...]


@dataclass(frozen=True)
class Outcome:
    """The result of `maximise`, with its certificate.

    `optimal`: `point` attains `value`, and `multipliers` y >= 0 with yA = c, y·b = value bound it.
    `unbounded`: from `point` one can go along `ray` forever (A ray <= 0, c·ray > 0).
    `infeasible`: `multipliers` y >= 0 with yA = 0, y·b < 0 (Farkas).
    """

    status: Literal["optimal", "unbounded", "infeasible"]
    value: Fraction | None = None
    point: Row | None = None
    multipliers: Row | None = None
    ray: Row | None = None


def maximise(objective: Sequence[Exact], rows: Sequence[Sequence[Exact]], bounds: Sequence[Exact]) -> Outcome:
    """Return the greatest objective·x subject to rows·x <= bounds over all rational x.

    Raises ValueError if the lengths do not fit and TypeError for numbers that are not exact.

    >>> found = maximise([1, 1], [[1, 2], [3, 1], [-1, 0], [0, -1]], [4, 6, 0, 0])
    >>> found.status, str(found.value), [str(x) for x in found.point]
    ('optimal', '14/5', ['8/5', '6/5'])
    """
    c = tuple(map(fraction, objective))
    a = [tuple(map(fraction, row)) for row in rows]
    b = tuple(map(fraction, bounds))
    if len(a) != len(b):
        raise ValueError(f"{len(a)} rows but {len(b)} bounds")
    for i, row in enumerate(a):
        if len(row) != len(c):
            raise ValueError(f"row {i} has {len(row)} entries, the objective {len(c)}")
    outcome = _Tableau(c, a, b).solve()
    _verify(outcome, c, a, b)
    return outcome


class _Tableau:
    """A simplex tableau. Columns: x = u - v split in two, a slack per row, one artificial variable, the right side."""

    def __init__(self, c: Row, a: list[Row], b: Row) -> None:
        self.c, self.size, self.height = c, len(c), len(a)
        self.artificial = 2 * self.size + self.height
        self.basis = [2 * self.size + i for i in range(self.height)]
        self.rows = [
            [*row, *(-x for x in row), *(Fraction(i == k) for k in range(self.height)), Fraction(-1), b[i]]
            for i, row in enumerate(a)
        ]
        self.cost: list[Fraction] = []

    def solve(self) -> Outcome:
        if any(row[-1] < 0 for row in self.rows):
            self.cost = [Fraction(0)] * (self.artificial + 2)
            self.cost[self.artificial] = Fraction(-1)
            self.pivot(min(range(self.height), key=lambda i: self.rows[i][-1]), self.artificial)
            self.climb()
            if self.cost[-1] > 0:  # the artificial variable cannot reach 0
                return Outcome("infeasible", multipliers=self.multipliers())
            if self.artificial in self.basis:
                i = self.basis.index(self.artificial)
                self.pivot(i, next(j for j in range(self.artificial) if self.rows[i][j]))
        for row in self.rows:
            row[self.artificial] = Fraction(0)
        self.cost = [*self.c, *(-x for x in self.c), *[Fraction(0)] * (self.height + 2)]
        for i, j in enumerate(self.basis):
            self.reduce(self.cost, self.rows[i], self.cost[j])
        stuck = self.climb()
        if stuck is None:
            value = -self.cost[-1]
            return Outcome("optimal", value, point=self.point(), multipliers=self.multipliers())
        direction = [Fraction(0)] * (self.artificial + 1)
        direction[stuck] = Fraction(1)
        for i, j in enumerate(self.basis):
            direction[j] = -self.rows[i][stuck]
        return Outcome("unbounded", point=self.point(), ray=self.unsplit(direction))

    def climb(self) -> int | None:
        """Pivot by Bland's rule until no column improves the cost (None) or one does so endlessly (its index)."""
        while True:
            entering = next((j for j in range(self.artificial + 1) if self.cost[j] > 0), None)
            if entering is None:
                return None
            candidates = [i for i in range(self.height) if self.rows[i][entering] > 0]
            if not candidates:
                return entering
            leaving = min(candidates, key=lambda i: (self.rows[i][-1] / self.rows[i][entering], self.basis[i]))
            self.pivot(leaving, entering)

    def pivot(self, i: int, j: int) -> None:
        divisor = self.rows[i][j]
        self.rows[i] = [x / divisor for x in self.rows[i]]
        for k, row in enumerate(self.rows):
            if k != i:
                self.reduce(row, self.rows[i], row[j])
        self.reduce(self.cost, self.rows[i], self.cost[j])
        self.basis[i] = j

    @staticmethod
    def reduce(target: list[Fraction], row: list[Fraction], factor: Fraction) -> None:
        if factor:
            for k, x in enumerate(row):
                if x:
                    target[k] -= factor * x

    def point(self) -> Row:
        values = [Fraction(0)] * (self.artificial + 1)
        for i, j in enumerate(self.basis):
            values[j] = self.rows[i][-1]
        return self.unsplit(values)

    def unsplit(self, values: list[Fraction]) -> Row:
        return tuple(values[k] - values[self.size + k] for k in range(self.size))

    def multipliers(self) -> Row:
        return tuple(-x for x in self.cost[2 * self.size : self.artificial])


def _verify(outcome: Outcome, c: Row, a: list[Row], b: Row) -> None:
    point, ray, y = outcome.point, outcome.ray, outcome.multipliers
    sound = True
    if point is not None:
        sound &= all(_dot(row, point) <= bound for row, bound in zip(a, b, strict=True))
    if ray is not None:
        sound &= all(_dot(row, ray) <= 0 for row in a) and _dot(c, ray) > 0
    if y is not None:
        combined = tuple(sum((y[i] * a[i][k] for i in range(len(a))), Fraction(0)) for k in range(len(c)))
        sound &= all(x >= 0 for x in y)
        if outcome.status == "optimal":
            assert point is not None
            sound &= combined == c and _dot(y, b) == outcome.value == _dot(c, point)
        else:
            sound &= not any(combined) and _dot(y, b) < 0
    if not sound:
        raise AssertionError(f"the certificate of a linear program does not hold: {outcome}")


def _dot(x: Row, y: Row) -> Fraction:
    return sum((s * t for s, t in zip(x, y, strict=True)), Fraction(0))
