"""The chapters in order, what each depends on, and how its theorems come into a theory: stored, found, replayed.

A chapter is named by its module. `establish` takes what the cache holds, searches for what it does not hold, and
replays all of it through the kernel; nothing is believed because it was stored.
"""

from __future__ import annotations

import ast
import difflib
import hashlib
import importlib
import importlib.util
import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from pathlib import Path

from proofs.cache import Cache, Stored
from proofs.chapter import Chapter, Write
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.store import Json, replay
from proofs.kernel.terms import KernelError
from proofs.paper import Paper, Statement
from proofs.proof import Proof

LISTED = (
    "proofs.theorems.elementary",
    "proofs.theorems.sums",
    "proofs.theorems.powers",
    "proofs.theorems.integers",
    "proofs.theorems.softmax",
    "proofs.theorems.matrices",
    "proofs.papers.ks",
    "proofs.papers.yun",
    "proofs.papers.liu",
)
OURS = ("proofs", "symbolic", "numeric")
Progress = Callable[[str, int, int], None]  # the theorem just done, how many of the chapter are done, of how many


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
    """A theory with its theorems in order, the searches that found nothing, and whether all came from the cache."""

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
    """The modules of the chapters that exist, in order."""
    return tuple(m for m in LISTED if source(m))


def load(module: str) -> Chapter:
    """The chapter of a module."""
    found: Chapter = importlib.import_module(module).chapter
    return found


def statements(modules: Iterable[str]) -> dict[str, Statement]:
    """The statements of all papers among the chapters, by id."""
    chapters = map(load, modules)
    return {s.id: s for c in chapters if isinstance(c, Paper) for s in c.statements.values()}


def resolve(name: str, known: Mapping[str, Statement]) -> Statement:
    """The statement with this id, or that covers this equation or index id ("KS:eq-101", "Yun:E.3.1[7]").

    Raises
    ------
    UnknownId
        with the nearest ids.
    """
    if name in known:
        return known[name]
    names = {alias: s for s in reversed(known.values()) for alias in aliases(s)}
    found = names.get(name.lower())
    if found is not None:
        return found
    lower = {alias: s.id for alias, s in names.items()} | {i.lower(): i for i in known}
    near = [lower[i] for i in difflib.get_close_matches(name.lower(), lower, 3, 0.5)]
    hint = f"; the nearest: {', '.join(dict.fromkeys(near))}" if near else ""
    raise UnknownId(f"no statement is called {name!r}{hint}")


def aliases(statement: Statement) -> set[str]:
    """Other names of a statement, in lower case: its equations and its ids in `index.json`."""
    names = {statement.id.partition(":")[2], *(f"eq-{e}" for e in statement.equations), *statement.index}
    names |= {i.replace("[", "-").removesuffix("]") for i in statement.index}
    return {f"{statement.paper}:{n}".lower() for n in names}


@cache
def imports(path: Path) -> frozenset[str]:
    """The modules of the project that a file imports anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found |= {a.name for a in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module, *(f"{node.module}.{a.name}" for a in node.names)}
    return frozenset(m for m in found if m.partition(".")[0] in OURS)


def content_key(modules: Iterable[str]) -> str:
    """SHA-256 over the sources of the modules and of all that they import from the project, and versions."""
    files: dict[str, Path] = {}
    work = list(modules)
    while work:
        module = work.pop()
        path = source(module)
        if path and module not in files:
            files[module] = path
            work += imports(path)
    digest = hashlib.sha256(f"flint {version('python-flint')} sympy {version('sympy')}".encode())
    for module in sorted(files):
        digest.update(f"\n{module}\n".encode() + files[module].read_bytes())
    return digest.hexdigest()


def establish(
    into: Established, name: str, proofs: Mapping[str, Write], key: str, cache: Cache, progress: Progress | None = None
) -> None:
    """Bring named proofs into a theory: those of the cache, then those that a search finds; all of them replayed."""
    entry = cache.load(name, key, proofs)
    before = dict(into.theory.facts), dict(into.theorems)
    try:
        for stored in entry.theorems:
            _replay(into, name, stored, time.perf_counter())
            if progress:
                progress(stored["name"], len(into.theorems) - len(before[1]), len(proofs))
    except KernelError as wrong:
        cache.warn(f"{name}: a stored proof does not hold and is redone ({wrong})")
        into.theory.facts, into.theorems = before
        entry = Stored()
    missing = [n for n in proofs if n not in entry.open and n not in into.theorems]
    if not missing:
        into.open |= entry.open
        return
    into.cached = False
    try:
        for theorem in missing:
            start = time.perf_counter()
            try:
                stored = json.loads(json.dumps(search(theorem, proofs[theorem], into.theory)))
            except KernelError as wrong:
                entry.open[theorem] = str(wrong)
                continue
            _replay(into, name, stored, start)
            entry.theorems.append(stored)
            if progress:
                progress(theorem, len(into.theorems) - len(before[1]), len(proofs))
    finally:  # also when interrupted: what is finished is kept
        cache.save(name, key, entry)
    into.open |= entry.open


def search(name: str, write: Write, theory: Theory) -> Json:
    """Run one proof, which may search; the theory stays as it is."""
    scratch = Theory()
    scratch.facts = dict(theory.facts)
    proof = Proof(name, scratch)
    write(proof)
    if proof.stored is None:
        raise KernelError(f"the proof of {name} has no end (qed)")
    return proof.stored


def _replay(into: Established, chapter: str, stored: Json, start: float) -> None:
    fact = replay(into.theory, stored)
    marks = fact.marks
    certified = any(kind == "certified" for kind, _ in marks)
    evidence: dict[str, int] = {}
    for rule, *_ in stored["steps"]:
        kind = {"cite": "cited", "argue": "argued", "compute": "certified" if certified else "exact"}.get(rule, "exact")
        evidence[kind] = evidence.get(kind, 0) + 1
    of = {kind: tuple(sorted(what for k, what in marks if k == kind)) for kind in ("uses", "cited", "argued")}
    into.theorems[stored["name"]] = Theorem(
        stored["name"], chapter, fact, stored, time.perf_counter() - start, evidence, of["uses"], of["cited"], of["argued"]
    )


def chapter_keys(modules: Sequence[str]) -> dict[str, str]:
    """The content key of each chapter: its own sources and those of all chapters before it."""
    return {m: content_key([*modules[: k + 1], __name__]) for k, m in enumerate(modules)}
