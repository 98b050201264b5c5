"""Sums of squares, and of what is not negative, as they are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from flint import fmpq

from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, le, lt, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method


def _parts(t: Term, sign: int) -> Iterator[tuple[Term, int]]:
    """The summands with their signs."""
    if t.op == "add":
        for a in t.args:
            yield from _parts(a, sign)
    elif not (t.op == "num" and t.args[0] == 0):
        yield t, sign


def _factors(t: Term) -> Iterator[Term]:
    """The factors, of products in products, too."""
    if t.op == "mul":
        for a in t.args:
            yield from _factors(a)
    else:
        yield t


def as_written(search: Search, asked: Asked) -> Fact:
    """0 <= Σ c Π u² Π v from the squares and from hypotheses about the v."""
    square = search.p.theorem("elementary.square_nonneg")
    (hole,) = square.concl.free
    known = {key(g): g for g in asked.given}
    sums = []
    s, t = asked.goal.args
    for part, sign in (*_parts(t, 1), *_parts(s, -1)):
        factors = Counter(_factors(part))
        facts: list[Fact] = []
        for u, k in list(factors.items()):
            if u.op == "num":
                continue
            facts += [search.run("instantiate", square, [(hole, u)])] * (k // 2)
            if k % 2:
                relation = next((known[key(r)] for r in (lt(num(0), u), le(num(0), u)) if key(r) in known), None)
                if relation is None:
                    raise NotFound("not a square")
                facts.append(search.run("assume", relation))
        coefficient = fmpq(sign)
        for u, k in factors.items():
            coefficient = coefficient * fmpq(*u.args) ** k if u.op == "num" else coefficient
        sums.append((num(coefficient), facts))
    return search.run("arith", asked.goal, sums, [], [])


@method("squares as written")
def squares_as_written(search: Search, asked: Asked) -> Iterator[Way]:
    """For inequalities with squares in them."""
    yield lambda: as_written(search, asked)
