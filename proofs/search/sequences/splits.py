"""Splitting of ranges at the places where other sums or universal hypotheses begin or end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proofs.kernel.normal import canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, big, eq, instantiate_bound, le, num
from proofs.search.sequences.forms import bigs
from proofs.search.sequences.known import Known
from proofs.search.sequences.pool import universal_ranges


def in_two(known: Known, whole: tuple[Term, Term], m: Term, b: Term) -> Fact | None:
    """Prove Σ_lo^hi f = Σ_lo^m f + Σ_{m+1}^hi f for a sum over the range `whole`; return None for other ranges."""
    if b.args[:2] != whole:
        return None
    ends = known.settle(le(whole[0] - 1, m)), known.settle(le(m, whole[1]))
    return known.theorem("sums.sum_split", b, *ends, m=m)


def in_three(known: Known, whole: tuple[Term, Term], m: Term, body: Term, ends: Sequence[Fact] = ()) -> Fact:
    """Prove Σ_lo^hi f = Σ_lo^{m−1} f + f_m + Σ_{m+1}^hi f."""
    lo, hi = whole
    low, high = known.settle(le(lo, m), *ends), known.settle(le(m, hi), *ends)
    before = known.linear(le(lo - 1, m), [low], work=50)
    split = known.theorem("sums.sum_split", big("sum", lo, hi, body), before, high, m=m)
    last = known.run("big_step", big("sum", lo, m, body), low)
    parts = (
        big("sum", lo, canonical(m - 1), body),
        instantiate_bound(body, (m,)),
        big("sum", canonical(m + 1), hi, body),
    )
    goal = eq(big("sum", lo, hi, body), parts[0] + parts[1] + parts[2])
    return known.run("arith", goal, [(num(1), [split]), (num(1), [last])], [], [])


def cuts(known: Known, goal: Term) -> Iterator[tuple[tuple[Term, Term], Term]]:
    """Yield ranges of sums that begin or end with the range of another sum or hypothesis, and where to split them."""
    formulas = [goal, *(f.concl for f in known.facts)]
    sums = list(dict.fromkeys(b.args[:2] for f in formulas for b in bigs(f, ("sum",)) if b.args[2].op != "num"))
    for lo, hi in sums:
        for low, high in dict.fromkeys([*sums, *universal_ranges(known)]):
            if low is lo and high is not hi:
                yield (lo, hi), high
            elif high is hi and low is not lo:
                yield (lo, hi), canonical(low - 1)
