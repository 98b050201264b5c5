"""Alternating sums of members that fall: between 0 and the first one (Leibniz).

With s_n = (−1)^n and a first sign 1, (1 + s_n)/2 · a_n <= Σ s_i a_i <= a_1 − (1 − s_n)/2 · a_n, by induction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from proofs.kernel.normal import canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, big, eq, instantiate_bound, le, num, substitute, var
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import product_of, single_factors, written
from proofs.search.sequences.induction import by_induction
from proofs.search.sequences.known import MOST_CHANGES, Known, known

HALF = num(1, 2)


def _alternating(b: Term) -> tuple[Term, Term, Term] | None:
    """An index i, (−1)^(i + c) and a_i of the members (−1)^(i + c) a_i of a sum; None of another one."""
    i = var("i'", "Z")
    parts = single_factors(instantiate_bound(b.args[2], (i,)))
    signs = [t for t in parts if t.op == "prod" and canonical(t.args[2]) is num(-1) and i in t.args[1].free]
    if len(signs) != 1 or b.args[0].op != "num" or b.args[1].op != "var":
        return None
    rest = [t for t in parts if t is not signs[0]]
    return (i, signs[0], product_of(rest)) if rest else None


def by_first_member(known: Known, goal: Term, b: Term) -> Fact:
    """The goal from both bounds of an alternating sum."""
    found = _alternating(b)
    if found is None:
        raise NotFound("no alternating sum")
    i, sign, member = found
    lo, n, body = b.args
    length = canonical(substitute(sign.args[1], {i: lo}) - sign.args[0] + 1)
    if length.op != "num" or length.args[0] < 0:
        raise NotFound("a first sign that is not seen")
    first = num(-1 if int(length.args[0]) % 2 else 1)

    def at(t: Term, k: Term) -> Term:
        return substitute(t, {i: k})

    def bounds(k: Term) -> list[Term]:
        total, s, last = first * big("sum", lo, k, body), first * at(sign, k), at(member, k)
        return [le(HALF * (1 + s) * last, total), le(total, at(member, lo) - HALF * (1 - s) * last)]

    def of_sign(inside: Known, k: Term) -> list[Fact]:
        """−1 <= s <= 1 for the sign s at k, as its square is 1."""
        s, least = at(sign, k), int(lo.args[0] - length.args[0])
        square = by_induction(inside, eq(s * s, num(1)), _linear, least, k)
        sides = [inside.p.apply(None, "elementary.square_nonneg", x=s + num(e)) for e in (1, -1)]
        goals = le(num(-1), s), le(s, num(1))
        return [
            inside.run("arith", g, [(HALF, [f]), (HALF, [square])], [], []) for g, f in zip(goals, sides, strict=True)
        ]

    def prove(inside: Known, facts: Sequence[Fact], target: Term) -> Fact:
        k = next(t.args[1] for t in written(facts[0].concl, ("sum",)) if t.args[2] is body)
        near = [f for f in facts[1:] if f.concl.op in ("le", "lt")]
        down = inside.numbers([*near, *inside.denominators(down_at(k), near)], down_at(k))
        signs = of_sign(inside, k)
        return inside.linear(target, [facts[0], *((f, down) for f in signs), *signs, down], degree=2, depth=2)

    def down_at(k: Term) -> Term:
        return le(at(member, canonical(k + 1)), at(member, k))

    facts = [by_induction(known, claim, prove) for claim in bounds(n)]
    last = known.nonnegative(at(member, n), [*known.at(n), *known.facts])
    more = [(f, last) for f in of_sign(known, n)]
    return known.linear(goal, [*facts, *more, last, *known.facts], degree=2, depth=2)


def _linear(known: Known, facts: Sequence[Fact], goal: Term) -> Fact:
    return known.linear(goal, facts, depth=2)


# --- the method ------------------------------------------------------------------------------------------------------


@method("alternating sums", share=0.3)
def alternating(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums of members with alternating signs."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES:
        for b in written(goal, ("sum",)):
            if _alternating(b) is not None:
                yield k.way(partial(by_first_member, k, goal, b))
