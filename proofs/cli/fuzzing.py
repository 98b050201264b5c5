"""The command `lemmata fuzz`, which tests the project itself with random and hostile input."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import Annotated

import typer

from proofs.cli.terminal import (
    FAILS,
    HOLDS,
    UNKNOWN,
    AsJson,
    ExecutorText,
    chosen_executor,
    print_json,
    print_text,
    progress_line,
)


class Campaign(StrEnum):
    """The campaigns, each named as its module in `proofs.fuzzing`."""

    mutation = "mutation"
    tampering = "tampering"
    hostile_input = "hostile_input"
    sympy_translation = "sympy_translation"
    questions = "questions"
    terms = "terms"
    checkers = "checkers"
    renaming = "renaming"


def fuzz(
    name: Annotated[Campaign, typer.Argument(metavar="CAMPAIGN", help="One of those listed above.")],
    count: Annotated[int, typer.Option(min=1, help="The number of random tests.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the random generator.")] = 0,
    where: ExecutorText = None,
    as_json: AsJson = False,
) -> None:
    """Test the search, the parser and the checkers with random and hostile input.

    \b
    mutation           true statements made false: none may be proved
    tampering          changed certificates: none may prove what is false
    hostile_input      random text and files: nothing may crash, hang or be run
    sympy_translation  SymPy relations: answers must hold for SymPy's numbers
    questions          random inequalities: answers must agree with evaluation
    terms              random terms: kernel and second checker must agree
    checkers           changed proofs: kernel, second checker and Coq must agree
    renaming           renamed variables: the answers must not change

    Exit status: 0 if every test passed, 1 if one failed, 2 if none failed but some gave no result.
    """
    from proofs.fuzzing import run_campaign

    with chosen_executor(where) as executor, progress_line() as line:
        progress = None if line is None else partial(line, name.value)
        found = run_campaign(name.value, count, seed, executor, progress)
    if as_json:
        print_json(found.to_json())
    else:
        print_text(f"{found}\n")
    raise typer.Exit(FAILS if found.failed else UNKNOWN if found.lost else HOLDS)
