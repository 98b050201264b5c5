"""Induction over two consecutive sizes, for recursions that determine a member from the two preceding ones."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from proofs.kernel.normal import canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, eq, ite, le, lt, num, substitute
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables
from proofs.search.sequences.forms import entries
from proofs.search.sequences.induction import by_induction, next_step, one_by_itself, size_of
from proofs.search.sequences.known import Known


def over_two(known: Known, goal: Term) -> Fact:
    """Prove a goal by an induction whose hypothesis is the goal for two consecutive sizes.

    One formula expresses both: a bound for the larger difference of sides, or for the sum of the squared differences.
    """
    n, least = size_of(known, goal)
    low, high = (canonical(substitute(goal.args[0] - goal.args[1], {n: x})) for x in (n - 1, n))
    make = lt if goal.op == "lt" else le
    both = make(low * low + high * high if goal.op == "eq" else ite(lt(low, high), high, low), num(0))

    def each(known: Known, k: Term, facts: Sequence[Fact]) -> tuple[Fact, Fact]:
        gaps = [substitute(t, {n: k}) for t in (low, high)]
        if goal.op == "eq":
            sides = [_vanishes(known, facts[0], *pair) for pair in (gaps, gaps[::-1])]
        else:
            sides = [known.numbers(facts[:1], make(t, num(0))) for t in gaps]
        goals = [substitute(goal, {n: canonical(x)}) for x in (k - 1, k)]
        earlier, later = (known.restated(f, g) for f, g in zip(sides, goals, strict=True))
        return earlier, later

    def prove(inside: Known, facts: Sequence[Fact], target: Term) -> Fact:
        k = next(v for v in free_variables([facts[0].concl]) if v.sort == "Z" and v not in goal.free)
        earlier, later = each(inside, k, facts)
        near = [f for place in _places(goal, n, k) for f in inside.at(place)]
        fact = next_step(inside, [later, earlier, *near, *facts[1:]], substitute(goal, {n: canonical(k + 1)}))
        gaps = [canonical(f.concl.args[0] - f.concl.args[1]) for f in (later, fact)]
        if goal.op == "eq":
            squares = [(gap, [f]) for gap, f in zip(gaps, (later, fact), strict=True)]
            return inside.run("arith", target, squares, [], [])
        of_both = [inside.restated(f, make(gap, num(0))) for gap, f in zip(gaps, (later, fact), strict=True)]
        return inside.numbers(of_both, target)

    for start in (least, least + 1):
        with suppress(KernelError):
            inside = known if start == least else Known(known.search, [*known.given, le(num(start), n)])
            with inside.named_facts():
                fact = by_induction(inside, both, prove, start, n)
                out = each(inside, n, [fact])[1]
            return out if start == least else one_by_itself(known, goal, n, least, out)
        known.search.check_limit()
    raise NotFound("not shown of two neighbours")


def _vanishes(known: Known, squares: Fact, s: Term, t: Term) -> Fact:
    """Prove s = 0 from s² + t² <= 0."""
    x, y = known.fresh("x"), known.fresh("y")
    fact = known.within(1.0, partial(known.search.prove, [le(x * x + y * y, num(0))], eq(x, num(0)), 1))
    fact = known.run("instantiate", fact, [(x, s), (y, t)])
    return known.search.cut(fact, [known.restated(squares, le(s * s + t * t, num(0)))])


def _places(goal: Term, n: Term, k: Term) -> list[Term]:
    """Return the indices in a goal that depend on the size n, at n = k − 1, n = k and n = k + 1."""
    found = dict.fromkeys(i for t in entries([goal]) for i in t.args[1:] if n in i.free)
    return list(dict.fromkeys(canonical(substitute(i, {n: x})) for i in found for x in (k - 1, k, k + 1)))
