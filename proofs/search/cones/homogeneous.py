"""Proofs of 0 <= p on a cone, from forms that equations or inequalities among the hypotheses make homogeneous.

Any n independent affine hypotheses 0 <= y_i become the variables: intervals, orders x <= y, sides of triangles and the
simplex are all reduced to the orthant. Square roots r with r² = w are eliminated first by squaring, one at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from flint import fmpq, fmpq_mat

from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, le, lt, mul, num
from proofs.search.base.failures import NotFound
from proofs.search.cones.orthant import coordinate, falsified
from proofs.search.cones.polynomials import (
    P,
    coefficients,
    context,
    degrees,
    homogeneous_parts,
    product,
    rows_of,
    to_term,
    within,
)
from proofs.search.cones.rational import Rational, Row
from proofs.search.cones.squares import sum_of_squares
from proofs.search.engine import Search

ROOT = "root'"  # prefix of the names of roots
SMALL = (8, 64, 1024)  # the reciprocal of the first slack tried for a strict inequality
SHARE, STEEP = 0.4, 8  # the fraction of the effort left for squares, and their degree
UNIT_VARIABLES = 4  # the degree up to which 1 is homogenised by another variable
Summand = tuple[Term, list[Fact]]
Sums = list[Summand]


@dataclass
class Cone:
    """Variables y_i = gap_i(x) >= 0, the x as affine forms in the first of them, and Σ λ y = 1 if this holds."""

    rows: list[Row]
    image: list[P]
    relation: P | None
    power: int = 1  # 2, if the y are squares of the x

    @property
    def ring(self) -> Any:
        """The ring of polynomials in the y and one more variable."""
        return self.image[0].context()

    def pull(self, p: P) -> P:
        """Return a polynomial in the x as one in the y."""
        if self.power > 1:
            halved = {(*(e // self.power for e in m), 0): c for m, c in rows_of(p).items()}
            return self.ring.from_dict(halved)
        return p.compose(*self.image, ctx=self.ring)

    def term(self, p: P) -> Term:
        """Return a polynomial in the y as a term in the x."""
        return to_term(p, [*(r.gap for r in self.rows), num(1)])


def proved(search: Search, given: Sequence[Term], goal: Term, depth: int) -> Fact:
    """Prove an inequality between rational functions under hypotheses that define a cone.

    Raises
    ------
    NotFound
        if no cone gives a proof.
    """
    asked = Rational(search, given, [goal], depth)
    return Homogeneous(asked).goal(goal)


class Homogeneous:
    """The search for facts 0 <= p under the hypotheses of a question."""

    def __init__(self, asked: Rational) -> None:
        self.asked = asked
        self.run, self.reader = asked.run, asked.reader
        self.dead: set[Any] = set()  # polynomials for which squares failed

    def goal(self, goal: Term) -> Fact:
        """Prove an inequality between rational functions."""
        p = self.reader.quotient(goal.args[1] - goal.args[0]).top
        return self.asked.cleared(goal, self.strict(p) if goal.op == "lt" else self.weak(p))

    def strict(self, p: P) -> Fact:
        """Prove 0 < p."""
        asked, goal = self.asked, lt(num(0), self.reader.term(p))
        fact = asked.by_coefficients(p, strict=True)
        if fact is not None:
            return fact
        sizes: list[tuple[P, list[Fact]]] = [(self.reader.one, [])]
        if len(asked.strict) == len(asked.names) and len(degrees(p)) == 1:
            gens, top = self.reader.ctx.gens(), int(p.total_degree())
            total, every = sum(gens, self.reader.zero), product(gens, self.reader.one)
            wholes = [total**top, *([every * total ** (top - len(gens))] if top >= len(gens) else [])]
            shown = [(whole, asked.by_coefficients(whole, strict=True)) for whole in wholes]
            sizes += [(whole, [positive]) for whole, positive in shown if positive is not None]
        for cone in self._cones(range(len(asked.names))):
            rows = [r.strict for r in cone.rows if r.strict is not None]
            for form, more, scale in self._forms(p, cone) if len(rows) == len(cone.rows) else ():
                if form and all(c >= 0 for c in coefficients(form)):
                    sums = [
                        (num(c), [f for f, e in zip(rows, m, strict=False) for _ in range(e)])
                        for m, c in rows_of(form).items()
                    ]
                    return self.run("arith", goal, [*sums, *more], scale, [])
        for size, facts in sizes:  # p − c · (a positive polynomial)
            for k in SMALL:
                with suppress(NotFound):
                    inside = self.weak(p - size * fmpq(1, k))
                    return self.run("arith", goal, [(num(1), [inside]), (num(1, k), facts)], [], [])
        raise NotFound("not strictly")

    def _forms(self, p: P, cone: Cone) -> Iterator[tuple[P, Sums, list[Fact]]]:
        """Yield forms of p on a cone, unchanged or homogenised by an equation: p · scale = form + Σ sums."""
        q = cone.pull(p)
        yield q, [], []
        for e, zero in self.asked.equations:
            with suppress(NotFound):
                form, rest, low, times = _homogenised(q, cone.pull(e))
                scale = [self._positive(low, cone)] * times if times else []
                yield form, [(cone.term(rest), [zero])], scale

    def weak(self, p: P) -> Fact:
        """Prove 0 <= p."""
        asked, goal = self.asked, le(num(0), self.reader.term(p))
        if not p:
            return self.run("arith", goal, [], [], [])
        fact = asked.by_coefficients(p, strict=False)
        if fact is not None:
            return fact
        if asked.seems_false(p):
            raise NotFound("false at a point")
        root = self._root_in(p)
        if root is not None:
            return self._squared(p, *root)
        used = {i for i, x in enumerate(asked.names) if not x.args[0].startswith(ROOT) or any(m[i] for m in p.monoms())}
        even = self._even(p)
        for cone in [*([even] if even is not None else []), *self._cones(sorted(used))]:
            for way in self._ways(p, cone, used):
                fact = asked.search.attempt("cone", [way])
                if fact is not None:
                    return fact
        fact = asked.search.attempt("squares", [partial(self._by_squares, p)], SHARE)
        if fact is None:
            raise NotFound("no cone")
        return fact

    def _by_squares(self, p: P) -> Fact:
        """Prove 0 <= p by squares times hypotheses, without homogenisation."""
        asked, own = self.asked, [i for i, used in enumerate(zip(*p.monoms(), strict=True)) if any(used)]
        if not asked.search.has_long or p.total_degree() > STEEP or not (asked.equations or asked.others):
            raise NotFound("not for squares")
        goal = le(num(0), self.reader.term(p))
        if key(goal) in self.dead:
            raise NotFound("tried before")
        self.dead.add(key(goal))
        rows = [r.weak for r in asked.rows if any(r.slopes[i] for i in own)]
        others = [fact for _, fact in asked.others]
        equations = [zero for _, zero in asked.equations]
        ways = [partial(sum_of_squares, asked.search, goal, [*rows, *others], equations, far) for far in (False, True)]
        fact = asked.search.attempt("squares of all", ways)
        if fact is None:
            raise NotFound("no squares")
        return fact

    # --- cones -------------------------------------------------------------------------------------------------------

    def _cones(self, used: Sequence[int]) -> Iterator[Cone]:
        """Yield choices of as many rows as variables, or one more: other relations first, then bounds."""
        rows = [r for r in self.asked.rows if all(not c or i in used for i, c in enumerate(r.slopes))]
        nearest: dict[tuple[int, bool], Row] = {}
        for r in rows:
            if r.bound:
                i = next(k for k, c in enumerate(r.slopes) if c)
                side, room = (i, r.slopes[i] > 0), r.constant / abs(r.slopes[i])
                if side not in nearest or room < nearest[side].constant / abs(nearest[side].slopes[i]):
                    nearest[side] = r
        ends, rest = list(nearest.values()), [r for r in rows if not r.bound]
        above = [r for r in ends if any(c < 0 for c in r.slopes)]
        pools = [*([rest + ends] if rest else []), ends + rest, *([above + ends + rest] if above else [])]
        seen = set()
        for pool in pools:
            chosen: list[Row] = []
            for r in pool:
                if fmpq_mat([list(c.slopes) for c in (*chosen, r)]).rank() == len(chosen) + 1:
                    chosen.append(r)
            if len(chosen) < len(used):
                continue
            for more in ([], *([r] for r in pool if r not in chosen)):
                k = tuple((r.slopes, r.constant) for r in (*chosen, *more))
                cone = self._cone(chosen, more, used) if k not in seen else None
                seen.add(k)
                if cone is not None:
                    yield cone

    def _even(self, p: P) -> Cone | None:
        """Return the cone of the squares, if p is a polynomial in them."""
        asked, n = self.asked, len(self.asked.names)
        if any(e % 2 for q in (p, *(e for e, _ in asked.equations)) for m in q.monoms() for e in map(int, m)):
            return None
        square = asked.search.p.theorem("elementary.square_nonneg")
        (hole,) = square.concl.free
        rows = [Row(x * x, self.run("instantiate", square, [(hole, x)]), None, (), fmpq(0)) for x in asked.names]
        gens = context(n + 1).gens()
        return Cone(rows, [gens[i] for i in range(n)], None, power=2)

    def _cone(self, chosen: list[Row], more: list[Row], used: Sequence[int]) -> Cone | None:
        n, m = len(used), len(chosen) + len(more)
        back = fmpq_mat([[r.slopes[i] for i in used] for r in chosen]).inv()
        ring = context(m + 1)
        gens, one, zero = ring.gens(), ring.from_dict({(0,) * (m + 1): 1}), ring.from_dict({})
        image = [zero] * len(self.asked.names)
        for k, i in enumerate(used):
            image[i] = sum(((gens[j] - one * r.constant) * back[k, j] for j, r in enumerate(chosen)), zero)
        relation = None
        if more:
            (r,) = more
            mixed = fmpq_mat([[r.slopes[i] for i in used]]) * back
            left = r.constant - sum((mixed[0, j] * chosen[j].constant for j in range(n)), fmpq(0))
            if left <= 0:
                return None
            relation = sum((gens[j] * -mixed[0, j] for j in range(n)), gens[n]) * (1 / left)
            if any(c < 0 for c in coefficients(relation)):
                return None
        return Cone([*chosen, *more], image, relation)

    def _ways(self, p: P, cone: Cone, used: set[int]) -> Iterator[Callable[[], Fact]]:
        q = cone.pull(p)
        if len(degrees(q)) == 1:
            yield partial(self._on_cone, p, q, cone)
        elif cone.relation is not None:
            yield lambda: self._on_cone(p, _filled(q, cone.relation), cone)

        def fits(e: P) -> bool:
            return all(i in used or not any(m[i] for m in e.monoms()) for i in range(len(self.asked.names)))

        for e, zero in self.asked.equations:
            if fits(e):
                yield partial(self._by_equation, p, q, cone, cone.pull(e), zero)
                yield partial(self._by_parity, p, q, cone, cone.pull(e), zero)
        for g, fact in self.asked.others if cone.power == 1 else []:
            if fits(g):
                yield partial(self._by_inequality, p, q, cone, cone.pull(g), fact)
        if len(degrees(q)) > 1 and len(cone.rows) <= UNIT_VARIABLES:
            yield lambda: self._on_cone(p, _filled(q, cone.ring.gens()[len(cone.rows)]), cone)

    def _on_cone(self, p: P, form: P, cone: Cone, sums: Sequence[Summand] = (), scale: Sequence[Fact] = ()) -> Fact:
        """Prove 0 <= p from 0 <= form on the orthant, where p · scale = form + Σ sums."""
        asked, n = self.asked, len(cone.rows)
        width = n + any(m[n] for m in form.monoms())
        asked.search.check_limit()
        fact = asked.orthant.prove(within(form, width), width, asked.search.limit, asked.search.has_long)
        places = [*(r.gap for r in cone.rows), num(1)][:width]
        fact = self.run("instantiate", fact, [(coordinate(k), t) for k, t in enumerate(places)])
        fact = asked.search.cut(fact, [r.weak for r in cone.rows])
        return self.run("arith", le(num(0), self.reader.term(p)), [(num(1), [fact]), *sums], list(scale), [])

    def _by_equation(self, p: P, q: P, cone: Cone, e: P, zero: Fact) -> Fact:
        form, rest, low, times = _homogenised(q, e)
        scale = [self._positive(low, cone)] * times if times else []
        return self._on_cone(p, form, cone, [(cone.term(rest), [zero])], scale)

    def _positive(self, low: P, cone: Cone) -> Fact:
        return self.asked.positive_product(self.reader.polynomial(cone.term(low)))

    def _by_inequality(self, p: P, q: P, cone: Cone, g: P, fact: Fact) -> Fact:
        """Prove 0 <= p if it is homogeneous up to a multiple, of known sign, of a hypothesis 0 <= g."""
        form, rest, low, times = _homogenised(q, g)
        scale = [self._positive(low, cone)] * times if times else []
        if not rest:
            return self._on_cone(p, form, cone, [], scale)
        n = len(cone.rows)
        if falsified(within(form, n), n):
            raise NotFound("negative")
        t = self.reader.polynomial(cone.term(rest))
        goal = le(num(0), self.reader.term(t))
        if key(goal) not in self.asked.made:
            whole = rest if len(degrees(rest)) == 1 else _filled(rest, cone.ring.gens()[n])
            self.asked.made[key(goal)] = self._on_cone(t, whole, cone)
        return self._on_cone(p, form, cone, [(num(1), [self.asked.made[key(goal)], fact])], scale)

    def _by_parity(self, p: P, q: P, cone: Cone, e: P, zero: Fact) -> Fact:
        """Prove 0 <= E + O (even and odd part) under h = 1 of degree 2, from E >= 0 and E² >= h O² or vice versa."""
        parts = homogeneous_parts(e)
        if sorted(parts) != [0, 2]:
            raise NotFound("not of degree 2")
        k = coefficients(parts[0])[0]
        h = parts[2] * (-1 / k)
        top, none = max(degrees(q)), cone.ring.from_dict({})
        even, odd = (
            sum((f * h ** ((top - i) // 2) for i, f in homogeneous_parts(q).items() if (top - i) % 2 == s), none)
            for s in (0, 1)
        )
        rest, r = divmod(q - even - odd, e)
        if not odd or not even or r:
            raise NotFound("one parity")
        s, t = cone.term(even), cone.term(odd)

        def shown(f: P) -> Fact:
            return self._on_cone(self.reader.polynomial(cone.term(f)), f, cone)

        def gap(sign: int) -> tuple[Fact, Sums]:
            return shown((even**2 - h * odd**2) * sign), [(mul(num(-sign / k), t, t), [zero])]

        fact = self._sum(s, t, [], partial(shown, even), partial(shown, odd), gap)
        sums: Sums = [(num(1), [fact]), (cone.term(rest), [zero])]
        return self.run("arith", le(num(0), self.reader.term(p)), sums, [], [])

    # --- square roots ------------------------------------------------------------------------------------------------

    def _root_in(self, p: P) -> tuple[int, P, P, Fact, int] | None:
        """Return a variable r of p that is a square root: its index, w1, w2 of w2 r² = w1, and a fact with a sign."""
        asked, found = self.asked, []
        roots = {i for i, x in enumerate(asked.names) if x in asked.weak}
        for e, zero in asked.equations:
            rows = rows_of(e)
            for i in roots:
                own = {m: c for m, c in rows.items() if m[i]}
                rest = {m: c for m, c in rows.items() if not m[i]}
                if not any(m[i] for m in p.monoms()) or not own or not rest or any(m[i] != 2 for m in own):
                    continue
                named = asked.names[i].args[0].startswith(ROOT)
                if not named and {*map(sum, own)} & {*map(sum, rest)}:
                    continue  # such as one of the variables on a sphere
                w2 = self.reader.ctx.from_dict({(*m[:i], 0, *m[i + 1 :]): c for m, c in own.items()})
                w1 = self.reader.ctx.from_dict(rest) * -1
                sign = 1 if coefficients(w2)[0] > 0 else -1
                inner = sum(1 for k in roots - {i} if any(m[k] for m in (*w1.monoms(), *w2.monoms())))
                found.append(((-inner, len(w1)), (i, w1 * sign, w2 * sign, zero, sign)))
        return max(found, key=lambda row: row[0])[1] if found else None

    def _squared(self, p: P, i: int, w1: P, w2: P, zero: Fact, sign: int) -> Fact:
        """Prove 0 <= p = A + r B by A >= 0 and w2 A² >= w1 B², or by B >= 0 and w1 B² >= w2 A²."""
        ring, r = self.reader.ctx, self.reader.ctx.gens()[i]
        up = max(m[i] for m in rows_of(p)) // 2
        a, b = self.reader.zero, self.reader.zero
        for m, c in rows_of(p).items():
            part = ring.from_dict({(*m[:i], 0, *m[i + 1 :]): c}) * w1 ** (m[i] // 2) * w2 ** (up - m[i] // 2)
            a, b = (a, b + part) if m[i] % 2 else (a + part, b)
        q, rest = divmod(p * w2**up - a - r * b, w1 - w2 * r**2)
        if rest:
            raise NotFound("not reduced")
        positive = self.asked.positive_product(w2)
        x, s, t = self.asked.names[i], self.reader.term(a), self.reader.term(b)

        def gap(flip: int) -> tuple[Fact, Sums]:
            return self.weak((w2 * a**2 - w1 * b**2) * flip), [(mul(num(-sign * flip), t, t), [zero])]

        second = partial(self._times_root, b, x)
        fact = self._sum(s, x * t, [positive], partial(self.weak, a), second, gap)
        sums: Sums = [(num(1), [fact]), (self.reader.term(q * -sign), [zero])]
        return self.run("arith", le(num(0), self.reader.term(p)), sums, [positive] * up, [])

    def _times_root(self, b: P, x: Term) -> Fact:
        goal = le(num(0), x * self.reader.term(b))
        return self.run("arith", goal, [(num(1), [self.weak(b), self.asked.weak[x]])], [], [])

    def _sum(
        self,
        s: Term,
        t: Term,
        scale: list[Fact],
        first: Callable[[], Fact],
        second: Callable[[], Fact],
        gap: Callable[[int], tuple[Fact, Sums]],
    ) -> Fact:
        """Prove 0 <= s + t from 0 <= s and 0 <= t, or from one of them and the order of their squares.

        `gap` proves 0 <= sign · scale · (s² − t²) for a sign, up to sums that vanish.
        """
        goal = le(num(0), s + t)

        def both() -> Fact:
            return self.run("arith", goal, [(num(1), [first()]), (num(1), [second()])], [], [])

        def one(sign: int) -> Fact:
            apart, sums = gap(sign)
            own = first() if sign > 0 else second()
            neg = self.run("assume", lt(s + t, num(0)))
            other = s - t if sign > 0 else t - s
            up = self.run("arith", lt(num(0), other), [(num(2), [own]), (num(1), [neg])], [], [])
            false = self.run("arith", FALSE, [(num(1), [neg, up, *scale]), (num(1), [apart]), *sums], [], [])
            high = self.run("absurd", false, goal)
            return self.run("cases", num(0), s + t, self.run("assume", goal), high)

        fact = self.asked.search.attempt("squares", [both, partial(one, 1), partial(one, -1)])
        if fact is None:
            raise NotFound("squares")
        return fact


def _filled(q: P, one: P) -> P:
    """Homogenise q by powers of a linear form that equals 1."""
    top = max(degrees(q))
    zero = q.context().from_dict({})
    return sum((part * one ** (top - d) for d, part in homogeneous_parts(q).items()), zero)


def _homogenised(q: P, e: P) -> tuple[P, P, P, int]:
    """Return (form, rest, low, k) with q · low^k = form + rest · e, where e = ±(low − high) has two degrees.

    If low is a number, k is 0.
    """
    parts = homogeneous_parts(e)
    if len(parts) != 2:
        raise NotFound("not of two degrees")
    d0, d1 = sorted(parts)
    low, high = parts[d0], -parts[d1]
    if coefficients(low)[0] < 0:
        low, high = -low, -high
    if d0 == 0:
        low, high = low**0, high * (1 / coefficients(low)[0])
    elif any(c < 0 for c in (*coefficients(low), *coefficients(high))):
        raise NotFound("no sign")
    pieces, step = homogeneous_parts(q), d1 - d0
    top = max(pieces)
    if any((top - i) % step for i in pieces):
        raise NotFound("degrees that do not fit")
    times = 0 if d0 == 0 else max((top - i) // step for i in pieces)
    zero = q.context().from_dict({})
    form = zero
    for i, part in pieces.items():
        k = (top - i) // step
        form = form + part * high**k * low ** (times - k if d0 else 0)
    rest, r = divmod(q * low**times - form, e)
    if r:
        raise NotFound("not a multiple")
    return form, rest, low, times
