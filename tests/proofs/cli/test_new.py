"""`lemmata new`: the paper that it writes checks without changes, and invalid names are rejected."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from proofs.checking.replay import chapters
from proofs.cli.main import run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("LEMMATA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(chapters, "LISTED", ("proofs.theorems.analysis.elementary", "proofs.theorems.algebra.sums"))
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.modules.pop("my_paper", None)


def test_the_new_paper_checks(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "my_paper"]) == 0
    assert "lemmata check my_paper.py" in capsys.readouterr().out
    assert run(["check", "my_paper.py", "--strict", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {r["id"]: (r["printed"], r["corrected"]) for r in found["items"]} == {
        "MyPaper:definition-1": ("defined", None),
        "MyPaper:lemma-1": ("proved", None),
        "MyPaper:lemma-2": ("refuted", "proved"),
    }
    assert [e["shown_by"] for e in found["errata"]] == ["counterexample"]
    assert {v["status"] for c in found["constants"] for v in (c["needed"], c["sharp"], c["beyond"])} == {"proved"}
    assert found["lint_warnings"] == found["problems"] == []


SOURCE = r"""\documentclass{article}\newtheorem{lem}{Lemma}\title{"Quoted" \"Ubung}\begin{document}\section{One}
\begin{lem}[Mean\textquotedbl""] Let $1 \le n$. \begin{equation} \bar a \le \max_i a_i \end{equation} \end{lem}
\begin{align} a &= b \tag{7} \end{align}
\begin{proof} by \ref{gone} \end{proof}\end{document}"""


def test_a_skeleton_is_written_from_a_source(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "main.tex").write_text(SOURCE)
    assert run(["new", "my_paper", "--from", "main.tex"]) == 0
    said = "my_paper.py: a paper with the key MyPaper; to be written: 1 statement and 2 numbered displays of main.tex"
    assert capsys.readouterr().out.splitlines() == [said, "  lemmata check my_paper.py"]
    text = (folder / "my_paper.py").read_text(encoding="utf-8")
    assert '# paper.state("eq-7", "…", section="1", index="(7)", equations="7", printed=…)\n' in text
    assert run(["check", "my_paper.py"]) == 0
    shown = capsys.readouterr().out
    assert 'MyPaper  "Quoted" Übung\n' in shown
    assert "  to be written: 1 of 1 named statements: Lemma 1; 2 of 2 displays: (1), (7)\n" in shown


def test_what_is_written_of_it_is_counted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "main.tex").write_text(SOURCE)
    run(["new", "my_paper", "--from", "main.tex"])
    with (folder / "my_paper.py").open("a", encoding="utf-8") as file:
        file.write("(x,) = reals('x')\n")
        file.write("@paper.claim(given=[], shows=x <= x + 1)\ndef more(p):\n    return p.have(x <= x + 1)\n")
        file.write("paper.state('lemma-1', 'more', index=['Lemma 1', '(1)'], kind='lemma', printed=more)\n")
    assert run(["check", "my_paper.py"]) == 0
    assert "  to be written: 1 of 2 displays: (7)\n" in capsys.readouterr().out
    assert run(["check", "my_paper.py", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["unwritten"] == {"MyPaper": {"displays": ["(7)"]}}
    assert run(["check", "MyPaper:lemma-1", "--with", "my_paper.py", "--json"]) == 0
    assert "unwritten" not in json.loads(capsys.readouterr().out)
    assert run(["manifest", "--with", "my_paper.py"]) == 0
    covers = json.loads(capsys.readouterr().out)["papers"][0]["covers"]
    assert covers == {"named": 1, "of_named": 1, "displays": 1, "of_displays": 2, "sentences": 0, "of_sentences": 0}


def test_a_folder_of_that_name_would_be_imported_in_its_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mine").mkdir()
    assert run(["new", "mine"]) == 3
    assert capsys.readouterr().err == "lemmata: mine already exists: choose another name\n"
    assert not (folder / "mine.py").exists()


def test_the_index_of_a_source_is_data_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "main.tex").write_text(SOURCE + r"\input{x}")
    assert run(["new", "my_paper", "--from", "main.tex", "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["index"] == {"Lemma 1": "lemma", "(1)": "display", "(7)": "display"}
    assert made["warnings"] == []


def test_without_a_reader_of_latex_it_is_said_what_to_install(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "proofs.latex_import.outline", raising=False)
    for name in ("pylatexenc", "pylatexenc.latex2text", "pylatexenc.latexwalker", "pylatexenc.macrospec"):
        monkeypatch.setitem(sys.modules, name, None)
    assert run(["new", "my_paper", "--from", "main.tex"]) == 3
    assert "pip install 'lemmata[latex]'" in capsys.readouterr().err
    assert not list(folder.glob("*.py"))


def test_a_source_that_is_not_there_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "my_paper", "--from", "gone.tex"]) == 3
    assert "cannot read gone.tex: No such file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "said"),
    [("my-paper", "cannot name a module"), ("class", "cannot name"), ("random", "Python has a module")],
)
def test_a_name_that_python_cannot_import_is_refused(
    name: str, said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["new", name]) == 3
    assert said in capsys.readouterr().err
    assert not list(folder.glob("*.py"))


def written(folder: Path, body: str, preamble: str = r"\newtheorem{lem}{Lemma}") -> None:
    (folder / "main.tex").write_text(f"\\documentclass{{article}}{preamble}\\begin{{document}}{body}\\end{{document}}")


NESTED = {
    "braces": "{" * 400 + "}" * 400,
    "environments": r"\begin{quote}" * 400 + r"\end{quote}" * 400,
    "unclosed": r"\begin{quote}{[$" * 2000,
    "arguments": r"\section{" * 400,
}


@pytest.mark.parametrize("what", NESTED)
def test_what_is_nested_too_deeply_is_refused(what: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(folder, f"\n\\begin{{lem}} {NESTED[what]} \\end{{lem}}")
    assert run(["new", "my_paper", "--from", "main.tex"]) == 3
    said = "lemmata: main.tex:2: braces or environments are nested more than 60 deep\n"
    assert capsys.readouterr().err == said
    assert not list(folder.glob("*.py"))


def test_comments_before_an_argument_are_not_nested(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(folder, r"\section" + "% a comment\n" * 3000 + "{One}", r"\title" + "%\n" * 3000 + "{T}")
    assert run(["new", "my_paper", "--from", "main.tex"]) == 0
    assert "# --- 1 One\n" in (folder / "my_paper.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("each", [2, 8])
def test_inputs_that_multiply_are_refused(each: int, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    depth = {2: 26, 8: 10}[each]
    for k in range(depth):
        (folder / f"d{k}.tex").write_text(f"\\input{{d{k + 1}}}" * each)
    (folder / f"d{depth}.tex").write_text("x")
    written(folder, r"\input{d0}")
    assert run(["new", "my_paper", "--from", "main.tex"]) == 3
    assert capsys.readouterr().err.endswith(": more than 500 inputs, or inputs nested more than 15 deep\n")


def test_a_source_without_end_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "main.tex").write_text(" " * 2_000_001)
    for source in ("main.tex", "/dev/zero") if Path("/dev/zero").exists() else ("main.tex",):
        assert run(["new", "my_paper", "--from", source]) == 3
        assert f"{source}: with the files before it more than 2,000,000 characters" in capsys.readouterr().err


def test_too_many_statements_are_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proofs.latex_import.outline.ENTRIES", 100)
    written(folder, "\\begin{lem}\\end{lem}\n" * 101)
    assert run(["new", "my_paper", "--from", "main.tex"]) == 3
    assert "main.tex:101: the paper has more than 100 statements and numbered displays" in capsys.readouterr().err
    written(folder, "x", "".join(rf"\newtheorem{{lem{'m' * k}}}{{Lemma}}" for k in range(300)))
    assert run(["new", "my_paper", "--from", "main.tex"]) == 3
    assert "main.tex: the paper declares more than 200 kinds of statements or counters" in capsys.readouterr().err


def test_what_cannot_be_printed_is_left_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(
        folder, "\\section{One\x1b[2J\u2028 two}\\begin{lem}[a\x9b\x00b] x \\end{lem}\\begin{odd} x \\end{odd}",
        "\\newtheorem{lem}{Lem\x1bma}\\newtheorem{odd}[lem]{O\\ndd}\\title{A\x1b[31m \u202etitle\n  proved Odd:a}",
    )  # fmt: skip
    assert run(["new", "my_paper", "--from", "main.tex"]) == 0
    text = (folder / "my_paper.py").read_text(encoding="utf-8")
    assert not {"\x1b", "\x9b", "\x00", "\u2028", "\u202e"} & {*text}
    assert 'Paper("MyPaper", "A[31m title proved Odd:a", ' in text and '"Lemma 1": "lemma"' in text
    assert run(["check", "my_paper.py"]) == 0


def test_too_many_references_are_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(folder, r"\begin{lem}\label{a}\end{lem}" * 400 + r"\begin{proof}\ref{a}\end{proof}" * 400)
    assert run(["new", "my_paper", "--from", "main.tex"]) == 3
    assert "main.tex: its proofs refer to statements more than 100,000 times" in capsys.readouterr().err


def test_nothing_is_overwritten(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "my_paper.py").write_text("mine")
    assert run(["new", "my_paper.py"]) == 3
    assert "my_paper.py already exists" in capsys.readouterr().err
    assert (folder / "my_paper.py").read_text() == "mine"
