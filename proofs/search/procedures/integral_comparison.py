"""Comparison of sums with integrals: Σ f <= G(hi + 1) − G(lo) from f(i) <= G(i + 1) − G(i).

G is an antiderivative of f, shifted. For example, Σ_{i=n+1}^{2n} 1/i <= log 2. Reference: Apostol, Calculus, volume
1, section 10.13.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from flint import fmpq

from proofs.kernel.normal import Atom, Poly, as_term, canonical, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, add, big, inv, le, log, lt, mul, num
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import swapped
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, of_entries, quantity, relation, root_of, walk
from proofs.search.sequences.induction import first
from proofs.search.sequences.known import Index, Known, known

Compare = Callable[[Term, Term], Term]  # the inequality between f and an increment of its antiderivative

MOVED = (num(-1), num(-1, 2), num(0))  # shifts of antiderivatives


def _linear(t: Term, i: Term) -> tuple[Term, Term] | None:
    """Return a and b with t = a i + b, if they do not contain i; else None."""
    q = normal(t)
    of_i = {m: c for m, c in q.items() if any(i in a.term.free for a, _ in m)}
    if not of_i or any((x.term is not i or e != 1) and i in x.term.free for m in of_i for x, e in m):
        return None
    a = as_term({frozenset(x for x in m if x[0].term is not i): c for m, c in of_i.items()})
    return None if i in a.free else (a, as_term(plus(q, of_i, -1)))


def _of_atom(a: Atom, e: fmpq, i: Term) -> Term:
    """Return an antiderivative of a power of an atom."""
    t = a.term
    if t is i and e.q == 1 and e > 0:
        return mul(num(1 / (e + 1)), *[i] * (int(e) + 1))
    if t.op == "inv" and e.q == 1 and e > 0:
        line = _linear(t.args[0], i)
        if line is not None:
            if e == 1:
                return inv(line[0]) * log(t.args[0])
            return mul(num(-1 / (e - 1)), inv(line[0]), *[t] * (int(e) - 1))
        of = root_of(t.args[0])
        line = None if of is None else _linear(of, i)
        if line is not None and e == 1:
            return 2 * inv(line[0]) * t.args[0]
    line = _linear(t.args[0], i) if t.op in ("log", "exp") and e == 1 else None
    if line is not None:
        return inv(line[0]) * (t if t.op == "exp" else t.args[0] * t - t.args[0])
    of = root_of(t)
    line = None if of is None else _linear(of, i)
    if of is not None and line is not None and e == 1:
        return num(2, 3) * inv(line[0]) * of * t
    raise NotFound("no integral")


def integral(t: Term, i: Term) -> Term:
    """Return an antiderivative of a term with respect to the index.

    Raises
    ------
    NotFound
        if none is found.
    """
    parts: list[Term] = []
    for m, c in normal(t).items():
        own = [(a, e) for a, e in m if i in a.term.free]
        if len(own) > 1:
            raise NotFound("no integral of a product")
        rest = as_term({m - frozenset(own): c})
        parts.append(rest * (_of_atom(*own[0], i) if own else i))
    return add(*parts) if len(parts) > 1 else parts[0]


def _at_index(known: Known, index: Index, f: Term, whole: Term, shift: Term, make: Compare) -> Fact:
    """Compare f(i) with F(i + 1 + s) − F(i + s), as a question about y = a i + b if nothing else occurs."""
    i = index.i
    step = swapped(whole, i, canonical(i + 1 + shift)) - swapped(whole, i, canonical(i + shift))
    wanted = make(f, step)
    known.likely(wanted, index.ends)
    lines = [canonical(x) for t in walk(f) if t.op in ("inv", "log", "exp", "ite") for x in t.args]
    for line in [x for x in dict.fromkeys(lines) if i in x.free and x.op == "add"]:
        ends, y = _linear(line, i), known.fresh("y")
        if ends is None or ends[0].op != "num":
            continue
        back = canonical(inv(ends[0]) * (y - ends[1]))
        inside = make(*(canonical(swapped(t, i, back)) for t in (f, step)))
        sign = known.signed(canonical(line + ends[0] * shift), index.ends)
        if sign is None or inside.free != {y}:
            continue
        with suppress(KernelError):
            given = (lt if sign.concl.op == "lt" else le)(num(0), canonical(y + ends[0] * shift))
            fact = known.within(2.0, partial(known.search.prove, [given], inside, 1))
            fact = known.search.cut(known.run("instantiate", fact, [(y, line)]), [sign])
            return known.p.change(fact, wanted)
        known.search.check_limit()
    return known.numbers([*index.ends, *known.facts, *known.denominators(wanted, index.ends)], wanted, 2.0)


def _times(q: Poly, b: Term) -> tuple[Poly, Poly]:
    """Return the multiplier of a sum in a polynomial, which must be a single product, and the rest."""
    own = {m: v for m, v in q.items() if any(a.term is b for a, _ in m)}
    by = {frozenset(x for x in m if x[0].term is not b): v for m, v in own.items()}
    if len(by) != 1 or any(e != 1 for m in own for a, e in m if a.term is b):
        raise NotFound("not times one product")
    return by, plus(q, own, -1)


def by_integral(known: Known, goal: Term, b: Term, shift: Term, depth: int) -> Fact:
    """Prove the goal by replacing a sum by the difference of an antiderivative at the ends."""
    (by, left_over), (lo, hi, body) = _times(quantity(goal), b), b.args
    ((m, c),) = by.items()
    weight = as_term({m: abs(c)})
    sign = [known.positive(weight)] if m else []
    index = known.index(lo, hi)
    i, f = index.i, canonical(index.member(body))
    whole = integral(f, i)
    moved = index.function(swapped(whole, i, canonical(i + shift)))
    total = known.p.apply("sums.telescope", known.count(b), f=moved, lo=lo, hi=hi)
    less = relation(plus(left_over, times(by, normal(total.concl.args[1]))), "le")
    known.likely(less)
    strict = goal.op == "lt"

    def make(f: Term, step: Term) -> Term:
        return (lt if strict else le)(*((f, step) if c < 0 else (step, f)))

    fact = _at_index(known, index, f, whole, shift, make)
    if strict:
        left, right = fact.concl.args
        every = known.everywhere(index, known.run("arith", lt(num(0), right - left), [(num(1), [fact])], [], []))
        room = big("sum", lo, hi, index.function(right - left).args[1])
        up = known.theorem("sums.sum_pos", room, known.settle(le(lo, hi)), every)
    else:
        up = known.summed(index, fact)
    rest = first(known, partial(known.numbers, known.facts, less, 2.0), partial(known.asked, [], less, depth))
    sides: list[tuple[Term, list[Fact]]] = [(num(1), [up, *sign]) if sign else (weight, [up]), (num(1), [rest])]
    sides.append((as_term({m: -c}), [total]))
    return known.run("arith", goal, sides, [], [])


@method("sums against integrals", share=0.4)
def integrals(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield comparisons with integrals, for sums of given functions of the index."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= 1 and not of_entries([goal]):
        for b in bigs(goal, ("sum",)):
            if b.args[2].loose and any(t.op in ("inv", "log", "exp", "ite") for t in walk(b.args[2])):
                yield from (k.way(partial(by_integral, k, goal, b, shift, asked.depth)) for shift in MOVED)
