"""The site in a real browser, from disk: pages, search, the graph's views, keyboard, a phone, accessibility.

Skipped where there is no Chromium (apt-get install chromium) or no Playwright (uv sync --group browser).
SCREENSHOTS=FOLDER keeps pictures.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from proofs.checking.check import check
from proofs.checking.report import Report
from proofs.checking.store.cache import Cache
from proofs.export.graph import falls_if, named, proof_graph, rests_on
from proofs.export.site import build
from proofs.export.site.pages import pages
from proofs.export.site.urls import statement_url

playwright = pytest.importorskip("playwright.sync_api", reason="no Playwright: uv sync --group browser")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [
    pytest.mark.slow,  # a browser takes a second or two to start, and opens a hundred pages
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium: apt-get install chromium"),
]
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    "--disable-features=PaintHolding,RenderDocument,Translate,MediaRouter",  # saves a fifth of the time per page
)  # fmt: skip
SHARED = Path(__file__).parents[2]


VISITED = {
    "KS:theorem-2",
    "Yun:theorem-2",
    "Liu:theorem-4.1",
    "Liu:theorem-4.2",
    "KS:lemma-4",
    "KS:lemma-5",
    "KS:lemma-6",
    "KS:lemma-7",
    "KS:eq-101",
    "Yun:lemma-10",
    "Liu:B.3-25",
}


@pytest.fixture(scope="module")
def report(library_report: Report) -> Report:
    return library_report


@pytest.fixture(scope="module")
def site(report: Report, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library's site, of its many pages of statements and theorems only some; pictures and archives are empty.

    Which are among them depends on their addresses alone, and one of each kind is.
    """
    folder = tmp_path_factory.mktemp("site")
    urls = {statement_url(id) for id in VISITED}
    many = ("statements", "theorems", "chapters", "proofs.")
    left = set(many)
    for page in pages(report):
        kind = next((x for x in many if page.url.startswith(x)), "")
        if page.url in urls or crc32(page.url.encode()) % 211 == 0 or not kind or kind in left:
            left.discard(kind)
            if page.url.startswith("pictures"):
                made: str | bytes = '<svg xmlns="http://www.w3.org/2000/svg"/>'
            else:
                made = b"" if page.url.endswith(".xz") else page.render()
            (folder / page.url).parent.mkdir(parents=True, exist_ok=True)
            (folder / page.url).write_bytes(made.encode() if isinstance(made, str) else made)
    return folder


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(SHARED))
        patch.syspath_prepend(str(SHARED / "made_up"))
        cache = Cache(tmp_path_factory.mktemp("cache"))
        made = check(chapters=["proofs.theorems.analysis.elementary", "toy_paper", "hostile_paper"], cache=cache)
    folder = tmp_path_factory.mktemp("hostile")
    build(made, folder)
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as p:
        running = p.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield running
        running.close()


@pytest.fixture(scope="module")
def pages_kept(browser: Any) -> tuple[Any, list[Any]]:
    """A context without options with its idle pages: a new context takes a browser a second, a page again a third."""
    return browser.new_context(), []


@pytest.fixture
def opened(
    browser: Any, pages_kept: tuple[Any, list[Any]], request: pytest.FixtureRequest
) -> Iterator[Callable[..., Any]]:
    """Open a page; at the end nothing may have been complained about on any of them.

    With options it gets a context of its own, else it may have been used before: nothing is stored then.
    """
    complaints: list[str] = []
    used, contexts = [], []
    plain, idle = pages_kept
    listeners = {
        "console": lambda m: complaints.append(m.text) if m.type in ("error", "warning") else None,
        "pageerror": lambda e: complaints.append(str(e)),
        "request": lambda r: None if r.url.startswith(("file:", "data:")) else complaints.append(r.url),
    }

    def go(folder: Path, address: str, *, width: int = 1280, height: int = 800, **options: Any) -> Any:
        if options:
            contexts.append(context := browser.new_context(**options))
            page = context.new_page()
        else:
            page = idle.pop() if idle else plain.new_page()
            used.append(page)
        page.bring_to_front()  # a page in the background draws once a second
        page.set_default_timeout(120_000)
        page.set_viewport_size({"width": width, "height": height})
        for event, listener in listeners.items():
            page.on(event, listener)
        page.goto(f"{folder.as_uri()}/{address}")
        return page

    yield go
    for number, page in enumerate([*used, *(page for context in contexts for page in context.pages)]):
        if os.environ.get("SCREENSHOTS"):
            page.screenshot(path=Path(os.environ["SCREENSHOTS"]) / f"{request.node.name}-{number}.png")
    for context in contexts:
        context.close()
    for page in used:
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        for event, listener in listeners.items():
            page.remove_listener(event, listener)
        page.emulate_media(media="null", color_scheme="null")
        page.goto("about:blank")
    idle += used
    assert complaints == []


