"""The letter to the authors of a paper: whether its results stand, then what falls first, on two pages."""

import re
import shutil
import subprocess
from copy import copy
from dataclasses import replace
from pathlib import Path

import pytest

from proofs.checking.report import Report
from proofs.checking.status import STANDS
from proofs.export.defects import applied_by, defects, falling, most_serious_first
from proofs.export.letter import WIDTH, letter
from proofs.export.tex import tex_sentence

TWO_PAGES = 125  # lines


@pytest.fixture(scope="module", params=["KS", "Yun", "Liu"])
def key(request: pytest.FixtureRequest) -> str:
    return request.param


def test_it_is_short_and_begins_with_what_falls_first(key: str, library_report: Report) -> None:
    text = letter(library_report, key)
    lines = text.splitlines()
    assert len(lines) <= TWO_PAGES
    assert max(map(len, lines)) <= WIDTH
    found = most_serious_first(library_report, [f for f in library_report.errata if f.paper == key and not f.fails])
    first = text.partition("\n\n1. ")[2].partition("\n\n")[0]
    assert " ".join(found[0][0].what.split()[:5]) in " ".join(first.split())


def test_it_is_addressed_and_says_whether_the_results_stand(key: str, library_report: Report) -> None:
    text = " ".join(letter(library_report, key).split())
    (paper,) = (p for p in library_report.papers if p.key == key)
    assert text.startswith("Dear authors, ")
    assert f"“{paper.title}” ({paper.source})" in text
    stand, _, rest = text.partition("Your main results stand: ")[2].partition(" proved as printed.")
    named = {r.index[0]: r for r in library_report.items if r.paper == key and r.index and r.kind != "display"}
    for name in re.findall(r"(?:Theorem|Proposition|Corollary) \S*\d", stand):
        assert named[name].printed in STANDS
    mended, _, after = rest.partition(" proved with a correction.")
    for name in re.findall(r"(?:Theorem|Proposition|Corollary) \S*\d", mended if after else ""):
        assert named[name].printed not in STANDS and named[name].used in STANDS


def test_it_speaks_of_no_commands_and_no_ids(key: str, library_report: Report) -> None:
    text = letter(library_report, key)
    assert "lemmata" not in text
    assert not re.search(rf"{key}:\w|¶|hypothesises", text)


def test_what_falls_with_a_defect_comes_first(library_report: Report) -> None:
    found = most_serious_first(library_report, [f for f in library_report.errata if f.paper == "Yun"])
    assert found[0][0].id == "Yun:lemma-6"  # a gap at which the paper's proofs of its two theorems break
    above = applied_by(library_report)
    assert falling(library_report, found[0], above) == ["Yun:theorem-2", "Yun:theorem-3"]
    open_ = [d for d in found if d[0].defect == "gap" and library_report.by_id[d[0].id].printed not in STANDS]
    falls = [len(falling(library_report, d, above)) for d in open_]
    assert falls == sorted(falls, reverse=True)


def test_slides_do_not_count_against_the_paper(library_report: Report) -> None:
    slides = [f for f in library_report.errata if f.section == "slides"]
    assert slides and not defects(slides)
    assert "slides" not in letter(library_report, "Yun").lower()


def test_what_the_checks_do_not_confirm_is_not_sent(library_report: Report) -> None:
    finding = replace(library_report.errata[0], what="Nobody has confirmed this.", shown_by="nothing", line=0)
    report = copy(library_report)
    report.__dict__["errata"] = (finding,)
    assert "Nobody" not in letter(report, finding.paper)


def test_a_paper_that_is_not_there(library_report: Report) -> None:
    with pytest.raises(KeyError):
        letter(library_report, "Nope")


@pytest.mark.parametrize("program", ["pdflatex", "lualatex"])
def test_as_latex(key: str, program: str, library_report: Report, tmp_path: Path) -> None:
    text = letter(library_report, key, tex=True)
    plain = text.replace("\\{", "").replace("\\}", "")
    assert plain.count("{") == plain.count("}")
    assert plain.count("$") % 2 == 0
    assert text.count("\\item") >= 5
    assert "U+" not in text
    if shutil.which(program) and (program == "pdflatex" or key == "KS"):
        (tmp_path / "letter.tex").write_text(text, encoding="utf-8")
        made = subprocess.run([program, "-interaction=nonstopmode", "letter.tex"], cwd=tmp_path, capture_output=True)
        assert made.returncode == 0
        assert b"(2 pages" in made.stdout or b"(1 page" in made.stdout
        assert b"Missing character" not in (tmp_path / "letter.log").read_bytes()


def test_every_sentence_of_the_register_is_typeset(library_report: Report) -> None:
    for f in library_report.errata:
        for text in (f.what, f.counterexample or ""):
            shown = tex_sentence(text)
            assert "U+" not in shown
            assert shown.count("$") % 2 == 0
            assert not re.search(r"(?<!\\)[_^](?![{\\]|\w)|\\textasciicircum", shown), shown
