"""The sign of a number on the whole box, by cutting it (`proofs.search.boxes`)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proofs.kernel.rules import Fact
from proofs.kernel.terms import num
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import DERIVATIVES
from proofs.search.base.ranges import Side
from proofs.search.boxes.planning import Planner
from proofs.search.boxes.proving import Prover
from proofs.search.engine import Asked, Search, Way, method

QUICK = 0.3  # of the effort, for a chart in one variable


@method("sign chart", share=QUICK)
def coarse_chart(search: Search, asked: Asked) -> Iterator[Way]:
    """For one variable: with few cuts."""
    yield partial(on_box, search, asked, 24)


@method("sign chart", share=QUICK)
def chart(search: Search, asked: Asked) -> Iterator[Way]:
    """For one variable."""
    yield partial(on_box, search, asked, 400)


@method("boxes")
def few_boxes(search: Search, asked: Asked) -> Iterator[Way]:
    """For several variables: with few cuts and derivatives."""
    yield partial(on_box, search, asked, 40, 4)


@method("boxes")
def many_boxes(search: Search, asked: Asked) -> Iterator[Way]:
    """For several variables."""
    yield partial(on_box, search, asked, 3000, 5)


def on_box(search: Search, asked: Asked, cuts: int, deep: int = DERIVATIVES + 1) -> Fact:
    """By cutting the box at most so often, with at most so many derivatives one inside another."""
    f, goal, around = asked.f, asked.goal, asked.around
    planner = Planner(search.p, search.limit)
    names = {v for t in (f, *around) for v in t.free}
    own = {v: asked.box.get(v, Side()) for v in sorted(names, key=lambda v: v.args[0])}
    try:
        plan = planner.search(f, goal.op == "lt", own, around, cuts, deep)
    finally:
        search.boxes += planner.boxes
        search.gave_up(planner.stuck)
    if plan is None:
        raise NotFound("boxes do not decide it")
    fact = Prover(search.p).prove(f, goal.op == "lt", own, plan, around)
    return search.run("arith", goal, [(num(1), [fact])], [], [])
