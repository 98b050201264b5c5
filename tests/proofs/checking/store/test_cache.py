"""The cache only saves time: damaged, foreign or forged entries are recomputed, and interrupted work is kept."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from kept import entry, rewrite

from proofs.checking.check import check
from proofs.checking.replay import establish as establishing
from proofs.checking.replay.chapters import ProofSet, load_proof_sets
from proofs.checking.replay.establish import ProofStore, derive, establish
from proofs.checking.report import Report
from proofs.checking.store.cache import KEPT, Cache, Stored, alone, default_folder
from proofs.checking.store.chapter_contents import ChapterError
from proofs.checking.store.sources import content_keys, source
from proofs.language.notation import num

FOLDER = Path(__file__).parents[2] / "made_up"
CHAPTERS = ("small_library", "small_paper")


@pytest.fixture(autouse=True)
def on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))


def run(folder: Path) -> Report:
    return check(chapters=CHAPTERS, cache=Cache(folder))


def statuses(report: Report) -> dict[str, str]:
    return {r.id: r.status for r in report.items}


def test_the_second_run_searches_nothing_and_finds_the_same(tmp_path: Path) -> None:
    first, second = run(tmp_path), run(tmp_path)
    assert (first.summary["cached"], second.summary["cached"]) == (False, True)
    assert statuses(first) == statuses(second)
    assert [x.to_json() for r in first.items for x in r.lines] == [x.to_json() for r in second.items for x in r.lines]
    assert second.warnings == ()


def test_entries_are_plain_json(tmp_path: Path) -> None:
    run(tmp_path)
    assert {p.suffix for p in tmp_path.iterdir()} == {".json"}
    body = json.loads(entry(tmp_path, "small_paper").read_text().split("\n")[1])
    assert "Toy.amgm" in {stored["name"] for stored in body["theorems"]}


def test_a_kept_theorem_stands_alone_as_it_was_found(tmp_path: Path) -> None:
    """Kept in one table with others or not, a proof is the same to the letter, once it has been kept."""
    run(tmp_path)
    first, second = run(tmp_path), run(tmp_path)
    assert [t.stored for t in first.theorems] == [t.stored for t in second.theorems]
    for theorem in first.theorems:
        assert alone(theorem.stored) == theorem.stored
        assert json.loads(json.dumps(theorem.stored)) == theorem.stored


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
        body["rows"]["Toy.scaled"] |= {"premises": body["rows"]["Toy.by_computing"]["premises"]}

    rewrite(entry(tmp_path, "small_paper"), forge)
    again = run(tmp_path)
    assert again.by_id["Toy:lemma-2"].status == "unproved"
    assert any("does not say" in p for p in again.problems)


def test_a_forged_counterexample_refutes_nothing(tmp_path: Path) -> None:
    run(tmp_path)

    def forge(body: Any) -> None:
        (good,) = body["theorems"]
        body["theorems"] = [good | {"name": "Toy:lemma-6#counterexample-0"}]

    rewrite(entry(tmp_path, "Toy.refute"), forge)
    again = run(tmp_path)
    assert again.by_id["Toy:lemma-6"].status == "unproved"
    assert again.by_id["Toy:lemma-5"].printed == "refuted"  # found again by a search, since it was not cached


@pytest.mark.parametrize("part", ["paper", "names", "open"])
def test_no_entry_says_what_a_paper_holds(tmp_path: Path, part: str) -> None:
    """Statements, errata, the list of theorems and what has no proof: of all that an entry is not asked."""
    sound = run(tmp_path)
    for name in ("small_paper", "Toy.refute", "Toy.definedness", "small_library"):
        rewrite(entry(tmp_path, name), lambda body: body.update({part: {"Toy.amgm": "no", "statements": []}}))
    again = run(tmp_path)
    assert again.warnings == ()
    assert (statuses(again), again.errata, again.problems) == (statuses(sound), sound.errata, sound.problems)


def test_a_theorem_that_is_gone_is_found_again(tmp_path: Path) -> None:
    sound = run(tmp_path)

    def drop(body: Any) -> None:
        body["theorems"] = []

    for name in ("small_paper", "Toy.refute", "Toy.definedness"):
        rewrite(entry(tmp_path, name), drop)
    again = run(tmp_path)
    assert (statuses(again), again.errata) == (statuses(sound), sound.errata)


@pytest.mark.parametrize(
    "change",
    [
        lambda body: body.update(theorems={}),
        lambda body: body.update(theorems=[1]),
        lambda body: body.update(terms="x"),
        lambda body: body["theorems"][0].update(name=["a"]),
        lambda body: body["theorems"][0].update(steps=7),
        lambda body: body["theorems"][0].update(steps=[[]]),
        lambda body: body["theorems"][0].update(steps=[[["arith"]]]),
        lambda body: body["theorems"][0].update(steps=[["theorem", 3]]),
        lambda body: body["theorems"][0].update(steps=[["theorem", {"t": 10**9}]]),
        lambda body: body["theorems"][0].update(statement=[]),
        lambda body: body["theorems"][0].update(statement={"hyps": 5, "concl": None}),
        lambda body: body["theorems"][0].update(statement={"hyps": [[]], "concl": "a"}),
        lambda body: body["theorems"].append(body["theorems"][0]),
        lambda body: body.update(terms=[[]] * len(body["terms"])),
        lambda body: body.update(terms=[["add", k, k] for k in range(len(body["terms"]))]),
        lambda body: body.pop("theorems"),
    ],
)
@pytest.mark.parametrize("name", ["small_paper", "Toy.refute", "Toy.definedness"])
def test_fields_of_the_wrong_kind_are_damage(tmp_path: Path, name: str, change: Any) -> None:
    sound = run(tmp_path)
    rewrite(entry(tmp_path, name), change)
    again = run(tmp_path)
    assert (statuses(again), again.errata, again.problems) == (statuses(sound), sound.errata, sound.problems)
    assert len(again.warnings) <= 1
    assert run(tmp_path).warnings == ()


def test_two_papers_with_one_key_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one_paper", "other_paper"):
        text = "from proofs.builder.paper import Paper\nchapter = Paper('Same', 'a title', 'a source')\n"
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ChapterError, match="one_paper and other_paper are both papers with the key Same"):
        load_proof_sets(("one_paper", "other_paper"), Cache(None))


@pytest.mark.parametrize("asked", [["Toy:lemma-2"], ["Toy:lemma-5", "Toy:lemma-1"]])
def test_of_one_statement_only_what_it_rests_on_is_replayed(tmp_path: Path, asked: list[str]) -> None:
    whole = run(tmp_path)
    some = check(asked, chapters=CHAPTERS, cache=Cache(tmp_path))
    assert [r.id for r in some.items] == asked
    for result in some.items:
        same = whole.by_id[result.id]
        assert result.to_json() | {"seconds": 0} == same.to_json() | {"seconds": 0}
    assert some.errata == tuple(f for f in whole.errata if f.id in asked)
    assert len(some.theorems) < len(whole.theorems)


def test_what_is_derived_for_one_statement_is_kept_beside_what_was(tmp_path: Path) -> None:
    names = ["S#defined-1", "S#defined-2", "S#defined-3"]

    def proof_set() -> ProofSet:
        proofs = dict.fromkeys(names, lambda p: p.qed(p.have(num(0) <= 1, label="out")))
        return ProofSet("S.definedness", "0" * 16, Cache(tmp_path), names, lambda: proofs)

    derive(ProofStore(), [proof_set()], names[1:2], jobs=1)
    assert [stored["name"] for stored in proof_set().theorems] == names[1:2]
    derive(ProofStore(), [proof_set()], [names[0], names[2]], jobs=1)
    assert [stored["name"] for stored in proof_set().theorems] == names


def test_a_forged_proof_below_one_statement_is_noticed(tmp_path: Path) -> None:
    sound = statuses(run(tmp_path))

    def forge(body: Any) -> None:
        for stored in body["theorems"]:
            stored["steps"] = stored["steps"][:1]

    rewrite(entry(tmp_path, "small_paper"), forge)
    again = check(["Toy:lemma-2"], chapters=CHAPTERS, cache=Cache(tmp_path))
    assert again.by_id["Toy:lemma-2"].status == sound["Toy:lemma-2"]
    assert "does not hold" in again.warnings[0]


def test_a_foreign_theorem_is_not_taken(tmp_path: Path) -> None:
    sound = statuses(run(tmp_path))
    rewrite(entry(tmp_path, "small_paper"), lambda body: body["theorems"][0].update(name="stranger"))
    again = run(tmp_path)
    assert "stranger" not in {t.name for t in again.theorems}
    assert statuses(again) == sound


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
    search = establishing.search

    def without_steps(name: str, *rest: Any) -> Any:
        stored = search(name, *rest)
        return stored | {"steps": []} if name == "Toy.amgm" else stored

    whole = statuses(run(tmp_path / "whole"))
    monkeypatch.setattr(establishing, "search", without_steps)
    report = run(tmp_path / "part")
    assert any(problem.startswith("Toy.amgm has no proof: ") for problem in report.problems)
    changed = {id for id, status in statuses(report).items() if status != whole[id]}
    assert changed == {"Toy:lemma-1", "Toy:lemma-2", "Toy:lemma-4", "Toy:lemma-5"}  # amgm and what applies it


def test_an_interrupted_search_keeps_what_was_finished(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    done = ProofStore()
    library, paper = load_proof_sets(CHAPTERS, cache)
    establish(done, library, [])

    def interrupt(name: str, number: int, total: int) -> None:
        if number == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        establish(done, paper, [library], interrupt)
    assert len(Cache(tmp_path).load(paper.name, paper.key).theorems) == 2
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
        Cache(tmp_path).save("chapter", f"{k:016d}", Stored())
    assert len(list(tmp_path.iterdir())) == KEPT


def test_the_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEMMATA_CACHE", "/somewhere/else")
    assert default_folder() == Path("/somewhere/else")
    monkeypatch.delenv("LEMMATA_CACHE")
    assert default_folder().name == "lemmata"


def test_how_a_result_is_shown_does_not_matter_to_a_chapter(monkeypatch: pytest.MonkeyPatch) -> None:
    chapters = ["proofs.checking.replay.establish", "proofs.theorems.algebra.sums"]
    before = content_keys(chapters)
    changed = {
        source(name)
        for name in ("proofs.export.site", "proofs.cli.main", "proofs.export.library", "proofs.checking.check")
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


def test_papers_that_one_process_searches_do_not_see_each_other() -> None:
    """Which process searches which papers is by chance: a proof must not rest on that."""

    def states(value: int) -> Any:
        return lambda p: p.qed(p.have(num(0) < value, label="out"), num(0) < value)

    def of(name: str, value: int) -> ProofSet:
        return ProofSet(name, name, Cache(None), [f"{name}.one"], lambda: {f"{name}.one": states(value)})

    done = ProofStore()
    found, unproved = establishing._chapter(done, of("first", 1), [])
    assert [t.name for t in found] == ["first.one"] and not unproved
    assert not done.theorems
