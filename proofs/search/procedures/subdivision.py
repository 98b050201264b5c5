"""Subdivision of a box: interval arithmetic and derivatives settle the sign on each part (branch and bound).

One variable gives a sign chart, several give boxes (`proofs.search.boxes`; Moore, Kearfott and Cloud, Introduction to
Interval Analysis). For example, exp(x) <= 1 + 2*x on 0 <= x <= 1 needs few cuts.
"""

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

QUICK = 0.3  # the share of the effort for a chart in one variable


@method("sign chart", share=QUICK)
def coarse_chart(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof by few cuts, for one variable."""
    yield partial(on_box, search, asked, 24)


@method("sign chart", share=QUICK)
def chart(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof by many cuts, for one variable."""
    yield partial(on_box, search, asked, 400)


@method("boxes")
def few_boxes(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof by few cuts and derivatives, for several variables."""
    yield partial(on_box, search, asked, 40, 4)


@method("boxes")
def many_boxes(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof by many cuts, for several variables."""
    yield partial(on_box, search, asked, 3000, 5)


def on_box(search: Search, asked: Asked, cuts: int, deep: int = DERIVATIVES + 1) -> Fact:
    """Prove the goal with at most `cuts` cuts and at most `deep` nested derivatives."""
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
