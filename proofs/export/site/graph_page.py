"""The data of the graph's page: two drawings, of the named statements and of all, and the data for its script."""

from __future__ import annotations

from typing import Any

import networkx as nx

from proofs.builder.paper import UNNAMED
from proofs.checking.status import LOOKS, look
from proofs.export.drawing import sectioned, width_of
from proofs.export.graph import named, order
from proofs.export.schema import Statement
from proofs.export.site.filters import css, in_script, shorten, visible
from proofs.export.site.urls import Site

WIDTH = 1700.0  # width of the graph, which is fitted into the screen next to its panel, in pixels
EVIDENCES = {
    "formal": "checked once more in Coq, which accepts the line as text, or its negation if it is refuted",
    "exact": "decided by exact arithmetic",
    "certified": "enclosed by ball arithmetic over the whole domain",
    "cited": "taken from the literature that the paper cites",
    "tested": "evaluated at many points, not proved",
    "argued": "the paper's prose, not checked",
}
FILTERS = (("paper", "Papers"), ("kind", "Kinds"), ("status", "Status"), ("evidence", "Evidence"))


def graph_context(site: Site, graph: nx.DiGraph) -> dict[str, Any]:
    """Return the variables of the template `graph.html`."""
    nodes = {id: _node(site, site.statements[id]) for id in order(graph)}
    widths = {id: n["width"] for id, n in nodes.items()}
    first = named(graph)
    drawings = [sectioned(part, widths, WIDTH) for part in ([first, graph] if len(first) else [graph])]
    data = {
        "nodes": list(nodes.values()),
        "edges": sorted(graph.edges),
        "cited": [[x, y] for y, data in graph.nodes(data=True) for x in data.get("another_way", ()) if x in nodes],
        "layouts": [
            {
                "nodes": [[id, *place] for id, place in d.nodes.items()],
                "edges": [[*edge, d.path(edge)] for edge in d.edges],
                "frames": d.frames,
                "width": d.width,
                "height": d.height,
            }
            for d in drawings
        ],
    }
    values = {
        "paper": list(site.papers),
        "kind": sorted({n["kind"] for n in nodes.values()}),
        "status": [word for word in LOOKS if any(n["status"] == word for n in nodes.values())],
        "evidence": [e for e in EVIDENCES if any(e in n["evidence"] for n in nodes.values())],
    }
    return {
        "here": "graph",
        "drawn": drawings[0],
        "apart": {(x, y) for x, y in drawings[0].edges if _section(graph, x) != _section(graph, y)},
        "nodes": [nodes[id] | {"x": x, "y": y} for id, (x, y) in drawings[0].nodes.items()],
        "filters": [(name, word, values[name]) for name, word in FILTERS],
        "statuses": values["status"],
        "data": in_script(data),
    }


def _section(graph: nx.DiGraph, id: str) -> tuple[str, str]:
    return graph.nodes[id]["paper"], graph.nodes[id]["section"]


def _node(site: Site, s: Statement) -> dict[str, Any]:
    """Return the data of a statement for the graph's page."""
    label = visible(shorten(f"{s.paper} {s.name}", 34))
    word = f"{look(s.status).mark} {look(s.status).short}"
    shape = s.kind if s.kind in ("definition", "display") else "named"
    return {
        "id": s.id,
        "label": label,
        "paper": s.paper,
        "kind": s.kind,
        "status": s.status,
        "css": css(s.status),
        "word": word,
        "says": visible(shorten(s.says)),
        "evidence": list(s.evidence),
        "url": site.url(s.id),
        "unnamed": s.kind in UNNAMED,
        "shape": shape,
        "radius": {"definition": 0, "display": 3, "named": 16}[shape],
        "width": width_of(label, word),
    }
