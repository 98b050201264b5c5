"""The dependency graph of statements, read off the proofs of a report.

Nodes are statements and displayed formulas; an edge runs from a prerequisite to a statement whose proof applies it, and
from a definition to a statement that uses it in its formulas. Every node carries plain data (`node_data`). Every edge
has a `kind`, `applies` or `is written with`, and says whether it is `redundant`, that is, implied by a longer path.
Redundant edges are marked, not dropped, so that the graph stays complete.

`proof_graph`     the graph of a report
`order`           prerequisites first, the same on every run; a cycle is an error that names it
`rests_on`        all prerequisites of a statement, and the citations, argued and tested steps below it
`another_way`     the statements that the papers' proofs cite and the proofs here do not use
`falls_if`        all statements that depend on a statement
`closures`        `rests_on` and `falls_if` for all statements at once
`contracted`      the graph of some statements, with an edge for each path through the others
`longest_chain`   the longest path through the proofs
`part`            the prerequisites and dependents of a statement, or one paper
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from proofs.builder.diagnostics import nearest
from proofs.builder.paper import UNNAMED

if TYPE_CHECKING:
    import networkx as nx

    from proofs.checking.report import Report, Result


CAPTION = 60  # the length of the caption in a label


class GraphError(ValueError):
    """A question about the graph cannot be answered: an unknown id, a negative depth."""


class Cycle(GraphError):
    """Statements that depend on each other; `ids` lists the cycle once."""

    def __init__(self, ids: list[str]) -> None:
        """Name the cycle in the message."""
        self.ids = ids
        super().__init__("statements rest on each other: " + " → ".join([*ids, ids[0]]))


@dataclass(frozen=True)
class Foundations:
    """The foundations of a statement: its prerequisites, and the steps among them that have no proof.

    `statements` lists the prerequisites in order of dependency. `supports` lists what these or the statement itself
    assume without proof: its `kind` (cited, argued, tested), `what` it is, and `where`, the first id that uses it.
    """

    statements: list[str]
    supports: list[dict[str, str]]


def proof_graph(report: Report) -> nx.DiGraph:
    """Return the graph of a report: a node for each result, an edge for each applied statement and used definition.

    A node's `another_way` lists the statements that the paper's proof cites and the proof here does not use.

    Raises
    ------
    GraphError
        if a proof applies a statement that is not in the report, because only some ids were checked.
    Cycle
        if statements depend on each other.
    """
    import networkx as nx

    graph = nx.DiGraph()
    for result in report.items:
        graph.add_node(result.id, **node_data(result))
    for result in report.items:
        for used in result.rests_directly_on:
            if used not in graph:
                raise GraphError(f"{result.id} applies {used}, which the report does not hold: check everything")
            graph.add_edge(used, result.id, kind="applies" if used in result.uses else "is written with")
    marked(graph)
    for id, cited in another_way(report).items():
        graph.nodes[id]["another_way"] = cited
    return graph


def another_way(report: Report) -> dict[str, list[str]]:
    """Map statements to those that the paper's proof cites and the proof here does not use, where there are any."""
    above = {r.id: r.uses for r in report.items}
    out = {}
    for r in report.items:
        reached = _reached(above, r.id, None) if r.cites else set()
        other = [cited for cited in r.cites if cited not in reached]
        if other:
            out[r.id] = other
    return out


def node_data(result: Result) -> dict[str, Any]:
    """Return the attributes of a node: strings, lists and counts.

    `name` is the paper's name for it, `label` the name with the beginning of the caption, `says` the caption. `latex`
    is the form that later results use; `status` covers both forms.
    """
    used = "corrected" if result.corrected else "printed"
    name = f"{result.paper} {name_of(result)}"
    data = {
        "name": name,
        "label": f"{name} ({shorten(result.says, CAPTION, placeholder=' …')})" if result.says else name,
        "paper": result.paper,
        "section": result.section,
        "equations": list(result.equations),
        "index": list(result.index),
        "kind": result.kind,
        "says": result.says,
        "latex": gathered([x.wording.latex for x in result.lines if x.form in (used, "defines")]),
        "status": result.status,
        "printed": result.printed,
        "corrected": result.corrected,
        "narrower": result.narrower,
        "evidence": dict(sorted(result.evidence.items())),
        "rests_on": [f"{x.kind}: {x.what}" for x in result.rests_on],
        "cites": list(result.cites),
    }
    if result.corrected:
        data["latex_printed"] = gathered([x.wording.latex for x in result.lines if x.form == "printed"])
    return data


