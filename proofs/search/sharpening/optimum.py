"""Numerical optima of the critical values of a constant, to many digits.

Variables are fixed one by one at simple values (an end of the range, 0, 1, another variable) as long as this does not
change the optimum. The optimum over the last variable is found by sampling and golden section search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, ctx, fmpq

from proofs.kernel.normal import canonical
from proofs.kernel.terms import Term, num
from proofs.search.sharpening.critical import BITS, Env, Range, Statement, affine, value

COARSE_BITS = 60  # the number of bisection steps while sampling
HALF = 60  # half the number of samples on a line
REACH = 30.0  # the ends of the scale, which is logarithmic near the ends of a range
FAR = 18.0  # an optimum farther out is regarded as a limit
SHRINK = 2.0**-12  # the final step of a coarse search in several variables; for one variable, its square
SAME = arb("1e-6")
SIMPLE = 12  # the denominator of places at which a critical value may be missing
PEAKS = 8  # local optima that are computed
PROBES = (8, 16, 32, 64)  # a limit is computed at these powers of ten


@dataclass(frozen=True)
class Optimum:
    """The extreme critical value of a constant, and its place.

    Attributes
    ----------
    value
        The value; for a limit, an approximation.
    fixed
        Values of variables that do not change the optimum.
    free
        The remaining variable, or None.
    at
        The value of this variable at the optimum; None for a limit.
    end, inwards
        For a limit: the end that the variable approaches, as a term, or None for infinity; and the sign of the
        direction from there into the range.
    digits
        The number of digits of `value` that are known.
    """

    value: arb
    fixed: Mapping[Term, Term]
    free: Term | None = None
    at: arb | None = None
    end: Term | None = None
    inwards: int = 0
    digits: int = 60


class Scale:
    """The scale of a variable: an increasing map from the real numbers to its range."""

    def __init__(self, of: Range) -> None:
        self.low = None if of.low is None else value(of.low, {})
        self.high = None if of.high is None else value(of.high, {})

    def __call__(self, t: arb | float) -> arb:
        """Return the value of the variable."""
        t = arb(t)
        if self.low is not None and self.high is not None:
            if t > 0:
                return self.high - (self.high - self.low) / (1 + t.exp())
            return self.low + (self.high - self.low) / (1 + (-t).exp())
        if self.low is not None:
            return self.low + t.exp()
        if self.high is not None:
            return self.high - (-t).exp()
        return t.sinh()


def samples(half: int = HALF) -> list[float]:
    """Return points on a scale that are denser in the middle and avoid simple values."""
    steps = ((k + 0.137) / half for k in range(-half, half))
    return [4 * v + (REACH - 4) * v**5 for v in steps]


class Search:
    """The search for the optimum of one side: 1 for the lower end of the set of constants, -1 for the upper end."""

    def __init__(self, statement: Statement, side: int, env: Env, candidates: Sequence[Term] = ()) -> None:
        self.side, self.env = side, env
        self.statement = statement
        self.candidates = candidates  # further simple values of variables, besides 0, 1 and ends of ranges

    def optima(self) -> Iterator[Optimum]:
        """Yield possible optima, the likeliest first; yield nothing if there is no critical value on this side."""
        with ctx.workprec(BITS):
            best = self.coarse(self.statement)
            if best is None:
                return
            statement, found = self.statement, best
            for x in statement.variables:
                if len(statement.variables) == 1 and x.sort != "Z":
                    break
                for t in self.simple(statement, x, found[1]):
                    fixed = statement.put(x, t)
                    other = None if fixed is None else self.coarse(fixed)
                    if fixed and other and not self.better(best[0], other[0], SAME * (1 + abs(best[0]))):
                        statement, found = fixed, other
                        best = other if self.better(other[0], best[0]) else best
                        break
            if not statement.variables:
                yield Optimum(found[0], statement.fixed)
            elif len(statement.variables) == 1:
                yield from self.simplest(statement, best[0], found[1])
                yield from self.on_line(statement)
            else:
                yield Optimum(found[0], statement.fixed, digits=8)

    def simplest(self, statement: Statement, best: arb, near: Mapping[Term, arb]) -> Iterator[Optimum]:
        """Yield the optimum at the first simple value of the last variable at which it is attained."""
        (x,) = statement.variables
        for t in self.simple(statement, x, near):
            fixed = statement.put(x, t)
            v = None if fixed is None else self.critical(fixed, {}, BITS)
            if fixed is not None and v is not None and not self.better(best, v, SAME * (1 + abs(best))):
                yield Optimum(v, fixed.fixed)
                return

    def better(self, v: arb, w: arb, by: arb | int = 0) -> bool:
        """Return whether v is more extreme than w, by a margin."""
        return bool(self.side * (v - w) > by)

    def simple(self, statement: Statement, x: Term, near: Mapping[Term, arb]) -> Iterator[Term]:
        """Yield simple values for a variable."""
        of = statement.range_of(x)
        if of.low is not None and of.low_closed:
            yield of.low
        if of.high is not None and of.high_closed:
            yield of.high
        at = near[x]
        if x.sort == "Z":
            yield num(round(float(at)))
            return
        for g in statement.domain:
            parts = affine(g.args[1] - g.args[0], x) if g.op == "le" and len(g.free) > 1 else None
            if parts is not None and not parts[1].free and parts[0].free <= {*statement.variables}:
                yield canonical(-parts[0] / parts[1])
        of_sequence = x.args[0].endswith("'")
        yield from () if of_sequence else self.candidates
        yield from (num(k) for k in ((1, 0, -1) if of_sequence else (0, 1, -1)))
        yield from (y for y in statement.variables if y is not x)
        yield from (-y for y in statement.variables if y is not x)
        yield from self.candidates
        guess = Fraction(float(at)).limit_denominator(12)
        if guess and abs(guess) <= 12 and abs(float(at) - guess) < 1e-3 * abs(guess):
            yield num(guess.numerator, guess.denominator)

    def critical(self, statement: Statement, at: Mapping[Term, arb], bits: int = COARSE_BITS) -> arb | None:
        """Return the critical value at a point."""
        return statement.critical({**self.env, **at}, self.side, bits)

    def coarse(self, statement: Statement) -> tuple[arb, dict[Term, arb]] | None:
        """Return an approximate optimum with its point."""
        names = statement.variables
        if not names:
            found = self.critical(statement, {}, BITS)
            return None if found is None else (found, {})
        scales = [Scale(statement.range_of(x)) if x.sort != "Z" else _integer for x in names]

        def at(ts: Sequence[float]) -> arb | None:
            return self.critical(statement, {x: s(t) for x, s, t in zip(names, scales, ts, strict=True)})

        if len(names) == 1:
            points: list[tuple[float, ...]] = [(t,) for t in samples()]
            if names[0].sort == "Z":
                points = [(float(k),) for k in (*range(-4, 40), 50, 100, 1000, 10**4)]
        else:
            points = [*_spread(len(names), 250 * len(names))]
        rated = [(v, p) for p in points for v in [at(p)] if v is not None]
        if not rated:
            return None
        rated.sort(key=lambda row: -self.side * float(row[0]))
        best, where = max(
            (self.climbed(at, v, p, 1.0 if len(names) > 1 else 0.25) for v, p in rated[:3]),
            key=lambda row: self.side * float(row[0]),
        )
        return best, {x: s(t) for x, s, t in zip(names, scales, where, strict=True)}

    def climbed(
        self, at: Callable[[Sequence[float]], arb | None], best: arb, p: Sequence[float], step: float
    ) -> tuple[arb, Sequence[float]]:
        """Improve a point by steps along axes and diagonals; the step is halved if no direction improves the value."""
        while step > (SHRINK if len(p) > 1 else SHRINK**2):
            for move in _moves(len(p)):
                q = [t + step * m for t, m in zip(p, move, strict=True)]
                found = at(q)
                if max(map(abs, q)) <= REACH and found is not None and self.better(found, best):
                    best, p = found, q
                    break
            else:
                step /= 2
        return best, p

    def on_line(self, statement: Statement) -> Iterator[Optimum]:
        """Yield the optima of a statement with one variable: limits at the ends of its range, and interior optima."""
        (x,) = statement.variables
        if x.sort == "Z":
            return
        of = statement.range_of(x)
        scale = Scale(of)
        rated = [(t, self.critical(statement, {x: scale(t)})) for t in samples()]
        known = [(t, v) for t, v in rated if v is not None]
        if not known:
            return
        best = 0
        for k, (_, v) in enumerate(known):
            best = k if self.better(v, known[best][1]) else best
        for way, (t, v) in ((1, known[-1]), (-1, known[0])):
            if abs(t) > FAR and not self.better(known[best][1], v):
                yield from self.limit(statement, x, of.high if way > 0 else of.low, -way)
        yield from self.inside(statement, x, scale, rated, known[best][0])

    def inside(
        self, statement: Statement, x: Term, scale: Scale, rated: Sequence[tuple[float, arb | None]], best: float
    ) -> Iterator[Optimum]:
        """Yield the best local optima between samples, the nearest to the middle of the scale first."""
        fine, few = (BITS, PEAKS) if statement.parts else (BITS * 2 // 5, 1)
        tops = [k for k, (t, v) in enumerate(rated) if v is not None and (t == best or self.is_top(rated, k))]
        tops.sort(key=lambda k: (rated[k][0] != best, abs(rated[k][0])))
        found = []
        for k in tops[:few]:
            low, high = (arb(rated[min(max(i, 0), len(rated) - 1)][0]) for i in (k - 1, k + 1))
            t, v = self.golden(lambda t: self.critical(statement, {x: scale(t)}, fine), low, high, fine)
            if v is not None and abs(t) < FAR:
                found.append((t, v))
        for t, v in sorted(found, key=lambda row: float(abs(row[0]))):
            if not any(self.better(other, v, SAME**3) for _, other in found):
                at = scale(t)
                gap = self.gap(statement, x, at)
                if gap is None:
                    yield Optimum(v, statement.fixed, x, at, digits=60 if fine == BITS else 30)
                else:
                    yield from self.limit(statement, x, num(int(gap.p), int(gap.q)), 1 if at > gap else -1)

    def gap(self, statement: Statement, x: Term, at: arb) -> fmpq | None:
        """Return the simple number near a place if there is no critical value at it, such as 0 for log(1 + x)/x."""
        q = fmpq(round(float(at) * SIMPLE), SIMPLE)
        close = abs(at - q) < arb("1e-12")
        return q if close and self.critical(statement, {x: arb(q)}) is None else None

    def is_top(self, rated: Sequence[tuple[float, arb | None]], k: int) -> bool:
        """Return whether a sample is at least as good as its neighbours."""
        v = rated[k][1]
        around = (rated[i][1] for i in (k - 1, k + 1) if 0 <= i < len(rated))
        return v is not None and all(w is None or not self.better(w, v) for w in around)

    def golden(self, f: Callable[[arb], arb | None], low: arb, high: arb, bits: int) -> tuple[arb, arb | None]:
        """Return an optimum between two points by golden section, to about half the precision, and its value."""
        part = ((arb(5).sqrt() - 1) / 2).mid()
        p, q = (high - part * (high - low)).mid(), (low + part * (high - low)).mid()
        fp, fq = f(p), f(q)
        best: tuple[arb, arb | None] = (p, fp)
        for _ in range(bits):
            left = fq is None or (fp is not None and self.better(fp, fq))
            if fp is None and fq is None:
                break
            best = (p, fp) if left else (q, fq)
            if left:
                high, q, fq = q, p, fp
                p = (high - part * (high - low)).mid()
                fp = f(p)
            else:
                low, p, fp = p, q, fq
                q = (low + part * (high - low)).mid()
                fq = f(q)
        return best

    def limit(self, statement: Statement, x: Term, end: Term | None, inwards: int) -> Iterator[Optimum]:
        """Yield the limit at an end of the range; `inwards` is the sign of the direction into the range."""
        bits = BITS if statement.parts else BITS * 2 // 5
        with ctx.workprec(4 * BITS):
            far: list[arb] = []
            for power in PROBES:
                h = arb(10) ** -power
                at = -inwards / h if end is None else value(end, {}) + inwards * h
                v = self.critical(statement, {x: at}, bits)
                if v is None:
                    break
                far.append(v)
            if end is None and len(far) < 2:  # exponentials overflow farther out
                found = (self.critical(statement, {x: -inwards * arb(10) ** k}, bits) for k in (2, 3))
                far = [v for v in found if v is not None]
        gap = abs(far[-1] - far[-2]) / (1 + abs(far[-1])) if len(far) > 1 else arb(1)
        if not gap.is_finite() or gap > SAME:
            return
        most = 60 if statement.parts else 40
        digits = (
            most if gap < arb("1e-60") else int(-float(gap.upper().log()) / 2.302585 * 1.9)
        )  # the error is about squared each time
        yield Optimum(far[-1], statement.fixed, x, None, end, inwards, min(most, digits))


def _integer(t: float) -> arb:
    return arb(round(t))


def _spread(d: int, count: int) -> Iterator[tuple[float, ...]]:
    """Yield evenly distributed points: multiples of the powers of 1/r modulo 1, where r^(d+1) = r + 1, on a scale."""
    root = 1.5
    for _ in range(40):
        root = (1 + root) ** (1 / (d + 1))
    for k in range(1, count + 1):
        v = [2 * ((0.5 + k * root ** -(i + 1)) % 1) - 1 for i in range(d)]
        yield tuple(3 * u + (REACH - 3) * u**7 for u in v)


def _moves(d: int) -> Iterator[tuple[int, ...]]:
    """Yield the directions of the axes and of the diagonals of two axes."""
    for i in range(d):
        for s in (1, -1):
            yield tuple(s if k == i else 0 for k in range(d))
    for i in range(d):
        for j in range(i):
            for s, t in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                yield tuple(s if k == i else t if k == j else 0 for k in range(d))
