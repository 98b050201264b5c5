"""The check: how well each statement is established, computed from replayed proofs and from nothing else.

A line of a statement (a claim) is `proved` only if a replayed theorem says the same under no more hypotheses;
`proved modulo cited` and `partial` if something was admitted on the way, here or in a theorem that it applies;
`refuted` if a replayed theorem is the negation of one of its instances; else `stated`.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Literal

from proofs.judging.cache import Cache, default_folder
from proofs.judging.chapters import (
    Established,
    Progress,
    Theorem,
    Volume,
    content_keys,
    establish,
    listed,
    resolve,
    search_ahead,
    statements,
    volumes,
)
from proofs.judging.definedness import Obligations, of_paper
from proofs.judging.refute import counterexample, instance_of, refutes, shown
from proofs.judging.vacuity import Hypotheses, Looked, hypotheses_of, says_nothing
from proofs.kernel.normal import key
from proofs.kernel.terms import Term
from proofs.language import sorts
from proofs.language.display import Notions
from proofs.writing.chapter import Claim, Write
from proofs.writing.paper import Constant, Defect, Paper, Statement

Status = Literal["refuted", "stated", "partial", "proved modulo cited", "proved", "defined"]
ORDER: tuple[Status, ...] = ("refuted", "stated", "partial", "proved modulo cited", "proved", "defined")
Form = Literal["printed", "mended", "defines"]


@dataclass(frozen=True)
class Wording:
    """A formula in words: whole, and its variables, hypotheses and conclusion by themselves; as text and as LaTeX."""

    text: str
    latex: str
    given: tuple[str, ...] = ()
    shows: str = ""
    latex_given: tuple[str, ...] = ()
    latex_shows: str = ""
    sorts: str = ""
    latex_sorts: str = ""


@dataclass(frozen=True)
class Line:
    """One line of a statement with its status, the theorem that gives it, and the evidence of its proof's steps.

    `say` gives its formula in words, which is work, and few lines are printed. `looked` tells of its hypotheses:
    whether they contradict each other, and a point at which they hold.
    """

    form: Form
    say: Callable[[], Wording] = field(repr=False, compare=False)
    status: Status
    theorem: str | None = None
    evidence: Mapping[str, int] = field(default_factory=dict)
    counterexample: str | None = None
    looked: Looked = field(default=Looked(None), repr=False, compare=False)

    @property
    def vacuous(self) -> bool | None:
        """Whether its hypotheses contradict each other; None if no point was found at which they hold."""
        return self.looked.vacuous

    @property
    def holds_at(self) -> str | None:
        """A point at which all its hypotheses hold."""
        return self.looked.point

    @cached_property
    def wording(self) -> Wording:
        """Its formula in words."""
        return self.say()

    def to_json(self) -> dict[str, Any]:
        """The line as plain JSON data."""
        parts = {
            name: getattr(self, name) for name in ("form", "status", "theorem", "counterexample", "vacuous", "holds_at")
        }
        return parts | {"evidence": dict(self.evidence)} | asdict(self.wording)


@dataclass(frozen=True)
class Support:
    """Something that a statement rests on without a proof: a citation, or an argued or tested step of a theorem."""

    kind: Literal["cited", "argued", "tested"]
    what: str
    theorem: str | None


@dataclass(frozen=True)
class Result:
    """What the check found about a statement.

    `printed` and `mended` are the statuses of the two forms, `status` the one that later results may use; `worst` is
    the number of the line (from 0, in `lines`) that it comes from. `uses` are the ids of the statements that the
    proofs apply, directly or through theorems that no statement owns. `defined` lists the open obligations.
    """

    id: str
    paper: str
    kind: str
    section: str
    says: str
    index: tuple[str, ...]
    equations: tuple[str, ...]
    printed: Status
    mended: Status | None
    status: Status
    evidence: Mapping[str, int]
    rests_on: tuple[Support, ...]
    seconds: float
    worst: int | None
    lines: tuple[Line, ...]
    uses: tuple[str, ...]
    defined: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The result as plain JSON data."""
        plain = asdict(replace(self, lines=()))
        return plain | {"lines": [line.to_json() for line in self.lines]}


@dataclass(frozen=True)
class Finding:
    """An entry of the register of errata. `confirmed` is False where the checks do not bear out what it says.

    `line` is the position of the wrong line among the printed ones, if it is one line that is wrong.
    """

    id: str
    paper: str
    section: str
    index: tuple[str, ...]
    equations: tuple[str, ...]
    defect: Defect
    what: str
    counterexample: str | None
    used_by: tuple[str, ...]
    confirmed: bool
    line: int | None = None


