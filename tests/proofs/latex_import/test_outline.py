"""The outline of LaTeX sources: statements and displays with the numbers that LaTeX gives them."""

import random
from pathlib import Path

import pytest

from proofs.latex_import.outline import Entry, Heading, Outline, OutlineError, outline
from proofs.latex_import.skeleton import skeleton

PAPER = r"""
\documentclass{article} % \newtheorem{no}{No}
\newcommand{\R}{\mathbb{R}}
\def\twice#1{#1#1}
\input{macros}
\newtheorem*{rem}{Remark}
\title{On the \emph{soft} maximum of $n$ numbers}
\author{A. Author}
\begin{document}
\section{First things}
\begin{defi}\label{def:soft} For $a \in \R^n$, % as usual
\begin{equation}\label{eq:soft} \mathrm{soft}(a) = \log \sum_i e^{a_i}. \end{equation}
\end{defi}
\begin{thm}[Bounds]\label{thm:bounds}
  \begin{align} a &= b \\[2pt] c &= \begin{cases} 1 \\ 2 \end{cases} \nonumber
    \\ d &\le e \tag{$*$}\label{eq:star} \end{align}
\end{thm}
\begin{proof} By \cref{def:soft,eq:soft} and \eqref{eq:star}. \end{proof}
\[ a \tag{5} \]
\begin{equation*} without \end{equation*}
\begin{verbatim}\begin{thm}\end{verbatim} \verb|\begin{thm}|
\begin{rem} no number \end{rem}
\begin{rem} again \end{rem}
\section{Proofs}
\input{proofs.tex}
\appendix
\section{More}
\begin{lem} the first of the appendix \end{lem}
\begin{proof}[Proof of \cref{thm:bounds}] It takes \Cref{lem:b}. \end{proof}
\end{document}
\begin{lem} behind the end \end{lem}
"""
MACROS = r"\newtheorem{thm}{Theorem}[section] \newtheorem{lem}[thm]{Lemma} \newtheorem{defi}[thm]{Definition}"
PROOFS = r"""\begin{lem}[Jensen]\label{lem:b} \begin{enumerate} \item\label{it} one \end{enumerate} \end{lem}
\begin{proof} \begin{eqnarray} a &=& b \nonumber \\ &=& c \\ \end{eqnarray} by \ref{thm:bounds} \end{proof}
"""


def read(folder: Path, **files: str) -> Outline:
    for name, text in files.items():
        (folder / f"{name}.tex").write_text(text, encoding="utf-8")
    return outline(folder / "paper.tex")


def document(folder: Path, body: str, preamble: str = r"\newtheorem{lemma}{Lemma}") -> Outline:
    return read(folder, paper=f"\\documentclass{{article}}{preamble}\\begin{{document}}{body}\\end{{document}}")


def entries(found: Outline) -> list[Entry]:
    return [part for part in found.parts if isinstance(part, Entry)]


@pytest.fixture
def paper(tmp_path: Path) -> Outline:
    return read(tmp_path, paper=PAPER, macros=MACROS, proofs=PROOFS)


def test_statements_and_displays_are_found_in_order_with_their_numbers(paper: Outline) -> None:
    assert paper.index == {
        "Definition 1.1": "definition",
        "(1)": "display",
        "Theorem 1.2": "theorem",
        "(2)": "display",
        "(*)": "display",
        "(5)": "display",
        "Remark": "remark",
        "Remark [2]": "remark",
        "Lemma 2.1": "lemma",
        "(3)": "display",
        "Lemma A.1": "lemma",
    }
    assert (paper.title, paper.author) == ("On the soft maximum of n numbers", "A. Author")
    headings = [(part.number, part.title) for part in paper.parts if isinstance(part, Heading)]
    assert headings == [("1", "First things"), ("2", "Proofs"), ("A", "More")]
    assert paper.warnings == []


def test_each_has_its_id_place_section_and_labels(paper: Outline) -> None:
    assert [(e.id, e.place, e.section, e.labels) for e in entries(paper)] == [
        ("definition-1.1", "paper.tex:11", "1", ["def:soft"]),
        ("theorem-1.2", "paper.tex:14", "1", ["thm:bounds"]),
        ("eq-5", "paper.tex:19", "1", []),
        ("remark-unnumbered", "paper.tex:22", "1", []),
        ("remark-unnumbered-2", "paper.tex:23", "1", []),
        ("lemma-2.1", "proofs.tex:1", "2", ["lem:b", "it"]),
        ("eq-3", "proofs.tex:2", "2", []),
        ("lemma-A.1", "paper.tex:28", "A", []),
    ]


