"""Induction along recursions: bounds that each step of a recursion preserves.

For example, t_n >= (n + 1)/2 for t_1 = 1 and t_{i+1}² − t_{i+1} = t_i² with 0 < t. Reference: Elaydi, An Introduction
to Difference Equations, chapter 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice

from proofs.kernel.normal import as_term, canonical, key, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, le, lt, num, rebuild, substitute, var
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, entries, quantity, walk
from proofs.search.sequences.induction import by_induction, first, size_of, with_short
from proofs.search.sequences.known import MOST_CHANGES, RELATIONS, Known, known, ranged
from proofs.search.sequences.leaving import shorter_steps
from proofs.search.sequences.telescopes import up_to
from proofs.search.sequences.two import over_two


def _size(known: Known, goal: Term) -> Term:
    """Return the size on which a goal depends, if an induction may start with size 0."""
    n, least = size_of(known, goal)
    if least > 1:
        raise NotFound("a size from 2 on")
    return n


def from_nothing(known: Known, goal: Term) -> Fact:
    """Prove a goal by induction on a size, starting with 0."""
    return by_induction(known, goal, least=0, size=_size(known, goal))


def with_room(known: Known, goal: Term) -> Fact:
    """Prove the goal from left + c P <= right, where P is a power in it and both sides are equal for n = 0."""
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
    """Prove by induction the goal with the last member replaced by its bound, which contains a sum."""
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
    """Prove the goal from recursions from which all sequences outside the goal have been eliminated."""
    occurring = _functions(goal)
    more = list(dict.fromkeys(shorter_steps(known, occurring)))
    if not more:
        raise NotFound("no recursion is written shorter")
    inside = Known(known.search, [g for g in known.given if _functions(g) <= occurring])
    fact = inside.asked(more, goal, depth)
    return known.search.cut(fact, [*known.facts, *known.universal])


def _functions(formula: Term) -> set[Term]:
    return {v for v in formula.free if v.op == "fn"}


def _steps(known: Known) -> Iterator[int]:
    """Yield the number of different indices in each universal hypothesis that has an index other than i."""
    i = var("i'", "Z")
    for u in known.universal:
        _, _, relation = ranged(u.concl, i) or (i, i, FALSE)
        places = {canonical(p) for t in walk(relation) if t.op == "app" for p in t.args[1:] if i in p.free}
        if any(p is not i for p in places):
            yield len(places)


def _placed(goal: Term) -> bool:
    """Return whether the goal contains a member whose index contains an integer variable."""
    return any(v.sort == "Z" for t in entries([goal]) for p in t.args[1:] for v in p.free)


@method("induction from no steps on", share=0.4)
def from_no_steps(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield inductions from size 0, under recursions."""
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
    """Yield the proof without auxiliary sequences, as for a descent lemma and a bound of the gradient."""
    k, goal = known(search, asked), asked.goal
    helped = any(_functions(u.concl) - _functions(goal) for u in k.universal)
    if asked.depth <= 1 and goal.op in ("le", "lt") and helped and _placed(goal) and any(_steps(k)):
        yield k.way(partial(without_helpers, k, goal, asked.depth))


