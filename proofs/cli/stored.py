"""The commands about stored proofs: exporting them, and replaying them with the second checker."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from proofs.cli.library_checks import With, checked, shelf
from proofs.cli.terminal import AsJson, BadInput, Force, check_output, print_json, print_text, write_file


class Intervals(StrEnum):
    """The interval libraries of `lemmata audit`."""

    arb = "arb"
    mpmath = "mpmath"


def export_proofs(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The output file.")],
    own: With = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Write all stored proofs to a file for other checkers.

    One theorem a line, each after those that it applies; `lemmata audit` reads it.
    """
    check_output(file, force)
    theorems = [t.stored for t in checked(shelf(own)).theorems]
    write_file(file, "".join(json.dumps(t, ensure_ascii=False) + "\n" for t in theorems), force)
    if as_json:
        print_json({"file": str(file), "theorems": len(theorems)})
    else:
        print_text(f"{len(theorems)} theorems in {file}\n")


def audit(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE", help="Files of stored proofs; by default the proofs of the papers."),
    ] = None,
    own: With = None,
    intervals: Annotated[Intervals, typer.Option(help="The library for the ends of intervals.")] = Intervals.arb,
    everything: Annotated[
        bool, typer.Option("--all", help="Show every theorem, not only those that rest on something.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Replay stored proofs with the second checker.

    It shares no code with the kernel, and with --intervals mpmath not its library of balls either. It prints the
    accepted theorems and all that they depend on; of more than 20 theorems only those that are rejected, or depend on
    steps that are argued or cited. A file may be 200 MB long, and a line of it 20 MB.

    Exit status 0 if all are accepted and depend on nothing admitted, 1 if some are rejected, 2 if all are accepted but
    some depend on argued or cited steps.
    """
    from itertools import chain

    from proofs import checker

    read = [checker.read_file(str(file)) for file in files or ()]
    theorems = chain.from_iterable(read) if files else (t.stored for t in checked(shelf(own)).theorems)
    verdicts = checker.check(theorems, intervals.value)
    sys.stdout.write(checker.as_json(verdicts) if as_json else checker.report(verdicts, everything))
    malformed = next((v for v in verdicts if v.malformed), None)
    if malformed is not None:
        raise BadInput(f"{checker.quoted(malformed.name)}: {checker.reason(malformed)}")
    raise typer.Exit(checker.status(verdicts))
