"""A summary of a check on a screen or two: named statements, errata, open statements, failures.

Each function returns `rich.text.Text`. `proofs.export.reports` shows the same things in full.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from proofs.builder.paper import UNNAMED
from proofs.checking.status import LOOKS, counts, look
from proofs.export.defects import SERIOUSNESS, defects, most_serious_first
from proofs.export.graph import another_way
from proofs.export.reports import (
    REFUTED,
    bullets,
    check_table,
    clipped,
    corrected_forms,
    errata,
    heading,
    paragraph,
)

if TYPE_CHECKING:
    from proofs.checking.report import PaperFound, Report, Result

FEW = 6  # number of most serious errata that are listed
MANY = 20  # number of failures that are listed


def overview(report: Report, width: int, every: bool = False, register: bool = False) -> Text:
    """Summarise the check of all papers or of one: a line for each named statement, the rest counted or grouped.

    `every` lists all statements, `register` all errata.
    """
    out = check_table(report, width) if every else _papers(report, width)
    out.append_text(found_errata(report, width) if register else _errata(report, width))
    out.append_text(_open(report, width)).append_text(fails(report, width, None if every else MANY))
    out.append_text(_another_way(report, width, every)).append_text(_lint_warnings(report, width, every))
    return out.append_text(_more(every, register)).append("\n").append_text(check_summary(report, width))


def some(report: Report, width: int) -> Text:
    """Summarise the check of statements given by id: a table, their errata, failures."""
    out = check_table(report, width)
    if any(look(r.status).corrected for r in report.items):
        out.append_text(heading("As corrected")).append_text(corrected_forms(report, width))
    out.append_text(found_errata(report, width)).append_text(fails(report, width))
    out.append_text(_lint_warnings(report, width, True))
    return out.append("\n").append_text(check_summary(report, width))


def check_summary(report: Report, width: int) -> Text:
    """Return the last line of a check.

    For example "107 statements: 83 proved, 9 proved as corrected (false as printed), 15 defined; every claim
    checks; 9 errata; 3.1 s; proofs: 5,931 replayed earlier by this kernel, 3 now".
    """
    number, different = len(report.errata), len(defects(report.errata))
    believed, replayed = report.summary["believed"], report.summary["replayed"]
    source = f"{believed:,} replayed earlier by this kernel, {replayed:,} now"
    if not believed:
        source = f"{replayed:,} replayed" + ", searched anew" * (not report.summary["cached"])
    source += f"; unchanged since {report.summary['since']}" if "since" in report.summary else ""
    whole = (
        str(report),
        f"{number or 'no'} errat{'um' if number == 1 else 'a'}" + f" ({different} different)" * (different < number),
        f"{report.summary['seconds']:.1f} s; proofs: {source}",
    )
    return paragraph("; ".join(whole), width, rest="")


def found_errata(report: Report, width: int) -> Text:
    """Return all errata under a heading, or nothing if there are none."""
    if not report.errata:
        return Text()
    return heading(f"Errata ({len(report.errata)})").append_text(errata(report, width, corrected=False))


def fails(report: Report, width: int, most: int | None = None) -> Text:
    """Return the claims that fail, or nothing if all hold."""
    if not report.fails:
        return Text()
    shown = list(report.fails[:most])
    if len(shown) < len(report.fails):
        shown.append(f"and {len(report.fails) - len(shown)} more: lemmata check --all")
    return heading(f"Does not hold ({len(report.fails)})").append_text(bullets(shown, width))


def _papers(report: Report, width: int) -> Text:
    """List the papers: a line for each named statement, and counts of displays and facts."""
    named = [r for r in report.items if r.kind not in UNNAMED]
    states = {r.id: _state(r) for r in named}
    columns = [max((len(x) for x in cells), default=0) for cells in ([s.plain for s in states.values()], states)]
    out = Text()
    for paper in report.papers:
        own = [r for r in report.items if r.paper == paper.key]
        out.append("\n" * bool(out)).append(_cut(Text(f"{paper.key}  {paper.title}", "bold"), width)).append("\n")
        for r in own:
            if r.id in states:
                row = Text.assemble("  ", _padded(states[r.id], columns[0]), _padded(Text(r.id), columns[1]), r.says)
                out.append_text(_cut(row, width)).append("\n")
        counted = [_counted(kind, [r for r in own if r.kind == kind]) for kind in UNNAMED]
        if any(counted):
            out.append_text(paragraph("; ".join(filter(None, counted)), width, "  "))
        missing = _unwritten(report, paper)
        if missing:
            out.append_text(paragraph(f"to be written: {missing}", width, "  "))
    return out


def _unwritten(report: Report, paper: PaperFound) -> str:
    """Return the entries of a paper's index that no statement covers.

    For example "2 of 7 named statements: Lemma 2, Lemma 3; 1 of 7 displays: (5)".
    """
    of = {what: len(answered) for what, answered in report.coverage(paper).items()}
    return "; ".join(
        f"{len(ids)} of {of[what]} {'named statements' if what == 'named' else what}: {_ids(ids)}"
        for what, ids in report.unwritten(paper).items()
    )


def _state(r: Result) -> Text:
    short = look(r.status).short
    if not r.fails:
        return Text(short, look(r.status).terminal)
    return Text(f"{short}, {'not well-defined' if r.defined and r.used == 'proved' else 'fails'}", REFUTED)


def _counted(kind: str, items: Sequence[Result]) -> str:
    """For example "82 displays: 31 proved, 21 proved as corrected (false as printed), 30 defined"."""
    if not items:
        return ""
    return f"{len(items)} {kind}{'s' * (len(items) > 1)}: {counts(Counter(r.status for r in items))}"


def _errata(report: Report, width: int) -> Text:
    """Count the distinct defects by kind, and list the most serious."""
    found = defects(report.errata)
    if not found:
        return Text()
    kinds = {kind: [d for d in found if d[0].defect == kind] for kind in SERIOUSNESS}
    said = [f"{len(d)} {kind}{_entries(sum(map(len, d)), len(d))}" for kind, d in kinds.items() if d]
    out = heading(f"Errata: {len(found)} different{_entries(len(report.errata), len(found))}")
    out.append_text(paragraph(", ".join(said), width, "  "))
    serious = most_serious_first(report, report.errata)[:FEW]
    out.append(f"  the most serious {len(serious)}:\n" if len(serious) < len(found) else "")
    return out.append_text(
        clipped((f"  {d[0].defect}  {_ids([f.id for f in d])}: {d[0].what}" for d in serious), width)
    )


def _entries(entries: int, different: int) -> str:
    return f" (in {entries} entries)" if entries > different else ""


def _open(report: Report, width: int) -> Text:
    """List the statements declared open, by status and then by what is missing."""
    found: dict[str, dict[str, list[str]]] = {}
    for r in report.items:
        if not r.settled and not r.fails:
            why = dict.fromkeys([s.what for s in r.rests_on] or [x.counterexample or "" for x in r.lines])
            found.setdefault(r.status, {}).setdefault("; ".join(filter(None, why)), []).append(r.id)
    if not found:
        return Text()
    out = heading(f"Open, as declared ({sum(len(ids) for why in found.values() for ids in why.values())})")
    for status in (x for x in LOOKS if x in found):
        out.append(f"  {status}", look(status).terminal).append(f" ({sum(map(len, found[status].values()))})\n")
        out.append_text(clipped((f"    {_ids(ids)}: {why}" for why, ids in found[status].items()), width))
    return out


def _another_way(report: Report, width: int, every: bool) -> Text:
    """List the statements whose proofs here do not use something that the paper's proof cites."""
    found = another_way(report)
    if not found:
        return Text()
    out = heading(f"Proved another way than in the paper ({len(found)})")
    lines = [f"  {id}: without {', '.join(ids)}" for id, ids in found.items()] if every else [f"  {_ids([*found])}"]
    return out.append_text(clipped(lines, width))


