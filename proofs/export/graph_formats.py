"""The proof graph in the formats of other tools: DOT, GraphML, JSON, Mermaid, TikZ, leanblueprint, SVG and PNG.

Each writer returns text that is the same, byte for byte, for the same graph: nodes come prerequisites first,
edges sorted, lines end in a newline. An edge runs from a prerequisite to the statement that depends on it.

Every format shows the status of a statement as `proofs.checking.status` computes it. A formula next to a status is the
form that has this status, or is labelled otherwise. JSON keeps every attribute unchanged. DOT and GraphML hold only
strings, numbers and truth values, so attributes are flattened for them (`flat`): the members of a list are joined by
"; ", each count becomes one number (`evidence_exact`), and absent or empty values are omitted. Mermaid, TikZ and the
pictures show only ids, statuses and edges.
"""

from __future__ import annotations

import html
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any, Literal

import networkx as nx

from proofs.checking.status import LOOKS, Look, look
from proofs.export.drawing import HEIGHT, drawn, layout, place, sectioned, width_of
from proofs.export.former_names import FORMER_NAMES, with_former_names
from proofs.export.graph import GraphError, order
from proofs.export.tex import clean, maths, tex_escaped

YED = "http://www.yworks.com/xml/graphml"  # the namespace of yEd's elements
FORMAT, VERSION = "lemmata-proof-graph", 2
RESERVED = {"id", "source", "target", "key"}  # networkx writes these itself and would overwrite ours
# The limits of GitHub and of Mermaid's own page. A diagram cannot raise them itself (`maxEdges` and `maxTextSize` are
# among Mermaid's `secure` settings); only the page that embeds it can.
MERMAID_EDGES, MERMAID_CHARACTERS = 500, 50_000

WIDTH_OF_LABELS = 40  # characters in a line
FEW = 60  # the largest number of nodes that are drawn in layers


class ExportError(GraphError):
    """The format cannot hold the graph: a reserved name, a value that is not plain data, too many edges."""


def flat(data: Mapping[str, Any]) -> dict[str, str | int | float | bool]:
    """Flatten attributes to strings, numbers and truth values.

    >>> flat({"equations": ["83", "a;b"], "evidence": {"exact": 4}, "corrected": None})
    {'equations': '83; a\\\\;b', 'evidence_exact': 4}
    """
    out: dict[str, str | int | float | bool] = {}
    for name, value in data.items():
        if name in RESERVED:
            raise ExportError(f"an attribute cannot be called {name!r}: the formats use it themselves")
        if isinstance(value, bool | int | float):
            out[name] = value
        elif isinstance(value, str):
            out[name] = clean(value)
        elif isinstance(value, Mapping):
            out |= flat({f"{name}_{k}": v for k, v in value.items()})
        elif isinstance(value, list | tuple):
            out[name] = "; ".join(_member(x) for x in value)
        elif value is not None:
            raise ExportError(f"{name}: {type(value).__name__} is not plain data")
    return {name: value for name, value in out.items() if value != ""}


def _member(x: object) -> str:
    return clean(str(x)).replace("\\", "\\\\").replace(";", "\\;")


def _nodes(graph: nx.DiGraph) -> Iterator[tuple[str, dict[str, Any]]]:
    for id in order(graph):
        if not isinstance(id, str) or clean(id) != id:
            raise ExportError(f"an id is a string without control characters, not {id!r}")
        yield id, graph.nodes[id]


def _edges(graph: nx.DiGraph) -> list[tuple[str, str, dict[str, Any]]]:
    return sorted(graph.edges(data=True), key=lambda edge: edge[:2])


# --- node-link JSON ----------------------------------------------------------------------------------------


def to_json(graph: nx.DiGraph) -> str:
    """Return node-link JSON, as `networkx.node_link_graph(…, edges="edges")` and d3 read it.

    In addition to the graph it holds `format`, `version` and `counts`, which `from_json` checks. Renamed attributes
    have their former names too (`proofs.export.former_names`), which `from_json` drops.
    """
    nodes = [{"id": id, **with_former_names(_plain(data))} for id, data in _nodes(graph)]
    edges = [{"source": x, "target": y, **_plain(data)} for x, y, data in _edges(graph)]
    document = {
        "format": FORMAT,
        "version": VERSION,
        "counts": {"nodes": len(nodes), "edges": len(edges)},
        "directed": True,
        "multigraph": False,
        "graph": {},
        "nodes": nodes,
        "edges": edges,
    }
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _plain(data: Mapping[str, Any]) -> dict[str, Any]:
    flat(data)  # raises ExportError for anything but plain data
    return dict(data)


