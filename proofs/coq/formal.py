"""Checks of a report by Coq: its theorems and the papers' statements, each as readable text.

The text of a statement is made from the terms that the paper's module has, as all else that is shown of it. So a
line is formal if its theorem was proved in Coq, from the proof object, as that very text, or the negation of that
text if the line is refuted; what is cited is then a premise of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import msgspec

from proofs.builder.chapter import Claim
from proofs.builder.paper import UNNAMED, Erratum, Statement
from proofs.builder.proof import Proof, ProofError
from proofs.checking.claims import errata_of, forms, instance_at
from proofs.checking.refute import deny, instance_of, where_of
from proofs.checking.replay.establish import Theorem, record_theorem
from proofs.checking.report import Line, Report, Result
from proofs.checking.store.cache import Cache
from proofs.checking.store.sources import Sources
from proofs.coq.compiling import ALLOWED, Coq, Progress, assumptions, compile_all, write
from proofs.coq.project import File, Project, Said, comment, library
from proofs.coq.statements import fresh, identifier
from proofs.kernel.rules import Theory
from proofs.kernel.terms import KernelError

MAX_ROUNDS = 12  # of leaving out what Coq refuses, and compiling what is left
CHECKED_EVIDENCE = ("exact", "certified")  # kinds of evidence that Coq checks again


@dataclass(frozen=True)
class Formal:
    """The result of a check by Coq.

    Attributes
    ----------
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
    needed
        Whether only the theorems that the statements of the report rest on are wanted.
    """

    def __init__(self, report: Report, statements: Mapping[str, Statement], needed: bool = False) -> None:
        self.report, self.statements, self.needed = report, statements, needed
        self.denials: list[Theorem] = []
        self.said: dict[str, list[Said]] = {}
        self.positions: dict[tuple[str, int], Said] = {}
        for r in report.items:
            for position, said in self._said(r):
                self.said.setdefault(r.paper, []).append(said)
                self.positions[r.id, position] = said

    def _said(self, r: Result) -> Iterator[tuple[int, Said]]:
        """Yield the lines of a statement that a theorem proves, or whose negation one does."""
        s = self.statements[r.id]
        claims = [(form, k, claim) for form, own in forms(s) for k, claim in enumerate(own)]
        taken = {x.name for x in self.said.get(r.paper, ())}
        for position, (line, (form, k, claim)) in enumerate(zip(r.lines, claims, strict=False)):
            if not line.theorem:
                continue
            theorem, ending = line.theorem, "" if form == "printed" else f"_{form}"
            if line.status == "refuted":
                e = next((e for e in errata_of(s, form, k) if e.by and e.by.by == theorem), None)
                denied = self.denied(f"{r.id}#denied-{position}", claim, self.report.by_name[theorem], e)
                if denied is None:
                    continue
                self.denials.append(denied)
                theorem, ending, claim = denied.name, f"{ending}_fails", Claim((), denied.fact.concl)
            name = fresh(identifier(r.id.partition(":")[2]) + ending, taken)
            taken.add(name)
            how = "fails as" if line.status == "refuted" else "as"
            yield position, Said(r.paper, name, comment(f"{r.id}, {how} {form}. {r.says}"), claim, theorem)

    def denied(self, name: str, claim: Claim, false: Theorem, e: Erratum | None) -> Theorem | None:
        """Return the theorem that a claim does not hold for all values, from one that it fails at some."""
        p = Proof(name, Theory.over({false.name: false.fact}))
        try:
            if "instance" in false.kept:
                instance, where = instance_of(false.kept), where_of(false.kept)
            else:
                instance, where = (instance_at(claim, e) if e else {}), ()
            deny(p, claim, instance, p.theorem(false.name), where)
        except (KernelError, ProofError):
            return None
        return record_theorem(f"{name.partition(':')[0]}.refute", p.finished(), [("uses", false.name)], 0.0)

    def files(self, without: Collection[str] = (), jobs: int = 1) -> tuple[Project, list[File]]:
        """Return the project without omitted theorems, and its files; the last prints the assumptions of statements."""
        papers = {p.chapter: p.key for p in self.report.papers}
        project = Project(self.theorems(), papers, self.report.notions, self.said, without)
        files = project.files(jobs)
        return project, [*files, project.audit([x for x in self.named if x.called in project.texts])]

    def theorems(self) -> list[Theorem]:
        """Return those of the project, each after those that it applies."""
        found = {t.name: t for t in (*self.report.theorems, *self.denials)}
        out: dict[str, Theorem] = {}

        def add(name: str) -> None:
            if name in found and name not in out:
                for used in found[name].uses:
                    add(used)
                out[name] = found[name]

        wanted = {x.theorem for own in self.said.values() for x in own}
        for name in found:
            if not self.needed or name in wanted:
                add(name)
        return list(out.values())

    def judged(self, folder: Path, coq: Coq, jobs: int, progress: Progress | None = None) -> Formal:
        """Compile what is needed, and say what Coq accepts.

        What Coq refuses is left out, with whatever applies it, and the rest compiled again.
        """
        refused: dict[str, str] = {}
        for _ in range(MAX_ROUNDS):
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
            return Formal(frozenset(), refused, left_out, axioms)
        said = {name for f in files if f.path.startswith("theorems/") for name in f.begins} - project.left_out.keys()
        lines = frozenset(at for at, x in self.positions.items() if x.called in said)
        return Formal(lines, refused, left_out, axioms, len(files))

    @cached_property
    def named(self) -> list[Said]:
        """Return the named statements in the form that counts."""
        return [
            x for (id, k), x in self.positions.items()
            if self.statements[id].kind not in UNNAMED and self.report.by_id[id].lines[k].form != "step"
        ]  # fmt: skip


def marked(report: Report, found: Formal) -> Report:
    """Return the report with what Coq accepts as evidence, and what it refuses among the problems."""
    problems = [
        f"{name}: Coq does not accept it: {' '.join(said.split())[:300]}" for name, said in found.refused.items()
    ]
    items = tuple(_marked(r, found) for r in report.items)
    return replace(report, items=items, problems=(*report.problems, *problems))


def _marked(r: Result, found: Formal) -> Result:
    lines = tuple(_line(r.id, k, line, found) for k, line in enumerate(r.lines))
    proved = [line for line in lines if line.theorem]
    whole = bool(proved) and all("formal" in line.evidence for line in proved)
    return replace(r, lines=lines, evidence=formal_evidence(r.evidence) if whole else r.evidence)


def _line(id: str, position: int, line: Line, found: Formal) -> Line:
    if (id, position) in found.lines:
        return replace(line, evidence=formal_evidence(line.evidence))
    return line


def formal_evidence(evidence: Mapping[str, int]) -> dict[str, int]:
    """Return the evidence of a proof that Coq accepts: it has checked every step again that is not cited.

    >>> formal_evidence({"exact": 40, "certified": 2, "cited": 1})
    {'formal': 42, 'cited': 1}
    """
    checked = sum(evidence.get(kind, 0) for kind in CHECKED_EVIDENCE)
    return {"formal": checked} | {kind: n for kind, n in evidence.items() if kind not in CHECKED_EVIDENCE}


# --- what Coq accepted before ----------------------------------------------------------------------------------------


def key_of(report: Report, coq: Coq, cache: Cache) -> str:
    """Return a key that changes whenever Coq has to be asked again: of the proofs and of the exporter."""
    parts = [report.key, coq.version, Sources([__name__]).key([__name__]), *(f.text for f in library())]
    parts += [r.id for r in report.items]
    parts += [f"{name} {key} {cache.digest(name, key)}" for name, key in report.kept]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def remembered(cache: Cache, key: str) -> Formal | None:
    """Return what Coq accepted for this key; it is trusted like the compiled files in the same folder."""
    return cache.decoded("formal", key, Formal)


def remember(cache: Cache, key: str, found: Formal) -> None:
    """Keep what Coq accepted, if it refused nothing."""
    if not found.refused:
        cache.write("formal", key, msgspec.json.encode(found))
