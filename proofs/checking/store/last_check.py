"""The record of the last check: its report, sources and stored proofs, so that results can be shown at once.

Every check of all statements writes it, and the commands that show results read it. Like a compiled file, it is valid
as long as its header is intact and neither a source nor a stored proof has changed. As long as it is valid, a check of
the library's own papers takes its results from it, and says so (`proofs.checking.changed_proofs`); `lemmata check
--replay` never reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from errno import ENOENT
from functools import cached_property, partial
from typing import Any

import msgspec

from proofs.checking.replay.establish import Replayed, Theorem
from proofs.checking.report import ConstantFound, Finding, LintWarning, PaperFound, Report, Result, Saying, Wording
from proofs.checking.store.cache import Cache
from proofs.checking.store.chapter_contents import contents
from proofs.checking.store.digests import ProofSources
from proofs.checking.store.sources import Sources, sources_key, versions
from proofs.language.display import Notions
from proofs.workers.forks import shares, side_by_side

FEW = 20  # up to this number of statements, one process finds the wordings faster than several


@dataclass(frozen=True)
class Record:
    """A report with its date, the key of all sources, and the name, key and SHA-256 of all stored proofs."""

    date: str
    key: str
    kept: tuple[tuple[str, str, str], ...]
    items: tuple[Result, ...]
    errata: tuple[Finding, ...]
    constants: tuple[ConstantFound, ...]
    summary: Mapping[str, Any]
    problems: tuple[str, ...]
    papers: tuple[PaperFound, ...]
    lint_warnings: tuple[LintWarning, ...]
    owner: Mapping[str, str]
    theorems: tuple[Replayed, ...]


Words = dict[str, tuple[Wording, ...]]  # the wordings of each statement's lines
WORDING = "proofs.checking.wording"  # the wordings depend on this module and its imports


class Wordings(msgspec.Struct):
    """The wordings of a report, with a digest of what each statement's depend on."""

    words: Words
    digests: dict[str, str]


class Recorded(Report):
    """A report from the record. Wordings and proofs, which few commands need, are read on demand."""

    record: Record
    cache: Cache
    sources: Sources
    date: str  # when it was checked

    def __init__(self, record: Record, cache: Cache, sources: Sources) -> None:
        same = _parts(record, Report) | {"warnings": (), "notions": _Notions(record.papers, sources, cache)}
        del same["theorems"]
        self.__dict__.update(same, record=record, cache=cache, sources=sources, date=record.date)
        for r in self.items:
            for k, line in enumerate(r.lines):
                line.say.say = partial(self.wording, r.id, k)

    def wording(self, id: str, line: int) -> Wording:
        """Return a line of a statement in words."""
        return self.words[id][line]

    def remembered(self, name: str, module: str, make: Callable[[], bytes]) -> bytes:
        """Return the output of `make` for this record and the current source of `module`, computed if it is not cached.

        For the report on one paper (`of_paper`) nothing is cached.
        """
        if self.items is not self.record.items:
            return make()
        key = self.sources.key([module], f"{self.record.key} {self.record.kept}")
        made = self.cache.read(name, key)
        if made is None:
            made = make()
            self.cache.write(name, key, made)
        return made

    @cached_property
    def words(self) -> Words:
        """Return the wordings of all lines, which are stored apart from the record.

        Raises
        ------
        FileNotFoundError
            if another process has deleted them since the record was read.
        """
        found = self.cache.decoded("wordings", self.record.key, Wordings)
        if found is None:
            wrong = "another command has replaced what was recorded here: run this one again"
            raise FileNotFoundError(ENOENT, wrong, str(self.cache.path("wordings", self.record.key) or "the cache"))
        return found.words

    @cached_property
    def by_name(self) -> Mapping[str, Theorem]:
        """The theorems replayed in that check, by name; the proofs of a chapter are read when the first is needed."""
        return _Theorems(self.record, self.cache)

    @cached_property
    def theorems(self) -> tuple[Theorem, ...]:
        """The theorems replayed in that check, in order."""
        return tuple(self.by_name.values())


