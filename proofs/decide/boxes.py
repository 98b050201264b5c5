"""The sign of a number on a box: a search by cuts, factors and monotony, and its proof by the kernel's rules.

A plan says why 0 <= f or 0 < f on a box:

- `Leaf`: interval arithmetic decides it on the whole box;
- `Edge`: f is a positive multiple of the distance from an end;
- `Parts`: f is a fraction of products whose factors have definite signs;
- `Slope`: a bound of a partial derivative carries a bound at one end of a variable over the box (Rolle, again
  and again, down to a derivative whose sign is plain; this proves equality at an end, double roots, and tails);
- `Known`: f is a constant that vanishes by the laws of logarithms;
- `Cut`: two boxes;
- `Vacuous`: a hypothesis fails on the box.

Plans are made from enclosures and samples only and are not trusted; `prove` makes a fact of a plan.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice, product
from typing import Any, TypeAlias

from flint import arb, ctx, fmpq

from proofs.decide.algebra import Factored, NotSmooth, exponentials, factored, singular, slope
from proofs.judging.precision import rungs
from proofs.judging.refute import Floats, Undefined, compiled
from proofs.kernel import evaluate
from proofs.kernel.normal import canonical, constant, normal, plus
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, closed, eq, exp, forall, le, lt, num, substitute, var
from proofs.writing.proof import Proof

PRECISIONS = (64, 256)
POINT_PRECISIONS = (64, 256, 2048)
DEEPEST = 9  # derivatives of derivatives
CUTS = 400  # boxes in all
UNDEFINED_CUTS = 10  # cuts towards a place where the number is not defined
LONGEST = 2_000  # size of a term that is looked into
NARROWEST = fmpq(1, 2**60)


class OutOfTime(KernelError):
    """The time given is over."""


class NotFound(KernelError):
    """No proof was found this way."""


@dataclass(frozen=True)
class Side:
    """The range of a variable; an end is None if there is none, and excluded if it is open."""

    lo: fmpq | None = None
    hi: fmpq | None = None
    lo_open: bool = False
    hi_open: bool = False

    @property
    def width(self) -> fmpq | None:
        """The length, None if it is infinite."""
        return None if self.lo is None or self.hi is None else self.hi - self.lo


Box: TypeAlias = Mapping[Term, Side]


def side_hypotheses(x: Term, side: Side) -> list[Term]:
    """The hypotheses that a range stands for."""
    out = []
    if side.lo is not None:
        out.append((lt if side.lo_open else le)(num(side.lo), x))
    if side.hi is not None:
        out.append((lt if side.hi_open else le)(x, num(side.hi)))
    return out


def box_hypotheses(box: Box) -> list[Term]:
    """The hypotheses that a box stands for."""
    return [h for x, side in box.items() for h in side_hypotheses(x, side)]


@dataclass(frozen=True)
class Leaf:
    """Interval arithmetic with so many bits."""

    bits: int


@dataclass(frozen=True)
class Edge:
    """f = factor · (x − lo) or factor · (hi − x)."""

    x: Term
    low: bool
    factor: fmpq


@dataclass(frozen=True)
class Parts:
    """The signs of the factors and bases: +1, −1, or 0 for a factor with an even power that is only squared."""

    form: Factored
    signs: tuple[tuple[Term, int, bool, Any], ...]  # factor or base, its sign, whether strict, the plan


@dataclass(frozen=True)
class Slope:
    """f' >= bound (from the low end) or f' <= bound (from the high end); `end` is the plan there."""

    x: Term
    low: bool
    bound: fmpq
    strict: bool  # of the slope
    slope: Any
    end: Any
    end_strict: bool
    defined: tuple[tuple[Term, int, Any], ...]  # denominators and arguments of log: sign and plan, closed box


@dataclass(frozen=True)
class Cut:
    """Two boxes: x <= at and at < x."""

    x: Term
    at: fmpq
    left: Any
    right: Any


@dataclass(frozen=True)
class Vacuous:
    """The hypothesis is false on the box: its sides are the other way round."""

    hypothesis: Term
    plan: Any
    strict: bool


@dataclass(frozen=True)
class Known:
    """A fact about constants, found by the laws of logarithms."""

    fact: Fact


Plan: TypeAlias = Leaf | Edge | Parts | Slope | Cut | Vacuous | Known


@dataclass
class Stuck:
    """Where a search gave up: the box, and the lowest bound of the number there."""

    box: dict[Term, Side] = field(default_factory=dict)
    bound: float | None = None


@cache
def to_float(q: fmpq) -> float:
    """A rational in floating point."""
    return int(q.p) / int(q.q)


def float_of(t: Term) -> Any:
    """A term compiled to a function of floating-point values."""
    return compiled(t, Floats())


def enclosure(f: Term, box: Box, bits: int) -> tuple[Any, Any] | None:
    """Lower and upper bound on the closed box, exact if the value is known exactly; None if there is none."""
    where = {x: (side.lo, side.hi) for x, side in box.items()}
    try:
        with ctx.workprec(bits):
            value = evaluate.Leaf(where, [100_000]).value(f, ())
    except KernelError:
        return None
    return (value, value) if isinstance(value, fmpq) else value


def samples(box: Box, names: Sequence[Term]) -> Iterator[dict[Term, float]]:
    """A few points inside the box."""
    ranges = []
    for x in names:
        side = box[x]
        lo = None if side.lo is None else float(arb(side.lo))
        hi = None if side.hi is None else float(arb(side.hi))
        if lo is not None and hi is not None:
            ranges.append([lo + (hi - lo) * s for s in (0.5, 0.03, 0.93, 0.3, 0.75)] if lo < hi else [lo])
        elif lo is not None:
            ranges.append([lo + max(1.0, abs(lo)) * s for s in (0.7, 0.02, 3.0, 40.0, 1000.0)])
        elif hi is not None:
            ranges.append([hi - max(1.0, abs(hi)) * s for s in (0.7, 0.02, 3.0, 40.0, 1000.0)])
        else:
            ranges.append([0.4, -0.6, 5.0, -7.0, 60.0, -80.0])
    if len(names) == 1:
        points: Iterator[tuple[float, ...]] = ((v,) for v in ranges[0])
    else:
        points = islice(product(*(r[:3] for r in ranges)), 27)
    return (dict(zip(names, p, strict=True)) for p in points)


class Boxes:
    """A search for plans on boxes, and their proofs, which are added to a proof under way.

    Parameters
    ----------
    p
        The proof; its theory must hold the chapter `elementary`.
    deadline
        The time (`time.monotonic`) at which to give up.
    """

    def __init__(self, p: Proof, deadline: float) -> None:
        self.p, self.deadline = p, deadline
        self.boxes = 0
        self.stuck = Stuck()
        self._enclosures: dict[tuple, tuple[Any, Any] | None] = {}
        self._plans: dict[tuple, tuple[Plan | None, int]] = {}
        self._slopes: dict[tuple, Fact] = {}

    # --- the search -------------------------------------------------------------------------------------------

    def search(
        self, f: Term, strict: bool, box: Box, given: Sequence[Term] = (), cuts: int = CUTS, deep: int = DEEPEST
    ) -> Plan | None:
        """A plan for 0 < f (strict) or 0 <= f on a box, under further hypotheses; None if none was found."""
        f = canonical(f)
        touching = self.touching(f, box)
        if strict and not given and self._zero_at(f, box, touching):
            return None
        left = [cuts]

        def go(box: Box, depth: int) -> Plan | None:
            if time.monotonic() > self.deadline:
                raise OutOfTime("no time is left")
            self.boxes += 1
            left[0] -= 1
            for h in given:
                s, t = h.args
                weak = h.op == "lt"
                found = self.positive(canonical(s - t), not weak, box, 2) if h.op != "eq" else None
                if found:
                    return Vacuous(h, found, not weak)
            whole = depth == 0 or self.vanishes_at_end(f, box)
            for effort in (2, 5, deep) if whole else (min(deep, 2), min(deep, 4)):
                plan = self.positive(f, strict, box, effort)
                if plan:
                    return plan
            if depth > UNDEFINED_CUTS and self._enclosed(f, box, 64) is None:
                self._give_up(f, box)  # an end at which it is not defined
                return None
            if left[0] <= 0 or self._hopeless(f, strict, box, given):
                self._give_up(f, box)
                return None
            chosen = self._cut(f, box, depth, touching)
            if chosen is None:
                self._give_up(f, box)
                return None
            x, at = chosen
            low, high = replace(box[x], hi=at, hi_open=False), replace(box[x], lo=at, lo_open=True)
            one = go({**box, x: low}, depth + 1)
            other = one and go({**box, x: high}, depth + 1)
            return Cut(x, at, one, other) if one and other else None

        return go({x: box[x] for x in box}, 0)

    def _zero_at(self, f: Term, box: Box, inside: Sequence[fmpq]) -> bool:
        """Whether f is exactly 0 at one of these points, or at an end that belongs to the box."""
        names = [x for x in box if x in f.free]
        if len(names) != 1:
            return False
        (x,) = names
        side = box[x]
        ends = [end for end, out in ((side.lo, side.lo_open), (side.hi, side.hi_open)) if end is not None and not out]
        found = [self._enclosed(f, {x: Side(at, at)}, 64) for at in (*ends, *inside)]
        return any(e is not None and e[0] == 0 and e[1] == 0 for e in found)

    def vanishes_at_end(self, f: Term, box: Box) -> bool:
        """Whether f, of one variable, seems to vanish at an end of its range where it is defined."""
        names = [x for x in box if x in f.free]
        if len(names) != 1:
            return False
        (x,) = names
        for end in (box[x].lo, box[x].hi):
            found = None if end is None else self._enclosed(f, {x: Side(end, end)}, 64)
            if found is not None and abs(arb(found[0])) + abs(arb(found[1])) < 1e-12:
                return True
        return False

    def _give_up(self, f: Term, box: Box) -> None:
        if not self.stuck.box:
            found = self._enclosed(f, box, 64)
            self.stuck = Stuck(dict(box), float(arb(found[0])) if found else None)

    def _hopeless(self, f: Term, strict: bool, box: Box, given: Sequence[Term]) -> bool:
        """Whether f is seen to be negative at a point of the box, where no hypothesis is known to fail."""
        return not given and self._seen(f, box, -1) is True

    def _seen(self, f: Term, box: Box, sign: int) -> bool:
        """Whether a sample shows this sign clearly."""
        names = [x for x in box if x in f.free]
        at = float_of(f)
        for point in samples(box, names):
            try:
                value = at(point, ())
            except (Undefined, OverflowError, KernelError, ZeroDivisionError):
                continue
            size = max([1.0, *(abs(v) for v in point.values())])
            if sign * value > 1e-7 * min(size, 1e3):
                return True
        return False

    def touching(self, f: Term, box: Box) -> list[fmpq]:
        """Simple rationals in a range of one variable at which f seems to vanish."""
        names = [x for x in box if x in f.free]
        if len(names) != 1:
            return []
        (x,) = names
        at = float_of(f)
        found = []
        for candidate in _simple_rationals():
            side = box[x]
            if (side.lo is not None and candidate <= side.lo) or (side.hi is not None and candidate >= side.hi):
                continue
            try:
                value = at({x: to_float(candidate)}, ())
            except (Undefined, OverflowError, KernelError, ZeroDivisionError):
                continue
            if abs(value) < 1e-9:
                found.append(candidate)
        return found[:6]

    def _cut(self, f: Term, box: Box, depth: int, touching: Sequence[fmpq]) -> tuple[Term, fmpq] | None:
        """The variable to cut, and where."""
        names = [x for x in box if box[x].width != 0]
        infinite = [x for x in names if box[x].width is None]
        if infinite:
            x = infinite[depth % len(infinite)]
        elif names:
            x = max(names, key=lambda x: (self._influence(f, x, box), box[x].width))
        else:
            return None
        side = box[x]
        inside = [c for c in touching if (side.lo is None or side.lo < c) and (side.hi is None or c < side.hi)]
        if inside:
            return x, inside[0]
        if side.width is not None:
            if side.width < NARROWEST:
                return None
            return x, _simple_between(side.lo, side.hi)  # type: ignore[arg-type]
        if side.lo is None and side.hi is None:
            return x, fmpq(0)
        end, sign = (side.lo, 1) if side.lo is not None else (side.hi, -1)
        end = end if end is not None else fmpq(0)
        far = end * sign
        if far > 2**20:
            return None
        return x, sign * (fmpq(0) if far < 0 else fmpq(1) if far < 1 else fmpq(int((2 * far).ceil())))

    def _influence(self, f: Term, x: Term, box: Box) -> float:
        """How much f may change over the range of x; equal for all where that is not known."""
        try:
            found = self._enclosed(slope(f, x), box, 64)
        except NotSmooth:
            found = None
        width = box[x].width
        if found is None or width is None:
            return float("inf") if x in f.free else -1.0
        return float(arb(width)) * max(abs(float(arb(found[0]))), abs(float(arb(found[1]))))

    def _enclosed(self, f: Term, box: Box, bits: int) -> tuple[Any, Any] | None:
        key = (f, bits, tuple((x, box[x].lo, box[x].hi) for x in box if x in f.free))
        if key not in self._enclosures:
            self._enclosures[key] = enclosure(f, box, bits)
        return self._enclosures[key]

    def positive(self, f: Term, strict: bool, box: Box, deep: int) -> Plan | None:
        """A plan without cuts, with at most so many derivatives and factorings one after another."""
        key = (f, strict, tuple((x, box[x]) for x in box if x in f.free))
        plan, tried = self._plans.get(key, (None, -1))
        if plan is None and tried < deep:
            plan = self._positive(f, strict, box, deep)
            self._plans[key] = plan, deep
        return plan

    def _positive(self, f: Term, strict: bool, box: Box, deep: int) -> Plan | None:
        if time.monotonic() > self.deadline:
            raise OutOfTime("no time is left")
        point = all(box[x].width == 0 for x in box if x in f.free)
        for bits in rungs(*(POINT_PRECISIONS if point else PRECISIONS)):
            found = self._enclosed(f, box, bits)
            if found is None:
                break
            if found[0] > 0 or (found[0] >= 0 and not strict):
                return Leaf(bits)
            if found[1] < 0 or (strict and found[1] <= 0):
                return None
            if not point and not found[1] - found[0] < 2.0 ** (8 - bits) * (1 + abs(found[1])):
                break  # more bits will not help
        if point and not strict and not f.free:
            return self._vanishing(f)
        edge = self._edge(f, box)
        if edge and (edge.factor > 0):
            return edge
        if deep <= 0 or f.size > LONGEST or (not point and self._seen(f, box, -1)):
            return None
        return (
            self._parts(f, strict, box, deep)
            or self._monotone(f, strict, box, deep)
            or self._scaled(f, strict, box, deep - 2)
        )

    def _vanishing(self, f: Term) -> Plan | None:
        """A plan for 0 <= f where f is the constant 0."""
        found = self._enclosed(f, {}, rungs(*POINT_PRECISIONS)[-1])
        if found is None or not abs(arb(found[0])) + abs(arb(found[1])) < 1e-100:
            return None
        try:
            facts = constant_facts(self.p, f)
            return Known(self.p.have(None, le(num(0), f), *facts, degree=1))
        except KernelError:
            return None

    def _scaled(self, f: Term, strict: bool, box: Box, deep: int) -> Plan | None:
        """On half-lines: f times a power of e is monotone."""
        if all(box[x].width is not None for x in box if x in f.free):
            return None
        weights = exponentials(f)
        for weight in weights[:3] if len(weights) > 1 else []:
            lighter = canonical(f * exp(-weight.args[0]))
            plan = self._monotone(lighter, strict, box, deep)
            if plan is not None:
                form = Factored(fmpq(1), ((lighter, 1), (weight, 1)), ())
                return Parts(form, ((lighter, 1, strict, plan), (weight, 1, True, None)))
        return None

    def _edge(self, f: Term, box: Box) -> Edge | None:
        if len(f.free) != 1:
            return None
        (x,) = f.free
        try:
            c = constant(normal(slope(f, x)))
        except NotSmooth:
            return None
        if c is None or c == 0:
            return None
        rest = constant(normal(substitute(f, {x: num(0)})))
        if rest is None:
            return None
        root = -rest / c
        side = box[x]
        if side.lo_open and side.lo == root:
            return Edge(x, True, c)
        return Edge(x, False, -c) if side.hi_open and side.hi == root else None

    def _sign(self, f: Term, strict: bool, box: Box, deep: int) -> tuple[int, Plan] | None:
        """The sign of a factor on the box with a plan."""
        for sign in (1, -1):
            signed = f if sign == 1 else canonical(-f)
            if self._seen(f, box, -sign):
                continue
            plan = self.positive(signed, strict, box, deep)
            if plan:
                return sign, plan
        return None

    def _parts(self, f: Term, strict: bool, box: Box, deep: int) -> Plan | None:
        form = factored(f)
        if form.trivial and form.constant == 1:
            return None
        total = 1 if form.constant > 0 else -1
        signs: list[tuple[Term, int, bool, Any]] = []
        for base, m in form.bases:
            found = self._sign(base, True, box, deep - 1)
            if found is None:
                return None
            signs.append((base, found[0], True, found[1]))
            total *= found[0] ** m
        for factor, k in sorted(form.factors, key=lambda fk: fk[0].size):
            if factor.op == "exp":
                signs.append((factor, 1, True, None))
                continue
            if k % 2 == 0 and not strict:
                signs.append((factor, 0, False, None))
                continue
            found = self._sign(factor, strict, box, deep - 1)
            if found is None:
                return None
            signs.append((factor, found[0], strict, found[1]))
            total *= found[0] ** k
        return Parts(form, tuple(signs)) if total > 0 else None

    def _monotone(self, f: Term, strict: bool, box: Box, deep: int) -> Plan | None:
        """Down to an end of a variable, by the sign of a derivative or by a bound of it."""
        for x in [x for x in box if x in f.free and box[x].width != 0]:
            try:
                g = slope(f, x)
            except NotSmooth:
                continue
            side = box[x]
            for low in (True, False):
                end = side.lo if low else side.hi
                if end is None:
                    continue
                plan = self._from_end(f, g, x, low, end, strict, box, deep)
                if plan:
                    return plan
        return None

    def _from_end(
        self, f: Term, g: Term, x: Term, low: bool, end: fmpq, strict: bool, box: Box, deep: int
    ) -> Plan | None:
        side = box[x]
        signed = g if low else canonical(-g)
        open_end = side.lo_open if low else side.hi_open
        face = {**box, x: Side(end, end)}
        there = canonical(substitute(f, {x: num(end)}))
        value = self._enclosed(there, face, 64)
        if value is None and any(v is not x for v in f.free):
            value = (arb("-inf"), arb("inf"))
        if value is None or value[1] < 0:
            return None
        # the derivative never has the wrong sign
        if not self._seen(signed, box, -1):
            rest = {v: s for v, s in face.items() if v is not x}
            weak = self.positive(there, strict, rest, deep - 1)
            kept = strict
            if weak is None and strict and open_end:
                weak, kept = self.positive(there, False, rest, deep - 1), False
            if weak is not None:
                need = strict and not kept
                rise = self.positive(signed, need, box, deep - 1)
                if rise is not None:
                    defined = self._defined(f, x, box, deep)
                    if defined is not None:
                        return Slope(x, low, fmpq(0), need, rise, weak, kept, defined)
        # a bound of the derivative
        width = side.width
        if width is None:
            return None
        found = self._enclosed(signed, box, 64)
        if found is None or not abs(arb(found[0])) < 1e30 or found[0] >= 0:
            return None
        bound = _below(arb(found[0]))
        shifted = canonical(there + num(bound * width))
        rest = {v: s for v, s in face.items() if v is not x}
        plan = self.positive(shifted, strict, rest, min(deep - 1, 1) if len(rest) else 0)
        if plan is None:
            return None
        rise = self.positive(canonical(signed - num(bound)), False, box, 0)
        defined = self._defined(f, x, box, deep) if rise else None
        if rise is None or defined is None:
            return None
        return Slope(x, low, bound if low else -bound, False, rise, plan, strict, defined)

    def _defined(self, f: Term, x: Term, box: Box, deep: int) -> tuple[tuple[Term, int, Any], ...] | None:
        side = box[x]
        shut = {**box, x: replace(side, lo_open=False, hi_open=False)}
        out = []
        for u in singular(f, x):
            found = self._sign(u, True, shut, min(deep, 3))
            if found is None:
                return None
            out.append((u, *found))
        return tuple(out)

    # --- the proof -----------------------------------------------------------------------------------------------

    def prove(self, f: Term, strict: bool, box: Box, plan: Plan, given: Sequence[Term] = ()) -> Fact:
        """The fact 0 < f or 0 <= f, under the hypotheses of the box and those given."""
        goal = (lt if strict else le)(num(0), f)
        tree = self._tree(plan)
        if tree is not None:
            where = [x for x in box if x in f.free]
            rows = [[x, _text(box[x].lo), _text(box[x].hi)] for x in where]
            kept = [w for w in range(len(box)) if list(box)[w] in f.free]
            return self.relaxed(self._run("compute", goal, rows, _renumbered(tree, kept, list(box))), box)
        match plan:
            case Edge(x, low, factor):
                side = box[x]
                end = lt(num(side.lo), x) if low else lt(x, num(side.hi))  # type: ignore[arg-type]
                return self._run("arith", goal, [(num(factor), [self._run("assume", end)])], [], [])
            case Known(fact):
                return fact
            case Cut(x, at, left, right):
                low_side, high_side = replace(box[x], hi=at, hi_open=False), replace(box[x], lo=at, lo_open=True)
                low_fact = self.relaxed(self.prove(f, strict, {**box, x: low_side}, left, given), box, [le(x, num(at))])
                high_fact = self.relaxed(
                    self.prove(f, strict, {**box, x: high_side}, right, given), box, [lt(num(at), x)]
                )
                return self._run("cases", x, num(at), low_fact, high_fact)
            case Vacuous(h, inside, sharp):
                s, t = h.args
                wrong = self.prove(canonical(s - t), sharp, box, inside)
                assumed = self._run("assume", h)
                false = self._run("arith", FALSE, [(num(1), [wrong]), (num(1), [assumed])], [], [])
                return self._run("absurd", false, goal)
            case Parts():
                return self._prove_parts(goal, strict, box, plan)
            case Slope():
                return self._prove_slope(f, goal, strict, box, plan)
        raise KernelError("no such plan")

    def _run(self, rule: str, *args: Any) -> Fact:
        return self.p.rule(None, rule, *args)

    def _tree(self, plan: Plan) -> Any:
        match plan:
            case Leaf(bits):
                return ["leaf", bits]
            case Cut(x, at, left, right):
                one, other = self._tree(left), self._tree(right)
                return None if one is None or other is None else ["split", x, _text(at), one, other]
        return None

    def relaxed(self, fact: Fact, box: Box, extra: Sequence[Term] = ()) -> Fact:
        """The fact with its hypotheses on the variables of the box derived from those of the box."""
        allowed = [*box_hypotheses(box), *extra]
        for h in list(fact.hyps.values()):
            if h in allowed:
                continue
            side = self._weakened(h, allowed)
            if side is not None:
                fact = self._run("mp", self._run("discharge", h, fact), side)
        return fact

    def _weakened(self, h: Term, stronger: Sequence[Term]) -> Fact | None:
        """h from one of the others, which says the same more strongly."""
        if h.op not in ("le", "lt"):
            return None
        for a in stronger:
            gap = constant(plus(plus(normal(h.args[1]), normal(h.args[0]), -1), _gap(a), -1))
            if gap is None or gap < 0 or (h.op == "lt" and a.op != "lt" and gap == 0):
                continue
            more: list[tuple[Term, list[Fact]]] = [(num(gap), [])] if gap > 0 else []
            return self._run("arith", h, [(num(1), [self._run("assume", a)]), *more], [], [])
        return None

    def _prove_parts(self, goal: Term, strict: bool, box: Box, plan: Parts) -> Fact:
        form = plan.form
        coefficient = form.constant
        facts: dict[Term, tuple[Fact, int]] = {}
        for part, sign, sharp, inside in plan.signs:
            if part in facts:
                continue
            if sign == 0:
                square = self.p.theorem("square_nonneg")
                (x,) = square.concl.free
                facts[part] = self._run("instantiate", square, [(x, part)]), 0
            elif inside is None:
                facts[part] = self._run("exp_pos", part.args[0]), 1
            else:
                facts[part] = self.prove(part if sign == 1 else canonical(-part), sharp, box, inside), sign
        factors: list[Fact] = []
        for part, k in form.factors:
            fact, sign = facts[part]
            factors += [fact] * (k if sign else k // 2)
            coefficient *= sign**k if sign else 1
        scale: list[Fact] = []
        for base, m in form.bases:
            fact, sign = facts[base]
            scale += [fact] * m
            coefficient *= sign**m
        return self._run("arith", goal, [(num(coefficient), factors)], scale, list(dict.fromkeys(scale)))

    def _differentiable(self, f: Term, x: Term, box: Box, plan: Slope) -> Fact:
        """x ↦ f has its derivative at x, under the hypotheses of the closed box."""
        key = (f, x, tuple((v, s.lo, s.hi) for v, s in box.items()))
        if key not in self._slopes:
            shut = {**box, x: replace(box[x], lo_open=False, hi_open=False)}
            sides = [
                self._zero_side(u, sign, self.prove(_times(sign, u), True, shut, d)) for u, sign, d in plan.defined
            ]
            template = forall("R", closed(eq(f, 0), [x]))
            self._slopes[key] = self._run("derivative", template, x, sides)
        return self._slopes[key]

    def _zero_side(self, u: Term, sign: int, fact: Fact) -> Fact:
        """The fact written as 0 < u or u < 0."""
        wanted = lt(num(0), u) if sign == 1 else lt(u, num(0))
        return self._run("arith", wanted, [(num(1), [fact])], [], [])

    def _prove_slope(self, f: Term, goal: Term, strict: bool, box: Box, plan: Slope) -> Fact:
        x, low, c = plan.x, plan.low, plan.bound
        side = box[x]
        end: Any = side.lo if low else side.hi
        rest = {v: s for v, s in box.items() if v is not x}
        there = canonical(substitute(f, {x: num(end)}))
        width: Any = side.width
        reach = there if c == 0 else canonical(there + num(-abs(c) * width))
        at_end = self.prove(reach, plan.end_strict, rest, plan.end)
        open_end = side.lo_open if low else side.hi_open
        beyond = self._beyond(f, goal, box, plan, at_end, end)
        if open_end:
            return beyond
        # x may be the end itself
        near, away = (le(x, num(end)), le(num(end), x)) if low else (le(num(end), x), le(x, num(end)))
        below, above = self._run("assume", near), self._run("assume", away)
        same = self._run("antisymmetry", below, above) if low else self._run("antisymmetry", above, below)
        same = self._run("arith", eq(num(end), x), [(num(-1), [same])], [], [])
        hole = var("hole'", "R")
        make = lt if strict else le
        template = forall("R", closed(make(num(0), substitute(f, {x: hole})), [hole]))
        lift: list[tuple[Term, list[Fact]]] = [] if c == 0 else [(num(abs(c) * width), [])]
        fact_there = self._run("arith", make(num(0), there), [(num(1), [at_end]), *lift], [], [])
        at = self._run("replace", same, template, fact_there)
        if low:
            return self._run("cases", x, num(end), at, beyond)
        return self._run("cases", num(end), x, at, beyond)

    def _beyond(self, f: Term, goal: Term, box: Box, plan: Slope, at_end: Fact, end: fmpq) -> Fact:
        """The goal at an x that is not the end."""
        x, low, c = plan.x, plan.low, plan.bound
        side = box[x]
        y = var(f"inner'{len(self.p.made)}", "R")
        h = canonical(-f) if low else f
        signed = canonical(slope(f, x) - num(c)) if low else canonical(num(c) - slope(f, x))
        rise = self.prove(signed, plan.strict, box, plan.slope)
        order = lt(num(end), x) if low else lt(x, num(end))
        there = self._run("assume", order)
        a, b = (num(end), x) if low else (x, num(end))
        # the derivative at y between a and b
        d = self._run("instantiate", self._differentiable(h, x, box, plan), [(x, y)])
        d = self._within(d, y, x, low, side, (le(a, y), le(y, b)))
        has = self._run("discharge", le(a, y), self._run("discharge", le(y, b), d))
        has = self._run("generalise", y, has)
        carrier = forall("R", closed(eq(d.concl.args[2], 0), [y]))
        # its bound there
        r = self._run("instantiate", rise, [(x, y)])
        make = lt if plan.strict else le
        value = num(-c) if low else num(c)
        r = self._run("arith", make(d.concl.args[2], value), [(num(1), [r])], [], [])
        r = self._within(r, y, x, low, side, (lt(a, y), lt(y, b)))
        bound = self._run("discharge", lt(a, y), self._run("discharge", lt(y, b), r))
        bound = self._run("generalise", y, bound)
        curve = forall("R", closed(eq(h, 0), [x]))
        mean = self._run("mean_value", curve, carrier, a, b, there, has, bound)
        extra = []
        if c != 0:
            far = le(x, num(side.hi)) if low else le(num(side.lo), x)  # type: ignore[arg-type]
            extra = [(num(abs(c)), [self._run("assume", far)])]
        out = self._run("arith", goal, [(num(1), [at_end]), (num(1), [mean]), *extra], [], [])
        return self.relaxed(out, box, [order])

    def _within(self, fact: Fact, y: Term, x: Term, low: bool, side: Side, between: tuple[Term, Term]) -> Fact:
        """The fact about y with its hypotheses on y derived from where y lies between x and the end."""
        for h in list(fact.hyps.values()):
            if y not in h.free or h in between:
                continue
            direct = self._weakened(h, between)
            if direct is None:  # beyond x: from y <= x and the other end of x
                other = [t for t in box_hypotheses({x: side}) if (t.args[1] is x) != low]
                near = between[1] if low else between[0]
                facts = [self._run("assume", near), *(self._run("assume", t) for t in other)]
                direct = self._run("arith", h, [(num(1), [fact_]) for fact_ in facts], [], [])
            fact = self._run("mp", self._run("discharge", h, fact), direct)
        return fact


def constant_facts(p: Proof, f: Term) -> list[Fact]:
    """log r as a sum of logarithms of primes, and e^(log r) = r, for the rationals r in f."""
    rationals = {u for u in _numerals_in_logs(f) if u.args[0] > 0}
    facts = []
    for r in sorted(rationals, key=lambda u: u.args):
        facts += _prime_logs(p, r)
        facts.append(p.rule(None, "exp_log", p.positive(r)))
    return facts


def _numerals_in_logs(t: Term) -> set[Term]:
    own = {t.args[0]} if t.op == "log" and t.args[0].op == "num" else set()
    return own.union(*(_numerals_in_logs(a) for a in t.args if isinstance(a, Term)))


def prime_powers(r: Term) -> list[tuple[int, int]]:
    """A positive rational numeral as powers of primes, as far as small primes divide it."""
    out = []
    for n, sign in ((r.args[0], 1), (r.args[1], -1)):
        q = 2
        while n > 1:
            q = next((d for d in range(q, 2000) if n % d == 0 and d * d <= n), n)
            k = 0
            while n % q == 0:
                n, k = n // q, k + 1
            out.append((q, sign * k))
    return out


def _prime_logs(p: Proof, r: Term) -> list[Fact]:
    """Facts from which log r is a combination of logarithms of primes."""
    top, bottom = r.args
    if bottom != 1:
        inverse = p.apply(None, "log_inv", p.positive(num(bottom)), x=num(bottom))
        facts = [inverse, *_prime_logs(p, num(bottom))]
        if top != 1:
            sides = [p.positive(num(top)), p.positive(num(1, bottom))]
            facts += [p.apply(None, "log_mul", *sides, x=num(top), y=num(1, bottom)), *_prime_logs(p, num(top))]
        return facts
    if top == 1 or top.bit_length() > 40:
        return []
    first = next((q for q in range(2, min(top, 2000)) if top % q == 0 and q * q <= top), None)
    if first is None:
        return []
    rest = top // first
    sides = [p.positive(num(first)), p.positive(num(rest))]
    return [p.apply(None, "log_mul", *sides, x=num(first), y=num(rest)), *_prime_logs(p, num(rest))]


def _times(sign: int, u: Term) -> Term:
    return canonical(u) if sign == 1 else canonical(-u)


def _gap(a: Term) -> Any:
    return plus(normal(a.args[1]), normal(a.args[0]), -1)


def _text(q: fmpq | None) -> str | None:
    return None if q is None else str(q)


def _renumbered(tree: Any, kept: Sequence[int], names: Sequence[Term]) -> Any:
    """The tree with its variables numbered among those kept."""
    if tree[0] == "leaf":
        return tree
    _, x, at, left, right = tree
    inside = [_renumbered(t, kept, names) for t in (left, right)]
    where = names.index(x)
    return ["split", kept.index(where), at, *inside] if where in kept else inside[0]


def _below(x: arb) -> fmpq:
    """A short dyadic rational below a number."""
    lower = x.lower()
    if lower == 0:
        return fmpq(0)
    scale = max(1, 8 - int(abs(lower).log().floor().unique_fmpz() or 0))
    return fmpq(int((lower * 2**scale).floor().unique_fmpz() or 0) - 1, 2**scale)


def _simple_between(lo: fmpq, hi: fmpq) -> fmpq:
    """A short rational near the middle."""
    width = hi - lo
    bits = 2
    while fmpq(1, 2**bits) * 8 > width:
        bits += 1
    if lo > 0 and hi > 1000 * lo:  # far apart: the geometric mean
        target = arb(lo * hi).sqrt()
        found = fmpq(int((target * 2**bits).floor().unique_fmpz() or 0), 2**bits)
        if lo < found < hi:
            return found
    return fmpq(int(((lo + hi) / 2 * 2**bits).floor()), 2**bits)


@cache
def _simple_rationals() -> tuple[fmpq, ...]:
    found = {fmpq(s * p, q) for q in range(1, 13) for p in range(0, 4 * q + 1) for s in (1, -1)}
    found |= {fmpq(s * k) for k in range(5, 101) for s in (1, -1)}
    return tuple(sorted(found, key=lambda r: (r.q, abs(r), r < 0)))
