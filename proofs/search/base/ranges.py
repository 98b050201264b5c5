"""Ranges of variables, and boxes, which are products of ranges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from flint import fmpq

from proofs.kernel.terms import Term, le, lt, num


@dataclass(frozen=True)
class Side:
    """The range of a variable; an end is None if the range is unbounded on this side, and may be excluded."""

    lo: fmpq | None = None
    hi: fmpq | None = None
    lo_open: bool = False
    hi_open: bool = False

    def __hash__(self) -> int:
        return hash((self.ends, self.lo_open, self.hi_open))

    @cached_property
    def ends(self) -> tuple[tuple[int, int] | None, ...]:
        """Both ends as pairs of integers, whose hashes are a hundred times faster than those of rationals."""
        return tuple(None if e is None else (int(e.p), int(e.q)) for e in (self.lo, self.hi))

    @property
    def width(self) -> fmpq | None:
        """The length, or None if it is infinite."""
        return None if self.lo is None or self.hi is None else self.hi - self.lo


Box: TypeAlias = Mapping[Term, Side]


def side_hypotheses(x: Term, side: Side) -> list[Term]:
    """Return a range as hypotheses."""
    out = []
    if side.lo is not None:
        out.append((lt if side.lo_open else le)(num(side.lo), x))
    if side.hi is not None:
        out.append((lt if side.hi_open else le)(x, num(side.hi)))
    return out


def box_hypotheses(box: Box) -> list[Term]:
    """Return a box as hypotheses."""
    return [h for x, side in box.items() for h in side_hypotheses(x, side)]
