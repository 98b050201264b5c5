"""Shifted sums over one range: Σ_lo^hi F(i + s) as Σ F(i) and members at the ends.

For example, Σ u_i (2 u_i − u_{i−1} − u_{i+1}) = Σ_{i=0}^n (u_{i+1} − u_i)² for u_0 = u_{n+1} = 0. Reference: Graham,
Knuth and Patashnik, Concrete Mathematics, section 2.6.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial

from proofs.kernel.normal import as_term, canonical, constant, normal, plus
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, abstract, big, eq, instantiate_bound, lam, le, num, substitute, var
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, entries, quantity, relation, replaced
from proofs.search.sequences.induction import about
from proofs.search.sequences.known import MOST_CHANGES, Known, known

MOST_ENDS = 4  # members of one sum that are taken apart

Moved = tuple[Term, int, Term, Term, Term]  # a sum, by how much it is moved, the ends of the range then, and its body


def _moved(b: Term) -> Moved:
    """Return a sum, moved so that the first of the neighbours in its members is at the index."""
    i = var("i'", "Z")
    lo, hi, member = b.args[0], b.args[1], instantiate_bound(b.args[2], (i,))
    steps = [constant(plus(normal(place), normal(i), -1)) for t in entries([member]) for place in t.args[1:]]
    found = [int(s) for s in steps if s is not None and s.q == 1]
    s = min(found, default=0)
    body = abstract(canonical(substitute(member, {i: i - num(s)})), [i])
    return b, s, canonical(lo + s), canonical(hi + s), body


def _difference(x: Term, y: Term) -> int | None:
    """Return x − y, if that is a numeral."""
    d = constant(plus(normal(x), normal(y), -1))
    return None if d is None or d.q != 1 else int(d)


def aligned(known: Known, formulas: Sequence[Term]) -> Iterator[Fact]:
    """Yield what sums in formulas are as sums over the range that they share when they are moved."""
    groups: dict[Term, list[Moved]] = {}
    for b in dict.fromkeys(b for f in formulas for b in bigs(f, ("sum",))):
        if b.args[2].loose:
            row = _moved(b)
            groups.setdefault(row[4], []).append(row)
    for rows in groups.values():
        if len({row[2:4] for row in rows}) == 1 and not any(row[1] for row in rows):
            continue
        low, high = rows[0][2:4]
        for _, _, lo, hi, _ in rows:
            more, less = _difference(lo, low), _difference(hi, high)
            if more is None or less is None:
                break
            low, high = lo if more > 0 else low, hi if less < 0 else high
        else:
            for row in rows:
                with suppress(KernelError):
                    yield from _in_range(known, row, low, high)


def _in_range(known: Known, row: Moved, low: Term, high: Term) -> Iterator[Fact]:
    """Yield Σ moved, and that as the part over a range and the members before and after it."""
    b, s, lo, hi, body = row
    before, after = _difference(low, lo) or 0, _difference(hi, high) or 0
    if before + after > MOST_ENDS:
        raise NotFound("too many members are left")
    total = big("sum", lo, hi, body)
    sides: list[tuple[Term, list[Fact]]] = []
    if s:
        shift = known.p.apply("sums.sum_shift", f=lam(1, body), lo=b.args[0], hi=b.args[1], c=num(s))
        sides.append((num(-1), [shift]))
    value, now = num(0), total
    for k in range(after):
        last = canonical(hi - k)
        shorter = big("sum", lo, canonical(last - 1), body)
        sides.append((num(1), [known.run("big_step", now, known.settle(le(lo, last)))]))
        value, now = value + instantiate_bound(body, (last,)), shorter
    for k in range(before):
        start = canonical(lo + k)
        shorter = big("sum", canonical(start + 1), now.args[1], body)
        sides.append((num(1), [known.theorem("sums.sum_first", now, known.settle(le(start, now.args[1])))]))
        value, now = value + instantiate_bound(body, (start,)), shorter
    whole = eq(b, canonical(value + now))
    yield known.run("arith", whole, sides, [], [])


def by_alignment(known: Known, goal: Term, depth: int) -> Fact:
    """Prove the goal with its sums, and those of hypotheses, over ranges that they share."""
    equations = list(aligned(known, [goal, *(f.concl for f in known.facts)]))
    if not equations:
        raise NotFound("nothing to be moved")
    with suppress(KernelError):
        return known.linear(goal, [*equations, *known.facts, *about(known, goal)], depth=2)
    q, used = replaced(quantity(goal), equations)
    if not used or goal.op == "eq":
        raise NotFound("the members at the ends are left")
    facts: list[Fact] = []
    for f in known.facts:
        r, by = replaced(quantity(f.concl), equations)
        if by:
            said = eq(num(0), as_term(r)) if f.concl.op == "eq" else relation(r, f.concl.op)
            parts = [(num(1), [f]), *((as_term(m), [e]) for m, e in by)]
            facts.append(known.run("arith", said, parts, [], []))
    now = relation(q, goal.op)
    known.likely(now)
    inside = known.asked(facts, now, depth)
    return known.put_back(goal, inside, used)


@method("sums over one range", share=0.4)
def alignment(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for sums with the same members at neighbouring indices."""
    k, goal = known(search, asked), asked.goal
    if asked.depth <= MOST_CHANGES and len(bigs(goal, ("sum",))) > 1:
        yield k.way(partial(by_alignment, k, goal, asked.depth))
