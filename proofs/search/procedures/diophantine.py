"""Diophantine equations without solutions, by residues or between consecutive squares, and cases by residue classes.

P = 0 has no solution if it has none modulo some m. P(n) = m² has no solution if q² < P(n) < (q + 1)², where q is the
polynomial part of √P. For example, x**2 != 4*y + 3, and n**2 + n + 1 != m**2 for n >= 1.
A formula about the residue of n modulo m, such as (n**2) % 4 <= 1, is proved for each of n = m q, …, n = m q + m − 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import isqrt, lcm

from flint import fmpq

from proofs.kernel.normal import Poly, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, abstract, eq, forall, le, lt, mul, num, substitute, var
from proofs.language.notation import exists
from proofs.search.base.formulas import integer_polynomial, primitive_part
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.reductions import from_equation, through, unequal

DIVISORS = (2, 3, 4, 5, 7, 8, 9, 11, 13, 16)
MANY = 64  # cases


def in_variables(relation: Term) -> Poly | None:
    """Return s − t for a relation of s and t if it is a polynomial in integer variables, and not constant."""
    p = integer_polynomial(relation)
    return p if p and all(a.term.op == "var" for m in p for a, _ in m) else None


def impossible(p: Poly) -> bool:
    """Return whether p = 0 equates an integer with a number that is not an integer, or a nonzero number with 0."""
    return set(p) == {frozenset()} or (any(p) and primitive_part(p)[1].q != 1)


def divisor(equation: Term, names: Sequence[Term]) -> int | None:
    """Return a number m modulo which the equation has no solution; None if none is found."""
    for m in DIVISORS:
        left = product(range(m), repeat=len(names))
        if m ** len(names) <= MANY and all(impossible(_at(equation, names, m, r)) for r in left):
            return m
    return None


def _at(equation: Term, names: Sequence[Term], m: int, left: Sequence[int]) -> Poly:
    values = {n: m * n + r for n, r in zip(names, left, strict=True)}
    return normal(substitute(equation.args[0] - equation.args[1], values))


def not_whole(search: Search, fact: Fact) -> Fact:
    """Refute an equation p = 0 for which `impossible` is true."""
    p = normal(fact.concl.args[0] - fact.concl.args[1])
    if set(p) == {frozenset()}:
        return search.p.have(FALSE, fact, degree=1)
    whole, value = primitive_part(p)
    above = search.p.have(lt(num(int(value.floor())), whole), fact, degree=1)
    return search.p.have(FALSE, search.run("integer_step", above), fact, degree=1)


def quotients(search: Search, n: Term, m: int) -> Fact:
    """Prove ∃q. m q <= n <= m q + m − 1, by induction from 0, or from m n if n is negative."""
    q, k = (var(f"{name}'{len(search.p.made)}", "Z") for name in "qk")

    def has(x: Term) -> Term:
        return exists(lambda q: [m * q <= x, x <= m * q + (m - 1)], "Z")

    def from_here(start: Term, first: Term, order: Fact) -> Fact:
        """Prove the statement for n by induction from the start, which is m times the first quotient."""

        def following(low: Fact, high: Fact) -> Fact:
            last = m * q + (m - 1)
            beyond = search.run("integer_step", search.run("assume", lt(last, k + 1)))
            same = search.p.exists_intro(has(k + 1), [q], low, search.run("assume", le(k + 1, last)))
            return search.run("cases", k + 1, last, same, search.p.exists_intro(has(k + 1), [q + 1], beyond, high))

        base = search.p.exists_intro(has(start), [first])
        step = search.p.exists_elim(search.run("assume", has(k)), [q], following, has(k + 1))
        every = search.p.induct(has, start, k, base, step)
        return search.run("mp", search.run("specialize", every, n), order)

    high = from_here(num(0), num(0), search.run("assume", le(num(0), n)))
    order = search.p.have(m * n <= n, search.run("assume", lt(n, num(0))), degree=1)
    return search.run("cases", num(0), n, high, from_here(m * n, n, order))


def divided(search: Search, n: Term, m: int, then: Callable[[Fact], Fact], goal: Term = FALSE) -> Fact:
    """Prove the goal by the cases n = m q + r for r from 0 to m − 1, in each of which `then` proves it."""
    q = var(f"{n.args[0]}'by{m}", "Z")

    def each(low: Fact, high: Fact) -> Fact:
        cases = []
        for r in range(m - 1):
            here = m * q + r
            same = search.run("antisymmetry", search.run("assume", le(n, here)), low)
            cases.append((here, then(same)))
            low = search.run("integer_step", search.run("assume", lt(here, n)))
            low = search.p.have(le(m * q + (r + 1), n), low, degree=1)
        out = then(search.run("antisymmetry", high, low))
        for here, fact in reversed(cases):
            out = search.run("cases", n, here, fact, out)
        return out

    return search.p.exists_elim(quotients(search, n, m), [q], each, goal)


def refuted(search: Search, fact: Fact, names: Sequence[Term], m: int) -> Fact:
    """Refute an equation modulo m."""
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
    """Yield refutations modulo a number of polynomial equations in integers, given or negated by the goal."""
    equations = [e for e in (unequal(asked.goal), *asked.given) if e is not None and e.op == "eq"]
    for equation in equations:
        p = in_variables(equation)
        if p is None:
            continue
        curved = {a.term for m in p for a, e in m if len(m) > 1 or e > 1}
        every = sorted({a.term for m in p for a, _ in m}, key=lambda v: (v not in curved, v.args[0]))
        for names in dict.fromkeys(((), tuple(every[: len(curved)]), tuple(every))):
            m = divisor(equation, names)
            if m is not None:
                yield partial(from_equation, search, asked.goal, equation, partial(refuted, search, names=names, m=m))
                break


def moduli(formulas: Sequence[Term]) -> tuple[int, list[Term]]:
    """Return a number modulo which the formulas restrict integers, and these: 4 and n for n^2 <= 4 k + 1.

    The number is the least common multiple of the coefficients of variables that occur in no other summand.
    """
    found, names = 1, dict[Term, None]()
    for p in (p for p in map(in_variables, formulas) if p):
        summands = [({a.term: e for a, e in k}, int(c)) for k, c in normal(primitive_part(p)[0]).items()]
        often = Counter(v for powers, _ in summands for v in powers)
        m = lcm(*(c for powers, c in summands if all(e == 1 == often[v] == len(powers) for v, e in powers.items())))
        found = lcm(found, m)
        names |= dict.fromkeys(v for powers, c in summands if c % m for v in powers)
    return found, sorted(names, key=lambda v: str(v.args[0]))


@method("residue classes")
def residue_classes(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield a split into the residue classes of an integer, such as n = 2 q and n = 2 q + 1 for n (n + 1) = 2 k."""
    m, names = moduli([*asked.given, asked.goal])
    if not names or m > max(DIVISORS) or m ** len(names) > MANY:
        return
    n = names[0]

    def then(same: Fact) -> Fact:
        old, new = same.concl.args
        back = search.run("arith", eq(new, old), [(num(-1), [same])], [], [])
        return through(search, asked.given, asked.goal, old, new, back, asked.depth)

    yield partial(divided, search, n, m, then, asked.goal)