def from_json(text: str) -> nx.DiGraph:
    """Read a graph written by `to_json`.

    Raises
    ------
    ExportError
        if the text is something else, of another version, or has lost nodes or edges.
    """
    try:
        document = json.loads(text)
        if document["format"] != FORMAT or document["version"] != VERSION:
            raise ExportError(f"expected {FORMAT} {VERSION}")
        graph = nx.node_link_graph(document, directed=True, multigraph=False, edges="edges")
        for data in graph.nodes.values():
            for former in FORMER_NAMES.values():
                data.pop(former, None)
        counts = {"nodes": len(graph.nodes), "edges": len(graph.edges)}
        if counts != document["counts"]:
            raise ExportError(f"the file announces {document['counts']} but holds {counts}")
        return graph
    except (ValueError, KeyError, TypeError, nx.NetworkXError) as wrong:
        raise ExportError(f"not a proof graph: {wrong}") from wrong


# --- GraphML -----------------------------------------------------------------------------------------------


def to_graphml(graph: nx.DiGraph) -> str:
    """Return GraphML, as networkx, yEd, Gephi and igraph read it, with flattened attributes.

    Gephi shows the attribute `label`. yEd shows its own elements only, so each node has these, too, with the label and
    the colour of the status. An edge of the kind `cited by the paper` leads to a statement whose proof here does not
    use what the paper's proof cites; without these edges it is the graph of the proofs.
    """
    plain = nx.DiGraph()
    plain.add_nodes_from((id, flat(with_former_names(data))) for id, data in _nodes(graph))
    plain.add_edges_from((x, y, {"kind": "cited by the paper"}) for x, y in _cited(graph))
    plain.add_edges_from((x, y, flat(data)) for x, y, data in _edges(graph))
    root = ET.fromstring("\n".join(nx.generate_graphml(plain)))
    namespace = root.tag.partition("}")[0] + "}"
    root.insert(0, ET.Element(f"{namespace}key", {"id": "yed", "for": "node", "yfiles.type": "nodegraphics"}))
    for node in root.iter(f"{namespace}node"):
        data = graph.nodes[node.attrib["id"]]
        shape = ET.SubElement(ET.SubElement(node, f"{namespace}data", {"key": "yed"}), f"{{{YED}}}ShapeNode")
        ET.SubElement(shape, f"{{{YED}}}Fill", {"color": look(str(data.get("status", ""))).light[1]})
        if data.get("label"):
            ET.SubElement(shape, f"{{{YED}}}NodeLabel").text = clean(data["label"])
    ET.register_namespace("", namespace[1:-1])
    ET.register_namespace("y", YED)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


# --- DOT ---------------------------------------------------------------------------------------------------


def to_dot(graph: nx.DiGraph) -> str:
    """Return DOT for Graphviz, with flattened attributes.

    Every id and value is a quoted string with the escapes of JSON, so `json.loads` recovers the text of an attribute
    such as `latex`; labels hold no LaTeX. Redundant edges are dotted. A dashed edge runs from a statement that the
    paper's proof cites to the statement whose proof here does not use it.
    """
    lines = [
        "strict digraph lemmata {",
        '  graph ["rankdir"="TB"];',
        '  node ["fontname"="Helvetica", "style"="filled"];',
    ]
    for id, data in _nodes(graph):
        shape = "box" if data.get("kind") == "definition" else "ellipse"
        status = look(str(data.get("status", "")))
        looks = {
            "label": clean("\n".join([*_name(id, data), *_words(data)])),
            "shape": shape,
            "fillcolor": status.light[1],
        }
        looks |= {"peripheries": "2"} if status.corrected else {}
        if data.get("says"):
            looks["tooltip"] = clean(data["says"])
        lines.append(f"  {_quoted(id)} {_brackets({**flat(data), **looks})};")
    for x, y, data in _edges(graph):
        looks = {"style": "dotted", "constraint": "false"} if data.get("redundant") else {}
        lines.append(f"  {_quoted(x)} -> {_quoted(y)} {_brackets({**flat(data), **looks})};")
    looks = {"style": "dashed", "constraint": "false", "tooltip": "cited in the paper, not applied here"}
    lines += [f"  {_quoted(x)} -> {_quoted(y)} {_brackets(looks)};" for x, y in _cited(graph)]
    return "\n".join([*lines, "}"]) + "\n"


