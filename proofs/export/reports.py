"""Reports as readable text: the table of a check, the errata, the constants, one statement in full.

Every function returns `rich.text.Text`, wrapped to a width. Colours only repeat what the words say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from proofs.builder.paper import UNNAMED
from proofs.checking.report import SHOWN
from proofs.checking.status import look
from proofs.export.constants import VALUES
from proofs.export.graph import another_way

if TYPE_CHECKING:
    from proofs.checking.report import ConstantFound, Line, Report, Result, Value, Wording
    from proofs.export.graph import Foundations

LONGEST = 300  # characters that are shown of a formula in a list
FEW = 3  # up to this number of hypotheses, no differences are shown
WIDE = 10_000  # the width of a pipe, where nothing is wrapped
_MEASURE = Console(width=WIDE)


REFUTED, PARTIAL = look("refuted").terminal, look("incomplete").terminal


def _status(status: str) -> Text:
    return Text(status, style=look(status).terminal)


def counts(evidence: Mapping[str, int]) -> str:
    """Format counts of evidence.

    >>> counts({"exact": 31, "cited": 1}), counts({})
    ('31 exact, 1 cited', '–')
    """
    return ", ".join(f"{n} {kind}" for kind, n in evidence.items()) or "–"


def line_name(result: Result) -> str:
    """Return the line that determines the status, such as "line 2"; "" if there is no choice."""
    if result.worst is None or result.used in ("proved", "defined"):
        return ""
    form = result.lines[result.worst].form
    same = [k for k, x in enumerate(result.lines) if x.form == form]
    return f"line {same.index(result.worst) + 1}" if len(same) > 1 else ""


def _whole_status(r: Result) -> Text:
    """Return the status with the line that determines it, and a note if a proof failed or definedness is open."""
    which = line_name(r)
    out = Text.assemble(_status(r.status), f", {which}" if which else "")
    if any(line.failure for line in r.lines):
        out.append(", its proof failed", style=REFUTED)
    if r.defined:
        out.append(", definedness open", style=PARTIAL)
    return out


def paragraph(words: str | Text, width: int, first: str = "", rest: str | None = None) -> Text:
    """Wrap text to the width; `first` precedes the first line, `rest` (by default spaces) the others."""
    lead = " " * cell_len(first) if rest is None else rest
    room = max(20, width - max(cell_len(first), cell_len(lead)))
    if isinstance(words, str) and cell_len(words) <= len(words):  # all of width 1: as below, but faster
        rows = [row for line in words.split("\n") for row in wrap(line, room, break_on_hyphens=False) or [""]]
        return Text("".join(f"{lead if k else first}{row}\n" for k, row in enumerate(rows)))
    lines = (Text(words) if isinstance(words, str) else words).wrap(_MEASURE, room) or [Text()]
    out = Text()
    for k, line in enumerate(lines):
        line.rstrip()
        out.append(first if k == 0 else lead).append_text(line).append("\n")
    return out


def broken(formula: str, room: int) -> list[str]:
    """Break a formula that is too long for a line after ∀ …. and ∃ …., ⇒ and ∧ outside brackets.

    >>> broken("∀x ∈ ℝ. 0 ≤ x ⇒ ∃y ∈ ℝ. (0 ≤ y ∧ y·y = x)", 20)
    ['∀x ∈ ℝ.', '  0 ≤ x ⇒', '  ∃y ∈ ℝ.', '    (0 ≤ y ∧ y·y = x)']
    """
    if cell_len(formula) <= room:
        return [formula]
    cut: dict[str, int] = {}
    depth = 0
    for k, sign in enumerate(formula):
        depth += (sign in "([{⟨⌊⌈") - (sign in ")]}⟩⌋⌉")
        if depth == 0 and formula.startswith((" ⇒ ", " ∧ ", ". "), k):
            cut.setdefault(formula[k : k + 3].strip()[:1], k)
            if formula[k] == ".":
                break  # the rest is in the quantifier's scope
    if formula[0] in "∀∃" and "." in cut:
        dot = cut["."]
        return [formula[: dot + 1], *(f"  {row}" for row in broken(formula[dot + 2 :], room - 2))]
    place = cut.get("⇒", cut.get("∧"))
    return [formula] if place is None else [*broken(formula[: place + 2], room), *broken(formula[place + 3 :], room)]


def indented(row: str, width: int, lead: str) -> Text:
    """Wrap an indented line; continuation lines are indented by two more spaces."""
    plain = row.lstrip(" ")
    own = " " * (len(row) - len(plain))
    return paragraph(plain, width, lead + own, " " * cell_len(lead) + own + "    ")


def table(headings: Sequence[str], rows: Iterable[Sequence[str | Text]], width: int, yielding: Sequence[int]) -> Text:
    """Lay out a table with columns two spaces apart.

    If the columns do not fit, the first of the `yielding` columns is cut with an ellipsis. If less than 40 characters
    of it would remain, it moves to lines of its own, and if necessary so do the following ones.
    """
    cells = [[Text(c) if isinstance(c, str) else c for c in row] for row in rows]
    heads = [Text(h, style="bold") for h in headings]
    widths = [max(row[k].cell_len for row in [heads, *cells]) for k in range(len(headings))]
    first = yielding[0]
    room = width - sum(w + 2 for k, w in enumerate(widths) if k != first)
    below = []
    if room >= min(40, widths[first]):
        widths[first] = min(room, widths[first])
    else:
        for k in yielding:
            if sum(w + 2 for j, w in enumerate(widths) if j not in below) - 2 > width:
                below.append(k)
    beside = [k for k in range(len(headings)) if k not in below]
    out = Text()
    for number, row in enumerate([heads, *cells]):
        for k in beside:
            cell = row[k].copy()
            cell.truncate(widths[k], overflow="ellipsis")
            out.append_text(cell)
            out.append("\n" if k == beside[-1] else " " * (widths[k] - cell.cell_len + 2))
        for k in below:
            if number and row[k].plain != "–":
                out.append_text(paragraph(row[k], width, "    "))
    return out


def heading(words: str) -> Text:
    """Return a heading with an empty line before it."""
    return Text.assemble("\n", (words, "bold"), "\n")


def bullets(lines: Iterable[str], width: int) -> Text:
    """Return a wrapped paragraph for each of the lines."""
    return Text().join(paragraph(line, width, "  - ") for line in lines)


def clipped(lines: Iterable[str], width: int) -> Text:
    """Cut each line to the width with an ellipsis."""
    out = Text()
    for line in lines:
        shown = Text(line)
        shown.truncate(width, overflow="ellipsis")
        out.append_text(shown).append("\n")
    return out


def spot_checks(id: str, checks: Sequence[Mapping[str, Any]], width: int) -> Text:
    """Show each line's verdict and smallest margin with the sample where it occurs; long vectors are shortened."""
    out = Text.assemble((id, "bold"), "\n")
    for c in checks:
        style = {"holds": "green", "fails": "bold red"}.get(c["verdict"], "yellow")
        head = Text.assemble(f"{c['line']}: " if c["line"] else "", (c["verdict"], style))
        head.append(f" at {c['samples']} samples" if c["samples"] else "")
        head.append(f", smallest margin {float(c['margin']):.6g}" if c["margin"] is not None else "")
        out.append_text(paragraph(head, width, "  "))
        at = c["at"] if isinstance(c["at"], Mapping) else {"": c["at"]}
        for name, value in at.items():
            if value == "":  # a line without variables
                continue
            out.append_text(paragraph(_abridged(value), width, f"    {name} = " if name else "    "))
    return out


