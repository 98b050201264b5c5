"""An equation A x = B, A and B polynomials in the other variables: x = B/A, so that there is one variable less.

So a b c = a + b + c + 2 gives c = (a + b + 2)/(a b − 1), where a b > 1 because c > 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from proofs.decide.base.failures import NotFound
from proofs.decide.base.formulas import is_rational
from proofs.decide.changes import through
from proofs.decide.cones.polynomials import P, rows_of
from proofs.decide.cones.rational import Rational
from proofs.decide.search import Asked, Search, Way, method
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, eq, inv, lt, mul, num

FEWEST = 3  # variables


def _split(asked: Rational, e: P, x: Term) -> tuple[P, P] | None:
    """A and B, where e = A x − B."""
    i, ring, rows = asked.names.index(x), asked.reader.ctx, rows_of(e)
    if {m[i] for m in rows} != {0, 1}:
        return None
    a = ring.from_dict({(*m[:i], 0, *m[i + 1 :]): c for m, c in rows.items() if m[i]})
    return a, ring.from_dict({m: -c for m, c in rows.items() if not m[i]})


def by_fraction(search: Search, given: Sequence[Term], goal: Term, g: Term, depth: int) -> Fact:
    """By x = B/A for a variable x of the hypothesis of which the sign of A is seen.

    Raises
    ------
    NotFound
        if there is none.
    """
    asked = Rational(search, given, [goal], depth)
    gap = g.args[1] - g.args[0]
    e = asked.reader.polynomial(gap)
    assumed = search.run("assume", g)
    for x in sorted(g.free, key=lambda v: v.args[0]):
        parts = _split(asked, e, x)
        if parts is None or parts[0].total_degree() < 1:
            continue
        a, b = parts
        s, t = asked.reader.term(a), asked.reader.term(b)
        sign = _sign(asked, a, b, x, assumed)
        if sign is None:
            continue
        value = mul(t, inv(s))
        same = search.run("arith", eq(value, x), [(inv(s), [assumed])], [], [sign])
        rest = [sign.concl, *(h for h in given if h is not g)]
        return search.cut(through(search, rest, goal, x, value, same, depth), [sign])
    raise NotFound("no variable that is a quotient")


def _sign(asked: Rational, a: P, b: P, x: Term, assumed: Fact) -> Fact | None:
    """0 < A or A < 0: by its coefficients, or from those of B if x is positive."""
    for sign in (1, -1):
        term = asked.reader.term(a * sign)
        goal = lt(num(0), term)
        shown = asked.by_coefficients(a * sign, strict=True)
        if shown is None and x in asked.strict:
            below = asked.by_coefficients(b * sign, strict=True)
            if below is not None:
                shown = asked.run("arith", goal, [(num(1), [below]), (num(sign), [assumed])], [asked.strict[x]], [])
        if shown is not None:
            plain = asked.reader.term(a)
            wanted = lt(num(0), plain) if sign > 0 else lt(plain, num(0))
            return asked.run("arith", wanted, [(num(1), [shown])], [], [])
    return None


@method("x = B/A", share=0.3)
def quotients(search: Search, asked: Asked) -> Iterator[Way]:
    """For an equation that is of the first degree in a variable, but not with a number before it."""
    if not search.has_long or not is_rational(asked.goal):
        return
    for g in asked.given:
        if g.op == "eq" and len(g.free) >= FEWEST and is_rational(g):
            yield partial(by_fraction, search, asked.given, asked.goal, g, asked.depth)
