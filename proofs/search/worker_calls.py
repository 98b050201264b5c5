"""Calls of a worker process that answers a question within limits of effort, time and memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from proofs.kernel.store import Json
from proofs.workers.pool import MEMORY, call

SETTLE, SET_UP = "proofs.search.settle:settle", "proofs.search.settle:set_up"
EFFORT = 10.0  # about ten seconds of one processor
MOST_EFFORT = 10.0**6
LONGEST = 10**7  # seconds
MOST_MEMORY = 1 << 60  # bytes; the operating system's counters overflow soon above this
FEWEST_BITS, MOST_BITS = 32, 16_384
GRACE = 3.0  # seconds, in addition to a tenth of the limit, before a search that has not ended is stopped


class Limits(TypedDict, total=False):
    """Limits of a search; see `proofs.search.entry_points.decide`."""

    effort: float
    timeout: float | None
    memory: int
    precision: int | None


def seconds_for(effort: float) -> float:
    """Return the default timeout: ten times what the effort takes on a quiet machine, and at least two minutes."""
    return max(120.0, 10 * effort)


def check_limits(
    effort: float = EFFORT, timeout: float | None = None, memory: int = MEMORY, precision: int | None = None
) -> None:
    """Raise `ValueError` for invalid limits."""
    if not 0 <= effort <= MOST_EFFORT:
        raise ValueError(f"the effort has to be from 0 to {MOST_EFFORT:.0f}")
    if timeout is not None and not 0 <= timeout <= LONGEST:
        raise ValueError(f"the time has to be from 0 to {LONGEST} seconds")
    if not (isinstance(memory, int) and 0 < memory <= MOST_MEMORY):
        raise ValueError("the memory has to be a number of bytes from 1 to 2**60")
    if precision is not None and not FEWEST_BITS <= precision <= MOST_BITS:
        raise ValueError(f"the precision has to be from {FEWEST_BITS} to {MOST_BITS} bits")


def call_settle(
    plain: Json,
    needs: tuple[bool, bool],
    kinds: Sequence[str],
    effort: float = EFFORT,
    timeout: float | None = None,
    memory: int = MEMORY,
    precision: int | None = None,
    lemmas: Json = None,
) -> Json:
    """Let a worker process answer a question, as plain data; raise `Stopped` if it is stopped.

    `needs` states whether the question is about sequences and whether it contains sin, cos, atan or erf; `lemmas`
    contains the lemmas of the user.
    """
    seconds = seconds_for(effort) if timeout is None else timeout
    task = plain, list(kinds), effort, seconds, precision, lemmas
    needs = (True, True) if lemmas else needs
    return call(SETTLE, *task, seconds=1.1 * seconds + GRACE, memory=memory, setup=(SET_UP, *needs))
