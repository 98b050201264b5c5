"""Hypotheses that contradict each other: a false goal follows from them, and from nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, le, lt, num
from proofs.search.engine import Asked, Search, Way, method

FEW = 8  # facts whose products are tried


def absurd(search: Search, asked: Asked, degree: int) -> Fact:
    """0 < 0 from the hypotheses and the ends of ranges that follow from them, or from their products."""
    asked.box  # noqa: B018 - it finds the ends
    facts = [search.run("assume", g) for g in asked.given if g.op in ("le", "lt", "eq")]
    facts = list({key(fact.concl): fact for fact in (*facts, *asked.sides)}.values())
    false = search.p.have(None, FALSE, *(facts if degree == 1 else facts[:FEW]), degree=degree, depth=1)
    return search.run("absurd", false, asked.goal)


def opposite(search: Search, asked: Asked, g: Term) -> Fact:
    """0 < 0 from a hypothesis s <= t or s < t and the opposite order."""
    s, t = g.args
    wanted = lt(t, s) if g.op == "le" else le(t, s)
    shown = search.prove([h for h in asked.given if h is not g], wanted, asked.depth + 1)
    false = search.run("arith", FALSE, [(num(1), [shown]), (num(1), [search.run("assume", g)])], [], [])
    return search.run("absurd", false, asked.goal)


@method("contradiction")
def contradictions(search: Search, asked: Asked) -> Iterator[Way]:
    """For a false goal."""
    for g in asked.given:
        if g.op in ("le", "lt") and not g.free:
            yield partial(opposite, search, asked, g)
    for degree in (1, 2):
        yield partial(absurd, search, asked, degree)
