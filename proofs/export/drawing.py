"""Layout and drawing of the proof graph, by the Graphviz that comes with pygraphviz.

`layout`     the positions of nodes and edges in layers, computed by Graphviz
`sectioned`  the same with each section of a paper in its own frame, and the frames arranged on a sheet
`drawn`      an SVG or PNG file drawn by Graphviz from DOT

Connected components are laid out separately and packed, so that they do not form one long layer.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import networkx as nx

from proofs.export.graph import GraphError, order
from proofs.papers import section_titles

HEIGHT, GAP, LETTER = 40, 18, 7.2  # height of a node, gap between nodes, width of a letter, in pixels
HEAD, PAD = 24, 12  # of a frame: the height of its title, and its inner margin
WIDEST = 1100  # width of a component that keeps its layers inside a frame
SHEET = 2**0.5  # the ratio of height to width of a sheet of paper
LONGEST = 40  # letters of a frame's title
ROOM = 1150.0  # the width of a screen without the panel, at a readable size


class DrawingError(GraphError):
    """The drawing cannot be made because pygraphviz is not installed."""


@dataclass(frozen=True)
class Layout:
    """Centres of nodes and points of edges, in pixels from the top left, and the total size.

    An edge is a chain of cubic Bézier curves, each with three points after the common first one, and a straight tip.
    A frame is its title, the coordinates of its top left corner, its width and its height.
    """

    nodes: dict[str, tuple[float, float]]
    edges: dict[tuple[str, str], list[tuple[float, float]]]
    width: float
    height: float
    frames: tuple[tuple[str, float, float, float, float], ...] = ()

    def path(self, edge: tuple[str, str]) -> str:
        """Return an edge as SVG path data."""
        first, *curves, tip = (f"{x:g},{y:g}" for x, y in self.edges[edge])
        return f"M{first}C{' '.join(curves)}L{tip}"


def width_of(label: str, below: str = "") -> int:
    """Return the width of a node with this label, and with the text `below` under it in smaller letters.

    >>> width_of("KS Lemma 5") < width_of("Yun E.3.1, display 7")
    True
    >>> width_of("KS Lemma 5") < width_of("KS Lemma 5", "proved modulo cited")
    True
    """
    return max(92, round(LETTER * len(label) + 22), round(LETTER * len(below) + 18))


def layout(graph: nx.DiGraph, widths: dict[str, int]) -> Layout:
    """Lay out a graph with nodes of these widths, without redundant edges, the largest component first."""
    return _packed(_parts(graph, widths))


def _parts(graph: nx.DiGraph, widths: dict[str, int]) -> list[Layout]:
    needed = nx.DiGraph()
    needed.add_nodes_from(order(graph))
    needed.add_edges_from(sorted((x, y) for x, y, data in graph.edges(data=True) if not data.get("redundant")))
    place = {x: k for k, x in enumerate(needed)}
    parts = sorted(
        (sorted(c, key=place.__getitem__) for c in nx.weakly_connected_components(needed)),
        key=lambda c: (-len(c), place[c[0]]),
    )
    return [_part(needed.subgraph(c), c, widths) for c in parts]


def place(paper: str, section: str) -> str:
    """Return the name of a section, with its title if it is known.

    >>> place("KS", "B.1"), place("Mine", "2"), place("Mine", "")
    ('KS B.1: Projection of input tokens', 'Mine, section 2', 'Mine')
    """
    known = section_titles().get(paper, {}).get(section)
    title = f"{paper} {section}: {known}" if known else f"{paper}, section {section}" if section else paper
    return title if len(title) <= LONGEST else title[: LONGEST - 1] + "…"


def sectioned(graph: nx.DiGraph, widths: dict[str, int], width: float | None = None) -> Layout:
    """Lay out each section of a paper in its own frame.

    The frames follow the order of the papers, each placed as high as it fits. Without a width, the drawing has about
    the proportions of a sheet of paper.
    """
    sections: dict[tuple[str, str], list[str]] = {}
    for x in order(graph):
        data = graph.nodes[x]
        sections.setdefault((str(data.get("paper", "")), str(data.get("section", ""))), []).append(x)
    insides = []
    for paper, section in sorted(sections, key=lambda place: (place[0], _numbered(place[1]))):
        ids = sections[paper, section]
        parts = [p for part in _parts(graph.subgraph(ids), widths) for p in _narrow(part, widths)]
        area = sum((p.width + GAP) * (p.height + GAP) for p in parts)
        title = place(paper, section)
        insides.append((title, _packed(parts, max(1.5 * area**0.5, LETTER * len(title)))))
    least = max(_wide(title, inside) for title, inside in insides)
    if width is None:
        area = sum((inside.width + 2 * PAD) * (inside.height + HEAD + PAD) for _, inside in insides)
        tried = [_framed(insides, max(least, (area * k / 12) ** 0.5)) for k in range(7, 22)]
        found = min(tried, key=lambda one: abs(one.height / one.width - SHEET))
    else:
        found = _framed(insides, max(least, width))
    edges = dict(found.edges)
    for x, y, data in sorted(graph.edges(data=True), key=lambda edge: edge[:2]):
        if not data.get("redundant") and (x, y) not in edges:
            edges[x, y] = _across(found.nodes[x], found.nodes[y])
    return Layout(found.nodes, edges, found.width, found.height, found.frames)


def _numbered(section: str) -> list[tuple[bool, int, str]]:
    """Return a key that sorts sections by number: 3.10 after 3.9, appendices last.

    >>> sorted(["A.2", "3.10", "3.9", "B", ""], key=_numbered)
    ['', '3.9', '3.10', 'A.2', 'B']
    """
    return [(not x.isdecimal(), int(x) if x.isdecimal() else 0, x) for x in re.findall(r"\d+|[^\W\d]+", section)]


def _narrow(part: Layout, widths: dict[str, int]) -> list[Layout]:
    """Return the layout if it fits into a frame, otherwise one layout for each of its nodes, layer by layer."""
    if part.width <= WIDEST:
        return [part]
    ids = sorted(part.nodes, key=lambda x: (part.nodes[x][1], part.nodes[x][0]))
    return [Layout({x: (widths[x] / 2, HEIGHT / 2)}, {}, float(widths[x]), float(HEIGHT)) for x in ids]


def _wide(title: str, inside: Layout) -> float:
    """Return the width of a frame that holds its content and its title."""
    return max(inside.width, LETTER * len(title)) + 2 * PAD


def _framed(insides: list[tuple[str, Layout]], width: float) -> Layout:
    """Put the layouts into frames, side by side up to this width, each as high as it fits."""
    nodes: dict[str, tuple[float, float]] = {}
    edges: dict[tuple[str, str], list[tuple[float, float]]] = {}
    frames: list[tuple[str, float, float, float, float]] = []
    free = [(0.0, width, 0.0)]  # the skyline: left end, right end, and the depth that is occupied between them
    for title, inside in insides:
        wide, high = _wide(title, inside), inside.height + HEAD + PAD
        fits = [left for left, _, _ in free if left + wide <= width]
        x = min(fits, key=lambda left: (_depth(free, left, left + wide + GAP), left))
        y = _depth(free, x, x + wide + GAP)
        frames.append((title, x, y, wide, high))
        nodes |= {id: (round(x + PAD + u, 1), round(y + HEAD + v, 1)) for id, (u, v) in inside.nodes.items()}
        edges |= {
            edge: [(round(x + PAD + u, 1), round(y + HEAD + v, 1)) for u, v in points]
            for edge, points in inside.edges.items()
        }
        end, below = min(x + wide + GAP, width), y + high + GAP
        cut = [(a, min(b, x), h) for a, b, h in free if a < x] + [(max(a, end), b, h) for a, b, h in free if b > end]
        free = sorted([*cut, (x, end, below)])
    across = max(x + wide for _, x, _, wide, _ in frames)
    down = max(y + high for _, _, y, _, high in frames)
    return Layout(nodes, edges, round(across, 1), round(down, 1), tuple(frames))


def _depth(free: list[tuple[float, float, float]], left: float, right: float) -> float:
    """Return the occupied depth between two ends."""
    return max(h for a, b, h in free if a < right and b > left)


def _across(start: tuple[float, float], end: tuple[float, float]) -> list[tuple[float, float]]:
    """Return a curve from the lower or upper side of one node to the facing side of another."""
    (a, b), (c, d) = start, end
    side = HEIGHT / 2 if b < d else -HEIGHT / 2
    b, d = b + side, d - side
    tip = d - (6 if side > 0 else -6)
    bend = max(abs(tip - b) / 3, 20) * (1 if side > 0 else -1)
    return [(a, round(b, 1)), (a, round(b + bend, 1)), (c, round(tip - bend, 1)), (c, round(tip, 1)), (c, round(d, 1))]


def _part(graph: nx.DiGraph, ids: list[str], widths: dict[str, int]) -> Layout:
    if len(ids) == 1:
        width = float(widths[ids[0]])
        return Layout({ids[0]: (width / 2, HEIGHT / 2)}, {}, width, float(HEIGHT))
    names = {x: f"n{k}" for k, x in enumerate(ids)}
    sparing = "nslimit=1, nslimit1=1, mclimit=0.3"  # without these, a large graph takes half a minute
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
    """Parse the points of Graphviz's "e,x,y x,y x,y …", with y from the top and the arrow's tip moved to the end."""
    points: list[tuple[float, float]] = []
    tips: list[tuple[float, float]] = []
    for part in pos.split():
        *end, x, y = part.split(",")
        (tips if end == ["e"] else points).append((float(x), height - float(y)))
    return points + (tips or points[-1:])


def _packed(parts: list[Layout], width: float = ROOM) -> Layout:
    """Place the layouts side by side in rows."""
    room = max([width, *(p.width for p in parts)])
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


def drawn(dot: str, format: str, placed: bool = False) -> bytes:
    """Run Graphviz on DOT and return "svg", "png", or "json0" with all positions.

    With `placed`, nodes and edges keep the positions given in the DOT.

    Raises
    ------
    DrawingError
        if pygraphviz is not installed.
    """
    try:
        import pygraphviz
    except ImportError:
        raise DrawingError(
            "drawing needs pygraphviz, which contains Graphviz: pip install 'lemmata[drawing]'"
        ) from None
    graph = pygraphviz.AGraph(string=dot)
    try:
        drawn: bytes = graph.draw(format=format, prog="nop" if placed else "dot")
    finally:
        graph.close()
    return drawn
