"""What to tell somebody whose own code is wrong: the line, as it is written there, what is the matter, and names."""

from __future__ import annotations

import difflib
import linecache
import sysconfig
import traceback
from collections.abc import Iterable
from pathlib import Path

from proofs.kernel.terms import KernelError

OURS = Path(__file__).parents[1]
STANDARD = Path(sysconfig.get_path("stdlib"))
WRITTEN = (OURS / "theorems", OURS / "papers")  # of our files those that hold papers and theorems, as others' do


def described(wrong: BaseException) -> str:
    """What is wrong, after the line that it is in: the innermost one of a paper or a chapter, if there is any.

    The kind of the error is named unless it is one of ours, whose text says it all.
    """
    what = str(wrong) if isinstance(wrong, KernelError | ValueError) else f"{type(wrong).__name__}: {wrong}"
    if isinstance(wrong, SyntaxError) and wrong.filename and wrong.lineno:
        return f"{Path(wrong.filename).name}:{wrong.lineno}: {wrong.msg}{_quoted(wrong.filename, wrong.lineno)}"
    frames = [f for f in traceback.extract_tb(wrong.__traceback__) if _is_written(f.filename)]
    theirs = [f for f in frames if OURS not in Path(f.filename).parents]
    if not frames:
        return what
    frame = (theirs or frames)[-1]
    file, line = frame.filename, frame.lineno or 0
    return f"{Path(file).name}:{line}: {what}{_quoted(file, line)}"


def nearest(name: str, known: Iterable[str], count: int = 3) -> str:
    """The names that are most like one that does not exist, for the end of a message.

    >>> nearest("lema", ["lemma", "theorem"])
    '; the nearest: lemma'
    """
    near = difflib.get_close_matches(name, list(known), count, 0.5)
    return f"; the nearest: {', '.join(near)}" if near else ""


def _is_written(file: str) -> bool:
    path = Path(file)
    if OURS in path.parents:
        return any(folder in path.parents for folder in WRITTEN)
    return path.is_file() and "site-packages" not in path.parts and STANDARD not in path.parents


def _quoted(file: str, line: int) -> str:
    linecache.checkcache(file)
    text = linecache.getline(file, line).strip()
    return f"\n   {text}" if text else ""
