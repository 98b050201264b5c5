"""The search for a plan on a box: by cuts, factors and monotonicity, from enclosures and samples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import islice, product
from typing import Any

from flint import arb, fmpq

from proofs.builder.proof import Proof
from proofs.checking.models.precision import rungs
from proofs.kernel.normal import canonical, constant, normal
from proofs.kernel.terms import KernelError, Term, exp, le, num, substitute
from proofs.search.base.algebra import Factored, NotSmooth, exponentials, factored, singular, slope
from proofs.search.base.constants import constant_facts, values_of_waves
from proofs.search.base.effort import over
from proofs.search.base.failures import LimitReached
from proofs.search.base.ranges import Box, Side
from proofs.search.base.values import enclosure, to_float
from proofs.search.boxes.plans import Cut, Edge, Known, Leaf, Parts, Plan, Slope, Stuck, Vacuous
from proofs.search.points.sampling import NEARLY, value

PRECISIONS = (64, 256)
POINT_PRECISIONS = (64, 256, 2048)
DEEPEST = 9  # nested derivatives
CUTS = 400  # the largest total number of boxes
UNDEFINED_CUTS = 10  # successive cuts towards a point at which the term is undefined
LONGEST = 2_000  # the largest size of a term that is analysed
NARROWEST = fmpq(1, 2**60)
LEVELS = 2  # levels of derivatives that bound a derivative, in one variable
NEARER = 12  # halvings of a range towards an end


def samples(box: Box, names: Sequence[Term]) -> Iterator[dict[Term, float]]:
    """Yield a few points inside the box."""
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


class Planner:
    """A search for plans.

    Parameters
    ----------
    p
        The proof under construction, to which facts about constants are added; as for `proofs.search.engine.Search`.
    limit
        The limit of the effort, as for `Search`.
    """

    def __init__(self, p: Proof, limit: float) -> None:
        self.p, self.limit = p, limit
        self.boxes = 0
        self.stuck = Stuck()
        self._samples: dict[tuple, list[tuple[dict[Term, float], float]]] = {}  # and tolerances
        self._seen_signs: dict[tuple, bool] = {}
        self._enclosures: dict[tuple, tuple[Any, Any] | None] = {}
        self._plans: dict[tuple, tuple[Plan | None, int]] = {}

    def search(
        self, f: Term, strict: bool, box: Box, given: Sequence[Term] = (), cuts: int = CUTS, deep: int = DEEPEST
    ) -> Plan | None:
        """Return a plan for 0 < f (strict) or 0 <= f on a box, under further hypotheses; None if none was found."""
        f = canonical(f)
        touching = cache(partial(self.touching, f, box))  # hundreds of evaluations
        if strict and not given and self._zero_at(f, box, touching()):
            return None
        left = [cuts]

        def go(box: Box, depth: int) -> Plan | None:
            if over(self.limit):
                raise LimitReached("the limit of effort is reached")
            self.boxes += 1
            left[0] -= 1
            for h in given:
                s, t = h.args
                weak = h.op == "lt"
                found = self.positive(canonical(s - t), not weak, box, 2) if h.op != "eq" else None
                if found:
                    return Vacuous(h, found, not weak)
            zero = self.zero_at_end(f, box)
            for effort in (2, 5, deep) if depth == 0 or zero else (min(deep, 2), min(deep, 4)):
                plan = self.positive(f, strict, box, effort)
                if plan:
                    return plan
                risen = self._risen(f, strict, box, *zero) if zero and effort > 2 else None
                if zero and risen is not None:
                    (y, up), (end, near) = zero, risen
                    sides = replace(box[y], hi=end, hi_open=False), replace(box[y], lo=end, lo_open=True)
                    far = go({**box, y: sides[up]}, depth + 1)
                    return None if far is None else Cut(y, end, near, far) if up else Cut(y, end, far, near)
            if depth > UNDEFINED_CUTS and self._enclosed(f, box, 64) is None:
                self._give_up(f, box)  # f is undefined at an end
                return None
            if left[0] <= 0 or self._hopeless(f, box, given):
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
        """Return whether f is exactly 0 at one of these points, or at an end in the box."""
        names = [x for x in box if x in f.free]
        if len(names) != 1:
            return False
        (x,) = names
        side = box[x]
        ends = [end for end, out in ((side.lo, side.lo_open), (side.hi, side.hi_open)) if end is not None and not out]
        found = [self._enclosed(f, {x: Side(at, at)}, 64) for at in (*ends, *inside)]
        return any(e is not None and e[0] == 0 and e[1] == 0 for e in found)

    def zero_at_end(self, f: Term, box: Box) -> tuple[Term, bool] | None:
        """Return f's only variable, and whether f seems to vanish at its lower end; None if at neither end."""
        names = [x for x in box if x in f.free]
        if len(names) != 1:
            return None
        (x,) = names
        for end, low in ((box[x].lo, True), (box[x].hi, False)):
            if end is not None and self._vanishes(f, x, end):
                return x, low
        return None

    def _vanishes(self, f: Term, x: Term, at: fmpq) -> bool:
        found = self._enclosed(f, {x: Side(at, at)}, 64)
        return found is not None and bool(abs(arb(found[0])) + abs(arb(found[1])) < 1e-12)

    def _risen(self, f: Term, strict: bool, box: Box, x: Term, low: bool) -> tuple[fmpq, Plan] | None:
        """Return a point up to which f increases from an end at which it vanishes, and a plan for this part.

        The sign of the first derivative that does not vanish at the end decides. If this derivative is positive on the
        whole range, the result is None, since plans without cuts are as good.
        """
        side = box[x]
        end, opened = (side.lo, side.lo_open) if low else (side.hi, side.hi_open)
        steps = [f]
        try:
            while self._vanishes(steps[-1], x, end):  # type: ignore[arg-type]
                g = slope(steps[-1], x)
                if len(steps) > DEEPEST or g.size > LONGEST:
                    return None
                steps.append(g if low else canonical(-g))
        except NotSmooth:
            return None
        far = self._far(steps[-1], x, side, low)
        if far is None or (strict and not opened):
            return None
        near = replace(side, hi=far, hi_open=False) if low else replace(side, lo=far, lo_open=False)
        plan: Plan = Leaf(64)
        for u in steps[-2::-1]:
            there = self.positive(canonical(substitute(u, {x: num(end)})), False, {}, 1)  # type: ignore[arg-type]
            defined = self._defined(u, x, {**box, x: near}, 4)
            if there is None or defined is None:
                return None
            plan = Slope(x, low, fmpq(0), strict, plan, there, False, defined)
        return far, plan

    def _far(self, g: Term, x: Term, side: Side, low: bool) -> fmpq | None:
        """Return a point up to which g is positive from an end, by enclosures; None if on all or none of the range."""
        end: Any = side.lo if low else side.hi
        width = side.width or fmpq(2)
        for k in range(0 if side.width else 1, NEARER):
            at = _simple_between(*sorted((end, end + (width if low else -width) / 2 ** (k - 1)))) if k else end
            near = side if not k else replace(side, hi=at) if low else replace(side, lo=at)
            found = self._enclosed(g, {x: near}, 64)
            if found is not None and found[0] > 0:
                return at if k else None
        return None

    def _give_up(self, f: Term, box: Box) -> None:
        if not self.stuck.box:
            found = self._enclosed(f, box, 64)
            self.stuck = Stuck(dict(box), float(arb(found[0])) if found else None)

    def _hopeless(self, f: Term, box: Box, given: Sequence[Term]) -> bool:
        """Return whether there are no hypotheses and f is negative at a sampled point of the box."""
        return not given and self._seen(f, box, -1) is True

    def _seen(self, f: Term, box: Box, sign: int) -> bool:
        """Return whether f clearly has this sign at a sampled point."""
        names = [x for x in box if x in f.free]
        where = tuple((x, box[x].ends) for x in names)
        if where not in self._samples:
            found = samples(box, names)
            self._samples[where] = [(p, 1e-7 * min(max([1.0, *map(abs, p.values())]), 1e3)) for p in found]
        if (f, where, sign) not in self._seen_signs:
            levels = ((value(f, point), clearly) for point, clearly in self._samples[where])
            seen = any(level is not None and sign * level > clearly for level, clearly in levels)
            self._seen_signs[f, where, sign] = seen
        return self._seen_signs[f, where, sign]

    def touching(self, f: Term, box: Box) -> list[fmpq]:
        """Return simple rationals in a range of one variable at which f seems to vanish."""
        names = [x for x in box if x in f.free]
        if len(names) != 1:
            return []
        (x,) = names
        found, side = [], box[x]
        for candidate in _simple_rationals():
            if (side.lo is None or side.lo < candidate) and (side.hi is None or candidate < side.hi):
                level = value(f, {x: to_float(candidate)})
                if level is not None and abs(level) < NEARLY:
                    found.append(candidate)
        return found[:6]

    def _cut(self, f: Term, box: Box, depth: int, touching: Callable[[], Sequence[fmpq]]) -> tuple[Term, fmpq] | None:
        """Return the variable whose range is to be cut, and the point of the cut."""
        names = [x for x in box if box[x].width != 0]
        infinite = [x for x in names if box[x].width is None]
        if infinite:
            x = infinite[depth % len(infinite)]
        elif names:
            x = max(names, key=lambda x: (self._influence(f, x, box), box[x].width))
        else:
            return None
        side = box[x]
        inside = [c for c in touching() if (side.lo is None or side.lo < c) and (side.hi is None or c < side.hi)]
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
        """Return how much f may change over the range of x, or a constant if that is unknown."""
        try:
            found = self._enclosed(slope(f, x), box, 64)
        except NotSmooth:
            found = None
        width = box[x].width
        if found is None or width is None:
            return float("inf") if x in f.free else -1.0
        return float(arb(width)) * max(abs(float(arb(found[0]))), abs(float(arb(found[1]))))

    def _enclosed(self, f: Term, box: Box, bits: int) -> tuple[Any, Any] | None:
        key = (f, bits, tuple((x, box[x].ends) for x in box if x in f.free))
        if key not in self._enclosures:
            self._enclosures[key] = enclosure(f, box, bits)
        return self._enclosures[key]

    def positive(self, f: Term, strict: bool, box: Box, deep: int) -> Plan | None:
        """Return a plan without cuts, with at most `deep` successive derivatives and factorings."""
        key = (f, strict, tuple((x, box[x]) for x in box if x in f.free))
        plan, tried = self._plans.get(key, (None, -1))
        if plan is None and tried < deep:
            plan = self._positive(f, strict, box, deep)
            self._plans[key] = plan, deep
        return plan

    def _positive(self, f: Term, strict: bool, box: Box, deep: int) -> Plan | None:
        if over(self.limit):
            raise LimitReached("the limit of effort is reached")
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
                break  # a higher precision does not help
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
        """Return a plan for 0 <= f where f is the constant 0."""
        found = self._enclosed(f, {}, rungs(*POINT_PRECISIONS)[-1])
        if found is None or not abs(arb(found[0])) + abs(arb(found[1])) < 1e-100:
            return None
        try:
            known = constant_facts(self.p, f)
            return Known(self.p.have(le(num(0), f), *known, *values_of_waves(self.p, f), degree=1))
        except KernelError:
            return None

    def _scaled(self, f: Term, strict: bool, box: Box, deep: int) -> Plan | None:
        """Return a plan on an unbounded box, where f times a power of e is monotone."""
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
        """Return the sign of a factor on the box with a plan."""
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
        """Return a plan that replaces a variable by an end of its range, by the sign or a bound of a derivative."""
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
        levels = LEVELS if deep > 1 and len(box) == 1 else 0
        least = self._least(signed, x, box, levels)
        if least is None or least >= 0:
            return None
        bound = _below(least)
        shifted = canonical(there + num(bound * width))
        rest = {v: s for v, s in face.items() if v is not x}
        plan = self.positive(shifted, strict, rest, min(deep - 1, 1) if len(rest) else 0)
        if plan is None:
            return None
        rise = self._above(signed, bound, x, box, levels)
        defined = self._defined(f, x, box, deep) if rise else None
        if rise is None or defined is None:
            return None
        return Slope(x, low, bound if low else -bound, False, rise, plan, strict, defined)

    def _least(self, g: Term, x: Term, box: Box, levels: int) -> arb | None:
        """Return a lower bound of g by its enclosure, or by its slope from an end, bounded in the same way."""
        found = self._enclosed(g, box, 64)
        if found is None or not abs(arb(found[0])) < 1e30:
            return None
        own = arb(found[0])
        risen = [r[0] for low in (True, False) for r in [self._rises(g, x, low, box, levels)] if r is not None]
        return max([own, *risen], key=float)

    def _rises(self, g: Term, x: Term, low: bool, box: Box, levels: int) -> tuple[arb, fmpq, Term] | None:
        """Return a lower bound of g by its slope from an end: the bound, the bound of the slope, and the slope."""
        if not levels:
            return None
        side = box[x]
        end, width = (side.lo if low else side.hi), side.width
        try:
            h = slope(g, x)
        except NotSmooth:
            return None
        h = h if low else canonical(-h)
        there = self._enclosed(g, {**box, x: Side(end, end)}, 64)
        least = self._least(h, x, box, levels - 1) if h.size <= LONGEST else None
        if there is None or least is None:
            return None
        bound = min(_below(least), fmpq(0))
        return arb(there[0]) + arb(bound) * arb(width), bound, h

    def _above(self, g: Term, c: fmpq, x: Term, box: Box, levels: int) -> Plan | None:
        """Return a plan for c <= g with the c of `_least`."""
        over = canonical(g - num(c))
        found = self._enclosed(g, box, 64)
        if found is not None and found[0] >= c:
            return self.positive(over, False, box, 0)
        for low in (True, False):
            risen = self._rises(g, x, low, box, levels)
            if risen is None or not risen[0] >= c:
                continue
            _, bound, h = risen
            end: Any = box[x].lo if low else box[x].hi
            width: Any = box[x].width
            there = canonical(substitute(over, {x: num(end)}) + num(bound * width))
            plan, rise = self.positive(there, False, {}, 0), self._above(h, bound, x, box, levels - 1)
            defined = self._defined(over, x, box, 2)
            if plan is not None and rise is not None and defined is not None:
                return Slope(x, low, bound if low else -bound, False, rise, plan, False, defined)
        return None

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


def _below(x: arb) -> fmpq:
    """Return a short dyadic rational below a number."""
    lower = x.lower()
    if lower == 0:
        return fmpq(0)
    scale = max(1, 8 - int(abs(lower).log().floor().unique_fmpz() or 0))
    return fmpq(int((lower * 2**scale).floor().unique_fmpz() or 0) - 1, 2**scale)


def _simple_between(lo: fmpq, hi: fmpq) -> fmpq:
    """Return a short rational near the middle."""
    width = hi - lo
    bits = max(2, int((8 / width).ceil() - 1).bit_length())  # the least with 8/2^bits <= width
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
