"""What the commands share: exit statuses, options, complaints, output and files."""

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
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.text import Text

    from proofs.running.files import Outputs

DROPPED = "\a\b\v\f\r"
TURNS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # the direction of what follows
OTHER_CONTROLS = [chr(c) for c in (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029) if chr(c) not in DROPPED + "\t\n"]
# what would move about on a terminal, colour it, or change what stands there: it is shown as something that does not
SHOWN = str.maketrans({c: "␛" if c == "\x1b" else "�" for c in (*OTHER_CONTROLS, *TURNS)} | dict.fromkeys(DROPPED, ""))
UNSAFE_IN_JSON = re.compile(f"[\x7f-\x9f\u2028\u2029{TURNS}]")  # JSON itself escapes the others
REFRESH = 0.1  # seconds between two drawings of the progress line
HOLDS, FAILS, UNKNOWN, BAD_INPUT, INTERRUPTED = 0, 1, 2, 3, 130

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Force = Annotated[
    bool, typer.Option("--force", help="Replace a file that is there, though no command wrote it as it is.")
]
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
            sys.stdout.write(on_terminal(part))
            continue
        from rich.console import Console

        console = Console(width=width(), highlight=False, markup=False, emoji=False, soft_wrap=True)
        if console.is_terminal:
            part = part.copy()
            part.plain = on_terminal(part.plain)  # as long as before, as rich drops what is dropped
            console.print(part, end="")
        else:
            sys.stdout.write(on_terminal(part.plain))


def print_error(text: str) -> None:
    """A complaint, a warning or a remark on standard error."""
    typer.echo(f"lemmata: {on_terminal(text)}", err=True)


def print_json(data: Any) -> None:
    """Plain data on standard output."""
    print_json_text(json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False) + "\n")


def print_json_text(text: str) -> None:
    """JSON on standard output, in which what a terminal would follow is escaped."""
    sys.stdout.write(UNSAFE_IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def on_terminal(text: str) -> str:
    """A text as a terminal may have it: line ends and tabs, but nothing else that it follows instead of showing.

    >>> on_terminal("red \\x1b[31m\\n")
    'red ␛[31m\\n'
    """
    return text.translate(SHOWN)


def leave(holds: bool) -> None:
    """End the command by whether what was asked holds."""
    raise typer.Exit(HOLDS if holds else FAILS)


def check_output(path: Path | None, force: bool, folder: bool = False) -> None:
    """Check that a file, or a folder, may be written, before the work for it is done."""
    if path is None:
        return
    if folder:
        if path.exists() and not path.is_dir():
            raise BadInput(f"{path} is a file; what is written is a folder")
        return
    with _as_bad_input(path):
        _outputs(force).check(path)


def write_file(path: Path, content: str | bytes, force: bool = False) -> None:
    """Write a file completely or not at all; what stands there is only replaced if a command wrote it, or by force."""
    with _as_bad_input(path):
        _outputs(force).write(path, content)


def write_folder(folder: Path, files: Mapping[str, str], force: bool = False) -> None:
    """Write files into a folder, which may hold others; none of them if one may not be replaced."""
    with _as_bad_input(folder):
        folder.mkdir(parents=True, exist_ok=True)
        _outputs(force).write_all({folder / name: text for name, text in files.items()}, folder)


def _outputs(force: bool) -> Outputs:
    from proofs.judging.cache import default_folder
    from proofs.running.files import Outputs

    return Outputs(default_folder() / "written", force)


@contextmanager
def _as_bad_input(path: Path) -> Iterator[None]:
    from proofs.running.files import OccupiedError

    try:
        yield
    except OccupiedError as wrong:
        raise BadInput(str(wrong)) from wrong
    except OSError as wrong:
        raise BadInput(f"cannot write {path}: {wrong.strerror}") from wrong


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
