"""Bracketing of a parameter: two close values such that a statement fails at one and holds at the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from proofs.kernel.terms import eq, num, var
from proofs.search.answer import Answer
from proofs.search.entry_points import decide
from proofs.search.question import Formula, listed, question
from proofs.search.worker_calls import EFFORT

if TYPE_CHECKING:
    import sympy as sp

Rational = Any  # an integer, a fraction, a decimal with its printed value, or text such as "1/3"
PLACES = (Fraction(1, 2), Fraction(1, 4), Fraction(3, 4))  # between the ends, tried until one is decided


@dataclass(frozen=True)
class Bracket:
    """A value of a parameter at which a statement fails, and one at which it holds.

    Attributes
    ----------
    parameter
        The name of the parameter.
    fails_at, holds_at
        The values; None if the end of the range on that side was not decided.
    refuted, proved
        The answers there, with the counterexample and the certificate. Their first hypothesis fixes the parameter.
    unknown
        The undecided answers by value, if they left the bracket wider than requested.
    """

    parameter: str
    fails_at: Fraction | None
    holds_at: Fraction | None
    refuted: Answer | None
    proved: Answer | None
    unknown: dict[Fraction, Answer]

    @property
    def width(self) -> Fraction | None:
        """The distance between the two values."""
        return None if self.fails_at is None or self.holds_at is None else abs(self.holds_at - self.fails_at)

    def __str__(self) -> str:
        found = (("fails", self.fails_at), ("holds", self.holds_at), *(("unknown", v) for v in self.unknown))
        return ", ".join(f"{what} at {self.parameter} = {value}" for what, value in found if value is not None)


def weakest(
    goal: Formula | Sequence[Formula],
    given: Formula | Sequence[Formula] = (),
    parameter: str | sp.Symbol = "c",
    *,
    between: tuple[Rational, Rational],
    width: Rational,
    effort: float = EFFORT,
) -> Bracket:
    """Find how far a parameter can go before a statement becomes false: a value where it fails, one where it holds.

    The range is bisected until the two values are at most `width` apart. Both are certified, and nothing else is. If
    the statement holds on one side of some value and fails on the other (as with c in s <= c t, where t >= 0), that
    value lies between them or is one of them. This monotonicity is not checked; without it, there is a change between
    the two, but there may be others elsewhere.

    Parameters
    ----------
    goal, given
        As for `decide`; the parameter is one of the real variables.
    parameter
        Its name, or its symbol in SymPy, whose assumptions must be true on the whole range.
    between
        The range: the statement must hold at one end and fail at the other. Either may be the larger.
    width
        The largest distance between the two values.
    effort
        The budget for each value. If a value is not decided, two others are tried; if these are not decided either, the
        bracket is returned as narrow as it is, with the answers in `unknown`.

    Raises
    ------
    ValueError
        if the statement holds, or fails, at both ends.
    ParseError, UndefinedError
        as for `decide`, the latter at each value that is tried.

    Examples
    --------
    >>> from proofs import weakest
    >>> found = weakest("x*log(x) >= -c", "x > 0", "c", between=(0, 1), width="1/1000")  # it is 1/e = 0.36788
    >>> print(found)
    fails at c = 47/128, holds at c = 377/1024
    >>> found.refuted.counterexample["x"], len(found.proved.certificate) > 0
    (Fraction(3, 8), True)
    """
    ends = [Fraction(str(end)) for end in between]
    wished = Fraction(str(width))
    if wished <= 0 or len(set(ends)) != 2:
        raise ValueError("the range needs two different ends, and the width has to be positive")
    called = parameter if isinstance(parameter, str) else parameter.name
    name = var(called, "R")
    hypotheses, goals = question(goal, given)
    if not any(name in formula.free for formula in (*hypotheses, *goals)):
        raise ValueError(f"{called} is not a real variable of the statement")

    def answer(value: Fraction) -> Answer:
        return decide(goal, [_equal(parameter, value), *listed(given)], effort=effort)

    answers = {end: answer(end) for end in ends}
    at = {found.answer: end for end, found in answers.items()}  # the closest two values so far
    if len(at) == 1 and "unknown" not in at:
        raise ValueError(f"the statement {'holds' if 'proved' in at else 'fails'} at both ends: widen the range")
    unknown = {end: found for end, found in answers.items() if found.answer == "unknown"}
    while not unknown and abs(at["proved"] - at["refuted"]) > wished:
        for place in PLACES:
            value = at["refuted"] + place * (at["proved"] - at["refuted"])
            found = answers[value] = answer(value)
            if found.answer != "unknown":
                at[found.answer] = value
                unknown.clear()
                break
            unknown[value] = found
    fails, holds = at.get("refuted"), at.get("proved")
    refuted, proved = (None if value is None else answers[value] for value in (fails, holds))
    return Bracket(called, fails, holds, refuted, proved, unknown)


def _equal(parameter: str | sp.Symbol, value: Fraction) -> Formula:
    """Return the hypothesis that the parameter has this value."""
    if isinstance(parameter, str):
        return eq(var(parameter, "R"), num(value.numerator, value.denominator))
    import sympy as sp

    said = sp.Eq(parameter, sp.Rational(value.numerator, value.denominator))
    if said is sp.false:
        raise ValueError(
            f"{parameter} is never {value}, by what is assumed of it: change the range, or declare it real"
        )
    return said
