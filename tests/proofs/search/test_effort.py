"""The same question gets the same answer: on every machine, under any load, with more effort and more hypotheses."""

from __future__ import annotations

import ast
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.kernel.work import WORK
from proofs.search import Answer, decide, prove
from proofs.search.base.effort import METER, UNIT, OutOfEffort, budget, cut_short, over, spent
from proofs.search.worker_calls import EFFORT, seconds_for
from proofs.workers import pool

ROOT = Path(__file__).parents[3]
N = ("integer n", "n >= 1")
QUESTIONS = [  # of all kinds, easy and not, true, false, undecided and vacuous
    ("exp(x) >= 1 + x", ()),
    ("x**4 + y**4 + z**4 >= x*y*z*(x + y + z)", ()),
    ("a/(b + c) + b/(c + a) + c/(a + b) >= 3/2", ("a > 0", "b > 0", "c > 0")),
    ("x**10*exp(-x) <= 453999.3", ("x >= 0",)),
    ("sqrt(x*y) <= (x + y)/2", ("x >= 0", "y >= 0")),
    ("x**3 > x", ("x > 1/2",)),
    ("x*y <= 2", ("x**2 + y**2 == 3",)),
    ("x > 1", ("x < 0", "x > 0")),
    ("log(12) != 2*log(2) + log(3)", ()),
    ("sum(x[i], (i, 1, n))**2 <= n*sum(x[i]**2, (i, 1, n))", N),
    ("sum(p[i]*log(p[i]/q[i]), (i, 1, n)) >= 0",
     (*N, "all(p[i] > 0, (i, 1, n))", "all(q[i] > 0, (i, 1, n))",
      "sum(p[i], (i, 1, n)) == 1", "sum(q[i], (i, 1, n)) == 1")),
    ("sum(x[i]**3, (i, 1, n)) >= sum(x[i], (i, 1, n))**2", (*N, "all(x[i] > 0, (i, 1, n))")),
    ("prod(1 + x[i], (i, 1, n)) >= 1 + sum(x[i], (i, 1, n))", (*N, "all(x[i] >= 0, (i, 1, n))")),
    ("sum(1/k**2, (k, 1, n)) <= 2 - 1/n", N),
    ("2**n >= n**2", ("integer n", "n >= 4")),
]  # fmt: skip
PROVED = [QUESTIONS[k] for k in (0, 1, 2, 4, 9, 10, 12, 13)]
EFFORTS = (0.25, 1.0, 2.0)
SMALL = EFFORTS[0]  # enough for most of the questions


@cache
def decided(goal: str, hypotheses: tuple[str, ...], effort: float) -> Answer:
    """The answer to a question that several tests ask."""
    return decide(goal, hypotheses, effort=effort)


def plain(answer: Answer) -> str:
    """An answer as text, with its certificate, but without the time that it took."""
    return json.dumps({name: value for name, value in answer.to_json().items() if name != "seconds"})


# --- counting --------------------------------------------------------------------------------------------------------


def test_a_budget_holds_inside_of_another() -> None:
    with budget(1.0):
        end = METER.end
        with budget(5.0):
            assert METER.end == end
        with budget(0.5):
            assert METER.end < end
            WORK.done += UNIT
            with pytest.raises(OutOfEffort):
                spent()
        assert METER.end == end
    assert spent() > 0


def test_what_stops_at_a_limit_is_counted() -> None:
    cuts = METER.cuts
    assert not over(spent() + 1) and METER.cuts == cuts
    assert over(spent()) and cut_short() and METER.cuts == cuts + 2


def test_no_loop_that_looks_at_its_limit_is_endless() -> None:
    limit = spent() + 1e-4
    for _ in range(10_000):
        if over(limit):
            return
    pytest.fail("the count does not grow")


