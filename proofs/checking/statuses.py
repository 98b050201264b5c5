"""Statuses: the lines of a statement, each with its status, and the result for the statement.

Every function computes its result from the evidence alone. Those of lines and results also return problems: defects
in how the statement is written down, in words.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from proofs.builder.chapter import Claim
from proofs.builder.paper import Statement
from proofs.checking.claims import (
    calls_false,
    counterexample_name,
    errata_of,
    fails_at_point,
    forms,
    instance_at,
    proves,
)
from proofs.checking.evidence import Evidence, count_evidence
from proofs.checking.lints.tautology import is_tautology
from proofs.checking.models.vacuity import Verdict
from proofs.checking.refute import Instance, instance_of, refutes, shown
from proofs.checking.replay.establish import Theorem
from proofs.checking.report import Form, Line, Result, Saying, Support
from proofs.checking.status import ORDER, FormStatus, prints_hold
from proofs.checking.wording import worded
from proofs.kernel.normal import key
from proofs.kernel.terms import Term, negation, substitute
from proofs.language.display import Notions

Problems = list[str]
FEW = 4  # the hypotheses that a message about an obligation repeats; of more, it gives the number


def worst(statuses: Iterable[FormStatus]) -> FormStatus:
    """Return the worst of the statuses; `unproved` if there is none.

    >>> worst(["proved", "unproved", "defined"]), worst([])
    ('unproved', 'unproved')
    """
    return min(statuses, key=ORDER.index, default="unproved")


def line_of(evidence: Evidence, id: str, form: Form, claim: Claim, position: int) -> tuple[Line, Problems]:
    """Return a claim of a statement or constant as a line with its status, and problems."""
    status = proof_status(evidence, claim)
    by = claim.by if status != "unproved" else None
    steps = count_evidence(evidence.theorems_of([by], id)) if by else {}
    at = None
    refutation = find_refutation(evidence, id, form, claim, position)
    if refutation is not None:
        found, at = refutation
        status, by = "refuted", found.name
        steps = dict(found.evidence) if "#" in by else count_evidence(evidence.theorems_of([by], id))
    key_of_paper = id.partition(":")[0]
    verdict = evidence.hypotheses[key_of_paper].verdict_on(claim, evidence.store.theorems)
    failure = proof_failure(evidence, claim, position)
    problems = [failure] if failure and claim.by not in evidence.store.open else []
    s, name = evidence.statements.get(id), counterexample_name(id, form, position)
    if s and any(map(fails_at_point, errata_of(s, form, position))) and name in evidence.store.open:
        problems.append(f"the counterexample to line {position + 1} is not confirmed: {evidence.store.open[name]}")
    if verdict.vacuous and status not in ("unproved", "refuted"):
        problems.append(f"the hypotheses of line {position + 1} contradict each other")
    if form == "corrected" and is_tautology(claim):
        problems.append(f"the corrected line {position + 1} is a tautology")
    line = Line(
        form, _saying(evidence, key_of_paper, claim, verdict), status, by, steps, at,
        claimed_status(evidence.statements.get(id), form, claim, position), failure,
        False if status == "refuted" else verdict.vacuous,  # where it fails, its hypotheses hold
    )  # fmt: skip
    return line, problems


def _saying(evidence: Evidence, paper: str, claim: Claim, verdict: Verdict | None = None) -> Saying:
    """Return the wording of a claim, which is computed when it is first needed."""
    point = verdict.shown if verdict else None
    notions, definitions = evidence.by_key[paper].notions, evidence.definitions[paper]
    return Saying(
        lambda: worded(notions, claim, point, definitions),
        lambda: (claim, point() if point else "", notions.definitions, notions.letters, definitions),
    )


def proof_status(evidence: Evidence, claim: Claim) -> FormStatus:
    """Return the status that the theorem of a claim gives it, counterexamples aside."""
    theorem = evidence.theorem(claim.by)
    if theorem is None or not proves(theorem.fact, claim):
        return "unproved"
    kinds = {s.kind for s in evidence.support(theorem.name)}
    return "incomplete" if kinds - {"cited"} else "proved modulo cited" if kinds else "proved"


def proof_failure(evidence: Evidence, claim: Claim, position: int) -> str | None:
    """Return why the theorem that a claim names does not prove it, in words; None if it does, or none is named."""
    theorem = evidence.theorem(claim.by)
    if theorem is not None:
        failed = f"the theorem {claim.by} does not say what line {position + 1} says"
        return None if proves(theorem.fact, claim) else failed
    if claim.by in evidence.store.open:
        return f"{claim.by} has no proof: {evidence.store.open[claim.by]}"
    return f"there is no theorem {claim.by}" if claim.by else None


def find_refutation(evidence: Evidence, id: str, form: Form, claim: Claim, position: int) -> tuple[Theorem, str] | None:
    """Return a theorem that refutes a claim, and the counterexample in words; None if there is none."""
    false = evidence.theorem(counterexample_name(id, form, position))
    if false is not None and refutes(false.fact, false.kept, claim):
        return false, shown(claim, instance_of(false.kept))
    negated = find_negation(evidence, id, form, claim, position)
    if negated is None:
        return None
    theorem, instance = negated
    return theorem, shown(claim, instance) if instance else f"its negation is {theorem.name}"


def find_negation(
    evidence: Evidence, id: str, form: Form, claim: Claim, position: int
) -> tuple[Theorem, Instance] | None:
    """Return a theorem that an erratum names and that is the negation of a claim at some values of its variables."""
    s = evidence.statements.get(id)  # None if it is a constant
    for e in errata_of(s, form, position) if s else ():
        theorem = evidence.theorem(e.by.by) if e.by and calls_false(e) else None
        if theorem is None or evidence.support(theorem.name) or theorem.fact.hyps:
            continue
        instance = instance_at(claim, e)
        if key(theorem.fact.concl) == key(negation(substitute(claim.formula, instance))):
            return theorem, instance
    return None


def claimed_status(s: Statement | None, form: Form, claim: Claim, position: int) -> Literal["proved", "refuted"] | None:
    """Return the status of a claim according to the paper's module: proved by its theorem, or false."""
    if s and any(calls_false(e) for e in errata_of(s, form, position)):
        return "refuted"
    return "proved" if claim.by else None


