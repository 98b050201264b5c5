"""Sums in parts: a member apart from the others where it is asked about, a range where others end in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import permutations

from flint import fmpq

from proofs.kernel.normal import as_term, canonical, constant, normal, plus
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, big, eq, instantiate_bound, le, num, substitute
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import (
    alone,
    bigs,
    entries,
    quantity,
    relation,
    replaced,
    value_of_sum,
    walk,
    without,
)
from proofs.search.sequences.known import MOST_CHANGES, Known, known
from proofs.search.sequences.rewriting import rewritten, with_equals
from proofs.search.sequences.splits import cuts, in_two

MOST_CUTS = 3  # of ranges in two


def _first_apart(known: Known, lo: Term, b: Term) -> Fact | None:
    """Σ_lo^hi f = f_lo + Σ_{lo+1}^hi f."""
    if b.args[0] is not lo or b.args[2].op == "num":
        return None
    return known.theorem("sums.sum_first", b, known.settle(le(lo, b.args[1])))


def _last_apart(known: Known, hi: Term, b: Term) -> Fact | None:
    """Σ_lo^hi f = Σ_lo^{hi−1} f + f_hi."""
    if b.args[1] is not hi or b.args[2].op == "num":
        return None
    return known.run("big_step", b, known.settle(le(b.args[0], hi)))


def _complements(known: Known, goal: Term) -> Iterator[Fact]:
    """c − Σ_lo^m f = Σ_{m+1}^hi f, where such a difference stands in the goal and Σ_lo^hi f = c is given."""
    differences = list(dict.fromkeys(t for t in walk(goal) if t.op == "add" and not t.loose))
    for total, value, said in [(*v, f) for f in known.facts for v in [value_of_sum(f)] if v is not None]:
        lo, hi, body = total.args
        for t in differences:
            part = canonical(value - t)
            if part.op == "sum" and part.args[0] is lo and part.args[2] is body:
                with suppress(KernelError):
                    split = in_two(known, (lo, hi), part.args[1], total)
                    if split is not None:
                        other = big("sum", canonical(part.args[1] + 1), hi, body)
                        yield known.run("arith", eq(t, other), [(num(1), [split]), (num(-1), [said])], [], [])


def _joined(known: Known, goal: Term) -> Iterator[Fact]:
    """Σ_lo^m f + Σ_{m+1}^hi f + rest = Σ_lo^hi f + rest, where such a sum stands in the goal."""
    for t in dict.fromkeys(t for t in walk(goal) if t.op == "add" and not t.loose):
        sums = [(b, c) for b, c in alone(normal(t), "sum") if c == 1]
        for (one, _), (two, _) in permutations(sums, 2):
            (lo, m, body), (after, hi, other) = one.args, two.args
            if body is other and canonical(m + 1) is after:
                with suppress(KernelError):
                    whole = big("sum", lo, hi, body)
                    split = in_two(known, (lo, hi), m, whole)
                    if split is not None:
                        same = eq(t, canonical(t - one - two) + whole)
                        yield known.run("arith", same, [(num(-1), [split])], [], [])


def _complemented(known: Known, goal: Term, ask: Callable[[Term], Fact]) -> Fact:
    """The goal with the other part of a range for what is missing to a sum that is given."""
    return with_equals(known, goal, _complements(known, goal), ask)


def by_others(known: Known, goal: Term, total: Term, c: fmpq, place: Term, depth: int) -> Fact:
    """A goal about c Σ f from c Σ f >= c f_k + |c| (N − 1) b, where b is what makes it one and c f_i >= |c| b of all N.

    Raises
    ------
    NotFound
        if what is left for the others is no multiple of N − 1, or if that is not shown.
    """
    lo, hi, body = total.args
    index, sign, share = known.index(lo, hi), num(1 if c > 0 else -1), num(abs(c))
    rest = plus(without(quantity(goal), total), normal(num(c) * instantiate_bound(body, (place,))))
    least = _divided(as_term({m: -v / abs(c) for m, v in rest.items()}), canonical(hi - lo))
    f, member = index.function(sign * index.member(body)), sign * index.member(body)
    ends = known.settle(le(lo, place)), known.settle(le(place, hi))
    here = [*index.facts, *index.ends, *known.at(place, *ends)]
    known.likely(le(least, member), here)
    every = known.everywhere(index, known.asked(here, le(least, member), depth))
    fact = known.p.apply(None, "inequalities.others_ge", every, *ends, f=f, lo=lo, hi=hi, m=place, r=least)
    return known.run("arith", goal, [(share, [fact])], [], [])


def _against_others(known: Known, goal: Term, place: Term, depth: int) -> Fact:
    """A goal about a sum and a member of it, also divided by sums."""
    q, below = known.times_out(quantity(goal))
    sums = [(t, c) for t, c in alone(q, "sum") if t.args[2].op != "num"]
    if len(sums) != 1:
        raise NotFound("not one sum")
    return known.divided(by_others(known, relation(q, goal.op), *sums[0], place, depth), below, goal)


def _against_value(known: Known, goal: Term, said: Fact, place: Term, depth: int) -> Fact:
    """A goal about a member of a sum, from one about that and the sum, whose value is given."""
    q, found = quantity(goal), value_of_sum(said)
    assert found is not None
    total, value = found
    member = normal(instantiate_bound(total.args[2], (place,)))
    if len(member) != 1 or not member.keys() <= q.keys():
        raise NotFound("no member of that sum")
    ((m, c),) = member.items()
    share = -q[m] / c
    longer = plus(q, normal(total - value), share)
    fact = by_others(known, relation(longer, goal.op), total, share, place, depth)
    return known.linear(goal, [fact, said])


def _is_member(t: Term) -> bool:
    return t.op == "app" and len(t.args) == 2


def _names_member(formula: Term) -> bool:
    """Whether it says that a variable is a member of a sequence."""
    sides = formula.args if formula.op == "eq" else ()
    return any(t.op == "var" for t in sides) and any(map(_is_member, sides))


def _against_names(known: Known, goal: Term, depth: int) -> Fact:
    """A goal about variables that hypotheses say to be a member and a sum, from the one about these."""
    equations = list[Fact]()
    for f in known.facts:
        for v, t in (f.concl.args, f.concl.args[::-1]) if f.concl.op == "eq" else ():
            if v.op == "var" and v in goal.free and (_is_member(t) or canonical(t).op == "sum"):
                equations.append(known.linear(eq(v, t), [f], work=200))
    q, used = replaced(quantity(goal), equations, powers=True)
    now = relation(q, goal.op)
    places = list(dict.fromkeys(t.args[1] for t in entries([now]) if len(t.args) == 2))[:MOST_CUTS]
    for place in places if used else ():
        with suppress(KernelError):
            return known.put_back(goal, _against_others(known, now, place, depth), used)
        known.search.check_limit()
    raise NotFound("no variables for a member and a sum")


def _others_bounded(known: Known, goal: Term) -> Iterator[Fact]:
    """f_k + (N − 1) r <= Σ f, or >=, of a sum that is spoken of, where hypotheses say r <= f_i, or >=, of all N."""
    sums = dict.fromkeys(b for f in (goal, *(f.concl for f in known.facts)) for b in bigs(f, ("sum",)))
    for b in [b for b in sums if _is_member(b.args[2]) and known.universal]:
        index = known.index(*b.args[:2])
        member = index.member(b.args[2])
        for f in index.facts:
            q = quantity(f.concl)
            c = q.get(next(iter(normal(member))))
            if f.concl.op not in ("le", "lt") or c is None:
                continue
            bound = as_term({m: -v / abs(c) for m, v in without(q, member).items()})
            if index.i in bound.free or not bound.free:
                continue
            sign = num(1 if c > 0 else -1)
            every = known.everywhere(
                index, known.run("arith", le(bound, sign * member), [(num(1 / abs(c)), [f])], [], [])
            )
            places = dict.fromkeys(e.args[1] for e in entries([goal, bound]) if e.args[0] is member.args[0])
            for place in list(places)[:MOST_CUTS]:
                with suppress(KernelError):
                    ends = known.settle(le(b.args[0], place)), known.settle(le(place, b.args[1]))
                    by = {"f": index.function(sign * member), "lo": b.args[0], "hi": b.args[1], "m": place, "r": bound}
                    yield known.p.apply(None, "inequalities.others_ge", every, *ends, **by)
                    yield known.linear(le(num(0), b.args[1] - b.args[0]), ends)


def by_bounds_of_others(known: Known, goal: Term) -> Fact:
    """The goal from sums, a member apart, whose others hypotheses bound by numbers, and what is known of these."""
    found = list(dict.fromkeys(_others_bounded(known, goal)))
    if not found:
        raise NotFound("no sum whose members are bounded")
    places = dict.fromkeys(e.args[1] for f in found for e in entries([f.concl]) if len(e.args) == 2)
    above = [m for place in places for m in known.above_members(place, (), [goal, *(f.concl for f in known.facts)])]
    signs = [*known.denominators(goal), *(f for f in found if f.concl.args[0] is num(0))]
    plain = [
        f for f in [*known.facts, *above] if f.concl.op in ("le", "lt") and any(v.sort != "Z" for v in f.concl.free)
    ]
    products: list[Fact | tuple] = [(f, s) for f in plain for s in signs]
    scale = known.denominators(goal)
    return known.linear(goal, [*found, *known.facts, *above, *signs, *products], depth=2, scale=scale)


def _divided(t: Term, size: Term) -> Term:
    """A polynomial over a factor x + a, where x is a variable and a is a number.

    Raises
    ------
    NotFound
        if it is no factor.
    """
    x = next(iter(free_variables([size])), size)
    shift = constant(plus(normal(size), normal(x), -1))
    if shift is None:
        raise NotFound("the size of a range is more than a variable and a number")
    (variable, _), *_ = next(iter(normal(x)))
    moved = normal(substitute(t, {x: x - num(shift)}))
    if not moved or not all(dict(m).get(variable, 0) >= 1 for m in moved):
        raise NotFound("no factor")
    over = {frozenset((a, e - (a is variable)) for a, e in m if (a, e) != (variable, 1)): v for m, v in moved.items()}
    return canonical(substitute(as_term(over), {x: x + num(shift)}))


# --- the methods -----------------------------------------------------------------------------------------------------


@method("one member apart", share=0.4)
def ranges_alike(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums over two ranges, one of which ends a member later than the other."""
    k, goal = known(search, asked), asked.goal
    ends = {b.args[:2] for b in bigs(goal, ("sum",)) if b.args[2].op != "num"}
    if not asked.depth and goal.op != "eq" and len(ends) == 2:
        (lo, hi), (low, high) = ends
        for last, before in ((hi, high), (high, hi)):
            if lo is low and canonical(last - 1) is before:
                yield k.way(partial(rewritten, k, goal, partial(_last_apart, k, last), asked.depth))


