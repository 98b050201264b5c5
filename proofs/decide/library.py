"""The library's theorems that certificates use, and certificates that hold all of these."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module

from proofs.kernel.rules import Fact, Theory
from proofs.kernel.store import Json

NUMBERS = ("elementary",)
SEQUENCES = (*NUMBERS, "sums", "norms", "sorting", "inequalities")  # what questions of sequences take
WAVES = ("trigonometry",)  # what those with sin, cos or atan take beside


@cache
def _library(chapters: tuple[str, ...]) -> tuple[dict[str, Json], dict[str, Fact]]:
    theory = Theory()
    written = (import_module(f"proofs.theorems.{name}").chapter for name in chapters)
    stored = {t["name"]: t for chapter in written for t in chapter.prove(theory)}
    return stored, dict(theory.facts)


def theory(of_sequences: bool = False, of_waves: bool = False) -> Theory:
    """A theory that holds the theorems about order, exp, log and |.|; of sequences, those about sums and products."""
    out = Theory()
    out.facts = dict(_library((*(SEQUENCES if of_sequences else NUMBERS), *(WAVES if of_waves else ())))[1])
    return out


def complete(theorems: Iterable[Json]) -> tuple[Json, ...]:
    """The theorems with those of the library that they use, in order."""
    theorems = list(theorems)
    work = [name for t in theorems for name in _used(t)]
    library = next(
        found
        for chapters in (NUMBERS, SEQUENCES, (*SEQUENCES, *WAVES))
        if (found := _library(chapters)[0]).keys() >= set(work)
    )
    needed: set[str] = set()
    while work:
        name = work.pop()
        if name not in needed:
            needed.add(name)
            work += _used(library[name])
    return (*(t for name, t in library.items() if name in needed), *theorems)


def _used(stored: Json) -> list[str]:
    return [args[0] for rule, *args in stored["steps"] if rule == "theorem"]
