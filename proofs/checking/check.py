"""The check: how well each statement is established, computed from replayed proofs alone.

A line of a statement (a claim) is `proved` only if a replayed theorem says the same under no more hypotheses;
`proved modulo cited` or `incomplete` if this theorem, or one that it applies, admits a citation or an argued step;
`refuted` if a replayed theorem is the negation of one of its instances; else `unproved`.
"""

from __future__ import annotations

import gc
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import cached_property, partial
from itertools import takewhile
from typing import Any, Literal

from proofs.builder.chapter import Claim, Write
from proofs.builder.paper import UNNAMED, Constant, Erratum, Paper, Statement
from proofs.checking.definedness import Obligations, of_paper
from proofs.checking.lints.lints import places, warnings_across, warnings_of
from proofs.checking.lints.tautology import is_tautology
from proofs.checking.models.vacuity import Hypotheses, claims_about, hypotheses_of
from proofs.checking.refute import Instance, counterexample, instance_of, refutes, shown
from proofs.checking.replay.chapters import SEARCH, Volume, key_of, listed, resolve, statements, volumes
from proofs.checking.replay.establish import (
    Established,
    Progress,
    Replay,
    Theorem,
    cone,
    derive,
    establish,
    establish_all,
    search_ahead,
    stated_by,
    uses,
)
from proofs.checking.report import (
    ConstantFound,
    Finding,
    Form,
    Line,
    LintWarning,
    PaperFound,
    Report,
    Result,
    Saying,
    ShownBy,
    Support,
    Value,
    Wording,
)  # fmt: skip
from proofs.checking.status import LOOKS, ORDER, STANDS, FormStatus, prints_hold
from proofs.checking.store.cache import Cache, default_folder
from proofs.checking.store.sources import Sources, sources_key, versions
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.kernel.store import Json, says
from proofs.kernel.terms import KernelError, Term, negation, substitute, term
from proofs.language import sorts
from proofs.language.display import Definition, Notions

FEW = 300  # up to this number, one process replays theorems faster than copying processes takes


def worst(statuses: Iterable[FormStatus]) -> FormStatus:
    """The worst of the statuses; `unproved` if there is none."""
    return min(statuses, key=ORDER.index, default="unproved")


