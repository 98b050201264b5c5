"""Rational counterexamples to one relation under hypotheses, found in floating point and checked exactly.

Points on a grid are tried (simple rationals, near the ends, far out), then descent starts from the best of them. A
point that seems to break the relation is rounded to a simple one, at which the kernel evaluates the relation, including
its definedness.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice, product
from math import exp as e_to
from math import inf, isfinite, log
from typing import Any

from flint import arb, ctx

from proofs.checking.models.compiled import Floats, Undefined, compiled
from proofs.checking.models.precision import rungs
from proofs.kernel import evaluate
from proofs.kernel.normal import canonical, key, normal
from proofs.kernel.terms import KernelError, Term, eq, exp, le, lt, num, rebuild, substitute
from proofs.kernel.work import WORK
from proofs.language.elaborate import rational, rational_power
from proofs.search.base.effort import over
from proofs.search.base.formulas import range_of, ranges, simplified, solved_for
from proofs.search.base.ranges import Side
from proofs.search.base.values import enclosure
from proofs.search.points.sampling import points

PRECISIONS = (64, 256, 1024)
SIMPLE = tuple(
    Fraction(p, q)
    for p, q in (
        (0, 1),
        (1, 1),
        (2, 1),
        (1, 2),
        (3, 1),
        (1, 3),
        (4, 1),
        (2, 3),
        (1, 4),
        (3, 4),
        (5, 1),
        (3, 2),
        (10, 1),
    )
)
FAR = tuple(Fraction(10) ** k for k in (2, 3, 4, 5, 6, 9, 12, 20, 40, 100))
NEAR = tuple(Fraction(1, 10**k) for k in (1, 2, 3, 4, 6, 8, 10))
GRID = 4_000  # points on the grid
CLOSE = 40  # points on the grid that are checked exactly although they barely break the goal
LOOKED_AT = 400  # points on the grid that are tried for an outlook
WALKS = 6  # starting points of descents
ROUNDINGS = (1, 2, 4, 8, 16, 100, 1000, 10**4, 10**6, 10**8, 10**10, 10**13)  # largest denominators of rounded points
JUDGED = 40  # points that are checked exactly for an outlook
TIE = 1e-60  # sides that are certainly closer than this count as equal
ACCURATE = 1e-6  # relative error of a displayed number
SAMPLED = 1000  # largest denominator of sampled points
HUGE = 1e300  # larger numbers are displayed as this one
Point = dict[Term, Fraction | Term]
Exact = dict[Term, Term]  # closed terms


@dataclass(frozen=True)
class Broken:
    """Exact values at which the hypotheses hold and the goal fails, or the condition `undefined` fails."""

    values: Exact
    undefined: Term | None = None


def truth(formula: Term) -> bool | None:
    """Return the truth of a closed formula, by its normal form or by ball arithmetic; None if neither decides it."""
    try:
        known = key(formula)
        if isinstance(known, bool):
            return known
        for bits in rungs(*PRECISIONS):
            with ctx.workprec(bits):
                found = evaluate.Leaf({}, [100_000]).truth(formula, ())
            if found is not None:
                return found
    except (KernelError, OverflowError, MemoryError):
        return None
    return None


def truth_with_roots(formula: Term) -> bool | None:
    """Return the truth of a closed formula by `truth` or after evaluating rational roots; None if open."""
    known = None if formula.free else truth(formula)
    if known is not None or formula.free or formula.op not in ("le", "lt", "eq"):
        return known
    try:
        gap = worked_out(formula.args[1] - formula.args[0])
    except KernelError:
        return None
    return truth({"le": le, "lt": lt, "eq": eq}[formula.op](num(0), gap))


def worked_out(t: Term) -> Term:
    """Evaluate in a closed number the powers of rationals that are rational, and the conditions that are decided.

    >>> from proofs.language.parse import parse_number
    >>> worked_out(parse_number("exp(log(2)/2)**2 + exp(log(4/9)/2)"))
    num(8, 3)
    """
    if t.loose or t.op == "num":
        return t
    if t.op == "ite":
        chosen = truth_with_roots(t.args[0])
        return t if chosen is None else worked_out(t.args[1] if chosen else t.args[2])
    t = canonical(rebuild(t, lambda kid, _: worked_out(kid)))
    t = rebuild(t, lambda kid, _: _as_rational(kid)) if t.op in ("add", "mul", "inv") else _as_rational(t)
    return canonical(t)


def _as_rational(t: Term) -> Term:
    """Return a term, or its value if it is e^(c log r) and rational."""
    if t.op == "mul":
        return rebuild(t, lambda kid, _: _as_rational(kid))
    found = as_power(t)
    value = None if found is None else rational_power(*found)
    return t if value is None else rational(value)


def as_power(t: Term) -> tuple[Fraction, Fraction] | None:
    """Read e^(c log r) as the power of a rational r > 0 with a rational exponent c; None for any other term.

    >>> from proofs.language.parse import parse_number
    >>> as_power(parse_number("exp(log(4/9)/2)"))
    (Fraction(4, 9), Fraction(1, 2))
    """
    rows = list(normal(t.args[0]).items()) if t.op == "exp" else []
    if len(rows) != 1 or len(rows[0][0]) != 1:
        return None
    ((monomial, c),) = rows
    ((atom, e),) = monomial
    if e != 1 or atom.term.op != "log" or atom.term.args[0].op != "num" or atom.term.args[0].args[0] <= 0:
        return None
    return Fraction(*atom.term.args[0].args), Fraction(int(c.p), int(c.q))


def find(given: Sequence[Term], goal: Term, conditions: Sequence[Term], limit: float, effort: int = 1) -> Broken | None:
    """Find a point at which all hypotheses hold, and the goal or one of the conditions is false."""
    fewer, wanted, needed, solved = without_equations(given, goal, conditions)
    sampler = _PointSearch(fewer, wanted, needed, limit, effort)
    for point in sampler.suspects():
        values = {x: v if isinstance(v, Term) else num(v.numerator, v.denominator) for x, v in point.items()}
        values |= {x: canonical(substitute(t, values)) for x, t in solved}
        broken = _broken(given, goal, conditions, values)
        if broken:
            return broken
    return None


def without_equations(
    given: Sequence[Term], goal: Term, conditions: Sequence[Term]
) -> tuple[list[Term], Term, list[Term], list[tuple[Term, Term]]]:
    """Eliminate variables that equations determine; return the new formulas, and the variables with their values."""
    solved: list[tuple[Term, Term]] = []
    fewer, wanted, needed = list(given), goal, list(conditions)
    for _ in range(6):
        found = next((s for g in fewer for s in [solved_for(g)] if s is not None and s[1].sort == "R"), None)
        if found is None:
            break
        g, x, value = found
        fewer = [simplified(substitute(h, {x: value})) for h in fewer if h is not g]
        wanted, needed = substitute(wanted, {x: value}), [substitute(c, {x: value}) for c in needed]
        solved = [*((y, substitute(t, {x: value})) for y, t in solved), (x, value)]
    return fewer, wanted, needed, solved


@dataclass(frozen=True)
class Outlook:
    """Exact statistics of a goal at points where all hypotheses hold.

    `points` is their number, `held` the number at which the goal is not false, and `at` the point at which it is false
    or comes closest to it. For an inequality, `least` is right − left at that point, the smallest seen if it holds at
    all points.
    """

    points: int
    held: int
    least: float | None
    at: Exact


def outlook(
    given: Sequence[Term], goal: Term, conditions: Sequence[Term], known: Iterable[Exact], limit: float
) -> Outlook | None:
    """Return the outlook of a goal at points where the hypotheses and the conditions hold, or None."""
    fewer, wanted, _, solved = without_equations(given, goal, ())
    sampler = _PointSearch(fewer, wanted, [], limit, 1)
    some = (tuple(_near(x, point[x], SAMPLED) for x in sampler.names) for point in points(fewer, sampler.names))
    seen: dict[tuple[Fraction, ...], float] = {}

    def look(point: tuple[Fraction, ...]) -> None:
        v = sampler.value(_floats(sampler.names, point)) if point not in seen else None
        if v is not None and v > float("-inf"):
            seen[point] = v

    for point in (*some, *islice(product(*sampler.pools()), LOOKED_AT)):
        look(point)
        if over(limit):
            break
    for point in sorted(seen, key=lambda point: seen[point])[:2] if sampler.names else ():
        if over(limit):
            break
        end = sampler.walk(_floats(sampler.names, point))
        for most in ROUNDINGS if all(map(isfinite, end)) else ():
            look(tuple(_near(x, v, most) for x, v in zip(sampler.names, end, strict=True)))

    def found() -> Iterator[Exact]:
        for point in sorted(seen, key=lambda point: seen[point]):
            at = {x: num(v.numerator, v.denominator) for x, v in zip(sampler.names, point, strict=True)}
            at |= {x: canonical(substitute(t, at)) for x, t in solved}
            yield dict(sorted(at.items(), key=lambda row: row[0].args[0]))

    return judged(given, goal, conditions, chain(known, found()), limit)


def judged(
    given: Sequence[Term], goal: Term, conditions: Sequence[Term], places: Iterable[Exact], limit: float
) -> Outlook | None:
    """Return the outlook of a goal at those of the points where the hypotheses and the conditions hold; None if none.

    Points that leave a variable free do not count. Points at which the goal is not decided count only if its sides are
    equal as far as can be computed.
    """
    holds: list[tuple[float, Exact]] = []
    fails: list[tuple[float, Exact]] = []
    for values in places:
        count = len(holds) + len(fails)
        if count >= JUDGED or (count and over(limit)):
            break
        try:
            there = substitute(goal, values)
            if there.free or any(truth_with_roots(substitute(f, values)) is not True for f in (*given, *conditions)):
                continue
            held, gap = truth_with_roots(there), _gap_of(there)
        except KernelError:
            continue
        if held is not None or gap == 0:
            (fails if held is False else holds).append((inf if gap is None else gap, values))
    if not holds and not fails:
        return None
    least, at = min(fails, key=lambda row: _length(row[1])) if fails else min(holds, key=lambda row: row[0])
    is_number = goal.op != "eq" and least != inf
    return Outlook(len(holds) + len(fails), len(holds), least if is_number else None, at)


def _length(values: Exact) -> int:
    """Return the length of the values as text."""
    return sum(len(str(t)) for t in values.values())


def _gap_of(relation: Term) -> float | None:
    """Return right − left of a closed relation, 0 if indistinguishable from 0; None for ≠, or if not computable."""
    if relation.op not in ("le", "lt", "eq"):
        return None
    gap, found = relation.args[1] - relation.args[0], None
    for bits in rungs(*PRECISIONS):
        ends = enclosure(gap, {}, bits)
        if ends is None:
            return None
        lo, hi = map(arb, ends)
        if lo > 0 or hi < 0:
            found = float(((lo + hi) / 2).mid())
            if (hi - lo) < abs(found) * ACCURATE:
                break
        elif hi - lo < TIE:
            found = 0.0
    return None if found is None else min(max(found, -HUGE), HUGE)


def _near(x: Term, v: float, most: int) -> Fraction:
    """Return a simple number near v that suits the sort of x, with denominator at most `most`."""
    return Fraction(v).limit_denominator(1 if x.sort == "Z" else most)


def _broken(given: Sequence[Term], goal: Term, conditions: Sequence[Term], values: Exact) -> Broken | None:
    try:
        held = [truth(substitute(c, values)) for c in conditions]
        if not all(truth(substitute(g, values)) is True for g in given):
            return None
        for c, known in zip(conditions, held, strict=True):
            if known is False:
                return Broken(values, c)
        if not all(h is True for h in held):
            return None
        return Broken(values) if truth(substitute(goal, values)) is False else None
    except KernelError:
        return None


def touching_point(given: Sequence[Term], goal: Term) -> dict[Term, Fraction] | None:
    """Find, by descent, a simple rational point at which a goal that seems true seems to hold with equality."""
    sampler = _PointSearch(given, goal, [], float("inf"), 1)
    starts = [[point[x] for x in sampler.names] for point in points(given, sampler.names)]
    heights = [(v, start) for start in starts for v in [sampler.value(start)] if v is not None]
    for _, start in sorted(heights)[:WALKS]:
        for point in sampler.simpler(sampler.walk(start)):
            height = sampler.value(_floats(sampler.names, point))
            if height is not None and abs(height) < 1e-9:  # not −inf, where the goal is undefined
                return dict(zip(sampler.names, point, strict=True))
    return None


class _PointSearch:
    def __init__(
        self, given: Sequence[Term], goal: Term, conditions: Sequence[Term], limit: float, effort: int
    ) -> None:
        self.limit, self.effort = limit, effort
        names = {v for f in (*given, goal, *conditions) for v in f.free}
        self.names = sorted(names, key=lambda v: v.args[0])
        self.box = ranges(given)
        self.given = [_gap(g) for g in given if g.op in ("le", "lt", "eq")]
        self.equal = [g.op == "eq" for g in given if g.op in ("le", "lt", "eq")]
        self.goal, self.op = _gap(goal), "lt" if goal.op == "imp" else goal.op
        self.seen: set[tuple[Fraction, ...]] = set()
        self.relation = goal
        self.size = sum(f.size for f in (*given, goal))
        self.kinks = _kinks((*given, goal))

    def value(self, point: Sequence[float | int]) -> float | None:
        """Return the gap of the goal, −inf if it is undefined; None if a hypothesis fails."""
        env = dict(zip(self.names, point, strict=True))
        WORK.done += 1 + self.size // 4
        try:
            for gap, equal in zip(self.given, self.equal, strict=True):
                v = gap(env)
                if v < -1e-12 or (equal and v > 1e-12):
                    return None
        except (Undefined, OverflowError, ZeroDivisionError, KernelError):
            return None
        try:
            out = float(self.goal(env))
        except (OverflowError, KernelError):
            return self.sign(point)
        except (Undefined, ZeroDivisionError):
            return float("-inf")
        if out != out or abs(out) == float("inf"):
            return self.sign(point)
        return -abs(out) if self.op == "eq" else out

    def sign(self, point: Sequence[float | int]) -> float | None:
        """Return a large number with the sign of the gap, for a gap that is too large for floating point."""
        values = {x: num(*Fraction(v).as_integer_ratio()) for x, v in zip(self.names, point, strict=True)}
        held = truth(substitute(self.relation, values)) if self.relation.op != "imp" else None
        return None if held is None else 1e300 if held else -1e300

    def pool(self, x: Term, size: int) -> list[Fraction]:
        side = self.box.get(x, Side())
        lo, hi = (None if e is None else Fraction(int(e.p), int(e.q)) for e in (side.lo, side.hi))
        out: list[Fraction] = []
        if lo is not None and hi is not None:
            w = hi - lo
            out += [lo, hi, (lo + hi) / 2, lo + w / 10, hi - w / 10]
        bases = [e for e in (lo, hi) if e is not None] or [Fraction(0)]
        signs = [1] if lo is not None else [-1] if hi is not None else [1, -1]
        simple = [v * s for v in SIMPLE for s in (1, -1)]
        out += [*simple[:8], *(b + s * v for b in bases for s in signs for v in (*SIMPLE[:4], FAR[0], NEAR[2], FAR[2]))]
        if lo is not None and hi is not None:
            out += [lo + w * k / 16 for k in range(17)]
            out += [e for v in NEAR for e in (lo + w * v, hi - w * v)]
        out += simple
        out += [b + s * v for b in bases for s in signs for v in (*FAR, *NEAR)]
        out += [Fraction(s * k, 8) for k in range(1, 49) for s in (1, -1)]
        out += [Fraction(s * k) for k in range(7, 60) for s in (1, -1)]
        out = [*self.kinks.get(x, ()), *out]
        inside = [v for v in out if (lo is None or v >= lo) and (hi is None or v <= hi)]
        if x.sort == "Z":
            inside = [v for v in inside if v.denominator == 1]
            inside += [Fraction(k) for k in range(-20, 60) if (lo is None or k >= lo) and (hi is None or k <= hi)]
        return list(dict.fromkeys(inside))[:size]

    def pools(self) -> list[list[Fraction]]:
        """Return the values of each variable on the grid."""
        size = {1: 400, 2: 60, 3: 16, 4: 8}.get(len(self.names), 4)
        return [self.pool(x, size) for x in self.names]

    def suspects(self) -> Iterator[Point]:
        """Yield points that seem to break the goal, the simplest approximations of each first."""
        if not self.names:
            yield {}
            return
        grid: Iterator[tuple[Fraction, ...]] = islice(product(*self.pools()), GRID * self.effort)
        best: list[tuple[float, tuple[Fraction, ...]]] = []
        rng = random.Random(0)
        yielded = 0
        for k, point in enumerate(grid):
            if k % 64 == 0 and over(self.limit):
                return
            v = self.value(_floats(self.names, point))
            if v is None:
                continue
            if self._breaks(v):
                if v < -1e-9 or yielded < CLOSE:
                    yield dict(zip(self.names, point, strict=True))
                    yielded += v >= -1e-9
            else:
                best.append((v, point))
        best.sort(key=lambda vp: vp[0])
        starts = [point for _, point in best[: WALKS * self.effort]]
        starts += [p for _, p in rng.sample(best, min(len(best), WALKS * self.effort))]
        for start in dict.fromkeys(starts):
            if over(self.limit):
                return
            end = self.walk(_floats(self.names, start))
            for point in self.simpler(end):
                yield dict(zip(self.names, point, strict=True))
            if self.op == "lt" or len(self.names) == 1:
                yield from self.powers_of_e(end)

    def powers_of_e(self, point: Sequence[float]) -> Iterator[Point]:
        """Yield the point with coordinates replaced by e^q where these are close, for simple rationals q."""
        out: Point = {}
        for x, v in zip(self.names, point, strict=True):
            simple = Fraction(v).limit_denominator(100)
            out[x] = simple
            if abs(float(simple) - v) > 1e-6 * abs(v) and v > 0:
                q = Fraction(log(v)).limit_denominator(12)
                if abs(e_to(float(q)) - v) < 1e-4 * v:
                    out[x] = exp(num(q.numerator, q.denominator))
        if any(isinstance(v, Term) for v in out.values()):
            yield out

    def _breaks(self, v: float) -> bool:
        return v < 0 or (self.op == "lt" and v < 1e-12)

    def walk(self, point: list[float | int]) -> list[float | int]:
        """Descend by coordinate steps of decreasing length; return the end point."""
        best = self.value(point)
        if best is None:
            return point
        whole = [x.sort == "Z" for x in self.names]
        step = [max(abs(v) // 2, 1) if z else max(abs(v), 0.1) / 2 for v, z in zip(point, whole, strict=True)]
        for _ in range(60 if len(point) > 1 else 90):
            moved = False
            for i in range(len(point)):
                for sign in (1, -1) if step[i] else ():
                    trial = list(point)
                    trial[i] += sign * step[i]
                    v = self.value(trial)
                    if v is not None and v < best:
                        point, best, moved = trial, v, True
                        break
            if not moved:
                step = [s // 2 if z else s / 2 for s, z in zip(step, whole, strict=True)]
                if max(step) < 1e-14:
                    break
        return point

    def simpler(self, point: Sequence[float]) -> Iterator[tuple[Fraction, ...]]:
        """Yield simple rational points nearby at which the goal still seems to fail."""
        done: set[tuple[Fraction, ...]] = set()
        for most in ROUNDINGS:
            rounded = tuple(Fraction(v).limit_denominator(most) for v in point)
            if rounded in done or rounded in self.seen:
                continue
            done.add(rounded)
            self.seen.add(rounded)
            v = self.value(_floats(self.names, rounded))
            if v is not None and (v < 1e-12):
                yield rounded


def _floats(names: Sequence[Term], point: Sequence[Fraction]) -> list[float | int]:
    return [int(v) if x.sort == "Z" else float(v) for x, v in zip(names, point, strict=True)]


def _kinks(formulas: Sequence[Term]) -> dict[Term, list[Fraction]]:
    """Return points where |w| has a kink or a condition s <= t changes, for w and s − t linear in one variable."""
    found: dict[Term, list[Fraction]] = {}

    def look(t: Term) -> None:
        if t.op == "abs" or (t.op == "ite" and t.args[0].op in ("le", "lt")):
            gap = t.args[0] if t.op == "abs" else t.args[0].args[1] - t.args[0].args[0]
            bound = range_of(le(num(0), gap)) if not gap.loose else None
            if bound is not None:
                x, side = bound
                end = side.lo if side.lo is not None else side.hi
                if end is not None:
                    found.setdefault(x, []).append(Fraction(int(end.p), int(end.q)))
        for a in t.args:
            if isinstance(a, Term):
                look(a)

    for formula in formulas:
        look(formula)
    return found


def _gap(relation: Term) -> Callable[[dict[Term, Any]], Any]:
    """Return right − left of a relation as a function of the point; for s ≠ t, the distance of the sides."""
    if relation.op == "imp":
        inside = _gap(relation.args[0])
        return lambda env: abs(inside(env))
    s, t = (compiled(a, Floats()) for a in relation.args)
    return lambda env: t(env, ()) - s(env, ())


def exact(t: Term) -> Fraction | None:
    """Return the value of a numeral."""
    return Fraction(*t.args) if t.op == "num" else None
