"""Hypotheses that bound sums, as often as a goal speaks of the bounds: weak duality.

From Σ g <= w and 0 <= λ follows λ w >= λ Σ g, so that λ w on the larger side of a goal may be replaced. The multiplier
λ is what w is multiplied with there; if w is a numeral, it is all of what the goal says beside its sums.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proofs.kernel.normal import ONE, Poly, as_term, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, quantity, relation
from proofs.search.sequences.known import MOST_CHANGES, Known, known


def _of_sums(q: Poly) -> Poly:
    return {m: c for m, c in q.items() if any(bigs(a.term, ("sum",)) for a, _ in m)}


def _multiplier(q: Poly, bound: Poly) -> Poly:
    """What a bound, that is not negative, has to be multiplied with for its number to go out of a polynomial."""
    rest = plus(bound, _of_sums(bound), -1)
    if rest.keys() == {ONE}:
        return {m: c / rest[ONE] for m, c in plus(q, _of_sums(q), -1).items()}
    for m, c in rest.items():
        (a, e), *others = m or [(None, 0)]
        if not others and e == 1 and a is not None and a.term.op == "var":
            found = {x - {(a, e)}: v / c for x, v in q.items() if (a, e) in x}
            if found and all(a not in dict(x) for x in (*found, *(y for y in rest if y != m))):
                return found
    return {}


def by_bounds_of_sums(known: Known, goal: Term, depth: int) -> Fact:
    """The goal with sums for their bounds.

    Raises
    ------
    NotFound
        if it speaks of no such bounds, or that is not shown.
    """
    q, sides = quantity(goal), list[tuple[Term, list[Fact]]]()
    for f in known.facts:
        if f.concl.op not in ("le", "lt") or not bigs(f.concl, ("sum",)):
            continue
        by = _multiplier(q, quantity(f.concl))
        sign = known.signed(as_term(by)) if by else None
        if sign is not None:
            q = plus(q, times(by, quantity(f.concl)), -1)
            sides.append((num(1), [known.weak(f) if f.concl.op == "lt" else f, sign]))
    if not sides:
        raise NotFound("it speaks of no bound of a sum")
    inside = known.asked_if_likely(relation(q, goal.op), depth)
    return known.run("arith", goal, [(num(1), [inside]), *sides], [], [])


# --- the method ------------------------------------------------------------------------------------------------------


@method("bounds of sums, times multipliers", share=0.4)
def bounds_of_sums(search: Search, asked: Asked) -> Iterator[Way]:
    """For hypotheses that bound sums by what stands in the goal."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES and bigs(goal, ("sum",)):
        q = quantity(goal)
        if any(
            f.concl.op in ("le", "lt") and bigs(f.concl, ("sum",)) and _multiplier(q, quantity(f.concl))
            for f in k.facts
        ):
            yield k.way(partial(by_bounds_of_sums, k, goal, asked.depth))
