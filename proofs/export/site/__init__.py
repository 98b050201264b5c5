"""The web site: a manifest as static pages that open from disk.

`build`     writes the pages of a report into a folder, only those that changed
`Site`      the manifest as the templates see it: statements by id, and the address of each page
The module `mathml` typesets formulas, and `proofs.export.drawing` lays out the graph. The templates are in
`templates/`, the files that are copied unchanged in `static/`.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, partial
from importlib.metadata import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import networkx as nx
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from proofs.builder.paper import UNNAMED
from proofs.checking.report import SHOWN
from proofs.checking.status import LOOKS, caption, counts, look
from proofs.checking.store.sources import Sources
from proofs.export import manifest as manifests
from proofs.export.defects import GRAVITY, KINDS, gravest_first
from proofs.export.drawing import sectioned, width_of
from proofs.export.graph import named, order, proof_graph
from proofs.export.reports import first_title, shortened
from proofs.export.site.mathml import formula, mathml, pieces
from proofs.export.steps import WORDS, boxes, certified_margin, is_small, main_steps, steps
from proofs.export.theorem_search import library
from proofs.kernel.rules import RULES
from proofs.kernel.terms import Term
from proofs.language.display import Notions
from proofs.workers.forks import processors, shares, side_by_side

if TYPE_CHECKING:
    from proofs.checking.replay.establish import Theorem
    from proofs.checking.report import Finding, Report, Result

HERE = Path(__file__).parent
RECORD = ".lemmata-site.json"
ASIDE = ".lemmata-new-"  # prefix of the temporary folder in which pages are written before they are moved into place
PI_ABOVE = "leibniz.number_pi_above"  # the theorem that π, which is 4(1 − 1/3 + 1/5 − …), is at least 8/3
EVIDENCES = {
    "formal": "checked once more in Coq, which accepts the line as text, or its negation if it is refuted",
    "exact": "decided by exact arithmetic",
    "certified": "enclosed by ball arithmetic over the whole domain",
    "cited": "taken from the literature that the paper cites",
    "tested": "evaluated at many points, not proved",
    "argued": "the paper's prose, not checked",
}
TYPESET_STEP = 200  # longest formula of a proof that is typeset, in characters
LONGEST = 400  # longest formula shown as text without cutting out its middle
MANY_BOXES = 50  # largest number of boxes of a computation for which a margin is computed
MAIN = ("theorem", "proposition", "corollary")  # kinds of statements that a paper is about
BESIDE_PANEL = 1000.0  # width of the graph on a screen, in pixels
TYPESET = 6000  # longest formula that is typeset at all
Data = dict[str, Any]


class SiteError(ValueError):
    """The site may not be written into the folder, or two ids would share a page."""


@dataclass(frozen=True)
class Built:
    """The numbers of pages of a build: all, written, and removed."""

    pages: int
    written: int
    removed: int


def safe(name: str) -> str:
    """Encode a name for a file name or anchor: characters except letters, digits, . and - become _ and hex.

    >>> safe("lemma-5"), safe("Lemma 5"), safe("..")
    ('lemma-5', 'Lemma_205', '_2e.')
    """
    out = re.sub(r"[^A-Za-z0-9.-]", lambda m: "".join(f"_{b:02x}" for b in m[0].encode("utf-8", "replace")), name)
    out = re.sub(r"^\.", "_2e", out)
    if len(out) > 120:
        out = out[:100] + "-" + hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:16]
    return out or "_"


def statement_url(id: str) -> str:
    """Return the address of a statement's page.

    >>> statement_url("KS:lemma-5")
    'statements/KS/lemma-5.html'
    """
    paper, _, name = id.partition(":")
    return f"statements/{safe(paper)}/{safe(name)}.html"


def picture_url(id: str) -> str:
    """Return the address of a statement's picture."""
    return f"pictures/{safe(id)}.svg"


