"""Every command on a paper outside of the library, alone and together with the library."""

import json
import lzma
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from proofs.checking.replay import chapters
from proofs.cli.library_checks import shelf
from proofs.cli.main import run

TOY = Path(__file__).parents[1] / "toy_paper.py"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the toy paper, in which the commands run; the library is the paper of another toy."""
    monkeypatch.setenv("LEMMATA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "made_up"))
    monkeypatch.setattr(chapters, "LISTED", ("proofs.theorems.analysis.elementary", "small_library"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own_toy.py").write_text(TOY.read_text(encoding="utf-8"), encoding="utf-8")
    yield tmp_path
    for name in ("own_toy", "broken_toy", "other_toy", "above_toy"):
        sys.modules.pop(name, None)


@pytest.fixture
def lemmata(folder: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def go(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        status = run(arguments)
        return status, *capsys.readouterr()

    return go


def test_check_takes_a_file_and_ids_of_it(lemmata: Run) -> None:
    status, out, _ = lemmata("check", "own_toy.py")
    assert out.startswith("Toy  A toy paper\n")
    assert status == 1  # one of its claims has no proof
    status, out, _ = lemmata("check", "own_toy.py", "Toy:lemma-1")
    assert (status, "1 statement: 1 proved" in out) == (0, True)
    assert lemmata("check", "own_toy.py", "--last")[1].startswith("Toy  A toy paper\n")


def test_two_processes_find_the_same(lemmata: Run) -> None:
    found = [json.loads(lemmata("check", "own_toy.py", "--no-cache", "--json", "--jobs", n)[1]) for n in ("1", "2")]
    one, other = ([{k: x for k, x in r.items() if k != "seconds"} for r in data["items"]] for data in found)
    assert one == other and len(one) > 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["show", "Toy:lemma-2"], "counterexample: x = 1"),
        (["graph"], '"Toy:lemma-1"'),
        (["errata"], "equality holds at 1"),
        (["constants"], "no constants"),
        (["manifest"], '"A toy paper"'),
        (["spot-check", "Toy:lemma-1", "--samples", "3"], "lemma-1"),
        (["site", "made"], "index.html"),
        (["export-proofs", "proofs.jsonl"], "theorems in proofs.jsonl"),
        (["audit"], "accepted"),
        (["formalize", "Toy:lemma-1", "--output", "coq"], "1 statements"),
    ],
)
def test_every_command_takes_it(lemmata: Run, arguments: list[str], said: str) -> None:
    assert said in lemmata(*arguments, "--with", "own_toy.py")[1]


def test_the_folder_says_which_papers_are_meant(lemmata: Run, folder: Path) -> None:
    (folder / "pyproject.toml").write_text('[tool.lemmata]\npapers = ["own_toy.py"]\n')
    assert lemmata("check")[1].startswith("Toy  A toy paper\n")
    assert "proved" in lemmata("show", "Toy:lemma-1")[1]
    for wrong, said in (("papers = 3", "papers is a list"), ("papers = [", "pyproject.toml")):
        (folder / "pyproject.toml").write_text(f"[tool.lemmata]\n{wrong}\n")
        status, _, err = lemmata("check")
        assert (status, said in err) == (3, True)


def test_a_folder_stands_for_the_papers_that_it_lists(lemmata: Run, folder: Path) -> None:
    inner = folder / "inner"
    inner.mkdir()
    (inner / "own_toy.py").write_text(TOY.read_text(encoding="utf-8"), encoding="utf-8")
    assert "there is no file" in lemmata("check", "inner")[2]
    (inner / "pyproject.toml").write_text('[tool.lemmata]\npapers = ["own_toy.py"]\n')
    (folder / "own_toy.py").unlink()
    assert lemmata("check", "inner")[1].startswith("Toy  A toy paper\n")


def test_it_can_stand_beside_the_library(lemmata: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = TOY.read_text(encoding="utf-8").replace('"Toy"', '"Other"')
    (folder / "other_toy.py").write_text(other, encoding="utf-8")
    monkeypatch.setattr(chapters, "LISTED", ("proofs.theorems.analysis.elementary", "other_toy"))
    monkeypatch.syspath_prepend(str(folder))
    papers = json.loads(lemmata("check", "own_toy.py", "--with", "library", "--json")[1])["summary"]["papers"]
    assert list(papers) == ["Other", "Toy"]
    assert list(json.loads(lemmata("check", "own_toy.py", "--json")[1])["summary"]["papers"]) == ["Toy"]


ABOVE = """
from lemmata import *
from own_toy import paper as toy

