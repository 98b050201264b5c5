"""The tools: typed outcomes, limits, and calls that do not disturb each other."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from validation import validated

from proofs.cli.main import run
from proofs.search import decide
from proofs.service.dispatcher import Dispatcher
from proofs.service.tools import TOOLS, Tool
from proofs.workers import pool
from proofs.workers.pool import Cancellation

pytestmark = pytest.mark.xdist_group("service")  # its workers stay warm
HARD = "sin(x)**5 + cos(y)**7*exp(x*y) < exp(x**2 + y**2 + 1/10)"
PAPERS = {"papers": ["toy.py"]}


@pytest.fixture
def tools(workspace: Path) -> Dispatcher:
    return Dispatcher(workspace, allow_papers=True)


def asked(tools: Dispatcher, tool: str, **arguments: Any) -> Any:
    return validated(tool, tools.dispatch(tool, arguments))


# --- outcomes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goal", "given", "statement"),
    [
        ("a/b + b/a >= 2", ["a > 0", "b > 0"], "for reals a, b: 0 < a, 0 < b ⊢ 2 ≤ a/b + b/a"),
        ("sum(x[i]**2, (i, 1, n)) >= 0", ["integer n"], "for integer n; real sequence x: 0 ≤ Σ_{i=1}^{n} x_i^2"),
        ("sin(x) <= x", ["x >= 0"], "for real x: 0 ≤ x ⊢ sin(x) ≤ x"),
        ("x**2 > x", ["x > 0"], "0 < 1 ∧ ¬(1 < 1^2)"),
    ],
)
def test_an_answer_is_that_of_the_command_line(
    goal: str, given: list[str], statement: str, tools: Dispatcher, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = asked(tools, "decide", goal=goal, hypotheses=given, certificate=True)
    assert found["statement"] == statement
    run(["prove", goal, *(x for g in given for x in ("--given", g)), "--json", "--save", str(tmp_path / "saved")])
    printed = json.loads(capsys.readouterr().out)
    saved = (tmp_path / "saved").read_bytes()
    assert found["certificate_sha256"] == hashlib.sha256(saved).hexdigest()
    assert found["certificate"] == [json.loads(line) for line in saved.splitlines()]
    assert (found["outcome"], found["effort"]) == (printed["answer"], printed["effort"])


def test_the_kernels_statement_may_say_more_than_was_asked(tools: Dispatcher) -> None:
    """A hypothesis that the proof does not need is missing in it."""
    found = asked(tools, "decide", goal=["x**2 >= 0", "y <= y"], hypotheses=["x > y"])
    assert [(t["given"], t["shows"]) for t in found["theorems"]] == [([], "0 ≤ x^2"), ([], "y ≤ y")]


def test_a_refutation_has_an_exact_point(tools: Dispatcher) -> None:
    found = asked(tools, "decide", goal=["x > 0", "x**2 > x"], hypotheses=["x > 0"])
    assert (found["outcome"], found["counterexample"], found["fails"]) == ("refuted", {"x": "1"}, "x**2 > x")


def test_a_missing_assumption_is_named(tools: Dispatcher) -> None:
    found = asked(tools, "decide", goal="log(x) <= x - 1")
    assert (found["outcome"], found["assumption"], found["point"]) == ("undefined", "0 < x", {"x": "0"})


def test_an_unknown_answer_says_what_was_tried(tools: Dispatcher) -> None:
    found = asked(tools, "decide", goal=HARD, effort=0.2)
    assert found["outcome"] == "unknown" and found["tried"] and "more effort" in found["would_help"]
    assert "statement" not in found and "certificate_sha256" not in found


def test_contradictory_hypotheses_are_reported(tools: Dispatcher) -> None:
    assert asked(tools, "decide", goal="x > 5", hypotheses=["x > 1", "x < 0"])["vacuous"] is True


def test_a_margin_is_proved(tools: Dispatcher) -> None:
    found = asked(tools, "margin", goal="x**2 + 1 >= x")
    assert found["value"] == "239/320" and found["proof"]["theorems"][0]["shows"] == "x + 239/320 ≤ x^2 + 1"
    assert asked(tools, "margin", goal="x > 1")["outcome"] == "refuted"


def test_a_constant_is_sharpened(tools: Dispatcher) -> None:
    found = asked(tools, "sharpen", goal="x**2 + c >= x", constant="c")
    assert (found["lower"]["value"], found["lower"]["where"], found["upper"]) == ("1/4", "equality at x = 1/2", None)
    assert (found["lower"]["fails"]["outcome"], found["holds"]["outcome"]) == ("proved", "proved")
    assert asked(tools, "sharpen", goal="x**2 <= c", constant="c", effort=1)["outcome"] == "bracket"
    assert asked(tools, "sharpen", goal="x**2 + c >= x", constant="d")["outcome"] == "invalid"


def test_a_proof_is_printed(tools: Dispatcher) -> None:
    question = "x**2 + y**2 >= 2*x*y"
    found = asked(tools, "explain", goal=question, format="md")
    assert found["proof"] == decide(question).proof("md")
    assert asked(tools, "explain", goal="x > 1")["answer"]["outcome"] == "refuted"
    assert asked(tools, "explain", goal=HARD, effort=0.05)["outcome"] == "unknown"


def test_a_paper_is_checked(tools: Dispatcher) -> None:
    found = asked(tools, "check_paper", file="toy.py")
    assert not found["holds"] and [item["id"] for item in found["report"]["items"]][1] == "Toy:lemma-1"
    found = asked(tools, "check_paper", file="toy.py", ids=["Toy:lemma-1"])
    assert found["holds"] and found["settled"] and len(found["report"]["items"]) == 1


def test_a_search_applies_the_lemmas_of_a_paper(tools: Dispatcher) -> None:
    found = asked(tools, "decide", goal="x + 1/x >= 2", hypotheses=["x > 0"], **PAPERS)
    assert found["outcome"] == "proved"


def test_statements_and_theorems_are_shown(tools: Dispatcher) -> None:
    assert asked(tools, "show", id="Toy:lemma-1", **PAPERS)["statement"]["status"] == "proved"
    assert asked(tools, "show", id="square_nonneg", **PAPERS)["theorem"]["shows"] == "0 ≤ x^2"
    assert asked(tools, "show", id="exp_ge")["rule"]["says"] == "1 + t <= exp t."
    assert "Toy:lemma-1" in asked(tools, "show", id="Toy:lemma-11", **PAPERS)["message"]


def test_theorems_are_found(tools: Dispatcher) -> None:
    found = asked(tools, "search_theorems", query="exp", limit=1, **PAPERS)
    assert len(found["theorems"]) == 1 < found["total"] and "exp_ge" in [r["name"] for r in found["rules"]]
    assert asked(tools, "search_theorems", query="exp(_", **PAPERS)["outcome"] == "invalid"


def test_errata_and_dependencies_are_listed(tools: Dispatcher) -> None:
    (entry,) = asked(tools, "errata", **PAPERS)["errata"]
    assert (entry["id"], entry["counterexample"]) == ("Toy:lemma-2", "x = 1: both sides = 2")
    assert asked(tools, "errata", paper="Toy", id="Toy:lemma-1", **PAPERS)["errata"] == []
    assert asked(tools, "depends_on", id="Toy:lemma-2", **PAPERS)["statements"] == ["Toy:lemma-1"]
    assert asked(tools, "what_falls_if", id="Toy:lemma-1", **PAPERS)["statements"] == ["Toy:lemma-2"]


# --- limits and hostile input -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "goal",
    ["(" * 3000 + "x" + ")" * 3000 + " > 0", "x**(10**9) > 0", "9**9**9**9 < 0", "x > 0\0", "__import__('os')",
     "\ud800", "x" * 30_000 + " > 0", "max(x[i], (i, 1, n)) < 10**10**10", "x[" * 500 + "1" + "]" * 500 + " > 0", "",
     "a" * 3000 + ">"],
)  # fmt: skip
def test_hostile_text_is_no_proof(goal: str, tools: Dispatcher) -> None:
    found = asked(tools, "decide", goal=goal, effort=0.5)
    assert found["outcome"] in ("invalid", "unknown", "refuted", "undefined")
    assert len(found.get("message", "").splitlines()) <= 3


@pytest.mark.parametrize(
    "arguments",
    [{}, {"goal": None}, {"goal": 3}, {"goal": "x > 0", "hypotheses": "x"}, {"goal": "x > 0", "effort": -1},
     {"goal": "x > 0", "effort": "much"}, {"goal": "x > 0", "effort": float("nan")}, {"goal": "x > 0", "memory": 10**9},
     {"goal": "x > 0", "timeout": 1}, [], None, "goal", {"goal": [["x > 0"]]}, {"goal": []}],
)  # fmt: skip
def test_arguments_of_wrong_types_are_invalid(arguments: Any, tools: Dispatcher) -> None:
    assert validated("decide", tools.dispatch("decide", arguments))["outcome"] == "invalid"


@pytest.mark.parametrize("name", ["", "Decide", "run", "os.system", "__init__", "proofs.service.tools:run"])
def test_an_unknown_tool_is_invalid(name: str, tools: Dispatcher) -> None:
    assert "there are decide, sharpen, " in tools.dispatch(name, {})["message"]


@pytest.mark.parametrize(
    "file", ["../outside.py", "link.py", "/etc/passwd", "none.py", "folder", "", "a\0.py", "toy", "proofs.papers.ks"]
)
def test_a_file_outside_of_the_workspace_is_not_read(file: str, tools: Dispatcher) -> None:
    found = asked(tools, "check_paper", file=file)
    assert found["outcome"] == "invalid" and "is no file of the workspace" in found["message"]
    assert asked(tools, "decide", goal="x > 0", papers=[file]) == found


def test_no_paper_is_read_unless_that_is_allowed(workspace: Path) -> None:
    closed = Dispatcher(workspace)
    for tool, arguments in {"check_paper": {"file": "toy.py"}, "show": {"id": "Toy:lemma-1", **PAPERS}}.items():
        assert "--allow-papers" in validated(tool, closed.dispatch(tool, arguments))["message"]


def test_a_call_that_grows_is_stopped_alone(tools: Dispatcher) -> None:
    names = [f"x{i}" for i in range(8)]
    large = {"goal": f"({' + '.join(names)})**6 <= 8**5*({'**6 + '.join(names)}**6)", "memory": 8}
    with ThreadPoolExecutor(2) as threads:
        grown = threads.submit(tools.dispatch, "decide", large)
        other = threads.submit(tools.dispatch, "decide", {"goal": "x**2 >= 0"})
    assert "memory" in validated("decide", grown.result())["would_help"]
    assert other.result()["outcome"] == "proved"


def test_a_call_that_hangs_is_stopped_alone(tools: Dispatcher, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = Tool.seconds
    monkeypatch.setattr(Tool, "seconds", lambda tool, r: 2.0 if r.goal == HARD else usual(tool, r))  # type: ignore[attr-defined]
    with ThreadPoolExecutor(2) as threads:
        hanging = threads.submit(tools.dispatch, "decide", {"goal": HARD, "effort": 10**5})
        other = threads.submit(tools.dispatch, "decide", {"goal": "x**2 >= 0"})
    found = validated("decide", hanging.result())
    assert found["outcome"] == "unknown" and "stopped after 2 seconds" in found["would_help"]
    assert other.result()["outcome"] == "proved"


def test_a_worker_that_is_killed_is_replaced(tools: Dispatcher) -> None:
    seen: list[Any] = []

    def kill(progress: Any) -> None:
        seen.append(progress)
        if len(seen) == 1:
            for worker in list(pool._busy):
                os.kill(worker.process.pid, signal.SIGKILL)

    found = tools.dispatch("decide", {"goal": HARD, "effort": 0.3}, kill)
    assert validated("decide", found)["outcome"] == "unknown" and "killed" not in found["would_help"]
    assert seen and found == tools.dispatch("decide", {"goal": HARD, "effort": 0.3})


def test_a_call_can_be_cancelled(tools: Dispatcher) -> None:
    cancellation = Cancellation()
    start = time.monotonic()
    found = tools.dispatch("decide", {"goal": HARD, "effort": 10**5}, lambda _: cancellation.cancel(), cancellation)
    assert validated("decide", found) == {"outcome": "failed", "message": "the call was cancelled"}
    assert time.monotonic() - start < 60 and not pool._busy
    assert tools.dispatch("decide", {"goal": "x**2 >= 0"}, None, cancellation)["outcome"] == "failed"
    assert tools.dispatch("decide", {"goal": "x**2 >= 0"})["outcome"] == "proved"


def test_every_tool_is_described() -> None:
    assert all(tool.request.__doc__ for tool in TOOLS.values())
