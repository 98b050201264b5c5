"""Linear recursions with a constant rate, solved.

From f_i = r f_{i+1} + s_i follows f_lo = Σ r^(i−lo) s_i + r^(hi+1−lo) f_{hi+1}, as in Horner's rule and for discounted
sums; from f_{i+1} = r f_i + s_i follows f_{hi+1} = Σ r^(hi−i) s_i + r^(hi+1−lo) f_lo.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import islice

from proofs.kernel.normal import ONE, Poly, as_term, canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, abstract, big, eq, le, num, substitute, var
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import entries, quantity, replaced
from proofs.search.sequences.known import MOST_CHANGES, Index, Known, known, ranged
from proofs.search.sequences.telescopes import MOST_STEPS, going_on


def _with_rates(said: Term, i: Term) -> Iterator[tuple[Term, Term, Term, bool]]:
    """Yield f_i, r, s and True for an equation f_{i+1} = r f_i + s; False for f_i = r f_{i+1} + s."""
    q = quantity(said)
    for y in (canonical(t) for t in entries([said])):
        if len(y.args) != 2 or canonical(y.args[1] - i) is not num(1):
            continue
        x = canonical(substitute(y, {i: canonical(i - 1)}))
        for own, other, forwards in ((y, x, True), (x, y, False)):
            parts: dict[Term | None, Poly] = {own: {}, other: {}, None: {}}
            for m, v in q.items():
                t = next((a.term for a, _ in m if a.term in (own, other)), None)
                parts[t][frozenset(z for z in m if z[0].term is not t)] = v
            if set(parts[own]) != {ONE} or not parts[other]:
                continue
            c = parts[own][ONE]
            r, s = (as_term({m: -v / c for m, v in parts[t].items()}) for t in (other, None))
            if r.op != "num" and not {x, y, i} & {*r.free, *entries([r])} and not {x, y} & set(entries([s])):
                yield x, r, s, forwards


def _power(r: Term, e: Term) -> Term:
    """Return r^e as a product of e factors."""
    return big("prod", num(1), canonical(e), r)


def _solved(known: Known, index: Index, at: Fact) -> Iterator[Fact]:
    """Yield the member at one end of the range in terms of the member at the other end."""
    i, lo, hi = index.i, index.lo, index.hi
    for x, r, s, forwards in _with_rates(at.concl, i):
        later = canonical(i + 1)
        powers = [_power(r, hi + 1 - place if forwards else place - lo) for place in (i, later)]
        whole = powers[0] * x
        after = powers[1] * substitute(x, {i: later})
        by, longer = (powers[1], powers[0]) if forwards else (powers[0], powers[1])
        step = known.run("big_step", longer, known.settle(le(num(1), longer.args[1]), *index.ends))
        change = by * s if forwards else -(by * s)
        same = known.linear(eq(after - whole, change), [(at, by), (step, x if forwards else after.args[1])], depth=1)
        total = known.p.apply("sums.telescope", known.settle(le(lo, hi + 1)), f=index.function(whole), lo=lo, hi=hi)
        up = known.summed(index, same)
        first, last = (substitute(x, {i: place}) for place in (lo, canonical(hi + 1)))
        end, start = (last, first) if forwards else (first, last)
        terms = big("sum", lo, hi, abstract(by * s, [i]))
        yield known.linear(eq(end, _power(r, hi + 1 - lo) * start + canonical(terms)), [total, up], depth=1)


def by_solutions(known: Known, goal: Term, depth: int) -> Fact:
    """Prove an equation with the values of members at ends put in, from recursions and from hypotheses."""
    found = list[Fact]()
    for u, lo, hi in islice(going_on(known), MOST_STEPS):
        with suppress(KernelError):
            index = known.index(lo, hi)
            found += _solved(known, index, known.p.specialize(u, index.i, using=index.ends))
    occurring = set(map(canonical, entries([goal])))
    found = [f for f in found if canonical(f.concl.args[0]) in occurring]
    if not found:
        raise NotFound("no recursion with a constant rate")
    said = [f for f in known.facts if f.concl.op == "eq" and canonical(f.concl.args[0]).op == "app"]
    q, used = replaced(quantity(goal), [*found, *said])
    inside = known.asked([], eq(num(0), as_term(q)), depth)
    return known.put_back(goal, inside, used)


def _has_rate(universal: Fact) -> bool:
    """Return whether a hypothesis about every index is such an equation."""
    i = var("i'", "Z")
    _, _, said = ranged(universal.concl, i) or (i, i, FALSE)
    return said.op == "eq" and next(_with_rates(said, i), None) is not None


@method("recursions with a constant rate, solved", share=0.4)
def solved(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof of an equation with the values from solved recursions put in."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "eq" and asked.depth <= MOST_CHANGES and any(map(_has_rate, k.universal)):
        yield k.way(partial(by_solutions, k, goal, asked.depth))
