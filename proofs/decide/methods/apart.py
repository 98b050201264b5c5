"""The first or the last member of a sum apart from the others, where that member is asked about."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proofs.decide.search import Asked, Search, Way, method
from proofs.decide.sequences.forms import bigs, entries
from proofs.decide.sequences.known import Known, known
from proofs.decide.sequences.rewriting import rewritten
from proofs.kernel.normal import canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, le


def _first_apart(known: Known, lo: Term, b: Term) -> Fact | None:
    """Σ_lo^hi f = f_lo + Σ_{lo+1}^hi f."""
    if b.args[0] is not lo or b.args[2].op == "num":
        return None
    return known.theorem("sums.sum_first", b, known.settle(le(lo, b.args[1])))


def _last_apart(known: Known, hi: Term, b: Term) -> Fact | None:
    """Σ_lo^hi f = Σ_lo^{hi−1} f + f_hi."""
    if b.args[1] is not hi or b.args[2].op == "num":
        return None
    return known.run("big_step", b, known.settle(le(b.args[0], hi)))


# --- the methods -----------------------------------------------------------------------------------------------------


@method("one member apart", share=0.4)
def ranges_alike(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums over two ranges, one of which ends a member later than the other."""
    k, goal = known(search, asked), asked.goal
    ends = {b.args[:2] for b in bigs(goal, ("sum",)) if b.args[2].op != "num"}
    if not asked.depth and goal.op != "eq" and len(ends) == 2:
        (lo, hi), (low, high) = ends
        for last, before in ((hi, high), (high, hi)):
            if lo is low and canonical(last - 1) is before:
                yield k.way(partial(rewritten, k, goal, partial(_last_apart, k, last), asked.depth))


@method("one member apart", share=0.4)
def members_apart(search: Search, asked: Asked) -> Iterator[Way]:
    """For the first or the last member of a sequence against the sum of all."""
    k, goal = known(search, asked), asked.goal
    if asked.depth or goal.op == "eq":
        return
    places = {t.args[1] for t in entries([goal]) if len(t.args) == 2}
    ends = dict.fromkeys(b.args[:2] for b in bigs(goal, ("sum",)) if b.args[2].op != "num")
    for lo, hi in list(ends)[:1]:
        for apart, place in ((_first_apart, lo), (_last_apart, hi)):
            if place in places:
                yield k.way(partial(rewritten, k, goal, partial(apart, k, place), asked.depth))
