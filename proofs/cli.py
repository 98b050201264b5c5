"""The command line, `lemmata`.

Results go to standard output, progress, warnings and errors to standard error. The exit status is 0 if what
was asked holds, 1 if it does not, 2 if that is not known, 3 for input that cannot be used, 130 when interrupted.
Everything heavy is imported inside the commands, so that help comes at once.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from proofs import cli_decide, cli_publish, cli_run
from proofs.cli_report import Id, NoCache, OnlyPaper, all_statements, checked, id_of
from proofs.terminal import (
    BAD_INPUT,
    FAILS,
    HOLDS,
    INTERRUPTED,
    AsJson,
    BadInput,
    ExecutorText,
    complaint,
    details,
    end_workers,
    leave,
    print_json,
    print_text,
    width,
    write_file,
)

if TYPE_CHECKING:
    from proofs.check import Report, Result
    from proofs.paper import Statement

app = typer.Typer(
    help="Check the statements of papers, find what is wrong in them, and see what rests on what.",
    epilog="Exit status: 0 what was asked holds, 1 it does not, 2 not known, 3 bad input, 130 interrupted.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(cli_run.app, name="run")


class Intervals(StrEnum):
    """The libraries that `lemmata audit` can compute intervals with."""

    arb = "arb"
    mpmath = "mpmath"


# --- the commands ------------------------------------------------------------------------------------------


@app.command()
def check(
    ids: Annotated[list[str] | None, typer.Argument(metavar="ID", help="Statements; all if none.")] = None,
    paper: OnlyPaper = None,
    as_json: AsJson = False,
    jobs: Annotated[int, typer.Option(min=1, help="Processes that search at once, a paper each.")] = 1,
    no_cache: NoCache = False,
    where: ExecutorText = None,
) -> None:
    """Say how well statements are established.

    Prints a table, the errata found with their counterexamples, and a summary.
    Exit status 0 if all that was asked is proved, as printed or as mended, and well-defined.
    """
    report = checked(ids or None, paper, jobs, no_cache, where)
    if as_json:
        print_json(report.to_json())
    else:
        from proofs import reports

        print_text(reports.check_table(report, width()))
        if report.errata:
            print_text(
                reports.heading(f"Errata ({len(report.errata)})"),
                reports.errata(report, width(), mended=False),
            )
        if report.problems:
            print_text(reports.heading("Problems"), reports.bullets(report.problems, width()))
        print_text("\n", reports.check_summary(report, width()))
    leave(all(map(_holds, report.items)) and not (report.problems and not ids))


@app.command()
def show(id: Id, as_json: AsJson = False) -> None:
    """Show one statement in full, with its proof.

    As printed and mended, its place, errata, constants, what it rests on and what rests on it.
    """
    from proofs.graph import falls_if, proof_graph, rests_on

    name = id_of(id)
    report = checked()
    graph = proof_graph(report)
    result = report.by_id[name]
    steps = _steps(report, result)
    foundations, falls = rests_on(graph, name), falls_if(graph, name)
    if as_json:
        from dataclasses import asdict

        parts: dict[str, Any] = {
            "errata": [report.erratum(f) for f in report.errata if f.id == name],
            "constants": [asdict(c) for c in report.constants if c.statement == name],
            "proofs": steps,
        }
        below = {"statements": foundations.statements, "supports": foundations.supports}
        print_json(result.to_json() | parts | {"foundations": below, "falls_if": falls})
    else:
        from proofs import reports

        print_text(reports.statement(report, name, steps, foundations, falls, width()))


for command in (
    cli_publish.graph,
    cli_publish.errata,
    cli_publish.constants,
    cli_publish.manifest,
    cli_publish.plot,
    cli_publish.site,
):
    app.command()(command)
app.command()(cli_decide.prove)
app.command()(cli_decide.refute)
app.command()(cli_decide.campaign)


@app.command("spot-check")
def spot_check(
    id: Id,
    samples: Annotated[
        int | None, typer.Option(min=1, help="How many: by default 10000 arrays, or 100 points a line.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The samples' seed.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Evaluate a statement at many samples.

    Prints the smallest margin and where it occurs, which proves nothing. Exit status 0 if the form that later
    results use holds at every sample.
    """
    name = id_of(id)
    checks = _sampled(name, samples, seed) or _evaluated(all_statements()[name], samples or 100, seed)
    holds = all(c["verdict"] == "holds" for c in checks if c["counts"])
    if as_json:
        print_json({"id": name, "holds": holds, "seed": seed, "checks": checks})
    else:
        from proofs import reports

        print_text(reports.spot_checks(name, checks, width()))
    leave(holds)