x, = reals("x")
paper = chapter = Paper("Above", "A paper on top", "nowhere", builds_on=[toy])

@paper.claim(given=[0 < x], shows=1 < x + inv(x))
def more(p):
    return p.have(p.goal, p.apply("Toy.sum_ge_two", 0 < x))

paper.state("lemma-1", "x + 1/x > 1", kind="lemma", printed=more)
"""
TWO_PAPERS = ("--with", "above_toy.py", "--with", "own_toy.py")


def test_without_a_record_a_part_of_the_graph_needs_only_its_papers(lemmata: Run, folder: Path) -> None:
    (folder / "above_toy.py").write_text(ABOVE)
    parts = {paper: lemmata("graph", "--above", f"{paper}:lemma-1", *TWO_PAPERS) for paper in ("Toy", "Above")}
    for paper, (_, _, err) in parts.items():
        assert f"so {paper} is checked now" in err
    assert '"Above:lemma-1"' in parts["Above"][1] and '"Toy:lemma-2"' in parts["Above"][1]
    lemmata("check", *TWO_PAPERS)
    for paper, (_, part, _) in parts.items():
        _, whole, err = lemmata("graph", "--above", f"{paper}:lemma-1", *TWO_PAPERS)
        assert part == whole and "as checked" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ["errata", "--paper", "Toy"],
        ["letter", "Toy"],
        ["show", "Toy:lemma-2"],
        ["graph", "--below", "Toy:lemma-2"],
        ["graph", "--above", "Toy:lemma-1", "--paper", "Above"],
    ],
)
def test_what_shows_later_papers_is_the_same_without_a_record(lemmata: Run, folder: Path, arguments: list[str]) -> None:
    (folder / "above_toy.py").write_text(ABOVE)
    _, first, err = lemmata(*arguments, *TWO_PAPERS)
    assert "all chapters are checked now" in err
    _, again, err = lemmata(*arguments, *TWO_PAPERS)
    assert "as checked" in err and again == first
    assert ("Above:lemma-1" in first) == (arguments[0] in ("errata", "show") or "--below" in arguments)


def test_an_id_of_a_paper_that_was_not_named_says_how_to_name_it(lemmata: Run) -> None:
    status, _, err = lemmata("show", "Toy:lemma-1", "--with", "small_library")
    assert status == 3
    assert "add --with library" in err


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("y = undefined\n", "broken_toy.py:56: NameError: name 'undefined' is not defined\n   y = undefined\n"),
        ("y = (\n", "broken_toy.py:56: '(' was never closed"),
        ("chapter = 3\n", "broken_toy has a `chapter` that is none, but 3"),
        ("exit(3)\n", "broken_toy.py:56: SystemExit: 3"),
        ("del chapter\n", "broken_toy has no `chapter`: write"),
        ("paper.state('a', 'b', kind='lema')\n", "no kind of statement is called 'lema'; the nearest: lemma"),
        ("paper.state('a', 'b', printed=x <= y)\n", "expected a Claim in place of x ≤ y; write Claim("),
    ],
)
def test_what_is_wrong_with_a_paper_is_said_with_its_line(lemmata: Run, folder: Path, more: str, said: str) -> None:
    (folder / "broken_toy.py").write_text(TOY.read_text(encoding="utf-8") + more, encoding="utf-8")
    status, _, err = lemmata("check", "broken_toy.py")
    assert (status, said in err) == (3, True), err


BAD = """
@paper.claim(given=[], shows=0 <= x * x)
def misspelt(p):
    return p.apply("square_nonneg", x=q)


