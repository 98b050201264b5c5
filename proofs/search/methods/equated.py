"""Sums replaced by what equations say that they are, ranges being split where others end; what is left is of numbers.

So analysis of variance in groups, and identities of sums under equations about other sums.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import combinations, islice

from proofs.kernel.normal import Poly, as_term
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, eq, le, mul, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import alone, bigs, quantity, relation, replaced, without
from proofs.search.sequences.known import MOST_CHANGES, Known, known
from proofs.search.sequences.splits import cuts, in_two

MOST_CUTS, MOST_ROUNDS = 4, 3  # of ranges in two, and replacements after another
MOST_DISTANCES = 6  # of numbers that are left


def _values(known: Known, goal: Term) -> Iterator[Fact]:
    """Σ = …: parts of ranges, how many members there are, and what hypotheses say."""
    for whole, m in list(dict.fromkeys(cuts(known, goal)))[:MOST_CUTS]:
        for b in bigs(goal, ("sum",)):
            with suppress(KernelError):
                split = in_two(known, whole, m, b)
                if split is not None:
                    yield split
    for f in known.facts:
        for total, c in alone(quantity(f.concl), "sum")[:1] if f.concl.op == "eq" else ():
            if total.args[2].op != "num":
                value = as_term({m: -v / c for m, v in without(quantity(f.concl), total).items()})
                yield known.run("arith", eq(total, value), [(num(-1 / c), [f])], [], [])


def by_values(known: Known, goal: Term) -> Fact:
    """The goal with what its sums are.

    Raises
    ------
    NotFound
        if no equation is about them, or what is left is not shown.
    """
    q, sides = quantity(goal), list[tuple[Term, list[Fact]]]()
    equations = list(_values(known, goal))
    for _ in range(MOST_ROUNDS):
        counts = [
            known.p.apply(None, "sums.sum_const", known.count(b), lo=b.args[0], hi=b.args[1])
            for b in bigs(as_term(q), ("sum",))
            if b.args[2] is num(1)
        ]
        q, used = replaced(q, [*equations, *counts], powers=True)
        if not used:
            break
        sides += [(as_term(m) * num(-1), [e]) for m, e in used]
    if not sides:
        raise NotFound("no equation about these sums")
    if not q and goal.op != "lt":
        return known.run("arith", goal, sides, [], [])
    if goal.op == "eq":
        raise NotFound("something is left")
    rest = relation(q, goal.op)
    plain = [f for f in known.facts if not bigs(f.concl)]
    fact = known.linear(rest, [*plain, *_distances(known, q, plain)], depth=2, work=900)
    return known.run("arith", goal, [(num(1), [fact]), *sides], [], [])


def _distances(known: Known, q: Poly, plain: list[Fact]) -> Iterator[Fact]:
    """(u − v)² >= 0 for the real variables that are left, also times what hypotheses say to be no less than 0."""
    found = dict.fromkeys(a.term for m in q for a, e in m if a.term.op == "var" and a.term.sort == "R" and e > 1)
    signs = [f for f in plain if f.concl.op in ("le", "lt")]
    for u, v in islice(combinations(found, 2), MOST_DISTANCES):
        square = known.p.apply(None, "elementary.square_nonneg", x=u - v)
        yield square
        for f in signs:
            product = mul(f.concl.args[1] - f.concl.args[0], square.concl.args[1])
            yield known.run("arith", le(num(0), product), [(num(1), [f, square])], [], [])


# --- the method ------------------------------------------------------------------------------------------------------


@method("sums by equations", share=0.2)
def equated(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums of which equations say what they are, or what parts of them are."""
    k, goal = known(search, asked), asked.goal
    under = any(f.concl.op == "eq" and bigs(f.concl, ("sum",)) for f in k.facts)
    if under and asked.depth <= MOST_CHANGES and bigs(goal, ("sum",)):
        yield k.way(partial(by_values, k, goal))
