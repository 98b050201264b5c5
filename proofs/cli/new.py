"""The command that begins a paper of one's own."""

from __future__ import annotations

import keyword
from pathlib import Path
from typing import Annotated

import typer

from proofs.cli.terminal import AsJson, BadInput, print_json, print_text

SAMPLE = Path(__file__).with_name("sample_paper.py")
KEY = '"Sample'  # as the sample writes its key and its ids


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the paper, as Python names a module: my_paper.")],
    as_json: AsJson = False,
) -> None:
    """Write a small paper that checks, in a new file, as the beginning of your own.

    It has one of each: a definition, a lemma on n numbers with its proof, a false formula with its counterexample and
    its mend, and a constant.
    """
    from proofs.judging.sources import source

    file = Path(name if name.endswith(".py") else f"{name}.py")
    module = file.stem
    if not module.isidentifier() or keyword.iskeyword(module):
        raise BadInput(f"{module!r} is no name for a module: it has letters, digits and _ only, such as my_paper")
    if file.exists():
        raise BadInput(f"{file} is there already")
    known = source(module)
    if known is not None:
        raise BadInput(f"Python has a module {module} already, {known}: choose another name")
    key = "".join(part.capitalize() for part in module.split("_"))
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(SAMPLE.read_text(encoding="utf-8").replace(KEY, f'"{key}'))
    except OSError as wrong:
        raise BadInput(f"cannot write {file}: {wrong.strerror}") from wrong
    if as_json:
        print_json({"file": str(file), "module": module, "key": key})
    else:
        print_text(f"{file}: a paper with the key {key}\n  lemmata check {file}\n")