def _lint_warnings(report: Report, width: int, every: bool) -> Text:
    """List the warnings of the lints, counted by lint or one by one."""
    if not report.lint_warnings:
        return Text()
    out = heading(f"Lint warnings ({len(report.lint_warnings)})")
    if every:
        return out.append_text(bullets(map(str, report.lint_warnings), width))
    kinds: dict[str, list[str]] = {}
    for d in report.lint_warnings:
        kinds.setdefault(d.lint, []).append(d.statement)
    return out.append_text(clipped((f"  {len(ids)} {lint}: {_ids(ids)}" for lint, ids in kinds.items()), width))


def _more(every: bool, register: bool) -> Text:
    commands = {
        "lemmata check --all": "" if every else "a line for every statement and display",
        "lemmata check --errata": "" if register else "all errata, with their counterexamples",
        "lemmata check ID …": "some statements, and what is wrong in them",
        "lemmata show ID": "one in full, with its proof and its prerequisites",
    }
    out = heading("More")
    return out.append("".join(f"  {command:<24}{what}\n" for command, what in commands.items() if what))


def _ids(ids: Sequence[str]) -> str:
    """Return at most three ids.

    >>> _ids(["a", "b", "c"]), _ids(["a", "b", "c", "d"])
    ('a, b, c', 'a, b and 2 more')
    """
    different = list(dict.fromkeys(ids))
    return ", ".join(different) if len(different) < 4 else f"{', '.join(different[:2])} and {len(different) - 2} more"


def _padded(words: Text, width: int) -> Text:
    return Text.assemble(words, " " * (width - words.cell_len + 2))


def _cut(words: Text, width: int) -> Text:
    words.truncate(width, overflow="ellipsis")
    return words
