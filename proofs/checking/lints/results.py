"""The warnings of the lints about the results of a check.

Those about a statement are stored under a digest of all that they are computed from: the code, the statement, its
paper's notions and assumptions, and what the check found for its claims. So they are computed again only if one of
these has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import msgspec

from proofs.builder.paper import Paper
from proofs.checking.claims import instance_at
from proofs.checking.evidence import Evidence
from proofs.checking.lints.lints import places, warnings_across, warnings_of
from proofs.checking.refute import Instance, instance_of
from proofs.checking.report import LintWarning, Result
from proofs.checking.store.cache import Cache
from proofs.checking.store.digests import Digests, combined
from proofs.checking.store.sources import Sources, versions
from proofs.kernel.rules import Fact

LINTS = "proofs.checking.lints.lints"  # the warnings depend on this module and its imports


class Warned(msgspec.Struct):
    """The warnings of lints about a paper: by the id of a statement, or "" for those about several statements.

    `digests` has a digest of all that the warnings with a key depend on.
    """

    digests: dict[str, str]
    warnings: dict[str, list[LintWarning]]


def lint_results(evidence: Evidence, results: Iterable[Result], cache: Cache) -> Iterator[LintWarning]:
    """Yield the warnings about statements, alone and together."""
    results = list(results)
    asked, sources, found = {r.id for r in results}, Sources(()), dict[str, list[LintWarning]]()
    code, fixed = sources.key([LINTS], versions()), sources.reached([LINTS])
    for p in evidence.papers:
        own = [r for r in results if r.paper == p.key]
        if own:
            stored = _Stored(p, cache, Digests(LINTS, sources, fixed), code)
            statements = list(p.statements.values())
            together = (statements, p.notions, asked)
            shared = stored.warnings("", together, partial(warnings_across, *together))
            shared = [*shared, *unused_lemmas(evidence, p)]
            for r in own:
                given, inputs = lint_inputs(evidence, r)
                found[r.id] = [*stored.warnings(r.id, inputs, partial(warnings_of, *given))]
                found[r.id] += [w for w in shared if w.statement == r.id]
            stored.save()
    for r in results:
        yield from found[r.id]


class _Stored:
    """The stored warnings about a paper."""

    def __init__(self, paper: Paper, cache: Cache, digests: Digests, code: str) -> None:
        self.name, self.cache, self.digests, self.code = f"{paper.key}.lints", cache, digests, code
        self.before = cache.newest(self.name, Warned) or Warned({}, {})
        kept = self.before.digests.keys() & self.before.warnings.keys() & {"", *paper.statements}
        digests_kept = {key: digest for key, digest in self.before.digests.items() if key in kept}
        self.now = Warned(digests_kept, {key: w for key, w in self.before.warnings.items() if key in kept})

    def warnings(self, key: str, inputs: object, compute: Callable[[], Iterable[LintWarning]]) -> list[LintWarning]:
        """Return the warnings with a key: the stored ones, if they depend on the same."""
        digest = self.digests.digest((self.code, inputs))
        if self.now.digests.get(key) != digest:
            self.now.digests[key], self.now.warnings[key] = digest, list(compute())
        return self.now.warnings[key]

    def save(self) -> None:
        """Store the warnings, if some have changed."""
        if self.now != self.before:
            body = msgspec.json.encode(self.now)
            self.cache.write(self.name, combined(body).hex(), body)


def unused_lemmas(evidence: Evidence, paper: Paper) -> Iterator[LintWarning]:
    """Yield the warnings about theorems of a paper that are marked as usable and that no proof applies.

    Each is about the statement that the theorem proves, or else about the first statement of the paper.
    """
    applied = {name for t in evidence.store.theorems.values() for name in t.uses}
    owner = {c.by: s.id for s in paper.statements.values() for c in s.claims}
    for name in paper.marks:
        if name not in applied and paper.statements:
            what = f"{name} is marked as usable, and no proof applies it"
            yield LintWarning(owner.get(name, next(iter(paper.statements))), "unused-lemma", what)


def lint_inputs(evidence: Evidence, r: Result) -> tuple[tuple[Any, ...], object]:
    """Return the arguments of `warnings_of` for a statement, and all that they consist of."""
    s, paper, hypotheses = evidence.statements[r.id], evidence.by_key[r.paper], evidence.hypotheses[r.paper]
    named = list(zip(places(s), (x for x in r.lines if x.form != "defines"), strict=True))
    without_model = [where for (where, _), x in named if x.vacuous is None]
    for number, e in enumerate(s.errata, 1):
        if e.by and hypotheses.verdict_on(e.by, evidence.store.theorems).vacuous is not False:
            without_model.append(f"the theorem of erratum {number}")
    false_at, used = dict[str, Instance](), dict[str, Fact]()
    for (where, claim), x in named:
        theorem = evidence.theorem(x.theorem)
        if theorem is None:
            continue
        if x.status != "refuted":
            used[where] = theorem.fact
        elif "#" in theorem.name:
            false_at[where] = instance_of(theorem.kept)
        else:
            found = (instance_at(claim, e) for e in s.errata if e.by and e.by.by == theorem.name)
            false_at[where] = next(found, {})
    given = (s, paper.notions, paper.standing, without_model, false_at)
    hypotheses_used = {where: fact.hyps.keys() for where, fact in used.items()}
    return (*given, hypotheses_used), (given, [(where, *fact.hyps.values()) for where, fact in used.items()])
