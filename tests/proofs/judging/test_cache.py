"""The cache saves time and nothing else: what is damaged, foreign or forged is redone, what is interrupted is kept."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest

from proofs.judging import chapters
from proofs.judging.cache import KEPT, Cache, default_folder
from proofs.judging.chapters import Established, content_keys, establish, source, volumes
from proofs.judging.check import Report, check

FOLDER = Path(__file__).parents[1] / "made_up"
CHAPTERS = ("small_library", "small_paper")


@pytest.fixture(autouse=True)
def on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))


def run(folder: Path) -> Report:
    return check(chapters=CHAPTERS, cache=Cache(folder))


def statuses(report: Report) -> dict[str, str]:
    return {r.id: r.status for r in report.items}


def entry(folder: Path, name: str) -> Path:
    (path,) = folder.glob(f"{name}-*.json")
    return path


def rewrite(path: Path, change: Any) -> None:
    """Change an entry's body and make its header right again, as a forger would."""
    header, body = map(json.loads, path.read_text().split("\n"))
    change(body)
    text = json.dumps(body)
    header["sha256"] = hashlib.sha256(text.encode()).hexdigest()
    path.write_text(f"{json.dumps(header)}\n{text}")


def test_the_second_run_searches_nothing_and_finds_the_same(tmp_path: Path) -> None:
    first, second = run(tmp_path), run(tmp_path)
    assert (first.summary["cached"], second.summary["cached"]) == (False, True)
    assert statuses(first) == statuses(second)
    assert [x.to_json() for r in first.items for x in r.lines] == [x.to_json() for r in second.items for x in r.lines]
    assert second.warnings == ()


def test_entries_are_plain_json(tmp_path: Path) -> None:
    run(tmp_path)
    assert {p.suffix for p in tmp_path.iterdir()} == {".json"}
    assert json.loads(entry(tmp_path, "small_paper").read_text().split("\n")[1])["paper"]["key"] == "Toy"


@pytest.mark.parametrize("content", ["", "{", "[]", '"text"', "null", '{"format": 1}', '{"format": 1}\n{"names": [1]}'])
def test_a_damaged_entry_is_redone_with_a_warning(tmp_path: Path, content: str) -> None:
    sound = statuses(run(tmp_path))
    entry(tmp_path, "small_paper").write_text(content)
    again = run(tmp_path)
    assert statuses(again) == sound
    assert "damaged" in again.warnings[0]
    assert run(tmp_path).warnings == ()


def test_a_truncated_entry_is_redone(tmp_path: Path) -> None:
    sound = statuses(run(tmp_path))
    path = entry(tmp_path, "small_library")
    path.write_bytes(path.read_bytes()[:-100])
    again = run(tmp_path)
    assert statuses(again) == sound
    assert "damaged" in again.warnings[0]


def test_a_changed_byte_is_noticed(tmp_path: Path) -> None:
    run(tmp_path)
    path = entry(tmp_path, "small_paper")
    path.write_text(path.read_text().replace("Hardy 1908", "Hardy 1909"))
    assert "damaged" in run(tmp_path).warnings[0]


def test_a_forged_proof_is_redone(tmp_path: Path) -> None:
    sound = statuses(run(tmp_path))

    def forge(body: Any) -> None:
        (scaled,) = (t for t in body["theorems"] if t["name"] == "Toy.scaled")
        scaled["steps"] = scaled["steps"][:1]

    rewrite(entry(tmp_path, "small_paper"), forge)
    again = run(tmp_path)
    assert statuses(again) == sound
    assert "does not hold" in again.warnings[0]


def test_a_forged_theorem_proves_nothing(tmp_path: Path) -> None:
    """A sound proof of something else under the name of a theorem."""
    run(tmp_path)

    def forge(body: Any) -> None:
        (good,) = (t for t in body["theorems"] if t["name"] == "Toy.by_computing")
        (bad,) = (t for t in body["theorems"] if t["name"] == "Toy.scaled")
        bad |= good | {"name": "Toy.scaled"}

    rewrite(entry(tmp_path, "small_paper"), forge)
    again = run(tmp_path)
    assert again.by_id["Toy:lemma-2"].status == "stated"
    assert any("does not say" in p for p in again.problems)


def test_a_forged_counterexample_refutes_nothing(tmp_path: Path) -> None:
    run(tmp_path)

    def forge(body: Any) -> None:
        (good,) = body["theorems"]
        body["theorems"] = [good | {"name": "Toy:lemma-6#counterexample-0"}]
        body["open"] = {"Toy:lemma-5#counterexample-0": "no"}

    rewrite(entry(tmp_path, "Toy.refute"), forge)
    assert run(tmp_path).by_id["Toy:lemma-6"].status == "stated"


