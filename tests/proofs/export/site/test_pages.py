"""What a referee looks for on the pages: statuses at links, main results in short, differences, constants, words."""

import re
from dataclasses import replace
from pathlib import Path
from zlib import crc32

import html5lib
import pytest

from proofs.checking.report import Report
from proofs.checking.status import LOOKS, STANDS, look
from proofs.export.constants import false_values
from proofs.export.manifest import manifest
from proofs.export.schema import Manifest
from proofs.export.site.pages import Content, section_order
from proofs.export.site.pages import pages as all_pages
from proofs.export.site.statement_page import breaks, compare_erratum
from proofs.export.site.urls import Site, statement_url

LARGEST = 300_000  # bytes of a page
PAGES = 34_000_000  # bytes of all pages, by a sample; with data, scripts and pictures the site has 6 MB more
LONGEST_EXAMPLE = 500  # characters of a counterexample
MAIN_RESULTS = ("KS:theorem-2", "Yun:theorem-2", "Liu:theorem-4.1")
LONG_PROOFS = ("Yun:lemma-8", "Liu:proposition-3.2")
NAMED = re.compile(r"\[([^\s\[\]]+:[^\s\[\]]+)\]")


@pytest.fixture(scope="module")
def rendered(library_report: Report) -> dict[str, str]:
    """Some pages of the library, of each kind one or more; which ones depends on their addresses alone."""
    wanted = {
        *map(statement_url, (*MAIN_RESULTS, *LONG_PROOFS, "KS:eq-59")),
        *(
            "statements/Yun/G.2-sweep.html",
            "errata/Yun.html",
            "errata/KS.html",
            "constants.html",
            "papers/Yun.html",
            "index.html",
            "reading.html",
        ),
    }
    found = [page for page in all_pages(library_report) if page.url.endswith(".html")]
    return {page.url: str(page.render()) for page in found if page.url in wanted or crc32(page.url.encode()) % 89 == 0}


def main(page: str):
    return html5lib.parse(page, namespaceHTMLElements=False).find(".//main")


def said(element) -> str:
    return " ".join("".join(element.itertext()).split())


def test_every_link_to_a_statement_shows_its_status(toy: Report, toy_site: Path) -> None:
    here = Site(manifest(toy))
    by_url = {here.url(s.id): s for s in here.statements.values()}
    marks = 0
    for path in sorted(toy_site.rglob("*.html")):
        for row in main(path.read_text(encoding="utf-8")).iter():
            for a in (e for e in row if e.tag == "a" and "statements/" in (e.get("href") or "")):
                s = by_url["statements/" + a.get("href").partition("#")[0].partition("statements/")[2]]
                kind = a.get("class") or ""
                glyphs = [e for e in (row if kind == "statement-row" else a).iter() if "glyph" in e.get("class", "")]
                if "node" in kind:
                    assert look(s.status).mark in said(a)
                elif kind == "theorem":
                    (glyph,) = glyphs or [None]
                    assert "#" in a.get("href")
                    assert glyph is None or glyph.get("title") in LOOKS
                else:
                    assert [e.text for e in glyphs] == [look(s.status).mark], (path, a.get("href"))
                marks += 1
    assert marks > 10


def test_a_theorem_of_a_corrected_form_is_marked_as_corrected(toy: Report, toy_site: Path) -> None:
    here = Site(manifest(toy))
    assert here.theorem_status("Toy.sum_ge_two") == "proved as corrected, false as printed"
    page = main((toy_site / "statements" / "Toy" / "lemma-2.html").read_text(encoding="utf-8"))
    links = [a for a in page.iter("a") if (a.get("href") or "").endswith("#Toy.sum_5fge_5ftwo")]
    assert links and all("✕✎●" in said(a) for a in links)


