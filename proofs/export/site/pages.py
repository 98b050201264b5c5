"""The pages of the site: each with its address, a key of everything that determines it, and a function that renders it.

`BUILDERS` is the table of page builders. A builder is a function that yields some of the site's pages from its
`Content`. A page's key contains the hash of all sources that the site imports, so a change of any of them rewrites it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import lzma
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache, cached_property, partial
from importlib.metadata import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Struct

from proofs.checking.status import LOOKS, counts, look
from proofs.checking.store.sources import Sources
from proofs.export import manifest as manifests
from proofs.export.defects import KINDS, MAIN, SERIOUSNESS, applied_by, falling, most_serious_first, stated_first
from proofs.export.graph import proof_graph
from proofs.export.schema import Constant, Erratum, Statement, Theorem, json_schema
from proofs.export.site.filters import HERE, Notion, compact, in_script, shorten, status_css, templates, visible
from proofs.export.site.graph_page import EVIDENCES, graph_context
from proofs.export.site.proof_listing import ListedTheorem, Proofs, fit
from proofs.export.site.statement_page import (
    ComparedForm,
    StatementParts,
    breaks,
    compare_erratum,
    defining_statements,
    explaining_statements,
    list_notions,
    say_where_stated,
    statement_context,
)
from proofs.export.site.urls import Site, errata_url, picture_url
from proofs.export.theorem_search import library
from proofs.kernel import rules
from proofs.papers import section_titles

if TYPE_CHECKING:
    from proofs.checking.report import Report

SUPPORTS = ("cited", "argued", "tested")


class Page(NamedTuple):
    """A page to be written: its address, a key of its inputs (equal keys give equal bytes), and its renderer."""

    url: str
    key: str
    render: Callable[[], str | bytes]


class DefectEntry(Struct):
    """A defect of a paper: all its entries in the register, and the first counterexample among them."""

    first: Erratum
    entries: list[Erratum]
    example: str
    compared: list[ComparedForm]
    falls: list[str]


def key_of(*parts: Any) -> str:
    """Return a hash of plain data and structures of the manifest."""
    return hashlib.sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()[:32]


@cache
def sources_key() -> str:
    """Return a hash of the sources, templates and static files that determine the pages."""
    package = __name__.rpartition(".")[0]
    digest = hashlib.sha256(Sources([package]).key([package]).encode())
    for path in sorted(p for p in HERE.rglob("*") if p.is_file() and p.suffix in (".html", ".css", ".js")):
        digest.update(path.relative_to(HERE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


class Content:
    """The data of a report that several pages share, computed on demand."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.site = Site(manifests.manifest(report))
        self.manifest = self.site.manifest
        self.proofs = Proofs(report)
        self.has_pictures = importlib.util.find_spec("matplotlib") is not None

    @cached_property
    def shared_key(self) -> str:
        """The key of what every page shows: the sources, and the names of statements, theorems and papers."""
        return key_of(
            sources_key(),
            [[s.id, s.name, s.status, s.says] for s in self.manifest.statements],
            [[t.name, t.statement, t.chapter, self.site.theorem_status(t.name)] for t in self.manifest.theorems],
            [[p.key, p.title, p.source] for p in self.manifest.papers],
        )

    @cached_property
    def whole_key(self) -> str:
        """The key of the whole manifest."""
        return key_of(self.shared_key, manifests.text(self.report))

    @cached_property
    def docstrings(self) -> dict[str, str]:
        """The docstrings of theorems, read from their sources only if a page is written."""
        return {name: found.says for name, found in library(self.report).items()}

    @cached_property
    def by_paper(self) -> dict[str, list[Statement]]:
        """The statements of each paper."""
        out: dict[str, list[Statement]] = {key: [] for key in self.site.papers}
        for s in self.manifest.statements:
            out[s.paper].append(s)
        return out

    @cached_property
    def by_chapter(self) -> dict[str, list[Theorem]]:
        """The theorems that are not on a statement's page, by chapter."""
        out: dict[str, list[Theorem]] = {}
        for t in self.manifest.theorems:
            if t.statement is None:
                out.setdefault(t.chapter, []).append(t)
        return out

    @cached_property
    def statuses(self) -> dict[str, int]:
        """The number of statements with each status."""
        out: dict[str, int] = {}
        for s in self.manifest.statements:
            out[s.status] = out.get(s.status, 0) + 1
        return out

    @cached_property
    def defects(self) -> dict[str, list[DefectEntry]]:
        """The defects of each paper, the most serious first."""
        above = applied_by(self.report)
        out: dict[str, list[DefectEntry]] = {}
        for key in self.site.papers:
            found = most_serious_first(self.report, [f for f in self.report.errata if f.paper == key])
            entries = [[self.site.errata[f.name] for f in defect] for defect in found]
            out[key] = [
                DefectEntry(
                    d[0],
                    d,
                    next((e.counterexample for e in d if e.counterexample), ""),
                    next(filter(None, map(compare_erratum, d)), []),
                    falling(self.report, f, above),
                )
                for d, f in zip(entries, found, strict=True)
            ]
        return out

    @cached_property
    def graph(self) -> dict[str, Any]:
        """The variables of the page of the graph."""
        return graph_context(self.site, proof_graph(self.report))

    def render(self, template: str, url: str, **context: Any) -> str:
        """Render a template with the variables that all templates have, and the given ones."""
        context = {"site": self.site, "root": "../" * url.count("/"), "here": "", **context}
        return compact(templates().get_template(template).render(context))

    def page(self, template: str, url: str, key: str, **context: Any) -> Page:
        """Return a page that renders a template."""
        return Page(url, key, partial(self.render, template, url, **context))

    def listed(self, theorem: Theorem) -> ListedTheorem:
        """Return a theorem with its docstring and its readable proof."""
        return self.proofs.listed(theorem, self.docstrings.get(theorem.name, ""))


