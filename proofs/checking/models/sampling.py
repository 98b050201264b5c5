"""Evaluating claims at random points that satisfy their hypotheses.

A point starts small and random; while a hypothesis fails there, one of the numbers in the failing relation is
moved to where it holds (by a secant step, with a random distance from the boundary, often none). So points lie on
and near the boundary of the hypotheses on purpose. A proved claim that fails at a point would reveal a defect of the
kernel; a claim whose hypotheses hold at no point may be vacuous.

Integers and rationals are compared exactly. A relation between overlapping balls is undecided; it neither holds nor
fails. Only an equation among the hypotheses counts as met then, because the point was chosen to solve it; so a claim
does not fail at a point with numbers below the error of such an equation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Literal

from flint import arb, ctx, fmpq

from proofs.builder.chapter import Claim
from proofs.checking.models.compiled import Undefined, margin, ranged_body
from proofs.checking.models.points import BITS, READS, Balls, Point, balls, rules_of
from proofs.checking.models.seeds import Start
from proofs.kernel.terms import FALSE, KernelError, Term, negation

REPAIRS = 150  # steps towards the hypotheses before a point is abandoned
LISTED = 3  # failing relations, of which one is chosen
SLACKS = (fmpq(0), fmpq(0), fmpq(1, 64), fmpq(1, 2), fmpq(2), fmpq(7))
WIDTHS = (fmpq(1), fmpq(1, 2**500))  # widths of secants: across the corners of a function, and nearly tangent

Broken = list[tuple[Term, tuple]]  # relations with their bound variables


@dataclass(frozen=True)
class Sampled:
    """The result of sampling: points drawn, points that satisfy the hypotheses, and the smallest margin among these.

    The margin is relative to the sides: negative where the claim fails, tiny where it holds with equality. It is
    None if no point decides. `note` says why a claim could not be evaluated.
    """

    drawn: int
    satisfying: int
    margin: float | None
    point: str
    note: str = ""

    @property
    def verdict(self) -> Literal["holds", "fails", "undecided", "no point", "not evaluated"]:
        """The verdict in a word; `undecided` if the sides could not be separated at any point."""
        if self.note:
            return "not evaluated"
        if not self.satisfying:
            return "no point"
        return "undecided" if self.margin is None else "fails" if self.margin < 0 else "holds"


def sample(claim: Claim, points: int = 30, seed: int = 0, start: Start | None = None, reads: int = READS) -> Sampled:
    """Evaluate a claim at up to `points` points that satisfy its hypotheses.

    `start(rng, point)` may set some numbers of each point first, if drawing them at random is hopeless
    (`proofs.checking.models.seeds`). A point is abandoned after reading `reads` entries of functions.
    """
    if claim.shows is FALSE and claim.given:  # the claim says that the last hypothesis does not hold
        claim = Claim(claim.given[:-1], negation(claim.given[-1]))
    (sampled,) = sample_all(claim.given, [claim.shows], points, seed, start, reads)
    return sampled


class _Tally:
    """A count of the points at which a formula was evaluated, and its smallest margin there."""

    def __init__(self, formula: Term, numbers: Balls) -> None:
        self.at: Callable[[Point, tuple], float] = lambda point, stack: 0.0
        self.note = ""
        self.told = self.satisfying = 0
        self.margin: float | None = None
        self.point = ""
        try:
            self.at = margin(formula, numbers)
        except KernelError as wrong:
            self.note = str(wrong)

    def evaluate(self, point: Point) -> None:
        """Evaluate the formula at a point that satisfies the hypotheses."""
        try:
            held = float(self.at(point, ()))
            if held < 0 and not point.is_resolved():
                return
        except (Undefined, OverflowError, ZeroDivisionError, RecursionError):
            return
        except KernelError as wrong:
            self.note = str(wrong)
            return
        self.satisfying += 1
        self.told += bool(held)
        if held and (self.margin is None or held < self.margin):
            self.margin, self.point = held, point.shown()

    def result(self, drawn: int, note: str) -> Sampled:
        """Return the result; `note` says why no formula could be evaluated."""
        if note or self.note:
            return Sampled(drawn, self.satisfying, None, "", note or self.note)
        return Sampled(drawn, self.satisfying, self.margin, self.point)


def sample_all(
    given: Sequence[Term],
    formulas: Sequence[Term],
    points: int = 30,
    seed: int = 0,
    start: Start | None = None,
    reads: int = READS,
) -> list[Sampled]:
    """Evaluate formulas, as `sample` does, at the same points, since it takes long to find these."""
    rng = Random(seed)
    symbols = sorted({v for f in (*given, *formulas) for v in f.free}, key=lambda v: (v.args[0], v.op))
    numbers = Balls()
    drawn, note = 0, ""
    with ctx.workprec(BITS):
        tallies = [_Tally(f, numbers) for f in formulas]
        try:
            rules = rules_of(given)
            for g in given:
                margin(g, numbers)  # raises an error if it cannot be evaluated
            while drawn < 10 * points and (unsettled := [t for t in tallies if not t.note and t.told < points]):
                drawn += 1
                point = Point(symbols, rules, rng, reads)
                if start:
                    start(rng, point)
                try:
                    if not repaired(point, given, rng):
                        continue
                except (Undefined, OverflowError, ZeroDivisionError, RecursionError):
                    continue
                left = point.left
                for tally in unsettled:
                    point.left = left  # each costs as if it were evaluated alone
                    tally.evaluate(point)
        except KernelError as wrong:
            note = str(wrong)
    return [t.result(drawn, note) for t in tallies]


def repaired(point: Point, given: Sequence[Term], rng: Random) -> bool:
    """Move numbers until all hypotheses hold; False if they still do not after many steps."""
    took: dict[Term, int] = {}  # the costs of hypotheses that hold and are unaffected by moves since
    for _ in range(REPAIRS):
        broken: Broken = []
        for g in given:
            if g in took:
                point.spend(took[g])  # counts as if it were evaluated again
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
    """Return a function of a point and bound variables: it lists relations that must change for the formula to hold.

    Each comes with the values of its bound variables, which end with "not" if the relation must become false; a formula
    that is not a relation is listed itself. At most `LISTED` are listed.
    """
    op, args = formula.op, formula.args
    if op == "imp" and args[1].op != "false":
        condition = balls(args[0])

        def conditional(point: Point, stack: tuple, broken: Broken) -> None:
            if condition(point, stack) >= 0:
                _unmet(args[1])(point, stack, broken)  # compiled late: it may be impossible to evaluate

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
    """Return whether a formula holds; an equation between balls need only hold up to rounding."""
    try:
        held = balls(formula)(point, stack)
    except Undefined:
        if point.reads < 0:
            raise
        return False
    return bool(held > 0 if formula.op == "eq" else held > Balls.tie)


def _repair(point: Point, relation: Term, stack: tuple, rng: Random) -> Term | None:
    """Move one number of a failing relation by a secant step to where it holds; return its symbol, if any."""
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
    # Sorted by name: the order of a set of terms differs between processes, and a seed must determine a run.
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
    """Return the place that is one side of a relation, so that an equation can be read as its definition."""
    for side in relation.args:
        if side.op == "var":
            return side, ()
        if side.op == "app":
            return side.args[0], tuple(balls(a)(point, stack) for a in side.args[1:])
    return None
