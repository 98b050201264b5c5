"""The door: `decide`, `prove` and `refute`."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Unpack

from proofs.decide.answer import Answer, answered
from proofs.decide.calling import TIMEOUT, Limits
from proofs.decide.question import Formula
from proofs.running.workers import MEMORY

if TYPE_CHECKING:
    from proofs.writing.chapter import Claim
    from proofs.writing.paper import Search


def decide(
    goal: Formula | Sequence[Formula],
    given: Formula | Sequence[Formula] = (),
    *,
    integers: Collection[str] = (),
    timeout: float = TIMEOUT,
    memory: int = MEMORY,
    precision: int | None = None,
) -> Answer:
    """Whether the goal holds for all real values of its variables under the hypotheses.

    Parameters
    ----------
    goal, given
        Each text (see `proofs.language.parse`), a relation among the kernel's terms, or a SymPy relation; or a list
        of such, which are to hold together. A hypothesis "integer n" declares an integer. What SymPy assumes of its
        symbols (integer, real, a sign) becomes a hypothesis, too; entries A[1], A[2] of an IndexedBase are variables,
        real if nothing else is said of it, and sums between numbers are written out. Of sums, products and maxima of
        symbolic length it is decided whether the goal holds for all sizes and all entries.
    integers
        Further names of integers.
    timeout
        Seconds for the search, from when its process is ready. A step that looks at no clock is ended a little later.
    memory
        Bytes of address space that the search may use.
    precision
        Bits of the last precision that balls are computed with, if those usual (up to 2048) are too few or too many.

    Raises
    ------
    ParseError
        for text that is not understood, and names that stand for two things.
    TranslationError
        for a SymPy relation that is not understood, or that SymPy has already evaluated.
    UndefinedError
        if a term of the question is undefined at a point that satisfies the hypotheses.
    """
    limits: Limits = {"timeout": timeout, "memory": memory, "precision": precision}
    return answered(goal, given, integers, ("counterexample", "proof"), **limits)


def prove(
    goal: Formula | Sequence[Formula],
    given: Formula | Sequence[Formula] = (),
    *,
    integers: Collection[str] = (),
    **limits: Unpack[Limits],
) -> Answer:
    """As `decide`, with the same limits, but looking for a proof only."""
    return answered(goal, given, integers, ("proof",), **limits)


def refute(
    goal: Formula | Sequence[Formula] | Claim,
    given: Formula | Sequence[Formula] = (),
    *,
    integers: Collection[str] = (),
    search: Search | None = None,
    **limits: Unpack[Limits],
) -> Answer:
    """As `decide`, with the same limits, but looking for a counterexample only.

    The goal may also be a claim of the library, with its own hypotheses, symbolic sizes and functions; `search` says
    where to look for a counterexample to it.

    >>> from proofs import refute
    >>> refute("exp(x) <= 1 + x + x**2", "x >= 0").counterexample
    {'x': Fraction(2, 1)}
    """
    from proofs.writing.chapter import Claim

    if isinstance(goal, Claim):
        return _claim_refuted(goal, search)
    return answered(goal, given, integers, ("counterexample",), **limits)


def _claim_refuted(claim: Claim, search: Search | None) -> Answer:
    """The answer about a claim of the library."""
    from proofs.decide.settle import value
    from proofs.judging.refute import refute_claim

    start = time.monotonic()
    found = refute_claim(claim, search)
    point = None if found.instance is None else {v.args[0]: value(x) for v, x in found.instance.items()}
    return Answer(
        found.status,
        (claim.shows,),
        claim.given,
        certificate=() if found.stored is None else (found.stored,),
        evidence=found.evidence,
        counterexample=point,
        failing=None if point is None else claim.shows,
        tried={"instances": found.tried},
        seconds=time.monotonic() - start,
    )
