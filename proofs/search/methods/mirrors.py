"""Sums and their mirror images: 2 Σ F(i) = Σ F(i) + F(lo + hi − i), where the first members meet the last.

What is left is about two members of each sequence, at i and at j = lo + hi − i, in order where the sequence rises or
falls, and else any two.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proofs.kernel.normal import as_term, canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, add, app, eq, instantiate_bound, inv, le, num, substitute, var
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, entries, swapped_entry
from proofs.search.sequences.induction import about
from proofs.search.sequences.known import MOST_CHANGES, Known, known, quantities
from proofs.search.sequences.orders import in_order
from proofs.search.sequences.termwise import Together, spreads

MOST_UNITS = 2  # sums by which a constant is spread


def facing(t: Term, place: Term, j: Term) -> Term:
    """The term with j for the index `place` of entries."""
    for entry in [e for e in entries([t]) if len(e.args) == 2 and canonical(e.args[1]) is place]:
        t = swapped_entry(t, entry, app(entry.args[0], j))
    return t


def by_mirror(known: Known, goal: Term, choice: int) -> Fact:
    """The goal from F(i) + F(j) >= 0 where i + j = lo + hi; a constant is spread over the sum."""
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
        known.p.apply(None, "sums.sum_reverse", known.settle(le(lo, hi + 1)), f=index.function(t), lo=lo, hi=hi)
        for t in terms
    ]
    return known.linear(goal, [up, *turned, *facts, *about(known, goal)], depth=2)


# --- the method ------------------------------------------------------------------------------------------------------


@method("mirror images", share=0.4)
def mirrored(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums of members of sequences that rise or fall, also of such in the opposite order, and of facing members."""
    k, goal = known(search, asked), asked.goal
    fits = _fits if k.steps else _faces
    if goal.op == "le" and asked.depth <= MOST_CHANGES and any(map(fits, bigs(goal, ("sum",)))):
        for choice in range(MOST_UNITS):
            yield k.way(partial(by_mirror, k, goal, choice))


def _faces(b: Term) -> bool:
    """Whether members at lo + hi − i stand in a sum."""
    lo, hi, body = b.args
    i = var("i'", "Z")
    place = canonical(lo + hi - i)
    return any(len(e.args) == 2 and canonical(e.args[1]) is place for e in entries([instantiate_bound(body, (i,))]))


def _fits(b: Term) -> bool:
    """Whether members at lo + hi − i stand in a sum, or the index stands there as a number."""
    i = var("i'", "Z")
    return _faces(b) or i in quantities(instantiate_bound(b.args[2], (i,)))