def _sampled(name: str, samples: int | None, seed: int) -> list[dict[str, Any]]:
    """The spot-check of a statement that has a sampler of arrays; nothing if it has none."""
    from numeric.lemma_checks import CHECKS
    from numeric.spot_check import spot_check

    if name not in CHECKS:
        return []
    check = CHECKS[name]
    found = spot_check(check.margin, check.sampler, samples=samples or 10_000, seed=seed)
    holds = found.margin > 0 or (found.margin == 0 and not check.strict)
    at = {k: v.tolist() if hasattr(v, "tolist") else v for k, v in found.sample.items()}
    verdict = "holds" if holds else "fails"
    return [
        {
            "line": "",
            "counts": True,
            "verdict": verdict,
            "samples": found.samples,
            "margin": _finite(found.margin),
            "at": at,
        }
    ]


def _finite(x: float | None) -> float | str | None:
    """A number for JSON, which has no infinity."""
    return x if x is None or math.isfinite(x) else str(x)


def _evaluated(statement: Statement, points: int, seed: int) -> list[dict[str, Any]]:
    """The spot-check of each line of a statement in balls; the mended form counts where there is one."""
    from proofs.sample import sample

    out = []
    for form, claims in (("printed", statement.printed), ("mended", statement.mended)):
        for k, claim in enumerate(claims, 1):
            found = sample(claim, points, seed)
            row = {"line": f"as {form}, line {k}", "counts": form == "mended" or not statement.mended}
            row |= {"verdict": found.verdict, "samples": found.satisfying, "margin": _finite(found.margin)}
            out.append(row | {"at": found.point or found.note})
    if not out:
        raise BadInput(f"{statement.id} has no line that could be true or false")
    return out


@app.command("export-proofs")
def export_proofs(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write them.")],
    as_json: AsJson = False,
) -> None:
    """Write all stored proofs to a file for other checkers.

    One theorem a line, each after those that it applies; `lemmata audit` reads it.
    """
    theorems = [t.stored for t in checked().theorems]
    write_file(file, "".join(json.dumps(t, ensure_ascii=False) + "\n" for t in theorems))
    if as_json:
        print_json({"file": str(file), "theorems": len(theorems)})
    else:
        print_text(f"{len(theorems)} theorems in {file}\n")


@app.command()
def audit(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", help="Stored proofs; the library's if none.")
    ] = None,
    intervals: Annotated[Intervals, typer.Option(help="The library for the ends of intervals.")] = Intervals.arb,
    as_json: AsJson = False,
) -> None:
    """Replay stored proofs with the second checker.

    It shares no code with the kernel, and with --intervals mpmath not its library of balls either.
    Exit status 0 if it accepts all.
    """
    from dataclasses import asdict

    from proofs import checker

    if files:
        theorems = [t for file in files for t in checker.read_file(str(file))]
    else:
        theorems = [t.stored for t in checked().theorems]
    verdicts = checker.check(theorems, intervals.value)
    refused = [v for v in verdicts if not v.accepted]
    if as_json:
        print_json([asdict(v) for v in verdicts])
    else:
        from proofs import reports

        print_text(reports.clipped([checker.line(v) for v in verdicts], width()))
        print_text(f"{len(verdicts) - len(refused)} accepted, {len(refused)} refused\n")
    malformed = [v for v in refused if v.malformed]
    if malformed:
        raise BadInput(f"{malformed[0].name}: {malformed[0].reason}")
    leave(not refused)


# --- what they share ---------------------------------------------------------------------------------------


def _holds(result: Result) -> bool:
    return result.status in ("proved", "defined") and not result.defined


def _steps(report: Report, result: Result) -> dict[str, list[dict[str, Any]]]:
    """The steps of the theorems that a statement's lines are proved by."""
    from proofs.steps import steps

    facts = {t.name: t.fact for t in report.theorems}
    stored = {t.name: t.stored for t in report.theorems}
    names = dict.fromkeys(line.theorem for line in result.lines if line.theorem)
    notions = report.notions[result.paper]
    return {name: steps(stored[name], facts, notions) for name in names}


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, by default that of the process; the exit status. Without arguments it is help."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        status = app(given or ["--help"], prog_name="lemmata", standalone_mode=False) or HOLDS
    except (KeyboardInterrupt, typer.Abort):
        end_workers()
        status = INTERRUPTED
    except Exception as wrong:
        what = complaint(wrong)
        if what is None:
            raise
        typer.echo(f"lemmata: {what}", err=True)
        if "--json" in given:
            print_json({"error": what, **details(wrong)})
        return BAD_INPUT
    if status == INTERRUPTED:
        typer.echo("lemmata: interrupted; finished proofs are kept", err=True)
    return int(status)


def main() -> None:
    """The entry point of the command."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = run()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of a pipe has left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = FAILS
    sys.stderr.flush()
    os._exit(status)  # all is written; to take a hundred thousand terms apart again would only cost time
