"""Hostile names, wording and files: they are rejected with a message, or shown escaped."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from proofs.checking.replay import chapters
from proofs.checking.store.cache import Cache
from proofs.cli.main import run

TOY = Path(__file__).parents[1] / "toy_paper.py"
HEAD = """
from proofs.language.notation import ints, reals, vectors
from proofs.builder.chapter import Chapter, Claim
from proofs.builder.paper import Erratum, Paper, Search
(x,) = reals("x")
"""
PAPER = f'{HEAD}paper = chapter = Paper("Odd", "A title", "nobody")\n'
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder in which the commands run, beside a small library."""
    monkeypatch.setenv("LEMMATA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(chapters, "LISTED", ("proofs.theorems.analysis.elementary",))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    (tmp_path / "work" / "own_toy.py").write_text(TOY.read_text(encoding="utf-8"), encoding="utf-8")
    yield tmp_path / "work"
    for name in ("own_toy", "odd_paper", "other_paper"):
        sys.modules.pop(name, None)


@pytest.fixture
def lemmata(folder: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def go(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        status = run(arguments)
        return status, *capsys.readouterr()

    return go


def written(folder: Path, text: str) -> str:
    (folder / "odd_paper.py").write_text(text, encoding="utf-8")
    return "odd_paper.py"


# --- names and wording -------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["a:b", "*", "", "x y", "-x", "../x", "K\nS", "K\x1b[2J", "a" * 50, 3])
def test_a_key_that_is_none_is_refused_with_its_line(key: object, lemmata: Run, folder: Path) -> None:
    status, out, err = lemmata("check", written(folder, f"{HEAD}paper = chapter = Paper({key!r}, 'A title', 'me')\n"))
    assert (status, out) == (3, "")
    assert "odd_paper.py:6: " in err
    assert "cannot be a key: it begins with a letter, and has letters, digits, _ and - only" in err
    assert "\x1b" not in err and len(err.splitlines()) <= 3


@pytest.mark.parametrize(
    "id", ["b\n  proved    Long:a    says", "a b", "a:b", "a#2", "", "x\x1b[2J", "a\u202eb", "a" * 130, None]
)
def test_an_id_that_is_none_is_refused_with_its_line(id: object, lemmata: Run, folder: Path) -> None:
    status, out, err = lemmata("check", written(folder, f"{PAPER}paper.state({id!r}, 'x', kind='lemma', argued='y')\n"))
    assert (status, out) == (3, "")
    assert "odd_paper.py:7: Odd: " in err and "cannot be an id: it has no spaces, ':', '#'" in err
    assert "\x1b" not in err and len(err.splitlines()) <= 3


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("paper.state('a', 'x\\x1b[2J', kind='lemma', argued='y')", "`says` has a control character, U+001B"),
        ("paper.state('a', 'x', kind='lemma', argued='\\x9b2J')", "`argued` has a control character, U+009B"),
        ("paper.state('a', 'x', section='\\x00', kind='lemma')", "`section` has a control character, U+0000"),
        ("paper.state('a', 'x', index='\\x07', kind='lemma')", "`index` has a control character, U+0007"),
        ("paper.state('a', 7, kind='lemma')", "`says` is a text, not 7"),
        ("Erratum('typo', '\\x1b[1A')", "what an erratum says has a control character, U+001B"),
        ("Paper('Odd', 'x\\x08', 'nobody')", "the title of Odd has a control character, U+0008"),
        ("paper.notions.define(x + 1, (x,), 'f({0})\\x1b', 'f')", "has characters that cannot be printed"),
        ("Chapter('*')", "'*' cannot name a chapter: it begins with a letter"),
        ("Erratum('typo', 'what', Search(reals={'x': [1]}))", "its `claim` cannot be a Search; write search="),
        ("Erratum('typo', 'what', 0, Claim((), x <= x))", "its `search` cannot be a Claim; write by="),
        ("Erratum('false', 'what', at=[1])", "its `at` cannot be a list"),
        ("Erratum('wrong', 'what')", "no defect is called 'wrong'; there are false, step"),
        ("Search([1, 2])", "a search: `sizes` says what variables may be"),
        ("Search(reals={'x': 1})", "a search: `reals` has a list of values for each variable, such as [1, 2], not 1"),
    ],
)
def test_what_a_paper_cannot_say_is_refused_with_its_line(line: str, said: str, lemmata: Run, folder: Path) -> None:
    status, out, err = lemmata("check", written(folder, f"{PAPER}{line}\n"))
    assert (status, out) == (3, "")
    assert "odd_paper.py:7: " in err and said in err
    assert not {"\x1b", "\x9b", "\x08"} & {*err} and len(err.splitlines()) <= 3


def test_wording_of_several_lines_forges_no_row(lemmata: Run, folder: Path) -> None:
    text = "paper.state('a', '''small\n  proved    Odd:b    says\n''', kind='lemma', argued='y')\n"
    status, out, _ = lemmata("check", written(folder, PAPER + text))
    assert status == 0
    assert not any(line.split()[:2] == ["proved", "Odd:b"] for line in out.splitlines())
    assert "small proved Odd:b says" in " ".join(out.split())


def test_an_index_and_formulas_are_lines(lemmata: Run, folder: Path) -> None:
    head = PAPER.replace('"nobody")', '"nobody", index={"Lemma 1\\n  proved  Odd:b": "lemma", "Lemma 2": "lemma"})')
    text = (
        "paper.state('a', 'x', index='Lemma\\n1', kind='lemma', argued='y')\npaper.quote({'a': 'x\\n  proved Odd:b'})\n"
    )
    file = written(folder, head + text)
    for out in (lemmata("check", file)[1], lemmata("show", "Odd:a", "--with", file)[1]):
        assert "Odd:a" in out
        assert not any(line.split()[:2] == ["proved", "Odd:b"] for line in out.splitlines())


def test_what_a_terminal_would_follow_is_shown(lemmata: Run, folder: Path) -> None:
    text = "paper.state('a', 'turned \u202e round', kind='lemma', argued='y')\n"
    assert "turned � round" in lemmata("check", written(folder, PAPER + text))[1]
    status, out, err = lemmata("show", "Odd:\x1b[2J", "--with", "odd_paper.py")
    assert status == 3 and "\x1b" not in out + err
    for arguments in (["manifest"], ["check", "--json"]):
        out = lemmata(*arguments, "--with", "odd_paper.py")[1]
        assert "turned \\u202e round" in out
        assert "turned \u202e round" in json.dumps(json.loads(out), ensure_ascii=False)


@pytest.mark.parametrize("key", ["KS", "ks"])
def test_the_key_of_a_paper_of_the_library_is_refused(lemmata: Run, folder: Path, key: str) -> None:
    status, out, err = lemmata("check", written(folder, PAPER.replace('"Odd"', f'"{key}"')))
    assert (status, out) == (3, "")
    assert err == f"lemmata: odd_paper: {key} is the key of a paper of the library: choose another\n"


def test_keys_that_differ_in_case_are_one(lemmata: Run, folder: Path) -> None:
    (folder / "other_paper.py").write_text(PAPER.replace('"Odd"', '"ODD"'))
    status, _, err = lemmata("check", written(folder, PAPER), "other_paper.py")
    assert status == 3 and "are both papers with the key" in err


def test_entries_of_other_names_stay_in_the_cache(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    names = ["KS.refute", "A", "A-B", "*", "[a-z]*", "../x", "a/b", "?"]
    for k in range(6):
        for name in names:
            cache.write(name, f"{k}" * 16, name.encode())
    assert cache.warnings == []
    for name in names:
        assert cache.read(name, "5" * 16) == name.encode()
        assert sum(cache.read(name, f"{k}" * 16) is not None for k in range(6)) == 4
    assert {path.parent for path in tmp_path.rglob("*.json")} == {tmp_path}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("os", "Python has a module os already, in its standard library: choose another name"),
        ("sys.py", "Python has a module sys already"),
        ("_thread", "Python has a module _thread already"),
        ("None", "'None' cannot name a module"),
        ("___", "cannot be a key: it begins with a letter"),
        ("_1", "cannot be a key"),
        ("a\nb", "'a\\nb' cannot name a module"),
    ],
)
def test_a_name_for_a_new_paper_that_will_not_do(name: str, said: str, lemmata: Run, folder: Path) -> None:
    before = sorted(folder.iterdir())
    status, out, err = lemmata("new", name)
    assert (status, out, said in err) == (3, "", True), err
    assert sorted(folder.iterdir()) == before


