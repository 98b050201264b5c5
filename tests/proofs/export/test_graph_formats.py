"""Export formats: each is read back by a tool for it, and all nodes, edges and attributes are compared."""

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping
from dataclasses import replace
from html import unescape
from pathlib import Path
from textwrap import wrap
from typing import Any

import networkx as nx
import pydot
import pygraphviz
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.checking.report import Report
from proofs.checking.status import look
from proofs.export.formats import FORMATS, writer
from proofs.export.former_names import with_former_names
from proofs.export.graph import marked, named, order, part, proof_graph
from proofs.export.graph_formats import (
    BLUEPRINT_FILES,
    MERMAID_EDGES,
    ExportError,
    blueprint_label,
    clean,
    flat,
    from_json,
    tex_escaped,
    to_dot,
    to_graphml,
    to_json,
    to_leanblueprint,
    to_mermaid,
    to_tex,
)

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:pydot")  # pydot uses deprecated names of pyparsing


@pytest.fixture(params=["made up", "library"])
def graph(request: pytest.FixtureRequest, report: Report, library_graph: nx.DiGraph) -> nx.DiGraph:
    return library_graph if request.param == "library" else proof_graph(report)


def as_mermaid_draws_it(graph: nx.DiGraph) -> nx.DiGraph:
    """The graph itself; of one that is too large, as the library is, a paper of it."""
    return part(graph, paper="Yun") if graph.number_of_edges() > MERMAID_EDGES else graph


def read_dot(text: str) -> nx.DiGraph:
    """The graph that pydot finds, quoted strings read as the writer says: by the rules of JSON."""
    (found,) = pydot.graph_from_dot_data(text)
    out = nx.DiGraph()
    for node in found.get_nodes():
        if node.get_name() not in ("node", "graph", "edge"):
            data = {json.loads(k): json.loads(v) for k, v in node.get_attributes().items()}
            out.add_node(json.loads(node.get_name()), **data)
    for edge in found.get_edges():
        data = {json.loads(k): json.loads(v) for k, v in edge.get_attributes().items()}
        out.add_edge(json.loads(edge.get_source()), json.loads(edge.get_destination()), **data)
    return out


def read_dot_with_graphviz(text: str) -> nx.DiGraph:
    """The graph that Graphviz itself finds. It takes the backslash off a quote and leaves other escapes alone."""
    found = pygraphviz.AGraph(string=text)

    def plain(read: str) -> str:
        return json.loads('"' + read.replace('"', '\\"') + '"')

    def data(item: pygraphviz.Node | pygraphviz.Edge) -> dict[str, str]:
        return {k: plain(v) for k, v in item.attr.to_dict().items() if v}

    looks = {("fontname", "Helvetica"), ("style", "filled")}  # attributes of all nodes
    out = nx.DiGraph()
    for node in found.nodes():
        out.add_node(plain(node), **dict(data(node).items() - looks))
    for edge in found.edges():
        out.add_edge(plain(edge[0]), plain(edge[1]), **data(edge))
    return out


def as_words(data: dict) -> dict[str, str]:
    return {k: str(v).lower() if isinstance(v, bool) else str(v) for k, v in flat(data).items()}


def test_json_keeps_everything(graph: nx.DiGraph) -> None:
    back = from_json(to_json(graph))
    assert dict(back.nodes(data=True)) == dict(graph.nodes(data=True))
    assert {(x, y): d for x, y, d in back.edges(data=True)} == {(x, y): d for x, y, d in graph.edges(data=True)}


def test_json_is_what_networkx_reads(graph: nx.DiGraph) -> None:
    document = json.loads(to_json(graph))
    assert (document["format"], document["version"]) == ("lemmata-proof-graph", 2)
    read = nx.node_link_graph(document, edges="edges")
    assert dict(read.nodes(data=True)) == with_former_names(dict(graph.nodes(data=True)))
    assert dict(read.edges) == dict(graph.edges)


