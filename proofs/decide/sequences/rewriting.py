"""Goals and hypotheses in which sums are replaced by what they are."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from proofs.decide.base.failures import NotFound
from proofs.decide.sequences.forms import bigs, swapped_big
from proofs.decide.sequences.known import Known
from proofs.kernel.normal import canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, closed, eq, forall, num, rebuild, substitute

MOST_SUMS = 8  # of a formula that are replaced

Rule = Callable[[Term], Fact | None]  # what a sum is, as an equation, or nothing
Step = tuple[Fact, Term, Term]  # an equation, the formula with a hole for its sides, and the hole


def _in_normal_form(relation: Term) -> Term:
    """The relation with sides in normal form."""
    return rebuild(relation, lambda side, _: canonical(side))


def _replaced(known: Known, formula: Term, rule: Rule) -> tuple[Term, list[Step]]:
    """The formula with its sums replaced, and the steps to it."""
    steps: list[Step] = []
    for b in bigs(formula, ("sum",))[:MOST_SUMS]:
        with suppress(KernelError):
            same = rule(b)
            if same is not None:
                hole = known.fresh("hole")
                shape = swapped_big(formula, same.concl.args[0], hole)
                if hole in shape.free:
                    steps.append((same, shape, hole))
                    formula = substitute(shape, {hole: same.concl.args[1]})
    return formula, steps


def rewritten(known: Known, goal: Term, rule: Rule, depth: int, leave_out: Term | None = None) -> Fact:
    """The goal, asked with the sums in it and in the hypotheses replaced; a hypothesis may be left out.

    Raises
    ------
    NotFound
        if the goal has none of these sums, or what it becomes is not shown.
    """
    current, back = _replaced(known, _in_normal_form(goal), rule)
    if not back:
        raise NotFound("no sum to be replaced")
    facts, gone = list[Fact](), [leave_out]
    for f in known.facts:
        _, steps = _replaced(known, _in_normal_form(f.concl), rule)
        if steps:
            fact = known.p.restate(None, f, _in_normal_form(f.concl))
            for same, shape, hole in steps:
                fact = known.run("replace", same, forall("R", closed(shape, [hole])), fact)
            facts.append(fact)
            gone.append(f.concl)
    before, known.p.facts = known.p.facts, {}
    try:
        given = [*(g for g in known.given if g not in gone), *(f.concl for f in facts)]
        out = known.search.prove(given, current, depth + 1)
    finally:
        known.p.facts = before
    out = known.search.cut(out, facts)
    for same, shape, hole in reversed(back):
        old, new = same.concl.args
        turned = known.run("arith", eq(new, old), [(num(-1), [same])], [], [])
        out = known.run("replace", turned, forall("R", closed(shape, [hole])), out)
    return known.p.restate(None, out, goal)
