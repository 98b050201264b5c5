"""What the commands share: exit statuses, options, complaints, output and files."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.text import Text

CONTROL = re.compile("[\a\b\v\f\r]")  # what moves about on a terminal
REFRESH = 0.1  # seconds between two drawings of the progress line
HOLDS, FAILS, UNKNOWN, BAD_INPUT, INTERRUPTED = 0, 1, 2, 3, 130

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
ExecutorText = Annotated[
    str | None, typer.Option("--executor", metavar="WHERE", help="processes, processes:N or dask://HOST:PORT.")
]


class BadInput(ValueError):
    """Input that a command cannot use."""


@contextmanager
def progress_line() -> Iterator[Callable[[str, int, int], None] | None]:
    """How to say on standard error what was done, its number, and of how many; None if that is no terminal.

    No thread draws it: a process with threads cannot be copied (`proofs.running.forks`).
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description:40.40}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task, drawn = bar.add_task("", total=None), 0.0

        def progress(what: str, done: int, of: int) -> None:
            nonlocal drawn
            now = time.monotonic()
            bar.update(task, description=what, completed=done, total=of, refresh=now - drawn > REFRESH)
            drawn = now if now - drawn > REFRESH else drawn

        yield progress


@contextmanager
def chosen_executor(text: str | None) -> Iterator[Executor | None]:
    """The executor that an option names."""
    if text is None:
        yield None
        return
    from proofs.running import workers

    try:
        chosen = workers.executor(text)
    except ValueError as wrong:
        raise BadInput(str(wrong)) from wrong
    with chosen:
        yield chosen


def end_workers() -> None:
    """End the processes that still work for us, if there are any."""
    if "proofs.running.workers" in sys.modules:
        sys.modules["proofs.running.workers"].stop()


def details(wrong: Exception) -> dict[str, Any]:
    """What is known of a complaint beside its text, as plain data: where in which text, or at which point."""
    cause = wrong.__cause__ or wrong
    known = {name: getattr(cause, name) for name in ("text", "position", "condition") if hasattr(cause, name)}
    if hasattr(cause, "point"):
        known["point"] = {name: str(value) for name, value in cause.point.items()}
    return known


def width() -> int:
    """The terminal's width (or COLUMNS); a pipe is as wide as it needs to be."""
    from proofs.publish.reports import WIDE

    return shutil.get_terminal_size((WIDE, 24)).columns


def print_text(*parts: str | Text) -> None:
    """Text on standard output, in colour if that is a terminal."""
    for part in parts:
        if isinstance(part, str):
            sys.stdout.write(CONTROL.sub("", part))
            continue
        from rich.console import Console

        console = Console(width=width(), highlight=False, markup=False, emoji=False, soft_wrap=True)
        if console.is_terminal:
            console.print(part, end="")
        else:
            sys.stdout.write(part.plain)


def print_json(data: Any) -> None:
    """Plain data on standard output."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False) + "\n")


def leave(holds: bool) -> None:
    """End the command by whether what was asked holds."""
    raise typer.Exit(HOLDS if holds else FAILS)


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file completely or not at all: a file beside it, then renamed. Devices are written directly."""
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path = Path(os.path.realpath(path))
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with open(beside, "xb") as file:
            file.write(data)
        os.replace(beside, path)
    except BaseException as wrong:
        beside.unlink(missing_ok=True)
        if isinstance(wrong, OSError):
            raise BadInput(f"cannot write {path}: {wrong.strerror}") from wrong
        raise


def complaint(wrong: Exception) -> str | None:
    """What to tell the user about an error that is theirs to mend; None for one that is ours."""
    from proofs.checker import Malformed
    from proofs.judging.chapters import UnknownId
    from proofs.judging.contents import ChapterError
    from proofs.publish.graph import GraphError
    from proofs.publish.shapes import ShapeError

    if isinstance(wrong, BadInput | ChapterError | UnknownId | Malformed | GraphError | ShapeError):
        return str(wrong)
    if isinstance(wrong, OSError):
        return f"{wrong.filename or 'the system'}: {wrong.strerror or wrong}"
    usage = typer.BadParameter.__mro__[1]  # what all complaints about arguments derive from
    if not (isinstance(wrong, usage) and hasattr(wrong, "format_message")):
        return None
    return " ".join(wrong.format_message().split())  # a list of choices comes with line ends