class Site:
    """The manifest indexed by ids, and the addresses of its pages relative to the site's root."""

    def __init__(self, manifest: Data) -> None:
        self.manifest = manifest
        self.statements: dict[str, Data] = {s["id"]: s for s in manifest["statements"]}
        self.papers: dict[str, Data] = {p["key"]: p for p in manifest["papers"]}
        self.theorems: dict[str, Data] = {t["name"]: t for t in manifest["theorems"]}
        pages: dict[str, str] = {}
        for url in [*map(self.url, self.statements), *map(self.paper_url, self.papers)]:
            if pages.setdefault(url.lower(), url) != url or list(pages).count(url.lower()) > 1:
                raise SiteError(f"two pages would be called {url}")
        if len(pages) < len(self.statements) + len(self.papers):
            raise SiteError("two statements would share a page")

    def url(self, id: str) -> str:
        """The page of a statement."""
        return statement_url(id)

    def link(self, id: str) -> str | None:
        """Return the target of a link to a statement; None if its page is not available."""
        return self.url(id) if id in self.statements else None

    def paper_url(self, key: str) -> str:
        """Return the address of a paper's contents."""
        return f"papers/{safe(key)}.html"

    def chapter_url(self, chapter: str) -> str:
        """Return the address of the list of a chapter's theorems that are not on a statement's page."""
        return f"chapters/{safe(chapter)}.html"

    def theorem_url(self, name: str) -> str | None:
        """Return the address of a theorem's proof."""
        t = self.theorems.get(name)
        if t is None:
            return None
        return f"{self.url(t['statement'])}#{safe(name)}" if t["statement"] else f"theorems/{safe(name)}.html"

    def erratum_url(self, id: str) -> str | None:
        """Return the address of an erratum; None if its page is not available."""
        return f"errata/{safe(id.partition(':')[0])}.html#{safe(id)}"

    def explained(self, given: Sequence[Data]) -> list[Data]:
        """Return the hypotheses as a page lists them, with a note about π.

        If one hypothesis determines π, the hypothesis 0 < π is left out, since a theorem of the library proves it.
        """
        theorem = self.theorems.get(PI_ABOVE)
        which = theorem["given"][0]["text"].replace("x", "π", 1) if theorem else ""
        known = any(g["text"] == which for g in given)
        out = []
        for g in given:
            if g["text"] == which:
                out.append(g | {"note": "and therefore 0 < π", "by": PI_ABOVE})
            elif g["text"] != "0 < π":
                out.append(g)
            elif not known:
                out.append(g | {"note": "for any such number π"})
        return out


# --- proofs ------------------------------------------------------------------------------------------------


class Proofs:
    """The proofs of a report's theorems, step by step, as the pages show them."""

    def __init__(self, report: Report) -> None:
        self.report, self.facts, self.theorems = report, report.facts, report.by_name

    def listing(self, name: str) -> list[Data]:
        """Return the main steps of a theorem's proof for display.

        A hypothesis of the theorem is not listed; the steps that use it say "given". Formulas are text and LaTeX, those
        of small steps only text. The last step is marked if it is the goal.
        """
        theorem = self.theorems[name]
        notions = manifests.notions_of(self.report, theorem.chapter)
        rows = main_steps(steps(theorem.stored, self.facts, notions, shown=lambda t: t))
        computed = iter([args for rule, *args in theorem.stored["steps"] if rule == "compute"])
        given = {row["step"] for row in rows[:-1] if row["rule"] == "assume" and not row["depth"]}
        out = []
        for row in rows:
            shows: Term = row["shows"]
            margin = self.margin(shows, next(computed), theorem) if row["rule"] == "compute" else None
            if row["step"] in given:
                continue
            applied = [x for x in (row["rule"], *row["from"]) if isinstance(x, str) and x not in RULES]
            small = row is not rows[-1] and is_small(row)
            out.append(
                {
                    "step": row["step"],
                    "shows": _shown(notions, shows, small),
                    "reached": row is rows[-1] and shows is theorem.fact.concl,
                    "depth": min(row["depth"], 4),
                    "small": small,
                    "how": WORDS.get(row["rule"], ""),
                    "supposed": row["rule"] == "assume",
                    "applies": list(dict.fromkeys(applied)),
                    "of": [x for x in row["from"] if isinstance(x, int) and x not in given],
                    "given": any(x in given for x in row["from"]),
                    "evidence": row["evidence"],
                    "margin": margin,
                }
            )
        return _numbered(_supposed_late(out))

    def margin(self, goal: Term, computed: list[Any], theorem: Theorem) -> str:
        """Describe the margin of a computed inequality and the number of boxes on which it was evaluated."""
        _, box, tree = computed
        count = boxes(tree)
        found = certified_margin(goal, box, tree, theorem.stored["terms"]) if count <= MANY_BOXES else None
        said = [f"by at least {float(found):g}"] if found else []
        said += [f"on each of {count} boxes"] if count > 1 else []
        return " ".join(said)


def _supposed_late(rows: list[Data]) -> list[Data]:
    """Reorder the steps so that each supposition comes directly before the first step that uses it."""
    first: dict[int, Data] = {}
    for row in rows:
        for source in row["of"]:
            first.setdefault(source, row)
    waiting = {row["step"]: row for row in rows if row["supposed"] and row["step"] in first}
    out: list[Data] = []
    for row in rows:
        if row["step"] in waiting:
            continue
        for source in row["of"]:
            if source in waiting and first[source] is row:
                out.append(waiting[source] | {"depth": row["depth"]})
        out.append(row)
    return out


def _numbered(rows: list[Data]) -> list[Data]:
    """Renumber the steps from 1 in their present order."""
    numbers = {row["step"]: k for k, row in enumerate(rows, 1)}
    return [row | {"step": numbers[row["step"]], "of": sorted(numbers[x] for x in row["of"])} for row in rows]


def _shown(notions: Notions, t: Term, small: bool = False) -> Data:
    """A formula of a proof as text and LaTeX; a small or long one only as text, which may lose its middle."""
    text = notions.text(t)
    if small or len(text) > TYPESET_STEP:
        return {"text": shortened(text, LONGEST), "latex": "", "short": True}
    return {"text": text, "latex": notions.latex(t), "short": False}