def test_a_foreign_theorem_is_not_taken(tmp_path: Path) -> None:
    run(tmp_path)
    rewrite(entry(tmp_path, "small_paper"), lambda body: body["theorems"][0].update(name="stranger"))
    again = run(tmp_path)
    assert "damaged" in again.warnings[0]
    assert "stranger" not in {t.name for t in again.theorems}


def test_without_a_folder_nothing_is_kept(tmp_path: Path) -> None:
    assert check(chapters=CHAPTERS, cache=Cache(None)).summary["cached"] is False


def test_an_unusable_folder_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    report = run(tmp_path / "file" / "cache")
    assert report.by_id["Toy:lemma-1"].status == "proved"
    assert len(report.warnings) == 1 and "cannot be" in report.warnings[0]


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="the superuser may write everywhere")
def test_a_read_only_folder_is_done_without(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    report = run(tmp_path)
    tmp_path.chmod(0o700)
    assert report.by_id["Toy:lemma-1"].status == "proved"
    assert "cannot be written" in report.warnings[0]


def test_a_proof_that_does_not_replay_is_no_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    search = chapters.search

    def without_steps(name: str, *rest: Any) -> Any:
        stored = search(name, *rest)
        return stored | {"steps": []} if name == "Toy.amgm" else stored

    whole = statuses(run(tmp_path / "whole"))
    monkeypatch.setattr(chapters, "search", without_steps)
    report = run(tmp_path / "part")
    assert any(problem.startswith("Toy.amgm has no proof: ") for problem in report.problems)
    changed = {id for id, status in statuses(report).items() if status != whole[id]}
    assert changed == {"Toy:lemma-1", "Toy:lemma-2", "Toy:lemma-4", "Toy:lemma-5"}  # amgm and what applies it


def test_an_interrupted_search_keeps_what_was_finished(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    done = Established()
    library, paper = volumes(CHAPTERS, cache)
    establish(done, library)

    def interrupt(name: str, number: int, total: int) -> None:
        if number == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        establish(done, paper, interrupt)
    assert len(Cache(tmp_path).load(paper.name, paper.key).theorems) == 2  # type: ignore[union-attr]
    assert statuses(run(tmp_path))["Toy:lemma-1"] == "proved"
    assert not list(tmp_path.glob("*.tmp"))


def test_the_key_follows_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    for name, text in (("kkk_first", "import kkk_helper"), ("kkk_second", ""), ("kkk_helper", "")):
        (tmp_path / f"{name}.py").write_text(text)
    modules = ("kkk_second", "kkk_first")
    before = content_keys([*modules, "kkk_helper"])
    (tmp_path / "kkk_first.py").write_text("import kkk_helper  # changed")
    after = content_keys([*modules, "kkk_helper"])
    assert before[0] == after[0]
    assert before[1] != after[1]
    assert before[2] != after[2]


def test_sources_are_found_without_importing_them() -> None:
    path = source("symbolic.boltzmann")
    assert path is not None and path.name == "boltzmann.py"
    assert source("proofs.nowhere") is None
    assert source("nowhere_at_all") is None


def test_old_entries_are_swept(tmp_path: Path) -> None:
    for k in range(KEPT + 3):
        Cache(tmp_path).save("chapter", f"{k:016d}", volumes(CHAPTERS, Cache(None))[0].entry)
    assert len(list(tmp_path.iterdir())) == KEPT


def test_the_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEMMATA_CACHE", "/somewhere/else")
    assert default_folder() == Path("/somewhere/else")
    monkeypatch.delenv("LEMMATA_CACHE")
    assert default_folder().name == "lemmata"


def test_how_a_result_is_shown_does_not_matter_to_a_chapter(monkeypatch: pytest.MonkeyPatch) -> None:
    chapters = ["proofs.judging.chapters", "proofs.theorems.sums"]
    before = content_keys(chapters)
    changed = {
        source(name)
        for name in ("proofs.publish.site", "proofs.cli.main", "proofs.publish.library", "proofs.judging.check")
    }
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + b"#" * (path in changed))
    assert content_keys(chapters) == before
    changed = {source("proofs.kernel.rules")}
    assert content_keys(chapters) != before


def test_the_data_of_a_package_belong_to_its_chapters_wherever_they_lie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = []
    for place, index in (("here", "[1]"), ("there", "[1]"), ("elsewhere", "[2]")):
        package = tmp_path / place / "a_package"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("")
        (package / "index.json").write_text(index)
        with monkeypatch.context() as patch:
            patch.syspath_prepend(str(tmp_path / place))
            keys += content_keys(["a_package"])
    assert keys[0] == keys[1] != keys[2]
