"""Monotone transformations of both sides: logarithms, powers of e, and squares.

A product becomes a sum of logarithms, a logarithm of a sum a sum, and a square root a square. For example,
Π x_i <= (Σ x_i / n)^n for 0 < x. Reference: Steele, The Cauchy–Schwarz Master Class, chapter 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from math import lcm

from flint import fmpq

from proofs.kernel.normal import Poly, as_term, canonical, key, normal, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, add, big, eq, exp, inv, lam, le, log, lt, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import (
    alone,
    bigs,
    cancelled,
    of_entries,
    product_of,
    quantity,
    relation,
    replaced,
    root_of,
    single_factors,
    squares_replaced,
    walk,
    without,
)
from proofs.search.sequences.induction import first
from proofs.search.sequences.known import MOST_CHANGES, RELATIONS, Known, known
from proofs.search.sequences.logs import taken_apart


def by_logarithms(known: Known, goal: Term, depth: int) -> Fact:
    """Prove s <= t from log s <= log t, in which logarithms of products are sums."""
    make, theorem = (le, "elementary.exp_le") if goal.op == "le" else (lt, "elementary.exp_lt")
    signs = [known.positive(side) for side in goal.args]
    apart = [taken_apart(known, side) for side in goal.args]
    logs = [as_term(replaced(normal(log(s)), e)[0]) for s, e in zip(goal.args, apart, strict=True)]
    inside = known.asked_if_likely(make(*logs), depth)
    order = known.linear(make(*map(log, goal.args)), [inside, *apart[0], *apart[1]], depth=2)
    powers = known.p.apply(theorem, order, x=log(goal.args[0]), y=log(goal.args[1]))
    return known.linear(goal, [powers, *(known.run("exp_log", sign) for sign in signs)], depth=2)


def by_parts(known: Known, goal: Term, depth: int) -> Fact:
    """Prove the goal after expanding the logarithms of products and quotients of numbers.

    Raises
    ------
    NotFound
        if their factors are not shown to be positive, or what it becomes is not shown.
    """
    equations = [e for t in products_in(goal) for e in taken_apart(known, t)]
    q, used = replaced(quantity(goal), equations)
    if not used:
        raise NotFound("no logarithm of a product")
    inside = known.asked([], relation(q, goal.op), depth)
    return known.put_back(goal, inside, used)


def products_in(goal: Term) -> list[Term]:
    """Return the products and quotients in a goal, as written, whose logarithms are taken."""
    of = dict.fromkeys(t.args[0] for t in walk(goal) if t.op == "log" and not t.loose)
    products = [t for t in of if t.op in ("mul", "inv") and t.free]
    return [t for t in products if any(a.op in ("add", "inv") for a in (t, *t.args)) or len(t.args) > 2]


def by_exponentials(known: Known, goal: Term, depth: int) -> Fact:
    """Prove Σ ± log s + t <= 0 from an inequality of products of the s, and of e^t."""
    make, theorem = (le, "elementary.log_le") if goal.op == "le" else (lt, "elementary.log_lt")
    left: list[Term] = []
    right: list[Term] = []
    rest: Poly = {}
    q = quantity(goal)
    whole = 1
    for m, c in q.items():
        if len(m) == 1 and next(iter(m))[0].term.op == "log":
            whole = lcm(whole, int(c.q))
    for m, c in q.items():
        c = c * whole
        alone = next(iter(m)) if len(m) == 1 else None
        if alone is not None and alone[1] == 1 and alone[0].term.op == "log" and c.q == 1 and abs(c) <= 4:
            (right if c > 0 else left).extend([alone[0].term.args[0]] * abs(int(c)))
        else:
            rest[m] = c
    if not any(bigs(t) for t in (*left, *right)):
        raise NotFound("no logarithm of a sum")
    if rest and any(map(bigs, left)):
        right.append(exp(as_term(rest)))
    elif rest:
        left.append(exp(-as_term(rest)))
    s, t = map(product_of, (left, right))
    signs = [known.positive(side) for side in (s, t)]
    inside = known.asked_if_likely(make(s, t), depth)
    order = known.p.apply(theorem, signs[0], inside, x=s, y=t)
    return known.linear(goal, [order, *taken_apart(known, s), *taken_apart(known, t)], depth=2)


def by_division(known: Known, goal: Term, depth: int) -> Fact:
    """Prove the goal divided by a positive variable with which all logarithms of sums in it are multiplied."""
    q = quantity(goal)
    with_logs = [m for m in q if any(a.term.op == "log" and bigs(a.term) for a, _ in m)]
    shared = {a for m in with_logs[:1] for a, e in m if a.term.op == "var" and e == 1}
    v = next((a for a in shared if all((a, fmpq(1)) in m for m in with_logs)), None)
    if v is None:
        raise NotFound("no logarithm of a sum that is multiplied")
    sign = known.positive(v.term)
    divided = cancelled(times(q, normal(inv(v.term))), [v.term])
    inside = known.asked_if_likely(relation(divided, goal.op), depth)
    return known.run("arith", goal, [(num(1), [inside, sign])], [], [sign])


def by_tangent(known: Known, goal: Term, depth: int) -> Fact:
    """Prove the goal with s − 1 for log s on the smaller side."""
    q = quantity(goal)
    found = [(t, c) for t, c in alone(q, "log") if c < 0 and bigs(t)]
    if not found:
        raise NotFound("no logarithm of a sum on the smaller side")
    t, c = found[0]
    s = t.args[0]
    tangent = known.p.apply("elementary.log_le_sub", known.positive(s), x=s)
    rest = without(q, t)
    make = le if goal.op == "le" else lt
    inside = known.asked_if_likely(make(-num(c) * (s - 1), as_term(rest)), depth)
    return known.linear(goal, [inside, tangent])


def _sides(goal: Term) -> list[tuple[Term, Term]]:
    """Return sides to square: one summand with roots and the rest, summands of either sign, or the sides as written."""
    q = quantity(goal)
    alone = _root_alone(goal)
    signs = as_term({m: -c for m, c in q.items() if c < 0}), as_term({m: c for m, c in q.items() if c > 0})
    sides: dict[tuple[Term, ...], tuple[Term, Term]] = {}
    for pair in (*([] if alone is None else [alone]), signs, goal.args):
        if num(0) not in pair:
            sides.setdefault(tuple(map(canonical, pair)), pair)
    return list(sides.values())


def _square(side: Term, equations: Sequence[Fact]) -> Term:
    """Return the square of a side: as it is written without roots, factor by factor of a product, else expanded."""
    if not _has_root(side) and not any(t.op == "abs" for t in walk(side)):
        return side * side
    under = [(e.concl.args[1], e.concl.args[0].args[0]) for e in equations if e.concl.args[0].op == "mul"]
    known = {t if t.op == "abs" else square: square for square, t in under}
    factors = [(f, f if (w := root_of(f)) is None else w) for f in single_factors(side)]
    if all(w in known or not (_has_root(f) or f.op == "abs") for f, w in factors):
        return product_of([known[w] if w in known else f * f for f, w in factors])
    return as_term(squares_replaced(normal(side * side), equations)[0])


def by_squares(known: Known, goal: Term, depth: int, left: Term, right: Term) -> Fact:
    """Prove a goal left <= right from left² <= right² and 0 <= right."""
    make, theorem = (le, "norms.square_le") if goal.op == "le" else (lt, "norms.square_lt")
    sign = known.nonnegative(right)
    roots = known.of_roots(list(dict.fromkeys(t for t in walk(goal) if root_of(t) is not None)), [])
    equations = [f for f in roots if f.concl.op == "eq"]
    for t in dict.fromkeys(t for t in walk(goal) if t.op == "abs" and not t.loose):
        equations.append(known.p.apply("elementary.abs_square", u=t.args[0]))
    equations += _squares_of_inverses(known, equations)
    inside = known.asked_if_likely(make(*(_square(side, equations) for side in (left, right))), depth)
    order = known.linear(make(left * left, right * right), [inside, *equations], depth=2)
    return known.linear(goal, [known.p.apply(theorem, sign, order, u=left, r=right)])


def _squares_of_inverses(known: Known, equations: Sequence[Fact]) -> Iterator[Fact]:
    """Yield 1/r · 1/r = 1/s for the roots r with a known r · r = s, if both are positive."""
    for e in equations:
        square, s = e.concl.args
        r = square.args[0] if square.op == "mul" else square
        if root_of(r) is not None:
            with suppress(KernelError):
                signs = [known.positive(r), known.positive(s)]
                by = num(-1) * inv(s) * inv(r) * inv(r)
                yield known.run("arith", eq(inv(r) * inv(r), inv(s)), [(by, [e])], [], signs)


def _as_product(known: Known, power: Term, lo: Term, hi: Term) -> Fact:
    """Prove e^(Σ h) = Π e^h over a range, where all of the exponent are multiples of sums over it."""
    parts: list[Term] = []
    for t in power.args[0].args if power.args[0].op == "add" else [power.args[0]]:
        sums = [f for f in single_factors(t) if f.op == "sum"]
        if len(sums) != 1 or tuple(map(canonical, sums[0].args[:2])) != (lo, hi):
            raise NotFound("an exponent that is no sum over the range")
        parts.append(product_of([*(f for f in single_factors(t) if f is not sums[0]), sums[0].args[2]]))
    body = exp(add(*parts) if len(parts) > 1 else parts[0])
    product = big("prod", lo, hi, body)
    positive = known.positive(product)
    every = known.members(product, known.positive)
    logs = known.theorem("inequalities.log_prod", product, every, known.count(product))
    whole = known.run("exp_log", positive)
    powers = known.p.congr(exp, logs)
    return known.linear(eq(power, product), [whole, powers])


def _root(side: Term) -> tuple[Term, fmpq]:
    """Return w and r of a root w^r, which is 0 for w <= 0; any other number is the first power of itself."""
    if side.op == "ite" and not side.loose and side.args[2] is num(0) and side.args[0].op == "lt":
        none, w = side.args[0].args
        powers = normal(side.args[1].args[0]) if side.args[1].op == "exp" else {}
        ((m, r),) = powers.items() if len(powers) == 1 else ((frozenset(), fmpq(0)),)
        if none is num(0) and key(eq(as_term({m: fmpq(1)}), log(w))) is True and r > 0:
            return w, r
    return side, fmpq(1)


def by_roots(known: Known, goal: Term, depth: int) -> Fact:
    """Prove v^r <= w^s from v^a <= w^b with whole exponents, where v and w are not negative."""
    (v, r), (w, s) = map(_root, goal.args)
    whole = lcm(int(r.q), int(s.q))
    a, b = int(r * whole), int(s * whole)
    signs = [known.nonnegative(t) for t in (v, w)]
    powers = product_of([v] * a), product_of([w] * b)
    inside = known.asked_if_likely(le(*powers), depth)
    run, apply, (left, right) = known.run, known.p.apply, goal.args

    def value(side: Term, w: Term, sign: Fact) -> list[Fact]:
        """Return what a root is, where the sign of w is known."""
        return [run("ite_eq", side, sign)] if side is not w else []

    def larger() -> Fact:
        """Prove 0 <= w^s."""
        here, there = run("assume", le(w, num(0))), run("assume", lt(num(0), w))
        above = le(num(0), right)
        at_zero = known.linear(above, [*value(right, w, here), signs[1]])
        power = run("exp_pos", as_term({m: s * c for m, c in normal(log(w)).items()}))
        beyond = known.linear(above, [*value(right, w, there), power, signs[1]])
        return run("cases", w, num(0), at_zero, beyond)

    low, high = run("assume", le(v, num(0))), run("assume", lt(num(0), v))
    at_zero = known.linear(goal, [*value(left, v, low), low, larger()])
    none, some = run("assume", le(w, num(0))), run("assume", lt(num(0), w))
    above = run("arith", lt(num(0), powers[0]), [(num(1), [high] * a)], [], [])
    below = run("arith", le(powers[1], num(0)), [(num(1), [none, *[signs[1]] * (b - 1)])], [], [])
    never = run("absurd", known.linear(FALSE, [inside, above, below]), goal)
    order = apply("elementary.log_le", above, inside, x=powers[0], y=powers[1])
    apart = [e for t, sign in zip(powers, (high, some), strict=True) for e in taken_apart(known, t, [sign])]
    logs = num(r) * log(v), num(s) * log(w)
    order = apply("elementary.exp_le", known.linear(le(*logs), [order, *apart]), x=logs[0], y=logs[1])
    sizes = [run("exp_log", sign) for sign in (high, some)]
    fact = known.linear(goal, [order, *value(left, v, high), *value(right, w, some), *sizes])
    return run("cases", v, num(0), at_zero, run("cases", w, num(0), never, fact))


def factor_by_factor(known: Known, goal: Term, depth: int) -> Fact:
    """Prove Π f <= Π g from 0 <= f and f <= g at an index.

    Π f <= 1 and 1 <= Π g likewise, and powers of as many factors.
    """
    left, right = (side if side.op == "exp" else canonical(side) for side in goal.args)
    products = sorted((side for side in (left, right) if side.op == "prod"), key=lambda side: not side.args[2].loose)
    if goal.op != "le" or not products:
        raise NotFound("no products over one range")
    b = products[0]
    lo, hi, _ = b.args
    moved: list[Fact] = []

    def over_it(side: Term) -> Term:
        """Return a product over the range, of as many factors."""
        if side.op == "exp":
            same = _as_product(known, side, lo, hi)
            moved.append(same)
            return same.concl.args[1]
        start, end, body = side.args if side.op == "prod" else (lo, hi, side)
        if (start, end) != (lo, hi):
            if body.loose or canonical(end - start) is not canonical(hi - lo):
                raise NotFound("no products over one range")
            by = {"f": lam(1, body), "lo": lo, "hi": hi, "c": canonical(start - lo)}
            moved.append(known.p.apply("inequalities.prod_shift", known.count(b), **by))
        return big("prod", lo, hi, body)

    if any(side.op not in ("prod", "exp") and side is not num(1) for side in (left, right)):
        raise NotFound("no products over one range")
    sides = [over_it(side) for side in (left, right)]
    index = known.index(lo, hi)
    below, above = (index.member(s.args[2]) for s in sides)
    more = [*index.ends, *index.facts, *known.above_members(index.i, index.ends, [goal])]
    sign = first(
        known,
        lambda: known.nonnegative(below, [*index.facts, *known.facts]),
        lambda: known.asked(more, le(num(0), below), depth),
    )
    known.likely(le(below, above), more)
    order = first(
        known,
        lambda: known.numbers([*index.facts, *known.ranged(index, le(below, above))], le(below, above), 0.5),
        lambda: known.asked(more, le(below, above), depth),
    )
    every = [known.everywhere(index, f) for f in (sign, order)]
    by = {"f": lam(1, sides[0].args[2]), "g": lam(1, sides[1].args[2]), "lo": lo, "hi": hi}
    fact = known.p.apply("inequalities.prod_le", *every, known.count(b), **by)
    one = [known.p.apply("inequalities.prod_one", known.count(b), lo=lo, hi=hi)] if num(1) in (left, right) else []
    return known.linear(goal, [fact, *one, *moved])


@method("logarithms of products", share=0.4)
def logarithms(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for products over ranges, and powers of e that are sides by themselves."""
    k, goal = known(search, asked), asked.goal
    if (
        goal.op != "eq"
        and asked.depth <= MOST_CHANGES
        and (bigs(goal, ("prod",)) or any(side.op == "exp" for side in goal.args))
    ):
        yield k.way(partial(by_logarithms, k, goal, asked.depth))


