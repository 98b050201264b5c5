"""Sizes: induction, also of something stronger; and an equation as two inequalities."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from proofs.decide.search import Asked, Search, Way, method
from proofs.decide.sequences.forms import bigs, entries, of_entries, places_of
from proofs.decide.sequences.induction import by_induction, size_of
from proofs.decide.sequences.known import Known, known
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, inv, le, num


def of_stronger(known: Known, goal: Term, more: Callable[[Term], Term]) -> Fact:
    """The goal from left + something positive <= right, which is shown by induction."""
    n, _ = size_of(known, goal)
    stronger = by_induction(known, le(goal.args[0] + more(n), goal.args[1]))
    return known.numbers([stronger, *known.facts], goal)


def both_ways(known: Known, goal: Term, depth: int) -> Fact:
    """s = t from s <= t and t <= s."""
    s, t = goal.args
    return known.run("antisymmetry", known.asked([], le(s, t), depth), known.asked([], le(t, s), depth))


# --- the methods -----------------------------------------------------------------------------------------------------


@method("induction on a size", share=0.2)
def early_inductions(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums and products whose members are given."""
    k = known(search, asked)
    if bigs(asked.goal, ("sum", "prod")) and not of_entries([asked.goal]):
        yield k.way(partial(by_induction, k, asked.goal))


@method("induction on a size", share=0.5)
def inductions(search: Search, asked: Asked) -> Iterator[Way]:
    """For ranges of symbolic length."""
    k = known(search, asked)
    if bigs(asked.goal, ("sum", "prod")) or any(places_of(t) for t in entries([asked.goal])):
        yield k.way(partial(by_induction, k, asked.goal))


@method("induction, of something stronger", share=0.4)
def stronger(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums whose members are given."""
    k = known(search, asked)
    if asked.goal.op != "eq" and bigs(asked.goal, ("sum", "prod")) and not k.universal:
        for more in (lambda n: inv(n + 1), inv, lambda n: inv(n) * num(1, 2)):
            yield k.way(partial(of_stronger, k, asked.goal, more))


@method("two inequalities", share=0.8)
def two_inequalities(search: Search, asked: Asked) -> Iterator[Way]:
    """For equations."""
    k = known(search, asked)
    if asked.goal.op == "eq" and asked.depth <= 1:
        yield k.way(partial(both_ways, k, asked.goal, asked.depth))