def _abridged(value: object) -> str:
    if not isinstance(value, list) or len(value) <= 10:
        return str(value)
    ends = [", ".join(map(_abridged, part)) for part in (value[:4], value[-4:])]
    return f"[{ends[0]}, …, {ends[1]}] (length {len(value)})"


def check_table(report: Report, width: int) -> Text:
    """Return a table with a row for each statement: id, caption, status, evidence, seconds."""
    headings = ("id", "what it says", "status", "evidence", "seconds")
    rows = []
    for r in report.items:
        rows.append((r.id, r.says, _whole_status(r), counts(r.evidence), f"{r.seconds:.2f}"))
    return table(headings, rows, width, yielding=(1, 3))


def corrected_forms(report: Report, width: int) -> Text:
    """Show the corrected form of each statement whose status is about it, and the reason for narrowing."""
    out = Text()
    for r in report.items:
        if look(r.status).corrected:
            out.append(r.id, style="bold").append(": ").append_text(_status(r.status)).append("\n")
            for line in changed(r):
                out.append_text(paragraph(shortened(line.wording.text, LONGEST), width, "    corrected: ", " " * 8))
            out.append_text(why_narrower(r, width))
    return out


def why_narrower(result: Result, width: int, lead: str = "    ") -> Text:
    """Return the reason why the corrected form assumes more than the printed one, or nothing if none is given."""
    if not result.narrower:
        return Text()
    return paragraph(result.narrower, width, f"{lead}why narrower: ", f"{lead}    ")


