"""The distinct defects behind the register of errata: entries grouped by defect, and defects ordered by gravity.

A paper that makes the same mistake in a theorem, in its display and in the appendix has one defect and three entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from proofs.builder.paper import UNNAMED

if TYPE_CHECKING:
    from proofs.checking.report import Finding, Report

SERIOUSNESS = ("false", "step", "gap", "dimension", "strictness", "typo")
KINDS = {
    "false": "what is said does not hold",
    "step": "a step of the proof fails, what it serves holds",
    "gap": "something is missing: a hypothesis, a case, an argument",
    "dimension": "shapes that do not fit",
    "strictness": "< where only ≤ holds",
    "typo": "a misprint",
}


def defects(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Group the errata by defect: those linked by `same_as`, or with the same description in the same paper."""
    every = list(findings)
    named = {f.name: f for f in every}
    found: dict[tuple[str, str, str], list[Finding]] = {}
    for f in every:
        first = named.get(f.same_as, f) if f.same_as else f
        found.setdefault((first.paper, first.defect, first.what), []).append(f)
    return list(found.values())


def most_serious_first(report: Report, findings: Iterable[Finding]) -> list[list[Finding]]:
    """Order the defects by kind, then named statements first, then by the number of statements that used them."""
    return sorted(defects(findings), key=lambda d: _seriousness(report, d))


def _seriousness(report: Report, defect: Sequence[Finding]) -> tuple[int, bool, int]:
    unnamed = all(report.by_id[f.id].kind in UNNAMED for f in defect)
    return SERIOUSNESS.index(defect[0].defect), unnamed, -len({i for f in defect for i in f.used_by})