def _name(id: str, data: Mapping[str, Any]) -> list[str]:
    """Return the lines that name a node: its label, or its id if it has none."""
    return wrap(clean(str(data.get("label", ""))), WIDTH_OF_LABELS) or [id]


def _words(data: Mapping[str, Any]) -> list[str]:
    """Return the lines that name the status of a node, the first with its mark."""
    status = str(data.get("status", ""))
    first, *more = look(status).lines
    return [f"{look(status).mark} {first}", *more] if first else [status] * bool(status)


def _cited(graph: nx.DiGraph) -> list[tuple[str, str]]:
    """Return the edges that the papers' proofs cite and the proofs here do not use."""
    return [(x, y) for y, data in _nodes(graph) for x in data.get("another_way", ()) if x in graph]


_quoted = json.JSONEncoder(ensure_ascii=False).encode  # `json.dumps` would create one for each string


def _brackets(data: Mapping[str, Any]) -> str:
    shown = {k: str(v).lower() if isinstance(v, bool) else str(v) for k, v in data.items()}
    return "[" + ", ".join(f"{_quoted(k)}={_quoted(v)}" for k, v in shown.items()) + "]"


# --- Mermaid -----------------------------------------------------------------------------------------------


def to_mermaid(graph: nx.DiGraph) -> str:
    """Return a Mermaid flowchart: ids n1, n2, …, labels with the statement's name and status, redundant edges dotted.

    Raises
    ------
    ExportError
        if the graph exceeds Mermaid's limits; export a part of it instead.
    """
    short = {id: f"n{k}" for k, id in enumerate(order(graph), 1)}
    lines = ["flowchart TB"]
    used: dict[Look, list[str]] = {}
    for id, data in _nodes(graph):
        opening, closing = ("[", "]") if data.get("kind") == "definition" else ("([", "])")
        label = "<br/>".join(_entities(clean(x)) for x in (*_name(id, data), *_words(data)))
        lines.append(f'  {short[id]}{opening}"{label}"{closing}')
        used.setdefault(look(str(data.get("status", ""))), []).append(short[id])
    for x, y, data in _edges(graph):
        lines.append(f"  {short[x]} {'-.->' if data.get('redundant') else '-->'} {short[y]}")
    lines += [f"  {short[x]} -. cited .-> {short[y]}" for x, y in _cited(graph)]
    for k, (status, members) in enumerate(sorted(used.items(), key=lambda pair: pair[0].light[1]), 1):
        ink, fill = status.light
        border = f"stroke:{ink},stroke-width:4px" if status.corrected else "stroke:#444444"
        lines.append(f"  classDef s{k} fill:{fill},{border},color:#000000")
        lines.append(f"  class {','.join(members)} s{k}")
    text = "\n".join(lines) + "\n"
    if graph.number_of_edges() > MERMAID_EDGES or len(text) > MERMAID_CHARACTERS:
        raise ExportError(
            f"Mermaid draws up to {MERMAID_EDGES} edges and {MERMAID_CHARACTERS} characters, this graph has "
            f"{graph.number_of_edges()} and {len(text)}: take one paper, the part above or below a statement, or the "
            "statements without displays"
        )
    return text


def _entities(text: str) -> str:
    """Escape the characters that Mermaid or HTML could read as syntax, as numbered entities.

    >>> _entities('x < "y"')
    'x #60; #34;y#34;'
    """
    return re.sub(r"[^\w\s.,:()+\-=/'*^]", lambda m: m[0] if ord(m[0]) > 127 else f"#{ord(m[0])};", text).replace(
        "\n", " "
    )


# --- TikZ --------------------------------------------------------------------------------------------------