def shortened(words: str, longest: int) -> str:
    """Cut out the middle of the text if it is longer than `longest`.

    >>> shortened("0123456789", 6), shortened("012345", 6)
    ('012 … 789', '012345')
    """
    half = longest // 2
    return words if len(words) <= longest else f"{words[:half]} … {words[-half:]}"


def errata(report: Report, width: int, id: str | None = None, corrected: bool = True) -> Text:
    """Show the register of errata, or that of one statement: place, defect, counterexample, statements that used it.

    With `corrected`, the corrected form of each changed line is shown. Text that several entries of a statement share
    is printed once, at the last entry.
    """
    out = Text()
    findings = [f for f in report.errata if id in (None, f.id)]
    for f, after in zip_longest(findings, findings[1:]):
        where = ", ".join([f"section {f.section}"] * bool(f.section) + [f"({x})" for x in f.equations])
        head = Text.assemble((f.id, "bold"), f"  {where}: " if where else ": ", (f.defect, REFUTED))
        head.append(f", {SHOWN[f.shown_by]}", style=PARTIAL if f.fails else "")
        head.append(f"; the same as {f.same_as}" if f.same_as else "")
        out.append_text(head).append("\n").append_text(paragraph(f.what, width, "    "))
        again = after if after and after.id == f.id else None
        if f.counterexample and not (again and again.counterexample == f.counterexample):
            out.append_text(paragraph(f.counterexample, width, "    counterexample: ", " " * 8))
        if again is None:
            result = report.by_id[f.id]
            for line in changed(result) if corrected else ():
                shown = Text.assemble(line.wording.text, "  (", _status(line.status), ")")
                out.append_text(paragraph(shown, width, "    corrected: ", " " * 8))
            if corrected and result.corrected is not None:
                out.append_text(why_narrower(result, width))
            if f.used_by:
                out.append_text(paragraph(", ".join(f.used_by), width, "    used by: ", " " * 8))
    return out


def changed(result: Result) -> list[Line]:
    """Return the corrected lines that differ from all printed lines."""
    printed = {line.wording.text for line in result.lines if line.form == "printed"}
    return [line for line in result.lines if line.form == "corrected" and line.wording.text not in printed]


def hypotheses_changed(printed: Wording, corrected: Wording) -> list[str]:
    """Return the hypotheses that the corrected form adds and those that it drops."""
    added = [f"+ {g}" for g in corrected.given if g not in printed.given]
    return added + [f"− {g}" for g in printed.given if g not in corrected.given]


def constants(found: Sequence[ConstantFound], width: int) -> Text:
    """Show constants, and count those of which both halves are proved."""
    proved = sum(c.is_sharp for c in found)
    return _constants(found, width).append(f"best possible, proved from both sides: {proved} of {len(found)}\n")


def _constants(found: Sequence[ConstantFound], width: int) -> Text:
    """Show constants: the paper's value, the needed and the sharp value, each with its status and claim."""
    out = Text()
    for c in found:
        out.append(c.id, style="bold").append(f"  {c.statement}\n").append_text(paragraph(c.what, width, "    "))
        out.append_text(paragraph(c.paper.text, width, f"    {VALUES['paper']}: ", " " * 8))
        for name, value in (("needed", c.needed), ("sharp", c.sharp), ("beyond", c.beyond)):
            if value is not None and name == "sharp" and value == c.needed:
                out.append(f"    {VALUES[name]}: the same\n")
            elif value is not None:
                out.append_text(_value(VALUES[name], value, width))
        if c.note:
            out.append_text(paragraph(c.note, width, "    note: ", " " * 8))
    return out


