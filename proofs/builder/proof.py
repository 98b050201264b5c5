"""The proof builder: a proof is a flat list of named facts, each derived by one rule and recorded for replay.

`Proof` inherits its methods from a chain of classes, each in its module: `Record` (steps and names), `Facts` (facts by
name or formula), `Arithmetic` and `Logic`, `SideConditions` (`have`, `positive`, …) and `Tactics` (`apply`,
`specialize`, …), and `Scopes` (`case`, `fix`, `obtain`). Only the kernel makes facts; the searches are untrusted.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from importlib import import_module

from proofs.builder.arithmetic import relevant
from proofs.builder.record import Named, ProofError, Step
from proofs.builder.scopes import Scopes
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.terms import Term
from proofs.language.display import text

__all__ = ["Named", "Proof", "ProofError", "Step", "Theory", "relevant", "text"]


class Proof(Scopes):
    """A proof under construction.

    Parameters
    ----------
    name
        The theorem's full name ("sums.sum_le"), unique in its theory.
    theory
        The earlier theorems, which the proof may use.
    earlier
        An index of the same theorems, which several proofs may share; by default a new one for the theory.

    Examples
    --------
    >>> from proofs.language.notation import *
    >>> x, = reals("x")
    >>> p = Proof("example.square_pos", Theory())
    >>> p.given(positive=0 < x)
    >>> fact = p.have(0 < x * x, "positive", label="square")
    >>> print(text(p.qed(fact).concl), [rule for rule, *_ in p.stored["steps"]])
    0 < x^2 ['assume', 'arith']
    """

    def prove(self, goal: Term | str, *using: Named, label: str | None = None, effort: float | None = None) -> Fact:
        """Prove a goal by the search of `lemmata prove`, from the facts named, or from all known facts.

        The search applies all its methods, and the earlier theorems of the paper that are marked as usable. The steps
        that it finds become steps of this proof, so that a replay does not search. `effort` is its budget, as in
        `lemmata prove`.

        >>> from proofs.language.notation import *
        >>> from proofs.search.certificate_theorems import theory
        >>> x, = reals("x")
        >>> p = Proof("example.prove", theory())
        >>> p.given(positive=0 < x)
        >>> print(text(p.prove(log(x) <= x - 1, "positive").concl))
        log(x) ≤ x - 1

        Raises
        ------
        ProofError
            if no proof is found with this effort.
        """
        step: Callable[..., Fact] = import_module("proofs.search.proof_step").step  # the search imports this package
        limits = {} if effort is None else {"effort": effort}
        return step(self, self.formula(goal), *using, label=label, **limits)

    def qed(self, fact: Named, statement: Term | None = None, given: Sequence[Term] | None = None) -> Fact:
        """Record the theorem. If a statement is given, the fact must state it, with no hypotheses besides `given`."""
        out = self._without_witnesses(self.get(fact))
        if out not in self.order:
            raise ProofError(f"{self.name} ends with a fact that another proof made")
        if statement is not None and out.concl is not statement:
            out = self.change(out, statement)
        hyps = list(out.hyps.values())
        if given is not None:
            allowed: dict[Hashable, Term] = {key(g): g for g in given}
            extra = [self._describe_assumption(h) for k, h in out.hyps.items() if k not in allowed]
            if extra:
                advice = "discharge it (`cases`, `generalize`, `discharge`, …), or list it among the claim's hypotheses"
                raise ProofError(f"{self.name} still assumes {'; '.join(extra)}: {advice}")
            hyps = [allowed[k] for k in out.hyps]
        self.stored = self.json(out, hyps)
        self.theory.record(self.name, out)
        return out
