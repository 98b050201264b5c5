"""Homogenisation under an equation or a hypothesis on the product of all variables, and dehomogenisation by t = x/y.

- If a b c = 1, then a = x, b = 1/z, c = z/x, which is homogeneous of degree 0 in x, z and 1. So
  (a - 1 + 1/b)*(b - 1 + 1/c)*(c - 1 + 1/a) <= 1.
- If x y … = c or >= c for d variables, each becomes the d-th power of another one.
- If P = 1 is homogeneous of degree d, A >= B with degrees that differ by k is A^(d/g) >= B^(d/g) P^(k/g), g their gcd.
  So a + b + c >= 3 if a b c (a + b + c) = 3.
- If F with logarithms is homogeneous of degree d, F(x, y) = y^d F(x/y, 1). So p*log(p/q) >= p - q for p, q > 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial, reduce
from math import gcd

from flint import fmpq

from proofs.kernel.normal import Poly, as_term, canonical, key, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, eq, inv, le, log, lt, mul, num, substitute
from proofs.search.base.facts import is_positive_fact
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables, fresh, is_polynomial, is_positive, is_rational, simplified
from proofs.search.cones.homogeneous import proved
from proofs.search.cones.rational import without_denominators
from proofs.search.cones.roots import Root, as_powers
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import points, signs
from proofs.search.reductions import changed, through
from proofs.search.sequences.forms import walk


def by_quotients(search: Search, given: Sequence[Term], goal: Term, g: Term, depth: int) -> Fact:
    """Substitute a = x, b = 1/z, c = z/x, where the hypothesis says a b c = 1."""
    a, b, c = sorted(g.free, key=lambda v: v.args[0])
    z = fresh(f"{b.args[0]}'inverse", [*given, goal])
    positive = search.prove(given, lt(num(0), b), depth + 1)
    above = search.p.apply("elementary.inv_pos", positive, x=b)
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


HIGHEST = 6  # degree
MOST = 4  # power of both sides


@dataclass(frozen=True)
class Equation:
    """A hypothesis s = t that says P = 1 for a homogeneous P of some degree, where 1 − P is a multiple of t − s."""

    hypothesis: Term
    one: Term
    factor: Term
    degree: int


@dataclass(frozen=True)
class Powers:
    """A goal A >= B between homogeneous terms, and the powers of A, B and P = 1 that make it homogeneous."""

    above: Term
    below: Term
    equation: Equation
    power: int  # of A and of B
    power_of_one: int  # of P, on the side of A if it is positive, and of B if it is negative


def equations_of_degree(asked: Asked) -> Iterator[Equation]:
    """Yield the hypotheses that say P = 1 for a homogeneous P of degree 2 or more in the goal's variables."""
    for g in asked.given:
        p = {**normal(g.args[1] - g.args[0])} if g.op == "eq" and is_rational(g) and g.free <= asked.f.free else {}
        if c := p.pop(frozenset(), fmpq(0)):
            with suppress(NotFound):
                if (d := degree(p, asked.f.free)) > 1:
                    yield Equation(g, canonical(num(-1 / c) * as_term(p)), num(1 / c), d)


