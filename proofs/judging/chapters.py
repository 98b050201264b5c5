"""The chapters in order, what each depends on, and how their theorems come into a theory.

A chapter is named by its module, which is imported only if the cache does not hold all of it. `establish` takes
what the cache holds, searches for the rest, and replays everything through the kernel: nothing is believed
because it was stored.
"""

from __future__ import annotations

import difflib
import hashlib
import importlib
import importlib.util
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path

from proofs.judging.cache import Cache, Stored
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.store import Json, replay
from proofs.kernel.terms import KernelError
from proofs.papers import PAPERS
from proofs.theorems import CHAPTERS
from proofs.writing.chapter import Chapter, Write
from proofs.writing.paper import Paper, Statement
from proofs.writing.proof import Proof, short_names

LISTED = (*(f"proofs.theorems.{name}" for name in CHAPTERS), *(f"proofs.papers.{name}" for name in PAPERS))
SHORT = {"cor": "corollary", "def": "definition", "prop": "proposition", "thm": "theorem"}  # in other names of ids
OURS = ("proofs", "symbolic", "numeric")
Progress = Callable[[str, int, int], None]  # the theorem just done, its number in the chapter, of how many


class ChapterError(ValueError):
    """Chapters that cannot stand beside each other."""


class UnknownId(KeyError):
    """An id that no statement has; the message suggests the nearest."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True)
class Theorem:
    """A replayed theorem: the kernel's fact, the stored proof, and the evidence of its own steps.

    `uses` are the theorems that it applies directly; `cited` and `argued` what its own steps admit.
    """

    name: str
    chapter: str
    fact: Fact
    stored: Json
    seconds: float
    evidence: Mapping[str, int]
    uses: tuple[str, ...]
    cited: tuple[str, ...]
    argued: tuple[str, ...]


@dataclass
class Established:
    """A theory with its theorems in order, the searches that found nothing, whether all came from the cache."""

    theory: Theory = field(default_factory=Theory)
    theorems: dict[str, Theorem] = field(default_factory=dict)
    open: dict[str, str] = field(default_factory=dict)
    cached: bool = True


def source(module: str) -> Path | None:
    """The file of a module, found without importing it; None if there is none."""
    top, *rest = module.split(".")
    spec = importlib.util.find_spec(top)
    if spec is None or spec.origin is None:
        return None
    start = Path(spec.origin)
    if not rest:
        return start
    path = start.parent.joinpath(*rest)
    return next((p for p in (path.with_suffix(".py"), path / "__init__.py") if p.is_file()), None)


def listed() -> tuple[str, ...]:
    """The modules of the library's chapters, in order."""
    return LISTED


class Volume:
    """Named proofs to be established: a chapter, or what is derived from a paper.

    Parameters
    ----------
    name, key
        Under which they are kept in the cache; the key changes whenever a search could find something else.
    open
        Gives the proofs and the paper, if it is one; called only if the cache does not hold everything.
    """

    def __init__(
        self, name: str, key: str, cache: Cache, open: Callable[[], tuple[Mapping[str, Write], Paper | None]]
    ) -> None:
        self.name, self.key, self.cache, self._open = name, key, cache, open
        self.entry = cache.load(name, key) or self.fresh()

    def fresh(self) -> Stored:
        """An entry without proofs."""
        return Stored(tuple(self.proofs), self.opened[1])

    @cached_property
    def opened(self) -> tuple[Mapping[str, Write], Paper | None]:
        """The proofs and the paper, from the module itself."""
        return self._open()

    @property
    def proofs(self) -> Mapping[str, Write]:
        """The proofs, from the module itself."""
        return self.opened[0]

    @property
    def complete(self) -> bool:
        """Whether everything was found or searched for in vain."""
        return len(self.entry.names) == len(self.entry.theorems) + len(self.entry.open)

    @property
    def paper(self) -> Paper | None:
        """The paper, if the volume is one."""
        return self.entry.paper


