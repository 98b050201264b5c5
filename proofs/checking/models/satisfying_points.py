"""Points with exact values that satisfy hypotheses: found with balls (`sample`), then made rational or closed terms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from flint import arb, ctx, fmpq

from proofs.checking.models.compiled import Undefined
from proofs.checking.models.points import BITS, ConstantPoint, Point, balls, rules_of
from proofs.checking.models.sampling import met, repaired
from proofs.checking.models.seeds import Start
from proofs.checking.refute import Instance, tabulated
from proofs.kernel.normal import Poly, as_term, normal
from proofs.kernel.terms import KernelError, Term, inv, lam, num, substitute, takes_integers

Place = tuple[Term, tuple[int, ...]]

TRIES = 12  # points drawn for a set of hypotheses, or from one start
SMALL = ((1, (1, 1)), (1, (0, 1)), (1, (1, 2)), (2, (1, 1)), (0, (0, 1)))  # integers and other numbers tried first
SIZES = (1, 2, 0)  # sizes of the integers in the first points
READS, READS_FROM_START = 1_000, 20_000  # entries of functions read at one point: drawn, or from a start
SIMPLE = (1, 8, 1_000, 10**6, 10**12)  # largest denominators to which a ball or a long rational is rounded
LONG = 32  # bits from which a rational counts as long


def satisfying(
    given: Sequence[Term], starts: Sequence[Start] = (), tries: int = TRIES, reads: int = READS
) -> Iterator[Instance]:
    """Points with exact values at which all hypotheses seem to hold: small ones first, then starts, then drawn ones."""
    symbols = sorted({v for g in given for v in g.free}, key=lambda v: (v.args[0], v.op))
    if any(not takes_integers(v.sort) for v in symbols):
        return  # functions of reals or of functions have no tables
    yield from _small(symbols, given, reads)
    ways = [*((start, READS_FROM_START) for start in starts), (_drawn, reads)]
    rng = Random(0)
    for start, most in ways:
        left = tries * reads if start is _drawn else most
        with ctx.workprec(BITS):
            for k in range(tries):
                try:
                    point = Point(symbols, rules_of(given), rng, min(most, left))
                    left -= point.reads
                    start(rng, point)
                    if start is _drawn and k < len(SIZES):
                        alike(point, SIZES[k])
                    if repaired(point, given, rng):
                        yield from exact(point, given)
                except (Undefined, OverflowError, ZeroDivisionError, RecursionError):
                    pass
                except KernelError:
                    return  # a hypothesis cannot be evaluated
                left += max(0, point.reads)
                if left <= 0:
                    break


def _small(symbols: Sequence[Term], given: Sequence[Term], reads: int) -> Iterator[Instance]:
    """Small integers, and one value for all other numbers; then the same points, moved until the hypotheses hold."""
    with ctx.workprec(BITS):
        for move, (size, value) in product((False, True), SMALL):
            try:
                rng = Random(0)
                point = ConstantPoint(symbols, rules_of(given), rng, reads // len(SMALL), size, fmpq(*value))
                if repaired(point, given, rng) if move else _hold(point, given):
                    yield from exact(point, given)
            except (Undefined, OverflowError, ZeroDivisionError, RecursionError):
                pass
            except KernelError:
                return  # a hypothesis cannot be evaluated


def _drawn(rng: Random, point: Point) -> None:
    """Change nothing: the starting point of a point that is drawn entirely."""


def alike(point: Point, size: int) -> None:
    """Set all integers to one value: points with small integers are cheap to evaluate."""
    for v in list(point):
        if v.op == "var" and v.sort == "Z":
            point.write((v, ()), size)


def exact(point: Point, given: Sequence[Term]) -> Iterator[Instance]:
    """Exact values for a point: simple rationals near its balls, or terms that equations give."""
    for solve in (False, True):
        defined = _definitions(point, given) if solve else {}
        found = None
        if _rounded(point, given, defined):
            _shorten(point, given, defined)
            found = _values(point, defined)
        if found is not None:
            yield found
            return


def _rounded(point: Point, given: Sequence[Term], defined: Mapping[Term, Term]) -> bool:
    """Round the balls that no equation defines; return whether the hypotheses without defined numbers still hold."""
    rough = {q: x for q, x in _places(point, defined) if isinstance(x, arb)}
    if not rough:
        return bool(defined) or not any(isinstance(x, arb) for c in point.computed.values() for x in c.values())
    return _simple(point, rough, [g for g in given if not g.free & defined.keys()])


def _shorten(point: Point, given: Sequence[Term], defined: Mapping[Term, Term]) -> None:
    """Replace long rationals by short ones, all at once or each, as far as the hypotheses still hold."""
    long = {q: x for q, x in _places(point, defined) if isinstance(x, fmpq) and x.height_bits() > LONG}
    checked = [g for g in given if not g.free & defined.keys()]
    if long and not _simple(point, long, checked):
        for q, x in long.items():
            _simple(point, {q: x}, checked)
        _hold(point, checked)  # recompute the values that depend on the numbers


def _places(point: Point, defined: Mapping[Term, Term]) -> Iterator[tuple[Place, Any]]:
    """Yield the numbers of a point that no equation defines, with their places."""
    places: list[Place] = [(v, ()) for v in point if v.op == "var"]
    places += [(f, index) for f, table in point.tables.items() for index in table]
    yield from ((q, point.read(q)) for q in places if q[0] not in defined)


def _simple(point: Point, numbers: Mapping[Place, Any], checked: Sequence[Term]) -> bool:
    """Round these numbers as coarsely as the formulas allow; return whether they hold for some rounding."""
    for most in SIMPLE:
        for place, x in numbers.items():
            exactly = Fraction(int(x.p), int(x.q)) if isinstance(x, fmpq) else Fraction(float(x))
            near = exactly.limit_denominator(most)
            point.write(place, fmpq(near.numerator, near.denominator))
        if _hold(point, checked):
            return True
    for place, x in numbers.items():
        point.write(place, x)
    return False


def _hold(point: Point, checked: Sequence[Term]) -> bool:
    return all(met(g, point, ()) for g in checked)


def _values(point: Point, defined: Mapping[Term, Term]) -> Instance | None:
    """Return the point with exact values, where defined values are expressed by the others."""
    out: Instance = {}
    for v, x in point.items():
        if v in defined:
            continue
        table = {**point.computed.get(v, {}), **point.tables[v]} if v.op == "fn" else {(): x}
        if any(isinstance(y, arb) for y in table.values()):
            return None
        out[v] = tabulated(v.args[1], {i: num(y) for i, y in table.items()}) if v.op == "fn" else num(x)
    left = dict(defined)
    while left:
        ready = next((v for v, t in left.items() if not t.free & left.keys()), None)
        if ready is None:
            return None
        out[ready] = substitute(left.pop(ready), out)
    return out


def _definitions(point: Point, given: Sequence[Term]) -> dict[Term, Term]:
    """Return the numbers and functions that equations among the hypotheses define, if their sides are not rational."""
    out: dict[Term, Term] = {}
    equations = [g for g in given if g.op == "eq"]
    rough = [g for g in equations if any(isinstance(balls(side)(point, ()), arb) for side in g.args)]
    while rough:  # then the equations that contain defined numbers
        for g in rough:
            solved = [s for v in sorted(g.free - out.keys(), key=str) for s in [_solved(g, v)] if s]
            out |= dict([min(solved, key=lambda s: s[1].size)] if solved else [])
            equations.remove(g)
        rough = [g for g in equations if g.free & out.keys()]
    for f, computed in point.computed.items():
        if not point.tables[f] and any(isinstance(x, arb) for x in computed.values()):
            found = next((d for g in given for d in [_function(g, f)] if d is not None), None)
            out |= {f: found} if found is not None else {}
    return out


def _solved(g: Term, v: Term) -> tuple[Term, Term] | None:
    """Return a real variable in which an equation is linear, and its value."""
    if v.op != "var" or v.sort != "R":
        return None
    for one, other in (g.args, g.args[::-1]):
        if one is v and v not in other.free:
            return v, other
    p = normal(g.args[1] - g.args[0])
    slope: Poly = {}
    rest: Poly = {}
    for m, c in p.items():
        if not any(v in a.term.free for a, _ in m):
            rest[m] = c
        elif any(a.term is v and e == 1 for a, e in m) and sum(v in a.term.free for a, _ in m) == 1:
            slope[frozenset((a, e) for a, e in m if a.term is not v)] = c
        else:
            return None
    return (v, num(-1) * as_term(rest) * inv(as_term(slope))) if slope else None


def _function(g: Term, f: Term) -> Term | None:
    """Return the function that a hypothesis ∀i … f(i) = value defines entry by entry, if it does."""
    depth = 0
    while g.op == "all" and g.args[0] == "Z":
        g, depth = g.args[1], depth + 1
        while g.op == "imp":
            g = g.args[1]
    if g.op != "eq" or g.args[0].op != "app" or g.args[0].args[0] is not f or f in g.args[1].free:
        return None
    places = g.args[0].args[1:]
    return lam(depth, g.args[1]) if [a.args for a in places] == [(k, "Z") for k in reversed(range(depth))] else None
