"""The precisions with which the searches compute balls: a few, in increasing order, up to a limit that can be set."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_last: ContextVar[int | None] = ContextVar("last", default=None)


def rungs(*bits: int) -> tuple[int, ...]:
    """Return the precisions to try: the given ones or, if a limit is set, those below it and the limit.

    >>> rungs(64, 256)
    (64, 256)
    >>> with last_precision(128):
    ...     rungs(64, 256)
    (64, 128)
    """
    last = _last.get()
    return bits if last is None else (*(b for b in bits if b < last), last)


@contextmanager
def last_precision(bits: int | None) -> Iterator[None]:
    """Limit the precisions that are tried to at most `bits`; no change if None."""
    token = _last.set(bits)
    try:
        yield
    finally:
        _last.reset(token)