def name_of(r: Result) -> str:
    """Return the name of the statement in its paper.

    Examples are "Lemma 5", "(101)", "(94), (95)" and "E.3.1, display 7"; otherwise it is made from the id.
    """
    if r.kind != "display" and r.index:
        return r.index[0]
    if r.equations:
        return ", ".join(f"({e})" for e in r.equations)
    if r.index and r.index[0].endswith("]"):
        section, _, place = r.index[0][:-1].partition("[")
        return f"{section}, display {place}"
    name = r.id.partition(":")[2]
    kind, _, number = name.partition("-")
    return f"({number})" if kind == "eq" and number else f"{r.kind.capitalize()} {number}" if kind == r.kind else name


def gathered(lines: Sequence[str]) -> str:
    """Join lines of LaTeX into one formula for maths mode."""
    if len(lines) < 2:
        return "".join(lines)
    body = " \\\\\n".join(lines)
    return f"\\begin{{gathered}}\n{body}\n\\end{{gathered}}"


def marked(graph: nx.DiGraph) -> nx.DiGraph:
    """Mark each edge as `redundant` if a longer path implies it, and return the same graph.

    >>> import networkx as nx
    >>> graph = marked(nx.DiGraph([("a", "b"), ("b", "c"), ("a", "c")]))
    >>> [edge for edge in graph.edges if graph.edges[edge]["redundant"]]
    [('a', 'c')]
    """
    import networkx as nx

    order(graph)
    needed = nx.transitive_reduction(graph).edges
    for edge in graph.edges:
        graph.edges[edge]["redundant"] = edge not in needed
    return graph


def order(graph: nx.DiGraph) -> list[str]:
    """Return all ids, prerequisites first, in alphabetical order where there is a choice.

    >>> import networkx as nx
    >>> order(nx.DiGraph([("b", "a"), ("a", "d"), ("c", "d")]))
    ['b', 'a', 'c', 'd']
    """
    ordered = _sorted({x: list(graph.predecessors(x)) for x in graph})
    if len(ordered) < len(graph):
        raise Cycle(_cycle(graph))
    return ordered


def _sorted(before: Mapping[str, Sequence[str]]) -> list[str]:
    """Sort the ids topologically; ids on or behind a cycle are missing."""
    after: dict[str, list[str]] = {}
    for x, others in before.items():
        for other in dict.fromkeys(others):
            after.setdefault(other, []).append(x)
    waiting = {x: len(set(others)) for x, others in before.items()}
    ready = [x for x, count in waiting.items() if not count]
    heapify(ready)
    out = []
    while ready:
        out.append(heappop(ready))
        for x in after.get(out[-1], ()):
            waiting[x] -= 1
            if not waiting[x]:
                heappush(ready, x)
    return out


def _cycle(graph: nx.DiGraph) -> list[str]:
    """Return the ids of one cycle, starting at the alphabetically first; the same on every run."""
    import networkx as nx

    tied = min((sorted(c) for c in nx.strongly_connected_components(graph) if len(c) > 1), default=[])
    if not tied:
        return [min(nx.nodes_with_selfloops(graph))]
    within = graph.subgraph(tied)
    before = min(p for p in within.predecessors(tied[0]))
    return list(nx.shortest_path(within, tied[0], before))


def _known(graph: nx.DiGraph, id: str) -> str:

    if id not in graph:
        raise GraphError(f"no statement has the id {id!r}{nearest(id, graph)}")
    return id


