"""The language of docstrings and comments: a few rules that a script can check.

A summary is not a relative clause without its noun ("What a proof uses"), and private words are not used for things
that the field has a name for. `docs/glossary.md` has one word for each concept.
"""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("lemmata", "symbolic", "numeric", "proofs", "tools", "benchmarks")
UNFINISHED = ("proofs/search/sequences/",)  # their files are about to be replaced
PROOFS = ("proofs/papers/", "proofs/theorems/")  # the docstring of a claim is the reason for it, often half a sentence
OPENINGS = (
    "What", "Whatever", "Whoever", "Whether", "Where", "Wherever", "That", "Of", "Who", "Whose", "Which", "How", "As",
)  # fmt: skip
WORDS = (
    "at hand", "what stands", "stands for itself", "makes of", "made of it", "will do", "do without", "does without",
    "goes with", "so many", "is another one", "anew", "is said of", "speaks of", "gravest",
    "in the house", "a room", "the rooms", "beside the", "by itself,", "what nobody",
)  # fmt: skip
PRIVATE = re.compile("|".join(rf"\b{re.escape(word)}(?!\w)" for word in WORDS), re.IGNORECASE)


def sources() -> list[Path]:
    """The files whose language is checked."""
    found = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return [path for path in found if not str(path.relative_to(ROOT)).startswith(UNFINISHED)]


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and the docstring of the module and of everything defined in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield node.body[0].lineno, text


def comments(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each comment."""
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def complaints(source: str, head_only: bool = False) -> Iterator[str]:
    """Yield violations of the rules, after their lines; with `head_only`, those in the module's docstring."""
    documented = list(docstrings(ast.parse(source)))[: 1 if head_only else None]
    for line, text in documented:
        opening = text.split(maxsplit=1)[0].rstrip(",;:.")
        if opening in OPENINGS:
            yield f"{line}: a summary begins with {opening!r}"
    for line, text in [*documented, *(() if head_only else comments(source))]:
        for found in PRIVATE.finditer(text):
            yield f"{line}: {found.group()!r} is a private word"


@pytest.mark.parametrize("package", PACKAGES)
def test_docstrings_and_comments_use_plain_english(package: str) -> None:
    paths = [path for path in sources() if path.relative_to(ROOT).parts[0] == package]
    found = [
        f"{name}:{complaint}"
        for path in paths
        for name in [str(path.relative_to(ROOT))]
        for complaint in complaints(path.read_text("utf-8"), name.startswith(PROOFS))
    ]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('"""What a proof uses."""', 1),
        ('def f():\n    """Whether it holds."""', 1),
        ('"""The facts at hand."""', 1),
        ("x = 1  # will do", 1),
        ('"""The theorems that a proof uses."""\nx = "at hand"', 0),
    ],
)
def test_the_rules_find_violations(source: str, count: int) -> None:
    assert len(list(complaints(source))) == count
