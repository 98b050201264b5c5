"""Facts that several methods need."""

from __future__ import annotations

from collections.abc import Sequence

from proofs.decide.base.formulas import range_of
from proofs.decide.base.steps import Steps
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, exp, le, lt, num


def is_positive_fact(steps: Steps, given: Sequence[Term], x: Term) -> Fact:
    """0 < x from the ends that are given."""
    return steps.p.have(None, lt(num(0), x), *(steps.run("assume", g) for g in given if range_of(g)), degree=1)


def tangent(steps: Steps, a: Term, b: Term) -> Fact:
    """e^b (1 + a − b) <= e^a for a = e^…, b = e^… or 1."""
    v, w = (t.args[0] if t.op == "exp" else num(0) for t in (a, b))
    base, below = steps.run("exp_ge", v - w), steps.run("exp_pos", w)
    return steps.run("arith", le(exp(w) * (1 + v - w), exp(v)), [(num(1), [base, below])], [], [])
