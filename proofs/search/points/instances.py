"""Counterexamples to questions about sequences: a size and exact entries, by random search.

Small sizes are tried with entries of several patterns; mutations of the best instances bring the goal closer to
failing. Large sizes are tried with entries of a few shapes, or with a shape fitted to the best instance of a small
size. A hypothesis that fails is repaired, if possible, by scaling a whole sequence (for Σ p = 1, say) or by solving for
its last entry. An instance that seems to fail in floating point is simplified; it counts only with a proof.
"""

from __future__ import annotations

import random
from bisect import insort
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from math import exp, inf, isqrt, lcm, log
from typing import Any

from proofs.checking.models.compiled import Closure, Floats, Undefined, compiled, margin, ranged_body
from proofs.checking.refute import Instance, smallest_first, tabulated
from proofs.kernel.normal import canonical
from proofs.kernel.terms import Term, absolute, big, codomain, inv, ite, lam, le, mul, num, rebuild
from proofs.kernel.terms import bv as bound_variable
from proofs.kernel.work import WORK
from proofs.search.base.algebra import integer_roots
from proofs.search.base.effort import over, spent

SMALL = (1, 2, 3, 4, 0, 5, 6, 7, 8, -1, -2)
LARGE = (10, 12, 16, 20, 25, 32, 40, 50, 64, 80, 100, 150, 200, 300, 500, 1000)
MOST_LARGE = 60
SLOW = 0.02  # the effort for one instance, or an eighth of the budget if this is more; slower sizes are dropped
MOST_SOLVED = 200  # values of one integer that are tried when another one is solved for
BISECTIONS = 12  # steps of bisection to find where a relation begins to hold
EQUAL = 1e-12  # the sides are equal if their relative difference is smaller
FIT = 4  # the number of entries that a fit by a power or a geometric sequence needs
SHARE = 0.25  # the fraction of the effort for large sizes
LOWEST, MOST_SHOWN = 60, 24  # the number of remembered instances, and of entries that these may have
KEPT = 6  # best instances, one for each choice of sizes, that are mutated
POWERS = (-0.5, -1.0, 0.5, 1.0, 2.0, -2.0, -1 / 3)  # exponents for entries that are powers of the index
MOST_SIZES = 400  # choices of the integers
SIMPLE = tuple(
    Fraction(p, q)
    for p, q in ((1, 1), (0, 1), (2, 1), (1, 2), (-1, 1), (3, 1), (1, 3), (-2, 1), (1, 10), (10, 1), (-1, 2), (4, 1),
                 (3, 2), (1, 4), (3, 4), (9, 10), (2, 3), (1, 100), (100, 1), (5, 1), (-3, 1), (-1, 10), (-10, 1))
)  # fmt: skip
MOST_BITS = 2000  # bits of a numerator or denominator, which may double at each step of a recursion
REPAIRS = 4  # rounds of repairing hypotheses
HANDED = 12  # the largest number of proposed instances
A_FEW = 24  # instances that refute most false goals: nine of ten fail at one of the first eight
CLEAR = 1e-6  # a goal that fails by more does so not only by rounding
MOST_LISTED = 60  # entries that a term lists one by one
MOST_MEMBERS = 4_000  # entries that an instance may have
FACTORS = tuple(Fraction(p, q) for p, q in ((2, 1), (1, 2), (11, 10), (9, 10), (3, 1), (1, 3), (-1, 1), (0, 1)))


class Exact(Floats):
    """Exact arithmetic in fractions; irrational values raise `Undefined`."""

    def rational(self, p: int, q: int) -> Any:
        """Return the number p/q."""
        return p if q == 1 else Fraction(p, q)

    def inverse(self, x: Any) -> Any:
        """Return 1/x."""
        if x == 0:
            raise Undefined
        return 1 / Fraction(x)

    def exp(self, x: Any) -> Any:
        """Return the exponential at 0, the only rational value at a rational."""
        if x != 0:
            raise Undefined
        return Fraction(1)

    def log(self, x: Any) -> Any:
        """Return the logarithm at 1, the only rational value at a rational."""
        if x != 1:
            raise Undefined
        return Fraction(0)

    def sin(self, x: Any) -> Any:
        """Return the sine at 0, the only rational value at a rational."""
        if x != 0:
            raise Undefined
        return Fraction(0)

    def cos(self, x: Any) -> Any:
        """Return the cosine at 0, the only rational value at a rational."""
        return 1 - self.sin(x)

    def atan(self, x: Any) -> Any:
        """Return the arc tangent at 0, the only rational value at a rational."""
        return self.sin(x)

    def erf(self, x: Any) -> Any:
        """Return the error function at 0, the only rational value at a rational."""
        return self.sin(x)


