"""Divergences between the parts of logarithms: u log u − u log v >= u − v, summed, and times numbers that are positive.

So the convexity of relative entropy with any weights, and Gibbs' inequality for mixtures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice, permutations

from proofs.kernel.normal import as_term, canonical, normal, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, big, eq, le, log, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, factors, quantity, replaced, walk, written
from proofs.search.sequences.induction import about
from proofs.search.sequences.known import MOST_CHANGES, Index, Known, known
from proofs.search.sequences.logs import log_one, taken_apart
from proofs.search.sequences.solving import solved

MOST_RANGES = 2  # over which sums of logarithms are looked at
MOST_PARTS, MOST_NUMBERS = 4, 3  # of logarithms that are compared, and numbers by which that is multiplied


def by_parts_of_logarithms(known: Known, goal: Term) -> Fact:
    """The goal from divergences between what its logarithms are of.

    Raises
    ------
    NotFound
        if these are none of the index.
    """
    sums = [b for b in written(goal, ("sum",)) if any(t.op == "log" for t in walk(b.args[2]))]
    facts: list[Fact] = []
    for lo, hi in list(dict.fromkeys(b.args[:2] for b in sums))[:MOST_RANGES]:
        facts += _over(known, [b for b in sums if b.args[:2] == (lo, hi)], known.index(lo, hi))
    if not facts:
        raise NotFound("no parts that are compared")
    return known.linear(goal, [*facts, *known.facts, *about(known, goal)], depth=2, work=4000)


def _over(known: Known, sums: Sequence[Term], index: Index) -> list[Fact]:
    """Divergences of sums over one range; nothing if there are too many parts, or too few."""
    members = [index.member(b.args[2]) for b in sums]
    logs = {canonical(t.args[0]): t.args[0] for m in members for t in walk(m) if t.op == "log" and index.i in t.free}
    try:
        with known.inside(index):
            here = [*index.facts, *known.ranged(index, members[0])]
            apart = [e for x in logs.values() for e in taken_apart(known, x, here)]
            parts = [t.args[0] if t.op == "inv" else t for x in logs.values() for t in factors(x)]
            signs = {canonical(t): known.positive(canonical(t), here) for t in parts if index.i in t.free}
    except KernelError:
        return []
    if not 1 < len(signs) <= MOST_PARTS:
        return []
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
    return [*facts, *_with_sums(known, index, signs)]


def _with_sums(known: Known, index: Index, signs: Mapping[Term, Fact]) -> Iterator[Fact]:
    """Σ u (log u − log v) >= U (log U − log V) for the sums U and V of u and v, by what hypotheses say that these are.

    So the divergence of two distributions is no less than that of their sums over blocks (data processing).
    """
    values = solved(known, [f for f in known.facts if f.concl.op == "eq" and bigs(f.concl, ("sum",))])
    named = {f.concl.args[0]: f for f in values}
    total = {t: canonical(big("sum", index.lo, index.hi, index.function(t).args[1])) for t in signs}
    for (u, above), (v, other) in permutations(signs.items(), 2):
        said = [named[total[t]] for t in (u, v) if total[t] in named]
        if not said or any(bigs(f.concl.args[1]) for f in said):
            continue
        with suppress(KernelError):
            some = known.settle(le(index.lo, index.hi))
            by = {"f": index.function(u), "g": index.function(v), "lo": index.lo, "hi": index.hi}
            every = [known.everywhere(index, f) for f in (above, other)]
            fact = known.p.apply(None, "inequalities.log_sum", *every, some, **by)
            equal: list[Fact] = []
            for f in said:
                same = known.p.congr(None, log, f)
                ones = [log_one(known)] if f.concl.args[1] is num(1) else []
                equal += [same, *ones, f]
            q, used = replaced(quantity(fact.concl), equal)
            sides = [(num(1), [fact]), *((as_term(c), [e]) for c, e in used)]
            yield known.run("arith", le(num(0), as_term(q)), sides, [], [])


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