@dataclass(frozen=True)
class Value:
    """A value of a constant, with the claim that gives it and that claim's status."""

    text: str
    latex: str
    claim: str | None
    status: Status
    theorem: str | None
    evidence: Mapping[str, int]


@dataclass(frozen=True)
class ConstantFound:
    """A constant: the paper's value, the one that the proof needs, the sharp one, and that it fails beyond.

    `ratio` is as in `proofs.writing.paper.Constant`.
    """

    id: str
    statement: str
    what: str
    paper: Value
    needed: Value | None
    sharp: Value | None
    beyond: Value | None
    note: str
    ratio: tuple[str, ...] | None = None


@dataclass(frozen=True)
class PaperFound:
    """A paper that was checked: its key, title and source, and the chapter that its theorems are in.

    `index` are the kinds of its statements and displays by their ids in `index.json`.
    """

    key: str
    title: str
    source: str
    chapter: str
    index: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Report:
    """Everything that a check found.

    `problems` are defects of what is written down (a theorem that fails or says something else), `warnings` those
    of the cache; `theorems` are all that were replayed, in order; `notions` those of each paper, for printing.
    `papers` are those that the asked statements belong to.
    """

    items: tuple[Result, ...]
    errata: tuple[Finding, ...]
    constants: tuple[ConstantFound, ...]
    summary: Mapping[str, Any]
    problems: tuple[str, ...]
    warnings: tuple[str, ...]
    theorems: tuple[Theorem, ...]
    notions: Mapping[str, Notions] = field(default_factory=dict)
    papers: tuple[PaperFound, ...] = ()

    @cached_property
    def by_id(self) -> dict[str, Result]:
        """The results by id."""
        return {r.id: r for r in self.items}

    def erratum(self, found: Finding) -> dict[str, Any]:
        """An entry of the register of errata as plain JSON data, with the mended lines in words."""
        mended = [x.wording.text for x in self.by_id[found.id].lines if x.form == "mended"]
        return asdict(found) | {"mended": "; ".join(mended) or None}

    def to_json(self) -> dict[str, Any]:
        """The report as plain JSON data."""
        return {
            "items": [r.to_json() for r in self.items],
            "errata": [self.erratum(f) for f in self.errata],
            "constants": [asdict(c) for c in self.constants],
            "summary": dict(self.summary),
            "problems": list(self.problems),
            "warnings": list(self.warnings),
        }


def worst(statuses: Iterable[Status]) -> Status:
    """The worst of the statuses; `stated` if there is none."""
    return min(statuses, key=ORDER.index, default="stated")


def proves(theorem: Theorem, claim: Claim) -> bool:
    """Whether a replayed theorem says what the claim says, from hypotheses among the claim's."""
    fact = theorem.fact
    return key(fact.concl) == key(claim.shows) and fact.hyps.keys() <= {key(g) for g in claim.given}


def check(
    ids: Sequence[str] | None = None,
    paper: str | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    cache: Cache | None = None,
    chapters: Sequence[str] | None = None,
    executor: Executor | None = None,
) -> Report:
    """Check statements: all, those with the given ids, or those of one paper.

    Parameters
    ----------
    ids, paper
        What to check; only the chapters up to these are looked at.
    jobs
        How many processes may search at once, a paper each.
    progress
        Called after each theorem with its name, its number in the chapter and the chapter's length.
    cache
        Where proofs are kept; by default the folder of `proofs.judging.cache.default_folder`.
    chapters
        Names of modules with a `chapter` each, in order; by default those of the library.
    executor
        Where to search instead, if not in processes of this machine.
    """
    start = time.perf_counter()
    cache = Cache(default_folder()) if cache is None else cache
    shelf = volumes(tuple(listed() if chapters is None else chapters), cache)
    known = statements(v.paper for v in shelf if v.paper)
    asked = list(dict.fromkeys(resolve(i, known).id for i in ids)) if ids is not None else list(known)
    asked = [i for i in asked if paper is None or known[i].paper == paper]
    wanted = {known[i].paper for i in asked}
    if ids is not None or paper is not None:
        last = max((k for k, v in enumerate(shelf) if v.paper and v.paper.key in wanted), default=-1)
        shelf = shelf[: last + 1]
    with _uncollected():
        if executor is not None:
            search_ahead(shelf, executor)
        elif jobs > 1 and sum(not v.complete for v in shelf if v.paper) > 1:
            pool = ProcessPoolExecutor(jobs)
            try:
                search_ahead(shelf, pool)
            finally:  # also when interrupted: nobody waits for what has not begun
                pool.shutdown(wait=False, cancel_futures=True)
        done = Established(cached=all(v.complete for v in shelf))
        for volume in shelf:
            establish(done, volume, progress)
        papers = [v.paper for v in shelf if v.paper]
        judge = _Judge(done, papers, {v.paper.key: v.name for v in shelf if v.paper})
        for p in papers:
            if p.key in wanted:
                for volume in judge.derived(p, [v.name for v in shelf], cache):
                    establish(done, volume, progress)
        return judge.report(asked, cache, start)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without looking for garbage: terms are kept for good, and to look through them again and again takes time."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.freeze()  # nor afterwards
            gc.enable()


