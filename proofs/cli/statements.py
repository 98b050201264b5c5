"""The commands about statements: checks, display of one statement, search for theorems, and spot-checks."""

from __future__ import annotations

import importlib
import math
import os
import runpy
import subprocess
import sys
import time
import traceback
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from proofs.cli.formal import formally
from proofs.cli.library_checks import (
    Afresh,
    Id,
    NoCache,
    OnlyPaper,
    With,
    about,
    all_papers,
    checked,
    complete_id,
    last_check,
    shelf,
)
from proofs.cli.terminal import (
    AsJson,
    BadInput,
    ExecutorText,
    leave,
    print_error,
    print_json,
    print_text,
    width,
)

if TYPE_CHECKING:
    from proofs.builder.paper import Paper, Statement
    from proofs.checking.report import Report, Result


def check(
    ids: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ID|PAPER",
            help="Statements (by default all), or papers of your own, as with --with.",
            autocompletion=complete_id,
        ),
    ] = None,
    own: With = None,
    paper: OnlyPaper = None,
    as_json: AsJson = False,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="The number of worker processes; by default one per processor.")
    ] = None,
    replay: Afresh = False,
    no_cache: NoCache = False,
    where: ExecutorText = None,
    every: Annotated[bool, typer.Option("--all", help="Print a line for every statement, including displays.")] = False,
    register: Annotated[bool, typer.Option("--errata", help="Print all errata in full.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 unless everything is proved.")] = False,
    formal: Annotated[bool, typer.Option("--formal", help="Also check everything in Coq, if it is installed.")] = False,
    last: Annotated[bool, typer.Option("--last", help="Print the report of the last check; check nothing.")] = False,
    watching: Annotated[bool, typer.Option("--watch", help="Check again whenever a source has changed.")] = False,
) -> None:
    """Check statements and report how well each is established.

    Prints a line for each named statement, what is wrong in the papers, what is open, and a summary; with IDs a table
    of these, their errata with counterexamples, and a summary.

    Exit status 0 if every claim checks: a formula that names a theorem is proved by it, what an erratum calls false has
    a counterexample, all is well-defined, and what has no proof, or depends on an argument or a citation, is declared
    to be so. With --strict, 0 only if everything is also proved, as printed or as corrected, without arguments and
    citations. With --formal, Coq checks every proof and statement; those that it accepts are called formal, and those
    that it rejects fail.

    A proof that this kernel has accepted is replayed again only if it, or a theorem that it applies, has changed; with
    --replay, all are.
    """
    files = [name for name in ids or () if name.endswith(".py") or ":" not in name]  # every id has a colon
    ids = [name for name in ids or () if name not in files]
    if last and (ids or paper or replay or no_cache or formal):
        raise BadInput("--last prints the whole last report: omit the IDs, --paper, --replay, --no-cache and --formal")
    modules = shelf([*(own or ()), *files] or None)
    if watching:
        watch(modules, [argument for argument in sys.argv[1:] if argument != "--watch"])
    then = partial(formally, modules=modules, jobs=jobs, no_cache=no_cache) if formal else None
    report = last_check(modules) if last else checked(modules, ids or None, paper, jobs, no_cache, where, then, replay)
    if as_json:
        from proofs.export.former_names import with_former_names

        unwritten = {} if ids else {"unwritten": {p.key: report.unwritten(p) for p in report.papers}}
        print_json(with_former_names(report.to_json() | unwritten))
    else:
        from proofs.export import overview

        shown = overview.some if ids else partial(overview.overview, every=every, register=register)
        print_text(shown(report, width()))
    leave(report.holds and (report.settled or not strict))


