"""The addresses of the site's pages, relative to its root, and the manifest indexed by ids."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from proofs.export.constants import false_values
from proofs.export.schema import Constant, Erratum, Formula, Manifest, Paper, Statement, Theorem

PI_BOUND = "leibniz.number_pi_above"  # the theorem that π, which is 4(1 − 1/3 + 1/5 − …), is at least 8/3


class SiteError(ValueError):
    """The site cannot be written into the folder, or two ids would share a page."""


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


def errata_url(paper: str) -> str:
    """Return the address of the list of a paper's errata."""
    return f"errata/{safe(paper)}.html"


class Hypothesis(Formula):
    """A hypothesis as a page lists it, with a note and the theorem that proves the note."""

    note: str = ""
    theorem: str | None = None


class Site:
    """The manifest indexed by ids, and the addresses of its pages relative to the site's root.

    Raises
    ------
    SiteError
        if two pages would have the same address on a file system that ignores case.
    """

    def __init__(self, manifest: Manifest) -> None:
        self.manifest = manifest
        self.statements: dict[str, Statement] = {s.id: s for s in manifest.statements}
        self.papers: dict[str, Paper] = {p.key: p for p in manifest.papers}
        self.theorems: dict[str, Theorem] = {t.name: t for t in manifest.theorems}
        self.errata: dict[str, Erratum] = {e.id: e for e in manifest.errata}
        self.constants: dict[str, Constant] = {c.id: c for c in manifest.constants}
        self.false_values = false_values(manifest)
        self.shown: dict[
            str, str
        ] = {}  # the status of what a theorem shows: of the statement, if of its corrected form
        for s in manifest.statements:
            for line in s.lines:
                if line.theorem:
                    self.shown.setdefault(line.theorem, s.status if line.form == "corrected" else line.status)
        self.applied_by: dict[str, list[str]] = {}  # theorems by those that they apply
        for t in manifest.theorems:
            for used in t.uses:
                self.applied_by.setdefault(used, []).append(t.name)
        pages: set[str] = set()
        for url in [*map(self.url, self.statements), *map(self.paper_url, self.papers)]:
            if url.lower() in pages:
                raise SiteError(f"two pages would be called {url}; give one of the statements another id")
            pages.add(url.lower())

    def url(self, id: str) -> str:
        """Return the address of a statement's page."""
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
        """Return the address of a theorem's proof; None if its page is not available."""
        t = self.theorems.get(name)
        if t is None:
            return None
        return f"{self.url(t.statement)}#{safe(name)}" if t.statement else f"theorems/{safe(name)}.html"

    def theorem_status(self, name: str) -> str:
        """Return the status that a link to a theorem shows."""
        if name in self.shown:
            return self.shown[name]
        t = self.theorems.get(name)
        return "incomplete" if t and t.argued else "proved modulo cited" if t and t.cited else "proved"

    def erratum_url(self, id: str) -> str | None:
        """Return the address of an erratum; None if its page is not available."""
        return f"{errata_url(id.partition(':')[0])}#{safe(id)}"

    def format_hypotheses(self, given: Sequence[Formula]) -> list[Hypothesis]:
        """Return the hypotheses as a page lists them, with a note about π.

        If one hypothesis determines π, the hypothesis 0 < π is left out, since a theorem of the library proves it.
        """
        theorem = self.theorems.get(PI_BOUND)
        determines = theorem.given[0].text.replace("x", "π", 1) if theorem else ""
        is_determined = any(g.text == determines for g in given)
        out = []
        for g in given:
            if g.text == determines:
                out.append(Hypothesis(g.text, g.latex, "and therefore 0 < π", PI_BOUND))
            elif g.text != "0 < π":
                out.append(Hypothesis(g.text, g.latex))
            elif not is_determined:
                out.append(Hypothesis(g.text, g.latex, "for any such number π"))
        return out