Place = tuple[Term, tuple[int, ...]]  # a variable, or a function and an index


@dataclass
class Values:
    """Values of variables and entries; entries are drawn on first access."""

    numbers: dict[Term, Any]
    draw: Callable[[Term, tuple[int, ...]], Any]
    tables: dict[Term, dict[tuple[int, ...], Any]] = field(default_factory=dict)
    asked: list[Place] = field(default_factory=list)

    def env(self, functions: Sequence[Term]) -> dict[Term, Any]:
        """Return the environment for the evaluation of formulas."""
        out: dict[Term, Any] = dict(self.numbers)
        for f in functions:
            out[f] = self._function(f)
        return out

    def _function(self, f: Term) -> Callable[..., Any]:
        table = self.tables.setdefault(f, {})

        def value(*index: int) -> Any:
            if index not in table:
                if len(table) > MOST_MEMBERS:
                    raise Undefined
                table[index] = self.draw(f, index)
            self.asked.append((f, index))
            return table[index]

        return value

    def get(self, place: Place) -> Any:
        """Return the value at a place."""
        f, index = place
        return self.tables[f][index] if index else self.numbers[f]

    def put(self, place: Place, value: Any) -> None:
        """Set the value at a place."""
        f, index = place
        if index:
            self.tables[f][index] = value
        else:
            self.numbers[f] = value

    def copy(self) -> Values:
        """Return a copy of the values that can be changed independently."""
        return Values(dict(self.numbers), self.draw, {f: dict(table) for f, table in self.tables.items()})

    @property
    def places(self) -> list[Place]:
        """Return the places of all entries drawn so far."""
        return [(f, index) for f, table in self.tables.items() for index in table]

    def instance(self, units: Mapping[Term, Term] | None = None) -> Instance:
        """Return the values as terms; the entries of a function are multiplied by its unit, if it has one."""
        out: Instance = {v: _term(x) for v, x in self.numbers.items()}
        for f, table in self.tables.items():
            unit = (units or {}).get(f)
            terms = {x: _term(x) if unit is None else canonical(mul(_term(x), unit)) for x in table.values()}
            out[f] = _function(f.args[1], {index: terms[x] for index, x in sorted(table.items())})
        return out

    @property
    def short(self) -> bool:
        """Return whether the instance can be written as terms: short numbers, and few entries with several indices."""
        many = (t for f, t in self.tables.items() if f.args[1] > 1 and len(t) > MOST_LISTED)
        if any(len(set(table.values())) > 1 for table in many):
            return False
        found = (*self.numbers.values(), *(x for table in self.tables.values() for x in table.values()))
        return all(k.bit_length() <= MOST_BITS for x in found for k in Fraction(x).as_integer_ratio())


def _function(arity: int, table: Mapping[tuple[int, ...], Term]) -> Term:
    """Return a function with these values; elsewhere it is 0, or, if the values are many, an arbitrary one of them."""
    if len(table) <= MOST_LISTED:
        return tabulated(arity, table)
    if len(set(table.values())) == 1:
        return lam(arity, next(iter(table.values())))
    i = bound_variable(0, "Z")

    def between(indices: Sequence[int]) -> Term:
        half = len(indices) // 2
        first, last = table[indices[0],], table[indices[-1],]
        if first is last and all(table[k,] is first for k in indices):
            return first
        return ite(le(i, num(indices[half - 1])), between(indices[:half]), between(indices[half:]))

    return lam(1, between([k for (k,) in table]))


def _term(x: Any) -> Term:
    x = Fraction(x)
    return num(x.numerator, x.denominator)


