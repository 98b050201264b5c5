"""Convex and concave sequences: 2 a_i <= a_{i−1} + a_{i+1}, or the other way round, of every index.

Their differences rise, so that they lie between the first and the last one, and the sequence below the chord between
its ends. These are added to the hypotheses. What bounds the ends bounds all members.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice

from flint import fmpq

from proofs.decide.base.failures import NotFound
from proofs.decide.search import Asked, Search, Way, method
from proofs.decide.sequences.forms import entries, quantity, relation
from proofs.decide.sequences.induction import closed_forms
from proofs.decide.sequences.known import MOST_CHANGES, Known, known, ranged
from proofs.kernel.normal import as_term, canonical, constant, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, app, big, closed, forall, inv, lam, le, lt, num, var

Sequence = tuple[Term, int, Term, Term, Fact, int]  # a, whether a or −a is convex, ends, the hypothesis, and its shift


def _convex(known: Known) -> Iterator[Sequence]:
    """Sequences of which hypotheses say that second differences have a sign."""
    i = var("i'", "Z")
    for u in known.universal:
        first, last, said = ranged(u.concl, i) or (i, i, FALSE)
        if said.op not in ("le", "lt", "eq"):
            continue
        places: dict[int, fmpq] = {}
        functions: set[Term] = set()
        q = quantity(said)
        for m, c in q.items():
            t, e = next(((a.term, e) for a, e in m), (num(0), fmpq(0)))
            d = constant(plus(normal(t.args[1]), normal(i), -1)) if t.op == "app" and len(t.args) == 2 else None
            if len(m) == 1 and e == 1 and d is not None and d.q == 1:
                places[int(d)] = c
                functions.add(t.args[0])
        if len(places) == len(q) == 3 and len(functions) == 1:
            s = min(places)
            before, here, after = (places.get(s + k, fmpq(0)) for k in range(3))
            if before == after and here == -2 * before:
                lo, hi = canonical(first + s), canonical(last + (s + 2))
                yield functions.pop(), 1 if before > 0 else -1, lo, hi, u, s


def facts(known: Known) -> Iterator[Fact]:
    """What is known of every member and of every difference."""
    for f, sign, lo, hi, u, s in _convex(known):
        with suppress(KernelError):
            yield from _of_sequence(known, f, sign, lo, hi, u, s)


def _of_sequence(known: Known, f: Term, sign: int, lo: Term, hi: Term, u: Fact, s: int) -> Iterator[Fact]:
    def a(place: Term) -> Term:
        return app(f, place) if sign == 1 else -app(f, place)

    def step(place: Term) -> Term:
        return canonical(a(canonical(place + 1)) - a(place))

    j = known.fresh("j", "Z")
    steps, last = lam(1, closed(step(j), [j])), canonical(hi - 1)
    low, high = (known.run("assume", side) for side in (le(lo, j), le(j, canonical(last - 1))))
    at = known.p.use(None, u, canonical(j - s), using=[low, high])
    rises = known.linear(le(step(j), step(canonical(j + 1))), [at], degree=1, work=50)
    every = known.p.every(None, j, rises, low.concl, high.concl)
    low, high = (known.run("assume", side) for side in (le(lo, j), le(j, last)))
    by = {"f": steps, "lo": lo, "hi": last}
    ends = known.settle(le(lo, lo)), low, high
    first = known.p.apply(None, "inequalities.nondecreasing_le", every, *ends, **by, i=lo, j=j)
    yield known.p.every(None, j, first, low.concl, high.concl)
    ends = low, high, known.settle(le(last, last))
    final = known.p.apply(None, "inequalities.nondecreasing_le", every, *ends, **by, i=j, j=last)
    yield known.p.every(None, j, final, low.concl, high.concl)
    yield from _chord(known, j, a, by, every, lo, hi)


def _chord(
    known: Known, j: Term, a: Callable[[Term], Term], by: dict[str, Term], every: Fact, lo: Term, hi: Term
) -> Iterator[Fact]:
    """(hi − lo) a_j <= (hi − j) a_lo + (j − lo) a_hi for all j, and that divided, where hi is more than lo."""
    size, members = canonical(hi - lo), lam(1, closed(a(j), [j]))
    m, last = canonical(j - 1), canonical(hi - 1)

    def said(place: Term) -> Term:
        return le(size * a(place), (hi - place) * a(lo) + (place - lo) * a(hi))

    high = known.run("assume", le(j, hi))
    strict = known.run("integer_step", known.run("assume", lt(lo, j)))
    ends = known.settle(le(lo, m), strict), known.settle(le(m, last), high)
    below = known.p.apply(None, "inequalities.first_below_rest", every, *ends, **by, m=m)
    parts = [
        known.p.apply(None, "sums.telescope", known.settle(le(x, y + 1), strict, high), f=members, lo=x, hi=y)
        for x, y in ((lo, m), (j, last))
    ]
    inner = known.linear(said(j), [below, (parts[0], canonical(last - m)), (parts[1], canonical(m - lo + 1))], depth=1)
    inner = known.search.cut(inner, [strict])
    low = known.run("assume", le(lo, j))
    same = known.run("antisymmetry", low, known.run("assume", le(j, lo)))
    start = known.run("arith", said(lo), [], [], [])
    here = known.run("replace", same, forall("Z", closed(said(j), [j])), start)
    fact = known.run("cases", j, lo, here, inner)
    chord = known.p.every(None, j, fact, low.concl, high.concl)
    yield chord
    sign = known.positive(size)
    with suppress(KernelError):
        yield _of_sum(known, chord, a, sign, lo, hi)
    mean = le(a(j), said(j).args[1] * inv(size))
    divided = known.divided(fact, [sign], mean)
    yield known.p.every(None, j, divided, low.concl, high.concl)


def _of_sum(known: Known, chord: Fact, a: Callable[[Term], Term], sign: Fact, lo: Term, hi: Term) -> Fact:
    """Σ a <= (hi − lo + 1) (a_lo + a_hi) / 2, the trapezoidal rule."""
    index = known.index(lo, hi)
    up = known.summed(index, known.p.use(None, chord, index.i, using=index.ends))
    count = known.p.apply(None, "sums.sum_const", known.settle(le(lo, canonical(hi + 1))), lo=lo, hi=hi)
    whole = big("sum", lo, hi, index.function(a(index.i)).args[1])
    half = le(whole, num(1, 2) * canonical(hi - lo + 1) * (a(lo) + a(hi)))
    return known.linear(half, [up, count, *closed_forms(known, up.concl)], depth=2, scale=[sign], work=400)


def by_convexity(known: Known, goal: Term, depth: int) -> Fact:
    """The goal with what is known of convex sequences among the hypotheses."""
    found = list(facts(known))
    if not found:
        raise NotFound("no second differences")
    return known.asked(found, goal, depth)


def between_ends(known: Known, goal: Term, depth: int) -> Fact:
    """The goal from it with the first and with the last member for one of a convex sequence that it bounds from above.

    Raises
    ------
    NotFound
        if there is no such member, or that is not shown.
    """
    q = quantity(goal)
    for f, sign, lo, hi, u, s in _convex(known):
        for t in dict.fromkeys(t for t in entries([goal]) if t.args[:1] == (f,) and len(t.args) == 2):
            m, c = t.args[1], q.get(next(iter(normal(t))), fmpq(0))
            if c * sign >= 0 or canonical(m) in (lo, hi):
                continue
            with suppress(KernelError):
                low, high = known.settle(le(lo, m)), known.settle(le(m, hi))
                size = known.positive(canonical(hi - lo))
                *_, chord = islice(_of_sequence(known, f, sign, lo, hi, u, s), 3)
                below = known.p.use(None, chord, m, using=[low, high])
                ends = [
                    _at_end(known, relation(plus(q, normal(app(f, end) - t), c), "le"), depth) for end in (lo, hi)
                ]
                sides = [[ends[0], high], [ends[1], low], [below]]
                whole = le(num(0), as_term(times(q, normal(hi - lo))))
                shares = (num(1), num(1), num(abs(c)))
                fact = known.run("arith", whole, list(zip(shares, sides, strict=True)), [], [])
                return known.divided(fact, [size], goal)
            known.search.in_time()
    raise NotFound("no member of a convex sequence between its ends")


def _at_end(known: Known, goal: Term, depth: int) -> Fact:
    """A goal that is often a hypothesis."""
    with suppress(KernelError):
        return known.linear(goal, known.facts, work=100)
    return known.asked_if_likely(goal, depth)


# --- the method ------------------------------------------------------------------------------------------------------


@method("second differences", share=0.6)
def second_differences(search: Search, asked: Asked) -> Iterator[Way]:
    """For sequences of which hypotheses say that second differences have a sign."""
    k, goal = known(search, asked), asked.goal
    if goal.op not in ("le", "lt") or next(_convex(k), None) is None:
        return
    if goal.op == "le" and asked.depth <= MOST_CHANGES:
        yield k.way(partial(between_ends, k, goal, asked.depth))
    if not asked.depth:
        yield k.way(partial(by_convexity, k, goal, asked.depth))