def test_graphml_is_what_networkx_reads(graph: nx.DiGraph) -> None:
    back = nx.parse_graphml(to_graphml(graph))
    assert dict(back.nodes(data=True)) == {x: flat(with_former_names(d)) for x, d in graph.nodes(data=True)}
    edges = {(x, y): {"kind": "cited by the paper"} for x, y in cited(graph)}
    edges |= {(x, y): flat(d) for x, y, d in graph.edges(data=True)}
    assert {(x, y): d for x, y, d in back.edges(data=True)} == edges


def test_graphml_has_labels_where_yed_and_gephi_look_for_them(graph: nx.DiGraph) -> None:
    graphml, yed = "{http://graphml.graphdrawing.org/xmlns}", "{http://www.yworks.com/xml/graphml}"
    root = ET.fromstring(to_graphml(graph))
    keys = [key.attrib for key in root.iter(f"{graphml}key")]
    assert len({key["id"] for key in keys}) == len(keys)
    (label,) = (key["id"] for key in keys if key.get("attr.name") == "label")
    (graphics,) = (key["id"] for key in keys if key.get("yfiles.type") == "nodegraphics")
    for node in root.iter(f"{graphml}node"):
        data = {d.get("key"): d for d in node.iter(f"{graphml}data")}
        assert data[label].text == clean(graph.nodes[node.get("id")]["label"])
        assert data[graphics].findtext(f"{yed}ShapeNode/{yed}NodeLabel") == data[label].text
        assert data[graphics].find(f"{yed}ShapeNode/{yed}Fill") is not None


def test_labels_and_kinds_of_edges(library_graph: nx.DiGraph) -> None:
    nodes, edges = library_graph.nodes, library_graph.edges
    assert nodes["KS:lemma-4"]["label"].startswith("KS Lemma 4 (∂boltz/∂a_i = p_i (1 + log p_i + S); ")
    assert nodes["KS:eq-83"]["name"] == "KS (83)"
    assert edges["KS:eq-83", "KS:lemma-4"]["kind"] == "applies"
    assert edges["KS:definition-3", "KS:lemma-4"]["kind"] == "is written with"
    assert {kind for _, _, kind in edges(data="kind")} == {"applies", "is written with"}
    assert all(kind for _, _, kind in named(library_graph).edges(data="kind"))


def cited(graph: nx.DiGraph) -> set[tuple[str, str]]:
    """The edges that the papers' proofs cite and the proofs here do not use."""
    return {(x, y) for y, others in graph.nodes(data="another_way") for x in others or () if x in graph}


LOOKS_OF_NODES = ("label", "shape", "fillcolor", "tooltip", "peripheries")


def words(data: Mapping[str, Any]) -> list[str]:
    """The lines that a node's label has for its status."""
    first, *more = look(data["status"]).lines
    return [f"{look(data['status']).mark} {first}", *more]


@pytest.mark.parametrize("read", [read_dot, read_dot_with_graphviz])
def test_dot_is_what_its_readers_read(graph: nx.DiGraph, read: Callable[[str], nx.DiGraph]) -> None:
    if read is read_dot and len(graph) > 100:
        graph = part(graph, paper="Yun")  # pydot would take ten seconds for the whole library
    back = read(to_dot(graph))
    assert set(back) == set(graph)
    dashed = {(x, y) for x, y, style in back.edges(data="style") if style == "dashed"}
    assert dashed == cited(graph)
    assert set(back.edges) - dashed == set(graph.edges) - dashed
    for x, data in graph.nodes(data=True):
        looks = {k: v for k, v in back.nodes[x].items() if k in LOOKS_OF_NODES}
        assert back.nodes[x] == as_words(data) | looks
        assert looks["label"] == "\n".join([*wrap(clean(data["label"]), 40), *words(data)])
        assert looks["shape"] == ("box" if data["kind"] == "definition" else "ellipse")
    for x, y, data in graph.edges(data=True):
        looks = {"style": "dotted", "constraint": "false"} if data["redundant"] else {}
        assert back.edges[x, y] == as_words(data) | looks


