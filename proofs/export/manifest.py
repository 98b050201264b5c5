"""The manifest: all results of a check as JSON, the source of the site and of the registers.

`proofs.export.schema` describes every field. Formulas come as Unicode text and as LaTeX for maths mode. Nothing in the
manifest depends on time, machine or order of checking: the same proofs give the same bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec

from numeric.comparison import Comparison
from proofs.builder.paper import Quoted
from proofs.checking.claims import owners, rank
from proofs.checking.replay.chapters import GENERAL
from proofs.checking.status import LOOKS, STANDS, look
from proofs.checking.store.chapter_contents import resolve
from proofs.export import schema
from proofs.export.defects import SLIDES, by_seriousness
from proofs.export.former_names import with_former_names
from proofs.export.graph import closures, name_of, order, proof_graph
from proofs.language import sorts
from proofs.language.display import NONE, Notions
from proofs.papers import PAPERS
from proofs.workers.forks import processors, shares, side_by_side

if TYPE_CHECKING:
    from proofs.checking.replay.establish import Theorem
    from proofs.checking.report import ConstantFound, Finding, Line, Report, Value
    from proofs.export.schema import Manifest

LIBRARY_PAPERS = {f"proofs.papers.{name}" for name in PAPERS}
FEW = 200  # up to this number of theorems, one process is faster than several


def manifest(report: Report) -> Manifest:
    """Return the manifest of a report, which must cover whole papers.

    Raises
    ------
    proofs.export.graph.GraphError
        if the report lacks some of the statements that its proofs apply.
    """
    return msgspec.json.decode(text(report), type=schema.Manifest)


def text(report: Report) -> str:
    """Return the manifest of a report as JSON text."""
    return report.remembered("manifest", __name__, lambda: to_json(_build(report)).encode()).decode()


def to_json(data: Any) -> str:
    """Return JSON in the project's format: UTF-8, one space of indentation, former names of keys, a final newline."""
    plain = msgspec.json.encode(with_former_names(msgspec.to_builtins(data)))
    return msgspec.json.format(plain, indent=1).decode() + "\n"


def _build(report: Report) -> Manifest:
    graph = proof_graph(report)
    quoted = {id: own for p in report.papers for id, own in p.quoted.items()}
    sketches = {id: words for p in report.papers for id, words in p.sketches.items()}
    errata = [_erratum(report, f) for f in by_seriousness(report)]
    constants = [_constant(c) for c in report.constants]
    around = closures(graph)
    statements = []
    for r in report.items:
        foundations, falls = around[r.id]
        statements.append(
            schema.Statement(
                id=r.id,
                name=name_of(r),
                paper=r.paper,
                kind=r.kind,
                section=r.section,
                equations=list(r.equations),
                index=list(r.index),
                says=r.says,
                status=r.status,
                printed=r.printed,
                corrected=r.corrected,
                narrower=r.narrower,
                worst_line=r.worst,
                evidence=dict(sorted(r.evidence.items())),
                lines=[_line(x) for x in r.lines],
                undefined=list(r.defined),
                theorems=list(dict.fromkeys(line.theorem for line in r.lines if line.theorem)),
                quoted=_quoted(quoted.get(r.id)),
                sketch=sketches.get(r.id, ""),
                uses=list(r.uses),
                notions=list(r.notions),
                cites=list(r.cites),
                another_way=graph.nodes[r.id].get("another_way", []),
                used_by=sorted(graph.successors(r.id), key=falls.index),
                rests_on=schema.Foundations(
                    foundations.statements, msgspec.convert(foundations.supports, list[schema.Support])
                ),
                falls_if=falls,
                errata=[e.id for e in errata if e.statement == r.id],
                constants=[c.id for c in constants if c.statement == r.id],
            )
        )
    return schema.Manifest(
        format=schema.FORMAT,
        version=schema.VERSION,
        papers=_papers(report, errata, constants),
        statements=statements,
        order=order(graph),
        edges=[schema.Edge(x, y, data["kind"], data["redundant"]) for x, y, data in sorted(graph.edges(data=True))],
        errata=errata,
        constants=constants,
        theorems=_theorems(report),
        problems=list(report.problems),
    )