def test_a_main_result_begins_with_what_a_referee_asks(rendered: dict[str, str], library_manifest: Manifest) -> None:
    statements = {s.id: s for s in library_manifest.statements}
    for id in MAIN_RESULTS:
        s = statements[id]
        page = main(rendered[statement_url(id)])
        short = next(e for e in page.iter("dl") if e.get("class") == "summary")
        answers = {said(e.find("dt")): said(e.find("dd")) for e in short}
        assert list(answers) == ["True as printed?", "The paper's proof", "The proof here"]
        assert answers["True as printed?"].startswith("Yes") == (s.printed in STANDS)
        text = said(page)
        assert "What you have to trust" in text and "Coq" in text and "second checker" in text
        assert "Outline" in text
    yun = next(e for e in main(rendered[statement_url("Yun:theorem-2")]).iter("dl") if e.get("class") == "summary")
    assert re.search(r"It has a gap at \W*Yun Lemma 6", said(yun))


def test_a_sketch_names_what_the_proof_applies_and_no_status(library_manifest: Manifest) -> None:
    sketched = [s for s in library_manifest.statements if s.sketch]
    assert len(sketched) >= 10
    for s in sketched:
        assert set(NAMED.findall(s.sketch)) <= {*s.rests_on.statements}, s.id
        assert not re.search(r"\b(true|false|gap|sound|holds|fails|refuted|error)\b", s.sketch), s.id


def test_the_paper_s_proof_breaks_where_a_used_statement_is_not_proved_as_printed(library_manifest: Manifest) -> None:
    site = Site(library_manifest)
    broken = [e.statement for e in breaks(site, site.statements["Yun:theorem-2"])]
    assert broken[0] == "Yun:lemma-6"
    assert [i for i in broken if site.statements[i].printed in STANDS] == []
    assert breaks(site, site.statements["Liu:proposition-3.1"]) == []  # its gap does no harm: it is proved as printed


def test_two_columns_of_an_erratum_differ(rendered: dict[str, str], library_manifest: Manifest) -> None:
    for url in ("errata/Yun.html", "errata/KS.html"):
        pairs = [e for e in main(rendered[url]).iter("div") if e.get("class") == "beside"]
        assert len(pairs) > 5
        for pair in pairs:
            columns = [said(form).replace("As corrected", "Printed") for form in pair]
            assert len(columns) == 2 and columns[0] != columns[1]
            assert any("differs" in (e.get("class") or "") for e in pair.iter())
    by_hypothesis = ("Liu:corollary-4.1.1", "Yun:G.2-sweep")
    for id in by_hypothesis:
        forms = next(filter(None, (compare_erratum(e) for e in library_manifest.errata if e.statement == id)))
        assert any(form.own for form in forms) and not any(form.differs for form in forms)


def test_errata_come_in_the_order_of_what_falls(rendered: dict[str, str]) -> None:
    first = next(e for e in main(rendered["errata/Yun.html"]).iter("article"))
    assert "Yun Lemma 6" in said(first) and "rest on it: ●Yun Theorem 2, ●Yun Theorem 3" in said(first)
    assert "slides" not in said(main(rendered["errata/Yun.html"])).lower()


def test_a_counterexample_says_what_was_computed(rendered: dict[str, str]) -> None:
    text = said(main(rendered["errata/Yun.html"]))
    assert "computed at d = 2, m = 2, n = 3: left 5/8, right 1/4" in text
    assert ": left = " not in text


def test_a_false_value_is_not_compared(rendered: dict[str, str], library_manifest: Manifest) -> None:
    false = false_values(library_manifest)
    assert {"Liu:self-attention-scale", "Liu:self-attention-scale-counted"} <= false
    assert not {"KS:lemma-1-distance", "KS:lemma-4-threshold"} & false
    rows = {e.get("id"): said(e) for e in main(rendered["constants.html"]).iter("li") if e.get("id")}
    shown = 0
    for c in library_manifest.constants:
        row = rows[c.id.replace(":", "_3a")]
        assert ("refuted false as printed" in row) == (c.id in false)
        shown += "times smaller than the" in row or "times larger than the" in row
        assert not (c.id in false and re.search("times (smaller|larger) than the", row))
    assert shown > 10
    assert not {"needed", "sharp"} & {said(e) for e in main(rendered["constants.html"]).iter("dt")}