def owners(rows: Iterable[tuple[str, bool, Iterable[str]]]) -> dict[str, str]:
    """For each theorem the statement that it belongs to: the first that names it, one that is not argued about if any.

    `rows` are a statement's id, whether something in it is argued only, and the theorems that it names.
    """
    out: dict[str, str] = {}
    for statement, _, theorems in sorted(rows, key=lambda row: row[1]):
        for name in theorems:
            out.setdefault(name, statement)
    return out


class _Judge:
    """Compares what is written in the papers with what was replayed."""

    def __init__(self, done: Established, papers: Sequence[Paper], chapters: Mapping[str, str]) -> None:
        self.done, self.papers, self.chapters = done, papers, chapters
        self.statements = statements(papers)
        self.notions = {p.key: p.notions for p in papers}
        self.problems: list[str] = []
        self.obligations: dict[str, Obligations] = {}
        self.hypotheses: dict[str, Hypotheses] = {}
        self.owner = owners(
            (s.id, bool(s.argued), [claim.by for claim in (*s.printed, *s.mended) if claim.by])
            for s in self.statements.values()
        )
        self._support: dict[str, tuple[Support, ...]] = {}

    @cached_property
    def seconds_beside(self) -> dict[str, float]:
        """For each statement, what its counterexamples and obligations took."""
        out: dict[str, float] = {}
        for name, theorem in self.done.theorems.items():
            statement, mark, _ = name.partition("#")
            if mark:
                out[statement] = out.get(statement, 0.0) + theorem.seconds
        return out

    def support(self, name: str) -> tuple[Support, ...]:
        """The citations and argued steps that a theorem rests on, its own and those of the theorems below it."""
        if name not in self._support:
            theorem = self.done.theorems[name]
            own = [Support("cited", what, name) for what in theorem.cited]
            own += [Support("argued", what, name) for what in theorem.argued]
            below = [s for used in theorem.uses for s in self.support(used)]
            self._support[name] = tuple(dict.fromkeys([*own, *below]))
        return self._support[name]

    def derived(self, paper: Paper, modules: Sequence[str], cache: Cache) -> list[Volume]:
        """What is to be shown about a paper beside its theorems: definedness, what is false in it or holds nowhere."""
        own = self.obligations[paper.key] = of_paper(paper)
        given = self.hypotheses[paper.key] = hypotheses_of(paper)
        false: dict[str, Write] = {}
        for s in paper.statements.values():
            for form, claims in (("printed", s.printed), ("mended", s.mended)):
                for k, claim in enumerate(claims):
                    theorem = self.done.theorems.get(claim.by or "")
                    if theorem is None or not proves(theorem, claim):
                        search = next((e.search for e in s.errata if e.claim == k and form == "printed"), None)
                        if claim.by and theorem is None and search is None:
                            continue  # its proof failed, which is reported; where it might be false nobody has said
                        name = counterexample_name(s.id, form, k)
                        false[name] = partial(counterexample, claim=claim, search=search)
        out = []
        for part, proofs in (("definedness", own.proofs()), ("refute", false), ("vacuity", given.proofs())):
            *_, content = content_keys(["proofs.judging.chapters", f"proofs.judging.{part}", *modules])
            out.append(Volume(f"{paper.key}.{part}", content, cache, partial(_without_paper, proofs)))
        return out

    def report(self, asked: Sequence[str], cache: Cache, start: float) -> Report:
        """What was found about the asked statements."""
        self.problems += [f"{n} has no proof: {why}" for n, why in self.done.open.items() if "#" not in n]
        results = {i: self.result(s) for i, s in self.statements.items() if s.paper in self.obligations}
        items = tuple(results[i] for i in asked)
        errata = tuple(f for i in asked for f in self.findings(self.statements[i], results))
        constants = tuple(self.constant(c) for p in self.papers for c in p.constants if c.statement in asked)
        summary: dict[str, Any] = {"statements": len(items), "status": _counts(items), "papers": {}}
        for p in self.papers:
            own = [r for r in items if r.paper == p.key]
            if own:
                summary["papers"][p.key] = _counts(own)
        summary |= {"seconds": time.perf_counter() - start, "cached": self.done.cached}
        theorems = tuple(self.done.theorems.values())
        problems = tuple(dict.fromkeys(self.problems))
        found = tuple(self.paper(p) for p in self.papers if p.key in summary["papers"])
        return Report(items, errata, constants, summary, problems, tuple(cache.warnings), theorems, self.notions, found)

    def paper(self, p: Paper) -> PaperFound:
        """What there is to know of a paper beside its statements."""
        return PaperFound(p.key, p.title, p.source, self.chapters.get(p.key, ""), p.index)

    def line(self, statement: str, form: Form, claim: Claim, position: int) -> Line:
        """The status of a claim: what its theorem, or the negation of one of its instances, gives."""
        theorem = self.done.theorems.get(claim.by or "")
        false = self.done.theorems.get(counterexample_name(statement, form, position))
        status: Status = "stated"
        evidence: Mapping[str, int] = {}
        if theorem is not None and proves(theorem, claim):
            kinds = {s.kind for s in self.support(theorem.name)}
            status = "partial" if kinds - {"cited"} else "proved modulo cited" if kinds else "proved"
            evidence = _evidence(self.reached([theorem.name], statement))
        elif theorem is not None:
            self.problems.append(f"{statement}: the theorem {claim.by} does not say what line {position + 1} says")
        elif claim.by:
            self.problems.append(f"{statement}: there is no theorem {claim.by}")
        by = theorem.name if theorem and status != "stated" else None
        at = None
        if false is not None and refutes(false.fact, false.stored, claim):
            status, by, evidence = "refuted", false.name, false.evidence
            at = shown(claim, instance_of(false.stored))
        looked = self.hypotheses[statement.partition(":")[0]].looked(claim, self.done.theorems)
        if looked.vacuous and status not in ("stated", "refuted"):
            self.problems.append(f"{statement}: the hypotheses of line {position + 1} contradict each other")
        if form == "mended" and says_nothing(claim):
            self.problems.append(f"{statement}: the mended line {position + 1} says that something is itself")
        say = partial(worded, self.notions[statement.partition(":")[0]], claim)
        return Line(form, say, status, by, evidence, at, looked)

    def reached(self, names: Iterable[str], statement: str) -> list[Theorem]:
        """The theorems with these names, and those below them that belong to no other statement."""
        found: dict[str, Theorem] = {}
        work = list(names)
        while work:
            name = work.pop()
            if name not in found:
                found[name] = self.done.theorems[name]
                work += [u for u in found[name].uses if self.owner.get(u, statement) == statement]
        return list(found.values())

    def result(self, s: Statement) -> Result:
        """What was found about a statement."""
        printed = [self.line(s.id, "printed", c, k) for k, c in enumerate(s.printed)]
        mended = [self.line(s.id, "mended", c, k) for k, c in enumerate(s.mended)]
        defines = [self.definition(s, t) for t in s.defines]
        lines = (*printed, *mended, *defines)
        as_printed = worst(x.status for x in (*printed, *defines))
        as_mended = worst(x.status for x in mended) if mended else None
        status = as_mended or as_printed
        counted = mended or [*printed, *defines]
        if s.argued and status in ("proved", "proved modulo cited"):
            status = "partial"
        bad = next((k for k, x in enumerate(lines) if any(x is y for y in counted) and x.status == status), None)
        own = self.reached((x.theorem for x in lines if x.theorem), s.id)
        names = {t.name for t in own}
        uses = {self.owner[u] for t in own for u in t.uses if u not in names and u in self.owner}
        rests = [x for line in counted if line.theorem for x in self.support(line.theorem)]
        meant = [(c.given, c.shows) for c in s.mended or s.printed] + [(s.given, t) for t in s.defines]
        open_names = [n for given, formula in meant for n in self.undefined(s.paper, given, formula)]
        undefined = [worded(self.notions[s.paper], self.obligations[s.paper].claims[n]).text for n in open_names]
        seconds = sum(t.seconds for t in own) + self.seconds_beside.get(s.id, 0.0)
        if s.argued:
            rests.append(Support("argued", s.argued, None))
        return Result(
            s.id, s.paper, s.kind, s.section, s.says, s.index, s.equations, as_printed, as_mended, status,
            _evidence(own), tuple(dict.fromkeys(rests)), seconds, bad, lines,
            tuple(i for i in self.statements if i in uses), tuple(dict.fromkeys(undefined)),
        )  # fmt: skip

    def undefined(self, paper: str, given: tuple[Term, ...], formula: Term) -> list[str]:
        """The obligations of a formula that no replayed theorem meets."""
        own = self.obligations[paper]
        return [n for n in own.of[given, formula] if not self.met(n, own.claims[n])]

    def met(self, name: str, claim: Claim) -> bool:
        """Whether an obligation is proved."""
        theorem = self.done.theorems.get(name)
        return theorem is not None and proves(theorem, claim) and not self.support(name)

    def definition(self, s: Statement, t: Term) -> Line:
        """A definition is defined once each of its obligations is proved."""
        needed = self.obligations[s.paper].of[s.given, t]
        theorems = [self.done.theorems[n] for n in needed if n in self.done.theorems]
        status: Status = "stated" if self.undefined(s.paper, s.given, t) else "defined"
        say = partial(worded, self.notions[s.paper], Claim((), t))
        return Line("defines", say, status, None, _evidence(theorems))

    def findings(self, s: Statement, results: Mapping[str, Result]) -> list[Finding]:
        """The errata of a statement: those written down, and refuted lines without one."""
        result = results[s.id]
        printed = [x for x in result.lines if x.form == "printed"]
        used_by = tuple(r.id for r in results.values() if s.id in r.uses)
        out = []
        for e in s.errata:
            line = printed[e.claim] if printed and (e.search or e.defect not in ("gap", "typo")) else None
            if line and line.status in ("proved", "proved modulo cited") and e.defect not in ("gap", "typo"):
                self.problems.append(f"{s.id}: the erratum speaks of line {e.claim + 1}, which is proved as printed")
            refuted = line is not None and line.status == "refuted"
            confirmed = refuted or (e.search is None and e.defect not in ("false", "strictness"))
            out.append(
                Finding(s.id, s.paper, s.section, s.index, s.equations, e.defect, e.what,
                        line.counterexample if line else None, used_by, confirmed, e.claim if line else None)
            )  # fmt: skip
        spoken_of = {e.claim for e in s.errata}
        for k, line in enumerate(printed):
            if line.status == "refuted" and k not in spoken_of:
                what = f"line {k + 1} does not hold as printed"
                out.append(
                    Finding(s.id, s.paper, s.section, s.index, s.equations, "false", what,
                            line.counterexample, used_by, True, k)
                )  # fmt: skip
        return out

    def constant(self, c: Constant) -> ConstantFound:
        """The values of a constant, each with the status of the claim that gives it."""
        notions = self.notions[c.id.partition(":")[0]]

        def value(t: Term | None, claim: Claim | None) -> Value | None:
            if t is None and claim is None:
                return None
            found = self.line(c.id, "printed", claim, 0) if claim else None
            formula = t if t is not None else claim.formula if claim else None
            assert formula is not None
            shown = notions.text(formula), notions.latex(formula)
            if found is None:
                return Value(*shown, None, "stated", None, {})
            return Value(*shown, found.wording.text, found.status, found.theorem, found.evidence)

        paper = value(c.paper, None)
        assert paper is not None
        return ConstantFound(
            c.id, c.statement, c.what, paper, value(c.needed, c.needed_by), value(c.sharp, c.sharp_by),
            value(None, c.beyond), c.note, c.ratio,
        )  # fmt: skip


