"""The registers of errata and constants as documents; their bytes are golden files (test_golden)."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import html5lib
import msgspec
import pytest

from proofs.checking.report import Report
from proofs.export.former_names import with_former_names
from proofs.export.manifest import manifest
from proofs.export.schema import Manifest
from proofs.export.site.registers import FORMATS, register
from proofs.export.site.urls import safe


@pytest.mark.parametrize("name", ["errata", "constants"])
@pytest.mark.parametrize("format", FORMATS)
def test_every_entry_is_in_every_format(name: str, format: str, library_manifest: Manifest) -> None:
    text = register(library_manifest, name, format)
    assert text.endswith("\n") or format == "html"
    plain = text.replace("_", "").replace("\\", "")
    for row in getattr(library_manifest, name):
        where = safe(row.id) if format == "html" else row.statement
        assert where.replace("_", "") in plain
    assert len(getattr(library_manifest, name)) > 0


@pytest.mark.parametrize("name", ["errata", "constants"])
def test_html_is_valid(name: str, library_manifest: Manifest) -> None:
    rows = getattr(library_manifest, name)[::6]  # all of them take ten seconds
    some = msgspec.structs.replace(library_manifest, **{name: rows})
    html5lib.HTMLParser(strict=True).parse(register(some, name, "html"))


@pytest.mark.parametrize("name", ["errata", "constants"])
def test_json_is_the_manifest_s(name: str, library_manifest: Manifest) -> None:
    rows = with_former_names(msgspec.to_builtins(getattr(library_manifest, name)))
    assert json.loads(register(library_manifest, name, "json")) == rows


@pytest.mark.parametrize("name", ["errata", "constants"])
def test_the_braces_of_tex_are_balanced(name: str, library_manifest: Manifest) -> None:
    text = register(library_manifest, name, "tex").replace("\\{", "").replace("\\}", "").replace("\\left\\{", "")
    assert text.count("{") == text.count("}")
    assert text.count("$") % 2 == 0


def test_what_is_written_shows_as_text(report: Report) -> None:
    from dataclasses import replace

    nasty = "*bold* <b>\\x</b> & $5 50% _under_ `code` [link](x) #1\n# no heading"
    finding = replace(report.errata[0], what=nasty, counterexample=nasty)
    data = manifest(replace(report, errata=(finding,)))
    html = html5lib.parse(register(data, "errata", "html"), namespaceHTMLElements=False)
    assert "<b>\\x</b> & $5 50%" in "".join(html.itertext())
    assert "\\#1 \\# no heading" in register(data, "errata", "md")
    tex = register(data, "errata", "tex")
    assert r"\$5 50\% \_under\_" in tex


@pytest.mark.parametrize("name", ["errata", "constants"])
def test_every_link_leads_to_an_entry(name: str, library_manifest: Manifest) -> None:
    some = msgspec.structs.replace(library_manifest, **{name: getattr(library_manifest, name)[::6]})
    tree = html5lib.parse(register(some, name, "html"), namespaceHTMLElements=False)
    ids = {e.get("id") for e in tree.iter()}
    links = [e.get("href") for e in tree.iter("a") if e.get("href")]
    assert len(links) > 0
    assert [x for x in links if not (x.startswith("#") and x[1:] in ids)] == []


@pytest.mark.parametrize("program", ["pdflatex", "lualatex"])
def test_tex_makes_a_document_of_it(program: str, library_manifest: Manifest, tmp_path: Path) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"no {program}")
    some = msgspec.structs.replace(library_manifest, errata=library_manifest.errata[::9])
    (tmp_path / "errata.tex").write_text(register(some, "errata", "tex"), encoding="utf-8")
    command = [program, "-interaction=nonstopmode", "-halt-on-error", "errata.tex"]
    made = subprocess.run(command, cwd=tmp_path, capture_output=True)
    assert made.returncode == 0, made.stdout[-600:].decode(errors="replace")
    log = (tmp_path / "errata.log").read_text(errors="replace")
    assert max(map(float, re.findall(r"Overfull .hbox \(([\d.]+)pt", log)), default=0) < 60  # the margin
    assert "Missing character" not in log
