"""Recursions: induction from no steps on, over two neighbours, and of something stronger.

Before its first step a recursion says nothing, so that a bound of the member a_{n + 1} is a bound of the first one for
n = 0. Where the last member is bounded by a sum over all before, that bound is what goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial

from proofs.decide.base.failures import NotFound
from proofs.decide.search import Asked, Search, Way, method
from proofs.decide.sequences.forms import bigs, entries, quantity, walk
from proofs.decide.sequences.induction import by_induction, next_step, one_by_itself, size_of, with_short
from proofs.decide.sequences.known import MOST_CHANGES, RELATIONS, Known, known, ranged
from proofs.kernel.normal import as_term, canonical, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, eq, ite, le, lt, num, substitute, var


def _size(known: Known, goal: Term) -> Term:
    """The size that a goal is about, if it may be 0 as far as entries go."""
    n, least = size_of(known, goal)
    if least > 1:
        raise NotFound("a size from 2 on")
    return n


def from_nothing(known: Known, goal: Term) -> Fact:
    """A goal by induction over a size from 0 on."""
    return by_induction(known, goal, least=0, size=_size(known, goal))


def over_two(known: Known, goal: Term) -> Fact:
    """A goal by induction that knows it of two neighbouring sizes.

    They are one claim as a bound of the larger difference of sides, or of the sum of their squares.
    """
    n, least = size_of(known, goal)
    low, high = (canonical(substitute(goal.args[0] - goal.args[1], {n: x})) for x in (n - 1, n))
    both = le(low * low + high * high if goal.op == "eq" else ite(lt(low, high), high, low), num(0))

    def each(known: Known, k: Term, facts: Sequence[Fact]) -> tuple[Fact, Fact]:
        gaps = [substitute(t, {n: k}) for t in (low, high)]
        if goal.op == "eq":
            sides = [_vanishes(known, facts[0], *pair) for pair in (gaps, gaps[::-1])]
        else:
            sides = [known.numbers(facts[:1], le(t, num(0))) for t in gaps]
        goals = [substitute(goal, {n: canonical(x)}) for x in (k - 1, k)]
        earlier, later = (known.restated(f, g) for f, g in zip(sides, goals, strict=True))
        return earlier, later

    def prove(inside: Known, facts: Sequence[Fact], target: Term) -> Fact:
        k = next(v for v in facts[0].concl.free if v.sort == "Z" and v not in goal.free)
        earlier, later = each(inside, k, facts)
        near = [f for place in _places(goal, n, k) for f in inside.at(place)]
        fact = next_step(inside, [later, earlier, *near, *facts[1:]], substitute(goal, {n: canonical(k + 1)}))
        gaps = [canonical(f.concl.args[0] - f.concl.args[1]) for f in (later, fact)]
        if goal.op == "eq":
            squares = [(gap, [f]) for gap, f in zip(gaps, (later, fact), strict=True)]
            return inside.run("arith", target, squares, [], [])
        of_both = [inside.restated(f, le(gap, num(0))) for gap, f in zip(gaps, (later, fact), strict=True)]
        return inside.numbers(of_both, target)

    for start in (least, least + 1):
        with suppress(KernelError):
            inside = known if start == least else Known(known.search, [*known.given, le(num(start), n)])
            with inside.at_hand():
                fact = by_induction(inside, both, prove, start, n)
                out = each(inside, n, [fact])[1]
            return out if start == least else one_by_itself(known, goal, n, least, out)
        known.search.in_time()
    raise NotFound("not shown of two neighbours")


def _vanishes(known: Known, squares: Fact, s: Term, t: Term) -> Fact:
    """s = 0 from s² + t² <= 0."""
    x, y = known.fresh("x"), known.fresh("y")
    fact = known.within(1.0, partial(known.search.prove, [le(x * x + y * y, num(0))], eq(x, num(0)), 1))
    fact = known.run("instantiate", fact, [(x, s), (y, t)])
    return known.search.cut(fact, [known.restated(squares, le(s * s + t * t, num(0)))])


def _places(goal: Term, n: Term, k: Term) -> list[Term]:
    """The indices in a goal that depend on a size, for k − 1, k and k + 1."""
    found = dict.fromkeys(i for t in entries([goal]) for i in t.args[1:] if n in i.free)
    return list(dict.fromkeys(canonical(substitute(i, {n: x})) for i in found for x in (k - 1, k, k + 1)))


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


@method("induction over two neighbours", share=0.4)
def over_two_neighbours(search: Search, asked: Asked) -> Iterator[Way]:
    """For recursions from two members to the next one."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "eq") and asked.depth <= MOST_CHANGES and _placed(goal) and max(_steps(k), default=0) > 2:
        yield k.way(partial(over_two, k, goal))
