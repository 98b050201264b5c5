"""Polyhedra {x : A x <= b} over the rationals: emptiness, dimension and containment, decided exactly."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from symbolic.exact import Exact, fraction
from symbolic.linear_program import Outcome, maximise

Row = tuple[Fraction, ...]


@dataclass(frozen=True)
class Polyhedron:
    """The points x of d-dimensional space with rows·x <= bounds.

    Build one with `whole`, `box` or `of`; cut it with `intersect`.
    """

    space: int
    rows: tuple[Row, ...] = ()
    bounds: Row = ()

    @classmethod
    def whole(cls, space: int) -> "Polyhedron":
        """Return all of the d-dimensional space; raises ValueError for a negative d."""
        if space < 0:
            raise ValueError(f"a space has dimension 0 or more, not {space}")
        return cls(space)

    @classmethod
    def of(cls, rows: Sequence[Sequence[Exact]], bounds: Sequence[Exact]) -> "Polyhedron":
        """Return {x : rows·x <= bounds}; at least one row, all of one length, else ValueError."""
        exact = tuple(tuple(map(fraction, row)) for row in rows)
        if len({len(row) for row in exact}) != 1 or len(exact) != len(bounds):
            raise ValueError("a polyhedron needs rows of one length, and as many bounds as rows")
        return cls(len(exact[0]), exact, tuple(map(fraction, bounds)))

    @classmethod
    def box(cls, lower: Sequence[Exact], upper: Sequence[Exact]) -> "Polyhedron":
        """Return the box lower <= x <= upper.

        >>> Polyhedron.box([0, 0], [1, 0]).dimension()
        1
        """
        if len(lower) != len(upper):
            raise ValueError(f"the corners of a box have {len(lower)} and {len(upper)} coordinates")
        size = len(lower)
        unit = [tuple(Fraction(i == k) for k in range(size)) for i in range(size)]
        rows = (*unit, *(tuple(-x for x in row) for row in unit))
        return cls(size, rows, (*map(fraction, upper), *(-fraction(x) for x in lower)))

    def _repr_latex_(self) -> str:
        x = sp.symbols(f"x_1:{self.space + 1}")
        rows = r",\; ".join(
            sp.latex(sp.Le(sp.Add(*map(sp.Mul, row, x)), bound, evaluate=False))
            for row, bound in zip(self.rows, self.bounds, strict=True)
        )
        return rf"$\displaystyle \left\{{x \in \mathbb{{R}}^{{{self.space}}} : {rows}\right\}}$"

    def intersect(self, other: "Polyhedron") -> "Polyhedron":
        """Return the common points; raises ValueError for polyhedra of different spaces.

        >>> Polyhedron.box([0], [2]).intersect(Polyhedron.box([1], [3])).maximise([-1]).value
        Fraction(-1, 1)
        """
        if self.space != other.space:
            raise ValueError(f"polyhedra of dimension {self.space} and {other.space} do not meet")
        return Polyhedron(self.space, self.rows + other.rows, self.bounds + other.bounds)

    def contains(self, point: Sequence[Exact]) -> bool:
        """Return whether the point satisfies every row.

        >>> Polyhedron.of([[1, 1]], [1]).contains([Fraction(1, 2), Fraction(2, 3)])
        False
        """
        x = tuple(map(fraction, point))
        if len(x) != self.space:
            raise ValueError(f"a point of {len(x)} coordinates in a space of {self.space}")
        return all(_dot(row, x) <= bound for row, bound in zip(self.rows, self.bounds, strict=True))

    def maximise(self, objective: Sequence[Exact]) -> Outcome:
        """Return the greatest objective·x over the polyhedron, with its certificate.

        >>> Polyhedron.box([0, 0], [1, 2]).maximise([1, 1]).value
        Fraction(3, 1)
        """
        return maximise(objective, self.rows, self.bounds)

    def point(self) -> Row | None:
        """Return some point, or None if there is none.

        >>> Polyhedron.of([[1], [-1]], [0, -1]).point() is None
        True
        """
        return self.maximise([0] * self.space).point

    def is_empty(self) -> bool:
        """Return whether there is no point."""
        return self.point() is None

    def dimension(self) -> int:
        """Return the dimension of the smallest affine space that contains the polyhedron, -1 if it is empty.

        A row that holds with equality at every point (its least slack is its greatest, 0) takes one
        dimension away, once for each linearly independent such row.
        """
        if self.is_empty():
            return -1
        tight = []
        for row, bound in zip(self.rows, self.bounds, strict=True):
            if any(row):
                least = self.maximise([-x for x in row])
                if least.status == "optimal" and -_value(least) == bound:
                    tight.append(row)
        return self.space - _rank(tight)

    def is_full_dimensional(self) -> bool:
        """Return whether the polyhedron has interior points.

        One linear program: push a point as far inside every row as it goes, up to 1.
        """
        rows = [(*row, Fraction(bool(any(row)))) for row in self.rows]
        cap = (*[Fraction(0)] * self.space, Fraction(1))
        depth = maximise(cap, [*rows, cap], [*self.bounds, Fraction(1)])
        return depth.status == "optimal" and _value(depth) > 0


def _value(outcome: Outcome) -> Fraction:
    assert outcome.value is not None
    return outcome.value


def _dot(x: Row, y: Row) -> Fraction:
    return sum((s * t for s, t in zip(x, y, strict=True)), Fraction(0))


def _rank(rows: list[Row]) -> int:
    remaining = [list(row) for row in rows]
    rank = 0
    for column in range(len(rows[0]) if rows else 0):
        pivot = next((row for row in remaining if row[column]), None)
        if pivot is None:
            continue
        remaining.remove(pivot)
        rank += 1
        for row in remaining:
            factor = row[column] / pivot[column]
            for k, x in enumerate(pivot):
                row[k] -= factor * x
    return rank