def definition_line(evidence: Evidence, s: Statement, t: Term) -> Line:
    """Return the line of a defined term: its status is `defined` if each of its obligations is proved."""
    needed = evidence.obligations[s.paper].of[s.given, t]
    theorems = [found for n in needed if (found := evidence.theorem(n)) is not None]
    status: FormStatus = "unproved" if evidence.unmet_obligations(s.paper, s.given, t) else "defined"
    return Line("defines", _saying(evidence, s.paper, Claim((), t)), status, None, count_evidence(theorems))


def form_statuses(
    s: Statement, printed: list[Line], corrected: list[Line], defines: list[Line], steps: list[Line]
) -> tuple[FormStatus, FormStatus | None, FormStatus, list[Line]]:
    """Return the statuses of the printed, the corrected and the used form, and the lines that give the last."""
    as_printed = worst(x.status for x in (*printed, *defines)) if printed or defines or not steps else "incomplete"
    as_corrected = worst(x.status for x in corrected) if corrected else None
    both = as_corrected is not None and prints_hold(as_printed, as_corrected, bool(printed))
    counted = [*printed, *corrected] if both else corrected or [*printed, *defines]
    used = worst(x.status for x in counted) if both else as_corrected or as_printed
    if s.argued and used in ("proved", "proved modulo cited", "defined"):
        used = "incomplete"
    return as_printed, as_corrected, used, counted


def result_of(evidence: Evidence, s: Statement) -> tuple[Result, Problems]:
    """Return the result for a statement, and problems."""
    judged = {form: [line_of(evidence, s.id, form, c, k) for k, c in enumerate(claims)] for form, claims in forms(s)}
    problems = [what for pairs in judged.values() for _, own in pairs for what in own]
    for name in evidence.hypotheses[s.paper].points_of(s.id) if s.holds_at else ():
        if evidence.theorem(name) is None:
            problems.append(f"holds_at: {evidence.store.open.get(name, 'the hypotheses are not shown to hold there')}")
    printed, corrected, steps = ([line for line, _ in pairs] for pairs in judged.values())
    defines = [definition_line(evidence, s, t) for t in s.defines]
    lines = (*printed, *corrected, *steps, *defines)
    as_printed, as_corrected, used, counted = form_statuses(s, printed, corrected, defines, steps)
    bad = next((k for k, x in enumerate(lines) if any(x is y for y in counted) and x.status == used), None)
    own = evidence.theorems_of((x.theorem for x in lines if x.theorem), s.id)
    rests = [x for line in counted if line.theorem for x in evidence.support(line.theorem)]
    if s.argued:
        rests.append(Support("argued", s.argued, None))
    proved = [*printed, *corrected] or ([] if s.defines else steps)
    seconds = sum(t.seconds for t in own) + evidence.seconds_of_derived.get(s.id, 0.0)
    result = Result(
        s.id, s.paper, s.kind, s.section, s.says, s.index, s.equations, as_printed, as_corrected, used,
        count_evidence(own), tuple(dict.fromkeys(rests)), seconds, bad, lines, used_statements(evidence, s.id, proved),
        open_obligations(evidence, s), s.cites, s.narrower,
    )  # fmt: skip
    return result, problems


def used_statements(evidence: Evidence, id: str, lines: Iterable[Line]) -> tuple[str, ...]:
    """Return the ids of the statements whose theorems the proofs of these lines apply.

    A claim under the equations of a recursive sequence depends on the statement that defines the sequence.
    """
    proofs = evidence.theorems_of((x.theorem for x in lines if x.theorem), id)
    names = {t.name for t in proofs}
    used = {evidence.owner[u] for t in proofs for u in t.uses if u not in names and u in evidence.owner}
    s = evidence.statements[id]
    recursions = evidence.by_key[s.paper].defined_by
    used |= {recursions[g].statement for c in s.claims for g in c.given if g in recursions} - {id}
    return tuple(i for i in evidence.statements if i in used)


def open_obligations(evidence: Evidence, s: Statement) -> tuple[str, ...]:
    """Return the obligations of a statement's formulas that are not proved, in words."""
    claims, notions = evidence.obligations[s.paper].claims, evidence.notions(s.id)
    names = [n for given, formula in s.meant for n in evidence.unmet_obligations(s.paper, given, formula)]
    return tuple(dict.fromkeys(_obligation(notions, claims[n]) for n in names))


def _obligation(notions: Notions, claim: Claim) -> str:
    """Return an obligation in words; of many hypotheses, only their number."""
    if len(claim.given) <= FEW:
        return worded(notions, claim).text
    return f"{worded(notions, Claim((), claim.shows)).text}, under the {len(claim.given)} hypotheses"
