"""The site: its pages are valid, linked correctly, agree with the manifest, and are rewritten only if they change."""

import json
import lzma
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from urllib.parse import unquote, urlsplit

import html5lib
import msgspec
import pytest

from proofs.checking.report import Report
from proofs.checking.store.sources import source
from proofs.export.manifest import manifest, stored_theorems
from proofs.export.site import SiteError, build, files
from proofs.export.site.files import RECORD
from proofs.export.site.pages import Page, sources_key
from proofs.export.site.pages import pages as all_pages
from proofs.export.site.proof_listing import Proofs
from proofs.export.site.urls import Site
from proofs.kernel.normal import key
from proofs.kernel.terms import Term
from proofs.readable.outline import Line


@pytest.fixture
def site(toy_site: Path) -> Path:
    return toy_site


def parsed(path: Path):
    return html5lib.parse(path.read_text(encoding="utf-8"), namespaceHTMLElements=False)


def pages(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.html"))


def test_every_page_is_valid_html(site: Path) -> None:
    assert len(pages(site)) > 15
    for path in pages(site):
        html5lib.HTMLParser(strict=True).parse(path.read_text(encoding="utf-8"))


def check_links(folder: Path) -> int:
    ids: dict[Path, set[str]] = {}
    links = 0
    for path in pages(folder):
        tree = parsed(path)
        named = [e.get("id") for e in tree.iter() if e.get("id")]
        assert len(named) == len(set(named)), f"{path}: an id twice"
        ids[path.resolve()] = set(named)
    for path in pages(folder):
        for e in parsed(path).iter():
            for name in ("href", "src"):
                url = urlsplit(e.get(name) or "")
                if url.scheme == "data" or not e.get(name):
                    continue
                assert not url.scheme and not url.netloc, f"{path}: {e.get(name)} is on the network"
                target = (path.parent / unquote(url.path)).resolve() if url.path else path.resolve()
                assert target.is_file(), f"{path}: {e.get(name)}"
                if url.fragment and target.name != "graph.html":
                    assert unquote(url.fragment) in ids[target], f"{path}: {e.get(name)}"
                links += 1
    return links


def test_every_link_leads_somewhere(site: Path) -> None:
    assert check_links(site) > 200


def test_every_statement_has_a_page_that_says_its_status(toy: Report, site: Path) -> None:
    here = Site(manifest(toy))
    for s in here.statements.values():
        text = " ".join("".join(parsed(site / here.url(s.id)).find(".//main").itertext()).split())
        assert s.id.replace("\u202e", "") in text
        assert s.status in text


def test_a_refuted_statement_shows_both_forms(site: Path) -> None:
    text = "".join(parsed(site / "statements" / "Toy" / "lemma-2.html").itertext())
    assert "As printed" in text
    assert re.search(r"For real x with\s*0\s*<\s*x", text)
    assert "What you have to trust" in text
    assert "As corrected" in text
    assert "computed at x = 1: both sides 2" in text
    assert "proved as corrected, false as printed" in text


def test_a_proof_is_listed_and_its_certificate_is_there(toy: Report, site: Path) -> None:
    page = parsed(site / "statements" / "Toy" / "lemma-2.html")
    proof = next(e for e in page.iter("details") if e.get("id") == "Toy.sum_5fge_5ftwo")
    assert len(list(proof.iter("li"))) >= 1
    assert any(e.get("href") == "../../proofs.jsonl.xz" for e in page.iter("a"))
    stored = [json.loads(line) for line in lzma.decompress((site / "proofs.jsonl.xz").read_bytes()).splitlines()]
    assert stored == [t.stored for t in stored_theorems(toy)]  # those on which its own rest


def supposed(lines: list[Line]) -> Iterator[Term]:
    """The formulas that are supposed in the lines."""
    for line in lines:
        for block in line.inside:
            if str(block.title[0]).startswith("suppose"):
                yield from (piece for piece in block.title if isinstance(piece, Term) and piece.sort == "B")
            yield from supposed(block.lines)


def test_no_proof_reads_as_circular_or_as_by_choice(library_report: Report) -> None:
    proofs = Proofs(library_report)
    names = [name for name in library_report.by_name if "#counterexample" in name]
    assert len(names) > 100  # all of these, and of the others some short ones, as all of them take minutes
    short = [t.name for t in library_report.theorems if "#" not in t.name and len(t.stored["steps"]) < 60]
    circular, choices = [], []
    for name in [*names, *short[::40]]:
        proof, claim = proofs.proof(name), library_report.by_name[name].fact.concl
        lines = proof.sections[0].lines
        circular += [name for t in supposed(lines) if key(t) == key(claim)]
        given = {key(h) for h in library_report.by_name[name].fact.hyps.values()}
        assumed = len(lines) == 1 and lines[0].reason == ("by hypothesis",) and key(claim) not in given
        circular += [name] if assumed else []
        chosen = any(step[0] == "cite" for step in library_report.by_name[name].stored["steps"])  # the axiom of choice
        choices += (
            [] if chosen else [name for x in proof.lines for piece in x.reason if re.search(r"\bchoice\b", str(piece))]
        )
    assert (circular, choices) == ([], [])


def test_no_formula_is_left_as_latex(site: Path) -> None:
    for path in pages(site):
        main = parsed(path).find(".//main")
        for e in main.iter():
            if e.tag == "script":
                e.text = ""
        words = "".join(main.itertext())
        assert not re.search(r"\\(frac|le|left|sum|begin|forall|mathbb)\b", words.replace(r"\LaTeX", "")), path


def test_hostile_text_is_text(site: Path) -> None:
    for path in pages(site):
        tree = parsed(path)
        scripts = [e for e in tree.iter("script") if "taken" in (e.text or "") and e.get("type") != "application/json"]
        assert not scripts
        assert not list(tree.iter("img"))
        assert not any(name.startswith("on") for e in tree.iter() for name in e.attrib)
    page = parsed(site / "statements" / "Bad" / "lemma-1.html")
    assert "a </script><script>document.title='taken'</script><!-- b" in "".join(page.find(".//main").itertext())
    bidi = (site / "statements" / "Bad" / "lemma-3.html").read_text(encoding="utf-8")
    shown = re.sub(r"<script type=.*?</script>", "", bidi, flags=re.S)
    assert "\u202e" not in shown
    assert "U+202E" in shown


def test_scripts_hold_json(site: Path) -> None:
    for path in pages(site):
        for e in parsed(path).iter("script"):
            if e.get("type") == "application/json":
                json.loads(e.text)


def test_a_second_build_writes_nothing(toy: Report, site: Path) -> None:
    before = {p: p.stat().st_mtime_ns for p in site.rglob("*.html")}
    built = build(toy, site)
    assert (built.written, built.removed) == (0, 0)
    assert {p: p.stat().st_mtime_ns for p in site.rglob("*.html")} == before


def test_the_same_report_gives_the_same_bytes(toy: Report, site: Path, tmp_path: Path) -> None:
    build(toy, tmp_path / "again")
    for path in sorted(p for p in site.rglob("*") if p.is_file()):
        assert (tmp_path / "again" / path.relative_to(site)).read_bytes() == path.read_bytes()


def test_only_what_changed_is_written(toy: Report, tmp_path: Path) -> None:
    build(toy, tmp_path)
    items = [replace(r, evidence={**r.evidence, "exact": 77}) if r.id == "Toy:lemma-1" else r for r in toy.items]
    before = {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*.html")}
    build(replace(toy, items=tuple(items)), tmp_path)
    changed = {p.relative_to(tmp_path).as_posix() for p, t in before.items() if p.stat().st_mtime_ns != t}
    assert "statements/Toy/lemma-1.html" in changed
    assert "statements/Bad/lemma-1.html" not in changed


@pytest.mark.parametrize(
    ("module", "changed"),
    [
        ("export.defects", True),
        ("export.reports", True),
        ("export.theorem_search", True),
        ("export.graph", True),
        ("language.sorts", True),
        ("checking.status", True),
        ("export.letter", False),
        ("cli.main", False),
    ],
)
def test_pages_are_made_anew_if_a_source_that_they_come_from_has_changed(
    monkeypatch: pytest.MonkeyPatch, module: str, changed: bool
) -> None:
    """Any that the site's modules import, directly or not: the words for defects, for sorts, for statuses, …"""
    before = sources_key.__wrapped__()
    path, read = source(f"proofs.{module}"), Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda p: read(p) + b"# changed" * (p == path))
    assert (sources_key.__wrapped__() != before) == changed


def test_two_processes_write_the_same(toy: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = []
    for count in (1, 2):
        monkeypatch.setattr(files, "processors", lambda count=count: count)
        build(toy, folder := tmp_path / str(count))
        written.append({p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()})
    assert written[0] == written[1] and len(written[0]) > 20


def test_what_no_longer_belongs_is_removed(toy: Report, tmp_path: Path) -> None:
    build(toy, tmp_path)
    kept = tuple(r for r in toy.items if r.id != "Toy:claim-3")
    assert build(replace(toy, items=kept), tmp_path).removed == 1
    assert not (tmp_path / "statements" / "Toy" / "claim-3.html").exists()


def test_a_page_that_was_deleted_is_written_again(toy: Report, tmp_path: Path) -> None:
    build(toy, tmp_path)
    (tmp_path / "errata.html").unlink()
    assert build(toy, tmp_path).written == 1


def test_a_build_that_was_stopped_is_taken_up_again(
    toy: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def some(report: Report) -> Iterator[Page]:
        yield from islice(all_pages(report), 3)
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(files, "pages", some)
        with pytest.raises(OSError, match="the disk is full"):
            build(toy, tmp_path)
    built = build(toy, tmp_path)
    assert built.written == built.pages > 3


def contents(folder: Path) -> dict[Path, bytes]:
    return {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize("count", [1, 2])
def test_an_error_leaves_what_was_there(
    count: int, toy: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(report: Report) -> Iterator[Page]:
        yield from all_pages(report)
        yield Page("zz.html", "key", lambda: 1 / 0)

    monkeypatch.setattr(files, "processors", lambda: count)
    changed = replace(toy, items=toy.items[1:])
    build(toy, tmp_path / "old")
    before = contents(tmp_path / "old")
    with monkeypatch.context() as patch:
        patch.setattr(files, "pages", broken)
        for folder in ("old", "new"):
            with pytest.raises(ZeroDivisionError):
                build(changed, tmp_path / folder)
    assert contents(tmp_path / "old") == before
    assert [p.name for p in tmp_path.iterdir()] == ["old"]


def test_a_build_that_is_killed_while_pages_are_moved_is_taken_up_again(
    toy: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = 0

    def stopping(source: Path, target: Path) -> None:
        nonlocal moved
        moved += 1
        if moved == 5:
            raise OSError("killed")
        real(source, target)

    real = files.os.replace
    with monkeypatch.context() as patch:
        patch.setattr(files.os, "replace", stopping)
        patch.setattr(files.shutil, "rmtree", lambda *_, **__: None)
        with pytest.raises(OSError, match="killed"):
            build(toy, tmp_path / "site")
    assert (tmp_path / "site" / RECORD).is_file()
    build(toy, tmp_path / "site")
    build(toy, tmp_path / "whole")
    assert contents(tmp_path / "site") == contents(tmp_path / "whole")


def test_no_link_is_followed(toy: Report, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "KS.html").write_text("not yours")
    build(toy, tmp_path / "site")
    (tmp_path / "site" / "papers").rename(tmp_path / "gone")
    (tmp_path / "site" / "papers").symlink_to(outside)
    before = contents(outside)
    with pytest.raises(SiteError, match=r"papers is a link .* nothing is written"):
        build(toy, tmp_path / "site")
    assert contents(outside) == before


def test_a_folder_with_other_files_is_refused(toy: Report, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(SiteError, match="holds other files"):
        build(toy, tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize("record", ["{", "[]", '{"../outside.txt": "x"}', '{"/etc/x": 3}'])
def test_a_damaged_record_does_no_harm(record: str, toy: Report, tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("not yours")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / RECORD).write_text(record)
    build(toy, tmp_path / "site")
    assert outside.read_text() == "not yours"


def test_statements_that_would_share_a_page_are_refused(toy: Report) -> None:
    data = manifest(toy)
    twin = msgspec.structs.replace(data.statements[0], id="Toy:DEFINITION-1")
    with pytest.raises(SiteError, match="Toy"):
        Site(msgspec.structs.replace(data, statements=[*data.statements, twin]))


def test_the_library_s_pages_are_valid(library_report: Report) -> None:
    parsed = 0
    for k, page in enumerate(all_pages(library_report)):
        many = page.url.startswith(("statements/", "theorems/", "chapters/"))  # to validate all takes minutes
        if page.url.endswith(".html") and page.url != "errata.html" and (not many or k % 97 == 0):
            made = page.render()
            if len(made) < 300_000:
                html5lib.HTMLParser(strict=True).parse(made)
                parsed += 1
    assert parsed > 15


def test_the_start_page_lists_what_is_admitted(report: Report, tmp_path: Path) -> None:
    build(report, tmp_path)
    text = " ".join("".join(parsed(tmp_path / "index.html").find(".//main").itertext()).split())
    assert "Admitted without a proof: 1 cited, 1 argued" in text
    assert '[Ahl79], Thm. 2; "p. 3"' in text
