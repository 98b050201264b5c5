"""The tools over lines of JSON, and many claims at once."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from validation import SCHEMAS, validated

from proofs.cli.main import run
from proofs.service import claims, json_lines
from proofs.service.claims import run_claims
from proofs.workers.pool import named, remote

pytestmark = pytest.mark.xdist_group("service")
COMMAND = [sys.executable, "-m", "proofs"]


def test_a_line_in_a_line_out(workspace: Path) -> None:
    requests: list[Any] = [
        {
            "tool": "decide",
            "arguments": {"goal": "sum(x[i]**2, (i, 1, n)) >= 0", "hypotheses": ["integer n"]},
            "id": "a",
        },
        {"tool": "decide", "arguments": {"goal": "x**2 > x", "hypotheses": ["x > 0"]}, "id": 7},
        {"tool": "decide", "arguments": {"goal": "x >"}},
        {"tool": "check_paper", "arguments": {"file": "toy.py"}, "id": 8},
        {"tool": "nothing", "id": 9},
    ]
    schema = Draft202012Validator(json.loads((SCHEMAS / "serve.request.json").read_text()))
    assert all(map(schema.is_valid, requests)) and not schema.is_valid({"id": 1})
    lines = [
        *map(json.dumps, requests),
        "",
        "nonsense",
        "[" * 10_000,
        '{"tool": "decide", "id": {}}',
        "x" * (2 << 20),
        "5",
    ]
    done = subprocess.run(
        [*COMMAND, "serve", "--jsonl", "--jobs", "2"], input="\n".join(lines), cwd=workspace, capture_output=True,
        text=True,
    )  # fmt: skip
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, "")
    assert [a["outcome"] for a in answers] == ["proved", "refuted", *["invalid"] * 8]
    assert [a.pop("id") for a in answers] == ["a", 7, None, 8, 9, *[None] * 5]
    assert "--allow-papers" in answers[3]["message"] and "at most 1048576 bytes" in answers[-2]["message"]
    for answer in answers:
        validated("decide", answer)


def test_an_answer_comes_before_the_next_request(workspace: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "serve", "--jsonl"], cwd=workspace, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        for k in range(2):
            process.stdin.write(json.dumps({"tool": "decide", "arguments": {"goal": f"x**2 >= -{k}"}, "id": k}) + "\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            assert (answer["id"], answer["outcome"]) == (k, "proved")
        process.stdin.close()
        assert process.wait(60) == 0


def test_how_to_serve_has_to_be_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve"]) == 3 and "--jsonl" in capsys.readouterr().err
    assert run(["serve", "--jsonl", "--workspace", "/no/such/folder"]) == 3


def test_long_lines_are_cut() -> None:
    long = b"x" * (json_lines.LONGEST * 3)
    found = list(json_lines.lines_of(io.BytesIO(b"a\n\n" + long + b"\nb\n" + b"y" * json_lines.LONGEST + b"\nlast")))
    assert [line[:1] for line in found] == [b"a", b"x", b"b", b"y", b"l"]


# --- claims -----------------------------------------------------------------------------------------------------------


def written(folder: Path, *rows: Any) -> Path:
    file = folder / "claims.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


def test_a_table_of_claims(workspace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(
        tmp_path, {"goal": "x**2 >= 0", "id": "square"}, {"goal": "x**2 > x", "hypotheses": ["x > 0"]},
        {"goal": "log(x) <= x - 1"}, {"gaol": ""}, {"goal": "x**2 >= 0"}, {"goal": "x**2 >= 0", "effort": 2},
    )  # fmt: skip
    assert run(["claims", str(file), "--executor", "processes:2"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in out[1:-1]] == [
        ["square", "proved"], ["2", "refuted"], ["3", "undefined"], ["4", "invalid"], ["5", "proved"], ["6", "proved"],
    ]  # fmt: skip
    assert "x**2 > x  fails at x = 1" in out[2] and "needs 0 < x; fails at x = 0" in out[3]
    assert "unknown field `gaol`" in out[4] and out[-1].startswith("1 invalid, 3 proved, 1 refuted, 1 undefined; ")
    stored = [json.loads(line) for line in (tmp_path / "claims.answers.jsonl").read_text().splitlines()]
    assert len(stored) == 4 == len({row["key"] for row in stored})  # the same question was asked once


class Counting(ThreadPoolExecutor):
    """An executor that records the questions."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[str] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.asked.append(args[0]["goal"])
        return super().submit(fn, *args, **kwargs)


def test_an_interrupted_run_is_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is asked twice; half a line, and a failure, count as no answer."""
    file, answers = written(tmp_path, *({"goal": f"x > {k}"} for k in range(6))), tmp_path / "answers.jsonl"
    outcomes = {"x > 4": "failed"}
    monkeypatch.setattr(
        claims, "ask", lambda q: {"seconds": 0.0, "answer": {"outcome": outcomes.get(q["goal"], "unknown")}}
    )
    with Counting() as executor:
        assert len(run_claims(file, answers, executor)) == 6 == len(executor.asked)
    lines = answers.read_bytes().splitlines(keepends=True)
    assert len(lines) == 5
    answers.write_bytes(b"".join(lines[:3]) + lines[3][:-9])
    outcomes.clear()
    with Counting() as executor:
        rows = run_claims(file, answers, executor)
    assert executor.asked == ["x > 3", "x > 4", "x > 5"] and [row.goal for row in rows] == [
        f"x > {k}" for k in range(6)
    ]
    with Counting() as executor:
        assert run_claims(file, answers, executor) == rows and executor.asked == []
    answers.write_text("not a file of answers\n")
    with pytest.raises(FileExistsError, match="no file of answers"), Counting() as executor:
        run_claims(file, answers, executor)


def test_a_killed_command_is_continued(workspace: Path, tmp_path: Path) -> None:
    file = written(tmp_path, *({"goal": f"x**2 >= -{k}"} for k in range(12)))
    answers = tmp_path / "claims.answers.jsonl"
    command = [*COMMAND, "claims", str(file), "--executor", "processes:1", "--json"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, process_group=0) as process:
        while not (answers.exists() and answers.read_bytes().count(b"\n") >= 3):
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGKILL)
    before = answers.read_bytes()
    done = subprocess.run(command, capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert (done.returncode, found["counts"], len(found["claims"])) == (0, {"proved": 12}, 12)
    assert answers.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
    keys = [json.loads(line)["key"] for line in answers.read_text().splitlines()]
    assert len(keys) == len(set(keys)) == 12


def test_a_claim_can_be_sent_to_a_cluster(workspace: Path) -> None:
    """A cluster runs the function by its name, with JSON text."""
    question = {"goal": "x**2 > x", "hypotheses": ["x > 0"]}
    found = json.loads(remote(named(claims.ask), json.dumps([question])))
    assert validated("decide", found["answer"])["counterexample"] == {"x": "1"}
