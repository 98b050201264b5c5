"""The library: every statement of the papers by its id.

>>> from proofs import library
>>> library["KS:lemma-5"].latex  # doctest: +SKIP
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from functools import cache, cached_property

from proofs.cache import Cache, default_folder
from proofs.chapters import listed, resolve, statements, volumes
from proofs.check import Report, Result, check
from proofs.display import latex
from proofs.kernel.store import Json
from proofs.notation import implies
from proofs.paper import Statement


class Item:
    """A statement with what one may ask about it. Showing it never runs a proof."""

    def __init__(self, statement: Statement, library: Library) -> None:
        self.statement, self.library = statement, library
        self.id = statement.id

    def __repr__(self) -> str:
        return f"<{self.id}: {self.statement.says}>"

    def __bool__(self) -> bool:
        raise TypeError("a statement has no truth value: see .check().status")

    @cached_property
    def latex(self) -> str:
        """The statement as LaTeX, one line for each claim: the mended form if there is one."""
        s = self.statement
        shown = [implies(*c.given, c.shows) for c in s.mended or s.printed] or list(s.defines)
        return " \\\\\n".join(map(latex, shown))

    def _repr_latex_(self) -> str:
        return f"$\\begin{{gathered}}\n{self.latex}\n\\end{{gathered}}$"

    def _repr_html_(self) -> str:
        s = self.statement
        where = f"{s.paper}, section {s.section}" + (f", ({'), ('.join(s.equations)})" if s.equations else "")
        parts = [html.escape(x) for x in (self.id, where, s.says, self.latex)]
        return "<p><b>{}</b> ({}): {}</p>\n<p>$\\begin{{gathered}}{}\\end{{gathered}}$</p>".format(*parts)

    def check(self) -> Result:
        """How well it is established."""
        return self.library.check(self.statement.paper).by_id[self.id]

    def rests_on(self) -> dict[str, list[str]]:
        """What it rests on, through all statements below it: their ids, the citations, the argued steps."""
        report = self.library.check(self.statement.paper)
        below: dict[str, None] = {}
        work = list(self.check().uses)
        while work:
            i = work.pop(0)
            if i not in below:
                below[i] = None
                work += self.library[i].check().uses
        supports = report.by_id[self.id].rests_on
        kinds = ("cited", "argued", "tested")
        return {"statements": list(below)} | {k: [s.what for s in supports if s.kind == k] for k in kinds}


class Library(Mapping[str, Item]):
    """The statements of all papers; also found by equation ("KS:eq-101") and by their id in `index.json`."""

    @cached_property
    def _statements(self) -> dict[str, Statement]:
        return statements(volumes(listed(), Cache(default_folder())))

    def __getitem__(self, name: str) -> Item:
        return Item(resolve(name, self._statements), self)

    def __iter__(self) -> Iterator[str]:
        return iter(self._statements)

    def __len__(self) -> int:
        return len(self._statements)

    def __repr__(self) -> str:
        return f"<library of {len(self)} statements>"

    @cache  # noqa: B019  (there is one library)
    def check(self, paper: str | None = None) -> Report:
        """The check of one paper, or of all, done once for each."""
        return check(paper=paper)


library = Library()


def stored_theorems() -> list[Json]:
    """All stored proofs in the order in which they can be replayed, for the stand-alone checker."""
    return [t.stored for t in library.check().theorems]
