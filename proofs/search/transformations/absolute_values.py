"""Absolute values and maxima of two numbers inside of sums.

max(a, b) is (a + b + |a − b|)/2, |u|² is u², and |max(a, c) − max(b, c)| is at most |a − b|. For example,
Σ max(0, 1 − x_i) <= Σ max(0, 1 − x_i)² + n/4. Reference: Boyd and Vandenberghe, Convex Optimization, section 6.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import combinations

from proofs.kernel.normal import Poly, as_term, canonical, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, absolute, eq, ite, le, num, substitute
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import RELATIONS, free_variables, swapped_all
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import value
from proofs.search.sequences.forms import (
    bigs,
    entries,
    outermost,
    quantity,
    relation,
    replaced,
    root_of,
    squares_replaced,
    walk,
    written,
)
from proofs.search.sequences.known import MOST_CHANGES, Known, known
from proofs.search.sequences.rewriting import rewritten, with_equals
from proofs.search.sequences.solving import solved_in_turn

FUNCTIONS = ("inv", "log", "exp", "ite", "atan", "erf", "sin", "cos")
FAR, STEPS_TO_ONE, SMALL = 80, 4, 1e-5  # points at which slopes are looked at, this many on each side
SIMPLE, NEAR = 16, 1e-4  # slopes have denominators up to that, and are seen so exactly


def ends_of(t: Term) -> tuple[Term, Term, int] | None:
    """Return a, b and 1 for an if-then-else that is max(a, b), or a, b and −1 if it is min(a, b)."""
    if t.op != "ite" or t.args[0].op not in ("le", "lt") or root_of(t) is not None:
        return None
    condition, a, b = t.args
    above = canonical(condition.args[1] - condition.args[0])
    for sign in (1, -1):
        if above is canonical(num(sign) * (a - b)):
            return a, b, sign
    return None


def _of(t: Term, names: dict[Term, Term]) -> Term:
    """Return a maximum or minimum of these two variables, in the order in which they occur there."""
    a, b, sign = ends_of(t) or (t, t, 0)
    x, y = names[canonical(a)], names[canonical(b)]
    return ite(RELATIONS[t.args[0].op](num(0), num(sign) * (x - y)), x, y)


# --- positive parts --------------------------------------------------------------------------------------------------


def _half(known: Known, t: Term) -> Fact:
    """Prove max(a, b) = (a + b + |a − b|)/2, or with − before |a − b| for the minimum."""
    a, b, sign = ends_of(t) or (t, t, 0)
    x, y = known.fresh("x"), known.fresh("y")
    wanted = eq(_of(t, {canonical(a): x, canonical(b): y}), num(1, 2) * (x + y + num(sign) * absolute(x - y)))
    fact = known.run("instantiate", known.within(1.0, lambda: known.search.prove([], wanted, 1)), [(x, a), (y, b)])
    return known.p.change(fact, eq(t, fact.concl.args[1]))


def _with(member: Term, t: Term, x: Term) -> Term:
    """Return a member with x for a term."""
    return swapped_all(member, {t: x})


def _as_sizes(known: Known, goal: Term) -> Iterator[Fact]:
    """Yield Σ w max(a, b) = Σ w (a + b + |a − b|)/2 for the sums of a goal, with the values of Σ w a and Σ w b."""
    values = solved_in_turn(known, [f for f in known.facts if f.concl.op == "eq"])
    for b in written(goal, ("sum",)):
        index = known.index(*b.args[:2])
        member = index.member(b.args[2])
        clipped = [t for t in walk(member) if not t.loose and ends_of(t) is not None]
        if len(dict.fromkeys(clipped)) == 1:
            at = partial(_with, member, clipped[0])
            same = known.summed(index, known.p.congr(at, _half(known, clipped[0])))
            q, used = replaced(normal(same.concl.args[1]), values)
            yield known.put_back(eq(b, as_term(q)), same, [(times(m, normal(num(-1))), e) for m, e in used])


def by_sizes(known: Known, goal: Term, depth: int) -> Fact:
    """Prove the goal with absolute values for maxima."""
    return with_equals(known, goal, _as_sizes(known, goal), lambda now: known.asked_if_likely(now, depth))


# --- differences -----------------------------------------------------------------------------------------------------


def _is_function(t: Term) -> bool:
    """Return whether it is a maximum of two numbers, or a function of one sum."""
    return ends_of(t) is not None or (t.op in FUNCTIONS and len(_sums(t)) == 1)


def _sums(t: Term) -> list[Term]:
    """Return the outermost sums in a term."""
    return list(dict.fromkeys(outermost(t, lambda x: x.op == "sum")))


def _squares(t: Term) -> Iterator[tuple[Term, Term, Term, Term]]:
    """Yield m, D², P and Q, where a number is m D² for D = P − Q, and something without the functions P and Q."""
    p = normal(t)
    found = {a for m in p for a, _ in m if _is_function(a.term)}
    for one, other in combinations(sorted(found, key=lambda a: str(a.term)), 2):
        factor: Poly = {m - {(one, dict(m)[one])}: c for m, c in p.items() if dict(m).get(one) == 2}
        d = one.term - other.term
        rest = plus(p, times(factor, normal(d * d)), -1)
        if factor and not any({one, other} & dict(m).keys() for m in rest):
            yield as_term(factor), d * d, one.term, other.term


def _differences(t: Term) -> Iterator[tuple[Term, Term, Term, Term]]:
    """Yield m, |D|, P and Q, where a number is m |D| and something without that."""
    p = normal(t)
    for size in dict.fromkeys(a for m in p for a, _ in m if a.term.op == "abs"):
        d = normal(size.term.args[0])
        parts = [a.term for m in d for a, e in m if e == 1 and len(m) == 1 and _is_function(a.term)]
        factor: Poly = {m - {(size, dict(m)[size])}: c for m, c in p.items() if dict(m).get(size) == 1}
        linear = all(dict(m).get(size, 0) in (0, 1) for m in p)
        if linear and len(d) == len(parts) == 2 and sorted(d.values()) == [-1, 1]:
            yield as_term(factor), size.term, parts[0], parts[1]


def _closer(known: Known, t: Term, facts: Sequence[Fact] = ()) -> Fact:
    """Prove m D² <= m c² (a − b)² or m |D| <= m c |a − b| for D = f(a) − f(b), and what else a number has.

    Raises
    ------
    NotFound
        if it has no such square or absolute value.
    """
    for m, part, first, second in (*_squares(t), *_differences(t)):
        weight = known.nonnegative(m, facts)
        clipped = ends_of(first) is not None and ends_of(second) is not None
        nearer = known.within(1.0, partial(_of_maxima if clipped else _of_slopes, known, part, first, second))
        rest, more = canonical(t - m * part), m * nearer.concl.args[1]
        bound = more if rest is num(0) else rest + more
        return known.run("arith", le(t, bound), [(num(1), [weight, nearer])], [], [])
    raise NotFound("no difference of two values of one function")


def _of_maxima(known: Known, part: Term, first: Term, second: Term) -> Fact:
    """Prove the known bounds of D for D = max(a, c) − max(b, c).

    Raises
    ------
    NotFound
        if they have no end in common.
    """
    (a, c, sign), (b, d, other) = ends_of(first) or (part, part, 0), ends_of(second) or (part, part, 0)
    if a is d or a is b:
        a, c = c, a
    if b is c:
        b, d = d, b
    if canonical(c) is not canonical(d) or sign != other:
        raise NotFound("no end in common")
    names = {end: known.fresh(name) for name, end in zip("xyz", map(canonical, (a, b, c)), strict=True)}
    return _nearer(known, part, (_of(first, names), _of(second, names)), (canonical(a), canonical(b)), names, num(1))


def _of_slopes(known: Known, part: Term, first: Term, second: Term) -> Fact:
    """Prove the known bounds of D for D = f(a) − f(b), where c is the greatest slope of f found at sample points.

    Raises
    ------
    NotFound
        if they are no values of one function, or it has no greatest slope that is a simple number.
    """
    (a,), (b,) = _sums(first), _sums(second)
    z = known.fresh("z")
    f = swapped_all(first, {a: z})
    if canonical(f) is not canonical(swapped_all(second, {b: z})):
        raise NotFound("two functions")
    x, y = a, b
    for t in [
        *entries([f]),
        *(v for v in free_variables([f]) if v is not z and v.op == "var"),
    ]:  # f(a + t) and f(b + t)
        w = known.fresh("t")
        moved = canonical(substitute(swapped_all(f, {t: w}), {z: z - w}))
        if w not in moved.free:
            f, x, y = moved, x + t, y + t
    if f.free != {z}:
        raise NotFound("a function that depends on more")
    pairs = [[value(f, {z: k / STEPS_TO_ONE + h}) for h in (0.0, SMALL)] for k in range(-FAR, FAR + 1)]
    slope = max((abs(q - p) / SMALL for p, q in pairs if p is not None and q is not None), default=0.0)
    c = Fraction(slope).limit_denominator(SIMPLE)
    if not c or abs(c - slope) > NEAR:
        raise NotFound("no simple slope")
    u, v = known.fresh("x"), known.fresh("y")
    functions = (substitute(f, {z: u}), substitute(f, {z: v}))
    return _nearer(known, part, functions, (x, y), {x: u, y: v}, num(c.numerator, c.denominator))


def _nearer(
    known: Known, part: Term, values: tuple[Term, Term], ends: tuple[Term, Term], names: dict[Term, Term], c: Term
) -> Fact:
    """Prove D² <= c² (a − b)² or |D| <= c |a − b|, from that for any numbers: the names of the terms."""
    d, e = values[0] - values[1], names[ends[0]] - names[ends[1]]
    wanted = le(absolute(d), c * absolute(e)) if part.op == "abs" else le(d * d, c * c * e * e)
    fact = known.run("instantiate", known.search.prove([], wanted, 1), [(v, t) for t, v in names.items()])
    apart = canonical(ends[0] - ends[1])
    bound = c * absolute(apart) if part.op == "abs" else c * c * apart * apart
    return known.p.change(fact, le(part, bound))


def by_nearer(known: Known, goal: Term, depth: int) -> Fact:
    """Prove the goal with c (a − b) in place of f(a) − f(b), inside or next to one of the sums on its smaller side.

    Raises
    ------
    NotFound
        if there is no such difference, or the goal with it is not shown.
    """
    hole = known.fresh("hole")
    for total in written(goal, ("sum",)):
        c = quantity(swapped_all(goal, {total: hole})).get(next(iter(normal(hole))), 0)
        with suppress(NotFound):
            if c >= 0:
                continue
            index = known.index(*total.args[:2])
            with known.inside(index):
                nearer = _closer(known, index.member(total.args[2]), index.facts)
            bound = known.summed(index, nearer)
            inside = known.asked_if_likely(swapped_all(goal, {total: bound.concl.args[1]}), depth)
            return known.run("arith", goal, [(num(1), [inside]), (num(-c), [bound])], [], [])
    bound = _closer(known, goal.args[0])
    inside = known.asked_if_likely(RELATIONS[goal.op](bound.concl.args[1], goal.args[1]), depth)
    return known.run("arith", goal, [(num(1), [inside]), (num(1), [bound])], [], [])


@method("differences of values of one function", share=0.5)
def nearer(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for differences of maxima of two numbers, or of values of one function, on the smaller side."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES and any(_is_function(t) for t in walk(goal)):
        yield k.way(partial(by_nearer, k, goal, asked.depth))


@method("maxima of two numbers as absolute values", share=0.5)
def sizes(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for maxima and minima of two numbers inside of sums."""
    k, goal = known(search, asked), asked.goal
    clipped = any(ends_of(t) is not None for b in written(goal, ("sum",)) for t in walk(b))
    if clipped and asked.depth <= MOST_CHANGES:
        yield k.way(partial(by_sizes, k, goal, asked.depth))


