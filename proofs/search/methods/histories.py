"""Recursions with a sum over all members before: neighbours subtracted, the sum goes out.

From c_k Σ_{j<k} f_j + r_k = 0 follows r_{k+1}/c_{k+1} − r_k/c_k + f_k = 0, a recursion from one member to the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from proofs.kernel.normal import Poly, as_term, canonical, normal, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, eq, instantiate_bound, le, num, substitute, var
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, cancelled, entries, inverse, quantity
from proofs.search.sequences.fractions import shortened
from proofs.search.sequences.known import MOST_CHANGES, RELATIONS, Known, known, ranged


def _with_history(universal: Fact) -> tuple[Term, Term, Term] | None:
    """The ends of the range of an equation with one sum up to what grows with its index i', and that sum."""
    i = var("i'", "Z")
    lo, hi, said = ranged(universal.concl, i) or (i, i, FALSE)
    sums = bigs(said, ("sum",)) if said.op == "eq" else []
    if len(sums) != 1 or i in sums[0].args[0].free or i in sums[0].args[2].free:
        return None
    grows = canonical(substitute(sums[0].args[1], {i: i + 1}) - sums[0].args[1])
    return (canonical(lo), canonical(hi), sums[0]) if grows is num(1) else None


def without_history(known: Known, universal: Fact, lo: Term, hi: Term, total: Term) -> Iterator[Fact]:
    """What such an equation says of neighbours, of every index; and what it says of the first member.

    Raises
    ------
    NotFound
        if the sum is not multiplied by one summand that has a sign.
    """
    first = known.p.specialize(None, universal, lo)
    yield known.restated(first, eq(*map(canonical, first.concl.args)))
    index = known.index(canonical(lo + 1), hi)
    k, before = index.i, canonical(index.i - 1)
    here, there = (
        known.p.specialize(None, universal, x, using=[known.settle(g, *index.ends) for g in (le(lo, x), le(x, hi))])
        for x in (k, before)
    )
    at_k = substitute(total, {var("i'", "Z"): k})
    step = known.run("big_step", at_k, known.settle(le(at_k.args[0], at_k.args[1]), *index.ends))
    parts = [_divided(f.concl, b) for f, b in ((here, at_k), (there, substitute(total, {var("i'", "Z"): before})))]
    below = [d for by, _ in parts for d in known.denominators(by + inverse(by), index.ends)]
    below += [d for f in (here, there) for side in f.concl.args for d in known.denominators(side, index.ends)]
    signs = [d for d in dict.fromkeys(below) if d.concl.op == "lt"]
    rests = [
        shortened(cancelled(times(rest, normal(inverse(by))), [f.concl.args[1] for f in signs]), k)
        for by, rest in parts
    ]
    last = instantiate_bound(at_k.args[2], (at_k.args[1],))
    goal = eq(num(0), rests[0] - rests[1] + canonical(last))
    using = [(inverse(parts[0][0]), [here]), (-inverse(parts[1][0]), [there]), (num(1), [step])]
    yield known.everywhere(index, known.run("arith", goal, using, [], signs))


def _divided(said: Term, total: Term) -> tuple[Term, Poly]:
    """c, one summand, and r where an equation says that c Σ + r = 0."""
    q, form = quantity(said), canonical(total)
    of_sum = {m: v for m, v in q.items() if any(a.term is form for a, _ in m)}
    rest = {m: v for m, v in q.items() if m not in of_sum}
    if len(of_sum) != 1:
        raise NotFound("the sum is multiplied by no single summand")
    ((m, v),) = of_sum.items()
    if any(a.term is form and e != 1 for a, e in m):
        raise NotFound("not linear in the sum")
    return as_term({frozenset(x for x in m if x[0].term is not form): v}), rest


def by_neighbours(known: Known, goal: Term, depth: int) -> Fact:
    """The goal from what is known of neighbours, in place of equations with sums over all members before."""
    found, gone = list[Fact](), list[Term]()
    for u in known.universal:
        parts = _with_history(u)
        if parts is not None:
            with suppress(KernelError):
                found += list(without_history(known, u, *parts))
                gone.append(u.concl)
    if not found:
        raise NotFound("no sums over all members before")
    before, known.p.facts = known.p.facts, {}
    try:
        given = [g for g in known.given if g not in gone]
        fact = known.search.prove([*given, *(f.concl for f in found)], goal, depth + 1)
    finally:
        known.p.facts = before
    return known.search.cut(fact, found)


# --- the method ------------------------------------------------------------------------------------------------------


@method("neighbours subtracted", share=0.5)
def subtracted(search: Search, asked: Asked) -> Iterator[Way]:
    """For sequences of which hypotheses say each member by a sum over all before."""
    k, goal = known(search, asked), asked.goal
    applies = goal.op in RELATIONS and asked.depth <= MOST_CHANGES and entries([goal])
    if applies and any(_with_history(u) is not None for u in k.universal):
        yield k.way(partial(by_neighbours, k, goal, asked.depth))
