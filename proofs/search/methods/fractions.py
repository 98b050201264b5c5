"""Equations solved by fractions.

- A x = B, A and B polynomials in the other variables: x = B/A, so that there is one variable less. So a b c = a + b +
  c + 2 gives c = (a + b + 2)/(a b − 1), where a b > 1 because c > 0.
- Σ c_i/(p_i x_i + q_i) = c: by u_i = 1/(p_i x_i + q_i), for which the equation is Σ c_i u_i = c.
- An equation that is symmetric and of the first degree in each of its variables may be such a sum, multiplied out:
  x y z = x + y + z + 2 says that 1/(x + 1) + 1/(y + 1) + 1/(z + 1) = 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import comb

from flint import fmpq

from proofs.kernel.normal import as_term, canonical, constant, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, eq, inv, le, lt, mul, num, substitute
from proofs.search.base.algebra import NotSmooth, slope
from proofs.search.base.constants import rational_root
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import fresh, is_rational
from proofs.search.cones.polynomials import P, rows_of
from proofs.search.cones.rational import Rational
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.reductions import renamed, through

FEWEST = 3  # variables


def _split(asked: Rational, e: P, x: Term) -> tuple[P, P] | None:
    """A and B, where e = A x − B."""
    i, ring, rows = asked.names.index(x), asked.reader.ctx, rows_of(e)
    if {m[i] for m in rows} != {0, 1}:
        return None
    a = ring.from_dict({(*m[:i], 0, *m[i + 1 :]): c for m, c in rows.items() if m[i]})
    return a, ring.from_dict({m: -c for m, c in rows.items() if not m[i]})


def by_fraction(search: Search, given: Sequence[Term], goal: Term, g: Term, depth: int) -> Fact:
    """By x = B/A for a variable x of the hypothesis of which the sign of A is seen.

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
        parts = _split(asked, e, x)
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
    """0 < A or A < 0: by its coefficients, or from those of B if x is positive."""
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
    """p x + q by x, if the sides differ by a sum of c, c/(p x + q) and c x/(p x + q), one for each x; else nothing."""
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
    """p > 0 and q of w = p x + q, if x is its only variable."""
    try:
        p, q = constant(normal(slope(w, x))), constant(normal(substitute(w, {x: num(0)})))
    except NotSmooth:
        return None
    return None if p is None or q is None or p <= 0 else (p, q)


def by_equation(search: Search, given: Sequence[Term], goal: Term, g: Term, todo: dict[Term, Term], depth: int) -> Fact:
    """By reciprocals, after x/(p x + q) has become (1 − q/(p x + q))/p in the equation."""
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
    """By u = 1/w for each variable and its w = p x + q, one after the other."""
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
    """The x_i, k, λ and c, where right − left is λ (Σ 1/(x_i + k) − c) Π (x_i + k)."""
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
    """By reciprocals of x_i + k, whose sum is c."""
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
    """For an equation between sums of products that says what the sum of the 1/(x + k) is."""
    if search.has_long:
        for g in asked.given:
            for shifts in shifts_in(g) if g.op == "eq" and is_rational(g) else ():
                yield partial(by_shifts, search, asked.given, asked.goal, g, shifts, asked.depth)


@method("u = 1/(p x + q)", share=0.4)
def reciprocals(search: Search, asked: Asked) -> Iterator[Way]:
    """For an equation between reciprocals of variables, plus numbers."""
    for g in asked.given if is_rational(asked.goal) else ():
        found = reciprocals_in(g) if g.op == "eq" else {}
        if len(found) > 1:
            yield partial(by_equation, search, asked.given, asked.goal, g, found, asked.depth)


@method("x = B/A", share=0.3)
def quotients(search: Search, asked: Asked) -> Iterator[Way]:
    """For an equation that is of the first degree in a variable, but not with a number before it."""
    if not search.has_long or not is_rational(asked.goal):
        return
    for g in asked.given:
        if g.op == "eq" and len(g.free) >= FEWEST and is_rational(g):
            yield partial(by_fraction, search, asked.given, asked.goal, g, asked.depth)
