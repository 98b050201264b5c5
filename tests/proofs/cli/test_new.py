"""The paper that `lemmata new` writes checks as it is, and a name that will not do is refused."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from proofs.cli.main import run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("LEMMATA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr("proofs.judging.chapters.LISTED", ("proofs.theorems.elementary", "proofs.theorems.sums"))
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.modules.pop("my_paper", None)


def test_the_new_paper_checks(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "my_paper"]) == 0
    assert "lemmata check my_paper.py" in capsys.readouterr().out
    assert run(["check", "my_paper.py", "--strict", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {r["id"]: (r["printed"], r["mended"]) for r in found["items"]} == {
        "MyPaper:definition-1": ("defined", None),
        "MyPaper:lemma-1": ("proved", None),
        "MyPaper:lemma-2": ("refuted", "proved"),
    }
    assert [e["shown_by"] for e in found["errata"]] == ["counterexample"]
    assert {v["status"] for c in found["constants"] for v in (c["needed"], c["sharp"], c["beyond"])} == {"proved"}
    assert found["doubts"] == found["problems"] == []


@pytest.mark.parametrize(
    ("name", "said"), [("my-paper", "no name for a module"), ("class", "no name"), ("random", "Python has a module")]
)
def test_a_name_that_python_cannot_import_is_refused(
    name: str, said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["new", name]) == 3
    assert said in capsys.readouterr().err
    assert not list(folder.glob("*.py"))


def test_nothing_is_overwritten(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "my_paper.py").write_text("mine")
    assert run(["new", "my_paper.py"]) == 3
    assert "my_paper.py is there already" in capsys.readouterr().err
    assert (folder / "my_paper.py").read_text() == "mine"
