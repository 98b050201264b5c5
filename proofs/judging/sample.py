"""Evaluating claims at random points that satisfy their hypotheses, in balls of 2048 bits.

A point starts small and random; while a hypothesis fails there, one of the numbers in the failing relation is
moved to where it holds (by a secant step, with a random distance from the boundary, often none). So points lie on
and near the boundary of the hypotheses on purpose. A proved claim that fails at a point would show a defect of the
kernel; one that no point satisfies may be vacuous.

Integers and rationals are compared exactly. A relation between balls that are not apart is undecided, and neither
holds nor fails; only an equation among the hypotheses is met then, for it is what the point was solved for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from typing import Any, Literal

from flint import arb, ctx, fmpq

from proofs.judging.refute import Floats, Undefined, compiled, margin, ranged_body
from proofs.judging.starts import STARTS, Start
from proofs.kernel.terms import FALSE, KernelError, Term, negation
from proofs.language.display import text
from proofs.writing.chapter import Claim

BITS = 2048  # many, for the bounds of KS can be as small as exp(-500)
APART = fmpq(1, 2**1536)  # the least distance of balls that is no mere rounding, relative to 1 and the sides
EXACT_BITS = 4096  # a rational of more is rounded to a ball
REPAIRS = 150  # steps towards the hypotheses before a point is given up
READS = 40_000  # entries of functions read at one point before it is given up
SLACKS = (fmpq(0), fmpq(0), fmpq(1, 64), fmpq(1, 2), fmpq(2), fmpq(7))
WIDTHS = (fmpq(1), fmpq(1, 2**500))  # of secants: one across the corners of a function, one that is nearly a tangent


class Balls(Floats):
    """Arithmetic in integers, rationals and real balls; what exp and log do not touch is exact."""

    close = 1e-30  # the least margin of what is decided
    tie = 1e-60  # the margin of an equation between balls that are not apart

    def rational(self, p: int, q: int) -> Any:
        """The number p/q."""
        return p if q == 1 else fmpq(p, q)

    def inverse(self, x: Any) -> Any:
        """1/x."""
        if not isinstance(x, arb):
            if x == 0:
                raise Undefined
            return fmpq(1) / x
        if x.contains(0):
            raise Undefined
        return 1 / x

    def exp(self, x: Any) -> Any:
        """The exponential."""
        if x == 0:
            return 1
        if abs(float(arb(x))) > 1e6:
            raise Undefined
        return arb(x).exp()

    def log(self, x: Any) -> Any:
        """The logarithm."""
        if not x > 0:
            raise Undefined
        return 0 if x == 1 else arb(x).log()

    def greatest(self, values: list[Any]) -> Any:
        """The maximum."""
        if not any(isinstance(v, arb) for v in values):
            return max(values)
        out = arb(values[0])
        for v in values[1:]:
            out = out.max(arb(v))
        return out

    def margin(self, op: str, s: Any, t: Any) -> float:
        """As for Floats; 0 between balls that are not apart, `tie` for an equation if it may well hold."""
        gap = t - s
        size, sides = abs(arb(gap)), abs(s) + abs(t)
        part = size / (1 + sides)
        if isinstance(gap, arb) and not part > APART and not gap.is_zero():
            if part.upper() > APART:
                raise Undefined  # too little is known here
            return self.tie if op == "eq" and (gap.contains(0) or size < APART * sides) else 0.0
        holds = gap >= 0 if op == "le" else gap > 0 if op == "lt" else gap == 0
        least = max(float(part), self.close)
        return least if holds else -least

    def either(self, held: float, then: Callable[[], Any], other: Callable[[], Any]) -> Any:
        """An if-then-else; a ball around both where the condition is undecided."""
        if 0 <= held <= self.tie:
            return arb(then()).union(arb(other()))
        return then() if held > 0 else other()

    def slope(self, f: Callable[[Any], Any], x: Any) -> Any:
        """The central difference at distance 2^-BITS, whose error is about the square of that."""
        h = fmpq(1, 2**BITS)
        with ctx.workprec(3 * BITS):
            difference = (arb(f(x + h)) - f(x - h)) / (2 * h)
        return difference + arb(0, arb(h))


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


@dataclass(frozen=True)
class Rule:
    """A hypothesis ∀i ∈ [lo, hi]. … f(i, …) = value, read as the definition of f there.

    `places` tells for each argument of f which bound variable it is and what is added to it, or None and its value.
    """

    places: tuple[tuple[int | None, int], ...]
    ranges: tuple[tuple[Any, Any], ...]  # of the bound variables, outermost first
    value: Any

    def fits(self, index: tuple[int, ...], point: Point) -> tuple[int, ...] | None:
        """The bound variables (index 0 first) for which the rule speaks of this index, if any."""
        found: dict[int, int] = {}
        for (bound, shift), i in zip(self.places, index, strict=True):
            if bound is None:
                if i != shift:
                    return None
            elif found.setdefault(bound, i - shift) != i - shift:
                return None
        if len(found) < len(self.ranges):
            return None
        stack: tuple[int, ...] = ()
        for depth, (lo, hi) in enumerate(self.ranges):
            i = found[len(self.ranges) - 1 - depth]
            if not lo(point, (0, *stack)) <= i <= hi(point, (0, *stack)):
                return None
            stack = (i, *stack)
        return stack


Rules = dict[Term, list[Rule]]


def rules_of(given: Sequence[Term]) -> Rules:
    """The hypotheses that define a function, entry by entry, in terms of others or of its earlier entries."""
    out: Rules = {}
    for formula in given:
        ranges = []
        while formula.op == "all" and formula.args[0] == "Z":
            try:
                lo, hi, formula = ranged_body(formula.args[1])
            except KernelError:
                break
            ranges.append((_balls(lo), _balls(hi)))
        if formula.op != "eq" or formula.args[0].op != "app":
            continue
        f, *arguments = formula.args[0].args
        places = [_place(a) for a in arguments]
        if f.op == "fn" and all(place is not None for place in places):
            rule = Rule(tuple(p for p in places if p), tuple(ranges), _balls(formula.args[1]))
            out.setdefault(f, []).append(rule)
    return out


def _place(t: Term) -> tuple[int | None, int] | None:
    """k + c as (k, c) and c as (None, c), k being a bound variable and c a number."""
    match t.op, t.args:
        case "num", (int(c), 1):
            return None, c
        case "bv", (int(k), "Z"):
            return k, 0
        case "add", (Term(op="bv", args=(int(k), "Z")), Term(op="num", args=(int(c), 1))):
            return k, c
    return None


class Point(dict[Term, Any]):
    """Values of variables and functions; entries of a function are drawn when first asked for."""

    def __init__(self, symbols: Sequence[Term], rules: Rules, rng: Random, reads: int = READS) -> None:
        super().__init__()
        self.rng, self.rules = rng, rules
        self.computed: dict[Term, dict[tuple[int, ...], Any]] = {f: {} for f in rules}
        self.tables: dict[Term, dict[tuple[int, ...], Any]] = {}
        self.asked: list[tuple[Term, tuple[int, ...]]] = []
        self.wide, sizes = rng.random() < 0.2, rng.choice(((1, 2), (1, 1, 2, 2, 3, 4)))
        self.reads = reads  # what is left
        for v in symbols:
            if v.op == "fn":
                self.tables[v] = {}
                self[v] = self._entry(v)
            else:
                self[v] = rng.choice(sizes) if v.sort == "Z" else self.number()

    def number(self) -> Any:
        """A small rational, at times a large one."""
        return fmpq(self.rng.randint(-24, 24), 8) * (25 if self.wide and self.rng.random() < 0.3 else 1)

    def _entry(self, f: Term) -> Callable[..., Any]:
        table = self.tables[f]

        computed, rules = self.computed.get(f, {}), self.rules.get(f, [])

        def at(*index: int) -> Any:
            self.reads -= 1
            if self.reads < 0:
                raise Undefined  # a point that costs too much
            if index in computed:
                return computed[index]
            for rule in rules:
                if index not in table and (stack := rule.fits(index, self)) is not None:
                    computed[index] = self.number()  # what it is if it is asked for on the way
                    computed[index] = rule.value(self, stack)
                    return computed[index]
            self.asked.append((f, index))
            if index not in table:
                table[index] = self.rng.randint(-1, 5) if f.args[2] == "Z" else self.number()
            return table[index]

        return at

    def read(self, place: tuple[Term, tuple[int, ...]]) -> Any:
        """The number at a place: a variable with index (), or an entry of a function."""
        v, index = place
        return self.tables[v][index] if v.op == "fn" else self[v]

    def write(self, place: tuple[Term, tuple[int, ...]], value: Any) -> None:
        """Change the number at a place; a ball is narrowed to its midpoint, and so is a rational of many digits."""
        v, index = place
        if isinstance(value, fmpq) and value.height_bits() > EXACT_BITS:
            value = arb(value)
        value = arb(value.mid()) if isinstance(value, arb) else value
        for computed in self.computed.values():
            computed.clear()
        if v.op == "fn":
            self.tables[v][index] = value
        else:
            self[v] = value

    def shown(self) -> str:
        """The point in one line."""
        parts = [f"{text(v)} = {_shown(x)}" for v, x in self.items() if v.op == "var"]
        for f, table in self.tables.items():
            values = ", ".join(f"{','.join(map(str, i))}: {_shown(x)}" for i, x in sorted(table.items()))
            parts.append(f"{text(f)} = {{{values}}}")
        return "; ".join(parts)


def _shown(x: Any) -> str:
    return x.str(12, radius=False) if isinstance(x, arb) else str(x)


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
                    if not _repaired(point, claim.given, rng):
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


def _repaired(point: Point, given: Sequence[Term], rng: Random) -> bool:
    """Move numbers until all hypotheses hold; False if they still do not after many steps."""
    for _ in range(REPAIRS):
        broken = next((found for g in given if (found := list(islice(_unmet(g, point, ()), 3)))), None)
        if broken is None:
            return True
        relation, stack = rng.choice(broken)
        if relation.op not in ("le", "lt", "eq"):
            return False
        _repair(point, relation, stack, rng)
    return False


@cache
def _balls(t: Term) -> Any:
    return compiled(t, Balls()) if t.sort in "ZR" else margin(t, Balls())


def _unmet(formula: Term, point: Point, stack: tuple) -> Iterator[tuple[Term, tuple]]:
    """The relations that must change for the formula to hold, with the bound variables there.

    Bound variables end with "not" where the relation must cease to hold; a formula that is no relation stands for
    itself.
    """
    op, args = formula.op, formula.args
    if op == "imp" and args[1].op == "false":
        if not _met(formula, point, stack):
            yield args[0], (*stack, "not")
    elif op == "imp":
        if _balls(args[0])(point, stack) >= 0:
            yield from _unmet(args[1], point, stack)
    elif op == "all":
        lo, hi, rest = ranged_body(args[1])
        for i in range(_balls(lo)(point, (0, *stack)), _balls(hi)(point, (0, *stack)) + 1):
            yield from _unmet(rest, point, (i, *stack))
    elif not _met(formula, point, stack):
        yield formula, stack


def _met(formula: Term, point: Point, stack: tuple) -> bool:
    """Whether a formula holds; an equation is solved only up to rounding if it is one of balls."""
    try:
        held = _balls(formula)(point, stack)
    except Undefined:
        if point.reads < 0:
            raise
        return False
    return bool(held > 0 if formula.op == "eq" else held > Balls.tie)


def _repair(point: Point, relation: Term, stack: tuple, rng: Random) -> None:
    """Move one number of a failing relation by a secant step to where it holds."""
    negated = bool(stack) and stack[-1] == "not"
    stack = stack[:-1] if negated else stack
    s, t = (_balls(a) for a in relation.args)
    point.asked.clear()
    try:
        here = t(point, stack) - s(point, stack)
    except Undefined:
        here = None
    # In order of name: a set of terms has another order in every process, and a seed names a run.
    names = sorted((v for v in relation.free if v.op == "var"), key=lambda v: str(v.args[0]))
    places = list(dict.fromkeys([*point.asked, *((v, ()) for v in names)]))
    if not places:
        return
    place = rng.choice(places)
    alone = _alone(relation, point, stack)
    if alone in places and rng.random() < 0.7:
        place = alone
    value = point.read(place)
    integer = place[0].sort == "Z" or (place[0].op == "fn" and place[0].args[2] == "Z")
    if here is None or negated:
        point.write(place, rng.randint(0, 5) if integer else point.number())
        return
    width = 1 if integer else rng.choice(WIDTHS)
    point.write(place, value + width)
    try:
        slope = (t(point, stack) - s(point, stack) - here) * (1 / fmpq(width))
    except Undefined:
        slope = 0
    point.write(place, value)
    if (isinstance(slope, arb) and slope.contains(0)) or slope == 0:
        return
    slack = 0 if relation.op == "eq" else rng.choice(SLACKS) + (fmpq(1, 1000) if relation.op == "lt" else 0)
    step = (slack - here) / slope if isinstance(slope, arb) else fmpq(1) / slope * (slack - here)
    if integer:
        whole = int(step) if not isinstance(step, arb) else int(float(step))
        step = whole + (1 if step > whole else -1 if step < whole else 0)
        step = max(-50, min(50, step))
    point.write(place, value + step)


def _alone(relation: Term, point: Point, stack: tuple) -> tuple[Term, tuple[int, ...]] | None:
    """The place that one side of the relation is, so that an equation can be read as its definition."""
    for side in relation.args:
        if side.op == "var":
            return side, ()
        if side.op == "app":
            return side.args[0], tuple(_balls(a)(point, stack) for a in side.args[1:])
    return None