def to_tex(graph: nx.DiGraph) -> str:
    """Return a LaTeX document with the graph as a TikZ picture, laid out by Graphviz, without redundant edges.

    A node's line ends in a comment with its id as JSON.
    """
    names = {id: f"n{k}" for k, id in enumerate(order(graph), 1)}
    placed = layout(graph, {id: width_of(id) for id in names})
    known = {str(data.get("status", "")) for _, data in _nodes(graph)}
    styles = {word: f"s{k}" for k, word in enumerate(LOOKS, 1) if word in known}
    lines = [r"\documentclass[tikz,border=6pt]{standalone}", r"\begin{document}"]
    lines += [rf"\definecolor{{{s}}}{{HTML}}{{{LOOKS[w].light[1][1:].upper()}}}% {w}" for w, s in styles.items()]
    lines += [r"\begin{tikzpicture}[x=1pt, y=-1pt, every node/.style={draw, align=center, font=\footnotesize}]"]
    for id, data in _nodes(graph):
        status = str(data.get("status", ""))
        shape = "" if data.get("kind") == "definition" else "rounded corners=6pt, "
        shape += "double, " if look(status).corrected else ""
        fill = styles.get(status, "white")
        x, y = placed.nodes[id]
        words = [rf"\tiny {tex_escaped(words)}" for words in look(status).lines if words]
        label = r"\\ ".join([tex_escaped(id), *words])
        lines.append(rf"\node[{shape}fill={fill}] ({names[id]}) at ({x:g},{y:g}) {{{label}}};% {json.dumps(id)}")
    lines += [rf"\draw[->] ({names[a]}) -- ({names[b]});" for a, b in sorted(placed.edges)]
    return "\n".join([*lines, r"\end{tikzpicture}", r"\end{document}"]) + "\n"


# --- leanblueprint -----------------------------------------------------------------------------------------

ENVIRONMENTS = ("definition", "lemma", "proposition", "theorem", "corollary")  # drawn by leanblueprint


def to_leanblueprint(graph: nx.DiGraph) -> str:
    """Return a `content.tex` for leanblueprint: an environment and a proof with its uses for each node.

    Nothing is marked as formalised in Lean (`\\leanok`, `\\lean`), since proofs here are checked by another kernel.
    Each statement names its status in words (`\\lemmatastatus`). A label is the id with the characters replaced that
    leanblueprint's pages cannot hold, and colons too: only the text after a colon would be drawn. A comment gives the
    id as JSON.

    Raises
    ------
    ExportError
        if two ids would get the same label.
    """
    labels: dict[str, str] = {}
    for id, _ in _nodes(graph):
        label = blueprint_label(id)
        if label in labels.values():
            raise ExportError(f"two ids would have the label {label}")
        labels[id] = label
    parts = ["% Written by lemmata: the graph is read off proofs, nothing here is claimed to be formalised in Lean."]
    for id, data in _nodes(graph):
        status, kind = str(data.get("status", "")), str(data.get("kind", ""))
        defines = status == "defined" or kind == "definition"
        environment = "definition" if defines else kind if kind in ENVIRONMENTS else "lemma"
        needs = sorted(x for x in graph.predecessors(id) if not graph.edges[x, id].get("redundant"))
        uses = rf"\uses{{{','.join(labels[x] for x in needs)}}}"
        lines = [
            "",
            rf"\begin{{{environment}}}[{{{tex_escaped(str(data.get('name', id)))}}}]% {json.dumps(id)}",
            rf"\label{{{labels[id]}}}",
        ]
        if defines and needs:
            lines.append(uses)
        lines += [tex_escaped(str(data.get("says", ""))), *_blueprint_forms(data)]
        lines.append(rf"\end{{{environment}}}")
        if not defines and (needs or status.startswith("proved")):
            lines += [r"\begin{proof}", *([uses] if needs else []), "See the certificate.", r"\end{proof}"]
        parts.append("\n".join(lines))
    return "\n".join(parts) + "\n"


