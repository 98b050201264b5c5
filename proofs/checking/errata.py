"""The register of errata: the entries of a statement, and what confirms each."""

from __future__ import annotations

from functools import partial

from proofs.builder.paper import Erratum, Statement
from proofs.checking.claims import calls_false
from proofs.checking.evidence import Evidence
from proofs.checking.report import Finding, Line, Result, ShownBy
from proofs.checking.status import STANDS


def findings_of(evidence: Evidence, s: Statement, result: Result) -> tuple[list[Finding], list[str]]:
    """Return the errata of a statement, those of the paper and refuted lines without an entry; and problems."""
    same = partial(Finding, s.id, s.paper, s.section, s.index, s.equations)
    used_by = tuple(evidence.used_by.get(s.id, ()))
    out, problems = list[Finding](), list[str]()
    for number, e in enumerate(s.errata, 1):
        lines = [x for x in result.lines if x.form == ("step" if e.defect == "step" else "printed")]
        about = e.search or e.defect not in ("gap", "typo")
        line = lines[e.claim] if about and e.claim < len(lines) else None
        if line and line.status in STANDS and e.defect not in ("gap", "typo"):
            problems.append(f"the erratum is about line {e.claim + 1}, which is proved as printed")
        shown_by = confirmation(evidence, e, line)
        at = line.counterexample if line and shown_by == "counterexample" else None
        name, first = f"{s.id}#{number}", first_entry(evidence, e)
        if first is None:
            problems.append(f"the erratum is said to be the same as {e.same_as}, which is no other entry")
        out.append(same(e.defect, e.what, at, used_by, e.claim if line else None, shown_by, name, first or ""))
    entered = {e.claim for e in s.errata if e.defect != "step"}
    for k, line in enumerate(x for x in result.lines if x.form == "printed"):
        if line.status == "refuted" and k not in entered:
            what, name = f"line {k + 1} does not hold as printed", f"{s.id}#{len(out) + 1}"
            out.append(same("false", what, line.counterexample, used_by, k, "counterexample", name))
    return out, problems


def first_entry(evidence: Evidence, e: Erratum) -> str | None:
    """Return the name of the entry that an erratum repeats, directly or through others; None if there is none."""
    name, seen = e.same_as, set[str]()
    while name:
        if name in seen or name not in evidence.entries:
            return None
        seen.add(name)
        if not evidence.entries[name].same_as:
            break
        name = evidence.entries[name].same_as
    return name


def confirmation(evidence: Evidence, e: Erratum, line: Line | None) -> ShownBy:
    """Return what confirms an erratum: a counterexample to the claim that it calls false, or the theorem it names.

    It is "nothing" if a required check failed, and "reading" if the erratum requires no check.
    """
    refuted = line is not None and line.status == "refuted"
    if e.by is None:
        return "reading" if not calls_false(e) else "counterexample" if refuted else "nothing"
    if calls_false(e):
        return "theorem" if refuted and line and line.theorem == e.by.by else "nothing"
    return "theorem" if evidence.is_proved(e.by.by, e.by) else "nothing"