SCALES = (1, 2)
SHARE = 0.4


@dataclass(frozen=True)
class Square:
    """An equation m² = P, with the coefficients of P by the powers of n."""

    m: Term
    n: Term
    below: dict[int, fmpq]

    def root(self, scale: int, up: bool) -> tuple[dict[int, int], bool] | None:
        """Return the coefficients of q for scale² P, and whether scale² P > q² for large n (if `up`) or −n."""
        turn = 1 if up else -1
        p = {k: c * scale**2 * turn**k for k, c in self.below.items()}
        top = max(p)
        first = isqrt(int(p[top])) if p[top] > 0 else 0
        if top % 2 or first**2 != p[top]:
            return None
        half = top // 2
        q: dict[int, fmpq] = {half: fmpq(first)}
        for k in range(half - 1, -1, -1):
            known = sum((q[i] * q[half + k - i] for i in range(k + 1, half)), fmpq(0))
            q[k] = (p.get(half + k, fmpq(0)) - known) / (2 * first)
        if any(c.q != 1 for k, c in q.items() if k):
            return None
        floored = {k: int(c.floor()) for k, c in q.items()}
        rest = {
            k: p.get(k, 0) - sum((q[i] * q[k - i] for i in range(k + 1) if i in q and k - i in q), fmpq(0))
            for k in range(half)
        }
        sign = next((c for k, c in sorted(rest.items(), reverse=True) if c), fmpq(0))
        if q[0].q == 1 and sign < 0:
            floored[0] -= 1
        return {k: c * turn**k for k, c in floored.items()}, q[0].q != 1 or sign != 0


