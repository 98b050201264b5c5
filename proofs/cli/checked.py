"""What commands about the library share: how a statement or a paper is named, and the check with its progress."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from proofs.cli.terminal import BadInput, chosen_executor, progress_bar

if TYPE_CHECKING:
    from proofs.judging.check import Report
    from proofs.writing.paper import Statement


def complete_id(incomplete: str) -> list[str]:
    """The ids that begin so, for the shell."""
    return [id for id in all_statements() if id.startswith(incomplete)]


def complete_key(incomplete: str) -> list[str]:
    """The keys of papers that begin so, for the shell."""
    return [key for key in dict.fromkeys(s.paper for s in all_statements().values()) if key.startswith(incomplete)]


Id = Annotated[
    str,
    typer.Argument(
        metavar="ID", help="A statement, such as KS:lemma-5, KS:eq-101, Yun:E.3.1-7.", autocompletion=complete_id
    ),
]
OnlyPaper = Annotated[
    str | None,
    typer.Option("--paper", metavar="KEY", help="Only this paper: KS, Yun or Liu.", autocompletion=complete_key),
]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Search for all proofs anew and keep none.")]


def checked(
    ids: Sequence[str] | None = None,
    paper: str | None = None,
    jobs: int = 1,
    no_cache: bool = False,
    where: str | None = None,
) -> Report:
    """The report, with progress and warnings on standard error."""
    only = key_of(paper)
    from proofs.judging.cache import Cache, default_folder
    from proofs.judging.check import check

    with chosen_executor(where) as executor, progress_bar() as bar:
        task = None if bar is None else bar.add_task("searching for proofs", total=None)

        def progress(theorem: str, done: int, of: int) -> None:
            if bar is not None and task is not None:
                bar.update(task, description=theorem, completed=done, total=of)

        cache = Cache(None if no_cache else default_folder())
        report = check(ids, paper=only, jobs=jobs, progress=progress, cache=cache, executor=executor)
    gc.freeze()  # millions of terms that stay to the end: to look through them for garbage takes seconds
    for warning in report.warnings:
        typer.echo(f"lemmata: warning: {warning}", err=True)
    if ids and not report.items:
        raise BadInput(f"none of these belongs to {only}: {', '.join(ids)}")
    return report


def all_statements() -> dict[str, Statement]:
    """All statements by id."""
    from proofs.judging.cache import Cache, default_folder
    from proofs.judging.chapters import listed, statements, volumes

    return statements(v.paper for v in volumes(listed(), Cache(default_folder())) if v.paper)


def id_of(id: str) -> str:
    """The id of the statement that is called so, by its own id, an equation or an id in `index.json`."""
    from proofs.judging.chapters import resolve

    return resolve(id, all_statements()).id


def key_of(key: str | None) -> str | None:
    """The key of a paper, whatever its case."""
    if key is None:
        return None
    papers = dict.fromkeys(s.paper for s in all_statements().values())
    found = [p for p in papers if p.lower() == key.lower()]
    if not found:
        raise BadInput(f"no paper is called {key!r}; there are {', '.join(papers)}")
    return found[0]
