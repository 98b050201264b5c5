"""Work in other processes, with limits of time and memory that hold: whoever overruns them is killed.

Some steps of a computation look at no clock and answer no signal (a product of large polynomials, say), so a limit
that holds needs a process of its own. Workers are started when needed and kept. What they are asked is the name of
a function of ours with arguments that JSON can hold, and so is what comes back.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

MEMORY = 2 << 30  # bytes of address space for a worker
TIRED = 400 << 10  # kilobytes at which a worker is replaced: terms are kept for good
START = 60.0  # seconds that a worker may take to start
PACKAGES = ("proofs", "numeric", "symbolic")  # whose functions a worker runs
FRUGAL = {"OPENBLAS_NUM_THREADS": "1"}  # which takes memory for each thread, and the processors are for other workers
NESTED = "LEMMATA_WORKER"  # set in the environment of workers
Why = Literal["time", "memory", "died"]


class Stopped(RuntimeError):
    """A task that gave no result: its worker overran its time or memory, or died."""

    def __init__(self, why: Why, text: str, progress: Any = None) -> None:
        """Why, and in words; and what the task last told of its progress."""
        super().__init__(text)
        self.why, self.progress = why, progress

    def __reduce__(self) -> tuple[Any, ...]:
        """For processes to send it to one another."""
        return type(self), (self.why, str(self), self.progress)


class Overrun(BaseException):
    """The time of a task is over; no `except Exception` on the way may take it for a failure of one step."""


class TaskError(RuntimeError):
    """A task that raised an error in its worker: its kind and message."""


class Worker:
    """A process that runs one task after another."""

    def __init__(self) -> None:
        """Start it."""
        path = (os.environ.get("PYTHONPATH"), str(Path(__file__).parents[2]))
        own_group: dict[str, Any] = (
            {} if NESTED in os.environ else {"process_group": 0}
        )  # so that Ctrl-C is for us to pass on
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", "from proofs.running.workers import serve; serve()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **FRUGAL, NESTED: "1", "PYTHONPATH": os.pathsep.join(filter(None, path))},
            **own_group,
        )
        self.left = b""
        self.usable = True
        self.progress: Any = None
        self._answer(START)

    def ask(self, function: str, args: Sequence[Any], seconds: float | None, memory: int) -> Any:
        """The result of a function; raises `Stopped` or `TaskError`."""
        self.progress = None
        task = {"function": function, "args": list(args), "seconds": seconds, "memory": memory}
        try:
            assert self.process.stdin is not None
            self.process.stdin.write(json.dumps(task).encode() + b"\n")
            self.process.stdin.flush()
            said = self._answer(START)
            if "loaded" in said:  # from here on its time counts
                said = self._answer(seconds)
        except BrokenPipeError:
            raise self._died() from None
        except BaseException:
            self.kill()
            raise
        if said.get("kilobytes", 0) > TIRED or said.get("interrupted") or "memory" in said:
            self.kill()
        if "memory" in said:
            raise Stopped("memory", f"stopped at the limit of {memory >> 20} MB of memory", self.progress)
        if "error" in said:
            raise TaskError(said["error"])
        return said["result"]

    def _answer(self, seconds: float | None) -> Any:
        """What it says in the end; what it tells of its progress until then is kept."""
        end = None if seconds is None else time.monotonic() + seconds
        while True:
            said = json.loads(self._line(end, seconds))
            if "progress" not in said:
                return said
            self.progress = said["progress"]

    def _line(self, end: float | None, seconds: float | None) -> bytes:
        """The next line that it writes."""
        assert self.process.stdout is not None
        source = self.process.stdout.fileno()
        parts = [self.left]
        while b"\n" not in parts[-1]:
            wait = None if end is None else end - time.monotonic()
            if (wait is not None and wait <= 0) or not select.select([source], [], [], wait)[0]:
                self.kill()
                why = f"stopped after {seconds:.3g} seconds in a step that does not look at the clock"
                raise Stopped("time", why, self.progress)
            part = os.read(source, 1 << 16)
            if not part:
                raise self._died()
            parts.append(part)
        line, self.left = b"".join(parts).split(b"\n", 1)
        return line

    def _died(self) -> Stopped:
        self.usable = False
        status = self.process.wait()
        self.kill()
        if status == -getattr(signal, "SIGXCPU", 0):
            return Stopped("time", "stopped at its limit of processor time", self.progress)
        if status == -signal.SIGABRT:  # what FLINT does if it gets no memory
            return Stopped("memory", "stopped: it was aborted, as happens when no memory is left", self.progress)
        if status == 1:  # what OpenBLAS does
            return Stopped("memory", "stopped: a library ended it, as happens when no memory is left", self.progress)
        return Stopped("died", f"stopped: its process died with status {status}", self.progress)

    def kill(self) -> None:
        """End it at once, and what it has started."""
        self.usable = False
        try:
            if NESTED in os.environ:
                self.process.kill()
            else:
                os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
        for pipe in (self.process.stdin, self.process.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except OSError:  # what was left to write is lost with it
                pass
        self.process.wait()


_idle: list[Worker] = []
_busy: set[Worker] = set()


@contextmanager
def _borrowed() -> Iterator[Worker]:
    try:
        worker = _idle.pop()
        if worker.process.poll() is not None:
            worker.kill()
            worker = Worker()
    except IndexError:
        worker = Worker()
    _busy.add(worker)
    try:
        yield worker
    finally:
        _busy.discard(worker)
        if worker.usable:
            _idle.append(worker)


def stop() -> None:
    """End all workers at once."""
    for worker in (*_idle, *_busy):
        worker.kill()
    _idle.clear()


def _forget() -> None:
    """A process that was forked off has no workers of its own yet."""
    _idle.clear()
    _busy.clear()


atexit.register(stop)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def named(function: Callable[..., Any] | str) -> str:
    """The name of a function at the top of a module, as ``module:function``."""
    return function if isinstance(function, str) else f"{function.__module__}:{function.__qualname__}"


def call(function: Callable[..., Any] | str, *args: Any, seconds: float | None = None, memory: int = MEMORY) -> Any:
    """The result of a function of ours, computed by a worker.

    Parameters
    ----------
    function, args
        One at the top of a module of this project, or its name as ``module:function``; arguments and result are such
        that JSON can hold them.
    seconds
        After which the worker is killed; no limit if None.
    memory
        Bytes of address space that the worker may use, where the system can limit that.

    Raises
    ------
    Stopped
        if a limit was reached, or the worker died. If something killed it, the task is tried once more before.
    TaskError
        if the function raised an error.
    """
    for last in (False, True):
        try:
            with _borrowed() as worker:
                return worker.ask(named(function), args, seconds, memory)
        except Stopped as why:
            if last or why.why != "died":
                raise
    raise AssertionError


# --- the worker's side -----------------------------------------------------------------------------------------------


def serve() -> None:
    """The life of a worker: a task a line from standard input, a result a line to standard output, until its end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(100_000, 50, 100)  # terms are kept for good: to look through them for garbage is mostly in vain
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what is printed by mistake must not come between

    def written(what: Mapping[str, Any]) -> str:
        return json.dumps({**what, "kilobytes": _kilobytes(), "interrupted": _interrupted}) + "\n"

    def say(line: str) -> None:
        answers.write(line)
        answers.flush()

    global _tell
    _tell = lambda what: say(json.dumps({"progress": what}) + "\n")  # noqa: E731
    say("{}\n")
    for line in sys.stdin:
        task = json.loads(line)
        try:
            function = _function(task["function"])  # loaded without a limit: want of memory has many faces in there
            if _address_space() > task["memory"]:
                raise MemoryError
            say(written({"loaded": True}))
            try:
                _limit(task["seconds"], task["memory"])
                said = written({"result": function(*task["args"])})
            finally:
                _limit(None, None)  # to say what was wrong takes memory, too
        except Exception as wrong:
            if _for_want_of_memory(wrong):
                said = written({"memory": True})
            else:
                said = written({"error": f"{type(wrong).__name__}: {wrong} ({_place(wrong)})"})
        say(said)
    os._exit(0)


