"""Papers of one's own: what a file or a name stands for, what comes before it, and what its change ends."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from proofs.checking.replay.chapters import listed
from proofs.checking.store.chapter_contents import ChapterError
from proofs.checking.store.sources import Sources
from proofs.checking.user_papers import chapters_for, module_of

PAPER = "from proofs.builder.paper import Paper\n{}\nchapter = Paper({!r}, '', '')\n"
THEOREMS = tuple(m for m in listed() if m.startswith("proofs.theorems."))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(file: Path, key: str = "Own", also: str = "") -> str:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(PAPER.format(also, key))
    return str(file)


def test_without_names_it_is_the_library() -> None:
    assert chapters_for([]) == chapters_for(["library"]) == listed()


def test_a_file_or_a_module_comes_after_all_theorems(folder: Path) -> None:
    file = write(folder / "papers" / "alone_paper.py")
    assert chapters_for([file]) == (*THEOREMS, "alone_paper")
    write(folder / "here_paper.py")
    assert chapters_for(["here_paper"]) == chapters_for(["here_paper.py"]) == (*THEOREMS, "here_paper")
    assert chapters_for(["here_paper", "library"]) == (*listed(), "here_paper")


def test_a_paper_of_the_library_can_be_named_by_its_module() -> None:
    found = chapters_for(["proofs.papers.yun"])
    assert found == tuple(m for m in listed() if m in found)  # in the library's order, with what it builds on
    assert found[-1] == "proofs.papers.yun"


@pytest.mark.parametrize("names", ["from proofs.papers.yun import chapter as yun", "USED = 'Yun.contexts'"])
def test_the_papers_that_it_builds_on_come_before_it(folder: Path, names: str) -> None:
    file = write(folder / "building_paper.py", also=names)
    found = chapters_for([file])
    assert found[-1] == "building_paper"
    assert "proofs.papers.yun" in found
    assert "proofs.papers.liu" not in found


def test_a_chapter_of_ones_own_that_it_imports_comes_before_it(folder: Path) -> None:
    write(folder / "first_lemmas.py", "First")
    (folder / "no_chapter_helper.py").write_text("import first_lemmas\n")
    file = write(folder / "second_paper.py", "Second", "import no_chapter_helper")
    assert chapters_for([file])[-2:] == ("first_lemmas", "second_paper")
    assert chapters_for([file, "first_lemmas.py"])[-2:] == ("first_lemmas", "second_paper")


def test_papers_that_import_each_other_are_refused(folder: Path) -> None:
    write(folder / "hen.py", also="import egg")
    write(folder / "egg.py", also="import hen")
    with pytest.raises(ChapterError, match="these build on one another"):
        chapters_for(["hen.py"])


def test_a_file_in_a_package_has_the_name_of_both(folder: Path) -> None:
    (folder / "bundle").mkdir()
    (folder / "bundle" / "__init__.py").touch()
    assert module_of(write(folder / "bundle" / "inner.py")) == "bundle.inner"
    assert module_of("bundle") == module_of("bundle/__init__.py") == "bundle"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("absent.py", "there is no file absent.py"),
        ("absent_module", "there is no file or module absent_module"),
        ("KS:lemma-4", "there is no file or module KS:lemma-4"),
        ("my-paper.py", "Python cannot import 'my-paper'"),
        ("random.py", r"for Python random is the file .*random\.py; give the paper another name"),
    ],
)
def test_what_cannot_be_a_paper_is_refused(folder: Path, name: str, said: str) -> None:
    if "absent" not in name and name.endswith(".py"):
        write(folder / name)
    with pytest.raises(ChapterError, match=said):
        chapters_for([name])


def test_a_change_beside_a_file_changes_its_key(folder: Path) -> None:
    module = module_of(write(folder / "keyed_paper.py", also="from keyed_helper import x"))
    helper = folder / "keyed_helper.py"
    helper.write_text("x = 1\n")
    before = Sources([module]).key([module])
    assert Sources([module]).key([module]) == before
    helper.write_text("x = 2\n")
    assert Sources([module]).key([module]) != before


@pytest.mark.parametrize("named", ["from .part import x", "from . import part", "from relative.part import x"])
def test_a_change_in_a_package_changes_its_key(folder: Path, named: str) -> None:
    write(folder / "relative" / "__init__.py", also=named)
    part = folder / "relative" / "part.py"
    part.write_text("x = 1\n")
    module = module_of("relative")
    before = Sources([module]).key([module])
    part.write_text("x = 2\n")
    assert Sources([module]).key([module]) != before
