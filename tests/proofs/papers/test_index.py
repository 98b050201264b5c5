"""Every statement and displayed formula of the papers has a node, found by its id in the index."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import proofs.papers
from proofs.judging.report import Report
from proofs.publish.library import library

STATEMENTS = [item.statement for item in library.values()]
INDEX = json.loads((Path(proofs.papers.__file__).parent / "index.json").read_text())


def wanted() -> Iterator[tuple[str, str, str, list[str]]]:
    """(paper, index id, section, equations) of all that must have a node."""
    for paper, rows in INDEX.items():
        for id, _, section, equations in rows:
            yield paper, id, section, equations


def test_nothing_is_missing():
    covered = {(s.paper, i) for s in STATEMENTS for i in s.index}
    assert [(paper, id) for paper, id, *_ in wanted() if (paper, id) not in covered] == []


def test_sections_and_equations_are_those_of_the_index():
    for paper, id, section, equations in wanted():
        nodes = [s for s in STATEMENTS if s.paper == paper and id in s.index]
        assert {s.section for s in nodes} == {section}, id
        assert sorted(e for s in nodes for e in s.equations) == sorted(equations), id


def test_the_index_is_the_papers():
    """The list in the project is the one that came with the papers, where that is at hand."""
    given = Path(__file__).parents[4] / "shared" / "papers" / "index.json"
    if not given.is_file():
        pytest.skip("the papers are not at hand")
    theirs = dict(zip(("KS", "Yun", "Liu"), json.loads(given.read_text()).values(), strict=True))
    for paper, rows in INDEX.items():
        assert rows == [[e["id"], e["kind"], e["section"], e.get("equations", [])] for e in theirs[paper]]


def test_the_readme_counts_what_the_check_finds(library_report: Report) -> None:
    readme = " ".join((Path(proofs.papers.__file__).parents[2] / "README.md").read_text(encoding="utf-8").split())
    good = sum(r.status in ("proved", "defined") for r in library_report.items)
    mended = sum(r.mended == "proved" for r in library_report.items)
    said = (
        f"Of {len(library_report.items)} statements and displayed formulas, {good} are proved or well-defined, {mended}"
    )
    assert said in readme
    assert f"`lemmata errata` lists {len(library_report.errata)} entries" in readme