def test_mermaid_says_ids_statuses_and_edges(graph: nx.DiGraph) -> None:
    graph = as_mermaid_draws_it(graph)
    text = to_mermaid(graph)
    labels = dict(re.findall(r'^  (n\d+)\(?\["(.*)"\]\)?$', text, re.MULTILINE))
    assert set(labels) == {f"n{k}" for k in range(1, len(graph) + 1)}
    shown = {n: unescape(re.sub(r"#(\d+);", r"&#\1;", label)).split("<br/>") for n, label in labels.items()}
    assert sorted(shown.values()) == sorted(
        [*wrap(clean(d["label"]), 40), *words(d)] for _, d in graph.nodes(data=True)
    )
    edges = re.findall(r"^  (n\d+) (-->|-\.->) (n\d+)$", text, re.MULTILINE)
    ids = {f"n{k}": id for k, id in enumerate(order(graph), 1)}
    assert {(ids[x], ids[y], arrow == "-.->") for x, arrow, y in edges} == {
        (x, y, d["redundant"]) for x, y, d in graph.edges(data=True)
    }


def test_mermaid_labels_hold_no_syntax() -> None:
    text = to_mermaid(nx.DiGraph([('end"]; click "#', "`subgraph` <b>")]))
    assert text.splitlines()[1:4] == [
        '  n1(["end#34;#93;#59; click #34;#35;"])',
        '  n2(["#96;subgraph#96; #60;b#62;"])',
        "  n1 --> n2",
    ]


def test_mermaid_refuses_what_it_does_not_draw() -> None:
    with pytest.raises(ExportError, match=r"500 edges.*above or below"):
        to_mermaid(nx.DiGraph((f"a{k}", "b") for k in range(501)))


@pytest.mark.parametrize("name", FORMATS)
def test_the_bytes_do_not_depend_on_how_the_graph_was_built(name: str, graph: nx.DiGraph) -> None:
    if name == "mermaid":
        graph = as_mermaid_draws_it(graph)
    if name == "png":
        graph = named(graph)  # the same drawing as the SVG, which is compared completely; it takes seconds to render
    turned = nx.DiGraph()
    turned.add_nodes_from(list(graph.nodes(data=True))[::-1])
    turned.add_edges_from(list(graph.edges(data=True))[::-1])
    made = writer(name)(graph)
    assert writer(name)(turned) == made
    if isinstance(made, str):
        assert made.endswith("\n")
        assert "\r" not in made


def test_tikz_says_ids_statuses_and_edges(graph: nx.DiGraph) -> None:
    text = to_tex(graph)
    fills = dict(re.findall(r"^\\definecolor\{(s\d+)\}\{HTML\}\{[0-9A-F]{6}\}% (.*)$", text, re.MULTILINE))
    nodes = re.findall(
        r"^\\node\[(rounded.*?, )?(?:double, )?fill=(\w+)\] \((n\d+)\) at .*% (\".*\")$", text, re.MULTILINE
    )
    ids = {name: json.loads(id) for _, _, name, id in nodes}
    shown = {(json.loads(id), fills[fill], not shape) for shape, fill, _, id in nodes}
    assert shown == {(x, d["status"], d["kind"] == "definition") for x, d in graph.nodes(data=True)}
    edges = re.findall(r"^\\draw\[->\] \((n\d+)\) -- \((n\d+)\);$", text, re.MULTILINE)
    assert {(ids[x], ids[y]) for x, y in edges} == {(x, y) for x, y, d in graph.edges(data=True) if not d["redundant"]}


