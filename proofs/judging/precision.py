"""How many bits the searches compute balls with: a few precisions one after another, up to one that can be set."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_last: ContextVar[int | None] = ContextVar("last", default=None)


def rungs(*bits: int) -> tuple[int, ...]:
    """The precisions to try: these, or those of them below the one that is set, and that one.

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
    """Let this be the last precision that is tried; nothing changes if None."""
    token = _last.set(bits)
    try:
        yield
    finally:
        _last.reset(token)
