"""Recursions: induction from no steps on, over two neighbours, and of something stronger.

Before its first step a recursion says nothing, so that a bound of the member a_{n + 1} is a bound of the first one for
n = 0. Where the last member is bounded by a sum over all before, that bound is what goes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from proofs.kernel.normal import as_term, canonical, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, le, num, substitute, var
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, entries, quantity, walk
from proofs.search.sequences.induction import by_induction, size_of, with_short
from proofs.search.sequences.known import MOST_CHANGES, RELATIONS, Known, known, ranged
from proofs.search.sequences.leaving import shorter_steps
from proofs.search.sequences.two import over_two


def _size(known: Known, goal: Term) -> Term:
    """The size that a goal is about, if it may be 0 as far as entries go."""
    n, least = size_of(known, goal)
    if least > 1:
        raise NotFound("a size from 2 on")
    return n


def from_nothing(known: Known, goal: Term) -> Fact:
    """A goal by induction over a size from 0 on."""
    return by_induction(known, goal, least=0, size=_size(known, goal))


def with_room(known: Known, goal: Term) -> Fact:
    """The goal from left + c P <= right, P a power in it, where for n = 0 both sides are one."""
    n = _size(known, goal)
    powers = [t for t in walk(as_term(quantity(goal))) if t.op in ("prod", "exp") and n in t.free and not t.loose]
    at_first: list[Term] = []

    def look(now: Term) -> Fact:
        at_first.append(now)
        raise NotFound("only looked at")

    with suppress(NotFound):
        with_short(known, substitute(goal, {n: num(0)}), look)
    if not powers or not at_first:
        raise NotFound("no power")
    room = as_term(quantity(at_first[0]))
    if entries([room]) or bigs(room) or room is num(0):
        raise NotFound("the first members do not go out")
    power = powers[0]
    sign = known.nonnegative(room * power)
    stronger = le(goal.args[0] + room * power, goal.args[1])
    fact = by_induction(known, stronger, least=0, size=n)
    return known.run("arith", goal, [(num(1), [fact]), (num(1), [sign])], [], [])


def through_sums(known: Known, goal: Term) -> Fact:
    """The goal with the bound of the last member, a sum over those before, in its place; by induction."""
    n, least = size_of(known, goal)
    q = quantity(goal)
    for f in known.at(n):
        if f.concl.op not in ("le", "lt", "eq") or not bigs(f.concl, ("sum",)):
            continue
        own = quantity(f.concl)
        for last in [canonical(t) for t in entries([goal]) if n in t.free]:
            (m,) = normal(last)
            if m in q and own.get(m) and (f.concl.op == "eq" or q[m] / own[m] > 0):
                c = q[m] / own[m]
                rest = as_term(plus(q, times(own, {frozenset(): c}), -1))
                bound = by_induction(known, le(num(0), rest), least=least, size=n)
                return known.run("arith", goal, [(num(c), [f]), (num(1), [bound])], [], [])
    raise NotFound("no member is bounded by a sum")


def without_helpers(known: Known, goal: Term, depth: int) -> Fact:
    """The goal from recursions in which only its own sequences stand, the others being left out."""
    spoken = _functions(goal)
    more = list(dict.fromkeys(shorter_steps(known, spoken)))
    if not more:
        raise NotFound("no recursion is written shorter")
    inside = Known(known.search, [g for g in known.given if _functions(g) <= spoken])
    fact = inside.asked(more, goal, depth)
    return known.search.cut(fact, [*known.facts, *known.universal])


def _functions(formula: Term) -> set[Term]:
    return {v for v in formula.free if v.op == "fn"}


def _steps(known: Known) -> Iterator[int]:
    """How many members of sequences hypotheses speak of that say of a later one what it is; 1 if by a sum."""
    i = var("i'", "Z")
    for u in known.universal:
        _, _, relation = ranged(u.concl, i) or (i, i, FALSE)
        places = {canonical(p) for t in walk(relation) if t.op == "app" for p in t.args[1:] if i in p.free}
        if any(p is not i for p in places):
            yield len(places)


def _placed(goal: Term) -> bool:
    """Whether it speaks of a member at a place that is not fixed."""
    return any(v.sort == "Z" for t in entries([goal]) for p in t.args[1:] for v in p.free)


# --- the methods -----------------------------------------------------------------------------------------------------


@method("induction from no steps on", share=0.4)
def from_no_steps(search: Search, asked: Asked) -> Iterator[Way]:
    """For recursions."""
    k, goal = known(search, asked), asked.goal
    if asked.depth <= MOST_CHANGES and goal.op in RELATIONS and _placed(goal) and any(_steps(k)):
        yield k.way(partial(from_nothing, k, goal))
        if goal.op == "le":
            if any(t.op == "sum" for u in k.universal for t in walk(u.concl)):
                yield k.way(partial(through_sums, k, goal))
            if any(n.sort == "Z" for t in walk(goal) if t.op in ("prod", "exp") for n in t.free):
                yield k.way(partial(with_room, k, goal))


@method("recursions written shorter", share=0.3)
def shorter(search: Search, asked: Asked) -> Iterator[Way]:
    """For recursions beside which hypotheses bound other sequences (a descent lemma, and a bound of the gradient)."""
    k, goal = known(search, asked), asked.goal
    helped = any(_functions(u.concl) - _functions(goal) for u in k.universal)
    if asked.depth <= 1 and goal.op in ("le", "lt") and helped and _placed(goal) and any(_steps(k)):
        yield k.way(partial(without_helpers, k, goal, asked.depth))


@method("induction over two neighbours", share=0.4)
def over_two_neighbours(search: Search, asked: Asked) -> Iterator[Way]:
    """For recursions from two members to the next one."""
    k, goal = known(search, asked), asked.goal
    if goal.op in RELATIONS and asked.depth <= MOST_CHANGES and _placed(goal) and max(_steps(k), default=0) > 2:
        yield k.way(partial(over_two, k, goal))
