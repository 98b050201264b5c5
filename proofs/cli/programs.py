"""The commands for other programs: `lemmata mcp`, `lemmata serve` and `lemmata claims`."""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from proofs.cli.terminal import (
    FAILS,
    HOLDS,
    UNKNOWN,
    AsJson,
    BadInput,
    ExecutorText,
    chosen_executor,
    end_workers,
    print_json,
    print_text,
    progress_line,
)

if TYPE_CHECKING:
    from proofs.service.dispatcher import Dispatcher

Workspace = Annotated[
    Path, typer.Option(metavar="DIR", help="The folder of all files to which a request may refer.", file_okay=False)
]
AllowPapers = Annotated[
    bool, typer.Option("--allow-papers", help="Read papers in the workspace, which runs them: they are Python.")
]
Jobs = Annotated[
    int | None, typer.Option(min=1, help="How many calls run at once; by default one a processor, at most four.")
]


def mcp(
    http: Annotated[
        int | None,
        typer.Option("--http", metavar="PORT", min=1, max=65535, help="Serve http://127.0.0.1:PORT/mcp instead."),
    ] = None,
    workspace: Workspace = Path("."),
    allow_papers: AllowPapers = False,
    jobs: Jobs = None,
) -> None:
    """Serve assistants that speak the Model Context Protocol, over standard input and output.

    The tools decide inequalities, print proofs, and look up statements, theorems and errata. Nothing that is sent is
    evaluated; only files in the workspace are read, and only with --allow-papers.
    """
    try:
        from proofs.service import mcp_server
    except ImportError:
        raise BadInput("the MCP server is not installed: pip install 'lemmata[mcp]'") from None
    dispatcher, count = _dispatcher(workspace, allow_papers), jobs or _processors()
    try:
        if http is None:
            mcp_server.serve_stdio(dispatcher, count)
        else:
            mcp_server.serve_http(dispatcher, count, http)
    finally:
        end_workers()


def serve(
    jsonl: Annotated[bool, typer.Option("--jsonl", help="A line of JSON in, a line of JSON out.")] = False,
    workspace: Workspace = Path("."),
    allow_papers: AllowPapers = False,
    jobs: Jobs = None,
) -> None:
    """Answer requests on standard input, one a line, with one line each on standard output.

    A request is {"tool": "decide", "arguments": {"goal": "x**2 >= 0"}, "id": 1}; the tools are those of `lemmata mcp`.
    """
    if not jsonl:
        raise BadInput(
            "choose the protocol: --jsonl, one line of JSON for each request and answer; `lemmata mcp` speaks MCP"
        )
    from proofs.service import json_lines

    dispatcher = _dispatcher(workspace, allow_papers)

    def write(line: str) -> None:
        sys.stdout.write(line)
        sys.stdout.flush()

    try:
        json_lines.serve(dispatcher, json_lines.lines_of(sys.stdin.buffer), write, jobs or _processors())
    finally:
        end_workers()


def claims(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A claim on each line, as JSON.")],
    answers: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file of answers; by default FILE with .answers.jsonl.")
    ] = None,
    where: ExecutorText = None,
    as_json: AsJson = False,
) -> None:
    """Decide many claims, and print a table with outcomes, counterexamples, effort and times.

    A claim is {"goal": "x**2 > x", "hypotheses": ["x > 0"]}, with an "id" and an "effort" if you like. Each answer is
    stored at once: after an interruption, the same command decides only the remaining ones.

    Exit status 0 if all are proved, 1 if some are refuted, 2 otherwise.
    """
    from proofs.service.claims import run_claims
    from proofs.service.outputs import Claims

    store = answers or file.with_suffix(".answers.jsonl")
    with chosen_executor(where or "processes") as executor, progress_line() as progress:
        assert executor is not None
        rows = run_claims(file, store, executor, progress)
    counts = dict(sorted(Counter(row.answer["outcome"] for row in rows).items()))
    if as_json:
        import msgspec

        print_json(msgspec.to_builtins(Claims(str(store), counts, rows)))
    else:
        lines = [(row.line if row.id is None else row.id, row.goal, row.seconds, row.answer) for row in rows]
        print_text(f"{'claim':<12} {'outcome':<10}{'effort':>8}{'seconds':>9}\n")
        print_text(*(_row(str(name), goal, seconds, answer) for name, goal, seconds, answer in lines))
        print_text(f"{', '.join(f'{n} {outcome}' for outcome, n in counts.items()) or 'no claims'}; {store}\n")
    raise typer.Exit(FAILS if "refuted" in counts else HOLDS if counts.keys() <= {"proved"} else UNKNOWN)


def _row(name: str, goal: str | list[str], seconds: float, answer: Mapping[str, Any]) -> str:
    """Return a row of the table of claims."""
    what = goal if isinstance(goal, str) else ", ".join(goal)
    point = answer.get("counterexample") or answer.get("point") or {}
    at = ", ".join(f"{x} = {value}" for x, value in point.items())
    said = {
        "refuted": f"fails{' at ' + at if at else ''}",
        "undefined": f"needs {answer.get('assumption')}{'; fails at ' + at if at else ''}",
        "unknown": answer.get("would_help"),
    }.get(answer["outcome"], answer.get("message"))
    effort = answer.get("effort")
    head = f"{name:<12} {answer['outcome']:<10}{'–' if effort is None else f'{effort:.3f}':>8}{seconds:>9.2f}"
    return "  ".join(filter(None, (head, " ".join(what.split()), " ".join((said or "").split())))) + "\n"


def _dispatcher(workspace: Path, allow_papers: bool) -> Dispatcher:
    """Return the dispatcher of a server, which ends its workers when it is terminated."""
    from proofs.service.dispatcher import Dispatcher

    def terminated(*_: object) -> None:
        end_workers()
        os._exit(128 + signal.SIGTERM)

    if not workspace.is_dir():
        raise BadInput(f"{workspace} is not a folder")
    signal.signal(signal.SIGTERM, terminated)
    return Dispatcher(workspace, allow_papers)


def _processors() -> int:
    from proofs.workers.forks import processors

    return min(4, processors())
