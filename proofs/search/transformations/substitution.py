"""Substitutions t = c + d x, t = 1/x, u = 1/(p x + q) and x = B/A, and splits of a range near a singular end.

- A distance from an end, of which a logarithm is taken, becomes the variable; far from that end the range is split off.
  So does the distance from an irrational end, if the goal is linear: c < e^(−1) gives c*exp(1) < 1.
- A x = B, where A and B are polynomials in the other variables, gives x = B/A. So a*b*c == a + b + c + 2 gives
  c = (a + b + 2)/(a b − 1), where a b > 1 because c > 0.
- Σ c_i/(p_i x_i + q_i) = c becomes Σ c_i u_i = c. A symmetric equation of the first degree in each variable may be such
  a sum, multiplied out: a*b*c == a + b + c + 2 says 1/(a + 1) + 1/(b + 1) + 1/(c + 1) = 1, which gives
  a*b + b*c + c*a >= 2*(a + b + c) for a, b, c > 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import comb
from typing import Any

from flint import fmpq

from proofs.kernel.normal import as_term, canonical, constant, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, eq, inv, le, lt, mul, num, substitute, var
from proofs.search.base.algebra import NotSmooth, slope
from proofs.search.base.constants import rational_root
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import (
    free_variables,
    fresh,
    inverted,
    is_rational,
    log_arguments,
    range_of,
    to_cut,
    vanishing_end,
    width_of,
    with_logs,
)
from proofs.search.base.ranges import Box
from proofs.search.boxes.planning import Planner
from proofs.search.cones.polynomials import P, rows_of
from proofs.search.cones.rational import Rational
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import seems_zero
from proofs.search.reductions import apart, renamed, through

NEIGHBOURHOOD = fmpq(1, 8)  # of an end at which a logarithm is not defined


def by_shift(search: Search, given: Sequence[Term], goal: Term, w: Term, x: Term, depth: int) -> Fact:
    """Substitute t = w, where w = c + d x."""
    d: Any = constant(normal(slope(w, x)))
    if d is None:
        raise NotFound("it does not grow by a constant")
    t = var(f"{x.args[0]}'shifted", "R")
    by = canonical((t - substitute(w, {x: num(0)})) * num(1 / d))
    return renamed(search, given, goal, x, (t, by, w), [], depth)


def by_reciprocal(search: Search, given: Sequence[Term], goal: Term, x: Term, depth: int) -> Fact:
    """Substitute t = 1/x, where x is positive."""
    t = var(f"{x.args[0]}'inverse", "R")
    ends = [search.run("assume", g) for g in given if range_of(g)]
    positive = search.p.have(lt(num(0), x), *ends, degree=1)
    extra = [search.p.apply("elementary.inv_pos", positive, x=x)]
    for g in given:
        found = range_of(g)
        if found is not None and found[1].lo is not None and found[1].lo > 0:
            below = num(1 / found[1].lo)
            extra.append(search.p.have(le(inv(x), below), positive, extra[0], search.run("assume", g)))
    return renamed(search, given, goal, x, (t, inv(t), inv(x)), extra, depth)


def vanishing_arguments(goal: Term, box: Box) -> list[tuple[Term, Term]]:
    """Return arguments of logarithms, no variables, that vanish at an end of a variable, with that variable."""
    ends = ((w, vanishing_end(w, box)) for w in dict.fromkeys(log_arguments(goal)) if w.op != "var")
    return [(w, end[0]) for w, end in ends if end is not None]


def distances(given: Sequence[Term], goal: Term) -> list[tuple[Term, Term]]:
    """Return arguments of logarithms, positive by hypothesis, of several variables, with one that occurs linearly."""
    positive = {canonical(g.args[1] - g.args[0]) for g in given if g.op == "lt"}
    found = [w for w in dict.fromkeys(log_arguments(goal)) if len(w.free) > 1 and canonical(w) in positive]
    return [(w, x) for w in found for x in sorted(w.free, key=lambda v: v.args[0]) if constant(normal(slope(w, x)))]


def cut_near_end(search: Search, goal: Term, f: Term, box: Box) -> tuple[Term, fmpq] | None:
    """Return the variable and the cut if a logarithm is not defined at an end: at a zero of f, or near that end."""
    for w in dict.fromkeys(log_arguments(goal)):
        end = vanishing_end(w, box)
        if end is not None and width_of(box, end[0]) > NEIGHBOURHOOD:
            inside = touching_inside(search, f, box)
            return end[0], inside if inside is not None else end[1] + end[2] * NEIGHBOURHOOD
    return None


def touching_inside(search: Search, f: Term, box: Box) -> fmpq | None:
    """Return a simple rational at which f seems to vanish."""
    return next(iter(Planner(search.p, search.limit).touching(f, box)), None)


def touches(search: Search, f: Term, box: Box) -> bool:
    """Return whether f seems to vanish at a simple rational inside, or at an end."""
    planner = Planner(search.p, search.limit)
    return bool(planner.touching(f, box)) or planner.zero_at_end(f, box) is not None


def _ends_apart(search: Search, asked: Asked, touching: bool) -> Iterator[Way]:
    cut = cut_near_end(search, asked.goal, asked.f, asked.box)
    if cut is not None and touches(search, asked.f, asked.box) is touching:
        yield partial(apart, search, asked.given, asked.goal, *cut, asked.depth)


@method("ends apart")
def ends_apart_first(search: Search, asked: Asked) -> Iterable[Way]:
    """Yield a split near an end at which a logarithm is not defined, if f seems to vanish somewhere."""
    return _ends_apart(search, asked, True)


@method("ends apart")
def ends_apart(search: Search, asked: Asked) -> Iterable[Way]:
    """Yield a split near an end at which a logarithm is not defined, if f does not seem to vanish."""
    return _ends_apart(search, asked, False)


@method("shift")
def shift_nearby(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield a shift for the logarithm of a distance from an end, with one variable in a short range."""
    close = [w for w in vanishing_arguments(asked.goal, asked.box) if width_of(asked.box, w[1]) <= NEIGHBOURHOOD]
    for w in close[:1]:
        yield partial(by_shift, search, asked.given, asked.goal, *w, asked.depth)


