"""Reversal and shifts of ranges: Σ_lo^hi F(i) = Σ_{lo+s}^{hi+s} F(i − s) = Σ_lo^hi F(lo + hi − i).

A sum is rewritten so that fewer sizes occur in its members, or 2 Σ F(i) is written as Σ F(i) + F(lo + hi − i), so
that the first members meet the last. For example, Σ_{i=1}^n (2 i − n − 1) x_i >= 0 for a nondecreasing x. Reference:
Graham, Knuth and Patashnik, Concrete Mathematics, section 2.3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial

from flint import fmpq

from proofs.kernel.normal import Poly, as_term, canonical, constant, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    KernelError,
    Term,
    abstract,
    add,
    app,
    eq,
    fn,
    instantiate_bound,
    inv,
    lam,
    le,
    num,
    rebuild,
    substitute,
    var,
)
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, entries, quantity, relation, swapped_entry, walk
from proofs.search.sequences.induction import about
from proofs.search.sequences.known import MOST_CHANGES, RELATIONS, Known, known, quantities, ranged
from proofs.search.sequences.nested import exchanged
from proofs.search.sequences.orders import in_order
from proofs.search.sequences.rewriting import replaced_in, rewritten, with_equals
from proofs.search.sequences.termwise import Together, spreads


def sizes(t: Term, i: Term) -> set[Term]:
    """Return the integer variables of a term except one."""
    return {v for v in t.free if v.op == "var" and v.sort == "Z" and v is not i}


def _distances(member: Term, i: Term) -> Iterator[Term]:
    """Yield the non-numeral s for which i + s occurs in a member."""
    for t in walk(canonical(member)):
        if t.sort == "Z" and not t.loose and i in t.free and t is not i:
            s = canonical(t - i)
            if i not in s.free and s.free:
                yield s


def moved(known: Known, b: Term) -> Fact | None:
    """Return a sum with its range shifted if its members then contain fewer sizes."""
    lo, hi, body = b.args
    index = known.index(lo, hi)
    i, member = index.i, index.member(body)
    for s in dict.fromkeys(_distances(member, i)):
        there = canonical(substitute(member, {i: i - s}))
        if sizes(there, i) < sizes(member, i):
            fact = known.p.apply("sums.sum_shift", f=index.function(there), lo=lo, hi=hi, c=s)
            return known.run("arith", eq(b, canonical(fact.concl.args[0])), [(num(-1), [fact])], [], [])
    return None


def reversed_sum(known: Known, b: Term) -> Fact | None:
    """Return a sum in the reverse order if its members then contain fewer sizes."""
    lo, hi, body = b.args
    index = known.index(lo, hi)
    i, member = index.i, index.member(body)
    there = canonical(substitute(member, {i: lo + hi - i}))
    if sizes(there, i) < sizes(member, i):
        fact = known.p.apply("sums.sum_reverse", known.count(b), f=index.function(there), lo=lo, hi=hi)
        return known.run("arith", eq(b, canonical(fact.concl.args[1])), [(num(1), [fact])], [], [])
    return None


def simpler(known: Known, b: Term) -> Fact | None:
    """Return a sum with a shifted or reversed range, or with the order of summation exchanged."""
    for rule in (exchanged, moved, reversed_sum):
        with suppress(KernelError):
            fact = rule(known, b)
            if fact is not None:
                return fact
    return None


# --- sequences read backwards ----------------------------------------------------------------------------------------


class Backwards:
    """A sequence f that is read backwards, as c_i = f_{s−i}."""

    def __init__(self, known: Known, f: Term, s: Term) -> None:
        self.known, self.f, self.both = known, f, s
        self.c = fn(f"c'{len(known.p.made)}", 1, "R")

    def named(self, t: Term) -> Term:
        """Return the term with c where f is read backwards."""
        if t.op == "app" and t.args[0] is self.f:
            place = canonical(self.both - t.args[1])
            return app(self.c, place) if place.size < canonical(t.args[1]).size else t
        return rebuild(t, lambda kid, _: self.named(kid))

    def of_sums(self, formula: Term) -> Iterator[Fact]:
        """Yield Σ_lo^hi F(f_i) = Σ_{s−hi}^{s−lo} F(f_{s−i}), for sums of members that depend on f_i only."""
        for b in bigs(formula, ("sum",)):
            lo, hi, body = b.args
            index = self.known.index(lo, hi)
            i, member = index.i, index.member(body)
            if self.f not in member.free or i in swapped_entry(member, app(self.f, i), num(0)).free:
                continue
            turn = self.known.theorem("sums.sum_reverse", b, self.known.count(b))
            there = index.function(canonical(substitute(member, {i: self.both - i})))
            by = {"f": there, "lo": lo, "hi": hi, "c": canonical(self.both - lo - hi)}
            move = self.known.p.apply("sums.sum_shift", **by)
            same = eq(b, canonical(move.concl.args[0]))
            yield self.known.run("arith", same, [(num(-1), [turn]), (num(-1), [move])], [], [])

    def facts(self) -> Iterator[Fact]:
        """Yield the hypotheses about f, as far as they concern the reversed sequence."""
        for fact in self.known.facts:
            if self.f in fact.concl.free:
                with suppress(KernelError):
                    yield replaced_in(self.known, fact, self.of_sums(fact.concl))
        for u in self.known.universal:
            if self.f in u.concl.free:
                with suppress(KernelError):
                    yield self._turned(u)

    def _turned(self, universal: Fact) -> Fact:
        """Prove A(f_i, …, f_{i+s}) for all i of a range, read backwards."""
        i, j = var("i'", "Z"), self.known.fresh("j", "Z")
        first, last, about = ranged(universal.concl, i) or (i, i, universal.concl)
        steps = [constant(normal(canonical(t.args[-1] - i))) for t in entries([about]) if t.args[0] is self.f]
        if about.op not in RELATIONS or not steps or None in steps:
            raise NotFound("not of members at neighbouring indices")
        there = canonical(self.both - num(max(s for s in steps if s is not None)))
        low, high = (le(canonical(there - last), j), le(j, canonical(there - first)))
        sides = [self.known.run("assume", side) for side in (low, high)]
        fact = self.known.p.specialize(universal, canonical(there - j), using=sides)
        return self.known.p.generalize(j, fact, low, high)


def by_backwards(known: Known, goal: Term, f: Term, s: Term, depth: int) -> Fact:
    """Prove the goal for every sequence with the known properties of f in reverse order."""
    turn = Backwards(known, f, s)
    equations = list(turn.of_sums(goal))
    q, used = _one_of_two(quantity(goal), equations) if goal.op in ("le", "lt") else ({}, [])
    facts = [fact for fact in turn.facts() if f not in turn.named(fact.concl).free]

    def ask(current: Term) -> Fact:
        now = turn.named(current)
        given, sides = [g for g in known.given if f not in g.free], facts
        if f in now.free and not used:
            raise NotFound("not only read backwards")
        if f in now.free:
            given, sides = list(known.given), [*facts, *equations]
        before, known.p.facts = known.p.facts, {}
        try:
            fact = known.search.prove([*given, *(turn.named(side.concl) for side in sides)], now, depth + 1)
        finally:
            known.p.facts = before
        i = known.fresh("i", "Z")
        fact = known.run("instantiate", fact, [(turn.c, lam(1, abstract(app(f, canonical(s - i)), [i])))])
        return known.p.change(known.search.cut(fact, sides), current)

    if used:
        return known.put_back(goal, ask(relation(q, goal.op)), used)
    return with_equals(known, goal, equations, ask) if equations else ask(goal)


def _one_of_two(q: Poly, equations: Sequence[Fact]) -> tuple[Poly, list[tuple[Poly, Fact]]]:
    """Return the polynomial with S T for the squares of sums.

    Where an equation says that S = T, and by what that is times.
    """
    used: list[tuple[Poly, Fact]] = []
    for same in equations:
        left, right = map(normal, same.concl.args)
        ((own, _),) = next(iter(left))
        by: Poly = {(m - {(own, fmpq(2))}) | {(own, fmpq(1))}: c for m, c in q.items() if (own, fmpq(2)) in m}
        if by:
            q = plus(q, times(by, plus(right, left, -1)))
            used.append((by, same))
    return q, used


def _read_backwards(goal: Term) -> Iterator[tuple[Term, Term]]:
    """Yield the sequences with members at s − i in sums over i, and s."""
    i = var("i'", "Z")
    for b in bigs(goal, ("sum",)):
        for t in entries([instantiate_bound(b.args[2], (i,))]):
            if len(t.args) == 2 and t.args[0].op == "fn":
                s = canonical(t.args[1] + i)
                if i not in s.free:
                    yield t.args[0], s


@method("ranges moved and turned", share=0.6)
def ranges_turned(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for sums whose members contain sizes."""
    k = known(search, asked)
    if any(sizes(b.args[2], b) for b in bigs(asked.goal, ("sum",)) if b.args[2].loose):
        yield k.way(partial(rewritten, k, asked.goal, partial(simpler, k), asked.depth))