class _Theorems(Mapping[str, Theorem]):
    """Recorded theorems with their proofs."""

    def __init__(self, record: Record, cache: Cache) -> None:
        self.rows, self.cache = {row.name: row for row in record.theorems}, cache
        self.keys_of = {name: key for name, key, _ in record.kept}
        self.kept: dict[str, Theorem] = {}

    def __getitem__(self, name: str) -> Theorem:
        row = self.rows[name]
        if name not in self.kept:
            loaded = self.cache.load(row.chapter, self.keys_of[row.chapter]).theorems
            self.kept |= {
                stored["name"]: Theorem(kept=stored, **_parts(self.rows[stored["name"]], Replayed)) for stored in loaded
            }
        return self.kept[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


class _Notions(Mapping[str, Notions]):
    """The named notions of papers, each read on demand."""

    def __init__(self, papers: Sequence[PaperFound], sources: Sources, cache: Cache) -> None:
        self.modules, self.sources, self.cache = {p.key: p.chapter for p in papers}, sources, cache
        self.read: dict[str, Notions] = {}

    def __getitem__(self, key: str) -> Notions:
        if key not in self.read:
            paper = contents(self.modules[key], self.sources, self.cache).paper
            assert paper is not None
            self.read[key] = paper.notions
        return self.read[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.modules)

    def __len__(self) -> int:
        return len(self.modules)


def _parts(of: object, kind: type) -> dict[str, Any]:
    """Return the values of the fields of dataclass `kind` in an object, by name."""
    return {f.name: getattr(of, f.name) for f in fields(kind) if hasattr(of, f.name)}


def keep(report: Report, cache: Cache, jobs: int) -> None:
    """Write the record of a check of all statements."""
    if cache.folder is None:
        return
    key = report.key
    if cache.read("wordings", key) is None:
        cache.write("wordings", key, msgspec.json.encode(_wordings(report.items, cache, jobs)))
    rows = tuple(Replayed(**_parts(t, Replayed)) for t in report.theorems)
    kept = (*((name, of, cache.digest(name, of)) for name, of in (*report.kept, ("wordings", key))),)
    now = datetime.now().astimezone().isoformat(" ", "seconds")
    write(Record(**_parts(report, Record) | {"date": now, "kept": kept, "theorems": rows}), cache)


def write(record: Record, cache: Cache) -> None:
    """Write a record."""
    cache.write("record", record.key, msgspec.json.encode(record, enc_hook=lambda saying: None))


def _wordings(items: Sequence[Result], cache: Cache, jobs: int) -> Wordings:
    """Return the wordings of these results; those of an earlier report are used where nothing has changed for them."""
    sources = Sources(())
    digests = ProofSources(WORDING, sources, sources.reached([WORDING]))
    code = sources.key([WORDING], versions())
    found = {r.id: digests.digest((code, [line.say.inputs() for line in r.lines if line.say.inputs])) for r in items}
    before = cache.newest("wordings", Wordings)
    known = {id: before.words[id] for id, d in found.items() if before.digests.get(id) == d} if before else {}
    new = [r for r in items if r.id not in known]
    said = side_by_side([partial(_said, share) for share in shares(new, jobs)], jobs if len(new) > FEW else 1)
    return Wordings(known | {id: words for part in said for id, words in part.items()}, found)


def _said(items: Sequence[Result]) -> Words:
    return {r.id: tuple(line.wording for line in r.lines) for r in items}


def recorded(modules: Sequence[str], cache: Cache) -> Recorded | None:
    """Return the record of a check of these chapters, if nothing has changed since."""
    sources = Sources(modules)
    record = read(sources_key(modules, sources), cache)
    return None if record is None else Recorded(record, cache, sources)


def read(key: str, cache: Cache) -> Record | None:
    """Return the record of a check of the sources with this key, if the stored proofs are those of that check."""
    record = cache.decoded("record", key, Record, lambda kind, _: Saying(_unsaid))
    if record is None or any(cache.digest(name, key) != digest for name, key, digest in record.kept):
        return None
    return record


def _unsaid() -> Wording:
    raise AssertionError("the wordings of a record are stored apart from it")
