"""Divergences between the parts of logarithms: u log u − u log v >= u − v, summed, and times numbers that are positive.

So the convexity of relative entropy with any weights, and Gibbs' inequality for mixtures.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice, permutations

from proofs.decide.base.failures import NotFound
from proofs.decide.search import Asked, Search, Way, method
from proofs.decide.sequences.forms import bigs, factors, quantity, replaced, walk, written
from proofs.decide.sequences.induction import about
from proofs.decide.sequences.known import MOST_CHANGES, Known, known
from proofs.decide.sequences.logs import taken_apart
from proofs.kernel.normal import as_term, canonical, normal, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, eq, le, log, num

MOST_PARTS, MOST_NUMBERS = 4, 3  # of logarithms that are compared, and numbers by which that is multiplied


def by_parts_of_logarithms(known: Known, goal: Term) -> Fact:
    """The goal from divergences between what its logarithms are of.

    Raises
    ------
    NotFound
        if these are none of the index.
    """
    sums = [b for b in written(goal, ("sum",)) if any(t.op == "log" for t in walk(b.args[2]))]
    lo, hi = sums[0].args[:2]
    index = known.index(lo, hi)
    members = [index.member(b.args[2]) for b in sums if b.args[:2] == (lo, hi)]
    logs = {canonical(t.args[0]): t.args[0] for m in members for t in walk(m) if t.op == "log" and index.i in t.free}
    with known.inside(index):
        here = [*index.facts, *known.ranged(index, members[0])]
        apart = [e for x in logs.values() for e in taken_apart(known, x, here)]
        parts = [t.args[0] if t.op == "inv" else t for x in logs.values() for t in factors(x)]
        signs = {canonical(t): known.positive(canonical(t), here) for t in parts if index.i in t.free}
    if not 1 < len(signs) <= MOST_PARTS:
        raise NotFound("no parts that are compared")
    facts: list[Fact] = []
    for m in members:
        q, used = replaced(normal(m), apart)
        same = known.run("arith", eq(m, as_term(q)), [(as_term(c), [e]) for c, e in used], [], [])
        facts.append(known.summed(index, same))
    numbers = list(islice(_numbers(known), MOST_NUMBERS))
    for (u, above), (v, other) in permutations(signs.items(), 2):
        tangent = known.p.apply(None, "elementary.log_tangent", other, above, x=v, u=u)
        less = le(u * log(v) - v, u * log(u) - u)
        fact = known.run("arith", less, [(num(1), [tangent, above])], [], [above])
        up = known.summed(index, fact)
        facts.append(up)
        for w in numbers:
            product = times(quantity(up.concl), quantity(w.concl))
            facts.append(known.run("arith", le(num(0), as_term(product)), [(num(1), [up, w])], [], []))
    return known.linear(goal, [*facts, *known.facts, *about(known, goal)], depth=2, work=4000)


def _numbers(known: Known) -> Iterator[Fact]:
    """Hypotheses that bound real variables by each other and by numerals."""
    for f in known.facts:
        if f.concl.op in ("le", "lt") and f.concl.free and all(v.sort == "R" and v.op == "var" for v in f.concl.free):
            yield f


# --- the method ------------------------------------------------------------------------------------------------------


@method("parts of logarithms", share=0.3)
def parts_of_logarithms(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums of logarithms of several numbers at an index."""
    k, goal = known(search, asked), asked.goal
    of_logs = any(t.op == "log" for b in bigs(goal, ("sum",)) for t in walk(b.args[2]))
    if goal.op == "le" and asked.depth <= MOST_CHANGES and of_logs:
        yield k.way(partial(by_parts_of_logarithms, k, goal))
