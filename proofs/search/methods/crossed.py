"""Sums over pairs of different indices: Σ_i f_i Σ_{j>i} g_j + Σ_i g_i Σ_{j>i} f_j = Σ f Σ g − Σ f g.

And where f = w g and nothing is negative, the left side is at most Σ w · Σ_i g_i Σ_{j>i} g_j: of w_i and w_j, the sum
of both is no more than that of all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from flint import fmpq

from proofs.kernel.normal import Poly, as_term, canonical, normal, plus
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, abstract, big, eq, instantiate_bound, lam, le, lt, num, substitute, var
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, factors, product_of, quantity, relation, replaced
from proofs.search.sequences.induction import first
from proofs.search.sequences.known import MOST_CHANGES, Known, known

MOST_CROSSED = 6  # double sums of a goal


@dataclass(frozen=True)
class Crossed:
    """Σ_i f_i Σ_j g_j over the pairs j > i, or j < i, of a range: f and g at an index, and the whole range."""

    total: Term
    i: Term
    f: Term
    g: Term
    lo: Term
    hi: Term
    after: bool

    def of(self, f: Term, g: Term) -> Term:
        """Σ_i f_i Σ_j g_j over all these pairs."""
        ends = (self.i + 1, self.hi) if self.after else (self.lo, self.i - 1)
        return big("sum", self.lo, self.hi, abstract(f * big("sum", *ends, abstract(g, [self.i])), [self.i]))

    def over(self, t: Term) -> Term:
        """Σ of a term at the index."""
        return big("sum", self.lo, self.hi, abstract(t, [self.i]))


def _crossed(b: Term) -> Crossed | None:
    """A double sum over pairs of different indices; None of another sum."""
    i = var("i'", "Z")
    lo, hi, body = b.args
    parts = list(factors(canonical(instantiate_bound(body, (i,)))))
    inner = [t for t in parts if t.op == "sum" and i in t.args[0].free | t.args[1].free]
    if len(inner) != 1 or i in inner[0].args[2].free or not inner[0].args[2].loose:
        return None
    first, last, of = inner[0].args
    g, f = instantiate_bound(of, (i,)), product_of([t for t in parts if t is not inner[0]])
    if canonical(first - i) is num(1) and canonical(last - hi) in (num(0), num(1)):
        return Crossed(b, i, f, g, lo, last, True)
    if canonical(last - i) is num(-1) and canonical(lo - first) in (num(0), num(1)):
        return Crossed(b, i, f, g, first, hi, False)
    return None


def _whole(known: Known, c: Crossed) -> Fact:
    """What a double sum is over all indices: those that were left out have nothing beside them."""
    whole = big("sum", c.lo, c.hi, c.total.args[2])
    if whole is c.total:
        return known.run("arith", eq(whole, whole), [], [], [])
    some = known.settle(le(c.lo, c.hi))
    split = known.run("big_step", whole, some) if c.after else known.theorem("sums.sum_first", whole, some)
    place = c.hi if c.after else c.lo
    f = instantiate_bound(abstract(c.f, [c.i]), (place,))
    inner = big("sum", *((place + 1, place) if c.after else (place, place - 1)), abstract(c.g, [c.i]))
    none = known.run("big_empty", inner, known.settle(lt(inner.args[1], inner.args[0])))
    return known.run("arith", eq(c.total, whole), [(num(-1), [split]), (-f, [none])], [], [])


def _found(q: Poly) -> list[Crossed]:
    """The double sums over pairs of different indices in a polynomial."""
    sums = dict.fromkeys(a.term for m in q for a, e in m if a.term.op == "sum" and e == 1)
    return [c for b in sums for c in [_crossed(b)] if c is not None][:MOST_CROSSED]


def _in_products(known: Known, q: Poly) -> Iterator[Fact]:
    """What the double sums are, each with that in which f and g change places, which goes out if it stands likewise."""
    seen: set[Term] = set()
    for c in _found(q):
        there = canonical(c.of(c.g, c.f))
        if there in seen:
            continue
        seen.add(canonical(c.total))
        name = "inequalities.crossed_after" if c.after else "inequalities.crossed_before"
        by = {"f": lam(1, abstract(c.f, [c.i])), "g": lam(1, abstract(c.g, [c.i])), "lo": c.lo, "hi": c.hi}
        fact = known.p.apply(None, name, known.settle(le(c.lo, c.hi + 1)), **by)
        product = c.over(c.f) * c.over(c.g) - c.over(c.f * c.g)
        if there is canonical(c.total):
            yield known.run("arith", eq(num(2) * c.total, product), [(num(1), [fact])], [], [])
        else:
            yield known.run("arith", eq(c.total, product - there), [(num(1), [fact])], [], [])


def by_products(known: Known, goal: Term, depth: int) -> Fact:
    """The goal with products of sums for double sums."""
    q, used = replaced(quantity(goal), [_whole(known, c) for c in _found(quantity(goal))])
    q, more = replaced(q, list(_in_products(known, q)))
    if not more or _found(q):
        raise NotFound("they do not go out")
    now = eq(num(0), as_term(q)) if goal.op == "eq" else relation(q, goal.op)
    if goal.op == "eq":
        return known.put_back(goal, known.asked([], now, depth), [*used, *more])
    known.likely(now)
    signs = [f for b in bigs(now, ("sum",)) for f in [known.signed(b)] if f is not None]
    inside = first(known, lambda: known.numbers(signs, now), lambda: known.asked_if_likely(now, depth))
    return known.put_back(goal, inside, [*used, *more])


def by_bounded_weights(known: Known, goal: Term, depth: int) -> Fact:
    """The goal with Σ w · Σ_i g_i Σ_j g_j for Σ_i w_i g_i Σ_j g_j + Σ_i g_i Σ_j w_j g_j on the smaller side."""
    whole = [_whole(known, c) for c in _found(quantity(goal))]
    q, used = replaced(quantity(goal), whole)
    for c in _found(q):
        f, g = Counter(factors(c.f)), Counter(factors(c.g))
        there = canonical(c.of(c.g, c.f))
        times_what = q.get(next(iter(normal(c.total))), fmpq(0))
        if not g < f or times_what >= 0 or q.get(next(iter(normal(there)))) != times_what:
            continue
        w = product_of([*(f - g).elements()])
        up = _weighed(known, c, w)
        left = plus(q, quantity(up.concl), times_what)
        inside = known.asked_if_likely(relation(left, goal.op), depth)
        fact = known.run("arith", relation(q, goal.op), [(num(1), [inside]), (num(-times_what), [up])], [], [])
        return known.put_back(goal, fact, used)
    raise NotFound("no weights")


def _weighed(known: Known, c: Crossed, w: Term) -> Fact:
    """Σ_i w_i g_i Σ_j g_j + Σ_i g_i Σ_j w_j g_j <= Σ w · Σ_i g_i Σ_j g_j."""
    total = c.over(w)
    every = known.members(total, known.nonnegative)
    index = known.index(c.lo, c.hi)
    with known.inside(index):
        inner = known.index(*((index.i + 1, c.hi) if c.after else (c.lo, index.i - 1)))
        j, m = (index.i, inner.i) if c.after else (inner.i, index.i)
        ends = [*index.ends, *inner.ends]
        order = [known.settle(side, *ends) for side in (le(c.lo, j), lt(j, m), le(m, c.hi))]
        two = known.theorem("inequalities.two_members", total, every, *order, j=j, m=m)
        g = [substitute(c.g, {c.i: k.i}) for k in (index, inner)]
        signs = [known.nonnegative(t, known.at(k.i, *ends)) for t, k in zip(g, (index, inner), strict=True)]
        both = two.concl.args[0]
        fact = known.run("arith", le(g[0] * g[1] * both, g[0] * g[1] * total), [(num(1), [two, *signs])], [], [])
        row = known.summed(inner, fact)
    return known.summed(index, row)


# --- the method ------------------------------------------------------------------------------------------------------


@method("pairs of different indices", share=0.4)
def crossed(search: Search, asked: Asked) -> Iterator[Way]:
    """For double sums over the indices after one, or before it."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt", "eq") and asked.depth <= MOST_CHANGES and _found(quantity(goal)):
        if goal.op != "eq":
            yield k.way(partial(by_bounded_weights, k, goal, asked.depth))
        yield k.way(partial(by_products, k, goal, asked.depth))