def volumes(modules: Sequence[str], cache: Cache) -> list[Volume]:
    """The chapters of these modules; each depends on its own sources and on those of all before it."""

    def opening(module: str) -> Callable[[], tuple[Mapping[str, Write], Paper | None]]:
        def open() -> tuple[Mapping[str, Write], Paper | None]:
            chapter: Chapter = importlib.import_module(module).chapter
            return chapter.proofs, chapter if isinstance(chapter, Paper) else None

        return open

    _, *keys = content_keys([__name__, *modules])
    return [Volume(m, k, cache, opening(m)) for m, k in zip(modules, keys, strict=True)]


def statements(papers: Iterable[Paper]) -> dict[str, Statement]:
    """The statements of the papers by id, each paper's in its own order."""
    return {s.id: s for p in papers for s in p.in_order()}


def resolve(name: str, known: Mapping[str, Statement]) -> Statement:
    """The statement with this id, or that covers this equation or index id ("KS:eq-101", "Yun:E.3.1[7]").

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
    lower = {alias: s.id for alias, s in names.items()} | {i.lower(): i for i in known}
    near = [lower[i] for i in difflib.get_close_matches(name.lower(), lower, 3, 0.5)]
    hint = f"; the nearest: {', '.join(dict.fromkeys(near))}" if near else ""
    raise UnknownId(f"no statement is called {name!r}{hint}")


def aliases(statement: Statement) -> set[str]:
    """Other names of a statement, in lower case: its equations, its ids in `index.json`, its kind in short.

    These were ids once: "KS:cor-1", "Liu:thm-4.1".
    """
    names = {statement.id.partition(":")[2], *(f"eq-{e}" for e in statement.equations), *statement.index}
    names |= {i.replace("[", "-").removesuffix("]") for i in statement.index}
    kind, _, number = statement.id.partition(":")[2].partition("-")
    names |= {f"{short}-{number}" for short, full in SHORT.items() if full == kind}
    return {f"{statement.paper}:{n}".lower() for n in names}


IMPORT = re.compile(rb"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]*(\([^)]*\)|.*)|import[ \t]+(.*))", re.M)

FOR_TYPES = re.compile(rb"^if TYPE_CHECKING:\n(?:[ \t]+.*\n|\n)+", re.M)


@cache
def imports(text: bytes) -> frozenset[str]:
    """The modules that a source may import anywhere in it, with the packages that they are in.

    Imports for type checkers are never run. (Those of the package would lead to all of the project.)

    >>> sorted(imports(b"import a\\nif TYPE_CHECKING:\\n    import b\\n\\nfrom c import d\\n"))
    ['a', 'c', 'c.d']
    """
    found: set[str] = set()
    for package, names, modules in IMPORT.findall(FOR_TYPES.sub(b"", text)):
        listed = re.findall(r"[\w.]+", (names or modules).decode())
        found |= {package.decode(), *(f"{package.decode()}.{n}" for n in listed)} if package else set(listed)
    return frozenset(".".join(parts[:k]) for m in found if (parts := m.split(".")) for k in range(1, len(parts) + 1))


def content_keys(modules: Iterable[str]) -> list[str]:
    """For each module SHA-256 over its source, those before it, what they import from the project, and versions.

    The JSON files of a package belong to its source.
    """
    modules = list(modules)
    ours = {*OURS, *(m.partition(".")[0] for m in modules)}
    versions = f"flint {version('python-flint')} sympy {version('sympy')}\n"
    texts: dict[str, bytes] = {}
    keys = []
    for module in modules:
        work = [module]
        while work:
            name = work.pop()
            if name in texts or name.partition(".")[0] not in ours:
                continue
            path = source(name)
            texts[name] = path.read_bytes() if path else b""
            if path and path.name == "__init__.py":  # the data of a package
                texts |= {f"{name}/{data.name}": data.read_bytes() for data in path.parent.glob("*.json")}
            work += imports(texts[name])
        digest = hashlib.sha256(versions.encode())
        for name in sorted(texts):
            digest.update(f"\n{name} {len(texts[name])}\n".encode() + texts[name])
        keys.append(digest.hexdigest())
    return keys


def establish(into: Established, volume: Volume, progress: Progress | None = None) -> None:
    """Bring a volume into a theory: what the cache holds, then what a search finds; all of it replayed."""
    twice = next((n for n in volume.entry.names if n in into.theorems), None)
    if twice is not None:
        raise ChapterError(f"{into.theorems[twice].chapter} and {volume.name} both have a theorem {twice}: rename one")
    before = dict(into.theory.facts), dict(into.theorems)
    done: set[str] = set()

    def replayed(stored: Json, start: float) -> None:
        theorem = _replay(into.theory, volume.name, stored, start)
        into.theorems[theorem.name] = theorem
        done.add(theorem.name)
        if progress:
            progress(theorem.name, len(done), len(volume.entry.names))

    try:
        for stored in volume.entry.theorems:
            replayed(stored, time.perf_counter())
    except KernelError as wrong:
        volume.cache.warn(f"{volume.name}: a stored proof does not hold and is redone ({wrong})")
        into.theory.facts, into.theorems = before
        volume.entry = volume.fresh()
        done.clear()
    entry = volume.entry
    missing = [n for n in entry.names if n not in entry.open and n not in done]
    if missing:
        into.cached = False
        short = short_names(into.theory.facts)
        try:
            for name in missing:
                start = time.perf_counter()
                try:
                    stored = json.loads(json.dumps(search(name, volume.proofs[name], into.theory, short)))
                    replayed(stored, start)
                except KernelError as wrong:
                    entry.open[name] = str(wrong)
                else:
                    entry.theorems.append(stored)
        finally:  # also when interrupted: what is finished is kept
            volume.cache.save(volume.name, volume.key, entry)
    into.open |= entry.open


def search_ahead(shelf: Sequence[Volume], executor: Executor) -> None:
    """Search the incomplete papers side by side, each without the others; what needs another paper is left over."""
    tasks = {}
    for volume in shelf:
        if volume.paper and not volume.complete and not volume.entry.theorems:
            modules = [v.name for v in shelf if v is volume or not v.paper]
            tasks[volume.name] = executor.submit(searched, modules, volume.name)
    for volume in shelf:
        if volume.name in tasks:
            volume.entry.theorems = json.loads(tasks[volume.name].result())
            volume.cache.save(volume.name, volume.key, volume.entry)


def searched(modules: Sequence[str], wanted: str) -> str:
    """The stored theorems that are found for one of the modules, as JSON; in a process of its own."""
    done = Established()
    for volume in volumes(modules, Cache(None)):
        if volume.name == wanted or not volume.paper:
            establish(done, volume)
        if volume.name == wanted:
            return json.dumps(volume.entry.theorems)
    raise ValueError(f"no chapter is called {wanted}")


def search(name: str, write: Write, theory: Theory, short: Mapping[str, Sequence[str]] | None = None) -> Json:
    """Run one proof, which may search; the theory stays as it is. `short` is as for `Proof`."""
    scratch = Theory()
    scratch.facts = dict(theory.facts)
    proof = Proof(name, scratch, short)
    write(proof)
    if proof.stored is None:
        raise KernelError(f"the proof of {name} has no end (qed)")
    return proof.stored


def _replay(theory: Theory, chapter: str, stored: Json, start: float) -> Theorem:
    fact = replay(theory, stored)
    marks: dict[str, list[str]] = {"uses": [], "cited": [], "argued": [], "certified": []}
    for kind, what in sorted(fact.marks):
        marks[kind].append(what)
    kinds = {"cite": "cited", "argue": "argued", "compute": "certified" if marks["certified"] else "exact"}
    evidence = dict(Counter(kinds.get(rule, "exact") for rule, *_ in stored["steps"]))
    own = (tuple(marks[kind]) for kind in ("uses", "cited", "argued"))
    return Theorem(stored["name"], chapter, fact, stored, time.perf_counter() - start, evidence, *own)
