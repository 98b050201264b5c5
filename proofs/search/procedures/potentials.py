"""Potentials for sums over neighbours: Σ F(a_i, a_{i+1}) >= φ(a_lo) − φ(a_{hi+1}) from F(x, y) >= φ(x) − φ(y).

For example, Σ a_i²/a_{i+1} >= Σ a_i for 0 < a with a_{n+1} = a_1. Reference: Bansal and Gupta, Potential-function
proofs for gradient methods.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from flint import fmpq

from proofs.kernel.normal import ONE, Poly, as_term, canonical, normal, plus
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, add, big, inv, le, log, mul, num, substitute
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import (
    bigs,
    cancelled,
    differentiated,
    entries,
    quantity,
    relation,
    swapped_entry,
    walk,
)
from proofs.search.sequences.known import MOST_CHANGES, Known, known
from proofs.search.sequences.pool import from_pool
from proofs.search.sequences.termwise import Together


def neighbours(t: Term) -> tuple[Term, Term] | None:
    """Return entries x_i and x_{i+1} of one sequence in a term at an index; None if there are none."""
    for here in entries([t]):
        for there in entries([t]):
            if (
                here.args[0] is there.args[0]
                and len(here.args) == 2
                and canonical(there.args[1] - here.args[1]) is num(1)
            ):
                return here, there
    return None


def potential(known: Known, t: Term, x: Term, y: Term) -> Term:
    """Return φ(x) with φ′(x) = ∂t/∂x at y = x.

    Raises
    ------
    NotFound
        if this derivative is not a sum of powers of x.
    """
    at = known.fresh("x")
    slope = differentiated(swapped_entry(t, x, at), at)
    slope = swapped_entry(slope, y, at)
    q = cancelled(normal(slope), [at])
    out: list[Term] = []
    for m, c in q.items():
        power, rest = fmpq(0), list[Term]()
        for a, e in m:
            if a.term is at:
                power += e
            elif a.term.op == "inv" and a.term.args[0] is at:
                power -= e
            elif at in a.term.free:
                raise NotFound("no sum of powers")
            else:
                rest.append(as_term({frozenset({(a, e)}): fmpq(1)}))
        if power.q != 1:
            raise NotFound("no sum of powers")
        whole = log(at) if power == -1 else _power(at, int(power) + 1) * num(1 / (power + 1))
        out.append(mul(num(c), *rest, whole))
    if not out:
        raise NotFound("a slope of nothing")
    return substitute(add(*out) if len(out) > 1 else out[0], {at: x})


def _power(x: Term, k: int) -> Term:
    base = x if k > 0 else inv(x)
    return mul(*[base] * abs(k)) if abs(k) > 1 else base


def by_potential(known: Known, goal: Term, depth: int) -> Fact:
    """Prove the goal after adding φ(x_{i+1}) − φ(x_i) to the members and subtracting φ(x_{hi+1}) − φ(x_lo)."""
    together = Together(goal)
    assert together.range is not None
    lo, hi = together.range
    index = known.index(lo, hi)
    terms = together.at(index)
    member = terms[0] if len(terms) == 1 else add(*terms)
    found = neighbours(member)
    if found is None:
        raise NotFound("no neighbours")
    x, y = found
    if index.i not in x.free:
        raise NotFound("not at the index")
    phi = potential(known, member, x, y)
    grown = index.function(phi)
    telescope = known.p.apply("sums.telescope", known.settle(le(lo, hi + 1)), f=grown, lo=lo, hi=hi)
    new = plus(quantity(goal), quantity(telescope.concl), -1)
    sides: list[tuple[Term, list[Fact]]] = [(num(1), [telescope])]
    first, last = (substitute(x, {index.i: place}) for place in (lo, canonical(hi + 1)))
    for f in known.facts:
        if f.concl.op == "eq" and {canonical(t) for t in f.concl.args} == {canonical(first), canonical(last)}:
            left = f.concl.args[0]
            same = known.p.congr(lambda t: swapped_entry(phi, x, t), f)
            sign = 1 if canonical(left) is canonical(first) else -1
            sides.append((num(-sign), [same]))
            new = plus(new, quantity(same.concl), sign)
            break
    inside = _of_sum_and_rest(known, new, lo, hi, depth)
    return known.run("arith", goal, [(num(1), [inside]), *sides], [], [])


def _of_sum_and_rest(known: Known, q: Poly, lo: Term, hi: Term, depth: int) -> Fact:
    """Prove 0 <= Σ + rest, from 0 <= Σ and 0 <= rest if the rest contains entries."""
    rest = {m: c for m, c in q.items() if not any(a.term.op == "sum" for a, _ in m)}
    if not entries([as_term(rest)]):
        return _sum(known, relation(q), depth)
    each = next((rest[m] / c for m, c in normal(hi).items() if m != ONE and m in rest), fmpq(0))
    count = known.p.apply("sums.sum_const", known.settle(le(lo, hi + 1)), lo=lo, hi=hi)
    as_sum = plus(plus(q, rest, -1), normal(big("sum", lo, hi, num(1))), each)
    alone = plus(rest, normal(hi - lo + 1), -each)
    of_rest = relation(alone)
    known.likely(of_rest)
    below = [*known.facts, *(f for place in (lo, canonical(hi + 1)) for f in known.at(place))]
    over = _sum(known, relation(as_sum), depth)
    fact = known.numbers([*below, *known.denominators(of_rest, below)], of_rest, 1.5)
    counted = [] if each == 0 else [(num(each), [count])]
    return known.run("arith", le(num(0), as_term(q)), [(num(1), [over]), (num(1), [fact]), *counted], [], [])


def _sum(known: Known, goal: Term, depth: int) -> Fact:
    """Prove the remaining goal; if it has logarithms, try facts about sums first, since they bound log by fractions."""
    known.likely(goal)
    if any(t.op == "log" for t in walk(goal)):
        with suppress(KernelError):
            return from_pool(known, goal)
        known.search.check_limit()
    return known.asked_if_likely(goal, depth)


@method("potentials", share=0.4)
def potentials(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof by a potential, for sums over neighbours in a sequence."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and asked.depth <= MOST_CHANGES and bigs(goal, ("sum",)):
        yield k.way(partial(by_potential, k, goal, asked.depth))
