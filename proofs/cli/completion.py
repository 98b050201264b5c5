"""Completion in bash, which ends a word at each colon: ids are put together before typer looks at them, and cut after.

The scripts are typer's (`--install-completion`); in zsh and fish they need no help.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from io import StringIO

ASKED = "_LEMMATA_COMPLETE"  # the variable by which typer's scripts ask


def joined(words: Sequence[str], at: int) -> tuple[list[str], str]:
    """The words up to the one to be completed, those parted at : and = in one; what bash keeps of the last.

    >>> joined(["lemmata", "show", "KS", ":", "lem"], 4)
    (['lemmata', 'show', 'KS:lem'], 'KS:')
    >>> joined(["lemmata", "graph", "--above", "=", "KS", ":"], 5)
    (['lemmata', 'graph', '--above=KS:'], 'KS:')
    """
    parts: list[list[str]] = []
    for word in words[: at + 1]:
        if parts and (word in (":", "=") or (word and parts[-1][-1] in (":", "="))):
            parts[-1].append(word)
        else:
            parts.append([word])
    last = parts[-1] if parts else []
    kept = "".join(last if last and last[-1] in (":", "=") else last[:-1])
    return ["".join(p) for p in parts], kept.partition("=")[2] if kept.startswith("-") else kept


def complete_in_bash(app: Callable[[], object]) -> None:
    """Answer bash by what the app answers to whole words."""
    words, kept = joined(os.environ["COMP_WORDS"].split("\n"), int(os.environ["COMP_CWORD"]))
    os.environ |= {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    with redirect_stdout(StringIO()) as answer, suppress(SystemExit):  # with which typer ends a completion
        app()
    sys.stdout.write("".join(f"{line.removeprefix(kept)}\n" for line in answer.getvalue().splitlines()))
