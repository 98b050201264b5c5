"""Functions that several commands share: looking up statements and papers by name, and checking them with progress."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from proofs.cli.terminal import (
    BadInput,
    chosen_executor,
    print_error,
    progress_line,
)

if TYPE_CHECKING:
    from proofs.builder.paper import Paper, Statement
    from proofs.checking.report import Report


N = TypeVar("N")


def complete_id(incomplete: str) -> list[str]:
    """Complete an id of a statement (shell completion)."""
    return [id for id in _names() if id.startswith(incomplete)]


def complete_key(incomplete: str) -> list[str]:
    """Complete a paper key (shell completion)."""
    papers = dict.fromkeys(id.partition(":")[0] for id in _names())
    return [key for key in papers if key.startswith(incomplete)]


def _names() -> list[str]:
    """Return the ids of all statements, from the last check if it is valid, otherwise from the sources."""
    from proofs.checking.store.cache import Cache, default_folder
    from proofs.checking.store.last_check import recorded

    modules = shelf()
    found = recorded(modules, Cache(default_folder()))
    return list(found.by_id if found else all_statements(modules))


Id = Annotated[
    str,
    typer.Argument(
        metavar="ID", help="A statement, such as KS:lemma-5, KS:eq-101, Yun:E.3.1-7.", autocompletion=complete_id
    ),
]
OnlyPaper = Annotated[
    str | None,
    typer.Option("--paper", metavar="KEY", help="Only this paper, such as KS.", autocompletion=complete_key),
]
With = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        metavar="PAPER",
        help="Use this paper (a file or a module) instead of the library. Repeat it for more papers. "
        "`--with library` adds the library, also to the papers in the folder's pyproject.toml.",
    ),
]
Afresh = Annotated[
    bool,
    typer.Option("--replay", help="Replay every proof, also those that this kernel has accepted before."),
]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Ignore stored proofs and store none.")]


def shelf(own: Sequence[str] | None = None) -> tuple[str, ...]:
    """Return the modules of the chapters that a command is about: the user's papers and what they use, or the library.

    The user's papers are those in `own`, and for a folder those that ``[tool.lemmata] papers`` lists in its
    pyproject.toml. If it is None or names the library alone, they are those of the current folder, to which the library
    is then added.
    """
    from proofs.checking import user_papers as papers
    from proofs.checking.replay.chapters import listed
    from proofs.checking.store.chapter_contents import ChapterError

    if own is None or set(own) == {papers.LIBRARY}:
        return papers.chapters_for([*_configured(), *(own or ())])
    try:
        return papers.chapters_for([paper for name in own for paper in _papers_of(name)])
    except ChapterError as wrong:
        keys = {statement.paper for statement in all_statements(listed()).values()}
        key = next((name for name in own if name in keys), None)
        if key is None:
            raise
        raise BadInput(f"{key} is a paper of the library: write --paper {key}") from wrong


def _papers_of(name: str) -> list[str]:
    """Return the papers that a name denotes: those that the pyproject.toml of a folder lists, or the name itself."""
    folder = Path(name)
    found = _configured(folder) if folder.is_dir() and not (folder / "__init__.py").is_file() else []
    return [str(folder / paper) if (folder / paper).exists() else paper for paper in found] or [name]


def _configured(folder: Path = Path()) -> list[str]:
    """Return the papers that the pyproject.toml of a folder lists."""
    import tomllib

    file = folder / "pyproject.toml"
    if not file.is_file():
        return []
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8")).get("tool", {}).get("lemmata", {}).get("papers", [])
    except ValueError as wrong:
        raise BadInput(f"{file.absolute()}: {wrong}") from wrong
    if not (isinstance(found, list) and all(isinstance(name, str) for name in found)):
        raise BadInput(f'{file.absolute()}: [tool.lemmata] papers is a list of strings, such as ["my_paper.py"]')
    return found


def checked(
    modules: Sequence[str],
    ids: Sequence[str] | None = None,
    paper: str | None = None,
    jobs: int | None = None,
    no_cache: bool = False,
    where: str | None = None,
    then: Callable[[Report], Report] | None = None,
    replay: bool = False,
) -> Report:
    """Run a check, with progress and warnings on standard error, and record the report if it covers everything.

    Nothing is checked if an earlier report on the same sources is recorded, unless `replay` asks for it. `then` may
    extend the report before it is recorded.
    """
    from proofs.checking.changed_proofs import believed, keep_proofs
    from proofs.checking.store.cache import Cache, default_folder
    from proofs.checking.store.last_check import keep
    from proofs.workers.forks import processors

    cache, jobs = Cache(None if no_cache else default_folder()), jobs or processors()
    if not (replay or then or where):
        gc.disable()
        report = believed(modules, cache, ids, paper)
        if report is not None:
            return _answered(report, ids, paper)
    from proofs.checking.check import check

    with chosen_executor(where) as executor, progress_line() as progress:
        report = check(
            ids, paper=paper, jobs=jobs, progress=progress, cache=cache, chapters=modules, executor=executor,
            replay=replay,
        )  # fmt: skip
    report = then(report) if then else report
    if ids is None and paper is None:
        keep(report, cache, jobs)
        keep_proofs(modules, report.key, cache)
    gc.freeze()  # millions of terms exist until the end, and scanning them for garbage would take seconds
    for warning in report.warnings:
        print_error(f"warning: {warning}")
    return _answered(report, ids, paper)


def _answered(report: Report, ids: Sequence[str] | None, paper: str | None) -> Report:
    """Return a report, if it is about any of the statements asked for."""
    if ids and not report.items:
        raise BadInput(f"none of these statements belongs to {paper}: {', '.join(ids)}")
    return report


def last_check(modules: Sequence[str], *ids: str, paper: str | None = None) -> Report:
    """Return the report of the last check of all these chapters if no source has changed since; otherwise check them.

    A command that shows nothing of later papers names the paper that it is about: then only its statements, and their
    prerequisites in other papers, are checked. A line on standard error says what was done. Unknown ids are rejected
    before anything is checked.
    """
    from proofs.checking.replay.chapters import key_of
    from proofs.checking.store.cache import Cache, default_folder
    from proofs.checking.store.last_check import recorded

    gc.disable()  # a command that only displays ends before much garbage accumulates
    found = recorded(modules, Cache(default_folder()))
    if found is None:
        known = all_statements(modules) if ids or paper else {}
        for id in ids:
            about(id, known)
        paper = paper and key_of(paper, known.values())
        if paper is None:
            print_error("there is no record of a check of the current sources, so all chapters are checked now")
            return checked(modules)
        print_error(f"there is no record of a check of the current sources, so {paper} is checked now")
        report = checked(modules, paper=paper)
        while others := [id for r in report.items for id in r.rests_directly_on if id not in report.by_id]:
            report = checked(modules, [*report.by_id, *others])
        return report
    print_error(f"as checked on {found.date}; unchanged since")
    return found


def about(id: str, known: Mapping[str, N]) -> N:
    """Return the statement with this id, or the one that covers this equation or this id in `index.json`."""
    from proofs.checking.replay.chapters import resolve

    return resolve(id, known)


def all_statements(modules: Sequence[str]) -> dict[str, Statement]:
    """Return all statements of these chapters by id, without checking them."""
    from proofs.checking.replay.chapters import statements

    return statements(all_papers(modules).values())


def all_papers(modules: Sequence[str]) -> dict[str, Paper]:
    """Return the papers of these chapters by key, without checking them."""
    from proofs.checking.replay.chapters import load_proof_sets
    from proofs.checking.store.cache import Cache, default_folder

    return {v.paper.key: v.paper for v in load_proof_sets(modules, Cache(default_folder())) if v.paper}
