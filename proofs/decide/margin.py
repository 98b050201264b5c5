"""How much room an inequality leaves: a proved lower bound of right − left on the whole domain."""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction

from proofs.decide.answer import Answer
from proofs.kernel.terms import le, num

SECONDS = 2.0
FEWEST, MOST = -12, 12  # powers of ten that are tried
STEPS = 5  # halvings of a power of ten


@dataclass(frozen=True)
class Margin:
    """left + `value` <= right for each goal, and the answer that proves it."""

    value: Fraction
    proof: Answer


def margin(answer: Answer, seconds: float = SECONDS) -> Margin | None:
    """The largest of some numbers m for which left + m <= right was proved; None if there is nothing to be proved.

    Parameters
    ----------
    answer
        One that is proved and has no equation among its goals.
    seconds
        For the whole search: powers of ten first, then a few numbers between two of them.

    Examples
    --------
    >>> from proofs import decide
    >>> found = margin(decide("exp(x) >= x"))  # exp(x) − x has the minimum 1
    >>> found.value <= 1, found.value > Fraction(9, 10), found.proof.answer
    (True, True, 'proved')
    """
    from proofs.decide import READING, decide

    if answer.answer != "proved" or answer.vacuous or any(goal.op == "eq" for goal in answer.goal):
        return None
    end = time.monotonic() + seconds
    best = Margin(Fraction(0), answer)

    def holds(m: Fraction) -> bool:
        nonlocal best
        left = end - time.monotonic()
        if left <= 0:
            return False
        with READING:
            more = num(m.numerator, m.denominator)
            goals = [le(goal.args[0] + more, goal.args[1]) for goal in answer.goal]
        found = decide(goals, answer.given, timeout=left / 2)
        if found.answer == "proved":
            best = Margin(m, found)
        return found.answer == "proved"

    k = 0
    if holds(Fraction(1)):
        while k < MOST and holds(Fraction(10) ** (k + 1)):
            k += 1
    else:
        while k > FEWEST and not holds(Fraction(10) ** (k - 1)) and time.monotonic() < end:
            k -= 1
        k -= 1
    if not best.value:
        return best
    low, high = best.value, 10 * best.value
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return best