@method("sequences read backwards", share=0.5)
def read_backwards(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for sums with members of a sequence from the last one to the first."""
    k, goal = known(search, asked), asked.goal
    if goal.op in RELATIONS and not asked.depth:
        for found in dict.fromkeys(_read_backwards(goal)):
            yield k.way(partial(by_backwards, k, goal, *found, asked.depth))


MOST_UNITS = 2  # sums by which a constant is spread


def facing(t: Term, place: Term, j: Term) -> Term:
    """Return the term with j for the index `place` of entries."""
    for entry in [e for e in entries([t]) if len(e.args) == 2 and canonical(e.args[1]) is place]:
        t = swapped_entry(t, entry, app(entry.args[0], j))
    return t


def by_mirror(known: Known, goal: Term, choice: int) -> Fact:
    """Prove the goal from F(i) + F(j) >= 0 where i + j = lo + hi; a constant is spread over the sum."""
    together = Together(goal)
    assert together.range is not None
    lo, hi = together.range
    index, other = known.index(lo, hi), known.index(lo, hi)
    place = canonical(lo + hi - index.i)
    terms, facts = together.at(index), list[Fact]()
    if together.rest:
        units = [
            s for s in spreads(known, lo, hi) if s.body is num(1) or (s.value.op == "num" and s.value is not num(0))
        ]
        if choice >= len(units):
            raise NotFound("nothing to spread a constant by")
        by = units[choice]
        terms.append(as_term(together.rest) * index.member(by.body) * inv(by.value))
        facts += [by.fact, *([known.positive(by.value)] if by.value.op != "num" else [])]
    member = terms[0] if len(terms) == 1 else add(*terms)
    facing_member = facing(member, place, other.i)
    there = substitute(facing_member, {index.i: other.i, other.i: index.i})
    both = le(num(0), canonical(facing_member + there))
    sum_of_places = known.run("assume", eq(index.i + other.i, lo + hi))
    here = [*index.facts, *other.facts, *facts[1:], sum_of_places]
    if known.steps:
        fact = in_order(known, here, both, index, other)
    else:
        fact = known.numbers([*here, *known.denominators(both, here)], both, 1.0)
    fact = known.run("instantiate", fact, [(other.i, place)])
    for side in (le(lo, place), le(place, hi), eq(index.i + place, lo + hi)):
        fact = known.search.cut(fact, [known.settle(side, *index.ends)])
    up = known.summed(index, fact)
    turned = [
        known.p.apply("sums.sum_reverse", known.settle(le(lo, hi + 1)), f=index.function(t), lo=lo, hi=hi)
        for t in terms
    ]
    return known.linear(goal, [up, *turned, *facts, *about(known, goal)], depth=2)


@method("mirror images", share=0.4)
def mirrored(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for sums over monotone sequences, also in the opposite order, and over opposite members."""
    k, goal = known(search, asked), asked.goal
    fits = _fits if k.steps else _faces
    if goal.op == "le" and asked.depth <= MOST_CHANGES and any(map(fits, bigs(goal, ("sum",)))):
        for choice in range(MOST_UNITS):
            yield k.way(partial(by_mirror, k, goal, choice))


def _faces(b: Term) -> bool:
    """Return whether members at lo + hi − i occur in a sum."""
    lo, hi, body = b.args
    i = var("i'", "Z")
    place = canonical(lo + hi - i)
    return any(len(e.args) == 2 and canonical(e.args[1]) is place for e in entries([instantiate_bound(body, (i,))]))


def _fits(b: Term) -> bool:
    """Return whether members at lo + hi − i occur in a sum, or the index occurs as a number."""
    i = var("i'", "Z")
    return _faces(b) or i in quantities(instantiate_bound(b.args[2], (i,)))
