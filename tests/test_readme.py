"""The README: short, and all that it shows and counts is what commands print and checks find today."""

import doctest
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from proofs.checking.report import Report
from proofs.cli.main import run
from proofs.export.defects import defects
from proofs.kernel.rules import RULES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
FINDINGS = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(?P<kind>\w+)(?: (?P<file>\S+))?\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ uv run lemmata ((?:.*\\\n)*.*\n)((?:(?!\$ ).*\n)*)", re.MULTILINE)
WORDS = 1500
# Numbers that count nothing: of statements, years, programs; those in tables and links are names as well.
NAMES = re.compile(
    r"(Theorems?|Lemma|Propositions?|Corollar(y|ies)) [\d.]+(( and |, )[\d.]+)*|\bet al\. \d{4}|& Sato \d{4}|\bz3|cvc5"
    r"|The factor \d"
)


def prose(page: str) -> str:
    """The text of a page outside of blocks, code and the addresses of links, in one line."""
    plain = re.sub(r"`[^`]*`|\]\([^)]*\)", " ", BLOCK.sub(" ", page))
    return " ".join(plain.split())


def sentences(report: Report) -> list[str]:
    """The sentences of the README that count something, made from a check."""
    statuses = [r.status for r in report.items]
    whole = [s for s in statuses if not s.startswith("proved modulo cited")]
    corrected = [s for s in whole if s.startswith("proved as corrected")]
    false = [s for s in statuses if s.endswith("false as printed")]
    return [
        f"Of {len(statuses)} statements and displayed formulas, {whole.count('proved')} are proved as printed, "
        f"{len(corrected)} are proved in a corrected form, {whole.count('defined')} are definitions that are shown to "
        f"make sense, and {len(statuses) - len(whole)} depend on a theorem that is cited.",
        f"{len(false)} statements are false as printed. The register of errata has {len(report.errata)} entries, of "
        f"{len(defects(report.errata))} different defects, from misprints to bounds that fail.",
        f"Facts are made by {len(RULES)} rules alone",
    ]


def test_it_is_short() -> None:
    assert len(README.split()) <= WORDS


def test_every_number_is_counted(library_report: Report) -> None:
    said = prose(README)
    for sentence in sentences(library_report):
        assert sentence in said, sentence
        said = said.replace(sentence, "")
    assert re.findall(r"\S*\d\S*", NAMES.sub("", said)) == []


# What the page of findings says of constants, with the values that the check prints.
FOUND = (
    ("It holds for each number from three on", "KS:theorem-1-tokens", "needed", "3"),
    ("7/3 suffices", "KS:lemma-1-distance", "needed", "7/3"),
    ("in place of 2 log n + 3", "KS:lemma-1-distance", "paper", "2·log(n) + 3"),
    ("the separation is (2r/5) e^(δ − 2r)", "KS:lemma-1-separation", "needed", "2·r·exp(δ)·exp(-2·r)/5"),
    ("From a gap of log(2 + √3) on", "KS:lemma-1-order", "sharp", "log(2 + √(3))"),
    ("at least log n + 1 below the maximum", "KS:lemma-4-threshold", "paper", "log(n) + 1"),
    ("may multiply by M − n", "Yun:shift-factor", "needed", "m^{d} - n"),
)


def test_the_page_of_findings_counts_the_same(library_report: Report) -> None:
    for sentence in sentences(library_report)[:2]:
        assert sentence in prose(FINDINGS), sentence
    constants = {c.id: c for c in library_report.constants}
    for phrase, id, field, value in FOUND:
        assert phrase in prose(FINDINGS), phrase
        assert getattr(constants[id], field).text == value


COUNTED = {"adam.md", "findings.md", "api.md", "papers.md", "proofs.md"}  # tests of their own compare these


@pytest.mark.parametrize("page", sorted({p.name for p in (ROOT / "docs").glob("*.md")} - COUNTED))
def test_other_pages_count_nothing(page: str) -> None:
    text = prose((ROOT / "docs" / page).read_text(encoding="utf-8"))
    assert re.findall(r"(?<![\w(-])\d{2,}(?![\w)])|\w+ (?:minutes|seconds|hours)\b", text) == []


def test_it_does_what_it_shows(
    library_report: Report,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    assert_same_picture: Callable[[Path, Path], None],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(sys, "path", list(sys.path))  # a command adds the folder of the paper
    monkeypatch.delitem(sys.modules, "means", raising=False)
    ran = 0
    for block in BLOCK.finditer(README):
        if block["file"]:
            (tmp_path / block["file"]).write_text(block["text"], encoding="utf-8")
        elif block["kind"] == "console":
            for command, shown in COMMAND.findall(block["text"]):
                words = command.replace("\\\n", "").partition(" #")[0]
                if words.split() != ["check"]:  # the library's, which `library_report` is
                    run(shlex.split(words))
                    drawn = capsys.readouterr().out
                    assert not shown or elided(shown).fullmatch(drawn), f"lemmata {words}\nprinted\n{drawn}"
                    ran += 1
        else:
            assert ">>>" in block["text"]
            test = doctest.DocTestParser().get_doctest(block["text"], {}, "README.md", "README.md", 0)
            assert doctest.DocTestRunner(verbose=False).run(test).failed == 0
    sys.modules.pop("means", None)
    assert ran > 3
    for picture in re.findall(r"!\[[^]]*\]\(docs/(\S+)\)", README):
        assert_same_picture(tmp_path / picture, ROOT / "docs" / picture)


def elided(shown: str) -> re.Pattern[str]:
    """What is shown: a line `…` stands for any lines, and `; …` at the end for the rest.

    A line that the command itself cuts ends with … as well, after a letter.
    """
    lines = []
    for line in shown.splitlines():
        kept = line.removesuffix("; …")
        lines.append(r"(?:.*\n)*?" if line == "…" else re.escape(kept) + (r"; (?:.*\n)+" if kept != line else r"\n"))
    return re.compile("".join(lines))


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


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", "docs/trust.md", "docs/findings.md", "docs/concepts.md"]
)
def test_commands_exist(page: str) -> None:
    from typer.main import get_group

    from proofs.cli.main import app

    used, named = commands((ROOT / page).read_text(encoding="utf-8")), set(get_group(app).commands)
    assert used
    assert used <= named, used - named


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "benchmarks/README.md"])
def test_what_it_links_to_is_there(page: str) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", (ROOT / page).read_text(encoding="utf-8"))
    assert [x for x in links if "://" not in x and not (ROOT / page).parent.joinpath(x).exists()] == []
