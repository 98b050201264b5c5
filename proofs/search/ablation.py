"""Ablation of proof methods: which methods contribute to a proof, and whether it is found without one of them.

The search runs in a worker process (`proofs.workers.pool`), with the same memory limit as `settle`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.store import Json
from proofs.kernel.terms import KernelError
from proofs.search.base.effort import OutOfEffort, budget, spent
from proofs.search.base.formulas import of_waves
from proofs.search.certificate_theorems import theory
from proofs.search.engine import Asked, Method, Search, Way
from proofs.search.proof_step import proved_in_rounds
from proofs.search.question import read_question
from proofs.search.sequences.forms import of_sequences
from proofs.search.table import TABLE
from proofs.search.worker_calls import seconds_for
from proofs.workers.pool import MEMORY, Stopped, call


@dataclass(frozen=True)
class Shown:
    """A proof that was found: the methods that contributed facts, the outermost one, and the effort spent."""

    gave: tuple[str, ...]
    outermost: str
    effort: float


def shown(goal: str, given: Sequence[str], effort: float, without: str = "", memory: int = MEMORY) -> Shown | None:
    """Search for a proof without the methods of a given name; return None if none is found.

    A search that exceeds its memory, effort or time limit counts as a search that finds no proof.

    Raises
    ------
    TaskError
        if the search raises an unexpected error.
    """
    try:
        found = call(searched, goal, list(given), effort, without, seconds=seconds_for(effort), memory=memory)
    except Stopped:
        return None
    return None if found is None else Shown(tuple(found["gave"]), found["outermost"], found["effort"])


def searched(goal: str, given: Sequence[str], effort: float, without: str) -> Json:
    """Run the search in the worker process; return the fields of `Shown`, or None."""
    gave: dict[str, Any] = {}

    def noted(m: Method) -> Method:
        def ways(search: Search, asked: Asked) -> Iterator[Way]:
            for way in m.ways(search, asked):

                def noted_way(way: Way = way) -> Fact:
                    fact = way()
                    gave[m.name] = None
                    return fact

                yield noted_way

        return replace(m, ways=ways)

    table = [replace(kind, methods=[noted(m) for m in kind.methods if m.name != without]) for kind in TABLE]
    asked = read_question(goal, list(given))
    terms = (*asked.given, *asked.goals)
    p = Proof("goal", theory(any(map(of_sequences, terms)), any(map(of_waves, terms))))
    start, outermost = spent(), ""
    try:
        with budget(effort):
            for wanted in asked.goals:
                search = proved_in_rounds(p, asked.given, wanted, table)[1]
                outermost = search.settled_by
    except (KernelError, RecursionError, ArithmeticError, OutOfEffort):
        return None
    return {"gave": list(gave), "outermost": outermost, "effort": spent() - start}