def test_the_source_of_a_row_has_the_rows_without_a_number_before_it(paper: Outline) -> None:
    first, starred = entries(paper)[1].displays
    assert (first.latex, first.number, starred.number) == ("a &= b", "2", "*")
    assert r"\begin{cases} 1 \\ 2 \end{cases}" in starred.latex
    assert r"d &\le e" in starred.latex
    assert entries(paper)[6].latex == "a &=& b \\nonumber \\\\\n&=& c"


def test_a_proof_cites_for_what_it_proves(paper: Outline) -> None:
    cites = {e.name: e.cites for e in entries(paper) if e.cites}
    assert cites == {"Theorem 1.2": ["definition-1.1", "lemma-2.1"], "Lemma 2.1": ["theorem-1.2"]}


@pytest.mark.parametrize(
    ("body", "names"),
    [
        (r"\begin{gather} a \\ b \notag \\ c \end{gather}", ["(1)", "(2)"]),
        (r"\begin{multline} a \\ b \end{multline}", ["(1)"]),
        (r"\begin{align*} a \\ b \tag{B'} \end{align*}", ["(B')"]),
        (r"\begin{alignat}{2} a &= b & c &= d \\ e \end{alignat}", ["(1)", "(2)"]),
        (r"\begin{subequations}\begin{align} a \\ b \end{align}\end{subequations}\begin{equation}c\end{equation}",
         ["(1a)", "(1b)", "(2)"]),
        (r"\begin{equation}\begin{split} a \\ b \end{split}\end{equation}", ["(1)"]),
        (r"\begin{equation} \{a\} \end{equation} % \begin{equation} b \end{equation}" + "\n", ["(1)"]),
        (r"\iffalse \begin{lemma} \ifx a b \fi \end{lemma} \fi \begin{lemma}\end{lemma}", ["Lemma 1"]),
        (r"\setcounter{lemma}{4}\begin{lemma}\end{lemma}\addtocounter{lemma}{-3}\begin{lemma}\end{lemma}",
         ["Lemma 5", "Lemma 3"]),
        (r"\begin{restatable}[Known]{lemma}{again}a\end{restatable}", ["Lemma 1"]),
        (r"\chapter{I}\section{A}\begin{equation}a\end{equation}\chapter{II}\begin{equation}b\end{equation}",
         ["(1.1)", "(2.1)"]),
    ],
)  # fmt: skip
def test_numbers_are_those_of_latex(tmp_path: Path, body: str, names: list[str]) -> None:
    found = document(tmp_path, body)
    assert list(found.index) == names
    assert found.warnings == []


@pytest.mark.parametrize(
    ("preamble", "names"),
    [
        (r"\newtheorem{lemma}{Lemma}[section]", ["Lemma 1.1", "Lemma 2.1", "(1)"]),
        (r"\newtheorem{lemma}{Lemma}\counterwithin{lemma}{section}\numberwithin{equation}{section}",
         ["Lemma 1.1", "Lemma 2.1", "(2.1)"]),
        (r"\declaretheorem[name=Key Lemma, numberwithin=section]{lemma}", ["Key Lemma 1.1", "Key Lemma 2.1", "(1)"]),
        (r"\declaretheorem{thm}\declaretheorem[sibling=thm]{lemma}", ["Lemma 1", "Lemma 2", "(1)"]),
        (r"\declaretheorem[numbered=no]{lemma}", ["Lemma", "Lemma [2]", "(1)"]),
    ],
)  # fmt: skip
def test_what_the_preamble_declares_is_followed(tmp_path: Path, preamble: str, names: list[str]) -> None:
    body = r"\section{A}\begin{lemma}\end{lemma}\section{B}\begin{lemma}\begin{equation}a\end{equation}\end{lemma}"
    assert list(document(tmp_path, body, preamble).index) == names


def test_subequations_have_the_label_of_the_whole(tmp_path: Path) -> None:
    body = r"\begin{subequations}\label{ab}\begin{gather}a\\b\label{b}\end{gather}\end{subequations}"
    assert [e.labels for e in entries(document(tmp_path, body))] == [["ab"], ["b", "ab"]]


