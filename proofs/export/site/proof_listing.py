"""The proofs of a report's theorems, as the pages and notebooks show them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from markupsafe import Markup

from proofs.export.manifest import notions_of
from proofs.export.schema import Theorem
from proofs.export.site.urls import safe
from proofs.readable.explain import explained
from proofs.readable.formats import as_text, html_lines, web
from proofs.readable.outline import Name, Proof

if TYPE_CHECKING:
    from proofs.checking.report import Report

MOST = 100  # rows of a proof that are shown on a page
ROOM = 60_000  # bytes of all proofs of a page
LONGEST = 240  # longest formula of a proof that is shown whole, in characters


class ListedTheorem(Theorem):
    """A theorem with its docstring, its readable proof and the number of kernel rules in its stored proof."""

    proof: Any
    says: str
    rules: int
    shown: Markup = Markup("")

    @property
    def lines(self) -> int:
        """The number of lines of the proof."""
        return len(self.proof.lines)

    @property
    def text(self) -> str:
        """The proof as plain text."""
        return as_text(self.proof, LONGEST)

    def html(self, link: Callable[[str], str] | None = None, most: int = MOST) -> Markup:
        """Return at most `most` lines of the proof as HTML; `link` gives a link to a theorem by its name."""
        anchor = f"{safe(self.name)}-"
        show = web(self.proof.notions, anchor, (lambda name: _linked(name, link)) if link else None, LONGEST)
        return Markup(html_lines(self.proof.sections[0].lines, show, anchor, most))


def fit(theorems: Sequence[ListedTheorem], link: Callable[[str], str]) -> None:
    """Set what a page shows of the proofs of its theorems: less of the later ones, if there is no room."""
    room = ROOM
    for t in theorems:
        most = MOST
        while len(shown := t.html(link, most)) > room and most > 1:
            most //= 4
        t.shown = shown if len(shown) <= room else Markup("")
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
        rules = len(self.theorems[entry.name].stored["steps"])
        return ListedTheorem(**msgspec.structs.asdict(entry), proof=self.proof(entry.name), says=says, rules=rules)

    def proof(self, name: str) -> Proof:
        """Return the readable proof of a theorem."""
        theorem = self.theorems[name]
        return explained(theorem.stored, self.report.facts, notions_of(self.report, theorem.chapter))

    def text(self, name: str) -> str:
        """Return the readable proof of a theorem as plain text."""
        return as_text(self.proof(name), LONGEST)
