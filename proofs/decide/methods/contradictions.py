"""Hypotheses that contradict each other: a false goal follows from them, and from nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proofs.decide.search import Asked, Search, Way, method
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE

FEW = 8  # facts whose products are tried


def absurd(search: Search, asked: Asked, degree: int) -> Fact:
    """0 < 0 from the hypotheses and the ends of ranges that follow from them, or from their products."""
    asked.box  # noqa: B018 - it finds the ends
    facts = [search.run("assume", g) for g in asked.given if g.op in ("le", "lt", "eq")]
    facts = list({key(fact.concl): fact for fact in (*facts, *asked.sides)}.values())
    false = search.p.have(None, FALSE, *(facts if degree == 1 else facts[:FEW]), degree=degree, depth=1)
    return search.run("absurd", false, asked.goal)


@method("contradiction")
def contradictions(search: Search, asked: Asked) -> Iterator[Way]:
    """For a false goal."""
    for degree in (1, 2):
        yield partial(absurd, search, asked, degree)
