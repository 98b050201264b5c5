"""Proofs of inequalities between sums term by term, after adjusting the terms.

A constant is distributed over the terms of a sum, and multiples of terms whose sum is zero are added.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import combinations, islice, permutations

from flint import fmpq

from proofs.kernel.normal import ONE, Poly, as_term, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, add, big, eq, inv, le, lt, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Way
from proofs.search.points.sampling import Point, value
from proofs.search.sequences.forms import (
    alone,
    bigs,
    cancelled,
    differentiated,
    entries,
    factors,
    quantity,
    relation,
    replaced,
    swapped_entry,
    value_of_sum,
    walk,
    without,
)
from proofs.search.sequences.induction import about, first
from proofs.search.sequences.known import Index, Known
from proofs.search.sequences.logs import given_products, taken_apart

POWERS = -1  # the value of `spread` that expands powers of sums
MOST_MULTIPLIERS = 6
MOST_IN_VALUE = 3  # summands of the value of a sum
PLACES, WHOLE, SMALL = (0.3, 1.0, 2.5), 24, 1e-9  # test points for slopes, largest denominator, tolerance
EQUALS, SIZES = (1.0, 2.0, 0.5), (3, 7)  # common values and numbers of members that are tested
MULTIPLIERS = [num(sign, below) for below in (1, 2, 4) for sign in (1, -1)]
MOST_FIXED = 2  # places outside the sums at which hypotheses are used
MOST_ORDERS = 12  # pairs of logarithms that are compared
MOST_NESTED = 2  # nested questions about a sum inside a sum


class Spread:
    """A number written as a sum over a range: Σ h = value."""

    def __init__(self, body: Term, fact: Fact, value: Term) -> None:
        self.body, self.fact, self.value = body, fact, value


class Together:
    """The difference of the sides of a goal, written as a sum Σ c · body over a range plus a remainder.

    With `powers`, one factor of each power of a sum is also written under the sum.
    """

    def __init__(self, goal: Term, powers: bool = False) -> None:
        self.parts: list[tuple[Term, Term]] = []
        self.rest: Poly = {}
        self.range: tuple[Term, Term] | None = None
        for m, c in quantity(goal).items():
            sums = [a for a, e in m if a.term.op == "sum" and e == 1 and a.term.args[2].op != "num"]
            if powers and not sums:
                sums = [a for a, e in m if a.term.op == "sum" and e > 1 and e.q == 1 and a.term.args[2].op != "num"]
            a = max(sums, key=lambda a: a.term.size, default=None)
            ends = None if a is None else (a.term.args[0], a.term.args[1])
            if a is None or ends is None or self.range not in (None, ends):
                self.rest[m] = c
            else:
                self.range = ends
                rest = {**dict(m), a: dict(m)[a] - 1}
                self.parts.append((as_term({frozenset(x for x in rest.items() if x[1]): c}), a.term.args[2]))
        if self.range is None:
            raise NotFound("no sum")
        for m, c in list(self.rest.items()):  # numbers of members
            count = next((a for a, e in m if a.term.op == "sum" and e == 1 and a.term.args[:2] == self.range), None)
            if count is not None and count.term.args[2].op == "num":
                del self.rest[m]
                self.parts.append((as_term({frozenset(x for x in m if x[0] is not count): c}), count.term.args[2]))

    def at(self, index: Index) -> list[Term]:
        """Return the members at an index."""
        return [c * index.member(body) for c, body in self.parts]


def sums_given(known: Known) -> list[tuple[Fact, Term, Term]]:
    """Return hypotheses that give the value of a sum or of the logarithm of a product: the fact, the sum, its value.

    Hypotheses whose value is a numeral come first; in the other hypotheses, the value contains no further sum.
    """
    facts = [*known.facts, *given_products(known)]
    found = [(f, *v) for f in facts for v in [value_of_sum(f)] if v is not None]
    return [*found, *((f, *v) for f in known.facts for v in [named_value(f)] if v is not None)]


def named_value(f: Fact) -> tuple[Term, Term] | None:
    """Return (Σ, t) if a fact equates its only sum with a term t that is no numeral; otherwise None."""
    q = quantity(f.concl) if f.concl.op == "eq" else {}
    sums = [s for s in bigs(f.concl) if s.args[2].op != "num"]
    found = [(t, c) for t, c in alone(q, "sum") if sums == [t]]
    if not found or value_of_sum(f) is not None:
        return None
    ((total, c),) = found
    rest = without(q, total)
    if total in bigs(as_term(rest)) or len(rest) > MOST_IN_VALUE:
        return None
    return total, as_term({m: -v / c for m, v in rest.items()})


def spreads(known: Known, lo: Term, hi: Term) -> list[Spread]:
    """Return Σ 1 = hi − lo + 1, and the hypotheses that state the value of a sum over the range."""
    out: list[Spread] = []
    with suppress(KernelError):
        fact = known.p.apply("sums.sum_const", known.settle(le(lo, hi + 1)), lo=lo, hi=hi)
        out.append(Spread(num(1), fact, canonical(hi - lo + 1)))
    for f, total, said in sums_given(known):
        if total.args[:2] == (lo, hi):
            if said.op != "num":  # isolate the sum on the left
                f = known.linear(eq(total, said), [f], work=200)
            out.append(Spread(total.args[2], f, said))
    out += [s for f in known.facts for s in [_of_several(known, f, lo, hi)] if s is not None]
    return out


def _of_several(known: Known, f: Fact, lo: Term, hi: Term) -> Spread | None:
    """Return the value of a linear combination of at least two sums over a range, if an equation states it."""
    if f.concl.op != "eq" or value_of_sum(f) is not None:
        return None
    q = quantity(f.concl)
    sums = [(t, c) for t, c in alone(q, "sum") if t.args[:2] == (lo, hi)]
    if len(sums) < 2 or len(sums) + (ONE in q) != len(q):
        return None
    body = canonical(add(*(num(c) * t.args[2] for t, c in sums)))
    fact = known.run("arith", eq(big("sum", lo, hi, body), num(-q.get(ONE, fmpq(0)))), [(num(-1), [f])], [], [])
    return Spread(body, fact, canonical(fact.concl.args[1]))


def mean_first(known: Known, lo: Term, hi: Term, found: Sequence[Spread]) -> list[Spread]:
    """Return the list, preceded by the mean of the first two sums with the same nonzero value, if there are any."""
    for one, other in combinations(found, 2):
        if one.value is other.value and one.value is not num(0):
            mean = canonical(num(1, 2) * (one.body + other.body))
            sides = [(num(1, 2), [one.fact]), (num(1, 2), [other.fact])]
            fact = known.run("arith", eq(big("sum", lo, hi, mean), one.value), sides, [], [])
            return [Spread(mean, fact, one.value), *found]
    return list(found)


def term_by_term(known: Known, goal: Term, spread: int, multiplier: tuple[int, int, Term] | None, depth: int) -> Fact:
    """Prove 0 <= Σ F from 0 <= F at an index, after distributing a constant and adding multiples of zero sums.

    If `spread` is POWERS, one factor of each power of a sum is expanded instead.
    """
    together = Together(goal, spread == POWERS)
    assert together.range is not None
    lo, hi = together.range
    known_sums = spreads(known, lo, hi) if together.rest or multiplier else []
    index = known.index(lo, hi)
    terms, facts = together.at(index), list[Fact]()
    if together.rest:
        ways_to_spread = [*mean_first(known, lo, hi, known_sums), *_inside(known, together)]
        by = ways_to_spread[spread] if POWERS < spread < len(ways_to_spread) else None
        if by is None or by.value is num(0):
            raise NotFound("nothing to spread a constant by")
        if by.value.op != "num":
            facts.append(known.positive(by.value))
        spread_out = normal(as_term(together.rest) * index.member(by.body) * inv(by.value))
        terms.append(as_term(cancelled(spread_out, [by.value])))
        facts.append(by.fact)
    if multiplier is not None:
        if max(multiplier[:2]) >= len(known_sums):
            raise NotFound("no multiplier")
        one, other = (known_sums[k] for k in multiplier[:2])
        if other.value is num(0):
            raise NotFound("a multiplier of nothing")
        vanishing = index.member(one.body) - one.value * inv(other.value) * index.member(other.body)
        terms.append(multiplier[2] * vanishing)
        facts += [one.fact, other.fact, *([known.positive(other.value)] if other.value.op != "num" else [])]
    member = terms[0] if len(terms) == 1 else add(*terms)
    here = [*index.facts, *known.above_members(index.i, index.ends, [goal]), *known.ranged(index, member)]
    with known.inside(index):
        here += [*known.of_pairs(index, member), *known.of_members(member), *_other_places(known, index, member)]
        here += known.facts
    fixed = dict.fromkeys(e.args[-1] for e in entries([member]) if index.i not in e.free)
    there = [f for place in islice(fixed, MOST_FIXED) for f in known.at(place) if entries([f.concl])]
    here += there
    with known.inside(index):
        below = known.denominators(member, here)
    nonneg, some = le(num(0), member), None
    with suppress(KernelError):
        if goal.op == "lt":
            some = known.settle(le(lo, hi))
            nonneg = lt(num(0), member)
    ways = [
        lambda: known.linear(nonneg, [*here[:8], *below], degree=2, work=300),
        lambda: _logs_in_order(known, nonneg, [*index.facts, *below], below),
        lambda: known.numbers([*index.facts, *there, *below], nonneg, 0.5),
        lambda: _logs_apart(known, nonneg, [*index.facts, *below], [*here, *below]),
        lambda: known.numbers([*here, *below], nonneg, 1.5),
    ]
    if some is not None:  # strictness may have another reason
        ways += [lambda: known.numbers([*here, *below], le(*nonneg.args), 1.5)]
    inner = [b for b in bigs(relation(normal(member)), ("sum",)) if index.i in b.free]
    if inner and depth <= MOST_NESTED:
        with known.inside(index):
            signs = [f for b in inner for f in [known.signed(b, here)] if f is not None]
        ways.insert(3, lambda: known.numbers([*index.facts, *signs, *below], nonneg, 1.0))
        facts_here = [*index.ends, *index.facts, *index.universal]
        inside = relation(normal(member), nonneg.op)
        known.likely(inside, facts_here)
        ways.append(lambda: known.restated(known.asked(facts_here, inside, depth), nonneg))
    fact = first(known, *ways)
    if some is not None and fact.concl.op == "lt":
        total = big("sum", lo, hi, index.function(member).args[1])
        up = known.theorem("sums.sum_pos", total, some, known.everywhere(index, fact))
    else:
        up = known.summed(index, fact)
    return known.linear(goal, [up, *facts, *about(known, goal)], depth=2)


def _other_places(known: Known, index: Index, member: Term) -> Iterator[Fact]:
    """Yield bounds at the other indices that occur in a member, by the maxima that it contains."""
    if bigs(member, ("max",)):
        for k in dict.fromkeys(k for t in entries([member]) for k in t.args[1:] if k is not index.i):
            yield from known.above_members(k, index.ends, [member])


def _logs_apart(known: Known, goal: Term, facts: Sequence[Fact], here: Sequence[Fact]) -> Fact:
    """Prove a goal about numbers after expanding the logarithms of products and quotients."""
    of = dict.fromkeys(t.args[0] for t in walk(goal) if t.op == "log" and not t.loose)
    equations = [e for t in of if t.op in ("mul", "inv") for e in taken_apart(known, t, here)]
    q, used = replaced(quantity(goal), equations)
    if not used:
        raise NotFound("no logarithm of a product")
    fact = known.numbers(facts, (le if goal.op == "le" else lt)(num(0), as_term(q)), 0.3)
    return known.put_back(goal, fact, used)


def _sums_inside(together: Together) -> list[Term]:
    """Return the sums over the same range that occur in the members of a sum, such as S = Σ x in Σ x / (S − x)."""
    found = dict.fromkeys(b for _, body in together.parts for b in bigs(body, ("sum",)))
    return [b for b in found if b.args[:2] == together.range and b.args[2].op == "app"]


def _inside(known: Known, together: Together) -> Iterator[Spread]:
    """Yield the sums Σ x inside the members, by which a constant is distributed as 1 = Σ x / Σ x."""
    for b in _sums_inside(together):
        yield Spread(b.args[2], known.run("arith", eq(b, b), [], [], []), b)


def _logs_in_order(known: Known, goal: Term, facts: Sequence[Fact], below: Sequence[Fact]) -> Fact:
    """Prove a goal from log u <= log v for summands u of sums v, after expanding logarithms.

    Raises
    ------
    NotFound
        if there are no such logarithms, or these inequalities do not suffice.
    """
    of = dict.fromkeys(t.args[0] for t in walk(goal) if t.op == "log" and not t.loose)
    if not any(t.op == "add" for u in of for t in walk(u)):
        raise NotFound("no logarithm of a sum")
    signs = [f for t in dict.fromkeys(t for u in of for t in entries([u])) for f in [known.signed(t, facts)] if f]
    equations = [e for t in of for e in taken_apart(known, t, [*facts, *signs], multiples=True)]
    q, used = replaced(quantity(goal), equations)
    now = dict.fromkeys(a.term.args[0] for m in q for a, _ in m if a.term.op == "log")
    orders: list[Fact] = []
    for u, v in islice(permutations(now, 2), MOST_ORDERS):
        if v.op == "add" and len(normal(v - u)) < len(normal(v)):
            with suppress(KernelError):
                more = known.linear(le(u, v), signs, work=50)
                orders.append(known.p.apply("elementary.log_le", known.positive(u, facts), more, x=u, y=v))
    if not orders:
        raise NotFound("no logarithms in order")
    inside = relation(q, goal.op)
    fact = known.linear(inside, [*orders, *signs, *facts, *below], degree=2, work=300)
    return known.put_back(goal, fact, used)


def ways_to_spread(known: Known, goal: Term) -> int:
    """Return the number of ways to distribute a constant over the sum of a goal.

    The number is 1 if there is no constant, and 0 if there is no sum.
    """
    with known.named_facts():
        return _number_of_ways(known, goal)


def _number_of_ways(known: Known, goal: Term) -> int:
    try:
        together = Together(goal)
    except NotFound:
        return 0
    given = len(sums_given(known))
    return 1 + given + (given > 0) + len(_sums_inside(together)) if together.rest else 1


def _at_an_index(known: Known, goal: Term) -> tuple[list[Spread], Index, Term]:
    """Return the sums with a known value, an index in their range, and the member of the goal at this index."""
    together = Together(goal)
    assert together.range is not None
    index = known.index(*together.range)
    return spreads(known, *together.range), index, add(*together.at(index), num(0))


def _slopes(known: Known, goal: Term) -> Iterator[tuple[int, int, Term]]:
    """Yield multiples c of Σ (a_i − b_i) = 0 such that the members plus c (a_i − b_i) are stationary at a_i = b_i."""
    with suppress(NotFound):
        found, index, member = _at_an_index(known, goal)
        for j, k in combinations(range(1, len(found)), 2):
            a, b = (index.member(found[x].body) for x in (j, k))
            if found[j].value is found[k].value and (a.op, b.op) == ("app", "app"):
                x, y = known.fresh("x"), known.fresh("y")
                slope = differentiated(swapped_entry(swapped_entry(member, a, x), b, y), x)
                at = {value(slope, {x: v, y: v}) if slope.free <= {x, y} else None for v in PLACES}
                c = Fraction(next(iter(at)) or 0.0).limit_denominator(WHOLE)
                if c and all(v is not None and abs(v - c) < SMALL for v in at):
                    yield j, k, num(fmpq(-c.numerator, c.denominator))


def _levels(known: Known, goal: Term) -> Iterator[tuple[int, int, Term]]:
    """Yield multiples c of Σ h(a_i) = N h(v) such that the members plus c h are stationary if all a_i equal v."""
    with suppress(NotFound):
        found, index, member = _at_an_index(known, goal)
        sizes = [dict.fromkeys(canonical(index.hi).free, k) for k in SIZES]
        for j in range(1, len(found)):
            h = index.member(found[j].body)
            own = [t for t in entries([h, member]) if index.i in t.free]
            if len(own) != 1 or h is own[0]:
                continue
            x = known.fresh("x")
            vanishing = found[0].value * swapped_entry(h, own[0], x) - found[j].value
            slopes = [differentiated(swapped_entry(t, own[0], x), x) for t in (member, h)]
            for v in EQUALS:
                points = [{**size, x: v} for size in sizes]
                if any(z is None or abs(z) > SMALL for at in points for z in [_value(vanishing, at)]):
                    continue
                pairs = [(_value(slopes[0], at), _value(slopes[1], at)) for at in points]
                ratios = [-a / b for a, b in pairs if a is not None and b]
                c = Fraction(ratios[0]).limit_denominator(WHOLE) if ratios else Fraction(0)
                if c and len(ratios) == len(points) and all(abs(r - c) < SMALL for r in ratios):
                    yield j, 0, num(fmpq(c.numerator, c.denominator))


def _means(known: Known, goal: Term) -> Iterator[tuple[int, int, Term]]:
    """Yield ± Σ w (x − m) = 0 for hypotheses Σ w = 1 and Σ w x = m with a variable m that occurs in the goal."""
    with suppress(NotFound):
        found, index, member = _at_an_index(known, goal)
        for j, k in permutations(range(1, len(found)), 2):
            mean, w = found[j].value, index.member(found[k].body)
            fits = mean.op == "var" and mean in member.free and found[k].value is num(1)
            if fits and w in factors(canonical(index.member(found[j].body))):
                yield from ((j, k, num(sign)) for sign in (1, -1))


def _value(t: Term, at: Point) -> float | None:
    return value(t, at) if t.free <= at.keys() else None


def ways_with_multipliers(k: Known, goal: Term, depth: int) -> Iterator[Way]:
    """Yield tactics that prove a goal term by term after adding multiples of zero sums.

    Tactics that use a sum with the value 0, or two sums with the same value, come first.
    """
    with k.named_facts():
        over = [b.args[:2] for b in bigs(goal, ("sum",)) if b.args[2].op != "num"]
        values = [None, *(s.value for s in spreads(k, *over[0])[1:])] if over else []
    if goal.op == "eq" or len(values) <= 1:
        return
    zero = [j for j, value in enumerate(values) if value is num(0)]
    pairs = [(j, 0, c) for c in MULTIPLIERS for j in zero]
    others = permutations([j for j in range(len(values)) if j not in zero], 2)
    pairs += [(*pair, num(1)) for pair in sorted(others, key=lambda pair: values[pair[0]] is not values[pair[1]])]
    with k.named_facts():
        pairs = [*_slopes(k, goal), *_levels(k, goal), *_means(k, goal), *pairs[:MOST_MULTIPLIERS]]
    for pair in pairs:
        for spread in range(ways_to_spread(k, goal)):
            yield k.way(partial(term_by_term, k, goal, spread, pair, depth))
