"""The entry points `decide`, `prove` and `refute`."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Unpack

from proofs.search.answer import Answer, answered
from proofs.search.question import Formula
from proofs.search.worker_calls import EFFORT, Limits
from proofs.workers.pool import MEMORY

if TYPE_CHECKING:
    from proofs.builder.chapter import Chapter, Claim
    from proofs.builder.paper import Search
    from proofs.kernel.store import Json


def decide(
    goal: Formula | Sequence[Formula],
    given: Formula | Sequence[Formula] = (),
    *,
    integers: Collection[str] = (),
    using: Sequence[str | Chapter] = (),
    effort: float = EFFORT,
    timeout: float | None = None,
    memory: int = MEMORY,
    precision: int | None = None,
) -> Answer:
    """Decide whether the goal holds for all real values of its variables under the hypotheses.

    Parameters
    ----------
    goal, given
        Text (see `proofs.language.parse`), a relation between the kernel's terms, or a SymPy relation; or a list of
        these, as a conjunction. A hypothesis "integer n" declares an integer. SymPy's assumptions about symbols
        (integer, real, a sign) become hypotheses, too. Entries A[1], A[2] of an IndexedBase are variables, real unless
        declared otherwise, and sums between numbers are expanded. With sums, products and maxima of symbolic length,
        the question is whether the goal holds for all sizes and all entries.
    integers
        Further names of integers.
    using
        Chapters or papers of your own, or the names of their files or modules: the search may apply their theorems,
        those marked as usable if any are marked (`Chapter.usable`). The answer names those that it applies.
    effort
        The budget of the search, in counted work: 1 is about a second of one processor. The answer depends on nothing
        else, and what is answered with some effort is answered with more effort as well, by the same certificate.
    timeout
        Seconds after which the search is stopped whatever is left of its budget; an answer that was stopped says so.
        The default is ten times what the effort takes on a quiet machine, and at least two minutes.
    memory
        Bytes of address space that the search may use.
    precision
        The highest precision of ball arithmetic in bits, if the default (up to 2048) is too low or too high.

    Raises
    ------
    ParseError
        for text that is not understood, and names that denote two things.
    TranslationError
        for a SymPy relation that is not understood, or that SymPy has already evaluated.
    UndefinedError
        if a term of the question is undefined at a point that satisfies the hypotheses.
    ChapterError
        if a paper in `using` cannot be found or imported, or has no theorem that can be used.

    >>> from proofs import decide
    >>> print(decide("2 <= x + 1/x", ["x > 0"]))
    proved: for real x with x > 0: 2 <= x + 1/x
       the hypotheses hold at x = 1
    >>> decide("2 < x + 1/x", ["x > 0"]).counterexample
    {'x': Fraction(1, 1)}
    """
    limits: Limits = {"effort": effort, "timeout": timeout, "memory": memory, "precision": precision}
    return answered(goal, given, integers, ("counterexample", "proof"), lemmas_of(using), **limits)


def prove(
    goal: Formula | Sequence[Formula],
    given: Formula | Sequence[Formula] = (),
    *,
    integers: Collection[str] = (),
    using: Sequence[str | Chapter] = (),
    **limits: Unpack[Limits],
) -> Answer:
    """Search for a proof only; parameters and limits are those of `decide`.

    >>> from proofs import prove
    >>> prove("x**2 + y**2 >= 2*x*y").answer
    'proved'
    """
    return answered(goal, given, integers, ("proof",), lemmas_of(using), **limits)


def lemmas_of(using: Sequence[str | Chapter]) -> Json:
    """Return the lemmas of papers as plain data; None if there are no papers."""
    if not using:
        return None
    from proofs.search.lemmas.own import own_lemmas

    return own_lemmas(using)


def refute(
    goal: Formula | Sequence[Formula] | Claim,
    given: Formula | Sequence[Formula] = (),
    *,
    integers: Collection[str] = (),
    search: Search | None = None,
    **limits: Unpack[Limits],
) -> Answer:
    """Search for a counterexample only; parameters and limits are those of `decide`.

    The goal may also be a claim of the library, with its own hypotheses, symbolic sizes and functions; `search` then
    says where to look for a counterexample.

    >>> from proofs import refute
    >>> refute("exp(x) <= 1 + x + x**2", "x >= 0").counterexample
    {'x': Fraction(2, 1)}
    """
    from proofs.builder.chapter import Claim

    if isinstance(goal, Claim):
        return _claim_refuted(goal, search)
    return answered(goal, given, integers, ("counterexample",), None, **limits)


def _claim_refuted(claim: Claim, search: Search | None) -> Answer:
    """Search for a counterexample to a claim of the library."""
    from proofs.checking.refute import refute_claim
    from proofs.search.settle import value

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
        seconds=round(time.monotonic() - start, 6),
    )
