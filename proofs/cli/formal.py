"""Checks of the results by Coq: `lemmata formalize` and `lemmata check --formal`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from proofs.cli.library_checks import With, all_statements, checked, complete_id, shelf
from proofs.cli.terminal import (
    AsJson,
    Force,
    check_output,
    print_error,
    print_json,
    print_text,
    progress_line,
    write_folder,
)

if TYPE_CHECKING:
    from proofs.checking.report import Report


FEW = 5  # how many of the items without Coq text are named


def formalize(
    out: Annotated[Path, typer.Option("--output", metavar="DIR", help="The folder for the files.")],
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID", help="Statements; all if none.", autocompletion=complete_id)
    ] = None,
    own: With = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Write theorems and statements as a project for Coq.

    It contains proof objects, a checker for them that is proved sound in Coq, and every theorem and statement as Coq
    text, proved from its object; with IDs, only those on which these depend. In the folder, `make -j2` compiles all of
    it, and `make -j2 -k validate` makes coqchk check each file again. A citation is a premise of each theorem that
    depends on it.
    """
    from proofs.coq.formal import Formalized
    from proofs.coq.project import makefile
    from proofs.workers.forks import processors

    modules = shelf(own)
    check_output(out, force, folder=True)
    whole = Formalized(checked(modules, ids or None), all_statements(modules), needed=bool(ids))
    project, files = whole.files(jobs=processors())
    write_folder(out, {f"{file.path}.v": file.text for file in files} | makefile(files), force)
    counts = {"theorems": len(project.theorems), "statements": len(project.texts), "files": len(files)}
    if as_json:
        print_json({"folder": str(out), **counts, "left_out": project.left_out})
    else:
        print_text(f"{', '.join(f'{n} {what}' for what, n in counts.items())} in {out}; there: make -j2\n")
        for name, why in project.left_out.items():
            print_text(f"not written: {name}: {why}\n")


def formally(report: Report, modules: Sequence[str], jobs: int | None, no_cache: bool) -> Report:
    """Return the report with Coq's results as evidence. Without Coq, say so and return the report unchanged.

    Earlier results of Coq are taken from the cache; without the cache, Coq compiles everything.
    """
    from proofs.checking.store.cache import Cache, default_folder
    from proofs.coq.compiling import Coq, NoCoq
    from proofs.coq.formal import Formalized, key_of, marked, remember, remembered
    from proofs.workers.forks import processors

    try:
        coq = Coq.found()
    except NoCoq as why:
        print_error(f"nothing is formal: {why}")
        return report
    cache = Cache(None if no_cache else default_folder())
    key = key_of(report, coq, cache)
    found = remembered(cache, key)
    if found is not None:
        print_error("Coq accepted this before, and nothing has changed since")
    else:
        whole = Formalized(report, all_statements(modules))
        with TemporaryDirectory() as empty, progress_line() as progress:
            folder = Path(empty) if no_cache else default_folder()
            found = whole.judged(folder / "coq", coq, jobs or processors(), progress)
        remember(cache, key, found)
    for name, reason in [*found.left_out.items()][:FEW]:
        print_error(f"not written for Coq: {name}: {reason}")
    if len(found.left_out) > FEW:
        more = len(found.left_out) - FEW
        print_error(f"and {more} more, which `lemmata formalize --json` lists as left_out")
    return marked(report, found)
