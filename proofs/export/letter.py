"""A letter to the authors of a paper: the most serious defects, each with counterexample and correction, on two pages.

The most serious defects come first, until the two pages are full; the others are counted by kind. Each entry says the
same as the register of errata.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from proofs.checking.report import SHOWN
from proofs.checking.status import counts
from proofs.export.defects import KINDS, SERIOUSNESS, most_serious_first
from proofs.export.graph import name_of
from proofs.export.graph_formats import tex_escaped
from proofs.export.reports import changed, hypotheses_changed, paragraph, shortened

if TYPE_CHECKING:
    from proofs.checking.report import Finding, Report, Result, Wording

LINES = 92  # lines of 80 characters on two pages
PLACES = 4  # how many places of a defect are named
LONG = 240  # the longest corrected line that is shown in full, in characters
WIDTH = 80


def letter(report: Report, key: str, tex: bool = False) -> str:
    """Return the letter about a paper, as text or as LaTeX.

    Raises
    ------
    KeyError
        if the report has no paper with that key.
    """
    paper = next((p for p in report.papers if p.key == key), None)
    if paper is None:
        raise KeyError(key)
    found = most_serious_first(report, [f for f in report.errata if f.paper == key and not f.fails])
    opening = _opening(report, key, len(found))
    entries: list[list[tuple[str, str]]] = []
    left = LINES - _height([opening]) - 14  # room for the head, the counts of the other defects and the end
    for defect in found:
        entry = _entry(report, defect)
        left -= _height(words for _, words in entry) + 1
        if left < 0:
            break
        entries.append(entry)
    closing = _closing([d[0].defect for d in found[len(entries) :]], key)
    head = f"To the authors of “{paper.title}” ({paper.source})"
    return _as_tex(head, opening, entries, closing) if tex else _as_text(head, opening, entries, closing)


def _height(paragraphs: Iterable[str]) -> int:
    return sum(-(-len(words) // WIDTH) for words in paragraphs)


def _opening(report: Report, key: str, number: int) -> str:
    own = [r for r in report.items if r.paper == key]
    return (
        f"We have written down the statements and displayed formulas of your paper so that a program can check their "
        f"proofs. Of {len(own)}: {counts(Counter(r.status for r in own))}. "
        + (
            "We found no defect."
            if not number
            else "We found one defect."
            if number == 1
            else f"We found {number} different defects, of which these matter most."
        )
    )


def _entry(report: Report, defect: Sequence[Finding]) -> list[tuple[str, str]]:
    """Return the entry of a defect in the letter, as pairs of a label and its text."""
    first = defect[0]
    names = list(dict.fromkeys(_name(report, f) for f in defect))
    where = ", ".join(names[:PLACES]) + (f" and {len(names) - PLACES} more" if len(names) > PLACES else "")
    out = [(f"{where}: {KINDS[first.defect]}", first.what)]
    example = next((f for f in defect if f.counterexample), None)
    if example is not None and example.counterexample:
        out.append(("counterexample", shortened(example.counterexample, LONG)))
    else:
        out.append(("found", SHOWN[first.shown_by].removeprefix("shown ")))
    mend = _mend(report.by_id[first.id], first)
    return out if mend is None else [*out, mend]


def _mend(result: Result, defect: Finding) -> tuple[str, str] | None:
    """Return the corrected line of a defect with the reason for narrowing it.

    The line is given in full, or as a difference from the printed one, or shortened. If the defect belongs to one line,
    the corrected line is the one at the same position, if there is one.
    """
    lines = changed(result)
    if result.corrected is None or not lines:
        return None
    every = [x for x in result.lines if x.form == "corrected"]
    printed = [x for x in result.lines if x.form == "printed"]
    place = defect.line if len(every) == len(printed) else None
    line = every[place] if place is not None and every[place] in lines else lines[0]
    label = f"corrected, {line.status}"
    why = f" (why narrower: {result.narrower})" if result.narrower else ""
    before = printed[every.index(line)] if len(every) == len(printed) else None
    for words in (line.wording.text, before and _against(before.wording, line.wording)):
        if words and len(words) <= LONG:
            return label, words + why
    lead = f"{result.narrower.rstrip('.')}: " if result.narrower else ""
    return label, f"{lead}{shortened(line.wording.text, 2 * LONG)} (in full: lemmata show {result.id})"


def _against(printed: Wording, corrected: Wording) -> str:
    """Return the corrected form as a change of the printed one."""
    if printed.shows == corrected.shows:
        return f"the same with {'; '.join(hypotheses_changed(printed, corrected))}"
    if set(corrected.given) <= set(printed.given):  # hypotheses that are only dropped need no mention
        return f"under what is given there, {corrected.shows}"
    return f"with {'; '.join(hypotheses_changed(printed, corrected))}: {corrected.shows}"


def _name(report: Report, f: Finding) -> str:
    name = name_of(report.by_id[f.id])
    return name if not f.section or f.section in name else f"{name} (section {f.section})"


def _closing(kinds: Sequence[str], key: str) -> str:
    if not kinds:
        return "Every entry can be looked up, with its proof, by: lemmata errata --paper " + key
    counted = ", ".join(f"{kinds.count(k)} {k}" for k in SERIOUSNESS if k in kinds)
    return (
        f"Not in this letter are {len(kinds)} more ({counted}). All of them, each with what it rests on: "
        f"lemmata errata --paper {key}"
    )


def _as_text(head: str, opening: str, entries: Sequence[Sequence[tuple[str, str]]], closing: str) -> str:
    out = [head, paragraph(opening, WIDTH, "").plain.rstrip()]
    for k, entry in enumerate(entries, 1):
        (title, what), *rest = entry
        lines = [paragraph(f"{title}. {what}", WIDTH, f"{k}. ").plain]
        lines += [paragraph(f"{label}: {words}", WIDTH, "   ", "     ").plain for label, words in rest]
        out.append("".join(lines).rstrip())
    return "\n\n".join([*out, paragraph(closing, WIDTH, "").plain.rstrip()]) + "\n"


def _as_tex(head: str, opening: str, entries: Sequence[Sequence[tuple[str, str]]], closing: str) -> str:
    lines = [
        r"\documentclass[10pt]{article}", r"\usepackage[T1]{fontenc}", r"\usepackage[utf8]{inputenc}",
        r"\usepackage{amsmath,amssymb}", r"\usepackage[a4paper,margin=18mm]{geometry}",
        r"\setlength{\parindent}{0pt}\setlength{\emergencystretch}{4em}\pagestyle{empty}", r"\begin{document}",
        rf"\textbf{{{tex_escaped(head)}}}\par\medskip", tex_escaped(opening) + r"\par\medskip",
        r"\begin{enumerate}\raggedright\setlength{\itemsep}{2pt}\setlength{\parskip}{0pt}",
    ]  # fmt: skip
    for (title, what), *rest in entries:
        lines.append(rf"\item \textbf{{{tex_escaped(title)}.}} {tex_escaped(what)}")
        lines += [rf"\par\small\emph{{{tex_escaped(label)}:}} {tex_escaped(words)}\normalsize" for label, words in rest]
    lines += [r"\item[]" if not entries else "", r"\end{enumerate}", tex_escaped(closing), r"\end{document}"]
    return "\n".join(x for x in lines if x) + "\n"
