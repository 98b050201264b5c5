"""The discriminant of A x² + B x + C, whose coefficients are polynomials in the other variables.

If A > 0 and 4 A C − B² >= 0, the quadratic is nonnegative, since 4 A f = (2 A x + B)² + 4 A C − B². Both conditions
have one variable fewer. For example, a*x**2 + b*x + c >= 0 follows from a > 0 and b**2 <= 4*a*c.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proofs.kernel.normal import Poly, as_term, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, lt, num
from proofs.search.base.formulas import is_polynomial
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import seems_false


def coefficients_in(f: Term, x: Term) -> tuple[Term, Term, Term] | None:
    """Return A, B and C with f = A x² + B x + C, which do not contain x; None if f is not of this form."""
    parts: list[Poly] = [{}, {}, {}]
    for mono, c in normal(f).items():
        own = [e for a, e in mono if a.term is x]
        degree = int(own[0]) if own else 0
        rest = type(mono)((a, e) for a, e in mono if a.term is not x)
        if degree > 2 or any(x in a.term.free for a, _ in rest):
            return None
        parts[degree][rest] = c
    return as_term(parts[2]), as_term(parts[1]), as_term(parts[0])


def by_square(search: Search, asked: Asked, x: Term, a: Term, b: Term, c: Term) -> Fact:
    """Prove the goal from 0 < A and 4 A C − B² > 0, or >= 0, as 4 A f = (2 A x + B)² + 4 A C − B²."""
    given = [g for g in asked.given if x not in g.free]
    leading = search.prove(given, lt(num(0), a), asked.depth + 1)
    rest = search.prove(given, _discriminant(asked, a, b, c), asked.depth + 1)
    square = search.p.theorem("elementary.square_nonneg")
    (hole,) = square.concl.free
    squared = search.run("instantiate", square, [(hole, canonical(2 * a * x + b))])
    return search.p.have(asked.goal, rest, squared, scale=[leading])


def _discriminant(asked: Asked, a: Term, b: Term, c: Term) -> Term:
    make = {"lt": lt, "le": lambda s, t: s <= t}[asked.goal.op]
    return make(num(0), canonical(4 * a * c - b * b))


@method("discriminant", share=0.2)
def discriminants(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof for each variable of degree 2 whose coefficient A is not constant."""
    if not is_polynomial(asked.f):
        return
    for x in sorted(asked.f.free, key=lambda v: v.args[0]):
        found = coefficients_in(asked.f, x) if x.sort == "R" else None
        if found is None or not found[0].free:
            continue
        given = [g for g in asked.given if x not in g.free]
        if not any(seems_false(given, z) for z in (lt(num(0), found[0]), _discriminant(asked, *found))):
            yield partial(by_square, search, asked, x, *found)