def rests_on(graph: nx.DiGraph, id: str) -> Foundations:
    """Return everything that the statement depends on, directly or indirectly, like Lean's `#print axioms`.

    >>> import networkx as nx
    >>> graph = nx.DiGraph([("lemma", "theorem")])
    >>> nx.set_node_attributes(graph, {"lemma": ["cited: Lusin's theorem"], "theorem": []}, "rests_on")
    >>> rests_on(graph, "theorem")
    Foundations(statements=['lemma'], supports=[{'kind': 'cited', 'what': "Lusin's theorem", 'where': 'lemma'}])
    """
    import networkx as nx

    above = nx.ancestors(graph, _known(graph, id))
    return _foundations(_supports(graph), id, [x for x in order(graph) if x in above])


def _supports(graph: nx.DiGraph) -> dict[str, list[str]]:
    return {x: data["rests_on"] for x, data in graph.nodes(data=True)}


def around(report: Report, id: str) -> tuple[Foundations, list[str]]:
    """Return `rests_on` and `falls_if` of a statement in the graph of a report, without building the graph."""
    above = {r.id: r.rests_directly_on for r in report.items}
    below: dict[str, list[str]] = {}
    for r in report.items:
        for used in above[r.id]:
            below.setdefault(used, []).append(r.id)
    ordered = _sorted(above)
    if len(ordered) < len(above):
        proof_graph(report)  # raises an error that names the cycle or the missing statement
    up, down = _reached(above, id, None), _reached(below, id, None)
    supports = {r.id: [f"{x.kind}: {x.what}" for x in r.rests_on] for r in report.items}
    foundations = _foundations(supports, id, [x for x in ordered if x in up and x != id])
    return foundations, [x for x in ordered if x in down and x != id]


def _foundations(supports: Mapping[str, Sequence[str]], id: str, statements: list[str]) -> Foundations:
    where: dict[str, str] = {}
    for x in [*statements, id]:  # every dependent repeats a support: the first statement with it is its origin
        for support in supports[x]:
            where.setdefault(support, x)
    rows = [dict(zip(("kind", "what"), s.split(": ", 1), strict=True), where=x) for s, x in where.items()]
    return Foundations(statements, rows)


def closures(graph: nx.DiGraph) -> dict[str, tuple[Foundations, list[str]]]:
    """Map every statement to its `rests_on` and `falls_if`."""
    ordered = order(graph)
    above: dict[str, set[str]] = {}
    below: dict[str, set[str]] = {}
    for x in ordered:
        above[x] = set().union(*(above[p] | {p} for p in graph.predecessors(x)))
    for x in reversed(ordered):
        below[x] = set().union(*(below[s] | {s} for s in graph.successors(x)))
    place, supports = {x: k for k, x in enumerate(ordered)}, _supports(graph)
    return {
        x: (_foundations(supports, x, sorted(above[x], key=place.__getitem__)), sorted(below[x], key=place.__getitem__))
        for x in graph
    }


def falls_if(graph: nx.DiGraph, id: str) -> list[str]:
    """Return the statements that would lose their proof without this one, prerequisites first.

    >>> import networkx as nx
    >>> falls_if(nx.DiGraph([("lemma", "theorem"), ("theorem", "corollary")]), "lemma")
    ['theorem', 'corollary']
    """
    import networkx as nx

    below = nx.descendants(graph, _known(graph, id))
    return [x for x in order(graph) if x in below]


def longest_chain(graph: nx.DiGraph) -> list[str]:
    """Return the longest path through the proofs, from the first prerequisite to the last result.

    Among equally long paths, it is the first in alphabetical order.

    >>> import networkx as nx
    >>> longest_chain(nx.DiGraph([("lemma", "theorem"), ("theorem", "corollary"), ("remark", "corollary")]))
    ['lemma', 'theorem', 'corollary']
    """
    longest: dict[str, list[str]] = {}
    for x in order(graph):
        before = min((longest[p] for p in graph.predecessors(x)), key=lambda way: (-len(way), way), default=[])
        longest[x] = [*before, x]
    return min(longest.values(), key=lambda way: (-len(way), way), default=[])


