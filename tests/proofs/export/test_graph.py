"""The graph of a report, and queries on it."""

from dataclasses import replace
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.checking.report import Report
from proofs.export.graph import Cycle, GraphError, falls_if, longest_chain, marked, order, part, proof_graph, rests_on


@pytest.fixture
def graph(report: Report) -> nx.DiGraph:
    return proof_graph(report)


def test_edges_run_from_what_is_applied_to_what_applies_it(graph: nx.DiGraph, report: Report) -> None:
    assert set(graph.edges) == {(used, r.id) for r in report.items for used in r.uses}
    assert list(graph) == [r.id for r in report.items]


def test_nodes_carry_the_statement(graph: nx.DiGraph) -> None:
    node = graph.nodes["KS:lemma-5"]
    assert (node["paper"], node["section"], node["kind"]) == ("KS", "B.2", "lemma")
    assert (node["equations"], node["index"]) == (["94", "95"], ["Lemma 5"])
    assert (node["printed"], node["corrected"], node["status"]) == (
        "refuted",
        "proved",
        "proved as corrected, false as printed",
    )
    assert node["evidence"] == {"exact": 12, "certified": 3}
    assert (node["latex"], node["latex_printed"]) == (r"x \le x + \delta^{2}", "x < x")


def test_several_lines_are_one_formula(report: Report) -> None:
    first, second, *_ = report.items
    twice = replace(report, items=(first, replace(second, lines=second.lines * 2)))
    latex = proof_graph(twice).nodes["KS:eq-85"]["latex"]
    (line,) = second.lines
    assert latex == f"\\begin{{gathered}}\n{line.wording.latex} \\\\\n{line.wording.latex}\n\\end{{gathered}}"


def test_redundant_edges_are_marked_and_kept(graph: nx.DiGraph) -> None:
    marked = {edge for edge in graph.edges if graph.edges[edge]["redundant"]}
    assert marked == {("KS:definition-3", "KS:lemma-4"), ("KS:eq-85", "KS:lemma-7")}
    assert set(graph.edges) - marked == set(nx.transitive_reduction(graph).edges)


def test_order_puts_prerequisites_first_whatever_the_insertion(graph: nx.DiGraph) -> None:
    expected = ["KS:definition-3", "KS:eq-85", "KS:lemma-4", "KS:lemma-5", "KS:lemma-7", "Liu:eq-B.21"]
    turned = nx.DiGraph(list(graph.edges)[::-1])
    turned.add_nodes_from(graph)
    assert order(graph) == order(turned) == expected


def test_what_a_statement_rests_on(graph: nx.DiGraph) -> None:
    found = rests_on(graph, "KS:lemma-7")
    assert found.statements == ["KS:definition-3", "KS:eq-85", "KS:lemma-4", "KS:lemma-5"]
    assert found.supports == [
        {"kind": "cited", "what": '[Ahl79], Thm. 2; "p. 3"', "where": "KS:lemma-4"},
        {"kind": "argued", "what": "the paper says “clearly”", "where": "KS:lemma-7"},
    ]
    assert rests_on(graph, "KS:definition-3").statements == []


def test_what_falls(graph: nx.DiGraph) -> None:
    assert falls_if(graph, "KS:eq-85") == ["KS:lemma-4", "KS:lemma-5", "KS:lemma-7"]
    assert falls_if(graph, "Liu:eq-B.21") == []


def test_longest_chain(graph: nx.DiGraph) -> None:
    assert longest_chain(graph) == ["KS:definition-3", "KS:eq-85", "KS:lemma-4", "KS:lemma-7"]
    assert longest_chain(nx.DiGraph()) == []


@given(st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(lambda e: e[0] < e[1])))
def test_answers_for_any_graph(edges: set[tuple[int, int]]) -> None:
    graph = nx.DiGraph()
    graph.add_nodes_from((str(9 - k), {"paper": "KS", "rests_on": []}) for k in range(10))
    graph.add_edges_from((str(x), str(y)) for x, y in edges)
    marked(graph)
    place = {x: k for k, x in enumerate(order(graph))}
    assert all(place[x] < place[y] for x, y in graph.edges)
    kept = nx.DiGraph(e for e in graph.edges if not graph.edges[e]["redundant"])
    assert set(nx.transitive_closure(kept).edges) == set(nx.transitive_closure(graph).edges)
    chain = longest_chain(graph)
    assert len(chain) == nx.dag_longest_path_length(graph) + 1
    assert all(graph.has_edge(x, y) for x, y in pairwise(chain))
    for x in graph:
        assert set(rests_on(graph, x).statements) == nx.ancestors(graph, x)
        assert set(falls_if(graph, x)) == nx.descendants(graph, x)
        near = set(nx.single_source_shortest_path_length(graph, x, cutoff=2))
        assert set(part(graph, below=x, depth=2)) == near


def test_a_cycle_is_named() -> None:
    ring = nx.DiGraph([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
    with pytest.raises(Cycle, match="a → b → c → a") as caught:
        order(ring)
    assert caught.value.ids == ["a", "b", "c"]
    with pytest.raises(Cycle, match="x → x"):
        order(nx.DiGraph([("x", "x"), ("a", "x")]))


@pytest.mark.parametrize(
    ("choice", "kept"),
    [
        ({"above": "KS:lemma-5"}, {"KS:definition-3", "KS:eq-85", "KS:lemma-5"}),
        ({"above": "KS:lemma-5", "depth": 1}, {"KS:eq-85", "KS:lemma-5"}),
        ({"below": "KS:lemma-5"}, {"KS:lemma-5", "KS:lemma-7"}),
        ({"below": "KS:eq-85", "depth": 0}, {"KS:eq-85"}),
        ({"above": "KS:lemma-4", "below": "KS:lemma-5", "depth": 1},
         {"KS:definition-3", "KS:eq-85", "KS:lemma-4", "KS:lemma-5", "KS:lemma-7"}),
        ({"paper": "Liu"}, {"Liu:eq-B.21"}),
    ],
)  # fmt: skip
def test_parts(graph: nx.DiGraph, choice: dict, kept: set[str]) -> None:
    small = part(graph, **choice)
    assert set(small) == kept
    assert set(small.edges) == {(x, y) for x, y in graph.edges if {x, y} <= kept}
    assert all(small.nodes[x] == graph.nodes[x] for x in small)


def test_a_part_marks_its_own_redundant_edges(graph: nx.DiGraph) -> None:
    graph.nodes["KS:eq-85"]["paper"] = "Yun"
    small = part(graph, paper="KS")
    assert small.edges["KS:definition-3", "KS:lemma-4"]["redundant"] is False


@pytest.mark.parametrize(
    ("choice", "complaint"),
    [
        ({"above": "KS:lemma-55"}, "'KS:lemma-55'; the nearest: KS:lemma-5"),
        ({"below": "KS:lemma-5", "depth": -1}, "0 or more"),
        ({"depth": 2}, "above or below"),
        ({"paper": "Vaswani"}, "there are KS, Liu"),
    ],
)
def test_parts_that_do_not_exist(graph: nx.DiGraph, choice: dict, complaint: str) -> None:
    with pytest.raises(GraphError, match=complaint):
        part(graph, **choice)


def test_a_report_of_some_ids_has_no_graph(report: Report) -> None:
    with pytest.raises(GraphError, match="KS:eq-85 applies KS:definition-3"):
        proof_graph(replace(report, items=report.items[1:]))
