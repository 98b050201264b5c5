"""The evidence of a check: the papers, their replayed theorems, and the obligations and hypotheses of their claims.

The modules `statuses`, `definitions`, `errata` and `constants` compute all results from it; they change nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Paper, Statement
from proofs.builder.stored import StoredTheorem
from proofs.checking.claims import forms, owners, proves, rank
from proofs.checking.definedness import Obligations
from proofs.checking.definitions import defining_statements
from proofs.checking.models.vacuity import Hypotheses, claims_about
from proofs.checking.replay.chapters import statements
from proofs.checking.replay.establish import ProofStore, Replayed, Theorem
from proofs.checking.report import Support
from proofs.checking.store.digests import theorems_applied
from proofs.kernel.terms import Term
from proofs.language.display import Definition, Notions

R = TypeVar("R", bound=Replayed)


@dataclass
class Evidence:
    """The papers with their replayed theorems.

    `obligations` and `hypotheses` are those of each paper by key; `stored` are all stored proofs of the papers'
    theorems by name, replayed or not.
    """

    papers: Sequence[Paper]
    store: ProofStore = field(default_factory=ProofStore)
    obligations: dict[str, Obligations] = field(default_factory=dict)
    hypotheses: dict[str, Hypotheses] = field(default_factory=dict)
    stored: Mapping[str, StoredTheorem] = field(default_factory=dict)
    _support: dict[str, tuple[Support, ...]] = field(default_factory=dict, repr=False)

    @cached_property
    def by_key(self) -> Mapping[str, Paper]:
        """The papers by key."""
        return {p.key: p for p in self.papers}

    @cached_property
    def statements(self) -> Mapping[str, Statement]:
        """The statements of all papers by id."""
        return statements(self.papers)

    @cached_property
    def owner(self) -> Mapping[str, str]:
        """The statement that owns each theorem; steps may apply theorems that other statements own."""
        return owners(
            (s.id, rank(s.kind, form, bool(s.argued)), [claim.by for claim in claims if claim.by])
            for s in self.statements.values()
            for form, claims in forms(s)
            if form != "step"
        )

    @cached_property
    def definitions(self) -> Mapping[str, Mapping[Definition, str]]:
        """For each paper, the statement that defines each of its notions."""
        return {p.key: defining_statements(p) for p in self.papers}

    @cached_property
    def entries(self) -> Mapping[str, Erratum]:
        """The errata of the papers by name: "KS:lemma-1#2" for the second of a statement."""
        return {f"{s.id}#{k}": e for s in self.statements.values() for k, e in enumerate(s.errata, 1)}

    @cached_property
    def used_by(self) -> Mapping[str, Sequence[str]]:
        """For each statement, those whose stored proofs apply it, even if these proofs are not replayed."""
        out: dict[str, list[str]] = {}
        for s in self.statements.values():
            found: set[str] = set()
            claims = [*s.printed, *s.corrected] or s.steps
            work = [claim.by for claim in claims if claim.by and claim.by in self.stored]
            while work:
                name = work.pop()
                if name not in found:
                    found.add(name)
                    below = (u for u in theorems_applied(self.stored[name]) if u in self.stored)
                    work += [u for u in below if self.owner.get(u, s.id) == s.id]
            applied = (u for name in found for u in theorems_applied(self.stored[name]))
            for other in {self.owner[u] for u in applied if u in self.owner} - {s.id}:
                out.setdefault(other, []).append(s.id)
        return out

    @cached_property
    def seconds_of_derived(self) -> Mapping[str, float]:
        """For each statement, the seconds that its counterexamples and obligations took."""
        out: dict[str, float] = {}
        for name, theorem in self.store.theorems.items():
            statement, mark, _ = name.partition("#")
            if mark:
                out[statement] = out.get(statement, 0.0) + theorem.seconds
        return out

    def notions(self, id: str) -> Notions:
        """Return the notions of the paper of a statement or constant with this id."""
        return self.by_key[id.partition(":")[0]].notions

    def theorem(self, name: str | None) -> Theorem | None:
        """Return the replayed theorem of this name, if there is one."""
        return self.store.theorems.get(name or "")

    def claims(self, id: str) -> list[Claim]:
        """Return all claims about a statement, including those of its constants."""
        s = self.statements[id]
        return claims_about(self.by_key[s.paper], s)

    def support(self, name: str) -> tuple[Support, ...]:
        """Return the citations and argued steps of a theorem and of those below it."""
        return support_of(self.store.theorems, name, self._support)

    def is_proved(self, name: str | None, claim: Claim) -> bool:
        """Return whether the theorem of this name proves a claim without citations and argued steps."""
        theorem = self.theorem(name)
        return theorem is not None and proves(theorem.fact, claim) and not self.support(theorem.name)

    def theorems_of(self, names: Iterable[str], statement: str) -> list[Theorem]:
        """Return the theorems with these names, and those below them that belong to no other statement."""
        return own_theorems(self.store.theorems, self.owner, names, statement)

    def unmet_obligations(self, paper: str, given: tuple[Term, ...], formula: Term) -> list[str]:
        """Return the names of the obligations of a formula that no replayed theorem meets."""
        own = self.obligations[paper]
        return [n for n in own.of[given, formula] if not self.is_proved(n, own.claims[n])]


def support_of(
    theorems: Mapping[str, Replayed], name: str, known: dict[str, tuple[Support, ...]]
) -> tuple[Support, ...]:
    """Return the citations and argued steps of a theorem and of those below it; `known` caches them by name."""
    if name not in known:
        theorem = theorems[name]
        own = [Support("cited", what, name) for what in theorem.cited]
        own += [Support("argued", what, name) for what in theorem.argued]
        below = [s for used in theorem.uses for s in support_of(theorems, used, known)]
        known[name] = tuple(dict.fromkeys([*own, *below]))
    return known[name]


def owned_below(theorems: Mapping[str, Replayed], owner: Mapping[str, str], name: str) -> set[str]:
    """Return the nearest theorems below one that belong to statements."""
    found, work = set[str](), list(theorems[name].uses)
    while work:
        used = work.pop()
        if used in owner:
            found.add(used)
        else:
            work += theorems[used].uses
    return found


def own_theorems(theorems: Mapping[str, R], owner: Mapping[str, str], names: Iterable[str], statement: str) -> list[R]:
    """Return the theorems with these names, and those below them that belong to no other statement."""
    found: dict[str, R] = {}
    work = list(names)
    while work:
        name = work.pop()
        if name not in found:
            found[name] = theorems[name]
            work += [u for u in found[name].uses if owner.get(u, statement) == statement]
    return list(found.values())


def count_evidence(theorems: Iterable[Replayed]) -> dict[str, int]:
    """Return the number of steps of theorems by kind of evidence."""
    out: dict[str, int] = {}
    for theorem in theorems:
        for kind, count in theorem.evidence.items():
            out[kind] = out.get(kind, 0) + count
    return out
