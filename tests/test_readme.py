"""The README's examples run, and what it quotes from the papers' modules stands there."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from proofs.checking.report import Report
from proofs.cli.main import run

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_examples_run(library_report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check of everything is the one that tests share, which the library has done by the same function."""
    monkeypatch.setattr("proofs.checking.check.check", lambda: library_report)
    session = "\n".join(block for block in PYTHON if ">>>" in block)
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    failures, tried = doctest.DocTestRunner(verbose=False).run(test)
    assert tried > 10
    assert failures == 0


def test_quotations_are_true() -> None:
    papers = [file.read_text(encoding="utf-8") for file in (ROOT / "proofs" / "papers").rglob("*.py")]
    quoted = [block for block in PYTHON if ">>>" not in block]
    assert quoted
    for block in quoted:
        for part in block.strip().split("\n\n\n"):
            assert any(part in paper for paper in papers), part


CONSOLE = re.findall(r"^```console\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
QUOTED = [
    (command.replace("\\\n", "").partition(" #")[0], shown)
    for block in CONSOLE
    for command, shown in re.findall(r"^\$ uv run lemmata ((?:.*\\\n)*.*\n)((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    if shown
]
COUNTED = re.compile(r"\b\d+(?= (exact|certified|other statements))|\b\d+\.\d{1,2}\b")  # steps of proofs, and seconds


def plain(text: str) -> str:
    """Text without what changes whenever a proof is written in another way, and without its layout."""
    return " ".join(COUNTED.sub("0", text).split())


@pytest.mark.usefixtures("library_report")
def test_what_is_printed_is_what_commands_print(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)  # one of them writes a file, which the next one reads
    monkeypatch.setenv("COLUMNS", "100")
    assert len(QUOTED) > 5
    for command, shown in QUOTED:
        run(shlex.split(command))
        out, err = capsys.readouterr()
        printed, at = plain(out + err), 0
        for part in map(plain, re.split(r"^…\n", shown, flags=re.MULTILINE)):  # such a line stands for others
            at = printed.find(part, at)
            assert at >= 0, f"lemmata {command}\nprinted\n{printed}\nand not\n{part}"


def commands(text: str) -> set[str]:
    """The commands of lemmata that a page names: after a prompt in a block, or between backticks outside of blocks."""
    block = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
    prompts = re.findall(r"^\$.*$", "\n".join(block.findall(text)), re.MULTILINE)
    spans = re.findall(r"`[^`]+`", block.sub("", text))
    return set(re.findall(r"\blemmata\s+([a-z]+(?:-[a-z]+)*)", "\n".join([*prompts, *spans])))


def test_commands_are_found() -> None:
    block = "```console\n$ uv run lemmata two  # lemmata-x\nlemmata three\n```"
    page = f"`lemmata one` and\n{block}\nthen `lemmata\nfour-b`, lemmata five"
    assert commands(page) == {"one", "two", "four-b"}


def test_commands_exist() -> None:
    from typer.main import get_group

    from proofs.cli.main import app

    used, named = commands(README), set(get_group(app).commands)
    assert len(used) > 10
    assert used <= named, used - named
