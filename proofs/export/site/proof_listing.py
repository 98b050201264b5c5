"""The proofs of a report's theorems, as the pages and notebooks show them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from markupsafe import Markup

from proofs.export.manifest import notions_of
from proofs.export.schema import Theorem
from proofs.export.site.filters import proof_link
from proofs.export.site.urls import Site, safe
from proofs.readable.explain import explained
from proofs.readable.formats import Web, as_text, html_lines
from proofs.readable.outline import Name, Proof

if TYPE_CHECKING:
    from proofs.checking.report import Report

MOST = 100  # rows of a proof that are shown on a page
FEW = 30  # rows of the proofs of a page for which there is no room
ROOM = 8_000  # bytes of the other proofs of a page
LONGEST = 110  # longest formula of a proof that is shown whole, in characters
IN_REASON = 50  # the same for formulas in the reasons of its lines


class ListedTheorem(Theorem):
    """A theorem with its docstring, its readable proof and the number of kernel rules in its stored proof."""

    proof: Any
    says: str
    rules: int
    formulas: tuple[Any, ...]  # its hypotheses and its conclusion as terms
    shown: Markup = Markup("")
    anchor: str = ""  # what the ids of its hypotheses and lines begin with on a page
    stated: str = ""  # where the page shows its conclusion before
    given_there: bool = False  # whether it shows its hypotheses there, too

    @property
    def lines(self) -> int:
        """The number of lines of the proof."""
        return len(self.proof.lines)

    @property
    def is_cut(self) -> bool:
        """True if the page shows fewer lines of the proof than it has."""
        return self.shown.count("<li id=") < self.lines

    @property
    def cited_hypotheses(self) -> list[int]:
        """The numbers of the hypotheses that the lines on the page cite."""
        return sorted({int(k) for k in re.findall(f'href="#{self.anchor}h([0-9]+)"', self.shown)})

    @property
    def unnamed_uses(self) -> list[str]:
        """The theorems that it applies and that the lines on the page do not name."""
        return [name for name in self.uses if not re.search(rf'[/#]{re.escape(safe(name))}(\.html)?"', self.shown)]

    @property
    def text(self) -> str:
        """The proof as plain text."""
        return as_text(self.proof, LONGEST)

    def html(self, site: Site | None = None, root: str = "", most: int = MOST) -> Markup:
        """Return at most `most` lines of the proof as HTML.

        On a page of a site, theorems are links, long hypotheses are cited by their numbers in the list of hypotheses,
        and long formulas by the line that shows them first.
        """
        anchor = self.anchor or f"{safe(self.name)}-"
        show = Web(self.proof.notions, anchor, longest=LONGEST, in_reason=IN_REASON if site else LONGEST)
        if site:
            link = proof_link(site, root)
            show.link, show.labels = lambda name: _linked(name, link), {}
            numbers = {g.text: k for k, g in enumerate(site.format_hypotheses(self.given), 1)}
            *given, shows = self.formulas
            for g in given:
                if k := numbers.get(self.proof.notions.text(g)):
                    show.name(g, f'<a href="#{anchor}h{k}">(H{k})</a>')
            show.name(shows, "the claim")
        return Markup(html_lines(self.proof.sections[0].lines, show, anchor, most))


def fit(theorems: Sequence[ListedTheorem], site: Site, root: str) -> None:
    """Set what a page shows of the proofs of its theorems: less of the later ones, if there is no room."""
    room = ROOM
    for k, t in enumerate(theorems, 1):
        t.anchor = f"{k}-"
        most = MOST
        while len(shown := t.html(site, root, most)) > room and most > FEW:
            most = max(FEW, most // 2)
        t.shown = shown if len(shown) <= max(room, ROOM) or k == 1 else Markup("")
        room -= len(t.shown)


def _linked(name: Name, link: Callable[[str], str]) -> str:
    """Return the name of a theorem as a link; one that has a name in the literature keeps it."""
    shown = str(link(name.theorem))
    return shown if name.called == name.theorem else f"{Markup.escape(name.called)} ({shown})"


class Proofs:
    """The proofs of a report's theorems."""

    def __init__(self, report: Report) -> None:
        self.report, self.theorems = report, report.by_name

    def listed(self, entry: Theorem, says: str = "") -> ListedTheorem:
        """Return a theorem of the manifest with its readable proof."""
        theorem = self.theorems[entry.name]
        rules, formulas = len(theorem.stored["steps"]), (*theorem.fact.hyps.values(), theorem.fact.concl)
        entries = msgspec.structs.asdict(entry)
        return ListedTheorem(**entries, proof=self.proof(entry.name), says=says, rules=rules, formulas=formulas)

    def proof(self, name: str) -> Proof:
        """Return the readable proof of a theorem."""
        theorem = self.theorems[name]
        return explained(theorem.stored, self.report.facts, notions_of(self.report, theorem.chapter))

    def text(self, name: str) -> str:
        """Return the readable proof of a theorem as plain text."""
        return as_text(self.proof(name), LONGEST)