def watch(modules: Sequence[str], arguments: Sequence[str], pause: float = 0.1) -> NoReturn:
    """Run a command, and again whenever a source of these modules changes, until interrupted.

    Each run has its own process, which imports the current sources of the user's modules. On Linux it is a copy of this
    process, in which the project's own modules are loaded, unless one of these has changed.
    """
    from proofs.checking.store.sources import CHECK, Sources, sources_key

    for used in (*CHECK, "proofs.export.overview"):
        importlib.import_module(used)  # once, for all runs
    loaded = Sources(()).key([*CHECK, __name__])
    while True:
        sources = Sources(modules)
        before, seen = sources_key(modules, sources), sources.stamps()
        if sys.platform == "linux" and Sources(()).key([*CHECK, __name__]) == loaded:
            _run_in_fork(arguments)
        else:
            subprocess.run([sys.executable, "-m", "proofs", *arguments], check=False)
        print_error("waiting for a change; Ctrl-C ends it")
        while seen == sources.stamps() or sources_key(modules, Sources(modules)) == before:
            seen = sources.stamps()
            time.sleep(pause)


def _run_in_fork(arguments: Sequence[str]) -> None:
    """Run a command in a fork of this process."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        sys.argv[1:] = arguments
        try:
            runpy.run_module("proofs", run_name="__main__")
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(1)  # the command itself ends the process
    os.waitpid(child, 0)


def show(
    id: Id,
    own: With = None,
    proof: Annotated[bool, typer.Option("--proof", help="Print the steps in full, and the proof.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show one statement: what it says, as printed and corrected; or a theorem or rule that proofs apply.

    With its place in the paper, the files and lines of the statement and of its theorems, steps, errata, constants,
    its prerequisites and its dependents. A theorem is given by its name, sums.sum_le or sum_le.
    """
    modules = shelf(own)
    if ":" not in id:
        _show_theorem(id, modules, proof, as_json)
        return
    report = last_check(modules, id)
    if as_json:
        from proofs.service.library import shown_statement

        print_json(shown_statement(report, id, modules))
    else:
        from proofs.export import reports
        from proofs.export.graph import around
        from proofs.service.library import places_of

        result = about(id, report.by_id)
        proofs = _proofs(report, result) if proof else {}
        places = places_of(result, modules)
        print_text(reports.statement(report, result.id, proofs, *around(report, result.id), width(), proof, places))


def theorems(
    query: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="QUERY", help="Words, such as max or Cauchy; or a formula's shape: 'sum(_) <= n * max(_)'."
        ),
    ] = None,
    own: With = None,
    whole: Annotated[bool, typer.Option("--all", help="Print all matches, not only the first few.")] = False,
    as_json: AsJson = False,
) -> None:
    """Find theorems that a proof can apply.

    Search by words in their names or descriptions, or for the functions in them (exp, max, sum, …): all must occur. Or
    by a part of what they state: _ stands for any term, a name for the same term wherever it occurs. sum(_) stands for
    a sum over any range, sum(x[i], (i, 1, n)) for one whose range may begin at 1.

    The rules of the kernel, which p.rule applies, are found, too. Theorems of the library's papers are found once the
    library has been checked; they come last, each with how a paper applies it. Exit status 1 if none is found.
    """
    from proofs.export import theorem_search as found
    from proofs.service.library import find_theorems

    chosen, rules = find_theorems(" ".join(query or ()), shelf(own), last_check)
    if as_json:
        print_json({"theorems": [f.to_json() for f in chosen], "rules": rules})
    else:
        print_text(found.overview(chosen, rules, width(), None if whole else found.FEW))
    leave(bool(chosen or rules))


def _show_theorem(name: str, modules: Sequence[str], proof: bool, as_json: bool) -> None:
    from proofs.checking.replay.chapters import UnknownId
    from proofs.export import theorem_search as found
    from proofs.export.site.proof_listing import Proofs
    from proofs.service.library import shown_theorem, with_theorems

    rule = found.rule(name)
    if rule is not None:
        print_json(rule) if as_json else print_text(found.described_rule(rule, width()))
        return
    report = with_theorems(modules, last_check, name)
    try:
        one = found.theorem(name, found.library(report))
    except UnknownId as wrong:
        ids = [id for id in report.by_id if id.partition(":")[2].lower() == name.lower()]
        if not ids:
            raise
        raise BadInput(f"a statement is called by its paper, too: {' or '.join(ids)}") from wrong
    if as_json:
        print_json(shown_theorem(report, one.name))
    else:
        shown = Proofs(report).text(one.theorem.name) if proof else ""
        print_text(found.in_full(one, report, shown, width()))


