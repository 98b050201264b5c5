"""Products of given members against what is no product: by induction, the quotients of neighbouring sizes compared.

From c Π^e <= g for a size, with the member f after it, c Π^e f^e <= g' for the next size follows if g f^e <= g'.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from proofs.kernel.normal import canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, instantiate_bound, le, num, substitute
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, of_entries, product_of, walk
from proofs.search.sequences.induction import by_induction, one_by_itself, size_of
from proofs.search.sequences.known import Known, known

LATER = 2  # sizes that may be looked at one by one before an induction


@dataclass(frozen=True)
class Compared:
    """c Π^e <= g, or g <= c Π^e: the product as it is written, its power, g, and whether the product is the smaller."""

    product: Term
    power: int
    other: Term
    below: bool


def compared(goal: Term) -> Compared | None:
    """A goal as such a comparison; None if it is another one."""
    for side, other in (goal.args, goal.args[::-1]):
        found = [b for b in dict.fromkeys(walk(side)) if b.op == "prod" and not b.loose]
        q = normal(side)
        if len(found) != 1 or bigs(other) or len(q) != 1 or found[0].args[1].op != "var" or not found[0].args[2].loose:
            continue
        ((m, c),) = q.items()
        form = canonical(found[0])
        if len(m) == 1 and c > 0 and next(iter(m))[0].term is form and next(iter(m))[1].q == 1:
            return Compared(found[0], int(next(iter(m))[1]), other, side is goal.args[0])
    return None


def by_quotients(known: Known, goal: Term, parts: Compared, later: int) -> Fact:
    """The goal by induction from the least size on, or a later one."""
    n, least = size_of(known, goal)
    if n is not parts.product.args[1]:
        raise NotFound("not of its size")

    def prove(inside: Known, facts: Sequence[Fact], target: Term) -> Fact:
        k = next(v for v in free_variables([facts[0].concl]) if v.sort == "Z")
        member = instantiate_bound(parts.product.args[2], (k + 1,))
        more = [f for f in facts[1:] if f.concl.op in ("le", "lt") and not bigs(f.concl)]
        sign = inside.positive(member, more)
        f = product_of([member] * parts.power)
        here, there = (substitute(parts.other, {n: x}) for x in (k, canonical(k + 1)))
        sides = (here * f, there) if parts.below else (there, here * f)
        below = [d for side in sides for d in inside.denominators(side, more)]
        step = inside.numbers([*more, *below], le(*sides), 2.0)
        signs = [s for s in inside.denominators(f, more) if s.concl.op == "lt"]
        return inside.run("arith", target, [(num(1), [facts[0], *[sign] * parts.power]), (num(1), [step])], [], signs)

    inside = Known(known.search, [*known.given, le(num(least + later), n)]) if later else known
    with inside.at_hand():
        fact = by_induction(inside, goal, prove, least + later, n)
    for k in reversed(range(least, least + later)):
        fact = one_by_itself(known, goal, n, k, fact)
    return fact


# --- the method ------------------------------------------------------------------------------------------------------


@method("quotients of neighbouring products", share=0.3)
def quotients(search: Search, asked: Asked) -> Iterator[Way]:
    """For a product of given members against what is no product."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and not of_entries([goal]):
        parts = compared(goal)
        if parts is not None:
            yield from (k.way(partial(by_quotients, k, goal, parts, later)) for later in range(LATER))