# --- one answer ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("goal, hypotheses", [*QUESTIONS, ("sum(a[k]/k, (k, 1, n)) >= a[n] - 1", N)])
def test_more_effort_gives_the_same_answer(goal: str, hypotheses: tuple[str, ...]) -> None:
    answers = [decided(goal, hypotheses, effort) for effort in EFFORTS]
    found = [a for a in answers if a.answer != "unknown"]
    assert answers[-len(found) :] == found or not found
    assert len({json.dumps([a.answer, a.certificate, a.counterexample], default=str) for a in found}) <= 1
    assert all(a.effort <= effort + 1.5 for a, effort in zip(answers, EFFORTS, strict=True))


SCRIPT = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
from proofs.search import decide
with ThreadPoolExecutor(2) as pool:
    for answer in pool.map(lambda q: decide(*q, effort=float(sys.argv[1])), json.load(sys.stdin)):
        print(json.dumps({k: v for k, v in answer.to_json().items() if k != "seconds"}))
"""


def in_a_process(seed: int, questions: list[Any]) -> list[str]:
    """The answers of a new process, with its own order of strings, to two questions at a time."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(SMALL)], input=json.dumps(questions), capture_output=True, text=True,
        env={**os.environ, "PYTHONHASHSEED": str(seed)}, check=True, cwd=ROOT,
    )  # fmt: skip
    return done.stdout.splitlines()


@contextmanager
def interruptions() -> Iterator[None]:
    """Stop all workers for half of the time, as a busy machine does."""
    over = threading.Event()

    def interrupt() -> None:
        while not over.wait(0.03):
            groups = [worker.process.pid for worker in list(pool._busy)]
            for number in (signal.SIGSTOP, signal.SIGCONT):
                for group in groups:
                    with suppress(ProcessLookupError):
                        os.killpg(group, number)
                over.wait(0.03)

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@pytest.mark.slow  # all questions are answered four times
def test_answers_do_not_depend_on_the_process() -> None:
    answers = [decided(*question, SMALL) for question in QUESTIONS]
    assert sum(a.answer != "unknown" for a in answers) > len(QUESTIONS) / 2
    first = [plain(a) for a in answers]
    assert len(set(first)) == len(QUESTIONS)
    for seed in (1, 2):
        assert in_a_process(seed, QUESTIONS[::-1])[::-1] == first
    with interruptions(), ThreadPoolExecutor(2) as threads:
        assert list(threads.map(lambda q: plain(decide(*q, effort=SMALL)), QUESTIONS)) == first


def test_a_search_that_the_clock_stops_says_so() -> None:
    goal, hypotheses = "sum(x[i]/sqrt(1 - x[i]), (i, 1, n)) >= sqrt(n/(n - 1))", (
        "integer n", "n >= 2", "all(x[i] > 0, (i, 1, n))", "sum(x[i], (i, 1, n)) == 1",
    )  # fmt: skip
    answer = prove(goal, hypotheses, effort=1000, timeout=0.5)
    assert answer.answer == "unknown"
    clock = "stopped by the clock after 0.5 seconds, before its budget was used"
    assert answer.hint.startswith((clock, "stopped after"))  # the latter if its worker was killed, on a busy machine
    assert "stopped" not in prove(goal, hypotheses, effort=0.5).hint


def test_the_clock_leaves_time_for_the_budget() -> None:
    assert seconds_for(1) >= 60 and seconds_for(1000) >= 5000


# --- more never hurts ------------------------------------------------------------------------------------------------

MORE = [
    lambda goal, hypotheses, draw: (goal, draw(st.permutations(hypotheses))),
    lambda goal, hypotheses, draw: (goal, [*hypotheses, "other > 0", "other*another <= 1"]),
    lambda goal, hypotheses, draw: (goal, ["other**2 >= -1", *hypotheses]),
    lambda goal, hypotheses, draw: (goal, [*hypotheses, f"{first_variable(goal)} <= 10**6"]),
    lambda goal, hypotheses, draw: (goal, [*hypotheses, f"{first_variable(goal)}**2 >= -1"]),
    lambda goal, hypotheses, draw: (goal, [f"integer {first_variable(goal)}", *hypotheses]),
]