def nodes(page: Any) -> set[str]:
    return set(page.eval_on_selector_all("#nodes a.node", "all => all.map(a => a.dataset.id)"))


def lost(page: Any) -> set[str]:
    return set(page.eval_on_selector_all("#nodes a.lost", "all => all.map(a => a.dataset.id)"))


def node(page: Any, id: str) -> Any:
    return page.locator(f'#nodes a.node[data-id="{id}"]')


# --- pages -------------------------------------------------------------------------------------------------


FITS = "document.documentElement.scrollWidth <= innerWidth"
WIDE = """() => {
  for (const d of document.querySelectorAll('details')) d.open = true;
  const right = document.querySelector('main').getBoundingClientRect().right + 1;
  const scrolls = e => {
    const box = e.closest('.scroll, .given');
    return box && getComputedStyle(box).overflowX === 'auto' && box.getBoundingClientRect().right <= right;
  };
  return [...document.querySelectorAll('main math, main .plain')]
    .filter(e => e.getBoundingClientRect().right > right && !((WIDTH < 600 || e.closest(".wide")) && scrolls(e)))
    .map(e => [e.getBoundingClientRect().width, e.textContent.slice(0, 80)]);
}"""


def test_every_kind_of_page_opens_and_nothing_on_it_is_wider_than_it(site: Path, opened: Callable[..., Any]) -> None:
    every = sorted(p.relative_to(site).as_posix() for p in site.rglob("*.html"))
    page = opened(site, "index.html")
    for address in every:
        page.goto(f"{site.as_uri()}/{address}")
        assert page.locator("h1").count() == 1
        assert page.evaluate("document.querySelectorAll('*').length") < 20_000
        assert page.evaluate(FITS), address
        if address.startswith("statements"):
            assert page.evaluate(WIDE.replace("WIDTH", "1280")) == [], address
        assert page.evaluate(FITS), address  # with all that can be opened


def test_on_a_phone_no_formula_is_wider_than_the_page(site: Path, opened: Callable[..., Any]) -> None:
    """What no line can break in may stand in a box that scrolls, and says so."""
    page = opened(site, "errata.html", width=390)
    for id in sorted(VISITED):
        page.goto(f"{site.as_uri()}/{statement_url(id)}")
        assert page.evaluate(WIDE.replace("WIDTH", "390")) == [], id
        assert page.evaluate(FITS), id


def test_pages_are_small(site: Path) -> None:
    for path in site.rglob("*.html"):
        assert path.stat().st_size < 1_000_000, path
    for address in ("index.html", "errata.html", *(f"errata/{key}.html" for key in ("KS", "Yun", "Liu"))):
        assert (site / address).stat().st_size < 300_000


def test_hostile_pages_are_harmless(hostile: Path, opened: Callable[..., Any]) -> None:
    page = opened(hostile, "index.html")
    others = sorted(hostile.glob("theorems/*.html"))[1:]  # of the library: they are alike
    for path in sorted({*hostile.rglob("*.html")} - {*others}):
        page.goto(path.as_uri())
        assert page.title() != "taken"
        assert page.evaluate(FITS), path
    assert page.locator("img").count() == 0
    page.goto(f"{hostile.as_uri()}/graph.html")
    assert len(nodes(page)) == 11
    page.fill("#find", "an id like no other")
    page.keyboard.press("Enter")
    assert page.locator("#chosen h2").inner_text() == 'Bad a"b<c>&d'
    page.reload()
    assert page.locator("#chosen h2").inner_text() == 'Bad a"b<c>&d'


def test_errata_of_a_kind(site: Path, opened: Callable[..., Any]) -> None:
    page = opened(site, "errata.html")
    page.locator(".kinds tbody tr", has_text="typo").locator("a").first.click()
    page.wait_for_url("**/errata/*.html#kind=typo")
    shown = "[...document.querySelectorAll('[data-kind]')].filter(e => !e.hidden).map(e => e.dataset.kind)"
    assert set(page.evaluate(shown)) == {"typo"}
    page.get_by_label("gap").check()
    assert set(page.evaluate(shown)) == {"typo", "gap"}


