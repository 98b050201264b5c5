"""Calls of a worker process that answers a question, within limits of time and memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from proofs.kernel.store import Json
from proofs.workers.pool import MEMORY, call

SETTLE = "proofs.search.settle:settle"
TIMEOUT = 20.0  # seconds
LONGEST = 10**6  # seconds
MOST_MEMORY = 1 << 60  # bytes; the system's own counters overflow soon after
FEWEST_BITS, MOST_BITS = 32, 16_384
GRACE = 1.0  # seconds, and a tenth of the limit, after which a search that has not ended is stopped


class Limits(TypedDict, total=False):
    """Limits of a search; see `proofs.search.entry_points.decide`."""

    timeout: float
    memory: int
    precision: int | None


def check_limits(timeout: float = TIMEOUT, memory: int = MEMORY, precision: int | None = None) -> None:
    """Raise `ValueError` for invalid limits."""
    if not 0 <= timeout <= LONGEST:
        raise ValueError(f"the time has to be from 0 to {LONGEST} seconds")
    if not (isinstance(memory, int) and 0 < memory <= MOST_MEMORY):
        raise ValueError("the memory has to be a number of bytes from 1 to 2**60")
    if precision is not None and not FEWEST_BITS <= precision <= MOST_BITS:
        raise ValueError(f"the precision has to be from {FEWEST_BITS} to {MOST_BITS} bits")


def call_settle(
    plain: Json, kinds: Sequence[str], timeout: float = TIMEOUT, memory: int = MEMORY, precision: int | None = None
) -> Json:
    """Have a worker process answer a question, as plain data; raise `Stopped` if it is stopped."""
    return call(SETTLE, plain, list(kinds), timeout, precision, seconds=1.1 * timeout + GRACE, memory=memory)
