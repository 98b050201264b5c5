"""The cache on disk between runs: a file for each name and key, with a header and a body.

The environment variable LEMMATA_CACHE names the folder; by default it is `lemmata` in the user's cache folder. A file
only saves time. Stored proofs are replayed through the kernel like new ones, unless it has accepted them before
(`proofs.checking.replay.ledger`). The records of replays, the contents of the library's chapters and the record of the
last check are believed as compiled files are (`chapter_contents`, `last_check`). A file that cannot be read, is
truncated, or belongs to another entry is ignored with a warning; a failed write is only a warning, too. Nothing is ever
unpickled or evaluated.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NotRequired, TypedDict, TypeVar
from urllib.parse import quote

import msgspec

from proofs.builder.stored import StoredTheorem, TheoremWithoutTerms
from proofs.files import write_whole
from proofs.kernel.store import PLAIN, Json, Table

T = TypeVar("T")

FORMAT = 4
KEPT = 4  # newest files kept for each name


def default_folder() -> Path:
    """Return the folder LEMMATA_CACHE, or `lemmata` in the platform's folder for caches."""
    chosen = os.environ.get("LEMMATA_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "lemmata"


class Replay(msgspec.Struct):
    """The record that the kernel has accepted a stored proof: its digest, the time taken, and its dependencies.

    The digest covers the kernel, the proof, its statement and the statements of the theorems that it applies.
    """

    digest: str
    seconds: float
    provenance: list[tuple[str, str]]


class Row(msgspec.Struct):
    """The record of a stored theorem: digests of the function that found its proof and of its premises.

    `replay` is None as long as the kernel has not accepted the proof.
    """

    source: str
    premises: str
    replay: Replay | None = None


class Failure(msgspec.Struct):
    """The record of a search that found no proof: a digest of all that it depends on, and the reason in words."""

    digest: str
    why: str


class _ProofSet(TypedDict):
    """An entry that `Cache.save` writes: theorems, one table of terms for all of them, and their records by name.

    `sources` is the key of the sources for which the theorems were found, empty if it is not known; `failures` are the
    records of failed searches by name.
    """

    terms: list[list[Json]]
    theorems: list[TheoremWithoutTerms]
    rows: NotRequired[dict[str, Row]]
    sources: NotRequired[str]
    failures: NotRequired[dict[str, Failure]]


@dataclass(frozen=True)
class Stored:
    """The theorems of an entry, in order and with distinct names, their records, and the key of their sources.

    Failed searches have records, too; `digest` is the SHA-256 of the body of the entry, empty if it was not read.
    """

    theorems: list[StoredTheorem] = field(default_factory=list)
    rows: dict[str, Row] = field(default_factory=dict)
    sources: str = ""
    failures: dict[str, Failure] = field(default_factory=dict)
    digest: str = ""


class Cache:
    """A folder of cached files; `Cache(None)` stores nothing. Warnings are collected, never raised."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.warnings: list[str] = []

    def warn(self, message: str) -> None:
        """Record a warning for the user, once."""
        if message not in self.warnings:
            self.warnings.append(message)

    def path(self, name: str, key: str) -> Path | None:
        """Return the file of an entry. Its name is quoted, so it contains no path separator and no glob pattern."""
        return self.folder / f"{quote(name, safe='')}-{key[:16]}.json" if self.folder else None

    def _entries(self, name: str) -> list[Path]:
        """Return the files of all entries of this name, the newest first."""
        before = f"{quote(name, safe='')}-"
        found = (
            [p for p in self.folder.glob(f"{before}*.json") if "-" not in p.stem[len(before) :]] if self.folder else []
        )
        return sorted(found, key=lambda p: p.stat().st_mtime, reverse=True)

    def damaged(self, name: str, key: str, wrong: Exception) -> None:
        """Record a warning that the entry with this name and key is damaged."""
        path = self.path(name, key)
        self.warn(f"the cache entry {path} is damaged and is redone ({type(wrong).__name__}: {wrong})")

    def read(self, name: str, key: str) -> bytes | None:
        """Return the body of the entry with this name and key; None if it is missing or damaged."""
        path = self.path(name, key)
        if path is None:
            return None
        try:
            header, _, body = path.read_bytes().partition(b"\n")
            if json.loads(header) != _header(name, key, body):
                raise ValueError("its content is not what its header says")
            return body
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as wrong:
            self.warn(f"the cache entry {path} cannot be read ({wrong.strerror}) and is redone")
        except (ValueError, RecursionError) as wrong:
            self.damaged(name, key, wrong)
        return None

    def decoded(self, name: str, key: str, kind: type[T], hook: Callable[[type, Any], Any] | None = None) -> T | None:
        """Return the entry with this name and key, decoded from JSON as a `kind`; None if there is no such value."""
        body = self.read(name, key)
        return None if body is None else self._decoded(name, key, body, kind, hook)

    def _decoded(
        self, name: str, key: str, body: bytes, kind: type[T], hook: Callable[[type, Any], Any] | None = None
    ) -> T | None:
        try:
            return msgspec.json.decode(body, type=kind, dec_hook=hook)
        except (msgspec.DecodeError, RecursionError) as wrong:
            self.damaged(name, key, wrong)
            return None

    def newest(self, name: str, kind: type[T]) -> T | None:
        """Return the newest entry of this name, whatever its key, decoded as a `kind`; None if it is not sound."""
        try:
            for path in self._entries(name)[:1]:
                header, _, body = path.read_bytes().partition(b"\n")
                if json.loads(header) != _header(name, json.loads(header)["key"], body):
                    raise ValueError("its content is not what its header says")
                return msgspec.json.decode(body, type=kind)
        except OSError:
            pass
        except (ValueError, KeyError, TypeError, RecursionError) as wrong:
            self.warn(f"the cache entry {path} is damaged and is redone ({type(wrong).__name__}: {wrong})")
        return None

    def digest(self, name: str, key: str) -> str:
        """SHA-256 of the file of the entry with this name and key; empty if there is none."""
        path = self.path(name, key)
        try:
            return hashlib.sha256(path.read_bytes()).hexdigest() if path else ""
        except OSError:
            return ""

    def write(self, name: str, key: str, body: bytes) -> None:
        """Store an entry, through a temporary file in the folder; delete all but the newest entries of this name."""
        path = self.path(name, key)
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, json.dumps(_header(name, key, body)).encode() + b"\n" + body)
            for other in self._entries(name)[KEPT:]:
                other.unlink(missing_ok=True)
        except OSError as wrong:
            self.warn(f"the cache folder {path.parent} cannot be written ({wrong.strerror}); not all is kept")

    def load(self, name: str, key: str) -> Stored:
        """Return the stored theorems of the entry with this name and key. They share one table of terms."""
        body = self.read(name, key)
        kept = None if body is None else self._decoded(name, key, body, _ProofSet)
        if body is None or kept is None:
            return Stored()
        table = Table(kept["terms"])
        theorems: list[StoredTheorem] = [{**stored, "terms": table} for stored in kept["theorems"]]
        rules = (step[:1] for stored in theorems for step in stored["steps"])
        if not all(rule and isinstance(rule[0], str) for rule in rules):
            self.damaged(name, key, ValueError("a step names no rule"))
        elif len({stored["name"] for stored in theorems}) < len(theorems):
            self.damaged(name, key, ValueError("two of its theorems have one name"))
        else:
            digest = hashlib.sha256(body).hexdigest()
            return Stored(theorems, kept.get("rows", {}), kept.get("sources", ""), kept.get("failures", {}), digest)
        return Stored()

    def save(self, name: str, key: str, stored: Stored) -> str:
        """Store theorems with their records, and one table of terms for all of them; return the digest of the body.

        Theorems that were read from one table keep their places in it: the terms of others are added to its rows.
        """
        table = next((t["terms"] for t in stored.theorems if isinstance(t["terms"], Table)), Table(()))
        where: dict[tuple, int] = {tuple(row): k for k, row in enumerate(table.rows)}
        if len(where) < len(table):  # some row is there twice
            table, where = Table(()), {}
        kept = [
            _without_terms(theorem) if theorem["terms"] is table else _moved(theorem, _places(theorem, where))
            for theorem in stored.theorems
        ]
        body = {"terms": list(where), "theorems": kept, "rows": stored.rows, "sources": stored.sources}
        encoded = msgspec.json.encode(body | {"failures": stored.failures})
        self.write(name, key, encoded)
        return hashlib.sha256(encoded).hexdigest()


def alone(stored: StoredTheorem) -> StoredTheorem:
    """Return a stored theorem with its own table of terms, which lists the terms in order of first use."""
    own: dict[tuple, int] = {}
    moved = _moved(stored, _places(stored, own))
    return {**moved, "terms": [list(row) for row in own]}


def _places(stored: StoredTheorem, where: dict[tuple, int]) -> Callable[[int], int]:
    """Map the terms of a stored theorem to their rows in the table `where`; missing rows are added to it."""
    rows = stored["terms"].rows if isinstance(stored["terms"], Table) else stored["terms"]
    at: dict[int, int] = {}

    def place(k: int) -> int:
        if k not in at:
            op, *args = rows[k]
            plain = PLAIN.get(op, 0)
            row = (op, *args[:plain], *map(place, args[plain:]))
            at[k] = where.setdefault(row, len(where))
        return at[k]

    return place


def _moved(stored: StoredTheorem, at: Callable[[int], int]) -> TheoremWithoutTerms:
    """Return a stored theorem, without its terms, whose references to terms are mapped by `at`."""

    def moved(x: Json) -> Json:
        if isinstance(x, dict):
            return {"t": at(x["t"])} if "t" in x else x
        return [moved(y) for y in x] if isinstance(x, list) else x

    out, claimed = _without_terms(stored), stored["statement"]
    out["steps"] = [[rule, *map(moved, args)] for rule, *args in stored["steps"]]
    out["statement"] = {"hyps": [at(h) for h in claimed["hyps"]], "concl": at(claimed["concl"])}
    if "instance" in stored:
        out["instance"] = [[at(v), at(x)] for v, x in stored["instance"]]
    if "where" in stored:
        out["where"] = [at(k) for k in stored["where"]]
    return out


def _without_terms(stored: StoredTheorem) -> TheoremWithoutTerms:
    out: TheoremWithoutTerms = {"name": stored["name"], "steps": stored["steps"], "statement": stored["statement"]}
    if "instance" in stored:
        out["instance"] = stored["instance"]
    if "where" in stored:
        out["where"] = stored["where"]
    return out


def _header(name: str, key: str, body: bytes) -> Json:
    return {"format": FORMAT, "name": name, "key": key, "sha256": hashlib.sha256(body).hexdigest()}
