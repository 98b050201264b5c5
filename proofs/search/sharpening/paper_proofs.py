"""Proofs of the two halves of a sharp constant in a paper; `Paper.sharpen` states them.

A half compares the constant with the end in a hypothesis: on one side the statement holds, on the other it fails. It is
proved at the end first, and then extended to the other constants if it is monotone in the constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from proofs.builder.proof import Proof, ProofError
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, eq, le, lt, substitute, var
from proofs.search.sharpening.candidates import simplified
from proofs.search.sharpening.critical import occurring, unused, weak
from proofs.search.worker_calls import EFFORT

MONOTONICITY = 0.1  # the fraction of the effort for the question whether the difference of the sides is monotone


def prove_half(p: Proof, c: Term, order: Term, parts: Sequence[Term], effort: float = EFFORT) -> Fact:
    """Prove the goal of a claim from its hypothesis `order`, which compares the constant c with the end.

    `parts` contains the goal, or the formulas of which the goal is a conjunction: conditions on an explicit point, and
    that the statement fails there. `effort` is the budget of each question to the search.

    Raises
    ------
    ProofError
        if no proof is found.
    """
    found = []
    for part in parts:
        fact = None
        if c in part.free:
            with suppress(ProofError):
                fact = _moved_from_end(p, c, order, part, effort)
        found.append(p.prove(part, *p.hypotheses.values(), effort=effort) if fact is None else fact)
    return found[0] if found[0].concl is p.goal else p.exists_intro(p.goal, [], *found)


def _moved_from_end(p: Proof, c: Term, order: Term, goal: Term, effort: float) -> Fact:
    """Prove a goal about c from the goal at the end, with <= in place of < if `order` is strict."""
    (end,) = (s for s in order.args if s is not c)
    u = var(unused("u", occurring([goal, *(h.concl for h in p.hypotheses.values())])), c.sort)
    relation = {"le": le, "lt": lt}[order.op]
    from_u = relation(c, u) if order.args[0] is c else relation(u, c)
    given = [h for h in p.hypotheses.values() if h.concl is not order]
    known = weak(goal) if order.op == "lt" else goal
    at_end = _proved_at_end(p, substitute(known, {c: end}), [h for h in given if c not in h.concl.free], effort)
    at_u, order_of_u = (p.rule("assume", f) for f in (substitute(known, {c: u}), from_u))
    moved = _by_monotonicity(p, at_u, goal, substitute(goal, {c: u}), [*given, order_of_u], effort)
    if moved is None:
        moved = p.prove(goal, *given, at_u, order_of_u, effort=effort)
    return p.cut(p.rule("instantiate", moved, [(u, end)]), at_end)


def _by_monotonicity(
    p: Proof, at_u: Fact, goal: Term, goal_at_u: Term, given: Sequence[Fact], effort: float
) -> Fact | None:
    """Prove an inequality from the one at u if its sides differ by a monotone function of c; otherwise return None.

    Monotonicity is proved without the inequality at u, which makes the question much easier.
    """
    if goal.op not in ("le", "lt"):
        return None
    relation = lt if (goal.op, at_u.concl.op) == ("lt", "le") else le
    before, after = (right - left for left, right in (goal_at_u.args, goal.args))
    with suppress(ProofError):
        return p.have(goal, at_u, p.prove(relation(before, after), *given, effort=MONOTONICITY * effort))
    return None


def _proved_at_end(p: Proof, goal: Term, given: Sequence[Fact], effort: float) -> Fact:
    """Prove a goal at the end after simplifying its exponentials and logarithms."""
    (core,), simple = simplified([goal], occurring([goal]))
    sides = [p.prove(eq(t, u), *given, effort=effort) for t, u in simple.values()]
    known = [p.rule("assume", eq(s, u)) for s, (_, u) in simple.items()]
    found = p.prove(core, *given, *known, effort=effort)
    return p.cut(p.rule("instantiate", found, [(s, t) for s, (t, _) in simple.items()]), *sides)