def test_what_is_printed_stands_beside_what_is_corrected(site: Path, opened: Callable[..., Any]) -> None:
    page = opened(site, "statements/KS/lemma-7.html")
    forms = page.locator(".sentence .beside > .form")
    printed, corrected = forms.nth(0).bounding_box(), forms.nth(1).bounding_box()
    assert printed["y"] == corrected["y"] and printed["x"] + printed["width"] <= corrected["x"]
    assert (forms.nth(0).locator(".differs").count(), forms.nth(1).locator(".differs").count()) == (4, 2)
    narrow = opened(site, "statements/KS/lemma-7.html", width=390, height=844).locator(".sentence .beside > .form")
    assert narrow.nth(0).bounding_box()["y"] < narrow.nth(1).bounding_box()["y"]


def test_a_reference_leads_to_the_line(site: Path, opened: Callable[..., Any]) -> None:
    page = opened(site, "statements/KS/lemma-7.html")
    proof = page.locator("details.proof", has=page.locator(".steps a[href^='#']")).first
    proof.evaluate("d => { d.open = true }")
    link = proof.locator(".steps a[href^='#']").first
    target = page.locator(link.get_attribute("href").replace("#", "[id='") + "']")
    assert target.count() == 1 and link.inner_text() in target.inner_text()


def test_a_print_has_no_navigation(site: Path, opened: Callable[..., Any]) -> None:
    page = opened(site, "statements/KS/lemma-7.html")
    page.emulate_media(media="print")
    assert not page.locator(".top").is_visible()
    assert not page.locator(".tools").is_visible()


def test_a_print_unfolds_all_that_is_folded(site: Path, opened: Callable[..., Any]) -> None:
    page = opened(site, "statements/KS/lemma-7.html")
    closed = "document.querySelectorAll('details:not([open])').length"
    before = page.evaluate(closed)
    assert before > 0
    page.evaluate(f"addEventListener('beforeprint', () => {{ window.closedOnPaper = {closed}; }})")
    page.pdf()
    assert page.evaluate("window.closedOnPaper") == 0
    assert page.evaluate(closed) == before


def test_a_page_says_why_a_printed_form_is_only_stated_and_where_its_proof_is(
    site: Path, report: Report, opened: Callable[..., Any]
) -> None:
    page = opened(site, "statements/KS/theorem-2.html")
    printed = page.locator(".form.printed")
    assert "Not decided as it is printed; what is checked is the corrected form" in printed.inner_text()
    assert any(f.what[:30] in printed.inner_text() for f in report.errata if f.id == "KS:theorem-2")
    assert page.locator("details.proof").first.get_attribute("id") == "KS.theorem_5f2_5fclaim"
    last = page.locator("details.proof").first.locator(".steps > ul > li").last
    assert "by" in last.text_content() and last.locator("math").count() > 0
    page.goto(f"{site.as_uri()}/statements/Liu/theorem-4.2.html")
    after = page.locator("section", has=page.locator("h2", has_text="Proof")).locator("a.theorem, details").first
    assert after.inner_text().startswith("Liu.theorem_4_2_square") or after.get_attribute("id") == (
        "Liu.theorem_5f4_5f2_5fsquare"
    )


def test_pointing_at_a_node_shows_its_edges(site: Path, opened: Callable[..., Any]) -> None:
    page = opened(site, "graph.html")
    assert page.locator("#edges .apart").count() > page.locator("#edges .near").count() == 0
    node(page, "KS:theorem-2").hover()
    ends = page.eval_on_selector_all("#edges .near", "all => all.map(e => [e.dataset.from, e.dataset.to])")
    assert ends and all("KS:theorem-2" in pair for pair in ends)


def test_mathematics_is_typeset(site: Path, opened: Callable[..., Any]) -> None:
    page = opened(site, "statements/KS/lemma-7.html")
    assert page.locator("math").count() > 20
    high = page.evaluate(
        "[...document.querySelectorAll('.display msup, .display mfrac')].map(e => e.getBoundingClientRect().height)"
    )
    assert max(high) > 12
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('16px \"STIX Two Math\"'))")


