"""The margin of an inequality: a proved lower bound for the difference of its sides on the whole domain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Protocol, Self, TypeVar

from proofs.kernel.terms import Term, le, num
from proofs.search.question import READING

EFFORT = 2.0
FEWEST, MOST = -12, 12  # the range of powers of ten to try
STEPS = 5  # bisections between two powers of ten


class Asked(Protocol):
    """The part of the interface of `proofs.search.answer.Answer` that `margin` uses."""

    @property
    def answer(self) -> str:
        """``"proved"`` if the goals are proved."""

    @property
    def vacuous(self) -> bool | None:
        """True if the hypotheses contradict each other, None if this is unknown."""

    @property
    def effort(self) -> float:
        """The effort that was spent."""

    @property
    def goal(self) -> Sequence[Term]:
        """The goals."""

    def again(self, goals: Sequence[Term], effort: float) -> Self:
        """Decide other goals under the same hypotheses."""


A = TypeVar("A", bound=Asked)


@dataclass(frozen=True)
class Margin(Generic[A]):
    """A number `value` with left + `value` <= right for each goal, and the answer that proves this."""

    value: Fraction
    proof: A


def margin(answer: A, effort: float = EFFORT) -> Margin[A] | None:
    """Return the largest m for which left + m <= right was proved, among the numbers tried, or None.

    Parameters
    ----------
    answer
        A proved answer, not vacuous, without an equation among its goals; for other answers, the result is None.
    effort
        The effort for the whole search, which tries powers of ten first, then a few numbers between two of them.

    Examples
    --------
    >>> from proofs import decide
    >>> found = margin(decide("exp(x) >= x"))  # exp(x) − x has the minimum 1
    >>> found.value <= 1, found.value > Fraction(9, 10), found.proof.answer
    (True, True, 'proved')
    """
    if answer.answer != "proved" or answer.vacuous or any(goal.op == "eq" for goal in answer.goal):
        return None
    left = effort
    best = Margin(Fraction(0), answer)

    def holds(m: Fraction) -> bool:
        nonlocal best, left
        if left <= 0:
            return False
        with READING:
            more = num(m.numerator, m.denominator)
            goals = [le(goal.args[0] + more, goal.args[1]) for goal in answer.goal]
        found = answer.again(goals, left / 2)
        left -= max(found.effort, effort / 1000)
        if found.answer == "proved":
            best = Margin(m, found)
        return found.answer == "proved"

    k = 0
    if holds(Fraction(1)):
        while k < MOST and holds(Fraction(10) ** (k + 1)):
            k += 1
    else:
        while k > FEWEST and not holds(Fraction(10) ** (k - 1)) and left > 0:
            k -= 1
        k -= 1
    if not best.value:
        return best
    low, high = best.value, 10 * best.value
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return best