def _line(line: Line) -> schema.Line:
    words = line.wording
    return schema.Line(
        form=line.form,
        text=words.text,
        latex=words.latex,
        sorts=schema.Formula(words.sorts, words.latex_sorts),
        given=[schema.Formula(*pair) for pair in zip(words.given, words.latex_given, strict=False)],
        shows=schema.Formula(words.shows or words.text, words.latex_shows or words.latex),
        status=line.status,
        theorem=line.theorem,
        evidence=dict(line.evidence),
        counterexample=line.counterexample,
    )


def _quoted(own: Quoted | None) -> schema.Quoted | None:
    return schema.Quoted(list(own[0]), dict(own[1])) if own else None


def _erratum(report: Report, f: Finding) -> schema.Erratum:
    result = report.by_id[f.id]
    wrong = [x for x in result.lines if x.form == ("step" if f.defect == "step" else "printed")]
    printed = {x.wording.text for x in result.lines if x.form == "printed"}
    return schema.Erratum(
        id=f.name,
        statement=f.id,
        name=name_of(result),
        paper=f.paper,
        section=f.section,
        equations=list(f.equations),
        defect=f.defect,
        what=f.what,
        printed=_line(wrong[f.line]) if f.line is not None else None,
        counterexample=f.counterexample,
        corrected=[_line(x) for x in result.lines if x.form == "corrected" and x.wording.text not in printed],
        corrected_status=result.corrected,
        status=result.status,
        narrower=result.narrower,
        used_by=list(f.used_by),
        confirmed=f.confirmed,
        shown_by=f.shown_by,
        same_as=f.same_as,
    )


def _value(v: Value | None) -> schema.Value | None:
    if v is None:
        return None
    separate = v.text != v.claim  # without a separate value, the text is the claim
    value = schema.Formula(v.text, v.latex) if separate else None
    return schema.Value(value, v.claim, v.status, v.theorem, dict(v.evidence))


def _constant(c: ConstantFound) -> schema.Constant:
    return schema.Constant(
        id=c.id,
        statement=c.statement,
        what=c.what,
        paper=_value(c.paper),
        needed=_value(c.needed),
        sharp=_value(c.sharp),
        beyond=_value(c.beyond),
        ratio=_ratio(c),
        note=c.note,
    )


def _ratio(c: ConstantFound) -> schema.Ratio | None:
    if not c.ratio:
        return None
    value, of, at, paper, best = c.ratio
    return schema.Ratio(value, f"the paper's over the {of}", at, paper, best, resolve(c.comparison, Comparison).what)


def _counts(words: Iterable[str]) -> dict[str, int]:
    out: dict[str, int] = {}
    for word in words:
        out[word] = out.get(word, 0) + 1
    return {word: out[word] for word in LOOKS if word in out}


def _papers(
    report: Report, errata: Sequence[schema.Erratum], constants: Sequence[schema.Constant]
) -> list[schema.Paper]:
    out = []
    for p in report.papers:
        own = [r for r in report.items if r.paper == p.key]
        covers: dict[str, int] = {}
        for what, covered in report.coverage(p).items():
            covers |= {what: sum(covered.values()), f"of_{what}": len(covered)}
        out.append(
            schema.Paper(
                key=p.key,
                title=p.title,
                source=p.source,
                statements=len(own),
                status=_counts(r.status for r in own),
                named=_counts(r.status for r in own if r.kind != "display"),
                corrected=sum(look(r.status).corrected and r.used in STANDS for r in own),
                printed_false=sum(r.printed == "refuted" for r in own),
                errata=sum(e.paper == p.key and e.section != SLIDES for e in errata),
                constants=sum(c.id.startswith(f"{p.key}:") for c in constants),
                covers=covers,
                unclaimed=dict(p.unclaimed),
            )
        )
    return out


def is_derived(name: str) -> bool:
    """Return whether the check itself derived the theorem, such as a counterexample or a proof of definedness."""
    return "#" in name


