"""The tutorial, executed: its files are written, its commands run, and what it shows is what they print."""

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from proofs.cli.main import run

TUTORIAL = Path(__file__).parent.parent / "docs" / "tutorial.md"
BLOCK = re.compile(r"^```(?P<kind>\w+)(?: (?P<file>\S+))?\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
CHAPTERS = ("elementary", "sums", "softmax")  # more would only take longer


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("LEMMATA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr("proofs.judging.chapters.LISTED", tuple(f"proofs.theorems.{name}" for name in CHAPTERS))
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    for name in ("first_paper", "soft", "slip"):
        sys.modules.pop(name, None)


def test_it_does_what_it_says(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = 0
    for block in BLOCK.finditer(TUTORIAL.read_text(encoding="utf-8")):
        if block["file"]:
            with (folder / block["file"]).open("a", encoding="utf-8") as file:
                file.write(block["text"] + "\n\n")
            sys.modules.pop(Path(block["file"]).stem, None)
            continue
        assert block["kind"] == "console", block["text"]
        for command, said in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block["text"], re.MULTILINE):
            *_, program, arguments = command.partition("uv run lemmata ")
            assert program, command
            capsys.readouterr()
            status = run(shlex.split(arguments))
            out, err = capsys.readouterr()
            assert status in (0, 1), err
            assert shown(said).search(out), f"{command}\n{out}"
            ran += 1
    assert ran >= 12


def shown(said: str) -> re.Pattern[str]:
    """What is shown: a line `…` stands for any lines, a `…` in a line for anything in it."""
    lines = [r"(?:.*\n)*?" if line == "…" else re.escape(line).replace("…", ".*") + r"\n" for line in said.splitlines()]
    return re.compile(r"\A" + "".join(lines) + r"\Z")
