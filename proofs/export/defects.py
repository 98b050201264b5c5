"""The distinct defects behind the register of errata: entries grouped by defect, ordered by what falls with them.

A paper that makes the same mistake in a theorem, in its display and in the appendix has one defect and three entries.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from proofs.builder.paper import UNNAMED
from proofs.checking.status import STANDS

if TYPE_CHECKING:
    from proofs.checking.report import Finding, Report

T = TypeVar("T")
MAIN = ("theorem", "proposition", "corollary")  # kinds of statements that a paper is about
LONGEST = 150  # characters of a value in a counterexample that is shown
SLIDES = "slides"  # the section of what lecture slides on a paper say
SUBSTANTIAL = ("false", "step", "gap")
SERIOUSNESS = (*SUBSTANTIAL, "dimension", "strictness", "typo")
KINDS = {
    "false": "what is said does not hold",
    "step": "a step of the proof fails, what it serves holds",
    "gap": "something is missing: a hypothesis, a case, an argument",
    "dimension": "shapes that do not fit",
    "strictness": "< where only ≤ holds",
    "typo": "a misprint",
}


def defects(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Group the errata by defect: those linked by `same_as`.

    Those of lecture slides on a paper are left out: they are no defects of the paper.
    """
    found: dict[str, list[Finding]] = {}
    for f in findings:
        if f.section != SLIDES:
            found.setdefault(f.same_as or f.name, []).append(f)
    return list(found.values())


def most_serious_first(report: Report, findings: Iterable[Finding]) -> list[list[Finding]]:
    """Order the defects by what falls with them.

    First come those of substance (all but misprints, shapes and strictness) whose statement is not proved as printed.
    Among these, the more main results rest on it, in the paper's proofs or in those here, the earlier a defect comes;
    then named statements come first, then the kinds in the order of `SERIOUSNESS`.
    """

    above = applied_by(report)

    def seriousness(defect: Sequence[Finding]) -> tuple[bool, bool, int, bool, int, int]:
        at = [report.by_id[f.id] for f in defect]
        return (
            defect[0].defect not in SUBSTANTIAL,
            all(r.printed in STANDS for r in at),
            -len(falling(report, defect, above)),
            all(r.kind in UNNAMED for r in at),
            SERIOUSNESS.index(defect[0].defect),
            -len({i for f in defect for i in f.used_by}),
        )

    return sorted(defects(findings), key=seriousness)


def by_seriousness(report: Report) -> list[Finding]:
    """Return all errata, paper by paper, the most serious first; those of slides come last."""
    out: list[Finding] = []
    for paper in dict.fromkeys(f.paper for f in report.errata):
        own = [f for f in report.errata if f.paper == paper]
        out += [f for defect in most_serious_first(report, own) for f in defect]
        out += [f for f in own if f.section == SLIDES]
    return out


def applied_by(report: Report) -> dict[str, list[str]]:
    """Map each statement to those whose proof applies it, here or in the paper."""
    above: dict[str, list[str]] = {}
    for r in report.items:
        for used in dict.fromkeys((*r.uses, *r.cites)):
            above.setdefault(used, []).append(r.id)
    return above


def falling(report: Report, defect: Sequence[Finding], above: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the main results of the paper that rest on the statements of a defect, themselves included."""
    found = list(dict.fromkeys(f.id for f in defect))
    for x in found:
        found += [y for y in above.get(x, ()) if y not in found]
    return [r.id for r in report.items if r.id in found and r.kind in MAIN and r.paper == defect[0].paper]


def stated_first(results: list[T], name: Callable[[T], str]) -> list[T]:
    """Return the results without those that an appendix restates.

    >>> stated_first(["Theorem 4.1", "Theorem B.1"], str), stated_first(["Theorem B.1"], str)
    (['Theorem 4.1'], ['Theorem B.1'])
    """
    return [r for r in results if not re.search(r" [A-Z]\.", name(r))] or results


def _short(counterexample: str) -> str:
    """Leave out values that are too long to be read.

    >>> _short("n = 2, T = (i, j ↦ " + "(if i = 1 then 0 else 1)" * 9 + "): both sides = 2")
    'n = 2, and T as in the proof: both sides = 2'
    """
    parts, depth = [""], 0
    for c in counterexample:
        depth += (c in "([{") - (c in ")]}")
        parts += [""] if depth == 0 and c in ",:" and len(parts[-1]) > 0 else []
        parts[-1] += c
    cut = [f"{x.partition(' = ')[0].replace(', ', ', and ')} as in the proof" if len(x) > LONGEST else x for x in parts]
    return "".join(cut)


def computed(counterexample: str) -> str:
    """Return a counterexample in words; a matrix or an array of one number is shown as the number.

    >>> computed("x = 2, y = 1/2: left = 3/4, right = 1/2"), computed("W = ((1)): both sides = 2")
    ('computed at x = 2, y = 1/2: left 3/4, right 1/2', 'computed at W = 1: both sides 2')
    """
    counterexample = re.sub(r"\({2,}([^(),]+)\){2,}", r"\1", counterexample)
    counterexample = _short(counterexample)
    sides = re.fullmatch(r"(?:(.*): )?(left|both sides) (?:= )?(.*?)(?:, right (?:= )?(.*))?", counterexample)
    if sides is None:
        return counterexample
    at, which, first, second = sides.groups()
    where = f" at {at}" if at else ""
    return f"computed{where}: {which} {first}" + (f", right {second}" if second else "")
