"""The commands about stored proofs: to write them down, and to replay them with the second checker."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from proofs.cli.checked import checked
from proofs.cli.terminal import AsJson, BadInput, leave, print_json, print_text, width, write_file


class Intervals(StrEnum):
    """The libraries that `lemmata audit` can compute intervals with."""

    arb = "arb"
    mpmath = "mpmath"


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
        from proofs.publish import reports

        print_text(reports.clipped([checker.line(v) for v in verdicts], width()))
        print_text(f"{len(verdicts) - len(refused)} accepted, {len(refused)} refused\n")
    malformed = [v for v in refused if v.malformed]
    if malformed:
        raise BadInput(f"{malformed[0].name}: {malformed[0].reason}")
    leave(not refused)
