"""Every output shows the one status of a statement, which is computed from the evidence of its two forms."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from importlib import import_module
from textwrap import wrap
from xml.etree import ElementTree

import networkx as nx
import pytest
from made_result import result

from proofs.checking.lints.lints import CORRECTED
from proofs.checking.report import Line, Report, Result, Wording
from proofs.checking.status import LOOKS, ORDER, look, of_statement
from proofs.export import graph_formats, overview, reports
from proofs.export.graph import around
from proofs.export.letter import letter
from proofs.export.schema import Manifest, json_schema
from proofs.export.site.filters import css, status_css, templates
from proofs.export.site.pages import pages
from proofs.export.site.registers import register
from proofs.export.site.urls import Site
from proofs.papers import PAPERS

WIDE = 10_000


def expected(r: Result) -> str:
    """The status by the lines of the two forms, said once more."""
    of = {form: [x.status for x in r.lines if x.form == form] for form in ("printed", "corrected", "defines")}
    printed, corrected = of["printed"], of["corrected"]
    if not corrected or (printed and all(x.startswith("proved") for x in printed)):
        return min([*printed, *corrected, *of["defines"]], key=ORDER.index)
    how = min(corrected, key=ORDER.index)
    ending = "false as printed" if "refuted" in printed else "printed form open" if printed else "no formula as printed"
    return f"{how} as corrected, {ending}"


def as_corrected(report: Report) -> list[Result]:
    return [r for r in report.items if "as corrected" in expected(r)]


def test_it_is_computed_from_the_forms(library_report: Report) -> None:
    assert {r.id: r.status for r in library_report.items} == {r.id: expected(r) for r in library_report.items}
    found = Counter(r.status for r in library_report.items)
    assert sum(n for word, n in found.items() if word.endswith("false as printed")) > 150
    assert sum(n for word, n in found.items() if word.endswith("no formula as printed")) > 10
    of = library_report.by_id
    assert of["Yun:text-E.1-5"].status == of["KS:eq-113"].status == "proved as corrected, false as printed"
    for id in ("Yun:lemma-6", "Liu:theorem-5.1", "KS:eq-69", "KS:eq-70"):
        assert of[id].status == "proved as corrected, printed form open"
    for id in ("Yun:text-H-1", "Yun:text-H.1-2"):
        assert of[id].status == "proved as corrected, no formula as printed"
    assert of["KS:eq-47"].status == "proved modulo cited as corrected, false as printed"
    assert of["KS:theorem-2"].status == "proved modulo cited as corrected, printed form open"
    assert of["KS:lemma-7"].status == "proved"  # as printed, too


def test_each_has_its_own_word_mark_and_colours() -> None:
    for own in ("word", "short", "mark", "css", "light", "dark", "meaning"):
        assert len({getattr(one, own) for one in LOOKS.values()}) == len(LOOKS)
    grounds = {one.light[1] for one in LOOKS.values()}, {one.dark[1] for one in LOOKS.values()}
    assert [len(x) for x in grounds] == [len(LOOKS)] * 2


@pytest.mark.parametrize("one", LOOKS.values(), ids=str)
def test_words_can_be_read_on_their_ground(one) -> None:
    def light(colour: str) -> float:
        parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        r, g, b = (x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    for ink, *grounds in ((*one.light, "#fffefb"), (*one.dark, "#16171a")):
        for ground in grounds:
            low, high = sorted((light(ink), light(ground)))
            assert (high + 0.05) / (low + 0.05) >= 4.5


FORMS = {
    ("refuted", "proved"): "proved as corrected, false as printed",
    ("refuted", "unproved"): "unproved as corrected, false as printed",
    ("refuted", "proved modulo cited"): "proved modulo cited as corrected, false as printed",
    ("unproved", "proved"): "proved as corrected, printed form open",
    ("incomplete", "proved"): "proved as corrected, printed form open",
    ("incomplete", "incomplete"): "incomplete as corrected, printed form open",
    ("proved", "proved"): "proved",
}


@pytest.mark.parametrize("forms", FORMS)
def test_of_two_forms(forms: tuple[str, str]) -> None:
    printed, corrected = forms
    lines = tuple(
        Line(form, lambda: Wording("x < x", "x < x"), status)
        for form, status in (("printed", printed), ("corrected", corrected))  # type: ignore[arg-type]
    )
    r = result("A:b", "", printed=printed, corrected=corrected, used=corrected, lines=lines)
    assert r.status == FORMS[forms] and r.status in LOOKS
    without = result("A:b", "", printed="unproved", corrected=corrected, used=corrected, lines=lines[1:])
    assert without.status == f"{corrected} as corrected, no formula as printed"


def test_what_is_not_written_as_a_formula_is_none_though_a_definition_beside_it_is_well_defined() -> None:
    assert of_statement("defined", "proved", "proved", False) == "proved as corrected, no formula as printed"


def test_the_caption_of_each_statement_says_what_is_corrected(library_report: Report) -> None:
    """As its lint has it, of those with a corrected form: what is false or open as printed has one."""
    assert [w for w in library_report.lint_warnings if w.lint == "silent-caption"] == []
    for r in library_report.items:
        assert (" as corrected" in r.status) <= (r.corrected is not None) == bool(CORRECTED.search(r.says)), r.id


def test_steps_are_on_the_way_of_the_proof(library_report: Report) -> None:
    """A step is applied, directly or not, by what proves the statement or an erratum of it.

    Exempt are facts about what a definition defines, steps that an erratum refutes, and theorems without hypotheses,
    which show that those of the statement can be met.
    """
    uses = {t.name: t.uses for t in library_report.theorems}
    papers = [import_module(f"proofs.papers.{name}").paper for name in PAPERS]
    for id, s in (x for paper in papers for x in paper.statements.items()):
        claims = [c for c in (*s.printed, *s.corrected, *(e.by for e in s.errata)) if c and c.by]
        if not (s.printed or s.corrected):
            continue
        applied, todo = set(), [str(c.by) for c in claims]
        while todo:
            name = todo.pop()
            if name not in applied:
                applied.add(name)
                todo += uses.get(name, ())
        refuted = {e.claim for e in s.errata if e.defect == "step"}
        off = [c.by for k, c in enumerate(s.steps) if c.by and c.given and c.by not in applied and k not in refuted]
        assert not off, (id, off)


# --- the formats of the graph -----------------------------------------------------------------------------------------


def parts(graph: nx.DiGraph) -> Iterator[nx.DiGraph]:
    """The nodes without edges, few enough for Mermaid."""
    ids = list(graph)
    for k in range(0, len(ids), 200):
        part = nx.DiGraph()
        part.add_nodes_from((id, graph.nodes[id]) for id in ids[k : k + 200])
        yield part


def of_json(graph: nx.DiGraph) -> dict[str, str]:
    return {n["id"]: n["status"] for n in json.loads(graph_formats.to_json(graph))["nodes"]}


def of_graphml(graph: nx.DiGraph) -> dict[str, str]:
    space = {"g": "http://graphml.graphdrawing.org/xmlns"}
    root = ElementTree.fromstring(graph_formats.to_graphml(graph).encode())
    (key,) = (k.attrib["id"] for k in root.findall("g:key", space) if k.get("attr.name") == "status")
    return {n.attrib["id"]: n.findtext(f"g:data[@key='{key}']", "", space) for n in root.findall(".//g:node", space)}


def named(graph: nx.DiGraph, id: str, lines: list[str]) -> list[str]:
    """The lines of a node after those of its label."""
    label = wrap(graph.nodes[id]["label"], graph_formats.WIDTH_OF_LABELS)
    assert [unescape(re.sub(r"#(\d+);", r"&#\1;", line)) for line in lines[: len(label)]] == label
    return lines[len(label) :]


def without_mark(lines: list[str]) -> str:
    mark, _, first = lines[0].partition(" ")
    word = " ".join([first, *lines[1:]])
    assert look(word).mark == mark
    return word


def of_dot(graph: nx.DiGraph) -> dict[str, str]:
    out = {}
    for line in graph_formats.to_dot(graph).splitlines():
        if ' ["' in line and "->" not in line and not line.startswith(("  graph", "  node")):
            id = json.loads(line.strip().partition(" [")[0])
            shown = dict(re.findall(r'"((?:[^"\\]|\\.)*)"="((?:[^"\\]|\\.)*)"', line))
            out[id] = without_mark(named(graph, id, json.loads(f'"{shown["label"]}"').split("\n")))
            assert shown["fillcolor"] == look(out[id]).light[1]
            assert (shown.get("peripheries") == "2") == look(out[id]).corrected
    return out


def of_mermaid(graph: nx.DiGraph) -> dict[str, str]:
    text = graph_formats.to_mermaid(graph)
    fills = dict(re.findall(r"classDef (s\d+) fill:(#\w+),", text))
    classes = {n: fills[s] for members, s in re.findall(r"class (\S+) (s\d+)", text) for n in members.split(",")}
    labels = re.findall(r'^  (n\d+)\(?\[(?:\(?)"(.*)"', text, re.MULTILINE)
    out = {}
    for id, (n, label) in zip(graph_formats.order(graph), labels, strict=True):
        out[id] = without_mark(named(graph, id, label.split("<br/>")))
        assert classes[n] == look(out[id]).light[1]
    return out


def of_tex(graph: nx.DiGraph) -> dict[str, str]:
    text, out = graph_formats.to_tex(graph), {}
    colours = dict(re.findall(r"\\definecolor\{(s\d+)\}\{HTML\}\{\w+\}% (.*)", text))
    for options, label, id in re.findall(r"^\\node\[(.*?)\] \(n\d+\) at \S+ \{(.*)\};% (.*)$", text, re.MULTILINE):
        word = " ".join(re.findall(r"\\tiny ([^\\}]*)", label))
        out[json.loads(id)] = word
        assert colours[re.findall(r"fill=(\w+)", options)[0]] == word
        assert ("double" in options) == look(word).corrected
    return out


def of_svg(graph: nx.DiGraph) -> dict[str, str]:
    by_short = {f"{one.mark} {one.short}": word for word, one in LOOKS.items()}
    out = {}
    svg = {"s": "http://www.w3.org/2000/svg"}
    for node in ElementTree.fromstring(graph_formats.to_svg(graph)).findall(".//s:g[@class='node']", svg):
        title = node.findtext("s:title", "", svg)
        words = [t.text or "" for t in node.findall(".//s:text", svg)]
        if title in graph:
            out[title] = by_short[words[-1]]
    return out


def of_leanblueprint(graph: nx.DiGraph) -> dict[str, str]:
    text, out = graph_formats.to_leanblueprint(graph), {}
    blocks = re.findall(r"\\begin\{(\w+)\}\[\{.*\}\]% (.*)\n\\label.*\n((?:.*\n)*?)\\end\{\1\}", text)
    for _, id, body in blocks:
        word, *more = re.findall(r"\\lemmatastatus\{(.*?)\}", body)
        assert not more
        out[json.loads(id)] = word
        before = body.partition(r"\lemmatastatus")[0]
        if look(
            word
        ).corrected:  # the printed form comes before the status, with its label; the corrected form comes after
            how = "(false)" if word.endswith("false as printed") else "(open)"
            how = ", without a formula." if word.endswith("no formula as printed") else f" {how}:"
            assert rf"\par As printed{how}" in before and before.endswith(r"\par As corrected")
    return out


FORMATS = (of_json, of_graphml, of_dot, of_mermaid, of_tex, of_svg, of_leanblueprint)


@pytest.mark.parametrize("read", FORMATS, ids=lambda read: read.__name__)
def test_the_graph_in_every_format(read, library_report: Report, library_graph: nx.DiGraph) -> None:
    if read is of_svg:
        pytest.importorskip("pygraphviz")
    shown = {id: status for part in parts(library_graph) for id, status in read(part).items()}
    assert shown == {r.id: r.status for r in library_report.items}


# --- reports, registers, letters --------------------------------------------------------------------------------------


def test_the_table_of_a_check(library_report: Report) -> None:
    rows = reports.check_table(library_report, WIDE).plain.splitlines()[1:]
    for r, row in zip(library_report.items, rows, strict=True):
        assert re.split(r" {2,}", row.strip())[-3] == r.status, row


def test_the_overview(library_report: Report) -> None:
    shown = overview.overview(library_report, WIDE).plain
    for r in library_report.items:
        for row in re.findall(rf"^  (\S.*\S)  +{re.escape(r.id)}  +(.*)$", shown, re.MULTILINE):
            assert row[0].strip() == look(r.status).short and row[1] == r.says
    found = Counter(r.status for r in library_report.items)
    for word, number in found.items():
        assert look(word).counted(number) in str(library_report)


def test_one_in_full_and_as_json(library_report: Report) -> None:
    for r in library_report.items:
        assert r.to_json()["status"] == r.status and repr(r) == f"<{r.id}: {r.status}>"
    for r in as_corrected(library_report)[::9]:
        for whole in (False, True):
            foundations, falls = around(library_report, r.id)
            shown = reports.statement(library_report, r.id, {}, foundations, falls, WIDE, whole).plain
            assert re.search(r"^  status: (.*); evidence", shown, re.MULTILINE)[1].startswith(r.status)  # type: ignore[index]
            assert f"  {r.says}\n" in shown
            assert "\nAs printed\n" in shown


def test_the_manifest(library_report: Report, library_manifest: Manifest) -> None:
    rows = {s.id: s for s in library_manifest.statements}
    for r in library_report.items:
        assert rows[r.id].status == r.status and rows[r.id].narrower == r.narrower
    for e in library_manifest.errata:
        assert e.status == library_report.by_id[e.statement].status
    whole = sum((Counter(p.status) for p in library_manifest.papers), Counter())
    assert whole == Counter(r.status for r in library_report.items)


def test_the_reason_is_shown_wherever_a_corrected_form_is(library_report: Report, library_manifest: Manifest) -> None:
    given = [r for r in as_corrected(library_report) if r.narrower]
    assert len(given) > 50
    checked = overview.some(library_report, WIDE).plain
    text = reports.errata(library_report, WIDE).plain
    of_site = templates().get_template("macros.html").module
    for r in given:
        said = f"why narrower: {r.narrower}"
        assert said in checked and r.to_json()["narrower"] == r.narrower
        if any(f.id == r.id for f in library_report.errata):
            assert said in text
    r = library_report.by_id["Yun:text-E.1-5"]
    foundations, falls = around(library_report, r.id)
    for whole in (False, True):
        assert r.narrower in reports.statement(library_report, r.id, {}, foundations, falls, 80, whole).plain
    for format in ("md", "tex", "html", "json"):
        shown = register(library_manifest, "errata", format)
        assert r.narrower in shown
        assert shown.lower().count("narrower") > 50
    assert all(
        library_report.erratum(f)["narrower"] == library_report.by_id[f.id].narrower for f in library_report.errata
    )
    entry = next(e for e in library_manifest.errata if e.statement == r.id)
    assert r.narrower in of_site.erratum(Site(library_manifest), entry, "", True)


@pytest.mark.parametrize("key", ["KS", "Yun", "Liu"])
def test_a_letter_gives_formulas_and_not_captions_as_what_is_proved(key: str, library_report: Report) -> None:
    words = " ".join(letter(library_report, key).split())
    for r in library_report.items:
        if r.paper == key and len(r.says) > 30:
            assert " ".join(r.says.split()) not in words
    assert "Your main results stand" in words


def test_the_letter_does_not_send_the_sentence_that_it_refutes(library_report: Report) -> None:
    entries = (" ".join(x.split()) for x in letter(library_report, "Yun").split("\n\n"))
    entry = next(x for x in entries if "Section E.1, sentence 5." in x)
    assert "every such map keeps equal columns equal" in entry and "A corrected form is proved." in entry
    assert library_report.by_id["Yun:text-E.1-5"].says not in entry


# --- the text checked -------------------------------------------------------------------------------------------------


def test_confirmed_is_what_was_checked(library_report: Report, library_manifest: Manifest) -> None:
    rows = Counter((row.statement, row.confirmed) for row in library_manifest.errata)
    assert rows == Counter((f.id, f.confirmed) for f in library_report.errata)
    for f in library_report.errata:
        assert f.confirmed == library_report.erratum(f)["confirmed"]
        assert f.confirmed == (f.shown_by in ("counterexample", "theorem")) and not f.fails
        assert (f.counterexample is not None) <= f.confirmed
    by_reading = [f for f in library_report.errata if f.shown_by == "reading"]
    assert len([f for f in by_reading if f.paper == "Yun"]) == 16
    assert not any(f.confirmed for f in by_reading)


def test_a_counterexample_is_a_point_at_which_the_hypotheses_hold(library_report: Report) -> None:
    refuted = [(r, x) for r in library_report.items for x in r.lines if x.status == "refuted"]
    assert len(refuted) > 150
    assert all(x.vacuous is False for _, x in refuted)
    for id in ("KS:eq-42", "KS:eq-47", "KS:text-A.5-37"):
        foundations, falls = around(library_report, id)
        shown = reports.statement(library_report, id, {}, foundations, falls, WIDE).plain
        assert not re.search(r"→ refuted.*\n +(no point was found|the hypotheses)", shown)


# --- the site ---------------------------------------------------------------------------------------------------------


def test_the_site(library_report: Report, library_manifest: Manifest) -> None:
    looks = status_css()
    assert all(f".badge.{css(word)}{{" in looks and f".node.{css(word)} .box" in looks for word in LOOKS)
    of_page = {Site(library_manifest).url(r.id): r for r in as_corrected(library_report)[::12]}
    for page in pages(library_report):
        r = of_page.get(page.url)
        if page.url in (f"papers/{key}.html" for key in ("KS", "Yun", "Liu")):
            text = str(page.render())
            for own in library_report.items:
                if page.url == f"papers/{own.paper}.html":
                    row = text.partition(f"href=../{Site(library_manifest).url(own.id)}>")[2].partition("<li")[0]
                    assert f"</span>{own.status}</span>" in row
        if r is not None:
            text = str(page.render())
            assert f'<p class=state><span class="badge {css(r.status)}">' in text
            assert f"</span>{r.status}</span>" in text.partition("class=state>")[2].partition("<p ")[0]
            assert ("Why the corrected form is narrower" in text) == bool(r.narrower)
        if page.url == "static/graph-data.js":
            nodes = json.loads(str(page.render()).partition("=")[2].rstrip(";\n"))["nodes"]
            assert {n["id"]: n["status"] for n in nodes} == {x.id: x.status for x in library_report.items}
            assert all(n["word"] == f"{look(n['status']).mark} {look(n['status']).short}" for n in nodes)
        if page.url == "static/index.js":
            rows = json.loads(str(page.render()).splitlines()[0].partition("=")[2].rstrip(";"))
            found = {row[0]: row[6] for row in rows if row[8] not in ("page", "library")}
            assert found == {x.id: x.status for x in library_report.items}


def test_the_schema_lists_every_status() -> None:
    assert json_schema()["$defs"]["Statement"]["properties"]["status"]["enum"] == list(LOOKS)
