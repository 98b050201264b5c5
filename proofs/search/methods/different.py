"""Different positive integers a_1, …, a_n against 1, …, n: Σ_{i<=k} g(a_i) >= Σ_{i<=k} g(i) for all k, where g rises.

Each g that a goal sums is tried, and −g; what follows is known to the goal, also of all k, for sums by parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import islice

from proofs.kernel.normal import canonical, plus
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    FALSE,
    KernelError,
    Term,
    absolute,
    abstract,
    app,
    eq,
    instantiate_bound,
    lam,
    le,
    log,
    lt,
    num,
    substitute,
    var,
)
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import swapped
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, entries, factors, product_of, quantity, relation
from proofs.search.sequences.induction import closed_form
from proofs.search.sequences.known import Index, Known, known, ranged

MOST_FUNCTIONS = 3  # g that are tried
I, J, X = var("i'", "Z"), var("j'", "Z"), var("x'", "Z")


def _different(known: Known) -> Iterator[tuple[Term, Fact]]:
    """Sequences of integers of which a hypothesis says, of every two indices, that the members are not equal."""
    for u in known.universal:
        _, _, inner = ranged(u.concl, I) or (I, I, FALSE)
        _, _, said = (ranged(inner, J) if inner.op == "all" else None) or (J, J, FALSE)
        if said.op == "lt" and said.args[0] is num(0) and said.args[1].op == "abs":
            a, *others = dict.fromkeys(t.args[0] for t in entries([said])) or (FALSE,)
            distances = [canonical(app(a, s) - app(a, t)) for s, t in ((I, J), (J, I))] if a.op == "fn" else []
            if not others and canonical(said.args[1].args[0]) in distances and app(a, I).sort == "Z":
                yield a, u


def _functions(goal: Term, a: Term) -> Iterator[tuple[Term, Term]]:
    """n and g(x), where a goal sums g(a_i) from 1 to n, or multiplies e^g(a_i)."""
    for b in bigs(goal, ("sum", "prod")):
        member = instantiate_bound(b.args[2], (I,))
        parts = [log(member)] if b.op == "prod" else member.args if member.op == "add" else [member]
        for part in parts if b.args[0] is num(1) else ():
            own = [t for t in factors(part) if app(a, I) in entries([t])]
            g = swapped(product_of(own), app(a, I), X)
            if own and g.free == {X}:
                yield b.args[1], canonical(g)


def _injective(known: Known, a: Term, said: Fact, up_to: Index) -> Fact:
    """Equal members of the first k are at one index."""
    i, j = up_to.i, known.fresh("j", "Z")
    ends = [known.run("assume", c) for c in (le(num(1), j), le(j, up_to.hi))]
    same = known.run("assume", eq(app(a, i), app(a, j)))

    def at(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        for places in (order.concl.args, order.concl.args[::-1]):
            with suppress(KernelError):
                apart = known.p.specialize(None, said, *places, using=[*up_to.ends, *ends, order])
                zero = known.linear(eq(apart.concl.args[1].args[0], num(0)), [same])
                size = known.p.congr(None, absolute, zero)
                return known.run("absurd", known.linear(FALSE, [apart, size]), eq(i, j))
        raise NotFound("nothing is said of this order")

    fact = known.p.trichotomy(None, i, j, at)
    inner = known.p.generalize(None, j, fact, *(f.concl for f in ends), same.concl)
    return known.p.generalize(None, i, inner, *(f.concl for f in up_to.ends))


def _against(known: Known, a: Term, said: Fact, g: Term, k: Term) -> Fact:
    """Σ_{i<=k} g(i) <= Σ_{i<=k} g(a_i), k being in the range of the indices."""

    def of(t: Term) -> Term:
        return substitute(g, {X: t})

    up_to = known.index(num(1), k)
    injective = _injective(known, a, said, up_to)
    member = app(a, up_to.i)
    positive = known.linear(le(num(1), member), up_to.facts)
    low = known.everywhere(up_to, positive)
    most = known.everywhere(up_to, known.numbers(up_to.ends, le(of(up_to.i), of(k))))
    first = known.settle(le(num(1), k))
    beyond = known.run("assume", lt(k, member))
    above = known.numbers([beyond, first], le(of(k), of(member)))
    far = known.p.generalize(None, up_to.i, above, *(f.concl for f in up_to.ends), beyond.concl)
    some = known.settle(le(num(0), k))
    by = {"f": lam(1, abstract(g, [X])), "rho": a, "n": k}
    return known.p.apply(None, "sorting.sum_of_distinct", some, injective, low, most, far, **by)


def with_least_sums(known: Known, goal: Term, a: Term, said: Fact, depth: int) -> Fact:
    """The goal, where it is known that the sums of functions of a_i are no less than those for a_i = i."""
    facts: list[Fact] = []
    for n, g in islice(dict.fromkeys(_functions(goal, a)), MOST_FUNCTIONS):
        for f in (g, canonical(-g)):
            with suppress(KernelError):
                index = known.index(num(1), n)
                inside = Known(known.search, [*known.given, *(end.concl for end in index.ends)])
                with inside.at_hand():
                    fact = _against(inside, a, said, f, index.i)
                    every = known.everywhere(index, _shorter(inside, fact))
                last = known.p.specialize(None, known.everywhere(index, fact), n)
                with suppress(KernelError):
                    return _at_least(known, goal, a, last, depth)
                facts += [every, last]
                break
            known.search.check_limit()
    if not facts:
        raise NotFound("no function of them rises or falls")
    return known.asked(facts, goal, depth)


def _at_least(known: Known, goal: Term, a: Term, fact: Fact, depth: int) -> Fact:
    """The goal from the one with Σ g(i) for Σ g(a_i), if that stands in it by itself."""
    q, own = quantity(goal), quantity(fact.concl)
    for m, c in own.items():
        if q.get(m, 0) / c > 0 and any(a in t.term.free for t, _ in m):
            by = q[m] / c
            rest = relation(plus(q, {k: v * by for k, v in own.items()}, -1), goal.op)
            return known.run("arith", goal, [(num(1), [known.asked_if_likely(rest, depth)]), (num(by), [fact])], [], [])
    raise NotFound("the sum does not stand by itself")


def _shorter(known: Known, fact: Fact) -> Fact:
    """The bound in closed form, if it has one."""
    least, total = fact.concl.args
    with suppress(KernelError):
        same = closed_form(known, least)
        return known.linear(le(same.concl.args[1], total), [fact, same])
    return fact


# --- the method ------------------------------------------------------------------------------------------------------


@method("different positive integers", share=0.5)
def different(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums and products of functions of integers that are said to be different."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and not asked.depth:
        for a, said in islice(_different(k), 1):
            yield k.way(partial(with_least_sums, k, goal, a, said, asked.depth))
