"""Maxima and single members: bounds of a maximum by sums, and of a member by a sum of squares.

On the smaller side, t max x is at most log Σ e^(t x); on the larger side, max x is at least a mean Σ w x; and a
member is bounded by Σ (x_i − m)² (Samuelson). For example, log Σ e^(x_i) <= max x + log n. Reference: Boucheron,
Lugosi and Massart, Concentration Inequalities, section 2.5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations, islice

from proofs.kernel.normal import Atom, Poly, as_term, canonical, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    KernelError,
    Term,
    abstract,
    big,
    eq,
    instantiate_bound,
    inv,
    lam,
    le,
    log,
    lt,
    num,
    rebuild,
    substitute,
    var,
)
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import (
    bigs,
    cancelled,
    entries,
    quantity,
    relation,
    root_of,
    swapped_big,
    value_of_sum,
    walk,
)
from proofs.search.sequences.known import MOST_CHANGES, RELATIONS, Known, known, ranged

MOST_MAXIMA, MOST_PLACES_OF_MAXIMA = 4, 2  # of a goal, and indices at which members are looked at


def _pairs(known: Known, goal: Term) -> Iterator[tuple[Term, Term, Term]]:
    """Yield a maximum max x in the goal, a sum Σ e^(t x) over its range that occurs, and t."""
    sums = dict.fromkeys(b for f in (goal, *(f.concl for f in known.facts)) for b in bigs(f, ("sum",)))
    for m in bigs(goal, ("max",)):
        for b in sums:
            if b.args[:2] != m.args[:2] or canonical(b.args[2]).op != "exp":
                continue
            index = known.index(*m.args[:2])
            x, power = index.member(m.args[2]), canonical(index.member(b.args[2])).args[0]
            rates = [num(1), *(t for t in free_variables([power]) if t.sort == "R")]
            yield from ((m, b, t) for t in rates if canonical(power) is canonical(t * x))


def _bound(known: Known, m: Term, b: Term, t: Term) -> Fact:
    """Prove max x <= log(Σ e^(t x))/t."""
    index = known.index(*m.args[:2])
    rate = known.positive(t)
    member = known.member(b, index.i, *index.ends)
    if not member:
        raise NotFound("a sum that is not shown to be no less than its members")
    power = canonical(index.member(b.args[2]))
    above = known.linear(le(power, b), member)
    order = known.p.apply("elementary.log_le", known.run("exp_pos", power.args[0]), above, x=power, y=b)
    down = known.p.apply("elementary.inv_pos", rate, x=t)
    bound = inv(t) * log(b)
    here = known.run("arith", le(index.member(m.args[2]), bound), [(num(1), [order, down])], [], [rate])
    return known.run("max_le", m, bound, known.settle(le(*m.args[:2])), known.everywhere(index, here))


def by_sum(known: Known, goal: Term, m: Term, b: Term, t: Term, depth: int) -> Fact:
    """Prove the goal with log(Σ e^(t x))/t in place of the maximum, which is on the smaller side.

    Raises
    ------
    NotFound
        if it is not multiplied by what is positive there, or the goal with the sum is not shown.
    """
    q = quantity(goal)
    atom: Atom = next(iter(next(iter(normal(m)))))[0]
    if any(dict(mono).get(atom, 0) > 1 for mono in q):
        raise NotFound("a power of a maximum")
    factor: Poly = {frozenset(x for x in mono if x[0] != atom): -c for mono, c in q.items() if atom in dict(mono)}
    by = as_term(factor)
    if all(c < 0 for c in factor.values()):
        raise NotFound("on the larger side")
    sign = known.nonnegative(by)
    bound = _bound(known, m, b, t)
    inside = relation(plus(q, times(factor, normal(bound.concl.args[1] - m)), -1), goal.op)
    known.likely(inside)
    return known.run("arith", goal, [(num(1), [known.asked([], inside, depth)]), (num(1), [bound, sign])], [], [])


def _weights(known: Known, m: Term) -> Iterator[tuple[Term, Fact]]:
    """Yield weights over the range of a maximum whose sum hypotheses say to be 1."""
    for f in known.facts:
        found = value_of_sum(f)
        if found is not None and found[0].args[:2] == m.args[:2] and found[1] is num(1):
            yield found[0], f


def by_mean(known: Known, goal: Term, m: Term, total: Term, said: Fact, depth: int) -> Fact:
    """Prove the goal with the mean Σ w x in place of max x, which is on the larger side.

    Raises
    ------
    NotFound
        if the weights may be negative, or what the maximum is multiplied by, or the goal with the mean is not shown.
    """
    q = quantity(goal)
    atom: Atom = next(iter(next(iter(normal(m)))))[0]
    factor: Poly = {frozenset(x for x in mono if x[0] != atom): c for mono, c in q.items() if atom in dict(mono)}
    if not factor or any(dict(mono).get(atom, 0) > 1 for mono in q):
        raise NotFound("a power of a maximum, or none")
    sign = known.nonnegative(as_term(factor))
    index = known.index(*m.args[:2])
    w, x = index.member(total.args[2]), index.member(m.args[2])
    with known.inside(index):
        weight = known.nonnegative(w, index.facts)
    above = known.run("max_ge", m, index.i, *index.ends)
    up = known.summed(index, known.run("arith", le(w * x, w * m), [(num(1), [above, weight])], [], []))
    mean = up.concl.args[0]
    bound = known.run("arith", le(mean, m), [(num(1), [up]), (m, [said])], [], [])
    inside = relation(plus(q, times(factor, normal(m - mean)), -1), goal.op)
    known.likely(inside)
    return known.run("arith", goal, [(num(1), [known.asked([], inside, depth)]), (num(1), [bound, sign])], [], [])


def by_places(known: Known, goal: Term, place: Term) -> Fact:
    """Prove the goal from the members of its maxima at a place, with the halves of absolute values, times signs."""
    above = known.above_members(place, (), [goal])
    sizes = dict.fromkeys(t.args[0] for f in above for t in walk(f.concl) if t.op == "abs" and not t.loose)
    halves = [known.p.apply("elementary.abs_ge", x=x) for u in sizes for x in (u, -u)]
    return known.linear(goal, [*above, *halves, *known.facts], degree=2, work=600)


@method("maxima by sums of powers of e", share=0.5)
def maxima(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for a maximum on the smaller side and a sum of powers of e over its range."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES and bigs(goal, ("max",)):
        with k.named_facts():
            found = list(_pairs(k, goal))
        for m, b, t in found:
            yield k.way(partial(by_sum, k, goal, m, b, t, asked.depth))


@method("a mean is at most the maximum", share=0.5)
def means(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for a maximum on the larger side, and weights over its range whose sum is 1."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES:
        for m in bigs(goal, ("max",)):
            for total, said in _weights(k, m):
                yield k.way(partial(by_mean, k, goal, m, total, said, asked.depth))


@method("maxima against their members at a place", share=0.3)
def at_places(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for maxima on the larger side.

    Where the goal has members at an index, times what is not negative.
    """
    k, goal = known(search, asked), asked.goal
    places = dict.fromkeys(p for e in entries([goal]) for p in e.args[1:] if p.op == "var")
    found = bigs(goal, ("max",))
    if goal.op in ("le", "lt") and found and places and len(found) <= MOST_MAXIMA:
        for place in islice(places, MOST_PLACES_OF_MAXIMA):
            yield k.way(partial(by_places, k, goal, place))


