"""Sums of squares, as written or found by semidefinite programming, alone or multiplied by hypotheses.

f = Σ g · Σ c (…)² with products g of hypotheses is a certificate of Putinar's and Schmüdgen's Positivstellensatz; the
squares come from a rounded Gram matrix (Peyrl and Parrilo, 2008; `proofs.search.base.squares`). For example,
x + y + z <= x*y*z + 2 follows from x**2 + y**2 + z**2 == 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial, reduce
from math import isqrt
from operator import mul

from flint import fmpq

from proofs.kernel.normal import Atom, Poly, as_term, canonical, key, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, absolute, le, lt, num
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import has_exponential, is_polynomial, polynomial_equations
from proofs.search.base.ranges import Box, box_hypotheses
from proofs.search.cones.squares import sum_of_squares
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import seems_false

HIGHEST = 30  # the largest degree in one variable; for higher degrees there is the sign chart


def _fits(asked: Asked) -> bool:
    """Return whether the goal is polynomial and, in one variable, of moderate degree and without functions."""
    plain = all(a.term.op == "var" and e <= HIGHEST for m in normal(asked.f) for a, e in m)
    return is_polynomial(asked.f) and (asked.several or plain)


def _by_hypotheses(search: Search, asked: Asked, box: Box, equations: Sequence[Term], far: bool = False) -> Fact:
    free = asked.f.free or {*box}
    own = [*asked.others, *box_hypotheses({x: side for x, side in box.items() if x in free})]
    facts = list({key(h): search.run("assume", h) for h in own}.values())
    return sum_of_squares(search, asked.goal, facts, [search.run("assume", h) for h in equations], far)


# --- a difference of two squares -------------------------------------------------------------------------------------


def perfect_squares(q: Poly) -> list[tuple[fmpq, Term]] | None:
    """Return numerals c and terms v such that a polynomial equals Σ c v² and no two v share an atom; None otherwise."""
    rows: dict[Atom, dict[Atom, fmpq]] = {}
    for m, c in q.items():
        atoms = [a for a, e in m for _ in range(int(e))] if all(e in (1, 2) for _, e in m) else []
        if len(atoms) != 2:
            return None
        for a, b in (atoms, atoms[::-1]):
            rows.setdefault(a, {})[b] = c if a is b or a == b else c / 2
    out: list[tuple[fmpq, Term]] = []
    while rows:
        first, row = next(iter(rows.items()))
        c = row.get(first, fmpq(0))
        if not c:
            return None
        v: Poly = {frozenset({(a, fmpq(1))}): x / c for a, x in row.items()}
        out.append((c, as_term(v)))
        for a in row:
            rows.pop(a, None)
    left = q
    for c, t in out:
        left = plus(left, times(normal(t), normal(t)), -c)
    return None if left else out


def _by_sizes(search: Search, asked: Asked, c: fmpq, v: Term, d: fmpq, w: Term) -> Fact:
    """Prove d w² <= c v² from r |w| <= |v| with r² = d/c."""
    r = num(exact_root(d / c))
    less = search.prove(asked.given, le(r * absolute(w), absolute(v)), asked.depth + 1)
    sizes = [search.p.apply("elementary.abs_nonneg", x=t) for t in (v, w)]
    both = search.run(
        "arith", le(num(0), absolute(v) + r * absolute(w)), [(num(1), [sizes[0]]), (r, [sizes[1]])], [], []
    )
    squares = [search.p.apply("elementary.abs_square", u=t) for t in (v, w)]
    sides = [(num(c), [less, both]), (num(c), [squares[0]]), (num(-d), [squares[1]])]
    return search.run("arith", asked.goal, sides, [], [])


def exact_root(q: fmpq) -> fmpq:
    """Return the square root of a rational number.

    Raises
    ------
    NotFound
        if the root is not rational.
    """
    p, r = isqrt(int(q.p)), isqrt(int(q.q))
    if fmpq(p, r) ** 2 != q:
        raise NotFound("no rational root")
    return fmpq(p, r)


@method("sum of squares")
def squares_alone(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof of a polynomial inequality by a sum of squares."""
    if _fits(asked):
        yield partial(sum_of_squares, search, asked.goal)


