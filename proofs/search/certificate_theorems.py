"""The library theorems that certificates use, and the completion of a certificate by the theorems that it needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType

from proofs.kernel.rules import Fact, Theory
from proofs.kernel.store import Json
from proofs.theorems import MODULES

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
WAVES = ("trigonometry",)  # further chapters for questions with sin, cos or atan


@cache
def _chapter(name: str) -> tuple[dict[str, Json], dict[str, Fact]]:
    """Return the theorems of a chapter by name, in stored form and as facts, proved from the preceding chapters."""
    theory = Theory()
    theory.facts = _facts(NUMBERS if name in WAVES else SEQUENCES[: SEQUENCES.index(name)])
    stored = {t["name"]: t for t in import_module(MODULES[name]).chapter.prove(theory)}
    return stored, {name: theory.facts[name] for name in stored}


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
    return (*library, *theorems)


def _used(stored: Json) -> list[str]:
    return [args[0] for rule, *args in stored["steps"] if rule == "theorem"]
