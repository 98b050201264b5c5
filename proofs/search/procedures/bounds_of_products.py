"""Bounds of products by powers: a^N <= Π f <= b^N from a <= f_i <= b.

For example, |Π (1 + d_i) − 1| <= n u/(1 − n u) for |d_i| <= u and n u < 1. Reference: Higham, Accuracy and Stability
of Numerical Algorithms, lemma 3.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial

from proofs.kernel.normal import as_term, canonical, normal, plus
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, big, le, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import alone, bigs, entries, of_entries, quantity, relation, swapped_entry, walk
from proofs.search.sequences.known import MOST_CHANGES, Index, Known, known


def _ends(known: Known, index: Index, x: Term, sign: int) -> Iterator[tuple[Term, Fact]]:
    """Yield bounds c with ± x <= ± c for an entry x at the index, and the facts that give them."""
    for f in (h for said in index.facts for h in known.without_values(said)):
        q = quantity(f.concl) if f.concl.op in ("le", "lt") else {}
        own = next((m for m in normal(x) if m in q), None)
        if own is not None and q[own] * sign < 0:
            c = as_term({m: -v / q[own] for m, v in q.items() if m != own})
            if index.i not in c.free:
                yield c, f


def _bound(known: Known, index: Index, member: Term, sign: int) -> tuple[Term, Fact]:
    """Return a bound c that does not depend on the index, and the fact ± member <= ± c.

    Raises
    ------
    NotFound
        if the member is not a linear function of a single entry, or no such bound of the entry is known.
    """
    own = [t for t in entries([member]) if index.i in t.free]
    if len(own) != 1 or index.i in swapped_entry(member, own[0], num(0)).free:
        raise NotFound("not made of one entry")
    x = canonical(own[0])
    ((m, _),) = normal(x).items()
    rises = normal(member).get(m)
    if rises is None:
        raise NotFound("no multiple of the entry")
    for c, said in _ends(known, index, x, sign if rises > 0 else -sign):
        end = canonical(swapped_entry(member, own[0], c))
        goal = le(member, end) if sign > 0 else le(end, member)
        with suppress(KernelError):
            return end, known.linear(goal, [said])
    raise NotFound("no bound by a number")


def between_powers(known: Known, goal: Term, b: Term, depth: int) -> Fact:
    """Prove the goal by replacing a product, which occurs linearly in it, by a power that bounds it."""
    c = next(v for t, v in alone(quantity(goal), "prod") if t is b)
    lo, hi, body = b.args
    index, sign = known.index(lo, hi), -1 if c > 0 else 1
    member = index.member(body)
    with known.inside(index):
        end, order = _bound(known, index, member, sign)
        low = end if sign < 0 else member
        above = known.nonnegative(low, [*index.facts, *(h for f in index.facts for h in known.without_values(f))])
    left, right = (member, end) if sign > 0 else (end, member)
    every = [known.everywhere(index, f) for f in (above, order)]
    by = {"f": index.function(left), "g": index.function(right), "lo": lo, "hi": hi}
    fact = known.p.apply("inequalities.prod_le", *every, known.count(b), **by)
    rest = relation(plus(quantity(goal), quantity(fact.concl), -abs(c)), goal.op)
    if b in bigs(rest):
        raise NotFound("it stands there twice")
    known.likely(rest)
    sizes = list(_sizes(known, lo))
    with suppress(KernelError):
        line = _bernoulli(known, index, end, [above, *sizes, *index.facts])
        less = relation(plus(quantity(rest), quantity(line.concl), -abs(c)), rest.op)
        known.likely(less)
        near = [f for f in known.facts if not entries([f.concl])]
        inside = known.numbers([*near, *sizes], less, 1.0)
        return known.run("arith", goal, [(num(1), [inside]), (num(abs(c)), [line]), (num(abs(c)), [fact])], [], [])
    known.search.check_limit()
    inside = known.search.prove([*_about_others(known, rest), *(f.concl for f in sizes)], rest, depth + 1)
    inside = known.search.cut(inside, sizes)
    return known.run("arith", goal, [(num(1), [inside]), (num(abs(c)), [fact])], [], [])


def _bernoulli(known: Known, index: Index, c: Term, facts: Sequence[Fact]) -> Fact:
    """Prove 1 − N (1 − c) <= c^N, for 0 <= c <= 1 and the N indices of a range."""
    lo, hi, near = index.lo, index.hi, [*facts, *(h for f in facts for h in known.without_values(f))]
    ends = [known.everywhere(index, known.linear(g, near, work=100)) for g in (le(num(0), c), le(c, num(1)))]
    power = big("prod", lo, hi, c)
    proper = known.count(power)
    fact = known.theorem("inequalities.prod_ge_sum", power, *ends, proper)
    count = known.p.apply("sums.sum_const", proper, lo=lo, hi=hi)
    return known.linear(le(1 - canonical(hi - lo + 1) * (1 - c), canonical(power)), [fact, (count, 1 - c)], depth=1)


def _sizes(known: Known, lo: Term) -> Iterator[Fact]:
    """Yield 0 <= c for the hypotheses |x| <= c at the first index, if c contains no entries."""
    for f in known.at(lo):
        low, high = f.concl.args if f.concl.op in ("le", "lt") else (FALSE, FALSE)
        if low.op == "abs" and not entries([high]):
            sign = known.p.apply("elementary.abs_nonneg", x=low.args[0])
            yield known.run("arith", le(num(0), high), [(num(1), [f]), (num(1), [sign])], [], [])


def _about_others(known: Known, goal: Term) -> list[Term]:
    """Return the hypotheses, without universal ones that share no sequence with the goal or the known facts."""
    occurring = {t.args[0] for f in (goal, *(f.concl for f in known.facts)) for t in walk(f) if t.op == "app"}
    return [g for g in known.given if g.op != "all" or occurring & {t.args[0] for t in walk(g) if t.op == "app"}]


@method("products between powers", share=0.5)
def enclosed(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof by bounds of each product of entries that occurs linearly in an inequality."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES and k.universal:
        for b, _ in alone(quantity(goal), "prod"):
            if of_entries([b]):
                yield k.way(partial(between_powers, k, goal, b, asked.depth))
