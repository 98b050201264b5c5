"""Recursions as telescopes: from φ_{i+1} − φ_i + r_i >= 0 at every index, φ_{hi+1} − φ_lo + Σ r_i >= 0."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from flint import fmpq

from proofs.decide.base.failures import NotFound
from proofs.decide.sequences.forms import bigs, quantity, walk
from proofs.decide.sequences.known import Index, Known, ranged
from proofs.kernel.normal import Mono, Poly, as_term, canonical, normal, plus
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, add, big, closed, eq, le, num, substitute, var

MOST_STEPS = 4  # recursions that are summed


def going_on(known: Known) -> Iterator[tuple[Fact, Term, Term]]:
    """Hypotheses of every index about neighbours, or about one member, with their ranges; those of neighbours first."""
    i, others = var("i'", "Z"), list[tuple[Fact, Term, Term]]()
    for u in known.universal:
        first, last, relation = ranged(u.concl, i) or (i, i, FALSE)
        if relation.op in ("le", "lt", "eq", "all"):
            row = u, canonical(first), canonical(last)
            places = {p for t in walk(relation) if t.op == "app" for p in t.args[1:] if i in p.free}
            if len(places) > 1:
                yield row
            else:
                others.append(row)
    yield from others


def potential_of(relation: Term, i: Term) -> tuple[Term, Poly] | None:
    """φ_i and r where a relation says φ_{i+1} − φ_i + r >= 0, or = 0; r may speak of others."""
    parts: dict[Mono, Poly] = {}  # what products of entries are multiplied with
    for m, c in quantity(relation).items():
        own = frozenset(x for x in m if any(t.op == "app" for t in walk(x[0].term)))
        parts.setdefault(own, {})[m - own] = c
    whole, steps = quantity(relation), list[Term]()
    for own, of_own in parts.items():
        here, by = as_term({own: fmpq(1)}), as_term({m: -v for m, v in of_own.items()})
        if i not in here.free:
            continue
        after = normal(substitute(here, {i: i + 1}))
        top = next(iter(after)) if len(after) == 1 else own
        if top != own and parts.get(top) == normal(substitute(by, {i: i + 1})) and after[top] == 1:
            steps.append(by * here)
            whole = plus(whole, normal(substitute(by * here, {i: i + 1}) - by * here), -1)
    return (add(*steps) if len(steps) > 1 else steps[0], whole) if steps else None


def telescoped(known: Known, index: Index, at: Fact) -> Fact:
    """φ_{hi+1} − φ_lo + Σ r_i >= 0 from φ_{i+1} − φ_i + r_i >= 0 at an index."""
    lo, hi, step = index.lo, index.hi, potential_of(at.concl, index.i)
    if step is None:
        raise NotFound("no recursion")
    a, rest = step
    proper = known.settle(le(lo, hi + 1))
    up = known.summed(index, at)
    telescope = known.p.apply(None, "sums.telescope", proper, f=index.function(a), lo=lo, hi=hi)
    count = known.p.apply(None, "sums.sum_const", proper, lo=lo, hi=hi)
    plain = {m: v for m, v in rest.items() if not any(index.i in x.term.free for x, _ in m)}
    others = plus(rest, plain, -1)
    ends = substitute(a, {index.i: canonical(hi + 1)}) - substitute(a, {index.i: lo})
    total = ends + as_term(plain) * canonical(hi - lo + 1)
    if others:
        total = total + big("sum", lo, hi, closed(as_term(others), [index.i]))
    make = eq if at.concl.op == "eq" else le
    return known.linear(make(num(0), canonical(total)), [up, telescope, count], depth=2)


def up_to(known: Known, j: Term) -> Iterator[Fact]:
    """What recursions say of the member at j and the first one, where nothing is left to sum but numbers.

    That j is in the range of the members has to be at hand.
    """
    for u, lo, hi in islice(going_on(known), MOST_STEPS):
        with suppress(KernelError):
            index = known.index(lo, canonical(j - 1))
            at = known.p.use(None, u, index.i, using=[index.low, known.settle(le(index.i, hi), *index.ends)])
            fact = telescoped(known, index, at)
            if j in fact.concl.free and not bigs(fact.concl):
                yield fact
