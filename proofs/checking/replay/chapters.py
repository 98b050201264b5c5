"""The chapters in order, and the statements of the papers by their names.

A chapter has the name of its module, which is imported only if the cache lacks something.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, partial
from hashlib import sha256
from types import MappingProxyType
from typing import Any, TypeVar

from proofs.builder.chapter import Write
from proofs.builder.diagnostics import nearest
from proofs.builder.paper import Paper, Statement
from proofs.builder.stored import StoredTheorem
from proofs.checking.store.cache import Cache, Failure, Row, Stored
from proofs.checking.store.chapter_contents import ChapterError, contents, proofs_of
from proofs.checking.store.digests import ProofSources
from proofs.checking.store.sources import OURS, Sources, source, versions
from proofs.papers import PAPERS
from proofs.theorems import MODULES

GENERAL = tuple(MODULES.values())
LISTED = (*GENERAL, *(f"proofs.papers.{name}" for name in PAPERS))
SEARCH = "proofs.checking.replay.establish"  # the results of a search depend on this module and its imports
SHORT = {"cor": "corollary", "def": "definition", "prop": "proposition", "thm": "theorem"}  # in alternative ids


class UnknownId(KeyError):
    """Raised if no statement has an id; the message suggests the nearest ids."""

    def __str__(self) -> str:
        return str(self.args[0])


def listed() -> tuple[str, ...]:
    """Return the modules of the library's chapters, in order."""
    return LISTED


class ProofSet:
    """Named proofs to be established: a chapter, or theorems derived from a paper, such as its definedness.

    A stored theorem counts as found as long as the function that writes its proof has the same digest, and the theorems
    that it applies state the same (`drop_stale`, `establish`).

    Parameters
    ----------
    name, key
        The name and key of the cache entry; the key changes with the code that searches.
    names
        The names of all its theorems, in order.
    open
        Returns the proofs; called only if some are not cached.
    paper
        The paper, if the chapter is one.
    after
        For derived theorems, the chapters whose theorems their proofs may apply.
    sources
        A key of the sources that its proofs depend on besides the earlier theorems. If it is empty, or another one than
        that of the cached theorems, the digests of the functions that write proofs are compared.
    places
        The files of its theorems and statements, with lines of their outlines (`Sources.in_source`).
    digest
        Returns the digest of a function that writes a proof.
    hints
        A digest of files that the searches read besides the sources.
    """

    def __init__(
        self,
        name: str,
        key: str,
        cache: Cache,
        names: Sequence[str],
        open: Callable[[], Mapping[str, Write]],
        paper: Paper | None = None,
        after: Sequence[str] = (),
        places: Mapping[str, str] = MappingProxyType({}),
        sources: str = "",
        digest: Callable[[Write], str] = lambda write: "",
        hints: str = "",
    ) -> None:
        self.name, self.key, self.cache, self.names, self._open = name, key, cache, names, open
        self.paper, self.after, self.places, self.sources, self._digest = paper, after, places, sources, digest
        self.hints = hints
        self.changed = False  # whether there is something to save
        self.file = ""  # the digest of its cache entry, if the theorems were read from it or written to it

    @cached_property
    def _kept(self) -> Stored:
        """The cached theorems whose proofs the functions would find again, with their records."""
        place = {name: k for k, name in enumerate(self.names)}
        kept = self.cache.load(self.name, self.key)
        same = bool(self.sources) and kept.sources == self.sources
        if same and not all(stored["name"] in place for stored in kept.theorems):
            self.cache.damaged(self.name, self.key, ValueError("it holds theorems that the chapter does not have"))
            return Stored()
        current = [
            stored
            for stored in kept.theorems
            if (name := stored["name"]) in place
            and name in kept.rows
            and (same or kept.rows[name].source == self.digest(name))
        ]
        self.file = kept.digest
        self.changed = len(current) < len(kept.theorems) or bool(kept.theorems and not same and self.sources)
        current.sort(key=lambda stored: place[stored["name"]])  # a proof may apply earlier theorems
        failures = {name: found for name, found in kept.failures.items() if name in place}
        return Stored(current, {stored["name"]: kept.rows[stored["name"]] for stored in current}, failures=failures)

    @cached_property
    def theorems(self) -> list[StoredTheorem]:
        """The stored theorems: the cached ones, and those added since."""
        return self._kept.theorems

    @cached_property
    def rows(self) -> dict[str, Row]:
        """The records of stored theorems, by name."""
        return self._kept.rows

    @cached_property
    def failures(self) -> dict[str, Failure]:
        """The records of failed searches, by name."""
        return self._kept.failures

    def digest(self, name: str) -> str:
        """Return the digest of the function that writes a proof."""
        return self._digest(self.proofs[name])

    @cached_property
    def proofs(self) -> Mapping[str, Write]:
        """The proofs, which `open` returns."""
        return self._open()

    @property
    def complete(self) -> bool:
        """Return whether all of its theorems are stored."""
        return len(self.names) == len(self.theorems)

    def refused(self, wrong: Exception) -> None:
        """Discard the stored theorems: the kernel rejected one of them."""
        self.cache.warn(f"{self.name}: a stored proof does not hold and is redone ({wrong})")
        self.theorems, self.rows, self.failures, self.changed = [], {}, {}, True

    def save(self) -> None:
        """Write its theorems to the cache, with their records."""
        stored = Stored(self.theorems, self.rows, self.sources, self.failures)
        self.file = self.cache.save(self.name, self.key, stored)
        self.changed = False