def made_homogeneous(asked: Asked) -> Iterator[Powers]:
    """Yield the powers, for each hypothesis that is such an equation."""
    equations = list(equations_of_degree(asked))
    parts: dict[int, Poly] = {}
    for m, c in normal(asked.f).items() if equations else ():
        parts.setdefault(degree({m: c}, asked.f.free), {})[m] = c
    if len(parts) != 2:
        return
    where = points(asked.given, free_variables((*asked.given, asked.goal)))
    (low, k_low), (high, k_high) = sorted((sum(signs(as_term(p), where)), k) for k, p in parts.items())
    if low < 0 < high:
        above, below = as_term(parts[k_high]), canonical(-as_term(parts[k_low]))
        for equation in equations:
            common = gcd(equation.degree, k_low - k_high)
            if equation.degree // common <= MOST:
                yield Powers(above, below, equation, equation.degree // common, (k_low - k_high) // common)


def by_powers_of_sides(search: Search, asked: Asked, s: Powers) -> Fact:
    """Prove A >= B by the homogeneous inequality of powers, without the equation."""
    run, n, k, one = search.run, s.power, abs(s.power_of_one), s.equation.one
    above, below = (search.prove(asked.given, lt(num(0), u), asked.depth + 1) for u in (s.above, s.below))
    high, low = s.above**n, s.below**n
    high, low = (high * one**k, low) if s.power_of_one > 0 else (high, low * one**k)
    rest = [g for g in asked.given if g is not s.equation.hypothesis]
    inside = search.prove(rest, simplified((lt if asked.goal.op == "lt" else le)(low, high)), asked.depth + 1)
    factor = s.above**n if s.power_of_one > 0 else num(-1) * s.below**n
    total = reduce(lambda u, _: one * u + 1, range(k - 1), num(1))  # 1 − P^k = (1 − P)(1 + P + … + P^(k−1))
    same = run("assume", s.equation.hypothesis)
    same = run("arith", eq(one**k, num(1)), [(s.equation.factor * total, [same])], [], [])
    terms = [([above] * j + [below] * (n - 1 - j)) for j in range(n)]
    scale = sum((reduce(mul, (f.concl.args[1] for f in facts), num(1)) for facts in terms), num(0))
    positive = run("arith", lt(num(0), scale), [(num(1), facts) for facts in terms], [], [])
    return run("arith", asked.goal, [(num(1), [inside]), (factor, [same])], [positive], [])


@method("A^n >= B^n", share=0.15)
def under_equation(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield powers of both sides that are homogeneous by an equation."""
    if is_polynomial(asked.f):
        with suppress(NotFound):
            for powers_of_sides in made_homogeneous(asked):
                yield partial(by_powers_of_sides, search, asked, powers_of_sides)


def degree(p: Poly, names: frozenset[Term]) -> int:
    """Return the degree of a polynomial that is homogeneous in these variables.

    Raises
    ------
    NotFound
        if it is not homogeneous.
    """
    found = {sum((e * _of_atom(a.term, names) for a, e in m), fmpq(0)) for m in p}
    if len(found) > 1 or any(d.q != 1 or abs(d) > HIGHEST for d in found):
        raise NotFound("not homogeneous")
    return int(found.pop()) if found else 0


def _of_atom(t: Term, names: frozenset[Term]) -> int:
    if not t.free & names:
        return 0
    if t.op == "var":
        return 1
    if t.op not in ("inv", "log"):
        raise NotFound("not homogeneous")
    k = degree(normal(t.args[0]), names)
    return -k if t.op == "inv" else 0


def logarithms_in(q: Poly, names: frozenset[Term]) -> dict[Term, tuple[Poly, int]]:
    """Return the logarithms with these variables: the factor of each, and the degree of its argument.

    Raises
    ------
    NotFound
        if they are multiplied with one another, or leave a logarithm of the scale.
    """
    found: dict[Term, tuple[Poly, int]] = {}
    left: Poly = {}
    for m, c in q.items():
        logs = [(a, e) for a, e in m if a.term.op == "log" and a.term.free & names]
        if not logs:
            continue
        ((a, e), *others) = logs
        if others or e != 1:
            raise NotFound("logarithms that are multiplied")
        k = degree(normal(a.term.args[0]), names)
        times_what: Poly = {frozenset(x for x in m if x[0] is not a): c}
        found[a.term] = plus(found.get(a.term, ({}, k))[0], times_what), k
        left = plus(left, times_what, k)
    if not found or left:
        raise NotFound("no logarithm, or one of the scale")
    return found


class Scale:
    """The substitution t = x/y for the variables but y, and its effect on terms and facts.

    Attributes
    ----------
    to_one
        y → 1 and x → t for the others.
    back
        t → x/y.
    """

    def __init__(self, search: Search, given: Sequence[Term], names: frozenset[Term], y: Term, depth: int) -> None:
        self.search, self.given, self.names, self.y, self.depth = search, given, names, y, depth
        self.sign = is_positive_fact(search, given, y)
        self.below = search.p.apply("elementary.inv_pos", self.sign, x=y)
        others = sorted(names - {y}, key=lambda v: v.args[0])
        parts = {x: fresh(f"{x.args[0]}'part", given) for x in others}
        search.meaning |= {t: x * inv(y) for x, t in parts.items()}
        self.to_one = {**parts, y: num(1)}
        self.back = [(t, x * inv(y)) for x, t in parts.items()]
        self.nonzero: list[Fact] = []

    def at(self, t: Term) -> Term:
        """Return a term at x/y and 1."""
        return substitute(t, {x: num(1) if x is self.y else x * inv(self.y) for x in self.names})

    def powers(self, k: int) -> list[Fact]:
        """Return 0 < y or 0 < 1/y, k times."""
        return [self.sign if k > 0 else self.below] * abs(k)

    def divided_by(self, t: Term) -> None:
        """Show that denominators in a number are positive, here and at x/y and 1."""
        for d in dict.fromkeys(u.args[0] for u in walk(canonical(t)) if u.op == "inv" and u.free & self.names):
            if d is self.y or any(f.concl.args[1] is d for f in self.nonzero):
                continue
            self.divided_by(d)
            here = self.search.prove(self.given, lt(num(0), d), self.depth + 1)
            self.nonzero = [self._moved(here), here, *self.nonzero]

    def _moved(self, fact: Fact) -> Fact:
        """Prove a relation at x/y and 1."""
        c = fact.concl
        k = degree(plus(normal(c.args[1]), normal(c.args[0]), -1), self.names)
        there = substitute(c, {x: num(1) if x is self.y else x * inv(self.y) for x in self.names})
        by = (num(1), [fact, *self.powers(-k)]) if c.op != "eq" else (inv(self.y) ** k if k > 0 else self.y**-k, [fact])
        return self.search.run("arith", there, [by], [], [*self.nonzero, self.sign])

    def given_there(self) -> list[tuple[Term, Fact]]:
        """Return the homogeneous hypotheses, at t and 1, and facts at x/y and 1."""
        out: list[tuple[Term, Fact]] = []
        for g in self.given:
            if g.op in ("le", "lt", "eq") and not any(t.op in ("log", "inv") for t in walk(g)):
                try:
                    moved = self._moved(self.search.run("assume", g))
                except KernelError:
                    continue
                out.append((substitute(g, self.to_one), moved))
        return out

    def logarithm(self, t: Term, k: int) -> Fact:
        """Prove log w = log w(x/y, 1) + k log y."""
        run, w = self.search.run, t.args[0]
        there = self.at(w)
        nonzero = [*self.nonzero, self.sign]
        if k == 0:
            return self.search.p.congr(log, run("arith", eq(w, there), [], [], nonzero))
        sign = self.search.prove(self.given, lt(num(0), w), self.depth + 1)
        moved = run("arith", lt(num(0), there), [(num(1), [sign, *self.powers(-k)])], [], nonzero)
        small, large, below = (there, w, moved) if k > 0 else (w, there, sign)
        total, apart = small, list[Fact]()
        for _ in range(abs(k)):
            apart.append(self.search.p.apply("elementary.log_mul", below, self.sign, x=total, y=self.y))
            below = run("arith", lt(num(0), total * self.y), [(num(1), [below, self.sign])], [], [])
            total = total * self.y
        same = self.search.p.congr(log, run("arith", eq(large, total), [], [], nonzero))
        goal = eq(log(w), log(there) + num(k) * log(self.y))
        return run("arith", goal, [(num(1 if k > 0 else -1), [f]) for f in (same, *apart)], [], [])


def by_proportions(search: Search, asked: Asked, names: frozenset[Term], y: Term) -> Fact:
    """Prove the goal from the one where y = 1, with x/y for the others."""
    goal = asked.goal
    q = plus(normal(goal.args[1]), normal(goal.args[0]), -1)
    logs, d = logarithms_in(q, names), degree(q, names)
    scale = Scale(search, asked.given, names, y, asked.depth)
    scale.divided_by(as_term(q))
    sides = scale.given_there()
    wanted = substitute((le if goal.op == "le" else lt)(num(0), as_term(q)), scale.to_one)
    fact = search.prove([simplified(g) for g, _ in sides], simplified(wanted), asked.depth + 1)
    fact = search.p.change(fact, wanted)
    for g, _ in sides:
        fact = search.run("discharge", g, fact)
    fact = search.run("instantiate", fact, scale.back)
    for _, moved in reversed(sides):
        fact = search.run("mp", fact, moved)
    parts: list[tuple[Term, list[Fact]]] = [(num(1), [fact, *scale.powers(d)])]
    for t, (by, k) in logs.items():
        parts.append((as_term(times(by, {frozenset(): fmpq(-1)})), [scale.logarithm(t, k)]))
    return search.run("arith", goal, parts, [], [*scale.nonzero, scale.sign])


@method("proportions")
def proportions(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield t = x/y for logarithms of quotients of positive variables."""
    q = normal(asked.f)
    logs = [a.term for a in dict.fromkeys(a for m in q for a, _ in m) if a.term.op == "log"]
    for names in dict.fromkeys([frozenset(asked.f.free), *(t.free for t in logs)]):
        try:
            logarithms_in(q, names), degree(q, names)
        except NotFound:
            continue
        positive = [v for v in sorted(names, key=lambda v: v.args[0]) if v in asked.box and is_positive(asked.box[v])]
        if len(names) > 1 and positive:
            yield partial(by_proportions, search, asked, names, positive[-1])
            return
