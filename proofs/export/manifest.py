"""The manifest: all results of a check, as plain JSON data for other tools.

It is the source of the site and of the reports. `schema.json` in the folder of the site describes every field. A field
may be added without notice; removing a field or changing its meaning raises `VERSION`. Formulas come as Unicode text
and as LaTeX for maths mode. Nothing in the manifest depends on time, machine or order of checking: the same proofs give
the same bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from numeric.comparison import Comparison
from proofs.builder.paper import Quoted
from proofs.checking.check import owners, rank
from proofs.checking.replay.chapters import GENERAL
from proofs.checking.status import LOOKS, STANDS, look
from proofs.checking.store.chapter_contents import resolve
from proofs.export.graph import closures, order, proof_graph
from proofs.language import sorts
from proofs.language.display import NONE, Notions
from proofs.workers.forks import processors, shares, side_by_side

if TYPE_CHECKING:
    from proofs.checking.replay.establish import Theorem
    from proofs.checking.report import ConstantFound, Finding, Line, Report, Result, Value

FORMAT, VERSION = "lemmata-manifest", 2
FEW = 200  # up to this number of theorems, one process writes them faster than several
Data = dict[str, Any]


def manifest(report: Report) -> Data:
    """Return the manifest of a report, which must cover whole papers.

    Raises
    ------
    proofs.export.graph.GraphError
        if the report lacks some of the statements that its proofs apply.
    """
    found: Data = json.loads(text(report))
    return found


def text(report: Report) -> str:
    """Return the manifest of a report as JSON text."""
    return report.remembered("manifest", __name__, lambda: written(_made(report)).encode()).decode()


def _made(report: Report) -> Data:
    graph = proof_graph(report)
    around = closures(graph)
    quoted = {id: own for p in report.papers for id, own in p.quoted.items()}
    errata = [_erratum(report, f) for f in report.errata]
    constants = [_constant(c) for c in report.constants]
    statements = []
    for r in report.items:
        foundations, falls = around[r.id]
        statements.append(
            _statement(r)
            | {
                "quoted": _quoted(quoted.get(r.id)),
                "uses": list(r.uses),
                "notions": list(r.notions),
                "cites": list(r.cites),
                "another_way": graph.nodes[r.id].get("another_way", []),
                "used_by": sorted(graph.successors(r.id), key=falls.index),
                "rests_on": {"statements": foundations.statements, "supports": foundations.supports},
                "falls_if": falls,
                "errata": [e["id"] for e in errata if e["statement"] == r.id],
                "constants": [c["id"] for c in constants if c["statement"] == r.id],
            }
        )
    return {
        "format": FORMAT,
        "version": VERSION,
        "papers": _papers(report, errata, constants),
        "statements": statements,
        "order": order(graph),
        "edges": [
            {"source": x, "target": y, "redundant": data["redundant"]} for x, y, data in sorted(graph.edges(data=True))
        ],
        "errata": errata,
        "constants": constants,
        "theorems": _theorems(report),
        "problems": list(report.problems),
    }


def written(data: Any) -> str:
    """Return JSON in the project's format: UTF-8, one space of indentation, a newline at the end."""
    return json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def name_of(r: Result) -> str:
    """The name of the statement in its paper.

    "Lemma 5", "(101)", "(94), (95)", "E.3.1, display 7"; otherwise the last part of its id.
    """
    if r.kind != "display" and r.index:
        return r.index[0]
    if r.equations:
        return ", ".join(f"({e})" for e in r.equations)
    if r.index and r.index[0].endswith("]"):
        section, _, place = r.index[0][:-1].partition("[")
        return f"{section}, display {place}"
    return r.id.partition(":")[2]


def _formula(text: str, latex: str) -> Data:
    return {"text": text, "latex": latex}


def _line(line: Line) -> Data:
    words = line.wording
    return {
        "form": line.form,
        **_formula(words.text, words.latex),
        "sorts": _formula(words.sorts, words.latex_sorts),
        "given": [_formula(*pair) for pair in zip(words.given, words.latex_given, strict=False)],
        "shows": _formula(words.shows or words.text, words.latex_shows or words.latex),
        "status": line.status,
        "theorem": line.theorem,
        "evidence": dict(line.evidence),
        "counterexample": line.counterexample,
    }


def _statement(r: Result) -> Data:
    names = dict.fromkeys(line.theorem for line in r.lines if line.theorem)
    return {
        "id": r.id,
        "name": name_of(r),
        "paper": r.paper,
        "kind": r.kind,
        "section": r.section,
        "equations": list(r.equations),
        "index": list(r.index),
        "says": r.says,
        "status": r.status,
        "printed": r.printed,
        "corrected": r.corrected,
        "narrower": r.narrower,
        "worst_line": r.worst,
        "evidence": dict(sorted(r.evidence.items())),
        "lines": [_line(x) for x in r.lines],
        "undefined": list(r.defined),
        "theorems": list(names),
    }


def _quoted(own: Quoted | None) -> Data | None:
    """The paper's own formulas, which are not checked, and how its symbols correspond to those used here."""
    return {"formulas": list(own[0]), "letters": dict(own[1])} if own else None


def _erratum(report: Report, f: Finding) -> Data:
    result = report.by_id[f.id]
    wrong = [x for x in result.lines if x.form == ("step" if f.defect == "step" else "printed")]
    stands = {x.wording.text for x in result.lines if x.form == "printed"}
    return {
        "id": f.name,
        "statement": f.id,
        "name": name_of(result),
        "paper": f.paper,
        "section": f.section,
        "equations": list(f.equations),
        "defect": f.defect,
        "what": f.what,
        "printed": _line(wrong[f.line]) if f.line is not None else None,
        "counterexample": f.counterexample,
        "corrected": [_line(x) for x in result.lines if x.form == "corrected" and x.wording.text not in stands],
        "corrected_status": result.corrected,
        "status": result.status,
        "narrower": result.narrower,
        "used_by": list(f.used_by),
        "confirmed": f.confirmed,
        "shown_by": f.shown_by,
        "same_as": f.same_as,
    }


