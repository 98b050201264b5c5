"""The command line, `lemmata`.

Results go to standard output; progress, warnings and errors go to standard error. The exit status is 0 for success, 1
if the answer is negative, 2 if it is unknown, 3 for invalid input, 130 after an interruption. Slow imports are made
inside the commands, so that help appears at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import Annotated

import typer

from proofs.cli import constructions, exports, formal, fuzzing, inequalities, new, programs, statements, stored
from proofs.cli.completion import ASKED, complete_in_bash
from proofs.cli.terminal import (
    BAD_INPUT,
    FAILS,
    HOLDS,
    INTERRUPTED,
    BadInput,
    complaint,
    details,
    end_workers,
    print_error,
    print_json,
)


def _print_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"lemmata {version('lemmata')}")
        raise typer.Exit


app = typer.Typer(
    help="Prove or refute inequalities, check the proofs of papers, and find the false formulas in them.",
    epilog="Exit status: 0 what was asked holds, 1 it does not, 2 not known, 3 bad input, 130 interrupted.",
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(constructions.app, name="construct")


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version.")
    ] = False,
) -> None:
    """Define the global options; the help text is that of `app`."""


COMMANDS = (
    new.new,
    statements.check,
    statements.show,
    statements.theorems,
    exports.graph,
    exports.errata,
    exports.constants,
    exports.letter,
    exports.manifest,
    exports.plot,
    exports.site,
    inequalities.prove,
    inequalities.refute,
    programs.claims,
    programs.mcp,
    programs.serve,
    fuzzing.fuzz,
    statements.spot_check,
    stored.export_proofs,
    stored.audit,
    formal.formalize,
)  # in the order of the help; underscores in names become hyphens
FORMULAS = dict.fromkeys((inequalities.prove, inequalities.refute), inequalities.FormulaCommand)
for command in COMMANDS:
    app.command(cls=FORMULAS.get(command))(command)


RENAMED_COMMANDS = {"campaign": "fuzz", "run": "construct"}
RENAMED_WORDS = {  # options and arguments of commands
    "check": {"--record": "--last"},
    "formalize": {"--out": "--output"},
    "fuzz": {
        "soundness": "mutation",
        "fuzz": "hostile_input",
        "crossing": "sympy_translation",
        "readers": "checkers",
    },
}


def check_names(arguments: Sequence[str]) -> None:
    """Raise BadInput for a former name of a command, an option or a campaign, with the present name.

    >>> check_names(["check", "--record"])
    Traceback (most recent call last):
      ...
    proofs.cli.terminal.BadInput: `lemmata check --record` is now `lemmata check --last`
    """
    command, *words = arguments or [""]
    if command in RENAMED_COMMANDS:
        raise BadInput(f"`lemmata {command}` is now `lemmata {RENAMED_COMMANDS[command]}`")
    renamed = RENAMED_WORDS.get(command, {})
    for word in (word.partition("=")[0] for word in words):
        if word in renamed:
            raise BadInput(f"`lemmata {command} {word}` is now `lemmata {command} {renamed[word]}`")


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line (by default that of the process) and return the exit status. No arguments print the help."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if os.environ.get(ASKED) == "complete_bash":
        complete_in_bash(partial(app, [], prog_name="lemmata"))
        return HOLDS
    try:
        check_names(given)
        status = app(given or ["--help"], prog_name="lemmata", standalone_mode=False) or HOLDS
    except SystemExit as ended:  # raised by a shell completion
        return int(ended.code or HOLDS)
    except (KeyboardInterrupt, typer.Abort):
        end_workers()
        status = INTERRUPTED
    except Exception as wrong:
        what = complaint(wrong)
        if what is None:
            raise
        if "--json" in given:
            print_json({"error": what, **details(wrong)})
        print_error(what)
        return BAD_INPUT
    if status == INTERRUPTED:
        kept = "" if "--no-cache" in given else "; finished proofs are kept"
        print_error(f"interrupted{kept}")
    return int(status)


def main() -> None:
    """Run the command."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the parent process has closed this stream
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = run()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the pipe has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = FAILS
    except OSError as full:
        print_error(f"standard output: {full.strerror}")
        status = BAD_INPUT
    sys.stderr.flush()
    os._exit(status)  # everything is written; freeing a hundred thousand terms would only cost time
