"""The READMEs of the papers: they name folders, files and statements that exist, with the status that they say."""

import re
from pathlib import Path

import pytest

from proofs.checking.report import Report
from proofs.papers import PAPERS

FOLDER = Path(__file__).parents[3] / "proofs" / "papers"


def parts(name: str) -> dict[str, str]:
    """The README of a paper by headings; the introduction is under the title."""
    text = (FOLDER / name / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 60
    return {part.partition("\n")[0]: part for part in re.split(r"^#+ ", text, flags=re.MULTILINE)[1:]}


@pytest.mark.parametrize("name", PAPERS)
def test_its_table_has_the_folders_and_its_files_exist(name: str) -> None:
    text = "".join(parts(name).values())
    rows = re.findall(r"^\| `(\w+)`", text, re.MULTILINE)
    assert sorted(rows) == sorted(file.parent.name for file in (FOLDER / name).glob("*/__init__.py"))
    files = {file.name for file in (FOLDER / name).rglob("*.py")}
    assert set(re.findall(r"`(\w+\.py)`", text)) <= files


@pytest.mark.parametrize("name", PAPERS)
def test_its_statements_have_the_status_that_it_says(name: str, library_report: Report) -> None:
    known = library_report.by_id
    for title, part in parts(name).items():
        results = [known[id] for id in re.findall(r"`(\w+:[\w.-]+)`", part)]
        assert results or title not in ("False as printed", "Open")
        for r in results:
            if title == "False as printed":
                assert r.printed == "refuted", r.id
            elif title == "Open":
                assert any(word in r.status for word in ("open", "no formula", "cited")), r.id
            elif title == "Proved another way":
                assert r.used == "proved", r.id