def test_no_page_has_typed_formulas_riddles_or_too_many_bytes(rendered: dict[str, str]) -> None:
    for url, page in rendered.items():
        words = said(main(page))
        assert "by choice" not in words and "What was to be shown" not in words
        assert not re.search(r"the formula of \(\d+\) by \(", words), url
        assert all(len(said(e)) < LONGEST_EXAMPLE for e in main(page).iter() if e.get("class") == "counter"), url
        assert "class=plain" not in page, url
        assert not re.search(r"<math[^>]*>(?:(?!</math>).)*<a ", page), url
        assert len(page.encode()) < LARGEST, url
        assert len(re.findall(r"\ba formula of \d+ characters", words)) < 5, url


def test_the_site_is_small(library_report: Report, rendered: dict[str, str]) -> None:
    pages = [page.url for page in all_pages(library_report) if page.url.endswith(".html")]
    sample = [len(rendered[url].encode()) for url in pages if crc32(url.encode()) % 89 == 0]
    assert sum(sample) / len(sample) * len(pages) < PAGES


def test_pages_are_valid_html_without_repeated_ids_or_missing_anchors(rendered: dict[str, str]) -> None:
    assert len(rendered) > 40 and sum(url.startswith("statements/") for url in rendered) > 15
    for url, page in rendered.items():
        html5lib.HTMLParser(strict=True).parse(page)
        tree = html5lib.parse(page, namespaceHTMLElements=False)
        ids = [e.get("id") for e in tree.iter() if e.get("id")]
        assert len(ids) == len(set(ids)), url
        links = [e.get("href", "") for e in tree.iter("a")]
        assert len(links) > 5 and {x[1:] for x in links if x[:1] == "#"} <= {*ids}, url


def test_a_long_hypothesis_is_cited_by_its_number(rendered: dict[str, str]) -> None:
    page = main(rendered[statement_url("KS:theorem-2")])
    cited = [a for a in page.iter("a") if said(a).startswith("(H")]
    assert cited
    for a in cited:
        (hypothesis,) = [e for e in page.iter("li") if e.get("id") == a.get("href").removeprefix("#")]
        assert said(hypothesis).startswith(said(a))


def test_a_proof_that_is_cut_says_so(rendered: dict[str, str]) -> None:
    for url, page in rendered.items():
        for proof in (e for e in main(page).iter("details") if e.get("class") == "proof"):
            lines = int(re.search(r"(\d+) steps?;", said(proof.find("summary"))).group(1))
            shown = [e for e in proof.iter("li") if re.fullmatch(r"\d+-\d+", e.get("id") or "")]
            assert (len(shown) < lines) == ("left out; lemmata show" in said(proof)), url


def test_sections_are_in_order(rendered: dict[str, str]) -> None:
    titles = [said(e) for e in main(rendered["papers/Yun.html"]).iter("h2")]
    sections = [t.removeprefix("Section ").partition(":")[0] for t in titles]
    assert "Section F: Proof of Lemma 6" in titles
    assert sections == sorted(sections, key=section_order)
    assert sections.index("E.1.4") < sections.index("E.2") < sections.index("F") < sections.index("slides")


def test_the_main_results_are_said_on_the_start_page(rendered: dict[str, str], library_report: Report) -> None:
    text = said(main(rendered["index.html"]))
    assert "Liu Theorem 4.1" in text and "Liu Theorem B.1" not in text
    assert "there is a Transformer g in" in text


def test_keys_of_pages_cover_what_they_show(toy: Report) -> None:
    """A page is written again if the status of something that it links to changes."""
    before = {page.url: page.key for page in all_pages(toy)}
    items = [replace(r, printed="unproved") if r.id == "Toy:lemma-1" else r for r in toy.items]
    after = {page.url: page.key for page in all_pages(replace(toy, items=tuple(items)))}
    assert before["statements/Toy/lemma-2.html"] != after["statements/Toy/lemma-2.html"]


def test_defects_of_a_paper_are_compared_once(toy: Report) -> None:
    (defect,) = Content(toy).defects["Toy"]
    assert [form.title for form in defect.compared] == ["Printed", "As corrected"]
