"""A step of a proof that is written by hand, found by the methods: what they found are steps of that proof."""

from __future__ import annotations

import time

from proofs.decide.base.failures import OutOfTime
from proofs.decide.calling import TIMEOUT
from proofs.decide.methods import TABLE
from proofs.decide.search import Search
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term
from proofs.language.display import text
from proofs.writing.proof import Named, Proof, ProofError


def step(p: Proof, label: str | None, goal: Term, *using: Named, timeout: float = TIMEOUT) -> Fact:
    """A goal by the methods of `decide`, from the named facts, or else from what is at hand and what the claim assumes.

    The theory must hold the chapters that the methods take theorems from: `elementary`, and for sums, products and
    maxima `sums`, `norms` and `inequalities`, too. A replay of the proof searches nothing.

    Raises
    ------
    ProofError
        if no proof is found in time.

    Examples
    --------
    >>> from proofs.decide.library import theory
    >>> from proofs.language.notation import *
    >>> n, = ints("n")
    >>> x, = vectors("x")
    >>> p = Proof("example.step", theory(of_sequences=True))
    >>> p.given(some=1 <= n, positive=every(lambda i: x(i) > 0, 1, n))
    >>> mean = sigma(lambda i: x(i), 1, n) ** 2 <= n * sigma(lambda i: x(i) ** 2, 1, n)
    >>> print(text(step(p, "mean", mean).concl))
    (Σ_{i=1}^{n} x_i)^2 ≤ n·(Σ_{i=1}^{n} x_i^2)
    """
    facts = [p.get(f) for f in using] if using else [*p.hypotheses.values(), *p.facts.values()]
    search = Search(p, time.monotonic() + timeout, TABLE)
    at_hand, p.facts, finder, p.find = p.facts, {}, p.find, None  # the methods use what they are handed
    try:
        found = search.cut(search.prove([f.concl for f in facts], goal), facts)
    except (KernelError, OutOfTime, RecursionError) as wrong:
        tried = ", ".join(search.tried) or "nothing"
        raise ProofError(f"{p.name}, {label}: not found by {tried}: {text(goal)}") from wrong
    finally:
        p.facts, p.find = at_hand, finder
    return p.restate(label, found, goal)
