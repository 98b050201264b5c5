"""The different defects behind the register of errata: which entries speak of one, and which are the gravest.

A paper that says something wrong in a theorem, in its display and again in the appendix has one defect, and three
entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from proofs.writing.paper import UNNAMED

if TYPE_CHECKING:
    from proofs.judging.report import Finding, Report

GRAVITY = ("false", "step", "gap", "dimension", "strictness", "typo")
KINDS = {
    "false": "what is said does not hold",
    "step": "a step of the proof fails, what it serves holds",
    "gap": "something is missing: a hypothesis, a case, an argument",
    "dimension": "shapes that do not fit",
    "strictness": "< where only ≤ holds",
    "typo": "a misprint",
}


def defects(findings: Iterable[Finding]) -> list[list[Finding]]:
    """The errata, those together that are one defect: that say so, or say it in the same words of the same paper."""
    every = list(findings)
    named = {f.name: f for f in every}
    found: dict[tuple[str, str, str], list[Finding]] = {}
    for f in every:
        first = named.get(f.same_as, f) if f.same_as else f
        found.setdefault((first.paper, first.defect, first.what), []).append(f)
    return list(found.values())


def gravest_first(report: Report, findings: Iterable[Finding]) -> list[list[Finding]]:
    """The defects: by kind; first those of a named statement; first those whose statement most others had used."""
    return sorted(defects(findings), key=lambda d: _gravity(report, d))


def _gravity(report: Report, defect: Sequence[Finding]) -> tuple[int, bool, int]:
    unnamed = all(report.by_id[f.id].kind in UNNAMED for f in defect)
    return GRAVITY.index(defect[0].defect), unnamed, -len({i for f in defect for i in f.used_by})
