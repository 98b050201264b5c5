"""Evaluating claims at random points that satisfy their hypotheses.

A point starts small and random; while a hypothesis fails there, one of the numbers in the failing relation is
moved to where it holds (by a secant step, with a random distance from the boundary, often none). So points lie on
and near the boundary of the hypotheses on purpose. A proved claim that fails at a point would show a defect of the
kernel; one that no point satisfies may be vacuous.

Integers and rationals are compared exactly. A relation between balls that are not apart is undecided, and neither
holds nor fails; only an equation among the hypotheses is met then, for it is what the point was solved for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Literal

from flint import arb, ctx, fmpq

from proofs.judging.compiled import Undefined, margin, ranged_body
from proofs.judging.points import BITS, READS, Balls, Point, balls, rules_of
from proofs.judging.starts import STARTS, Start
from proofs.kernel.terms import FALSE, KernelError, Term, negation
from proofs.writing.chapter import Claim

REPAIRS = 150  # steps towards the hypotheses before a point is given up
LISTED = 3  # broken relations, of which one is chosen
SLACKS = (fmpq(0), fmpq(0), fmpq(1, 64), fmpq(1, 2), fmpq(2), fmpq(7))
WIDTHS = (fmpq(1), fmpq(1, 2**500))  # of secants: one across the corners of a function, one that is nearly a tangent

Broken = list[tuple[Term, tuple]]  # relations with their bound variables


@dataclass(frozen=True)
class Sampled:
    """What was seen: points drawn, points that satisfy the hypotheses, and the smallest margin among these.

    The margin is relative to the sides: negative where the claim fails, tiny where it holds with equality. It is
    None where no point tells. `note` says why a claim could not be evaluated.
    """

    drawn: int
    satisfying: int
    margin: float | None
    point: str
    note: str = ""

    @property
    def verdict(self) -> Literal["holds", "fails", "undecided", "no point", "not evaluated"]:
        """In a word; undecided where the sides could not be told apart at any point."""
        if self.note:
            return "not evaluated"
        if not self.satisfying:
            return "no point"
        return "undecided" if self.margin is None else "fails" if self.margin < 0 else "holds"


def sample(claim: Claim, points: int = 30, seed: int = 0, start: Start | None = None, reads: int = READS) -> Sampled:
    """Evaluate a claim at up to `points` points that satisfy its hypotheses and tell whether it holds.

    `start(rng, point)` may set some numbers of each point first, where drawing them at random is hopeless; the
    claims of the papers have theirs. A point is given up after `reads` entries of functions.
    """
    start = start or STARTS.get(claim.by or "")
    if claim.shows is FALSE and claim.given:  # what it says is that the last hypothesis does not hold
        claim = Claim(claim.given[:-1], negation(claim.given[-1]))
    rng = Random(seed)
    symbols = sorted({v for f in (*claim.given, claim.shows) for v in f.free}, key=lambda v: (v.args[0], v.op))
    numbers = Balls()
    found, told, drawn = 0, 0, 0
    least: float | None = None
    where = ""
    with ctx.workprec(BITS):
        try:
            rules = rules_of(claim.given)
            for g in claim.given:
                margin(g, numbers)  # refuses what cannot be evaluated
            conclusion = margin(claim.shows, numbers)
            while told < points and drawn < 10 * points:
                drawn += 1
                point = Point(symbols, rules, rng, reads)
                if start:
                    start(rng, point)
                try:
                    if not repaired(point, claim.given, rng):
                        continue
                    held = float(conclusion(point, ()))
                except (Undefined, OverflowError, ZeroDivisionError, RecursionError):
                    continue
                found += 1
                told += bool(held)
                if held and (least is None or held < least):
                    least, where = held, point.shown()
        except KernelError as wrong:
            return Sampled(drawn, found, None, "", str(wrong))
    return Sampled(drawn, found, least, where)


def repaired(point: Point, given: Sequence[Term], rng: Random) -> bool:
    """Move numbers until all hypotheses hold; False if they still do not after many steps."""
    took: dict[Term, int] = {}  # hypotheses that hold, and speak of nothing that was moved since they were looked at
    for _ in range(REPAIRS):
        broken: Broken = []
        for g in given:
            if g in took:
                point.spend(took[g])  # as if it were looked at again
                continue
            before = point.left
            _unmet(g)(point, (), broken)
            if broken:
                break
            took[g] = before - point.left
        if not broken:
            return True
        relation, stack = rng.choice(broken)
        if relation.op not in ("le", "lt", "eq"):
            return False
        touched = {_repair(point, relation, stack, rng), *point.computed}
        took = {g: work for g, work in took.items() if touched.isdisjoint(g.free)}
    return False


@cache
def _unmet(formula: Term) -> Callable[[Point, tuple, Broken], None]:
    """A function of a point and of bound variables that lists the relations that must change for the formula to hold.

    With them the bound variables there, that end with "not" where the relation must cease to hold; a formula that is
    no relation stands for itself. No more than `LISTED` are looked for.
    """
    op, args = formula.op, formula.args
    if op == "imp" and args[1].op != "false":
        condition = balls(args[0])

        def conditional(point: Point, stack: tuple, broken: Broken) -> None:
            if condition(point, stack) >= 0:
                _unmet(args[1])(point, stack, broken)  # it need not be one that can be evaluated if it is not needed

        return conditional
    if op == "all":
        low, high, body = ranged_body(args[1])
        lo, hi, inside = balls(low), balls(high), _unmet(body)

        def universal(point: Point, stack: tuple, broken: Broken) -> None:
            for i in range(lo(point, (0, *stack)), hi(point, (0, *stack)) + 1):
                inside(point, (i, *stack), broken)
                if len(broken) == LISTED:
                    return

        return universal
    changed, end = (args[0], ("not",)) if op == "imp" else (formula, ())

    def single(point: Point, stack: tuple, broken: Broken) -> None:
        if not met(formula, point, stack):
            broken.append((changed, (*stack, *end)))

    return single


def met(formula: Term, point: Point, stack: tuple) -> bool:
    """Whether a formula holds; an equation is solved only up to rounding if it is one of balls."""
    try:
        held = balls(formula)(point, stack)
    except Undefined:
        if point.reads < 0:
            raise
        return False
    return bool(held > 0 if formula.op == "eq" else held > Balls.tie)


def _repair(point: Point, relation: Term, stack: tuple, rng: Random) -> Term | None:
    """Move one number of a failing relation by a secant step to where it holds; gives whose number it was, if any."""
    negated = bool(stack) and stack[-1] == "not"
    stack = stack[:-1] if negated else stack
    s, t = (balls(a) for a in relation.args)
    asked: list[tuple[Term, tuple[int, ...]]] = []
    point.asked = asked
    try:
        here = t(point, stack) - s(point, stack)
    except Undefined:
        here = None
    finally:
        point.asked = None
    # In order of name: a set of terms has another order in every process, and a seed names a run.
    names = sorted((v for v in relation.free if v.op == "var"), key=lambda v: str(v.args[0]))
    places = list(dict.fromkeys([*asked, *((v, ()) for v in names)]))
    if not places:
        return None
    place = rng.choice(places)
    alone = _alone(relation, point, stack)
    if alone in places and rng.random() < 0.7:
        place = alone
    value = point.read(place)
    integer = place[0].sort == "Z" or (place[0].op == "fn" and place[0].args[2] == "Z")
    if here is None or negated:
        point.write(place, rng.randint(0, 5) if integer else point.number())
        return place[0]
    width = 1 if integer else rng.choice(WIDTHS)
    point.write(place, value + width)
    try:
        slope = (t(point, stack) - s(point, stack) - here) * (1 / fmpq(width))
    except Undefined:
        slope = 0
    point.write(place, value)
    if (isinstance(slope, arb) and slope.contains(0)) or slope == 0:
        return None
    slack = 0 if relation.op == "eq" else rng.choice(SLACKS) + (fmpq(1, 1000) if relation.op == "lt" else 0)
    step = (slack - here) / slope if isinstance(slope, arb) else fmpq(1) / slope * (slack - here)
    if integer:
        whole = int(step) if not isinstance(step, arb) else int(float(step))
        step = whole + (1 if step > whole else -1 if step < whole else 0)
        step = max(-50, min(50, step))
    point.write(place, value + step)
    return place[0]


def _alone(relation: Term, point: Point, stack: tuple) -> tuple[Term, tuple[int, ...]] | None:
    """The place that one side of the relation is, so that an equation can be read as its definition."""
    for side in relation.args:
        if side.op == "var":
            return side, ()
        if side.op == "app":
            return side.args[0], tuple(balls(a)(point, stack) for a in side.args[1:])
    return None
