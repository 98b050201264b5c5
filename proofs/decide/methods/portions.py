"""A range in two portions, where sums over one of them stand beside sums over the whole: member by member in either.

So bounds of a probability by a sum over all (Markov, Chebyshev, Chernoff), and with squares that are least where both
sides are one, that of Cantelli.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proofs.decide.base.failures import NotFound
from proofs.decide.search import Asked, Search, Way, method
from proofs.decide.sequences.forms import bigs, cancelled, quantity
from proofs.decide.sequences.induction import first
from proofs.decide.sequences.known import MOST_CHANGES, Known, known
from proofs.decide.sequences.pool import universal_ranges
from proofs.decide.sequences.termwise import Spread, spreads
from proofs.kernel.normal import Poly, as_term, canonical, normal, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, add, big, eq, inv, le, num

Range = tuple[Term, Term]
MOST_PORTIONS = 3
MOST_SPREADS = 3  # ways to spread a number over a range


def ranges_of(known: Known, goal: Term) -> Iterator[tuple[Range, Range, Range]]:
    """The range of a sum, a portion of it that other sums or hypotheses are about, and what is left."""
    found = list(dict.fromkeys(b.args[:2] for b in bigs(goal, ("sum",)) if b.args[2].op != "num"))
    for whole in found:
        for lo, hi in dict.fromkeys([*found, *universal_ranges(known)]):
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
        facts.append(known.summed(index, _not_negative(known, index.facts, le(num(0), member))))
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


# --- the methods -----------------------------------------------------------------------------------------------------


@method("portions of a range", share=0.4)
def portions(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums over a range and over a part of it."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and asked.depth <= MOST_CHANGES:
        for whole, portion, other in list(ranges_of(k, goal))[:MOST_PORTIONS]:
            rest = _over(_over(quantity(goal), whole)[1], portion)[1]
            for spread in range(MOST_SPREADS if rest else 1):
                yield k.way(partial(by_portions, k, goal, whole, portion, other, spread))
