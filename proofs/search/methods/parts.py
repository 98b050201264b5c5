"""Summation by parts: Σ f g = g_hi Σ_lo^hi f + Σ_{k<hi} (g_k − g_{k+1}) Σ_lo^k f, where g rises or falls.

What is known of the sums Σ_lo^k f at every k is multiplied by the steps of g, and summed. Where g is given, such as
1/i, and Σ_lo^k f is bounded by T_k, the bound is Σ g_i (T_i − T_{i−1}).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial

from proofs.kernel.normal import as_term, canonical, normal, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, add, eq, instantiate_bound, le, num, substitute, var
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import alone, bigs, cancelled, entries, factors, product_of, quantity, without
from proofs.search.sequences.induction import about
from proofs.search.sequences.known import MOST_CHANGES, Index, Known, known, ranged

QUICK = 300  # products of facts that are tried before there are more of these


def _ordered(known: Known, b: Term) -> Iterator[tuple[Index, Term, Term]]:
    """An index of a sum, and how its member is a product of an entry that rises or falls and of what is left."""
    index = known.index(b.args[0], b.args[1])
    parts = list(factors(index.member(b.args[2])))
    for k, entry in enumerate(parts):
        rest = [*parts[:k], *parts[k + 1 :]]
        if entry.op == "app" and entry.args[1:] == (index.i,) and rest and entry not in rest:
            for rising, lo, hi, _ in known.steps:
                steps = entries([instantiate_bound(rising.args[1], (index.i,))])
                if steps == [entry] and (lo, hi) == b.args[:2]:
                    yield index, entry, product_of(rest)
        elif (
            index.i in entry.free
            and not entries([entry])
            and [t.op for t in rest if entries([t])] == ["app"]
            and any(_of_partial_sum(u, index, product_of(rest)) is not None for u in known.universal)
        ):
            yield index, entry, product_of(rest)


def _of_partial_sum(u: Fact, index: Index, f: Term) -> Term | None:
    """T if a fact of every index bounds Σ_lo^i f by T, in which no entries and sums stand; T as a function of i."""
    i = var("i'", "Z")
    _, _, relation = ranged(u.concl, i) or (i, i, FALSE)
    q = quantity(relation) if relation.op in ("le", "lt") else {}
    found = alone(q, "sum")
    if len(found) != 1 or found[0][0].args[:2] != (index.lo, i):
        return None
    total, c = found[0]
    bound = as_term({m: -v / c for m, v in without(q, total).items()})
    if canonical(index.member(total.args[2])) is not canonical(f) or entries([bound]) or bigs(bound):
        return None
    return index.function(substitute(bound, {i: index.i}))


def by_parts(known: Known, goal: Term) -> Fact:
    """The goal from its sums, summed by parts."""
    facts: list[Fact] = []
    for b in bigs(goal, ("sum",)):
        for index, g, f in _ordered(known, b):
            facts += _of_sum(known, index, g, f)
            bounds = [_of_partial_sum(u, index, f) for u in known.universal] if entries([f]) else []
            for bound in (t for t in bounds if t is not None and not entries([g])):
                facts += _of_values(known, index, g, bound)
            break
    facts += _of_partial_sums(known)
    if not facts:
        raise NotFound("no sum with a sequence that rises or falls")
    with suppress(KernelError):
        return known.linear(goal, [*facts, *known.facts], depth=1, work=QUICK)
    return known.linear(goal, [*facts, *known.facts, *about(known, goal)], depth=2)


def _of_partial_sums(known: Known) -> Iterator[Fact]:
    """Where hypotheses compare the sums of two sequences up to every index: their differences by parts, and squared."""
    for rising, lo, hi, _ in known.steps:
        index = known.index(lo, hi)
        (g,) = entries([instantiate_bound(rising.args[1], (index.i,))])
        for u in known.universal:
            i = var("i'", "Z")
            _, _, relation = ranged(u.concl, i) or (i, i, FALSE)
            sums = alone(quantity(relation), "sum") if relation.op in ("le", "lt") else []
            if len(sums) == 2 and all(b.args[0] is lo and b.args[1] is i for b, _ in sums):
                f = canonical(add(*(num(c) * index.member(b.args[2]) for b, c in sums)))
                yield from _of_sum(known, index, g, f)
                square = known.p.apply(None, "elementary.square_nonneg", x=f)
                yield known.summed(
                    index, known.run("arith", le(num(0), canonical(f * f)), [(num(1), [square])], [], [])
                )


def _of_sum(known: Known, index: Index, g: Term, f: Term) -> Iterator[Fact]:
    """The sum, summed by parts, and what the hypotheses about partial sums say of the parts."""
    lo, hi, i = index.lo, index.hi, index.i
    some = known.settle(le(lo, hi))
    of_f, of_g = index.function(f), index.function(g)
    yield known.p.apply(None, "inequalities.sum_by_parts", some, f=of_f, g=of_g, lo=lo, hi=hi)
    last = substitute(g, {i: hi})
    ends = known.at(hi)
    sign = known.signed(last, ends)
    for end in (part for fact in ends for part in known.without_values(fact)):
        yield from _times(known, end, [sign] if sign is not None else [], last)
    inner = known.index(lo, canonical(hi - 1))
    here, there = (substitute(g, {i: place}) for place in (inner.i, inner.i + 1))
    yield known.p.apply(None, "sums.telescope", known.settle(le(lo, hi)), f=of_g, lo=lo, hi=canonical(hi - 1))
    for step in (here - there, there - here):
        with suppress(KernelError):
            order = _order(known, inner, step)
            for fact in (part for said in inner.facts for part in known.without_values(said)):
                if any(t.op == "sum" for side in fact.concl.args for t in bigs(side, ("sum",))):
                    for product in _times(known, fact, [order], step):
                        yield known.summed(inner, product)


def _order(known: Known, inner: Index, step: Term) -> Fact:
    """0 <= step, from what is known at an index, or of the index alone."""
    if entries([step]):
        return known.linear(le(num(0), step), inner.facts)
    return known.numbers([*inner.ends, *known.denominators(step, inner.facts)], le(num(0), canonical(step)))


def _of_values(known: Known, index: Index, g: Term, bound: Term) -> Iterator[Fact]:
    """Σ g_i (T_i − T_{i−1}) by parts, where T bounds partial sums; and what the members of this sum are."""
    lo, hi, i = index.lo, index.hi, index.i

    def at(place: Term) -> Term:
        return instantiate_bound(bound.args[1], (place,))

    some = known.settle(le(lo, hi))
    step = canonical(at(i) - at(canonical(i - 1)))
    before, of_g = index.function(at(canonical(i - 1))), index.function(g)
    by = {"f": index.function(step), "g": of_g, "lo": lo, "hi": hi}
    yield known.p.apply(None, "inequalities.sum_by_parts", some, **by)
    whole = known.p.apply(None, "sums.telescope", known.settle(le(lo, hi + 1)), f=before, lo=lo, hi=hi)
    last = substitute(g, {i: hi})
    yield known.run(
        "arith", eq(num(0), canonical(last * (whole.concl.args[1] - whole.concl.args[0]))), [(last, [whole])], [], []
    )
    inner = known.index(lo, canonical(hi - 1))
    k = inner.i
    up_to = known.p.apply(None, "sums.telescope", known.settle(le(lo, k + 1), *inner.ends), f=before, lo=lo, hi=k)
    down = substitute(g, {i: k}) - substitute(g, {i: canonical(k + 1)})
    sides = (canonical(down * side) for side in up_to.concl.args)
    yield known.summed(inner, known.run("arith", eq(*sides), [(down, [up_to])], [], []))
    below = dict.fromkeys(a.term.args[0] for m in normal(g) for a, _ in m if a.term.op == "inv")
    signs = [known.positive(t, [*index.ends, *index.facts]) for t in below]
    short = as_term(cancelled(normal(g * step), [f.concl.args[1] for f in signs]))
    yield known.summed(index, known.run("arith", eq(g * step, short), [], [], signs))
    if short.op == "num":
        yield known.p.apply(None, "sums.sum_const", known.settle(le(lo, hi + 1)), lo=lo, hi=hi)


def _times(known: Known, fact: Fact, sign: Sequence[Fact], by: Term) -> Iterator[Fact]:
    """A relation times what is not negative."""
    if fact.concl.op in ("le", "lt") and sign:
        weak = known.weak(fact) if fact.concl.op == "lt" else fact
        q = times(quantity(weak.concl), normal(by))
        yield known.run("arith", le(num(0), as_term(q)), [(num(1), [weak, *sign])], [], [])


# --- the method ------------------------------------------------------------------------------------------------------


@method("summation by parts", share=0.3)
def partial_sums_given(search: Search, asked: Asked) -> Iterator[Way]:
    """Early: where hypotheses bound the sums up to every index."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and asked.depth <= MOST_CHANGES and bigs(goal, ("sum",)):
        i = var("i'", "Z")
        relations = [(ranged(u.concl, i) or (i, i, FALSE))[2] for u in k.universal]
        if any(b.args[1] is i for r in relations if r.op in ("le", "lt") for b in bigs(r, ("sum",))):
            yield k.way(partial(by_parts, k, goal))


@method("summation by parts", share=0.4)
def summed_by_parts(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums of products with a sequence that rises or falls."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and asked.depth <= MOST_CHANGES and bigs(goal, ("sum",)) and k.steps:
        yield k.way(partial(by_parts, k, goal))