def part(
    graph: nx.DiGraph,
    *,
    above: str | None = None,
    below: str | None = None,
    depth: int | None = None,
    paper: str | None = None,
) -> nx.DiGraph:
    """Return a copy of part of the graph, in which redundant edges are marked again.

    Parameters
    ----------
    above
        Keep this statement and its prerequisites.
    below
        Keep this statement and its dependents. With `above`, both parts are kept.
    depth
        Keep only nodes at most this many edges from the statement.
    paper
        Keep the statements of this paper only.

    >>> import networkx as nx
    >>> graph = nx.DiGraph([("lemma", "theorem"), ("theorem", "corollary")])
    >>> nx.set_node_attributes(graph, "Mine", "paper")
    >>> list(part(graph, above="theorem"))
    ['lemma', 'theorem']
    """
    import networkx as nx

    if depth is not None and depth < 0:
        raise GraphError(f"a depth is 0 or more, not {depth}")
    if depth is not None and above is None and below is None:
        raise GraphError("a depth is counted from a statement: say above or below which")
    papers = sorted({data["paper"] for _, data in graph.nodes(data=True)})
    if paper is not None and paper not in papers:
        raise GraphError(f"no paper is called {paper!r}; there are {', '.join(papers)}")
    keep: set[str] = set(graph)
    if above is not None or below is not None:
        up = _reached(graph.pred, _known(graph, above), depth) if above is not None else set()
        down = _reached(graph.succ, _known(graph, below), depth) if below is not None else set()
        keep = up | down
    chosen = {x: dict(data) for x, data in graph.nodes(data=True) if x in keep and paper in (None, data["paper"])}
    out = nx.DiGraph()
    out.add_nodes_from(chosen.items())
    out.add_edges_from((x, y, dict(data)) for x, y, data in graph.edges(data=True) if x in chosen and y in chosen)
    return marked(out)


def contracted(graph: nx.DiGraph, keep: Container[str]) -> nx.DiGraph:
    """Return a copy with only the nodes in `keep`, and an edge for each path whose inner nodes are all left out.

    The edge for a longer path has the kind `applies`.

    >>> import networkx as nx
    >>> graph = marked(nx.DiGraph([("a", "x"), ("x", "b"), ("x", "y"), ("y", "c")]))
    >>> sorted(contracted(graph, {"a", "b", "c"}).edges)
    [('a', 'b'), ('a', 'c')]
    """
    import networkx as nx

    out = nx.DiGraph()
    out.add_nodes_from((x, dict(data)) for x, data in graph.nodes(data=True) if x in keep)
    sources: dict[str, set[str]] = {}  # for each node, the kept nodes with a path to it through nodes left out
    for y in order(graph):
        sources[y] = set().union(*({x} if x in keep else sources[x] for x in graph.predecessors(y)))
        if y in keep:
            out.add_edges_from(
                (x, y, {"kind": graph.edges.get((x, y), {}).get("kind", "applies")}) for x in sorted(sources[y])
            )
    return marked(out)


def named(graph: nx.DiGraph) -> nx.DiGraph:
    """Contract the graph to named statements (lemmas, definitions, …), without displays and facts of the text.

    >>> import networkx as nx
    >>> graph = nx.DiGraph([("lemma", "eq-1"), ("eq-1", "theorem")])
    >>> nx.set_node_attributes(graph, {"lemma": "lemma", "eq-1": "display", "theorem": "theorem"}, "kind")
    >>> list(named(graph).edges)
    [('lemma', 'theorem')]
    """
    return contracted(graph, {x for x, data in graph.nodes(data=True) if data["kind"] not in UNNAMED})


def _reached(successors: Mapping[str, Iterable[str]], start: str, depth: int | None) -> set[str]:
    distance = {start: 0}
    work = deque([start])
    while work:
        x = work.popleft()
        for y in successors.get(x, ()) if depth is None or distance[x] < depth else ():
            if y not in distance:
                distance[y] = distance[x] + 1
                work.append(y)
    return set(distance)
