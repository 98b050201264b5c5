"""Sizes of which nothing says whether ranges have members: none, or some. And integers: s <= t from s − 1 < t."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proofs.kernel.normal import canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, le, lt
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import written
from proofs.search.sequences.known import Known, known
from proofs.search.sequences.rewriting import with_equals


def unsized(known: Known, goal: Term) -> tuple[Term, Term] | None:
    """The ends of the ranges of a goal from a numeral to a variable, where nothing bounds that from below."""
    ends = {(canonical(b.args[0]), canonical(b.args[1])) for b in written(goal)}
    sizes = {hi for lo, hi in ends if lo.op == "num" and hi.op == "var"}
    for n in sizes if len(ends) == 1 else ():
        if not any(f.concl.op in ("le", "lt", "eq") and n in f.concl.free for f in known.facts):
            return next(iter(ends))
    return None


def by_emptiness(known: Known, goal: Term, lo: Term, hi: Term, depth: int) -> Fact:
    """The goal where ranges have members, and with 0 and 1 for sums and products where they have none."""
    some = known.asked([known.run("assume", le(lo, hi))], goal, depth)
    empty = known.run("assume", lt(hi, lo))
    none = [known.run("big_empty", b, known.settle(lt(b.args[1], b.args[0]), empty)) for b in written(goal)]
    over_nothing = with_equals(known, goal, none, lambda now: known.asked([empty], now, depth))
    return known.run("cases", lo, hi, some, over_nothing)


def by_one_less(known: Known, goal: Term, depth: int) -> Fact:
    """s <= t for integers from s − 1 < t."""
    s, t = goal.args
    less = known.asked([], lt(canonical(s - 1), t), depth)
    return known.p.change(None, known.run("integer_step", less), goal)


# --- the methods -----------------------------------------------------------------------------------------------------


@method("no members, or some", share=0.9)
def empty_or_not(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums and products up to a size that is not bounded from below."""
    k, goal = known(search, asked), asked.goal
    bounds = None if asked.depth or any(b.op == "max" for b in written(goal)) else unsized(k, goal)
    if bounds is not None:
        yield k.way(partial(by_emptiness, k, goal, *bounds, asked.depth))


@method("integers against less than one more", share=0.4)
def integers(search: Search, asked: Asked) -> Iterator[Way]:
    """For maxima, sums and members that are integers, against a numeral."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and not asked.depth and goal.args[0].op == "num" and goal.args[1].sort == "Z":
        yield k.way(partial(by_one_less, k, goal, asked.depth))
