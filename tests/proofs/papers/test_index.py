"""The index covers every statement, displayed formula and sentence of the papers."""

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import proofs.papers
from proofs.builder.paper import PROSE, Paper, Statement
from proofs.checking.report import Report
from proofs.export.library import library

COMPLETE = {"KS", "Yun", "Liu"}  # papers in which every sentence with a claim is covered
INDEX = json.loads((Path(proofs.papers.__file__).parent / "index.json").read_text())


def wanted() -> Iterator[tuple[str, str, str, list[str]]]:
    """(paper, index id, section, equations) of all that must have a node."""
    for paper, rows in INDEX.items():
        for id, kind, section, equations in rows:
            if not kind.startswith(PROSE):
                yield paper, id, section, equations


def paper(key: str) -> Paper:
    """The paper of this key, with its statements."""
    found = import_module(f"proofs.papers.{key.lower()}").chapter
    assert isinstance(found, Paper)
    return found


@pytest.fixture(scope="module")
def stated() -> list[Statement]:
    """The statements of all papers."""
    return [item.statement for item in library.values()]


@pytest.mark.xdist_group("index")
def test_nothing_is_missing(stated: list[Statement]) -> None:
    covered = {(s.paper, i) for s in stated for i in s.index}
    assert [(paper, id) for paper, id, *_ in wanted() if (paper, id) not in covered] == []


@pytest.mark.xdist_group("index")
def test_sections_and_equations_are_those_of_the_index(stated: list[Statement]) -> None:
    for paper, id, section, equations in wanted():
        nodes = [s for s in stated if s.paper == paper and id in s.index]
        assert {s.section for s in nodes} == {section}, id
        assert sorted(e for s in nodes for e in s.equations) == sorted(equations), id


def test_the_index_is_the_papers():
    """The list in the project is the one that came with the papers, where that is at hand."""
    given = Path(__file__).parents[4] / "shared" / "papers" / "index.json"
    if not given.is_file():
        pytest.skip("the papers are not at hand")
    theirs, said = (json.loads(given.with_name(name).read_text()) for name in ("index.json", "prose.json"))
    claiming = {"claim", "existence", "count", "wlog", "remark", "footnote"}
    for rows, (key, entries) in zip(INDEX.values(), theirs.items(), strict=True):
        formal = [row for row in rows if not row[1].startswith(PROSE)]
        assert formal == [[e["id"], e["kind"], e["section"], e.get("equations", [])] for e in entries]
        prose = {(e["id"], PROSE + e["kind"], e["section"]) for e in said[key] if e["kind"] in claiming}
        assert {(id, kind, section) for id, kind, section, _ in rows if kind.startswith(PROSE)} == prose


@pytest.mark.parametrize("key", INDEX)
def test_sentences_are_answered_for(key: str):
    """Each stands at a statement, or there is a reason why nothing can be claimed of it; not both."""
    found = paper(key)
    assert (not found.unanswered) == (key in COMPLETE), found.unanswered
    assert all(len(reason) > 20 and reason.endswith(".") for reason in found.unclaimed.values())
    assert found.unclaimed.keys().isdisjoint(i for s in found.statements.values() for i in s.index)


def test_a_sentence_that_there_is_not_is_refused():
    toy = Paper("T", "toy", "toy", index={"1¶1": "prose: claim", "1[1]": "display", "1¶2": "prose: wlog"})
    toy.state("eq-1", "a display", section="1", index="1[1]")
    for wrong in ("1¶3", "1[1]"):
        with pytest.raises(ValueError, match="no sentence"):
            toy.said_by("eq-1", wrong)
        with pytest.raises(ValueError, match="no sentence"):
            toy.claims_nothing({wrong: "It has a reason."})
    assert toy.unanswered == ["1¶1", "1¶2"]
    toy.said_by("eq-1", "1¶1")
    assert toy.statements["T:eq-1"].index == ("1[1]", "1¶1") and toy.unanswered == ["1¶2"]
    toy.claims_nothing({"1¶2": "It is a way of writing."})
    assert not toy.unanswered


def test_a_statement_stands_at_its_own_place_and_not_at_a_sentence_before_it():
    toy = Paper("T", "toy", "toy", index={"1¶1": "prose: claim", "1[1]": "display", "Lemma 1": "lemma"})
    toy.state("lemma-1", "a lemma", section="1", index="Lemma 1", kind="lemma")
    toy.state("eq-1", "a display", section="1", index="1[1]")
    toy.said_by("lemma-1", "1¶1")
    assert [s.id for s in toy.in_order()] == ["T:eq-1", "T:lemma-1"]


@pytest.mark.parametrize("key", INDEX)
def test_each_claim_serves(key: str, library_report: Report):
    """A statement, an erratum, a constant or another theorem."""
    found = paper(key)
    said = [c for s in found.statements.values() for c in (*s.claims, *(e.by for e in s.errata))]
    said += [c for k in found.constants for c in (k.needed_by, k.sharp_by, k.beyond)]
    used = {u for t in library_report.theorems for u in t.uses} | {c.by for c in said if c}
    assert [name for name in found.proofs if name not in used] == []