MOST_CENTRES, MOST_PLACES = 3, 3  # numbers from which distances are taken, and members that are looked at


def _sequences(known: Known, goal: Term) -> Iterator[tuple[Term, Term, Term, list[Term]]]:
    """Yield a sequence, the range of the sums in which it occurs, and the indices of its members in the goal."""
    single = [t for t in entries([goal]) if len(t.args) == 2]
    ranges = dict.fromkeys(b.args[:2] for f in (goal, *(f.concl for f in known.facts)) for b in bigs(f, ("sum",)))
    for lo, hi in ranges:
        for function in dict.fromkeys(t.args[0] for t in single):
            yield (
                function,
                lo,
                hi,
                list(dict.fromkeys(t.args[1] for t in single if t.args[0] is function))[:MOST_PLACES],
            )


def _entry(function: Term, i: Term, single: Sequence[Term]) -> Term:
    """Return the member of a sequence at an index."""
    here = next(t for t in single if t.args[0] is function)
    return rebuild(here, lambda kid, _: i if kid is here.args[1] else kid)


def _centres(known: Known, goal: Term, total: Term, lo: Term, hi: Term) -> Iterator[tuple[Term, Fact]]:
    """Yield numbers c for which Σ (x − c) = 0 by hypotheses, with that."""
    some = known.linear(le(lo, hi + 1), known.facts, degree=1, work=200)
    count = known.p.apply("sums.sum_const", some, lo=lo, hi=hi)
    names = sorted((v for v in goal.free if (v.op, v.sort) == ("var", "R")), key=lambda v: v.args[0])[:MOST_CENTRES]
    size = canonical(hi - lo + 1)
    for c in [*names, *(canonical(v * inv(size)) for v in names), num(0)]:
        with suppress(KernelError):
            below = [] if c.op in ("var", "num") else [known.settle(lt(num(0), size))]
            shifted = eq(as_term(cancelled(normal(total - c * size), [size])), num(0))
            fact = known.linear(shifted, known.facts, depth=1, work=200)
            fact = known.run("arith", eq(total - c * size, num(0)), [(num(1), [fact])], [], below)
            member = big(
                "sum", lo, hi, abstract(instantiate_bound(total.args[2], (var("i'", "Z"),)) - c, [var("i'", "Z")])
            )
            yield c, known.run("arith", eq(member, num(0)), [(num(1), [fact]), (-c, [count])], [], [])


