"""A strict goal that is sharp where a strict hypothesis fails: h > 0 leaves room for a multiple of h²."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proofs.kernel.normal import canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, le, num
from proofs.search.base.formulas import is_polynomial
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import seems_false

SHARES = (1, 2, 4, 8)  # of which the inverses are the multiples


def with_room(search: Search, asked: Asked, strict: Term, wanted: Term, part: Term) -> Fact:
    """The goal from the one with room for a multiple of h², and h > 0."""
    larger = search.prove(asked.given, wanted, asked.depth + 1)
    h = search.run("assume", strict)
    return search.run("arith", asked.goal, [(num(1), [larger]), (part, [h, h])], [], [])


def _degree(t: Term) -> int:
    return max((int(sum(e for _, e in m)) for m in normal(t)), default=0)


@method("room by a strict hypothesis", share=0.3)
def strictly(search: Search, asked: Asked) -> Iterator[Way]:
    """For a strict goal between polynomials."""
    if asked.goal.op != "lt" or not is_polynomial(asked.f):
        return
    s, t = asked.goal.args
    for g in asked.given:
        h = canonical(g.args[1] - g.args[0]) if g.op == "lt" and len(g.free) > 1 else num(0)
        if not is_polynomial(h) or not 0 < 2 * _degree(h) <= _degree(asked.f):
            continue
        for share in SHARES:
            part = num(1, share)
            wanted = le(canonical(s + part * h * h), t)
            if not seems_false(asked.given, wanted):
                yield partial(with_room, search, asked, g, wanted, part)
                break
