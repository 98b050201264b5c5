"""Stored proofs on disk, one file for each chapter and content key: a header and a body, both JSON.

The folder is the one of the environment variable LEMMATA_CACHE, else `lemmata` in the user's cache folder. An
entry only saves time: its proofs are replayed through the kernel like new ones. It also holds the statements of
a paper, so that they can be had without importing the module that writes them down (and with it SymPy). What
cannot be read, was cut short, or belongs to something else is ignored with a warning; what cannot be written is
done without. Nothing is ever unpickled or evaluated.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any

from proofs.kernel.store import Json, Writer, read_terms
from proofs.kernel.terms import Term
from proofs.language.display import Definition, Notions
from proofs.writing.chapter import Claim
from proofs.writing.paper import Constant, Erratum, Paper, Search, Statement

FORMAT = 2
KEPT = 4  # entries of one chapter, the newest


def default_folder() -> Path:
    """LEMMATA_CACHE, else the platform's folder for caches."""
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


@dataclass
class Stored:
    """What an entry holds.

    The names of all theorems of the chapter, the stored ones in order, the searches that found nothing with the
    reason, and the paper, if the chapter is one.
    """

    names: tuple[str, ...]
    paper: Paper | None = None
    theorems: list[Json] = field(default_factory=list)
    open: dict[str, str] = field(default_factory=dict)


class Cache:
    """A folder of stored proofs; `Cache(None)` keeps nothing. Warnings are collected, never raised."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.warnings: list[str] = []

    def warn(self, message: str) -> None:
        """Note something that the user should know."""
        if message not in self.warnings:
            self.warnings.append(message)

    def path(self, name: str, key: str) -> Path | None:
        """The file of an entry."""
        return self.folder / f"{name}-{key[:16]}.json" if self.folder else None

    def load(self, name: str, key: str) -> Stored | None:
        """The entry of that name and content key, if there is a sound one."""
        path = self.path(name, key)
        if path is None:
            return None
        try:
            header, _, body = path.read_bytes().partition(b"\n")
            if json.loads(header) != _header(key, body):
                raise ValueError("its content is not what its header says")
            body = json.loads(body)
            names, theorems, unproved = tuple(body["names"]), list(body["theorems"]), dict(body["open"])
            if not {*(t["name"] for t in theorems), *unproved} <= set(names):
                raise ValueError("it holds theorems that the chapter does not have")
            return Stored(names, read_paper(body["paper"]), theorems, unproved)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as wrong:
            self.warn(f"the cache entry {path} cannot be read ({wrong.strerror}); the proofs are searched again")
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as wrong:
            self.warn(f"the cache entry {path} is damaged and is redone ({type(wrong).__name__}: {wrong})")
        return None

    def save(self, name: str, key: str, entry: Stored) -> None:
        """Write an entry: a temporary file in the same folder, then renamed."""
        path = self.path(name, key)
        if path is None:
            return
        paper = None if entry.paper is None else write_paper(entry.paper)
        body = {"names": entry.names, "theorems": entry.theorems, "open": entry.open, "paper": paper}
        written = json.dumps(body, separators=(",", ":")).encode()
        temporary = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{name}-", suffix=".tmp")
            with os.fdopen(handle, "wb") as file:
                file.write(json.dumps(_header(key, written)).encode() + b"\n" + written)
            os.replace(temporary, path)
            old = sorted(path.parent.glob(f"{name}-*.json"), key=lambda p: p.stat().st_mtime, reverse=True)
            for other in old[KEPT:]:
                other.unlink(missing_ok=True)
        except OSError as wrong:
            self.warn(f"the cache folder {path.parent} cannot be written ({wrong.strerror}); nothing is kept")
            if temporary:
                Path(temporary).unlink(missing_ok=True)


def _header(key: str, body: bytes) -> Json:
    return {"format": FORMAT, "key": key, "sha256": hashlib.sha256(body).hexdigest()}


# --- papers as JSON ----------------------------------------------------------------------------------------------

KINDS: Mapping[str, type] = {c.__name__: c for c in (Claim, Statement, Erratum, Search, Constant, Definition)}


def write_paper(paper: Paper) -> Json:
    """The statements and constants of a paper, and the named notions, as JSON; terms share a table of subterms."""
    writer = Writer()

    def written(x: object) -> Json:
        if isinstance(x, Term):
            return {"t": writer.term(x)}
        if is_dataclass(x):
            return {"is": type(x).__name__} | {f.name: written(getattr(x, f.name)) for f in fields(x)}
        if isinstance(x, Mapping):
            return {"map": [[k, written(v)] for k, v in x.items()]}
        if x is None or isinstance(x, str | int):
            return x
        if isinstance(x, Sequence):
            return [written(y) for y in x]
        raise TypeError(f"cannot be stored: {x!r}")

    body = written([list(paper.statements.values()), paper.constants, paper.notions.definitions])
    head = {"key": paper.key, "title": paper.title, "source": paper.source, "index": paper.index}
    return head | {"terms": writer.rows, "body": body}


def read_paper(data: Json) -> Paper | None:
    """The paper that was written, without its proofs."""
    if data is None:
        return None
    terms = read_terms(data["terms"])

    def read(x: Json) -> Any:
        if isinstance(x, list):
            return tuple(map(read, x))
        if not isinstance(x, dict):
            return x
        if "t" in x:
            return terms[x["t"]]
        if "map" in x:
            return {k: read(v) for k, v in x["map"]}
        return KINDS[x["is"]](**{k: read(v) for k, v in x.items() if k != "is"})

    paper = Paper(data["key"], data["title"], data["source"], index=data["index"])
    statements, constants, definitions = read(data["body"])
    paper.notions = Notions(definitions)
    paper.statements = {s.id: s for s in statements}
    paper.constants = list(constants)
    return paper