_tell: Callable[[Any], None] | None = None
_interrupted = False  # a step in this process was: what it was about to write may be half written


def tell(progress: Any) -> None:
    """Let whoever asked know how far a task has come, if it is one of a worker; it is kept in case of `Stopped`."""
    if _tell is not None:
        _tell(progress)


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise `Overrun` where Python is after so many seconds, whatever it does; not outside the main thread.

    A process in which that has happened is not to be used for anything that has to be right: workers are replaced.
    What C code made of it, such as NumPy's that was just being imported, is an `Overrun` again.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    rung = False

    def ring(*_: object) -> None:
        global _interrupted
        nonlocal rung
        _interrupted = rung = True
        raise Overrun

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-6))
    try:
        yield
    except Exception as wrong:
        if rung:
            raise Overrun from wrong
        raise
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def run(function: str, args: Sequence[Any]) -> Any:
    """The result of a function of this project, named as ``module:function``."""
    return _function(function)(*args)


def _function(name: str) -> Callable[..., Any]:
    module, _, inside = name.partition(":")
    if module.partition(".")[0] not in PACKAGES:
        raise ValueError(f"not a function of this project: {name}")
    found: Callable[..., Any] = getattr(import_module(module), inside)
    return found


def remote(function: str, args: str) -> str:
    """`run` with arguments and result as JSON text, for a cluster."""
    return json.dumps(run(function, json.loads(args)))


