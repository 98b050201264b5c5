"""The check: how well each statement is established, computed from proofs that the kernel has replayed.

A line of a statement (a claim) is `proved` only if a replayed theorem says the same under no more hypotheses;
`proved modulo cited` or `incomplete` if this theorem, or one that it applies, admits a citation or an argued step;
`refuted` if a replayed theorem is the negation of one of its instances; else `unproved`. `proving` runs the proofs;
`statuses`, `errata`, `constants` and `lints` compute the parts of the report from the evidence.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from proofs.checking.constants import constant_of
from proofs.checking.errata import findings_of
from proofs.checking.evidence import Evidence
from proofs.checking.lints.results import lint_results
from proofs.checking.proving import Proving
from proofs.checking.replay.chapters import ProofSet, key_of, listed, load_proof_sets, resolve, statements
from proofs.checking.replay.establish import Progress
from proofs.checking.replay.ledger import Ledger, checked_together
from proofs.checking.report import PaperFound, Report, count_statuses
from proofs.checking.statuses import result_of
from proofs.checking.store.cache import Cache, default_folder
from proofs.checking.store.sources import Sources, sources_key


def check(
    ids: Sequence[str] | None = None,
    paper: str | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    cache: Cache | None = None,
    chapters: Sequence[str] | None = None,
    executor: Executor | None = None,
    replay: bool = False,
) -> Report:
    """Check statements: all, those with the given ids, or those of one paper.

    Parameters
    ----------
    ids, paper
        What to check; only the chapters up to these are read.
    jobs
        How many processes replay and search in parallel.
    progress
        Called after each theorem with its name, its number in the chapter and the chapter's length.
    cache
        Where proofs are stored; by default the folder of `proofs.checking.store.cache.default_folder`.
    chapters
        Names of modules with a `chapter` each, in order; by default those of the library.
    executor
        Runs the searches, if they should not run in processes on this machine.
    replay
        Whether to replay every proof, instead of believing the records of earlier replays by the same kernel.
    """
    start = time.perf_counter()
    cache = Cache(default_folder()) if cache is None else cache
    with _without_garbage_collection():
        modules = tuple(listed() if chapters is None else chapters)
        sources = Sources(modules)
        key = sources_key(modules, sources)  # computed before any source is read, so that a later change is noticed
        keys = None if ids is None else {i.partition(":")[0].lower() for i in ids}
        keys = {paper.lower()} | (keys or set()) if paper is not None else keys
        proof_sets = load_proof_sets(modules, cache, sources, keys)
        known = statements(v.paper for v in proof_sets if v.paper)
        asked = list(dict.fromkeys(resolve(i, known).id for i in ids)) if ids is not None else list(known)
        only = None if paper is None else key_of(paper, known.values())
        asked = [i for i in asked if only in (None, known[i].paper)]
        ledger = Ledger(not replay, checked_together([v.name for v in proof_sets], cache))
        proving = Proving(proof_sets, asked, sources, cache, ledger)
        evidence = proving.run(ids is None, jobs, executor, progress)
        return report_on(evidence, asked, [*proof_sets, *proving.derived], start, key, cache)


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Disable the garbage collector: interned terms are never freed, so that collections only cost time."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.freeze()  # exempt what exists now from later collections, too
            gc.enable()


def report_on(
    evidence: Evidence,
    asked: Sequence[str],
    proof_sets: Sequence[ProofSet],
    start: float,
    key: str,
    cache: Cache,
) -> Report:
    """Return the report on the statements asked for.

    Parameters
    ----------
    proof_sets
        The chapters, and the sets of theorems derived from their papers.
    start
        The time at which the check began.
    key, cache
        The key of the sources, and where warnings of lints are stored.
    """
    results, errata, constants = [], [], []
    problems: dict[str, list[str]] = {}  # by the id of the statement or constant
    for s in (evidence.statements[i] for i in asked):
        result, own = result_of(evidence, s)
        results.append(result)
        problems[s.id] = own
    for r in results:
        findings, own = findings_of(evidence, evidence.statements[r.id], r)
        errata += findings
        problems[r.id] += own
    for c in (c for p in evidence.papers for c in p.constants if c.statement in problems):
        constant, own = constant_of(evidence, c)
        constants.append(constant)
        problems[c.id] = own
    in_papers = {p.key: [r for r in results if r.paper == p.key] for p in evidence.papers}
    summary: dict[str, Any] = {"statements": len(results), "status": count_statuses(results)}
    summary["papers"] = {key: count_statuses(own) for key, own in in_papers.items() if own}
    believed = len(evidence.store.believed)
    summary |= {"believed": believed, "replayed": len(evidence.store.theorems) - believed}
    summary |= {"seconds": time.perf_counter() - start, "cached": evidence.store.cached}
    said = [f"{id}: {what}" for id in (*asked, *(c.id for c in constants)) for what in problems[id]]
    every = len(results) == len(evidence.statements)  # then papers without statements are included
    chapters = {v.paper.key: v.name for v in proof_sets if v.paper}
    papers = tuple(
        PaperFound(
            p.key, p.title, p.source, chapters[p.key], p.index, p.unclaimed, p.quoted, p.sketches,
            p.spot_checks, p.plots,
        )
        for p in evidence.papers if every or in_papers[p.key]
    )  # fmt: skip
    lints = tuple(lint_results(evidence, results, cache))
    return Report(
        tuple(results), tuple(errata), tuple(constants), summary,
        tuple(dict.fromkeys([*failed_proofs(evidence, asked), *said])), tuple(cache.warnings),
        tuple(evidence.store.theorems.values()), {p.key: p.notions for p in evidence.papers}, papers,
        tuple((v.name, v.key) for v in proof_sets), key, lints,
        evidence.owner,
    )  # fmt: skip


def failed_proofs(evidence: Evidence, asked: Sequence[str]) -> list[str]:
    """Return the theorems without a proof, with reasons: those of the claims asked for, or all if papers are whole."""
    about = {claim.by for i in asked for claim in evidence.claims(i)}
    papers = {evidence.statements[i].paper for i in asked}
    whole = {s.id for s in evidence.statements.values() if s.paper in papers} <= set(asked)
    names = [n for n in evidence.store.open if "#" not in n and (n in about or whole)]
    return [f"{n} has no proof: {evidence.store.open[n]}" for n in names]