def spot_check(
    id: Id,
    own: With = None,
    samples: Annotated[
        int | None, typer.Option(min=1, help="The number of samples: by default 10000 arrays, or 100 points per line.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the random generator.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Evaluate a statement at many samples.

    Prints the smallest margin and where it occurs, which proves nothing. Exit status 0 if the form that later
    results use holds at every sample.
    """
    from proofs.checking.replay.chapters import statements

    papers = all_papers(shelf(own))
    statement = about(id, statements(papers.values()))
    name, paper = statement.id, papers[statement.paper]
    checks = _sampled(paper, name, samples, seed) or _evaluated(paper, statement, samples or 100, seed)
    holds = all(c["verdict"] == "holds" for c in checks if c["counts"])
    if as_json:
        print_json({"id": name, "holds": holds, "seed": seed, "checks": checks})
    else:
        from proofs.export import reports

        print_text(reports.spot_checks(name, checks, width()))
    leave(holds)


def _sampled(paper: Paper, name: str, samples: int | None, seed: int) -> list[dict[str, Any]]:
    """Spot-check a statement for which its paper names a check; return nothing if it names none."""
    from numeric.spot_check import Check, spot_check
    from proofs.checking.store.chapter_contents import resolve

    if name not in paper.spot_checks:
        return []
    check = resolve(paper.spot_checks[name], Check)
    found = spot_check(check.margin, check.sampler, samples=samples or 10_000, seed=seed)
    holds = found.margin > 0 or (found.margin == 0 and not check.strict)
    at = {k: v.tolist() if hasattr(v, "tolist") else v for k, v in found.sample.items()}
    verdict = "holds" if holds else "fails"
    return [
        {
            "line": "",
            "counts": True,
            "verdict": verdict,
            "samples": found.samples,
            "margin": _finite(found.margin),
            "at": at,
        }
    ]


def _finite(x: float | None) -> float | str | None:
    """Convert a number for JSON, which has no infinity."""
    return x if x is None or math.isfinite(x) else str(x)


def _evaluated(paper: Paper, statement: Statement, points: int, seed: int) -> list[dict[str, Any]]:
    """Spot-check each line of a statement in ball arithmetic; the corrected form counts where there is one."""
    from proofs.checking.claims import forms
    from proofs.checking.models.sampling import sample
    from proofs.checking.models.seeds import start_of, starts_of

    out = []
    for form, claims in forms(statement):
        for k, claim in enumerate(claims, 1):
            starts = starts_of(paper, statement.id, claim)
            found = sample(claim, points, seed, start_of(starts[0]) if starts else None)
            counts = form == ("corrected" if statement.corrected else "printed")
            row = {"line": f"step {k}" if form == "step" else f"as {form}, line {k}", "counts": counts}
            row |= {"verdict": found.verdict, "samples": found.satisfying, "margin": _finite(found.margin)}
            out.append(row | {"at": found.point or found.note})
    if not out:
        raise BadInput(f"{statement.id} has no line that could be true or false")
    return out


# --- shared ------------------------------------------------------------------------------------------------


def _proofs(report: Report, result: Result) -> dict[str, str]:
    """Return the readable proofs of the theorems that prove a statement's lines."""
    from proofs.export.site.proof_listing import Proofs

    proofs = Proofs(report)
    return {name: proofs.text(name) for name in dict.fromkeys(line.theorem for line in result.lines if line.theorem)}
