"""The record of the last check says what the check said, and nothing once something has changed."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from proofs.checking.changed_proofs import believed
from proofs.checking.check import check
from proofs.checking.replay.chapters import listed
from proofs.checking.report import Report
from proofs.checking.store.cache import Cache
from proofs.checking.store.last_check import Wordings, keep, recorded

FOLDER = Path(__file__).parents[2] / "made_up"
CHAPTERS = ("small_library", "small_paper")


@pytest.fixture(autouse=True)
def on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))


@pytest.fixture
def report(tmp_path: Path) -> Report:
    """The report of a check, which is recorded."""
    found = check(chapters=CHAPTERS, cache=Cache(tmp_path))
    keep(found, Cache(tmp_path), jobs=1)
    return found


def test_it_says_what_the_check_said(report: Report, tmp_path: Path) -> None:
    found = recorded(CHAPTERS, Cache(tmp_path))
    assert found is not None
    assert found.to_json() == report.to_json()
    assert found.fails == report.fails
    assert [t.stored for t in found.theorems] == [t.stored for t in report.theorems]
    assert found.by_id.keys() == report.by_id.keys()
    assert found.notions["Toy"].definitions == report.notions["Toy"].definitions


def test_wordings_that_another_process_deletes_are_missed_by_name(report: Report, tmp_path: Path) -> None:
    found = recorded(CHAPTERS, Cache(tmp_path))
    assert found is not None
    for path in tmp_path.rglob("wordings*"):
        path.unlink()
    with pytest.raises(FileNotFoundError, match="run this one again"):
        found.to_json()


def test_of_one_paper_it_says_what_is_its_own(report: Report) -> None:
    assert report.of_paper("Toy").to_json()["items"] == report.to_json()["items"]
    assert report.of_paper("Other").to_json()["items"] == report.of_paper("Other").to_json()["errata"] == []


def test_what_was_made_of_it_is_made_once(report: Report, tmp_path: Path) -> None:
    made: list[str] = []

    def make() -> bytes:
        made.append("again")
        return b"a picture"

    for _ in range(2):  # a report makes it once, and a record keeps it
        assert report.remembered("picture", "small_paper", make) == b"a picture"
    for _ in range(2):
        found = recorded(CHAPTERS, Cache(tmp_path))
        assert found is not None and found.remembered("picture", "small_paper", make) == b"a picture"
    assert len(made) == 2


def test_no_check_no_record(tmp_path: Path) -> None:
    assert recorded(CHAPTERS, Cache(tmp_path)) is None
    assert recorded(CHAPTERS, Cache(None)) is None


def test_a_changed_source_ends_it(report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read, changed = Path.read_bytes, FOLDER / "small_library.py"
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + b"#" * (path == changed))
    assert recorded(CHAPTERS, Cache(tmp_path)) is None


@pytest.mark.parametrize("name", ["small_paper", "Toy.refute", "wordings"])
def test_a_changed_proof_or_wording_ends_it(report: Report, tmp_path: Path, name: str) -> None:
    (path,) = tmp_path.glob(f"{name}-*.json")
    path.write_bytes(path.read_bytes() + b" ")
    assert recorded(CHAPTERS, Cache(tmp_path)) is None


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("items", 5),
        ("items", [{"id": 3}]),
        ("kept", [["a"]]),
        ("summary", []),
        ("theorems", [{"name": "a", "uses": "b"}]),
        ("date", None),
    ],
)
def test_fields_of_the_wrong_kind_are_damage(report: Report, tmp_path: Path, part: str, value: Any) -> None:
    (path,) = tmp_path.glob("record-*.json")
    header, body = map(json.loads, path.read_text().split("\n"))
    body[part] = value
    text = json.dumps(body)
    header["sha256"] = hashlib.sha256(text.encode()).hexdigest()
    path.write_text(f"{json.dumps(header)}\n{text}")
    cache = Cache(tmp_path)
    assert recorded(CHAPTERS, cache) is None
    assert "damaged" in cache.warnings[0]


def test_a_check_does_not_ask_it(report: Report, tmp_path: Path) -> None:
    """A forged record changes no status of a check."""
    (path,) = tmp_path.glob("record-*.json")
    text = path.read_text().split("\n")[1].replace("unproved", "proved").replace("refuted", "proved")
    header = json.loads(path.read_text().split("\n")[0]) | {"sha256": hashlib.sha256(text.encode()).hexdigest()}
    path.write_text(f"{json.dumps(header)}\n{text}")
    forged = recorded(CHAPTERS, Cache(tmp_path))
    assert forged is not None and forged.by_id["Toy:lemma-5"].printed == "proved"
    again = check(chapters=CHAPTERS, cache=Cache(tmp_path))
    assert [r.status for r in again.items] == [r.status for r in report.items]
    assert again.by_id["Toy:lemma-5"].printed == "refuted"


def test_a_check_of_a_users_paper_takes_nothing_from_the_record(report: Report, tmp_path: Path) -> None:
    """It may read files that are no sources."""
    assert recorded(CHAPTERS, Cache(tmp_path)) is not None
    assert believed(CHAPTERS, Cache(tmp_path)) is None


ASKED = ["KS:lemma-7", "KS:eq-113", "Yun:lemma-7"]


@pytest.mark.parametrize(("ids", "paper"), [(ASKED, None), (None, "liu"), (ASKED, "KS")])
def test_results_from_the_record_are_those_of_a_check(
    library_report: Report, library_cache: Path, ids: list[str] | None, paper: str | None
) -> None:
    found = believed(listed(), Cache(library_cache), ids, paper)
    assert found is not None
    anew = check(ids, paper=paper, cache=Cache(library_cache), replay=True)
    assert (anew.summary["believed"], found.summary["replayed"]) == (0, 0)

    def said(report: Report) -> object:
        items = [r.to_json() | {"seconds": 0} for r in report.items]
        lints = [w for w in report.lint_warnings if w.lint != "unused-lemma"]  # a part does not tell what is unused
        counts = {name: report.summary[name] for name in ("statements", "status", "papers")}
        return items, report.errata, report.constants, report.fails, lints, report.papers, counts

    assert said(found) == said(anew)


def test_wordings_of_an_earlier_report_are_used_where_nothing_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = check(chapters=CHAPTERS, cache=Cache(tmp_path))
    keep(report, Cache(tmp_path), jobs=1)
    monkeypatch.setattr("proofs.checking.store.last_check._said", lambda items: pytest.fail(str(items)))
    again = replace(check(chapters=CHAPTERS, cache=Cache(tmp_path)), key="of changed sources")
    keep(again, Cache(tmp_path), jobs=1)
    monkeypatch.undo()
    newest = Cache(tmp_path).newest("wordings", Wordings)
    assert newest is not None and newest.words == {r.id: tuple(x.wording for x in r.lines) for r in report.items}
    changed = replace(report, items=(replace(report.items[0], lines=report.by_id["Toy:lemma-2"].lines),), key="other")
    keep(changed, Cache(tmp_path), jobs=1)
    newest = Cache(tmp_path).newest("wordings", Wordings)
    assert newest is not None and newest.words == {r.id: tuple(x.wording for x in r.lines) for r in changed.items}
