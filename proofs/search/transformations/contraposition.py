"""Contraposition: the bound c <= x follows from a hypothesis 0 <= h(x) if h(x) < 0 wherever x < c.

The new question is about the sign of h on a range. If c is not rational, x − c becomes the variable.
So x**3 + x > 10 gives x > 2, since x**3 + x <= 10 wherever 0 < x <= 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from flint import fmpq

from proofs.kernel.normal import Mono, as_term, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, lt, num
from proofs.language.notation import opposite
from proofs.search.base.formulas import fresh, of_waves, range_of
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import seems_false
from proofs.search.reductions import renamed

OUTER = 2  # questions inside one another, of several variables: deeper ones are asked too often


def bounded_variable(g: Term) -> Term | None:
    """Return the variable that an inequality bounds by a number, or the first of two variables that it orders."""
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


def by_contraposition(search: Search, asked: Asked, g: Term, wrong: Term) -> Fact:
    """Prove the goal from `wrong`, which contradicts the hypothesis g and follows from the negated goal."""
    goal, run = asked.goal, search.run
    rest = [h for h in asked.given if h is not g]
    inside = search.prove([*rest, opposite(goal)], wrong, asked.depth + 1)
    sign = num(-1) if g.op == "eq" and wrong.args[0] is g.args[0] else num(1)
    never = run("arith", FALSE, [(num(1), [inside]), (sign, [run("assume", g)])], [], [])
    return search.p.by_contradiction(goal, never)


def shifted_to_end(search: Search, asked: Asked, x: Term, c: Term) -> Fact:
    """Substitute x = c + d."""
    d = fresh(f"{x.args[0]}'apart", [*asked.given, asked.goal])
    return renamed(search, asked.given, asked.goal, x, (d, d + c, x - c), [], asked.depth)


@method("contraposition", share=0.3)
def contraposition(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield contrapositions for a bound of a variable, with each hypothesis on it that is no bound."""
    x, free = bounded_variable(asked.goal), asked.goal.free
    if x is None or (asked.several and asked.depth > OUTER):
        return
    known = [opposite(asked.goal), *(h for h in asked.given if range_of(h) is not None)]
    curved = [g for g in asked.given if g.op in ("le", "lt", "eq") and g.free == free and bounded_variable(g) is None]
    if curved and len(free) == 1 and range_of(asked.goal) is None and not of_waves(asked.goal):
        p = normal(asked.goal.args[1] - asked.goal.args[0])
        (c,) = normal(x)
        yield partial(shifted_to_end, search, asked, x, canonical(x - num(1 / p[c]) * as_term(p)))
    for g in curved:
        s, t = g.args
        for wrong in (lt(s, t), lt(t, s)) if g.op == "eq" else (opposite(g),):
            if not seems_false(known, wrong):
                yield partial(by_contraposition, search, asked, g, wrong)
