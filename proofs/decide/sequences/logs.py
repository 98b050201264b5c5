"""Logarithms of products, quotients and products over ranges, taken apart."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from proofs.decide.sequences.known import Known
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, mul, num


def log_one(known: Known) -> Fact:
    """log 1 = 0."""
    return known.p.theorem("inequalities.log_one")


def taken_apart(known: Known, t: Term, facts: Sequence[Fact] = ()) -> list[Fact]:
    """Equations log t = Σ ± log of its parts, the outermost first, as far as these are shown to be positive."""
    out: list[Fact] = []

    def part(t: Term) -> None:
        if t is num(1):
            out.append(log_one(known))
        elif t.op == "mul" and not (t.args[0].op == "num" and t.args[0].args[0] <= 0):
            first, rest = t.args[0], mul(*t.args[1:]) if len(t.args) > 2 else t.args[1]
            signs = known.positive(first, facts), known.positive(rest, facts)
            out.append(known.p.apply(None, "elementary.log_mul", *signs, x=first, y=rest))
            part(first)
            part(rest)
        elif t.op == "inv":
            sign = known.positive(t.args[0], facts)
            out.append(known.p.apply(None, "elementary.log_inv", sign, x=t.args[0]))
            part(t.args[0])
        elif t.op == "prod":
            every = known.members(t, lambda x, at: known.positive(x, [*at, *facts]))
            out.append(known.theorem("inequalities.log_prod", t, every, known.count(t)))

    with suppress(KernelError):
        part(t)
    return out
