"""The letter to the authors of a paper: the gravest defects first, on two pages, and only confirmed claims."""

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from proofs.checking.report import Report
from proofs.export.defects import SERIOUSNESS, defects, most_serious_first
from proofs.export.letter import WIDTH, letter

TWO_PAGES = 110  # lines


@pytest.mark.parametrize("key", ["KS", "Yun", "Liu"])
def test_it_is_short_and_begins_with_what_is_gravest(key: str, library_report: Report) -> None:
    lines = letter(library_report, key).splitlines()
    assert len(lines) <= TWO_PAGES
    assert max(map(len, lines[1:])) <= WIDTH
    first = most_serious_first(library_report, [f for f in library_report.errata if f.paper == key and not f.fails])[0]
    assert " ".join(first[0].what.split()[:5]) in " ".join(" ".join(lines).split())


def test_the_gravest_come_first(library_report: Report) -> None:
    found = most_serious_first(library_report, library_report.errata)
    places = [SERIOUSNESS.index(d[0].defect) for d in found]
    assert places == sorted(places)
    assert len(found) == len(defects(library_report.errata))


def test_what_the_checks_do_not_confirm_is_not_sent(library_report: Report) -> None:
    finding = replace(library_report.errata[0], what="Nobody has confirmed this.", shown_by="nothing", line=0)
    report = replace_errata(library_report, (finding,))
    assert "Nobody" not in letter(report, finding.paper)


def replace_errata(report: Report, errata: tuple) -> Report:
    from copy import copy

    out = copy(report)
    out.__dict__["errata"] = errata
    return out


def test_a_paper_that_is_not_there(library_report: Report) -> None:
    with pytest.raises(KeyError):
        letter(library_report, "Nope")


@pytest.mark.parametrize(("key", "program"), [("KS", "lualatex"), ("Yun", "pdflatex"), ("Liu", "pdflatex")])
def test_as_latex(key: str, program: str, library_report: Report, tmp_path: Path) -> None:
    text = letter(library_report, key, tex=True)
    plain = text.replace("\\{", "").replace("\\}", "")
    assert plain.count("{") == plain.count("}")
    assert text.count("\\item") >= 5
    if shutil.which(program):
        (tmp_path / "letter.tex").write_text(text, encoding="utf-8")
        made = subprocess.run([program, "-interaction=nonstopmode", "letter.tex"], cwd=tmp_path, capture_output=True)
        assert made.returncode == 0
        assert b"(2 pages" in made.stdout or b"(1 page" in made.stdout