class Requirement:
    """A compiled hypothesis: its margin, and the relation whose instances at each index can be repaired."""

    def __init__(self, g: Term) -> None:
        self.formula, self.margin = g, margin(g, Floats())
        self.ranges: list[tuple[Closure, Closure]] = []
        while g.op == "all":
            low, high, g = ranged_body(g.args[1])
            self.ranges.append((compiled(low, Exact()), compiled(high, Exact())))
        self.op = g.op
        self.sides = tuple(compiled(side, Exact()) for side in g.args) if g.op in ("le", "lt", "eq") else ()

    def places(self, env: dict[Term, Any], stack: tuple[int, ...] = (), level: int = 0) -> Iterator[tuple[int, ...]]:
        """Yield the indices of the instances of the relation."""
        if level == len(self.ranges):
            yield stack
            return
        low, high = (end(env, (0, *stack)) for end in self.ranges[level])
        for i in range(int(low), int(high) + 1):
            yield from self.places(env, (i, *stack), level + 1)

    def gap(self, env: dict[Term, Any], stack: tuple[int, ...]) -> Any:
        """Return right − left of one instance, exactly."""
        left, right = (side(env, stack) for side in self.sides)
        gap = right - left
        return gap if isinstance(gap, Fraction) else Fraction(gap)

    def holds(self, gap: Any) -> bool:
        """Return whether the relation holds with this gap."""
        return bool(gap == 0 if self.op == "eq" else gap >= 0 if self.op == "le" else gap > 0)


