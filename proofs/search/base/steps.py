"""Steps of a proof under construction: rules of the kernel, and short combinations of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proofs.builder.proof import Proof
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term


class Steps:
    """Rules applied in a proof under construction, whose theory must contain the chapter `elementary`."""

    def __init__(self, p: Proof) -> None:
        self.p = p

    def run(self, rule: str, *args: Any) -> Fact:
        """Apply a rule of the kernel."""
        return self.p.rule(rule, *args)

    def cut(self, fact: Fact, sides: Sequence[Fact]) -> Fact:
        """Return the fact without the hypotheses that the side facts prove."""
        for side in sides:
            if key(side.concl) in fact.hyps:
                fact = self.run("mp", self.run("discharge", side.concl, fact), side)
        return fact

    def detached(self, out: Fact, given: Sequence[Term]) -> Fact:
        """Derive B under the hypotheses `given` from a fact given → B."""
        for g in given:
            out = self.run("mp", out, self.run("assume", g))
        return out