# --- files that a command did not write ------------------------------------------------------------------------

OUTPUTS = {
    "prove": ["prove", "x**2 >= 0", "--save", "out"],
    "refute": ["refute", "x**2 >= 1", "--save", "out"],
    "graph": ["graph", "--output", "out"],
    "errata": ["errata", "--output", "out"],
    "constants": ["constants", "--format", "json", "--output", "out"],
    "manifest": ["manifest", "--output", "out"],
    "letter": ["letter", "Toy", "--output", "out"],
    "export-proofs": ["export-proofs", "out"],
    "formalize": ["formalize", "Toy:lemma-1", "--output", "."],
    "blueprint": ["graph", "--format", "leanblueprint", "--output", "."],
}
FILE = {"formalize": "Makefile", "blueprint": "content.tex"}  # the file that is written, where it is not `out`


@pytest.mark.parametrize("what", OUTPUTS)
def test_only_what_a_command_wrote_is_replaced(what: str, lemmata: Run, folder: Path) -> None:
    arguments = OUTPUTS[what] + ["--with", "own_toy.py"] * (what not in ("prove", "refute"))
    file = folder / FILE.get(what, "out")
    file.write_text("years of work")
    before = {*folder.iterdir()}
    status, out, err = lemmata(*arguments)
    assert (status, out) == (3, "")
    assert f"{file.name} already exists, and not as lemmata wrote it; --force replaces it" in err
    assert file.read_text() == "years of work" and {*folder.iterdir()} - {folder / "__pycache__"} == before
    assert lemmata(*arguments, "--force")[0] in (0, 1)
    made = file.read_bytes()
    assert made != b"years of work"
    assert lemmata(*arguments)[0] in (0, 1)
    assert file.read_bytes() == made
    file.write_bytes(made + b"\n")  # edited by the user
    assert lemmata(*arguments)[0] == 3
    assert file.read_bytes() == made + b"\n"


