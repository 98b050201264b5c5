"""Even powers of absolute values: |u|² is u², also inside of sums."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proofs.kernel.normal import Poly, as_term, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, eq
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, quantity, relation, replaced, squares_replaced, walk
from proofs.search.sequences.known import MOST_CHANGES, Known, known
from proofs.search.sequences.rewriting import rewritten


def _squares(known: Known, q: Poly) -> list[Fact]:
    """|u|·|u| = u·u for the powers of absolute values in a polynomial."""
    sizes = dict.fromkeys(a.term for m in q for a, e in m if a.term.op == "abs" and e >= 2)
    return [known.p.apply(None, "norms.abs_square", u=t.args[0]) for t in sizes]


def without_sizes(known: Known, b: Term) -> Fact | None:
    """A sum with u² for each |u|² in its members, as an equation; nothing if there is none."""
    index = known.index(*b.args[:2])
    member = index.member(b.args[2])
    q, used = squares_replaced(normal(member), _squares(known, normal(member)))
    with known.inside(index):
        inner = [e for t in bigs(as_term(q), ("sum",)) for e in [without_sizes(known, t)] if e is not None]
    q, more = replaced(q, inner, powers=True)
    if not used and not more:
        return None
    sides = [(as_term(m), [e]) for m, e in (*used, *more)]
    return known.summed(index, known.run("arith", eq(member, as_term(q)), sides, [], []))


def _outside(known: Known, goal: Term, depth: int) -> Fact:
    """The goal with S² for each |S|² in it."""
    q, used = squares_replaced(quantity(goal), _squares(known, quantity(goal)))
    return known.put_back(goal, known.asked([], relation(q, goal.op), depth), used)


# --- the method ------------------------------------------------------------------------------------------------------


@method("squares of absolute values", share=0.9)
def squares_of_sizes(search: Search, asked: Asked) -> Iterator[Way]:
    """For squares of absolute values, of sums or of what stands in them."""
    k, goal = known(search, asked), asked.goal
    if asked.depth > MOST_CHANGES or not any(t.op == "abs" for t in walk(goal)):
        return
    if goal.op in ("le", "lt", "eq") and any(a.term.op == "abs" and e >= 2 for m in quantity(goal) for a, e in m):
        yield k.way(partial(_outside, k, goal, asked.depth))
    elif any(t.op == "abs" for b in bigs(goal, ("sum",)) for t in walk(b.args[2])):
        yield k.way(partial(rewritten, k, goal, partial(without_sizes, k), asked.depth))
