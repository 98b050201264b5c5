"""The contents of chapters: the names of a chapter's theorems, and the statements of a paper.

Importing the modules of the library's papers takes seconds, since they import SymPy. So their contents are also cached
as JSON, under the hash of the sources of the module and of all that it imports, the proofs of claims aside; `contents`
writes the file when it is missing. A cached file is believed as Python believes a compiled file: whoever can write to
the cache could change what a paper is said to state, but no file can run code, and every proof is still replayed. A
user's own module is always imported, since it may read files that belong to no source.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from numeric.comparison import Comparison
from proofs.builder.chapter import Chapter, Claim, Mark, Write
from proofs.builder.diagnostics import described
from proofs.builder.paper import Constant, Erratum, Paper, Search, Statement
from proofs.checking.store.cache import Cache
from proofs.checking.store.sources import OURS, Sources, versions
from proofs.kernel.store import Json, Writer, read_terms
from proofs.kernel.terms import Term
from proofs.language.display import Definition, Notions

FORMAT = "proofs.checking.store.chapter_contents"  # the format of the files is defined by this module and its imports
KINDS: Mapping[str, type] = {c.__name__: c for c in (Claim, Statement, Erratum, Search, Constant, Definition, Mark)}
PLAIN = ("unclaimed", "quoted", "sketches", "starting_points", "spot_checks", "plots")  # parts of a paper without terms
MALFORMED = (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError)


class ChapterError(ValueError):
    """Raised if a module has no valid chapter, or if chapters conflict with each other."""


@dataclass(frozen=True)
class Contents:
    """The names of a chapter's theorems, in order, and its statements if it is a paper.

    `places` are the files of both, by name and id, with lines of their outlines (`Sources.in_source`).
    """

    names: tuple[str, ...]
    paper: Paper | None
    places: Mapping[str, str]


def contents(module: str, sources: Sources, cache: Cache, before: Sequence[str] = ()) -> Contents:
    """Return the contents of a module's chapter, cached for modules of this project; import the module if need be.

    `before` are the chapters before it. The order of a sum's parts is that in which they were first created, so the
    contents of a module of the project are the same in every run only if these are imported before it.
    """
    if module.partition(".")[0] not in OURS:
        return contents_of(imported(module))
    name, key = f"{module}.contents", sources.key([module, FORMAT], versions(), named=True, outline=True)
    body = cache.read(name, key)
    if body is not None:
        try:
            return read(body)
        except MALFORMED as wrong:
            cache.damaged(name, key, wrong)
    for earlier in before:
        imported(earlier)
    found = contents_of(imported(module))
    found = replace(found, places={name: sources.in_outline(place) for name, place in found.places.items()})
    cache.write(name, key, written(found))
    return found


def contents_of(chapter: Chapter) -> Contents:
    """Return the contents of a chapter, with the ratios of a paper's constants."""
    if not isinstance(chapter, Paper):
        return Contents(tuple(chapter.proofs), None, chapter.places)
    chapter.constants = [replace(c, ratio=_ratio(c.comparison)) if c.comparison else c for c in chapter.constants]
    return Contents(tuple(chapter.proofs), chapter, chapter.places)


def _ratio(comparison: str) -> tuple[str, ...]:
    """Return the ratio of a constant, in the form that `Constant` describes."""
    found: Comparison = resolve(comparison, Comparison)
    return f"{found.ratio():.3g}", found.best_is, found.at, *map("{:.4g}".format, found.numbers())


def resolve(name: str, *kinds: Any) -> Any:
    """Return the object that a paper names as "module:name"; it is imported only now.

    Raises
    ------
    ChapterError
        if it cannot be imported, or is an instance of none of the `kinds`.

    >>> resolve("math:pi", float)
    3.141592653589793
    >>> resolve("math:pie", float)
    Traceback (most recent call last):
        ...
    proofs.checking.store.chapter_contents.ChapterError: math has no pie, which a paper names as "math:pie"
    """
    module, _, attribute = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except AttributeError:
        raise ChapterError(f'{module} has no {attribute}, which a paper names as "{name}"') from None
    except (Exception, SystemExit) as wrong:
        raise ChapterError(f"{module} cannot be imported: {described(wrong)}") from wrong
    if not isinstance(found, kinds):
        wanted = " or ".join(kind.__name__ for kind in kinds)
        raise ChapterError(f"{name} is a {type(found).__name__}, where a {wanted} is needed")
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
    """Return the proofs of a module's chapter, as functions that may search."""
    return imported(module).proofs


def written(found: Contents) -> bytes:
    """Return contents as JSON, the same in every run; terms share a table of subterms."""
    paper = None if found.paper is None else _write_paper(found.paper)
    data = {"names": found.names, "paper": paper, "places": found.places}
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()


def read(text: bytes) -> Contents:
    """Read contents from the JSON that `written` returns.

    Raises
    ------
    ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError
        if the text is malformed.
    """
    data = json.loads(text)
    names = data["names"]
    if not (isinstance(names, list) and all(isinstance(name, str) for name in names)):
        raise TypeError("the names of theorems are strings")
    places = {name: str(place) for name, place in data["places"].items()}
    paper = None if data["paper"] is None else _read_paper(data["paper"])
    if paper is not None:
        paper.places = places
    return Contents(tuple(names), paper, places)


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
    parts = [list(paper.statements.values()), paper.constants, paper.notions.definitions, paper.standing, letters]
    body = plain([*parts, paper.marks])
    head = {"key": paper.key, "title": paper.title, "source": paper.source, "index": paper.index}
    head |= {name: getattr(paper, name) for name in PLAIN}
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
    statements, constants, definitions, paper.standing, letters, paper.marks = read(data["body"])
    for name in ("unclaimed", "sketches", "starting_points", "spot_checks"):
        setattr(paper, name, data[name])
    paper.plots = {id: tuple(own) for id, own in data["plots"].items()}
    paper.quoted = {id: (tuple(formulas), letters) for id, (formulas, letters) in data["quoted"].items()}
    paper.notions = Notions(definitions)
    paper.notions.call({(op, inside): names for op, inside, names in letters})
    paper.statements = {s.id: s for s in statements}
    paper.constants = list(constants)
    return paper
