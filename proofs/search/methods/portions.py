"""A range in two portions, where sums over one of them stand beside sums over the whole: member by member in either.

So bounds of a probability by a sum over all (Markov, Chebyshev, Chernoff), and with squares that are least where both
sides are one, that of Cantelli.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from proofs.kernel.normal import Poly, as_term, canonical, key, normal, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, abstract, add, big, eq, inv, lam, le, lt, num, substitute
from proofs.search.base.failures import NotFound
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
    without,
)
from proofs.search.sequences.induction import first
from proofs.search.sequences.known import MOST_CHANGES, Known, known
from proofs.search.sequences.pool import universal_ranges
from proofs.search.sequences.termwise import Spread, spreads

Range = tuple[Term, Term]
MOST_PORTIONS = 3
MOST_SPREADS = 3  # ways to spread a number over a range


def ranges_of(known: Known, goal: Term) -> Iterator[tuple[Range, Range, Range]]:
    """The range of a sum, a portion of it that other sums or hypotheses are about, and what is left."""
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
    """The sums over a range that stand linearly, with what they are times; and what is left."""
    parts, rest = list[tuple[Term, Term]](), dict(q)
    for m, c in q.items():
        sums = [a for a, e in m if a.term.op == "sum" and e == 1 and a.term.args[:2] == over]
        if sums:
            parts.append((as_term({frozenset(x for x in m if x[0] is not sums[0]): c}), sums[0].term))
            del rest[m]
    return parts, rest


def by_portions(known: Known, goal: Term, whole: Range, portion: Range, other: Range, spread: int) -> Fact:
    """0 <= Σ F + Σ' G + c from 0 <= F + G and 0 <= F at indices of the portions; c is spread over one of the ranges.

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
    """Σ = v + …, the largest sum of an equation alone on the left."""
    found = alone(quantity(f.concl), "sum") if f.concl.op == "eq" and value_of_sum(f) is None else []
    if not found or any(b.args[2].op == "num" for b, _ in found):
        return None
    total, c = max(found, key=lambda one: one[0].size)
    value = as_term({m: -v / c for m, v in without(quantity(f.concl), total).items()})
    return known.run("arith", eq(total, value), [(num(-1 / c), [f])], [], [])


def _sign_of_value(known: Known, f: Fact) -> Fact | None:
    """0 <= v, where a sum of what is not negative is v."""
    for total, v in (f.concl.args, f.concl.args[::-1]):
        with suppress(KernelError):
            if f.concl.op == "eq" and total.op == "sum" and v.op == "var":
                return known.linear(le(num(0), v), [known.nonnegative(total), f])
    return None


def by_squares(known: Known, goal: Term, whole: Range, portion: Range, other: Range) -> Fact:
    """The goal from D² Σ' p <= Σ p (A + B y)², where y >= t at the portion, and so A + B y >= D = A + B t.

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
            square = known.p.apply(None, "elementary.square_nonneg", x=B * (y - t))
            above = [(num(2), [positive, not_negative, distance, weight]), (num(1), [square, weight])]
            here = known.run("arith", le(D * D * member, member * (A + B * y) * (A + B * y)), above, [], [])
            inner = known.summed(index, here)
            rest = known.index(*other)
            there = substitute(member, {index.i: rest.i})
            of_rest = substitute(y, {index.i: rest.i})
            square = known.p.apply(None, "elementary.square_nonneg", x=A + B * of_rest)
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
    """The goal from L² <= Σ' w · Σ w y² with L = Σ w y − c Σ w, where y <= c at the other portion (Paley and Zygmund).

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
        square = known.p.apply(None, "inequalities.weighted_cauchy_schwarz", weight, **by)
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
    """The goal with Σ 1 over a portion for how many members it has, and over the whole range for its number."""
    q, sides = quantity(goal), list[tuple[Term, list[Fact]]]()
    for lo, hi in (portion, whole):
        if hi.op == "var":
            count = known.p.apply(None, "sums.sum_const", known.settle(le(lo, hi + 1)), lo=lo, hi=hi)
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


# --- the methods -----------------------------------------------------------------------------------------------------


@method("portions of a range", share=0.4)
def portions(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums over a range and over a part of it."""
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
