"""Replacement of sums by equal terms in goals and hypotheses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from proofs.kernel.normal import canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, abstract, eq, forall, num, rebuild, substitute
from proofs.search.base.failures import NotFound
from proofs.search.sequences.forms import bigs, swapped_big
from proofs.search.sequences.known import Known

MOST_SUMS = 8  # sums of a formula that are replaced

Rule = Callable[[Term], Fact | None]  # returns an equation for a sum, or None
Step = tuple[Fact, Term, Term]  # an equation, the formula with a hole for its sides, and the hole


def _in_normal_form(relation: Term) -> Term:
    """Return the relation with both sides in normal form."""
    return rebuild(relation, lambda side, _: canonical(side))


def _replaced(known: Known, formula: Term, equations: Iterable[Fact]) -> tuple[Term, list[Step]]:
    """Return the formula with left sides of equations replaced by right sides, and the steps of the replacement."""
    steps: list[Step] = []
    for same in equations:
        hole = known.fresh("hole")
        shape = swapped_big(formula, same.concl.args[0], hole)
        if hole in shape.free:
            steps.append((same, shape, hole))
            formula = substitute(shape, {hole: same.concl.args[1]})
    return formula, steps


def _of_sums(formula: Term, rule: Rule) -> Iterator[Fact]:
    """Yield the equations that a rule returns for the sums in a formula."""
    for b in bigs(formula, ("sum",))[:MOST_SUMS]:
        with suppress(KernelError):
            same = rule(b)
            if same is not None:
                yield same


def rewritten(known: Known, goal: Term, rule: Rule, depth: int, leave_out: Term | None = None) -> Fact:
    """Prove the goal after replacing sums in it and in the hypotheses; the hypothesis `leave_out` is omitted.

    Raises
    ------
    NotFound
        if the goal contains no such sum, or no proof is found.
    """
    plain, facts, gone = _in_normal_form(goal), list[Fact](), [leave_out]
    for f in known.facts:
        with suppress(NotFound):
            facts.append(replaced_in(known, f, _of_sums(_in_normal_form(f.concl), rule)))
            gone.append(f.concl)
    given = [*(g for g in known.given if g not in gone), *(f.concl for f in facts)]

    def ask(current: Term) -> Fact:
        before, known.p.facts = known.p.facts, {}
        try:
            return known.search.prove(given, current, depth + 1)
        finally:
            known.p.facts = before

    out = with_equals(known, plain, _of_sums(plain, rule), ask)
    return known.p.change(known.search.cut(out, facts), goal)


def replaced_in(known: Known, fact: Fact, equations: Iterable[Fact]) -> Fact:
    """Return a fact in which left sides of equations are replaced by right sides.

    Raises
    ------
    NotFound
        if no left side occurs in the fact.
    """
    formula = _in_normal_form(fact.concl)
    _, steps = _replaced(known, formula, equations)
    if not steps:
        raise NotFound("nothing to be replaced")
    fact = known.p.change(fact, formula)
    for same, shape, hole in steps:
        fact = known.run("replace", same, forall("R", abstract(shape, [hole])), fact)
    return fact


def with_equals(known: Known, goal: Term, equations: Iterable[Fact], ask: Callable[[Term], Fact]) -> Fact:
    """Prove the goal by `ask` after replacing left sides of equations by right sides in it.

    Raises
    ------
    NotFound
        if no left side occurs in the goal.
    """
    current, back = _replaced(known, goal, equations)
    if not back:
        raise NotFound("nothing to be replaced")
    out = ask(current)
    for same, shape, hole in reversed(back):
        old, new = same.concl.args
        converse = known.run("arith", eq(new, old), [(num(-1), [same])], [], [])
        out = known.run("replace", converse, forall("R", abstract(shape, [hole])), out)
    return known.p.change(out, goal)
