"""The data of a statement's page: its parts in the manifest, and how its two forms are compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec
from msgspec import Struct

from proofs.builder.paper import UNNAMED
from proofs.checking.status import STANDS, look
from proofs.export.defects import MAIN, SUBSTANTIAL
from proofs.export.reports import first_title
from proofs.export.schema import Constant, Erratum, Formula, Line, Statement
from proofs.export.site.filters import Notion, Symbols, in_script
from proofs.export.site.proof_listing import ListedTheorem
from proofs.export.site.urls import Site
from proofs.language.mathml import pieces

if TYPE_CHECKING:
    from proofs.checking.report import Report, Result

LONG_MEANING = 150  # characters of LaTeX; a longer meaning is shown on one page only


class StatementParts(Struct):
    """The data of the manifest that a statement's page shows in addition to the proofs."""

    s: Statement
    elsewhere: list[tuple[str, str | None]]  # theorems of its lines whose proofs are on other pages, with the statement
    errata: list[Erratum]
    constants: list[Constant]
    where: list[Notion]
    before: Statement | None
    after: Statement | None
    breaks: list[Erratum]
    plot: str | None = None


class Piece(Struct):
    """A part of a formula between two possible line breaks; `is_new` if the other form does not have it."""

    latex: str
    is_new: bool


class ComparedForm(Struct):
    """One form of a statement next to the other; `own` lists the hypotheses that the two do not share."""

    title: str
    form: str
    line: Line
    own: list[Formula]
    differs: bool
    pieces: list[Piece]

    def within(self, longest: int) -> list[Piece]:
        """Return the pieces; of a formula that is too long one or more that are new, with dots for the others."""
        if sum(len(x.latex) for x in self.pieces) <= longest:
            return self.pieces
        out: list[Piece] = []
        for x in self.pieces:
            longest -= len(x.latex) * x.is_new
            kept = x if x.is_new and (longest >= 0 or not any(y.is_new for y in out)) else Piece(r"\cdots", False)
            out += [kept] if kept.is_new or not out or out[-1].is_new else []
        return out


def statement_context(site: Site, parts: StatementParts, proofs: Sequence[ListedTheorem]) -> dict[str, Any]:
    """Return the variables of the template `statement.html`."""
    s = parts.s
    lines = {form: [line for line in s.lines if line.form == form] for form in ("printed", "corrected", "defines")}
    printed, corrected = lines["printed"], lines["corrected"]
    used = [line for line in s.lines if line.form in ("defines", "corrected" if s.corrected else "printed")]
    defined = {line.shows.text for line in lines["defines"]}  # their meanings are shown with the definitions
    notions = [notion for notion in parts.where if notion.name.text not in defined]
    sorts = used[0].sorts if used else Formula("", "")
    shared = _shared_hypotheses(printed, corrected) if _is_single(printed, corrected) else []
    copies = _copies(s, used)
    return msgspec.structs.asdict(parts) | {
        "where": notions,
        "paper": site.papers[s.paper],
        "here": s.paper,
        "first_heading": first_title(s.kind),
        "is_main": s.kind in MAIN,
        "stands": STANDS,
        "outline": [i for i in s.rests_on.statements if i in s.uses or site.statements[i].kind not in UNNAMED],
        "worst": worst_line(s),
        "reasons": [e for e in parts.errata if e.defect != "step"],
        "meaning": look(s.status).meaning,
        "line_numbers": {line.text: k for k, line in enumerate(printed, 1)},
        "others": {
            "printed": {g.text for line in corrected for g in line.given} if corrected else None,
            "corrected": {g.text for line in printed for g in line.given},
        },
        "compared": compare(first_title(s.kind), printed, corrected, shared),
        "common": {"sorts": sorts, "given": site.format_hypotheses(shared)},
        "meanings": {notion.name.text: notion.meaning for notion in parts.where},
        "copies": list(copies.items()),
        "copies_json": in_script({k.lower(): v for k, v in copies.items()}),
        "focus": f"focus={quote(s.id, safe=':')}",
        "symbols": Symbols(notions),
        "proofs": proofs,
    }


def breaks(site: Site, s: Statement) -> list[Erratum]:
    """Return the defects at which the paper's proof of a statement breaks, the most serious first.

    They are those of substance of what the paper's proof or the proof here applies and that is not proved as printed,
    and of the proof of the statement itself.
    """
    found = [s.id]
    for x in found:
        below = site.statements[x]
        found += [y for y in (*below.cites, *below.uses) if y in site.statements and y not in found]
    defects = [e for e in site.errata.values() if e.paper == s.paper and e.statement in found]
    return [
        e
        for e in defects
        if e.defect in SUBSTANTIAL
        and (site.statements[e.statement].printed not in STANDS or (e.statement == s.id and e.defect == "step"))
    ]


def say_where_stated(proofs: Sequence[ListedTheorem], lines: Sequence[Line]) -> None:
    """Say for the theorems that prove a line of the statement where the page shows what they say."""
    places = {
        "printed": "as printed",
        "corrected": "as corrected",
        "defines": "of the definition",
        "step": "of the steps",
    }
    for t in proofs:
        for line in lines:
            if line.theorem == t.name and line.shows.text == t.shows.text:
                same = [x for x in lines if x.form == line.form]
                number = f" {same.index(line) + 1}" if len(same) > 1 else ""
                t.stated = f"the {'line' if number else 'statement'}{number} {places[line.form]}"
                t.given_there = {g.text for g in line.given} == {g.text for g in t.given}
                break


