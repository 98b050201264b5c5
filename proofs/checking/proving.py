"""Proving for a check: stored proofs are replayed, missing ones are searched for, and derived theorems are added.

Derived theorems belong to a paper but not to its module: its formulas are defined, a claim without a proof has a
counterexample, the hypotheses of a claim hold at some point.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from hashlib import sha256
from itertools import takewhile

from proofs.builder.chapter import Write
from proofs.builder.paper import Paper
from proofs.builder.stored import StoredTheorem
from proofs.checking.claims import calls_false, counterexample_name, errata_of, fails_at_point, forms, proves
from proofs.checking.definedness import of_paper
from proofs.checking.evidence import Evidence
from proofs.checking.lints.lints import warnings_of
from proofs.checking.models.vacuity import POINTS, fail_at, hypotheses_of
from proofs.checking.refute import counterexample, refutes
from proofs.checking.replay.chapters import SEARCH, ProofSet, Searches
from proofs.checking.replay.establish import (
    Progress,
    ProofStore,
    Replay,
    dependency_closure,
    derive,
    establish,
    establish_all,
    search_ahead,
    stated_by,
)
from proofs.checking.replay.ledger import Ledger, drop_stale, keep_checked
from proofs.checking.store.cache import Cache
from proofs.checking.store.sources import Sources
from proofs.checking.wording import sentence
from proofs.kernel.rules import Fact
from proofs.kernel.store import says
from proofs.kernel.terms import KernelError

PARTS = ("definedness", "refute", "models.vacuity")  # the modules that derive theorems from papers
FactOf = Callable[[str], Fact | None]  # the statement of a theorem; None if it has no proof


class Proving:
    """The proofs of the papers' theorems and of those derived from them; it fills the store of `evidence`.

    `proof_sets` are the chapters up to the last that is needed, `asked` the ids of the statements to be checked.
    """

    def __init__(
        self, proof_sets: Sequence[ProofSet], asked: Sequence[str], sources: Sources, cache: Cache, ledger: Ledger
    ) -> None:
        self.proof_sets, self.asked, self.sources, self.cache, self.ledger = proof_sets, asked, sources, cache, ledger
        drop_stale(proof_sets, ledger)
        self.stored = {stored["name"]: stored for v in proof_sets for stored in v.theorems}
        self.evidence = Evidence([v.paper for v in proof_sets if v.paper], ProofStore(ledger=ledger))
        self.derived: list[ProofSet] = []

    def run(self, whole: bool, jobs: int, executor: Executor | None, progress: Progress | None) -> Evidence:
        """Replay all proofs, or those below the statements asked for; search for those that are not stored."""
        if all(v.complete for v in self.proof_sets):
            self.replay(whole, jobs, progress)
        else:
            self.search(jobs, executor, progress)
        self.evidence.stored = {stored["name"]: stored for v in self.proof_sets for stored in v.theorems}
        every = [*self.proof_sets, *self.derived]
        for proof_set in every:
            if proof_set.changed:
                proof_set.save()
        accepted = [v for v in every if all(t["name"] in self.evidence.store.theorems for t in v.theorems)]
        if whole:
            keep_checked([v.name for v in self.proof_sets], self.cache, accepted, self.ledger)
        return self.evidence

    def replay(self, whole: bool, jobs: int, progress: Progress | None) -> None:
        """Replay stored proofs: all, or those below the statements that are asked for.

        Derived theorems that are not stored are searched for, with all stored theorems as premises; the theorems that
        the proofs found apply are then replayed, too.
        """
        kept, store = self.stored, self.evidence.store
        try:
            begun = [Replay(self.proof_sets, kept, jobs, self.ledger)] if whole else []
            self.derive_sets(lambda name: says(kept[name]) if name in kept else None)
            needed = needed_names(self.evidence, self.asked, self.derived)
            own = {stored["name"]: stored for v in self.derived for stored in v.theorems}
            claims = [c.by for i in self.asked for c in self.evidence.claims(i) if c.by]
            names = own.keys() if whole else dependency_closure(kept | own, [*needed, *claims])
            begun.append(Replay([*self.proof_sets, *self.derived], names, jobs, self.ledger))
            if whole and any(replay.forks.ends for replay in begun):
                precompute(self.evidence, own)
            for replay in begun:
                replay.into(store, progress)
            found = derive(store, self.derived, needed, jobs, progress, stated_by(self.proof_sets))
            below = dependency_closure(kept, [used for name in found for used in store.theorems[name].uses])
            Replay(self.proof_sets, below - store.theorems.keys(), 1, self.ledger).into(store, progress)
        except KernelError:  # the kernel rejects a stored proof: `search` finds out which
            self.search(jobs, None, progress)

    def search(self, jobs: int, executor: Executor | None, progress: Progress | None) -> None:
        """Establish all chapters and the theorems derived from them; search for proofs that are not stored."""
        store = self.evidence.store = ProofStore(ledger=self.ledger)
        ready = list(takewhile(lambda v: v.complete, self.proof_sets))
        try:
            names = {stored["name"] for v in ready for stored in v.theorems}
            Replay(ready, names, jobs, self.ledger).into(store, progress)
        except KernelError:  # `establish` says which
            store = self.evidence.store = ProofStore(ledger=self.ledger)
        for k, proof_set in enumerate(self.proof_sets):
            if not proof_set.paper:
                establish(store, proof_set, self.proof_sets[:k], progress)
        search_ahead(store, self.proof_sets, jobs, executor)
        establish_all(store, self.proof_sets, progress)
        self.derive_sets(lambda name: t.fact if (t := store.theorems.get(name)) else None)
        for proof_set in self.derived:
            try:
                names = {stored["name"] for stored in proof_set.theorems}
                Replay([*self.proof_sets, proof_set], names, jobs, self.ledger).into(store, progress)
            except KernelError as wrong:
                proof_set.refused(wrong)
        derive(store, self.derived, needed_names(self.evidence, self.asked, self.derived), jobs, progress)

    def derive_sets(self, fact_of: FactOf) -> None:
        """Set `derived` to the sets of theorems derived from the papers of the statements asked for."""
        self.derived = []
        modules: list[str] = []
        hints = sha256(POINTS.read_bytes()).hexdigest()
        found_by = {part: Searches([SEARCH, f"proofs.checking.{part}"], self.sources) for part in PARTS}
        for proof_set in self.proof_sets:
            modules.append(proof_set.name)
            paper = proof_set.paper
            if paper is None or not any(self.evidence.statements[i].paper == paper.key for i in self.asked):
                continue
            obligations = self.evidence.obligations[paper.key] = of_paper(paper)
            hypotheses = self.evidence.hypotheses[paper.key] = hypotheses_of(paper)
            parts: Mapping[str, Mapping[str, Write]] = {
                "definedness": obligations.proofs(),
                "refute": counterexample_searches(paper, fact_of),
                "models.vacuity": hypotheses.proofs() | given_counterexamples(paper),
            }
            for part, proofs in parts.items():
                name, searches = f"{paper.key}.{part.rpartition('.')[2]}", found_by[part]
                self.derived.append(
                    ProofSet(
                        name, searches.key(proof_set.name), self.cache, list(proofs), partial(dict, proofs),
                        after=tuple(modules), sources=searches.own_key(proof_set.name),
                        digest=searches.digest(proof_set.name), hints=hints,
                    )
                )  # fmt: skip
                self.ledger.trust(self.derived[-1])


def counterexample_searches(paper: Paper, fact_of: FactOf) -> dict[str, Write]:
    """Return the searches for counterexamples to claims without a proof, by the names of their theorems."""
    out: dict[str, Write] = {}
    for s in paper.statements.values():
        for form, claims in forms(s):
            for k, claim in enumerate(claims):
                fact = fact_of(claim.by) if claim.by else None
                if fact is not None and proves(fact, claim):
                    continue
                errata = errata_of(s, form, k)
                if any((e.by and calls_false(e)) or fails_at_point(e) for e in errata):
                    continue  # a proof of its negation, or a counterexample, is named
                search = next((e.search for e in errata if e.search), None)
                if claim.by and fact is None and search is None:
                    continue  # the failed proof is reported; no erratum says where to search
                out[counterexample_name(s.id, form, k)] = partial(counterexample, claim=claim, search=search)
    return out


def given_counterexamples(paper: Paper) -> dict[str, Write]:
    """Return the proofs that claims fail at the points that errata give, by the names of their theorems."""
    return {
        counterexample_name(s.id, form, k): partial(fail_at, claim=claim, values=e.at)
        for s in paper.statements.values()
        for form, claims in forms(s)
        for k, claim in enumerate(claims)
        for e in errata_of(s, form, k)
        if fails_at_point(e)
    }


def needed_names(evidence: Evidence, asked: Sequence[str], derived: Sequence[ProofSet]) -> set[str]:
    """Return the names of the derived theorems that belong to the statements asked for.

    A set of hypotheses contained in a larger one that holds at some point has no theorem of its own.
    """
    known = {n for v in derived for n in v.names}
    names = {n for n in known if n.partition("#")[0] in set(asked)}
    for s in (evidence.statements[i] for i in asked):
        of = evidence.obligations[s.paper].of
        names.update(name for formula in s.meant for name in of[formula])
        names.update(name for c in evidence.claims(s.id) for name in evidence.hypotheses[s.paper].names(c))
    return names & known


def precompute(evidence: Evidence, stored: Mapping[str, StoredTheorem]) -> None:
    """Fill the caches that the report will use, while other processes replay; no status is concluded from them.

    `stored` are the stored proofs of derived theorems.
    """
    sets = {name: claim for own in evidence.hypotheses.values() for name, claim in own.sets.items()}
    lines = {
        counterexample_name(s.id, form, k): claim
        for s in evidence.statements.values()
        for form, claims in forms(s)
        if form != "step"
        for k, claim in enumerate(claims)
    }
    for name, claim in (sets | lines).items():
        if name in stored:
            refutes(says(stored[name]), stored[name], claim)
    for p in evidence.papers:
        for s in p.statements.values():
            deque(warnings_of(s, p.notions, p.standing, (), {}), 0)  # memoises the notions that occur
        for c in p.constants:
            for shown in (c.needed_by, c.sharp_by, c.beyond):
                if shown is not None:
                    sentence(p.notions, shown)