@method("shift")
def shift(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield a shift for the logarithm of a distance from an end, or between variables, with several variables."""
    known = with_logs([asked.goal], asked.box)
    found = [w for w in vanishing_arguments(asked.goal, asked.box) if w[1] not in known]
    found += distances(asked.given, asked.goal)
    moved = [w for w in found if not w[1].args[0].endswith("'shifted")]
    for w in moved[:1]:
        yield partial(by_shift, search, asked.given, asked.goal, *w, asked.depth)


@method("shift")
def shift_from_constant(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the distance from an irrational end of a variable that occurs linearly in the goal, as c in c e < 1."""
    for g in asked.relations:
        w = canonical(g.args[1] - g.args[0])
        if len(w.free) != 1 or is_rational(g):
            continue
        (x,) = w.free
        if x.sort == "R" and not x.args[0].endswith("'shifted") and _is_linear(w, x) and _is_linear(asked.f, x):
            yield partial(by_shift, search, asked.given, asked.goal, w, x, asked.depth)


def irrational_zeros(f: Term, x: Term) -> Iterator[Term]:
    """Yield irrational constants, read off from two summands x A and B, at which f seems to vanish."""
    p = normal(f)
    for m, c in p.items():
        rest = frozenset(row for row in m if row[0].term is not x)
        if len(rest) != len(m) - 1 or any(a.term is x and e != 1 for a, e in m):
            continue
        for k, d in p.items():
            at = as_term({k - rest: -d / c})
            if k != m and rest <= k and not at.free and at.op != "num" and seems_zero(substitute(f, {x: at})):
                yield at


@method("shift to a zero", share=0.5)
def shift_to_zero(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the distance from an irrational constant at which the sides seem to be equal."""
    for x in [x for x in free_variables([asked.f]) if not x.args[0].endswith("'shifted")]:
        for at in dict.fromkeys(irrational_zeros(asked.f, x)):
            yield partial(by_shift, search, asked.given, asked.goal, canonical(x - at), x, asked.depth)


def _is_linear(t: Term, x: Term) -> bool:
    """Return whether a term has a constant slope in a variable, and the variable occurs."""
    try:
        d = slope(t, x)
    except NotSmooth:
        return False
    return not d.free and key(eq(d, num(0))) is not True


@method("x = 1/t")
def inverse(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield t = 1/x for a positive unbounded variable whose inverse or logarithm occurs."""
    for v in inverted(asked.f, asked.box):
        yield partial(by_reciprocal, search, asked.given, asked.goal, v, asked.depth)


@method("ends apart")
def far_end_apart(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield a split at 1 for a variable with inverse and a range that begins at or below 0."""
    for v in to_cut(asked.f, asked.box):
        yield partial(apart, search, asked.given, asked.goal, v, fmpq(1), asked.depth)


FEWEST = 3  # variables


def _linear_parts(asked: Rational, e: P, x: Term) -> tuple[P, P] | None:
    """Return A and B, where e = A x − B; None if e is not linear in x."""
    i, ring, rows = asked.names.index(x), asked.reader.ctx, rows_of(e)
    if {m[i] for m in rows} != {0, 1}:
        return None
    a = ring.from_dict({(*m[:i], 0, *m[i + 1 :]): c for m, c in rows.items() if m[i]})
    return a, ring.from_dict({m: -c for m, c in rows.items() if not m[i]})


def by_fraction(search: Search, given: Sequence[Term], goal: Term, g: Term, depth: int) -> Fact:
    """Substitute x = B/A for a variable x of the hypothesis, if the sign of A is evident.

    Raises
    ------
    NotFound
        if there is none.
    """
    asked = Rational(search, given, [goal], depth)
    gap = g.args[1] - g.args[0]
    e = asked.reader.polynomial(gap)
    assumed = search.run("assume", g)
    for x in sorted(g.free, key=lambda v: v.args[0]):
        parts = _linear_parts(asked, e, x)
        if parts is None or parts[0].total_degree() < 1:
            continue
        a, b = parts
        s, t = asked.reader.term(a), asked.reader.term(b)
        sign = _sign(asked, a, b, x, assumed)
        if sign is None:
            continue
        value = mul(t, inv(s))
        same = search.run("arith", eq(value, x), [(inv(s), [assumed])], [], [sign])
        rest = [sign.concl, *(h for h in given if h is not g)]
        return search.cut(through(search, rest, goal, x, value, same, depth), [sign])
    raise NotFound("no variable that is a quotient")


def _sign(asked: Rational, a: P, b: P, x: Term, assumed: Fact) -> Fact | None:
    """Prove 0 < A or A < 0: by its coefficients, or from those of B if x is positive."""
    for sign in (1, -1):
        term = asked.reader.term(a * sign)
        goal = lt(num(0), term)
        shown = asked.by_coefficients(a * sign, strict=True)
        if shown is None and x in asked.strict:
            below = asked.by_coefficients(b * sign, strict=True)
            if below is not None:
                shown = asked.run("arith", goal, [(num(1), [below]), (num(sign), [assumed])], [asked.strict[x]], [])
        if shown is not None:
            plain = asked.reader.term(a)
            wanted = lt(num(0), plain) if sign > 0 else lt(plain, num(0))
            return asked.run("arith", wanted, [(num(1), [shown])], [], [])
    return None


def reciprocals_in(g: Term) -> dict[Term, Term]:
    """Return p x + q by x, if the sides differ by a sum of c, c/(p x + q) and c x/(p x + q), one for each x."""
    out: dict[Term, Term] = {}
    for m in filter(None, normal(g.args[1] - g.args[0])):
        below = [a.term.args[0] for a, e in m if a.term.op == "inv" and e == 1]
        if len(below) != 1 or len(below[0].free) != 1:
            return {}
        (x,) = below[0].free
        rest = [(a.term, e) for a, e in m if a.term is not inv(below[0])]
        if rest not in ([], [(x, 1)]) or _linear(below[0], x) is None:
            return {}
        if out.setdefault(x, below[0]) is not below[0]:
            return {}
    return out


def _linear(w: Term, x: Term) -> tuple[fmpq, fmpq] | None:
    """Return p > 0 and q of w = p x + q, if x is its only variable."""
    try:
        p, q = constant(normal(slope(w, x))), constant(normal(substitute(w, {x: num(0)})))
    except NotSmooth:
        return None
    return None if p is None or q is None or p <= 0 else (p, q)


def by_equation(search: Search, given: Sequence[Term], goal: Term, g: Term, todo: dict[Term, Term], depth: int) -> Fact:
    """Substitute reciprocals, after x/(p x + q) has become (1 − q/(p x + q))/p in the equation."""
    plain = num(0)
    for m, c in normal(g.args[1] - g.args[0]).items():
        x = next((a.term for a, _ in m if a.term in todo), None)
        p, q = (x is not None and _linear(todo[x], x)) or (fmpq(1), fmpq(0))
        plain = plain + (as_term({m: c}) if x is None else num(c / p) * (1 - num(q) * inv(todo[x])))
    signs = [search.prove(given, lt(num(0), w), depth + 1) for w in todo.values()]
    same = search.run("arith", eq(num(0), canonical(plain)), [(num(1), [search.run("assume", g)])], [], signs)
    others = [*(h for h in given if h is not g), same.concl]
    return search.cut(by_reciprocals(search, others, goal, todo, depth), [same])


def by_reciprocals(search: Search, given: Sequence[Term], goal: Term, todo: dict[Term, Term], depth: int) -> Fact:
    """Substitute u = 1/w for each variable with its w = p x + q, in turn."""
    if not todo:
        return search.prove(given, goal, depth)
    x, w = next(iter(todo.items()))
    p, q = _linear(w, x) or (fmpq(1), fmpq(0))
    positive = search.prove(given, lt(num(0), w), depth + 1)
    u, back = fresh(f"{x.args[0]}'inverse", [*given, goal]), inv(w)
    extra = [search.run("arith", lt(num(0), back), [(num(1), [])], [positive], [positive])]
    signs = {key(make(num(0), x)): make for make in (le, lt)}
    for g in given:
        if key(g) in signs and q > 0:
            below = signs[key(g)](num(0), 1 - num(q) * back)
            extra.append(search.run("arith", below, [(num(p), [search.run("assume", g)])], [positive], [positive]))

    def rest(fewer: Sequence[Term], wanted: Term, depth: int) -> Fact:
        others = {y: v for y, v in todo.items() if y is not x}
        return by_reciprocals(search, [g for g in fewer if key(g) is not True], wanted, others, depth)

    by = mul(inv(u) - num(q), num(1 / p))
    return renamed(search, given, goal, x, (u, by, back), extra, depth, rest)


def shifts_in(g: Term) -> Iterator[tuple[list[Term], fmpq, fmpq, fmpq]]:
    """Yield the x_i, k, λ and c, where right − left is λ (Σ 1/(x_i + k) − c) Π (x_i + k)."""
    names = sorted(g.free, key=lambda v: v.args[0])
    p, n = normal(g.args[1] - g.args[0]), len(names)
    sizes: dict[int, set[fmpq]] = {}
    for m, c in p.items():
        if any(a.term not in names or e != 1 for a, e in m):
            return
        sizes.setdefault(len(m), set()).add(c)
    by_degree = {j: next(iter(found)) for j, found in sizes.items() if len(found) == 1}
    if n < 2 or len(by_degree) < len(sizes) or len(p) != sum(comb(n, j) for j in sizes):
        return
    top, second, third = (by_degree.get(n - j, fmpq(0)) for j in range(3))
    if not top:
        return
    root = rational_root(second**2 - top * third)
    for k in () if root is None else sorted({(second + root) / top, (second - root) / top}):
        scale = second - top * k
        wanted = [scale * (n - j) * (k ** (n - 1 - j) if j < n else 1) + top * k ** (n - j) for j in range(n + 1)]
        if scale and k and wanted == [by_degree.get(j, fmpq(0)) for j in range(n + 1)]:
            yield names, k, scale, -top / scale


def by_shifts(
    search: Search, given: Sequence[Term], goal: Term, g: Term, shifts: tuple[list[Term], fmpq, fmpq, fmpq], depth: int
) -> Fact:
    """Substitute reciprocals of x_i + k, whose sum is c."""
    names, k, scale, c = shifts
    todo = {x: canonical(x + num(k)) for x in names}
    signs = [search.prove(given, lt(num(0), w), depth + 1) for w in todo.values()]
    below = [inv(w) for w in todo.values()]
    total = eq(num(0), sum(below, num(-c)))
    same = search.run("arith", total, [(mul(num(1 / scale), *below), [search.run("assume", g)])], [], signs)
    others = [*(h for h in given if h is not g), same.concl]
    return search.cut(by_reciprocals(search, others, goal, todo, depth), [same])


@method("u = 1/(x + k)", share=0.5)
def shifted_reciprocals(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield u = 1/(x + k) for an equation that says what the sum of the 1/(x + k) is, multiplied out."""
    if search.has_long:
        for g in asked.given:
            for shifts in shifts_in(g) if g.op == "eq" and is_rational(g) else ():
                yield partial(by_shifts, search, asked.given, asked.goal, g, shifts, asked.depth)


@method("u = 1/(p x + q)", share=0.4)
def reciprocals(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield u = 1/(p x + q) for an equation between such reciprocals."""
    for g in asked.given if is_rational(asked.goal) else ():
        found = reciprocals_in(g) if g.op == "eq" else {}
        if len(found) > 1:
            yield partial(by_equation, search, asked.given, asked.goal, g, found, asked.depth)


@method("x = B/A", share=0.3)
def quotients(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield x = B/A for an equation that is linear in x with a coefficient that is not a numeral."""
    if not search.has_long or not is_rational(asked.goal):
        return
    for g in asked.given:
        if g.op == "eq" and len(g.free) >= FEWEST and is_rational(g):
            yield partial(by_fraction, search, asked.given, asked.goal, g, asked.depth)