def by_centred(known: Known, goal: Term) -> Fact:
    """Prove the goal from N (x_k − c)² <= (N − 1) Σ (x − c)², where c is the mean, and (x_j − x_k)² <= 2 Σ (x − c)².

    Raises
    ------
    NotFound
        if that does not help.
    """
    facts: list[Fact] = []
    single = [t for t in entries([goal]) if len(t.args) == 2]
    sequences = list(_sequences(known, goal))
    sizes = dict.fromkeys(canonical(hi - lo + 1) for _, lo, hi, _ in sequences)
    several: list[Fact] = []
    for size in sizes:
        with suppress(KernelError):
            several.append(known.settle(lt(num(0), size)))
    for function, lo, hi, places in sequences:
        i = var("i'", "Z")
        x = _entry(function, i, single)
        total = big("sum", lo, hi, abstract(x, [i]))
        for c, zero in _centres(known, goal, total, lo, hi):
            f = lam(1, abstract(x - c, [i]))
            for k in places:
                with suppress(KernelError):
                    ends = known.settle(le(lo, k)), known.settle(le(k, hi))
                    fact = known.p.apply("inequalities.square_of_centred", zero, *ends, f=f, lo=lo, hi=hi, m=k)
                    facts += [fact, *_roots(known, goal, fact, substitute(x, {i: k}) - c, several)]
        names = sorted((v for v in goal.free if (v.op, v.sort) == ("var", "R")), key=lambda v: v.args[0])
        for j, k in islice(combinations(places, 2), MOST_PLACES):
            for c in [num(0), *names[:MOST_CENTRES]]:
                with suppress(KernelError):
                    sides = [known.settle(g) for p in (j, k) for g in (le(lo, p), le(p, hi))]
                    f = lam(1, abstract(x - c, [i]))
                    facts.append(known.p.apply("inequalities.two_squares", *sides, f=f, lo=lo, hi=hi, j=j, m=k))
    if not facts:
        raise NotFound("no member of a sequence with a mean")
    q, below = known.times_out(quantity(goal))
    less = _with_or_without(known, le(num(0), as_term(q)), [*facts, *known.facts, *below], several, 1500)
    return known.divided(less, below, goal)


def _with_or_without(known: Known, goal: Term, facts: Sequence[Fact], sizes: Sequence[Fact], work: int) -> Fact:
    """Prove the goal, or its product with the number of members, as a combination of facts."""
    with suppress(KernelError):
        return known.linear(goal, facts, depth=2, work=work)
    return known.linear(goal, facts, depth=2, scale=sizes, work=work)


