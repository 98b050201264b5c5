"""Homogenisation under a hypothesis on the product of all variables: quotients or powers of new ones.

- If a b c = 1, then a = x, b = 1/z, c = z/x, which is homogeneous of degree 0 in x, z and 1. So
  (a - 1 + 1/b)*(b - 1 + 1/c)*(c - 1 + 1/a) <= 1.
- If x y … = c or >= c for d variables, each becomes the d-th power of another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from proofs.kernel.normal import key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, eq, inv, lt, num
from proofs.search.base.formulas import fresh, is_rational
from proofs.search.cones.homogeneous import proved
from proofs.search.cones.rational import without_denominators
from proofs.search.cones.roots import Root, as_powers
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.reductions import changed, through


def by_quotients(search: Search, given: Sequence[Term], goal: Term, g: Term, depth: int) -> Fact:
    """Substitute a = x, b = 1/z, c = z/x, where the hypothesis says a b c = 1."""
    a, b, c = sorted(g.free, key=lambda v: v.args[0])
    z = fresh(f"{b.args[0]}'inverse", [*given, goal])
    positive = search.prove(given, lt(num(0), b), depth + 1)
    above = search.p.apply(None, "elementary.inv_pos", positive, x=b)
    same = search.run("arith", eq(inv(inv(b)), b), [], [], [positive])

    def last(fewer: Sequence[Term], wanted: Term, depth: int) -> Fact:
        return proved(search, [h for h in fewer if key(h) is not True], wanted, depth)

    def inside(hypotheses: Sequence[Term], wanted: Term, depth: int) -> Fact:
        equation = next(h for h in hypotheses if h.op == "eq" and {a, c, z} <= h.free)
        signs = [search.prove(hypotheses, lt(num(0), x), depth + 1) for x in (a, z)]
        there = search.run("assume", equation)
        sign = 1 if normal(equation.args[1] - equation.args[0]) == normal(num(1) - a * c * inv(z)) else -1
        quotient = search.run("arith", eq(z * inv(a), c), [(num(-sign) * z * inv(a), [there])], [], signs)
        rest = [h for h in hypotheses if h is not equation]
        return through(search, rest, wanted, c, z * inv(a), quotient, depth, last)

    return changed(search, given, goal, b, (z, inv(z), inv(b)), same, depth, extra=[above], ask=inside)


def by_powers(search: Search, given: Sequence[Term], goal: Term, names: Sequence[Term], depth: int) -> Fact:
    """Substitute x = t^d for d variables x."""

    def last(fewer: Sequence[Term], wanted: Term, _: Sequence[Root]) -> Fact:
        return proved(search, fewer, wanted, depth)

    return as_powers(search, given, goal, [(x, len(names)) for x in names], depth, last)


def _product(asked: Asked) -> tuple[Term, bool] | None:
    """Return a hypothesis on the product of all variables, and whether it says that it is 1."""
    names = {v for g in (*asked.given, asked.goal) for v in g.free}
    for g in asked.given:
        if g.op in ("eq", "le", "lt") and g.free == names and len(names) > 1 and is_rational(g):
            p = normal(g.args[1] - g.args[0])
            tops = [m for m in p if m]
            if len(tops) == 1 and len(p) == 2 and all(e == 1 and a.term.op == "var" for a, e in tops[0]):
                return g, g.op == "eq" and p[tops[0]] == -p[frozenset()]
    return None


def _plainly(search: Search, asked: Asked, ask: Callable[..., Fact]) -> Way:
    """Clear denominators, then ask."""
    return lambda: without_denominators(
        search, asked.given, asked.goal, asked.depth, lambda given, goal: ask(given=given, goal=goal)
    )


# --- the methods -----------------------------------------------------------------------------------------------------


@method("a = x, b = 1/z, c = z/x", share=0.3)
def quotients(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield quotients for rational functions of three variables, the product of which is 1."""
    found = _product(asked) if is_rational(asked.goal) else None
    if found is not None and found[1] and len(found[0].free) == 3 and search.has_long:
        yield _plainly(search, asked, partial(by_quotients, search, g=found[0], depth=asked.depth))


@method("x = t^d", share=0.4)
def powers(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield powers for rational functions of variables, the product of which is compared with a number."""
    found = _product(asked) if is_rational(asked.goal) else None
    if found is not None and search.has_long:
        names = sorted(found[0].free, key=lambda v: v.args[0])
        yield _plainly(search, asked, partial(by_powers, search, names=names, depth=asked.depth))
