"""Ablation of proof methods: which methods contribute to a proof, and whether it is found without one of them.

The search runs in a worker process (`proofs.workers.pool`), with the same memory limit as `settle`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.store import Json
from proofs.kernel.terms import KernelError
from proofs.search.base.formulas import of_waves
from proofs.search.certificate_theorems import theory
from proofs.search.engine import Asked, Method, Search, Way
from proofs.search.methods import TABLE
from proofs.search.question import read_question
from proofs.search.sequences.forms import of_sequences
from proofs.search.worker_calls import GRACE
from proofs.workers.pool import MEMORY, START, Overrun, Stopped, alarm, call

SLOWER = 4  # the factor that wall-clock time may exceed the limit of processor time by


@dataclass(frozen=True)
class Shown:
    """A proof that was found: the methods that contributed facts, the outermost one, and the seconds spent."""

    gave: tuple[str, ...]
    outermost: str
    seconds: float


def shown(goal: str, given: Sequence[str], timeout: float, without: str = "", memory: int = MEMORY) -> Shown | None:
    """Search for a proof without the methods of a given name; return None if none is found.

    The time is processor time. A search that exceeds its memory or its time counts as one that finds none.

    Raises
    ------
    TaskError
        if the search raises an unexpected error.
    """
    try:
        seconds = SLOWER * timeout + START + GRACE  # the library is loaded first
        found = call(searched, goal, list(given), timeout, without, seconds=seconds, memory=memory)
    except Stopped:
        return None
    return None if found is None else Shown(tuple(found["gave"]), found["outermost"], found["seconds"])


def searched(goal: str, given: Sequence[str], timeout: float, without: str) -> Json:
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
    library = theory(any(map(of_sequences, terms)), any(map(of_waves, terms)))
    clock, time.monotonic = time.monotonic, time.process_time  # the search measures its limits by this clock
    start = time.process_time()
    try:
        with alarm(SLOWER * timeout):
            for wanted in asked.goals:
                search = Search(Proof("goal", library), start + timeout, table)
                search.prove(asked.given, wanted)
    except (KernelError, RecursionError, ArithmeticError, Overrun):
        return None
    finally:
        time.monotonic = clock
    return {"gave": list(gave), "outermost": search.settled_by, "seconds": time.process_time() - start}
