"""Diagnostics for a failed proof step: a counterexample, and facts that would have helped."""

from __future__ import annotations

from itertools import islice

from proofs.builder.automation import around
from proofs.builder.chapter import Claim
from proofs.builder.hints import advice
from proofs.builder.proof import ProofError, Step
from proofs.checking.refute import refute_claim
from proofs.kernel.terms import KernelError

HINTS = 3
EFFORT = 2.0  # of the search for a step that was not found


def step_of(wrong: BaseException) -> Step | None:
    """Return the outermost failed step among the causes of an error."""
    seen: BaseException | None = wrong
    while seen is not None:
        if isinstance(seen, ProofError) and seen.step is not None:
            return seen.step
        seen = seen.__cause__
    return None


def explained(wrong: BaseException) -> str:
    """Return lines for the end of an error message: a counterexample, or that the search proves the step; hints.

    Empty for proofs without a finder: in tactics, failed steps are expected.
    """
    step = step_of(wrong)
    if step is None or step.proof.find is None:
        return ""
    given = [f.concl for f in around(step.proof, step.facts)]
    try:
        found = refute_claim(Claim(tuple(given), step.goal))
    except KernelError:  # two variables have one name
        found = None
    if found is not None and found.status != "unknown":
        said = [f"a counterexample to this step: {found.shown}"]
    else:
        said = ["p.prove(…) in place of p.have(…) proves this step"] if _is_found(step) else []
    return "".join(f"\n   {line}" for line in [*said, *islice(advice(step), HINTS)])


def _is_found(step: Step) -> bool:
    """Return whether the search proves a step with a small effort."""
    try:
        step.proof.prove(step.goal, *around(step.proof, step.facts), effort=EFFORT)
    except KernelError:
        return False
    return True
