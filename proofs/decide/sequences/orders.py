"""What is known of two indices where sequences rise or fall."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from proofs.decide.base.failures import NotFound
from proofs.decide.sequences.forms import entries
from proofs.decide.sequences.known import Index, Known
from proofs.kernel.normal import canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, closed, lam, le, lt, num, substitute


def in_order(known: Known, facts: Sequence[Fact], goal: Term, index: Index, other: Index) -> Fact:
    """The goal for i <= j and for j <= i, from what sequences that rise or fall give."""
    i, j = index.i, other.i
    found = [t for t in entries([goal]) if t.args[1:] == (i,)]
    sides = []
    for x, y, x_ends, y_ends in ((i, j, index.ends, other.ends), (j, i, other.ends, index.ends)):
        order = known.run("assume", le(x, y))
        grown = []
        for t in found:
            for up in (1, -1):
                with suppress(KernelError):
                    steps = known.index(index.lo, canonical(index.hi - 1))
                    a, b = (num(up) * substitute(t, {i: place}) for place in (steps.i, steps.i + 1))
                    step = known.linear(le(a, b), steps.facts)
                    every = known.everywhere(steps, step)
                    by = {"f": lam(1, closed(num(up) * t, [i])), "lo": index.lo, "hi": index.hi, "i": x, "j": y}
                    ends = [x_ends[0], order, y_ends[1]]
                    grown.append(known.p.apply(None, "inequalities.nondecreasing_le", every, *ends, **by))
                    break
        if not grown:
            raise NotFound("nothing rises or falls")
        more = [order] if any(v in (i, j) for v in goal.free) else []
        sides.append(known.numbers([*grown, *more, *facts], goal, 1.0))
    strict = known.weak(known.run("assume", lt(j, i)))
    second = known.run("mp", known.run("discharge", le(j, i), sides[1]), strict)
    return known.run("cases", i, j, sides[0], second)
