"""Which methods help to prove a goal, and whether it is proved without one of them.

As `settle`, it runs in a worker (`proofs.running.workers`), with the same limit of memory.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from proofs.decide.base.formulas import of_waves
from proofs.decide.calling import GRACE
from proofs.decide.library import theory
from proofs.decide.methods import TABLE
from proofs.decide.question import read_question
from proofs.decide.search import Asked, Method, Search, Way
from proofs.decide.sequences.forms import of_sequences
from proofs.kernel.rules import Fact
from proofs.kernel.store import Json
from proofs.kernel.terms import KernelError
from proofs.running.workers import MEMORY, START, Overrun, Stopped, alarm, call
from proofs.writing.proof import Proof

SLOWER = 4  # times the limit, by the clock of a busy machine


@dataclass(frozen=True)
class Shown:
    """A proof that was found: the methods that gave facts on the way, the outermost one, and its seconds."""

    gave: tuple[str, ...]
    outermost: str
    seconds: float


def shown(goal: str, given: Sequence[str], timeout: float, without: str = "", memory: int = MEMORY) -> Shown | None:
    """A proof by the search alone, without the methods of a name; None if none is found.

    Its time is processor time. A search that overruns its memory or its time finds none.

    Raises
    ------
    TaskError
        if the search ends in an error of its own.
    """
    try:
        seconds = SLOWER * timeout + START + GRACE  # the library is loaded first
        found = call(searched, goal, list(given), timeout, without, seconds=seconds, memory=memory)
    except Stopped:
        return None
    return None if found is None else Shown(tuple(found["gave"]), found["outermost"], found["seconds"])


def searched(goal: str, given: Sequence[str], timeout: float, without: str) -> Json:
    """What a worker does: the parts of `Shown`, or None."""
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
    clock, time.monotonic = time.monotonic, time.process_time  # by which the search keeps its limits
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