def pages(report: Report) -> Iterator[Page]:
    """Yield all files of the site of a report."""
    content = Content(report)
    for builder in BUILDERS:
        yield from builder(content)


def data_files(content: Content) -> Iterator[Page]:
    """Yield the manifest, its schema, the stored proofs and the search index."""
    text = manifests.text(content.report)
    yield Page("manifest.json.xz", content.whole_key, lambda: lzma.compress(text.encode(), preset=3))
    schema = msgspec.json.format(msgspec.json.encode(json_schema()), indent=1) + b"\n"
    yield Page("schema.json", key_of(schema.decode()), lambda: schema)
    yield Page("static/index.js", key_of(content.whole_key, content.report.key), partial(search_index, content))
    theorems = content.site.theorems
    hashes = key_of([theorems[t.name].sha256 for t in content.report.theorems if t.name in theorems])
    yield Page("proofs.jsonl.xz", hashes, partial(_certificates, content.report))


def _certificates(report: Report) -> bytes:
    """Return the stored proofs in an order in which they can be replayed, one a line, compressed."""
    proofs = map(manifests.certificate, manifests.stored_theorems(report))
    return lzma.compress("".join(proofs).encode(), preset=3)


def search_index(content: Content) -> str:
    """Return the script with the data of the search box: a row for each statement and each theorem of the library."""
    site = content.site
    words: dict[str, list[str]] = {}
    for e in content.manifest.errata:
        words.setdefault(e.statement, []).append(f"{e.defect} {e.what}")
    for c in content.manifest.constants:
        words.setdefault(c.statement, []).append(f"{c.what} {c.note}")
    rows: list[list[Any]] = [
        [
            s.id,
            s.name,
            s.paper,
            site.url(s.id),
            visible(shorten(s.says)),
            s.equations,
            s.status,
            s.index,
            s.kind,
            visible(" ".join(words.get(s.id, ()))),
        ]
        for s in site.statements.values()
    ]
    for p in site.papers.values():
        for name, url in ((f"{p.key}: {p.title}", site.paper_url(p.key)), (f"Errata of {p.key}", errata_url(p.key))):
            rows.append([name, name, "", url, f"{p.title}, {p.source}", [], "", [], "page", "counterexamples"])
    for name, url in (
        ("Errata", "errata"),
        ("Constants", "constants"),
        ("Graph", "graph"),
        ("How to read it", "reading"),
    ):
        rows.append(
            [name, name, "", f"{url}.html", "", [], "", [], "page", "counterexamples statuses trust coq kernel"]
        )
    for t in site.theorems.values():
        if t.statement is None and not manifests.is_derived(t.name):
            about = visible(shorten(" ⇒ ".join(f.text for f in (*t.given, t.shows)), 200))
            words_of = f"{t.name.replace('_', ' ').replace('.', ' ')} {content.docstrings.get(t.name, '')}"
            status = site.theorem_status(t.name)
            rows.append([t.name, t.name, "", site.theorem_url(t.name), about, [], status, [], "library", words_of])
    marks = {word: one.mark for word, one in LOOKS.items()}
    return f"window.lemmataIndex={in_script(rows)};\nwindow.lemmataMarks={in_script(marks)};\n"