def _is_single(printed: Sequence[Line], corrected: Sequence[Line]) -> bool:
    """Return whether the forms can be compared side by side: each is a single line."""
    return len(printed) == 1 and len(corrected) <= 1


def _shared_hypotheses(printed: Sequence[Line], corrected: Sequence[Line]) -> list[Formula]:
    """Return the hypotheses of the printed line that the corrected line, if there is one, has too."""
    other = {g.text for line in (corrected or printed) for g in line.given}
    return [g for g in printed[0].given if g.text in other]


def compare(
    first_heading: str, printed: Sequence[Line], corrected: Sequence[Line], shared: Sequence[Formula]
) -> list[ComparedForm]:
    """Compare the printed and the corrected line; return nothing if one of the forms has several lines."""
    if not _is_single(printed, corrected):
        return []
    common = {g.text for g in shared}
    differs = bool(corrected) and printed[0].shows.text != corrected[0].shows.text
    return [
        ComparedForm(
            title=title,
            form=line.form,
            line=line,
            own=[g for g in line.given if g.text not in common],
            differs=differs,
            pieces=_mark_new(line, [other for other in (*printed, *corrected) if other is not line]),
        )
        for title, lines in ((first_heading, printed), ("As corrected", corrected))
        for line in lines
    ]


def compare_erratum(e: Erratum) -> list[ComparedForm]:
    """Compare the wrong line of an erratum with the corrected line that is most like it.

    Return nothing if there is no such pair, or they do not differ in what they assume and what they say.
    """
    if e.printed is None or not e.corrected:
        return []
    known = {g.text for g in e.printed.given} | set(pieces(e.printed.shows.latex))
    parts = [{g.text for g in line.given} | set(pieces(line.shows.latex)) for line in e.corrected]
    line = e.corrected[max(range(len(parts)), key=lambda k: (len(known & parts[k]), -len(parts[k]), -k))]
    forms = compare("Printed", [e.printed], [line], _shared_hypotheses([e.printed], [line]))
    return forms if any(form.own or form.differs for form in forms) else []


def _mark_new(line: Line, others: Sequence[Line]) -> list[Piece]:
    """Cut the conclusion of a line at its possible line breaks, and mark the pieces that no other line has."""
    known = {piece for other in others for piece in pieces(other.shows.latex)}
    return [Piece(piece, bool(others) and piece not in known) for piece in pieces(line.shows.latex)]


def _copies(s: Statement, used: Sequence[Line]) -> dict[str, str]:
    """Return the texts that the page's buttons copy, by format."""
    return {
        "LaTeX": " \\\\\n".join(line.latex for line in used),
        "Python": f"from proofs import library\n\nlibrary[{s.id!r}]\n",
    }


def worst_line(s: Statement) -> str:
    """Return the line that determines the status, such as "line 2"; "" if there is no choice or nothing is missing."""
    if s.worst_line is None or s.lines[s.worst_line].status in ("proved", "defined"):
        return ""
    form = s.lines[s.worst_line].form
    same = [k for k, line in enumerate(s.lines) if line.form == form]
    return f"line {same.index(s.worst_line) + 1}" if len(same) > 1 else ""


def defining_statements(report: Report) -> dict[tuple[str, str], str]:
    """Map the names of each paper's notions to the defining statement: the first with a line that is just the name."""
    out: dict[tuple[str, str], str] = {}
    for r in sorted(report.items, key=lambda r: r.kind != "definition"):
        for line in r.lines:
            if line.form == "defines":
                out.setdefault((r.paper, line.wording.shows or line.wording.text), r.id)
    return out


def explaining_statements(report: Report) -> dict[tuple[str, str], str]:
    """Map the names of each paper's notions to the statement whose page shows the meaning, however long it is.

    That is the defining statement, or else the first that uses the notion, main results first.
    """
    out = defining_statements(report)
    for r in sorted(report.items, key=lambda r: r.kind not in MAIN):
        for line in r.lines:
            if line.form != "step":
                for name, _ in line.wording.means:
                    out.setdefault((r.paper, name), r.id)
    return out


def list_notions(
    r: Result, defined_by: Mapping[tuple[str, str], str], explained_by: Mapping[tuple[str, str], str]
) -> list[Notion]:
    """List the names in a statement's formulas, each with its meaning and the statement that defines it.

    A long meaning is left to the page that explains it.
    """
    found: dict[str, Notion] = {}
    for line in r.lines:
        if line.form != "step":
            for (name, meaning), latex in zip(line.wording.means, line.wording.latex_means, strict=False):
                id, page = defined_by.get((r.paper, name)), explained_by[r.paper, name]
                notion = Notion(Formula(name, latex[0]), Formula(meaning, latex[1]), id if id != r.id else None)
                if page != r.id and len(latex[1]) > LONG_MEANING:
                    notion.explained_by = page
                found.setdefault(name, notion)
    return list(found.values())