@pytest.mark.parametrize(
    ("preamble", "body", "said"),
    [
        (r"\def\be{\begin{equation}}", "", r"paper.tex:1: what is defined by \begin{equation} is not followed"),
        ("", r"\begin{corollary}\end{corollary}", r"no \newtheorem declares corollary, so it is numbered by itself"),
        ("", r"\input{gone}", "gone.tex; it is left out"),
        (r"\setcounter{lemma}{\value{section}}", "", r"\setcounter{lemma}{\value{section}} is not followed"),
    ],
)
def test_what_is_not_followed_is_said(tmp_path: Path, preamble: str, body: str, said: str) -> None:
    (warning,) = document(tmp_path, body, preamble).warnings
    assert said in warning


def test_a_style_of_the_paper_is_read_and_others_are_latex_s(tmp_path: Path) -> None:
    (tmp_path / "own.sty").write_text(r"\newtheorem{satz}{Theorem}")
    found = document(tmp_path, r"\begin{satz}\end{satz}", r"\usepackage[a]{amsmath,own}")
    assert (found.index, found.warnings) == ({"Theorem 1": "theorem"}, [])


def test_a_fragment_without_a_preamble_is_read_as_a_whole(tmp_path: Path) -> None:
    text = r"\newtheorem{lemma}{Lemma}\begin{lemma}\end{lemma}\setcounter{lemma}{4}\begin{lemma}[A] a \end{lemma}"
    found = read(tmp_path, paper=text + r"\begin{equation} a \end{equation}")
    assert (list(found.index), found.warnings) == (["Lemma 1", "Lemma 5", "(1)"], [])


def test_a_part_may_be_a_document_of_its_own(tmp_path: Path) -> None:
    part = r"\documentclass[paper]{subfiles}\begin{document}\begin{lemma}\end{lemma}\end{document}"
    (tmp_path / "part.tex").write_text(part)
    assert list(document(tmp_path, r"\subfile{part}\begin{lemma}\end{lemma}").index) == ["Lemma 1", "Lemma 2"]


@pytest.mark.parametrize(
    "body",
    [
        r"\numberwithin{lemma}{section}\numberwithin{section}{lemma}\section{A}\begin{lemma}\end{lemma}",
        r"\appendix\begin{lemma}\end{lemma}",
        r"\setcounter{section}{40}\appendix\setcounter{section}{40}\section{A}\begin{lemma}\end{lemma}",
        r"\input{}\input{/}\usepackage{}\begin{lemma}\end{lemma}",
    ],
)
def test_what_latex_would_not_take_stops_nothing(tmp_path: Path, body: str) -> None:
    assert "lemma" in document(tmp_path, body).index.values()


def test_a_source_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OutlineError, match=r"cannot read .*paper.tex: No such file"):
        outline(tmp_path / "paper.tex")
    with pytest.raises(OutlineError, match=r"paper.tex:1: .*paper.tex inputs itself"):
        document(tmp_path, r"\input{paper}")


def test_no_damage_stops_it(tmp_path: Path) -> None:
    made = random.Random(1)
    for _ in range(20):
        at = made.randrange(len(PAPER))
        piece = made.choice(
            ["{", "}", "[", "$", "\\", "\\begin{thm}", "\\end{thm}", "\\tag", "\\section", "\x00", '"""']
        )
        changed = PAPER[:at] + piece + PAPER[at + made.randrange(9) :]
        for text in (changed, PAPER[:at]):
            found = read(tmp_path, paper=text, macros=MACROS, proofs=PROOFS)
            compile(skeleton(found, "Key"), "skeleton", "exec")


@pytest.mark.parametrize("statement", [r"\begin{lemma} x \end{lemma}", r"\begin{lemma*}[Same] x \end{lemma*}"])
def test_reading_takes_the_same_for_each_statement(
    statement: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = 0

    class Counted(Entry):
        def __getattribute__(self, name: str) -> object:
            nonlocal reads
            reads += 1
            return super().__getattribute__(name)

    monkeypatch.setattr("proofs.latex_import.outline.Entry", Counted)
    preamble = r"\newtheorem{lemma}{Lemma}\newtheorem*{lemma*}{Lemma}"
    found = document(tmp_path, statement * 300, preamble)
    assert reads <= 10 * 300
    names = [entry.name for entry in entries(found)]
    assert len(set(names)) == 300 and names[0] in ("Lemma 1", "Lemma Same")
