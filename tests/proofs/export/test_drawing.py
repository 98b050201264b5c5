"""Sections in frames: each holds its own statements, none overlap, and the drawing has about the shape of a sheet."""

from itertools import combinations

import networkx as nx
import pytest

from proofs.export.drawing import HEIGHT, SHEET, sectioned
from proofs.export.schema import Formula, Manifest, Theorem
from proofs.export.site.urls import PI_BOUND, Site


def test_frames_hold_their_statements_and_do_not_overlap() -> None:
    graph = nx.DiGraph()
    for k in range(120):
        graph.add_node(f"P:{k}", paper="P", section=str(k % 11))
    graph.add_edges_from((f"P:{k}", f"P:{k + 11}") for k in range(0, 100, 3))
    graph.add_edge("P:0", "P:1")
    found = sectioned(graph, dict.fromkeys(graph, 100))
    assert [title for title, *_ in found.frames] == [f"P, section {k}" for k in range(11)]
    for (title, x, y, wide, high), k in zip(found.frames, range(11), strict=True):
        for id, (u, v) in found.nodes.items():
            inside = x < u - 50 and u + 50 < x + wide and y < v - HEIGHT / 2 and v + HEIGHT / 2 < y + high
            assert inside == (int(id[2:]) % 11 == k), (title, id)
    for (_, a, b, c, d), (_, x, y, w, h) in combinations(found.frames, 2):
        assert a + c <= x or x + w <= a or b + d <= y or y + h <= b
    assert set(found.edges) == set(graph.edges)
    assert abs(found.height / found.width - SHEET) < 0.5


@pytest.mark.parametrize("letters", [110, 170, 5000])
def test_a_section_may_have_a_long_title(letters: int) -> None:
    graph = nx.DiGraph()
    graph.add_node("P:1", paper="P", section="long " * (letters // 5))
    graph.add_node("P:2", paper="P" * letters, section="2")
    for width in (None, 700.0):
        found = sectioned(graph, dict.fromkeys(graph, 100), width)
        assert found.width < 700
        assert all(title.endswith("…") and len(title) <= 80 for title, *_ in found.frames)
    assert found.width >= max(wide for _, _, _, wide, _ in found.frames)


def test_that_pi_is_positive_is_not_listed_next_to_a_hypothesis_that_determines_pi() -> None:
    none = Formula("", "")
    given = Formula("x = 4(1 − …)", "")
    theorem = Theorem(PI_BOUND, "leibniz", None, None, none, [given], none, {}, [], [], [], "")
    bare = Site(Manifest("lemmata-manifest", 2, [], [], [], [], [], [], [], []))
    site = Site(Manifest("lemmata-manifest", 2, [], [], [], [], [], [], [theorem], []))
    determines, positive = Formula("π = 4(1 − …)", ""), Formula("0 < π", "")
    assert [g.text for g in site.format_hypotheses([determines, positive])] == [determines.text]
    assert site.format_hypotheses([positive])[0].note == "for any such number π"
    shown = bare.format_hypotheses([determines, positive])  # without the theorem, the hypothesis is listed
    assert [g.text for g in shown] == [determines.text, positive.text]
