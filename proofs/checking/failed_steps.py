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


def step_of(wrong: BaseException) -> Step | None:
    """Return the outermost failed step among the causes of an error."""
    seen: BaseException | None = wrong
    while seen is not None:
        if isinstance(seen, ProofError) and seen.step is not None:
            return seen.step
        seen = seen.__cause__
    return None


def explained(wrong: BaseException) -> str:
    """Lines for the end of an error message: an exact counterexample to the failed step, if found, and helpful facts.

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
    said = [] if found is None or found.status == "unknown" else [f"a counterexample to this step: {found.shown}"]
    return "".join(f"\n   {line}" for line in [*said, *islice(advice(step), HINTS)])
