"""How theorems are established: kept proofs are replayed, missing ones searched and then replayed.

A kept theorem is replayed against what earlier ones state (`proofs.kernel.store.Statements`), so that processes can
share the work, and only the proofs below a few theorems need be replayed: `replay_apart`.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from proofs.judging.cache import Cache, alone
from proofs.judging.chapters import Volume, volumes
from proofs.judging.contents import ChapterError
from proofs.judging.open_steps import explained
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.store import Json, Statements, replay, says
from proofs.kernel.terms import KernelError
from proofs.running.forks import Forks, side_by_side
from proofs.writing.blame import described as blamed
from proofs.writing.chapter import Write
from proofs.writing.earlier import Earlier
from proofs.writing.proof import Proof, ProofError

SHARES = 6  # of the work, for each process: small enough that all end at about the same time
Progress = Callable[[str, int, int], None]  # the theorem just done, its number, of how many
Marks = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Replayed:
    """What the replay of a theorem's proof showed: the evidence of its own steps, and what it rests on.

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
    """A theorem whose proof was replayed, with the proof as it is kept."""

    kept: Json = field(repr=False)

    @cached_property
    def fact(self) -> Fact:
        """What it states."""
        return says(self.kept)

    @cached_property
    def stored(self) -> Json:
        """Its proof as it is written down for others: with a table of terms of its own."""
        return alone(self.kept)


@dataclass
class Established:
    """Theorems in order, the searches that found nothing, and whether all proofs were kept ones."""

    theorems: dict[str, Theorem] = field(default_factory=dict)
    open: dict[str, str] = field(default_factory=dict)
    cached: bool = True

    def facts(self, chapters: Collection[str] | None = None) -> Facts:
        """What they state, or those of some chapters."""
        if chapters is None:
            return Facts(self.theorems)
        return Facts({name: t for name, t in self.theorems.items() if t.chapter in chapters})


class Facts(Mapping[str, Fact]):
    """What theorems state; each is read when it is asked for."""

    def __init__(self, theorems: Mapping[str, Theorem]) -> None:
        self.theorems = theorems

    def __getitem__(self, name: str) -> Fact:
        return self.theorems[name].fact

    def __iter__(self) -> Iterator[str]:
        return iter(self.theorems)

    def __len__(self) -> int:
        return len(self.theorems)


def described(chapter: str, stored: Json, marks: Marks, seconds: float) -> Theorem:
    """A theorem that was replayed, from the marks of the fact that came out."""
    of: dict[str, list[str]] = {"uses": [], "cited": [], "argued": [], "certified": []}
    for kind, what in sorted(marks):
        of[kind].append(what)
    kinds = {"cite": "cited", "argue": "argued", "compute": "certified" if of["certified"] else "exact"}
    evidence = dict(Counter(kinds.get(rule, "exact") for rule, *_ in stored["steps"]))
    uses, cited, argued = (tuple(of[kind]) for kind in ("uses", "cited", "argued"))
    return Theorem(stored["name"], chapter, seconds, evidence, uses, cited, argued, stored)


# --- kept proofs -----------------------------------------------------------------------------------------------------


def uses(stored: Json) -> list[str]:
    """The theorems that a stored proof says to apply."""
    return [step[1] for step in stored["steps"] if step[0] == "theorem" and len(step) == 2 and isinstance(step[1], str)]


def cone(stored: Mapping[str, Json], names: Iterable[str]) -> set[str]:
    """These theorems and all below them."""
    found: set[str] = set()
    work = [name for name in names if name in stored]
    while work:
        name = work.pop()
        if name not in found:
            found.add(name)
            work += [used for used in uses(stored[name]) if used in stored]
    return found


class Replay:
    """Kept theorems being replayed, side by side. It begins at once; `into` waits for its end.

    Parameters
    ----------
    shelf
        Volumes, in order: a theorem may apply those before it.
    names
        Whose proofs are replayed. What they apply beside these has to be replayed elsewhere.
    jobs
        Processes.
    """

    def __init__(self, shelf: Sequence[Volume], names: Collection[str], jobs: int) -> None:
        self.chapter = {stored["name"]: v.name for v in shelf for stored in v.theorems}
        self.statements = Statements([stored for v in shelf for stored in v.theorems])
        self.names = [name for name in self.statements.stored if name in names]
        self.shares = list(_shares(self.statements.stored, self.names, SHARES * jobs if jobs > 1 else 1))
        self.forks = Forks([partial(self._replayed, share) for share in self.shares], jobs)

    def _replayed(self, names: Sequence[str]) -> list[tuple[list[tuple[str, str]], float]]:
        """The marks of each theorem, and what it took."""
        out = []
        for name in names:
            start = time.perf_counter()
            fact = self.statements.replay(name)
            out.append((sorted(fact.marks), time.perf_counter() - start))
        return out

    def into(self, done: Established, progress: Progress | None = None) -> None:
        """Add all of the theorems, once all are accepted.

        Raises
        ------
        KernelError
            if one is refused; then none is added.
        """
        found: dict[str, Theorem] = {}
        for k, rows in self.forks.results():
            for name, (marks, seconds) in zip(self.shares[k], rows, strict=True):
                found[name] = described(self.chapter[name], self.statements.stored[name], marks, seconds)
                if progress:
                    progress(name, len(found), len(self.names))
        for name in self.names:
            done.theorems[name] = found[name]


def _shares(stored: Mapping[str, Json], names: Sequence[str], count: int) -> Iterator[list[str]]:
    """The names in their order, in about so many shares of equal work."""
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