def test_without_javascript_all_can_be_read(site: Path, report: Report, opened: Callable[..., Any]) -> None:
    page = opened(site, "graph.html", java_script_enabled=False)
    first = named(proof_graph(report))
    assert page.locator("#nodes a.node").count() == len(first)
    page.locator("#nodes a.node", has_text="KS Lemma 5").click()
    assert page.url.endswith("statements/KS/lemma-5.html")
    assert not page.locator("#find").is_visible()
    assert page.locator("details.proof summary").first.is_visible()


def test_copies(site: Path, opened: Callable[..., Any]) -> None:
    page = opened(site, "statements/KS/lemma-5.html", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy Python").click()
    assert page.evaluate("navigator.clipboard.readText()") == "from proofs import library\n\nlibrary['KS:lemma-5']\n"
    page.get_by_role("button", name="Copy LaTeX").click()
    assert "\\" in page.evaluate("navigator.clipboard.readText()")


def test_light_and_dark(site: Path, opened: Callable[..., Any]) -> None:
    page = opened(site, "index.html", color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.click("#theme")
    light = page.evaluate(ground)
    assert dark != light
    page.goto(f"{site.as_uri()}/errata.html")
    assert page.evaluate(ground) == light


# --- finding -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", ["lema 5", "lemma 5", "Lemam 5"])
def test_search_forgives_a_wrong_letter(query: str, site: Path, opened: Callable[..., Any]) -> None:
    page = opened(site, "index.html")
    assert "KS:lemma-5" in page.evaluate("q => lemmataSearch(q).map(e => e.id)", query)


def test_search_finds_errata_constants_and_theorems(site: Path, opened: Callable[..., Any]) -> None:
    page = opened(site, "index.html")
    found = "q => lemmataSearch(q, 500).map(e => e.id)"
    assert "KS:lemma-7" in page.evaluate(found, "typo")
    assert "sums.sum_le" in page.evaluate(found, "sum_le")
    status = page.evaluate("lemmataSearch('KS:eq-113', 9).find(e => e.id === 'KS:eq-113').status")
    assert status == "proved as corrected, false as printed"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("universal approximation", "KS: Are Transformers with One Layer"),
        ("Kajitsuka", "KS: Are Transformers with One Layer"),
        ("equation 42", "KS:eq-42"),
        ("Yun Thm 2", "Yun:theorem-2"),
        ("errata", "Errata"),
        ("therom 2", "KS:theorem-2"),
    ],
)
def test_what_a_visitor_types_is_found_at_once(query: str, found: str, site: Path, opened: Callable[..., Any]) -> None:
    page = opened(site, "index.html")
    assert any(id.startswith(found) for id in page.evaluate("q => lemmataSearch(q, 4).map(e => e.id)", query))


def test_search_says_that_nothing_is_found(site: Path, opened: Callable[..., Any]) -> None:
    page = opened(site, "index.html")
    page.fill("#find", "zzzzqqqq")
    assert "Nothing is found for “zzzzqqqq”" in page.locator("#found").inner_text()
    page.fill("#find", "")
    assert page.locator("#found").is_hidden()


@pytest.mark.parametrize(
    ("query", "found"),
    [("KS:lemma-5", "KS:lemma-5"), ("lemma 5", "KS:lemma-5"), ("(101)", "KS:eq-101"), ("yun lemma 10", "Yun:lemma-10")],
)
def test_search_by_id_name_and_equation(query: str, found: str, site: Path, opened: Callable[..., Any]) -> None:
    page = opened(site, "index.html")
    page.keyboard.press("/")
    page.keyboard.type(query)
    assert page.locator("#found li").first.get_attribute("data-id") == found
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{found.replace(':', '/')}.html")


def test_search_lists_all_papers_and_begins_with_the_one_being_read(site: Path, opened: Callable[..., Any]) -> None:
    listed = "[...document.querySelectorAll('#found li')].map(row => [row.dataset.id, row.firstChild.textContent])"
    for address, first in (("index.html", "KS"), ("papers/Yun.html", "Yun"), ("statements/Yun/lemma-10.html", "Yun")):
        page = opened(site, address)
        page.fill("#find", "lemma 4")
        found = page.evaluate(listed)
        assert {id for id, _ in found[:2]} == {"KS:lemma-4", "Yun:lemma-4"}
        assert found[0][0] == f"{first}:lemma-4"
        assert re.match(rf"\S+ {first} Lemma 4 · proved", found[0][1])


# --- the graph ---------------------------------------------------------------------------------------------