def load_proof_sets(
    modules: Sequence[str], cache: Cache, sources: Sources | None = None, papers: Collection[str] | None = None
) -> list[ProofSet]:
    """Return the chapters of these modules.

    If `papers` are given, as keys in lower case, the list ends with the last of these.

    Raises
    ------
    ChapterError
        if two of them are papers with one key, or one that is not of the library has the key of one that is.
    """
    sources = sources or Sources(modules)
    searches = Searches([SEARCH], sources)
    out: list[ProofSet] = []
    missing = None if papers is None else set(papers)
    for k, module in enumerate(modules):
        if missing is not None and not missing:
            break
        held = contents(module, sources, cache, modules[:k])
        twin = next((v for v in out if v.paper and held.paper and v.paper.key.lower() == held.paper.key.lower()), None)
        if twin is not None and held.paper is not None:
            raise ChapterError(f"{twin.name} and {module} are both papers with the key {held.paper.key}: change one")
        if held.paper is not None and held.paper.key.lower() in PAPERS and module.partition(".")[0] != "proofs":
            raise ChapterError(f"{module}: {held.paper.key} is the key of a paper of the library: choose another")
        out.append(
            ProofSet(
                module, searches.key(module), cache, held.names, partial(proofs_of, module), held.paper,
                places=held.places, sources=searches.own_key(module), digest=searches.digest(module),
            )
        )  # fmt: skip
        if missing is not None and held.paper is not None:
            missing.discard(held.paper.key.lower())
    return out


class Searches:
    """The modules that search for the proofs of chapters, with the keys and digests that depend on their sources."""

    def __init__(self, modules: Sequence[str], sources: Sources) -> None:
        self.sources, self.modules = sources, sources.reached(modules)
        self.searches = sources.key(modules, versions())

    def key(self, module: str) -> str:
        """Return the key of the cached theorems of a chapter; a user's chapter is known by its file."""
        where = "" if module.partition(".")[0] in OURS else source(module)
        return sha256(f"{self.searches} {where}".encode()).hexdigest()

    def own_key(self, module: str) -> str:
        """Return the key of the sources of a chapter; empty for a user's chapter, which may read other files.

        Of other papers, the proofs of claims do not count.
        """
        if module.partition(".")[0] not in OURS:
            return ""
        own = (m for m in sorted(self.sources.reached([module], named=True)) if f"{m}.".startswith(f"{module}."))
        hashes = "".join(self.sources.hashes[m].hex() for m in own)
        return self.sources.key([module], f"{self.searches} {hashes}", named=True, outline=True)

    def digest(self, module: str) -> Callable[[Write], str]:
        """Return the function that computes digests of the functions that write a chapter's proofs."""
        return ProofSources(module, self.sources, self.modules).digest


def statements(papers: Iterable[Paper]) -> dict[str, Statement]:
    """Return the statements of the papers by id, each paper's in its own order."""
    return {s.id: s for p in papers for s in p.in_order()}


def key_of(name: str, known: Iterable[Any]) -> str:
    """Return the key of a paper, looked up without regard to case. Raises `UnknownId` if there is none."""
    papers = list(dict.fromkeys(s.paper for s in known))
    found = next((p for p in papers if p.lower() == name.lower()), None)
    if found is None:
        raise UnknownId(f"no paper is called {name!r}; there are {', '.join(papers)}")
    return found


N = TypeVar("N")  # a statement, or the result of a check for it


def resolve(name: str, known: Mapping[str, N]) -> N:
    """Return the statement with this id, or that covers this equation or index id ("KS:eq-101", "Yun:E.3.1[7]").

    Raises
    ------
    UnknownId
        with the nearest ids.
    """
    if name in known:
        return known[name]
    names = {alias: s for s in reversed(list(known.values())) for alias in aliases(s)}
    found = names.get(name.lower())
    if found is not None:
        return found
    lower = {alias: id for id, s in known.items() for alias in aliases(s)} | {i.lower(): i for i in known}
    hint = nearest(name.lower(), lower, lower)
    if not any(id.partition(":")[0].lower() == name.partition(":")[0].lower() for id in known):
        hint += "; name your paper by --with or in pyproject.toml, or add --with library"
    raise UnknownId(f"no statement is called {name!r}{hint}")


def aliases(statement: Any) -> set[str]:
    """Alternative ids of a statement, in lower case: its equations, its ids in `index.json`, its abbreviated kind.

    Earlier versions used the abbreviated ids: "KS:cor-1", "Liu:thm-4.1".
    """
    names = {statement.id.partition(":")[2], *(f"eq-{e}" for e in statement.equations), *statement.index}
    names |= {i.replace("[", "-").removesuffix("]") for i in statement.index}
    kind, _, number = statement.id.partition(":")[2].partition("-")
    names |= {f"{short}-{number}" for short, full in SHORT.items() if full == kind}
    return {f"{statement.paper}:{n}".lower() for n in names}
