"""The proof graph laid out in layers and drawn, by the Graphviz that comes with pygraphviz.

`layout`  where Graphviz puts nodes and edges, for drawings of our own
`drawn`   what Graphviz itself makes of DOT

Parts that are not connected are laid out by themselves and packed in rows, not into one long layer.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

import networkx as nx

from proofs.publish.graph import GraphError, order

HEIGHT, GAP, LETTER = 40, 18, 7.2  # of a node in pixels; between nodes; the width of a letter
ROOM = 1150.0  # as wide as a screen beside the panel, at a size that can be read


class DrawingError(GraphError):
    """A drawing that cannot be made here."""


@dataclass(frozen=True)
class Layout:
    """Centres of nodes and points of edges, in pixels from the top left, and the size of it all.

    An edge is a chain of cubic Bézier curves, three points each after the first one, and then a straight tip.
    """

    nodes: dict[str, tuple[float, float]]
    edges: dict[tuple[str, str], list[tuple[float, float]]]
    width: float
    height: float

    def path(self, edge: tuple[str, str]) -> str:
        """An edge as SVG path data."""
        first, *curves, tip = (f"{x:g},{y:g}" for x, y in self.edges[edge])
        return f"M{first}C{' '.join(curves)}L{tip}"


def width_of(label: str, below: str = "") -> int:
    """How wide a node with this label is, and with this below it in smaller letters.

    >>> width_of("KS Lemma 5") < width_of("Yun E.3.1, display 7")
    True
    >>> width_of("KS Lemma 5") < width_of("KS Lemma 5", "proved modulo cited")
    True
    """
    return max(92, round(LETTER * len(label) + 22), round(LETTER * len(below) + 18))


def layout(graph: nx.DiGraph, widths: dict[str, int]) -> Layout:
    """Lay out a graph whose nodes have these widths, each connected part by itself, the largest first; redundant edges
    are left out.
    """
    needed = nx.DiGraph()
    needed.add_nodes_from(order(graph))
    needed.add_edges_from(sorted((x, y) for x, y, data in graph.edges(data=True) if not data.get("redundant")))
    place = {x: k for k, x in enumerate(needed)}
    parts = sorted(
        (sorted(c, key=place.__getitem__) for c in nx.weakly_connected_components(needed)),
        key=lambda c: (-len(c), place[c[0]]),
    )
    return _packed([_part(needed.subgraph(c), c, widths) for c in parts])


def _part(graph: nx.DiGraph, ids: list[str], widths: dict[str, int]) -> Layout:
    if len(ids) == 1:
        width = float(widths[ids[0]])
        return Layout({ids[0]: (width / 2, HEIGHT / 2)}, {}, width, float(HEIGHT))
    names = {x: f"n{k}" for k, x in enumerate(ids)}
    sparing = "nslimit=1, nslimit1=1, mclimit=0.3"  # else a large graph takes half a minute
    lines = [
        "digraph {",
        f"graph [nodesep={GAP / 72}, ranksep=0.55, {sparing}]",
        'node [shape=box, fixedsize=true, label=""]',
    ]
    lines += [f"{names[x]} [width={widths[x] / 72:.4f}, height={HEIGHT / 72:.4f}]" for x in ids]
    lines += [f"{names[x]} -> {names[y]}" for x, y in sorted(graph.edges)]
    found = json.loads(drawn("\n".join([*lines, "}"]), "json0"))
    _, _, width, height = (float(x) for x in found["bb"].split(","))
    known = {name: x for x, name in names.items()}
    numbered: dict[int, str] = {}
    nodes: dict[str, tuple[float, float]] = {}
    for item in found["objects"]:
        x, y = (float(v) for v in item["pos"].split(","))
        numbered[item["_gvid"]] = known[item["name"]]
        nodes[known[item["name"]]] = x, height - y
    edges = {}
    for item in found["edges"]:
        *points, tip = _spline(item["pos"], height)
        edges[numbered[item["tail"]], numbered[item["head"]]] = [*points, tip]
    return Layout(nodes, edges, width, height)


def _spline(pos: str, height: float) -> list[tuple[float, float]]:
    """The points of Graphviz's "e,x,y x,y x,y x,y …", from the top; the arrow's tip, which comes first, last."""
    points: list[tuple[float, float]] = []
    tips: list[tuple[float, float]] = []
    for part in pos.split():
        *end, x, y = part.split(",")
        (tips if end == ["e"] else points).append((float(x), height - float(y)))
    return points + (tips or points[-1:])


def _packed(parts: list[Layout]) -> Layout:
    """Layouts side by side in rows."""
    room = max([ROOM, *(p.width for p in parts)])
    nodes: dict[str, tuple[float, float]] = {}
    edges: dict[tuple[str, str], list[tuple[float, float]]] = {}
    x = y = high = widest = 0.0
    for p in parts:
        if x and x + p.width > room:
            x, y, high = 0.0, y + high + 2 * GAP, 0.0
        nodes |= {id: (round(x + u, 1), round(y + v, 1)) for id, (u, v) in p.nodes.items()}
        edges |= {edge: [(round(x + u, 1), round(y + v, 1)) for u, v in points] for edge, points in p.edges.items()}
        x, high = x + p.width, max(high, p.height)
        widest, x = max(widest, x), x + 2 * GAP
    return Layout(nodes, edges, round(widest, 1), round(y + high, 1))


def drawn(dot: str, format: str) -> bytes:
    """What Graphviz makes of DOT: "svg", "png", or "json0" with the places of everything.

    Parts that are not connected are packed, else the library would be one row of thirty thousand pixels.

    Raises
    ------
    DrawingError
        if pygraphviz is not installed.
    """
    try:
        import pygraphviz
    except ImportError:
        raise DrawingError(
            "drawing takes pygraphviz, which brings Graphviz with it: pip install 'lemmata[drawing]'"
        ) from None
    graph = pygraphviz.AGraph(string=dot)
    graph.graph_attr.update(pack="12", packmode="clust")
    try:
        drawn: bytes = graph.draw(format=format, prog="dot")
    finally:
        graph.close()
    return drawn
