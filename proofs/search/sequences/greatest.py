"""Proofs at the index of a greatest member, which exists in every non-empty finite range."""

from __future__ import annotations

from collections.abc import Callable

from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, instantiate_bound, lam, le, lt
from proofs.language.notation import every
from proofs.search.sequences.known import Index, Known


def at_greatest(known: Known, goal: Term, t: Term, prove: Callable[[Index, Fact], Fact]) -> Fact:
    """Prove the goal, an inequality, from a proof of it at an index k with f_j <= f_k for all j in a range.

    Parameters
    ----------
    known, goal
        The known facts and the goal of the question.
    t
        The maximum of f over the range; it need not occur in the goal.
    prove
        Returns a proof of the goal from an index and the fact that the member at this index is the greatest.
    """
    lo, hi, body = t.args
    index, some = known.index(lo, hi), known.settle(le(lo, hi))
    there = index.member(body)
    greatest = every(lambda j: le(instantiate_bound(body, (j,)), there), lo, hi)
    claim = known.run("discharge", greatest, prove(index, known.run("assume", greatest)))
    s, u = goal.args
    fails = known.run("assume", lt(u, s) if goal.op == "le" else le(u, s))
    above, other = known.run("assume", le(t, there)), known.index(lo, hi)
    member = known.linear(le(other.member(body), there), [known.run("max_ge", t, other.i, *other.ends), above])
    false = known.linear(FALSE, [known.run("mp", claim, known.everywhere(other, member)), fails])
    less = lt(there, t)
    each = known.run("cases", t, there, known.run("absurd", false, less), known.run("assume", less))
    every_one = known.everywhere(index, each)
    false = known.p.apply("sums.none_is_not_all", some, every_one, f=lam(1, body), lo=lo, hi=hi)
    wrong, right = known.run("absurd", false, goal), known.run("assume", goal)
    return known.run("cases", s, u, right, wrong) if goal.op == "le" else known.run("cases", u, s, wrong, right)
