"""Plans for the sign of a term on a box.

A plan is a reason for 0 <= f or 0 < f on a box:

- `Leaf`: interval arithmetic decides it on the whole box;
- `Edge`: f is a positive multiple of the distance from an end;
- `Parts`: f is a fraction of products whose factors have definite signs;
- `Slope`: a bound of a partial derivative carries a bound at one end of a variable over the box (Rolle's
  theorem, repeated down to a derivative of evident sign; it handles equality at an end, double roots, and tails);
- `Known`: f is a constant that vanishes by the laws of logarithms;
- `Cut`: two boxes;
- `Vacuous`: a hypothesis fails on the box.

Plans are found from enclosures and samples only (`proofs.search.boxes.planning`) and are not trusted;
`proofs.search.boxes.proving` proves the fact that a plan describes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from flint import fmpq

from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term
from proofs.search.base.algebra import Factored
from proofs.search.base.ranges import Side


@dataclass(frozen=True)
class Leaf:
    """Interval arithmetic with this number of bits."""

    bits: int


@dataclass(frozen=True)
class Edge:
    """f = factor · (x − lo) or factor · (hi − x)."""

    x: Term
    low: bool
    factor: fmpq


@dataclass(frozen=True)
class Parts:
    """The signs of the factors and bases: +1, −1, or 0 for a factor of unknown sign whose power is even."""

    form: Factored
    signs: tuple[tuple[Term, int, bool, Any], ...]  # factor or base, its sign, whether strict, the plan


@dataclass(frozen=True)
class Slope:
    """f' >= bound (from the low end) or f' <= bound (from the high end); `end` is the plan at this end."""

    x: Term
    low: bool
    bound: fmpq
    strict: bool  # whether the bound of the slope is strict
    slope: Any
    end: Any
    end_strict: bool
    defined: tuple[tuple[Term, int, Any], ...]  # denominators and arguments of log: sign and plan, closed box


@dataclass(frozen=True)
class Cut:
    """Two boxes, on which x <= at and at < x."""

    x: Term
    at: fmpq
    left: Any
    right: Any


@dataclass(frozen=True)
class Vacuous:
    """The hypothesis is false on the box, since its sides satisfy the opposite order."""

    hypothesis: Term
    plan: Any
    strict: bool


@dataclass(frozen=True)
class Known:
    """A fact about constants, found by the laws of logarithms."""

    fact: Fact


Plan: TypeAlias = Leaf | Edge | Parts | Slope | Cut | Vacuous | Known


@dataclass
class Stuck:
    """The box at which a search gave up, and a lower bound of the term there."""

    box: dict[Term, Side] = field(default_factory=dict)
    bound: float | None = None
