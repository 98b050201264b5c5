"""Effort: the unit in which searches limit their work.

One unit of effort is a million units of counted work (`proofs.kernel.work`), about a second of one processor. A limit
is a value of `spent()` at which to stop. All limits of a search are of this kind. Hence a question has the same answer
on every machine and under any load.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf

from proofs.kernel.work import WORK

UNIT = 1_000_000


class OutOfEffort(BaseException):
    """Raised when the budget of a question is used up; it is a BaseException, which no method catches."""


class _Meter:
    """The budget of the current question.

    Attributes
    ----------
    end
        The work at which the budget is used up.
    cuts
        The number of computations that stopped at a limit.
    """

    end: float = inf
    cuts = 0


METER = _Meter()


def spent() -> float:
    """Return the effort spent in this process; raise `OutOfEffort` if the budget is used up."""
    WORK.done += 1  # a loop that calls this function terminates
    if WORK.done > METER.end:
        raise OutOfEffort
    return WORK.done / UNIT


def over(limit: float) -> bool:
    """Return whether a limit is reached; raise `OutOfEffort` if the budget is used up."""
    return spent() >= limit and cut_short()


def cut_short() -> bool:
    """Record that a computation stopped at a limit and might succeed with more effort; return True."""
    METER.cuts += 1
    return True


@contextmanager
def budget(effort: float) -> Iterator[None]:
    """Limit the effort inside the context; the limit outside remains in force."""
    before = METER.end
    METER.end = min(before, WORK.done + effort * UNIT)
    try:
        yield
    finally:
        METER.end = before
