"""Sums that go out of a goal by multiples of what is known of them; what is left is about numbers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from proofs.decide.base.failures import NotFound
from proofs.decide.methods.sums import with_pool
from proofs.decide.search import Asked, Search, Way, method
from proofs.decide.sequences.forms import bigs, quantity
from proofs.decide.sequences.known import MOST_CHANGES, RELATIONS, Known, known
from proofs.decide.sequences.recursion import left_over, put_together
from proofs.kernel.normal import Atom, as_term
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, le, num

MOST_FACTS = 24  # by which sums go out
MOST_LEFT = 5  # inequalities that may be asked as what is left


def without_sums(known: Known, goal: Term) -> Fact:
    """The goal less multiples of facts about its sums."""
    facts, base = with_pool(known, goal)
    own = set(bigs(goal, ("sum",)))
    allowed = own | {b for f in known.facts for b in bigs(f.concl, ("sum",))}
    allowed |= {b for f in base for b in bigs(f.concl, ("sum",)) if b.args[2].op == "num"}
    near = [f for f in dict.fromkeys([*base, *facts]) if f.concl.op in RELATIONS]
    near = [f for f in near if bigs(f.concl, ("sum",)) and set(bigs(f.concl, ("sum",))) <= allowed]
    near = sorted(near, key=lambda f: f.concl.size)[:MOST_FACTS]
    plain = [f for f in base if not bigs(f.concl)]
    nonzero = known.denominators(goal)
    asked = 0

    def is_sum(a: Atom) -> bool:
        return a.term.op == "sum"

    for rest, used in left_over(known, quantity(goal), near, plain, nonzero, is_sum):
        less = le(num(0), as_term(rest))
        if len(set(bigs(less, ("sum",)))) < len(own):
            with suppress(KernelError):
                known.likely(less)
                asked += 1
                if asked > MOST_LEFT:
                    break
                about = [f for f in near if f.concl.op == "eq" and set(bigs(f.concl)) <= set(bigs(less))]
                fact = known.numbers([*plain, *about, *nonzero], less, 1.2)
                return put_together(known, goal, fact, used, nonzero)
        known.search.in_time()
    raise NotFound("what is left is not shown")


# --- the method ------------------------------------------------------------------------------------------------------


@method("sums that go out", share=0.3)
def sums_out(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums of which something is known, times numbers that are not negative."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and asked.depth <= MOST_CHANGES and bigs(goal, ("sum",)):
        yield k.way(partial(without_sums, k, goal))
