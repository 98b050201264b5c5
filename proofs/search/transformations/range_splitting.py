"""Range splitting: a sum as a member and the others, or as sums over two parts of its range.

A range is split where another sum of the goal ends, and the parts are compared member by member, as in the proofs of
Markov's, Chebyshev's and Cantelli's inequalities. For example, t Σ_{i<=k} p_i <= Σ_{i<=n} p_i x_i for 0 <= p, 0 <= x,
and t <= x_i for all i <= k. Reference: Boucheron, Lugosi and Massart, Concentration Inequalities, section 2.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import permutations

from flint import fmpq

from proofs.kernel.normal import Poly, as_term, canonical, constant, key, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    KernelError,
    Term,
    abstract,
    add,
    big,
    eq,
    instantiate_bound,
    inv,
    lam,
    le,
    lt,
    num,
    substitute,
)
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import (
    alone,
    bigs,
    cancelled,
    entries,
    quantity,
    relation,
    replaced,
    value_of_sum,
    walk,
    without,
)
from proofs.search.sequences.induction import first
from proofs.search.sequences.known import MOST_CHANGES, Known, known
from proofs.search.sequences.pool import universal_ranges
from proofs.search.sequences.rewriting import rewritten, with_equals
from proofs.search.sequences.splits import cuts, in_two
from proofs.search.sequences.termwise import Spread, spreads

MOST_CUTS = 3  # of ranges in two


def _first_apart(known: Known, lo: Term, b: Term) -> Fact | None:
    """Return Σ_lo^hi f = f_lo + Σ_{lo+1}^hi f."""
    if b.args[0] is not lo or b.args[2].op == "num":
        return None
    return known.theorem("sums.sum_first", b, known.settle(le(lo, b.args[1])))


def _last_apart(known: Known, hi: Term, b: Term) -> Fact | None:
    """Return Σ_lo^hi f = Σ_lo^{hi−1} f + f_hi."""
    if b.args[1] is not hi or b.args[2].op == "num":
        return None
    return known.run("big_step", b, known.settle(le(b.args[0], hi)))


def _complements(known: Known, goal: Term) -> Iterator[Fact]:
    """Yield c − Σ_lo^m f = Σ_{m+1}^hi f for such differences in the goal if Σ_lo^hi f = c is given."""
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
    """Yield Σ_lo^m f + Σ_{m+1}^hi f + rest = Σ_lo^hi f + rest for such sums in the goal."""
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
    """Prove the goal with the sum over the other part of a range in place of a difference from a given sum."""
    return with_equals(known, goal, _complements(known, goal), ask)


def by_others(known: Known, goal: Term, total: Term, c: fmpq, place: Term, depth: int) -> Fact:
    """Prove a goal about c Σ f from c Σ f >= c f_k + |c| (N − 1) b.

    Where b is what makes it one and c f_i >= |c| b of all N.

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
    fact = known.p.apply("inequalities.others_ge", every, *ends, f=f, lo=lo, hi=hi, m=place, r=least)
    return known.run("arith", goal, [(share, [fact])], [], [])


def _against_others(known: Known, goal: Term, place: Term, depth: int) -> Fact:
    """Prove a goal that compares a sum with a member of it, also if divided by sums."""
    q, below = known.times_out(quantity(goal))
    sums = [(t, c) for t, c in alone(q, "sum") if t.args[2].op != "num"]
    if len(sums) != 1:
        raise NotFound("not one sum")
    return known.divided(by_others(known, relation(q, goal.op), *sums[0], place, depth), below, goal)


def _against_value(known: Known, goal: Term, said: Fact, place: Term, depth: int) -> Fact:
    """Prove a goal about a member of a sum whose value is given, from the goal about the member and the sum."""
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
    """Return whether it says that a variable is a member of a sequence."""
    sides = formula.args if formula.op == "eq" else ()
    return any(t.op == "var" for t in sides) and any(map(_is_member, sides))


def _against_names(known: Known, goal: Term, depth: int) -> Fact:
    """Prove a goal about variables that hypotheses equate with a member and a sum, from the goal about these."""
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
    """Yield f_k + (N − 1) r <= Σ f, or >=, for a sum that occurs.

    Where hypotheses say r <= f_i, or >=, of all N.
    """
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
                    yield known.p.apply("inequalities.others_ge", every, *ends, **by)
                    yield known.linear(le(num(0), b.args[1] - b.args[0]), ends)