@method("induction over two neighbours", share=0.4)
def over_two_neighbours(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the induction over two consecutive sizes, for recursions of second order."""
    k, goal = known(search, asked), asked.goal
    if goal.op in RELATIONS and asked.depth <= MOST_CHANGES and _placed(goal) and max(_steps(k), default=0) > 2:
        yield k.way(partial(over_two, k, goal))


MOST_INVARIANTS = 6  # candidates that are tried
MOST_BACK = 2  # the highest order of a recursion
SHARE = 2.0  # the share of the effort for one candidate

Recursion = tuple[Term, Term, Term, int]  # a member at i', the range of all members, and the order


def _recursions(known: Known) -> Iterator[Recursion]:
    """Yield the sequences that satisfy a recursion by hypothesis."""
    i = var("i'", "Z")
    seen: set[Term] = set()
    for u in known.universal:
        first, last, relation = ranged(u.concl, i) or (i, i, FALSE)
        for here in entries([relation]):
            others = list(map(canonical, entries([relation])))
            steps = [d for d in range(1, MOST_BACK + 1) if canonical(substitute(here, {i: i + d})) in others]
            order = max(steps, default=0)
            if here.args[1:] == (i,) and here not in seen and order:
                seen.add(here)
                yield here, canonical(first), canonical(last + order), order


def _at(formula: Term, here: Term, there: Term) -> Term:
    """Return the formula with the member `here` replaced by `there`."""
    return there if formula is here else rebuild(formula, lambda kid, _: _at(kid, here, there))


def _candidates(known: Known, recursion: Recursion, j: Term, places: Sequence[Term]) -> Iterator[Term]:
    """Yield facts about first members, transferred to the members at j, as candidates for invariants."""
    here, lo, *_ = recursion
    first, member = (substitute(here, {var("i'", "Z"): place}) for place in (lo, j))
    facts = [*known.facts, *(f for f in known.at(lo) if f.concl.op in ("le", "lt"))]
    firsts = {canonical(substitute(t, {var("i'", "Z"): lo})): substitute(t, {var("i'", "Z"): j}) for t in places}
    for f in facts:
        own = entries([f.concl])
        alone = len(own) == 1 and canonical(own[0]) is canonical(first)
        together = len(own) == 2 and canonical(own[0]) is canonical(first) and canonical(own[1]) in firsts
        if (alone or together) and not bigs(f.concl):
            sides = list(f.concl.args)
            for t in own:
                sides = [_at(side, t, firsts[canonical(t)] if together else member) for side in sides]
            yield from (
                (le(*pair) for pair in (sides, sides[::-1]))
                if f.concl.op == "eq"
                else ((le if f.concl.op == "le" else lt)(*sides),)
            )
    sign = known.signed(first)
    if sign is not None:
        yield (le if sign.concl.op == "le" else lt)(num(0), member)


def invariants(known: Known) -> Iterator[Fact]:
    """Yield facts about every index of a recursion that are not hypotheses."""
    every = list(_recursions(known))
    for recursion in every:
        alike = [here for here, *ends in every if ends[:2] == list(recursion[1:3])]
        j = known.fresh("j", "Z")
        low, high = le(recursion[1], j), le(j, recursion[2])
        if recursion[1].op != "num":
            continue
        start = int(recursion[1].args[0])
        inside = Known(known.search, [*known.given, low, high])
        ends = [known.run("assume", f) for f in (low, high)]
        had = {key(f.concl) for f in known.at(j, *ends)}
        with inside.named_facts():
            for fact in up_to(inside, j):
                yield known.p.generalize(j, fact, low, high)
        for candidate in islice(_candidates(known, recursion, j, alike), MOST_INVARIANTS):
            if key(candidate) in had:
                continue
            with suppress(KernelError):
                inside.likely(candidate)
                with inside.named_facts():
                    fact = inside.within(SHARE, partial(_kept, inside, candidate, start, j, recursion[3]))
                had.add(key(candidate))
                had.add(key(le(*candidate.args)))
                yield known.p.generalize(j, fact, low, high)
            known.search.check_limit()


def _kept(inside: Known, candidate: Term, start: int, j: Term, order: int) -> Fact:
    with inside.named_facts():
        if order > 1:
            return over_two(inside, candidate)
        return by_induction(inside, candidate, least=start, size=j)


def by_invariants(known: Known, goal: Term, found: list[Fact], depth: int, inductive: bool) -> Fact:
    """Prove the goal from invariants of recursions, by induction or a new search; `found` caches the invariants."""
    if not found:
        if not inductive:
            raise NotFound("nothing is kept but what was known")
        found += {key(f.concl): f for f in invariants(known)}.values()
    if not found:
        raise NotFound("nothing is kept but what was known")
    if not inductive:
        return known.asked(found, goal, depth)
    inside = Known(known.search, [*known.given, *(f.concl for f in found)])
    with inside.named_facts():
        n, least = size_of(inside, goal)
        starts = dict.fromkeys((least, 0 if least == 1 else least))
        fact = first(inside, *(partial(by_induction, inside, goal, least=start, size=n) for start in starts))
    return known.search.cut(fact, found)


@method("what recursions keep", share=0.4)
def kept(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield proofs of inequalities from invariants of recursions."""
    k, goal = known(search, asked), asked.goal
    if not asked.depth and k.universal and goal.op in ("le", "lt"):
        found: list[Fact] = []
        for inductive in (True, False):
            yield k.way(partial(by_invariants, k, goal, found, asked.depth, inductive))
