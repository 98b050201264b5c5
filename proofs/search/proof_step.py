"""A step of a hand-written proof that the search finds; the steps it finds become steps of that proof."""

from __future__ import annotations

from collections.abc import Sequence

from proofs.builder.proof import Named, Proof, ProofError
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term
from proofs.language.display import text
from proofs.search.base.effort import METER, OutOfEffort, budget
from proofs.search.base.steps import Steps
from proofs.search.engine import Kind, Question, Search, budgets
from proofs.search.lemmas.own import lemmas_before
from proofs.search.sequences.forms import of_sequences
from proofs.search.table import TABLE
from proofs.search.worker_calls import EFFORT


def step(p: Proof, goal: Term, *using: Named, label: str | None = None, effort: float = EFFORT) -> Fact:
    """Prove a goal by the methods of `decide`, from the given facts, or from the hypotheses and all facts so far.

    The theory must contain the chapters that the methods use: `elementary`, and for sums, products and maxima also
    `sums`, `norms` and `inequalities`. A replay of the proof needs no search.

    Raises
    ------
    ProofError
        if no proof is found with this effort.

    Examples
    --------
    >>> from proofs.search.certificate_theorems import theory
    >>> from proofs.language.notation import *
    >>> n, = ints("n")
    >>> x, = vectors("x")
    >>> p = Proof("example.step", theory(of_sequences=True))
    >>> p.given(some=1 <= n, positive=every(lambda i: x(i) > 0, 1, n))
    >>> mean = sigma(lambda i: x(i), 1, n) ** 2 <= n * sigma(lambda i: x(i) ** 2, 1, n)
    >>> print(text(step(p, mean).concl))
    (Σ_{i=1}^{n} x_i)^2 ≤ n·(Σ_{i=1}^{n} x_i^2)
    """
    facts = [p.get(f) for f in using] if using else [*p.hypotheses.values(), *p.facts.values()]
    given = [f.concl for f in facts]
    at_hand, p.facts, finder, p.find = p.facts, {}, p.find, None  # the methods use only the given facts
    try:
        with budget(effort):
            found, _ = proved_in_rounds(p, given, goal, TABLE)
    except (KernelError, RecursionError, OutOfEffort) as wrong:
        place = f"{p.name}, {label}" if label else p.name
        raise ProofError(f"{place}: no proof found with effort {effort:g}: {text(goal)}") from wrong
    finally:
        p.facts, p.find = at_hand, finder
    return p.change(Steps(p).cut(found, facts), goal, label=label)


def proved_in_rounds(p: Proof, given: Sequence[Term], goal: Term, table: Sequence[Kind]) -> tuple[Fact, Search]:
    """Prove a goal in rounds with doubling budgets, until `OutOfEffort`; return the last search as well.

    Raises
    ------
    NotFound
        if no budget would help.
    """
    failed: dict[Question, int] = {}
    before = lemmas_before(p.theory)
    lemmas = before if before.lemmas else None
    for share in budgets(any(map(of_sequences, (*given, goal)))):
        cuts = METER.cuts
        search = Search(p, share, table, lemmas=lemmas, failed=failed)
        try:
            return search.prove(given, goal), search
        except (ValueError, ArithmeticError, RecursionError):  # KernelError among them
            if METER.cuts == cuts:
                raise
    raise AssertionError