def static_files(content: Content) -> Iterator[Page]:
    """Yield the style sheets, scripts and fonts."""
    yield Page("static/status.css", key_of(status_css()), status_css)
    for path in sorted(HERE.glob("static/*")):
        yield Page(f"static/{path.name}", key_of(hashlib.sha256(path.read_bytes()).hexdigest()), path.read_bytes)


def paper_pages(content: Content) -> Iterator[Page]:
    """Yield a page for each paper: its statements by section."""
    for key, own in content.by_paper.items():
        paper = content.site.papers[key]
        sections: dict[str, list[Statement]] = {}
        for s in sorted(own, key=lambda s: section_order(s.section)):
            sections.setdefault(s.section, []).append(s)
        titles = section_titles().get(key, {})
        context = {"paper": paper, "sections": list(sections.items()), "titles": titles, "here": key}
        url = content.site.paper_url(key)
        yield content.page("paper.html", url, key_of(content.shared_key, own, paper.unclaimed, titles), **context)


def section_order(section: str) -> tuple[tuple[bool, bool, int, str], ...]:
    """Return a key by which the sections of a paper are in order: numbers, then appendices, then other words.

    >>> sorted(["B", "10", "slides", "E.1.10", "E.1.2", "2.1", ""], key=section_order)
    ['', '2.1', '10', 'B', 'E.1.2', 'E.1.10', 'slides']
    """
    parts = re.findall(r"\d+|[^\d.]+", section)
    return tuple((not x.isdigit(), len(x) > 1 and not x.isdigit(), int(x) if x.isdigit() else 0, x) for x in parts)


def statement_pages(content: Content) -> Iterator[Page]:
    """Yield a page for each statement, and its picture, if there is one."""
    defined_by, explained_by = defining_statements(content.report), explaining_statements(content.report)
    for own in content.by_paper.values():
        for before, s, after in zip([None, *own], own, [*own[1:], None], strict=False):
            where = list_notions(content.report.by_id[s.id], defined_by, explained_by)
            yield from _statement_pages(content, s, where, before, after)


def _statement_pages(
    content: Content, s: Statement, where: list[Notion], before: Statement | None, after: Statement | None
) -> Iterator[Page]:
    site = content.site
    sentence = {line.theorem for line in s.lines if line.form != "step"}
    theorems = [site.theorems[name] for name in s.theorems if name in site.theorems]
    elsewhere = [(t.name, t.statement) for t in theorems if t.statement != s.id and t.name in sentence]
    own = [t for t in theorems if t.statement == s.id]
    own.sort(key=lambda t: t.name not in sentence)  # theorems that prove the sentence come first
    errata, constants = [site.errata[i] for i in s.errata], [site.constants[i] for i in s.constants]
    parts = StatementParts(s, elsewhere, errata, constants, where, before, after, breaks(site, s))
    picture = _picture(content.report, s.id) if content.has_pictures else None
    if picture:
        yield picture
        parts.plot = picture.url
    url = site.url(s.id)
    yield Page(url, key_of(content.shared_key, parts, own), partial(_statement, content, url, parts, own))


def _statement(content: Content, url: str, parts: StatementParts, theorems: list[Theorem]) -> str:
    proofs = [content.listed(t) for t in theorems]
    fit(proofs, content.site, "../" * url.count("/"))
    say_where_stated(proofs, parts.s.lines)
    return content.render("statement.html", url, **statement_context(content.site, parts, proofs))


def _picture(report: Report, statement: str) -> Page | None:
    """Return the page with a statement's picture, if there is one."""
    from proofs.export.plots import draw, picture_of

    picture = picture_of(report, statement)
    if not picture.panels:
        return None
    named = (*picture.comparisons, picture.spot_check, *picture.plots)
    modules = [name.partition(":")[0] for name in named if name]
    sources = Sources(modules).key(["proofs.export.plots", *modules])
    return Page(
        picture_url(statement), key_of(sources, *map(str, named), str(picture.formulas)), partial(draw, picture, "svg")
    )


def theorem_pages(content: Content) -> Iterator[Page]:
    """Yield a list of theorems for each chapter, and a page for each theorem that is not on a statement's page."""
    for chapter, theorems in content.by_chapter.items():
        key = key_of(content.shared_key, theorems)
        yield content.page("chapter.html", content.site.chapter_url(chapter), key, chapter=chapter, theorems=theorems)
        for t in theorems:
            url = content.site.theorem_url(t.name) or ""
            key = key_of(content.shared_key, t, content.site.applied_by.get(t.name))
            yield Page(url, key, partial(_theorem, content, url, t))