def counterexample_name(statement: str, form: Form | str, position: int) -> str:
    """The name of the theorem that a line of a statement is false."""
    return f"{statement}#counterexample-{position}" if form == "printed" else f"{statement}#false-{form}-{position}"


def _without_paper(proofs: Mapping[str, Write]) -> tuple[Mapping[str, Write], None]:
    return proofs, None


def worded(notions: Notions, claim: Claim) -> Wording:
    """A claim in words."""
    text, latex = notions.text, notions.latex
    whole, own = claim.formula, (sorts.text([claim.formula]), sorts.latex([claim.formula]))
    return Wording(
        (f"for {own[0]}: " if own[0] else "") + text(whole),
        (rf"\text{{for }}{own[1]}\colon\ " if own[1] else "") + latex(whole),
        tuple(map(text, claim.given)), text(claim.shows), tuple(map(latex, claim.given)), latex(claim.shows), *own,
    )  # fmt: skip


def _evidence(theorems: Iterable[Theorem]) -> dict[str, int]:
    out: dict[str, int] = {}
    for theorem in theorems:
        for kind, count in theorem.evidence.items():
            out[kind] = out.get(kind, 0) + count
    return out


def _counts(items: Iterable[Result]) -> dict[str, int]:
    out: dict[str, int] = {}
    for r in items:
        out[r.status] = out.get(r.status, 0) + 1
    return {s: out[s] for s in reversed(ORDER) if s in out}