def _value(v: Value | None) -> Data | None:
    if v is None:
        return None
    shown = v.text != v.claim  # without a separate value, the text is the claim
    return {
        "value": _formula(v.text, v.latex) if shown else None,
        "claim": v.claim,
        "status": v.status,
        "theorem": v.theorem,
        "evidence": dict(v.evidence),
    }


def _constant(c: ConstantFound) -> Data:
    values = {k: _value(getattr(c, k)) for k in ("paper", "needed", "sharp", "beyond")}
    ratio = dict(zip(("value", "of", "at", "paper", "best"), c.ratio, strict=True)) if c.ratio else None
    if ratio:
        what = resolve(c.comparison, Comparison).what
        ratio |= {"of": f"the paper's over the {ratio['of']}", "what": what}
    return {"id": c.id, "statement": c.statement, "what": c.what, **values, "ratio": ratio, "note": c.note}


def _counts(words: Iterable[str]) -> dict[str, int]:
    out: dict[str, int] = {}
    for word in words:
        out[word] = out.get(word, 0) + 1
    return {word: out[word] for word in LOOKS if word in out}


def _papers(report: Report, errata: list[Data], constants: list[Data]) -> list[Data]:
    out = []
    for p in report.papers:
        own = [r for r in report.items if r.paper == p.key]
        covers: dict[str, int] = {}
        for what, answered in report.coverage(p).items():
            covers |= {what: sum(answered.values()), f"of_{what}": len(answered)}
        out.append(
            {
                "key": p.key,
                "title": p.title,
                "source": p.source,
                "statements": len(own),
                "status": _counts(r.status for r in own),
                "named": _counts(r.status for r in own if r.kind != "display"),
                "corrected": sum(look(r.status).corrected and r.used in STANDS for r in own),
                "printed_false": sum(r.printed == "refuted" for r in own),
                "errata": sum(e["paper"] == p.key for e in errata),
                "constants": sum(c["id"].startswith(f"{p.key}:") for c in constants),
                "covers": covers,
                "unclaimed": dict(p.unclaimed),
            }
        )
    return out


def is_derived(name: str) -> bool:
    """Whether the check itself made the theorem, such as a counterexample or a proof of definedness."""
    return "#" in name


def listed(report: Report) -> list[Theorem]:
    """The theorems that the manifest lists: all except those that show definedness or non-vacuity."""
    return [t for t in report.theorems if not (is_derived(t.name) and t.chapter.endswith((".definedness", ".vacuity")))]


def paper_of(report: Report) -> dict[str, str]:
    """Map each chapter of a paper to the paper's key."""
    own = {p.chapter: p.key for p in report.papers}
    return own | {f"{p.key}.refute": p.key for p in report.papers}


@cache
def _general() -> Notions:
    """The named notions of the library's general theorems."""
    chapters = [import_module(m).chapter for m in GENERAL]
    return Notions(d for chapter in chapters for d in chapter.notions.definitions)


def notions_of(report: Report, chapter: str) -> Notions:
    """The notions used to print a chapter's formulas: those of its paper, or of the general theorems."""
    paper = paper_of(report).get(chapter)
    return report.notions[paper] if paper else _general() if chapter in GENERAL else NONE


def _theorems(report: Report) -> list[Data]:
    owner = owners(
        (r.id, rank(r.kind, line.form, r.declared_open), [line.theorem])
        for r in report.items
        for line in r.lines
        if line.theorem
    )
    ours = listed(report)
    jobs = processors() if len(ours) > FEW else 1
    if jobs > 1:
        read_notions(report)
    made = side_by_side([partial(_rows, report, owner, own) for own in shares(ours, jobs)], jobs)
    return [row for rows in made for row in rows]


def read_notions(report: Report) -> None:
    """Read the named notions of all papers before forking, so that worker processes need not."""
    for key in report.notions:
        report.notions[key]


def _rows(report: Report, owner: Mapping[str, str], theorems: Sequence[Theorem]) -> list[Data]:
    return [theorem_data(report, t, owner.get(t.name)) for t in theorems]


def theorem_data(report: Report, t: Theorem, statement: str | None = None) -> Data:
    """The entry of a theorem in the manifest."""
    notions = notions_of(report, t.chapter)
    said = (*t.fact.hyps.values(), t.fact.concl)
    return {
        "name": t.name,
        "chapter": t.chapter,
        "paper": paper_of(report).get(t.chapter),
        "statement": statement,
        "sorts": _formula(sorts.text(said), sorts.latex(said)),
        "given": [_formula(notions.text(g), notions.latex(g)) for g in t.fact.hyps.values()],
        "shows": _formula(notions.text(t.fact.concl), notions.latex(t.fact.concl)),
        "evidence": dict(sorted(t.evidence.items())),
        "uses": list(t.uses),
        "cited": list(t.cited),
        "argued": list(t.argued),
        "sha256": hashlib.sha256(certificate(t).encode()).hexdigest(),
    }


def certificate(theorem: Theorem) -> str:
    """The stored proof as one line of JSON, in the format of `lemmata audit` and `lemmata export-proofs`."""
    return json.dumps(theorem.stored, ensure_ascii=False) + "\n"
