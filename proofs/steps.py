"""The steps of stored proofs, readable: what each shows, by which rule, from which steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from proofs.cache import Cache, default_folder
from proofs.chapters import Established, chapter_keys, establish, listed, load
from proofs.display import text
from proofs.kernel.rules import RULES, Fact, Theory
from proofs.kernel.store import Json, read_terms

KINDS = {"cite": "cited", "argue": "argued", "compute": "certified"}


def established() -> Established:
    """All theorems of the library, replayed."""
    done, cache = Established(), Cache(default_folder())
    for module, content in chapter_keys(listed()).items():
        chapter = load(module)
        establish(done, chapter.name, chapter.proofs, content, cache)
    return done


def steps(theory: Theory, stored: Mapping[str, Json]) -> list[dict[str, Any]]:
    """The steps of a stored proof, numbered from 1.

    Each has `step`, `rule` (for an applied theorem, its name), `from` (the numbers of the steps that it uses),
    `shows` (its conclusion) and `evidence`. The theory must hold the theorems that the proof applies.
    """
    terms = read_terms(stored["terms"])
    facts: list[Fact] = []

    def argument(x: Json) -> Any:
        if isinstance(x, dict):
            return facts[x["f"]] if "f" in x else terms[x["t"]]
        return [argument(y) for y in x] if isinstance(x, list) else x

    out = []
    for number, (rule, *args) in enumerate(stored["steps"], 1):
        fact = theory.theorem(*args) if rule == "theorem" else RULES[rule](*map(argument, args))
        facts.append(fact)
        evidence = KINDS.get(rule, "exact")
        if rule == "compute" and ("certified", "") not in fact.marks:
            evidence = "exact"
        out.append(
            {
                "step": number,
                "rule": args[0] if rule == "theorem" else rule,
                "from": sorted(set(_sources(args))),
                "shows": text(fact.concl),
                "evidence": evidence,
            }
        )
    return out


def _sources(x: Json) -> Iterator[int]:
    if isinstance(x, dict) and "f" in x:
        yield x["f"] + 1
    elif isinstance(x, list):
        for y in x:
            yield from _sources(y)