def by_bounds_of_others(known: Known, goal: Term) -> Fact:
    """Prove the goal by separating a member from sums if hypotheses bound the other members by numbers."""
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
    """Return a polynomial over a factor x + a, where x is a variable and a is a number.

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


@method("one member apart", share=0.4)
def ranges_alike(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for sums over two ranges, one of which has one more member at the end."""
    k, goal = known(search, asked), asked.goal
    ends = {b.args[:2] for b in bigs(goal, ("sum",)) if b.args[2].op != "num"}
    if not asked.depth and goal.op != "eq" and len(ends) == 2:
        (lo, hi), (low, high) = ends
        for last, before in ((hi, high), (high, hi)):
            if lo is low and canonical(last - 1) is before:
                yield k.way(partial(rewritten, k, goal, partial(_last_apart, k, last), asked.depth))


@method("one member apart", share=0.4)
def members_apart(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for a first or last member of a sequence that is compared with the sum of all."""
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
    """Yield ways for a member that is compared with the sum of all, if the other members are bounded."""
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
    """Yield ways for sums over a range and over a part of it: the sum is split, or the parts are joined."""
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
    """Yield ways for a member of a sequence whose sum occurs.

    Where hypotheses bound all members by what is one number.
    """
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES and k.universal and entries([goal]):
        yield k.way(partial(by_bounds_of_others, k, goal))


Range = tuple[Term, Term]
MOST_PORTIONS = 3
MOST_SPREADS = 3  # ways to spread a number over a range


def ranges_of(known: Known, goal: Term) -> Iterator[tuple[Range, Range, Range]]:
    """Yield the range of a sum, a part of it to which other sums or hypotheses refer, and the remaining parts."""
    sums = [b for f in (goal, *(f.concl for f in known.facts)) for b in bigs(f, ("sum",))]
    wholes = list(dict.fromkeys(b.args[:2] for b in sums if b.args[2].op != "num"))
    found = [r for r in wholes if r in {b.args[:2] for b in bigs(goal, ("sum",))}]
    for whole in wholes:
        places = [t.args[1] for t in entries([goal]) if len(t.args) == 2] if known.steps else []
        cut = [r for k in places if k not in whole for r in ((whole[0], k), (k, whole[1]))]
        for lo, hi in dict.fromkeys([*found, *universal_ranges(known), *cut]):
            if (lo, hi) != whole and lo is whole[0]:
                yield whole, (lo, hi), (canonical(hi + 1), whole[1])
            elif (lo, hi) != whole and hi is whole[1]:
                yield whole, (lo, hi), (whole[0], canonical(lo - 1))


def _over(q: Poly, over: Range) -> tuple[list[tuple[Term, Term]], Poly]:
    """Return the sums over a range that occur linearly, with their coefficients, and the remaining terms."""
    parts, rest = list[tuple[Term, Term]](), dict(q)
    for m, c in q.items():
        sums = [a for a, e in m if a.term.op == "sum" and e == 1 and a.term.args[:2] == over]
        if sums:
            parts.append((as_term({frozenset(x for x in m if x[0] is not sums[0]): c}), sums[0].term))
            del rest[m]
    return parts, rest


def by_portions(known: Known, goal: Term, whole: Range, portion: Range, other: Range, spread: int) -> Fact:
    """Prove 0 <= Σ F + Σ' G + c from 0 <= F + G and 0 <= F at indices of the portions.

    C is spread over one of the ranges.

    Raises
    ------
    NotFound
        if that is not shown.
    """
    of_whole, rest = _over(quantity(goal), whole)
    of_portion, rest = _over(rest, portion)
    if any(a.term.op == "sum" for m in rest for a, _ in m):
        raise NotFound("other sums")
    by: Spread | None = None
    if rest:
        ways = [(s, over) for over in (whole, portion) for s in spreads(known, *over) if s.value is not num(0)]
        if spread >= len(ways):
            raise NotFound("nothing to spread a number by")
        by, over = ways[spread]
        sign = known.positive(by.value)
        each = as_term(cancelled(times(rest, normal(inv(by.value))), [by.value]))
        (of_whole if over == whole else of_portion).append((each, big("sum", *over, by.body)))
    first_end = canonical(portion[1] if portion[0] is whole[0] else other[1])
    ends = known.settle(le(whole[0] - 1, first_end)), known.settle(le(first_end, whole[1]))
    facts: list[Fact] = []
    for here, parts in ((portion, [*of_whole, *of_portion]), (other, of_whole)):
        index = known.index(*here)
        terms = [c * index.member(b.args[2]) for c, b in parts]
        member = terms[0] if len(terms) == 1 else add(*terms)
        beside = [*index.facts, *known.ranged(index, member)]
        facts.append(known.summed(index, _not_negative(known, beside, le(num(0), member))))
    sides = [(num(1), [f]) for f in facts]
    for c, b in of_whole:
        split = known.theorem("sums.sum_split", big("sum", *whole, b.args[2]), *ends, m=first_end)
        sides.append((num(-1) * c, [split]))
    if by is None:
        return known.run("arith", goal, sides, [], [])
    total = big("sum", *over, by.body)
    said = known.run("arith", eq(total, by.value), [(num(1), [by.fact])], [], [])
    return known.run("arith", goal, [*sides, (each, [said])], [], [sign])


def _not_negative(known: Known, here: list[Fact], goal: Term) -> Fact:
    below = known.denominators(goal, here)
    near = [f for f in known.facts if not bigs(f.concl)]
    return first(
        known,
        lambda: known.linear(goal, [*here, *near, *below], degree=2, work=300),
        lambda: known.restated(known.nonnegative(canonical(goal.args[1]), [*here, *below]), goal),
        lambda: known.numbers([*here, *near, *below], goal, 1.5),
    )


def _of_variable(known: Known, f: Fact) -> Fact | None:
    """Return Σ = v + …, the largest sum of an equation alone on the left."""
    found = alone(quantity(f.concl), "sum") if f.concl.op == "eq" and value_of_sum(f) is None else []
    if not found or any(b.args[2].op == "num" for b, _ in found):
        return None
    total, c = max(found, key=lambda one: one[0].size)
    value = as_term({m: -v / c for m, v in without(quantity(f.concl), total).items()})
    return known.run("arith", eq(total, value), [(num(-1 / c), [f])], [], [])


def _sign_of_value(known: Known, f: Fact) -> Fact | None:
    """Return 0 <= v, where v is a sum of nonnegative members."""
    for total, v in (f.concl.args, f.concl.args[::-1]):
        with suppress(KernelError):
            if f.concl.op == "eq" and total.op == "sum" and v.op == "var":
                return known.linear(le(num(0), v), [known.nonnegative(total), f])
    return None


def by_squares(known: Known, goal: Term, whole: Range, portion: Range, other: Range) -> Fact:
    """Prove the goal from D² Σ' p <= Σ p (A + B y)², where y >= t at the portion, and so A + B y >= D = A + B t.

    With the sums W, M and S of p, p y and p y², A = S − M t and B = W t − M make what follows the sharpest.

    Raises
    ------
    NotFound
        if nothing is known to be at least a number at the portion, or that is not shown.
    """
    of_portion, _ = _over(quantity(goal), portion)
    if len({b for _, b in of_portion}) != 1:
        raise NotFound("not one sum over a portion")
    weights = of_portion[0][1].args[2]
    index = known.index(*portion)
    values = [f for e in known.facts for f in [_of_variable(known, e)] if f is not None]
    values = sorted(values, key=lambda f: -f.concl.size) + [f for f in known.facts if value_of_sum(f) is not None]
    signs = [f for e in known.facts for f in [_sign_of_value(known, e)] if f is not None]
    for f in [f for f in index.facts if f.concl.op == "le"]:
        t, y = f.concl.args
        if index.i in t.free or index.i not in y.free or key(eq(t, num(0))) is True:
            continue

        def total(u: Term) -> Term:
            member = canonical(index.member(weights) * u)
            return as_term(normal(big("sum", *whole, abstract(member, [index.i]))))

        sums = [total(u) for u in (num(1), y, y * y)]
        W, M, S = (as_term(replaced(normal(u), values, powers=True)[0]) for u in sums)
        A, B = canonical(S - M * t), canonical(W * t - M)
        D = canonical(A + B * t)
        with suppress(KernelError):
            plain = [g for g in known.facts if not bigs(g.concl)]
            positive = known.linear(lt(num(0), D), [*signs, *plain], degree=2, work=200)
            not_negative = known.linear(le(num(0), B), [*signs, *plain], degree=2, work=200)
            member = canonical(index.member(weights))
            weight = known.nonnegative(member, index.facts)
            distance = known.run("arith", le(num(0), y - t), [(num(1), [f])], [], [])
            square = known.p.apply("elementary.square_nonneg", x=B * (y - t))
            above = [(num(2), [positive, not_negative, distance, weight]), (num(1), [square, weight])]
            here = known.run("arith", le(D * D * member, member * (A + B * y) * (A + B * y)), above, [], [])
            inner = known.summed(index, here)
            rest = known.index(*other)
            there = substitute(member, {index.i: rest.i})
            of_rest = substitute(y, {index.i: rest.i})
            square = known.p.apply("elementary.square_nonneg", x=A + B * of_rest)
            sign = known.nonnegative(there, rest.facts)
            outer = known.run("arith", le(num(0), there * square.concl.args[1]), [(num(1), [square, sign])], [], [])
            outer = known.summed(rest, outer)
            m = canonical(portion[1] if portion[0] is whole[0] else other[1])
            ends = known.settle(le(whole[0] - 1, m)), known.settle(le(m, whole[1]))
            body = abstract(member * (A + B * y) * (A + B * y), [index.i])
            split = known.theorem("sums.sum_split", big("sum", *whole, body), *ends, m=m)
            P = of_portion[0][1]
            by = known.run(
                "arith",
                le(D * D * P, split.concl.args[0]),
                [(num(1), [inner]), (num(1), [outer]), (num(-1), [split])],
                [],
                [],
            )
            q, used = replaced(quantity(by.concl), values, powers=True)
            parts = [(num(1), [by]), *((as_term(c), [e]) for c, e in used)]
            fact = known.run("arith", le(num(0), as_term(q)), parts, [], [])
            short, below = known.times_out(quantity(goal), facts=[positive])
            less = known.linear(le(num(0), as_term(short)), [fact, *plain, *signs], scale=[positive], work=900)
            return known.divided(less, below, goal)
    raise NotFound("nothing is at least a number at the portion")


def by_cauchy(known: Known, goal: Term, whole: Range, portion: Range, other: Range) -> Fact:
    """Prove the goal from L² <= Σ' w · Σ w y² with L = Σ w y − c Σ w.

    Where y <= c at the other portion (Paley and Zygmund).

    L is at most Σ' w y, of which the square is at most Σ' w · Σ' w y².

    Raises
    ------
    NotFound
        if nothing is known to be at most a number at the other portion, or that is not shown.
    """
    weights = {b.args[2] for _, b in _over(quantity(goal), portion)[0]}
    weights |= {b.args[2] for b in bigs(goal, ("sum",)) if b.args[:2] == portion}
    (body, *more) = weights
    if more:
        raise NotFound("not one sum over a portion")
    m = canonical(portion[1] if portion[0] is whole[0] else other[1])
    ends = known.settle(le(whole[0] - 1, m)), known.settle(le(m, whole[1]))
    rest, index = known.index(*other), known.index(*whole)
    values = [v for e in known.facts for v in [_of_variable(known, e)] if v is not None]
    values += [f for f in known.facts if value_of_sum(f) is not None]
    for f in [f for f in rest.facts if f.concl.op == "le"]:
        y, c = f.concl.args
        if rest.i in c.free or rest.i not in y.free or y.op != "app":
            continue

        def split(t: Term) -> Fact:
            return known.theorem("sums.sum_split", big("sum", *whole, abstract(t, [index.i])), *ends, m=m)

        w, x = index.member(body), substitute(y, {rest.i: index.i})
        W, M, S = (split(t) for t in (w, w * x, w * x * x))
        (P, out), (G, _), (_, high) = (
            t.concl.args[1].args if portion[0] is whole[0] else t.concl.args[1].args[::-1] for t in (W, M, S)
        )
        there = substitute(w, {index.i: rest.i})
        sign = known.nonnegative(there, rest.facts)
        below = known.run("arith", le(there * y, there * c), [(num(1), [f, sign])], [], [])
        below = known.summed(rest, below)
        here = known.index(*portion)
        weight = known.everywhere(here, known.nonnegative(here.member(body), here.facts))
        by = {"w": body, "f": num(1), "g": abstract(x, [index.i])}
        by = {name: lam(1, t) for name, t in by.items()} | {"lo": portion[0], "hi": portion[1]}
        square = known.p.apply("inequalities.weighted_cauchy_schwarz", weight, **by)
        signs = [known.nonnegative(t) for t in (P, out, high)]
        L = canonical(M.concl.args[0] - c * W.concl.args[0])
        plain = [g for g in known.facts if g.concl.op in ("le", "lt", "eq")]
        least = known.nonnegative(c)
        above = known.linear(le(L, G), [below, M, (W, c), (signs[0], least), *signs], depth=2)
        q, used = replaced(normal(L), values, powers=True)
        mean = known.nonnegative(M.concl.args[0])
        means = [
            mean,
            *(
                known.linear(le(num(0), v.concl.args[1]), [mean, v])
                for v in values
                if bigs(v.concl) == [M.concl.args[0]]
            ),
        ]
        short = known.linear(le(num(0), as_term(q)), [*means, *plain], degree=2, work=400)
        positive = known.put_back(le(num(0), L), short, used)
        gap = known.run("arith", le(L * L, G * G), [(num(1), [above, above]), (num(2), [positive, above])], [], [])
        product = known.linear(le(L * L, P * S.concl.args[0]), [gap, square, (S, P), (signs[2], signs[0])], depth=2)
        inner, signs = known.times_out(quantity(goal))
        fact = known.linear(relation(inner), [product, *plain], depth=3, work=900)
        return known.divided(fact, signs, goal) if signs else known.restated(fact, goal)
    raise NotFound("nothing is at most a number at the other portion")


def by_counting(known: Known, goal: Term, whole: Range, portion: Range, other: Range) -> Fact:
    """Prove the goal with Σ 1 over a part for its number of members, and over the whole range for that of the range."""
    q, sides = quantity(goal), list[tuple[Term, list[Fact]]]()
    for lo, hi in (portion, whole):
        if hi.op == "var":
            count = known.p.apply("sums.sum_const", known.settle(le(lo, hi + 1)), lo=lo, hi=hi)
            said = known.run("arith", eq(hi, count.concl.args[0] + lo - num(1)), [(num(-1), [count])], [], [])
            q, used = replaced(q, [said], powers=True)
            sides += [(num(-1) * as_term(m), [e]) for m, e in used]
    inside = relation(q)
    fact = first(
        known,
        lambda: by_portions(known, inside, whole, portion, other, 0),
        lambda: by_squares(known, inside, whole, portion, other),
    )
    return known.run("arith", goal, [(num(1), [fact]), *sides], [], [])


@method("portions of a range", share=0.4)
def portions(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for sums over a range and over a part of it."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and asked.depth <= MOST_CHANGES:
        for whole, portion, other in list(ranges_of(k, goal))[:MOST_PORTIONS]:
            if not _over(quantity(goal), portion)[0] and portion[1].op == "var" and portion[1] in goal.free:
                yield k.way(partial(by_counting, k, goal, whole, portion, other))
        for whole, portion, other in list(ranges_of(k, goal))[:MOST_PORTIONS]:
            rest = _over(_over(quantity(goal), whole)[1], portion)[1]
            for spread in range(MOST_SPREADS if rest else 1):
                yield k.way(partial(by_portions, k, goal, whole, portion, other, spread))
        for whole, portion, other in list(ranges_of(k, goal))[:MOST_PORTIONS]:
            if _over(quantity(goal), portion)[0]:
                yield k.way(partial(by_squares, k, goal, whole, portion, other))
            if any(b.args[:2] == portion for b in bigs(goal, ("sum",))):
                yield k.way(partial(by_cauchy, k, goal, whole, portion, other))
