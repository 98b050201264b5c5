"""Half-lines and ends at which a logarithm is not defined: variables shifted, inverted, ranges cut there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from flint import fmpq

from proofs.kernel.normal import canonical, constant, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, inv, le, lt, num, substitute, var
from proofs.search.base.algebra import slope
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import inverted, log_arguments, range_of, to_cut, vanishing_end, width_of, with_logs
from proofs.search.base.ranges import Box
from proofs.search.boxes.planning import Planner
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.reductions import apart, renamed

NEIGHBOURHOOD = fmpq(1, 8)  # of an end at which a logarithm is not defined


def shifted(search: Search, given: Sequence[Term], goal: Term, w: Term, x: Term, depth: int) -> Fact:
    """By t = w, where w = c + d x."""
    d: Any = constant(normal(slope(w, x)))
    if d is None:
        raise NotFound("it does not grow by a constant")
    t = var(f"{x.args[0]}'shifted", "R")
    by = canonical((t - substitute(w, {x: num(0)})) * num(1 / d))
    return renamed(search, given, goal, x, (t, by, w), [], depth)


def reciprocal(search: Search, given: Sequence[Term], goal: Term, x: Term, depth: int) -> Fact:
    """By t = 1/x, where x is positive."""
    t = var(f"{x.args[0]}'inverse", "R")
    ends = [search.run("assume", g) for g in given if range_of(g)]
    positive = search.p.have(None, lt(num(0), x), *ends, degree=1)
    extra = [search.p.apply(None, "elementary.inv_pos", positive, x=x)]
    for g in given:
        found = range_of(g)
        if found is not None and found[1].lo is not None and found[1].lo > 0:
            below = num(1 / found[1].lo)
            extra.append(search.p.have(None, le(inv(x), below), positive, extra[0], search.run("assume", g)))
    return renamed(search, given, goal, x, (t, inv(t), inv(x)), extra, depth)


def zeros(goal: Term, box: Box) -> list[tuple[Term, Term]]:
    """Arguments of logarithms, other than variables, that vanish at an end of their variable, which they come with."""
    ends = ((w, vanishing_end(w, box)) for w in dict.fromkeys(log_arguments(goal)) if w.op != "var")
    return [(w, end[0]) for w, end in ends if end is not None]


def distances(given: Sequence[Term], goal: Term) -> list[tuple[Term, Term]]:
    """Arguments of logarithms that a hypothesis says are positive, of several variables, with one that is alone."""
    positive = {canonical(g.args[1] - g.args[0]) for g in given if g.op == "lt"}
    found = [w for w in dict.fromkeys(log_arguments(goal)) if len(w.free) > 1 and canonical(w) in positive]
    return [(w, x) for w in found for x in sorted(w.free, key=lambda v: v.args[0]) if constant(normal(slope(w, x)))]


def near(search: Search, goal: Term, f: Term, box: Box) -> tuple[Term, fmpq] | None:
    """Where to cut if a logarithm is not defined at an end: where f seems to vanish, or near that end."""
    for w in dict.fromkeys(log_arguments(goal)):
        end = vanishing_end(w, box)
        if end is not None and width_of(box, end[0]) > NEIGHBOURHOOD:
            inside = touching_inside(search, f, box)
            return end[0], inside if inside is not None else end[1] + end[2] * NEIGHBOURHOOD
    return None


def touching_inside(search: Search, f: Term, box: Box) -> fmpq | None:
    """A simple rational at which f seems to vanish."""
    return next(iter(Planner(search.p, search.limit).touching(f, box)), None)


def touches(search: Search, f: Term, box: Box) -> bool:
    """Whether f seems to vanish at a simple rational inside, or at an end."""
    planner = Planner(search.p, search.limit)
    return bool(planner.touching(f, box)) or planner.zero_at_end(f, box) is not None


# --- the methods -----------------------------------------------------------------------------------------------------


def _ends_apart(search: Search, asked: Asked, touching: bool) -> Iterator[Way]:
    cut = near(search, asked.goal, asked.f, asked.box)
    if cut is not None and touches(search, asked.f, asked.box) is touching:
        yield partial(apart, search, asked.given, asked.goal, *cut, asked.depth)


@method("ends apart")
def ends_apart_first(search: Search, asked: Asked) -> Iterable[Way]:
    """For a logarithm that is not defined at an end, where the number seems to vanish somewhere."""
    return _ends_apart(search, asked, True)


@method("ends apart")
def ends_apart(search: Search, asked: Asked) -> Iterable[Way]:
    """For a logarithm that is not defined at an end, where the number does not seem to vanish."""
    return _ends_apart(search, asked, False)


@method("shift")
def shift_nearby(search: Search, asked: Asked) -> Iterator[Way]:
    """For the logarithm of a distance from an end, with one variable in a short range."""
    close = [w for w in zeros(asked.goal, asked.box) if width_of(asked.box, w[1]) <= NEIGHBOURHOOD]
    for w in close[:1]:
        yield partial(shifted, search, asked.given, asked.goal, *w, asked.depth)


@method("shift")
def shift(search: Search, asked: Asked) -> Iterator[Way]:
    """For the logarithm of a distance from an end, or of variables, with several variables."""
    known = with_logs([asked.goal], asked.box)
    found = [w for w in zeros(asked.goal, asked.box) if w[1] not in known]
    found += distances(asked.given, asked.goal)
    moved = [w for w in found if not w[1].args[0].endswith("'shifted")]
    for w in moved[:1]:
        yield partial(shifted, search, asked.given, asked.goal, *w, asked.depth)


@method("x = 1/t")
def inverse(search: Search, asked: Asked) -> Iterator[Way]:
    """For a positive variable without a greatest value that has its inverse or logarithms in the number."""
    for v in inverted(asked.f, asked.box):
        yield partial(reciprocal, search, asked.given, asked.goal, v, asked.depth)


@method("ends apart")
def far_end_apart(search: Search, asked: Asked) -> Iterator[Way]:
    """For a variable from 0 or below on that has its inverse in the number: what is far is asked by itself."""
    for v in to_cut(asked.f, asked.box):
        yield partial(apart, search, asked.given, asked.goal, v, fmpq(1), asked.depth)
