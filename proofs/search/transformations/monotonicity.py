"""Monotonicity in one variable: f is least at an end of the variable's range, or where its derivative vanishes.

If f falls in y up to e(x) and grows from there, it is enough to show f(x, e(x)) >= 0, by the mean value theorem. The
sign of the derivative is a question of the same kind, at a point z between e(x) and y, under those hypotheses on y that
follow from the order. `e` is an expression in the other variables, or a number. If f is linear in y between two
numbers, both ends are enough.
So Young's inequality x*y <= exp(x) + y*log(y) - y, for y > 0, is asked at x = log(y) only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Any

from proofs.kernel.normal import as_term, canonical, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, abstract, eq, exp, forall, inv, le, log, lt, num, substitute
from proofs.language.display import text
from proofs.search.base.algebra import NotSmooth, factored, singular, slope
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import alone_exponential, free_variables, fresh, simplified
from proofs.search.base.ranges import Box, Side, side_hypotheses
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import points, signs, value

MOST = 6  # places that are tried


def least_places(given: Sequence[Term], f: Term) -> list[tuple[Term, Term, bool, bool]]:
    """Return where f may be least in a variable y, as (y, e, above, below): whether y may lie above e, and below it.

    Samples of the derivative's sign exclude the others.
    """
    return list(_least_places(tuple(given), f))


@cache
def _least_places(given: tuple[Term, ...], f: Term) -> tuple[tuple[Term, Term, bool, bool], ...]:
    names = free_variables((*given, f))
    where = points(given, names)
    found = []
    for y in sorted(f.free, key=lambda v: v.args[0]):
        try:
            g = slope(f, y)
        except NotSmooth:
            continue
        sure = list(zip(signs(g, where), where, strict=False)) if where else []
        ends = list(dict.fromkeys([*_critical(g, y), *_ends(given, y)]))
        for e in ends:
            if e.free and not e.free <= set(names):
                continue
            sides = []
            for sign, point in sure:
                at = value(e, point)
                if at is None:
                    break
                if abs(point[y] - at) > 1e-9:
                    up = point[y] > at
                    sides.append(up)
                    if sign and (sign > 0) != up:
                        break
            else:
                if sides:
                    found.append((y, e, any(sides), not all(sides)))
    return tuple(sorted(found, key=lambda p: (p[2] and p[3], p[1].size))[:MOST])


def _ends(given: Sequence[Term], y: Term) -> Iterator[Term]:
    """Yield the ends e that the hypotheses e <= y and y <= e give."""
    for g in given:
        if g.op in ("le", "lt") and y in g.free:
            e = _solved(g.args[1] - g.args[0], y)
            if e is not None:
                yield e


def _critical(g: Term, y: Term) -> Iterator[Term]:
    """Yield zeros of a derivative as expressions in the other variables, and 0 if that is one."""
    origin = {y: num(0)}
    if all(normal(substitute(u, origin)) for u in singular(g, y)) and not normal(substitute(g, origin)):
        yield num(0)
    for u, _ in factored(g).factors:
        if y in u.free:
            e = _solved(u, y)
            if e is not None:
                yield e


def _solved(u: Term, y: Term) -> Term | None:
    """Return the y at which u = c · M + d vanishes, where only M depends on y and is a power of y, of e^y or a log."""
    parts: dict[Any, Any] = {}
    for m, c in normal(u).items():
        own = frozenset((a, e) for a, e in m if y in a.term.free)
        parts.setdefault(own, {})[m - own] = c
    rest = parts.pop(frozenset(), {})
    if len(parts) == 2 and not rest:  # c e^A = d e^B
        found = alone_exponential(u)
        return None if found is None else _solved(canonical(found[0].args[0] - log(found[1])), y)
    if len(parts) != 1:
        return None
    ((own, coefficient),) = parts.items()
    if len(own) != 1 or len(coefficient) != 1:
        return None
    ((a, k),) = own
    level = canonical(-as_term(rest) * inv(as_term(coefficient)))
    if a.term is y:
        return level if k == 1 else canonical(exp(log(level) * num(1 / k)))
    inside = a.term.args[0]
    if a.is_exp and rest and not (level.op == "num" and level.args[0] <= 0):
        return _solved(canonical(inside * num(k) - log(level)), y) if not level.free.intersection([y]) else None
    if a.term.op == "log" and k == 1:
        return _solved(canonical(inside - exp(level)), y)
    return None


def least_at(
    search: Search, given: Sequence[Term], goal: Term, place: tuple[Term, Term, bool, bool], depth: int
) -> Fact:
    """Prove 0 <= f(x, y) from 0 <= f(x, e(x)) and the sign of the derivative between e(x) and y."""
    y, e, above, below = place
    f = canonical(goal.args[1] - goal.args[0])
    there, strict_there = _at_end(search, given, goal, f, y, e, depth)
    if above and below:
        up = _grown(search, given, goal, f, y, e, True, there, strict_there, depth)
        down = _grown(search, given, goal, f, y, e, False, there, strict_there, depth)
        weak = _closed(search, up, goal, y, e, there, strict_there)
        return search.run("cases", e, y, weak, down)
    fact = _grown(search, given, goal, f, y, e, above, there, strict_there, depth)
    order = lt(e, y) if above else lt(y, e)
    assumed = [search.run("assume", g) for g in given]
    try:
        return search.cut(fact, [search.p.have(order, *assumed, degree=1)])
    except KernelError:
        pass
    if above:
        fact = _closed(search, fact, goal, y, e, there, strict_there)
        return search.cut(fact, [search.p.have(le(e, y), *assumed, degree=1)])
    fact = _closed(search, fact, goal, y, e, there, strict_there)
    return search.cut(fact, [search.p.have(le(y, e), *assumed, degree=1)])


def linear_in(f: Term, box: Box) -> list[tuple[Term, Side]]:
    """Return the variables between two numbers in which f is linear, with their ranges."""
    found = []
    for y in sorted(f.free, key=lambda v: v.args[0]):
        side = box.get(y, Side())
        try:
            if side.width and y not in slope(f, y).free:
                found.append((y, side))
        except NotSmooth:
            continue
    return found


def between_ends(search: Search, given: Sequence[Term], goal: Term, y: Term, side: Side, depth: int) -> Fact:
    """Prove 0 <= f from 0 <= f at both ends of y, in which it is linear."""
    f = canonical(goal.args[1] - goal.args[0])
    strict = goal.op == "lt"
    rest = [g for g in given if y not in g.free]
    low, high = (search.run("assume", h) for h in side_hypotheses(y, side))
    if side.lo is None or side.hi is None:
        raise NotFound("no two ends")
    share, half = num(1 / (side.hi - side.lo)), num((side.hi - side.lo) / 2)
    # the distance from one end multiplies what is known at the other
    weak = strict and side.lo_open, strict and side.hi_open and not side.lo_open
    at_low, at_high = (
        search.prove(rest, simplified((lt if strict and not w else le)(num(0), substitute(f, {y: num(e)}))), depth + 1)
        for e, w in zip((side.lo, side.hi), weak, strict=True)
    )

    def together(low: Fact, high: Fact) -> Fact:
        return search.run("arith", goal, [(share, [at_low, high]), (share, [at_high, low])], [], [])

    if not strict or any(weak):
        return together(low, high)
    middle = num((side.lo + side.hi) / 2)
    below, above = search.run("assume", le(y, middle)), search.run("assume", lt(middle, y))
    below = search.run("arith", lt(y, num(side.hi)), [(num(1), [below]), (half, [])], [], [])
    above = search.run("arith", lt(num(side.lo), y), [(num(1), [above]), (half, [])], [], [])
    return search.run("cases", y, middle, together(low, below), together(above, high))


def _closed(search: Search, fact: Fact, goal: Term, y: Term, e: Term, there: Fact, strict_there: bool) -> Fact:
    """Extend e < y ⊢ goal (or y < e ⊢ goal) to y = e: prove the goal under e <= y (or y <= e)."""
    up = next((h for h in fact.hyps.values() if h is lt(e, y)), None) is not None
    if goal.op == "lt" and not strict_there:
        raise NotFound("it may vanish there")
    low, high = search.run("assume", le(e, y)), search.run("assume", le(y, e))
    same = search.run("antisymmetry", low, high)
    hole = fresh("hole'", [goal])
    template = forall("R", abstract(substitute(goal, {y: hole}), [hole]))
    base = search.run("arith", substitute(goal, {y: e}), [(num(1), [there])], [], [])
    at = search.run("replace", same, template, base)
    return search.run("cases", y, e, at, fact) if up else search.run("cases", e, y, at, fact)


def _at_end(
    search: Search, given: Sequence[Term], goal: Term, f: Term, y: Term, e: Term, depth: int
) -> tuple[Fact, bool]:
    """Prove 0 <= f(x, e), or 0 < f(x, e) for a strict goal if possible."""
    sides = _transferred(search, given, y, e, [])
    hypotheses = [*(g for g in given if y not in g.free), *(s.concl for s in sides)]
    at = substitute(f, {y: e})
    for make in (lt, le) if goal.op == "lt" else (le,):
        wanted = make(num(0), at)
        ways = [partial(search.prove, hypotheses, simplified(wanted), depth + 1)]
        fact = search.attempt("at the least point", ways)
        if fact is not None:
            return search.cut(fact, sides), make is lt
    raise NotFound(f"not shown at {text(y)} = {text(e)}")


def _transferred(search: Search, given: Sequence[Term], y: Term, z: Term, order: Sequence[Fact]) -> list[Fact]:
    """Prove those hypotheses on y at z that follow from the hypotheses and the order."""
    assumed = [*order, *(search.run("assume", g) for g in given if g.op in ("le", "lt", "eq"))]
    out = []
    for g in given:
        if y not in g.free or g.op not in ("le", "lt"):
            continue
        wanted = substitute(g, {y: z})
        if key(wanted) is True:
            continue
        for make in (lt, le) if g.op == "lt" else (le,):
            try:
                out.append(search.p.have(make(*wanted.args), *assumed, degree=1))
                break
            except KernelError:
                continue
    return out


def _grown(
    search: Search,
    given: Sequence[Term],
    goal: Term,
    f: Term,
    y: Term,
    e: Term,
    up: bool,
    there: Fact,
    strict_there: bool,
    depth: int,
) -> Fact:
    """Prove the goal under e < y (or y < e), from `there` and the sign of the derivative between."""
    z = fresh(f"{y.args[0]}'between", [*given, goal, e])
    search.meaning[z] = y
    a, b = (e, y) if up else (y, e)
    open_order = [search.run("assume", lt(a, z)), search.run("assume", lt(z, b))]
    inside = _transferred(search, given, y, z, open_order)
    others = [g for g in given if y not in g.free]
    hypotheses = [*others, *(s.concl for s in inside)]
    near = lt(e, z) if up else lt(z, e)
    hypotheses = list(dict.fromkeys([*hypotheses, near]))
    g = canonical(substitute(slope(f, y), {y: z}))
    signed = g if up else canonical(-g)
    strict = goal.op == "lt" and not strict_there
    rise = search.prove(hypotheses, (lt if strict else le)(num(0), signed), depth + 1)
    # what must be defined, on the closed range
    closed_order = [search.run("assume", le(a, z)), search.run("assume", le(z, b))]
    shut = _transferred(search, given, y, z, closed_order)
    where = [*others, *(s.concl for s in shut), le(e, z) if up else le(z, e)]
    sides = []
    for u in singular(f, y):
        fact = search.signed(where, canonical(substitute(u, {y: z})), depth)
        sides.append(search.cut(fact, shut))
    h = canonical(-f) if up else f
    template = forall("R", abstract(eq(h, 0), [y]))
    d = search.run("derivative", template, z, sides)
    has = search.p.generalize(z, d, le(a, z), le(z, b))
    carrier = forall("R", abstract(eq(d.concl.args[2], 0), [z]))
    bound = search.run("arith", (lt if strict else le)(d.concl.args[2], num(0)), [(num(1), [rise])], [], [])
    bound = search.p.generalize(z, search.cut(bound, inside), lt(a, z), lt(z, b))
    order = search.run("assume", lt(a, b))
    mean = search.run("mean_value", template, carrier, a, b, order, has, bound)
    return search.run("arith", goal, [(num(1), [there]), (num(1), [mean])], [], [])


def _least_points(search: Search, asked: Asked, vanishing: bool) -> Iterator[Way]:
    divides = bool(factored(asked.f).bases)
    for place in least_places(asked.given, asked.f):
        y, e, *_ = place
        if (divides and not normal(substitute(asked.f, {y: e}))) is vanishing:
            yield partial(least_at, search, asked.given, asked.goal, place, asked.depth)


@method("least point")
def zero_of_quotient(search: Search, asked: Asked) -> Iterable[Way]:
    """Yield, for quotients, the places where they vanish, which are easier to see before denominators are cleared."""
    return _least_points(search, asked, True)


@method("least point")
def least_point(search: Search, asked: Asked) -> Iterable[Way]:
    """Yield the places where f seems to be least in a variable: ends, and zeros of the derivative."""
    return _least_points(search, asked, False)


@method("both ends")
def both_ends(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield both ends of each variable in which f is linear."""
    for y, side in linear_in(asked.f, asked.box):
        yield partial(between_ends, search, asked.given, asked.goal, y, side, asked.depth)
