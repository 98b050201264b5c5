"""Lemmas of a user's papers, as plain data for a worker process, which proves them again.

The proofs come from the cache of the check, or are made now. The worker replays them, with those of the theorems on
which they depend, and trusts nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from proofs.builder.chapter import MARKS, Chapter, Mark
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.store import Json, Writer, read_terms, replay
from proofs.kernel.terms import require
from proofs.search.base.lemma import Index, Lemma
from proofs.search.certificate_theorems import SEQUENCES, WAVES, theory

ADMITTED = ("cited", "argued")  # kinds of provenance that a lemma must not have


@dataclass(frozen=True)
class OwnLemmas:
    """The lemmas of a user's papers.

    Attributes
    ----------
    lemmas
        The lemmas.
    facts
        Their statements, and those of the theorems on which they depend, except the library's that all questions use.
    stored
        The proofs of these statements.
    certified
        The names of those that depend on ball arithmetic.
    """

    lemmas: Index = field(default_factory=lambda: Index(()))
    facts: dict[str, Fact] = field(default_factory=dict)
    stored: dict[str, Json] = field(default_factory=dict)
    certified: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.lemmas.lemmas)

    def used(self, certificate: Iterable[Json]) -> tuple[str, ...]:
        """Return the names of the lemmas that theorems of a certificate apply directly."""
        names = {
            args[0]
            for t in certificate
            if t["name"] not in self.stored
            for rule, *args in t["steps"]
            if rule == "theorem"
        }
        return tuple(lemma.name for lemma in self.lemmas.lemmas if lemma.name in names)


def own_lemmas(using: Sequence[str | Chapter]) -> Json:
    """Return the lemmas of papers, given as files, modules or chapters, as plain data.

    These are the theorems marked as usable, or all theorems of a paper that marks none.

    Raises
    ------
    ChapterError
        if a paper cannot be found or imported, or if none of its theorems can be used.
    """
    from proofs.checking.check import check
    from proofs.checking.replay.chapters import load_proof_sets
    from proofs.checking.replay.establish import dependency_closure
    from proofs.checking.store.cache import Cache, alone, default_folder
    from proofs.checking.store.chapter_contents import ChapterError, imported
    from proofs.checking.user_papers import chapters_for, module_of

    modules = [module_of(x) if isinstance(x, str) else x.module for x in using]
    chapters, cache = chapters_for(modules), Cache(default_folder())
    proof_sets = load_proof_sets(chapters, cache)
    problems: Sequence[str] = ()
    if not all(v.complete for v in proof_sets):
        problems = check(chapters=chapters, cache=cache).problems
        proof_sets = load_proof_sets(chapters, cache)
    stored = {t["name"]: t for v in proof_sets for t in v.theorems}
    marks = dict[str, Mark]()
    for module in modules:
        chapter = imported(module)
        marks |= chapter.marks or dict.fromkeys(chapter.proofs, Mark())
    admitting = {name for name, t in stored.items() if any(step[0] in ("cite", "argue") for step in t["steps"])}
    below = {name: dependency_closure(stored, [name]) for name in marks if name in stored}
    usable = {name: marks[name] for name, names in below.items() if names.isdisjoint(admitting)}
    if not usable:
        why = "; ".join(problems[:1]) or "a lemma has to be proved, without a citation or a gap"
        raise ChapterError(f"no theorem of {', '.join(modules)} can be used: {why}")
    needed = set[str]().union(*(below[name] for name in usable))
    writer = Writer()
    lemmas = [[name, [writer.term(t) for t in m.trigger], m.new, m.rest] for name, m in usable.items()]
    theorems = [alone(t) for n, t in stored.items() if n in needed and n.partition(".")[0] not in (*SEQUENCES, *WAVES)]
    return {"theorems": theorems, "lemmas": lemmas, "terms": writer.rows}


def read_own(plain: Json) -> OwnLemmas:
    """Replay the theorems that `own_lemmas` wrote, and return the lemmas."""
    if not plain:
        return OwnLemmas()
    known, facts, certified = theory(of_sequences=True, of_waves=True), dict[str, Fact](), set[str]()
    for stored in plain["theorems"]:
        fact = replay(known, stored)
        require(not any(kind in ADMITTED for kind, _ in fact.provenance), "a lemma must not admit anything:", fact)
        name = stored["name"]
        facts[name] = known.facts[name] = fact
        if any(kind == "certified" or (kind == "uses" and of in certified) for kind, of in fact.provenance):
            certified.add(name)
    terms = read_terms(plain["terms"])
    lemmas = [
        Lemma(name, known.facts[name], tuple(terms[k] for k in trigger), new, rest)
        for name, trigger, new, rest in plain["lemmas"]
    ]
    return OwnLemmas(Index(lemmas), facts, {t["name"]: t for t in plain["theorems"]}, frozenset(certified))


def lemmas_before(known: Theory) -> Index:
    """Return the marked theorems of a theory, except those of the library that all questions use."""
    return Index(
        [
            Lemma(name, known.facts[name], MARKS[name].trigger, MARKS[name].new, MARKS[name].rest)
            for name in known.facts  # only the marked ones are read
            if name in MARKS and name.partition(".")[0] not in SEQUENCES
        ]
    )