def _roots(known: Known, goal: Term, fact: Fact, u: Term, several: Sequence[Fact]) -> Iterator[Fact]:
    """Yield ± u <= √w for the roots in a goal where u² <= w follows from a fact."""
    for root in dict.fromkeys(t for t in walk(goal) if root_of(t) is not None):
        w = root_of(root)
        assert w is not None
        with suppress(KernelError):
            q, below = known.times_out(quantity(le(u * u, w)))
            less = _with_or_without(known, le(num(0), as_term(q)), [fact, *known.facts, *below], several, 900)
            square = known.divided(less, below, le(u * u, w))
            over = known.run(
                "arith",
                le(num(0), w),
                [(num(1), [square]), (num(1), [known.p.apply("elementary.square_nonneg", x=u)])],
                [],
                [],
            )
            same = known.p.apply("norms.sqrt_square", over, s=w)
            sign = known.p.apply("norms.sqrt_nonneg", s=w)
            for v in (u, -u):
                order = known.run("arith", le(v * v, root * root), [(num(1), [square]), (num(-1), [same])], [], [])
                yield known.p.apply("norms.square_le", sign, order, u=v, r=root)


def by_bounds(known: Known, goal: Term, depth: int) -> Fact:
    """Prove the goal with variables for its maxima, which are no less than every member.

    Raises
    ------
    NotFound
        if that is not shown.
    """
    current, given, sides, back = goal, list(known.given), list[Fact](), list[tuple[Term, Term]]()
    for m in bigs(goal, ("max",)):
        v = known.fresh("m")
        swapped = swapped_big(current, m, v)
        if v not in swapped.free:
            continue
        current = swapped
        index = known.index(m.args[0], m.args[1])
        known.search.meaning[v] = m
        sides.append(known.everywhere(index, known.run("max_ge", m, index.i, *index.ends)))
        given.append(swapped_big(sides[-1].concl, m, v))
        back.append((v, m))
    if not back:
        raise NotFound("no maximum")
    before, known.p.facts = known.p.facts, {}
    try:
        fact = known.search.prove(given, current, depth + 1)
    finally:
        known.p.facts = before
    fact = known.run("instantiate", fact, back)
    return known.p.change(known.search.cut(fact, sides), goal)


@method("a member against squares", share=0.3)
def centred(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for members of sequences if sums of squares occur, or are given by equations."""
    k, goal = known(search, asked), asked.goal
    single = any(len(t.args) == 2 for t in entries([goal]))
    sums = [b for f in (goal, *(f.concl for f in k.facts)) for b in bigs(f, ("sum",)) if b.args[2].op != "num"]
    if goal.op == "le" and asked.depth <= MOST_CHANGES and single and sums:
        yield k.way(partial(by_centred, k, goal))


@method("maxima as bounds", share=0.4)
def as_bounds(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for maxima and minima if sums over the same range occur."""
    k, goal = known(search, asked), asked.goal
    if goal.op != "eq" and asked.depth <= 1 and bigs(goal, ("max",)) and bigs(goal, ("sum",)):
        yield k.way(partial(by_bounds, k, goal, asked.depth))


@method("hypotheses at the last index", share=0.5)
def at_the_end(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for a goal between numbers under recursions, with the known facts about each single member."""
    k, goal = known(search, asked), asked.goal
    if asked.depth or goal.op not in ("le", "lt") or entries([goal]) or bigs(goal):
        return
    with k.named_facts():
        found = [f for u in k.universal for f in [_at_last(k, u)] if f is not None]
    if found and k.universal[1:]:
        yield k.way(lambda: k.asked(found, goal, asked.depth))


def _at_last(known: Known, universal: Fact) -> Fact | None:
    """Return the known facts about every index, taken at the last one, if they have members at that index only."""
    i = known.fresh("i", "Z")
    of = ranged(universal.concl, i)
    if of is None or of[2].op not in RELATIONS or of[1].op == "num":
        return None
    here = {t.args[1:] for t in entries([of[2]])}
    if here != {(i,)} or len(entries([of[2]])) < 2:
        return None
    with suppress(KernelError):
        return known.p.specialize(universal, canonical(of[1]))
    return None