def establish(into: Established, volume: Volume, progress: Progress | None = None) -> None:
    """Bring a volume in: what was kept, then what a search finds; all of it replayed."""
    twice = next((n for n in volume.names if n in into.theorems and into.theorems[n].chapter != volume.name), None)
    if twice is not None:
        raise ChapterError(f"{into.theorems[twice].chapter} and {volume.name} both have a theorem {twice}: rename one")

    facts, number = into.facts(), len(volume.names)

    def replayed(stored: Json, start: float) -> None:
        marks = replay(Theory.over(facts), stored).marks
        into.theorems[stored["name"]] = described(volume.name, stored, list(marks), time.perf_counter() - start)
        if progress:
            progress(stored["name"], volume.names.index(stored["name"]) + 1, number)

    try:
        for stored in volume.theorems:
            if stored["name"] not in into.theorems:
                replayed(stored, time.perf_counter())
    except KernelError as wrong:
        volume.refused(wrong)
        for name in volume.names:
            into.theorems.pop(name, None)
    missing = [n for n in volume.names if n not in into.theorems]
    if not missing:
        return
    into.cached = False
    earlier = Earlier(facts)
    try:
        for name in missing:
            start = time.perf_counter()
            try:
                stored = json.loads(json.dumps(search(name, volume.proofs[name], facts, earlier)))
                replayed(stored, start)
            except KernelError as wrong:
                into.open[name] = str(wrong)
            else:
                volume.theorems.append(stored)
    finally:  # also when interrupted: what is finished is kept
        volume.save()


def search_ahead(into: Established, shelf: Sequence[Volume], jobs: int, executor: Executor | None) -> None:
    """Search the papers of which nothing is kept side by side, each without the others.

    What needs another paper is left over. What an executor finds, elsewhere, is not replayed yet.
    """
    anew = [v for v in shelf if v.paper and not v.theorems and v.names]
    known = [v.name for v in shelf if not v.paper]
    if executor is not None:
        tasks = {v.name: executor.submit(searched, [*known, v.name], v.name) for v in anew}
        for v in anew:
            v.theorems = json.loads(tasks[v.name].result())
            v.save()
    elif len(anew) > 1 and jobs > 1:
        for volume in anew:
            assert volume.proofs  # its module is imported before this process is copied
        for volume, found in zip(anew, side_by_side([partial(_chapter, into, v) for v in anew], jobs), strict=True):
            into.cached = False
            for theorem in found:
                volume.theorems.append(theorem.kept)
                into.theorems[theorem.name] = theorem


def _chapter(into: Established, volume: Volume) -> list[Theorem]:
    apart = Established(dict(into.theorems))  # one process may search several papers, and what they find is not shared
    establish(apart, volume)
    return [replace(apart.theorems[stored["name"]]) for stored in volume.theorems]  # as plain data, without the fact


def searched(modules: Sequence[str], wanted: str) -> str:
    """The stored theorems that are found for one of the modules, as JSON; in a process of its own."""
    done = Established()
    shelf = volumes(modules, Cache(None))
    for volume in shelf:
        establish(done, volume)
    return json.dumps(next(v.theorems for v in shelf if v.name == wanted))


def derive(
    into: Established, shelf: Sequence[Volume], names: Collection[str], jobs: int, progress: Progress | None = None
) -> None:
    """Search for those of these theorems that are not there yet. They do not rest on each other."""
    where = {name: v for v in shelf for name in v.names if name in names and name not in into.theorems}
    if not where:
        return
    facts = {v.name: into.facts(v.after) for v in shelf}
    missing = list(where)
    shares = [missing[k :: SHARES * jobs] for k in range(min(SHARES * jobs, len(missing)))]
    count = 0
    for k, found in Forks([partial(_derived, facts, [(n, where[n]) for n in s]) for s in shares], jobs).results():
        for name, theorem in zip(shares[k], found, strict=True):
            count += 1
            if progress:
                progress(name, count, len(missing))
            if isinstance(theorem, str):
                into.open[name] = theorem
            else:
                into.cached = False
                into.theorems[name] = theorem
    for volume in shelf:
        kept = {stored["name"]: stored for stored in volume.theorems}
        known = kept | {n: into.theorems[n].kept for n in volume.names if n in into.theorems}
        if len(known) > len(kept):
            volume.theorems = [known[n] for n in volume.names if n in known]
            volume.save()


def _derived(facts: Mapping[str, Facts], names: Sequence[tuple[str, Volume]]) -> list[Theorem | str]:
    """For each name its theorem, or why there is none."""
    out: list[Theorem | str] = []
    indices = {chapter: Earlier(stated) for chapter, stated in facts.items()}
    for name, volume in names:
        earlier = indices[volume.name]
        start = time.perf_counter()
        try:
            stored = json.loads(json.dumps(search(name, volume.proofs[name], earlier.facts, earlier)))
            marks = list(replay(Theory.over(earlier.facts), stored).marks)
            out.append(described(volume.name, stored, marks, time.perf_counter() - start))
        except KernelError as wrong:
            out.append(str(wrong))
    return out


def search(name: str, write: Write, facts: Mapping[str, Fact], earlier: Earlier | None = None) -> Json:
    """Run one proof, which may search and use these theorems. `earlier` is as for `Proof`."""
    proof = Proof(name, Theory.over(facts), earlier)
    try:
        write(proof)
    except Exception as wrong:  # whatever it is, other proofs go on
        raise ProofError(blamed(wrong) + explained(wrong)) from wrong
    if proof.stored is None:
        raise KernelError(f"the proof of {name} has no end (qed)")
    return proof.stored
