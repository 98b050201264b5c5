"""Tools over lines of JSON: a line with a request in, a line with its outcome out, in the same order."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Queue
from threading import Thread
from typing import BinaryIO, TypeVar

import msgspec

from proofs.kernel.store import Json
from proofs.service import messages as m
from proofs.service.dispatcher import Dispatcher

T = TypeVar("T")
LONGEST = 1 << 20  # bytes of a line
AHEAD = 1000  # lines that are read while earlier ones have no outcome yet


def lines_of(source: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a binary stream that are not empty, and of a line that is too long only its beginning."""
    while line := source.readline(LONGEST + 1):
        if line.strip():
            yield line
        while len(line) > LONGEST and not line.endswith(b"\n"):
            line = source.readline(LONGEST + 1) or b"\n"


def decoded(line: bytes, kind: type[T]) -> T | m.Invalid:
    """Return the data in a line, or the outcome that says what is wrong with it."""
    if len(line) > LONGEST:
        return m.Invalid(message=f"a line has at most {LONGEST} bytes")
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as wrong:
        return m.Invalid(message=f"the line cannot be read: {wrong}")


def answer(dispatcher: Dispatcher, line: bytes) -> Json:
    """Return the outcome for a line, with the `id` of the request."""
    request = decoded(line, m.Line)
    if isinstance(request, m.Invalid):
        return m.plain(request) | {"id": None}
    return dispatcher.dispatch(request.tool, request.arguments) | {"id": request.id}


def serve(dispatcher: Dispatcher, lines: Iterable[bytes], write: Callable[[str], object], jobs: int) -> None:
    """Answer lines until there are no more; up to `jobs` calls run at once."""
    waiting: Queue[Future[Json] | None] = Queue(AHEAD)
    threads = ThreadPoolExecutor(jobs)

    def submit() -> None:
        for line in lines:
            waiting.put(threads.submit(answer, dispatcher, line))
        waiting.put(None)

    Thread(target=submit, daemon=True).start()
    try:
        while (future := waiting.get()) is not None:
            write(json.dumps(future.result(), ensure_ascii=False) + "\n")
    finally:
        threads.shutdown(wait=False, cancel_futures=True)