def _theorem(content: Content, url: str, t: Theorem) -> str:
    listed = content.listed(t)
    fit([listed], content.site, "../" * url.count("/"))
    return content.render("theorem.html", url, t=listed)


def start_page(content: Content) -> Iterator[Page]:
    """Yield the start page: the papers with their main results, the most serious errata and what is missing."""
    by_paper = content.by_paper
    program = metadata("lemmata")
    recorded = getattr(content.report, "date", "")  # a recorded check has a date of its own
    date = (recorded or datetime.now(UTC).isoformat())[:10]
    built = {"version": program["Version"], "licence": program["License-Expression"], "date": date}
    context = {
        "totals": {"statements": len(content.site.statements), "counts": counts(content.statuses)},
        "statuses": list(LOOKS),
        "supports": {key: _supports(own) for key, own in by_paper.items()},
        "unsettled": {
            key: [s.id for s in own if look(s.status).form in ("incomplete", "unproved", "refuted")]
            for key, own in by_paper.items()
        },
        "main": {
            key: stated_first([s for s in own if s.kind in MAIN], lambda s: s.name)
            or [s for s in own if s.kind == "lemma"]
            for key, own in by_paper.items()
        },
        "defects": {key: found[:3] for key, found in content.defects.items()},
        "sharp": _sharpest([c for c in content.manifest.constants if c.id not in content.site.false_values])[:3],
        "built": built,
    }
    yield content.page("index.html", "index.html", key_of(content.whole_key, built), **context)


def _supports(statements: list[Statement]) -> dict[str, list[str]]:
    """Return what the statements assume without proof, by kind."""
    found = [x for s in statements for x in s.rests_on.supports]
    return {kind: list(dict.fromkeys(x.what for x in found if x.kind == kind)) for kind in SUPPORTS}


def _sharpest(constants: list[Constant]) -> list[Constant]:
    """Return the constants that are compared with the best value, the largest ratio first."""
    compared = [(float(c.ratio.value), c) for c in constants if c.ratio]
    return [c for _, c in sorted(compared, key=lambda pair: -pair[0])]


def errata_pages(content: Content) -> Iterator[Page]:
    """Yield the page with counts of errata by kind and paper, and a page for each paper's errata."""
    counted = {
        kind: {key: sum(d.first.defect == kind for d in found) for key, found in content.defects.items()}
        for kind in SERIOUSNESS
    }
    summary = {"counted": counted, "kinds": KINDS, "defects": content.defects, "here": "errata"}
    yield content.page("errata.html", "errata.html", content.whole_key, **summary)
    for key, found in content.defects.items():
        paper = content.site.papers[key]
        yield content.page("errata_of.html", errata_url(key), content.whole_key, paper=paper, found=found, **summary)


def constants_page(content: Content) -> Iterator[Page]:
    """Yield the page of constants; a picture is shown with the first of a statement's constants."""
    false = content.site.false_values
    compared = {c.statement: c.id for c in reversed(content.manifest.constants) if c.ratio and c.id not in false}
    plots = {c: picture_url(s) for s, c in compared.items()} if content.has_pictures else {}
    yield content.page("constants.html", "constants.html", content.whole_key, here="constants", plots=plots)


def graph_page(content: Content) -> Iterator[Page]:
    """Yield the page of the graph, and its data as a script."""
    yield Page("graph.html", content.whole_key, lambda: content.render("graph.html", "graph.html", **content.graph))
    yield Page("static/graph-data.js", content.whole_key, lambda: f"window.lemmataGraph={content.graph['data']};\n")


def reading_page(content: Content) -> Iterator[Page]:
    """Yield the page that explains statuses, evidence and proofs."""
    meanings = {word: one.meaning for word, one in LOOKS.items() if not one.corrected or word in content.statuses}
    kernel = Path(rules.__file__).parent
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in kernel.glob("*.py"))
    context = {"meanings": meanings, "evidences": EVIDENCES, "chapters": list(content.by_chapter), "here": "reading"}
    context["kernel"] = {"rules": len(rules.RULES), "lines": lines}
    yield content.page("reading.html", "reading.html", content.whole_key, **context)


BUILDERS: tuple[Callable[[Content], Iterator[Page]], ...] = (
    data_files,
    static_files,
    paper_pages,
    statement_pages,
    theorem_pages,
    start_page,
    errata_pages,
    constants_page,
    graph_page,
    reading_page,
)