def _value(name: str, value: Value, width: int) -> Text:
    if value.claim is None:
        return paragraph(value.text, width, f"    {name}: ", " " * 8)
    how = Text.assemble("(", _status(value.status), f", {counts(value.evidence)})")
    if value.claim == value.text:
        return paragraph(Text.assemble(shortened(value.text, LONGEST), "  ", how), width, f"    {name}: ", " " * 8)
    out = paragraph(Text.assemble(value.text, "  ", how), width, f"    {name}: ", " " * 8)
    return out.append_text(paragraph(Text(shortened(value.claim, LONGEST), style="dim"), width, " " * 8))


def first_title(kind: str) -> str:
    """Return the title of the lines that are not corrected; those of a finding are not printed in any paper."""
    return "Found here" if kind == "finding" else "As printed"


def statement(
    report: Report,
    id: str,
    proofs: Mapping[str, str],
    foundations: Foundations,
    supports: Sequence[str],
    width: int,
    whole: bool = True,
    places: Mapping[str, str] = MappingProxyType({}),
) -> Text:
    """Show one statement: its sentence, its proof, its foundations.

    Parameters
    ----------
    proofs
        The proof of each theorem of the statement as text; those of theorems that show counterexamples are left out.
    foundations, supports
        Its foundations, and the ids of the statements that depend on it.
    whole
        Whether to show everything, with the proof. Otherwise the output fits on a screen: the differences of the
        corrected form, one line for each step, meaning, erratum and constant, and only the named statements among the
        foundations.
    places
        The files and lines in which the statement and its theorems are declared, by id and name.
    """
    result = report.by_id[id]
    parts = [
        _title(result, places, width, whole),
        _forms(result, width, whole),
        _meanings(result, width, whole),
        _definedness(result, width, whole),
        *(_proof(name, proof, width) for name, proof in proofs.items() if whole and "#" not in name),
        _flaws(report, id, width, whole),
        _dependencies(report, id, foundations, supports, width, whole),
    ]
    if not whole:
        parts.append(paragraph(f"All of it, with the proof: lemmata show {id} --proof", width, ""))
    return Text().join(parts)


def _title(result: Result, places: Mapping[str, str], width: int, whole: bool) -> Text:
    """Show the id, caption, place and status of a statement, and which of its claims fail."""
    where = f"{result.paper}, section {result.section}" if result.section else result.paper
    where += f", ({'), ('.join(result.equations)})" if result.equations else ""
    where += f"  [{_listed(result.index, whole)}]" if result.index else ""
    out = Text.assemble((result.id, "bold"), f"  {result.kind}\n")
    out.append_text(paragraph(result.says, width, "  "))
    out.append_text(paragraph(where, width, "  "))
    out.append("  status: ").append_text(_whole_status(result)).append(f"; evidence: {counts(result.evidence)}\n")
    claimed = dict.fromkeys(line.theorem or "" for line in result.lines if whole or line.form != "step")
    declared = [f"{name} at {places[name]}" for name in claimed if name in places]
    if result.id in places:
        out.append_text(paragraph(f"declared at {places[result.id]}", width, "  "))
    if declared:
        what = f"its theorem{'s' * (len(declared) > 1)}: {_listed(declared, whole)}"
        out.append_text(paragraph(what, width, "  ", " " * 4))
    failures = {f"{result.id}: {line.failure}" for line in result.lines}  # shown with the line
    for what in result.fails:
        if what not in failures:
            out.append_text(paragraph(what.removeprefix(f"{result.id}: "), width, "  does not hold: ", " " * 4))
    return out