def test_focus_depth_and_the_way_back(site: Path, report: Report, opened: Callable[..., Any]) -> None:
    graph = proof_graph(report)
    first = named(graph)
    page = opened(site, "graph.html")
    assert nodes(page) == set(first)
    node(page, "KS:lemma-6").click()
    around = {"KS:lemma-6", *rests_on(first, "KS:lemma-6").statements, *falls_if(first, "KS:lemma-6")}
    assert nodes(page) == around
    assert page.url.endswith("#focus=KS:lemma-6")
    page.get_by_label("rests on").check()
    assert nodes(page) == {"KS:lemma-6", *rests_on(first, "KS:lemma-6").statements}
    page.fill('[name="depth"]', "0")
    page.keyboard.press("Tab")
    assert nodes(page) == {"KS:lemma-6"}
    for _ in range(2):
        page.go_back()
    assert nodes(page) == around
    page.go_back()
    assert nodes(page) == set(first)
    page.go_forward()
    assert nodes(page) == around
    page.keyboard.press("Escape")
    assert nodes(page) == set(first)


def test_a_view_can_be_sent(site: Path, report: Report, opened: Callable[..., Any]) -> None:
    graph = proof_graph(report)
    page = opened(site, "graph.html#focus=KS:lemma-7&way=below&displays=1")
    assert nodes(page) == {"KS:lemma-7", *falls_if(graph, "KS:lemma-7")}
    assert page.locator("#chosen h2").inner_text() == "KS Lemma 7"
    assert page.get_by_label("used by").is_checked()
    other = opened(site, page.url.rsplit("/", 1)[1])
    assert nodes(other) == nodes(page)


@pytest.mark.parametrize(
    "address", ["focus=No:such", "depth=-3&focus=KS:lemma-4", "no-paper=%ZZ", "x", "depth=1e9", "falls=1"]
)
def test_a_bad_address_shows_something(address: str, site: Path, opened: Callable[..., Any]) -> None:
    assert nodes(opened(site, f"graph.html#{address}"))


def test_what_if_it_falls(site: Path, report: Report, opened: Callable[..., Any]) -> None:
    graph = proof_graph(report)
    page = opened(site, "graph.html?#focus=KS:lemma-7&displays=1")
    page.get_by_label("what if this falls?").check()
    gone = falls_if(graph, "KS:lemma-7")
    assert lost(page) == {"KS:lemma-7", *gone}
    assert page.locator(".lost-count").inner_text().startswith(f"{len(gone)} lose")
    assert "falls=1" in page.url
    assert len(nodes(page)) == len(graph)


def test_filters(site: Path, report: Report, opened: Callable[..., Any]) -> None:
    page = opened(site, "graph.html")
    page.locator("#filters summary").click()
    page.get_by_label("KS", exact=True).uncheck()
    assert not any(id.startswith("KS:") for id in nodes(page))
    page.get_by_label("displayed formulas and facts of the text too").check()
    assert nodes(page) == {r.id for r in report.items if r.paper != "KS"}
    page.get_by_label("defined", exact=True).uncheck()
    assert nodes(page) == {r.id for r in report.items if r.paper != "KS" and r.status != "defined"}
    assert "no-paper=KS" in page.url
    page.reload()
    assert nodes(page) == {r.id for r in report.items if r.paper != "KS" and r.status != "defined"}
    page.get_by_role("button", name="Show all").click()
    assert nodes(page) == set(named(proof_graph(report)))


def test_edges_say_what_rests_on_what(site: Path, report: Report, opened: Callable[..., Any]) -> None:
    graph = proof_graph(report)
    page = opened(site, "graph.html#displays=1")
    drawn = "[...document.querySelectorAll('#edges path:not(.cited)')].map(e => [e.dataset.from, e.dataset.to])"
    assert {tuple(e) for e in page.evaluate(drawn)} == {
        (x, y) for x, y, d in graph.edges(data=True) if not d["redundant"]
    }
    page.get_by_label("every use, also by a longer way").check()
    assert {tuple(e) for e in page.evaluate(drawn)} == set(graph.edges)


