"""Divergences of two sequences with the same sum: known bounds, chained.

From the divergence K of p and q to the distance T = Σ |p − q| by T² <= 2 K (Pinsker), to the affinity B = Σ √(p q) by
e^(−K) <= B², from that to T by T² <= 4 (1 − B²), and from T to a member by 2 |p_k − q_k| <= T. Each is shown by the
method that is made for it, from what is known of p and q only; the goal follows from them as one about numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from proofs.decide.base.failures import NotFound
from proofs.decide.search import Asked, Search, Way, method
from proofs.decide.sequences.forms import bigs, entries, walk
from proofs.decide.sequences.known import Index, Known, known
from proofs.decide.sequences.termwise import spreads
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, absolute, big, closed, eq, exp, le, num, substitute
from proofs.theorems.norms import sqrt

BY_WEIGHTS, BY_LOGARITHMS = "squares of sums, divided by weights", "logarithms of powers of sums"
MOST_NESTED = 2  # questions around one that is chained
MOST_MEMBERS = 2  # that are compared with T


class Pair:
    """Two sequences at an index, of which hypotheses say that they have the same sum; and a divergence of them."""

    def __init__(self, known: Known, divergence: Term) -> None:
        self.known, self.divergence = known, divergence
        lo, hi, body = divergence.args
        self.index: Index = known.index(lo, hi)
        found = [t for t in entries([self.index.member(body)]) if t.args[1:] == (self.index.i,)]
        given = {self.index.member(s.body): s for s in spreads(known, lo, hi)[1:]}
        if len(found) != 2 or any(t not in given for t in found):
            raise NotFound("no two sequences with given sums")
        self.p, self.q = found
        one, other = (given[t] for t in found)
        if one.value is not num(1) or other.value is not num(1):
            raise NotFound("sums that are not 1")
        self.distance = self._sum(absolute(self.p - self.q))
        self.affinity = self._sum(sqrt(self.p * self.q))
        self.said = one.fact, other.fact

    @staticmethod
    def _ends(t: Term) -> Iterator[tuple[Term, Term]]:
        yield t.args[0], t.args[0]
        yield t.args[0], t.args[1]

    def _sum(self, member: Term) -> Term:
        return big("sum", self.index.lo, self.index.hi, closed(member, [self.index.i]))

    def at_members(self, goal: Term) -> Iterator[Fact]:
        """2 |p_k − q_k| <= T for the members that stand in the goal, and for the greatest."""
        known, gap = self.known, self.p - self.q
        zero = known.linear(eq(self._sum(gap), num(0)), list(self.said))
        for t in bigs(goal, ("max",)):
            with suppress(KernelError):
                index, bound = known.index(*t.args[:2]), num(1, 2) * self.distance
                by = {"f": self.index.function(gap), "lo": self.index.lo, "hi": self.index.hi, "m": index.i}
                fact = known.p.apply(None, "inequalities.member_of_zero_sum", zero, *index.ends, **by)
                member = known.linear(le(index.member(t.args[2]), bound), [fact])
                yield known.run("max_le", t, bound, known.settle(le(*t.args[:2])), known.everywhere(index, member))
                first = substitute(index.member(t.args[2]), {index.i: t.args[0]})
                there = known.run("max_ge", t, t.args[0], *(known.settle(le(*e)) for e in self._ends(t)))
                yield known.linear(le(num(0), t), [there, known.nonnegative(first)])
        places = dict.fromkeys(t.args[1] for t in entries([goal]) if t.args[0] is self.p.args[0])
        for place in list(places)[:MOST_MEMBERS]:
            with suppress(KernelError):
                ends = known.settle(le(self.index.lo, place)), known.settle(le(place, self.index.hi))
                by = {"f": self.index.function(gap), "lo": self.index.lo, "hi": self.index.hi, "m": place}
                yield known.p.apply(None, "inequalities.member_of_zero_sum", zero, *ends, **by)
                for side in (1, -1):
                    yield known.p.apply(None, "elementary.abs_ge", x=num(side) * substitute(gap, {self.index.i: place}))


def _shown(known: Known, pair: Pair, wanted: Term, by: str, depth: int) -> Fact:
    """What the method of a name gives for an inequality, under the hypotheses about the two sequences."""
    own = {pair.p.args[0], pair.q.args[0], *pair.divergence.args[0].free, *pair.divergence.args[1].free}
    search, given = known.search, [g for g in known.given if g.free <= own]
    row = next((m for kind in search.table for m in kind.methods if m.name == by), None)
    if row is None:
        raise NotFound(f"no method {by}")
    before, known.p.facts = known.p.facts, {}
    try:
        fact = search.attempt(by, row.ways(search, Asked(search, given, wanted, depth + 1)))
    finally:
        known.p.facts = before
    if fact is None:
        raise NotFound("a bound that is not shown")
    return fact


def by_chain(known: Known, goal: Term, divergence: Term, choice: int, depth: int) -> Fact:
    """The goal from Pinsker's inequality and members, or by way of the affinity."""
    pair = Pair(known, divergence)
    members = list(pair.at_members(goal))
    K, T, B = divergence, pair.distance, pair.affinity
    facts = [*members, known.nonnegative(T)]
    if choice == 0:
        if not members:
            raise NotFound("no members")
        facts.append(_shown(known, pair, le(T * T, num(2) * K), BY_WEIGHTS, depth))
    else:
        facts.append(known.nonnegative(B))
        facts.append(_shown(known, pair, le(exp(-K), B * B), BY_LOGARITHMS, depth))
        facts.append(_shown(known, pair, le(T * T, num(4) * (num(1) - B * B)), BY_WEIGHTS, depth))
        facts.append(known.linear(le(num(0), num(1) - exp(-K)), facts, degree=2))
    return known.numbers(facts, goal, 2.0)


# --- the method ------------------------------------------------------------------------------------------------------


@method("bounds of divergences, chained", share=0.5)
def divergences(search: Search, asked: Asked) -> Iterator[Way]:
    """For a sum with logarithms of two sequences, beside members of these, their distance or a power of e."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "eq" or asked.depth > MOST_NESTED:
        return
    found = [b for b in bigs(goal, ("sum",)) if any(t.op == "log" for t in walk(b.args[2]))]
    if found and (entries([goal]) or bigs(goal, ("max",)) or any(t.op == "exp" and bigs(t) for t in walk(goal))):
        for choice in (0, 1):
            yield k.way(partial(by_chain, k, goal, found[0], choice, asked.depth))
