"""Is an inequality true? A proof that can be re-checked, an exact counterexample, or an honest "unknown".

`decide` takes text, terms of the kernel or SymPy relations. The search is not trusted: what is reported as proved
or refuted is a stored theorem that the kernel has replayed and that says exactly what was asked. A question whose
terms are not everywhere defined under its hypotheses (a logarithm of 0, a pole) is an error that says where.
The search runs in a process of its own, which is stopped when it overruns its time or its memory.

>>> from proofs.decide import decide
>>> decide("log(1 + x) <= x", given=["x >= 0"]).answer
'proved'
>>> print(decide("x**2 > x", given=["x > 0"]))
refuted: x < x^2 fails at x = 1
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from threading import Lock
from typing import TYPE_CHECKING

from proofs.decide.answer import Answer, UndefinedError, read_point
from proofs.decide.question import Formula, listed, read_question
from proofs.kernel.terms import Term
from proofs.language.parse import ParseError
from proofs.running.workers import MEMORY, Stopped, call

if TYPE_CHECKING:
    from proofs.writing.chapter import Claim
    from proofs.writing.paper import Search

__all__ = ["Answer", "ParseError", "UndefinedError", "decide", "listed", "prove", "question", "refute"]

SETTLE = "proofs.decide.settle:settle"
TIMEOUT = 20.0  # seconds
LONGEST = 10**6  # seconds
FEWEST_BITS, MOST_BITS = 32, 16_384
GRACE = 1.0  # seconds, and a tenth of the limit, after which a search that does not end by itself is ended
READING = Lock()  # the table of terms belongs to the whole process


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
        of such, which are to hold together. A hypothesis "integer n" declares an integer.
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
        for text that is not understood.
    UndefinedError
        if a term of the question is undefined at a point that satisfies the hypotheses.
    """
    return _settled(goal, given, integers, ("counterexample", "proof"), timeout, memory, precision)


def prove(
    goal: Formula | Sequence[Formula],
    given: Formula | Sequence[Formula] = (),
    *,
    integers: Collection[str] = (),
    timeout: float = TIMEOUT,
    memory: int = MEMORY,
    precision: int | None = None,
) -> Answer:
    """As `decide`, but looking for a proof only."""
    return _settled(goal, given, integers, ("proof",), timeout, memory, precision)


def refute(
    goal: Formula | Sequence[Formula] | Claim,
    given: Formula | Sequence[Formula] = (),
    *,
    integers: Collection[str] = (),
    timeout: float = TIMEOUT,
    memory: int = MEMORY,
    precision: int | None = None,
    search: Search | None = None,
) -> Answer:
    """As `decide`, but looking for a counterexample only.

    The goal may also be a claim of the library, with its own hypotheses, symbolic sizes and functions; `search` says
    where to look for a counterexample to it.

    >>> from proofs import refute
    >>> refute("exp(x) <= 1 + x + x**2", "x >= 0").counterexample
    {'x': Fraction(2, 1)}
    """
    from proofs.writing.chapter import Claim

    if isinstance(goal, Claim):
        return _claim_refuted(goal, search)
    return _settled(goal, given, integers, ("counterexample",), timeout, memory, precision)


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


def check_limits(timeout: float, memory: int, precision: int | None) -> None:
    """Raise `ValueError` for limits that are none."""
    if not 0 <= timeout <= LONGEST:
        raise ValueError(f"the time has to be from 0 to {LONGEST} seconds")
    if not memory > 0:
        raise ValueError("the memory has to be positive")
    if precision is not None and not FEWEST_BITS <= precision <= MOST_BITS:
        raise ValueError(f"the precision has to be from {FEWEST_BITS} to {MOST_BITS} bits")


def question(goal: Formula, given: Formula = ()) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """The hypotheses and the goals of a question, as terms of the kernel."""
    with READING:
        asked = read_question(goal, given)
    return asked.given, asked.goals


def _settled(
    goal: Formula,
    given: Formula,
    integers: Collection[str],
    kinds: Sequence[str],
    timeout: float,
    memory: int,
    precision: int | None,
) -> Answer:
    """The answer that a worker finds."""
    with READING:
        asked = read_question(goal, given, integers)
        plain = asked.to_json()
    check_limits(timeout, memory, precision)
    start = time.monotonic()
    try:
        found = call(SETTLE, plain, list(kinds), timeout, precision, seconds=1.1 * timeout + GRACE, memory=memory)
    except Stopped as why:
        spent = time.monotonic() - start
        return Answer("unknown", asked.goals, asked.given, hint=f"the search was {why}", seconds=spent)
    if "undefined" in found:
        raise UndefinedError(found["undefined"], read_point(found["point"]))
    return Answer.read(found["answer"], asked.goals, asked.given)