def test_with_the_keyboard_alone(site: Path, report: Report, opened: Callable[..., Any]) -> None:
    first = named(proof_graph(report))
    page = opened(site, "graph.html")
    focused = "document.activeElement.dataset.id || null"
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(focused):
            break
    start = page.evaluate(focused)
    assert start in first
    seen = {start}
    for key in ["ArrowRight"] * len(first):
        page.keyboard.press(key)
        seen.add(page.evaluate(focused))
    assert len(seen) > len(first) / 2
    page.evaluate("document.querySelector('#nodes a[data-id=\"KS:lemma-6\"]').focus()")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(focused) in first.predecessors("KS:lemma-6")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) in first
    page.evaluate("document.querySelector('#nodes a[data-id=\"KS:lemma-6\"]').focus()")
    page.keyboard.press("Enter")
    assert page.url.endswith("#focus=KS:lemma-6")
    assert page.evaluate(focused) == "KS:lemma-6"
    page.keyboard.press("f")
    assert lost(page) == {"KS:lemma-6", *falls_if(first, "KS:lemma-6")}
    page.keyboard.press("o")
    page.wait_for_url("**/statements/KS/lemma-6.html")


OVERLAP = """() => {
  const boxes = [...document.querySelectorAll('#nodes .box')].map(b => b.getBoundingClientRect());
  let worst = 0;
  for (let i = 0; i < boxes.length; i++) for (let j = i + 1; j < boxes.length; j++) {
    const a = boxes[i], b = boxes[j];
    const w = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    if (w > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) worst++;
  }
  return worst;
}"""
READABLE = """() => Math.min(...[...document.querySelectorAll('#nodes .name')]
  .map(t => t.getBoundingClientRect().height))"""


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize("view", ["", "focus=KS:lemma-7&displays=1", "displays=1", "displays=1&every=1"])
def test_the_graph_is_readable(view: str, size: tuple[int, int], site: Path, opened: Callable[..., Any]) -> None:
    page = opened(site, f"graph.html#{view}", width=size[0], height=size[1])
    assert page.evaluate(OVERLAP) == 0
    canvas = page.locator(".canvas").bounding_box()
    if view or size[0] < 700:
        assert page.evaluate(READABLE) >= 11  # pixels
    else:  # at first all of the named statements
        boxes = page.evaluate(
            "[...document.querySelectorAll('#nodes .box')].map(b => b.getBoundingClientRect().toJSON())"
        )
        assert min(b["left"] for b in boxes) >= canvas["x"] and min(b["top"] for b in boxes) >= canvas["y"]
        assert max(b["right"] for b in boxes) <= canvas["x"] + canvas["width"]
        assert max(b["bottom"] for b in boxes) <= canvas["y"] + canvas["height"]
    assert canvas["y"] < size[1] / 2
    legend = page.locator(".legend").bounding_box()
    assert legend["y"] + legend["height"] <= size[1] + 1
    assert page.evaluate(FITS)


# --- accessibility -----------------------------------------------------------------------------------------


SOURCE = "document.documentElement.outerHTML"
VIOLATIONS = """async options => {  // formulas are many; a browser does not let it fetch the style sheet from disk
  const found = await axe.run(document, {preload: false, resultTypes: ['violations'], ...options});
  return found.violations.map(v => [v.id, v.impact, v.nodes[0].html.slice(0, 200)]);
}"""
OF_COLOURS = ["color-contrast", "link-in-text-block"]  # a dark page differs only in its colours


def test_axe_finds_nothing(site: Path, opened: Callable[..., Any]) -> None:
    """One page of each kind: of statements one with all parts, of the others the smallest."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no Playwright: uv sync --group browser")
    page = opened(site, "index.html")
    theorem, chapter = (
        min((site / kind).glob("*.html"), key=lambda p: p.stat().st_size) for kind in ("theorems", "chapters")
    )
    found = []
    for address in (
        "index.html", "graph.html#focus=KS:lemma-6&falls=1", "constants.html", "reading.html", "papers/KS.html",
        "statements/KS/lemma-7.html", "errata/Yun.html", "errata.html", theorem.relative_to(site).as_posix(),
        chapter.relative_to(site).as_posix(),
    ):  # fmt: skip
        page.goto("about:blank")
        page.emulate_media(color_scheme="light")
        page.goto(f"{site.as_uri()}/{address}")
        page.evaluate(axe.Axe().axe_script)
        light = page.evaluate(SOURCE)
        found += [(address, "light", *v) for v in page.evaluate(VIOLATIONS, {})]
        page.emulate_media(color_scheme="dark")
        assert page.evaluate(SOURCE) == light
        found += [(address, "dark", *v) for v in page.evaluate(VIOLATIONS, {"runOnly": OF_COLOURS})]
    assert found == []