def _forms(result: Result, width: int, whole: bool) -> Text:
    """Show the claims of a statement: as printed, as corrected, the steps, and what it defines."""
    out = Text()
    printed = {line.wording.text: line for line in result.lines if line.form == "printed"}
    first = first_title(result.kind)
    if result.corrected is not None and not printed:
        out.append(f"\n{first}\n", style="bold").append("  no formula is written for it, so that nothing is decided\n")
    for form, title in (("printed", first), ("corrected", "As corrected"), ("step", "Steps"), ("defines", "Defines")):
        lines = [x for x in result.lines if x.form == form]
        if not lines:
            continue
        out.append(f"\n{title}\n", style="bold")
        for k, line in enumerate(lines, 1):
            lead = f"  {k}. " if len(lines) > 1 else "  "
            if form == "step" and not whole:
                out.append_text(_step_in_a_line(line, lead, width))
            elif form == "corrected" and line.wording.text in printed:
                out.append(f"{lead}as printed\n")
            elif form == "corrected" and not whole and len(lines) == len(printed) == 1:
                out.append_text(_difference(next(iter(printed.values())), line, lead, width))
            else:
                out.append_text(_line(line, lead, width, whole))
        if form == "corrected":
            out.append_text(why_narrower(result, width, "  "))
    return out


def _meanings(result: Result, width: int, whole: bool) -> Text:
    """Show what the notions in the claims mean."""
    means = dict(pair for x in result.lines if x.form != "step" for pair in x.wording.means)
    out = heading("Where") if means else Text()
    if not whole:
        return out.append_text(clipped((f"  {name} means {meaning}" for name, meaning in means.items()), width))
    for name, meaning in means.items():
        parts = [f"{name} means {meaning}"]
        if cell_len(parts[0]) > width - 2:
            parts = [f"{name} means", *(f"  {part}" for part in broken(meaning, width - 4))]
        for part in parts:
            out.append_text(indented(part, width, "  "))
    return out


def _definedness(result: Result, width: int, whole: bool) -> Text:
    """Show what is not proved to be defined."""
    if not whole and not result.defined:
        return Text()
    open_ = result.defined or ("nothing open",)
    return heading("Definedness").append_text(Text().join(paragraph(what, width, "  ") for what in open_))


def _proof(name: str, proof: str, width: int) -> Text:
    """Show the proof of a theorem."""
    return Text.assemble(("\nProof ", "bold"), f"{name}\n").append_text(proof_lines(proof, width))


