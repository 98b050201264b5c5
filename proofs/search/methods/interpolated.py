"""A number between two ends, of which a goal about sums is affine or concave: the goal at both ends.

So what holds of mixtures (1 − t) u + t v because it holds of u and of v: smoothed labels, impurities of mixtures.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from flint import fmpq

from proofs.kernel.normal import Poly, as_term, canonical, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, le, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import quantity, relation
from proofs.search.sequences.known import MOST_CHANGES, Known, known

MOST_NUMBERS = 2  # that are tried


def in_powers(q: Poly, t: Term) -> dict[int, Poly]:
    """The coefficients of the powers of a variable.

    Raises
    ------
    NotFound
        if the variable also stands elsewhere.
    """
    out: dict[int, Poly] = {}
    for m, c in q.items():
        own = [(a, e) for a, e in m if t in a.term.free]
        if any(a.term is not t or e.q != 1 or e < 0 for a, e in own):
            raise NotFound("not a polynomial in it")
        k = int(own[0][1]) if own else 0
        out[k] = plus(out.get(k, {}), {m - set(own): c})
    return out


def ends_of(known: Known, t: Term) -> tuple[Fact, Fact] | None:
    """a <= t and t <= c for numerals a < c by hypotheses, if no others speak of t."""
    about = [f for f in known.facts if t in f.concl.free]
    about = [known.weak(f) if f.concl.op == "lt" else f for f in about]
    low = next((f for f in about if f.concl.args[1] is t and f.concl.args[0].op == "num"), None)
    high = next((f for f in about if f.concl.args[0] is t and f.concl.args[1].op == "num"), None)
    if low is None or high is None or len(about) != 2 or any(t in u.concl.free for u in known.universal):
        return None
    return (low, high) if low.concl.args[0].args[0] < high.concl.args[1].args[0] else None


def at_both_ends(known: Known, goal: Term, t: Term, low: Fact, high: Fact, depth: int) -> Fact:
    """(c − a) q(t) = (c − t) q(a) + (t − a) q(c) + (c − a) C (t − a) (c − t) for q = A + B t − C t².

    Raises
    ------
    NotFound
        if the goal is neither affine nor concave in t, or does not hold at an end.
    """
    powers = in_powers(quantity(goal), t)
    if max(powers, default=0) not in (1, 2):
        raise NotFound("neither affine nor quadratic")
    a, c = low.concl.args[0], high.concl.args[1]
    gaps = [known.run("arith", le(num(0), gap), [(num(1), [f])], [], []) for gap, f in ((t - a, low), (c - t, high))]
    sides: list[tuple[Term, list[Fact]]] = []
    if powers.get(2):
        sign = known.signed(canonical(-as_term(powers[2])))
        if sign is None:
            raise NotFound("not concave")
        sides.append((num(1), [sign, *gaps]))
    width = canonical(c - a)
    share = num(fmpq(1) / fmpq(*width.args))
    for end, gap in ((a, gaps[1]), (c, gaps[0])):
        q: Poly = {}
        for k, coefficient in powers.items():
            q = plus(q, times(coefficient, normal(end**k)))
        if q:
            inside = relation(q)
            known.likely(inside)
            sides.append((share, [known.asked([], inside, depth), gap]))
    return known.run("arith", goal, sides, [], [])


# --- the method ------------------------------------------------------------------------------------------------------


@method("both ends of a number", share=0.5)
def interpolated(search: Search, asked: Asked) -> Iterator[Way]:
    """For goals that are affine or concave in a number between numerals."""
    k, goal = known(search, asked), asked.goal
    if goal.op != "le" or asked.depth > MOST_CHANGES:
        return
    names = sorted((v for v in goal.free if (v.op, v.sort) == ("var", "R")), key=lambda v: v.args[0])
    found = [(t, ends) for t in names for ends in [ends_of(k, t)] if ends is not None]
    for t, ends in found[:MOST_NUMBERS]:
        yield k.way(partial(at_both_ends, k, goal, t, *ends, asked.depth))
