"""Residues: an equation that no integers satisfy, by what division by a number leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from math import gcd, lcm

from flint import fmpq

from proofs.kernel.normal import Poly, as_term, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, abstract, forall, le, lt, num, substitute, var
from proofs.language.notation import exists
from proofs.search.base.formulas import integer_polynomial
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.reductions import from_equation, unequal

DIVISORS = (2, 3, 4, 5, 7, 8, 9, 11, 13, 16)
MANY = 64  # cases


def part(p: Poly) -> tuple[Term, fmpq]:
    """(L, v), where p = 0 says L = v, and L has integer coefficients without a common divisor."""
    rest = {m: c for m, c in p.items() if m}
    below = lcm(*(int(c.q) for c in rest.values()))
    unit = fmpq(gcd(*(int(c * below) for c in rest.values())), below)
    return as_term({m: c / unit for m, c in rest.items()}), -p.get(frozenset(), fmpq(0)) / unit


def impossible(p: Poly) -> bool:
    """Whether p = 0 says that an integer is a fraction, or that a number other than 0 is 0."""
    return set(p) == {frozenset()} or (any(p) and part(p)[1].q != 1)


def divisor(equation: Term, names: Sequence[Term]) -> int | None:
    """A number m such that the equation is impossible whatever the names leave when they are divided by m."""
    for m in DIVISORS:
        left = product(range(m), repeat=len(names))
        if m ** len(names) <= MANY and all(impossible(_at(equation, names, m, r)) for r in left):
            return m
    return None


def _at(equation: Term, names: Sequence[Term], m: int, left: Sequence[int]) -> Poly:
    values = {n: m * n + r for n, r in zip(names, left, strict=True)}
    return normal(substitute(equation.args[0] - equation.args[1], values))


def not_whole(search: Search, fact: Fact) -> Fact:
    """What is false, from an equation that is impossible as it stands."""
    p = normal(fact.concl.args[0] - fact.concl.args[1])
    if set(p) == {frozenset()}:
        return search.p.have(None, FALSE, fact, degree=1)
    whole, value = part(p)
    above = search.p.have(None, lt(num(int(value.floor())), whole), fact, degree=1)
    return search.p.have(None, FALSE, search.run("integer_step", above), fact, degree=1)


def quotients(search: Search, n: Term, m: int) -> Fact:
    """∃q. m q <= n <= m q + m − 1, by induction from 0, or from m n where n is negative."""
    q, k = (var(f"{name}'{len(search.p.made)}", "Z") for name in "qk")

    def has(x: Term) -> Term:
        return exists(lambda q: [m * q <= x, x <= m * q + (m - 1)], "Z")

    def from_here(start: Term, first: Term, order: Fact) -> Fact:
        """Of n from that of the start, m times the first quotient."""

        def following(low: Fact, high: Fact) -> Fact:
            last = m * q + (m - 1)
            beyond = search.run("integer_step", search.run("assume", lt(last, k + 1)))
            same = search.p.exists_intro(None, has(k + 1), [q], low, search.run("assume", le(k + 1, last)))
            return search.run(
                "cases", k + 1, last, same, search.p.exists_intro(None, has(k + 1), [q + 1], beyond, high)
            )

        base = search.p.exists_intro(None, has(start), [first])
        step = search.p.obtain(None, search.run("assume", has(k)), [q], following, has(k + 1))
        every = search.p.induct(None, has, start, k, base, step)
        return search.run("mp", search.run("specialize", every, n), order)

    high = from_here(num(0), num(0), search.run("assume", le(num(0), n)))
    order = search.p.have(None, m * n <= n, search.run("assume", lt(n, num(0))), degree=1)
    return search.run("cases", num(0), n, high, from_here(m * n, n, order))


def divided(search: Search, n: Term, m: int, then: Callable[[Fact], Fact]) -> Fact:
    """What is false, from n = m q + r for every r from 0 to m − 1."""
    q = var(f"{n.args[0]}'by{m}", "Z")

    def each(low: Fact, high: Fact) -> Fact:
        cases = []
        for r in range(m - 1):
            here = m * q + r
            same = search.run("antisymmetry", search.run("assume", le(n, here)), low)
            cases.append((here, then(same)))
            low = search.run("integer_step", search.run("assume", lt(here, n)))
            low = search.p.have(None, le(m * q + (r + 1), n), low, degree=1)
        out = then(search.run("antisymmetry", high, low))
        for here, fact in reversed(cases):
            out = search.run("cases", n, here, fact, out)
        return out

    return search.p.obtain(None, quotients(search, n, m), [q], each, FALSE)


def refuted(search: Search, fact: Fact, names: Sequence[Term], m: int) -> Fact:
    """What is false, from an equation, by what the names leave when they are divided by m."""
    if impossible(normal(fact.concl.args[0] - fact.concl.args[1])):
        return not_whole(search, fact)
    n, *others = names

    def then(same: Fact) -> Fact:
        hole = var(f"hole'{len(search.p.made)}", "Z")
        shape = forall("Z", abstract(substitute(fact.concl, {n: hole}), [hole]))
        return refuted(search, search.run("replace", same, shape, fact), others, m)

    return divided(search, n, m, then)


@method("residues")
def residues(search: Search, asked: Asked) -> Iterator[Way]:
    """For equations between polynomials in integers, as hypotheses or for a goal s ≠ t."""
    equations = [e for e in (unequal(asked.goal), *asked.given) if e is not None and e.op == "eq"]
    for equation in equations:
        p = integer_polynomial(equation)
        if p is None:
            continue
        curved = {a.term for m in p for a, e in m if len(m) > 1 or e > 1}
        every = sorted({a.term for m in p for a, _ in m}, key=lambda v: (v not in curved, v.args[0]))
        for names in dict.fromkeys(((), tuple(every[: len(curved)]), tuple(every))):
            m = divisor(equation, names)
            if m is not None:
                yield partial(from_equation, search, asked.goal, equation, partial(refuted, search, names=names, m=m))
                break
