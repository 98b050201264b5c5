"""The library: every statement of the papers by its id.

>>> from proofs import library
>>> library["KS:eq-85"].statement.section
'B.2'
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from proofs.builder.chapter import Claim
from proofs.builder.paper import Paper, Statement
from proofs.builder.stored import StoredTheorem
from proofs.checking.check import check
from proofs.checking.replay.chapters import listed, load_proof_sets, resolve, statements
from proofs.checking.report import Report, Result
from proofs.checking.store.cache import Cache, default_folder
from proofs.checking.store.last_check import keep, recorded
from proofs.checking.wording import worded
from proofs.language.display import Notions
from proofs.workers.forks import processors

if TYPE_CHECKING:
    from proofs.export.notebook import GraphView, ProofView


class Item:
    """A statement, with methods that check it and show its proof and graph. Displaying it never runs a proof."""

    def __init__(self, statement: Statement, library: Library) -> None:
        self.statement, self.library = statement, library
        self.id = statement.id

    def __repr__(self) -> str:
        return f"<{self.id}: {self.statement.says}>"

    def __bool__(self) -> bool:
        raise TypeError("a statement has no truth value: see .check().status")

    @cached_property
    def latex(self) -> str:
        """Return the statement as LaTeX, a line for each claim, in the form that later results use."""
        s = self.statement
        shown = [*(s.corrected or s.printed), *(Claim((), t) for t in s.defines)]
        return " \\\\\n".join(worded(self.library.notions[s.paper], claim).latex for claim in shown)

    def _repr_latex_(self) -> str:
        return f"$\\begin{{gathered}}\n{self.latex}\n\\end{{gathered}}$"

    def _repr_html_(self) -> str:
        s = self.statement
        where = f"{s.paper}, section {s.section}" + "".join(f", ({e})" for e in s.equations)
        id, where, says, formula = (html.escape(x) for x in (self.id, where, s.says, self._repr_latex_()))
        return f"<p><b>{id}</b> ({where}): {says}</p>\n<p>{formula}</p>"

    def check(self) -> Result:
        """Check the statement and replay the proofs that it depends on."""
        return self.library.check_of(self.id)

    def proof(self) -> ProofView:
        """Return its proof as last checked, which a notebook shows as a list of facts."""
        from proofs.export.manifest import theorem_entry
        from proofs.export.notebook import ProofView
        from proofs.export.site.proof_listing import Proofs

        report = self.library.last_check()
        result = report.by_id[self.id]
        proofs = Proofs(report)
        names = dict.fromkeys(line.theorem for line in result.lines if line.theorem)
        theorems = (proofs.listed(theorem_entry(report, proofs.theorems[name])) for name in names)
        return ProofView(self.id, result.status, tuple(theorems))

    def graph(self, depth: int | None = None) -> GraphView:
        """Return the graph of its prerequisites and dependents, up to `depth` edges away; a notebook draws it."""
        return self.library.graph(above=self.id, below=self.id, depth=depth)

    def rests_on(self) -> dict[str, list[str]]:
        """Return everything that it depends on, directly or indirectly: ids of statements, citations, argued steps."""
        found = self.library.last_check().by_id
        below: dict[str, None] = {}
        work = list(found[self.id].uses)
        while work:
            i = work.pop(0)
            if i not in below:
                below[i] = None
                work += found[i].uses
        supports = found[self.id].rests_on
        kinds = ("cited", "argued", "tested")
        return {"statements": list(below)} | {k: [s.what for s in supports if s.kind == k] for k in kinds}


class Library(Mapping[str, Item]):
    """The statements of all papers, by id, by equation ("KS:eq-101") or by their id in `index.json`.

    Parameters
    ----------
    chapters
        Names of modules, as for `proofs.checking.check.check`.
    """

    def __init__(self, chapters: Sequence[str] | None = None) -> None:
        self._chapters = chapters
        self._reports: dict[str | None, Report] = {}
        self._alone: dict[str, Result] = {}  # results of statements that were checked individually
        self._last: Report | None = None

    @property
    def chapters(self) -> tuple[str, ...]:
        """The modules."""
        return tuple(listed() if self._chapters is None else self._chapters)

    @cached_property
    def _papers(self) -> list[Paper]:
        return [v.paper for v in load_proof_sets(self.chapters, Cache(default_folder())) if v.paper]

    @cached_property
    def _statements(self) -> dict[str, Statement]:
        return statements(self._papers)

    @property
    def notions(self) -> dict[str, Notions]:
        """The named notions of each paper."""
        return {p.key: p.notions for p in self._papers}

    def __getitem__(self, name: str) -> Item:
        return Item(resolve(name, self._statements), self)

    def __iter__(self) -> Iterator[str]:
        return iter(self._statements)

    def __len__(self) -> int:
        return len(self._statements)

    def __repr__(self) -> str:
        return f"<library of {len(self)} statements>"

    def check(self, paper: str | None = None, replay: bool = False) -> Report:
        """Check one paper, or all papers and record the result; each check is done once.

        If `replay` is true, every proof is replayed, also those that this kernel has accepted before.
        """
        if paper not in self._reports:
            cache = Cache(default_folder())
            self._reports[paper] = made = check(paper=paper, chapters=self.chapters, cache=cache, replay=replay)
            if paper is None:
                keep(made, cache, processors())
        return self._reports[paper]

    def check_of(self, id: str) -> Result:
        """Return the result for a statement, from an earlier check or from a check of this statement alone."""
        for report in self._reports.values():
            if id in report.by_id:
                return report.by_id[id]
        if id not in self._alone:
            self._alone[id] = check(ids=[id], chapters=self.chapters).by_id[id]
        return self._alone[id]

    def last_check(self) -> Report:
        """Return the report of the last full check if nothing has changed since, otherwise check and record the result.

        A recorded report is trusted without replaying any proof, as on the command line
        (`proofs.checking.store.last_check`).
        """
        if None in self._reports:
            return self._reports[None]
        if self._last is None:
            self._last = recorded(self.chapters, Cache(default_folder())) or self.check()
        return self._last

    def graph(self, statements: bool = False, **part_of: Any) -> GraphView:
        """Return the proof graph, or a part of it; a notebook draws it.

        Parameters
        ----------
        statements
            Only named statements, without displayed formulas.
        part_of
            `above`, `below`, `depth`, `paper`, as for `proofs.export.graph.part`.
        """
        from proofs.export.graph import named, part, proof_graph
        from proofs.export.notebook import GraphView

        graph = proof_graph(self.last_check())
        return GraphView(part(named(graph) if statements else graph, **part_of))

    def stored_theorems(self) -> list[StoredTheorem]:
        """Return all stored proofs, in an order in which an independent checker can replay them."""
        return [t.stored for t in self.check().theorems]


library = Library()
