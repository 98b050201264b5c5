"""Establishing theorems: stored proofs are replayed; missing ones are searched for and then replayed.

A stored theorem is replayed against the statements of earlier ones (`proofs.kernel.store.Statements`), so that
processes can share the work, and a check of a few theorems replays only the proofs below them.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import takewhile

from proofs.builder.chapter import Write
from proofs.builder.diagnostics import described as blamed
from proofs.builder.diagnostics import readable
from proofs.builder.lemma_index import Earlier, Unreached
from proofs.builder.proof import Proof, ProofError
from proofs.builder.stored import StoredTheorem
from proofs.checking.failed_steps import explained, step_of
from proofs.checking.replay.chapters import ProofSet, load_proof_sets
from proofs.checking.replay.ledger import Ledger, StatementOf
from proofs.checking.store.cache import Cache, alone
from proofs.checking.store.chapter_contents import ChapterError
from proofs.checking.store.digests import theorems_applied
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.store import Statements, replay, says
from proofs.kernel.terms import KernelError
from proofs.workers.forks import Forks, side_by_side

FEW = 300  # up to this number, one process replays theorems faster than copying processes takes
SHARES = 6  # shares of the work for each process: enough for all processes to end at about the same time
Progress = Callable[[str, int, int], None]  # the theorem just done, its number, the number of all
Provenance = Sequence[tuple[str, str]]
Replayable = tuple[Provenance, float]  # the provenance of an accepted proof, and the seconds that its replay took


@dataclass(frozen=True)
class Replayed:
    """The result of replaying a theorem's proof: the evidence of its own steps, and what it depends on.

    `uses` are the theorems that it applies directly; `cited` and `argued` what its own steps admit.
    """

    name: str
    chapter: str
    seconds: float
    evidence: Mapping[str, int]
    uses: tuple[str, ...]
    cited: tuple[str, ...]
    argued: tuple[str, ...]


@dataclass(frozen=True)
class Theorem(Replayed):
    """A theorem whose proof was replayed, with its stored proof."""

    kept: StoredTheorem = field(repr=False)

    @cached_property
    def fact(self) -> Fact:
        """The statement of the theorem, as a fact."""
        return says(self.kept)

    @cached_property
    def stored(self) -> StoredTheorem:
        """Its proof as it is exported: with its own table of terms."""
        return alone(self.kept)


@dataclass(frozen=True)
class Kept:
    """A stored theorem. Its statement holds if its proof and those of all theorems below it are accepted."""

    kept: StoredTheorem

    @cached_property
    def fact(self) -> Fact:
        """The statement of the theorem, as a fact."""
        return says(self.kept)


@dataclass
class ProofStore:
    """The established theorems in order, failed searches, and whether all proofs came from the cache.

    `believed` are the theorems whose proofs were not replayed, since the `ledger` records an earlier replay.
    """

    theorems: dict[str, Theorem] = field(default_factory=dict)
    open: dict[str, str] = field(default_factory=dict)
    cached: bool = True
    ledger: Ledger = field(default_factory=Ledger)
    believed: set[str] = field(default_factory=set)

    def stored(self, name: str) -> StoredTheorem | None:
        """Return the stored proof of an established theorem."""
        theorem = self.theorems.get(name)
        return None if theorem is None else theorem.kept

    def note(self, theorem: Theorem, proof_set: ProofSet, premises: StatementOf | None = None) -> None:
        """Record the replay of a theorem whose premises are established, or are these."""
        self.ledger.note(proof_set, theorem.kept, premises or self.stored, _provenance(theorem), theorem.seconds)

    def of(self, chapters: Sequence[str]) -> dict[str, Theorem]:
        """Return the theorems of some chapters, in the order of these chapters."""
        own: dict[str, dict[str, Theorem]] = {chapter: {} for chapter in chapters}
        for name, theorem in self.theorems.items():
            if theorem.chapter in own:
                own[theorem.chapter][name] = theorem
        return {name: t for theorems in own.values() for name, t in theorems.items()}

    def facts(self, chapters: Sequence[str]) -> Facts:
        """Return the statements of the theorems of some chapters, in the order of these chapters."""
        return Facts(self.of(chapters))


class Facts(Mapping[str, Fact]):
    """The statements of theorems by name, each read when it is first needed."""

    def __init__(self, theorems: Mapping[str, Kept | Theorem]) -> None:
        self.theorems = theorems

    def __getitem__(self, name: str) -> Fact:
        return self.theorems[name].fact

    def __iter__(self) -> Iterator[str]:
        return iter(self.theorems)

    def __len__(self) -> int:
        return len(self.theorems)


def stated_by(proof_sets: Sequence[ProofSet]) -> Callable[[Sequence[str]], Facts]:
    """Return a function from chapters to the statements of their stored theorems, replayed or not."""
    known = {v.name: {t["name"]: Kept(t) for t in v.theorems} for v in proof_sets}
    return lambda chapters: Facts({name: t for chapter in chapters for name, t in known[chapter].items()})


def record_theorem(chapter: str, stored: StoredTheorem, provenance: Provenance, seconds: float) -> Theorem:
    """Build the record of a replayed theorem from the provenance of its fact."""
    of: dict[str, list[str]] = {"uses": [], "cited": [], "argued": [], "certified": []}
    for kind, what in sorted(provenance):
        of[kind].append(what)
    kinds = {"cite": "cited", "argue": "argued", "compute": "certified" if of["certified"] else "exact"}
    evidence = dict(Counter(kinds.get(rule, "exact") for rule, *_ in stored["steps"]))
    uses, cited, argued = (tuple(of[kind]) for kind in ("uses", "cited", "argued"))
    return Theorem(stored["name"], chapter, seconds, evidence, uses, cited, argued, stored)


def _provenance(theorem: Theorem) -> Provenance:
    """Return the provenance from which `record_theorem` builds a record."""
    of = {"uses": theorem.uses, "cited": theorem.cited, "argued": theorem.argued}
    of["certified"] = ("",) * ("certified" in theorem.evidence)
    return [(kind, what) for kind, found in of.items() for what in found]


# --- stored proofs ---------------------------------------------------------------------------------------------------


def dependency_closure(stored: Mapping[str, StoredTheorem], names: Iterable[str]) -> set[str]:
    """Return the names of these theorems and of all below them."""
    found: set[str] = set()
    work = [name for name in names if name in stored]
    while work:
        name = work.pop()
        if name not in found:
            found.add(name)
            work += [used for used in theorems_applied(stored[name]) if used in stored]
    return found


class Replay:
    """A parallel replay of stored theorems. It begins at once; `into` waits for its end.

    Parameters
    ----------
    proof_sets
        Sets of proofs, in order: a theorem may apply those of the sets before it.
    names
        The theorems whose proofs are replayed, unless the ledger records a replay of the same proof. Other theorems
        that they apply have to be replayed elsewhere.
    jobs
        The number of processes; few theorems are replayed by one.
    """

    def __init__(self, proof_sets: Sequence[ProofSet], names: Collection[str], jobs: int, ledger: Ledger) -> None:
        self.proof_set = {stored["name"]: v for v in proof_sets for stored in v.theorems}
        theorems = [stored for v in proof_sets for stored in v.theorems]
        self.statements, self.stored = Statements(theorems), {stored["name"]: stored for stored in theorems}
        self.names, self.ledger = [name for name in self.stored if name in names], ledger
        self.recorded: dict[str, Replayable] = {}
        for name in self.names:
            found = ledger.believed(self.proof_set[name].rows.get(name), self.stored[name], self._before(name))
            if found is not None:
                self.recorded[name] = found.provenance, found.seconds
        new = [name for name in self.names if name not in self.recorded]
        jobs = jobs if len(new) > FEW else 1
        self.shares = list(_shares(self.stored, new, SHARES * jobs if jobs > 1 else 1))
        self.forks = Forks([partial(self._replayed, share) for share in self.shares], jobs)

    def _before(self, name: str) -> StatementOf:
        """Return the function from names to the stored theorems before this one."""
        place, own = self.statements.place, self.statements.place[name]
        return lambda used: self.stored[used] if place.get(used, own) < own else None

    def _replayed(self, names: Sequence[str]) -> list[Replayable]:
        """Return the provenance of each theorem, and the seconds that its replay took."""
        out: list[Replayable] = []
        for name in names:
            start = time.perf_counter()
            fact = self.statements.replay(name)
            out.append((sorted(fact.provenance), time.perf_counter() - start))
        return out

    def into(self, done: ProofStore, progress: Progress | None = None) -> None:
        """Add the theorems to `done`, once all are accepted, and record the replays in the ledger.

        Raises
        ------
        KernelError
            if one is refused; then none is added.
        """
        found = dict(self.recorded)
        for k, rows in self.forks.results():
            for name, row in zip(self.shares[k], rows, strict=True):
                found[name] = row
                if progress:
                    progress(name, len(found), len(self.names))
        for name in self.names:
            proof_set, stored, (provenance, seconds) = self.proof_set[name], self.stored[name], found[name]
            done.theorems[name] = record_theorem(proof_set.name, stored, provenance, seconds)
            if name not in self.recorded:
                self.ledger.note(proof_set, stored, self._before(name), provenance, seconds)
        done.believed |= self.recorded.keys()


def _shares(stored: Mapping[str, StoredTheorem], names: Sequence[str], count: int) -> Iterator[list[str]]:
    """Split the names, in order, into about `count` shares of equal work."""
    work = {name: 3 + len(stored[name]["steps"]) for name in names}
    most, share, size = sum(work.values()) / count, [], 0
    for name in names:
        share.append(name)
        size += work[name]
        if size >= most:
            yield share
            share, size = [], 0
    if share:
        yield share


# --- searches --------------------------------------------------------------------------------------------------------


def establish(
    into: ProofStore, proof_set: ProofSet, before: Sequence[ProofSet], progress: Progress | None = None
) -> None:
    """Establish the theorems of a set in order: replay stored proofs; search for missing ones and replay them.

    A proof may apply the theorems before it in its own chapter and all those of the earlier chapters (`before`). A
    theorem of another paper has to be named, since searches ignore it; so papers can be searched in parallel. If a
    named theorem is not established yet, the function returns there; a later call establishes the rest.
    """
    twice = next(
        (n for n in proof_set.names if n in into.theorems and into.theorems[n].chapter != proof_set.name), None
    )
    if twice is not None:
        raise ChapterError(
            f"{into.theorems[twice].chapter} and {proof_set.name} both have a theorem {twice}: rename one"
        )
    known = into.of([v.name for v in before])
    facts = Facts(known)
    names = dict.fromkeys(n for v in before for n in v.names)
    earlier = Earlier(facts, names, {n for v in before if v.paper for n in v.names}, into.open)
    kept, ledger = {stored["name"]: stored for stored in proof_set.theorems}, into.ledger

    def before_this(name: str) -> StoredTheorem | None:
        return known[name].kept if name in known else None

    def replayed(stored: StoredTheorem, start: float) -> Theorem:
        row = ledger.believed(proof_set.rows.get(stored["name"]), stored, before_this)
        if row is not None:
            into.believed.add(stored["name"])
            return record_theorem(proof_set.name, stored, row.provenance, row.seconds)
        provenance = list(replay(Theory.over(facts), stored).provenance)
        if progress:
            progress(stored["name"], proof_set.names.index(stored["name"]) + 1, len(proof_set.names))
        seconds = time.perf_counter() - start
        ledger.note(proof_set, stored, before_this, provenance, seconds)
        return record_theorem(proof_set.name, stored, provenance, seconds)

    def is_stale(name: str) -> bool:
        row = proof_set.rows.get(name)
        return row is not None and not ledger.same_premises(row, kept[name], before_this)

    try:
        for name in proof_set.names:
            theorem, start = into.theorems.pop(name, None), time.perf_counter()  # reinserted below, in order
            if theorem is None and name in kept and is_stale(name):
                del kept[name], proof_set.rows[name]
                proof_set.changed = True
            if theorem is None and name in kept:
                try:
                    theorem = replayed(kept[name], start)
                except KernelError as wrong:
                    proof_set.refused(wrong)
                    kept.clear()
                    for own in proof_set.names:
                        into.theorems.pop(own, None)
                    return establish(into, proof_set, before, progress)
            elif theorem is None and name not in into.open:
                into.cached = False
                try:
                    stored = json.loads(json.dumps(search(name, proof_set.proofs[name], facts, earlier)))
                    theorem = replayed(stored, start)
                except Unreached:
                    return None
                except KernelError as wrong:
                    into.open[name] = str(wrong)
                else:
                    kept[name] = stored
            if theorem is not None:
                into.theorems[name] = known[name] = theorem
            names[name] = None
    finally:  # also when interrupted: finished theorems are stored
        if kept.keys() != {stored["name"] for stored in proof_set.theorems}:
            proof_set.theorems = [kept[name] for name in proof_set.names if name in kept]
            proof_set.changed = True
        if proof_set.changed:
            proof_set.save()


def establish_all(into: ProofStore, proof_sets: Sequence[ProofSet], progress: Progress | None = None) -> None:
    """Establish sets of proofs, one after another."""
    for k, proof_set in enumerate(proof_sets):
        establish(into, proof_set, proof_sets[:k], progress)


def search_ahead(into: ProofStore, proof_sets: Sequence[ProofSet], jobs: int, executor: Executor | None) -> None:
    """Search the papers without stored theorems in parallel, each as far as possible without the others.

    Theorems found by an executor are not replayed yet.
    """

    def settled(proof_set: ProofSet) -> bool:
        return all(name in into.theorems or name in into.open for name in proof_set.names)

    begun = list(
        takewhile(lambda v: v.paper or settled(v), proof_sets)
    )  # a search uses all chapters that are not papers
    anew = {v: proof_sets[:k] for k, v in enumerate(begun) if v.paper and not v.theorems and v.names}
    if executor is not None:
        tasks = {v: executor.submit(searched, [w.name for w in (*before, v)], v.name) for v, before in anew.items()}
        for proof_set, task in tasks.items():
            proof_set.theorems, proof_set.changed = json.loads(task.result()), True
    elif len(anew) > 1 and jobs > 1:
        for proof_set in anew:
            assert proof_set.proofs  # import its module before this process is forked
        tasks_here = [partial(_chapter, into, proof_set, before) for proof_set, before in anew.items()]
        for proof_set, (found, unproved) in zip(anew, side_by_side(tasks_here, jobs), strict=True):
            into.cached = False
            into.open |= unproved
            into.theorems |= {theorem.name: theorem for theorem in found}
            proof_set.theorems = [theorem.kept for theorem in found]
            for theorem in found:
                into.note(theorem, proof_set)


def _chapter(into: ProofStore, proof_set: ProofSet, before: Sequence[ProofSet]) -> tuple[list[Theorem], dict[str, str]]:
    """Return the theorems of a set that are found, and the reasons why others are not."""
    apart = ProofStore(dict(into.theorems), dict(into.open), ledger=into.ledger)  # others are searched independently
    establish(apart, proof_set, before)
    found = [
        replace(apart.theorems[stored["name"]]) for stored in proof_set.theorems
    ]  # as plain data, without the fact
    return found, {name: why for name, why in apart.open.items() if name in proof_set.names}


def searched(modules: Sequence[str], wanted: str) -> str:
    """Return the theorems found for the module `wanted`, stored as JSON; called in a separate process.

    Chapters that are not papers are established first.
    """
    done = ProofStore()
    proof_sets = load_proof_sets(modules, Cache(None))
    for k, proof_set in enumerate(proof_sets):
        if not proof_set.paper or proof_set.name == wanted:
            establish(done, proof_set, proof_sets[:k])
    return json.dumps(next(v.theorems for v in proof_sets if v.name == wanted))


def derive(
    into: ProofStore,
    proof_sets: Sequence[ProofSet],
    names: Collection[str],
    jobs: int,
    progress: Progress | None = None,
    stated: Callable[[Sequence[str]], Facts] | None = None,
) -> list[str]:
    """Search for the named theorems that are missing; return the names of those that are found.

    They do not depend on each other. They may apply established theorems or, if `stated` is given, those that it
    returns for the earlier chapters, which then remain to be replayed. Searches that failed before are not repeated.
    """
    where = {name: v for v in proof_sets for name in v.names if name in names and name not in into.theorems}
    if not where:
        return []
    ledger = into.ledger
    facts = {v.name: (stated or into.facts)(v.after) for v in proof_sets}
    premises = {name: t.kept for own in facts.values() for name, t in own.theorems.items()}.get
    known = {after: ledger.statements_digest(t.kept for t in facts[v.name].theorems.values())
             for after, v in {tuple(v.after): v for v in where.values()}.items()}  # fmt: skip
    digests = {name: ledger.search_digest(v, name, of) for name, v in where.items() if (of := known[tuple(v.after)])}
    for name, digest in digests.items():
        why = ledger.failed(where[name], name, digest)
        if why is not None:
            into.open[name] = why
    missing = [name for name in where if name not in into.open]
    shares = [missing[k :: SHARES * jobs] for k in range(min(SHARES * jobs, len(missing)))]
    count = 0
    for k, found in Forks([partial(_derived, facts, [(n, where[n]) for n in s]) for s in shares], jobs).results():
        for name, theorem in zip(shares[k], found, strict=True):
            count += 1
            if progress:
                progress(name, count, len(missing))
            if isinstance(theorem, str):
                into.open[name] = theorem
                if name in digests:
                    ledger.note_failure(where[name], name, digests[name], theorem)
            else:
                into.cached = False
                where[name].failures.pop(name, None)
                into.theorems[name] = theorem
                into.note(theorem, where[name], premises)
    for proof_set in proof_sets:
        kept = {stored["name"]: stored for stored in proof_set.theorems}
        every = kept | {n: into.theorems[n].kept for n in proof_set.names if n in into.theorems}
        if len(every) > len(kept):
            proof_set.theorems = [every[n] for n in proof_set.names if n in every]
            proof_set.save()
    return [name for name in where if name in into.theorems]


def _derived(facts: Mapping[str, Facts], names: Sequence[tuple[str, ProofSet]]) -> list[Theorem | str]:
    """For each name its theorem, or the reason why none was found."""
    out: list[Theorem | str] = []
    indices = {chapter: Earlier(stated) for chapter, stated in facts.items()}
    for name, proof_set in names:
        earlier = indices[proof_set.name]
        start = time.perf_counter()
        try:
            stored = json.loads(json.dumps(search(name, proof_set.proofs[name], earlier.facts, earlier)))
            provenance = list(replay(Theory.over(earlier.facts), stored).provenance)
            out.append(record_theorem(proof_set.name, stored, provenance, time.perf_counter() - start))
        except KernelError as wrong:
            out.append(str(wrong))
    return out


def search(name: str, write: Write, facts: Mapping[str, Fact], earlier: Earlier | None = None) -> StoredTheorem:
    """Run one proof, which may search and use these theorems. `earlier` is as for `Proof`."""
    proof = Proof(name, Theory.over(facts), earlier)
    try:
        write(proof)
    except Unreached:
        raise
    except Exception as wrong:  # any error: the other proofs go on
        step = step_of(wrong)
        formulas = [] if step is None else [step.goal, *(f.concl for f in step.facts)]
        raise ProofError(readable(blamed(wrong) + explained(wrong), formulas)) from wrong
    return proof.finished()
