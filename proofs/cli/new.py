"""The command that creates a new paper."""

from __future__ import annotations

import keyword
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from proofs.cli.terminal import (
    AsJson,
    BadInput,
    print_error,
    print_json,
    print_text,
)

if TYPE_CHECKING:
    from proofs.latex_import.outline import Outline

SAMPLE = Path(__file__).with_name("sample_paper.py")
KEY = '"Sample'  # how the sample writes its key and the start of its ids


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the paper's module, such as my_paper.")],
    source: Annotated[
        Path | None, typer.Option("--from", metavar="TEX", help="The LaTeX source of an existing paper.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a small paper that checks, in a new file, as the beginning of your own.

    It has one of each: a definition, a lemma on n numbers with its proof, a false formula with its counterexample and
    its correction, and a constant.

    With --from, write the skeleton of an existing paper: the index of its statements and numbered displays, and a draft
    of each to be filled in. A check reports how many are still to be written.
    """
    from proofs.builder.validation import checked_key
    from proofs.checking.store.sources import source as known_as

    file = Path(name if name.endswith(".py") else f"{name}.py")
    module = file.stem
    if not module.isidentifier() or keyword.iskeyword(module):
        raise BadInput(f"{module!r} cannot name a module: use letters, digits and _ only, as in my_paper")
    if module in sys.stdlib_module_names:
        raise BadInput(f"Python has a module {module} already, in its standard library: choose another name")
    for there in (file, file.with_suffix("")):  # Python would import the folder instead of the file
        if there.exists():
            raise BadInput(f"{there} already exists: choose another name")
    known = known_as(module)
    if known is not None:
        raise BadInput(f"Python has a module {module} already, {known}: choose another name")
    try:
        key = checked_key("".join(part.capitalize() for part in module.split("_")))
    except ValueError as wrong:
        raise BadInput(f"the key of a paper in {module}.py is made from its name; {wrong}") from wrong
    found = None if source is None else _outline(source)
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(_sample(key) if found is None else _skeleton(found, key))
    except OSError as wrong:
        raise BadInput(f"cannot write {file}: {wrong.strerror}") from wrong
    for warning in found.warnings if found else ():
        print_error(f"warning: {warning}")
    kinds = list(found.index.values()) if found else []
    displays = kinds.count("display")
    if as_json:
        index = {"index": found.index, "warnings": found.warnings} if found else {}
        print_json({"file": str(file), "module": module, "key": key} | index)
        return
    what = f"a paper with the key {key}"
    if found:
        counts = ((len(kinds) - displays, "statement"), (displays, "numbered display"))
        named = " and ".join(f"{number} {what}{'s' * (number != 1)}" for number, what in counts)
        what += f"; to be written: {named} of {source}"
    print_text(f"{file}: {what}\n  lemmata check {file}\n")


def _sample(key: str) -> str:
    text = SAMPLE.read_text(encoding="utf-8").replace(KEY, f'"{key}')
    return text.replace("from proofs.paper import", "from lemmata import")  # the public name, which `proofs` cannot use


def _skeleton(found: Outline, key: str) -> str:
    from proofs.latex_import.skeleton import skeleton

    return skeleton(found, key)


def _outline(source: Path) -> Outline:
    """Read the outline of a LaTeX source."""
    try:
        from proofs.latex_import.outline import OutlineError, outline
    except ModuleNotFoundError as wrong:
        if (wrong.name or "").partition(".")[0] != "pylatexenc":
            raise
        raise BadInput("reading LaTeX needs pylatexenc: pip install 'lemmata[latex]'") from None
    try:
        return outline(source)
    except OutlineError as wrong:
        raise BadInput(str(wrong)) from wrong