def _blueprint_forms(data: Mapping[str, Any]) -> list[str]:
    """Return the status and its formula, after the printed form and, if corrected, the reason for narrowing."""
    status = look(str(data.get("status", "")))
    said = rf"\lemmatastatus{{{tex_escaped(status.word)}}}"
    shown = [rf"\[ {maths(str(data['latex']))} \]"] if data.get("latex") else []
    if not status.corrected:
        return [said, *shown]
    printed = "false" if data.get("printed") == "refuted" else "open"
    before = [rf"\par As printed ({printed}):", rf"\[ {maths(str(data['latex_printed']))} \]"]
    before = before if data.get("latex_printed") else [r"\par As printed, without a formula."]
    reason = [rf"\par Why narrower: {tex_escaped(str(data['narrower']))}"] if data.get("narrower") else []
    return [*before, rf"\par As corrected{said}:", *shown, *reason]


def blueprint_label(id: str) -> str:
    """Return the id as a label that leanblueprint's pages can hold.

    >>> blueprint_label("KS:lemma-5"), blueprint_label("a b")
    ('KS.lemma-5', 'a-20-b')
    """
    return re.sub(r"[^A-Za-z0-9._-]", lambda m: "." if m[0] == ":" else f"-{ord(m[0]):x}-", id)


def blueprint_document(*preamble: str) -> str:
    """Return a LaTeX document that includes the statements, with these lines in its preamble."""
    head = (r"\documentclass{report}", r"\usepackage{amsmath,amssymb,amsthm}", *preamble, r"\title{Proof graph}")
    body = (r"\begin{document}", r"\maketitle", r"\chapter{Statements}", r"\input{content}", r"\end{document}")
    return "".join(line + "\n" for line in (*head, *body))


BLUEPRINT_FILES = {
    "web.tex": blueprint_document(r"\usepackage[showmore,dep_graph]{blueprint}", r"\input{common}"),
    "print.tex": blueprint_document(r"\input{common}", r"\newcommand{\uses}[1]{}"),
    "common.tex": "".join(rf"\newtheorem{{{e}}}{{{e.capitalize()}}}[chapter]" + "\n" for e in ENVIRONMENTS)
    + "\\newcommand{\\lemmatastatus}[1]{ (#1) }\n",
    "plastex.cfg": """[general]
renderer=HTML5
copy-theme-extras=yes
plugins=plastexdepgraph plastexshowmore leanblueprint
[document]
toc-depth=1
[files]
directory=web
split-level=0
[html5]
localtoc-level=0
mathjax-dollars=no
""",
}


def to_svg(graph: nx.DiGraph) -> bytes:
    """Return the graph without redundant edges as SVG, drawn by Graphviz and as wide as the page around it."""
    return _picture(graph, "svg")


def to_png(graph: nx.DiGraph) -> bytes:
    """Return the picture of `to_svg` as a PNG file."""
    return _picture(graph, "png")


def _picture(graph: nx.DiGraph, format: Literal["svg", "png"]) -> bytes:
    """Draw statements as boxes in the colour of their status, grouped by section, with a legend.

    A graph of more than `FEW` nodes becomes a poster with the proportions of a sheet, each section laid out separately.
    """
    edges = [(x, y) for x, y, data in _edges(graph) if not data.get("redundant")]
    body = _poster(graph) if len(graph) > FEW else _clusters(graph)
    far = ' [color="#5f5b5355"]' if len(graph) > FEW else ""  # for edges between sections
    lines = [
        "digraph lemmata {",
        '  graph [rankdir=TB, nodesep=0.15, ranksep=0.4, outputorder=edgesfirst, fontname="DejaVu Sans", fontsize=11];',
        '  node [shape=box, style="rounded,filled", fontname="DejaVu Sans", fontsize=11, margin="0.1,0.04"];',
        '  edge [color="#5f5b5399", arrowsize=0.6];',
        *body,
        *(f"  {_quoted(x)} -> {_quoted(y)}{'' if _beside(graph, x, y) else far};" for x, y in edges),
        *(f"  {_quoted(x)} -> {_quoted(y)} [style=dashed, constraint=false];" for x, y in _cited(graph)),
        "}",
    ]
    made = drawn("\n".join(lines), format, placed=len(graph) > FEW)
    return (
        re.sub(rb'<svg width="[^"]*" height="[^"]*"', b'<svg width="100%"', made, count=1) if format == "svg" else made
    )


def _beside(graph: nx.DiGraph, x: str, y: str) -> bool:
    """Return whether two nodes are in one section."""
    return all(graph.nodes[x].get(name) == graph.nodes[y].get(name) for name in ("paper", "section"))


