"""Convex sequences: 2 a_i <= a_{i−1} + a_{i+1} at every index, or the reverse inequality.

Differences increase, members lie below chords, and the maximum is at an end (the discrete maximum principle). For
example, x_{n+1} >= x_1 + n (x_2 − x_1). Reference: Mitrinović, Analytic Inequalities, section 1.4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice

from flint import fmpq

from proofs.kernel.normal import Poly, as_term, canonical, constant, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    FALSE,
    KernelError,
    Term,
    abstract,
    app,
    big,
    eq,
    forall,
    inv,
    lam,
    le,
    lt,
    mul,
    num,
    substitute,
    var,
)
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import cancelled, entries, quantity, relation, walk
from proofs.search.sequences.fractions import shortened
from proofs.search.sequences.induction import closed_forms
from proofs.search.sequences.known import MOST_CHANGES, RELATIONS, Known, known, ranged
from proofs.search.sequences.recursion import opened_values

# a, p, 1 if a − p is convex or −1 if p − a is, the range, the hypothesis, and the least offset of an index in it
Convex = tuple[Term, Term, int, Term, Term, Fact, int]

I = var("i'", "Z")
HIGHEST = 4  # the largest degree of second differences


def _convex(known: Known) -> Iterator[Convex]:
    """Yield the sequences whose second differences are compared with 0 or a polynomial by a hypothesis."""
    for u in known.universal:
        first, last, said = ranged(u.concl, I) or (I, I, FALSE)
        if said.op not in ("le", "lt", "eq"):
            continue
        places: dict[int, fmpq] = {}
        functions: set[Term] = set()
        q = quantity(said)
        for m, c in q.items():
            t, e = next(((a.term, e) for a, e in m), (num(0), fmpq(0)))
            d = constant(plus(normal(t.args[1]), normal(I), -1)) if t.op == "app" and len(t.args) == 2 else None
            if len(m) == 1 and e == 1 and d is not None and d.q == 1:
                places[int(d)] = c
                functions.add(t.args[0])
        if len(places) == 3 and len(functions) == 1:
            s = min(places)
            before, here, after = (places.get(s + k, fmpq(0)) for k in range(3))
            rest = {m: -c / before for m, c in q.items() if not any(entries([a.term]) for a, _ in m)}
            if before == after and here == -2 * before and len(rest) + 3 == len(q):
                p = _with_second_differences(rest, s + 1)
                if p is not None:
                    lo, hi = canonical(first + s), canonical(last + (s + 2))
                    f = functions.pop()
                    for sign in (1, -1) if said.op == "eq" else (1,) if before > 0 else (-1,):
                        yield f, p, sign, lo, hi, u, s


def _with_second_differences(q: Poly, middle: int) -> Term | None:
    """Return p with p_{i+1} − 2 p_i + p_{i−1} = q(i − middle); None if q is not a polynomial in i of low degree."""
    rest, out = normal(substitute(as_term(q), {I: I - middle})), num(0)
    while rest:
        powers = {m: next((e for a, e in m if a.term is I), fmpq(0)) for m in rest}
        m = max(powers, key=lambda k: powers[k])
        e = powers[m]
        if e.q != 1 or not 0 <= e <= HIGHEST or any(a.term is not I and I in a.term.free for a, _ in m):
            return None
        of_others = as_term({frozenset(x for x in m if x[0].term is not I): rest[m] / ((e + 1) * (e + 2))})
        p = mul(of_others, *[I] * (int(e) + 2))
        moved = (substitute(p, {I: I + d}) for d in (1, -1))
        out, rest = out + p, plus(rest, normal(sum(moved, -2 * p)), -1)
    return canonical(out)


def facts(known: Known) -> Iterator[Fact]:
    """Yield facts about the differences, the members and the sum of each convex sequence."""
    for sequence in _convex(known):
        with suppress(KernelError):
            yield from _of_sequence(known, *sequence)


def _of_sequence(known: Known, f: Term, p: Term, sign: int, lo: Term, hi: Term, u: Fact, s: int) -> Iterator[Fact]:
    def a(place: Term) -> Term:
        x = app(f, place) if p is num(0) else app(f, place) - substitute(p, {I: place})
        return x if sign == 1 else -x

    def step(place: Term) -> Term:
        return canonical(a(canonical(place + 1)) - a(place))

    j = known.fresh("j", "Z")
    steps, last = lam(1, abstract(step(j), [j])), canonical(hi - 1)
    low, high = (known.run("assume", side) for side in (le(lo, j), le(j, canonical(last - 1))))
    at = known.p.specialize(u, canonical(j - s), using=[low, high])
    rises = known.linear(le(step(j), step(canonical(j + 1))), [at], degree=1, work=50)
    every = known.p.generalize(j, rises, low.concl, high.concl)
    low, high = (known.run("assume", side) for side in (le(lo, j), le(j, last)))
    by = {"f": steps, "lo": lo, "hi": last}
    ends = known.settle(le(lo, lo)), low, high
    first = known.p.apply("inequalities.nondecreasing_le", every, *ends, **by, i=lo, j=j)
    yield known.p.generalize(j, first, low.concl, high.concl)
    ends = low, high, known.settle(le(last, last))
    final = known.p.apply("inequalities.nondecreasing_le", every, *ends, **by, i=j, j=last)
    yield known.p.generalize(j, final, low.concl, high.concl)
    yield from _chord(known, j, a, by, every, lo, hi)


def _chord(
    known: Known, j: Term, a: Callable[[Term], Term], by: dict[str, Term], every: Fact, lo: Term, hi: Term
) -> Iterator[Fact]:
    """Yield (hi − lo) a_j <= (hi − j) a_lo + (j − lo) a_hi for all j, its quotient by hi − lo, and a bound of Σ a."""
    size, members = canonical(hi - lo), lam(1, abstract(a(j), [j]))
    m, last = canonical(j - 1), canonical(hi - 1)

    def said(place: Term) -> Term:
        return le(size * a(place), (hi - place) * a(lo) + (place - lo) * a(hi))

    high = known.run("assume", le(j, hi))
    strict = known.run("integer_step", known.run("assume", lt(lo, j)))
    ends = known.settle(le(lo, m), strict), known.settle(le(m, last), high)
    below = known.p.apply("inequalities.first_below_rest", every, *ends, **by, m=m)
    parts = [
        known.p.apply("sums.telescope", known.settle(le(x, y + 1), strict, high), f=members, lo=x, hi=y)
        for x, y in ((lo, m), (j, last))
    ]
    inner = known.linear(said(j), [below, (parts[0], canonical(last - m)), (parts[1], canonical(m - lo + 1))], depth=1)
    inner = known.search.cut(inner, [strict])
    low = known.run("assume", le(lo, j))
    same = known.run("antisymmetry", low, known.run("assume", le(j, lo)))
    start = known.run("arith", said(lo), [], [], [])
    here = known.run("replace", same, forall("Z", abstract(said(j), [j])), start)
    fact = known.run("cases", j, lo, here, inner)
    chord = known.p.generalize(j, fact, low.concl, high.concl)
    yield chord
    sign = known.positive(size)
    with suppress(KernelError):
        yield _of_sum(known, chord, a, sign, lo, hi)
    mean = le(a(j), said(j).args[1] * inv(size))
    divided = known.divided(fact, [sign], mean)
    yield known.p.generalize(j, divided, low.concl, high.concl)


def _of_sum(known: Known, chord: Fact, a: Callable[[Term], Term], sign: Fact, lo: Term, hi: Term) -> Fact:
    """Prove Σ a <= (hi − lo + 1) (a_lo + a_hi) / 2, the trapezoidal rule."""
    index = known.index(lo, hi)
    up = known.summed(index, known.p.specialize(chord, index.i, using=index.ends))
    count = known.p.apply("sums.sum_const", known.settle(le(lo, canonical(hi + 1))), lo=lo, hi=hi)
    whole = big("sum", lo, hi, index.function(a(index.i)).args[1])
    half = le(whole, num(1, 2) * canonical(hi - lo + 1) * (a(lo) + a(hi)))
    return known.linear(half, [up, count, *closed_forms(known, up.concl)], depth=2, scale=[sign], work=400)


def by_convexity(known: Known, goal: Term, depth: int) -> Fact:
    """Prove the goal from facts about the sequences that are convex by hypothesis."""
    found = list(solutions(known)) or ([] if depth else list(facts(known)))
    if not found:
        raise NotFound("no second differences")
    return known.asked(found, goal, depth)


def between_ends(known: Known, goal: Term, depth: int) -> Fact:
    """Prove the goal from its two forms with a_lo and with a_hi in place of a_m, since a_m lies below the chord.

    Raises
    ------
    NotFound
        if there are no such members, or one of the two forms is not proved.
    """
    if goal.args[0].op == "abs":
        x, u = goal.args[0].args[0], goal.args[1]
        make, theorem = (le, "elementary.abs_le") if goal.op == "le" else (lt, "elementary.abs_lt")
        halves = [between_ends(known, half, depth) for half in (make(-u, x), make(x, u))]
        return known.p.apply(theorem, *halves, x=x, u=u)
    q = quantity(goal)
    occurring = [t for t in entries([goal]) if len(t.args) == 2]
    found: dict[tuple[Term, Term, Term], dict[Term, tuple[fmpq, Convex]]] = {}
    for sequence in _convex(known):
        f, p, sign, lo, hi, *_ = sequence
        for t in occurring:
            c, m = q.get(next(iter(normal(t))), fmpq(0)), canonical(t.args[1])
            if t.args[0] is f and p is num(0) and c * sign < 0 and m not in (lo, hi):
                found.setdefault((lo, m, hi), {})[t] = abs(c), sequence
    for (lo, m, hi), members in found.items():
        with suppress(KernelError):
            return _between(known, goal, lo, m, hi, members, depth)
        known.search.check_limit()
    raise NotFound("no member of a convex sequence between its ends")


def _between(
    known: Known,
    goal: Term,
    lo: Term,
    m: Term,
    hi: Term,
    members: Mapping[Term, tuple[fmpq, Convex]],
    depth: int,
) -> Fact:
    def at(place: Term) -> Term:
        q = quantity(goal)
        for t in members:
            q = plus(q, normal(app(t.args[0], place) - t), q[next(iter(normal(t)))])
        return relation(q, goal.op)

    low, high = known.settle(le(lo, m)), known.settle(le(m, hi))
    size = known.positive(canonical(hi - lo))
    first, last = (_at_end(known, at(end), depth) for end in (lo, hi))
    sides = []
    for c, sequence in members.values():
        *_, chord = islice(_of_sequence(known, *sequence), 3)
        sides.append((num(c), [known.p.specialize(chord, m, using=[low, high])]))
    before = high if goal.op == "le" else known.run("assume", lt(m, hi))
    sides += [(num(1), [first, before]), (num(1), [known.weak(last) if goal.op == "lt" else last, low])]
    whole = relation(times(quantity(goal), normal(hi - lo)), goal.op)
    inner = known.divided(known.run("arith", whole, sides, [], []), [size], goal)
    if goal.op == "le":
        return inner
    same, place = known.run("antisymmetry", known.run("assume", le(hi, m)), high), known.fresh("j", "Z")
    there = known.run("replace", same, forall("Z", abstract(at(place), [place])), last)
    return known.run("cases", hi, m, known.restated(there, goal), inner)


def along_chords(known: Known, goal: Term, sides: Sequence[Fact] = ()) -> Fact:
    """Prove the goal from chords at the indices of its members, and from facts about the ends.

    Raises
    ------
    NotFound
        if no member of the goal lies between the ends of a convex sequence, or the goal does not follow.
    """
    if goal.op == "eq":
        low, high = (along_chords(known, le(*pair), sides) for pair in (goal.args, goal.args[::-1]))
        return known.run("antisymmetry", low, high)
    found: list[Fact | tuple] = []
    below = dict[Fact, None]()
    for sequence in _convex(known):
        f, _, _, lo, hi, *_ = sequence
        places = dict.fromkeys(canonical(t.args[1]) for t in entries([goal]) if t.args[0] is f and len(t.args) == 2)
        for m in (m for m in places if m not in (lo, hi)):
            with suppress(KernelError):
                size = known.positive(canonical(hi - lo))
                *_, chord = islice(_of_sequence(known, *sequence), 3)
                inside = known.settle(le(lo, m), *sides), known.settle(le(m, hi), *sides)
                found.append(known.p.specialize(chord, m, using=inside))
                found += [(e, by) for e in _said_of(known, f, lo, hi) for by in _weights(e, lo, m, hi, inside)]
                below[size] = None
            known.search.check_limit()
    if not found:
        raise NotFound("no member of a convex sequence between its ends")
    whole = quantity(goal)
    for size in below:
        whole = _times(whole, size.concl.args[1])
    fact = known.linear(relation(whole, goal.op), [*found, *known.facts], work=400)
    return known.divided(fact, list(below), goal)


def _weights(e: Fact, lo: Term, m: Term, hi: Term, inside: tuple[Fact, Fact]) -> tuple[Term | Fact, ...]:
    """Return the weights of the ends in a chord at m, as multipliers of a fact about an end.

    An equation is multiplied by the weights themselves, an inequality by the facts that they are nonnegative.
    """
    return (canonical(m - lo), canonical(hi - m)) if e.concl.op == "eq" else inside


def _times(q: Poly, size: Term) -> Poly:
    """Multiply a polynomial by the size of a range, and cancel the inverse of the size."""
    whole = times(q, normal(size))
    return normal(shortened(whole, *free_variables([size]))) if len(size.free) == 1 else cancelled(whole, [size])


def _said_of(known: Known, f: Term, lo: Term, hi: Term) -> Iterator[Fact]:
    """Yield the known facts that contain a member at one of the ends."""
    ends = {canonical(app(f, end)) for end in (lo, hi)}
    yield from (g for g in known.facts if ends & set(map(canonical, entries([g.concl]))))


def solutions(known: Known) -> Iterator[Fact]:
    """Yield the values of such sequences, or bounds of all members, if equations give the values at both ends."""
    had: set[Term] = set()
    for f, p, sign, lo, hi, u, _ in _convex(known):
        size, j = canonical(hi - lo), known.fresh("j", "Z")
        ends = [canonical(app(f, end)) for end in (lo, hi)]
        said = [g for g in known.facts if g.concl.op == "eq" and canonical(g.concl.args[0]) in ends]
        values = {canonical(g.concl.args[0]): g.concl.args[1] for g in said}
        if p is num(0) or len(size.free) != 1 or u.concl in had or len(values) < 2:
            continue
        had.add(u.concl)  # an equation occurs twice, once for each sign
        first, last = (values[x] - substitute(p, {I: end}) for x, end in zip(ends, (lo, hi), strict=True))
        chord = ((hi - j) * first + (j - lo) * last) * inv(size)
        value = canonical(substitute(p, {I: j}) + shortened(normal(chord), *free_variables([size])))
        make = eq if any(g.op == "eq" for g in walk(u.concl)) else le
        goal = make(app(f, j), value) if sign == 1 else make(value, app(f, j))
        with suppress(KernelError):
            low, high = (known.run("assume", side) for side in (le(lo, j), le(j, hi)))
            yield known.p.generalize(j, along_chords(known, goal, [low, high]), low.concl, high.concl)


def _at_end(known: Known, goal: Term, depth: int) -> Fact:
    """Prove the goal at an end, where it is often a hypothesis."""
    with suppress(KernelError):
        return known.linear(goal, [*known.facts, *opened_values(known, [goal])], work=200)
    known.likely(goal)
    with suppress(KernelError):
        return known.numbers(known.facts, goal, 0.3)
    return known.asked([], goal, depth)


@method("second differences", share=0.6)
def second_differences(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield proofs from chords and differences, if a hypothesis bounds second differences."""
    k, goal = known(search, asked), asked.goal
    if goal.op not in RELATIONS or next(_convex(k), None) is None:
        return
    if asked.depth <= MOST_CHANGES:
        yield k.way(partial(along_chords, k, goal))
        if goal.op != "eq":
            yield k.way(partial(between_ends, k, goal, asked.depth))
    if asked.depth <= 1:
        yield k.way(partial(by_convexity, k, goal, asked.depth))
