"""Roots bounded by their tangents at a point of equality, which is found in floating point.

For r^k = w and any positive m that equals r at that point,
    k w m/(m^k + (k − 1) w) <= r <= (w + (k − 1) m^k)/(k m^(k−1)),
by the inequality of the means. The remaining goal has no roots except those of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, islice, permutations, product
from typing import Any

import numpy as np
from flint import fmpq

from proofs.kernel.normal import Poly, as_term, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, eq, inv, le, lt, mul, num, substitute
from proofs.search.base.failures import NotFound
from proofs.search.cones import polynomials
from proofs.search.cones.polynomials import P, power
from proofs.search.cones.rational import Rational
from proofs.search.cones.roots import Root
from proofs.search.engine import Search
from proofs.search.points.descent import function, lowest_points, on_hypotheses
from proofs.search.points.sampling import value

TRIES = 60  # choices of tangents
FEW = 3  # variables up to which more forms are tried
MOST_FACTORS = 6  # factors of a radicand that are combined in pairs
TINY = 1e-14
COARSE = 12  # the denominator of an arbitrary level
Mean = tuple[Term, Term]  # m1, m2 of m = m1/m2
Point = dict[Term, float]


@dataclass(frozen=True)
class Radical:
    """The bounded quantity: r (if `below` is None), or 1/(d0 + d1 r), times a coefficient of known sign.

    `sign` is that of the coefficient, `signed` the fact that sign · coefficient is positive.
    """

    term: Term
    root: Root
    below: tuple[Term, Term] | None
    coefficient: Term
    sign: int
    signed: Fact


@dataclass(frozen=True)
class Pieces:
    """A root and a mean: w = w1/w2, m = m1/m2, and the numerators of the two bounds.

    Then r <= `high`/(k m1^(k−1) m2 w2) and k w1 m1 m2^(k−1)/`low` <= r. If `plain` is true, w is compared with m^k,
    and m itself is the bound.
    """

    root: Root
    w1: Term
    w2: Term
    m1: Term
    m2: Term
    plain: bool = False

    def gap(self, upper: bool) -> Term:
        """Return m1^k w2 − w1 m2^k for an upper bound, and w1 m2^k − m1^k w2 for a lower bound."""
        parts = mul(power(self.m1, self.root.k), self.w2), mul(self.w1, power(self.m2, self.root.k))
        return parts[0] - parts[1] if upper else parts[1] - parts[0]

    @property
    def high(self) -> Term:
        """Return w1 m2^k + (k − 1) m1^k w2."""
        k = self.root.k
        return mul(self.w1, power(self.m2, k)) + mul(num(k - 1), power(self.m1, k), self.w2)

    @property
    def high_below(self) -> Term:
        """Return k m1^(k−1) m2 w2."""
        k = self.root.k
        return mul(num(k), power(self.m1, k - 1), self.m2, self.w2)

    @property
    def low(self) -> Term:
        """Return m1^k w2 + (k − 1) w1 m2^k."""
        k = self.root.k
        return mul(power(self.m1, k), self.w2) + mul(num(k - 1), self.w1, power(self.m2, k))

    @property
    def low_above(self) -> Term:
        """Return k w1 m1 m2^(k−1)."""
        k = self.root.k
        return mul(num(k), self.w1, self.m1, power(self.m2, k - 1))


def bounded(
    search: Search,
    given: Sequence[Term],
    goal: Term,
    depth: int,
    roots: Sequence[Root],
    gap: Term,
    ask: Callable[[Sequence[Term], Term], Fact],
) -> Fact:
    """Prove a goal in which variables represent roots, from a goal without those whose roots are not constant.

    The argument `gap` is right − left of the question, without the variables for roots.

    Raises
    ------
    NotFound
        if no choice of tangents proves the goal.
    """
    return Tangents(search, given, goal, depth, roots, gap).proved(ask)


class Tangents:
    """Bounds of the roots in a goal."""

    def __init__(
        self,
        search: Search,
        given: Sequence[Term],
        goal: Term,
        depth: int,
        roots: Sequence[Root],
        gap: Term,
    ) -> None:
        self.search, self.goal, self.run, self.depth = search, goal, search.run, depth
        self.own = {o.r: o for o in roots if o.w.free}
        if any(o.w.free & self.own.keys() for o in self.own.values()):
            raise NotFound("roots in roots")
        self.plain = [g for g in given if not g.free & self.own.keys()]
        numbers = [o for o in roots if not o.w.free]
        self.levels = {o.r: float(value(o.w, {}) or 1) ** (1 / o.k) for o in numbers}
        self.base = [g for g in self.plain if not g.free & self.levels.keys()]
        names = {v for g in (*self.base, goal, *(o.w for o in roots)) for v in g.free}
        self.names = sorted(names - {o.r for o in roots}, key=lambda v: v.args[0])
        self.asked = Rational(search, self.plain, [goal, *(o.w for o in self.own.values())], depth)
        self.rest, self.radicals = self._read()
        self.points, self.sharp = self._equality(gap)

    # --- the question ------------------------------------------------------------------------------------------------

    def _read(self) -> tuple[Term, list[Radical]]:
        """Return the goal's gap as a part without roots and radicals with their coefficients."""
        rest: Poly = {}
        parts: dict[Term, Poly] = {}
        for m, c in normal(self.goal.args[1] - self.goal.args[0]).items():
            radical = [(a, e) for a, e in m if a.term.free & self.own.keys()]
            if not radical:
                rest[m] = c
            elif len(radical) > 1 or radical[0][1] != 1:
                raise NotFound("products of roots")
            else:
                parts.setdefault(radical[0][0].term, {})[m - {radical[0]}] = c
        if not parts:
            raise NotFound("no roots to bound")
        return as_term(rest), [self._radical(t, as_term(c)) for t, c in parts.items()]

    def _radical(self, t: Term, c: Term) -> Radical:
        found = t.free & self.own.keys()
        if len(found) > 1:
            raise NotFound("several roots in a denominator")
        (r,) = found
        sign, signed = self._signed(c)
        if t is r:
            return Radical(t, self.own[r], None, c, sign, signed)
        if t.op != "inv":
            raise NotFound("not a root or its inverse")
        parts: tuple[Poly, Poly] = ({}, {})
        for m, k in normal(t.args[0]).items():
            mine = [(a, e) for a, e in m if r in a.term.free]
            if mine and (mine[0][0].term is not r or mine[0][1] != 1 or len(mine) > 1):
                raise NotFound("a root deep in a denominator")
            parts[len(mine)][m - set(mine)] = k
        return Radical(t, self.own[r], (as_term(parts[0]), as_term(parts[1])), c, sign, signed)

    def _signed(self, c: Term) -> tuple[int, Fact]:
        """Return the sign of a coefficient, and the fact 0 < sign · c."""
        sign, inside = self.asked.signed(self.asked.reader.quotient(c).top)
        return sign, self.asked.cleared(lt(num(0), c if sign > 0 else mul(num(-1), c)), inside)

    def _equality(self, gap: Term) -> tuple[list[Any], bool]:
        """Return points at which the goal seems to be an equality, and True; else a point in the middle, and False."""
        found: list[Any] = []
        closed = [le(*g.args) if g.op == "lt" else g for g in self.base]
        for height, v in lowest_points(closed, self.names, gap):
            if abs(height) < 1e-6:
                near = np.round(v * COARSE) / COARSE
                v = np.where(np.abs(v - near) < 3e-4, near, v)
                if not any(np.abs(v - o).max() < 1e-3 for o in found):
                    found.append(v)
            if len(found) == 1 and np.ptp(found[0]) < 1e-6 and len(self.names) > FEW:
                break
        found = found or list(self._corners(gap))  # where roots are steep, descent is slow
        inner = [v for v in found if v.min() > 1e-6]
        found = inner or [v for v in found if np.abs(v).max() > 1e-6]
        if found:
            return found[:1] if np.ptp(found[0]) < 1e-6 and len(found) > FEW else found, True
        some = on_hypotheses(self.base, self.names)
        if not len(some):
            raise NotFound("no point of equality")
        return [np.full(len(self.names), float(np.mean(some[0])))], False

    def _corners(self, gap: Term) -> Iterator[Any]:
        """Yield the points with coordinates 0 and 1 near which the sides seem to be equal."""
        for v in product((0.0, 1.0), repeat=len(self.names)) if len(self.names) <= MOST_FACTORS else ():
            near_it = self.at([x or TINY for x in v])
            height = value(gap, near_it) if any(v) and all(_holds(g, near_it) for g in self.base) else None
            if height is not None and abs(height) < 1e-6:
                yield np.array(v)

    def at(self, v: Any) -> Point:
        """Return the point with these coordinates, and the roots of numbers."""
        return dict(zip(self.names, map(float, v), strict=True)) | self.levels

    # --- means -------------------------------------------------------------------------------------------------------

    def _forms(self, root: Root) -> Iterator[Mean]:
        """Yield forms of which a mean may be a multiple, simple ones first."""
        names, one = self.names, num(1)
        inside = [x for x in names if x in root.w.free]
        total = _sum(names)
        yield one, one
        yield total, one
        yield from ((x, one) for x in inside)
        if 2 <= len(inside) < len(names):
            yield _sum(inside), one
        yield from ((x, one) for x in names if x not in inside)
        if len(names) > 2:
            yield from ((_sum([y for y in names if y is not x]), one) for x in names)
        quotient = self.asked.reader.quotient(root.w)
        factors: list[P] = [
            g for p in (quotient.top, *(b for b, _ in quotient.under.values())) for g, _ in p.factor()[1]
        ]
        terms = [self.asked.reader.term(g) for g in factors]
        yield from ((t, one) for t in terms)
        if root.k == 2 and not quotient.under:
            parts = [t for t, (_, e) in zip(terms, quotient.top.factor()[1], strict=True) for _ in range(e)]
            yield from ((t, one) for t in self._paired(parts))
        pairs = list(combinations(names, 2))
        if len(names) <= FEW:
            yield from ((mul(num(2), x) + y, one) for x, y in permutations(names, 2))
            yield from ((mul(x, y), total) for x, y in pairs)
            yield from ((mul(x, y), one) for x, y in pairs)
        if len(names) == FEW and len(self.points) == 1:
            for q in (4, 6):
                for i, j in product(range(q + 1), repeat=2):
                    cs = (i, j, q - i - j)
                    if cs[2] >= 0 and sum(1 for c in cs if c) > 1:
                        yield _sum([mul(num(c), x) for c, x in zip(cs, names, strict=True) if c]), one
        yield from ((x, total) for x in inside)
        yield from ((x, y) for x in inside for y in names if x is not y)
        for g, t in zip(factors, terms, strict=True):
            if g.total_degree() == 1:
                yield t, total
                yield t, inside[0]
        if quotient.under and len(names) == FEW:
            for x in inside:
                s = _sum([y for y in names if y is not x])
                yield x, s
                yield s, x
                for a, b, c in ((1, 1, 1), (2, 1, 1), (1, 2, 1), (3, 2, 1), (1, 2, 3)):
                    yield mul(num(a), x), mul(num(b), x) + mul(num(c), s)
                    yield s, mul(num(b), x) + mul(num(c), s)
        yield from ((one, x) for x in inside[:1])
        yield from ((mul(x, x), total) for x in inside)
        above, below = (
            [self.asked.reader.term(g) for g, _ in p.factor()[1]]
            for p in (quotient.top, polynomials.product((b for b, _ in quotient.under.values()), self.asked.reader.one))
        )
        for t in below:  # w = (s/t) (w t/s)
            yield from ((s, t) for s in (one, *above))
            yield from ((mul(*pair), t) for pair in combinations(above, 2))

    def _paired(self, factors: Sequence[Term]) -> Iterator[Term]:
        """Yield products of sums of two factors, with coefficients that make the summands equal at the first point."""
        if len(factors) % 2 or not 2 <= len(factors) <= MOST_FACTORS:
            return
        first, *others = factors
        for k, other in enumerate(others):
            s, t = (value(f, self.at(self.points[0])) for f in (first, other))
            ratio = near(t / s) if s and t else None
            if ratio is not None and ratio > 0:
                both, rest = mul(num(ratio), first) + other, [*others[:k], *others[k + 1 :]]
                yield from (mul(both, more) for more in self._paired(rest)) if rest else (both,)

    def _means(self, root: Root) -> list[Mean]:
        """Return the multiples of the forms that equal the root at the points."""
        wanted = [abs(value(root.w, self.at(q)) or 0.0) ** (1 / root.k) for q in self.points]
        out: dict[Mean, None] = {}
        for a, b in self._forms(root):
            ratios = []
            for q, v in zip(self.points, wanted, strict=True):
                top, low = value(a, self.at(q)), value(b, self.at(q))
                if v > 1e-6:  # at 0 the lower bound is sharp for every mean
                    ratios.append(v * low / top if top and low and top / low > 1e-9 else -1.0)
            if min(ratios, default=0) <= 0 or max(ratios) - min(ratios) > 1e-4 * max(ratios):
                continue
            c = near(ratios[0])
            if c is None and not self.sharp:
                c = fmpq(round(ratios[0] * COARSE) or 1, COARSE)
            if c is not None:
                out[mul(num(c), a), b] = None
            for r, level in self.levels.items():
                up, down = near(ratios[0] / level), near(ratios[0] * level)
                out |= {(mul(num(up), a, r), b): None} if up is not None else {}
                out |= {(mul(num(down), a), mul(b, r)): None} if down is not None else {}
        return list(out)

    def _choices(self) -> Iterator[Mapping[Term, Mean]]:
        """Yield choices of a mean for each root; permutations of the variables that relate roots relate their means."""
        order = sorted({o.root.r for o in self.radicals}, key=lambda r: r.args[0])
        first = self.own[order[0]].w
        moves: dict[Term, Mapping[Term, Term]] = {}
        for r in order:
            for sigma in permutations(self.names):
                move = dict(zip(self.names, sigma, strict=True))
                if canonical(substitute(first, move)) is canonical(self.own[r].w):
                    moves[r] = move
                    break
        if len(moves) == len(order):
            for a, b in self._means(self.own[order[0]]):
                yield {r: (substitute(a, moves[r]), substitute(b, moves[r])) for r in order}
        else:
            for chosen in islice(product(*(self._means(self.own[r]) for r in order)), TRIES):
                yield dict(zip(order, chosen, strict=True))

    # --- the proof ---------------------------------------------------------------------------------------------------

    def proved(self, ask: Callable[[Sequence[Term], Term], Fact]) -> Fact:
        """Prove the goal from the first choice of means that suffices."""
        sample = self._sample()
        for choice, plain in product(self._choices(), (True, False)):
            self.search.check_limit()
            pieces = {o.term: self._pieces(o.root, choice[o.root.r], plain) for o in self.radicals}
            if plain and not all(self._seems(pieces[o.term].gap(_is_upper(o)), sample) for o in self.radicals):
                continue
            bounds = {o.term: self._bound(o, pieces[o.term]) for o in self.radicals}
            new = self.rest
            for o in self.radicals:
                new = new + mul(o.coefficient, bounds[o.term])
            if not self._seems(new, sample):
                continue
            fact = self.search.attempt("tangents", [partial(self._from, new, pieces, bounds, ask)], 0.6)
            if fact is not None:
                return fact
        raise NotFound("no tangents are enough")

    def _seems(self, t: Term, sample: Sequence[Any]) -> bool:
        """Return whether a term is not clearly negative at any of the sample points."""
        parts = [function(part) for part in (t.args if t.op == "add" else [t])]
        for q in sample:
            at = self.at(q)
            found = [v for f in parts for v in [f(at)] if v is not None]
            if len(found) == len(parts) and sum(found) <= -1e-9 * max(1.0, *map(abs, found)):
                return False
        return True

    def _sample(self) -> list[Any]:
        some = [*on_hypotheses(self.base, self.names, 40)]
        if any(g.op == "eq" for g in self.base):
            return some
        rng = np.random.default_rng(2)
        more = np.exp(rng.normal(size=(40, len(self.names))) * 2)
        return [*some, *(v for v in more if all(_holds(g, self.at(v)) for g in self.base))]

    def _from(
        self,
        new: Term,
        pieces: Mapping[Term, Pieces],
        bounds: Mapping[Term, Term],
        ask: Callable[[Sequence[Term], Term], Fact],
    ) -> Fact:
        def weakly() -> Fact:
            inside = ask(self.plain, (lt if self.goal.op == "lt" else le)(num(0), new))
            return self._from_bounds(inside, pieces, bounds)

        ways: list[Callable[[], Fact]] = [weakly]
        if self.goal.op == "lt" and not any(t.plain for t in pieces.values()):
            ways = [] if not self.asked.reader.quotient(new).top else ways
            ways.append(lambda: self._unequal(ask(self.plain, le(num(0), new)), pieces, bounds, []))
        fact = self.search.attempt("sum of the bounds", ways)
        if fact is None:
            raise NotFound("the bounds are not enough")
        return fact

    def _from_bounds(
        self,
        inside: Fact,
        pieces: Mapping[Term, Pieces],
        bounds: Mapping[Term, Term],
        apart: Mapping[Term, Fact] | None = None,
    ) -> Fact:
        """Prove the goal from the bounds; `apart` gives the positive square of the gap of a strict bound."""
        sums = [(num(1), [inside])]
        for o in self.radicals:
            shown = self._shown(o, pieces[o.term], bounds[o.term], (apart or {}).get(o.term))
            sums.append((num(1), [o.signed, shown]))
        return self.run("arith", self.goal, sums, [], [])

    def _unequal(
        self, inside: Fact, pieces: Mapping[Term, Pieces], bounds: Mapping[Term, Term], equal: Sequence[Fact]
    ) -> Fact:
        """Prove the goal from a strict bound: the equations for the case that all bounds are attained contradict."""
        run = self.run
        if len(equal) == len(self.radicals):
            absurd = lt(num(1), num(0))
            false = self.search.prove([*self.plain, *(e.concl for e in equal)], absurd, self.asked.depth + 1)
            return run("absurd", self.search.cut(false, equal), self.goal)
        o = self.radicals[len(equal)]
        t, k = pieces[o.term], o.root.k
        s, m = mul(o.root.r, t.m2), t.m1
        below, above = run("assume", lt(s, m)), run("assume", lt(m, s))
        squares = [run("arith", lt(num(0), mul(s - m, s - m)), [(num(1), [f, f])], [], []) for f in (below, above)]
        apart = [self._from_bounds(inside, pieces, bounds, {o.term: square}) for square in squares]
        same = run("antisymmetry", run("assume", le(s, m)), run("assume", le(m, s)))
        terms = _sum([mul(power(m, i), power(s, k - 1 - i)) for i in range(k)])
        sums = [(mul(t.w2, terms), [same]), (mul(num(-1), power(t.m2, k)), [self._cleared(o, t)])]
        reached = run("arith", eq(mul(t.w1, power(t.m2, k)), mul(power(m, k), t.w2)), sums, [], [])
        rest = self._unequal(inside, pieces, bounds, [*equal, reached])
        return run("cases", s, m, run("cases", m, s, rest, apart[0]), apart[1])

    def _cleared(self, o: Radical, t: Pieces) -> Fact:
        """Prove w2 r^k = w1."""
        w2 = self._positive(t.w2)
        apart_from_0 = [self._positive(a.args[0]) for a in _inverses(o.root.w)]
        equation = self.run("assume", o.root.equation)
        goal = eq(mul(t.w2, power(o.root.r, o.root.k)), t.w1)
        return self.run("arith", goal, [(t.w2, [equation])], [], [w2, *apart_from_0])

    def _pieces(self, root: Root, mean: Mean, plain: bool) -> Pieces:
        f = self.asked.reader.quotient(root.w)
        below = polynomials.product((b**e for b, e in f.under.values()), self.asked.reader.one)
        return Pieces(root, self.asked.reader.term(f.top), self.asked.reader.term(below), *mean, plain)

    def _bound(self, o: Radical, t: Pieces) -> Term:
        """Return a lower bound of the radical (if its coefficient is positive), or an upper bound."""
        top, under = _fraction(t, _is_upper(o))
        if o.below is None:
            return mul(top, inv(under))
        d0, d1 = o.below
        if not normal(d0):
            return mul(under, inv(top), inv(d1))
        return mul(under, inv(mul(d0, under) + mul(d1, top)))

    def _positive(self, t: Term) -> Fact:
        return self.asked.positive_product(self.asked.reader.polynomial(t))

    def _shown(self, o: Radical, t: Pieces, bound: Term, unequal: Fact | None = None) -> Fact:
        """Prove 0 <= sign · (radical − bound), or < if `unequal` states that the square of r m2 − m1 is positive."""
        run, r, k = self.run, o.root.r, o.root.k
        upper, make = _is_upper(o), le if unequal is None else lt
        goal = make(num(0), o.term - bound if o.sign > 0 else bound - o.term)
        m1, m2, w1, w2 = (self._positive(x) for x in (t.m1, t.m2, t.w1, t.w2))
        positive, equation = run("assume", lt(num(0), r)), self._cleared(o, t)
        square = self.search.p.theorem("elementary.square_nonneg")
        (hole,) = square.concl.free
        sq = unequal or run("instantiate", square, [(hole, mul(r, t.m2) - t.m1)])
        if t.plain:
            gap = self.search.prove(self.plain, le(num(0), t.gap(upper)), self.depth + 1)
            c = num(1) if upper else num(-1)
            terms = [mul(power(mul(r, t.m2), j), power(t.m1, k - 1 - j)) for j in range(k)]
            other = run(
                "arith",
                lt(num(0), _sum(terms)),
                [(num(1), [*[positive, m2] * j, *[m1] * (k - 1 - j)]) for j in range(k)],
                [],
                [],
            )
            side = le(mul(t.m2, r), t.m1) if upper else le(t.m1, mul(t.m2, r))
            plain = run("arith", side, [(num(1), [gap]), (mul(c, power(t.m2, k)), [equation])], [other, w2], [])
        elif upper:
            sums: Any = [(num(j + 1), [w2, sq, *[m1] * j, *[positive, m2] * (k - 2 - j)]) for j in range(k - 1)]
            sums.append((power(t.m2, k), [equation]))
            plain = run("arith", make(mul(t.high_below, r), t.high), sums, [], [])
        else:
            sums = [(num(j + 1), [w2, positive, sq, *[positive, m2] * j, *[m1] * (k - 2 - j)]) for j in range(k - 1)]
            c = mul(num(k - 1), power(t.m2, k), r) - mul(num(k), t.m1, power(t.m2, k - 1))
            plain = run("arith", make(t.low_above, mul(t.low, r)), [*sums, (c, [equation])], [], [])
        top, under = _fraction(t, upper)
        above, below = self._positive(top), self._positive(under)
        if o.below is None:
            return run("arith", goal, [(num(1), [plain])], [below], [below, m1, m2, w1, w2])
        d0, d1 = o.below
        slope = self._positive(d1)
        if not normal(d0):
            whole = run("arith", lt(num(0), mul(d1, r)), [(num(1), [slope, positive])], [], [])
            nonzero = [above, positive, slope, whole, below, m1, m2, w1, w2]
            return run("arith", goal, [(num(1), [plain])], [positive, slope, above], nonzero)
        parts: Any = [(num(1), [slope, positive]), (num(1), [self._positive(d0)])]
        whole = run("arith", lt(num(0), mul(d1, r) + d0), parts, [], [])
        mixed = self._positive(mul(d0, under) + mul(d1, top))
        return run("arith", goal, [(num(1), [plain, slope])], [whole, mixed], [whole, mixed, slope, positive, below])


def _is_upper(o: Radical) -> bool:
    """Return whether an upper bound of the root is needed."""
    return (o.sign > 0) is (o.below is not None)


def _fraction(t: Pieces, upper: bool) -> tuple[Term, Term]:
    """Return the bound of the root as a quotient."""
    if t.plain:
        return t.m1, t.m2
    return (t.high, t.high_below) if upper else (t.low_above, t.low)


def _holds(g: Term, at: Point) -> bool:
    s, t = (value(a, at) for a in g.args)
    return s is not None and t is not None and s <= t


def _inverses(t: Term) -> list[Term]:
    """Return the inverses in a term."""
    return list(dict.fromkeys(a.term for m in normal(t) for a, _ in m if a.term.op == "inv"))


def _sum(xs: Sequence[Term]) -> Term:
    return sum(xs[1:], xs[0])


def near(v: float, most: int = 24) -> fmpq | None:
    """Return a rational with a small denominator that is nearly v; None if there is none."""
    return next(
        (fmpq(round(v * q), q) for q in range(1, most + 1) if abs(round(v * q) / q - v) < 1e-6 * max(1, v)), None
    )