@pytest.mark.parametrize("what", OUTPUTS)
def test_a_link_is_not_followed(what: str, lemmata: Run, folder: Path) -> None:
    arguments = OUTPUTS[what] + ["--with", "own_toy.py"] * (what not in ("prove", "refute"))
    link, target = folder / FILE.get(what, "out"), folder.parent / "target"
    for content in ("years of work", None):
        if content is not None:
            target.write_text(content)
        else:
            target.unlink()
        link.unlink(missing_ok=True)
        link.symlink_to(target)
        status, _, err = lemmata(*arguments)
        assert status == 3 and f"{link.name} is a link, which --force would replace; nothing is written" in err
        assert lemmata(*arguments, "--force")[0] in (0, 1)
        assert not link.is_symlink() and link.is_file()
        assert (target.read_text() if target.exists() else None) == content


def test_a_link_to_a_folder_is_not_followed(lemmata: Run, folder: Path) -> None:
    assert lemmata("formalize", "Toy:lemma-1", "--output", "made", "--with", "own_toy.py")[0] == 0
    inside = next(path for path in (folder / "made").iterdir() if path.is_dir())
    inside.rename(folder / "elsewhere")
    inside.symlink_to(folder / "elsewhere")
    for path in (folder / "elsewhere").rglob("*.v"):
        path.write_text("edited")
    for more in ([], ["--force"]):
        status, _, err = lemmata("formalize", "Toy:lemma-1", "--output", "made", "--with", "own_toy.py", *more)
        assert status == 3 and "is a link or a file, but a folder is needed there; nothing is written" in err
    assert all(path.read_text() == "edited" for path in (folder / "elsewhere").rglob("*.v"))


def test_a_paper_s_source_is_not_replaced_by_its_proofs(lemmata: Run, folder: Path) -> None:
    before = (folder / "own_toy.py").read_bytes()
    assert lemmata("export-proofs", "own_toy.py", "--with", "own_toy.py")[0] == 3
    assert (folder / "own_toy.py").read_bytes() == before


def test_a_long_section_makes_a_site(lemmata: Run, folder: Path) -> None:
    section = "A section with a title of many words " * 5
    text = f"for k in '12':\n    paper.state(k, 'small', section={section!r}, kind='lemma', argued='y')\n"
    assert lemmata("site", "made", "--with", written(folder, PAPER + text))[0] == 0
    assert (folder / "made" / "graph.html").is_file()
