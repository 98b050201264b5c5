"""Points at which claims are evaluated: integers, rationals and real balls of 2048 bits for variables and functions.

Values computed without exp or log are exact. A hypothesis that fixes a function entry by entry is taken as its
definition; all other entries are drawn when they are first needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import eq, itemgetter, le, lt
from random import Random
from typing import Any

from flint import arb, ctx, fmpq

from proofs.checking.models.compiled import Closure, Floats, Undefined, compiled, margin, ranged_body
from proofs.kernel.terms import KernelError, Term
from proofs.language.display import text

BITS = 2048  # the bounds of KS can be as small as exp(-500)
APART = fmpq(1, 2**1536)  # balls closer than this, relative to 1 and the sides, may differ by rounding alone
EXACT_BITS = 4096  # longer rationals are rounded to balls
READS = 40_000  # the number of entries of functions after which a point is abandoned
INDICES = 20  # indices of sums, maxima and ranges that cost as much as one entry


class Balls(Floats):
    """Arithmetic in integers, rationals and real balls; values computed without exp or log are exact."""

    close = 1e-30  # the least margin of a relation that is decided
    slopes = True
    tie = 1e-60  # the margin of an equation between balls that are not apart

    def rational(self, p: int, q: int) -> Any:
        """Return the number p/q."""
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
        """Return the exponential."""
        if x == 0:
            return 1
        if abs(float(arb(x))) > 1e6:
            raise Undefined
        return arb(x).exp()

    def log(self, x: Any) -> Any:
        """Return the logarithm."""
        if not x > 0:
            raise Undefined
        return 0 if x == 1 else arb(x).log()

    def sin(self, x: Any) -> Any:
        """Return the sine."""
        return 0 if x == 0 else arb(x).sin()

    def cos(self, x: Any) -> Any:
        """Return the cosine."""
        return 1 if x == 0 else arb(x).cos()

    def atan(self, x: Any) -> Any:
        """Return the arc tangent."""
        return 0 if x == 0 else arb(x).atan()

    def erf(self, x: Any) -> Any:
        """Return the error function."""
        return 0 if x == 0 else arb(x).erf()

    def greatest(self, values: list[Any]) -> Any:
        """Return the maximum."""
        if not any(isinstance(v, arb) for v in values):
            return max(values)
        out = arb(values[0])
        for v in values[1:]:
            out = out.max(arb(v))
        return out

    def range(self, env: Any, lo: int, hi: int) -> Iterable[int]:
        """Yield the indices from lo to hi; a point that costs too much is abandoned."""
        env.spend(max(0, hi - lo + 1))
        return range(lo, hi + 1)

    def kept(self, t: Term, value: Closure) -> Closure:
        """Return the value, cached by its indices until a number that it may depend on is written."""
        if any(sort != "Z" for _, sort in t.loose):
            return value
        places = sorted(k for k, _ in t.loose)
        index: Callable[[tuple], Any] = itemgetter(*places) if places else lambda stack: None

        def looked_up(env: Any, stack: tuple) -> Any:
            if env.asked is not None or ctx.prec != BITS:  # entries read have to be listed, or the precision differs
                return value(env, stack)
            values = env.kept.get(t)
            if values is None:
                values = env.keep(t)
            at = index(stack)
            found = values.get(at)
            if found is None:
                before = env.left
                x = value(env, stack)
                if not env.filling or env.computed.keys().isdisjoint(t.free):
                    values[at] = x, before - env.left
                return x
            env.spend(found[1])  # counts as if it were computed again
            return found[0]

        return looked_up

    def margin(self, op: str, s: Any, t: Any) -> float:
        """Return the margin as `Floats` does; 0 for balls that are not separated, `tie` if an equation may hold."""
        gap = t - s
        if isinstance(gap, int):
            holds = gap >= 0 if op == "le" else gap > 0 if op == "lt" else gap == 0
            least = max(abs(gap) / (1 + abs(s) + abs(t)), self.close)
            return least if holds else -least
        size, sides = abs(arb(gap)), abs(s) + abs(t)
        part = size / (1 + sides)
        if isinstance(gap, arb) and not part > APART and not gap.is_zero():
            if part.upper() > APART:
                raise Undefined  # the precision is too low
            return self.tie if op == "eq" and (gap.contains(0) or size < APART * sides) else 0.0
        holds = gap >= 0 if op == "le" else gap > 0 if op == "lt" else gap == 0
        least = max(float(part), self.close)
        return least if holds else -least

    def either(self, held: float, then: Callable[[], Any], other: Callable[[], Any]) -> Any:
        """Return the value of an if-then-else; a ball around both values if the condition is undecided."""
        if 0 <= held <= self.tie:
            return arb(then()).union(arb(other()))
        return then() if held > 0 else other()

    def slope(self, f: Callable[[Any], Any], x: Any) -> Any:
        """Return the central difference quotient with step 2^-BITS; its error is about the square of the step."""
        h = fmpq(1, 2**BITS)
        with ctx.workprec(3 * BITS):
            difference = (arb(f(x + h)) - f(x - h)) / (2 * h)
        return difference + arb(0, arb(h))


class Told(Balls):
    """Balls for which the margin of a relation between exact numbers is only 1 or -1."""

    def margin(self, op: str, s: Any, t: Any) -> float:
        """Return the margin as `Balls` does if a side is a ball."""
        if isinstance(s, arb) or isinstance(t, arb):
            return super().margin(op, s, t)
        return 1.0 if HOLDS[op](s, t) else -1.0


HOLDS: dict[str, Callable[[Any, Any], bool]] = {"le": le, "lt": lt, "eq": eq}
TOLD = Told()


@cache
def balls(t: Term) -> Any:
    """Compile a term, or a formula (whose sign tells whether it holds), to a function of points."""
    return compiled(t, TOLD) if t.sort in "ZR" else margin(t, TOLD)


@dataclass(frozen=True)
class Rule:
    """A hypothesis ∀i ∈ [lo, hi]. … f(i, …) = value, read as the definition of f there.

    For each argument of f, `places` gives a bound variable and the number added to it, or None and a fixed value.
    """

    places: tuple[tuple[int | None, int], ...]
    ranges: tuple[tuple[Any, Any], ...]  # ranges of the bound variables, outermost first
    value: Any

    def fits(self, index: tuple[int, ...], point: Point) -> tuple[int, ...] | None:
        """Return the bound variables (index 0 first) for which the rule defines this entry, if any."""
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
    """Return the hypotheses that define a function entry by entry from other functions or its earlier entries."""
    out: Rules = {}
    for formula in given:
        ranges = []
        while formula.op == "all" and formula.args[0] == "Z":
            try:
                lo, hi, formula = ranged_body(formula.args[1])
            except KernelError:
                break
            ranges.append((balls(lo), balls(hi)))
        if formula.op != "eq" or formula.args[0].op != "app":
            continue
        f, *arguments = formula.args[0].args
        places = [_place(a) for a in arguments]
        if f.op == "fn" and all(place is not None for place in places):
            rule = Rule(tuple(p for p in places if p), tuple(ranges), balls(formula.args[1]))
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
        self.asked: list[tuple[Term, tuple[int, ...]]] | None = None  # the entries read, if they are to be listed
        self.kept: dict[Term, dict[Any, tuple[Any, int]]] = {}  # cached sums by their indices, with their costs
        self.about: dict[Term, list[dict[Any, tuple[Any, int]]]] = {}  # the same, by the symbols that they depend on
        self.filling = 0  # the number of entries being computed
        self.wide, sizes = rng.random() < 0.2, rng.choice(((1, 2), (1, 1, 2, 2, 3, 4)))
        self.left = reads * INDICES
        for v in symbols:
            if v.op == "fn":
                self.tables[v] = {}
                self[v] = self._entry(v)
            else:
                self[v] = self.size(sizes) if v.sort == "Z" else self.number()

    @property
    def reads(self) -> int:
        """The number of entries that may still be read; negative for a point that is abandoned."""
        return self.left // INDICES

    def spend(self, indices: int) -> None:
        """Count the cost of `indices` indices.

        Raises
        ------
        Undefined
            if the point costs too much.
        """
        self.left -= indices
        if self.left < 0:
            raise Undefined

    def size(self, sizes: Sequence[int]) -> int:
        """Draw one of these sizes for an integer variable."""
        return self.rng.choice(sizes)

    def integer(self) -> int:
        """Draw an integer, for an entry of a function."""
        return self.rng.randint(-1, 5)

    def number(self) -> Any:
        """Draw a small rational, at times a large one."""
        return fmpq(self.rng.randint(-24, 24), 8) * (25 if self.wide and self.rng.random() < 0.3 else 1)

    def _entry(self, f: Term) -> Callable[..., Any]:
        table = self.tables[f]

        computed, rules = self.computed.get(f, {}), self.rules.get(f, [])

        def at(*index: int) -> Any:
            self.spend(INDICES)
            if index in computed:
                return computed[index]
            for rule in rules:
                if index not in table and (stack := rule.fits(index, self)) is not None:
                    computed[index] = self.number()  # its value if computing it reads it again
                    self.filling += 1
                    try:
                        computed[index] = rule.value(self, stack)
                    finally:
                        self.filling -= 1
                    return computed[index]
            if self.asked is not None:
                self.asked.append((f, index))
            if index not in table:
                table[index] = self.integer() if f.args[2] == "Z" else self.number()
            return table[index]

        return at

    def keep(self, t: Term) -> dict[Any, tuple[Any, int]]:
        """Return the cache for the values of a term, which is emptied when a symbol of the term is written."""
        values = self.kept[t] = {}
        for v in t.free:
            self.about.setdefault(v, []).append(values)
        return values

    def read(self, place: tuple[Term, tuple[int, ...]]) -> Any:
        """Return the number at a place: a variable with index (), or an entry of a function."""
        v, index = place
        return self.tables[v][index] if v.op == "fn" else self[v]

    def write(self, place: tuple[Term, tuple[int, ...]], value: Any) -> None:
        """Change the number at a place; a ball is narrowed to its midpoint, and so is a rational of many digits."""
        v, index = place
        if isinstance(value, fmpq) and value.height_bits() > EXACT_BITS:
            value = arb(value)
        value = arb(value.mid()) if isinstance(value, arb) else value
        for f, computed in self.computed.items():
            computed.clear()
            for values in self.about.get(f, ()):
                values.clear()
        for values in self.about.get(v, ()):
            values.clear()
        if v.op == "fn":
            self.tables[v][index] = value
        else:
            self[v] = value

    def put(self, values: Mapping[str, Any]) -> None:
        """Set variables and functions by name, if the point has them.

        Values of a function are listed from index 1 on, nested for several indices; or a mapping gives them by index.
        """
        for v in list(self):
            value, whole = values.get(v.args[0]), "Z" in (v.sort, v.args[-1])
            for index, x in _entries(value, ()) if value is not None else ():
                self.write((v, index), x if whole or isinstance(x, arb) else fmpq(x))

    def is_resolved(self) -> bool:
        """Return whether no number is so small that the errors in equations between the largest ones hide it."""
        numbers = [*self.values(), *(x for table in self.tables.values() for x in table.values())]
        sizes = [abs(arb(x)) for x in numbers if isinstance(x, arb | fmpq | int) and x != 0]
        return not sizes or bool(min(sizes) > APART * (1 + max(sizes)))

    def shown(self) -> str:
        """Return the point in one line."""
        parts = [f"{text(v)} = {_shown(x)}" for v, x in self.items() if v.op == "var"]
        for f, table in self.tables.items():
            values = ", ".join(f"{','.join(map(str, i))}: {_shown(x)}" for i, x in sorted(table.items()))
            parts.append(f"{text(f)} = {{{values}}}")
        return "; ".join(parts)


class ConstantPoint(Point):
    """A point at which all integer variables have one value, and all other numbers another one."""

    def __init__(self, symbols: Sequence[Term], rules: Rules, rng: Random, reads: int, size: int, value: fmpq) -> None:
        self.common_size, self.common_value = size, value
        super().__init__(symbols, rules, rng, reads)

    def size(self, sizes: Sequence[int]) -> int:
        """Return the common value of the integer variables."""
        return self.common_size

    def integer(self) -> int:
        """Return the common value as an integer."""
        return int(self.common_value.floor())

    def number(self) -> Any:
        """Return the common value of the other numbers."""
        return self.common_value


def _entries(value: Any, index: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Yield the entries of a function, or the value of a variable with index ()."""
    if isinstance(value, Mapping):
        yield from value.items()
    elif isinstance(value, Sequence):
        for i, x in enumerate(value, 1):
            yield from _entries(x, (*index, i))
    else:
        yield index, value


def _shown(x: Any) -> str:
    return x.str(12, radius=False) if isinstance(x, arb) else str(x)