def squares(equation: Term) -> Iterator[Square]:
    """Yield the forms m² = P of a polynomial equation in two integers."""
    p = in_variables(equation)
    names = sorted({a.term for m in p for a, _ in m}, key=lambda v: v.args[0]) if p else []
    if p is None or len(names) != 2:
        return
    for m, n in (names, names[::-1]):
        own = {k: c for k, c in p.items() if any(a.term is m for a, _ in k)}
        ((k, c),) = own.items() if len(own) == 1 else [(frozenset(), fmpq(0))]
        if [(a.term, e) for a, e in k] == [(m, 2)]:
            below = {int(sum(e for _, e in r)): -d / c for r, d in p.items() if r not in own}
            if all(d.q == 1 for d in below.values()) and max(below):
                yield Square(m, n, below)


def between(search: Search, asked: Asked, fact: Fact, s: Square, scale: int, up: bool, more: Sequence[Term]) -> Fact:
    """Refute the equation under the further hypotheses `more` about n."""
    root, _ = s.root(scale, up) or ({}, False)
    q = canonical(sum((num(c) * s.n**k for k, c in root.items()), num(0)))
    p = canonical(sum((num(c * scale**2) * s.n**k for k, c in s.below.items()), num(0)))
    given = [*(g for g in asked.given if s.m not in g.free), *more]

    def shown(goal: Term) -> Fact:
        return search.prove(given, goal, asked.depth + 1)

    positive, low, high = shown(le(num(0), q)), shown(lt(canonical(q * q), p)), shown(lt(p, canonical((q + 1) ** 2)))
    run, have, w = search.run, search.p.have, num(scale) * s.m

    def beyond(w: Term) -> Fact:
        """Refute the case q < w."""
        step = run("integer_step", run("assume", lt(q, w)))
        return have(FALSE, (step, step), (step, positive), step, high, fact, degree=1)

    other = mul(num(-1), w)
    down, above = run("assume", le(w, q)), run("assume", le(other, q))
    inside = run("cases", other, q, have(FALSE, (down, above), low, fact, degree=1), beyond(other))
    return run("cases", w, q, inside, beyond(w))


def no_square(search: Search, asked: Asked, s: Square, scale: int, fact: Fact) -> Fact:
    """Refute the equation for all n at once, or in the cases n >= 0 and n < 0."""
    zero, run = num(0), search.run
    ways = [partial(between, search, asked, fact, s, scale, up, ()) for up in (True, False) if s.root(scale, up)]
    whole = search.attempt("one sign", ways, SHARE)
    if whole is not None:
        return whole
    high = between(search, asked, fact, s, scale, True, [le(zero, s.n)])
    low = between(search, asked, fact, s, scale, False, [le(s.n, num(-1))])
    step = run("integer_step", run("assume", lt(s.n, zero)))
    low = search.cut(low, [run("arith", le(s.n, num(-1)), [(num(1), [step])], [], [])])
    return run("cases", zero, s.n, high, low)


@method("between squares", share=SHARE)
def between_squares(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield refutations of m² = P(n) between integers, given or negated by the goal."""
    for equation in (e for e in (unequal(asked.goal), *asked.given) if e is not None and e.op == "eq"):
        for s in squares(equation):
            for scale in SCALES:
                found = [s.root(scale, up) for up in (True, False)]
                if all(f is not None and f[1] for f in found):
                    false = partial(no_square, search, asked, s, scale)
                    yield partial(from_equation, search, asked.goal, equation, false)
                    break