paper.state("lemma-4", "it fails", kind="lemma", printed=misspelt)
"""


def test_one_bad_proof_stops_nothing_else(lemmata: Run, folder: Path) -> None:
    (folder / "broken_toy.py").write_text(TOY.read_text(encoding="utf-8") + BAD, encoding="utf-8")
    status, out, _ = lemmata("check", "broken_toy.py")
    assert status == 1
    assert re.search(r"^  proved +Toy:lemma-1 ", out, re.MULTILINE)
    assert "broken_toy.py:59: NameError" in out
    assert 'return p.apply("square_nonneg", x=q)' in out


def test_theorems_of_ones_own_are_found(lemmata: Run) -> None:
    status, out, _ = lemmata("theorems", "2 * u <= u*u + 1", "--with", "own_toy.py")
    assert (status, out.splitlines()[0]) == (0, "Toy.twice_le  From the square of x − 1.")
    assert json.loads(lemmata("theorems", "twice", "--with", "own_toy.py", "--json")[1])["theorems"][0]["given"] == []
    assert lemmata("theorems", "zorn", "--with", "own_toy.py")[0] == 1
    shown = lemmata("show", "twice_le", "--with", "own_toy.py", "--proof")[1]
    assert 'p.apply("twice_le", x=…)' in shown
    assert "\nUsed by\n  Toy.sum_ge_two\n" in shown
    assert "rule of the kernel" in lemmata("show", "max_ge", "--with", "own_toy.py")[1]
    status, _, err = lemmata("show", "twize_le", "--with", "own_toy.py")
    assert (status, "the nearest: twice_le" in err) == (3, True)


def test_watching_checks_again_what_has_changed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def once(arguments: list[str]) -> None:
        asked.append(arguments)
        if len(asked) == 3:
            raise KeyboardInterrupt
        (folder / "own_helper.py").write_text(f"x = {len(asked)}\n")  # while the command runs

    paper = folder / "own_toy.py"
    paper.write_text("import own_helper\n" + paper.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "own_helper.py").write_text("x = 0\n")
    monkeypatch.setattr(sys, "argv", ["lemmata", "check", "own_toy.py", "--watch"])
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("proofs.cli.statements._run_in_fork", once)
    assert run(["check", "own_toy.py", "--watch"]) == 130
    assert asked == [["check", "own_toy.py"]] * 3


def test_the_library_is_added_to_the_papers_of_the_folder(lemmata: Run, folder: Path) -> None:
    (folder / "pyproject.toml").write_text('[tool.lemmata]\npapers = ["own_toy.py"]\n')
    assert shelf() == shelf(["own_toy.py"])
    assert shelf(["library"]) == shelf(["own_toy.py", "library"]) == (*chapters.LISTED, "own_toy")
    (folder / "pyproject.toml").unlink()
    assert shelf(["library"]) == chapters.LISTED


def test_the_site_of_an_own_paper_holds_the_theorems_that_it_uses(lemmata: Run, folder: Path) -> None:
    assert lemmata("site", "pages", "--with", "own_toy.py")[0] == 0
    site = folder / "pages"
    assert [path.name for path in (site / "theorems").iterdir()] == ["elementary.square_5fnonneg.html"]
    files = [path for path in site.rglob("*") if path.is_file()]
    assert len(files) < 150 and sum(path.stat().st_size for path in files) < 3_000_000
    for page in site.rglob("*.html"):
        for link in re.findall(r'(?:href|src)=([^"#:> ]+)[#> ]', page.read_text(encoding="utf-8")):
            assert (page.parent / link).is_file(), (page, link)
    stored = lzma.decompress((site / "proofs.jsonl.xz").read_bytes()).decode().splitlines()
    names = [json.loads(line)["name"] for line in stored]
    assert {"elementary.square_nonneg", "Toy.twice_le", "Toy.sum_ge_two"} <= set(names)
    assert len(names) < 10
    (folder / "proofs.jsonl").write_text("\n".join(stored) + "\n", encoding="utf-8")
    assert lemmata("audit", "proofs.jsonl")[0] in (0, 2)  # none is refused


def test_theorems_finds_rules_by_shape_and_says_how_others_are_reached(lemmata: Run) -> None:
    out = lemmata("theorems", "1 + _ <= exp(_)", "--with", "own_toy.py")[1]
    assert "exp_ge  rule of the kernel\n    1 + x ≤ exp(x)\n" in out
    out = lemmata("theorems", "exp(log(_))", "--with", "own_toy.py")[1]
    assert "exp_log  rule of the kernel\n    0 < x  ⊢  exp(log(x)) = x\n" in out
    found = json.loads(lemmata("theorems", "abs(_) == _", "--with", "own_toy.py", "--json")[1])
    assert [r["name"] for r in found["rules"]] == ["abs_value"]