def _limit(seconds: float | None, memory: int | None) -> None:
    """Limits by the system: of memory, and of processor time in case whoever started us is no more."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    for kind, limit in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, None if seconds is None else int(used.ru_utime + used.ru_stime + seconds) + 2),
    ):
        hard = resource.getrlimit(kind)[1]
        wished = hard if limit is None else limit
        resource.setrlimit(kind, (wished if hard == resource.RLIM_INFINITY else min(wished, hard), hard))


def _for_want_of_memory(wrong: Exception) -> bool:
    """Whether no memory was left: Python says so, or the system's loader that could not map a library."""
    return isinstance(wrong, MemoryError) or (isinstance(wrong, ImportError) and "failed to map" in str(wrong))


def _place(wrong: BaseException) -> str:
    """Where an error was raised."""
    code, line = [(frame.f_code, line) for frame, line in traceback.walk_tb(wrong.__traceback__)][-1]
    return f"{Path(code.co_filename).name}, line {line}, in {code.co_name}"


def _address_space() -> int:
    """Bytes that this process has mapped; 0 where that is not known."""
    pages = _pages()
    return pages[0] * os.sysconf("SC_PAGE_SIZE") if pages else 0


def _kilobytes() -> int:
    """How much memory this process holds; where only the most that it ever held is known, that."""
    if pages := _pages():
        return pages[1] * os.sysconf("SC_PAGE_SIZE") >> 10
    try:
        import resource
    except ImportError:
        return 0
    most: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most >> 10 if sys.platform == "darwin" else most  # bytes there


def _pages() -> list[int]:
    """Of memory, mapped and resident; nothing where the system does not say.

    Linux counts among the most that a process ever held what its parent held when it was started.
    """
    try:
        return [int(number) for number in Path("/proc/self/statm").read_text().split()[:2]]
    except OSError:  # not on Linux
        return []


# --- executors -------------------------------------------------------------------------------------------------------


def _then(inner: Future[Any], then: Callable[[Any], Any]) -> Future[Any]:
    """A future with what `then` makes of the result of another."""
    out: Future[Any] = Future()

    def done(finished: Future[Any]) -> None:
        try:
            out.set_result(then(finished.result()))
        except BaseException as wrong:
            out.set_exception(wrong)

    inner.add_done_callback(done)
    return out


class Processes(Executor):
    """Workers of this machine; if one is killed by something, its task is done by another, once."""

    def __init__(self, count: int | None = None, seconds: float | None = None, memory: int = MEMORY) -> None:
        """By default as many as there are processors, without a limit of time for a task."""
        self.seconds, self.memory = seconds, memory
        self.threads = ThreadPoolExecutor(count or os.cpu_count() or 1)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Put a function of ours, with plain arguments, to a worker."""
        return self.threads.submit(call, fn, *args, seconds=self.seconds, memory=self.memory)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Start no more tasks; with `cancel_futures` also end those that run."""
        self.threads.shutdown(wait=False, cancel_futures=cancel_futures)
        if cancel_futures:
            stop()
        self.threads.shutdown(wait=wait)

    def __exit__(self, kind: Any, *rest: Any) -> None:
        """Wait for what runs, but not after an error or Ctrl-C."""
        self.shutdown(cancel_futures=kind is not None)


class Dask(Executor):
    """A running Dask cluster, whose workers have this project installed; tasks and results travel as JSON text."""

    def __init__(self, address: str) -> None:
        """Connect to the scheduler at an address such as tcp://127.0.0.1:8786; OSError if it cannot be reached."""
        from distributed import Client

        host, _, port = address.removeprefix("tcp://").rpartition(":")
        socket.create_connection((host, int(port)), timeout=5).close()  # says at once that nobody is there
        self.client = Client(address, set_as_default=False, timeout="10s")
        self.inner = self.client.get_executor(pure=False)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Put a function of ours, with plain arguments, to the cluster."""
        return _then(self.inner.submit(remote, named(fn), json.dumps(args)), json.loads)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster, which runs on."""
        self.inner.shutdown(wait=wait and not cancel_futures)
        self.client.close()

    def __exit__(self, kind: Any, *rest: Any) -> None:
        """Wait for what runs, but not after an error or Ctrl-C."""
        self.shutdown(wait=kind is None, cancel_futures=kind is not None)


def executor(text: str) -> Executor:
    """The executor that a text describes: ``processes``, ``processes:N`` or ``dask://HOST:PORT``.

    Raises
    ------
    ValueError
        if it describes none, or the cluster cannot be used.
    """
    kind, _, rest = text.partition(":")
    if kind == "processes" and (not rest or (rest.isdecimal() and 0 < int(rest) <= 4096)):
        return Processes(int(rest) if rest else None)
    host, _, port = rest.removeprefix("//").rpartition(":")
    if kind != "dask" or not rest.startswith("//") or not host or not port.isdecimal():
        raise ValueError(f"no executor: {text}; write processes, processes:N or dask://HOST:PORT")
    try:
        return Dask(f"tcp://{host}:{port}")
    except ImportError:
        raise ValueError("Dask is not installed: pip install 'lemmata[dask]'") from None
    except OSError as wrong:
        raise ValueError(f"no Dask scheduler answers at {host}:{port} ({type(wrong).__name__})") from None
