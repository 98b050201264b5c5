"""Effort: the unit in which searches limit their work.

One unit of effort is a million units of counted work (`proofs.kernel.work`), about a second of one processor. A limit
is a value of `spent()` at which to stop. All limits of a search are of this kind, so that a question gets the same
answer on every machine and under any load.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf

from proofs.kernel.work import WORK

UNIT = 1_000_000


class OutOfEffort(BaseException):
    """Raised when the budget of a question is used up; a BaseException, so that no method catches it."""


class _Meter:
    """The budget of the question that is being answered.

    Attributes
    ----------
    end
        The work at which the budget is used up.
    cuts
        The number of times that something stopped at a limit.
    """

    end: float = inf
    cuts = 0


METER = _Meter()


def spent() -> float:
    """Return the effort spent in this process; raise `OutOfEffort` if the budget is used up."""
    WORK.done += 1  # so that no loop that asks for it is endless
    if WORK.done > METER.end:
        raise OutOfEffort
    return WORK.done / UNIT


def over(limit: float) -> bool:
    """Return whether a limit is reached; raise `OutOfEffort` if the budget is used up."""
    return spent() >= limit and cut_short()


def cut_short() -> bool:
    """Record that something stopped at a limit, so that more effort may bring more; return True."""
    METER.cuts += 1
    return True


@contextmanager
def budget(effort: float) -> Iterator[None]:
    """Limit the effort of what runs inside, within the limit that holds outside."""
    before = METER.end
    METER.end = min(before, WORK.done + effort * UNIT)
    try:
        yield
    finally:
        METER.end = before