def _squares_of_sizes(known: Known, q: Poly) -> list[Fact]:
    """Return |u|·|u| = u·u for the powers of absolute values in a polynomial."""
    sizes = dict.fromkeys(a.term for m in q for a, e in m if a.term.op == "abs" and e >= 2)
    return [known.p.apply("elementary.abs_square", u=t.args[0]) for t in sizes]


def without_sizes(known: Known, b: Term) -> Fact | None:
    """Return, as an equation, a sum with u² in place of each |u|² in its members; nothing if there is none."""
    index = known.index(*b.args[:2])
    member = index.member(b.args[2])
    q, used = squares_replaced(normal(member), _squares_of_sizes(known, normal(member)))
    with known.inside(index):
        inner = [e for t in bigs(as_term(q), ("sum",)) for e in [without_sizes(known, t)] if e is not None]
    q, more = replaced(q, inner, powers=True)
    if not used and not more:
        return None
    sides = [(as_term(m), [e]) for m, e in (*used, *more)]
    return known.summed(index, known.run("arith", eq(member, as_term(q)), sides, [], []))


def _outside(known: Known, goal: Term, depth: int) -> Fact:
    """Prove the goal with S² for each |S|² in it."""
    q, used = squares_replaced(quantity(goal), _squares_of_sizes(known, quantity(goal)))
    return known.put_back(goal, known.asked([], relation(q, goal.op), depth), used)


@method("squares of absolute values", share=0.9)
def squares_of_sizes(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for squares of absolute values, of sums or of terms in them."""
    k, goal = known(search, asked), asked.goal
    if asked.depth > MOST_CHANGES or not any(t.op == "abs" for t in walk(goal)):
        return
    if goal.op in ("le", "lt", "eq") and any(a.term.op == "abs" and e >= 2 for m in quantity(goal) for a, e in m):
        yield k.way(partial(_outside, k, goal, asked.depth))
    elif any(t.op == "abs" for b in bigs(goal, ("sum",)) for t in walk(b.args[2])):
        yield k.way(partial(rewritten, k, goal, partial(without_sizes, k), asked.depth))
