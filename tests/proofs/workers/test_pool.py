"""Workers: enforced limits, detection of deaths, executors that lose no task and count none twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import as_completed
from contextlib import suppress
from pathlib import Path

import pytest

from proofs.fuzzing import PIECES, run_campaign, run_piece
from proofs.language.elaborate import integer_root
from proofs.search import decide
from proofs.workers import pool
from proofs.workers.pool import Cancellation, Overrun, Processes, Stopped, TaskError, alarm, call, executor, run, tell

FOREVER = "proofs.workers.pool:serve"  # in a worker, it waits for tasks that never come


def test_a_result_comes_back() -> None:
    assert call(integer_root, 8, 3) == call("proofs.language.elaborate:integer_root", 8, 3, seconds=10) == 2


def test_an_error_comes_back() -> None:
    with pytest.raises(TaskError, match="ZeroDivisionError"):
        call(integer_root, 8, 0)
    assert call(integer_root, 8, 3) == 2


@pytest.mark.parametrize("name", ["os:getcwd", "builtins:eval", "proofs.language.parse:no_such_thing", "proofs_:x", ""])
def test_only_our_functions_are_run(name: str) -> None:
    with pytest.raises((ValueError, AttributeError)):
        run(name, [])


def test_the_limit_of_time_holds() -> None:
    with pytest.raises(Stopped) as error:
        call(FOREVER, seconds=0.3)
    assert error.value.why == "time"
    assert call(integer_root, 8, 3) == 2


def test_an_alarm_ends_what_looks_at_no_clock() -> None:
    with pytest.raises(Overrun), alarm(0.05):
        while True:
            with suppress(Exception):
                integer_root(8, 3)
    with alarm(60):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_an_alarm_of_which_another_error_was_made_is_one_all_the_same() -> None:
    """As where NumPy is being imported: its C code says only that something could not be imported."""
    with pytest.raises(Overrun), alarm(0.05):
        try:
            while True:
                pass
        except BaseException:
            raise ImportError("could not import it") from None
    with pytest.raises(ImportError), alarm(60):
        raise ImportError("it is not there")


def test_only_a_worker_tells_of_progress() -> None:
    tell({"tried": 3})  # nobody listens
    assert call(integer_root, 8, 3) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of address space holds on Linux")
def test_a_question_that_needs_more_memory_than_it_may_use() -> None:
    """The sums of squares need a library that is loaded on the way, for which there is no room."""
    command = [sys.executable, "-m", "proofs", "prove", "sqrt(p*q) + sqrt((1-p)*(1-q)) <= 1"]
    command += ["--given", "0 <= p <= 1", "--given", "0 <= q <= 1", "--memory", "8", "--timeout", "60"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2 and done.stdout.startswith("unknown: ") and "memory" in done.stdout
    assert "tried: " in done.stdout and "Traceback" not in done.stdout + done.stderr


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="how much is used is read from /proc")
@pytest.mark.parametrize("megabytes", [1, 2])
def test_the_limit_of_memory_holds(megabytes: int) -> None:
    names = [f"x{i}" for i in range(8)]  # of a polynomial with thousands of terms
    answer = decide(f"({' + '.join(names)})**6 <= 8**5*({'**6 + '.join(names)}**6)", memory=megabytes << 20)
    assert answer.answer == "unknown" and "memory" in answer.hint
    assert decide("sqrt(p*q) + sqrt((1-p)*(1-q)) <= 1", ["0 <= p <= 1", "0 <= q <= 1"]).answer == "proved"


def test_a_task_finds_the_state_of_a_fresh_worker() -> None:
    pool.stop()
    first = call("proofs.search.base.effort:spent")
    (worker,) = pool._idle
    assert call("proofs.search.base.effort:spent") == first > 0 and pool._idle == [worker]


def test_a_worker_is_set_up_once() -> None:
    pool.stop()
    setup = ("proofs.search.settle:set_up", False, False)
    counts = [call("proofs.search.base.effort:spent", setup=s) for s in (setup, setup, ())]
    assert counts[0] == counts[1] > counts[2] and len(pool._idle) == 2


def test_a_call_of_a_task_is_made_by_its_caller_with_the_same_limits_and_errors() -> None:
    assert call("proofs.workers.pool:call", integer_root.__module__ + ":integer_root", 8, 3) == 2
    with pytest.raises(TaskError, match="TaskError: ZeroDivisionError"):
        call("proofs.workers.pool:call", integer_root.__module__ + ":integer_root", 8, 0)
    pool.stop()
    names = [f"x{i}" for i in range(8)]
    large = f"({' + '.join(names)})**6 <= 8**5*({'**6 + '.join(names)}**6)"
    answers = [
        call("proofs.search.batch:work", {"goal": goal, "given": [], "limits": {"memory": memory << 20}})["answer"]
        for goal, memory in ((large, 2), ("x**2 >= 0", 2048))
    ]
    assert "memory" in answers[0]["hint"] and answers[1]["effort"] == round(decide("x**2 >= 0").effort, 6)


def test_a_call_reports_progress_and_can_be_cancelled() -> None:
    hard = {"goal": "x**y*sin(y)**3 < exp(x*y) + cos(x)**2", "given": ["x > 1"], "limits": {"effort": 10**4}}
    cancellation, seen = Cancellation(), []

    def report(progress: dict[str, object]) -> None:
        seen.append(progress)
        cancellation.cancel()

    with pytest.raises(Stopped, match="cancelled") as error:
        call("proofs.search.batch:work", hard, report=report, cancellation=cancellation)
    assert error.value.why == "cancelled" and "tried" in seen[0] and not pool._busy
    with pytest.raises(Stopped, match="cancelled"):
        call(integer_root, 8, 3, cancellation=cancellation)


def test_a_worker_that_is_killed_is_replaced() -> None:
    def kill_soon() -> None:
        while not pool._busy:
            time.sleep(0.01)
        time.sleep(0.2)
        for worker in list(pool._busy):
            os.kill(worker.process.pid, signal.SIGKILL)

    killer = threading.Thread(target=kill_soon)
    killer.start()
    with pytest.raises(Stopped) as error:
        call(FOREVER, seconds=1)
    killer.join()
    assert error.value.why == "time"  # the second worker was not killed, and is as idle as the first


def test_workers_that_crash_may_have_had_no_memory() -> None:
    over = threading.Event()

    def crash_all() -> None:
        while not over.wait(0.1):
            for worker in list(pool._busy):
                with suppress(ProcessLookupError):
                    os.killpg(worker.process.pid, signal.SIGSEGV)

    crasher = threading.Thread(target=crash_all)
    crasher.start()
    try:
        with pytest.raises(Stopped, match="crashed, as may happen when no memory is left") as error:
            call(FOREVER)
    finally:
        over.set()
        crasher.join()
    assert error.value.why == "died"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to find the worker")
def test_an_interruption_ends_the_work_at_once(tmp_path: Path) -> None:
    file = tmp_path / "certificate"
    rows = [("a", "b*c*d"), ("b", "c*d*a"), ("c", "d*a*b"), ("d", "a*b*c")]
    left = " + ".join(f"{x}/({x}**3 + 63*{rest})**(1/3)" for x, rest in rows)  # takes long to decide
    command = [sys.executable, "-m", "proofs", "prove", f"{left} >= 1", "--effort", "100"]
    command += [part for x, _ in rows for part in ("--given", f"{x} > 0")]
    process = subprocess.Popen([*command, "--save", str(file)], stderr=subprocess.PIPE, start_new_session=True)
    children, worker = Path(f"/proc/{process.pid}/task/{process.pid}/children"), []
    while not worker and process.poll() is None:
        time.sleep(0.1)
        worker = children.read_text().split()
    time.sleep(1)
    assert process.poll() is None and len(worker) == 1
    process.send_signal(signal.SIGINT)
    assert process.wait(600) == 130
    assert list(tmp_path.iterdir()) == []
    while Path(f"/proc/{worker[0]}").exists():  # killed, and gone once the system has reaped it
        time.sleep(0.05)
    process.communicate()


@pytest.mark.parametrize("text", ["", "threads", "processes:0", "processes:x", "dask:1", "dask://h", "dask://:1"])
def test_what_is_no_executor(text: str) -> None:
    with pytest.raises(ValueError, match="no executor"):
        executor(text)


def test_processes_of_this_machine() -> None:
    with executor("processes:2") as crew:
        assert [f.result() for f in [crew.submit(integer_root, k**3, 3) for k in (1, 2, 3)]] == [1, 2, 3]
    with Processes(1, seconds=0.3) as crew, pytest.raises(Stopped):
        crew.submit(FOREVER).result()


def test_a_process_killed_in_the_middle_of_a_campaign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PIECES, "hostile_input", 3)
    killed = threading.Event()

    def kill_one(done: int, of: int) -> None:
        busy = list(pool._busy)
        if busy and not killed.is_set():
            killed.set()
            os.killpg(busy[0].process.pid, signal.SIGKILL)

    with Processes(2) as crew:
        found = run_campaign("hostile_input", 12, 5, crew, kill_one)
    assert killed.is_set() and (found.done, found.lost, found.failures) == (12, 0, ())
    assert sum(found.counts.values()) == 12


@pytest.mark.slow  # a cluster takes some seconds to start
def test_a_dask_cluster_of_which_a_worker_is_killed(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, local_directory=str(tmp_path)
    ) as cluster:
        address = cluster.scheduler_address.removeprefix("tcp://")
        pids = [worker.process.pid for worker in cluster.workers.values()]
        with executor(f"dask://{address}") as crew:
            tasks = [crew.submit(run_piece, "hostile_input", f"7:{k}", 1) for k in range(6)]
            for k, _ in enumerate(as_completed(tasks)):
                if k == 0:
                    os.kill(pids[0], signal.SIGKILL)
            assert [t.result()["done"] for t in tasks] == [1] * 6
            again = run_campaign("hostile_input", 4, 5, crew)
            assert (again.done, again.lost, again.failures) == (4, 0, ()) and sum(again.counts.values()) == 4
