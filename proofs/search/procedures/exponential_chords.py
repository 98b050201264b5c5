"""Chords of the exponential function: Σ w e^(c x) by its values at the ends of the range of x.

For example, Hoeffding's lemma Σ p_i e^(t x_i) <= e^(t²/2) for |x_i| <= 1 with mean 0. Reference: Boucheron, Lugosi
and Massart, Concentration Inequalities, lemma 2.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from proofs.kernel.normal import as_term, canonical, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, exp, le, lt, num
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import RELATIONS
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import (
    alone,
    bigs,
    entries,
    factors,
    product_of,
    quantity,
    relation,
    replaced,
    swapped_entry,
    value_of_sum,
    walk,
)
from proofs.search.sequences.known import MOST_CHANGES, Known, known

MOST_ENDS = 4  # pairs of a lower and an upper bound


def by_chord(known: Known, goal: Term, b: Term) -> Fact:
    """Prove the goal by replacing the power of e in a sum on the smaller side by its chord.

    Raises
    ------
    NotFound
        if the exponent is not bounded, or the remaining goal is not proved.
    """
    q = quantity(goal)
    times_what = -next(c for t, c in alone(q, "sum") if t is b)
    index = known.index(b.args[0], b.args[1])
    parts = list(factors(index.member(b.args[2])))
    power = next((t for t in parts if t.op == "exp" and index.i in t.free), None)
    found = [] if power is None else [t for t in entries([power]) if index.i in t.free]
    if power is None or len(found) != 1:
        raise NotFound("no power of e of one sequence")
    (x,) = found
    rest = [t for t in parts if t is not power]
    w = product_of(rest)
    with known.inside(index):
        weight = known.nonnegative(w, index.facts)
    here = [_as_end(known, half, x) for f in index.facts for half in known.without_values(f)]
    below = [f for f in here if f.concl.op in ("le", "lt") and canonical(f.concl.args[1]) is x]
    above = [f for f in here if f.concl.op in ("le", "lt") and canonical(f.concl.args[0]) is x]
    values = [f for f in known.facts if value_of_sum(f) is not None]
    for low, high in [(one, other) for one in below for other in above][:MOST_ENDS]:
        a, c = low.concl.args[0], high.concl.args[1]
        with suppress(KernelError):
            width = known.linear(lt(num(0), c - a), known.facts, work=200)
            products: list[tuple[Term, list[Fact]]] = []
            for end, bound in ((a, high), (c, low)):
                tangent = known.run("exp_ge", canonical(swapped_entry(power.args[0], x, end) - power.args[0]))
                distance = known.weak(bound) if bound.concl.op == "lt" else bound
                products.append((num(1), [tangent, known.run("exp_pos", power.args[0]), distance, weight]))
            ends = [exp(swapped_entry(power.args[0], x, end)) for end in (a, c)]
            chord = le((c - a) * w * power, w * (c - x) * ends[0] + w * (x - a) * ends[1])
            up = known.summed(index, known.run("arith", chord, products, [], []))
            r, used = replaced(quantity(up.concl), values, powers=True)
            sides = [(num(1), [up]), *((as_term(m), [e]) for m, e in used)]
            fact = known.run("arith", le(num(0), as_term(r)), sides, [], [])
            new = plus(times(q, normal(c - a)), r, -times_what)
            less = relation(new)
            plain = [f for f in known.facts if not bigs(f.concl)]
            shown = known.numbers(plain, less, 3.0)
            inverse = known.p.apply("elementary.inv_pos", width, x=width.concl.args[1])
            together = [(num(1), [shown, inverse]), (num(times_what), [fact, inverse])]
            return known.run("arith", goal, together, [], [width])
    raise NotFound("no ends of the range, or not shown")


def _as_end(known: Known, f: Fact, x: Term) -> Fact:
    """Prove −c <= x from −x <= c; return any other fact unchanged."""
    if f.concl.op not in ("le", "lt") or canonical(f.concl.args[0]) is not canonical(-x):
        return f
    return known.restated(f, RELATIONS[f.concl.op](-f.concl.args[1], x))


@method("chords of powers of e", share=0.3)
def chords(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof by chords for each sum of powers of e on the smaller side."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and asked.depth <= MOST_CHANGES and k.universal:
        for b, c in alone(quantity(goal), "sum"):
            if c < 0 and any(t.op == "exp" for t in walk(b.args[2])):
                yield k.way(partial(by_chord, k, goal, b))