def proves(fact: Fact, claim: Claim) -> bool:
    """Whether the fact has the claim's conclusion, and its hypotheses are among the claim's."""
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
        What to check; only the chapters up to these are read.
    jobs
        How many processes replay and search in parallel.
    progress
        Called after each theorem with its name, its number in the chapter and the chapter's length.
    cache
        Where proofs are stored; by default the folder of `proofs.checking.store.cache.default_folder`.
    chapters
        Names of modules with a `chapter` each, in order; by default those of the library.
    executor
        Runs the searches, if they should not run in processes on this machine.
    """
    start = time.perf_counter()
    cache = Cache(default_folder()) if cache is None else cache
    with _uncollected():
        modules = tuple(listed() if chapters is None else chapters)
        sources = Sources(modules)
        key = sources_key(modules, sources)  # computed before any source is read, so that a later change is noticed
        keys = None if ids is None else {i.partition(":")[0].lower() for i in ids}
        keys = {paper.lower()} | (keys or set()) if paper is not None else keys
        shelf = volumes(modules, cache, sources, keys)
        known = statements(v.paper for v in shelf if v.paper)
        asked = list(dict.fromkeys(resolve(i, known).id for i in ids)) if ids is not None else list(known)
        only = None if paper is None else key_of(paper, known.values())
        asked = [i for i in asked if only in (None, known[i].paper)]
        judge = _Judge(shelf, asked, sources, cache)
        if all(v.complete for v in shelf):
            judge.replay(whole=ids is None, jobs=jobs, progress=progress)
        else:
            judge.search(jobs, executor, progress)
        return judge.report(start, key)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Disable the garbage collector: interned terms are never freed, so that collections only cost time."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.freeze()  # exempt what exists now from later collections, too
            gc.enable()


def owners(rows: Iterable[tuple[str, int, Iterable[str]]]) -> dict[str, str]:
    """For each theorem, the statement that owns it: the first of lowest rank among those that name it.

    Each row holds a statement's id, a rank (`rank`), and the theorems that it names.
    """
    out: dict[str, str] = {}
    for statement, _, theorems in sorted(rows, key=lambda row: row[1]):
        for name in theorems:
            out.setdefault(name, statement)
    return out


def rank(kind: str, form: Form, argued: bool) -> int:
    """The rank of a statement among those that name a theorem; the lowest owns it (`owners`).

    From the last to the first: steps, statements that are partly argued, those of unnamed kinds, remarks, all others.
    """
    return 8 * (form == "step") + 4 * argued + 2 * (kind in UNNAMED) + (kind == "remark")


class _Judge:
    """Compares the statements of the papers with the replayed theorems.

    `shelf` holds the chapters up to the last that is needed, `asked` the ids of the statements to be judged.
    """

    def __init__(self, shelf: Sequence[Volume], asked: Sequence[str], sources: Sources, cache: Cache) -> None:
        self.shelf, self.asked, self.sources, self.cache = shelf, asked, sources, cache
        self.done = Established()
        self.chapters = {v.paper.key: v.name for v in shelf if v.paper}
        self.papers = [v.paper for v in shelf if v.paper]
        self.statements = statements(self.papers)
        self.notions = {p.key: p.notions for p in self.papers}
        self.problems: dict[str, list[str]] = {}  # by the id of the statement or constant
        self.obligations: dict[str, Obligations] = {}
        self.beside: list[Volume] = []
        self.hypotheses: dict[str, Hypotheses] = {}
        self.owner = owners(
            (s.id, rank(s.kind, form, bool(s.argued)), [claim.by for claim in claims if claim.by])
            for s in self.statements.values()
            for form, claims in forms(s)
            if form != "step"  # steps may apply theorems that other statements own
        )
        self._support: dict[str, tuple[Support, ...]] = {}

    # --- establishing theorems

    def replay(self, whole: bool, jobs: int, progress: Progress | None) -> None:
        """Replay stored proofs: all, or those below the statements that are asked for.

        Derived theorems that are not stored are searched for, with all stored theorems as premises; the theorems that
        the proofs found apply are then replayed, too.
        """
        kept = {stored["name"]: stored for v in self.shelf for stored in v.theorems}
        try:
            begun = [Replay(self.shelf, kept, jobs)] if whole else []
            derived = self.derived(lambda name: says(kept[name]) if name in kept else None)
            needed = self.needed(derived)
            beside = {stored["name"]: stored for v in derived for stored in v.theorems}
            claims = [c.by for i in self.asked for c in self.claims(i) if c.by]
            names = beside.keys() if whole else cone(kept | beside, [*needed, *claims])
            begun.append(Replay([*self.shelf, *derived], names, jobs if len(names) > FEW else 1))
            if whole:
                self.ahead(beside)
            for replay in begun:
                replay.into(self.done, progress)
            found = derive(self.done, derived, needed, jobs, progress, stated_by(self.shelf))
            below = cone(kept, [used for name in found for used in self.done.theorems[name].uses])
            Replay(self.shelf, below - self.done.theorems.keys(), 1).into(self.done, progress)
        except KernelError:  # the kernel rejects a stored proof: `search` finds out which
            self.search(jobs, None, progress)

    def ahead(self, kept: Mapping[str, Json]) -> None:
        """Precompute (and memoise) what the report needs while other processes replay.

        `kept` are the stored proofs of derived theorems. No status is concluded before the replay has succeeded.
        """
        sets = {name: claim for own in self.hypotheses.values() for name, claim in own.sets.items()}
        lines = {
            counterexample_name(s.id, form, k): claim
            for s in self.statements.values()
            for form, claims in (("printed", s.printed), ("corrected", s.corrected))
            for k, claim in enumerate(claims)
        }
        for name, claim in (sets | lines).items():
            if name in kept:
                refutes(says(kept[name]), kept[name], claim)
        for p in self.papers:
            for s in p.statements.values():
                deque(warnings_of(s, p.notions, p.standing, (), {}), 0)  # memoises the notions that occur
        for c in (c for p in self.papers for c in p.constants):
            for said in (c.needed_by, c.sharp_by, c.beyond):
                if said is not None:
                    sentence(self.notions[self.statements[c.statement].paper], said)

    def search(self, jobs: int, executor: Executor | None, progress: Progress | None) -> None:
        """Establish all chapters and the theorems derived from them; search for proofs that are not stored."""
        self.done = Established()
        ready = list(takewhile(lambda v: v.complete, self.shelf))
        try:
            Replay(ready, {stored["name"] for v in ready for stored in v.theorems}, jobs).into(self.done, progress)
        except KernelError:  # `establish` says which
            self.done = Established()
        for k, volume in enumerate(self.shelf):
            if not volume.paper:
                establish(self.done, volume, self.shelf[:k], progress)
        search_ahead(self.done, self.shelf, jobs, executor)
        establish_all(self.done, self.shelf, progress)
        derived = self.derived(lambda name: t.fact if (t := self.done.theorems.get(name)) else None)
        for volume in derived:
            try:
                names = {stored["name"] for stored in volume.theorems}
                Replay([*self.shelf, volume], names, jobs).into(self.done, progress)
            except KernelError as wrong:
                volume.refused(wrong)
        derive(self.done, derived, self.needed(derived), jobs, progress)

    def claims(self, id: str) -> list[Claim]:
        """All claims about a statement, including those of its constants."""
        s = self.statements[id]
        return claims_about(next(p for p in self.papers if p.key == s.paper), s)

    @cached_property
    def seconds_beside(self) -> dict[str, float]:
        """For each statement, the seconds that its counterexamples and obligations took."""
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

    def derived(self, said: Callable[[str], Fact | None]) -> list[Volume]:
        """The volumes derived from the papers: definedness, counterexamples, and points at which hypotheses hold.

        `said` returns what a theorem of the papers states; None if it has no proof.
        """
        out = self.beside = []
        modules: list[str] = []
        for volume in self.shelf:
            modules.append(volume.name)
            paper = volume.paper
            if paper is None or not any(self.statements[i].paper == paper.key for i in self.asked):
                continue
            own = self.obligations[paper.key] = of_paper(paper)
            given = self.hypotheses[paper.key] = hypotheses_of(paper)
            parts = {
                "definedness": own.proofs(),
                "refute": self.doubtful(paper, said),
                "models.vacuity": given.proofs(),
            }
            for part, proofs in parts.items():
                name = f"{paper.key}.{part.rpartition('.')[2]}"
                key = self.sources.key([SEARCH, f"proofs.checking.{part}", *modules], versions(), named=True)
                out.append(Volume(name, key, self.cache, list(proofs), partial(dict, proofs), after=tuple(modules)))
        return out

    def doubtful(self, paper: Paper, said: Callable[[str], Fact | None]) -> dict[str, Write]:
        """The searches for counterexamples to claims without a proof."""
        out: dict[str, Write] = {}
        for s in paper.statements.values():
            for form, claims in forms(s):
                for k, claim in enumerate(claims):
                    fact = said(claim.by) if claim.by else None
                    if fact is None or not proves(fact, claim):
                        errata = errata_of(s, form, k)
                        if any(e.by and calls_false(e) for e in errata):
                            continue  # a proof of its negation is named
                        search = next((e.search for e in errata if e.search), None)
                        if claim.by and fact is None and search is None:
                            continue  # the failed proof is reported; no erratum says where to search
                        out[counterexample_name(s.id, form, k)] = partial(counterexample, claim=claim, search=search)
        return out

    def needed(self, derived: Sequence[Volume]) -> set[str]:
        """The names of the derived theorems that belong to the statements asked for.

        A set of hypotheses contained in a larger one that holds at some point has no theorem of its own.
        """
        asked = set(self.asked)
        known = {n for v in derived for n in v.names}
        names = {n for n in known if n.partition("#")[0] in asked}
        for s in (self.statements[i] for i in asked):
            of = self.obligations[s.paper].of
            names.update(name for formula in s.meant for name in of[formula])
            names.update(name for c in self.claims(s.id) for name in self.hypotheses[s.paper].names(c))
        return names & known

    # --- the report

    def report(self, start: float, key: str = "") -> Report:
        """The report on the statements asked for."""
        results = {i: self.result(self.statements[i]) for i in self.asked}
        items = tuple(results.values())
        errata = tuple(f for r in items for f in self.findings(self.statements[r.id], r))
        constants = tuple(self.constant(c) for p in self.papers for c in p.constants if c.statement in results)
        summary: dict[str, Any] = {"statements": len(items), "status": _counts(items), "papers": {}}
        for p in self.papers:
            own = [r for r in items if r.paper == p.key]
            if own:
                summary["papers"][p.key] = _counts(own)
        summary |= {"seconds": time.perf_counter() - start, "cached": self.done.cached}
        theorems = tuple(self.done.theorems.values())
        about = {claim.by for i in self.asked for claim in self.claims(i)}
        whole = all(r.id in results for r in self.statements.values() if r.paper in summary["papers"])
        failed = [n for n in self.done.open if "#" not in n and (n in about or whole)]
        problems = [f"{n} has no proof: {self.done.open[n]}" for n in failed]
        problems += [p for i in (*self.asked, *(c.id for c in constants)) for p in self.problems.get(i, ())]
        every = len(results) == len(self.statements)  # then papers are meant, too, of which nothing is written yet
        papers = tuple(self.paper(p) for p in self.papers if every or p.key in summary["papers"])
        kept = tuple((v.name, v.key) for v in (*self.shelf, *self.beside))
        return Report(
            items, errata, constants, summary, tuple(dict.fromkeys(problems)), tuple(self.cache.warnings), theorems,
            self.notions, papers, kept, key, tuple(self.lint_warnings(items)),
        )  # fmt: skip

    def lint_warnings(self, items: Iterable[Result]) -> Iterator[LintWarning]:
        """Yield the warnings of the lints about statements, alone and together."""
        items = list(items)
        asked, papers = {r.id for r in items}, {r.paper for r in items}
        both = [
            d for p in self.papers if p.key in papers for d in warnings_across(p.statements.values(), p.notions, asked)
        ]  # fmt: skip
        for r in items:
            yield from self.warnings_about(r)
            yield from (d for d in both if d.statement == r.id)

    def warnings_about(self, r: Result) -> Iterator[LintWarning]:
        """Yield the warnings of the lints about a single statement."""
        s, lines = self.statements[r.id], [x for x in r.lines if x.form != "defines"]
        named = list(zip(places(s), lines, strict=True))
        without_model = [where for (where, _), x in named if x.vacuous is None]
        for number, e in enumerate(s.errata, 1):
            if e.by and self.hypotheses[s.paper].looked(e.by, self.done.theorems).vacuous is not False:
                without_model.append(f"the theorem of erratum {number}")
        false_at, used = {}, {}
        for (where, claim), x in named:
            theorem = self.done.theorems.get(x.theorem or "")
            if theorem is None:
                continue
            if x.status != "refuted":
                used[where] = theorem.fact.hyps.keys()
            elif "#" in theorem.name:
                false_at[where] = instance_of(theorem.kept)
            else:
                found = (instance_at(claim, e) for e in s.errata if e.by and e.by.by == theorem.name)
                false_at[where] = next(found, {})
        standing = next(p.standing for p in self.papers if p.key == r.paper)
        yield from warnings_of(s, self.notions[r.paper], standing, without_model, false_at, used)

    def paper(self, p: Paper) -> PaperFound:
        """The data of a paper apart from its statements."""
        return PaperFound(
            p.key, p.title, p.source, self.chapters.get(p.key, ""), p.index, p.unclaimed, p.quoted, p.spot_checks,
            p.plots,
        )  # fmt: skip

    def line(self, statement: str, form: Form, claim: Claim, position: int) -> Line:
        """A claim with its status, which its theorem or the negation of one of its instances gives."""
        theorem = self.done.theorems.get(claim.by or "")
        false = self.done.theorems.get(counterexample_name(statement, form, position))
        status: FormStatus = "unproved"
        evidence: Mapping[str, int] = {}
        failure = None
        if theorem is not None and proves(theorem.fact, claim):
            kinds = {s.kind for s in self.support(theorem.name)}
            status = "incomplete" if kinds - {"cited"} else "proved modulo cited" if kinds else "proved"
            evidence = _evidence(self.reached([theorem.name], statement))
        elif theorem is not None:
            failure = f"the theorem {claim.by} does not say what line {position + 1} says"
        elif claim.by in self.done.open:
            failure = f"{claim.by} has no proof: {self.done.open[claim.by]}"
        elif claim.by:
            failure = f"there is no theorem {claim.by}"
        if failure and claim.by not in self.done.open:
            self.problem(statement, failure)
        by = theorem.name if theorem and status != "unproved" else None
        at = None
        if false is not None and refutes(false.fact, false.kept, claim):
            status, by, evidence = "refuted", false.name, false.evidence
            at = shown(claim, instance_of(false.kept))
        elif negated := self.negated(statement, form, claim, position):
            theorem, instance = negated
            status, by, evidence = "refuted", theorem.name, _evidence(self.reached([theorem.name], statement))
            at = shown(claim, instance) if instance else f"its negation is {theorem.name}"
        looked = self.hypotheses[statement.partition(":")[0]].looked(claim, self.done.theorems)
        if looked.vacuous and status not in ("unproved", "refuted"):
            self.problem(statement, f"the hypotheses of line {position + 1} contradict each other")
        if form == "corrected" and is_tautology(claim):
            self.problem(statement, f"the corrected line {position + 1} says that something is itself")
        paper = statement.partition(":")[0]
        say = Saying(lambda: worded(self.notions[paper], claim, looked.shown, self.definitions[paper]))
        claimed = self.claimed(statement, form, claim, position)
        vacuous = False if status == "refuted" else looked.vacuous  # where it fails, its hypotheses hold
        return Line(form, say, status, by, evidence, at, claimed, failure, vacuous)

    def claimed(self, statement: str, form: Form, claim: Claim, position: int) -> Literal["proved", "refuted"] | None:
        """What the paper's module says of a claim: that its theorem proves it, or that it is false."""
        s = self.statements.get(statement)  # None if it is a constant
        if s and any(calls_false(e) for e in errata_of(s, form, position)):
            return "refuted"
        return "proved" if claim.by else None

    def negated(self, statement: str, form: Form, claim: Claim, position: int) -> tuple[Theorem, Instance] | None:
        """A theorem that an erratum names and that is the negation of a claim at some values of its variables."""
        s = self.statements.get(statement)
        for e in errata_of(s, form, position) if s else ():
            theorem = self.done.theorems.get(e.by.by or "") if e.by and calls_false(e) else None
            if theorem is None or self.support(theorem.name) or theorem.fact.hyps:
                continue
            instance = instance_at(claim, e)
            if key(theorem.fact.concl) == key(negation(substitute(claim.formula, instance))):
                return theorem, instance
        return None

    def problem(self, about: str, what: str) -> None:
        """Record a defect in how a statement or constant is written down."""
        self.problems.setdefault(about, []).append(f"{about}: {what}")

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
        """The result for a statement."""
        printed, corrected, steps = ([self.line(s.id, form, c, k) for k, c in enumerate(cs)] for form, cs in forms(s))
        defines = [self.definition(s, t) for t in s.defines]
        lines = (*printed, *corrected, *steps, *defines)
        as_printed = worst(x.status for x in (*printed, *defines)) if printed or defines or not steps else "incomplete"
        as_corrected = worst(x.status for x in corrected) if corrected else None
        both = as_corrected is not None and prints_hold(as_printed, as_corrected, bool(printed))
        counted = [*printed, *corrected] if both else corrected or [*printed, *defines]
        used = worst(x.status for x in counted) if both else as_corrected or as_printed
        if s.argued and used in ("proved", "proved modulo cited", "defined"):
            used = "incomplete"
        bad = next((k for k, x in enumerate(lines) if any(x is y for y in counted) and x.status == used), None)
        own = self.reached((x.theorem for x in lines if x.theorem), s.id)
        proved = [*printed, *corrected] or ([] if s.defines else steps)
        sentence = self.reached((x.theorem for x in proved if x.theorem), s.id)
        names = {t.name for t in sentence}
        uses = {self.owner[u] for t in sentence for u in t.uses if u not in names and u in self.owner}
        rests = [x for line in counted if line.theorem for x in self.support(line.theorem)]
        open_names = [n for given, formula in s.meant for n in self.undefined(s.paper, given, formula)]
        undefined = [worded(self.notions[s.paper], self.obligations[s.paper].claims[n]).text for n in open_names]
        seconds = sum(t.seconds for t in own) + self.seconds_beside.get(s.id, 0.0)
        if s.argued:
            rests.append(Support("argued", s.argued, None))
        return Result(
            s.id, s.paper, s.kind, s.section, s.says, s.index, s.equations, as_printed, as_corrected, used,
            _evidence(own), tuple(dict.fromkeys(rests)), seconds, bad, lines,
            tuple(i for i in self.statements if i in uses), tuple(dict.fromkeys(undefined)), s.cites, s.narrower,
        )  # fmt: skip

    @cached_property
    def definitions(self) -> Mapping[str, Mapping[Definition, str]]:
        """For each paper and each of its notions, the statement that defines it or a notion of which it is a case.

        Only statements that claim nothing count. A named definition takes precedence over a display that defines the
        same term. A case may also be a definition applied to a named map, such as an attention layer.
        """
        out: dict[str, dict[Definition, str]] = {p.key: {} for p in self.papers}
        for s in sorted(self.statements.values(), key=lambda s: s.kind != "definition"):
            for t in s.defines if not (s.printed or s.corrected) else ():
                found = self.notions[s.paper].instance(t)
                if found:
                    out[s.paper].setdefault(found[0], s.id)
        for paper, own in out.items():
            known = self.notions[paper].definitions
            maps = [f.pattern for f in known if f.pattern.sort not in ("B", "Z", "R")]
            said = [(e.pattern, id, v) for e, id in own.items() if e.pattern.sort == "B" for v in e.arguments]
            of_maps = {substitute(e, {v: f}): id for e, id, v in said for f in maps if f.sort == v.sort}
            for d in known:
                if d not in own:
                    cases = (id for e, id in own.items() if e.of(d.pattern) is not None)
                    id = next(cases, None) or of_maps.get(d.pattern)
                    own |= {d: id} if id else {}
        return out

    def undefined(self, paper: str, given: tuple[Term, ...], formula: Term) -> list[str]:
        """The obligations of a formula that no replayed theorem meets."""
        own = self.obligations[paper]
        return [n for n in own.of[given, formula] if not self.met(n, own.claims[n])]

    def met(self, name: str, claim: Claim) -> bool:
        """Whether an obligation is proved."""
        theorem = self.done.theorems.get(name)
        return theorem is not None and proves(theorem.fact, claim) and not self.support(name)

    def definition(self, s: Statement, t: Term) -> Line:
        """A line for a defined term: its status is `defined` if each of its obligations is proved."""
        needed = self.obligations[s.paper].of[s.given, t]
        theorems = [self.done.theorems[n] for n in needed if n in self.done.theorems]
        status: FormStatus = "unproved" if self.undefined(s.paper, s.given, t) else "defined"
        say = Saying(lambda: worded(self.notions[s.paper], Claim((), t), None, self.definitions[s.paper]))
        return Line("defines", say, status, None, _evidence(theorems))

    @cached_property
    def used_by(self) -> dict[str, list[str]]:
        """For each statement, those whose stored proofs apply it, even if these proofs are not replayed."""
        kept = {stored["name"]: stored for v in self.shelf for stored in v.theorems}
        out: dict[str, list[str]] = {}
        for s in self.statements.values():
            found: set[str] = set()
            claims = [*s.printed, *s.corrected] or s.steps
            work = [claim.by for claim in claims if claim.by and claim.by in kept]
            while work:
                name = work.pop()
                if name not in found:
                    found.add(name)
                    work += [u for u in uses(kept[name]) if u in kept and self.owner.get(u, s.id) == s.id]
            used = {self.owner[u] for name in found for u in uses(kept[name]) if u in self.owner} - {s.id}
            for other in used:
                out.setdefault(other, []).append(s.id)
        return out

    def findings(self, s: Statement, result: Result) -> list[Finding]:
        """The errata of a statement: those of the paper's module, and refuted lines without an erratum."""
        used_by = tuple(self.used_by.get(s.id, ()))
        same = partial(Finding, s.id, s.paper, s.section, s.index, s.equations)
        out = []
        for number, e in enumerate(s.errata, 1):
            lines = [x for x in result.lines if x.form == ("step" if e.defect == "step" else "printed")]
            about = e.search or e.defect not in ("gap", "typo")
            line = lines[e.claim] if about and e.claim < len(lines) else None
            if line and line.status in STANDS and e.defect not in ("gap", "typo"):
                self.problem(s.id, f"the erratum speaks of line {e.claim + 1}, which is proved as printed")
            shown_by = self.shown_by(e, line)
            at = line.counterexample if line and shown_by == "counterexample" else None
            name, first = f"{s.id}#{number}", self.first(e)
            if first is None:
                self.problem(s.id, f"the erratum is said to be the same as {e.same_as}, which is no other entry")
            out.append(same(e.defect, e.what, at, used_by, e.claim if line else None, shown_by, name, first or ""))
        spoken_of = {e.claim for e in s.errata if e.defect != "step"}
        for k, line in enumerate(x for x in result.lines if x.form == "printed"):
            if line.status == "refuted" and k not in spoken_of:
                what, name = f"line {k + 1} does not hold as printed", f"{s.id}#{len(out) + 1}"
                out.append(same("false", what, line.counterexample, used_by, k, "counterexample", name))
        return out

    @cached_property
    def entries(self) -> dict[str, Erratum]:
        """The errata of the papers' modules, by name."""
        return {f"{s.id}#{k}": e for s in self.statements.values() for k, e in enumerate(s.errata, 1)}

    def first(self, e: Erratum) -> str | None:
        """The name of the entry that an erratum repeats, directly or through others; None if there is no such entry."""
        name, met = e.same_as, set()
        while name:
            if name in met or name not in self.entries:
                return None
            met.add(name)
            if not self.entries[name].same_as:
                break
            name = self.entries[name].same_as
        return name

    def shown_by(self, e: Erratum, line: Line | None) -> ShownBy:
        """What confirms an erratum: a counterexample to the claim that it calls false, or the theorem that it names.

        It is "nothing" if a required check failed, and "reading" if the erratum requires no check.
        """
        refuted = line is not None and line.status == "refuted"
        if e.by is None:
            return "reading" if not calls_false(e) else "counterexample" if refuted else "nothing"
        if calls_false(e):
            return "theorem" if refuted and line and line.theorem == e.by.by else "nothing"
        theorem = self.done.theorems.get(e.by.by or "")
        shown = theorem is not None and proves(theorem.fact, e.by) and not self.support(theorem.name)
        return "theorem" if shown else "nothing"

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
                return Value(*shown, None, "unproved", None, {})
            said = sentence(notions, claim) if claim else None
            return Value(*shown, said, found.status, found.theorem, found.evidence)

        paper = value(c.paper, None)
        assert paper is not None
        return ConstantFound(
            c.id, c.statement, c.what, paper, value(c.needed, c.needed_by), value(c.sharp, c.sharp_by),
            value(None, c.beyond), c.note, c.comparison, c.ratio,
        )  # fmt: skip