@method("large sum of squares", share=0.6)
def large_squares(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof by sums of squares of higher degree times products of three hypotheses."""
    if search.has_long and is_polynomial(asked.f):
        yield partial(_by_hypotheses, search, asked, asked.box, polynomial_equations(asked.given), far=True)


def _times_hypotheses(search: Search, asked: Asked, with_ranges: bool) -> Iterator[Way]:
    equations = polynomial_equations(asked.given)
    fits = _fits(asked) if with_ranges else is_polynomial(asked.f)
    if fits and (asked.others or (with_ranges and asked.box) or equations):
        yield partial(_by_hypotheses, search, asked, asked.box, equations)


@method("sum of squares")
def squares_times_hypotheses(search: Search, asked: Asked) -> Iterable[Way]:
    """Yield the proof by sums of squares times hypotheses, if some are not ranges."""
    return _times_hypotheses(search, asked, False)


@method("sum of squares")
def squares_times_ranges(search: Search, asked: Asked) -> Iterable[Way]:
    """Yield the proof by sums of squares times hypotheses and ranges."""
    return _times_hypotheses(search, asked, True)


@method("two squares", share=0.4)
def two_squares(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof of d w² <= c v² by comparing |w| with |v|, unless the goal is polynomial."""
    if asked.goal.op != "le" or (is_polynomial(asked.f) and not has_exponential(asked.f)):
        return
    (below, above), found = map(_square_as_written, asked.goal.args), perfect_squares(normal(asked.f))
    pairs = [] if below is None or above is None else [(*above, *below)]
    if found is not None and len(found) == 2:
        pairs += [(c, v, -d, w) for (c, v), (d, w) in (found, found[::-1])]
    for c, v, d, w in dict.fromkeys(pairs):
        if c > 0 < d:
            yield partial(_by_sizes, search, asked, c, v, d, w)


def _parts(t: Term, sign: int) -> Iterator[tuple[Term, int]]:
    """Yield the summands of a term with their signs."""
    if t.op == "add":
        for a in t.args:
            yield from _parts(a, sign)
    elif not (t.op == "num" and t.args[0] == 0):
        yield t, sign


def _factors(t: Term) -> Iterator[Term]:
    """Yield the factors of a term, including those of nested products."""
    if t.op == "mul":
        for a in t.args:
            yield from _factors(a)
    else:
        yield t


def _square_as_written(t: Term) -> tuple[fmpq, Term] | None:
    """Return c and u for a term that is written as c u² with a number c, or None."""
    factors = Counter(_factors(t))
    numbers = [(u, k) for u, k in factors.items() if u.op == "num"]
    others = [(u, k) for u, k in factors.items() if u.op != "num"]
    if len(others) != 1 or others[0][1] != 2:
        return None
    return reduce(mul, (fmpq(*u.args) ** k for u, k in numbers), fmpq(1)), others[0][0]


def as_written(search: Search, asked: Asked) -> Fact:
    """Prove 0 <= Σ c Π u² Π v from squares and from hypotheses on the signs of the v."""
    square = search.p.theorem("elementary.square_nonneg")
    (hole,) = square.concl.free
    known = {key(g): g for g in asked.given}
    sums = []
    s, t = asked.goal.args
    for part, sign in (*_parts(t, 1), *_parts(s, -1)):
        factors = Counter(_factors(part))
        facts: list[Fact] = []
        for u, k in list(factors.items()):
            if u.op == "num":
                continue
            facts += [search.run("instantiate", square, [(hole, u)])] * (k // 2)
            if k % 2:
                relation = next((known[key(r)] for r in (lt(num(0), u), le(num(0), u)) if key(r) in known), None)
                if relation is None:
                    raise NotFound("not a square")
                facts.append(search.run("assume", relation))
        coefficient = fmpq(sign)
        for u, k in factors.items():
            coefficient = coefficient * fmpq(*u.args) ** k if u.op == "num" else coefficient
        sums.append((num(coefficient), facts))
    return search.run("arith", asked.goal, sums, [], [])


@method("squares as written")
def squares_as_written(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof from squares as written in the goal."""
    yield lambda: as_written(search, asked)


SHARES = (1, 2, 4, 8)  # the inverses are the multipliers of h²


def with_room(search: Search, asked: Asked, strict: Term, wanted: Term, part: Term) -> Fact:
    """Prove the strict goal from `wanted`, the weak goal with a multiple of h² added, and h > 0."""
    larger = search.prove(asked.given, wanted, asked.depth + 1)
    h = search.run("assume", strict)
    return search.run("arith", asked.goal, [(num(1), [larger]), (part, [h, h])], [], [])


def _degree(t: Term) -> int:
    return max((int(sum(e for _, e in m)) for m in normal(t)), default=0)


@method("room by a strict hypothesis", share=0.3)
def strict_squares(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof of a strict goal from the weak goal with a multiple of h² added, for a hypothesis h > 0."""
    if asked.goal.op != "lt" or not is_polynomial(asked.f):
        return
    s, t = asked.goal.args
    for g in asked.given:
        h = canonical(g.args[1] - g.args[0]) if g.op == "lt" and len(g.free) > 1 else num(0)
        if not is_polynomial(h) or not 0 < 2 * _degree(h) <= _degree(asked.f):
            continue
        for share in SHARES:
            part = num(1, share)
            wanted = le(canonical(s + part * h * h), t)
            if not seems_false(asked.given, wanted):
                yield partial(with_room, search, asked, g, wanted, part)
                break
