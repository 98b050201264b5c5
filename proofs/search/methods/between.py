"""No square lies between those of an integer and the next: q² < P < (q + 1)² says that P is no square.

For a polynomial P(n) whose first coefficient is a square, q is the polynomial part of its root, for n towards either
end; of what has no such root with integer coefficients, four times as much is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import isqrt

from flint import fmpq

from proofs.kernel.normal import canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, le, lt, mul, num
from proofs.search.base.formulas import integer_polynomial
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.reductions import from_equation, unequal

SCALES = (1, 2)
SHARE = 0.4


@dataclass(frozen=True)
class Square:
    """m² = P, with the coefficients of P by the powers of n."""

    m: Term
    n: Term
    below: dict[int, fmpq]

    def root(self, scale: int, up: bool) -> tuple[dict[int, int], bool] | None:
        """The coefficients of q for scale² P, and whether P is above q², towards one of the ends of n."""
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
    """An equation between polynomials in two integers as such, for each of the two."""
    p = integer_polynomial(equation)
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
    """What is false, from the equation, where n is as `more` says."""
    root, _ = s.root(scale, up) or ({}, False)
    q = canonical(sum((num(c) * s.n**k for k, c in root.items()), num(0)))
    p = canonical(sum((num(c * scale**2) * s.n**k for k, c in s.below.items()), num(0)))
    given = [*(g for g in asked.given if s.m not in g.free), *more]

    def shown(goal: Term) -> Fact:
        return search.prove(given, goal, asked.depth + 1)

    positive, low, high = shown(le(num(0), q)), shown(lt(canonical(q * q), p)), shown(lt(p, canonical((q + 1) ** 2)))
    run, have, w = search.run, search.p.have, num(scale) * s.m

    def beyond(w: Term) -> Fact:
        """For q < w."""
        step = run("integer_step", run("assume", lt(q, w)))
        return have(None, FALSE, (step, step), (step, positive), step, high, fact, degree=1)

    other = mul(num(-1), w)
    down, above = run("assume", le(w, q)), run("assume", le(other, q))
    inside = run("cases", other, q, have(None, FALSE, (down, above), low, fact, degree=1), beyond(other))
    return run("cases", w, q, inside, beyond(w))


def no_square(search: Search, asked: Asked, s: Square, scale: int, fact: Fact) -> Fact:
    """What is false, from the equation, for n of one sign or of both."""
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
    """For equations m² = P(n) between integers, as hypotheses or for a goal s ≠ t."""
    for equation in (e for e in (unequal(asked.goal), *asked.given) if e is not None and e.op == "eq"):
        for s in squares(equation):
            for scale in SCALES:
                found = [s.root(scale, up) for up in (True, False)]
                if all(f is not None and f[1] for f in found):
                    false = partial(no_square, search, asked, s, scale)
                    yield partial(from_equation, search, asked.goal, equation, false)
                    break
