"""The manifest: valid by its schema, complete, and the same for the same proofs."""

import json

import jsonschema
import msgspec
import networkx as nx
import pytest

from proofs.checking.report import Report
from proofs.export.graph import falls_if, name_of, rests_on
from proofs.export.manifest import text
from proofs.export.schema import Manifest, json_schema


def validate(data: object) -> None:
    schema = json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(data)


def test_the_manifest_is_valid_by_its_schema(report: Report, library_report: Report) -> None:
    validate(json.loads(text(report)))
    validate(json.loads(text(library_report)))


@pytest.mark.parametrize(
    ("field", "value"), [("status", "verified"), ("printed", "mended"), ("lines", None), ("surprise", 1)]
)
def test_the_schema_rejects_unknown_values_and_fields(field: str, value: object, report: Report) -> None:
    data = json.loads(text(report))
    data["statements"][0][field] = value
    with pytest.raises(jsonschema.ValidationError):
        validate(data)


def test_renamed_keys_keep_their_former_names_for_one_version(report: Report) -> None:
    data, definitions = json.loads(text(report)), json_schema()["$defs"]
    for rows, names, definition in (
        (data["papers"], ["corrected"], "Paper"),
        (data["statements"], ["corrected"], "Statement"),
        (data["errata"], ["corrected", "corrected_status"], "Erratum"),
    ):
        for name in names:
            former = name.replace("corrected", "mended")
            assert rows and all(row[former] == row[name] for row in rows)
            assert definitions[definition]["properties"][former]["deprecated"] is True
            assert name in definitions[definition]["required"] and former not in definitions[definition]["required"]


def test_it_contains_the_graph(library_manifest: Manifest, library_graph: nx.DiGraph) -> None:
    data, graph = library_manifest, library_graph
    found = nx.DiGraph([(e.source, e.target) for e in data.edges])
    found.add_nodes_from(s.id for s in data.statements)
    assert set(found) == set(graph)
    assert set(found.edges) == set(graph.edges)
    assert {(e.source, e.target) for e in data.edges if e.redundant} == {
        (x, y) for x, y, d in graph.edges(data=True) if d["redundant"]
    }
    for s in data.statements[::9]:
        below = rests_on(graph, s.id)
        assert msgspec.to_builtins(s.rests_on) == {"statements": below.statements, "supports": below.supports}
        assert s.falls_if == falls_if(graph, s.id)
        assert {*s.uses, *s.notions} == set(graph.predecessors(s.id))
        assert set(s.used_by) == set(graph.successors(s.id))


def test_every_name_in_it_has_an_entry(library_manifest: Manifest, library_report: Report) -> None:
    data = library_manifest
    statements, theorems = {s.id for s in data.statements}, {t.name for t in data.theorems}
    errata, constants = {e.id for e in data.errata}, {c.id for c in data.constants}
    for s in data.statements:
        assert set(s.theorems) <= theorems
        assert set(s.errata) <= errata
        assert set(s.constants) <= constants
    for t in data.theorems:
        assert t.statement is None or t.statement in statements
        assert set(t.uses) <= theorems
    assert data.order and set(data.order) == statements
    counted = sum(p.status.get("proved", 0) for p in data.papers)
    assert counted == sum(r.status == "proved" for r in library_report.items)


def test_it_does_not_depend_on_time(report: Report) -> None:
    from dataclasses import replace

    slower = replace(report, items=tuple(replace(r, seconds=r.seconds + 1) for r in report.items))
    assert text(slower) == text(report)


def test_names(report: Report) -> None:
    names = {r.id: name_of(r) for r in report.items}
    assert names["KS:lemma-5"] == "Lemma 5"
    assert names["Liu:eq-B.21"] == "(B.21)"
