"""The manifest: as its schema says, complete, and the same for the same proofs."""

import json
from pathlib import Path

import jsonschema
import networkx as nx
import pytest

from proofs.checking.report import Report
from proofs.export.graph import falls_if, rests_on
from proofs.export.manifest import Data, manifest, name_of, written

SCHEMA = json.loads((Path(__file__).parents[3] / "proofs" / "export" / "site" / "schema.json").read_bytes())


def valid(data: object) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.Draft202012Validator(SCHEMA).validate(data)


def test_it_is_as_the_schema_says(report: Report, library_manifest: Data) -> None:
    valid(manifest(report))
    valid(json.loads(written(library_manifest)))


def test_the_schema_refuses_what_it_does_not_know(report: Report) -> None:
    data = manifest(report)
    data["statements"][0]["status"] = "verified"
    with pytest.raises(jsonschema.ValidationError):
        valid(data)


def test_it_holds_the_graph(library_manifest: Data, library_graph: nx.DiGraph) -> None:
    data, graph = library_manifest, library_graph
    found = nx.DiGraph([(e["source"], e["target"]) for e in data["edges"]])
    found.add_nodes_from(s["id"] for s in data["statements"])
    assert set(found) == set(graph)
    assert set(found.edges) == set(graph.edges)
    assert {(e["source"], e["target"]) for e in data["edges"] if e["redundant"]} == {
        (x, y) for x, y, d in graph.edges(data=True) if d["redundant"]
    }
    for s in data["statements"][::9]:
        below = rests_on(graph, s["id"])
        assert s["rests_on"] == {"statements": below.statements, "supports": below.supports}
        assert s["falls_if"] == falls_if(graph, s["id"])
        assert {*s["uses"], *s["notions"]} == set(graph.predecessors(s["id"]))
        assert set(s["used_by"]) == set(graph.successors(s["id"]))


def test_every_name_in_it_is_there(library_manifest: Data, library_report: Report) -> None:
    data = library_manifest
    statements, theorems = {s["id"] for s in data["statements"]}, {t["name"] for t in data["theorems"]}
    errata, constants = {e["id"] for e in data["errata"]}, {c["id"] for c in data["constants"]}
    for s in data["statements"]:
        assert set(s["theorems"]) <= theorems
        assert set(s["errata"]) <= errata
        assert set(s["constants"]) <= constants
    for t in data["theorems"]:
        assert t["statement"] is None or t["statement"] in statements
        assert set(t["uses"]) <= theorems
    assert data["order"] and set(data["order"]) == statements
    counted = sum(p["status"].get("proved", 0) for p in data["papers"])
    assert counted == sum(r.status == "proved" for r in library_report.items)


def test_it_does_not_depend_on_time(report: Report) -> None:
    from dataclasses import replace

    slower = replace(report, items=tuple(replace(r, seconds=r.seconds + 1) for r in report.items))
    assert written(manifest(slower)) == written(manifest(report))


def test_names(report: Report) -> None:
    names = {r.id: name_of(r) for r in report.items}
    assert names["KS:lemma-5"] == "Lemma 5"
    assert names["Liu:eq-B.21"] == "eq-B.21" or names["Liu:eq-B.21"] == "Lemma 5"