@method("logarithms of products", share=0.4)
def logarithms_of_sides(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield early ways for products on both sides, for a product and a power, and for sums in exponents of e."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "eq" or asked.depth:
        return
    if {side.op for side in map(canonical, goal.args)} == {"prod", "exp"} and of_entries([goal]):
        yield k.way(partial(factor_by_factor, k, goal, asked.depth))
    products = all(side.op == "prod" for side in goal.args)
    if bigs(goal, ("prod",)) and not of_entries([goal]):
        sides = [normal(side) for side in goal.args]
        powers = [a.term for side in sides for m in side for a, _ in m if a.term.op in ("exp", "prod", "inv")]
        products = all(len(side) == 1 for side in sides) and len(powers) > 1
    if products or any(side.op == "exp" and bigs(side) for side in goal.args):
        yield k.way(partial(by_logarithms, k, goal, asked.depth))


@method("logarithms of quotients", share=0.4)
def logarithms_of_quotients(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for logarithms of quotients of numbers next to sums of logarithms."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and not asked.depth and bigs(goal, ("sum",)) and products_in(goal):
        yield k.way(partial(by_parts, k, goal, asked.depth))


@method("logarithms of powers of sums", share=0.4)
def powers_of_sums(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for products of powers of sums on either side."""
    k, goal = known(search, asked), asked.goal
    if goal.op != "eq" and asked.depth <= MOST_CHANGES and not bigs(goal, ("prod",)):
        sides = [normal(side) for side in goal.args]
        if all(len(side) == 1 for side in sides) and all(_of_sums(side) for side in sides):
            yield k.way(partial(by_logarithms, k, goal, asked.depth))


def _of_sums(side: Poly) -> bool:
    ((m, c),) = side.items()
    return c > 0 and any(bigs(a.term, ("sum",)) for a, _ in m)


@method("powers of both sides", share=0.5)
def roots(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for roots of sums, not all of them square roots."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and asked.depth <= MOST_CHANGES and bigs(goal, ("sum",)):
        exponents = {r for _, r in map(_root, goal.args)}
        if exponents - {fmpq(1), fmpq(1, 2)}:
            yield k.way(partial(by_roots, k, goal, asked.depth))


@method("factor by factor", share=0.4)
def factors(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for products over one range."""
    k = known(search, asked)
    if bigs(asked.goal, ("prod",)) and asked.depth <= MOST_CHANGES:
        yield k.way(partial(factor_by_factor, k, asked.goal, asked.depth))


@method("powers of e of both sides", share=0.4)
def exponentials(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for logarithms of sums."""
    k = known(search, asked)
    if asked.goal.op != "eq" and asked.depth <= MOST_CHANGES:
        yield k.way(partial(by_exponentials, k, asked.goal, asked.depth))
        yield k.way(partial(by_division, k, asked.goal, asked.depth))


@method("tangent of a logarithm", share=0.4)
def tangents(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for a logarithm of a sum on the smaller side."""
    k = known(search, asked)
    if asked.goal.op != "eq" and asked.depth <= MOST_CHANGES:
        yield k.way(partial(by_tangent, k, asked.goal, asked.depth))


def _squared(search: Search, asked: Asked) -> Iterator[Way]:
    k, goal = known(search, asked), asked.goal
    formulas = [goal, *asked.given]
    fits = _has_root(goal) or any(f.op in RELATIONS and _squares(f) for f in formulas[1:])
    if fits and goal.op != "eq" and any(map(bigs, formulas)) and asked.depth <= MOST_CHANGES:
        for left, right in _sides(goal):
            yield k.way(partial(by_squares, k, goal, asked.depth, left, right))


@method("squares of both sides", share=0.3)
def squares_of_products(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for products against roots, of no entries.

    Before inductions, in which the roots would be in the way.
    """
    if bigs(asked.goal, ("prod",)) and not of_entries([asked.goal]):
        yield from _squared(search, asked)


@method("squares of both sides", share=0.4)
def squares_of_sizes(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield early ways for sums and products with roots, without entries, or if the larger part is one root."""
    if not of_entries([asked.goal]) or _root_alone(asked.goal) is not None:
        yield from _squared(search, asked)


@method("squares of both sides", share=0.4)
def squares(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for sums, one of them under a root or given by its square."""
    if of_entries([asked.goal]) and _root_alone(asked.goal) is None:
        yield from _squared(search, asked)


def _root_alone(goal: Term) -> tuple[Term, Term] | None:
    """Return the rest and the only summand with a root of an inequality, if that is positive on the larger side."""
    summands = goal.args[1].args if goal.args[1].op == "add" else (goal.args[1],)
    found = [t for t in summands if _has_root(t)]
    if len(found) != 1 or _has_root(goal.args[0]) or any(c < 0 for c in normal(found[0]).values()):
        return None
    rest = [num(-1) * t for t in summands if t is not found[0]]
    return add(goal.args[0], *rest) if rest else goal.args[0], found[0]


def _has_root(t: Term) -> bool:
    return any(root_of(s) is not None for s in walk(t))


def _squares(equation: Term) -> bool:
    """Return whether an equation has a sum of squares."""
    return any(e == 2 for b in bigs(equation, ("sum",)) for m in normal(b.args[2]) for _, e in m)
