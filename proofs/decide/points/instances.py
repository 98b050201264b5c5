"""Counterexamples to questions about sequences: a size, and exact entries.

Small sizes are tried with entries of several patterns, larger ones with equal entries. A hypothesis that does not hold
is made to hold, where it can be, by a factor of a whole sequence (Σ p = 1, say) or by its last entry. What seems to
fail in floating point is made simple; what counts is the theorem that is made of it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from itertools import islice
from math import isqrt
from typing import Any

from proofs.decide.points.counter import Outlook
from proofs.judging.compiled import Closure, Floats, Undefined, compiled, margin, ranged_body
from proofs.judging.refute import Instance, smallest_first, tabulated
from proofs.kernel.terms import Term, num

SMALL = (1, 2, 3, 4, 0, 5, 6, 7, 8, -1, -2)
LARGE = (10, 12, 16, 20, 25, 32, 40, 50, 64)
LARGEST = (80, 100, 150, 200, 300, 500, 1000)  # where there are no entries
MOST_LARGE = 60
MOST_SIZES = 400  # choices of the integers
SIMPLE = tuple(
    Fraction(p, q)
    for p, q in ((1, 1), (0, 1), (2, 1), (1, 2), (-1, 1), (3, 1), (1, 3), (-2, 1), (1, 10), (10, 1), (-1, 2), (4, 1),
                 (3, 2), (1, 4), (3, 4), (9, 10), (2, 3), (1, 100), (100, 1), (5, 1), (-3, 1), (-1, 10), (-10, 1))
)  # fmt: skip
MOST_BITS = 2000  # of a numerator or denominator: those of a recursion may double at each step
REPAIRS = 4  # rounds in which hypotheses are made to hold
HANDED = 12  # instances handed on at most
CLEAR = 1e-6  # by which a goal fails that is not only rounded
MOST_MEMBERS = 4_000  # entries that an instance may have
MOST_BITS = 2_000  # of a numerator or denominator in an instance
FACTORS = tuple(Fraction(p, q) for p, q in ((2, 1), (1, 2), (11, 10), (9, 10), (3, 1), (1, 3), (-1, 1), (0, 1)))


class Exact(Floats):
    """Arithmetic in fractions."""

    def rational(self, p: int, q: int) -> Any:
        """The number p/q."""
        return p if q == 1 else Fraction(p, q)

    def inverse(self, x: Any) -> Any:
        """1/x."""
        if x == 0:
            raise Undefined
        return 1 / Fraction(x)

    def exp(self, x: Any) -> Any:
        """The exponential, where it is rational."""
        if x != 0:
            raise Undefined
        return Fraction(1)

    def log(self, x: Any) -> Any:
        """The logarithm, where it is rational."""
        if x != 1:
            raise Undefined
        return Fraction(0)

    def sin(self, x: Any) -> Any:
        """The sine, where it is rational."""
        if x != 0:
            raise Undefined
        return Fraction(0)

    def cos(self, x: Any) -> Any:
        """The cosine, where it is rational."""
        return 1 - self.sin(x)

    def atan(self, x: Any) -> Any:
        """The arc tangent, where it is rational."""
        return self.sin(x)


Place = tuple[Term, tuple[int, ...]]  # a variable, or a function and an index


@dataclass
class Values:
    """Values of variables and of entries; those asked for are drawn when they are."""

    numbers: dict[Term, Any]
    draw: Callable[[Term, tuple[int, ...]], Any]
    tables: dict[Term, dict[tuple[int, ...], Any]] = field(default_factory=dict)
    asked: list[Place] = field(default_factory=list)

    def env(self, functions: Sequence[Term]) -> dict[Term, Any]:
        """What formulas are evaluated in."""
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
        """The value at a place."""
        f, index = place
        return self.tables[f][index] if index else self.numbers[f]

    def put(self, place: Place, value: Any) -> None:
        """Change it."""
        f, index = place
        if index:
            self.tables[f][index] = value
        else:
            self.numbers[f] = value

    def copy(self) -> Values:
        """The same values, to be changed."""
        return Values(dict(self.numbers), self.draw, {f: dict(table) for f, table in self.tables.items()})

    @property
    def places(self) -> list[Place]:
        """All places of real and integer values but the sizes."""
        return [(f, index) for f, table in self.tables.items() for index in table]

    def instance(self) -> Instance:
        """The values as terms."""
        out: Instance = {v: _term(x) for v, x in self.numbers.items()}
        for f, table in self.tables.items():
            out[f] = tabulated(f.args[1], {index: _term(x) for index, x in sorted(table.items())})
        return out

    @property
    def short(self) -> bool:
        """Whether all numbers in it can be written."""
        found = (*self.numbers.values(), *(x for table in self.tables.values() for x in table.values()))
        return all(k.bit_length() <= MOST_BITS for x in found for k in Fraction(x).as_integer_ratio())

    def shown(self) -> dict[str, float]:
        """Numbers and entries by name, in floating point."""
        out = {v.args[0]: float(x) for v, x in self.numbers.items()}
        for f, table in self.tables.items():
            out |= {f"{f.args[0]}[{', '.join(map(str, index))}]": float(x) for index, x in sorted(table.items())}
        return out


def _term(x: Any) -> Term:
    x = Fraction(x)
    return num(x.numerator, x.denominator)


class Requirement:
    """A hypothesis: how far it holds, and the relations whose instances can be made to hold."""

    def __init__(self, g: Term) -> None:
        self.formula, self.margin = g, margin(g, Floats())
        self.ranges: list[tuple[Closure, Closure]] = []
        while g.op == "all":
            low, high, g = ranged_body(g.args[1])
            self.ranges.append((compiled(low, Exact()), compiled(high, Exact())))
        self.op = g.op
        self.sides = tuple(compiled(side, Exact()) for side in g.args) if g.op in ("le", "lt", "eq") else ()

    def places(self, env: dict[Term, Any], stack: tuple[int, ...] = (), level: int = 0) -> Iterator[tuple[int, ...]]:
        """The indices of its instances."""
        if level == len(self.ranges):
            yield stack
            return
        low, high = (end(env, (0, *stack)) for end in self.ranges[level])
        for i in range(int(low), int(high) + 1):
            yield from self.places(env, (i, *stack), level + 1)

    def gap(self, env: dict[Term, Any], stack: tuple[int, ...]) -> Any:
        """Right minus left, exactly."""
        left, right = (side(env, stack) for side in self.sides)
        return Fraction(right) - Fraction(left)

    def holds(self, gap: Any) -> bool:
        """Whether the relation holds with this gap."""
        return bool(gap == 0 if self.op == "eq" else gap >= 0 if self.op == "le" else gap > 0)


class Hunt:
    """A search for values at which all hypotheses hold and a goal does not.

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
        self.rng = random.Random(0)
        self.bounds = {f: _bounds(f, given) for f in (*self.functions, *self.reals)}
        self.seen = self.held = 0
        self.least: tuple[float, Values] | None = None

    def choices(self, values: Sequence[int]) -> list[dict[Term, int]]:
        """Values of the integers that meet the hypotheses on these alone."""
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

    def suspects(self, deadline: float) -> Iterator[Values]:
        """Values at which the goal seems to fail, made simple."""
        small = self.choices(SMALL)
        large = self.choices((*SMALL[:3], *LARGE, *(LARGEST if not self.functions else ())))[:MOST_LARGE]
        if not self.sizes:
            small, large = [{}], []
        handed, turn = 0, 0
        while time.monotonic() < deadline and (small or large):
            if turn % 6 == 5 and large:
                values = self.drawn(large[(turn // 6) % len(large)], equal=True, most=2 if turn % 12 == 5 else 1)
            elif turn % 3 == 2 and self.least is not None:
                values = self.changed(self.least[1])
            elif small:
                near = min(len(small), 2 + turn // 20)
                values = self.drawn(small[turn % near], equal=turn < 2 * len(small) and turn % 2 == 0)
            else:
                values = self.drawn(large[turn % len(large)], equal=True)
            turn += 1
            found = self.tried(values)
            if found is not None and found <= 0:
                simple = self.simpler(values, deadline)
                if not simple.short:
                    continue
                yield simple
                handed += 1
                if handed >= HANDED:
                    return

    def clearly_false(self, seconds: float) -> bool:
        """Whether the goal fails by more than roundings at one of a few instances."""
        deadline = time.monotonic() + seconds
        for _ in self.suspects(deadline):
            if self.least is not None and self.least[0] < -CLEAR:
                return True
        return self.least is not None and self.least[0] < -CLEAR

    def tried(self, values: Values) -> float | None:
        """By how much the goal holds; None where a hypothesis does not."""
        if not self.repaired(values):
            return None
        env = values.env(self.functions)
        try:
            if not all(r.margin(env, ()) > 0 for r in self.given):
                return None
            found = float(self.goal(env, ()))
        except (Undefined, OverflowError, ZeroDivisionError):
            return None
        self.seen += 1
        self.held += found > 0
        if self.least is None or found < self.least[0]:
            self.least = found, values
        return found

    # --- values -------------------------------------------------------------------------------------------------

    def drawn(self, sizes: Mapping[Term, int], equal: bool, most: int = 1) -> Values:
        """New values; equal entries, if it is asked for, or all but one."""
        numbers: dict[Term, Any] = {**sizes, **{v: self.value(v) for v in self.reals}}
        patterns = {f: self.pattern(f, self.rng.randrange(most if equal else 6)) for f in self.functions}
        return Values(numbers, lambda f, index: patterns[f](index))

    def value(self, v: Term) -> Any:
        """A value for a variable or an entry, inside its bounds."""
        lo, hi = self.bounds[v]
        pool = [x for x in SIMPLE if (lo is None or x >= lo) and (hi is None or x <= hi)]
        if lo is not None:
            pool += [lo, lo + 1, lo + Fraction(1, 10)]
        if hi is not None:
            pool += [hi, hi - 1, hi - Fraction(1, 10)]
        if lo is not None and hi is not None:
            pool += [lo + (hi - lo) * Fraction(k, 4) for k in (1, 2, 3)]
        inside = [x for x in pool if (lo is None or x >= lo) and (hi is None or x <= hi)]
        if v.sort[-2:-1] == "Z" or v.sort == "Z":
            inside = [x for x in inside if x.denominator == 1]
        inside = inside or [lo if lo is not None else hi if hi is not None else Fraction(0)]
        few = inside[: 3 if self.rng.random() < 0.4 else len(inside)]
        return self.rng.choice(few)

    def pattern(self, f: Term, kind: int) -> Callable[[tuple[int, ...]], Any]:
        """How the entries of a function are: equal, equal but for one, in progression, or any."""
        one, other, place = self.value(f), self.value(f), self.rng.choice((1, 2, -1))
        whole = f.sort[-2:-1] == "Z"
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

    def changed(self, values: Values) -> Values:
        """Values with one of them changed."""
        out = values.copy()
        places = [*out.places, *((v, ()) for v in self.reals)]
        if places:
            place = self.rng.choice(places)
            old = out.get(place)
            new = old * self.rng.choice(FACTORS) if self.rng.random() < 0.6 else self.value(place[0])
            whole = place[0].sort == "Z" or place[0].sort[-2:-1] == "Z"
            out.put(place, Fraction(round(new)) if whole else Fraction(new).limit_denominator(1000))
        return out

    def simpler(self, values: Values, deadline: float) -> Values:
        """The values, simple ones where the goal still seems to fail with them."""
        for place in [*values.places, *((v, ()) for v in self.reals)]:
            if time.monotonic() > deadline:
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

    # --- hypotheses made to hold -----------------------------------------------------------------------------------

    def repaired(self, values: Values) -> bool:
        """Whether all hypotheses could be made to hold that are rational."""
        env = values.env(self.functions)
        fixed: set[Place] = set()
        for _ in range(REPAIRS):
            good = True
            for r in self.given:
                if not r.sides:
                    continue
                try:
                    for stack in r.places(env):
                        values.asked.clear()
                        gap = r.gap(env, stack)
                        if not r.holds(gap):
                            good = False
                            if not self._mended(r, stack, values, env, fixed):
                                return False
                except (Undefined, OverflowError, ZeroDivisionError):
                    continue  # not rational: it is looked at in floating point
            if good:
                return True
        return False

    def _mended(
        self, r: Requirement, stack: tuple[int, ...], values: Values, env: dict[Term, Any], fixed: set[Place]
    ) -> bool:
        """Whether an instance of a relation was made to hold, with equality if that is enough."""
        asked = list(dict.fromkeys(values.asked))
        functions = list(dict.fromkeys(f for f, _ in asked))
        if not r.ranges and r.op == "eq":
            for f in functions:
                if not any(place in fixed for place in asked if place[0] is f) and self._scaled(r, f, values, env):
                    fixed.update(place for place in asked if place[0] is f)
                    return True
        scalars = [(v, ()) for v in self.reals if v in r.formula.free]
        for place in [*reversed(asked), *scalars]:
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
                    if max(abs(part).bit_length() for part in Fraction(new).as_integer_ratio()) > MOST_BITS:
                        return False
                    if place[0].sort[-2:-1] != "Z" or Fraction(new).denominator == 1:
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
        """Whether an equation was made to hold by a positive factor of all entries of a function."""
        table = values.tables[f]
        old = dict(table)

        def at(x: Fraction) -> Any:
            table.update({index: x * v for index, v in old.items()})
            return r.gap(env, ())

        try:
            zero, one, two = (at(Fraction(k)) for k in (0, 1, 2))
            b, a = (4 * (one - zero) - (two - zero)) / 2, (two - zero - 2 * (one - zero)) / 2
            root = _positive_root(a, b, zero)
            if root is not None and f.sort[-2:-1] != "Z" and at(root) == 0:
                return True
        except (Undefined, ZeroDivisionError, OverflowError):
            pass
        table.update(old)
        return False


def _positive_root(a: Fraction, b: Fraction, c: Fraction) -> Fraction | None:
    """A positive rational zero of a x² + b x + c."""
    if a == 0:
        return -c / b if b and -c / b > 0 else None
    inside = b * b - 4 * a * c
    if inside < 0:
        return None
    p, q = isqrt(inside.numerator), isqrt(inside.denominator)
    if p * p != inside.numerator or q * q != inside.denominator:
        return None
    roots = [(-b + s * Fraction(p, q)) / (2 * a) for s in (1, -1)]
    return next((x for x in sorted(roots) if x > 0), None)


def _bounds(v: Term, given: Sequence[Term]) -> tuple[Fraction | None, Fraction | None]:
    """The numerals between which hypotheses say a variable, or every entry of a function, to be."""
    lo: Fraction | None = None
    hi: Fraction | None = None
    for g in given:
        while g.op == "all" or (g.op == "imp" and g.args[0].op in ("le", "lt")):
            g = g.args[1]
        if g.op not in ("le", "lt"):
            continue
        left, right = g.args
        if left.op == "num" and (right is v or (right.op == "app" and right.args[0] is v)):
            lo = max(lo, Fraction(*left.args)) if lo is not None else Fraction(*left.args)
        if right.op == "num" and (left is v or (left.op == "app" and left.args[0] is v)):
            hi = min(hi, Fraction(*right.args)) if hi is not None else Fraction(*right.args)
    return lo, hi


def outlook_of(hunt: Hunt) -> dict[str, Any]:
    """What instances suggest, as `proofs.decide.points.counter.Outlook` in plain data; nothing if there are none."""
    if hunt.least is None:
        return {}
    least, values = hunt.least
    return asdict(Outlook(hunt.seen, hunt.held, least, values.shown()))
