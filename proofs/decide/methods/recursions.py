"""Recursions, summed: from c (a_{i+1} − a_i) + r_i >= 0 at every index, c (a_{hi+1} − a_lo) + Σ r_i >= 0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial

from proofs.decide.base.failures import NotFound
from proofs.decide.search import Asked, Search, Way, method
from proofs.decide.sequences.forms import entries, quantity, replaced, walk
from proofs.decide.sequences.induction import about
from proofs.decide.sequences.known import MOST_CHANGES, Index, Known, known, ranged
from proofs.decide.sequences.logs import taken_apart
from proofs.decide.sequences.recursion import squares
from proofs.kernel.normal import Poly, as_term, canonical, normal, plus
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, big, closed, eq, le, log, num, substitute, var

MOST_STEPS = 4  # recursions that are summed


def _step(relation: Term, i: Term) -> tuple[Term, Term, Poly] | None:
    """c, a_i and r where a relation says c (a_{i+1} − a_i) + r >= 0, or = 0; r may speak of others."""
    q = quantity(relation)
    for m, c in q.items():
        found = next((a.term for a, e in m if len(m) == 1 and e == 1), i)
        entry = found.args[0] if found.op == "log" else found
        if entry.op == "app" and len(entry.args) == 2 and entry.args[1] is i:
            after = normal(substitute(found, {i: i + 1}))
            (top,) = after
            if q.get(top) == -c:
                return num(-c), found, {x: v for x, v in q.items() if x not in (m, top)}
    return None


def _logarithms(known: Known, at: Fact, sides: Sequence[Fact]) -> Fact:
    """log s <= log t, in parts, from s <= t, where s is an entry and t a product."""
    s, t = at.concl.args
    if at.concl.op == "eq" or canonical(s).op != "app" or t.op != "mul":
        raise NotFound("no entry below a product")
    here = [*sides, *(f for e in entries([at.concl]) for f in known.at(e.args[1], *sides))]
    order = known.weak(at) if at.concl.op == "lt" else at
    grown = known.p.apply(None, "elementary.log_le", known.positive(canonical(s), here), order, x=s, y=t)
    apart = taken_apart(known, t, here)
    q, used = replaced(normal(log(t)), apart)
    parts = [(num(1), [grown]), *((as_term(c), [e]) for c, e in used)]
    return known.run("arith", le(log(canonical(s)), as_term(q)), parts, [], [])


def _of_ends(known: Known, found: Sequence[Fact]) -> Iterator[Fact]:
    """Logarithms of what hypotheses say of the members of which these facts have the logarithms."""
    logs = dict.fromkeys(t for f in found for t in walk(f.concl) if t.op == "log" and t.args[0].op == "app")
    for t in logs:
        for f in known.facts:
            sides = [canonical(side) for side in f.concl.args]
            if t.args[0] in sides and entries([f.concl]) == [t.args[0]]:
                with suppress(KernelError):
                    if f.concl.op == "eq":
                        yield known.p.both(None, log, f)
                    else:
                        sign = known.positive(sides[0], known.at(t.args[0].args[1]))
                        order = known.weak(f) if f.concl.op == "lt" else f
                        yield known.p.apply(
                            None, "elementary.log_le", sign, order, x=f.concl.args[0], y=f.concl.args[1]
                        )


def summed_up(known: Known, goal: Term) -> Iterator[Fact]:
    """What recursions among the hypotheses say of the first and the last member, or of their logarithms."""
    for u in known.universal[:MOST_STEPS]:
        i = var("i'", "Z")
        first, last, relation = ranged(u.concl, i) or (i, i, FALSE)
        if relation.op not in ("le", "lt", "eq"):
            continue
        lo, hi = canonical(first), canonical(last)
        with suppress(KernelError):
            index = known.index(lo, hi)
            at = known.p.use(None, u, index.i, using=index.ends)
            if _step(at.concl, index.i) is not None:
                yield _summed(known, index, at)
            if _step(at.concl, index.i) is None or any(t.op == "log" for t in walk(goal)):
                yield _summed(known, index, _logarithms(known, at, index.ends))


def _summed(known: Known, index: Index, at: Fact) -> Fact:
    """c (a_{hi+1} − a_lo) + Σ r_i >= 0 from c (a_{i+1} − a_i) + r_i >= 0 at an index."""
    lo, hi, step = index.lo, index.hi, _step(at.concl, index.i)
    if step is None:
        raise NotFound("no recursion")
    c, a, rest = step
    proper = known.settle(le(lo, hi + 1))
    up = known.summed(index, at)
    telescope = known.p.apply(None, "sums.telescope", proper, f=index.function(a), lo=lo, hi=hi)
    count = known.p.apply(None, "sums.sum_const", proper, lo=lo, hi=hi)
    plain = {m: v for m, v in rest.items() if not any(index.i in x.term.free for x, _ in m)}
    others = plus(rest, plain, -1)
    ends = c * (substitute(a, {index.i: canonical(hi + 1)}) - substitute(a, {index.i: lo}))
    total = ends + as_term(plain) * canonical(hi - lo + 1)
    if others:
        total = total + big("sum", lo, hi, closed(as_term(others), [index.i]))
    make = eq if at.concl.op == "eq" else le
    return known.linear(make(num(0), canonical(total)), [up, telescope, count], depth=2)


def by_recursions(known: Known, goal: Term, choice: int) -> Fact:
    """The goal from recursions, summed."""
    found = list(summed_up(known, goal))
    if not found:
        raise NotFound("no recursion")
    found += _of_ends(known, found)
    if choice == 0:
        return known.linear(
            goal, [*found, *known.facts, *about(known, goal, *(f.concl for f in found))], depth=2, work=1500
        )
    solved = list(dict.fromkeys(s for f in found for s in _solved(known, f)))
    sizes = [v for v in goal.free if v.op == "var" and v.sort == "Z"]
    scale = [known.positive(v) for v in sizes[:1]]
    more = squares(known, solved, known.denominators(goal))
    return known.linear(goal, [*solved, *more, *known.facts], depth=2, scale=scale, work=1500)


def _solved(known: Known, fact: Fact) -> Iterator[Fact]:
    """The inequality with its entries on one side."""
    q = quantity(fact.concl)
    own = {m: v for m, v in q.items() if any(entries([a.term]) for a, _ in m)}
    rest = as_term({m: -v for m, v in q.items() if m not in own})
    for f in known.facts:  # a first member that is known
        if f.concl.op == "eq" and f.concl.args[0].op == "app" and not entries([f.concl.args[1]]):
            (m,) = normal(f.concl.args[0])
            if m in own:
                c = own.pop(m)
                rest = rest - num(c) * f.concl.args[1]
    if own and fact.concl.op == "le":
        high = max(own.values()) > 0
        left, right = as_term(own), canonical(rest)
        make = le(right, left) if high else le(canonical(-left), canonical(-right))
        with suppress(KernelError):
            yield known.linear(make, [fact, *known.facts], depth=2, work=300)


# --- the method ------------------------------------------------------------------------------------------------------


@method("recursions, summed", share=0.3)
def recursions(search: Search, asked: Asked) -> Iterator[Way]:
    """For sequences of which hypotheses say how they go on."""
    k, goal = known(search, asked), asked.goal
    if asked.depth <= MOST_CHANGES and k.universal:
        for choice in range(1 if goal.op == "eq" else 2):
            yield k.way(partial(by_recursions, k, goal, choice))
