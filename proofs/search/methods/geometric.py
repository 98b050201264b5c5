"""Sums of geometric means: Σ c_j G_j <= c G for G_j = e^(w Σ log f_j) and G = e^(w Σ log g), the weights w making up 1.

G_j / G is the geometric mean of the f_j / g and so at most their mean. Then w Σ_i Σ_j c_j f_j / g <= c is enough, which
is settled member by member. So geometric means are superadditive (Mahler), and (1 + G)^n <= Π (1 + x) (Huygens).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from flint import fmpq

from proofs.kernel.normal import Poly, as_term, canonical, normal, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, add, big, eq, exp, inv, le, log, mul, num
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, cancelled, quantity, walk
from proofs.search.sequences.known import MOST_CHANGES, Known, known
from proofs.search.sequences.logs import taken_apart
from proofs.search.sequences.rewriting import with_equals

MOST_MEANS = 4  # that are added


def with_sums(known: Known, goal: Term, ask: Callable[[Term], Fact]) -> Fact:
    """The goal from what `ask` proves, where sums stand for the logarithms of products."""
    products = dict.fromkeys(t.args[0] for t in walk(goal) if t.op == "log" and t.args[0].op == "prod" and not t.loose)
    return with_equals(known, goal, [_of_product(known, t) for t in products], ask) if products else ask(goal)


def of_powers(known: Known, goal: Term, depth: int) -> Fact:
    """A goal between powers of e."""
    q = quantity(goal)
    right, left = ({m: v for m, v in q.items() if v * sign > 0} for sign in (1, -1))
    if len(right) != 1 or not 0 < len(left) <= MOST_MEANS:
        raise NotFound("no sum of means against one")
    ((m, c),) = right.items()
    above = _exponent(as_term({m: fmpq(1)}))
    summands = [(-v, _exponent(as_term({m: fmpq(1)}))) for m, v in left.items()]
    return known.restated(at_most(known, summands, c, above, depth), goal)


def of_logarithms(known: Known, goal: Term, depth: int) -> Fact:
    """α log Σ c_j G_j <= B from Σ c_j G_j <= e^(B / α)."""
    q = quantity(goal)
    found = [(m, a) for m, v in q.items() for a, e in m if v < 0 and e == 1 and _of_means(a.term)]
    if len(found) != 1:
        raise NotFound("no logarithm of a sum of means")
    ((m, a),) = found
    factor = as_term({frozenset(x for x in m if x[0] is not a): -q[m]})
    total = a.term.args[0]
    sign = known.positive(factor)
    rest = {k: v for k, v in q.items() if k != m}
    above = as_term(cancelled(times(rest, normal(inv(factor))), free_variables([factor])))
    summands = [(v, _exponent(as_term({k: fmpq(1)}))) for k, v in normal(total).items()]
    fact = at_most(known, summands, fmpq(1), above, depth)
    fact = known.p.apply(None, "elementary.log_le", known.positive(total), fact, x=total, y=exp(above))
    return known.run("arith", goal, [(num(1), [fact, sign])], [], [sign])


def at_most(known: Known, summands: list[tuple[fmpq, Term]], c: fmpq, above: Term, depth: int) -> Fact:
    """Σ c_j e^(A_j) <= c e^B."""
    total, weight, g = _mean(above)
    lo, hi, _ = total.args
    index = known.index(lo, hi)
    count = known.p.apply(None, "sums.sum_const", known.count(total), lo=lo, hi=hi)
    several = known.positive(canonical(hi - lo + 1))
    sign, below = known.nonnegative(weight), known.run("exp_pos", above)
    means: list[Term] = []
    facts: list[tuple[Term, list[Fact]]] = []
    for v, exponent in summands:
        f = num(1)
        if exponent is not num(0):
            own, same, f = _mean(exponent)
            if own.args[:2] != (lo, hi) or canonical(same) is not canonical(weight):
                raise NotFound("weights that are not alike")
        x, d = mul(index.member(f), inv(index.member(g))), exponent - above
        base = known.run("exp_pos", d)
        with known.inside(index):
            sign_x = known.positive(x, index.facts)
            tangent = known.p.apply(None, "elementary.log_tangent", sign_x, base, x=x, u=exp(d))
            logs = log(index.member(f)) - log(index.member(g))
            here = le(logs, d - 1 + x * exp(-d))
            at = known.linear(here, [tangent, *taken_apart(known, x, index.facts)], depth=2)
        summed = known.summed(index, at)
        mean = weight * big("sum", lo, hi, index.function(x).args[1])
        by = weight * exp(d) * (d - 1)
        fact = known.run("arith", le(exp(d), mean), [(num(1), [summed, sign, base]), (by, [count])], [], [several])
        means.append(num(v) * mean)
        facts.append((num(v), [fact, below]))
    last = known.asked_if_likely(le(add(*means) if len(means) > 1 else means[0], num(c)), depth)
    powers = [num(v) * exp(exponent) for v, exponent in summands]
    goal = le(add(*powers) if len(powers) > 1 else powers[0], num(c) * exp(above))
    return known.run("arith", goal, [*facts, (num(1), [last, below])], [], [])


def _of_product(known: Known, t: Term) -> Fact:
    """log Π f = Σ log f."""
    every = known.members(t, known.positive)
    fact = known.theorem("inequalities.log_prod", t, every, known.count(t))
    return known.run("arith", eq(log(t), fact.concl.args[1]), [(num(1), [fact])], [], [])


def _exponent(t: Term) -> Term:
    """The exponent of a power of e, and of 1."""
    if t is num(1):
        return num(0)
    if t.op == "exp":
        return canonical(t.args[0])
    raise NotFound("no power of e")


def _mean(exponent: Term) -> tuple[Term, Term, Term]:
    """The sum in an exponent, what it is times, and what the logarithms in it are of."""
    q: Poly = normal(exponent)
    if len(q) == 1:
        ((m, c),) = q.items()
        sums = [a for a, e in m if a.term.op == "sum" and e == 1 and a.term.args[2].op == "log"]
        if len(sums) == 1 and c > 0:
            weight = as_term({frozenset(x for x in m if x[0] is not sums[0]): c})
            return sums[0].term, weight, sums[0].term.args[2].args[0]
    raise NotFound("no geometric mean")


def _of_means(t: Term) -> bool:
    """Whether it is the logarithm of a sum in which powers of e stand with sums in the exponents."""
    return t.op == "log" and t.args[0].op == "add" and any(a.op == "exp" and bigs(a) for a in walk(t.args[0]))


# --- the method ------------------------------------------------------------------------------------------------------


@method("geometric means, added", share=0.5)
def geometric_means(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums of powers of e with sums in the exponents, and their logarithms."""
    k, goal = known(search, asked), asked.goal
    if goal.op != "le" or asked.depth > MOST_CHANGES:
        return
    if any(_of_means(t) for t in walk(goal)):
        yield k.way(partial(with_sums, k, goal, partial(of_logarithms, k, depth=asked.depth)))
    elif all(any(t.op == "exp" and bigs(t) for t in walk(side)) for side in goal.args):
        yield k.way(partial(with_sums, k, goal, partial(of_powers, k, depth=asked.depth)))
