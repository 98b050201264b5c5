"""Roots as variables r > 0 with r^k = w: of variables, by tangents where equality holds, or squared away."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import partial
from math import lcm

from proofs.kernel.normal import as_term, canonical, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, le, lt, mul, num, rebuild
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import is_rational
from proofs.search.cones.homogeneous import proved
from proofs.search.cones.polynomials import power
from proofs.search.cones.rational import without_denominators
from proofs.search.cones.roots import (
    Root,
    as_powers,
    exponents,
    power_of,
    radicands,
    solved_by_roots,
    with_roots,
    without_products,
)
from proofs.search.engine import Asked, Search, Way, method


def _applies(search: Search, asked: Asked) -> bool:
    """Whether all is rational but for roots, and there is enough effort left."""
    formulas = [*asked.given, asked.goal]
    if not search.has_long or not radicands(formulas):
        return False
    return is_rational(_without(asked.goal))


def _without(t: Term) -> Term:
    """With numerals for roots."""
    return num(1) if power_of(t) is not None else rebuild(t, lambda kid, _: _without(kid))


def by_tangents(search: Search, asked: Asked) -> Fact:
    """By the tangents of the roots."""
    from proofs.search.cones.tangents import bounded  # NumPy takes time to load

    gap = asked.goal.args[1] - asked.goal.args[0]

    def ask(given: Sequence[Term], goal: Term, roots: Sequence[Root]) -> Fact:
        def last(fewer: Sequence[Term], wanted: Term) -> Fact:
            return proved(search, fewer, wanted, asked.depth)

        return bounded(search, given, goal, asked.depth, roots, gap, last)

    return with_roots(search, asked.given, asked.goal, asked.depth, ask)


def both_sides(search: Search, given: Sequence[Term], goal: Term, roots: Sequence[Root], depth: int) -> Fact:
    """s <= t from s^K <= t^K, where one is a multiple of a root, and the other is, too, or has no roots."""
    gap, named = normal(goal.args[1] - goal.args[0]), {next(iter(normal(o.r))): o for o in roots}
    alone = [(c, named[m]) for m, c in gap.items() if m in named]
    rest = as_term({m: c for m, c in gap.items() if m not in named})
    if any(o.r in rest.free for o in roots) or len(alone) + bool(normal(rest)) != 2:
        raise NotFound("not one root on a side")
    whole = lcm(*(o.k for _, o in alone))
    sides: dict[bool, tuple[Term, Term, list[tuple[Term, list[Fact]]]]] = {}
    for c, o in alone:
        size, j = num(abs(c)), whole // o.k
        assumed = search.run("assume", next(g for g in given if key(g) == key(o.equation)))
        factor = sum((mul(power(o.r, o.k * i), power(o.w, j - 1 - i)) for i in range(j)), num(0))
        sides[c > 0] = (
            mul(size, o.r),
            mul(power(size, whole), power(o.w, j)),
            [(mul(power(size, whole), factor), [assumed])],
        )
    if len(alone) == 1:
        below = alone[0][0] > 0
        other = canonical(mul(num(-1), rest)) if below else rest
        sides[not below] = other, power(other, whole), []
    if len(sides) < 2:
        raise NotFound("both on one side")
    (t, high, above), (s, low, under) = sides[True], sides[False]
    signs = [search.prove(given, lt(num(0), x), depth + 1) for x in (s, t)]
    between = [(num(1), [signs[0]] * i + [signs[1]] * (whole - 1 - i)) for i in range(whole)]
    total = sum((mul(power(s, i), power(t, whole - 1 - i)) for i in range(whole)), num(0))
    scale = search.run("arith", lt(num(0), total), between, [], [])
    make = lt if goal.op == "lt" else le
    inside = search.prove([g for g in given if not g.free & {o.r for _, o in alone}], make(low, high), depth + 1)
    for sign in (1, -1):
        turned = [(mul(num(k * sign), c), fs) for k, rows in ((-1, above), (1, under)) for c, fs in rows]
        with suppress(KernelError):
            return search.run("arith", goal, [(num(1), [inside]), *turned], [scale], [])
    raise NotFound("not from powers")


def by_powers(search: Search, asked: Asked) -> Fact:
    """By x = t^k for the variables of which, and of whose products, k-th roots are taken."""

    def last(given: Sequence[Term], goal: Term, roots: Sequence[Root]) -> Fact:
        powers = partial(both_sides, search, given, goal, roots, asked.depth)
        fact = search.attempt("last root", [powers, partial(proved, search, given, goal, asked.depth)])
        if fact is None:
            raise NotFound("roots stay")
        return fact

    def without(given: Sequence[Term], goal: Term, roots: Sequence[Root]) -> Fact:
        return without_products(search, given, goal, asked.depth, last, roots)

    def ask(given: Sequence[Term], goal: Term, roots: Sequence[Root]) -> Fact:
        roots = [*roots, *_written(given, {o.r for o in roots})]
        need: dict[Term, int] = {}
        for root in roots:
            for x, e in (exponents(root.w) or {}).items():
                if e % root.k:
                    need[x] = lcm(need.get(x, 1), root.k)
        if not need:
            raise NotFound("no root of a variable")
        degrees = sorted(need.items(), key=lambda row: row[0].args[0])

        def plain(given: Sequence[Term], goal: Term) -> Fact:
            return as_powers(search, given, goal, degrees, asked.depth, without, roots)

        return without_denominators(search, given, goal, asked.depth, plain)

    return with_roots(search, asked.given, asked.goal, asked.depth, ask)


def _written(given: Sequence[Term], known: Collection[Term] = ()) -> list[Root]:
    """The roots of products of variables that hypotheses r^k = w, 0 < r say that a variable r is."""
    positive = {g.args[1] for g in given if g.op == "lt" and g.args[0] is num(0)}
    out = {}
    for g in (g for g in given if g.op == "eq"):
        for s, w in (g.args, g.args[::-1]):
            power, inside = exponents(s), exponents(w)
            if not power or len(power) != 1 or not inside or len(inside) < 2:
                continue
            ((r, k),) = power.items()
            if k > 1 and r in positive and r not in w.free and r not in known and set(normal(s).values()) == {1}:
                out[r] = Root(r, k, w)
    return list(out.values())


def by_squares(search: Search, asked: Asked) -> Fact:
    """By what the roots say of the variables, and by squares, one after the other."""

    def inside(given: Sequence[Term], goal: Term, roots: Sequence[Root]) -> Fact:
        return proved(search, given, goal, asked.depth)

    def ask(given: Sequence[Term], goal: Term, roots: Sequence[Root]) -> Fact:
        ways = [
            partial(both_sides, search, given, goal, roots, asked.depth),
            partial(proved, search, given, goal, asked.depth),
            partial(solved_by_roots, search, given, goal, asked.depth, inside, roots),
        ]
        fact = search.attempt("roots", ways)
        if fact is None:
            raise NotFound("roots stay")
        return fact

    return with_roots(search, asked.given, asked.goal, asked.depth, ask)


# --- the methods -----------------------------------------------------------------------------------------------------


@method("x = t^k", share=0.3)
def powers(search: Search, asked: Asked) -> Iterator[Way]:
    """For roots of products of variables."""
    formulas = [*asked.given, asked.goal]
    rational = is_rational(_without(asked.goal)) and search.has_long
    if rational and (any(exponents(w) for w in radicands(formulas)) or _written(asked.given)):
        yield partial(by_powers, search, asked)


@method("tangents of roots", share=0.4)
def tangents(search: Search, asked: Asked) -> Iterator[Way]:
    """For roots of rational functions in the goal."""
    if _applies(search, asked) and any(w.free for w in radicands([asked.goal])):
        yield partial(by_tangents, search, asked)


@method("roots as variables", share=0.4)
def squares(search: Search, asked: Asked) -> Iterator[Way]:
    """For roots of rational functions."""
    if _applies(search, asked):
        yield partial(by_squares, search, asked)
