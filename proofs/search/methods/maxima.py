"""Maxima by sums: t max x <= log Σ e^(t x) on the smaller side, and max x >= Σ w x, a mean, on the larger one.

So the mean by softmax weights against the maximum, maxima of which only moment generating functions are bounded, and
minimax bounds: for weights that hypotheses say to sum to 1, what is at most the mean is at most the maximum.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

from proofs.kernel.normal import Atom, Poly, as_term, canonical, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, inv, le, log, num
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, entries, quantity, relation, value_of_sum, walk
from proofs.search.sequences.known import MOST_CHANGES, Known, known

MOST_MAXIMA, MOST_PLACES = 4, 2  # of a goal, and indices at which members are looked at


def _pairs(known: Known, goal: Term) -> Iterator[tuple[Term, Term, Term]]:
    """A maximum max x of a goal, a sum Σ e^(t x) over its range that is spoken of, and t."""
    sums = dict.fromkeys(b for f in (goal, *(f.concl for f in known.facts)) for b in bigs(f, ("sum",)))
    for m in bigs(goal, ("max",)):
        for b in sums:
            if b.args[:2] != m.args[:2] or canonical(b.args[2]).op != "exp":
                continue
            index = known.index(*m.args[:2])
            x, power = index.member(m.args[2]), canonical(index.member(b.args[2])).args[0]
            rates = [num(1), *(t for t in free_variables([power]) if t.sort == "R")]
            yield from ((m, b, t) for t in rates if canonical(power) is canonical(t * x))


def _bound(known: Known, m: Term, b: Term, t: Term) -> Fact:
    """max x <= log(Σ e^(t x))/t."""
    index = known.index(*m.args[:2])
    rate = known.positive(t)
    member = known.member(b, index.i, *index.ends)
    if not member:
        raise NotFound("a sum that is not shown to be no less than its members")
    power = canonical(index.member(b.args[2]))
    above = known.linear(le(power, b), member)
    order = known.p.apply(None, "elementary.log_le", known.run("exp_pos", power.args[0]), above, x=power, y=b)
    down = known.p.apply(None, "elementary.inv_pos", rate, x=t)
    bound = inv(t) * log(b)
    here = known.run("arith", le(index.member(m.args[2]), bound), [(num(1), [order, down])], [], [rate])
    return known.run("max_le", m, bound, known.settle(le(*m.args[:2])), known.everywhere(index, here))


def by_sum(known: Known, goal: Term, m: Term, b: Term, t: Term, depth: int) -> Fact:
    """The goal with log(Σ e^(t x))/t for the maximum, which stands on the smaller side.

    Raises
    ------
    NotFound
        if it is not multiplied by what is positive there, or the goal with the sum is not shown.
    """
    q = quantity(goal)
    atom: Atom = next(iter(next(iter(normal(m)))))[0]
    if any(dict(mono).get(atom, 0) > 1 for mono in q):
        raise NotFound("a power of a maximum")
    factor: Poly = {frozenset(x for x in mono if x[0] != atom): -c for mono, c in q.items() if atom in dict(mono)}
    by = as_term(factor)
    if all(c < 0 for c in factor.values()):
        raise NotFound("on the larger side")
    sign = known.nonnegative(by)
    bound = _bound(known, m, b, t)
    inside = relation(plus(q, times(factor, normal(bound.concl.args[1] - m)), -1), goal.op)
    known.likely(inside)
    return known.run("arith", goal, [(num(1), [known.asked([], inside, depth)]), (num(1), [bound, sign])], [], [])


def _weights(known: Known, m: Term) -> Iterator[tuple[Term, Fact]]:
    """Weights over the range of a maximum whose sum hypotheses say to be 1."""
    for f in known.facts:
        found = value_of_sum(f)
        if found is not None and found[0].args[:2] == m.args[:2] and found[1] is num(1):
            yield found[0], f


def by_mean(known: Known, goal: Term, m: Term, total: Term, said: Fact, depth: int) -> Fact:
    """The goal with the mean Σ w x for max x, which stands on the larger side.

    Raises
    ------
    NotFound
        if the weights may be negative, or what the maximum is multiplied by, or the goal with the mean is not shown.
    """
    q = quantity(goal)
    atom: Atom = next(iter(next(iter(normal(m)))))[0]
    factor: Poly = {frozenset(x for x in mono if x[0] != atom): c for mono, c in q.items() if atom in dict(mono)}
    if not factor or any(dict(mono).get(atom, 0) > 1 for mono in q):
        raise NotFound("a power of a maximum, or none")
    sign = known.nonnegative(as_term(factor))
    index = known.index(*m.args[:2])
    w, x = index.member(total.args[2]), index.member(m.args[2])
    with known.inside(index):
        weight = known.nonnegative(w, index.facts)
    above = known.run("max_ge", m, index.i, *index.ends)
    up = known.summed(index, known.run("arith", le(w * x, w * m), [(num(1), [above, weight])], [], []))
    mean = up.concl.args[0]
    bound = known.run("arith", le(mean, m), [(num(1), [up]), (m, [said])], [], [])
    inside = relation(plus(q, times(factor, normal(m - mean)), -1), goal.op)
    known.likely(inside)
    return known.run("arith", goal, [(num(1), [known.asked([], inside, depth)]), (num(1), [bound, sign])], [], [])


def by_places(known: Known, goal: Term, place: Term) -> Fact:
    """The goal from the members of its maxima at a place, with the halves of absolute values, times signs."""
    above = known.above_members(place, (), [goal])
    sizes = dict.fromkeys(t.args[0] for f in above for t in walk(f.concl) if t.op == "abs" and not t.loose)
    halves = [known.p.apply(None, "elementary.abs_ge", x=x) for u in sizes for x in (u, -u)]
    return known.linear(goal, [*above, *halves, *known.facts], degree=2, work=600)


# --- the methods -----------------------------------------------------------------------------------------------------


@method("maxima by sums of powers of e", share=0.5)
def maxima(search: Search, asked: Asked) -> Iterator[Way]:
    """For a maximum on the smaller side, beside a sum of powers of e over its range."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES and bigs(goal, ("max",)):
        with k.at_hand():
            found = list(_pairs(k, goal))
        for m, b, t in found:
            yield k.way(partial(by_sum, k, goal, m, b, t, asked.depth))


@method("a mean is at most the maximum", share=0.5)
def means(search: Search, asked: Asked) -> Iterator[Way]:
    """For a maximum on the larger side, and weights over its range whose sum is 1."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES:
        for m in bigs(goal, ("max",)):
            for total, said in _weights(k, m):
                yield k.way(partial(by_mean, k, goal, m, total, said, asked.depth))


@method("maxima against their members at a place", share=0.3)
def at_places(search: Search, asked: Asked) -> Iterator[Way]:
    """For maxima on the larger side, where the goal speaks of members at an index, times what is not negative."""
    k, goal = known(search, asked), asked.goal
    places = dict.fromkeys(p for e in entries([goal]) for p in e.args[1:] if p.op == "var")
    found = bigs(goal, ("max",))
    if goal.op in ("le", "lt") and found and places and len(found) <= MOST_MAXIMA:
        for place in islice(places, MOST_PLACES):
            yield k.way(partial(by_places, k, goal, place))