def forms(s: Statement) -> tuple[tuple[Form, tuple[Claim, ...]], ...]:
    """The claims of a statement in each form."""
    return ("printed", s.printed), ("corrected", s.corrected), ("step", s.steps)


def errata_of(s: Statement, form: Form, position: int) -> list[Erratum]:
    """The errata about the claim of a statement at this position."""
    return [e for e in s.errata if e.claim == position and form == ("step" if e.defect == "step" else "printed")]


def calls_false(e: Erratum) -> bool:
    """Whether an erratum says that a claim is false, which a counterexample or a theorem has to confirm."""
    return e.search is not None or e.defect in ("false", "step", "strictness")


def instance_at(claim: Claim, e: Erratum) -> Instance:
    """The values of a claim's variables at which an erratum says that it is false."""
    return {v: term(e.at[v.args[0]]) for v in claim.formula.free if v.args[0] in e.at}


def counterexample_name(statement: str, form: Form | str, position: int) -> str:
    """The name of the theorem which says that a line of a statement is false."""
    return f"{statement}#counterexample-{position}" if form == "printed" else f"{statement}#false-{form}-{position}"


def worded(
    notions: Notions,
    claim: Claim,
    point: Callable[[], str] | None = None,
    definitions: Mapping[Definition, str] | None = None,
) -> Wording:
    """A claim in words, a point at which its hypotheses hold, what its names mean, and the ids of their definitions."""
    text, latex, means = notions.text, notions.latex, notions.meanings([claim.formula])
    defined = (
        dict.fromkeys(definitions[m.definition] for m in means if m.definition in definitions) if definitions else ()
    )
    whole, own = claim.formula, (sorts.text([claim.formula]), sorts.latex([claim.formula]))
    return Wording(
        sentence(notions, claim),
        (rf"\text{{for }}{own[1]}\colon\ " if own[1] else "") + latex(whole),
        tuple(map(text, claim.given)), text(claim.shows), tuple(map(latex, claim.given)), latex(claim.shows), *own,
        point() if point else "", tuple((m.name, m.meaning) for m in means),
        tuple((m.latex_name, m.latex_meaning) for m in means), tuple(defined),
    )  # fmt: skip


def sentence(notions: Notions, claim: Claim) -> str:
    """A claim in one line, with the sorts of its variables."""
    own = sorts.text([claim.formula])
    return (f"for {own}: " if own else "") + notions.text(claim.formula)


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
    return {word: out[word] for word in LOOKS if word in out}