def test_svg_says_ids_statuses_and_edges(graph: nx.DiGraph) -> None:
    root = ET.fromstring(writer("svg")(graph))
    found: dict[str, dict[str, list[str]]] = {"node": {}, "edge": {}}
    for group in root.iter("{http://www.w3.org/2000/svg}g"):
        if group.get("class") in found:
            words = [e.text or "" for e in group.iter("{http://www.w3.org/2000/svg}text")]
            found[group.get("class")][group.findtext("{http://www.w3.org/2000/svg}title")] = words
    needed = {(x, y) for x, y, d in graph.edges(data=True) if not d["redundant"]}
    assert set(found["edge"]) == {f"{x}->{y}" for x, y in needed | cited(graph)}
    boxes = {x: words for x, words in found["node"].items() if not x.startswith(("legend", "frame "))}
    legend = [e.text for e in root.iter("{http://www.w3.org/2000/svg}text")]
    assert set(boxes) == set(graph)
    for x, words in boxes.items():
        status = graph.nodes[x]["status"]
        assert words[-1] == f"{look(status).mark} {look(status).short}"
        assert f"{look(status).mark} {look(status).word}" in legend
    assert root.get("width") == "100%"
    assert root.get("viewBox")


def test_png_is_a_picture(graph: nx.DiGraph) -> None:
    made = writer("png")(graph)
    assert made.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = (int.from_bytes(made[k : k + 4]) for k in (16, 20))
    assert min(width, height) > 100


def read_blueprint(text: str) -> nx.DiGraph:
    """The graph in a content.tex, by its comments, labels and uses; statuses in the nodes."""
    blocks = re.findall(
        r"^\\begin\{(\w+)\}\[.*\]% (\".*\")\n\\label\{([^}]*)\}\n(?:\\uses\{(.*)\}\n)?(.*)\n"
        r"(?:.*\n)*?(?:\\par As corrected)?\\lemmatastatus\{(.*)\}:?\n"
        r"(?:(?:.*\n)*?)\\end\{\1\}(?:\n\\begin\{proof\}\n(?:\\uses\{(.*)\}\n)?See the certificate.\n\\end\{proof\})?",
        text, re.MULTILINE,
    )  # fmt: skip
    out = nx.DiGraph()
    labels = {label: json.loads(id) for _, id, label, *_ in blocks}
    assert len(labels) == len(blocks)
    for environment, id, _, stated, says, status, proved in blocks:
        out.add_node(json.loads(id), environment=environment, status=status, says=says)
        for used in filter(None, (stated or proved).split(",")):
            out.add_edge(labels[used], json.loads(id))
    return out


def test_leanblueprint_has_every_node_and_edge_and_claims_nothing(graph: nx.DiGraph) -> None:
    text = to_leanblueprint(graph)
    back = read_blueprint(text)
    assert {x: d["status"] for x, d in back.nodes(data=True)} == {x: d["status"] for x, d in graph.nodes(data=True)}
    assert {x: d["says"] for x, d in back.nodes(data=True)} == {
        x: tex_escaped(d["says"]) for x, d in graph.nodes(data=True)
    }
    assert set(back.edges) == {(x, y) for x, y, d in graph.edges(data=True) if not d["redundant"]}
    for claim in ("\\leanok", "\\mathlibok", "\\lean{"):
        assert claim not in text
    for block in text.split("\n\\begin{")[1:]:
        assert block.split("\\end{")[0].count("\\uses") <= 1  # in an environment with two, the last would win


def test_labels_that_would_be_the_same_are_refused() -> None:
    graph = nx.DiGraph()
    graph.add_nodes_from(["A:b", "A.b"])
    with pytest.raises(ExportError, match=r"A\.b"):
        to_leanblueprint(graph)


def test_plastex_compiles_the_blueprint(report: Report, tmp_path: Path) -> None:
    pytest.importorskip("leanblueprint", reason="the group blueprint is not installed")
    graph = proof_graph(report)
    for name, text in {"content.tex": to_leanblueprint(graph), **BLUEPRINT_FILES}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [str(Path(sys.executable).with_name("plastex")), "-c", "plastex.cfg", "web.tex"],
        cwd=tmp_path, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    said = done.stdout + done.stderr
    assert done.returncode == 0, said[-2000:]
    assert "ERROR" not in said  # a missing label is only logged
    page = (tmp_path / "web" / "dep_graph_document.html").read_text(encoding="utf-8")
    labels = {blueprint_label(x): x for x in graph}
    edges = {(labels[x], labels[y]) for x, y in re.findall(r'"([^"]+)" -> "([^"]+)"', page)}
    assert edges == {(x, y) for x, y, d in graph.edges(data=True) if not d["redundant"]}
    for label, id in labels.items():
        (looks,) = re.findall(rf'"{re.escape(label)}"\s*\[([^\]]*)\]', page)
        assert ("shape=box" in looks) == (graph.nodes[id]["kind"] == "definition")
        assert "color=green" not in looks
        assert "#1CAC78" not in looks
        assert "#9CEC8B" not in looks


NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8).filter(lambda x: x == clean(x))
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30) | st.sampled_from(
    [
        "\\",
        '\\"',
        "a\\\\",
        "<b>",
        "]]>",
        "a\nb",
        "\ttab ",
        "digraph",
        "-->",
        "é∂𝔹",
        "&amp;",
        "#34;",
        "\x00\x7f\x85",
    ]
)


@given(NAMES, NAMES, TEXTS, st.lists(TEXTS, max_size=3))
def test_any_text_survives(x: str, y: str, text: str, several: list[str]) -> None:
    graph = nx.DiGraph()
    for name in dict.fromkeys((x, y)):
        graph.add_node(name, latex=text, equations=several, evidence={"exact": 3}, corrected=None)
    if x != y:
        graph.add_edge(x, y)
    marked(graph)
    assert dict(from_json(to_json(graph)).nodes(data=True)) == dict(graph.nodes(data=True))
    assert dict(nx.parse_graphml(to_graphml(graph)).nodes(data=True)) == {n: flat(d) for n, d in graph.nodes(data=True)}
    back = read_dot(to_dot(graph))
    assert set(back) == set(graph)
    assert set(back.edges) == set(graph.edges)
    assert back.nodes[x].get("latex", "") == clean(text)
    assert len(re.findall(r"^\\node", to_tex(graph), re.MULTILINE)) == len(graph)
    tex = tex_escaped(text)
    plain = re.sub(r"\$[^$]*\$", "", re.sub(r"\\[\\{}$&#%_]", "", tex))
    assert plain.count("{") == plain.count("}")
    assert not set(plain.replace("\\", "")) & set("&#%_^~\n")


def test_lists_can_be_taken_apart_again() -> None:
    assert flat({"equations": ["86;a", "\\", "b"]})["equations"] == "86\\;a; \\\\; b"


@pytest.mark.parametrize("name", ["id", "source", "target", "key"])
def test_reserved_names_are_refused(name: str) -> None:
    graph = nx.DiGraph()
    graph.add_node("a", **{name: "x"})
    for write in (to_json, to_graphml, to_dot):
        with pytest.raises(ExportError, match=name):
            write(graph)


def test_what_is_not_plain_data_is_refused() -> None:
    graph = nx.DiGraph()
    graph.add_node("a", when={1, 2})
    for write in (to_json, to_graphml, to_dot):
        with pytest.raises(ExportError, match="set is not plain data"):
            write(graph)


@pytest.mark.parametrize("bad", [1, "bell\x07"])
def test_odd_ids_are_refused(bad: object) -> None:
    graph = nx.DiGraph()
    graph.add_node(bad)
    with pytest.raises(ExportError, match="an id is a string"):
        to_dot(graph)


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda d: d | {"edges": d["edges"][1:]}, "announces"),
        (lambda d: {k: v for k, v in d.items() if k != "edges"}, "edges"),
        (lambda d: d | {"version": 1}, "expected lemmata-proof-graph 2"),
        (lambda d: [], "not a proof graph"),
    ],
)
def test_damaged_json_is_refused(graph: nx.DiGraph, damage, complaint: str) -> None:
    with pytest.raises(ExportError, match=complaint):
        from_json(json.dumps(damage(json.loads(to_json(graph)))))


def test_a_changed_status_changes_the_colour(report: Report) -> None:
    first, *rest = report.items
    fallen = proof_graph(replace(report, items=(replace(first, used="refuted"), *rest)))
    assert read_dot(to_dot(fallen)).nodes["KS:definition-3"]["fillcolor"] == "#fdcdac"
