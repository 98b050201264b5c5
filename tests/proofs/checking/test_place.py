"""The theorems that a proof may apply: they depend only on its position, not on loaded modules or worker processes."""

from __future__ import annotations

import json
from concurrent.futures import Executor
from pathlib import Path

import pytest
from kept import Inline, entry, rewrite

from proofs.checking.check import check
from proofs.checking.replay.chapters import listed, load_proof_sets
from proofs.checking.replay.establish import ProofStore, establish
from proofs.checking.report import Report
from proofs.checking.store.cache import Cache, default_folder

HEAD = """
from proofs.language.notation import *
from proofs.builder.chapter import Chapter
from proofs.builder.paper import Paper
x, y, z = reals("x y z")
(f,) = vectors("f")
held = implies(f(1) <= x, f(2) <= x)
"""
PAPER = "paper = chapter = Paper('{0}', 'A paper', 'Nobody, 2021')\n"
STATED = """
@chapter.theorem
def {name}(p):
    p.qed(p.rule("assume", held))
"""
# `middle` searches for a theorem with the statement it needs, once `First.one`, which it names, is proved.
MODULES = {
    "place_general": "chapter = Chapter('general')\n",
    "place_first": PAPER.format("First") + STATED.format(name="one"),
    "place_second": PAPER.format("Second") + STATED.format(name="own") + """
@chapter.claim(given=[held], shows=held)
def middle(p):
    p.theorem("First.one")
    return p.theorem(next(p.earlier.like(p.goal)))
""" + STATED.format(name="after"),
    "place_third": PAPER.format("Third") + STATED.format(name="later"),
}  # fmt: skip
CHAPTERS = tuple(MODULES)


@pytest.fixture(autouse=True)
def chapters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "modules").mkdir()
    for name, text in MODULES.items():
        (tmp_path / "modules" / f"{name}.py").write_text(HEAD + text)
    monkeypatch.syspath_prepend(str(tmp_path / "modules"))


def applied(report: Report) -> dict[str, tuple[str, ...]]:
    """What each theorem applies."""
    return {t.name: t.uses for t in report.theorems}


@pytest.mark.parametrize(("jobs", "executor"), [(1, None), (2, None), (1, Inline())], ids=["one", "two", "elsewhere"])
def test_a_search_finds_the_same_with_any_number_of_processes(
    tmp_path: Path, jobs: int, executor: Executor | None
) -> None:
    """The theorem that it finds is the nearest before it, in its own paper, whatever else is there by then."""
    first = check(chapters=CHAPTERS, cache=Cache(tmp_path / "kept"), jobs=jobs, executor=executor)
    assert not first.problems
    assert applied(first)["Second.middle"] == ("Second.own",)
    again = check(chapters=CHAPTERS, cache=Cache(tmp_path / "kept"), jobs=jobs)
    assert (again.warnings, again.summary["cached"]) == ((), True)
    assert applied(again) == applied(first)


def test_a_proof_that_is_lost_is_not_found_by_what_comes_after_it(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    first = check(chapters=CHAPTERS, cache=Cache(kept))

    def lose(body: dict) -> None:
        body["theorems"] = [t for t in body["theorems"] if t["name"] != "Second.middle"]

    rewrite(entry(kept, "place_second"), lose)
    assert applied(check(chapters=CHAPTERS, cache=Cache(kept))) == applied(first)
    assert check(chapters=CHAPTERS, cache=Cache(kept)).warnings == ()
    order = [t["name"] for t in json.loads(entry(kept, "place_second").read_text().split("\n")[1])["theorems"]]
    assert order == ["Second.own", "Second.middle", "Second.after"]


def test_a_kept_proof_that_applies_what_comes_after_it_is_redone(tmp_path: Path) -> None:
    """Also if it stands behind that theorem in the cache."""
    kept = tmp_path / "kept"
    first = check(chapters=CHAPTERS, cache=Cache(kept))

    def turn(body: dict) -> None:
        own, middle, after = body["theorems"]
        text = json.dumps(middle).replace("Second.own", "Second.after")
        body["theorems"] = [own, after, json.loads(text)]

    rewrite(entry(kept, "place_second"), turn)
    again = check(chapters=CHAPTERS, cache=Cache(kept))
    assert again.problems == ()
    assert applied(again) == applied(first)


def test_a_chapter_that_is_no_paper_may_name_a_paper_before_it(tmp_path: Path) -> None:
    """What is searched beside it does not miss what the chapter says in the end."""
    (tmp_path / "modules" / "place_between.py").write_text(f"""{HEAD}
chapter = Chapter("between")
@chapter.theorem
def named(p):
    p.qed(p.theorem("First.one"))
""")
    found = check(chapters=("place_first", "place_between", "place_second"), cache=Cache(None), jobs=2)
    assert not found.problems
    assert applied(found)["between.named"] == ("First.one",)


def test_a_theorem_without_a_proof_is_called_so(tmp_path: Path) -> None:
    (tmp_path / "modules" / "place_broken.py").write_text(f"""{HEAD}{PAPER.format("Broken")}
@chapter.claim(given=[], shows=x <= y)
def unravelled(p):
    return p.have(p.goal)

@chapter.claim(given=[], shows=x <= y)
def next_one(p):
    return p.apply("unravelled")

paper.state("lemma-1", "", section="", index="", printed=next_one)
""")
    found = check(chapters=("place_broken",), cache=Cache(None))
    (problem,) = (p for p in found.problems if p.startswith("Broken.next_one"))
    assert "Broken.next_one: Broken.unravelled has no proof\n" in problem


def test_every_stored_proof_of_the_library_applies_earlier_theorems_only(library_report: Report) -> None:
    place = {
        name: k for k, name in enumerate(n for v in load_proof_sets(listed(), Cache(default_folder())) for n in v.names)
    }
    late = {(t.name, used) for t in library_report.theorems for used in t.uses if place[used] >= place.get(t.name, 1e9)}
    assert not late and library_report.warnings == ()


def test_what_a_process_holds_of_later_papers_is_not_used(library_report: Report) -> None:
    """Two proofs of Yun et al. that a theorem of Liu et al. would serve, in a process that has all of these."""
    proof_sets = load_proof_sets(listed(), Cache(default_folder()))
    k, paper = next((k, v) for k, v in enumerate(proof_sets) if v.paper and v.paper.key == "Yun")
    lost = {"Yun.step_layer_done", "Yun.narrow_look_up_exists"}
    paper.cache = Cache(None)
    paper.theorems = [stored for stored in paper.theorems if stored["name"] not in lost]
    done = ProofStore({name: t for name, t in library_report.by_name.items() if name not in lost})
    establish(done, paper, proof_sets[:k])
    assert {name: done.theorems[name].uses for name in lost} == {n: library_report.by_name[n].uses for n in lost}
    assert not any(used.startswith("Liu.") for name in lost for used in done.theorems[name].uses)
