"""Members against the sum of the others: Σ log(Σ f − f_i) >= Σ log f + N log(N − 1) for N positive numbers f.

By the means of the others, each of which is above their geometric mean; so Π (1/a − 1) >= (N − 1)^N where Σ a = 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proofs.kernel.normal import plus
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, abstract, eq, forall, lt, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import alone, bigs, quantity, relation, swapped_big, value_of_sum, walk
from proofs.search.sequences.known import MOST_CHANGES, Known, known

MOST_SEQUENCES = 3  # that are tried


def _sums(known: Known, goal: Term) -> list[tuple[Term, Term | None, Fact | None]]:
    """Sums with a value, and those of which a goal takes logarithms, without one."""
    given = [(*v, f) for f in known.facts for v in [value_of_sum(f)] if v is not None and v[1] is not num(0)]
    inside = [t.args[0] for t in walk(goal) if t.op == "log"]
    return [*given, *((b, None, None) for b in dict.fromkeys(b for t in inside for b in bigs(t, ("sum",))))]


def by_others(known: Known, goal: Term, total: Term, value: Term | None, said: Fact | None, depth: int) -> Fact:
    """The goal from what is left of it without Σ log(Σ f − f_i) − Σ log f − N log(N − 1) >= 0."""
    lo, hi, _ = total.args
    if not any(b.args[:2] == (lo, hi) for b, _ in alone(quantity(goal), "sum")):
        raise NotFound("over another range")
    several = known.settle(lt(lo, hi))
    terms = known.members(total, lambda x, at: known.positive(x, at))
    fact = known.theorem("inequalities.logs_of_others", total, terms, several)
    if value is not None and said is not None:
        hole = known.fresh("hole")
        shape = swapped_big(fact.concl, total, hole)
        same = known.p.have(None, eq(total, value), said)
        fact = known.run("replace", same, forall("R", abstract(shape, [hole])), fact)
    left = relation(plus(quantity(goal), quantity(fact.concl), -1), goal.op)
    inside = known.asked_if_likely(left, depth)
    return known.run("arith", goal, [(num(1), [inside]), (num(1), [fact])], [], [])


# --- the method ------------------------------------------------------------------------------------------------------


@method("the others' means", share=0.3)
def others(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums of logarithms on the larger side, where the sum of positive numbers is known."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES:
        larger = [b for b, c in alone(quantity(goal), "sum") if c > 0 and any(t.op == "log" for t in walk(b))]
        if larger:
            for total, value, said in _sums(k, goal)[:MOST_SEQUENCES]:
                yield k.way(partial(by_others, k, goal, total, value, said, asked.depth))
