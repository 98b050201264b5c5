"""The warnings of the lints about the results of a check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from proofs.builder.paper import Paper
from proofs.checking.claims import instance_at
from proofs.checking.evidence import Evidence
from proofs.checking.lints.lints import places, warnings_across, warnings_of
from proofs.checking.refute import instance_of
from proofs.checking.report import LintWarning, Result


def lint_results(evidence: Evidence, results: Iterable[Result]) -> Iterator[LintWarning]:
    """Yield the warnings about statements, alone and together."""
    results = list(results)
    asked, papers = {r.id for r in results}, {r.paper for r in results}
    shared = [
        w for p in evidence.papers if p.key in papers
        for w in warnings_across(p.statements.values(), p.notions, asked)
    ]  # fmt: skip
    shared += [w for p in evidence.papers if p.key in papers for w in unused_lemmas(evidence, p)]
    for r in results:
        yield from lint_result(evidence, r)
        yield from (w for w in shared if w.statement == r.id)


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


def lint_result(evidence: Evidence, r: Result) -> Iterator[LintWarning]:
    """Yield the warnings about a single statement."""
    s, paper, hypotheses = evidence.statements[r.id], evidence.by_key[r.paper], evidence.hypotheses[r.paper]
    named = list(zip(places(s), (x for x in r.lines if x.form != "defines"), strict=True))
    without_model = [where for (where, _), x in named if x.vacuous is None]
    for number, e in enumerate(s.errata, 1):
        if e.by and hypotheses.verdict_on(e.by, evidence.store.theorems).vacuous is not False:
            without_model.append(f"the theorem of erratum {number}")
    false_at, used = {}, {}
    for (where, claim), x in named:
        theorem = evidence.theorem(x.theorem)
        if theorem is None:
            continue
        if x.status != "refuted":
            used[where] = theorem.fact.hyps.keys()
        elif "#" in theorem.name:
            false_at[where] = instance_of(theorem.kept)
        else:
            found = (instance_at(claim, e) for e in s.errata if e.by and e.by.by == theorem.name)
            false_at[where] = next(found, {})
    yield from warnings_of(s, paper.notions, paper.standing, without_model, false_at, used)