def listed_theorems(report: Report) -> list[Theorem]:
    """Return the theorems of the manifest: all except those that show definedness or that hypotheses can hold.

    Of the library's general theorems, those are listed on which a listed one rests, unless all of the library's papers
    are in the report.
    """
    named = [
        t for t in report.theorems if not (is_derived(t.name) and t.chapter.endswith((".definedness", ".vacuity")))
    ]
    if {p.chapter for p in report.papers} >= LIBRARY_PAPERS:
        return named
    needed = _below(report, [t.name for t in named if t.chapter not in GENERAL])
    return [t for t in named if t.name in needed]


def stored_theorems(report: Report) -> list[Theorem]:
    """Return the theorems whose proofs are exported with a manifest: the listed ones, derived ones, and all below."""
    derived = [t.name for t in report.theorems if is_derived(t.name)]
    needed = _below(report, [*(t.name for t in listed_theorems(report)), *derived])
    return [t for t in report.theorems if t.name in needed]


def _below(report: Report, names: Sequence[str]) -> set[str]:
    """Return the names of theorems and of all on which they rest."""
    found, work = set[str](), list(names)
    while work:
        name = work.pop()
        if name not in found and name in report.by_name:
            found.add(name)
            work += report.by_name[name].uses
    return found


def papers_by_chapter(report: Report) -> dict[str, str]:
    """Map each chapter of a paper to the paper's key."""
    own = {p.chapter: p.key for p in report.papers}
    return own | {f"{p.key}.refute": p.key for p in report.papers}


@cache
def _general() -> Notions:
    """Return the named notions of the library's general theorems."""
    chapters = [import_module(m).chapter for m in GENERAL]
    return Notions(d for chapter in chapters for d in chapter.notions.definitions)


def notions_of(report: Report, chapter: str) -> Notions:
    """Return the notions used to print a chapter's formulas: those of its paper, or of the general theorems."""
    paper = papers_by_chapter(report).get(chapter)
    return report.notions[paper] if paper else _general() if chapter in GENERAL else NONE


def _theorems(report: Report) -> list[schema.Theorem]:
    owner = owners(
        (r.id, rank(r.kind, line.form, r.declared_open), [line.theorem])
        for r in report.items
        for line in r.lines
        if line.theorem
    )
    theorems = listed_theorems(report)
    jobs = processors() if len(theorems) > FEW else 1
    if jobs > 1:
        read_notions(report)
    parts = side_by_side([partial(_entries, report, owner, own) for own in shares(theorems, jobs)], jobs)
    return [entry for part in parts for entry in part]


def read_notions(report: Report) -> None:
    """Read the named notions of all papers before forking, so that worker processes need not."""
    for key in report.notions:
        report.notions[key]


def _entries(report: Report, owner: Mapping[str, str], theorems: Sequence[Theorem]) -> list[schema.Theorem]:
    return [theorem_entry(report, t, owner.get(t.name)) for t in theorems]


def theorem_entry(report: Report, t: Theorem, statement: str | None = None) -> schema.Theorem:
    """Return the entry of a theorem in the manifest."""
    notions = notions_of(report, t.chapter)
    formulas = (*t.fact.hyps.values(), t.fact.concl)
    *given, shows = (schema.Formula(notions.text(f), notions.latex(f)) for f in formulas)
    return schema.Theorem(
        name=t.name,
        chapter=t.chapter,
        paper=papers_by_chapter(report).get(t.chapter),
        statement=statement,
        sorts=schema.Formula(sorts.text(formulas), sorts.latex(formulas)),
        given=given,
        shows=shows,
        evidence=dict(sorted(t.evidence.items())),
        uses=list(t.uses),
        cited=list(t.cited),
        argued=list(t.argued),
        sha256=hashlib.sha256(certificate(t).encode()).hexdigest(),
    )


def certificate(theorem: Theorem) -> str:
    """Return the stored proof as one line of JSON, in the format of `lemmata audit` and `lemmata export-proofs`."""
    return msgspec.json.encode(theorem.stored).decode() + "\n"
