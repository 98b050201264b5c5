"""Completion in bash, which splits words at colons: ids are joined before typer sees them, and split again afterwards.

The scripts are typer's (`--install-completion`). They work unchanged in zsh and fish.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from io import StringIO

ASKED = "_LEMMATA_COMPLETE"  # the environment variable that typer's scripts set


def joined(words: Sequence[str], at: int) -> tuple[list[str], str]:
    """Return the words up to the completed one, rejoined at : and =, and the part of the last one that bash keeps.

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
    """Answer bash with the app's completions of the rejoined words."""
    words, kept = joined(os.environ["COMP_WORDS"].split("\n"), int(os.environ["COMP_CWORD"]))
    os.environ |= {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    with redirect_stdout(StringIO()) as answer, suppress(SystemExit):  # typer ends a completion by exiting
        app()
    sys.stdout.write("".join(f"{line.removeprefix(kept)}\n" for line in answer.getvalue().splitlines()))
