"""The contents of chapters: the names of a chapter's theorems, and the statements of a paper.

Importing the modules of papers takes seconds, since they import SymPy. So their contents are also cached as JSON. A
cached file is used only if its SHA-256 is the one that `contents.sha256` lists for the current sources: that file
belongs to the project, so that whoever could edit it could edit the modules. A test compares it with the modules. A
module without a row there for its current source, such as one of your own, is imported.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache as once
from pathlib import Path
from typing import Any

from proofs.builder.chapter import Chapter, Claim, Write
from proofs.builder.diagnostics import described
from proofs.builder.paper import Constant, Erratum, Paper, Search, Statement
from proofs.checking.store.cache import Cache
from proofs.checking.store.sources import Sources
from proofs.kernel.store import Json, Writer, read_terms
from proofs.kernel.terms import Term
from proofs.language.display import Definition, Notions

DIGESTS = Path(__file__).with_name("contents.sha256")
ROW = re.compile(r"([0-9a-f]{64}) ([0-9a-f]{64}) (\S+)")
ANEW = "REGENERATE=1 uv run pytest tests/proofs/checking/test_contents.py"
KINDS: Mapping[str, type] = {c.__name__: c for c in (Claim, Statement, Erratum, Search, Constant, Definition)}


class ChapterError(ValueError):
    """Raised if a module has no valid chapter, or if chapters conflict with each other."""


@dataclass(frozen=True)
class Contents:
    """The names of a chapter's theorems, in order, and its statements if it is a paper."""

    names: tuple[str, ...]
    paper: Paper | None


def contents(module: str, sources: Sources, cache: Cache, before: Sequence[str] = ()) -> Contents:
    """The contents of a module's chapter; the module is imported unless a cached copy has the right digest.

    `before` are the chapters before it. The order of a sum's parts is that in which they were first created, so that
    a module of the project reproduces its digest only if these were imported before it.
    """
    key = sources.key([module])
    name, digest = f"{module}.contents", digests().get((module, key))
    kept = None if digest is None else cache.read(name, key)
    if kept is not None and hashlib.sha256(kept).hexdigest() == digest:
        return read(kept)
    for earlier in before if digest is not None else ():
        imported(earlier)
    chapter = imported(module)
    found = Contents(tuple(chapter.proofs), chapter if isinstance(chapter, Paper) else None)
    if digest is not None and hashlib.sha256(said := written(found)).hexdigest() == digest:
        cache.write(name, key, said)
    return found


def imported(module: str) -> Chapter:
    """Import a module and return its `chapter`.

    Raises
    ------
    ChapterError
        if it has none, or raises an error; the message then names the line.
    """
    try:
        found = importlib.import_module(module)
    except (Exception, SystemExit) as wrong:
        raise ChapterError(f"{module} cannot be imported: {described(wrong)}") from wrong
    chapter = getattr(found, "chapter", None)
    if not isinstance(chapter, Chapter):
        what = "has no `chapter`" if chapter is None else f"has a `chapter` that is none, but {chapter!r}"
        raise ChapterError(f"{module} {what}: write paper = chapter = Paper(key, title, source) in {found.__file__}")
    return chapter


def proofs_of(module: str) -> Mapping[str, Write]:
    """The proofs of a module's chapter, as functions that may search."""
    return imported(module).proofs


@once
def digests() -> dict[tuple[str, str], str]:
    """The SHA-256 of a chapter's contents, by its module and the key of its sources.

    Raises
    ------
    ChapterError
        if a line of the file is malformed; the message names its number.
    """
    found = {}
    for number, line in enumerate(DIGESTS.read_text("utf-8").splitlines() if DIGESTS.is_file() else [], 1):
        row = ROW.fullmatch(line)
        if row is None:
            what = f"{line[:40]!r} is no row of digests; delete the file, and have it written anew by {ANEW}"
            raise ChapterError(f"{DIGESTS}, line {number}: {what}")
        digest, key, module = row.groups()
        found[module, key] = digest
    return found


def written(found: Contents) -> bytes:
    """The contents as JSON, the same in every run; terms share a table of subterms."""
    data = {"names": found.names, "paper": None if found.paper is None else _write_paper(found.paper)}
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()


def read(text: bytes) -> Contents:
    """Read contents from the JSON that `written` returns."""
    data = json.loads(text)
    return Contents(tuple(data["names"]), None if data["paper"] is None else _read_paper(data["paper"]))


def _write_paper(paper: Paper) -> Json:
    writer = Writer()

    def plain(x: object) -> Json:
        if isinstance(x, Term):
            return {"t": writer.term(x)}
        if is_dataclass(x):
            return {"is": type(x).__name__} | {f.name: plain(getattr(x, f.name)) for f in fields(x)}
        if isinstance(x, Mapping):
            return {"map": [[k, plain(v)] for k, v in x.items()]}
        if x is None or isinstance(x, str | int):
            return x
        if isinstance(x, Sequence):
            return [plain(y) for y in x]
        raise TypeError(f"cannot be stored: {x!r}")

    letters = [[op, inside, names] for (op, inside), names in paper.notions.letters.items()]
    body = plain([list(paper.statements.values()), paper.constants, paper.notions.definitions, paper.standing, letters])
    head = {"key": paper.key, "title": paper.title, "source": paper.source, "index": paper.index}
    head |= {"unclaimed": paper.unclaimed, "quoted": paper.quoted}
    return head | {"terms": writer.rows, "body": body}


def _read_paper(data: Json) -> Paper:
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
    statements, constants, definitions, paper.standing, letters = read(data["body"])
    paper.unclaimed = data["unclaimed"]
    paper.quoted = {id: (tuple(formulas), letters) for id, (formulas, letters) in data["quoted"].items()}
    paper.notions = Notions(definitions)
    paper.notions.call({(op, inside): names for op, inside, names in letters})
    paper.statements = {s.id: s for s in statements}
    paper.constants = list(constants)
    return paper
