"""The record of the last check: what was found, and of which sources and kept proofs, so that it can be shown at once.

It is written by every check of everything, and serves the commands that show what was checked. They believe it like a
compiled file: as long as its header is whole, and neither a source nor a kept proof has changed since. A check never
asks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from functools import cached_property, partial
from typing import Any

import msgspec

from proofs.judging.cache import Cache
from proofs.judging.contents import contents
from proofs.judging.establish import Replayed, Theorem
from proofs.judging.report import ConstantFound, Doubt, Finding, PaperFound, Report, Result, Saying, Wording
from proofs.judging.sources import Sources, sources_key
from proofs.language.display import Notions
from proofs.running.forks import shares, side_by_side


@dataclass(frozen=True)
class Record:
    """What was found, when, and of what: the key of all sources, and the name, key and SHA-256 of all kept proofs."""

    date: str
    key: str
    kept: tuple[tuple[str, str, str], ...]
    items: tuple[Result, ...]
    errata: tuple[Finding, ...]
    constants: tuple[ConstantFound, ...]
    summary: Mapping[str, Any]
    problems: tuple[str, ...]
    papers: tuple[PaperFound, ...]
    doubts: tuple[Doubt, ...]
    theorems: tuple[Replayed, ...]


Words = dict[str, tuple[Wording, ...]]  # of the lines of each statement


class Recorded(Report):
    """A report from the record. What few commands need, wordings and proofs, is read when it is asked for."""

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
        """A line of a statement in words."""
        return self.words[id][line]

    def remembered(self, name: str, module: str, make: Callable[[], bytes]) -> bytes:
        """What was made of this record before, by a module as it is now; else what is made now, which is kept.

        Of a part of it (`of_paper`) nothing is kept.
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
        """The wordings of all lines, which are kept beside the record."""
        return msgspec.json.decode(self.cache.read("wordings", self.record.key) or b"", type=Words)

    @cached_property
    def by_name(self) -> Mapping[str, Theorem]:
        """The theorems that were replayed then, by name; the proofs of a chapter are read when one is asked for."""
        return _Theorems(self.record, self.cache)

    @cached_property
    def theorems(self) -> tuple[Theorem, ...]:
        """The same in order."""
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
            loaded = self.cache.load(row.chapter, self.keys_of[row.chapter])
            self.kept |= {
                stored["name"]: Theorem(kept=stored, **_parts(self.rows[stored["name"]], Replayed)) for stored in loaded
            }
        return self.kept[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


class _Notions(Mapping[str, Notions]):
    """The named notions of papers, each read when it is asked for."""

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
    """The fields of a kind that something has, by name."""
    return {f.name: getattr(of, f.name) for f in fields(kind) if hasattr(of, f.name)}


def keep(report: Report, cache: Cache, jobs: int) -> None:
    """Write the record of a check of everything."""
    if cache.folder is None:
        return
    key = report.key
    if cache.read("wordings", key) is None:
        said = side_by_side([partial(_wordings, share) for share in shares(report.items, jobs)], jobs)
        cache.write("wordings", key, msgspec.json.encode({id: words for part in said for id, words in part.items()}))
    rows = tuple(Replayed(**_parts(t, Replayed)) for t in report.theorems)
    kept = (*((name, of, cache.digest(name, of)) for name, of in (*report.kept, ("wordings", key))),)
    now = datetime.now().astimezone().isoformat(" ", "seconds")
    record = Record(**_parts(report, Record) | {"date": now, "kept": kept, "theorems": rows})
    cache.write("record", key, msgspec.json.encode(record, enc_hook=lambda saying: None))


def _wordings(items: Sequence[Result]) -> Words:
    return {r.id: tuple(line.wording for line in r.lines) for r in items}


def recorded(modules: Sequence[str], cache: Cache) -> Recorded | None:
    """The record of a check of these chapters, if nothing has changed since."""
    sources = Sources(modules)
    record = cache.decoded("record", sources_key(modules, sources), Record, lambda kind, _: Saying(_unsaid))
    if record is None or any(cache.digest(name, key) != digest for name, key, digest in record.kept):
        return None
    return Recorded(record, cache, sources)


def _unsaid() -> Wording:
    raise AssertionError("the wordings of a record stand beside it")
