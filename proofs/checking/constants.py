"""Constants of statements: the paper's value, the needed and the sharp one, each with the status of its claim."""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.builder.paper import Constant
from proofs.checking.evidence import Evidence
from proofs.checking.report import ConstantFound, Value
from proofs.checking.statuses import line_of
from proofs.checking.wording import sentence
from proofs.kernel.terms import Term


def constant_of(evidence: Evidence, c: Constant) -> tuple[ConstantFound, list[str]]:
    """Return the values of a constant, each with the status of the claim that gives it, and problems."""
    problems: list[str] = []

    def claimed(t: Term | None, claim: Claim | None) -> Value | None:
        if claim is None:
            return None if t is None else value_of(evidence, c.id, t)
        line, own = line_of(evidence, c.id, "printed", claim, 0)
        problems.extend(own)
        plain = value_of(evidence, c.id, claim.formula if t is None else t)
        said = sentence(evidence.notions(c.id), claim)
        return Value(plain.text, plain.latex, said, line.status, line.theorem, line.evidence)

    found = ConstantFound(
        c.id, c.statement, c.what, value_of(evidence, c.id, c.paper), claimed(c.needed, c.needed_by),
        claimed(c.sharp, c.sharp_by), claimed(None, c.beyond), c.note, c.comparison, c.ratio,
    )  # fmt: skip
    return found, problems


def value_of(evidence: Evidence, id: str, t: Term) -> Value:
    """Return a value that no claim is about."""
    notions = evidence.notions(id)
    return Value(notions.text(t), notions.latex(t), None, "unproved", None, {})
