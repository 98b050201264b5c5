"""Worker processes with strict limits of time and memory: a worker that exceeds them is killed.

Some steps of a computation check no clock and handle no signal (a product of large polynomials, for example), so a
strict limit needs a separate process. Workers are started when needed and reused. Each task runs in a fork of its
worker, so that it finds the state that a fresh worker has, whatever was asked before. A call that a task makes runs in
another worker of its caller. A request is the name of a function of this project with arguments that JSON can
represent; the result is also JSON.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import re
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
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

MEMORY = 2 << 30  # bytes of address space for a worker
START = 60.0  # seconds that a worker may take to start
LOAD = "proofs.workers.pool:load"
PACKAGES = ("proofs", "numeric", "symbolic")  # packages whose functions a worker may run
FRUGAL = {"OPENBLAS_NUM_THREADS": "1"}  # it uses memory for each thread; other workers need the processors
NESTED = "LEMMATA_WORKER"  # set in the environment of workers
Why = Literal["time", "memory", "died", "cancelled"]
Setup = tuple[Any, ...]
Report = Callable[[Any], None]
FORKS = hasattr(os, "fork")  # elsewhere, a worker runs one task only
CLOSED = 99  # the exit status of a fork that finds no further task


class Stopped(RuntimeError):
    """Raised if a task gave no result: its worker exceeded its time or memory, or died."""

    def __init__(self, why: Why, text: str, progress: Any = None) -> None:
        """Store the reason, its wording, and the last progress that the task reported."""
        super().__init__(text)
        self.why, self.progress = why, progress

    def __reduce__(self) -> tuple[Any, ...]:
        """Support pickling."""
        return type(self), (self.why, str(self), self.progress)


class Overrun(BaseException):
    """Raised when the time of a task is over; a BaseException, so that `except Exception` does not catch it."""


class TaskError(RuntimeError):
    """Raised if a task raised an error in its worker, with the error's type and message."""


