"""The LaTeX of statements, here and in the papers."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from proofs.builder.paper import UNNAMED
from proofs.export.schema import Manifest, Statement
from proofs.language.mathml import mathml, pieces

LETTER = re.compile(r"\\(?!frac|mathrm)[a-zA-Z]+|[a-zA-Z]+")


def quoted(manifest: Manifest) -> dict[str, Statement]:
    return {s.id: s for s in manifest.statements if s.quoted}


def test_named_statements_show_the_papers_formulas(library_manifest: Manifest) -> None:
    named = [s for s in library_manifest.statements if s.kind not in (*UNNAMED, "remark", "assumption")]
    assert [s.id for s in named if not s.quoted and not s.id.startswith("Yun:E.3-")] == []


def test_numbered_displays_show_the_papers_formulas(library_manifest: Manifest) -> None:
    """All but one that is mostly words, and one whose matrix is too long to be shown whole."""
    numbered = [s for s in library_manifest.statements if s.equations]
    assert [s.id for s in numbered if not s.quoted] == ["Yun:eq-3", "Liu:eq-B.13"]


def test_quoted_formulas_are_no_sentences(library_manifest: Manifest) -> None:
    for s in quoted(library_manifest).values():
        for latex in s.quoted.formulas:
            assert all(len(words.split()) <= 4 for words in re.findall(r"\\text\{([^{}]*)\}", latex)), s.id


def test_the_papers_formulas_are_typeset(library_manifest: Manifest) -> None:
    for s in quoted(library_manifest).values():
        for latex in s.quoted.formulas:
            assert all(mathml("{} " + piece) for piece in pieces(latex))


def test_symbols_that_are_set_against_one_another_stand_on_both_sides(library_manifest: Manifest) -> None:
    for s in quoted(library_manifest).values():
        here = {m for x in s.lines for m in LETTER.findall(x.latex + x.sorts.latex)}
        for paper, own in s.quoted.letters.items():
            assert any(paper in latex for latex in s.quoted.formulas), (s.id, paper)
            assert set(LETTER.findall(own)) <= here, (s.id, own)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex")
def test_formulas_compile(library_manifest: Manifest, tmp_path: Path) -> None:
    formulas = {
        latex
        for s in library_manifest.statements
        for latex in (
            *(s.quoted.formulas if s.quoted else ()),
            *(shown.latex for line in s.lines for shown in (line.shows, line.sorts, *line.given)),
        )
        if latex
    }
    lines = "\n\n".join(f"${latex}$" for latex in sorted(formulas))
    head = r"\documentclass{article}\usepackage{amsmath,amssymb}\begin{document}"
    (tmp_path / "all.tex").write_text(f"{head}\n{lines}\n\\end{{document}}\n", encoding="utf-8")
    command = ["pdflatex", "-draftmode", "-interaction=nonstopmode", "-file-line-error", "all.tex"]
    made = subprocess.run(command, cwd=tmp_path, capture_output=True)
    said = made.stdout.decode(errors="replace").splitlines()
    assert [line for line in said if line.startswith(("./all.tex:", "!")) and ":" in line[:12]] == []
    assert made.returncode == 0
    assert r"\left(\log\left(" not in lines