@method("one member apart", share=0.4)
def members_apart(search: Search, asked: Asked) -> Iterator[Way]:
    """For the first or the last member of a sequence against the sum of all."""
    k, goal = known(search, asked), asked.goal
    if asked.depth or goal.op == "eq":
        return
    places = {t.args[1] for t in entries([goal]) if len(t.args) == 2}
    ends = dict.fromkeys(b.args[:2] for b in bigs(goal, ("sum",)) if b.args[2].op != "num")
    for lo, hi in list(ends)[:1]:
        for apart, place in ((_first_apart, lo), (_last_apart, hi)):
            if place in places:
                yield k.way(partial(rewritten, k, goal, partial(apart, k, place), asked.depth))


@method("one member apart", share=0.4)
def others_bounded(search: Search, asked: Asked) -> Iterator[Way]:
    """For a member of a sequence against the sum of all, the others being bounded."""
    k, goal = known(search, asked), asked.goal
    places = list(dict.fromkeys(t.args[1] for t in entries([goal]) if len(t.args) == 2))[:MOST_CUTS]
    if goal.op == "eq" or asked.depth > MOST_CHANGES:
        return
    for place in places if bigs(goal, ("sum",)) else ():
        yield k.way(partial(_against_others, k, goal, place, asked.depth))
    if any(_names_member(f.concl) for f in k.facts):
        yield k.way(partial(_against_names, k, goal, asked.depth))
    for said in [f for f in k.facts if value_of_sum(f) is not None][:MOST_CUTS]:
        for place in places if not bigs(goal) else ():
            yield k.way(partial(_against_value, k, goal, said, place, asked.depth))


@method("ranges split", share=0.5)
def ranges_split(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums over a range of which others are a part: that part, and the rest; or the whole again."""
    k, goal = known(search, asked), asked.goal
    if asked.depth or goal.op == "eq":
        return
    yield k.way(lambda: with_equals(k, goal, _joined(k, goal), lambda joined: k.asked([], joined, asked.depth)))
    for whole, m in list(dict.fromkeys(cuts(k, goal)))[:MOST_CUTS]:
        split = partial(rewritten, k, rule=partial(in_two, k, whole, m), depth=asked.depth)
        yield k.way(partial(_complemented, k, goal, split))
        yield k.way(partial(split, goal))


@method("one member apart, the others bounded by a number", share=0.3)
def others_by_numbers(search: Search, asked: Asked) -> Iterator[Way]:
    """For a member of a sequence whose sum is spoken of, where hypotheses bound all members by what is one number."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES and k.universal and entries([goal]):
        yield k.way(partial(by_bounds_of_others, k, goal))
