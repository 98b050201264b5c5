"""Parallel tasks in forks of this process, which share its memory.

If forking is not safe (on systems other than Linux, or with several threads), this process runs the tasks in turn.
"""

from __future__ import annotations

import os
import signal
import struct
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

S = TypeVar("S")
T = TypeVar("T")
TASK = struct.Struct("H")  # the number of a task in a pipe
EACH = 16  # shares for each process
MOST = 30_000  # most task numbers that fit into a pipe
PATIENCE = 5.0  # seconds that an interrupted fork has to save its results


def processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Forks(Generic[T]):
    """Parallel tasks that start at once; `results` waits for them.

    Parameters
    ----------
    tasks
        Functions without arguments; their results must be picklable.
    jobs
        How many to run at once.
    """

    def __init__(self, tasks: Sequence[Callable[[], T]], jobs: int) -> None:
        self.tasks = tasks
        self.ends: dict[Connection, BaseProcess] = {}
        count = min(jobs, len(tasks))
        if count < 2 or sys.platform != "linux" or threading.active_count() > 1 or len(tasks) > MOST:
            return
        queues = [_queue(range(k * len(tasks) // count, (k + 1) * len(tasks) // count)) for k in range(count)]
        context = get_context("fork")
        sys.stdout.flush()
        sys.stderr.flush()
        for k in range(count):
            here, there = context.Pipe(duplex=False)
            process = context.Process(target=self._work, args=(queues[k:] + queues[:k], there), daemon=True)
            process.start()
            there.close()
            self.ends[here] = process
        for queue in queues:
            os.close(queue)

    def _work(self, queues: Sequence[int], out: Connection) -> None:
        """Run the main loop of a fork: its own part of the tasks (neighbours share much), then the remaining ones."""
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            for queue in queues:
                while number := os.read(queue, TASK.size):
                    (k,) = TASK.unpack(number)
                    out.send((k, self.tasks[k]()))
        except (KeyboardInterrupt, BrokenPipeError):
            pass
        finally:
            sys.stderr.flush()
            os._exit(0)

    def results(self) -> Iterator[tuple[int, T]]:
        """Yield the number and result of each task as it ends; tasks of a fork that died are run here."""
        missing = set(range(len(self.tasks)))
        try:
            while self.ends:
                for end in connection.wait(list(self.ends)):
                    assert isinstance(end, Connection)
                    try:
                        k, result = end.recv()
                    except (EOFError, OSError):
                        self.ends.pop(end).join()
                        continue
                    missing.discard(k)
                    yield k, result
        finally:
            self._end()
        for k in sorted(missing):
            yield k, self.tasks[k]()

    def _end(self) -> None:
        """Stop the forks that still run, after some time in which they may save their results."""
        for process in self.ends.values():
            if process.pid is not None and process.is_alive():
                os.kill(process.pid, signal.SIGINT)
        for process in self.ends.values():
            process.join(PATIENCE)
            process.kill()
        self.ends.clear()


def _queue(numbers: Iterable[int]) -> int:
    """Return the reading end of a pipe with these numbers, which forks read until it is empty."""
    read, write = os.pipe()
    os.write(write, b"".join(map(TASK.pack, numbers)))
    os.close(write)
    return read


def shares(items: Sequence[S], jobs: int) -> list[Sequence[S]]:
    """Split the items, in order, into several shares for each process, so that all end at about the same time.

    >>> shares("abcde", jobs=1)
    ['a', 'b', 'c', 'd', 'e']
    """
    size = max(1, len(items) // (EACH * jobs))
    return [items[k : k + size] for k in range(0, len(items), size)]


def side_by_side(tasks: Sequence[Callable[[], T]], jobs: int) -> list[T]:
    """Run tasks in parallel and return their results, in order.

    >>> side_by_side([lambda: 1, lambda: 2], jobs=2)
    [1, 2]
    """
    found: dict[int, Any] = dict(Forks(tasks, jobs).results())
    return [found[k] for k in range(len(tasks))]
