"""The results of a check as the commands and the tools for programs show them, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from proofs.checking.replay.chapters import GENERAL, listed, load_proof_sets, resolve, statements
from proofs.checking.store.cache import Cache, default_folder
from proofs.checking.store.last_check import keep, recorded
from proofs.checking.store.sources import Sources
from proofs.export import theorem_search
from proofs.export.former_names import with_former_names
from proofs.export.graph import around
from proofs.export.steps import steps
from proofs.workers.forks import processors
from proofs.workers.pool import tell

if TYPE_CHECKING:
    from proofs.checking.report import Report, Result

LastCheck = Callable[[Sequence[str]], "Report"]


def last_check(modules: Sequence[str]) -> Report:
    """Return the recorded report on these chapters, or check them, in a worker that tells of its progress."""
    from proofs.checking.check import check

    cache, jobs = Cache(default_folder()), processors()
    report: Report | None = recorded(modules, cache)
    if report is None:
        report = check(chapters=modules, cache=cache, jobs=jobs, progress=told)
        keep(report, cache, jobs)
    return report


def told(what: str, done: int, of: int) -> None:
    """Tell of the progress of a check."""
    tell({"what": what, "done": done, "of": of})


def statement_ids() -> dict[str, str]:
    """Return the statements of the library: ids with their captions."""
    loaded = load_proof_sets(listed(), Cache(default_folder()))
    return {id: s.says for id, s in statements(v.paper for v in loaded if v.paper).items()}


def places_for(modules: Sequence[str], key: str) -> dict[str, str]:
    """Return the files and lines of all statements and theorems up to the end of the paper with this key."""
    sources = Sources(modules)
    held = load_proof_sets(modules, Cache(default_folder()), sources, [key.lower()])
    return {name: sources.in_source(place) for v in held for name, place in v.places.items()}


def proof_steps(report: Report, result: Result) -> dict[str, list[dict[str, Any]]]:
    """Return the steps of the theorems that prove a statement's lines."""
    names = dict.fromkeys(line.theorem for line in result.lines if line.theorem)
    notions = report.notions[result.paper]
    return {name: steps(report.by_name[name].stored, report.facts, notions) for name in names}


def places_of(result: Result, modules: Sequence[str]) -> dict[str, str]:
    """Return the files and lines of a statement and of the theorems of its lines."""
    known = places_for(modules, result.paper)
    named = (result.id, *(line.theorem for line in result.lines if line.theorem))
    return {name: known[name] for name in named if name in known}


def shown_statement(report: Report, id: str, modules: Sequence[str]) -> dict[str, Any]:
    """Return a statement with its proofs and dependencies, as `lemmata show --json` prints it."""
    result = resolve(id, report.by_id)
    foundations, falls = around(report, result.id)
    parts: dict[str, Any] = {
        "errata": [report.erratum(f) for f in report.errata if f.id == result.id],
        "constants": [asdict(c) for c in report.constants if c.statement == result.id],
        "proofs": proof_steps(report, result),
        "places": places_of(result, modules),
        "foundations": asdict(foundations),
        "falls_if": falls,
    }
    shown: dict[str, Any] = with_former_names(result.to_json() | parts)
    return shown


def with_theorems(modules: Sequence[str], check: LastCheck, name: str | None = None) -> Report:
    """Return a report with the theorems. If no check of the library is recorded, it covers only the general theorems.

    These are not proved if `name` is given and none of them has it.
    """
    cache = Cache(default_folder())
    if modules == listed() and recorded(modules, cache) is None:
        modules = GENERAL
        if name is not None and recorded(modules, cache) is None:
            theorem_search.full_name(name, [n for v in load_proof_sets(modules, cache) for n in v.names])
    return check(modules)


def shown_theorem(report: Report, name: str) -> dict[str, Any]:
    """Return a theorem with its proof, as `lemmata show --json` prints it."""
    one = theorem_search.theorem(name, theorem_search.library(report))
    return one.to_json() | {"proof": steps(one.theorem.stored, report.facts)}


def find_theorems(
    query: str, modules: Sequence[str], check: LastCheck
) -> tuple[list[theorem_search.Found], list[dict[str, str]]]:
    """Return the theorems and the rules of the kernel that match a query.

    Theorems of the library's papers are among them once the library has been checked.
    """
    known: Mapping[str, theorem_search.Found] = theorem_search.library(with_theorems(modules, check))
    whole_library = recorded(listed(), Cache(default_folder())) if modules != listed() else None
    if whole_library is not None:
        known = {name: f for name, f in theorem_search.library(whole_library).items() if f.paper} | dict(known)
    return theorem_search.search(query, known), theorem_search.rules(query)
