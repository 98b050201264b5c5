"""The library theorems that certificates use, and the completion of a certificate by the theorems that it needs.

A worker process finds their proofs once, and they are cached; each process replays them, in a quarter of the time.
Whether they were cached makes no difference to the state of a process, on which the count of work depends.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType

from proofs.builder.stored import StoredTheorem
from proofs.checking.store.cache import Cache, Stored, alone, default_folder
from proofs.checking.store.sources import Sources, versions
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.store import Json, replay
from proofs.kernel.terms import KernelError
from proofs.theorems import MODULES
from proofs.workers.pool import call

NUMBERS = ("elementary",)
SEQUENCES = (
    *NUMBERS,
    "sums",
    "norms",
    "sorting",
    "inequalities",
    "classical_inequalities",
    "binomial_products",
)  # chapters for questions about sequences
WAVES = ("trigonometry", "error_function")  # further chapters for questions with sin, cos, atan or erf


def proved_theorems() -> list[StoredTheorem]:
    """Prove the theorems of these chapters, and return them in stored form."""
    theory, found = Theory(), list[StoredTheorem]()
    for chapter in SEQUENCES:
        found += import_module(MODULES[chapter]).chapter.prove(theory)
    for chapter in WAVES:
        of_numbers = {name: fact for name, fact in theory.facts.items() if name.partition(".")[0] in NUMBERS}
        found += import_module(MODULES[chapter]).chapter.prove(Theory.over(of_numbers))
    return found


@cache
def _proofs(again: bool = False) -> list[StoredTheorem]:
    """Return the theorems of these chapters in stored form, from the cache unless they are to be proved again."""
    modules = [MODULES[chapter] for chapter in (*SEQUENCES, *WAVES)]
    cache, key = Cache(default_folder()), Sources(modules).key(modules, versions())
    found = [] if again else cache.load(__name__, key).theorems
    if not found:
        found = call(proved_theorems)
        cache.save(__name__, key, Stored(found))
    return found


@cache
def _chapter(name: str) -> tuple[dict[str, StoredTheorem], dict[str, Fact]]:
    """Return the theorems of a chapter by name, in stored form and as facts, replayed after the preceding chapters."""
    theory = Theory()
    theory.facts = _facts(NUMBERS if name in WAVES else SEQUENCES[: SEQUENCES.index(name)])
    try:
        return _replayed(name, theory, _proofs())
    except KernelError:
        return _replayed(name, theory, _proofs(again=True))


def _replayed(
    chapter: str, theory: Theory, proofs: Iterable[StoredTheorem]
) -> tuple[dict[str, StoredTheorem], dict[str, Fact]]:
    own = Theory.over(theory.facts)
    stored = {t["name"]: t for t in proofs if t["name"].partition(".")[0] == chapter}
    return stored, {name: replay(own, t) for name, t in stored.items()}


def _facts(chapters: Iterable[str]) -> dict[str, Fact]:
    return {name: fact for chapter in chapters for name, fact in _chapter(chapter)[1].items()}


def theory(of_sequences: bool = False, of_waves: bool = False) -> Theory:
    """Return a theory with the theorems about order, exp, log, |.| and, on request, sequences and trigonometry."""
    out = Theory()
    out.facts = _facts((*(SEQUENCES if of_sequences else NUMBERS), *(WAVES if of_waves else ())))
    return out


def complete(theorems: Iterable[Json], own: Mapping[str, Json] = MappingProxyType({})) -> tuple[Json, ...]:
    """Return the theorems, preceded by the theorems of the library and of `own` that they use, in logical order."""
    theorems = list(theorems)
    below, names = set[str](), [name for t in theorems for name in _used(t)]
    while names:
        name = names.pop()
        if name in own and name not in below:
            below.add(name)
            names += _used(own[name])
    theorems = [*(t for name, t in own.items() if name in below), *theorems]
    work = [name for t in theorems for name in _used(t)]
    needed: dict[str, set[str]] = {}  # names by chapter
    while work:
        name = work.pop()
        if name in own:
            continue
        of_chapter = needed.setdefault(name.partition(".")[0], set())
        if name not in of_chapter:
            of_chapter.add(name)
            work += _used(_chapter(name.partition(".")[0])[0][name])
    chapters = [chapter for chapter in (*SEQUENCES, *WAVES) if chapter in needed]
    library = (t for chapter in chapters for name, t in _chapter(chapter)[0].items() if name in needed[chapter])
    return (*map(alone, library), *theorems)


def _used(stored: Json) -> list[str]:
    return [args[0] for rule, *args in stored["steps"] if rule == "theorem"]