def first_variable(goal: str) -> str:
    """The first variable of a goal about numbers; a new one otherwise."""
    names = [node.id for node in ast.walk(ast.parse(goal, mode="eval")) if isinstance(node, ast.Name)]
    return "other" if "sum" in goal or "prod" in goal else min(n for n in names if len(n) == 1)


@settings(max_examples=25, derandomize=True)
@given(st.data(), st.sampled_from(PROVED), st.sampled_from(MORE))
def test_more_hypotheses_never_hurt(data: st.DataObject, question: tuple[str, tuple[str, ...]], more: Any) -> None:
    goal, hypotheses = more(*question, data.draw)
    alone = decided(*question, EFFORT)
    assert alone.answer == "proved"
    assert decide(goal, hypotheses, effort=2 * alone.effort + 0.5).answer == "proved"


# --- sources ---------------------------------------------------------------------------------------------------------

TIMED = {
    "answer.py",
    "entry_points.py",
    "settle.py",
    "sharp.py",
}  # they report how long an answer took, or stop in time
ANY_ORDER = {"sorted", "any", "all", "set", "frozenset", "len", "max", "min", "sum", "update"}


@pytest.fixture(scope="module")
def trees() -> dict[Path, ast.Module]:
    """The syntax trees of the search and of what it builds on."""
    folders = [ROOT / "proofs" / name for name in ("search", "builder", "language", "readable")]
    return {path: ast.parse(path.read_text()) for folder in folders for path in folder.rglob("*.py")}


def test_no_search_looks_at_the_clock(trees: dict[Path, ast.Module]) -> None:
    for path, tree in trees.items():
        if ROOT / "proofs" / "search" not in path.parents:
            continue
        names = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
        assert "time" not in names or path.name in TIMED, path


def is_set(node: ast.expr) -> bool:
    """Whether an expression is a set, as far as it shows."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in ("set", "frozenset")
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.BitOr | ast.BitAnd | ast.Sub) and (is_set(node.left) or is_set(node.right))
    return isinstance(node, ast.Set | ast.SetComp) or (isinstance(node, ast.Attribute) and node.attr == "free")


def loops_over_sets(tree: ast.Module) -> list[str]:
    """The loops over sets whose order may matter."""
    parents = {kid: node for node in ast.walk(tree) for kid in ast.iter_child_nodes(node)}
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.For(iter=iterated):
                loops = [iterated]
            case ast.ListComp(generators=generators) | ast.GeneratorExp(generators=generators):
                loops = [g.iter for g in generators]
            case ast.Starred(value=iterated):
                loops = [iterated]
            case ast.Call(func=ast.Name(id="list" | "tuple" | "iter" | "next" | "enumerate" | "map"), args=loops):
                pass
            case _:
                continue
        around = parents[node]
        name = getattr(around.func, "id", getattr(around.func, "attr", "")) if isinstance(around, ast.Call) else ""
        unordered = name in ANY_ORDER or isinstance(around, ast.Set)
        found += [ast.unparse(node) for iterated in loops if is_set(iterated) and not unordered]
    return found


def test_a_loop_over_a_set_is_seen() -> None:
    ordered = ("sorted(x for x in t.free)", "{x for x in t.free}", "[x for x in s]")
    unordered = ("[x for x in t.free]", "for x in {1} | s: pass", "f(*set(s))", "list({1})")
    assert all(loops_over_sets(ast.parse(source)) for source in unordered)
    assert not any(loops_over_sets(ast.parse(source)) for source in ordered)


def test_no_search_runs_in_the_order_of_a_set(trees: dict[Path, ast.Module]) -> None:
    for path, tree in trees.items():
        assert not loops_over_sets(tree), path
