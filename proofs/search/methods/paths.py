"""Members against the steps to them: |x_k − x_lo| <= Σ |steps| and (x_k − x_lo)² <= (k − lo) Σ steps², from both ends.

A sum of steps is split where a goal speaks of a member, so that each part leads from an end to it. A sum over members
that is at most as many times something is asked at an index (Poincaré's inequality).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice

from proofs.kernel.normal import as_term, canonical, constant, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    KernelError,
    Term,
    absolute,
    abstract,
    big,
    eq,
    instantiate_bound,
    lam,
    le,
    num,
    substitute,
    var,
)
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import (
    bigs,
    entries,
    factors,
    product_of,
    replaced,
    single_factors,
    swapped_big,
    written,
)
from proofs.search.sequences.induction import closed_forms, first
from proofs.search.sequences.known import MOST_CHANGES, Known, known
from proofs.search.sequences.recursion import opened_values
from proofs.search.sequences.rewriting import with_equals

MOST_PLACES = 3  # at which sums of steps are split

Part = tuple[Term, Sequence[Fact]]  # a sum, and what is known of it


def _steps(b: Term) -> tuple[Term, Term, int] | None:
    """A sequence, its entry at i, and the power, 1 or 2, of |x_{i+1} − x_i|, where a sum is over that."""
    i = var("i'", "Z")
    member = instantiate_bound(b.args[2], (i,))
    for later in entries([member]):
        if len(later.args) != 2 or constant(normal(later.args[1] - i)) is None:
            continue
        here = substitute(later, {i: canonical(i - 1)})
        step = later - here
        for power, shape in ((1, absolute(step)), (2, step * step)):
            if key(eq(member, shape)) is True:
                return lam(1, abstract(here, [i])), here, power
    return None


def _of_part(known: Known, f: Term, power: int, b: Term) -> Iterator[Fact]:
    """What a sum of steps says of the members at its ends, and that it is not negative."""
    (lo, hi, _), i = b.args, var("i'", "Z")
    step = instantiate_bound(f.args[1], (i + 1,)) - instantiate_bound(f.args[1], (i,))
    proper = known.proper(b)
    last, start = (canonical(instantiate_bound(f.args[1], (place,))) for place in (canonical(hi + 1), lo))
    change = last - start
    if power == 1:
        ends = [known.settle(g) for g in (le(lo, lo), le(lo, hi + 1), le(lo, hi + 1), le(hi + 1, hi + 1))]
        by = {"f": f, "lo": lo, "hi": hi, "j": lo, "m": hi + 1}
        path = known.p.apply(None, "inequalities.path_between", *ends, **by)
        for sign in (1, -1):
            above = known.p.apply(None, "elementary.abs_ge", x=num(sign) * change)
            less = known.run("arith", le(num(sign) * change, b), [(num(1), [path]), (num(1), [above])], [], [])
            yield _with_values(known, less, start, last)
        yield known.nonnegative(b)
        return
    ones, steps = lam(1, num(1)), lam(1, abstract(step, [i]))
    weights = known.members(big("sum", lo, hi, num(1)), known.nonnegative)
    by = {"w": ones, "f": ones, "g": steps, "lo": lo, "hi": hi}
    square = known.p.apply(None, "inequalities.weighted_cauchy_schwarz", weights, **by)
    total = known.p.apply(None, "sums.telescope", proper, f=f, lo=lo, hi=hi)
    count = known.p.apply(None, "sums.sum_const", proper, lo=lo, hi=hi)
    whole = total.concl.args[0]
    sides = [(num(1), [square]), (-(whole + change), [total]), (b, [count])]
    less = known.run("arith", le(change * change, canonical(hi - lo + 1) * b), sides, [], [])
    yield _with_values(known, less, start, last)
    yield known.nonnegative(b)


def _with_values(known: Known, less: Fact, *ends: Term) -> Fact:
    """What is at most a sum, with what equations say of its entries at the ends."""
    for x in ends:
        for e in known.facts:
            if e.concl.op == "eq" and canonical(e.concl.args[0]) is x and not entries([e.concl.args[1]]):
                left, right = less.concl.args
                q, used = replaced(normal(left), [e], powers=True)
                now = as_term(q)
                sides = [(as_term(m) * num(-1), [e]) for m, e in used]
                less = known.run("arith", le(now, right), [(num(1), [less]), *sides], [], [])
                break
    return less


def _ways(known: Known, goal: Term) -> Iterator[tuple[Fact, list[Part]]]:
    """A sum of steps as two parts, from an end to a member of which a goal speaks, and what is known of each."""
    for b in written(goal, ("sum",)):
        found = _steps(b)
        if found is None:
            continue
        (lo, hi, _), (f, here, power) = b.args, found
        shift = canonical(here.args[1] - var("i'", "Z"))
        places = dict.fromkeys(canonical(t.args[1] - shift) for t in entries([goal]) if t.args[0] is here.args[0])
        for k in islice(places, MOST_PLACES):
            with suppress(KernelError):
                before, after = known.settle(le(lo - 1, k - 1)), known.settle(le(k - 1, hi))
                ends = (canonical(lo), canonical(k - 1)), (k, canonical(hi))
                sums = [big("sum", *end, b.args[2]) for end in ends]
                parts: list[Part] = [(part, list(_of_part(known, f, power, part))) for part in sums]
                split = known.theorem("sums.sum_split", b, before, after, m=k - 1)
                yield known.run("arith", eq(b, sums[0] + sums[1]), [(num(1), [split])], [], []), parts


def by_paths(known: Known, goal: Term) -> Fact:
    """The goal from what the steps to the members of which it speaks say of these.

    Raises
    ------
    NotFound
        if there are no sums of steps, or that does not suffice.
    """
    values = opened_values(known, [goal])
    plain = [f for f in known.facts if not bigs(f.concl)]

    def ask(parts: Sequence[Part], now: Term) -> Fact:
        """The goal about the two parts, of which only what is known of them matters."""
        names = [(b, known.fresh(f"s{k}")) for k, (b, _) in enumerate(parts)]

        def named(t: Term) -> Term:
            for b, v in names:
                t = swapped_big(t, b, v)
            return t

        given = [f for _, facts in parts for f in facts]
        inside = [known.run("assume", named(f.concl)) for f in given]
        wanted = named(now)
        fact = first(
            known,
            lambda: known.linear(wanted, [*inside, *values, *plain], degree=2, depth=2, work=1500),
            lambda: known.numbers([*inside, *values, *plain], wanted, 2.0),
        )
        fact = known.run("instantiate", fact, [(v, b) for b, v in names])
        return known.p.change(None, known.search.cut(fact, given), now)

    for split, parts in _ways(known, goal):
        with suppress(KernelError):
            return with_equals(known, goal, [split], partial(ask, parts))
        known.search.check_limit()
    raise NotFound("no steps to a member that suffice")


def at_every_member(known: Known, goal: Term, depth: int) -> Fact:
    """Σ f <= N c from f_i <= c at an index of the N.

    Raises
    ------
    NotFound
        if the left side is no sum, or the right one is not N times something.
    """
    b, right = goal.args
    if b.op != "sum":
        raise NotFound("no sum")
    lo, hi, body = b.args
    size, parts = canonical(hi - lo + 1), single_factors(right)
    here = next((k for k, t in enumerate(parts) if canonical(t) is size), None)
    if here is None:
        raise NotFound("not as many times something")
    top, index = product_of([*parts[:here], *parts[here + 1 :]]), known.index(lo, hi)
    member, near = le(index.member(body), top), [*index.ends, *index.facts]
    known.likely(member, near)
    up = known.summed(index, known.asked(near, member, depth))
    count = known.p.apply(None, "sums.sum_const", known.count(b), lo=lo, hi=hi)
    return known.run("arith", goal, [(num(1), [up]), (top, [count])], [], [])


def against_each(known: Known, goal: Term) -> Fact:
    """The goal from x_k² <= (k − lo) Σ steps² at every index k of a sum of multiples of x_k², and from the other end.

    Raises
    ------
    NotFound
        if there are no such sums, or that does not suffice.
    """
    for steps in written(goal, ("sum",)):
        others = [b for b in written(goal, ("sum",)) if b is not steps]
        found = [f for b in others for f in _at_each(known, steps, b)] if _steps(steps) is not None else []
        if found:
            return _with_number(known, steps, [*found, known.nonnegative(steps)], goal)
    raise NotFound("no squares of members beside their steps")


def _with_number(known: Known, b: Term, facts: Sequence[Fact], goal: Term) -> Fact:
    """The goal from facts about a sum that holds with any number in its place."""
    s = known.fresh("s")
    inside = [known.run("assume", swapped_big(f.concl, b, s)) for f in facts]
    plain, wanted = [f for f in known.facts if not bigs(f.concl)], swapped_big(goal, b, s)
    fact = first(
        known,
        lambda: known.linear(wanted, [*inside, *plain], degree=2, depth=2, work=500),
        lambda: known.numbers([*inside, *plain], wanted, 2.0),
    )
    return known.p.change(None, known.search.cut(known.run("instantiate", fact, [(s, b)]), facts), goal)


def _at_each(known: Known, steps: Term, b: Term) -> Iterator[Fact]:
    """Σ w_k x_k² <= Σ w_k (k − lo) · Σ steps², where x_lo = 0; and the same from the other end."""
    of_steps, index = _steps(steps), known.index(*b.args[:2])
    if of_steps is None or of_steps[2] != 2:
        return
    f, here, power = of_steps
    member = canonical(index.member(b.args[2]))
    for x in [t for t in entries([member]) if t.args[0] is here.args[0] and len(t.args) == 2]:
        weight = [t for t in factors(member) if t is not x]
        if len(factors(member)) - len(weight) != 2:
            continue
        lo, hi, body = steps.args
        k = canonical(x.args[1] - here.args[1] + var("i'", "Z"))
        with suppress(KernelError), known.inside(index):
            before, after = (known.settle(g, *index.ends) for g in (le(lo - 1, k - 1), le(k - 1, hi)))
            parts = [big("sum", canonical(lo), canonical(k - 1), body), big("sum", k, canonical(hi), body)]
            split = known.theorem("sums.sum_split", steps, before, after, m=k - 1)
            facts = [
                known.settle(le(num(0), t), *index.ends) if t.sort == "Z" else known.nonnegative(t, index.facts)
                for t in weight
            ]
            for own, other in (parts, parts[::-1]):
                less, sign = next(_of_part(known, f, power, own)), known.nonnegative(other)
                c = canonical(own.args[1] - own.args[0] + 1)
                several = known.settle(le(num(0), c), *index.ends)
                if canonical(less.concl.args[0]) is canonical(x * x):
                    sides = [(num(1), [less, *facts]), (num(1), [several, sign, *facts])]
                    by = product_of([*weight, c])
                    at = known.run("arith", le(member, by * steps), [*sides, (num(-1) * by, [split])], [], [])
                    total = big("sum", index.lo, index.hi, abstract(by, [index.i]))
                    count = known.p.apply(None, "sums.sum_const", known.count(b), lo=index.lo, hi=index.hi)
                    q, used = replaced(normal(total), [count, *closed_forms(known, le(num(0), total))])
                    bound = le(b, as_term(q) * steps)
                    equal = [(as_term(m) * steps, [e]) for m, e in used]
                    yield known.run("arith", bound, [(num(1), [known.summed(index, at)]), *equal], [], [])


# --- the methods -----------------------------------------------------------------------------------------------------


@method("steps to a member", share=0.3)
def paths(search: Search, asked: Asked) -> Iterator[Way]:
    """For members beside sums of the steps of their sequence."""
    k, goal = known(search, asked), asked.goal
    fits = goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES and entries([goal])
    if fits and any(_steps(b) is not None for b in written(goal, ("sum",))):
        yield k.way(partial(by_paths, k, goal))


@method("every member against the steps", share=0.4)
def members(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums over members of a sequence beside sums of its steps."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and not asked.depth and any(_steps(b) is not None for b in written(goal, ("sum",))):
        yield k.way(partial(against_each, k, goal))
        yield k.way(partial(at_every_member, k, goal, asked.depth))