class PointSearch:
    """A search for values at which all hypotheses hold and a goal fails.

    Raises
    ------
    KernelError
        if a formula cannot be evaluated.
    """

    def __init__(self, given: Sequence[Term], goal: Term) -> None:
        symbols = sorted({v for f in (*given, goal) for v in f.free}, key=lambda v: (v.op, v.args[0]))
        self.sizes = [v for v in symbols if v.op == "var" and v.sort == "Z"]
        self.reals = [v for v in symbols if v.op == "var" and v.sort != "Z"]
        self.functions = [v for v in symbols if v.op == "fn"]
        self.given = [Requirement(g) for g in given]
        self.goal = margin(goal, Floats())
        self.evaluated = _evaluated(goal)
        self.denied = _denied(goal)
        self.rng = random.Random(0)
        self.bounds = {f: _bounds(f, given) for f in (*self.functions, *self.reals)}
        self.seen = 0
        self.size = sum(f.size for f in (*given, goal))
        self.least = inf  # the smallest margin of the goal so far
        self.lowest: list[tuple[float, Values]] = []  # short instances, those with the smallest margin first
        self.best: list[tuple[float, Values, tuple[int, ...]]] = []
        self.slowest = 0, 0.0  # the largest size so far, and its effort

    def choices(self, values: Sequence[int]) -> list[dict[Term, int]]:
        """Return choices of the integers that satisfy the hypotheses in which only these are free."""
        early = [r for r in self.given if r.formula.free <= set(self.sizes)]
        out = []
        for choice in islice(smallest_first([values] * len(self.sizes)), 20 * MOST_SIZES):
            env = dict(zip(self.sizes, choice, strict=True))
            try:
                if all(r.margin(env, ()) > 0 for r in early):
                    out.append(env)
            except (Undefined, OverflowError):
                continue
            if len(out) >= MOST_SIZES:
                break
        return out

    def suspects(self, limit: float, most: float = inf) -> Iterator[Values]:
        """Yield simplified values at which the goal seems to fail; stop after `most` instances of the hypotheses."""
        yield from self.solutions((spent() + limit) / 2)
        small = self.choices(SMALL)
        large = self.choices((*SMALL[:3], *LARGE))[:MOST_LARGE]
        if not self.sizes:
            small, large = [{}], []
        handed, turn, turns = 0, 0, 0
        start, on_large = spent(), 0.0  # effort
        slow = max(SLOW, (limit - start) / 8)
        while not over(limit) and self.seen < most and (small or large):
            now = spent()
            state, chosen, shape = self.rng.getstate(), -1, 0
            if large and (not small or (turn % 6 == 5 and on_large <= SHARE * (now - start) + SLOW / 10)):
                first = large[::3] if turns < len(large) else large  # every third size first
                shape, sizes = turns % 3, first[(turns // 3) % len(first)]
                turns += 1
                if self.long(sizes) > slow:
                    large = [c for c in large if self.long(c) <= slow]
                    continue
                chosen = large.index(sizes)
                values = self.shaped(sizes, shape)
            elif self.best and (turn % 3 == 2 or (turn > 40 and turn % 3 == 1)):
                values = self.changed(self.rng.choice(self.best)[1])
            else:
                near = min(len(small), 2 + turn // 20)
                values = self.drawn(small[turn % near], equal=turn < 2 * len(small) and turn % 2 == 0)
            turn += 1
            found = self.tried(values)
            on_large += spent() - now if chosen >= 0 else 0.0
            if found is not None and found <= 0:
                for smaller in large[: max(0, chosen)]:  # the same shape at smaller sizes
                    self.rng.setstate(state)
                    other = self.shaped(smaller, shape)
                    found = self.tried(other)
                    if found is not None and found < 0:
                        values = other
                        break
                simple = self.simpler(values, limit)
                if not simple.short:
                    continue
                yield simple
                handed += 1
                if handed >= HANDED:
                    return

    def solutions(self, limit: float) -> Iterator[Values]:
        """For a goal s ≠ t, yield values with an integer that solves s = t, if this is linear or quadratic in it."""
        if self.denied is None or len(self.sizes) > 2:
            return
        for v in self.sizes:
            others = [u for u in self.sizes if u is not v]
            for size in range(MOST_SOLVED if others else 1):
                values = self.drawn({v: 1, **dict.fromkeys(others, size)}, equal=True)
                self.repaired(values)
                env = values.env(self.functions)
                if over(limit) or not values.short:
                    return
                with suppress(Undefined, OverflowError, ZeroDivisionError, ValueError):
                    gaps = []
                    for k in range(4):
                        env[v] = k
                        gaps.append(Fraction(self.denied(env, ())))
                    a, b = (gaps[2] - 2 * gaps[1] + gaps[0]) / 2, (4 * gaps[1] - gaps[2] - 3 * gaps[0]) / 2
                    if gaps[3] != gaps[0] + 3 * b + 9 * a:
                        break
                    scale = lcm(a.denominator, b.denominator, gaps[0].denominator)
                    for root in integer_roots(*(int(scale * c) for c in (a, b, gaps[0]))):
                        solved = values.copy()
                        solved.numbers[v] = root
                        found = self.tried(solved)
                        if found is not None and found <= 0:
                            yield solved

    def clearly_false(self, effort: float) -> bool:
        """Return whether the goal fails by more than a rounding error at one of a few instances."""
        limit = spent() + effort
        for _ in self.suspects(limit, A_FEW):
            if self.least < -CLEAR:
                return True
        return self.least < -CLEAR

    def tried(self, values: Values) -> float | None:
        """Repair the values and return the margin of the goal; None if a hypothesis fails."""
        start = spent()
        WORK.done += 3 * self.size
        repaired = self.repaired(values)
        env = values.env(self.functions)
        try:
            margins = [r.margin(env, ()) for r in self.given]
            found, score = self.evaluated(env)
        except (Undefined, OverflowError, ZeroDivisionError, ValueError):
            return None
        finally:
            self.slowest = max(self.slowest, (sum(abs(values.numbers[v]) for v in self.sizes), spent() - start))
        missing = -sum(min(0.0, float(m)) for m in margins)
        if not repaired or any(not m > 0 for m in margins):
            self.keep(2 + missing, values)
            return None
        self.seen += 1
        self.least = min(self.least, found)
        if len(values.places) <= MOST_SHOWN and (len(self.lowest) < LOWEST or found < self.lowest[-1][0]):
            insort(self.lowest, (found, values.copy()), key=lambda row: row[0])
            del self.lowest[LOWEST:]
        self.keep(score if abs(score) > EQUAL else 1.0, values)  # if both sides are equal, all mutations may be worse
        return found

    def keep(self, score: float, values: Values) -> None:
        """Keep the values if they are the best for their sizes, and these sizes are among the best `KEPT`."""
        sizes = tuple(values.numbers[v] for v in self.sizes)
        if self.functions and any(size > SMALL[-3] for size in sizes):
            return
        of_others = [kept for kept in self.best if kept[2] != sizes]
        same = [kept for kept in self.best if kept[2] == sizes]
        if not same or score <= same[0][0]:
            same = [(score, values, sizes)]
        self.best = sorted([*of_others, *same], key=lambda kept: kept[0])[:KEPT]

    # --- values -------------------------------------------------------------------------------------------------

    def drawn(self, sizes: Mapping[Term, int], equal: bool, most: int = 1) -> Values:
        """Draw new values: the entries follow the first `most` patterns if `equal`, else any pattern."""
        numbers: dict[Term, Any] = {**sizes, **{v: self.value(v) for v in self.reals}}
        patterns = {f: self.pattern(f, self.rng.randrange(most if equal else 6)) for f in self.functions}
        return Values(numbers, lambda f, index: patterns[f](index))

    def value(self, v: Term) -> Any:
        """Draw a value for a variable or an entry, inside its bounds."""
        lo, hi = self.bounds[v]
        pool = [x for x in SIMPLE if (lo is None or x >= lo) and (hi is None or x <= hi)]
        if lo is not None:
            pool += [lo, lo + 1, lo + Fraction(1, 10)]
        if hi is not None:
            pool += [hi, hi - 1, hi - Fraction(1, 10)]
        if lo is not None and hi is not None:
            pool += [lo + (hi - lo) * Fraction(k, 4) for k in (1, 2, 3)]
        inside = [x for x in pool if (lo is None or x >= lo) and (hi is None or x <= hi)]
        if codomain(v.sort) == "Z":
            inside = [x for x in inside if x.denominator == 1]
        inside = inside or [lo if lo is not None else hi if hi is not None else Fraction(0)]
        few = inside[: 3 if self.rng.random() < 0.4 else len(inside)]
        return self.rng.choice(few)

    def pattern(self, f: Term, kind: int) -> Callable[[tuple[int, ...]], Any]:
        """Return a rule for the entries of a function: all equal, all but one equal, a progression, or random."""
        one, other, place = self.value(f), self.value(f), self.rng.choice((1, 2, -1))
        whole = codomain(f.sort) == "Z"
        if kind == 0:
            return lambda index: one
        if kind == 1:
            return lambda index: other if index[0] == abs(place) else one
        if kind == 2 and not whole:
            return lambda index: one * Fraction(2) ** (place * sum(index))
        if kind == 3:
            lo, hi = self.bounds[f]
            step = 1 if hi is None else -1 if lo is None else 0
            return lambda index: one + step * sum(index)
        return lambda index: self.value(f)

    def long(self, sizes: Mapping[Term, int]) -> float:
        """Return an estimate of the effort for an instance of these sizes, assumed to grow quadratically."""
        size, effort = self.slowest
        return effort * max(1.0, sum(map(abs, sizes.values())) / max(size, 1)) ** 2

    def shaped(self, sizes: Mapping[Term, int], shape: int) -> Values:
        """Draw new values for large sizes: equal entries, all but one equal, or entries of a simple shape."""
        numbers: dict[Term, Any] = {**sizes, **{v: self.value(v) for v in self.reals}}
        size = max(map(abs, sizes.values()), default=1)
        patterns = {f: self.shape(f, size) if shape == 2 else self.pattern(f, shape) for f in self.functions}
        return Values(numbers, lambda f, index: patterns[f](index))

    def shape(self, f: Term, size: int) -> Callable[[tuple[int, ...]], Any]:
        """Return a rule for entries: a power of the index, a parabola, a line, a step, alternating values, or a fit."""
        one, other, kind, power = self.value(f), self.value(f), self.rng.randrange(9), self.rng.choice(POWERS)
        share = self.rng.choice((2, 3, 10))
        whole = codomain(f.sort) == "Z"
        fitted = self.fitted(f) if kind > 5 and not whole else None
        if fitted is not None:
            return fitted
        if kind == 0:
            return lambda index: one if share * index[0] <= size else other
        if kind == 1:
            return lambda index: one if sum(index) % 2 else other
        if kind == 2:
            return lambda index: Fraction(index[0] * (size + 1 - index[0]))
        if kind == 3 or whole:
            return lambda index: Fraction(size + 1 - index[0])
        return lambda index: _rounded(float(max(1, abs(index[0]))) ** power)

    def fitted(self, f: Term) -> Callable[[tuple[int, ...]], Any] | None:
        """Return a power of the index or a geometric sequence that fits the best instance, or None."""
        tables = [kept[1].tables.get(f, {}) for kept in self.best]
        table = max(tables, key=len, default={})
        rows = [(index[0], float(x)) for index, x in table.items() if len(index) == 1 and index[0] > 0 and x > 0]
        if len(rows) < FIT or len(rows) < len(table):
            return None
        power, far = _slope([(log(i), log(x)) for i, x in rows])
        rate, farther = _slope([(float(i), log(x)) for i, x in rows])
        if far <= farther:
            power = round(4 * power) / 4
            return lambda index: _rounded(float(max(1, abs(index[0]))) ** power)
        ratio = _rounded(round(exp(rate), 1))
        return lambda index: ratio ** index[0]

    def changed(self, values: Values) -> Values:
        """Mutate one or two of the values."""
        out = values.copy()
        places = [*out.places, *((v, ()) for v in self.reals)]
        if not places:
            return out
        place, other, kind = self.rng.choice(places), self.rng.choice(places), self.rng.random()
        old, also = out.get(place), out.get(other)
        step = self.rng.gauss(0, 1) * 10.0 ** -self.rng.randrange(4)
        if kind < 0.25:
            self.altered(out, place, self.value(place[0]))
        elif kind < 0.35:
            self.altered(out, place, old * self.rng.choice(FACTORS))
        elif kind < 0.55:
            self.altered(out, place, float(old) * (1 + step))
        elif kind < 0.65:
            self.altered(out, place, float(old) + step * (1 + abs(float(also))))
        elif kind < 0.75:
            self.altered(out, place, also)
        elif kind < 0.9 and place != other:
            moved = _rounded(step * (abs(float(old)) + abs(float(also))))
            self.altered(out, place, old + moved)
            self.altered(out, other, also - moved)
        elif kind < 0.95:
            self.altered(out, place, self.extreme(place[0]))
        else:
            self.altered(out, place, old * Fraction(10) ** self.rng.randrange(-9, 10))
        return out

    def extreme(self, v: Term) -> Any:
        """Draw a value for a variable or an entry that is tiny or huge, or near one of its bounds."""
        lo, hi = self.bounds[v]
        small = Fraction(1, 10 ** self.rng.choice((*range(1, 12), 20, 50)))
        if lo is not None and hi is not None:
            return self.rng.choice((lo, hi)) if self.rng.random() < 0.3 else self.rng.choice((lo + small, hi - small))
        for end, way in ((lo, 1), (hi, -1)):
            if end is not None:
                return end + way * self.rng.choice((small, 1 / small))
        return self.rng.choice((small, -small, 1 / small, -1 / small))

    def altered(self, values: Values, place: Place, new: Any) -> None:
        """Set a value, rounded to a short one."""
        whole = codomain(place[0].sort) == "Z"
        with suppress(OverflowError, ValueError):
            values.put(place, Fraction(round(new)) if whole else _rounded(new))

    def simpler(self, values: Values, limit: float) -> Values:
        """Replace values by simple ones as long as the goal still seems to fail."""
        for place in [*values.places, *((v, ()) for v in self.reals)]:
            if over(limit):
                break
            for simple in (Fraction(1), Fraction(0), Fraction(values.get(place)).limit_denominator(10)):
                if simple == values.get(place):
                    break
                trial = values.copy()
                trial.put(place, simple)
                found = self.tried(trial)
                if found is not None and found < 0:
                    values = trial
                    break
        return values

    # --- repairing hypotheses ---------------------------------------------------------------------------------------

    def repaired(self, values: Values) -> bool:
        """Repair the values; return whether all hypotheses with rational values hold."""
        env = values.env(self.functions)
        fixed: set[Place] = set()
        for _ in range(REPAIRS):
            good = True
            for r in self.given:
                if not r.sides or r.formula.free <= set(self.sizes):
                    continue
                try:
                    for stack in r.places(env):
                        values.asked.clear()
                        gap = r.gap(env, stack)
                        if not r.holds(gap):
                            good = False
                            if not self._corrected(r, stack, values, env, fixed):
                                return False
                except (Undefined, OverflowError, ZeroDivisionError):
                    continue  # irrational: checked in floating point
            if good:
                return True
        return False

    def _corrected(
        self, r: Requirement, stack: tuple[int, ...], values: Values, env: dict[Term, Any], fixed: set[Place]
    ) -> bool:
        """Make an instance of a relation hold, with equality if that suffices; return whether this succeeded."""
        asked = list(dict.fromkeys(values.asked))
        functions = list(dict.fromkeys(f for f, _ in asked))
        if not r.ranges and r.op == "eq":
            for f in functions:
                if not any(place in fixed for place in asked if place[0] is f) and self._scaled(r, f, values, env):
                    fixed.update(place for place in asked if place[0] is f)
                    return True
        scalars = [(v, ()) for v in self.reals if v in r.formula.free]
        latest = [*reversed(asked)]
        if r.ranges:
            latest.sort(key=lambda place: -sum(place[1]))
        for place in [*latest, *scalars]:  # solve a recursion for its last entry
            if place in fixed:
                continue
            old = values.get(place)

            def at(x: Any, place: Place = place) -> Any:
                values.put(place, x)
                if not place[1]:
                    env[place[0]] = x
                return r.gap(env, stack)

            try:
                one, two, three = (at(old + k) for k in (0, 1, 2))
                if two != one and three - two == two - one:
                    new = old - one / (two - one)
                    if r.op == "lt":
                        new += Fraction(1, 10) if two > one else -Fraction(1, 10)
                else:
                    new = _solution(at, old, (one, two, three), r)
                if new is not None:
                    if max(abs(part).bit_length() for part in Fraction(new).as_integer_ratio()) > MOST_BITS:
                        return False
                    if codomain(place[0].sort) != "Z" or Fraction(new).denominator == 1:
                        at(new)
                        fixed.add(place)
                        return True
                at(old)
            except (Undefined, ZeroDivisionError, OverflowError):
                at_place = place
                values.put(at_place, old)
                if not at_place[1]:
                    env[at_place[0]] = old
        return False

    def _scaled(self, r: Requirement, f: Term, values: Values, env: dict[Term, Any]) -> bool:
        """Make an equation hold by a positive factor of all entries of a function; return whether this succeeded."""
        table = values.tables[f]
        old = dict(table)

        def at(x: Fraction) -> Any:
            table.update({index: x * v for index, v in old.items()})
            return r.gap(env, ())

        try:
            zero, one, two = (at(Fraction(k)) for k in (0, 1, 2))
            b, a = (4 * (one - zero) - (two - zero)) / 2, (two - zero - 2 * (one - zero)) / 2
            root = _positive_root(a, b, zero)
            if root is not None and codomain(f.sort) != "Z" and at(root) == 0:
                return True
        except (Undefined, ZeroDivisionError, OverflowError):
            pass
        table.update(old)
        return False


def _rounded(x: Any) -> Fraction:
    """Return a fraction close to a number, with few digits at any order of magnitude."""
    if isinstance(x, Fraction) and max(abs(x.numerator), x.denominator) <= 1000:
        return x
    near = Fraction(x).limit_denominator(1000)
    return near if abs(near - x) <= abs(x) / 100 else Fraction(f"{float(x):.2e}")


def _denied(goal: Term) -> Closure | None:
    """Return the exact difference s − t of a goal s ≠ t as a closure; None for other goals."""
    if goal.op == "lt" and goal.args[0] == num(0) and goal.args[1].op == "abs":
        return compiled(goal.args[1].args[0], Exact())
    return None


def _evaluated(goal: Term) -> Callable[[dict[Term, Any]], tuple[float, float]]:
    """Return a function for the margin of a goal and for the score of a point.

    The score of an inequality is right − left, relative to its summands; that of another goal is its margin.
    """
    if goal.op not in ("le", "lt"):
        decided = margin(goal, Floats())
        return lambda env: 2 * (float(decided(env, ())),)
    numbers = Floats()
    left, right = (compiled(side, numbers) for side in goal.args)
    sizes = [compiled(full_size(side), numbers) for side in goal.args]

    def evaluated(env: dict[Term, Any]) -> tuple[float, float]:
        before = WORK.done
        s, t = left(env, ()), right(env, ())
        WORK.done += WORK.done - before  # the sides count for the margin and for the score
        found = float(numbers.margin(goal.op, s, t))
        gap = float(t - s)
        return found, gap / max(sum(float(size(env, ())) for size in sizes), 1e-300) if gap else 0.0

    return evaluated


def full_size(t: Term) -> Term:
    """Return a bound of a term by the triangle inequality: the term with the absolute values of its parts."""
    if t.op in ("var", "app", "log", "bv"):
        return absolute(t)
    if t.op == "num":
        return num(abs(t.args[0]), t.args[1])
    if t.op == "inv":
        return inv(absolute(t.args[0]))
    if t.op in ("sum", "prod", "max"):
        lo, hi, body = t.args
        return big(t.op, lo, hi, full_size(body))
    if t.op in ("add", "mul"):
        return rebuild(t, lambda kid, _: full_size(kid))
    if t.op == "ite":
        return ite(t.args[0], full_size(t.args[1]), full_size(t.args[2]))
    return absolute(t)


def _solution(at: Callable[[Any], Any], old: Any, gaps: Sequence[Any], r: Requirement) -> Any:
    """Return a value near the old one at which a nonlinear relation holds, from a brief search, or None.

    `gaps` are the gaps at the old value, at 1 more, and at 2 more.
    """
    if r.op == "eq":
        one, two, three = gaps
        a = (three - 2 * two + one) / Fraction(2)
        inside = (two - one - a) ** 2 - 4 * a * one
        root = _rational_root(inside) if a else None
        if root is None or at(old + 3) != one + 3 * (two - one - a) + 9 * a:
            return None
        steps = [(-(two - one - a) + sign * root) / (2 * a) for sign in (1, -1)]
        return old + min(steps, key=lambda step: (old + step < 0, abs(step)))
    for size in (Fraction(1, 100), Fraction(1, 10), 1, 10, 100):
        for sign in (1, -1):
            far, near = sign * size * (1 + abs(_rounded(old))), Fraction(0)
            if not r.holds(at(old + far)):
                continue
            for _ in range(BISECTIONS):
                middle = (far + near) / 2
                far, near = (middle, near) if r.holds(at(old + middle)) else (far, middle)
            return next((old + x for x in (_rounded(far), far) if r.holds(at(old + x))), None)
    return None


def _rational_root(x: Fraction) -> Fraction | None:
    """Return the square root of a number if it is rational, else None."""
    if x < 0:
        return None
    root = Fraction(isqrt(x.numerator), isqrt(x.denominator))
    return root if root * root == x else None


def _slope(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the slope of the least-squares line through the points, and the sum of the squared residuals."""
    x, y = (sum(row[k] for row in points) / len(points) for k in (0, 1))
    square = sum((a - x) ** 2 for a, _ in points)
    slope = sum((a - x) * (b - y) for a, b in points) / square if square else 0.0
    return slope, sum((b - y - slope * (a - x)) ** 2 for a, b in points)


def _positive_root(a: Fraction, b: Fraction, c: Fraction) -> Fraction | None:
    """Return the least positive rational zero of a x² + b x + c, or None."""
    if a == 0:
        return -c / b if b and -c / b > 0 else None
    root = _rational_root(b * b - 4 * a * c)
    if root is None:
        return None
    roots = [(-b + s * root) / (2 * a) for s in (1, -1)]
    return next((x for x in sorted(roots) if x > 0), None)


def _bounds(v: Term, given: Sequence[Term]) -> tuple[Fraction | None, Fraction | None]:
    """Return the numerals that the hypotheses give as bounds of a variable, or of every entry of a function."""
    lo: Fraction | None = None
    hi: Fraction | None = None
    for g in given:
        while g.op == "all" or (g.op == "imp" and g.args[0].op in ("le", "lt")):
            g = g.args[1]
        if g.op not in ("le", "lt"):
            continue
        left, right = g.args
        if left.op == "num" and _every(right, v):
            lo = max(lo, Fraction(*left.args)) if lo is not None else Fraction(*left.args)
        if right.op == "num" and _every(left, v):
            hi = min(hi, Fraction(*right.args)) if hi is not None else Fraction(*right.args)
    return lo, hi


def _every(t: Term, v: Term) -> bool:
    """Return whether t is the variable v, or an entry of the function v at bound indices."""
    return t is v or (t.op == "app" and t.args[0] is v and all(a.op == "bv" for a in t.args[1:]))
