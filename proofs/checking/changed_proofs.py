"""Checking changed proofs alone: new proofs of theorems that still say the same and depend on the same statements.

If nothing has changed in any source but the proofs of claims of the library's papers (`sources.Outline`), all
that the last check found still holds, except for these proofs. They are searched for and replayed. If each of them
proves the same statement as before, and depends on the same statements, citations and arguments, no status can differ:
the record of the last check is brought up to date, where only the numbers of steps change. Otherwise nothing is
concluded, and a whole check is needed.

The modules of changed proofs are imported without the packages of the papers, which would import all their modules.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from hashlib import sha256
from importlib.util import find_spec, module_from_spec
from typing import TypeVar

import msgspec

from proofs.builder.chapter import Write
from proofs.builder.lemma_index import Earlier
from proofs.checking.evidence import count_evidence, own_theorems, owned_below, support_of
from proofs.checking.replay.chapters import SEARCH, ProofSet, Searches, key_of, resolve
from proofs.checking.replay.establish import Facts, Kept, Replayed, Theorem, record_theorem, search
from proofs.checking.replay.ledger import Ledger
from proofs.checking.report import Line, Report, Result, Support, Value
from proofs.checking.store.cache import Cache
from proofs.checking.store.last_check import Record, Recorded, read, write
from proofs.checking.store.sources import OURS, PAPERS, Sources, sources_key
from proofs.kernel.rules import Theory
from proofs.kernel.store import replay

ENTRY = "proofs"  # the name of the cached entry for each key of the outlines of sources
MARKED = b".usable"  # in the sources of chapters whose theorems the search may apply as lemmas
Judged = TypeVar("Judged", Line, Value)


class Digested(msgspec.Struct):
    """The key of the record of a check, and the digests of the proofs that it checked, by "module:function"."""

    record: str
    proofs: dict[str, str]


def keep_proofs(modules: Sequence[str], key: str, cache: Cache, sources: Sources | None = None) -> None:
    """Store the digests of the proofs in the sources with this key, if these are the current sources."""
    sources = sources or Sources(modules)
    if sources_key(modules, sources) == key:
        kept = msgspec.json.encode(Digested(key, _digests(sources)))
        cache.write(ENTRY, sources_key(modules, sources, outline=True), kept)


def _digests(sources: Sources) -> dict[str, str]:
    """Return the digests of the proofs in the sources that have been read."""
    bodies = [(f"{m}:{name}", body) for m, own in sources.outlines.items() for name, body in own.bodies.items()]
    return {name: sha256(body).hexdigest() for name, body in bodies}


def believed(
    modules: Sequence[str], cache: Cache, ids: Sequence[str] | None = None, paper: str | None = None
) -> Report | None:
    """Return the report of the last check of the library's chapters, if nothing but proofs has changed since.

    The report is that of all statements, of these ids, or of one paper. Changed proofs are checked (`updated`). A
    user's paper may read files that are no sources, so it is always checked.

    Raises
    ------
    UnknownId
        if there is no such statement or paper.
    """
    start = time.perf_counter()
    if any(module.partition(".")[0] not in OURS for module in modules):
        return None
    sources = Sources(modules)
    record = read(sources_key(modules, sources), cache)
    found = updated(modules, cache, sources) if record is None else Recorded(record, cache, sources)
    if found is None or (found.problems and (ids is not None or paper is not None)):
        return None
    report: Report = found
    if ids is not None or paper is not None:
        asked = found.by_id if ids is None else dict.fromkeys(resolve(i, found.by_id).id for i in ids)
        only = None if paper is None else key_of(paper, found.items)
        own = [i for i in asked if only in (None, found.by_id[i].paper)]
        report = found.of_statements(own, {found.by_id[i].paper for i in asked} if ids else ())
    summary = {**report.summary, "seconds": time.perf_counter() - start}
    if record is not None:
        summary |= {"believed": len(record.theorems), "replayed": 0, "cached": True, "since": found.date}
    report.__dict__["summary"] = summary
    return report


def updated(modules: Sequence[str], cache: Cache, sources: Sources) -> Recorded | None:
    """Return the record of the last check, brought up to date by checking the proofs that have changed since.

    It is None if anything else has changed, or if a changed proof may change a status.
    """
    key, outline = sources_key(modules, sources), sources_key(modules, sources, outline=True)
    before, digests = cache.decoded(ENTRY, outline, Digested), _digests(sources)
    record = read(before.record, cache) if before is not None else None
    if before is None or record is None or record.problems or digests.keys() != before.proofs.keys():
        return None
    changed = [name for name, digest in digests.items() if digest != before.proofs[name]]
    found, words = _proved(record, modules, changed, cache, sources), cache.read("wordings", record.key)
    if found is None or words is None:
        return None
    cache.write("wordings", key, words)  # of the same claims
    keys = {name: of for name, of, _ in record.kept} | {"wordings": key}
    summary = {**record.summary, "believed": len(record.theorems) - len(found), "replayed": len(found)}
    done = replace(
        with_theorems(record, found), key=key, date=datetime.now().astimezone().isoformat(" ", "seconds"),
        kept=tuple((name, of, cache.digest(name, of)) for name, of in keys.items()),
        summary=summary | {"cached": False},
    )  # fmt: skip
    write(done, cache)
    keep_proofs(modules, key, cache, sources)
    return Recorded(done, cache, sources)


def _proved(
    record: Record, modules: Sequence[str], changed: Sequence[str], cache: Cache, sources: Sources
) -> dict[str, Theorem] | None:
    """Return the theorems with changed proofs, and store the new proofs; None if one may change a status."""
    chapters = {p.chapter: p.key for p in record.papers}
    places: dict[str, dict[str, str]] = {}  # for each chapter, the modules of its changed theorems
    for module, _, function in (name.partition(":") for name in changed):
        chapter = next((known for known in chapters if module.startswith(f"{known}.")), "")
        places.setdefault(chapter, {})[f"{chapters.get(chapter)}.{function}"] = module
    keys = {name: key for name, key, _ in record.kept}
    searches, found, sets = Searches([SEARCH], sources), dict[str, Theorem](), list[ProofSet]()
    known, apart = dict[str, Kept](), set[str]()  # the theorems before a chapter, and those of papers
    marked = [module for module in sources.texts if MARKED in sources.text(module)]
    if not places.keys() <= chapters.keys() or any(module.startswith(PAPERS) for module in marked):
        return None
    with _without_packages(chapters) as alone:
        if places and not alone:
            return None
        for chapter in modules if places else ():
            stored = cache.load(chapter, keys[chapter])
            proof_set = ProofSet(
                chapter, keys[chapter], cache, [t["name"] for t in stored.theorems],
                partial(_written, places.get(chapter, {}), [m for m in marked if m in modules]),
                sources=searches.own_key(chapter), digest=searches.digest(chapter),
            )  # fmt: skip
            proof_set.theorems, proof_set.rows, proof_set.failures = stored.theorems, stored.rows, stored.failures
            if chapter in places:
                own = _proved_in(proof_set, places[chapter], known, apart)
                if own is None:
                    return None
                found |= own
                sets.append(proof_set)
            if len(sets) == len(places):
                break
            known |= {t["name"]: Kept(t) for t in proof_set.theorems}
            apart |= set(proof_set.names) if chapter in chapters else set()
    if not all(depends_as_before(record, found)):
        return None
    for proof_set in sets:
        proof_set.save()
    return found


def _proved_in(
    proof_set: ProofSet, names: Collection[str], before: Mapping[str, Kept], apart: Collection[str]
) -> dict[str, Theorem] | None:
    """Return theorems of a chapter with new proofs, replayed; None if one is not found, or its statement differs."""
    known, found, ledger = dict(before), dict[str, Theorem](), Ledger()
    facts = Facts(known)
    earlier = Earlier(facts, apart=apart)
    for k, old in enumerate(proof_set.theorems):
        name = old["name"]
        if name in names:
            start = time.perf_counter()
            try:
                stored = json.loads(json.dumps(search(name, proof_set.proofs[name], facts, earlier)))
                provenance = list(replay(Theory.over(facts), stored).provenance)
            except Exception:  # a whole check says what is wrong
                return None
            if ledger.digests.statement(stored) != ledger.digests.statement(old):
                return None
            seconds, proof_set.theorems[k] = time.perf_counter() - start, stored
            found[name] = record_theorem(proof_set.name, stored, provenance, seconds)
            del proof_set.rows[name]
            ledger.note(proof_set, stored, lambda n: known[n].kept if n in known else None, provenance, seconds)
        known[name] = Kept(proof_set.theorems[k])
    return found if found.keys() == set(names) else None


def _written(modules: Mapping[str, str], marked: Sequence[str]) -> dict[str, Write]:
    """Return the functions that prove theorems of papers, by name, from the modules of these names.

    The `marked` modules of lemmas are imported, too.
    """
    for module in marked:
        importlib.import_module(module)
    return {name: importlib.import_module(module).paper.proofs[name] for name, module in modules.items()}


@contextmanager
def _without_packages(chapters: Collection[str]) -> Iterator[bool]:
    """Let modules be imported without the packages of these chapters, and drop these modules at the end.

    The value is False if this is impossible since one of the packages has been imported before.
    """
    specs = {chapter: find_spec(chapter) for chapter in chapters if chapter not in sys.modules}
    before = set(sys.modules)
    if len(specs) < len(chapters):
        yield False
        return
    sys.modules |= {chapter: module_from_spec(spec) for chapter, spec in specs.items() if spec is not None}
    try:
        yield True
    finally:
        for name in sys.modules.keys() - before:
            if f"{name}.".startswith(tuple(f"{chapter}." for chapter in chapters)):
                del sys.modules[name]


def depends_as_before(record: Record, found: Mapping[str, Theorem]) -> Iterator[bool]:
    """Yield for each theorem with a new proof whether it depends on the same statements, citations and arguments."""
    before = {t.name: t for t in record.theorems}
    after, known = {**before, **found}, (dict[str, tuple[Support, ...]](), dict[str, tuple[Support, ...]]())
    for name in found:
        owned = [owned_below(rows, record.owner, name) for rows in (before, after)]
        support = [support_of(rows, name, own) for rows, own in zip((before, after), known, strict=True)]
        yield owned[0] == owned[1] and support[0] == support[1]


def with_theorems(record: Record, found: Mapping[str, Theorem]) -> Record:
    """Return a record with new proofs of some theorems (`depends_as_before`): the counts of their steps change."""
    before = {t.name: t for t in record.theorems}
    rows = {name: _row(found[name]) if name in found else t for name, t in before.items()}

    def line(id: str, x: Judged) -> Judged:
        own = own_theorems(rows, record.owner, [x.theorem], id) if x.theorem else []
        return replace(x, evidence=count_evidence(own)) if any(t.name in found for t in own) else x

    def result(r: Result) -> Result:
        own = own_theorems(rows, record.owner, [x.theorem for x in r.lines if x.theorem], r.id)
        new = [t for t in own if t.name in found]
        seconds = r.seconds + sum(t.seconds - before[t.name].seconds for t in new)
        lines = tuple(line(r.id, x) for x in r.lines)
        return replace(r, lines=lines, evidence=count_evidence(own), seconds=seconds) if new else r

    constants = [
        replace(c, **{name: line(c.id, value) for name in ("needed", "sharp", "beyond") if (value := getattr(c, name))})
        for c in record.constants
    ]
    return replace(
        record, items=tuple(map(result, record.items)), constants=tuple(constants), theorems=tuple(rows.values())
    )


def _row(theorem: Theorem) -> Replayed:
    return Replayed(
        theorem.name, theorem.chapter, theorem.seconds, theorem.evidence, theorem.uses, theorem.cited, theorem.argued
    )
