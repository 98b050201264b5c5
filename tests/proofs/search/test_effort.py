"""The same question gets the same answer: on every machine, under any load, with more effort and more hypotheses."""

from __future__ import annotations

import ast
import json
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.kernel.work import WORK
from proofs.search import decide, prove
from proofs.search.base.effort import METER, UNIT, OutOfEffort, budget, cut_short, over, spent
from proofs.search.worker_calls import seconds_for

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
LITTLE = 2.0


def plain(goal: str, hypotheses: tuple[str, ...], **limits: Any) -> str:
    """An answer as text, with its certificate, but without the time that it took."""
    answer = decide(goal, hypotheses, **limits).to_json()
    return json.dumps({name: value for name, value in answer.items() if name != "seconds"})


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
    answers = [decide(goal, hypotheses, effort=effort) for effort in (LITTLE / 8, LITTLE / 2, LITTLE)]
    found = [a for a in answers if a.answer != "unknown"]
    assert answers[-len(found) :] == found or not found
    assert len({json.dumps([a.answer, a.certificate, a.counterexample], default=str) for a in found}) <= 1
    assert all(a.effort <= effort + 1.5 for a, effort in zip(answers, (LITTLE / 8, LITTLE / 2, LITTLE), strict=True))


SCRIPT = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
from proofs.search import decide
questions, processes = json.load(sys.stdin)
with ThreadPoolExecutor(processes) as pool:
    for answer in pool.map(lambda q: decide(*q, effort=1.0), questions):
        print(json.dumps({k: v for k, v in answer.to_json().items() if k != "seconds"}))
"""


def in_a_process(seed: int, processes: int, questions: list[Any]) -> list[str]:
    """The answers of a new process with its own order of strings."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], input=json.dumps([questions, processes]), capture_output=True, text=True,
        env={**os.environ, "PYTHONHASHSEED": str(seed)}, check=True, cwd=ROOT,
    )  # fmt: skip
    return done.stdout.splitlines()


def _busy() -> None:
    while True:
        pass


@contextmanager
def load(count: int) -> Iterator[None]:
    """Keep so many processes busy."""
    context = multiprocessing.get_context("fork")
    busy = [context.Process(target=_busy, daemon=True) for _ in range(count)]
    for process in busy:
        process.start()
    try:
        yield
    finally:
        for process in busy:
            process.kill()


@pytest.mark.slow  # five processes answer all questions, one of them beside four that are busy
def test_answers_do_not_depend_on_the_process() -> None:
    first = [plain(*question, effort=1.0) for question in QUESTIONS]
    assert len(set(first)) == len(QUESTIONS)
    for seed, processes, order in ((0, 1, 1), (1, 2, -1), (2, 1, 1)):
        assert in_a_process(seed, processes, QUESTIONS[::order])[::order] == first
    with load(4), ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda q: plain(*q, effort=1.0), QUESTIONS)) == first


def test_a_search_that_the_clock_stops_says_so() -> None:
    goal, hypotheses = "sum(x[i]/sqrt(1 - x[i]), (i, 1, n)) >= sqrt(n/(n - 1))", (
        "integer n", "n >= 2", "all(x[i] > 0, (i, 1, n))", "sum(x[i], (i, 1, n)) == 1",
    )  # fmt: skip
    answer = prove(goal, hypotheses, effort=1000, timeout=0.5)
    assert answer.answer == "unknown"
    assert answer.hint.startswith("stopped by the clock after 0.5 seconds, before its budget was used")
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
    alone = decide(*question)
    assert alone.answer == "proved"
    assert decide(goal, hypotheses, effort=2 * alone.effort + 0.5).answer == "proved"


# --- sources ---------------------------------------------------------------------------------------------------------

TIMED = {"answer.py", "entry_points.py", "settle.py"}  # they report how long an answer took
ANY_ORDER = {"sorted", "any", "all", "set", "frozenset", "len", "max", "min", "sum", "update"}


def test_no_search_looks_at_the_clock() -> None:
    for path in (ROOT / "proofs" / "search").rglob("*.py"):
        names = {a.name for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Import) for a in n.names}
        assert "time" not in names or path.name in TIMED, path


def is_set(node: ast.expr) -> bool:
    """Whether an expression is a set, as far as it shows."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in ("set", "frozenset")
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.BitOr | ast.BitAnd | ast.Sub) and (is_set(node.left) or is_set(node.right))
    return isinstance(node, ast.Set | ast.SetComp) or (isinstance(node, ast.Attribute) and node.attr == "free")


def loops_over_sets(source: str) -> list[str]:
    """The loops over sets whose order may matter."""
    tree = ast.parse(source)
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
    assert all(loops_over_sets(s) for s in ("[x for x in t.free]", "for x in {1} | s: pass", "f(*set(s))", "list({1})"))
    assert not any(loops_over_sets(s) for s in ("sorted(x for x in t.free)", "{x for x in t.free}", "[x for x in s]"))


def test_no_search_runs_in_the_order_of_a_set() -> None:
    for folder in ("search", "builder", "language"):
        for path in (ROOT / "proofs" / folder).rglob("*.py"):
            assert not loops_over_sets(path.read_text()), path
