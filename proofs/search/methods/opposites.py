"""Contraposition: a bound c <= x from 0 <= h(x) by h(x) < 0 where x < c.

What is asked then is about h on a range, and no longer about where h has which sign. If c is no rational number, what
x is more than c is the variable.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from flint import fmpq

from proofs.kernel.normal import Mono, as_term, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, le, lt, num
from proofs.search.base.formulas import fresh, of_waves, range_of
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import seems_false
from proofs.search.reductions import renamed

OUTER = 2  # questions inside one another, of several variables: deeper ones are asked too often


def opposite(g: Term) -> Term:
    """What holds where an inequality does not."""
    s, t = g.args
    return lt(t, s) if g.op == "le" else le(t, s)


def bounded(g: Term) -> Term | None:
    """The variable of which an inequality says that it is at least, or at most, a number, which need not be rational.

    Or the first of two variables of which it says in which order they are.
    """
    if g.op not in ("le", "lt"):
        return None
    p = normal(g.args[1] - g.args[0])
    varying = {m: c for m, c in p.items() if any(a.term.free for a, _ in m)}
    if not varying or not all(_is_variable(m) for m in varying):
        return None
    one = len(varying) == 1 or (len(p) == len(varying) == 2 and sum(varying.values()) == 0)
    return as_term({next(iter(varying)): fmpq(1)}) if one else None


def _is_variable(m: Mono) -> bool:
    return len(m) == 1 and all(a.term.op == "var" and e == 1 for a, e in m)


def by_opposites(search: Search, asked: Asked, g: Term, wrong: Term) -> Fact:
    """The goal from `wrong`, which contradicts the hypothesis g, where the goal does not hold."""
    goal, run = asked.goal, search.run
    rest = [h for h in asked.given if h is not g]
    inside = search.prove([*rest, opposite(goal)], wrong, asked.depth + 1)
    sign = num(-1) if g.op == "eq" and wrong.args[0] is g.args[0] else num(1)
    never = run("arith", FALSE, [(num(1), [inside]), (sign, [run("assume", g)])], [], [])
    s, t = goal.args
    absurd, here = run("absurd", never, goal), run("assume", goal)
    return run("cases", s, t, here, absurd) if goal.op == "le" else run("cases", t, s, absurd, here)


def from_there(search: Search, asked: Asked, x: Term, c: Term) -> Fact:
    """By x = c + d."""
    d = fresh(f"{x.args[0]}'apart", [*asked.given, asked.goal])
    return renamed(search, asked.given, asked.goal, x, (d, d + c, x - c), [], asked.depth)


# --- the methods -----------------------------------------------------------------------------------------------------


@method("contraposition", share=0.3)
def contraposition(search: Search, asked: Asked) -> Iterator[Way]:
    """For a bound of a variable of which a hypothesis says something that is no bound."""
    x, free = bounded(asked.goal), asked.goal.free
    if x is None or (asked.several and asked.depth > OUTER):
        return
    known = [opposite(asked.goal), *(h for h in asked.given if range_of(h) is not None)]
    curved = [g for g in asked.given if g.op in ("le", "lt", "eq") and g.free == free and bounded(g) is None]
    if curved and len(free) == 1 and range_of(asked.goal) is None and not of_waves(asked.goal):
        p = normal(asked.goal.args[1] - asked.goal.args[0])
        (c,) = normal(x)
        yield partial(from_there, search, asked, x, canonical(x - num(1 / p[c]) * as_term(p)))
    for g in curved:
        s, t = g.args
        for wrong in (lt(s, t), lt(t, s)) if g.op == "eq" else (opposite(g),):
            if not seems_false(known, wrong):
                yield partial(by_opposites, search, asked, g, wrong)
