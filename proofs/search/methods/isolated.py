"""Sums of roots where all variables are alike, summand by summand: T >= c M/Σ M with monomials M ("isolated fudging").

If Σ c = 1 is asked of Σ T, the exponents of M are those of T where all variables are 1: T and its bound touch there.
Where a b c = 1 and each T is about one variable, rational functions of z = x^k are bounds whose sums are known, such
as 1/(1 + z + z²). The powers are made whole by x = t^d.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import lcm, log

from flint import fmpq

from proofs.kernel.normal import as_term, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, le, lt, mul, num
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables
from proofs.search.cones.circuits import circuit
from proofs.search.cones.homogeneous import proved
from proofs.search.cones.polynomials import power, rows_of
from proofs.search.cones.rational import Rational
from proofs.search.cones.roots import Root, as_powers, radicands, with_roots
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import value

MOST = 16  # the denominator of an exponent
SIMPLE = 60  # and of a size
STEP, NEARLY = 1e-4, 1e-5
Mean = tuple[Term, Term]
Exponents = tuple[fmpq, ...]


def _exponent(v: float) -> fmpq:
    for q in range(1, MOST + 1):
        if abs(round(v * q) / q - v) < NEARLY:
            return fmpq(round(v * q), q)
    raise NotFound("no simple exponent")


class Summands:
    """The parts of a goal with one root each, near where all variables are 1."""

    def __init__(self, goal: Term, roots: Sequence[Root], names: Sequence[Term]) -> None:
        self.names, self.roots = names, roots
        own = {o.r for o in roots if o.w.free}
        gap = normal(goal.args[1] - goal.args[0])
        self.parts: dict[Term, Term] = {}
        for m, c in gap.items():
            mine = {v for a, _ in m for v in a.term.free} & own
            if len(mine) > 1:
                raise NotFound("several roots in a summand")
            for r in mine:
                self.parts[r] = self.parts.get(r, num(0)) + as_term({m: c})
        if len(self.parts) != len(names) or len(names) < 2:
            raise NotFound("not a root for each variable")

    def value(self, part: Term, x: Mapping[Term, float]) -> float:
        """Of a part at a point."""
        at = dict(x)
        for o in self.roots:
            w = value(o.w, at)
            if w is None or w <= 0:
                raise NotFound("no root")
            at[o.r] = w ** (1 / o.k)
        found = value(part, at)
        if not found:
            raise NotFound("not defined there")
        return found

    def slopes(self, part: Term) -> list[float]:
        """Those of its logarithm by those of the variables, where these are 1."""
        ones = dict.fromkeys(self.names, 1.0)

        def moved(x: Term, h: float) -> float:
            return log(abs(self.value(part, {**ones, x: 2.718281828459045**h})))

        return [(moved(x, STEP) - moved(x, -STEP)) / (2 * STEP) for x in self.names]


def monomials(s: Summands) -> dict[Term, Exponents]:
    """The exponents of M for each root, the smallest of them 0."""
    out = {}
    for r, part in s.parts.items():
        slopes = s.slopes(part)
        if abs(sum(slopes)) > NEARLY:
            raise NotFound("not of degree 0")
        out[r] = tuple(_exponent(v - min(slopes)) for v in slopes)
    if len(set(map(tuple, map(sorted, out.values())))) != 1:
        raise NotFound("not alike")
    return out


# bounds of one variable under a product, as numerator and denominator in z, and what the slope of z's logarithm is
KNOWN: tuple[tuple[Sequence[int], Sequence[int], fmpq], ...] = (
    ((3,), (1, 2), fmpq(-3, 2)),
    ((3,), (1, 1, 1), fmpq(-1)),
    ((3, 3), (2, 2, 2), fmpq(-2)),
    ((3,), (2, 1), fmpq(-3)),
)


def _in(cs: Sequence[int], z: Term) -> Term:
    rows = [mul(num(c), power(z, k)) if k else num(c) for k, c in enumerate(cs)]
    return sum(rows[1:], rows[0])


def by_parts(
    search: Search, asked: Asked, exponents: Callable[[Summands], tuple[dict[Term, Exponents], int]], known: int = -1
) -> Fact:
    """The goal by bounds of the summands."""
    from proofs.search.cones.tangents import Tangents, bounded, near  # NumPy takes time to load

    names = free_variables((*asked.given, asked.goal))

    def ask(given: Sequence[Term], goal: Term, roots: Sequence[Root]) -> Fact:
        s = Summands(goal, roots, names)
        found, d = exponents(s)
        levels = {r: s.value(part, dict.fromkeys(names, 1.0)) for r, part in s.parts.items()}

        def means(t: Tangents) -> Iterator[Mapping[Term, Mean]]:
            each = {
                r: mul(num(1), *(power(y, int(e * d)) for y, e in zip(t.names, es, strict=True)))
                for r, es in found.items()
            }
            total = sum(list(each.values())[1:], next(iter(each.values())))
            out = {}
            for o in t.radicals:
                r = o.root.r
                size = abs(levels[r])
                if known < 0:
                    top, low = mul(num(len(each)), each[r]), total
                    if o.sign < 0:
                        raise NotFound("of the other sign")
                else:
                    (z,) = [power(y, abs(int(e * d))) for y, e in zip(t.names, found[r], strict=True) if e]
                    below = any(e < 0 for e in found[r])
                    above, under, _ = KNOWN[known]
                    width = max(len(above), len(under))
                    pad = [list(cs) + [0] * (width - len(cs)) for cs in (above, under)]
                    top, low = (_in(cs[::-1] if below else cs, z) for cs in pad)
                up, down = _level(t, size)
                top, low = mul(top, up), mul(low, down)
                c = o.coefficient if o.sign > 0 else mul(num(-1), o.coefficient)
                if o.below is None:
                    out[r] = (top, mul(c, low))
                elif not normal(o.below[0]):
                    out[r] = (mul(c, low), mul(top, o.below[1]))
                else:
                    raise NotFound("a sum with a root in a denominator")
            yield out

        def _level(t: Tangents, v: float) -> Mean:
            for r, level in ((num(1), 1.0), *t.levels.items()):
                up, down = near(v / level, SIMPLE), near(v * level, SIMPLE)
                if up is not None:
                    return mul(num(up), r), num(1)
                if down is not None:
                    return num(down), r
            raise NotFound("no simple size")

        def last(fewer: Sequence[Term], wanted: Term) -> Fact:
            ways = [partial(f, search, fewer, wanted, asked.depth) for f in (proved, _without_numbers)]
            fact = search.attempt("sum of the bounds", ways)
            if fact is None:
                raise NotFound("the bounds do not suffice")
            return fact

        def compare(given: Sequence[Term], goal: Term) -> Fact:
            few = Asked(search, given, goal, asked.depth)
            ways = [partial(circuit, search, given, goal, few.box, few.depth)]
            fact = search.attempt("means", ways, 0.3)
            return search.cut(fact, few.sides) if fact else search.prove(given, goal, asked.depth + 1)

        def whole(given: Sequence[Term], goal: Term, roots: Sequence[Root]) -> Fact:
            unit = _unit(search, given, d) if known >= 0 and d > 1 else None
            if unit is not None:
                given = [unit[1].concl, *(g for g in given if g is not unit[0])]
            fact = bounded(search, given, goal, asked.depth, roots, num(0), last, means, compare)
            return fact if unit is None else search.cut(fact, [unit[1]])

        return as_powers(search, given, goal, [(x, d) for x in names] if d > 1 else [], asked.depth, whole, roots)

    return with_roots(search, asked.given, asked.goal, asked.depth, ask)


def _without_numbers(search: Search, given: Sequence[Term], goal: Term, depth: int) -> Fact:
    """0 <= r^j B/D, where r is the root of a number, from 0 <= B."""
    asked = Rational(search, given, [goal], depth)
    p, reader = asked.reader.quotient(goal.args[1] - goal.args[0]).top, asked.reader
    rest, p_fact = list(given), None
    for g in given:
        whole = reader.polynomial(g.args[1] - g.args[0]) if g.op == "eq" and len(g.free) == 1 else None
        if whole is None:
            continue
        (r,) = g.free
        i, k = asked.names.index(r), int(whole.total_degree())
        sign = 1 if rows_of(whole).get(tuple(k * (n == i) for n in range(len(asked.names)))) == 1 else -1
        level = -rows_of(whole * sign).get((0,) * len(asked.names), fmpq(0))
        left = {m[i] % k for m in rows_of(p)}
        if whole * sign != reader.variables[r] ** k - reader.one * level or len(left) != 1 or p_fact is not None:
            raise NotFound("not a root of a number alone")
        (j,) = left
        plain = reader.ctx.from_dict({})
        for m, c in rows_of(p).items():
            plain = plain + reader.ctx.from_dict({(*m[:i], 0, *m[i + 1 :]): c * level ** ((m[i] - j) // k)})
        factor, _ = divmod(p - plain * reader.variables[r] ** j, whole)
        rest = [h for h in given if r not in h.free]
        inside = search.prove(rest, le(num(0), reader.term(plain)), depth + 1)
        sums = [(num(1), [inside, *[asked.strict[r]] * j]), (reader.term(factor), [search.run("assume", g)])]
        p_fact = search.run("arith", le(num(0), reader.term(p)), sums, [], [])
    if p_fact is None:
        raise NotFound("no root of a number")
    return asked.cleared(goal, p_fact)


def _unit(search: Search, given: Sequence[Term], d: int) -> tuple[Term, Fact] | None:
    """The equation Π t^d = 1, and Π t = 1, where all t are positive."""
    for g in (g for g in given if _is_product(g, d)):
        names = sorted(g.free, key=lambda v: v.args[0])
        p, positive = mul(*names), [search.run("assume", lt(num(0), t)) for t in names]
        gap = normal(g.args[1] - g.args[0])
        sign = num(1) if gap[frozenset()] > 0 else num(-1)
        total = sum((power(p, i) for i in range(1, d)), num(1))
        above = search.run("arith", lt(num(0), total), [(num(1), positive * i) for i in range(d)], [], [])
        assumed = search.run("assume", g)
        low = search.run("arith", le(p, num(1)), [(sign, [assumed])], [above], [])
        high = search.run("arith", le(num(1), p), [(mul(num(-1), sign), [assumed])], [above], [])
        return g, search.run("antisymmetry", low, high)
    return None


def _alike(s: Summands) -> tuple[dict[Term, Exponents], int]:
    found = monomials(s)
    return found, lcm(*(int(e.q) for es in found.values() for e in es))


def _of_one(known: int, s: Summands) -> tuple[dict[Term, Exponents], int]:
    out: dict[Term, Exponents] = {}
    for r, part in s.parts.items():
        out[r] = tuple(_exponent(float(KNOWN[known][2]) * v) for v in s.slopes(part))
        if sum(e != 0 for e in out[r]) != 1:
            raise NotFound("not of one variable")
    return out, lcm(*(int(e.q) for es in out.values() for e in es))


def _is_product(g: Term, d: int = 1) -> bool:
    """Whether an equation says that a product of three variables, all to the d-th power, is 1."""
    p = normal(g.args[1] - g.args[0]) if g.op == "eq" else {}
    long = [m for m in p if m]
    return len(p) == 2 and len(long) == 1 and sorted(e for _, e in long[0]) == [d, d, d] and sum(p.values()) == 0


@method("isolated summands", share=0.4)
def isolated(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums with a root for each variable, sharp where all of them are 1."""
    names = {v for g in (*asked.given, asked.goal) for v in g.free}
    varying = [w for w in radicands([asked.goal]) if w.free]
    if not search.has_long or len(varying) != len(names) or asked.goal.op != "le":
        return
    equations = [g for g in asked.given if g.op == "eq"]
    if not equations:
        yield partial(by_parts, search, asked, _alike)
    elif len(equations) == 1 and _is_product(equations[0]) and all(len(w.free) == 1 for w in varying):
        for k in range(len(KNOWN)):
            yield partial(by_parts, search, asked, partial(_of_one, k), k)
