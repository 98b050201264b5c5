"""Shared parts of the commands: exit statuses, options, error messages, output and files."""

from __future__ import annotations

import json
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

import typer

if TYPE_CHECKING:
    from rich.text import Text

    from proofs.files import Outputs

DROPPED = "\a\b\v\f\r"
TURNS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # these change the direction of text
OTHER_CONTROLS = [chr(c) for c in (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029) if chr(c) not in DROPPED + "\t\n"]
# characters that move the cursor, set colours or change text on a terminal: they are shown as harmless ones
SHOWN = str.maketrans({c: "␛" if c == "\x1b" else "�" for c in (*OTHER_CONTROLS, *TURNS)} | dict.fromkeys(DROPPED, ""))
UNSAFE_IN_JSON = re.compile(f"[\x7f-\x9f\u2028\u2029{TURNS}]")  # JSON itself escapes the others
REFRESH = 0.1  # seconds between updates of the progress line
HOLDS, FAILS, UNKNOWN, BAD_INPUT, INTERRUPTED = 0, 1, 2, 3, 130

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Force = Annotated[bool, typer.Option("--force", help="Replace an existing file even if lemmata did not write it.")]
ExecutorText = Annotated[
    str | None, typer.Option("--executor", metavar="WHERE", help="processes, processes:N or dask://HOST:PORT.")
]


class BadInput(ValueError):
    """The input of a command is invalid."""


@contextmanager
def progress_line() -> Iterator[Callable[[str, int, int | None], None] | None]:
    """Yield a function that reports progress (text, number, total) on standard error; None if that is not a terminal.

    The line is drawn without a thread, since a process with threads must not be forked (`proofs.workers.forks`).
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description:40.40}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task, drawn = bar.add_task("", total=None), 0.0

        def progress(what: str, done: int, of: int | None) -> None:
            nonlocal drawn
            now = time.monotonic()
            bar.update(task, description=what, completed=done, total=of, refresh=now - drawn > REFRESH)
            drawn = now if now - drawn > REFRESH else drawn

        yield progress


@contextmanager
def chosen_executor(text: str | None) -> Iterator[Executor | None]:
    """Yield the executor that an option names."""
    if text is None:
        yield None
        return
    from proofs.workers import pool

    try:
        chosen = pool.executor(text)
    except ValueError as wrong:
        raise BadInput(str(wrong)) from wrong
    with chosen:
        yield chosen


def end_workers() -> None:
    """End all worker processes that are still running."""
    if "proofs.workers.pool" in sys.modules:
        sys.modules["proofs.workers.pool"].stop()


def details(wrong: Exception) -> dict[str, Any]:
    """Return the details of an error as plain data: the text and position, or the point."""
    cause = wrong.__cause__ or wrong
    known = {name: getattr(cause, name) for name in ("text", "position", "condition") if hasattr(cause, name)}
    if hasattr(cause, "point"):
        known["point"] = {name: str(value) for name, value in cause.point.items()}
    return known


def width() -> int:
    """Return the width of the terminal (or COLUMNS), and for a pipe a width that never wraps."""
    from proofs.export.reports import WIDE

    return shutil.get_terminal_size((WIDE, 24)).columns


def print_text(*parts: str | Text) -> None:
    """Print text on standard output, in colour if that is a terminal."""
    for part in parts:
        if isinstance(part, str):
            sys.stdout.write(on_terminal(part))
            continue
        from rich.console import Console

        console = Console(width=width(), highlight=False, markup=False, emoji=False, soft_wrap=True)
        if console.is_terminal:
            part = part.copy()
            part.plain = on_terminal(part.plain)  # same length, as rich drops the same characters
            console.print(part, end="")
        else:
            sys.stdout.write(on_terminal(part.plain))


def print_error(text: str) -> None:
    """Print an error, a warning or a remark on standard error."""
    typer.echo(f"lemmata: {on_terminal(text)}", err=True)


def print_json(data: Any) -> None:
    """Print plain data as JSON on standard output."""
    print_json_text(json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False) + "\n")


def print_json_text(text: str) -> None:
    """Print JSON on standard output, with terminal control characters escaped."""
    sys.stdout.write(UNSAFE_IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def on_terminal(text: str) -> str:
    """Make a text safe for a terminal: replace all control characters except line ends and tabs.

    >>> on_terminal("red \\x1b[31m\\n")
    'red ␛[31m\\n'
    """
    return text.translate(SHOWN)


def leave(holds: bool) -> NoReturn:
    """Exit the command with status 0 if the answer is positive, otherwise 1."""
    raise typer.Exit(HOLDS if holds else FAILS)


def check_output(path: Path | None, force: bool, folder: bool = False) -> None:
    """Check, before the work is done, that a file or a folder may be written."""
    if path is None:
        return
    if folder:
        if path.exists() and not path.is_dir():
            raise BadInput(f"{path} is a file, but the output is a folder")
        return
    with _as_bad_input(path):
        _outputs(force).check(path)


def picture_kind(path: Path, force: bool) -> Literal["png", "svg"]:
    """Return the format of a picture by the name of its file, which may be written.

    Raises
    ------
    BadInput
        for other names, and as `check_output` does.
    """
    kind = path.suffix.lower().removeprefix(".")
    if kind not in ("png", "svg"):
        raise BadInput(f"{path}: a picture is a .png or a .svg")
    check_output(path, force)
    return "svg" if kind == "svg" else "png"


def write_file(path: Path, content: str | bytes, force: bool = False) -> None:
    """Write a file atomically; an existing file is replaced only if a command wrote it, or with `force`."""
    with _as_bad_input(path):
        _outputs(force).write(path, content)


def write_folder(folder: Path, files: Mapping[str, str], force: bool = False) -> None:
    """Write files into a folder, which may contain others; write none if one of them may not be replaced."""
    with _as_bad_input(folder):
        folder.mkdir(parents=True, exist_ok=True)
        _outputs(force).write_all({folder / name: text for name, text in files.items()}, folder)


def _outputs(force: bool) -> Outputs:
    from proofs.checking.store.cache import default_folder
    from proofs.files import Outputs

    return Outputs(default_folder() / "written", force)


@contextmanager
def _as_bad_input(path: Path) -> Iterator[None]:
    from proofs.files import OccupiedError

    try:
        yield
    except OccupiedError as wrong:
        raise BadInput(str(wrong)) from wrong
    except OSError as wrong:
        raise BadInput(f"cannot write {path}: {wrong.strerror}") from wrong


def complaint(wrong: Exception) -> str | None:
    """Return the message for a user error; None for an internal error."""
    from proofs.checker import Malformed
    from proofs.checking.replay.chapters import UnknownId
    from proofs.checking.store.chapter_contents import ChapterError
    from proofs.export.formula_shapes import ShapeError
    from proofs.export.graph import GraphError

    if isinstance(wrong, BadInput | ChapterError | UnknownId | Malformed | GraphError | ShapeError):
        return str(wrong)
    if isinstance(wrong, OSError):
        return f"{wrong.filename or 'the system'}: {wrong.strerror or wrong}"
    usage = typer.BadParameter.__mro__[1]  # the base class of all errors about arguments
    if not (isinstance(wrong, usage) and hasattr(wrong, "format_message")):
        return None
    said = " ".join(wrong.format_message().split())  # a list of choices contains line ends
    unlike_any = said.startswith("No such command") and "Did you mean" not in said
    return f"{said} `lemmata --help` lists all commands." if unlike_any else said