class Worker:
    """A process that runs one task after another, each in a fork of it.

    Parameters
    ----------
    setup
        A function, named as for `call`, and its arguments, which the process runs once before its first task. What it
        returns, if anything, is called while the first task runs.
    """

    def __init__(self, setup: Setup) -> None:
        """Start the process."""
        self.setup = setup
        path = (os.environ.get("PYTHONPATH"), str(Path(__file__).parents[2]))
        own_group: dict[str, Any] = (
            {} if NESTED in os.environ else {"process_group": 0}
        )  # so that this process handles Ctrl-C
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", "from proofs.workers.pool import serve; serve()", json.dumps(setup)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **FRUGAL, NESTED: "1", "PYTHONPATH": os.pathsep.join(filter(None, path))},
            **own_group,
        )
        self.left = b""
        self.usable = True
        self.dismissed = False  # stopped by `stop`
        self.progress: Any = None
        _busy.add(self)
        try:
            self._answer(START, tell, Cancellation())
        except BaseException:
            _busy.discard(self)
            self.kill()
            raise

    def ask(
        self,
        function: str,
        args: Sequence[Any],
        seconds: float | None,
        memory: int,
        report: Report,
        cancellation: Cancellation,
    ) -> Any:
        """Run a function and return its result; raises `Stopped` or `TaskError`."""
        self.progress = None
        task = {"function": function, "args": list(args), "seconds": seconds, "memory": memory}
        try:
            self._send(task)
            said = self._answer(START, report, cancellation)
            if "loaded" in said:  # its time counts from here on
                said = self._answer(seconds, report, cancellation)
        except BrokenPipeError:
            raise self._died() from None
        except BaseException:
            self.kill()
            raise
        if not FORKS:
            self.kill()
        if "memory" in said:
            raise Stopped("memory", f"stopped at the limit of {memory >> 20} MB of memory", self.progress)
        if "error" in said:
            raise TaskError(said["error"])
        return said["result"]

    def _send(self, message: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def _answer(self, seconds: float | None, report: Report, cancellation: Cancellation) -> Any:
        """Return the worker's final message; before it, note the progress and make the calls that it asks for."""
        end = None if seconds is None else time.monotonic() + seconds

        def note(progress: Any) -> None:
            self.progress = progress
            report(progress)

        while True:
            said = json.loads(self._line(end, seconds))
            if "call" in said:
                left = None if end is None else max(0.0, end - time.monotonic())
                self._send(_called_for_a_task(said["call"], left, note, cancellation))
            elif "progress" in said:
                note(said["progress"])
            else:
                return said

    def _line(self, end: float | None, seconds: float | None) -> bytes:
        """Return the next line that the worker writes."""
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
        if self.dismissed:
            return Stopped("cancelled", "cancelled")
        if status == -getattr(signal, "SIGXCPU", 0):
            return Stopped("time", "stopped at its limit of processor time", self.progress)
        if status == -signal.SIGABRT:  # FLINT aborts if it is out of memory
            return Stopped("memory", "stopped: it was aborted, as happens when no memory is left", self.progress)
        if status == 1:  # OpenBLAS exits with this status then
            return Stopped("memory", "stopped: a library ended it, as happens when no memory is left", self.progress)
        if status == -signal.SIGSEGV:  # so may C code that does not look whether it was given memory
            return Stopped("died", "stopped: its process crashed, as may happen when no memory is left", self.progress)
        return Stopped("died", f"stopped: its process died with status {status}", self.progress)

    def stop(self) -> None:
        """Send the signal that kills the worker and its child processes; safe while another thread waits for it."""
        try:
            if NESTED in os.environ:
                self.process.kill()
            else:
                os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass

    def kill(self) -> None:
        """Kill the worker and its child processes."""
        self.usable = False
        self.stop()
        for pipe in (self.process.stdin, self.process.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except OSError:  # unwritten data are lost
                pass
        self.process.wait()


class Cancellation:
    """A handle with which another thread stops a call."""

    def __init__(self) -> None:
        self.cancelled = False
        self._lock = threading.Lock()
        self._workers: list[Worker] = []

    def cancel(self) -> None:
        """Stop the call: its workers are killed if it runs, and it does not start otherwise."""
        with self._lock:
            self.cancelled = True
            for worker in self._workers:
                worker.stop()

    @contextmanager
    def watching(self, worker: Worker) -> Iterator[None]:
        """Declare that the call, or one that it makes, runs in a worker."""
        with self._lock:
            self.require()
            self._workers.append(worker)
        try:
            yield
        finally:
            with self._lock:
                self._workers.remove(worker)

    def require(self) -> None:
        """Raise `Stopped` if the call was cancelled."""
        if self.cancelled:
            raise Stopped("cancelled", "cancelled")


_idle: list[Worker] = []
_busy: set[Worker] = set()


@contextmanager
def _borrowed(setup: Setup) -> Iterator[Worker]:
    worker = None
    for found in [w for w in _idle if w.setup == setup]:
        with suppress(ValueError):  # another thread took it
            _idle.remove(found)
            if found.process.poll() is None:
                worker = found
                break
            found.kill()
    worker = worker or Worker(setup)
    _busy.add(worker)
    try:
        yield worker
    finally:
        _busy.discard(worker)
        if worker.usable:
            _idle.append(worker)


def stop() -> None:
    """Kill all workers."""
    for worker in (*_idle, *_busy):
        worker.dismissed = True
        worker.kill()
    _idle.clear()


def _forget() -> None:
    """Clear the lists of workers in a forked process, which has none yet."""
    _idle.clear()
    _busy.clear()


atexit.register(stop)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def named(function: Callable[..., Any] | str) -> str:
    """Return the name of a function at the top of a module, as ``module:function``."""
    return function if isinstance(function, str) else f"{function.__module__}:{function.__qualname__}"


def call(
    function: Callable[..., Any] | str,
    *args: Any,
    seconds: float | None = None,
    memory: int = MEMORY,
    setup: Setup = (),
    report: Report | None = None,
    cancellation: Cancellation | None = None,
) -> Any:
    """Run a function of this project in a worker and return its result.

    Parameters
    ----------
    function, args
        A top-level function of a module of this project, or its name as ``module:function``; JSON must be able to
        represent the arguments and the result.
    seconds
        The time after which the worker is killed; no limit if None.
    memory
        Bytes of address space that the task may use, if the system can limit it.
    setup
        The setup of the worker, see there; by default it imports the module of the function.

    report
        A function that is called with the progress that the task reports; by default `tell`.
    cancellation
        A handle that stops the call.

    Raises
    ------
    Stopped
        if a limit was reached, the call was cancelled, or the worker died. If something killed it, the task is retried
        once first.
    TaskError
        if the function raised an error.
    """
    name = named(function)
    if os.getpid() == _running and threading.active_count() == 1:
        return _call_by_caller({"function": name, "args": args, "seconds": seconds, "memory": memory, "setup": setup})
    report, cancellation = report or tell, cancellation or Cancellation()
    for last in (False, True):
        try:
            with _borrowed(setup or (LOAD, name)) as worker, cancellation.watching(worker):
                return worker.ask(name, args, seconds, memory, report, cancellation)
        except Stopped as why:
            if why.why == "died":
                cancellation.require()
            if last or why.why != "died":
                raise
    raise AssertionError


def _called_for_a_task(
    asked: Mapping[str, Any], left: float | None, report: Report, cancellation: Cancellation
) -> dict[str, Any]:
    """Make a call that a task with `left` seconds asks for, and return its result or error as plain data."""
    seconds = min((limit for limit in (asked["seconds"], left) if limit is not None), default=None)
    limits = {"seconds": seconds, "memory": asked["memory"], "setup": tuple(asked["setup"])}
    try:
        found = call(asked["function"], *asked["args"], **limits, report=report, cancellation=cancellation)
        return {"result": found}
    except Stopped as why:
        return {"stopped": [why.why, str(why), why.progress]}
    except TaskError as why:
        return {"error": str(why)}


# --- the worker's side -----------------------------------------------------------------------------------------------


def serve() -> None:
    """Run the main loop of a worker: read tasks from standard input, write results to standard output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(100_000, 50, 100)  # terms are never freed, so that collections find little
    name, *args = json.loads(sys.argv[-1])
    later = run(name, args)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # stray prints must not mix with the results

    def say(text: str) -> None:
        answers.write(text + "\n")
        answers.flush()

    global _say
    _say = say
    say("{}")
    while True:
        gc.freeze()  # forks share what exists now with their worker unless it is written to
        child = os.fork() if FORKS else 0  # before there is a task, which need not wait for it
        if not child:
            task = _line_of_input()
            if task:
                say(_done(json.loads(task), say))
            os._exit(0 if task else CLOSED)
        if later is not None:
            later()
            later = None
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status < 0:  # the caller sees how it ended by how this process ends
            os.kill(os.getpid(), -status)
        if status:
            os._exit(0 if status == CLOSED else status)


def _line_of_input() -> bytes:
    """Return the next task, as a line, empty at the end of the input; there is never more than one."""
    parts: list[bytes] = []
    while not parts or not parts[-1].endswith(b"\n"):
        part = os.read(0, 1 << 16)
        if not part:
            return b""
        parts.append(part)
    return b"".join(parts)


def load(name: str) -> None:
    """Import the module of a function; a task reports the error if there is one."""
    with suppress(Exception):
        _function(name)


def _done(task: Mapping[str, Any], say: Callable[[str], None]) -> str:
    """Run a task and return its result, or the error, as JSON text."""
    global _running
    _running = os.getpid()
    try:
        function = _function(task["function"])
        say('{"loaded": true}')
        try:
            _limit(task["seconds"], _address_space() + task["memory"])
            return json.dumps({"result": function(*task["args"])})
        finally:
            _limit(None, None)  # reporting the error needs memory, too
    except Exception as wrong:
        if _for_want_of_memory(wrong):
            return '{"memory": true}'
        return json.dumps({"error": f"{type(wrong).__name__}: {wrong} ({_place(wrong)})"})


_say: Callable[[str], None] | None = None  # in a worker, it writes a line to the caller
_running = 0  # the process that runs the task of this worker


def tell(progress: Any) -> None:
    """Report the progress of a task to the caller, if it runs in a worker; `Stopped` carries the last report."""
    line = json.dumps({"progress": progress})
    # forks of the task may tell as well, in lines that are so short that they cannot mix
    if _say is not None and (os.getpid() == _running or len(line) < select.PIPE_BUF):
        _say(line)


def _call_by_caller(asked: Mapping[str, Any]) -> Any:
    """Have the caller of this task make a call, and return its result."""
    assert _say is not None
    _say(json.dumps({"call": asked}))
    line = _line_of_input()
    if not line:  # the caller has ended
        os._exit(CLOSED)
    said = json.loads(line)
    if "stopped" in said:
        raise Stopped(*said["stopped"])
    if "error" in said:
        raise TaskError(said["error"])
    return said["result"]


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise `Overrun` after this number of seconds wherever Python is; no effect outside the main thread.

    Afterwards data structures of the process may be half written. If C code (of NumPy, during its import,
    for example) turns the exception into another one, it becomes an `Overrun` again.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    rung = False

    def ring(*_: object) -> None:
        nonlocal rung
        rung = True
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
    """Run a function of this project, named as ``module:function``, and return its result."""
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
    """Set system limits of memory and, in case the parent process dies, of processor time."""
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
    """Return whether an error means a lack of memory, in Python, in C code, or in the system's loader of libraries."""
    by_loader = isinstance(wrong, ImportError) and "failed to map" in str(wrong)
    by_library = isinstance(wrong, SystemError) and re.search("without (setting an )?exception", str(wrong)) is not None
    return isinstance(wrong, MemoryError) or by_loader or by_library


def _place(wrong: BaseException) -> str:
    """Return the place where an error was raised."""
    code, line = [(frame.f_code, line) for frame, line in traceback.walk_tb(wrong.__traceback__)][-1]
    return f"{Path(code.co_filename).name}, line {line}, in {code.co_name}"


def _address_space() -> int:
    """Bytes that this process has mapped; 0 if unknown."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:  # not on Linux
        return 0


# --- executors -------------------------------------------------------------------------------------------------------


def _then(inner: Future[Any], then: Callable[[Any], Any]) -> Future[Any]:
    """Return a future whose result is `then` applied to the result of another future."""
    out: Future[Any] = Future()

    def done(finished: Future[Any]) -> None:
        try:
            out.set_result(then(finished.result()))
        except BaseException as wrong:
            out.set_exception(wrong)

    inner.add_done_callback(done)
    return out


class Processes(Executor):
    """An executor of local workers; if something kills a worker, another one retries its task once."""

    def __init__(self, count: int | None = None, seconds: float | None = None, memory: int = MEMORY) -> None:
        """By default, use as many workers as there are processors, and no time limit."""
        self.seconds, self.memory = seconds, memory
        self.threads = ThreadPoolExecutor(count or os.cpu_count() or 1)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Submit a function of this project, with plain arguments, to a worker."""
        return self.threads.submit(call, fn, *args, seconds=self.seconds, memory=self.memory)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Start no more tasks; with `cancel_futures`, also stop those that run."""
        self.threads.shutdown(wait=False, cancel_futures=cancel_futures)
        if cancel_futures:
            stop()
        self.threads.shutdown(wait=wait)

    def __exit__(self, kind: Any, *rest: Any) -> None:
        """Wait for what runs, but not after an error or Ctrl-C."""
        self.shutdown(cancel_futures=kind is not None)


class Dask(Executor):
    """An executor for a running Dask cluster whose workers have this project installed; it sends JSON text."""

    def __init__(self, address: str) -> None:
        """Connect to the scheduler at an address such as tcp://127.0.0.1:8786; raises OSError if that fails."""
        from distributed import Client

        host, _, port = address.removeprefix("tcp://").rpartition(":")
        socket.create_connection((host, int(port)), timeout=5).close()  # fails at once if there is no scheduler
        self.client = Client(address, set_as_default=False, timeout="10s")
        self.inner = self.client.get_executor(pure=False)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Submit a function of this project, with plain arguments, to the cluster."""
        return _then(self.inner.submit(remote, named(fn), json.dumps(args)), json.loads)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Disconnect from the cluster, which keeps running."""
        self.inner.shutdown(wait=wait and not cancel_futures)
        self.client.close()

    def __exit__(self, kind: Any, *rest: Any) -> None:
        """Wait for what runs, but not after an error or Ctrl-C."""
        self.shutdown(wait=kind is None, cancel_futures=kind is not None)


def executor(text: str) -> Executor:
    """Return the executor that a text describes: ``processes``, ``processes:N`` or ``dask://HOST:PORT``.

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
