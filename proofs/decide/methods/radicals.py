"""Roots as variables r > 0 with r^k = w: of variables, by tangents where equality holds, or squared away."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from math import lcm

from proofs.decide.base.failures import NotFound
from proofs.decide.base.formulas import is_rational
from proofs.decide.cones.homogeneous import proved
from proofs.decide.cones.rational import without_denominators
from proofs.decide.cones.roots import (
    Root,
    as_powers,
    exponents,
    power_of,
    radicands,
    solved_by_roots,
    with_roots,
    without_products,
)
from proofs.decide.search import Asked, Search, Way, method
from proofs.kernel.normal import normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, num, rebuild


def _applies(search: Search, asked: Asked) -> bool:
    """Whether all is rational but for roots, and there is time."""
    formulas = [*asked.given, asked.goal]
    if not search.has_long or not radicands(formulas):
        return False
    return is_rational(_without(asked.goal))


def _without(t: Term) -> Term:
    """With numerals for roots."""
    return num(1) if power_of(t) is not None else rebuild(t, lambda kid, _: _without(kid))


def by_tangents(search: Search, asked: Asked) -> Fact:
    """By the tangents of the roots."""
    from proofs.decide.cones.tangents import bounded  # NumPy takes time to load

    gap = asked.goal.args[1] - asked.goal.args[0]

    def ask(given: Sequence[Term], goal: Term, roots: Sequence[Root]) -> Fact:
        def last(fewer: Sequence[Term], wanted: Term) -> Fact:
            return proved(search, fewer, wanted, asked.depth)

        return bounded(search, given, goal, asked.depth, roots, gap, last)

    return with_roots(search, asked.given, asked.goal, asked.depth, ask)


def by_powers(search: Search, asked: Asked) -> Fact:
    """By x = t^k for the variables of which, and of whose products, k-th roots are taken."""

    def last(given: Sequence[Term], goal: Term, roots: Sequence[Root]) -> Fact:
        return proved(search, given, goal, asked.depth)

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
