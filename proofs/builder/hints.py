"""Hints for a failed proof step: facts or options with which it would be found."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from proofs.builder.automation import RELATIONS, around
from proofs.builder.proof import Proof, Step, relevant
from proofs.kernel.normal import normal
from proofs.kernel.terms import KernelError, Term, le, lt, num
from proofs.language.display import text
from proofs.language.matching import match

FEW = 8  # most facts of which products of three are tried
MANY = 6  # most variables and strict facts that are tried


def advice(step: Step) -> Iterator[str]:
    """Return additions with which the step is found, each tested; then a theorem with this conclusion."""
    p: Proof = step.proof
    goal = step.goal
    if goal.op in RELATIONS:
        near = relevant(goal, around(p, step.facts))
        strict = [f for f in near if f.concl.op == "lt"][:MANY]
        for f in strict:
            with suppress(KernelError):
                p.arith(goal, near[:FEW], degree=2, scale=[f])
                yield f"scale by {text(f.concl)}: scale=[…]"
                break
        with suppress(KernelError):
            p.arith(goal, near[:FEW], degree=3)
            yield "products of three facts: degree=3"
        for formula in _signs(goal, [f.concl for f in near]):
            with suppress(KernelError):
                p.arith(goal, [p.rule("assume", formula), *near[:FEW]], degree=2)
                yield f"it would follow with {text(formula)}"
                break
    for name in p.earlier.like(goal):
        known = p.theory.facts[name]
        values = match(known.concl, goal, known.concl.free, {})
        if values is not None and known.hyps:
            needed = "; ".join(text(h) for h in p.instance_of(name, values).hyps.values())
            yield f"{name} says it, if {needed}"
            break


def _signs(goal: Term, near: list[Term]) -> Iterator[Term]:
    """Return formulas which say that an atomic term of the goal, such as a variable, is positive or nonnegative."""
    polys = [normal(t) for f in (goal, *near) for t in f.args]
    atoms = list(dict.fromkeys(a for p in polys for m in p for a, _ in m if not a.is_exp))
    for a in sorted(atoms, key=lambda a: a.order)[:MANY]:
        yield lt(num(0), a.term)
        yield le(num(0), a.term)