# --- pages -------------------------------------------------------------------------------------------------


@cache
def templates() -> Environment:
    """Return the templates, with automatic escaping."""
    env = Environment(
        loader=PackageLoader("proofs.export.site"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=visible,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters["math"] = _math
    env.filters["piece"] = _piece
    env.filters["css"] = css
    env.filters["prose"] = prose
    env.filters["cited"] = cited
    env.filters["number"] = number
    env.filters["glyph"] = lambda status: look(status).mark
    env.filters["caption"] = lambda s: caption(s["status"], s["says"])
    env.filters["shown_by"] = SHOWN.__getitem__
    env.filters["anchor"] = safe
    env.filters["breakable"] = lambda name: Markup("_<wbr>").join(name.split("_"))
    env.filters["in_script"] = in_script
    env.tests["settled_by"] = lambda status: look(status).form not in ("unproved", "refuted")
    return env


class Symbols:
    """Links from the names in a page's formulas to the entries of its list of notions.

    A name is linked wherever it occurs with the same arguments. With other arguments, only the part of the name that
    is set in a font or as a word is linked. The link's title is the meaning of the entry.
    """

    def __init__(self, rows: Sequence[Data] = ()) -> None:
        self.links: dict[str, tuple[int, str]] = {}
        for number, row in enumerate(rows, 1):
            title = visible(_cut(f"{row['name']['text']} is {row['meaning']['text']}"))
            for sign in (row["name"]["latex"], *re.findall(_SIGN, row["name"]["latex"])):
                shown = _inside(sign)
                if len(re.findall("<m[ino]", shown)) > 1 or _SIGN.fullmatch(sign):
                    self.links.setdefault(shown, (number, title))
        longest = sorted(filter(None, self.links), key=len, reverse=True)
        self.found = re.compile("|".join(map(re.escape, longest))) if longest else None

    def linked(self, shown: Markup) -> Markup:
        """Return a typeset formula with its names as links."""
        return Markup(self.found.sub(self._link, str(shown))) if self.found else shown

    def _link(self, m: re.Match[str]) -> str:
        number, title = self.links[m[0]]
        return (
            f'<mtext><a class="symbol" href="#where-{number}" title="{escape(title)}"><math>{m[0]}</math></a></mtext>'
        )


_SIGN = re.compile(r"\\(?:mathbf|mathcal|mathbb|operatorname|mathrm|text)\{[^{}\\]{2,}\}|\\(?:mathbf|mathcal)\{[A-Z]\}")


def _inside(latex: str) -> str:
    """The MathML of a formula without the enclosing element, or nothing if it is not understood."""
    try:
        return mathml(latex).removeprefix("<math>").removesuffix("</math>")
    except ValueError:
        return ""


def _math(shown: Mapping[str, Any], symbols: Symbols | None = None) -> Markup:
    if shown.get("short") or len(shown["text"]) > TYPESET:
        return Markup('<span class="plain">{}</span>').format(visible(shown["text"]))
    made = formula(shown["latex"], visible(shown["text"]))
    return symbols.linked(made) if symbols else made


def _piece(latex: str, symbols: Symbols | None = None) -> Markup:
    made = Markup(mathml("{} " + latex))
    return symbols.linked(made) if symbols else made


_TURNS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")  # these change the direction of text


def visible(x: Any) -> Any:
    """Replace direction-changing characters in a text by their code points; return any other value unchanged.

    >>> visible("a\\u202eb")
    'a⟨U+202E⟩b'
    """
    return _TURNS.sub(lambda m: f"⟨U+{ord(m[0]):04X}⟩", x) if type(x) is str else x


def prose(text: str) -> Markup:
    """Convert a sentence to HTML, with a_i and b_{k+1} as indices, e^(−r) as an exponent, <= as ≤.

    >>> print(prose("a_i < b_{k+1} & l̃_n"))
    <var>a</var><sub>i</sub> &lt; <var>b</var><sub>k+1</sub> &amp; <var>l̃</var><sub>n</sub>
    >>> print(prose("f in F_PE, d_p(f, g) <= e^(-2r), see `contexts`"))
    f in <var>F</var><sub>PE</sub>, <var>d</var><sub>p</sub>(f, g) ≤ e<sup>-2r</sup>, see <code>contexts</code>
    >>> print(prose("2B_0P, dB_0, at_i, ‖V‖_∞, Aff_j"))
    2<var>B</var><sub>0</sub>P, d<var>B</var><sub>0</sub>, at_i, ‖V‖<sub>∞</sub>, Aff<sub>j</sub>
    """
    escaped = str(escape(visible(text))).replace("&lt;=", "≤").replace("&gt;=", "≥")
    shown = re.sub(_INDEX, _indexed, escaped)
    shown = re.sub(r"(?<=[\w)>])\^(?:\(([^()<>]{1,40})\)|\{([^{}<>]{1,40})\}|(\w+))", _raised, shown)
    return Markup(re.sub(r"`([^`<>]{1,80})`", r"<code>\1</code>", shown))


def cited(source: str) -> Markup:
    """Convert the source of a paper to HTML, with a link for its arXiv number.

    >>> print(cited("A & B, arXiv:2601.00001"))
    A &amp; B, <a href="https://arxiv.org/abs/2601.00001">arXiv:2601.00001</a>
    """
    linked = r'<a href="https://arxiv.org/abs/\1">arXiv:\1</a>'
    return Markup(re.sub(r"\barXiv:(\d{4}\.\d{4,5})\b", linked, str(escape(visible(source)))))


_BEFORE = r"(?:(?<![^\W\d]|_)|(?<=[^\W\d_])(?=[A-Z]_)|(?=[‖\]]))"  # B of 2B_0 and dB_0, not t of at_i
_BASE = r"(\w[\u0300-\u036f]*|[A-Z][a-zA-Z]+|[‖\]])"
_INDEX = _BEFORE + _BASE + r"_(?:\{([^{}<>]{1,40})\}|(max|min|out|in|ij|jm|[A-Z]{2,3}|\w|∞)(?![a-z0-9_]))"


def _indexed(m: re.Match[str]) -> str:
    base = f"<var>{m[1]}</var>" if m[1][0].isalpha() and not m[1][1:2].isalpha() else m[1]
    return f"{base}<sub>{m[2] or m[3]}</sub>"


def _raised(m: re.Match[str]) -> str:
    return f"<sup>{m[1] or m[2] or m[3]}</sup>"


def number(shown: str) -> Markup:
    """Write a rounded number with its power of ten as HTML.

    >>> print(number("2.951e+05"), number("1e-07"), number("3.08"))
    2.951 · 10<sup>5</sup> 1 · 10<sup>−7</sup> 3.08
    """
    digits, _, power = shown.partition("e")
    exponent = str(int(power)).replace("-", "−") if power else ""
    return Markup("{} · 10<sup>{}</sup>").format(digits, exponent) if power else escape(shown)


def in_script(data: Any) -> Markup:
    """Return JSON that is safe in a script element: nothing in it ends the element or begins a comment.

    >>> print(in_script("</script><!--"))
    "\\u003c/script\\u003e\\u003c!--"
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)


@cache
def _own_sources() -> str:
    """A hash of everything except the data that determines a page: our sources, templates and static files."""
    digest = hashlib.sha256(Sources([__name__]).key([__name__]).encode())
    for path in sorted(p for p in HERE.rglob("*") if p.is_file() and p.suffix in (".html", ".css", ".js")):
        digest.update(path.relative_to(HERE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


@dataclass(frozen=True)
class Page:
    """A page to be written: its address, a key of its inputs (equal keys give equal bytes), and its renderer."""

    url: str
    key: str
    render: Callable[[], str | bytes]


def key_of(*parts: Any) -> str:
    """Return a hash of plain data."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=False).encode("utf-8", "replace")).hexdigest()


def pages(report: Report) -> Iterator[Page]:
    """Yield all files of the site of a report."""
    manifest = manifests.manifest(report)
    site, proofs = Site(manifest), Proofs(report)

    def render(template: str, url: str, **context: Any) -> str:
        context = {"site": site, "root": "../" * url.count("/"), "here": "", **context}
        return templates().get_template(template).render(context)

    # the data that pages show about other statements and theorems
    looks = key_of(
        _own_sources(),
        [[s["id"], s["name"], s["status"], s["says"]] for s in manifest["statements"]],
        [[t["name"], t["statement"], t["chapter"]] for t in manifest["theorems"]],
        [[p["key"], p["title"], p["source"]] for p in manifest["papers"]],
    )
    text = manifests.text(report)
    whole = key_of(looks, text)
    yield Page("manifest.json.gz", whole, lambda: gzip.compress(text.encode(), 6, mtime=0))
    yield Page("static/status.css", key_of(status_css()), status_css)
    for path in sorted(HERE.glob("static/*")):
        yield Page(f"static/{path.name}", key_of(hashlib.sha256(path.read_bytes()).hexdigest()), path.read_bytes)

    @cache
    def says() -> dict[str, str]:
        """The docstrings of theorems, read from their sources only if a page is written."""
        return {name: found.says for name, found in library(report).items()}

    yield Page("static/index.js", key_of(whole, report.key), lambda: _search_index(site, says()))

    kept = key_of([site.theorems[t.name]["sha256"] for t in report.theorems if t.name in site.theorems])
    yield Page("proofs.jsonl.gz", kept, partial(_certificates, report))

    def shown_proof(t: Data) -> Data:
        rules = len(proofs.theorems[t["name"]].stored["steps"])
        return t | {"steps": proofs.listing(t["name"]), "says": says().get(t["name"], ""), "rules": rules}

    pictures = importlib.util.find_spec("matplotlib") is not None
    errata = {e["id"]: e for e in manifest["errata"]}
    constants = {c["id"]: c for c in manifest["constants"]}
    defined_in = _defining(report)
    by_paper: dict[str, list[Data]] = {key: [] for key in site.papers}
    for s in manifest["statements"]:
        by_paper[s["paper"]].append(s)
    for key, own in by_paper.items():
        sections: dict[str, list[Data]] = {}
        for s in own:
            sections.setdefault(s["section"], []).append(s)
        url = site.paper_url(key)
        context = {"paper": site.papers[key], "sections": list(sections.items()), "here": key}
        looks_like = key_of(looks, own, site.papers[key]["unclaimed"])
        yield Page(url, looks_like, partial(render, "paper.html", url, **context))
        for k, s in enumerate(own):
            url = site.url(s["id"])
            sentence = {line["theorem"] for line in s["lines"] if line["form"] != "step"}
            theorems = [site.theorems[n] for n in s["theorems"] if n in site.theorems]
            elsewhere = [t for t in theorems if t["statement"] != s["id"] and t["name"] in sentence]
            theorems = [t for t in theorems if t["statement"] == s["id"]]
            theorems.sort(key=lambda t: t["name"] not in sentence)  # theorems that prove the sentence come first
            parts: dict[str, Any] = {
                "s": s,
                "elsewhere": [[t["name"], t["statement"]] for t in elsewhere],
                "errata": [errata[i] for i in s["errata"]],
                "constants": [constants[i] for i in s["constants"]],
                "where": where(report.by_id[s["id"]], defined_in),
                "before": own[k - 1] if k else None,
                "after": own[k + 1] if k + 1 < len(own) else None,
            }
            drawing = _drawing(report, s["id"]) if pictures else None
            if drawing:
                yield drawing
            parts["plot"] = drawing.url if drawing else None
            page = partial(_statement_page, render, site, url, parts, theorems, shown_proof)
            yield Page(url, key_of(looks, parts, theorems), page)

    chapters: dict[str, list[Data]] = {}
    for t in manifest["theorems"]:
        if t["statement"] is None:
            chapters.setdefault(t["chapter"], []).append(t)
    for chapter, theorems in chapters.items():
        url = site.chapter_url(chapter)
        rows = partial(render, "chapter.html", url, chapter=chapter, theorems=theorems)
        yield Page(url, key_of(looks, theorems), rows)
        for row in theorems:
            url = site.theorem_url(row["name"]) or ""
            yield Page(url, key_of(looks, row), partial(_theorem_page, render, url, row, shown_proof))

    status: dict[str, int] = {}
    for s in manifest["statements"]:
        status[s["status"]] = status.get(s["status"], 0) + 1
    totals = {
        "statements": len(site.statements),
        "counts": counts(status),
    }
    supports = {
        key: {
            kind: list(dict.fromkeys(x["what"] for s in own for x in s["rests_on"]["supports"] if x["kind"] == kind))
            for kind in ("cited", "argued", "tested")
        }
        for key, own in by_paper.items()
    }
    unsettled = {
        key: [s["id"] for s in own if look(s["status"]).form in ("incomplete", "unproved", "refuted")]
        for key, own in by_paper.items()
    }
    of_papers = {key: gravest_first(report, [f for f in report.errata if f.paper == key]) for key in site.papers}
    main = {
        key: [s for s in own if s["kind"] in MAIN] or [s for s in own if s["kind"] == "lemma"]
        for key, own in by_paper.items()
    }
    sharp = sorted((c for c in manifest["constants"] if c["ratio"]), key=lambda c: -float(c["ratio"]["value"]))
    program = metadata("lemmata")
    date = (getattr(report, "date", "") or datetime.now(UTC).isoformat())[:10]  # a recorded check has a date of its own
    built = {"version": program["Version"], "licence": program["License-Expression"], "date": date}
    start = {
        "totals": totals, "statuses": list(LOOKS), "supports": supports, "unsettled": unsettled, "main": main,
        "gravest": {key: found[:3] for key, found in of_papers.items()},
        "sharp": sharp[:3], "built": built,
    }  # fmt: skip
    yield Page("index.html", key_of(whole, built), partial(render, "index.html", "index.html", **start))
    shown = {
        key: [{"first": errata[d[0].name], "all": [errata[f.name] for f in d], "example": _example(d)} for d in found]
        for key, found in of_papers.items()
    }
    counted = {
        kind: {key: sum(d["first"]["defect"] == kind for d in found) for key, found in shown.items()}
        for kind in GRAVITY
    }
    summary = {"counted": counted, "kinds": KINDS, "defects": shown, "here": "errata"}
    yield Page("errata.html", whole, partial(render, "errata.html", "errata.html", **summary))
    for key, found in shown.items():
        url = f"errata/{safe(key)}.html"
        yield Page(url, whole, partial(render, "errata_of.html", url, paper=site.papers[key], found=found, **summary))
    drawn = {c["statement"]: c["id"] for c in reversed(manifest["constants"]) if c["ratio"]} if pictures else {}
    plots = {c: picture_url(s) for s, c in drawn.items()}  # shown with the first of a statement's constants
    yield Page(
        "constants.html", whole, partial(render, "constants.html", "constants.html", here="constants", plots=plots)
    )
    yield Page("graph.html", whole, partial(_graph_page, render, site, proof_graph(report)))
    meanings = {word: one.meaning for word, one in LOOKS.items() if not one.corrected or word in status}
    reading = {"meanings": meanings, "evidences": EVIDENCES, "chapters": list(chapters), "here": "reading"}
    yield Page("reading.html", whole, partial(render, "reading.html", "reading.html", **reading))


def _example(defect: Sequence[Finding]) -> str:
    """The first counterexample among a defect's entries, or ""."""
    return next((f.counterexample for f in defect if f.counterexample), "")


def _certificates(report: Report) -> bytes:
    """The stored proofs in an order in which they can be replayed, one a line, compressed."""
    return gzip.compress("".join(map(manifests.certificate, report.theorems)).encode(), 6, mtime=0)


def _drawing(report: Report, statement: str) -> Page | None:
    """Return the page with a statement's picture, if there is one."""
    from proofs.export.plots import draw, picture_of

    picture = picture_of(report, statement)
    if not picture:
        return None
    named = (*picture.comparisons, picture.spot_check, *picture.plots)
    modules = [name.partition(":")[0] for name in named if name]
    sources = Sources(modules).key(["proofs.export.plots", *modules])
    return Page(picture_url(statement), key_of(sources, *map(str, named)), partial(draw, picture, "svg"))


def _statement_page(
    render: Callable[..., str],
    site: Site,
    url: str,
    parts: Data,
    theorems: list[Data],
    shown_proof: Callable[[Data], Data],
) -> str:
    s = parts["s"]
    there = {line["shows"]["text"] for line in s["lines"] if line["form"] == "defines"}  # shown with their definitions
    explained = [row for row in parts["where"] if row["name"]["text"] not in there]
    printed, corrected = ([line for line in s["lines"] if line["form"] == form] for form in ("printed", "corrected"))
    used = [line for line in s["lines"] if line["form"] in ("defines", "corrected" if s["corrected"] else "printed")]
    one = len(printed) == 1 and len(corrected) <= 1
    first = printed[0]["given"] if one else []
    also = {g["text"] for g in corrected[0]["given"]} if one and corrected else {g["text"] for g in first}
    common = site.explained([g for g in first if g["text"] in also])
    shared = {g["text"] for g in first if g["text"] in also}
    first_heading = first_title(s["kind"])
    compared = [
        {
            "title": title,
            "form": form,
            "line": line,
            "own": [g for g in line["given"] if g["text"] not in shared],
            "differs": one and bool(corrected) and printed[0]["shows"]["text"] != corrected[0]["shows"]["text"],
            "pieces": _compared(line, [x for x in (*printed, *corrected) if x is not line]),
        }
        for form, title, lines in (("printed", first_heading, printed), ("corrected", "As corrected", corrected))
        for line in lines
    ]
    copies = {
        "LaTeX": " \\\\\n".join(line["latex"] for line in used),
        "Python": f"from proofs import library\n\nlibrary[{s['id']!r}]\n",
        "JSON": json.dumps(s, ensure_ascii=False, indent=1),
    }
    return render(
        "statement.html",
        url,
        **parts | {"where": explained},
        paper=site.papers[s["paper"]],
        here=s["paper"],
        first_heading=first_heading,
        worst=_worst_line(s),
        unsaid=[e for e in parts["errata"] if e["defect"] != "step"],
        meaning=look(s["status"]).meaning,
        stands={line["text"]: k for k, line in enumerate(printed, 1)},
        others={
            "printed": {g["text"] for line in corrected for g in line["given"]} if corrected else None,
            "corrected": {g["text"] for line in printed for g in line["given"]},
        },
        compared=compared if one else [],
        common={"sorts": used[0]["sorts"] if used else {"text": "", "latex": ""}, "given": common},
        meanings={row["name"]["text"]: row["meaning"] for row in parts["where"]},
        copies=list(copies.items()),
        copies_json=in_script({k.lower(): v for k, v in copies.items()}),
        focus=f"focus={_quoted(s['id'])}",
        symbols=Symbols(explained),
        proofs=[shown_proof(t) for t in theorems],
    )


def _compared(line: Data, others: Sequence[Data]) -> list[Data]:
    """Cut the conclusion of a line at its possible line breaks, and mark the pieces that no other line has."""
    known = {piece for other in others for piece in pieces(other["shows"]["latex"])}
    return [{"latex": piece, "new": bool(others) and piece not in known} for piece in pieces(line["shows"]["latex"])]


def _defining(report: Report) -> dict[tuple[str, str], str]:
    """Map the names of each paper's notions to the defining statement: the first with a line that is just the name."""
    out: dict[tuple[str, str], str] = {}
    for r in sorted(report.items, key=lambda r: r.kind != "definition"):
        for line in r.lines:
            if line.form == "defines":
                out.setdefault((r.paper, line.wording.shows or line.wording.text), r.id)
    return out


def where(r: Result, defined_in: Mapping[tuple[str, str], str]) -> list[Data]:
    """List the names in a statement's formulas, each with its meaning and the statement that defines it."""
    found: dict[str, Data] = {}
    for line in r.lines:
        if line.form != "step":
            for (name, meaning), (latex, means) in zip(line.wording.means, line.wording.latex_means, strict=False):
                id = defined_in.get((r.paper, name))
                row = {"name": {"text": name, "latex": latex}, "meaning": {"text": meaning, "latex": means}}
                found.setdefault(name, row | {"of": id if id != r.id else None})
    return list(found.values())


def _theorem_page(render: Callable[..., str], url: str, t: Data, shown_proof: Callable[[Data], Data]) -> str:
    return render("theorem.html", url, t=shown_proof(t))


def _quoted(id: str) -> str:
    from urllib.parse import quote

    return quote(id, safe=":")


def _worst_line(s: Data) -> str:
    line = {} if s["worst_line"] is None else s["lines"][s["worst_line"]]
    if not line or line["status"] in ("proved", "defined"):
        return ""
    form = line["form"]
    same = [k for k, x in enumerate(s["lines"]) if x["form"] == form]
    return f"line {same.index(s['worst_line']) + 1}" if len(same) > 1 else ""


FILTERS = (("paper", "Papers"), ("kind", "Kinds"), ("status", "Status"), ("evidence", "Evidence"))


def _graph_page(render: Callable[..., str], site: Site, graph: nx.DiGraph) -> str:
    nodes = {id: _node(site, site.statements[id]) for id in order(graph)}
    widths = {id: n["width"] for id, n in nodes.items()}
    first = named(graph)
    drawings = [sectioned(part, widths, BESIDE_PANEL) for part in ([first, graph] if len(first) else [graph])]
    data = {
        "nodes": list(nodes.values()),
        "edges": sorted(graph.edges),
        "cited": [[x, y] for y, data in graph.nodes(data=True) for x in data.get("another_way", ()) if x in nodes],
        "layouts": [
            {
                "nodes": [[id, *place] for id, place in d.nodes.items()],
                "edges": [[*edge, d.path(edge)] for edge in d.edges],
                "frames": d.frames,
                "width": d.width,
                "height": d.height,
            }
            for d in drawings
        ],
    }
    values = {
        "paper": list(site.papers),
        "kind": sorted({n["kind"] for n in nodes.values()}),
        "status": [word for word in LOOKS if any(n["status"] == word for n in nodes.values())],
        "evidence": [e for e in EVIDENCES if any(e in n["evidence"] for n in nodes.values())],
    }
    return render(
        "graph.html",
        "graph.html",
        here="graph",
        drawn=drawings[0],
        apart={(x, y) for x, y in drawings[0].edges if _section(graph, x) != _section(graph, y)},
        nodes=[nodes[id] | {"x": x, "y": y} for id, (x, y) in drawings[0].nodes.items()],
        filters=[(name, word, values[name]) for name, word in FILTERS],
        statuses=values["status"],
        data=in_script(data),
    )


def _section(graph: nx.DiGraph, id: str) -> tuple[str, str]:
    return graph.nodes[id]["paper"], graph.nodes[id]["section"]


def _node(site: Site, s: Data) -> Data:
    """The data of a statement for the graph's page."""
    label = f"{s['paper']} {s['name']}"
    label = visible(_cut(label, 34))
    word = f"{look(s['status']).mark} {look(s['status']).short}"
    shape = s["kind"] if s["kind"] in ("definition", "display") else "named"
    return {
        "id": s["id"],
        "label": label,
        "paper": s["paper"],
        "kind": s["kind"],
        "status": s["status"],
        "css": css(s["status"]),
        "word": word,
        "says": visible(_cut(caption(s["status"], s["says"]))),
        "evidence": list(s["evidence"]),
        "url": site.url(s["id"]),
        "unnamed": s["kind"] in UNNAMED,
        "shape": shape,
        "radius": {"definition": 0, "display": 3, "named": 16}[shape],
        "width": width_of(label, word),
    }


def _cut(text: str, longest: int = 300) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def css(status: str) -> str:
    """Return the CSS class of a status or a kind.

    >>> css("proved modulo cited"), css("display")
    ('modulo', 'display')
    """
    return look(status).css if status in LOOKS else safe(status)


def status_css() -> str:
    """Return a style sheet with the colours of every status, for light and dark pages."""

    def colours(theme: Literal["light", "dark"]) -> str:
        pairs = ((one.css, *getattr(one, theme)) for one in LOOKS.values())
        return "".join(f"--{css}:{ink};--{css}-fill:{fill};" for css, ink, fill in pairs)

    rules = [f":root{{{colours('light')}}}", f':root[data-theme="dark"]{{{colours("dark")}}}']
    rules += [f'@media (prefers-color-scheme: dark){{:root:not([data-theme="light"]){{{colours("dark")}}}}}']
    for one in LOOKS.values():
        width = "stroke-width:3;" * one.corrected
        rules += [
            f".{one.css}{{color:var(--{one.css})}}",
            f".badge.{one.css}{{background:var(--{one.css}-fill)}}",
            f".node.{one.css} .box{{fill:var(--{one.css}-fill);stroke:var(--{one.css});{width}}}",
        ]
    return "\n".join(rules) + "\n"


def _search_index(site: Site, says: Mapping[str, str]) -> str:
    errata: dict[str, list[str]] = {}
    for e in site.manifest["errata"]:
        errata.setdefault(e["statement"], []).append(f"{e['defect']} {e['what']}")
    constants: dict[str, list[str]] = {}
    for c in site.manifest["constants"]:
        constants.setdefault(c["statement"], []).append(f"{c['what']} {c['note']}")
    rows = [
        [
            s["id"],
            s["name"],
            s["paper"],
            site.url(s["id"]),
            visible(_cut(caption(s["status"], s["says"]))),
            s["equations"],
            s["status"],
            s["index"],
            visible(" ".join([s["kind"], *errata.get(s["id"], ()), *constants.get(s["id"], ())])),
        ]
        for s in site.statements.values()
    ]
    for t in site.theorems.values():
        if t["statement"] is None and not manifests.is_derived(t["name"]):
            about = visible(_cut(says.get(t["name"], "")))
            words = t["name"].replace("_", " ").replace(".", " ")
            rows.append([t["name"], t["name"], "", site.theorem_url(t["name"]), about, [], "theorem", [], words])
    return f"window.lemmataIndex={in_script(rows)};\n"


# --- writing -----------------------------------------------------------------------------------------------


def build(report: Report, folder: Path) -> Built:
    """Write the site of a report into a folder that is new, empty, or already contains a site.

    Files whose content would be the same are left alone; obsolete files of an earlier build are removed. Pages are
    written to a temporary folder and moved into place when all are complete, so an error leaves the old site intact.

    Raises
    ------
    SiteError
        if the folder holds something else.
    OSError
        if it cannot be written.
    """
    before, made_here = _record(folder), not folder.exists()
    found = list(pages(report))
    keys = {page.url: page.key for page in found}
    new = [page for page in found if before.get(page.url) != page.key or not (folder / page.url).is_file()]
    new.sort(key=lambda page: page.url.partition("/")[0])  # so that few worker processes import matplotlib
    gone = [url for url in before if url not in keys]
    for url in (*keys, *gone):
        _check_place(folder, url)
    jobs = processors()
    if len(new) > manifests.FEW:
        manifests.read_notions(report)
    folder.mkdir(parents=True, exist_ok=True)
    for left in folder.glob(f"{ASIDE}*"):  # left by a build that was killed
        shutil.rmtree(left, ignore_errors=True)
    aside = Path(tempfile.mkdtemp(prefix=ASIDE, dir=folder))
    try:
        # neighbouring pages have formulas in common
        side_by_side([partial(_write_all, aside, share) for share in shares(new, jobs)], jobs)
        unfinished = before | dict.fromkeys((page.url for page in new), "")
        _write(aside / "before", manifests.written(unfinished).encode())
        _write(aside / "after", manifests.written(keys).encode())
        # all pages exist; after an interruption from here on, the next build recognises them and writes them again
        os.replace(aside / "before", folder / RECORD)
        for page in new:
            (folder / page.url).parent.mkdir(parents=True, exist_ok=True)
            os.replace(aside / page.url, folder / page.url)
        for url in gone:
            (folder / url).unlink(missing_ok=True)
        os.replace(aside / "after", folder / RECORD)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
        if made_here:
            with suppress(OSError):  # it is not empty
                folder.rmdir()
    return Built(len(keys), len(new), len(gone))


def _check_place(folder: Path, url: str) -> None:
    """Check that a page can be put into place: no symbolic link among its parents, no file or folder in the way."""
    path = folder / url
    for above in (p for p in path.parents if p != folder and folder in p.parents):
        if above.is_symlink() or (above.exists() and not above.is_dir()):
            raise SiteError(f"{above} is a link or a file, but the site needs a folder there; nothing is written")
    if path.is_dir() and not path.is_symlink():
        raise SiteError(f"{path} is a folder, but the site has a page there; nothing is written")


def _write_all(folder: Path, new: Sequence[Page]) -> None:
    for page in new:
        made = page.render()
        _write(folder / page.url, made.encode("utf-8", "replace") if isinstance(made, str) else made)


def _record(folder: Path) -> dict[str, str]:
    """Read the keys of the pages of an earlier build, by address."""
    try:
        found = json.loads((folder / RECORD).read_bytes())
    except FileNotFoundError:
        if folder.is_dir() and any(not path.name.startswith(ASIDE) for path in folder.iterdir()):
            raise SiteError(f"{folder} holds other files; give a new or empty folder") from None
        return {}
    except ValueError:
        return {}  # damaged: everything is written again
    inside = re.compile(r"[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)*\Z")
    if not isinstance(found, dict):
        return {}
    return {url: str(key) for url, key in found.items() if inside.match(url) and not {"..", "."} & set(url.split("/"))}


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
