"""Values of terms in floating point, and enclosures of terms on boxes."""

from __future__ import annotations

from typing import Any

from flint import ctx, fmpq

from proofs.checking.models.compiled import Floats, compiled
from proofs.kernel import evaluate
from proofs.kernel.terms import KernelError, Term
from proofs.search.base.ranges import Box

FLOATS = Floats()


def to_float(q: fmpq) -> float:
    """Return a rational in floating point."""
    return int(q.p) / int(q.q)


def float_of(t: Term) -> Any:
    """Return a term compiled to a function of floating-point values."""
    return compiled(t, FLOATS)


def enclosure(f: Term, box: Box, bits: int) -> tuple[Any, Any] | None:
    """Return lower and upper bounds of a term on the closed box, equal for exact values; None if there are none."""
    where = {x: (side.lo, side.hi) for x, side in box.items()}
    try:
        with ctx.workprec(bits):
            value = evaluate.Leaf(where, [100_000]).value(f, ())
    except KernelError:
        return None
    return (value, value) if isinstance(value, fmpq) else value
