"""What Coq accepts of a report: its theorems and what the papers say, each as text that a person reads.

The text of a statement is made from the terms that the paper's module has, as all else that is shown of it. So a
line is formal if its theorem was proved in Coq, from the proof object, as that very text; what is cited is then a
premise of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from proofs.coq.compiling import ALLOWED, Coq, Progress, assumptions, compile_all, write
from proofs.coq.project import File, Project, Said, comment
from proofs.coq.statements import fresh, identifier
from proofs.judging.check import forms
from proofs.judging.report import Line, Report, Result
from proofs.writing.paper import UNNAMED, Statement

ROUNDS = 12  # of leaving out what Coq refuses, and compiling what is left
CHECKED = ("exact", "certified")  # kinds of evidence that Coq checks again


@dataclass(frozen=True)
class Formal:
    """What came of it.

    Attributes
    ----------
    theorems
        The names of those that are accepted, as text.
    lines
        The statements' lines that are, each as its id and its position among the lines.
    refused
        What Coq refuses, by the name of the theorem, the statement or the file, and what it says.
    left_out
        What was not handed to Coq, by name, and why: what applies something refused, has a step that is argued, ….
    axioms
        What the named statements rest on in Coq.
    files
        How many were compiled or are as they were.
    """

    theorems: frozenset[str]
    lines: frozenset[tuple[str, int]]
    refused: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    axioms: frozenset[str] = frozenset()
    files: int = 0


class Formalized:
    """A report as a project for Coq: its theorems and what its statements say.

    Parameters
    ----------
    report
        Of a check.
    statements
        Those of the papers, by id.
    """

    def __init__(self, report: Report, statements: Mapping[str, Statement]) -> None:
        self.report, self.statements = report, statements
        self.said: dict[str, list[Said]] = {}
        self.positions: dict[tuple[str, int], Said] = {}
        for r in report.items:
            for position, said in self._said(r):
                self.said.setdefault(r.paper, []).append(said)
                self.positions[r.id, position] = said

    def _said(self, r: Result) -> Iterator[tuple[int, Said]]:
        """The lines of a statement that a theorem proves; those that are refuted are the theorem's own text."""
        claims = [(form, claim) for form, own in forms(self.statements[r.id]) for claim in own]
        taken = {x.name for x in self.said.get(r.paper, ())}
        for position, (line, (form, claim)) in enumerate(zip(r.lines, claims, strict=False)):
            if line.theorem and line.status != "refuted":
                ending = "" if form == "printed" else f"_{form}"
                name = fresh(identifier(r.id.partition(":")[2]) + ending, taken)
                taken.add(name)
                yield position, Said(r.paper, name, comment(f"{r.id}, as {form}. {r.says}"), claim, line.theorem)

    def files(self, without: Collection[str] = (), jobs: int = 1) -> tuple[Project, list[File]]:
        """The project, but for what is left out, and its files; the last asks what the named statements rest on."""
        papers = {p.chapter: p.key for p in self.report.papers}
        project = Project(self.report.theorems, papers, self.report.notions, self.said, without)
        files = project.files(jobs)
        return project, [*files, project.audit([x for x in self.named if x.called in project.texts])]

    def judged(self, folder: Path, coq: Coq, jobs: int, progress: Progress | None = None) -> Formal:
        """Compile what is needed, and say what Coq accepts.

        What Coq refuses is left out, with whatever applies it, and the rest compiled again.
        """
        refused: dict[str, str] = {}
        for _ in range(ROUNDS):
            project, (*files, audit) = self.files(refused, jobs)
            write([*files, audit], folder)
            done = compile_all(files, folder, coq, jobs, progress)
            wrong = [x for x in done.values() if x is not None]
            refused |= {x.theorem or x.path: x.said for x in wrong}
            if not wrong or not all(x.theorem for x in wrong):
                break
        left_out = {name: why for name, why in project.left_out.items() if name not in refused}
        axioms: frozenset[str] = frozenset()
        if not wrong:
            ran = coq.run(folder, audit.path)
            axioms = assumptions(ran.stdout)
            if ran.returncode or not axioms <= ALLOWED:
                more = f"the named statements rest on {', '.join(sorted(axioms - ALLOWED))}"
                refused[audit.path] = ran.stderr.strip() or more
        if wrong or audit.path in refused:
            return Formal(frozenset(), frozenset(), refused, left_out, axioms)
        said = {name for f in files if f.path.startswith("theorems/") for name in f.begins} - project.left_out.keys()
        lines = frozenset(at for at, x in self.positions.items() if x.called in said)
        return Formal(frozenset(said), lines, refused, left_out, axioms, len(files))

    @cached_property
    def named(self) -> list[Said]:
        """What the named statements say, in the form that counts."""
        return [
            x for (id, k), x in self.positions.items()
            if self.statements[id].kind not in UNNAMED and self.report.by_id[id].lines[k].form != "step"
        ]  # fmt: skip

    def marked(self, found: Formal) -> Report:
        """The report with what Coq accepts as evidence, and what it refuses among the problems."""
        problems = [
            f"{name}: Coq does not accept it: {' '.join(said.split())[:300]}" for name, said in found.refused.items()
        ]
        items = tuple(self._marked(r, found) for r in self.report.items)
        return replace(self.report, items=items, problems=(*self.report.problems, *problems))

    def _marked(self, r: Result, found: Formal) -> Result:
        lines = tuple(self._line(r.id, k, line, found) for k, line in enumerate(r.lines))
        proved = [line for line in lines if line.theorem]
        whole = bool(proved) and all("formal" in line.evidence for line in proved)
        return replace(r, lines=lines, evidence=formal_evidence(r.evidence) if whole else r.evidence)

    def _line(self, id: str, position: int, line: Line, found: Formal) -> Line:
        by_theorem = line.status == "refuted" and line.theorem in found.theorems
        if by_theorem or (id, position) in found.lines:
            return replace(line, evidence=formal_evidence(line.evidence))
        return line


def formal_evidence(evidence: Mapping[str, int]) -> dict[str, int]:
    """The evidence of a proof that Coq accepts: it has checked every step again that is not cited.

    >>> formal_evidence({"exact": 40, "certified": 2, "cited": 1})
    {'formal': 42, 'cited': 1}
    """
    checked = sum(evidence.get(kind, 0) for kind in CHECKED)
    return {"formal": checked} | {kind: n for kind, n in evidence.items() if kind not in CHECKED}
