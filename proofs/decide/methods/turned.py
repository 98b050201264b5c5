"""Ranges moved and turned: Σ_lo^hi F(i) = Σ_{lo+s}^{hi+s} F(i − s) = Σ_lo^hi F(lo + hi − i), with fewer sizes in F.

Also Σ_j Σ_{i=j}^n = Σ_i Σ_{j=lo}^i, whose inner sums do not speak of n.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from proofs.decide.search import Asked, Search, Way, method
from proofs.decide.sequences.forms import bigs, walk
from proofs.decide.sequences.known import Known, known
from proofs.decide.sequences.nested import exchanged
from proofs.decide.sequences.rewriting import rewritten
from proofs.kernel.normal import canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, eq, num, substitute


def sizes(t: Term, i: Term) -> set[Term]:
    """The integer variables of a term but one."""
    return {v for v in t.free if v.op == "var" and v.sort == "Z" and v is not i}


def _distances(member: Term, i: Term) -> Iterator[Term]:
    """The s for which i + s stands in a member, as far as they are no numerals."""
    for t in walk(canonical(member)):
        if t.sort == "Z" and not t.loose and i in t.free and t is not i:
            s = canonical(t - i)
            if i not in s.free and s.free:
                yield s


def moved(known: Known, b: Term) -> Fact | None:
    """A sum over a range that is moved, if its members then speak of fewer sizes."""
    lo, hi, body = b.args
    index = known.index(lo, hi)
    i, member = index.i, index.member(body)
    for s in dict.fromkeys(_distances(member, i)):
        there = canonical(substitute(member, {i: i - s}))
        if sizes(there, i) < sizes(member, i):
            fact = known.p.apply(None, "sums.sum_shift", f=index.function(there), lo=lo, hi=hi, c=s)
            return known.run("arith", eq(b, canonical(fact.concl.args[0])), [(num(-1), [fact])], [], [])
    return None


def turned(known: Known, b: Term) -> Fact | None:
    """A sum from its last member to the first, if its members then speak of fewer sizes."""
    lo, hi, body = b.args
    index = known.index(lo, hi)
    i, member = index.i, index.member(body)
    there = canonical(substitute(member, {i: lo + hi - i}))
    if sizes(there, i) < sizes(member, i):
        fact = known.p.apply(None, "sums.sum_reverse", known.count(b), f=index.function(there), lo=lo, hi=hi)
        return known.run("arith", eq(b, canonical(fact.concl.args[1])), [(num(1), [fact])], [], [])
    return None


def simpler(known: Known, b: Term) -> Fact | None:
    """What a sum is as one over a range that is moved or turned, or in the other order."""
    for rule in (exchanged, moved, turned):
        with suppress(KernelError):
            fact = rule(known, b)
            if fact is not None:
                return fact
    return None


# --- the method ------------------------------------------------------------------------------------------------------


@method("ranges moved and turned", share=0.6)
def ranges_turned(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums whose members speak of sizes."""
    k = known(search, asked)
    if any(sizes(b.args[2], b) for b in bigs(asked.goal, ("sum",)) if b.args[2].loose):
        yield k.way(partial(rewritten, k, asked.goal, partial(simpler, k), asked.depth))