def proof_lines(proof: str, width: int) -> Text:
    """Show the lines of a readable proof."""
    out = Text()
    for row in proof.splitlines():
        words = row.lstrip()
        out.append_text(paragraph(words, width, "  " + " " * ((len(row) - len(words)) // 2)))
    return out


def _flaws(report: Report, id: str, width: int, whole: bool) -> Text:
    """Show the errata and the constants of a statement."""
    findings = [f for f in report.errata if f.id == id]
    found = [c for c in report.constants if c.statement == id]
    out = Text()
    if findings:
        shown = [f"counterexample: {f.counterexample}" if f.counterexample else SHOWN[f.shown_by] for f in findings]
        brief = (f"  {f.defect}, {how}: {f.what}" for f, how in zip(findings, shown, strict=True))
        out.append_text(heading("Errata"))
        out.append_text(errata(report, width, id, corrected=False) if whole else clipped(brief, width))
    if found:
        out.append_text(heading("Constants"))
        out.append_text(_constants(found, width) if whole else clipped(map(_constant_in_a_line, found), width))
    return out


def _dependencies(
    report: Report, id: str, foundations: Foundations, supports: Sequence[str], width: int, whole: bool
) -> Text:
    """Show what a statement depends on, and what depends on it."""
    named = [i for i in foundations.statements if whole or report.by_id[i].kind not in UNNAMED]
    more = len(foundations.statements) - len(named)
    below = ", ".join([*named, *([f"{'and ' * bool(named)}{more} other statements"] if more else [])])
    below, above = below or "no other statement", _listed(supports, whole) or "nothing"
    if whole:
        out = heading("Depends on").append_text(paragraph(below, width, "  "))
    else:
        out = Text("\n").append_text(paragraph(f"Depends on {below}", width, "", "  "))
    another = another_way(report).get(id)
    if another:
        out.append_text(paragraph(f"without {', '.join(another)}, which the paper's proof cites", width, "  "))
    for support in foundations.supports:
        out.append_text(paragraph("{kind}: {what} (in {where})".format_map(support), width, "  "))
    if whole:
        return out.append_text(heading("Used by")).append_text(paragraph(above, width, "  "))
    return out.append_text(paragraph(f"Used by {above}", width, "", "  "))


def _listed(names: Sequence[str], whole: bool) -> str:
    """Return all names, or unless `whole` the first of them and the number of the others."""
    return ", ".join(names) if whole else _few(names)


def _few(names: Sequence[str]) -> str:
    """Return the first of the names, and the number of the others."""
    more = len(names) - 2 * FEW
    return ", ".join([*names[: 2 * FEW], f"and {more} more"] if more > 1 else names)


def _difference(printed: Line, corrected: Line, lead: str, width: int) -> Text:
    """Return the corrected form as differences from the printed one, or in full if these are not shorter."""
    before, after = printed.wording, corrected.wording
    differ = hypotheses_changed(before, after)
    if len(after.given) <= FEW or len(differ) >= len(after.given):
        return _line(corrected, lead, width, whole=False)
    out = Text()
    if before.sorts != after.sorts:
        out.append_text(paragraph(Text(f"for {after.sorts}", style="dim"), width, lead))
    changes = "; ".join(differ)
    out.append_text(paragraph(f"as printed, but {changes}" if changes else "for what is as printed", width, lead))
    lead = " " * cell_len(lead)
    shows = after.shows if after.shows != before.shows else "the same"
    out.append_text(paragraph(shows, width, f"{lead}⊢ "))
    return out.append_text(_established(corrected, lead, width))


def _constant_in_a_line(c: ConstantFound) -> str:
    """Return the values of a constant, without the claims that establish them."""
    of = {"needed": c.needed, "sharp": c.sharp, "beyond": c.beyond}
    values = [f"{VALUES[name]} {value.text} ({value.status})" for name, value in of.items() if value is not None]
    return "; ".join([f"  {c.id}: in the paper {c.paper.text}", *values])


def _step_in_a_line(line: Line, lead: str, width: int) -> Text:
    """Return the conclusion of a step, cut to the line, and how it is established."""
    how = Text.assemble("  ", _status(line.status), f" by {line.theorem}" if line.theorem else "")
    shown = Text(f"{lead}{line.wording.shows or line.wording.text}")
    shown.truncate(max(20, width - how.cell_len), overflow="ellipsis")
    return shown.append_text(how).append("\n")


def _line(line: Line, lead: str, width: int, whole: bool = True) -> Text:
    """Return a claim and how it is established; unless `whole`, without a line for each part of it."""
    words, out = line.wording, Text()
    given = ", ".join(f"({g})" if re.search("[⇒∀∃]", g) else g for g in words.given)
    first = Text(f"for {words.sorts}" + (" with " if given else "") if words.sorts else "", style="dim")
    room = width - cell_len(lead)
    if whole and given and cell_len(first.plain + given) > room:
        first = Text(first.plain.rstrip() or "with", style="dim")
        rows = [row for g in words.given for row in broken(g, room - 4)]
    else:
        first, rows = first.append(given), []
    if first.plain:
        out.append_text(paragraph(first, width, lead))
        lead = " " * cell_len(lead)
    for row in rows:
        out.append_text(indented(row, width, f"{lead}  "))
    shows = words.shows or words.text
    for k, row in enumerate(broken(shows, room - 2) if whole else [shows]):
        mark = "⊢ " if k == 0 else "  "
        out.append_text(indented(row, width, f"{lead}{mark}" if first.plain else lead))
    return out.append_text(_established(line, lead, width))


def _established(line: Line, lead: str, width: int) -> Text:
    """Return how a claim is established, and a point where its hypotheses hold."""
    words = line.wording
    how = Text.assemble(_status(line.status), f" by {line.theorem}" if line.theorem else "")
    if line.counterexample:
        how.append(f"; {line.counterexample}")
    elif line.failure:
        how.append(f"; {line.failure}")
    out = paragraph(how, width, " " * cell_len(lead) + "→ ")
    if line.status == "refuted":
        return out  # the hypotheses hold at the counterexample
    if words.holds_at:
        where = words.holds_at
        met = f"the hypotheses hold at {where}"
    elif line.vacuous:
        met = "the hypotheses contradict each other, so that it says nothing"
    elif line.vacuous is None and words.given:
        met = "no point was found at which the hypotheses hold"
    else:
        return out
    return out.append_text(paragraph(Text(met, style="dim"), width, " " * cell_len(lead) + "  "))
