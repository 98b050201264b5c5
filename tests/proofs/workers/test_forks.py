"""Tasks in copies of this process; run in a process of its own, since a test worker has threads and is never copied."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from proofs.workers.forks import Forks, processors, side_by_side

linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are copied on Linux only")


def run(code: str) -> str:
    """What a fresh Python prints."""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=600)
    assert out.stderr == ""
    return out.stdout


def test_results_come_in_the_order_of_the_tasks() -> None:
    assert side_by_side([lambda k=k: k * k for k in range(50)], jobs=3) == [k * k for k in range(50)]  # type: ignore[misc]
    assert side_by_side([], jobs=3) == []
    assert processors() >= 1


@linux
def test_several_processes_do_them() -> None:
    """The first and the last task wait for each other, so that no process can do both."""
    code = """
import os
from multiprocessing import get_context
from proofs.workers.forks import side_by_side
both = get_context("fork").Barrier(2)
def task(k):
    if k in (0, 7):
        both.wait()
    return k, os.getpid()
found = side_by_side([lambda k=k: task(k) for k in range(8)], jobs=4)
print([k for k, _ in found], 1 < len({pid for _, pid in found}) <= 4, os.getpid() in {pid for _, pid in found})
"""
    assert run(code) == f"{list(range(8))} True False\n"


@linux
def test_what_a_copy_that_died_left_is_done_here() -> None:
    code = """
import os
from proofs.workers.forks import side_by_side
me = os.getpid()
def task(k):
    if k == 3 and os.getpid() != me:
        os._exit(1)
    return k
print(side_by_side([lambda k=k: task(k) for k in range(8)], jobs=2))
"""
    assert run(code) == f"{list(range(8))}\n"


@linux
def test_an_error_of_a_task_is_raised_here() -> None:
    code = """
from proofs.workers.forks import side_by_side
def wrong():
    raise ValueError("as it should be")
try:
    side_by_side([wrong, lambda: 1], jobs=2)
except ValueError as error:
    print(error)
"""
    assert run(code) == "as it should be\n"


@linux
def test_interrupted_no_copy_is_left_behind() -> None:
    code = """
import os, sys, time
from proofs.workers.forks import Forks
print(os.getpid(), flush=True)
forks = Forks([lambda: time.sleep(60)] * 2, jobs=2)
print(*(process.pid for process in forks.ends.values()), flush=True)
list(forks.results())
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    copies = list(map(int, process.stdout.readline().split()))
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    process.wait(600)
    assert len(copies) == 2
    for pid in copies:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_one_processor_does_them_here() -> None:
    assert dict(Forks([os.getpid, os.getpid], jobs=1).results()) == {0: os.getpid(), 1: os.getpid()}