def _statuses(graph: nx.DiGraph) -> list[str]:
    known = {str(data.get("status", "")) for _, data in _nodes(graph)}
    return [word for word in LOOKS if word in known]


LEGEND = "✕✎●: the printed form, then the corrected one; dashed arrow: cited in the paper only; dashed box: definition"


def _clusters(graph: nx.DiGraph) -> list[str]:
    """Return the nodes in DOT, with a cluster for each section and one for the legend."""
    groups: dict[str, list[str]] = {}
    for id, data in _nodes(graph):
        group = place(str(data.get("paper", "")), str(data["section"])) if data.get("section") else ""
        groups.setdefault(group, []).append(id)
    lines = []
    for k, (group, ids) in enumerate(groups.items()):
        if group:
            lines.append(f'  subgraph cluster_{k} {{ label={_quoted(clean(group))}; color="#ddd8cd"; labeljust=l;')
        lines += [f"    {_quoted(id)} {_brackets(_boxed(id, graph.nodes[id]))};" for id in ids]
        lines += ["  }"] if group else []
    return [*lines, f"  graph [labelloc=b, labeljust=l, fontsize=8, label=<{_small_legend(_statuses(graph))}>];"]


def _small_legend(statuses: list[str]) -> str:
    """Return a legend as a table of small cells, three in a row, in the markup of Graphviz."""
    cells = []
    for status in map(look, statuses):
        ink, fill = status.light
        cells.append(
            f'<td border="1" color="{ink}" bgcolor="{fill}">{html.escape(f"{status.mark} {status.word}")}</td>'
        )
    rows = "".join(f"<tr>{''.join(cells[k : k + 3])}</tr>" for k in range(0, len(cells), 3))
    words = "".join(f'<tr><td align="left" colspan="3">{html.escape(part)}</td></tr>' for part in LEGEND.split("; "))
    return f'<table border="0" cellspacing="3" cellpadding="2">{rows}{words}</table>'


def _poster(graph: nx.DiGraph) -> list[str]:
    """Return the nodes in DOT, each with its position; the frames of sections and the legend are nodes, too."""
    boxes = {id: _boxed(id, data) for id, data in _nodes(graph)}
    widths = {id: width_of(*box["label"].split("\n")) for id, box in boxes.items()}
    sheet = sectioned(graph, widths)

    def put(id: str, looks: Mapping[str, Any], x: float, y: float, width: float, height: float) -> str:
        where = {"pos": f"{x:g},{-y:g}", "width": f"{width / 72:.4f}", "height": f"{height / 72:.4f}"}
        return f"  {_quoted(id)} {_brackets({**looks, **where, 'fixedsize': 'true'})};"

    frame = {"style": "solid", "color": "#b9b3a6", "labelloc": "t", "fontcolor": "#5f5b53"}
    lines = [
        put(f"frame {title}", {**frame, "label": clean(title)}, x + wide / 2, y + high / 2, wide, high)
        for title, x, y, wide, high in sheet.frames
    ]
    lines += [put(id, boxes[id], *sheet.nodes[id], widths[id], HEIGHT) for id in boxes]
    legend = _small_legend(_statuses(graph))
    where = f'pos="{sheet.width / 2:g},{-sheet.height - 3 * HEIGHT:g}"'
    return [*lines, f'  legend [shape=plaintext, style="", fontsize=11, {where}, label=<{legend}>];']


def _boxed(id: str, data: Mapping[str, Any]) -> dict[str, str]:
    """Return the attributes of a box: a name, and the short form of the status with its mark."""
    status = look(str(data.get("status", "")))
    label = f"{data.get('name') or id}\n{status.mark} {status.short}".strip()
    style = "filled,dashed" if data.get("kind") == "definition" else "rounded,filled"
    tip = f"{status.word}: {data['says']}" if data.get("says") else status.word
    return {**_coloured(status), "label": clean(label), "style": style, "tooltip": clean(tip)}


def _coloured(status: Look) -> dict[str, str]:
    ink, fill = status.light
    return {"fillcolor": fill} | ({"color": ink, "peripheries": "2"} if status.corrected else {})
