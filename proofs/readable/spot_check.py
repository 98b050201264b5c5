"""Evaluation of the formulas of a printed proof at random points that satisfy the hypotheses of their lines.

A proof that the kernel accepts can still be printed wrongly: simplified where that is not allowed, or under too few
hypotheses. So every formula that is printed, in a line or in its reason, is evaluated as printed, and a derivative that
a reason quotes is compared with a difference quotient.

>>> from proofs.language.notation import reals
>>> from proofs.readable.outline import Line
>>> (x,) = reals("x")
>>> failures([Line(x <= x * x, (), (1 <= x,))]), len(failures([Line(x <= x * x, (), (0 <= x,))]))
([], 1)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from proofs.builder.chapter import Claim
from proofs.checking.models.sampling import Sampled, sample, sample_all
from proofs.kernel.terms import Term, absolute, le, lt, mul, num, substitution
from proofs.readable.outline import Line

POINTS = 20
FEW = 2  # points that show that a case occurs; a search for so few gives up soon if there are none
STEP = num(1, 2**200)  # of a difference quotient; numbers have 2,048 bits
TOLERANCE = num(1, 2**60)
ALWAYS = lt(num(0), num(1))


def formulas(line: Line) -> list[Term]:
    """Return what a line claims: its formula, those in its reason, and that derivatives are what they are said to be.

    A contradiction has no formula of its own.
    """
    own = [] if line.formula is None else [line.formula]
    return [*own, *line.also, *(_quotient(*quoted) for quoted in line.derivatives)]


def _quotient(f: Term, g: Term, x: Term) -> Term:
    """Return the formula that g is the derivative of f, up to the error of a difference quotient."""
    after, before = (substitution({x: x + STEP * sign})(f) for sign in (1, -1))
    return le(absolute(after - before - 2 * STEP * g), mul(TOLERANCE, STEP, 1 + absolute(g)))


def failures(lines: Sequence[Line]) -> list[tuple[Line, Term, Sampled]]:
    """Return the formulas of lines that are false at one of the points or cannot be evaluated, and where."""
    return [found for found in _results(lines) if found[2].verdict in ("fails", "not evaluated")]


def held(lines: Sequence[Line]) -> float:
    """Return the share of formulas that hold at a point; the others are in cases for which no point was found."""
    verdicts = [s.verdict for _, _, s in _results(lines)]
    return sum(v in ("holds", "undecided") for v in verdicts) / max(len(verdicts), 1)


def _results(lines: Sequence[Line]) -> list[tuple[Line, Term, Sampled]]:
    """Return the formulas of lines, each with what it is at the points."""
    shown: dict[tuple[Term, ...], dict[Term, None]] = {}
    for line in lines:
        shown.setdefault(line.given, {}).update(dict.fromkeys(formulas(line)))
    at = {given: dict(zip(under, _sampled(given, tuple(under)), strict=True)) for given, under in shown.items()}
    return [(line, f, at[line.given][f]) for line in lines for f in formulas(line)]


@lru_cache(1_000)
def _sampled(given: tuple[Term, ...], shown: tuple[Term, ...]) -> list[Sampled]:
    """Sample formulas under hypotheses; without points if no point at all satisfies these, which is slow to find."""
    occurs = sample(Claim(given, ALWAYS), FEW).verdict != "no point"
    return sample_all(given, shown, POINTS if occurs else 0)
