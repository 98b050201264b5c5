"""Entropies with a given mean: below the cross entropy with the reference of which the bound is the exponent.

Where 0 <= R + Σ p log p is asked, Σ p = 1 and Σ i p = u, the reference is q_i = e^(−R − R′(u) (i − u)). From
p log q − p log p <= q − p, summed, Σ q <= 1 is left, a geometric series, whose sum is at most q_lo / (1 − e^(−R′)).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from flint import fmpq

from proofs.kernel.normal import ONE, Poly, as_term, canonical, normal, plus
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, abstract, big, exp, lam, le, log, lt, num, substitute
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import (
    alone,
    bigs,
    differentiated,
    entries,
    quantity,
    swapped_big,
    value_of_sum,
    walk,
)
from proofs.search.sequences.known import MOST_CHANGES, Known, known

MOST_MEANS = 2  # that are tried


def _entropy(known: Known, goal: Term) -> tuple[Term, Term, Term]:
    """Σ p log p, p and the index, where the sum is a summand of the larger side."""
    for b, c in alone(quantity(goal), "sum"):
        i = known.fresh("i", "Z")
        member = canonical(known.index(b.args[0], b.args[1]).member(b.args[2])) if c == 1 else num(0)
        found = entries([member])
        if len(found) == 1 and member is canonical(found[0] * log(found[0])):
            return b, substitute(found[0], {found[0].args[-1]: i}), i
    raise NotFound("no entropy on the smaller side")


def _means(known: Known, goal: Term, b: Term, p: Term, i: Term) -> Iterator[tuple[Term, Term, Fact | None]]:
    """Σ i p, what the goal calls it, and the hypothesis that says so."""
    mean = canonical(big("sum", b.args[0], b.args[1], abstract(i * p, [i])))
    if mean in bigs(goal, ("sum",)):
        yield mean, mean, None
    for f in known.facts:
        if f.concl.op == "eq" and mean in bigs(f.concl, ("sum",)):
            for side, value in (f.concl.args, f.concl.args[::-1]):
                if canonical(side) is mean and value.op == "var":
                    yield mean, value, f


def _without_quotients(q: Poly) -> Poly:
    """The polynomial with c for c d · 1/d, as the derivative of d log d has it; it is a number that may be chosen."""
    for a in sorted({a for m in q for a, e in m if a.term.op == "inv" and e == 1}, key=lambda a: a.order):
        part: Poly = {m - {(a, fmpq(1))}: c for m, c in q.items() if (a, fmpq(1)) in m}
        below = normal(a.term.args[0])
        m = next(iter(below))
        c = part.get(m, fmpq(0)) / below[m]
        if c and not plus(part, below, -c):
            rest: Poly = {m: v for m, v in q.items() if (a, fmpq(1)) not in m}
            q = plus(rest, {ONE: c})
    return q


def by_geometric(known: Known, goal: Term, b: Term, p: Term, i: Term, choice: int) -> Fact:
    """The goal by a geometric reference.

    Raises
    ------
    NotFound
        if no mean is spoken of, or the sum of the reference is not at most 1.
    """
    lo, hi, _ = b.args
    means = list(_means(known, goal, b, p, i))
    if choice >= len(means):
        raise NotFound("no mean")
    mean, u, said = means[choice]
    total = canonical(big("sum", lo, hi, abstract(p, [i])))
    one = next((f for f in known.facts if value_of_sum(f) == (total, num(1))), None)
    if one is None:
        raise NotFound("not of weights with the sum 1")
    R = as_term({m: c for m, c in quantity(goal).items() if not any(a.term is b for a, _ in m)})
    v = known.fresh("u")
    of_v = swapped_big(R, mean, v) if u is mean else substitute(R, {u: v})
    rate = as_term(_without_quotients(normal(substitute(differentiated(of_v, v), {v: u}))))
    index = known.index(lo, hi)
    x = substitute(p, {i: index.i})

    def exponent(place: Term) -> Term:
        return canonical(-R - rate * (place - u))

    with known.inside(index):
        sign = known.positive(x, index.facts)
    t = exponent(index.i)
    base = known.run("exp_ge", t - log(x))  # 1 + log q − log p <= q/p
    same = known.run("exp_log", sign)
    parts: list[tuple[Term, list[Fact]]] = [(num(1), [base, sign])]
    shrunk = exp(t - log(x))
    parts.append((-shrunk, [same]))
    each = known.run("arith", le(x * (1 + t - log(x)), exp(t)), parts, [], [])
    up = known.summed(index, each)
    # Σ q <= 1
    ratio, first = exp(-rate), exp(exponent(lo))
    plain = [f for f in known.facts if not bigs(f.concl) and f.concl.free <= R.free]
    plain += [] if u is not mean else [known.linear(le(lo, mean), [_at_least(known, b, p, i), one], work=200)]
    below = known.numbers(plain, lt(ratio, num(1)), 4.0)
    start = known.numbers(plain, le(first, 1 - ratio), 6.0)
    f = lam(1, abstract(-exp(exponent(i)), [i]))
    telescope = known.p.apply(None, "sums.telescope", known.count(b), f=f, lo=lo, hi=hi)
    last = known.run("exp_pos", exponent(hi + 1))
    gap = known.run("arith", lt(num(0), 1 - ratio), [(num(1), [below])], [], [])
    q = big("sum", lo, hi, abstract(exp(exponent(i)), [i]))
    less = known.run(
        "arith",
        le((1 - ratio) * q, 1 - ratio),
        [(num(1), [telescope]), (num(1), [last]), (num(1), [start])],
        [],
        [],
    )
    whole = known.divided(less, [gap], le(q, num(1)))
    sides = [up, whole, one, *([said] if said is not None else [])]
    return known.linear(goal, [*sides, *([(said, rate)] if said is not None else []), (one, canonical(R))], depth=2)


def _at_least(known: Known, b: Term, p: Term, i: Term) -> Fact:
    """Σ lo p <= Σ i p."""
    index = known.index(b.args[0], b.args[1])
    x = substitute(p, {i: index.i})
    with known.inside(index):
        sign = known.positive(x, index.facts)
    fact = known.run("arith", le(b.args[0] * x, index.i * x), [(num(1), [index.low, sign])], [], [])
    return known.summed(index, fact)


# --- the method ------------------------------------------------------------------------------------------------------


@method("geometric references", share=0.4)
def geometric(search: Search, asked: Asked) -> Iterator[Way]:
    """For entropies of weights on integers whose mean is spoken of."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and asked.depth <= MOST_CHANGES and any(t.op == "log" for t in walk(goal)):
        with k.at_hand():
            try:
                found = _entropy(k, goal)
            except KernelError:
                return
        for choice in range(MOST_MEANS):
            yield k.way(partial(by_geometric, k, goal, *found, choice))
